/** Random wars: rejections leave the image untouched, legal commands hold every accepted one, snapshots replay. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import {
  createEventBuffer,
  decodeCommand,
  encodeCommand,
  encodedLength,
  readEvents,
  snapshot,
  stateHash,
} from '../../../core/system/battle.js';
import type { Battle } from '../../../core/system/system.js';
import { loners, type Plain, skill, twoPairs, unit } from './support.js';

const commands = holyGrailWar.commands;
const skills = {
  'red-servant': {
    hp: 60,
    mag: 2,
    advantage: 1,
    skills: [
      skill('rite', { rank: 'B+', secrecy: 'D' }, { timing: 'action', cost: 3 }),
      skill('blow', { rank: 'D' }, { timing: 'battle', changes: [{ stat: 'str', amount: 2, lasts: 'round' }] }),
      skill('curse', {}, { changes: [{ stat: 'advantage', amount: -1, target: 'other', lasts: 'turn' }] }),
    ],
  },
  'blue-servant': { skills: [skill('ward', {}, { refersTo: ['art'], disables: 'round' })], maxLp: 3, mag: 1 },
  'blue-master': { skills: [skill('veil', { secrecy: 'EX', lineages: ['veil'] }, { cost: 49 })] },
};
const setups: readonly Plain[] = [
  twoPairs({}, skills),
  twoPairs({ phase: 'active' }, skills),
  twoPairs({ phase: 'processing' }, skills),
  loners([unit('a', 'servant'), unit('b', 'servant', { advantage: 2 }), unit('c', 'servant', { maxHp: 9 })]),
];

/** An entry of `legalCommands` in parts: ranges, and for lists the range of the length first. */
interface Entry {
  readonly code: number;
  readonly ranges: readonly (readonly [number, number])[];
}

const shapeOf = (code: number) => commands.find((shape) => shape.code === code);

function entriesOf(battle: Battle): Entry[] {
  const out = new Int32Array(60_000);
  const length = battle.legalCommands(out);
  const entries: Entry[] = [];
  let at = 0;
  while (at < length) {
    const code = out[at++] ?? 0;
    const shape = shapeOf(code);
    if (shape === undefined) throw new Error(`entry with code ${code}`);
    const ranges: [number, number][] = [];
    for (const parameter of shape.parameters) {
      for (let part = 0; part < (parameter.capacity === undefined ? 1 : 2); part++) {
        ranges.push([out[at] ?? 0, out[at + 1] ?? 0]);
        at += 2;
      }
    }
    entries.push({ code, ranges });
  }
  return entries;
}

/** Whether an encoded command lies in an entry. */
function contains(entry: Entry, words: Int32Array): boolean {
  if (entry.code !== words[0]) return false;
  const shape = shapeOf(entry.code);
  let at = 1;
  let range = 0;
  const fits = (value: number | undefined, which: number): boolean => {
    const [min, max] = entry.ranges[which] ?? [1, 0];
    return value !== undefined && value >= min && value <= max;
  };
  for (const parameter of shape?.parameters ?? []) {
    if (parameter.capacity === undefined) {
      if (!fits(words[at++], range++)) return false;
      continue;
    }
    const count = words[at] ?? 0;
    if (!fits(count, range++)) return false;
    for (let index = 1; index <= count; index++) if (!fits(words[at + index], range)) return false;
    range++;
    at += 1 + parameter.capacity;
  }
  return true;
}

/**
 * A command drawn from an entry by a stream of numbers; list members are drawn without repetition where they are
 * ids.
 */
function draw(entry: Entry, next: () => number): Int32Array {
  const shape = shapeOf(entry.code);
  if (shape === undefined) throw new Error('no shape');
  const words = new Int32Array(encodedLength(shape));
  words[0] = entry.code;
  const pick = ([min, max]: readonly [number, number]): number => min + (next() % (max - min + 1));
  let at = 1;
  let range = 0;
  for (const parameter of shape.parameters) {
    const own = entry.ranges[range++] ?? [0, 0];
    if (parameter.capacity === undefined) {
      words[at++] = pick(own);
      continue;
    }
    const members = entry.ranges[range++] ?? [0, 0];
    const list: number[] = [];
    for (let left = pick(own); left > 0; left--) {
      const value = pick(members);
      if (parameter.ids === undefined || !list.includes(value)) list.push(value);
    }
    words[at] = list.length;
    list.forEach((value, index) => {
      words[at + 1 + index] = value;
    });
    at += 1 + parameter.capacity;
  }
  return words;
}

/** A repeatable stream of numbers from one seed (xorshift). */
function stream(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Rare commands that end everything or are open at any time would crowd out the rest. */
const crowding = new Set([
  'endWar',
  'revealFact',
  'revealSkill',
  'adjust',
  'useSeal',
  'closeBattle',
  'notice',
  'witness',
]);

function drawCalm(battle: Battle, next: () => number): Int32Array | undefined {
  const entries = entriesOf(battle);
  const calm = entries.filter((entry) => !crowding.has(shapeOf(entry.code)?.name ?? ''));
  const from = calm.length === 0 || next() % 4 === 0 ? entries : calm;
  const entry = from[next() % Math.max(1, from.length)];
  return entry === undefined ? undefined : draw(entry, next);
}

const seeds = fc.integer({ min: 1, max: 0x7fff_fffe });
const setupNumbers = fc.nat(setups.length - 1);
const options = { numRuns: 60, seed: 20_261_121, verbose: 1 } as const;

/** Random words of any command, ranges slightly overstepped. */
function wild(next: () => number): Int32Array {
  const shape = commands[next() % commands.length];
  if (shape === undefined) throw new Error('no shape');
  const words = new Int32Array(encodedLength(shape));
  words[0] = shape.code;
  for (let at = 1; at < words.length; at++) words[at] = (next() % 8) - 1;
  return words;
}

describe('properties (seed 20261121)', () => {
  test('a rejection leaves the image untouched; an accepted command lies in a legal entry', () => {
    const accepted = new Set<string>();
    const rejected = new Set<number>();
    fc.assert(
      fc.property(seeds, setupNumbers, (seed, which) => {
        const battle = holyGrailWar.create(setups[which]);
        const next = stream(seed);
        for (let step = 0; step < 120; step++) {
          const calm = step % 3 === 0 ? undefined : drawCalm(battle, next);
          const words = calm ?? wild(next);
          const before = battle.image.slice();
          const entries = entriesOf(battle);
          const events = createEventBuffer();
          const result = battle.step(words, events);
          if (result === 0) {
            accepted.add(shapeOf(words[0] ?? 0)?.name ?? '');
            if (!entries.some((entry) => contains(entry, words))) {
              throw new Error(
                `accepted outside of every entry: ${JSON.stringify(decodeCommand(holyGrailWar, battle, words))}`,
              );
            }
            readEvents(holyGrailWar, events);
          } else {
            rejected.add(result);
            if (Buffer.compare(before, battle.image) !== 0) throw new Error(`image changed by error ${result}`);
            if (events.length !== 0) throw new Error(`events of a rejected command: error ${result}`);
          }
        }
      }),
      options,
    );
    // the random wars reached nearly everything
    expect(accepted.size).toBeGreaterThan(24);
    expect(rejected.size).toBeGreaterThan(10);
  });

  test('every entry of a simple command holds an accepted one', () => {
    // parameters tied together (sums, lists, areas) are given as their hull; those without ties must be exact
    const exact = ['closeActive', 'payMag', 'noAttack', 'closeStandby', 'closeDeclarations', 'damageStep', 'escape'];
    exact.push('cleanup', 'endTurn', 'notice', 'chooseReactive', 'witness', 'restHeal', 'avoidLethal', 'revealSkill');
    const met = new Set<string>();
    fc.assert(
      fc.property(seeds, setupNumbers, (seed, which) => {
        const battle = holyGrailWar.create(setups[which]);
        const next = stream(seed);
        for (let step = 0; step < 60; step++) {
          for (const entry of entriesOf(battle)) {
            const name = shapeOf(entry.code)?.name ?? '';
            if (!exact.includes(name)) continue;
            const saved = snapshot(battle);
            // the least of each range: an HP, no LP, the one unit
            const result = battle.step(
              draw(entry, () => 0),
              undefined,
            );
            battle.image.set(saved);
            const dear = name === 'restHeal' && result !== 0;
            if (result !== 0 && !dear) throw new Error(`legal ${name} was rejected with ${result}`);
            met.add(name);
          }
          const words = drawCalm(battle, next);
          if (words !== undefined) battle.step(words, undefined);
        }
      }),
      options,
    );
    expect(met.size).toBeGreaterThan(8);
  });

  test('a snapshot replays to the same hash, with and without events', () => {
    fc.assert(
      fc.property(seeds, setupNumbers, (seed, which) => {
        const battle = holyGrailWar.create(setups[which]);
        const next = stream(seed);
        const start = snapshot(battle);
        const log: Int32Array[] = [];
        for (let step = 0; step < 80; step++) {
          const words = drawCalm(battle, next);
          if (words !== undefined && battle.step(words, undefined) === 0) log.push(words);
        }
        const end = stateHash(battle);
        battle.image.set(start);
        for (const words of log) {
          const plain = decodeCommand(holyGrailWar, battle, words);
          expect(battle.step(encodeCommand(holyGrailWar, battle, plain), createEventBuffer(4))).toBe(0);
        }
        expect(stateHash(battle)).toBe(end);
      }),
      options,
    );
  });

  test('legalCommands never writes past a small buffer and writes whole entries', () => {
    const battle = holyGrailWar.create(setups[0]);
    const all = new Int32Array(60_000);
    const length = battle.legalCommands(all);
    for (const size of [0, 1, 2, 9, 50, length - 1]) {
      const out = new Int32Array(size + 8).fill(-77);
      const written = battle.legalCommands(out.subarray(0, size));
      expect(written).toBeLessThanOrEqual(size);
      expect([...out.subarray(size)].every((word) => word === -77)).toBe(true);
    }
  });
});
