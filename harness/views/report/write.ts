/**
 * Writes data, script and style into one self-contained page. Text from files is data, never
 * markup.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LockstepError } from '../../base/errors.js';
import { packageRoot } from '../../base/package-root.js';
import type { ReportData } from './data.js';

/** Built by `npm run build`. */
const SCRIPT = 'dist/harness/views/report/page.js';
const STYLES = ['dist/harness/views/report/page.css'];

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

/** @returns the page's text; the same data give the same page */
export function pageOf(data: ReportData): string {
  // the page has the sentences in its lists and details
  const lines = data.lines.map(({ told, ...line }) => line);
  const packed = gzipSync(JSON.stringify({ ...data, lines }), { level: 9 });
  // The byte that names the operating system: a page does not depend on it.
  packed[9] = 255;
  const script = asset(SCRIPT).replaceAll('</script', '<\\/script');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>${escaped(data.title)}</title>
<style>
${STYLES.map(asset).join('\n')}
</style>
</head>
<body>
<noscript>This page draws its plots with a script; nothing is loaded from anywhere.</noscript>
<script type="application/octet-stream" id="data">${packed.toString('base64')}</script>
<script>
${script}
</script>
</body>
</html>
`;
}
