/** Certificates: accepted as they were written, refused after any change. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { LockstepError } from '../../../../harness/base/errors.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { type CheckResult, checkCertificate } from '../../../../harness/solve/check/check.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';
import { certify, counter, faultyLine, type Line, linesOf, problemOf, sumPlan, writeLinked } from './certificates.js';

const folder = testFolder();
const [small, changed] = [join(folder.path, 'small.jsonl'), join(folder.path, 'changed.jsonl')];
const system = counter();
const check = (file: string, planFile?: string) =>
  checkCertificate(file, { systems: [system], ...(planFile === undefined ? {} : { planFile }) });

beforeAll(async () => {
  // 12 = 4 + 4 + 4, and not two of 1, 4, 5
  expect(await certify(problemOf(system, folder.write('small.toml', sumPlan([1, 4, 5], 12))), small)).toBe(3);
});

test('as it was written it is accepted, with its claim', async () => {
  expect(await check(small)).toMatchObject({ accepted: true, line: 0, proven: { cost: 3, states: 4, moves: 12 } });
  const packed = join(folder.path, 'small.jsonl.gz');
  writeFileSync(packed, gzipSync(readFileSync(small)));
  expect((await check(packed)).accepted).toBe(true);
});

test('where the enemies follow a list in its order, each of theirs is tried in its place and all of the others', async () => {
  const engine = SYSTEMS.find(({ id }) => id === 'live-a-live') as (typeof SYSTEMS)[number];
  const opening = readFileSync(join(packageRoot(), 'traces/live-a-live/namcat-opening.toml'), 'utf8');
  // the turns of the bundled answer (2009: two acts of the enemy, nine actions) in their order
  const listed = `enemies = "script"
enemyMoves = [{ command = "enemyTurn", side = "left" }, { command = "enemyTurn", side = "left" }]
`;
  const scripted = opening.replace(/enemies = "any"[\s\S]*?\]\n(?=last)/u, listed);
  expect(scripted).toContain(listed);
  const file = join(folder.path, 'script.jsonl');
  expect(await certify(problemOf(engine, folder.write('script.toml', scripted)), file)).toBe(2009);
  expect(await checkCertificate(file, { systems: [engine] })).toMatchObject({ accepted: true, proven: { cost: 2009 } });
});

test('a change of any one byte is refused with the number of its line', async () => {
  const bytes = readFileSync(small);
  let line = 1;
  for (let at = 0; at < bytes.length; at++) {
    const other = Buffer.from(bytes);
    // every byte once, to values of every kind: letters, ends of lines, half of a character
    other[at] = (bytes[at] as number) ^ (1 + ((at * 37) % 255));
    writeFileSync(changed, other);
    expect([at, await faultyLine(() => check(changed))]).toEqual([at, line]);
    if (bytes[at] === 0x0a) line++;
  }
  expect(line).toBe(7);
}, 60_000);

test('a change within gzip data is damage of the file, and no statement about the certificate', async () => {
  const stored = gzipSync(readFileSync(small), { level: 0 });
  stored[stored.length - 60] = (stored[stored.length - 60] as number) ^ 1;
  writeFileSync(changed, stored);
  expect((await lockstepErrorOf(() => check(changed))).code).toBe('E_GZIP');
});

test('a byte more or less is refused, and so is every shorter file', async () => {
  const bytes = readFileSync(small);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.boolean(), async (at, more) => {
      const middle = more ? Buffer.from('x') : Buffer.alloc(0);
      writeFileSync(changed, Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(at + (more ? 0 : 1))]));
      expect(await faultyLine(() => check(changed))).toBeGreaterThan(0);
    }),
    { numRuns: 100, seed: 3 },
  );
  for (let length = 0; length < bytes.length; length += 7) {
    writeFileSync(changed, bytes.subarray(0, length));
    expect((await lockstepErrorOf(() => check(changed))).code).toBe('E_CERTIFICATE');
  }
}, 60_000);

describe('with a chain that fits', () => {
  const refused = async (change: (lines: Line[]) => void): Promise<CheckResult> => {
    const lines = linesOf(small);
    change(lines);
    return check(writeLinked(changed, lines));
  };
  const put = (line: number, values: Line) => (lines: Line[]) => {
    lines[line - 1] = { ...lines[line - 1], ...values };
  };

  test.each<[string, number, RegExp, (lines: Line[]) => void]>([
    ['a cheaper claim', 1, /costs 3, not 2/u, put(1, { cost: 2 })],
    ['a dearer claim', 1, /costs 3, not 4/u, put(1, { cost: 4 })],
    ['a dearer route', 6, /cost 2 has no line/u, put(1, { cost: 4, route: [2, 2, 0, 0] })],
    ['no route', 1, /none is claimed/u, put(1, { cost: -1 })],
    ['no route at all', 6, /has no line/u, put(1, { cost: -1, route: [] })],
    ['a route that misses the goal', 1, /does not end at the goal/u, put(1, { route: [1, 1, 2] })],
    ['a route with a move that is not there', 1, /move 2 of the route cannot be made/u, put(1, { route: [1, 3, 1] })],
    ['another cost of a state', 3, /reached at cost 1, not 0|not in order/u, put(3, { cost: 0 })],
    ['another bound', 2, /bound of this state is 1, not 2/u, put(2, { bound: 2 })],
    ['another state', 4, /no move leads to this state|not in order/u, put(4, { state: 'e'.repeat(32) })],
    ['a line less', 5, /cost 1 has no line/u, (lines) => lines.splice(3, 1)],
    ['the root alone', 3, /cost 1 has no line/u, (lines) => lines.splice(2, 3)],
    ['a line twice', 4, /not in order/u, (lines) => lines.splice(3, 0, lines[2] as Line)],
    ['two lines swapped', 4, /not in order/u, (lines) => lines.splice(2, 2, lines[3] as Line, lines[2] as Line)],
    ['a line after the last', 7, /after the last one/u, (lines) => lines.push(lines[1] as Line)],
  ])('%s', async (_, line, reason, change) => {
    expect(await refused(change)).toMatchObject({
      accepted: false,
      line,
      reason: expect.stringMatching(reason) as string,
    });
  });

  test.each<[string, number, RegExp, (lines: Line[]) => void]>([
    ['another version', 1, /unknown version/u, put(1, { certificate: 2 })],
    ['another system', 1, /another system or version/u, put(1, { system: 'ticker' })],
    ['another version of the system', 1, /another system or version/u, put(1, { systemVersion: 2 })],
    ['other rules', 1, /other rules/u, put(1, { ruleset: '0'.repeat(16) })],
    ['another plan', 1, /not the one it names/u, put(1, { plan: sumPlan([1, 4, 5], 13) })],
    ['an unknown key', 1, /unknown key owner/u, put(1, { owner: 'me' })],
    ['an unknown key of a state', 3, /unknown key parent/u, put(3, { parent: 2 })],
    ['a trust that is none', 1, /trusts is missing or wrong/u, put(1, { trusts: ['everything'] })],
    ['too many states', 1, /states is missing or wrong/u, put(1, { states: 3e9 })],
    ['a miscount', 6, /miscounts/u, put(6, { end: 5 })],
    ['no last line', 5, /is cut/u, (lines) => lines.pop()],
    ['a negative cost', 2, /cost is missing or wrong/u, put(2, { cost: -1 })],
    ['a fraction', 3, /cost is missing or wrong/u, put(3, { cost: 0.5 })],
  ])('%s is no whole certificate of this version', async (_, line, message, change) => {
    const error = await lockstepErrorOf(() => refused(change));
    expect([error.code, error.details.line, error.sentence]).toEqual([
      'E_CERTIFICATE',
      line,
      expect.stringMatching(message),
    ]);
  });
});

test('it is of its own plan, and of a file that is there', async () => {
  const [own, other] = ['own.toml', 'other.toml'].map((name, at) => folder.write(name, sumPlan([1, 4, 5], 12 + at)));
  expect((await check(small, own)).accepted).toBe(true);
  const another = await lockstepErrorOf(() => check(small, other));
  expect(another.sentence).toMatch(/of another plan/u);
  // the first line that was changed, by name
  expect(another.details.found).toBe('line 3: title = "To 13", where it has title = "To 12"');
  expect((await lockstepErrorOf(() => check(join(folder.path, 'none')))).code).toBe('E_FILE');
  const text = folder.write('text.txt', 'no certificate\n');
  expect((await lockstepErrorOf(() => check(text))).sentence).toMatch(/no certificate/u);
  expect((await lockstepErrorOf(() => check(folder.write('empty.jsonl', '')))).sentence).toMatch(/empty/u);
});

test('200 changes of a byte in a bundled proof are refused with the number of their line', async () => {
  const [plan, file] = [join(packageRoot(), 'traces/live-a-live/start-namcat.toml'), join(folder.path, 'start.jsonl')];
  const played = SYSTEMS.find(({ id }) => id === 'live-a-live-battle');
  if (played === undefined) throw new Error('no system of played battles');
  expect(await certify(problemOf(played, plan), file)).toBe(210);
  const bytes = readFileSync(file);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const other = Buffer.from(bytes);
      other[at] = (bytes[at] as number) ^ flip;
      writeFileSync(changed, other);
      const line = bytes.subarray(0, at).reduce((count, byte) => count + Number(byte === 0x0a), 1);
      const result = await checkCertificate(changed, { systems: SYSTEMS }).catch((error: unknown) => error);
      expect(result).toMatchObject(result instanceof LockstepError ? { details: { line } } : { accepted: false, line });
    }),
    { numRuns: 200, seed: 5 },
  );
}, 120_000);
