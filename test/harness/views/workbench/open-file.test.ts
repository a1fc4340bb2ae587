/** Files that are opened in the page: what they are, in any wrapping. */
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { zipOf } from '../../files/movies/zip-bytes.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';

vi.stubGlobal('addEventListener', () => undefined);
// of a page: the types of a browser are none of the tests
const page: string = '../../../../harness/views/workbench/page/open-file.js';
interface OpenFile {
  openedFiles(files: Iterable<File>): Promise<readonly unknown[]>;
  planOfAddress(hash: string): Promise<unknown>;
}
const { openedFiles, planOfAddress } = (await import(page)) as OpenFile;

const PLAN = 'plan = 1\nsystem = "counter"\n';
const LOG = sealed(tickerHeader(), rowLines(tickerRows(somePads(5))));
const wrapped = (text: string): readonly (readonly [how: string, bytes: Uint8Array])[] => [
  ['plain', Buffer.from(text)],
  ['gzip', gzipSync(text)],
  ['gzip with bytes behind it', Buffer.concat([gzipSync(text), Buffer.alloc(7)])],
  ['a ZIP with one file', zipOf([{ name: 'inside', content: text }])],
];
const open = async (name: string, bytes: Uint8Array) => openedFiles([new File([new Uint8Array(bytes)], name)]);

test.each(wrapped(PLAN))('a plan, %s', async (_how, bytes) => {
  expect(await open('p.toml', bytes)).toEqual([{ is: 'plan', name: 'p.toml', text: PLAN }]);
});

test.each(wrapped(LOG))('a log, %s', async (_how, bytes) => {
  const [log] = await open('l.jsonl', bytes);
  expect(log).toMatchObject({ is: 'log', name: 'l.jsonl' });
  expect(Buffer.from((log as { bytes: Uint8Array }).bytes).toString()).toBe(LOG);
});

test('a state is left as it is, because a plan names the hash of its file', async () => {
  const packed = gzipSync(Buffer.from([0x23, 0, 1, 2]));
  const [state] = await open('s.state', packed);
  expect(state).toMatchObject({ is: 'state' });
  expect(Buffer.from((state as { bytes: Uint8Array }).bytes).equals(packed)).toBe(true);
});

test('a damaged wrapping is called damaged, and is no plan', async () => {
  for (const bad of [gzipSync(PLAN).subarray(0, -3), zipOf([{ name: 'p.toml', content: PLAN }]).subarray(0, -9)])
    await expect(open('p.toml', bad)).rejects.toMatchObject({ code: 'E_GZIP' });
});

test('a link that unpacks to more than a plan may have is ended on the way, and is no plan', async () => {
  const linkOf = (text: Uint8Array | string): string => `#p=${gzipSync(text).toString('base64url')}`;
  expect(await planOfAddress(linkOf(' '.repeat(16 << 20)))).toMatchObject({ isDamaged: false });
  expect(await planOfAddress(linkOf(PLAN))).toEqual({ text: PLAN, isDamaged: false });
  // 16 MiB may come of it, and this is one more
  expect(await planOfAddress(linkOf(' '.repeat((16 << 20) + 1)))).toEqual({ text: undefined, isDamaged: true });
});
