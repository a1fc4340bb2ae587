/**
 * Self-contained pages: data, script and style in one file, which loads nothing. Text from files is
 * data, never markup.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LockstepError, packageRoot } from '../base/index.js';

interface PageParts {
  readonly title: string;
  /** What a reader sees whose browser runs no scripts. */
  readonly withoutScript: string;
  /** Plain data, which the script unpacks. */
  readonly data: unknown;
  /** Files that `npm run build` made, from the package folder. */
  readonly script: string;
  readonly styles: readonly string[];
  /**
   * The script starts workers from its own text: the page holds it packed, and it stands unpacked
   * in the element `running`.
   */
  readonly hasWorkers?: true;
  /** The page may open WebSockets of this machine, and of no other. */
  readonly followsGames?: true;
}

function asset(path: string): string {
  try {
    return readFileSync(join(packageRoot(), path), 'utf8');
  } catch {
    throw new LockstepError('E_INTERNAL', 'a part of the page is not built', { file: path, remedy: 'npm run build' });
  }
}

/** Text as it stands between tags and in attributes. */
export function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** How hard data are packed: the last hundredth of their size would take twice the time. */
const DATA_LEVEL = 6;

/** Gzip: the same for the same text everywhere. Blocks of this memory pack scripts best. */
function zipped(text: string, level: number): Buffer {
  const bytes = gzipSync(text, { level, memLevel: 7 });
  // The byte that names the operating system: a page does not depend on it.
  bytes[9] = 255;
  return bytes;
}

/**
 * Bytes as printable ASCII, nine in eleven letters: a twelfth shorter than base64. Each letter is a
 * digit of base 94, most significant first, from the space on; `~` stands for `<`, which could end
 * the element. Of the last group no more letters stand than its bytes need. A group is three
 * numbers of 24 bits.
 */
function inLetters(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 9) {
    const group = [0, 0, 0];
    for (let index = 0; index < 9; index++) {
      const part = Math.floor(index / 3);
      group[part] = (group[part] as number) * 256 + (bytes[at + index] ?? 0);
    }
    let letters = '';
    for (let digit = 0; digit < 11; digit++) {
      let rest = 0;
      for (let part = 0; part < 3; part++) {
        const value = rest * 2 ** 24 + (group[part] as number);
        group[part] = Math.floor(value / 94);
        rest = value % 94;
      }
      letters = String.fromCharCode(32 + rest) + letters;
    }
    text += letters.slice(0, Math.ceil((Math.min(9, bytes.length - at) * 11) / 9));
  }
  return text.replaceAll('<', '~');
}

const PACKED = '<script type="application/octet-stream"';

/** Unpacks the script of a page and runs it. */
const UNPACK = `(async () => {
const letters = document.getElementById('packed').textContent;
const bytes = new Uint8Array(Math.floor((letters.length * 9) / 11));
for (let at = 0, to = 0; at < letters.length; at += 11) {
  const group = [0, 0, 0];
  for (let index = at; index < at + 11; index++) {
    const code = index < letters.length ? letters.charCodeAt(index) : 125;
    let carry = (code === 126 ? 60 : code) - 32;
    for (let part = 2; part >= 0; part--) {
      const value = group[part] * 94 + carry;
      group[part] = value & 0xffffff;
      carry = value >>> 24;
    }
  }
  for (let bits = 64; bits >= 0 && to < bytes.length; bits -= 8) bytes[to++] = group[2 - Math.floor(bits / 24)] >>> (bits % 24);
}
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
const script = document.createElement('script');
script.id = 'running';
script.textContent = await new Response(stream).text();
document.body.append(script);
})();`;

/** Markup that runs a page's script, and every text that runs, as the browser sees it. */
function scriptOf({ script, hasWorkers }: PageParts): { readonly markup: string; readonly run: readonly string[] } {
  const code = asset(script);
  if (hasWorkers !== true) {
    const text = `\n${code.replaceAll('</script', '<\\/script')}\n`;
    return { markup: `<script>${text}</script>`, run: [text] };
  }
  const unpack = `\n${UNPACK}\n`;
  const markup = `${PACKED} id="packed">${inLetters(zipped(code, 9))}</script>\n<script>${unpack}</script>`;
  return { markup, run: [unpack, code] };
}

/** What lets these texts be scripts or styles of a page, and nothing else. */
function hashesOf(texts: readonly string[]): string {
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}

/** What stands round the body of a page. */
interface DocumentParts {
  readonly title: string;
  /** What the page may load and run. Its style is its own; it sends no form, follows no base. */
  readonly policy: string;
  readonly style: string;
  /** Markup; text of files in it is escaped. */
  readonly body: string;
}

/** @returns a whole HTML document; the same parts give the same text */
export function documentOf({ title, policy, style, body }: DocumentParts): string {
  const sheet = `\n${style}\n`;
  const rules = `${policy}; style-src ${hashesOf([sheet])}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${rules}">
<title>${escapedText(title)}</title>
<style>${sheet}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** @returns the page's text; the same parts give the same page */
export function pageFile(parts: PageParts): string {
  const { title, withoutScript, data, styles, hasWorkers, followsGames } = parts;
  const { markup, run } = scriptOf(parts);
  const workers = hasWorkers === true ? '; worker-src blob:' : '';
  const sockets = followsGames === true ? '; connect-src ws://127.0.0.1:* ws://localhost:*' : '';
  return documentOf({
    title,
    policy: `default-src 'none'; script-src ${hashesOf(run)}${workers}${sockets}`,
    style: styles.map(asset).join('\n'),
    body: `<noscript>${escapedText(withoutScript)}</noscript>
${PACKED} id="data">${zipped(JSON.stringify(data), DATA_LEVEL).toString('base64')}</script>
${markup}`,
  });
}
