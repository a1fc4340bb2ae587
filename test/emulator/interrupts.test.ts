/**
 * Interrupts, and ends of pages and banks, on our own console and on emulator cores: work RAM is equal to the last byte, and equal to
 * what is kept in `test/fixtures/cpu`. Where the bsnes-mercury cores and the processor's documents differ, snes9x is asked: it takes
 * the documents' side, as `core/cpu` does. (Its STP ends with NMI, so only its records are compared.)
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { recordFrames } from '../../harness/capture/record/record-frames.js';
import { readRecording } from '../../harness/capture/record/recording-reader.js';
import { createConsole } from '../../harness/original/console/console.js';
import { interruptProgram, type ProgramName } from '../fixtures/cpu/interrupt-cases.js';
import { FRAMES, firstDifference, recordedRecords, recordsOf } from '../fixtures/cpu/interrupt-records.js';
import { testWith } from './tools.js';

const WORK_RAM_BYTES = 0x2_0000;
const scratch = mkdtempSync(join(tmpdir(), 'lockstep-interrupts-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function ramHere(program: ProgramName): Uint8Array {
  const console = createConsole(interruptProgram(program).image);
  for (let frame = 0; frame < FRAMES[program]; frame++) console.runFrame(0);
  return console.workRam;
}

async function ramThere(program: ProgramName, core: string): Promise<Uint8Array> {
  const rom = join(scratch, `${program}.sfc`);
  const out = join(scratch, `${program}-${core}.rec`);
  writeFileSync(rom, interruptProgram(program).image);
  const frames = FRAMES[program];
  await recordFrames({ core, rom, out, frames, windows: [{ address: 0, length: WORK_RAM_BYTES }] });
  const ram = new Uint8Array(WORK_RAM_BYTES);
  await readRecording(out, ({ frame, bytes }) => {
    if (frame === frames - 1) ram.set(bytes);
  });
  return ram;
}

describe.each(['balanced', 'accuracy'] as const)('on the %s core', (core) => {
  for (const program of ['interrupts', 'edges'] as const) {
    testWith(['compiler', core], `${program} leave the work RAM that they leave here`, async () => {
      const [mine, theirs] = [ramHere(program), await ramThere(program, core)];
      const { names } = interruptProgram(program);
      expect(firstDifference(recordsOf(mine), recordsOf(theirs), names)).toBeUndefined();
      expect(mine.findIndex((byte, at) => byte !== theirs[at])).toBe(-1);
      expect(recordsOf(theirs)).toEqual(recordedRecords()[program]);
    });
  }

  testWith(['compiler', core], 'only pointers that leave their page differ in the disputed cases', async () => {
    const [mine, theirs] = [recordsOf(ramHere('disputed')), recordsOf(await ramThere('disputed', core))];
    const { names } = interruptProgram('disputed');
    const differing = names.filter((_, index) => mine[index] !== theirs[index]);
    expect(differing.every((name) => /^(?:LDA|ADC) \[d\].*place (?:1CFF|FFFF)/u.test(name))).toBe(true);
    expect(differing).toHaveLength(6);
  });
});

testWith(['compiler', 'snes9x'], 'the disputed cases are on snes9x as they are here', async () => {
  const theirs = recordsOf(await ramThere('disputed', 'snes9x'));
  const { names } = interruptProgram('disputed');
  expect(firstDifference(recordsOf(ramHere('disputed')), theirs.slice(0, names.length), names)).toBeUndefined();
});
