/**
 * Self-contained pages: data, script and style in one file, which loads nothing. Text from files is
 * data, never markup.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LockstepError } from '../base/errors.js';
import { packageRoot } from '../base/package-root.js';

export interface PageParts {
  readonly title: string;
  /** What a reader sees whose browser runs no scripts. */
  readonly withoutScript: string;
  /** Plain data, which the script unpacks. */
  readonly data: unknown;
  /** Files that `npm run build` made, from the package folder. */
  readonly script: string;
  readonly styles: readonly string[];
  /** The script starts threads from its own text. */
  readonly hasThreads?: true;
}

function asset(path: string): string {
  try {
    return readFileSync(join(packageRoot(), path), 'utf8');
  } catch {
    throw new LockstepError('E_INTERNAL', 'a part of the page is not built', { file: path, remedy: 'npm run build' });
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** @returns the page's text; the same parts give the same page */
export function pageFile({ title, withoutScript, data, script, styles, hasThreads }: PageParts): string {
  const packed = gzipSync(JSON.stringify(data), { level: 9 });
  // The byte that names the operating system: a page does not depend on it.
  packed[9] = 255;
  const code = asset(script).replaceAll('</script', '<\\/script');
  const threads = hasThreads === true ? '; worker-src blob:' : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'${threads}">
<title>${escaped(title)}</title>
<style>
${styles.map(asset).join('\n')}
</style>
</head>
<body>
<noscript>${escaped(withoutScript)}</noscript>
<script type="application/octet-stream" id="data">${packed.toString('base64')}</script>
<script>
${code}
</script>
</body>
</html>
`;
}
