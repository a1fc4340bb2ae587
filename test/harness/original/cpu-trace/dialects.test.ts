/** One execution in every dialect: the same rows, the same calls, every call equal; and a planted change found. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { readCpuTrace } from '../../../../harness/original/cpu-trace/reader.js';
import { type CpuTraceResult, verifyCpuTrace } from '../../../../harness/original/cpu-trace/verify-trace.js';
import { cli } from '../../cli/run-cli.js';
import { readSteps, type Step } from './steps.js';
import { geiger, WRITERS } from './write-dialects.js';

const folder = mkdtempSync(join(tmpdir(), 'cpu-trace-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** A scenario is loaded, a battle starts, idle frames run; charged skills fire in frames 55 to 58. */
const allSteps = readSteps();
const steps = allSteps.filter((step) => step.frame >= 29 && step.frame < 42);
const DIALECTS = Object.keys(WRITERS);

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function traceOf(dialect: string, list: readonly Step[] = steps): string {
  return WRITERS[dialect]?.(list) ?? '';
}

function verdicts(result: CpuTraceResult): string {
  return JSON.stringify([result.totals, result.routines, result.frames, result.interrupts]);
}

const PROFILE_FILE = join(import.meta.dirname, '../../../../traces/homebrew/cpu-profile.json');
interface Entry {
  readonly routine: string;
  readonly name: string;
  readonly entry: string;
}

/** A branch from further down: the routine goes round, it is not called. */
function loops(index: number): boolean {
  const before = steps[index - 1];
  const isJump = before !== undefined && ((before.bytes[0] & 0x1f) === 0x10 || before.bytes[0] === 0x80);
  return isJump && before.pc > (steps[index]?.pc ?? 0);
}

/** How often the program counter stands on each routine's first instruction: counted in the steps, not in a trace. */
function entriesInSteps(): Record<string, number> {
  const { routines } = JSON.parse(readFileSync(PROFILE_FILE, 'utf8')) as { readonly routines: readonly Entry[] };
  const counts: Record<string, number> = {};
  for (const { routine, name, entry } of routines) {
    const pc = Number.parseInt(entry, 16);
    const count = steps.filter((step, index) => step.pc === pc && !loops(index)).length;
    if (count > 0) counts[`${routine} ${name}`] = count;
  }
  return counts;
}

const seen = new Map<string, string>();

describe.each(DIALECTS)('%s', (dialect) => {
  test('every row is read back as it was written', async () => {
    const path = write(`${dialect}-rows.log`, traceOf(dialect, steps.slice(0, 6000)));
    let index = 0;
    const wrong: string[] = [];
    const summary = await readCpuTrace(path, (row) => {
      const step = steps[index++] as Step;
      const mine = [row.pc, row.opcode, row.a, row.x, row.y, row.s, row.d, row.db, row.p, row.v];
      const pc = step.bank * 0x1_0000 + step.pc;
      const theirs = [pc, step.bytes[0], step.a, step.x, step.y, step.s, step.d, step.db, step.p, step.v];
      if (mine.join() !== theirs.join()) wrong.push(`row ${index}: ${mine.join()} / ${theirs.join()}`);
    });
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(summary.dialect.id).toBe(dialect);
    expect(summary.rows).toBe(6000);
  });

  test('every call is found, and every call whose inputs are known is equal', async () => {
    const result = await verifyCpuTrace(write(`${dialect}.log`, traceOf(dialect)), loadProfile('drill'));
    const found = Object.fromEntries(result.routines.map((one) => [`${one.routine} ${one.name}`, one.seen]));
    expect(found).toEqual(entriesInSteps());
    expect(result.differences).toEqual([]);
    expect(result.gaps).toBe(0);
    const { totals } = result;
    expect(totals.equal + totals.inputsUnknown + totals.cut).toBe(totals.seen);
    expect(totals.equal).toBeGreaterThan(totals.seen * 0.8);
    seen.set(dialect, JSON.stringify([result.totals, result.routines, result.interrupts]));
  });
});

test('all dialects show the same calls', () => {
  expect(new Set(seen.values()).size).toBe(1);
  expect(seen.size).toBe(DIALECTS.length);
});

test('when skills fire, order points, abnormalities, levels and action points are compared and equal', async () => {
  const path = write(
    'whole.log',
    traceOf(
      'mesen-recommended',
      allSteps.filter((step) => step.frame >= 28),
    ),
  );
  const result = await verifyCpuTrace(path, loadProfile('drill'));
  const equal = new Map(result.routines.map((one) => [one.name, one.equal]));
  expect(result.differences).toEqual([]);
  for (const name of ['order-points-damage', 'abnormality-onset', 'level-change', 'ap-add-255', 'ally-skill-fires']) {
    expect(equal.get(name), name).toBeGreaterThan(0);
  }
});

test('with the ROM beside the trace every call is compared, and equal', async () => {
  const rom = readFileSync(join(import.meta.dirname, '../../../../traces/homebrew/drill.sfc'));
  const path = write('rom.log', traceOf('mesen-recommended'));
  const { totals } = await verifyCpuTrace(path, loadProfile('drill'), undefined, rom);
  expect(totals.equal + totals.cut).toBe(totals.seen);
});

test('a packed trace, and one with CR LF, read as the plain one', async () => {
  const text = traceOf('bsnes-plus', steps.slice(0, 10_000));
  const plain = await verifyCpuTrace(write('plain.log', text), loadProfile('drill'));
  const packed = await verifyCpuTrace(write('packed.log.gz', gzipSync(text)), loadProfile('drill'));
  const windows = await verifyCpuTrace(write('crlf.log', text.replaceAll('\n', '\r\n')), loadProfile('drill'));
  expect(verdicts(packed)).toBe(verdicts(plain));
  expect(verdicts(windows)).toBe(verdicts(plain));
});

/** The accumulator is one too large where it is stored into the action points, and as long as it is kept. */
function plant(list: readonly Step[]): { readonly steps: Step[]; readonly line: number } {
  const index = list.findIndex((step) => step.bytes[0] === 0x8d && step.bytes[1] === 0xae && step.bytes[2] === 0x03);
  const changed = [...list];
  const kept = list[index]?.a;
  for (let at = index; list[at] !== undefined && list[at]?.a === kept; at++) {
    const step = list[at] as Step;
    changed[at] = { ...step, a: (step.a + 1) & 0xffff };
  }
  return { steps: changed, line: index + 1 };
}

test.each(['bsnes-plus', 'mesen-recommended', 'snes9x'])('a changed sum is found at its line: %s', async (dialect) => {
  const planted = plant(steps);
  expect(planted.line).toBeGreaterThan(1);
  const result = await verifyCpuTrace(
    write(`planted-${dialect}.log`, traceOf(dialect, planted.steps)),
    loadProfile('drill'),
  );
  const [first] = result.differences;
  expect(first?.text).toContain('7E03AE actionPoints');
  expect(first?.line).toBeLessThanOrEqual(planted.line);
  expect(first?.exitLine).toBeGreaterThan(planted.line);
  expect((first?.exitLine ?? 0) - (first?.line ?? 0)).toBeLessThan(100);
});

test('a row that does not follow from the one before is counted as a gap, with its place', async () => {
  const list = [...steps];
  const at = list.findIndex((step) => step.bytes[0] === 0x8d && step.bytes[1] === 0xae && step.bytes[2] === 0x03);
  list[at] = { ...(list[at] as Step), x: 0x1234 };
  const result = await verifyCpuTrace(write('odd.log', traceOf('bsnes-plus', list)), loadProfile('drill'));
  expect(result.gaps).toBe(2);
  expect(result.firstGap).toBe(at + 1);
  expect(result.differences).toEqual([]);
});

describe('columns by their names', () => {
  const some = steps.slice(0, 400);
  /** Geiger's debugger, columns glued, columns moved, flags before the registers. */
  const CHANGES: readonly (readonly [string, (line: string) => string])[] = [
    ['a slash', (line) => line],
    ['glued', (line) => line.replaceAll(/ (X|Y|D|DB|S|P|HC|VC|FC):/gu, '$1:')],
    ['glued to the address', (line) => line.replace(/\] +A:/u, ']A:')],
    ['moved', (line) => line.replace(/A:(\S+) X:(\S+) Y:(\S+) D:(\S+)/u, 'D:$4 Y:$3 X:$2 A:$1')],
  ];

  test.each(CHANGES)('%s', async (name, change) => {
    const file = write(`columns ${name}.log`, some.map((step) => `${geiger(step, change)}\n`).join(''));
    let index = 0;
    const summary = await readCpuTrace(file, (row) => {
      const step = some[index++] as Step;
      const theirs = [step.bank * 0x1_0000 + step.pc, step.a, step.x, step.y, step.s, step.d, step.db, step.p, step.v];
      expect([row.pc, row.a, row.x, row.y, row.s, row.d, row.db, row.p, row.v]).toEqual(theirs);
    });
    expect([summary.dialect.id, summary.rows]).toEqual(['snes9x', some.length]);
  });

  test('the short form is known, and the message names its missing columns and how to get them', async () => {
    const short = (line: string): string => line.replace(/ D:\S+ DB:\S+ S:\S+/u, '').replace(/ HC:.*/u, '');
    const file = write('short.log', some.map((step) => `${geiger(step, short)}\n`).join(''));
    for (const verb of ['verify', 'holes']) {
      const run = await cli([verb, file, '--profile', 'drill']);
      expect([run.code, run.out], verb).toEqual([2, '']);
      expect(run.err).toMatch(
        /^E_CPU_TRACE_DIALECT .*short\.log:1: .*Snes9x.* without the columns S, D, data bank.*long form/u,
      );
      expect(run.err.replaceAll(file, '').length).toBeLessThanOrEqual(300);
    }
  });
});
