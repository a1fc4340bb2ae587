/**
 * The processor against emulator cores: generated programs run on both, and the whole work RAM, in which they keep their registers,
 * is compared. A difference names the seed, the case and its first differing instruction. Needs a C compiler and the
 * bsnes-mercury cores.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCpu, masterCycles, OPCODES, reset, runUntil, STOP_ADDRESS_REACHED } from '../../core/cpu/index.js';
import { read16 } from '../../core/int/index.js';
import { recordFrames } from '../../harness/capture/record/record-frames.js';
import { readRecording } from '../../harness/capture/record/recording-reader.js';
import { boardBus } from './cpu-board.js';
import {
  CASES_A_SAMPLE,
  COUNT_AT,
  FINISH_AT,
  RECORD_BYTES,
  RECORD_WORDS,
  RING_AT,
  RING_RECORDS,
  SAMPLES_AT,
  WORK_RAM_BYTES,
} from './cpu-image.js';
import { makeProgram, type Program, type ProgramOrder } from './cpu-program.js';
import { testWith } from './tools.js';

const scratch = mkdtempSync(join(tmpdir(), 'lockstep-cpu-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The loop at the program's end. */
const END = FINISH_AT + 7;
const CYCLES_A_FRAME = 357_366;
/** Refreshing memory takes 40 of the 1,364 cycles of a line; start-up a few frames. */
const SLOWER = 1.04;
const MORE_FRAMES = 8;

interface Ended {
  readonly ram: Uint8Array;
  readonly frames: number;
}

function runHere(image: Uint8Array): Ended {
  const cpu = createCpu();
  const bus = boardBus(image);
  reset(cpu, bus);
  const reason = runUntil(cpu, bus, 60 * 60 * CYCLES_A_FRAME, END);
  if (reason !== STOP_ADDRESS_REACHED) throw new Error(`the program ends here with ${reason}`);
  const frames = Math.ceil((masterCycles(cpu) * SLOWER) / CYCLES_A_FRAME) + MORE_FRAMES;
  return { ram: bus.memory.slice(0, WORK_RAM_BYTES), frames };
}

/** Work RAM at the end of the program on an emulator core. */
async function runThere(image: Uint8Array, core: string, frames: number): Promise<Uint8Array> {
  const rom = join(scratch, 'program.sfc');
  const out = join(scratch, 'program.rec');
  writeFileSync(rom, image);
  await recordFrames({ core, rom, out, frames, windows: [{ address: 0, length: WORK_RAM_BYTES }] });
  const ram = new Uint8Array(WORK_RAM_BYTES);
  await readRecording(out, ({ frame, bytes }) => {
    if (frame === frames - 1) ram.set(bytes);
  });
  return ram;
}

function firstDifference(mine: Uint8Array, theirs: Uint8Array): number {
  return mine.findIndex((byte, at) => byte !== theirs[at]);
}

/** Words of a case's record. */
function recordOf(ram: Uint8Array, index: number): Record<string, number> {
  const at = RING_AT + (index % RING_RECORDS) * RECORD_BYTES;
  return Object.fromEntries(RECORD_WORDS.map((name, word) => [name, read16(ram, at + 2 * word)]));
}

/** First case whose registers differ, of the last ones of a program. */
function firstCaseInRing(mine: Uint8Array, theirs: Uint8Array, cases: number): number {
  for (let index = Math.max(0, cases - RING_RECORDS); index < cases; index++) {
    if (JSON.stringify(recordOf(mine, index)) !== JSON.stringify(recordOf(theirs, index))) return index;
  }
  return cases - 1;
}

/** Cases up to the first sample of the digest that differs. */
function casesToFirstSample(mine: Uint8Array, theirs: Uint8Array, cases: number): number {
  for (let sample = 0; (sample + 1) * CASES_A_SAMPLE <= cases; sample++) {
    const at = SAMPLES_AT + 2 * sample;
    if (read16(mine, at) !== read16(theirs, at)) return (sample + 1) * CASES_A_SAMPLE;
  }
  return cases;
}

/** The program cut behind the first differing case, then inside it: what differs first. */
async function explain(order: ProgramOrder, core: string, mine: Uint8Array, theirs: Uint8Array): Promise<string> {
  const until = casesToFirstSample(mine, theirs, Math.min(order.cases, read16(mine, COUNT_AT)));
  const [near] = await compareOn({ ...order, cases: until }, core);
  const index = near === undefined ? until - 1 : firstCaseInRing(near.mine, near.theirs, until);
  for (let cut = 1; cut <= 8; cut++) {
    const [found, program] = await compareOn({ ...order, cases: index + 1, cut }, core);
    if (found === undefined) continue;
    const records = `${JSON.stringify(recordOf(found.mine, index))} here, ${JSON.stringify(recordOf(found.theirs, index))} on the core`;
    const at = firstDifference(found.mine, found.theirs).toString(16);
    return `seed ${order.seed}, case ${index}, instruction ${cut}: ${program.lastCase.at(-1)}; ${records}; first byte ${at}`;
  }
  return `seed ${order.seed}, case ${index}: differs only with what follows it`;
}

interface Difference {
  readonly mine: Uint8Array;
  readonly theirs: Uint8Array;
}

async function compareOn(order: ProgramOrder, core: string): Promise<[Difference | undefined, Program]> {
  const program = makeProgram(order);
  const { ram: mine, frames } = runHere(program.image);
  const theirs = await runThere(program.image, core, frames);
  const equal = firstDifference(mine, theirs) < 0;
  return [equal ? undefined : { mine, theirs }, program];
}

const CASES = 40_000;
const SEEDS: readonly (readonly [core: 'balanced' | 'accuracy', seed: number])[] = [
  ...[1, 2, 3, 4, 5, 6, 7].map((seed) => ['balanced', seed] as const),
  ['accuracy', 101],
];

describe('generated programs', () => {
  let instructions = 0;
  const executed = new Uint32Array(256 * 5);

  for (const [core, seed] of SEEDS) {
    testWith(['compiler', core], `seed ${seed} leaves the same work RAM here and on the ${core} core`, async () => {
      const order = { seed, cases: CASES };
      const [difference, program] = await compareOn(order, core);
      if (difference !== undefined) {
        const { mine, theirs } = difference;
        expect.fail(await explain(order, core, mine, theirs));
      }
      expect(program.cases).toBeGreaterThan(10_000);
      instructions += program.instructions;
      for (const [index, count] of program.executed.entries()) executed[index] = (executed[index] ?? 0) + count;
    });
  }

  test('together they have executed a million instructions, every opcode in every width', (context) => {
    if (instructions === 0) return context.skip('no program ran');
    console.log(`${instructions} random instructions compared`);
    expect(instructions).toBeGreaterThan(1_000_000);
    const missing = OPCODES.flatMap(({ name, mode }, opcode) =>
      [0, 1, 2, 3, 4].flatMap((state) =>
        (executed[opcode * 5 + state] ?? 0) < 10 ? [`${name} ${mode} ${state}`] : [],
      ),
    );
    expect(missing.filter((line) => !/^(?:WAI|STP)/u.test(line))).toEqual([]);
  });
});
