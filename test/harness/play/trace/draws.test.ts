/** Draws in traces: written, read back, compared as a stream of their own. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { recordPlan } from '../../../../harness/play/plan/record.js';
import { runPlan, startPlan } from '../../../../harness/play/plan/run.js';
import { createTraceDecoder } from '../../../../harness/play/trace/decoder.js';
import { collectDraws, siteText, stateText } from '../../../../harness/play/trace/draws.js';
import { verifyLog } from '../../../../harness/play/verify/verify-log.js';

const PLAN = 'traces/live-a-live/takahara-namcat.toml';
const folder = mkdtempSync(join(tmpdir(), 'draws-'));

/** Runs the plan and writes its trace. @param change what becomes of the draws of a command before they are written */
async function record(name: string, change: (draws: number[], command: number) => number[]): Promise<string> {
  const file = join(folder, name);
  const plan = loadPlan(PLAN);
  const battle = startPlan(LIVE_A_LIVE_BATTLE, plan);
  const draws = collectDraws(LIVE_A_LIVE_BATTLE);
  let command = 0;
  const trace = recordPlan(file, LIVE_A_LIVE_BATTLE, battle, plan, null, () => change(draws.take(), command++));
  await runPlan(LIVE_A_LIVE_BATTLE, battle, plan, trace.record, undefined, draws.events);
  trace.writer.finish();
  return file;
}

function rowsOf(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(1, -1);
}

describe('a trace with draws', () => {
  test('verifies, with as many draws on either side', async () => {
    const result = await verifyLog(await record('whole.jsonl', (draws) => draws), { systems: SYSTEMS });
    expect(result.different).toBe(0);
    expect(result.draws?.first).toBeUndefined();
    expect(result.draws?.mine).toBe(result.draws?.theirs);
    expect(result.draws?.equal).toBe(result.draws?.mine);
  });

  test('has for every value the byte that C1:6150 computes from the state before', async () => {
    const file = await record('values.jsonl', (draws) => draws);
    let count = 0;
    for (const row of rowsOf(file)) {
      const words = (JSON.parse(row) as unknown[]).at(-1) as number[];
      for (let at = 0; at < words.length; at += 3) {
        const before = words[at + 1] as number;
        const after = words[at + 2] as number;
        expect(after >>> 24).toBe(Math.floor((before & 0xffff) / 13) & 0xff);
        expect(after & 0xff_ffff).toBe(before >>> 8);
        count++;
      }
    }
    expect(count).toBeGreaterThan(20);
  });

  test('differs when a routine of another address drew, although every cell agrees', async () => {
    const file = await record('other.jsonl', (draws, command) =>
      command === 3 ? [0xc1d870, ...draws.slice(1)] : draws,
    );
    const result = await verifyLog(file, { systems: SYSTEMS });
    expect(result.different).toBe(0);
    const first = result.draws?.first;
    expect(first).toMatchObject({ frame: 3, theirs: { site: 0xc1d870 } });
    expect(first?.mine?.site).not.toBe(0xc1d870);
    expect(first?.mine?.before).toBe(first?.theirs?.before);
    expect(first?.number).toBe((result.draws?.equal ?? 0) + 1);
  });

  test('differs by a missing draw and by one too many', async () => {
    const few = await verifyLog(
      await record('few.jsonl', (draws, command) => (command === 3 ? draws.slice(0, -3) : draws)),
      { systems: SYSTEMS },
    );
    expect(few.draws?.first).toMatchObject({ frame: 3, theirs: undefined });
    const many = await verifyLog(
      await record('many.jsonl', (draws, command) => (command === 0 ? [0xc1d870, 1, 2] : draws)),
      { systems: SYSTEMS },
    );
    expect(many.draws?.first).toMatchObject({ number: 1, frame: 0, mine: undefined });
  });

  test('a trace without draws reports none', async () => {
    const file = join(folder, 'none.jsonl');
    const plan = loadPlan(PLAN);
    const battle = startPlan(LIVE_A_LIVE_BATTLE, plan);
    const trace = recordPlan(file, LIVE_A_LIVE_BATTLE, battle, plan);
    await runPlan(LIVE_A_LIVE_BATTLE, battle, plan, trace.record);
    trace.writer.finish();
    expect((await verifyLog(file, { systems: SYSTEMS })).draws).toBeUndefined();
  });
});

test.each([
  ['[0,{"command":"x"},[],"draws",[1,2]]', 'three words'],
  ['[0,{"command":"x"},[],"drawn",[]]', '"draws"'],
  ['[0,{"command":"x"},[],"draws",[4294967296,0,0]]', 'larger than'],
  ['[0,{"command":"x"},[],"draws",[1,2,3],2]', 'closing bracket'],
])('a damaged row %s is refused', async (row, message) => {
  const whole = readFileSync(await record('damaged.jsonl', (draws) => draws), 'utf8').split('\n');
  const decoder = createTraceDecoder('damaged.jsonl');
  decoder.push(Buffer.from(`${whole[0]}\n${row}\n`));
  expect(() => decoder.next()).toThrow(message);
});

test('sites and states are printed as text', () => {
  expect(siteText(0xc1d870)).toBe('C1:D870');
  // the bytes 2E 16 34 12 of a reseed, as they stand in memory
  expect(stateText(0x1234162e)).toBe('2E 16 34 12');
});
