/** Files that are no traces, or no longer: one clear error each, and no more memory for it. */
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { LockstepError } from '../../../../harness/base/errors.js';
import { loadProfile, parseProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { readCpuTrace } from '../../../../harness/original/cpu-trace/reader.js';
import { verifyCpuTrace } from '../../../../harness/original/cpu-trace/verify-trace.js';
import { cli } from '../../cli/run-cli.js';
import { readSteps } from './steps.js';
import { WRITERS } from './write-dialects.js';

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const steps = readSteps().slice(20_000, 22_000);
const TEXT = WRITERS['bsnes-plus']?.(steps) ?? '';

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function errorOf(path: string): Promise<LockstepError> {
  try {
    await readCpuTrace(path, () => undefined);
  } catch (error) {
    if (error instanceof LockstepError) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}

const lines = TEXT.split('\n');
const CASES: readonly (readonly [
  name: string,
  content: string | Uint8Array,
  code: string,
  line: number | undefined,
])[] = [
  ['empty', '', 'E_CPU_TRACE_DIALECT', 1],
  ['prose', 'This is a letter.\nIt has lines.\n', 'E_CPU_TRACE_DIALECT', 1],
  ['JSON', '{"format":"lockstep-trace"}\n', 'E_CPU_TRACE_DIALECT', 1],
  ['UTF-16, little-endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 'E_CPU_TRACE_DIALECT', 1],
  ['UTF-16, big-endian', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(), 'E_CPU_TRACE_DIALECT', 1],
  ['a megabyte in one line', `${lines.slice(0, 500).join('\n')}\n${'x'.repeat(1_000_000)}\n`, 'E_CPU_TRACE_LINE', 501],
  ['a broken row', [...lines.slice(0, 700), 'c08123 lda $12', ...lines.slice(700)].join('\n'), 'E_CPU_TRACE_ROW', 701],
  ['two dialects', `${TEXT}${WRITERS['snes9x']?.(steps) ?? ''}`, 'E_CPU_TRACE_ROW', steps.length + 1],
  ['one row, then prose', `${lines[0]}\n${'This is no row.\n'.repeat(50)}`, 'E_CPU_TRACE_ROW', 2],
  ['prose, then one row', `${'This is no row.\n'.repeat(5)}${lines[0]}\n`, 'E_CPU_TRACE_DIALECT', 1],
  ['a cut archive', gzipSync(TEXT).subarray(0, 9000), 'E_GZIP', undefined],
];

test.each(CASES)('a file that is no whole trace is refused with its line: %s', async (name, content, code, line) => {
  const error = await errorOf(write(`${name}.log`, content));
  expect(error.code).toBe(code);
  if (line !== undefined) expect(error.details.line).toBe(line);
  expect(error.details.remedy).not.toBe(undefined);
});

test('a row that damage within gzip data broke is not blamed: their checksum is', async () => {
  const stored = gzipSync(TEXT.repeat(1 + Math.ceil(3_000_000 / TEXT.length)), { level: 0 });
  const at = stored.indexOf(lines[700] ?? '?', 0, 'latin1');
  expect(at).toBeGreaterThan(0);
  const error = await errorOf(write('flipped.log.gz', Buffer.from(stored).fill('?', at, at + 8)));
  expect([error.code, error.details.found]).toEqual(['E_GZIP', 'a wrong checksum']);
});

test('a heading above the rows, and tabs between text and registers, change nothing', async () => {
  const first = lines.slice(0, 300).join('\n');
  const headed = await verifyCpuTrace(
    write('headed.log', `a trace of one battle\n\n${first.replaceAll(/ (?=A:)/gu, '\t')}\n`),
    loadProfile('drill'),
  );
  const plain = await verifyCpuTrace(write('plain.log', `${first}\n`), loadProfile('drill'));
  expect([headed.totals, headed.summary.rows]).toEqual([plain.totals, 300]);
});

test('labels in operands are an error with the remedy', async () => {
  const text = (WRITERS['mesen']?.(steps) ?? '').split('\n');
  const labelled = text.map((row, index) =>
    index === 900 ? row.replace(/ (JSR|LDA|STA|BNE|BEQ) \S+/, ' JSR drawSprite') : row,
  );
  labelled[900] = (text[900] ?? '').replace(/^(.{8}).{38}/, (_all, head: string) => head + 'JSR drawSprite'.padEnd(38));
  const error = await errorOf(write('labels.log', labelled.join('\n')));
  expect(error.code).toBe('E_CPU_TRACE_ROW');
  expect(error.details.line).toBe(901);
  expect(error.details.found).toContain('labels must be turned off');
});

test('a gigabyte of zeros, packed, is refused at once', async () => {
  const path = join(folder, 'zeros.log.gz');
  const block = Buffer.alloc(1024 * 1024);
  await pipeline(
    (function* zeros(): Generator<Buffer> {
      for (let index = 0; index < 1024; index++) yield block;
    })(),
    createGzip({ level: 1 }),
    createWriteStream(path),
  );
  const before = process.memoryUsage().rss;
  const error = await errorOf(path);
  expect(error.code).toBe('E_CPU_TRACE_LINE');
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});

test('after missing rows, values from before them are not used', async () => {
  const cut = [...readSteps().filter((step) => step.frame >= 29 && step.frame < 42)];
  // the first five instructions of a subroutine
  cut.splice(cut.findIndex((step) => step.frame === 39 && step.bytes[0] === 0x20) + 1, 5);
  const result = await verifyCpuTrace(write('gap.log', WRITERS['snes9x']?.(cut) ?? ''), loadProfile('drill'));
  expect(result.gaps).toBe(1);
  expect(result.totals.different).toBe(0);
  expect(result.totals.inputsUnknown).toBeGreaterThan(0);
});

test('a trace with a mask logs each address once, and its missing rows are not made up', async () => {
  const seen = new Set<number>();
  const masked = readSteps().filter((step) => !seen.has(step.pc) && seen.add(step.pc));
  const run = await cli(['verify', write('mask.log', WRITERS['bsnes-plus']?.(masked) ?? ''), '--profile', 'drill']);
  expect(run.out).toContain('rows are missing in');
  expect(run.out).toContain(', 0 differences');
});

test('a wrong profile is refused', async () => {
  const good = {
    profile: 1,
    mapping: 'lorom',
    routines: [{ routine: 'C1:1C02', name: 'order-points-idle', entry: '008123' }],
  };
  expect(parseProfile(JSON.stringify(good), 'p.json').plans.length).toBe(1);
  const bad: readonly unknown[] = [
    { ...good, profile: 2 },
    { ...good, mapping: 'exhirom' },
    { ...good, colour: 1 },
    { ...good, routines: [] },
    { ...good, routines: [{ routine: 'C1:1C02', name: 'other', entry: '008123' }] },
    { ...good, routines: [{ routine: 'C1:1C02', name: 'order-points-idle', entry: '8123' }] },
    { ...good, scratch: ['nowhere'] },
    { ...good, tableBytes: { D50060: [300] } },
  ];
  for (const one of bad) {
    expect(() => parseProfile(JSON.stringify(one), 'p.json')).toThrow(
      expect.objectContaining({ code: 'E_CPU_PROFILE' }),
    );
  }
  const missing = await cli(['verify', write('any.log', TEXT), '--profile', join(folder, 'none.json')]);
  expect(missing.code).toBe(2);
  expect(missing.err).toContain('E_FILE');
});
