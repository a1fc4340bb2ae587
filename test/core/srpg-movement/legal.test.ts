/** What is listed as legal is accepted, what is not listed is rejected with the image untouched. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { encodedLength, stateHash } from '../../../core/system/battle.js';

const UNITS = 3;

/** Ranges of the list: `[code, [min, max], ...]`; a list of draws keeps its length and its value range. */
function legalEntries(battle: SrpgBattle): number[][] {
  const words = new Int32Array(20000);
  const length = battle.legalCommands(words);
  expect(length).toBeLessThan(words.length);
  const entries: number[][] = [];
  for (let at = 0; at < length; ) {
    const shape = srpgMovement.commands.find((command) => command.code === words[at]);
    const parameters = shape?.parameters ?? [];
    const size = 1 + parameters.reduce((sum, one) => sum + (one.capacity === undefined ? 2 : 4), 0);
    entries.push([...words.subarray(at, at + size)]);
    at += size;
  }
  return entries;
}

function isListed(entries: readonly number[][], command: Int32Array): boolean {
  return entries.some((entry) => {
    if (entry[0] !== command[0]) return false;
    if (entry[0] === 18) {
      const length = command[1] ?? -1;
      const draws = [...command.subarray(2, 2 + length)];
      return length === entry[1] && draws.every((draw) => draw >= 0 && draw <= 15);
    }
    for (let index = 1; 2 * index < entry.length; index++) {
      const value = command[index] ?? 0;
      if (value < (entry[2 * index - 1] ?? 0) || value > (entry[2 * index] ?? 0)) return false;
    }
    return true;
  });
}

const anyCommand = fc.record({
  index: fc.nat(srpgMovement.commands.length - 1),
  words: fc.array(fc.oneof(fc.integer({ min: -1, max: 4 }), fc.constantFrom(253, 254, 255, 256, 65535, 65536)), {
    minLength: 8,
    maxLength: 8,
  }),
});

const anyBattle = fc.record({
  map: fc.array(fc.array(fc.constantFrom(0, 0, 0, 1, 2), { minLength: 4, maxLength: 4 }), {
    minLength: 3,
    maxLength: 3,
  }),
  units: fc.uniqueArray(
    fc.record({
      x: fc.nat(3),
      y: fc.nat(2),
      move: fc.nat(4),
      side: fc.nat(1),
      maxRange: fc.nat(3),
      hp: fc.integer({ min: 1, max: 3 }),
      weight: fc.integer({ min: 1, max: 9 }),
      intellect: fc.nat(255),
      idleIncrease: fc.integer({ min: -3, max: 3 }),
      added: fc.boolean(),
    }),
    { minLength: UNITS, maxLength: UNITS, selector: ({ x, y }) => `${x},${y}` },
  ),
  // enough text that its last bytes never matter
  transcript: fc.constantFrom(0, 9000),
  pathCapacity: fc.integer({ min: 0, max: 5 }),
});

const anySwitches = fc.record({
  turnOrder: fc.constantFrom('free', 'free', 'phases', 'wait', 'order-points'),
  passThrough: fc.constantFrom('none', 'allies', 'all'),
  allowStack: fc.constantFrom('reject', 'allow'),
  zoneOfControl: fc.constantFrom('off', 'on'),
  phaseEnd: fc.constantFrom('explicit', 'auto'),
  damage: fc.constantFrom('command', 'difference'),
});

test('S9 S10 S17 SA10: listed means accepted, not listed means rejected with the image untouched', () => {
  let accepted = 0;
  let rejected = 0;
  fc.assert(
    fc.property(
      anyBattle,
      anySwitches,
      fc.array(anyCommand, { minLength: 20, maxLength: 60 }),
      (setup, switches, run) => {
        const battle = createBattle(withGrounds(setup), switches);
        for (const { index, words } of run) {
          const shape = srpgMovement.commands[index];
          if (shape === undefined) continue;
          const command = new Int32Array(encodedLength(shape));
          command[0] = shape.code;
          command.set(words.slice(0, Math.min(command.length - 1, words.length)), 1);
          if (shape.name === 'idle') command[1] = Math.min(Math.abs(command[1] ?? 0), 7);
          const before = battle.image.slice();
          const listed = isListed(legalEntries(battle), command);
          expect(battle.image).toEqual(before);
          const result = battle.step(command, undefined);
          expect({ shape: shape.name, command: [...command.subarray(0, 4)], legal: result === 0 }).toEqual({
            shape: shape.name,
            command: [...command.subarray(0, 4)],
            legal: listed,
          });
          if (result !== 0) expect(Buffer.compare(battle.image, before)).toBe(0);
          if (result === 0) accepted++;
          else rejected++;
        }
      },
    ),
    { numRuns: 6 },
  );
  expect(Math.min(accepted, rejected)).toBeGreaterThan(5);
});

function withGrounds(setup: object): object {
  return { ...setup, grounds: { 0: 1, 1: -1, 2: 2 } };
}

test('legalCommands never writes more than there is room for', () => {
  const setup = { map: [[0, 0, 0]], grounds: { 0: 1 }, units: [{ id: 'a' }], transcript: 600 };
  const battle = createBattle(setup);
  const whole = new Int32Array(1000);
  const length = battle.legalCommands(whole);
  for (let room = 0; room <= length; room++) {
    const words = new Int32Array(room);
    expect(battle.legalCommands(words)).toBeLessThanOrEqual(room);
  }
  expect(battle.legalCommands(new Int32Array(length))).toBe(length);
});

test('the same commands give the same state hash', () => {
  const setup = { map: [[0, 0, 0]], grounds: { 0: 1 }, units: [{ id: 'a' }] };
  const hashes = [0, 1].map(() => {
    const battle = createBattle(setup);
    battle.step(Int32Array.of(1, 0), undefined);
    battle.step(Int32Array.of(5, 0, 2, 0), undefined);
    return stateHash(battle);
  });
  expect(hashes[0]).toBe(hashes[1]);
});
