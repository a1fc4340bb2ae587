/** What holds for every battle, whatever is commanded: by legal random play with chance outside of the battle. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { createEventBuffer, restore, snapshot } from '../../../../core/system/battle.js';
import { IMAGE_BYTES } from '../../../../rom-map/windows.js';
import { blockNumber } from '../../../fixtures/live-a-live/battle-cells.js';
import { ORDINARY_FORMATIONS } from '../../../fixtures/live-a-live/formations.js';

const PARTIES: readonly (readonly string[])[] = [
  ['takahara'],
  ['oersted', 'straybow', 'uranus', 'hash'],
  ['pogo', 'gori'],
  ['akira'],
];
const OFFSETS = new Map(createBattle(null).cells.map((cell) => [cell.name, cell]));

function cellOf(image: Uint8Array, name: string): number {
  const cell = OFFSETS.get(name);
  if (cell === undefined) throw new Error(name);
  let value = 0;
  for (let byte = cell.width - 1; byte >= 0; byte--) value = value * 256 + (image[cell.offset + byte] ?? 0);
  return value;
}

interface Case {
  readonly formation: number;
  readonly party: readonly string[];
  readonly generator: readonly number[];
  readonly choices: readonly number[];
}

const cases = fc.record({
  formation: fc.constantFrom(0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xf5, ...ORDINARY_FORMATIONS.slice(0, 40)),
  party: fc.constantFrom(...PARTIES),
  generator: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }),
  choices: fc.array(fc.nat(), { minLength: 5, maxLength: 25 }),
});

function start({ formation, party, generator }: Case): LiveALiveBattle {
  return createBattle({ formation, party: party.map((character) => ({ character })), generator });
}

const LISTED = new Int32Array(1 << 16);
const SHAPES = new Map(LIVE_A_LIVE_BATTLE.commands.map((shape) => [shape.code, shape]));

/** The command that a number chooses among those listed now: an entry, and its parameters within their bounds. */
function chosen(battle: LiveALiveBattle, choice: number): Int32Array | undefined {
  const length = battle.legalCommands(LISTED);
  const entries: number[] = [];
  for (let at = 0; at < length; at += 1 + 2 * (SHAPES.get(LISTED[at] ?? 0)?.parameters.length ?? 0)) entries.push(at);
  const at = entries[choice % entries.length];
  if (at === undefined) return undefined;
  const count = SHAPES.get(LISTED[at] ?? 0)?.parameters.length ?? 0;
  const words = new Int32Array(1 + count);
  words[0] = LISTED[at] ?? 0;
  for (let index = 0; index < count; index++) {
    const min = LISTED[at + 1 + 2 * index] ?? 0;
    const max = Math.min(LISTED[at + 2 + 2 * index] ?? 0, min + 3);
    words[1 + index] = min + ((choice >>> (3 * index)) % (max - min + 1));
  }
  return words;
}

function checkImage(battle: LiveALiveBattle): void {
  const { image } = battle;
  expect(image.length).toBe(IMAGE_BYTES);
  for (let slot = 0; slot < 4; slot++) {
    if (cellOf(image, `ally[${slot}].id`) === 0xff) continue;
    const record = blockNumber('record', cellOf(image, `ally[${slot}].record`));
    const hp = cellOf(image, `record[${record}].hp`);
    expect(hp).toBeLessThanOrEqual(cellOf(image, `record[${record}].maxHp`));
    if (cellOf(image, `ally[${slot}].state`) !== 0)
      expect(hp === 0).toBe(cellOf(image, `ally[${slot}].statuses`) === 0xff);
    expect(cellOf(image, `ally[${slot}].cellX`)).toBeLessThan(7);
    expect(cellOf(image, `ally[${slot}].cellY`)).toBeLessThan(7);
  }
  const boxes = new Map<number, number>();
  for (let slot = 0; slot < 15; slot++) {
    const state = cellOf(image, `enemy[${slot}].state`);
    if (state === 0x80) break;
    if (state === 0) continue;
    const species = blockNumber('species', cellOf(image, `enemy[${slot}].species`));
    expect(cellOf(image, `enemy[${slot}].hp`)).toBeLessThanOrEqual(cellOf(image, `species[${species}].maxHp`));
    boxes.set(slot + 1, cellOf(image, `species[${species}].width`) * cellOf(image, `species[${species}].height`));
  }
  const grid = OFFSETS.get('fieldGrid[0]')?.offset ?? 0;
  const cells = new Map<number, number>();
  for (let at = 0; at < 56; at++) {
    const cell = image[grid + at] ?? 0;
    if ((at & 7) === 7) expect(cell & 0x1f).toBe(0);
    if ((cell & 0x10) !== 0 && (cell & 0x0f) !== 0) cells.set(cell & 0x0f, (cells.get(cell & 0x0f) ?? 0) + 1);
  }
  expect(cells).toEqual(boxes);
}

/** Plays a case. @param each told about the battle before and after every command */
function playCase(one: Case, each: (battle: LiveALiveBattle, command: Int32Array) => void): LiveALiveBattle {
  const battle = start(one);
  for (const choice of one.choices) {
    const command = chosen(battle, choice);
    if (command === undefined) break;
    each(battle, command);
  }
  return battle;
}

describe('a battle of random commands', () => {
  test('accepts what it lists, keeps HP within the maximum and everybody where the field grid has him', () => {
    fc.assert(
      fc.property(cases, (one) => {
        playCase(one, (battle, command) => {
          expect(battle.step(command, undefined)).toBe(0);
          checkImage(battle);
        });
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  test('goes the same way again: the same commands give the same image and the same draws, with a snapshot restored before each', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const commands: Int32Array[] = [];
        const events = createEventBuffer(1 << 18);
        const battle = playCase(one, (running, command) => {
          commands.push(command);
          running.step(command, events);
        });
        const again = start(one);
        const other = createBattle(null);
        const eventsAgain = createEventBuffer(1 << 18);
        for (const command of commands) {
          restore(other, snapshot(again));
          other.step(command, eventsAgain);
          restore(again, snapshot(other));
        }
        expect(snapshot(other)).toEqual(snapshot(battle));
        expect(eventsAgain.words.subarray(0, eventsAgain.length)).toEqual(events.words.subarray(0, events.length));
      }),
      { numRuns: 30, seed: 6 },
    );
  });

  test('is not touched by a command that is refused', () => {
    const words = fc.array(fc.integer({ min: -3, max: 260 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(cases, words, (one, numbers) => {
        const battle = playCase(one, (running, command) => running.step(command, undefined));
        const command = Int32Array.from(numbers);
        command[0] = (numbers[0] ?? 0) % 12;
        const before = snapshot(battle);
        if (battle.step(command, undefined) !== 0) expect(snapshot(battle)).toEqual(before);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});
