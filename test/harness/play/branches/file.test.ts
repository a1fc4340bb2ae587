/** Branch files: what is written can be read again, and what is wrong is said with its line. */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { type OpenedLine, openLine } from '../../../../harness/play/branches/open.js';
import { compileExpression } from '../../../../harness/play/expression/expression.js';

import { SCHEMAS, schemaText } from '../../../../harness/play/trace/schemas/index.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = testFolder();
const LOG = join(folder.path, 'log.jsonl.gz');
copyFileSync(`${root}traces/logs/worked-example.jsonl.gz`, LOG);
const open = (given: string, branches?: string): Promise<OpenedLine> => openLine(given, { systems: SYSTEMS }, branches);

test('every change is in the file at once, and a reopened file has the same branches and history', async () => {
  const file = join(folder.path, 'all.toml');
  const { book, timeline } = await open(LOG, file);
  const command = { command: 'step', direction: 'up' };
  book.apply({ edit: 'fork', branch: 'first, with "quotes" and 勇者', parent: 'recording', at: 40 });
  book.apply({ edit: 'fork', branch: 'b', parent: 'recording', at: 100 });
  book.apply({ edit: 'write', branch: 'b', at: 100, address: '7E03AE', bytes: 'FFFF' });
  book.apply({ edit: 'insert', branch: 'b', at: 101, do: command });
  book.apply({ edit: 'rename', branch: 'b', name: 'second' });
  book.apply({ edit: 'delete', branch: 'second', at: 140, count: 3 });
  book.undo();
  const again = await open(`${file}#second`);
  expect(again.timeline.lines()).toEqual(timeline.lines());
  expect(again.named).toBe(2);
  expect(again.book.undone()).toEqual([{ edit: 'delete', branch: 'second', at: 140, count: 3 }]);
  expect(again.book.done()).toEqual(book.done());
  const length = timeline.length(2);
  expect(Buffer.compare(again.timeline.state(length, 2), timeline.state(length, 2))).toBe(0);
  expect(again.book.redo()?.edit).toBe('delete');
  expect(readFileSync(file, 'utf8')).toContain('done = 6');
  expect(readdirSync(folder.path).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a new edit replaces those that were undone', async () => {
  const file = join(folder.path, 'anew.toml');
  const { book } = await open(LOG, file);
  book.apply({ edit: 'fork', branch: 'a', parent: 'recording', at: 40 });
  book.undo();
  book.apply({ edit: 'fork', branch: 'b', parent: 'recording', at: 41 });
  expect(book.redo()).toBeUndefined();
  expect((await open(file)).timeline.lines().map(({ name }) => name)).toEqual(['recording', 'b']);
});

test('a write to a cell of our own: at its address, and at the one that it had in the first image layout', async () => {
  const { book, timeline } = await open(LOG, join(folder.path, 'layouts.toml'));
  for (const [branch, address] of [
    ['today', 'HOST:0009'],
    ['first layout', '7E1E09'],
  ] as const) {
    book.apply({ edit: 'fork', branch, parent: 'recording', at: 100 });
    book.apply({ edit: 'write', branch, at: 100, address, bytes: '0B' });
    const image = timeline.state(100, book.lineOf(branch));
    expect([address, image[timeline.cells.get('skillCursor').offset]]).toEqual([address, 0x0b]);
  }
  const { offsets } = compileExpression('$HOST:0004.2 = $host:8', timeline.cells);
  const padWord = timeline.cells.get('padWord').offset;
  expect([...(offsets ?? [])].sort()).toEqual([padWord, padWord + 1, timeline.cells.get('areaMode').offset]);
});

test('an edit that fails changes nothing, in memory and in the file', async () => {
  const file = join(folder.path, 'failing.toml');
  const { book, timeline } = await open(LOG, file);
  book.apply({ edit: 'fork', branch: 'a', parent: 'recording', at: 100 });
  const before = readFileSync(file, 'utf8');
  const lines = timeline.lines();
  for (const edit of [
    { edit: 'fork', branch: 'a', parent: 'recording', at: 1 },
    { edit: 'fork', branch: 'x#y', parent: 'recording', at: 1 },
    { edit: 'fork', branch: 'c', parent: 'nobody', at: 1 },
    { edit: 'insert', branch: 'a', at: 100, pad: 0 },
    { edit: 'insert', branch: 'a', at: 361, pad: 0 },
    { edit: 'insert', branch: 'a', at: 101, do: { command: 'nothing' } },
    // the first one is accepted, the second is not
    { edit: 'insert', branch: 'a', at: 101, do: { command: 'openArea' }, count: 2 },
    { edit: 'delete', branch: 'a', at: 350, count: 11 },
    { edit: 'write', branch: 'a', at: 100, address: '000000', bytes: '00' },
  ] as const) {
    await lockstepErrorOf(() => book.apply(edit));
    expect(timeline.lines()).toEqual(lines);
    expect(book.done()).toHaveLength(1);
  }
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('an edit of a file that another program has changed is refused, and that change stays', async () => {
  const file = join(folder.path, 'shared.toml');
  const [one, other] = [await open(LOG, file), await open(LOG, file)];
  one.book.apply({ edit: 'fork', branch: 'a', parent: 'recording', at: 40 });
  const theirs = readFileSync(file, 'utf8');
  const error = await lockstepErrorOf(() =>
    other.book.apply({ edit: 'fork', branch: 'b', parent: 'recording', at: 1 }),
  );
  expect([error.code, readFileSync(file, 'utf8') === theirs]).toEqual(['E_BRANCH_FILE', true]);
  expect(other.timeline.lines()).toHaveLength(1);
});

const HEAD = (done: number): string =>
  `branches = 1\nfile = "log.jsonl.gz"\nsha256 = "${'0'.repeat(64)}"\ndone = ${done}\n`;
const good = (text: string, hash: string): string => text.replace('0'.repeat(64), hash);

test.each([
  ['not TOML', `${HEAD(0)}[[edit\n`, 5, /column 7/],
  [
    'an unknown key',
    `${HEAD(0)}[[edit]]\nedit = "fork"\nbranch = "a"\nparents = "x"\n`,
    8,
    /unknown key edit\[0\]\.parents/,
  ],
  ['an unknown kind', `${HEAD(0)}[[edit]]\nedit = "knot"\nbranch = "a"\n`, 6, /edit\[0\]\.edit.*expected/],
  ['a missing key', `${HEAD(0)}[[edit]]\nedit = "fork"\nbranch = "a"\n`, 5, /fork needs parent/],
  [
    'two inputs',
    `${HEAD(0)}[[edit]]\nedit = "input"\nbranch = "a"\nat = 3\npad = 1\ndo = { command = "pass" }\n`,
    5,
    /only one of pad or do/,
  ],
  ['a key of another kind', `${HEAD(0)}[[edit]]\nedit = "remove"\nbranch = "a"\nat = 3\n`, 5, /remove takes no at/],
  ['too many done', HEAD(1), 4, /done is larger than the number of edits/],
  ['another version', HEAD(0).replace('= 1', '= 2'), 1, /unknown version of the branches form/],
  ['another log', HEAD(0), undefined, /was changed after they were made/],
  ['a name with a line break', `${HEAD(0)}[[edit]]\nedit = "remove"\nbranch = "a\\nb"\n`, 7, /edit\[0\]\.branch/],
] as const)('%s is told with its line', async (_what, text, line, message) => {
  const file = folder.write('wrong.toml', text);
  const error = await lockstepErrorOf(() => open(file));
  expect([error.code, error.details.file, error.details.line]).toEqual(['E_BRANCH_FILE', file, line]);
  expect(`${error.sentence} expected ${error.details.expected}`).toMatch(message);
});

test('an edit that cannot be done is an error with its line', async () => {
  const source = join(folder.path, 'source.toml');
  const { book } = await open(LOG, source);
  book.apply({ edit: 'fork', branch: 'a', parent: 'recording', at: 40 });
  const hash = /sha256 = "([0-9a-f]+)"/.exec(readFileSync(source, 'utf8'))?.[1] ?? '';
  const text = `${good(HEAD(1), hash)}\n[[edit]]\nedit = "remove"\nbranch = "nobody"\n`;
  const error = await lockstepErrorOf(() => open(folder.write('edit.toml', text)));
  expect([error.code, error.details.line, error.sentence]).toEqual([
    'E_BRANCH_FILE',
    6,
    'edit 1 cannot be done: there is no branch nobody',
  ]);
});

test('a file of another kind, one of another log, and a missing one are refused', async () => {
  const plan = folder.write('plan.toml', 'plan = 1\n');
  expect((await lockstepErrorOf(() => open(LOG, plan))).code).toBe('E_BRANCH_FILE');
  expect((await lockstepErrorOf(() => open(LOG, LOG))).code).toBe('E_OUTPUT_IS_INPUT');
  expect((await lockstepErrorOf(() => open(join(folder.path, 'none.toml')))).code).toBe('E_FILE');
  const file = join(folder.path, 'of-log.toml');
  (await open(LOG, file)).book.apply({ edit: 'fork', branch: 'a', parent: 'recording', at: 4 });
  const other = `${root}traces/logs/overflow.jsonl.gz`;
  expect((await lockstepErrorOf(() => open(other, file))).sentence).toContain('to another log or plan');
  expect((await lockstepErrorOf(() => open(file, 'second.toml'))).code).toBe('E_OPTION');
});

test('a file may have # in its name', async () => {
  const odd = join(folder.path, 'a#b.jsonl.gz');
  writeFileSync(odd, readFileSync(LOG));
  expect((await open(odd)).named).toBeUndefined();
});

test('the published schema is the one that is used', () => {
  const published = readFileSync(`${root}traces/schemas/branches.schema.json`, 'utf8');
  expect(published).toBe(schemaText(SCHEMAS['branches'] ?? {}));
});
