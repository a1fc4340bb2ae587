/**
 * The slow turn engine through the long recorded sequences, in which work RAM persists from call to call: the worked
 * example of the guide, twelve random battles, the overflow runs and the generators (executed).
 *
 * Step 0 of a battle sets up blocks with routines of other parts; its recorded result is taken over. From then on every
 * cell is the reference's own, and the watched cells, results, exits and draws must agree after each step.
 */
import { describe, expect, it } from 'vitest';
import { createWorld, routineOfAddress, runTurnRoutine } from './turn-engine.js';
import { type Outcome, readByte, type World, writeByte, writeWord } from './turn-world.js';
import { readSequenceFile, type SequenceCall, type SequenceMemory, type SequenceStep } from './vector-files.js';

const battles = ['1v1', '1v2', '2v3', '4v5', '3v8', '4v15', '4v4', '2v6', '4v10', '1v12', '4v1', '1v15'];
const files = [
  '01-worked-example-takahara-namcat',
  ...battles.map((sides, index) => `02-turns-${String(index + 1).padStart(2, '0')}-${sides}`),
  ...[0, 31, 60, 100, 226].map((speed) => `03-overflow-speed-${speed}`),
  '04-battle-generator-1',
  '04-battle-generator-2',
  '04-battle-generator-3',
  '04-generators-mixed',
  '04-map-generator',
];

function apply(world: World, memory: SequenceMemory): void {
  for (const [name, value] of Object.entries(memory)) {
    const bytes = typeof value === 'number' ? [value] : value;
    bytes.forEach((byte, place) => {
      writeByte(world, Number.parseInt(name, 16) + place, byte);
    });
  }
}

function result(outcome: Outcome, entry: { X: number; Y: number }, register: string): number {
  if (register === 'A8') return (outcome.a ?? 0) % 256;
  return register === 'X' ? (outcome.x ?? entry.X) : (outcome.y ?? entry.Y);
}

/** Runs one call as often as it says; the exit of its last run. */
function runCall(world: World, call: SequenceCall): string | null {
  if (call.set !== undefined) apply(world, call.set);
  if (call.routine === undefined) return null;
  const routines = typeof call.routine === 'string' ? [call.routine] : call.routine;
  const [register = 'X', values = [undefined]] = Object.entries(call.each ?? {})[0] ?? [];
  const entries = values.map((value) => ({
    A: 0,
    X: 0,
    Y: 0,
    ...call.regs,
    ...(value === undefined ? {} : { [register]: value }),
  }));
  if (call.product !== undefined) writeWord(world, 0x002134, call.product);
  let exit = '';
  entries.forEach((entry, index) => {
    for (let time = 0; time < (call.times ?? 1); time += 1) {
      for (const address of routines) {
        const outcome = runTurnRoutine(world, address, { a: entry.A, x: entry.X, y: entry.Y });
        exit = outcome.exit;
        for (const [name, wanted] of Object.entries(call.gives ?? {})) {
          const expected = typeof wanted === 'number' ? wanted : wanted[call.each === undefined ? time : index];
          expect(result(outcome, entry, name), `${address} gives ${name}`).toBe(expected);
        }
      }
    }
  });
  return exit;
}

const isSetup = (step: SequenceStep) =>
  step.calls.some((call) => typeof call.routine === 'string' && !routineOfAddress.has(call.routine));

describe('sequences as executed', () => {
  it.each(files)('%s: watched cells, exits and draws are as executed', (name) => {
    const file = readSequenceFile(name);
    const recorded = createWorld();
    const world = createWorld();
    for (const memory of [file.start, file.rom]) {
      apply(recorded, memory);
      apply(world, memory);
    }
    let compared = 0;
    for (const step of file.steps) {
      apply(recorded, step.mem);
      if (isSetup(step)) {
        expect(step.step, 'only the first step is taken over').toBe(0);
        apply(world, step.mem);
        continue;
      }
      world.draws.length = 0;
      const exits = step.calls.map((call) => runCall(world, call));
      const expectedExits = step.exits ?? step.calls.map((call) => (call.routine === undefined ? null : 'return'));
      expect(exits, `step ${step.step} exits`).toEqual(expectedExits);
      expect(world.draws, `step ${step.step} draws`).toEqual(step.draws ?? []);
      for (const [address, bytes, meaning] of file.watched) {
        for (let place = 0; place < bytes; place += 1) {
          const at = Number.parseInt(address, 16) + place;
          const label = `step ${step.step} ${at.toString(16)} ${meaning}`;
          expect(readByte(world, at), label).toBe(readByte(recorded, at));
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(file.watched.length * (file.steps.length - 1));
  });
});
