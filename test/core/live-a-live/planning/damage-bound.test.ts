/** The least price of a goal: figures worked out by the rules, and random play in which no command takes more than it may. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { minPrices } from '../../../../core/live-a-live/planning/damage-bound.js';
import { encodeCommand, type PlainCommand } from '../../../../core/system/battle.js';
import type { CellDeclaration } from '../../../../core/system/system.js';
import { FORMATIONS } from '../../../../rom-map/tables/formations.js';

const CELLS = new Map(createBattle(null).cells.map((cell) => [cell.name, cell]));
const least = LIVE_A_LIVE_BATTLE.capabilities.planning?.costLowerBound;

function cell(name: string): CellDeclaration {
  const found = CELLS.get(name);
  if (found === undefined) throw new Error(name);
  return found;
}

function read(image: Uint8Array, name: string): number {
  const { offset, width } = cell(name);
  return (image[offset] ?? 0) | (width === 1 ? 0 : (image[offset + 1] ?? 0) << 8);
}

const hpOf = (image: Uint8Array, enemy = 0): number => read(image, `enemy[${enemy}].hp`);
type Priced = readonly [price: number, command: PlainCommand];

function priced(battle: LiveALiveBattle, commands: readonly Priced[]) {
  return commands.map(([price, command]) => ({ price, words: encodeCommand(LIVE_A_LIVE_BATTLE, battle, command) }));
}

/** Least price until the HP of enemy 0 are lower by so much. */
function priceOf(battle: LiveALiveBattle, damage: number, commands: readonly Priced[]): number | undefined {
  const goal = [{ cell: cell('enemy[0].hp'), min: 0, max: hpOf(battle.image) - damage }];
  return least?.(battle, goal, priced(battle, commands))?.();
}

function priceOfWin(battle: LiveALiveBattle, commands: readonly Priced[]): number | undefined {
  return least?.(battle, [{ cell: cell('battleResult'), min: 1, max: 1 }], priced(battle, commands))?.();
}

const skill = (name: string, more: object = {}): PlainCommand => ({
  command: 'skill',
  skill: name,
  x: 0,
  y: 1,
  ...more,
});
const PUNCH = skill('reppu-seiken-zuki');
const KICK = skill('dou-mawashi-kaiten-geri');
const STEP: PlainCommand = { command: 'step' };

/** Beside Namcat, whom he strikes on 0, 1. */
function besideIt(more: readonly object[] = []): LiveALiveBattle {
  const party = [{ character: 'takahara', x: 1, y: 2 }, ...more];
  return createBattle({ formation: 'namcat', party, generator: [1, 2, 3, 4] });
}

/** Namcats with 30, 40 and 40 HP, or others behind the first one; Takahara strikes the first. */
function threeOfThem(others = 'namcat'): LiveALiveBattle {
  const enemies = [30, 40, 40].map((hp, index) => ({
    species: index === 0 ? 'namcat' : others,
    x: 3 * index,
    y: 0,
    hp,
  }));
  return createBattle({ enemies, party: [{ character: 'takahara', x: 1, y: 2 }], generator: [1, 2, 3, 4] });
}

function write({ image }: LiveALiveBattle, name: string, value: number): void {
  image[cell(name).offset] = value;
}

describe('the lower bound on the cost of damage', () => {
  // 77CE by the rules, Namcat struck from behind (level 3 - 8 = 0), body 33: half of 222 is 111.
  // Punch, level 5 + 2: (15 * 16 >> 3) + (31 >> 2) = 37; (37 * 111 >> 8) * 2 + 5 = 37, and 8 of a draw of 255: 45, twice.
  // Kick, level 2 + 2: (12 * 12 >> 3) + (50 >> 2) = 30; (30 * 111 >> 8) * 2 = 26, and 5: 31, once.
  test('is the fewest punches and kicks of Takahara against Namcat', () => {
    const battle = besideIt();
    const both: Priced[] = [
      [1, PUNCH],
      [1, KICK],
    ];
    expect([1, 90, 91, 180, 181, 256].map((damage) => priceOf(battle, damage, both))).toEqual([1, 1, 2, 2, 3, 3]);
    expect([31, 32, 62, 63].map((damage) => priceOf(battle, damage, [[1, KICK]]))).toEqual([1, 2, 2, 3]);
    // a kick for 2 or a punch for 5: 3 kicks are 93, 4 are 124
    const dear: Priced[] = [
      [5, PUNCH],
      [2, KICK],
      [1, STEP],
    ];
    expect([31, 62, 63, 90, 91, 121, 122].map((damage) => priceOf(battle, damage, dear))).toEqual([
      2, 4, 5, 5, 6, 7, 8,
    ]);
    expect(priceOf(battle, 0, both)).toBe(0);
    expect(priceOfWin(battle, both)).toBe(3);
  });

  test('is unknown where no command does damage, or a policy plays', () => {
    const battle = besideIt();
    expect(priceOf(battle, 10, [[1, STEP]])).toBeUndefined();
    expect(
      priceOf(battle, 10, [
        [1, KICK],
        [1, { command: 'auto', policy: 'attack' }],
      ]),
    ).toBeUndefined();
    // he never learned it
    expect(priceOf(battle, 10, [[1, skill('low-kick')]])).toBeUndefined();
  });

  test('counts one command more when the enemy is out of reach', () => {
    const party = [{ character: 'takahara', x: 5, y: 5 }];
    const battle = createBattle({ formation: 'namcat', party, generator: [1, 2, 3, 4] });
    const go: Priced = [4, { command: 'move', x: 1, y: 2 }];
    expect([31, 32].map((damage) => priceOf(battle, damage, [[5, KICK], go]))).toEqual([9, 14]);
    expect(priceOf(besideIt(), 31, [[5, KICK], go])).toBe(5);
  });

  // level and power can be raised: 24 * 12 >> 3 = 36, and 255 >> 2 = 63; (99 * 111 >> 8) * 2 = 84, and 20
  test('takes a stat that a skill can raise as raised, and a body that one can lower as 0', () => {
    const raised: Priced[] = [
      [1, KICK],
      [1000, { command: 'skill', skill: 'kiai-tame', x: 1, y: 2 }],
    ];
    expect([104, 105].map((damage) => priceOf(besideIt(), damage, raised))).toEqual([1, 2]);
    // body 0: (30 * 127 >> 8) * 2 = 28, and 6
    const hammer: Priced[] = [
      [1, KICK],
      [1000, skill('hammer-power')],
    ];
    const oersted = { character: 'oersted', skills: ['hammer-power'], x: 5, y: 5 };
    const twice = [34, 35].map((damage) => priceOf(besideIt([oersted]), damage, hammer));
    expect(twice).toEqual([1, 2]);
  });

  // level 13 - 5: (4 * 12 >> 3) + 12 = 18, body 27: (18 * 114 >> 8) * 2 = 16, and 3; level 0: (30 * 114 >> 8) * 2 = 26, and 5
  test.each([
    ['asLabelled', 31],
    ['negated', 19],
    ['none', 19],
  ])('counts an onset that lowers the level by the switch: %s', (onsetLevel, most) => {
    const akira = { character: 'akira', skills: ['holy-blow'], x: 5, y: 5 };
    const battle = createBattle(
      { formation: 'moribe-seishi', party: [{ character: 'takahara', x: 1, y: 2 }, akira], generator: [1, 2, 3, 4] },
      { onsetLevel },
    );
    const commands: Priced[] = [
      [1, KICK],
      [1000, skill('holy-blow')],
    ];
    expect([most, most + 1].map((damage) => priceOf(battle, damage, commands))).toEqual([1, 2]);
  });
});

describe('the lower bound counts what else an enemy loses', () => {
  test('by a miss of its own skill, where somebody may have moved', () => {
    const party = [{ character: 'takahara', x: 2, y: 2 }];
    const battle = createBattle({ formation: 'great-asia', party, generator: [1, 2, 3, 4] });
    const punch = (more: object = {}): PlainCommand => skill('reppu-seiken-zuki', { x: 1, ...more });
    expect(priceOf(battle, 240, [[1, punch()]])).toBe(3);
    expect(
      priceOf(battle, 240, [
        [1, punch()],
        [1, { command: 'wait', frames: 1 }],
      ]),
    ).toBe(1);
    expect(priceOf(battle, 240, [[1, punch({ frames: 0 })]])).toBe(1);
  });

  test('by poison, with any command', () => {
    const battle = besideIt();
    const { offset } = cell('enemy[0].statuses');
    battle.image[offset] = 0x08;
    // a sixteenth of 256
    expect(priceOf(battle, 16, [[1, STEP]])).toBe(1);
    expect(priceOf(battle, 256, [[1, STEP]])).toBeGreaterThan(3);
  });

  test('and that a petrified enemy is beaten with its HP left', () => {
    const party = [{ character: 'oboromaru', level: 15, x: 4, y: 2 }];
    const battle = createBattle({ formation: 'odie-o', party, generator: [1, 2, 3, 4] });
    const slash: Priced[] = [[1, skill('kage-ichimonji', { x: 3, y: 2 })]];
    expect(priceOfWin(battle, slash)).toBe(1);
    expect(priceOf(battle, 832, slash)).toBeGreaterThan(1);
  });

  // 30 HP are one kick of 31, 40 are two; only the first is in reach
  test('and adds several enemies, one after the other', () => {
    const battle = threeOfThem();
    expect(priceOfWin(battle, [[2, KICK]])).toBe(2 + 4 + 4);
    const both = [0, 2].map((enemy) => ({ cell: cell(`enemy[${enemy}].hp`), min: 0, max: 9 }));
    expect(least?.(battle, both, priced(battle, [[2, KICK]]))?.()).toBe(2 + 2);
    // one out of reach at least: the kick, and a command to get there
    expect(least?.(battle, both.slice(1), priced(battle, [[2, KICK]]))?.()).toBe(2 + 2);
    write(battle, 'enemy[0].hp', 0);
    expect(priceOfWin(battle, [[2, KICK]])).toBe(4 + 4 + 2);
  });

  test('and leaves out an enemy that is petrified, an OBJECT, or a BREAKDOWN with a LEADER, for a win', () => {
    const battle = threeOfThem();
    write(battle, 'enemy[1].statuses', 0x80);
    expect(priceOfWin(battle, [[2, KICK]])).toBe(2 + 4);
    const two = threeOfThem('moribe-seishi');
    const all = priceOfWin(two, [[2, KICK]]) ?? 0;
    write(two, 'species[1].type', 0x02);
    expect(priceOfWin(two, [[2, KICK]])).toBe(all);
    write(two, 'species[0].type', 0x08);
    expect(priceOfWin(two, [[2, KICK]])).toBe(2);
    write(two, 'species[0].type', 0x04);
    write(two, 'species[1].type', 0x04);
    expect(priceOfWin(two, [[2, KICK]])).toBeUndefined();
  });

  // the kick of 31 that is charged was paid for when it was chosen
  test('and not a skill that is charged already', () => {
    const charge = (battle: LiveALiveBattle): LiveALiveBattle => {
      write(battle, 'ally[0].skillState', 0x40);
      write(battle, 'ally[0].lastSkill', encodeCommand(LIVE_A_LIVE_BATTLE, battle, KICK)[1] ?? 0);
      return battle;
    };
    const battle = charge(besideIt());
    expect([31, 32, 62, 63].map((damage) => priceOf(battle, damage, [[5, KICK]]))).toEqual([0, 5, 5, 10]);
    expect(priceOfWin(charge(threeOfThem()), [[2, KICK]])).toBe(2 + 4 + 4 - 2);
  });

  test('and that Odio Mole takes 1 of every hit', () => {
    const battle = besideIt();
    write(battle, 'enemy[0].id', 0xd0);
    expect([1, 2, 3].map((damage) => priceOf(battle, damage, [[1, KICK]]))).toEqual([1, 2, 3]);
    expect([1, 2, 3].map((damage) => priceOf(battle, damage, [[1, PUNCH]]))).toEqual([1, 1, 2]);
  });
});

test('the lowest price of some damage is that of trying every list of blows', () => {
  const blow = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 12 }));
  const slowly = (blows: readonly (readonly [number, number])[], damage: number): number =>
    damage <= 0
      ? 0
      : Math.min(...blows.filter(([, done]) => done > 0).map(([price, done]) => price + slowly(blows, damage - done)));
  fc.assert(
    fc.property(fc.array(blow, { maxLength: 3 }), (blows) => {
      const prices = minPrices(blows, 14);
      expect(prices === undefined).toBe(blows.every(([, done]) => done === 0));
      if (prices !== undefined) expect([...prices]).toEqual([...prices].map((_, damage) => slowly(blows, damage)));
    }),
    { numRuns: 60, seed: 2 },
  );
});

/** Characters whose skills poison, petrify, lay fields, change stats, are charged and counter, against enemies of all kinds. */
const PARTIES = [
  ['takahara'],
  ['pogo', 'oersted'],
  ['oboromaru'],
  ['straybow', 'takahara'],
  ['akira', 'lei', 'sundown'],
];
const BOUTS = [0xd9, 0xda, 0xdb, 0xdd, 0xde, 0xf5];
const ORDINARY = FORMATIONS.filter(
  ({ mode, enemies, allies }) => mode === 0 && enemies.length > 0 && allies.every((place) => place !== null),
).map(({ number }) => number);

const games = fc.record({
  formation: fc.oneof(fc.constantFrom(...BOUTS), fc.constantFrom(...ORDINARY.slice(0, 40))),
  party: fc.constantFrom(...PARTIES),
  level: fc.constantFrom(2, 16, 30),
  onsetLevel: fc.constantFrom('asLabelled', 'negated', 'none'),
  generator: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }),
  /** Draws as large as they can be, mostly. */
  large: fc.boolean(),
  choices: fc.array(fc.nat(), { minLength: 10, maxLength: 16 }),
});
const LISTED = new Int32Array(1 << 16);
const SHAPES = new Map(LIVE_A_LIVE_BATTLE.commands.map(({ code, parameters }) => [code, parameters.length]));
const SKILL = 6;
const GRID = cell('fieldGrid[0]').offset;

/** A command that is listed, mostly a skill on a cell of an enemy. */
function chosen(battle: LiveALiveBattle, choice: number): Int32Array | undefined {
  const length = battle.legalCommands(LISTED);
  const entries: number[] = [];
  for (let at = 0; at < length; at += 1 + 2 * (SHAPES.get(LISTED[at] ?? 0) ?? 0)) entries.push(at);
  const struck = entries.filter(
    (at) =>
      LISTED[at] === SKILL &&
      ((battle.image[GRID + 8 * (LISTED[at + 5] ?? 0) + (LISTED[at + 3] ?? 0)] ?? 0) & 0x10) !== 0,
  );
  const pool = struck.length > 0 && choice % 5 < 3 ? struck : entries;
  const at = pool[(choice >>> 3) % pool.length];
  if (at === undefined) return undefined;
  const words = new Int32Array(1 + (SHAPES.get(LISTED[at] ?? 0) ?? 0));
  words[0] = LISTED[at] ?? 0;
  // the least of each parameter: any facing, no presses; frames until the turn is over, or at once
  for (let index = 1; index < words.length; index++) words[index] = LISTED[at + 2 * index - 1] ?? 0;
  if (words[0] !== 9 && choice % 7 === 0) words[words.length - 1] = 0;
  return words;
}

test('in random play no command does more damage than the bound allows, and none lowers the bound by more than its cost', () => {
  const seen = { blows: 0, tight: 0, wins: 0, known: 0 };
  fc.assert(
    fc.property(games, ({ party, level, onsetLevel, large, choices, ...setup }) => {
      const members = party.map((character) => ({ character, level }));
      const battle = createBattle({ ...setup, party: members }, { onsetLevel });
      const { image } = battle;
      if (large) {
        let count = 0;
        const choose = (values: Uint8Array, length: number): number =>
          values[count++ % 4 === 0 ? count % length : length - 1] ?? 0;
        LIVE_A_LIVE_BATTLE.capabilities.planning?.forceDraws?.(battle, { given: () => -1, choose });
      }
      const enemies = Array.from({ length: 15 }, (_, enemy) => enemy).filter((enemy) => hpOf(image, enemy) > 0);
      const images = [image.slice()];
      const played: { words: Int32Array; price: number }[] = [];
      for (const choice of choices) {
        const words = read(image, 'battleResult') === 0 ? chosen(battle, choice) : undefined;
        if (words === undefined || battle.step(words, undefined) !== 0) break;
        played.push({ words, price: 1 + (choice % 9) });
        images.push(image.slice());
      }
      /** Of commands from an image on. */
      const priceFrom = (from: number, name: string, min: number, max: number, commands: typeof played) => {
        image.set(images[from] as Uint8Array);
        return least?.(battle, [{ cell: cell(name), min, max }], commands);
      };
      played.forEach(({ words }, at) => {
        const [before, after] = [images[at] as Uint8Array, images[at + 1] as Uint8Array];
        const alone = [{ words, price: 7 }];
        for (const enemy of enemies) {
          const left = hpOf(after, enemy);
          if (left >= hpOf(before, enemy)) continue;
          seen.blows++;
          expect(priceFrom(at, `enemy[${enemy}].hp`, 0, left, alone)?.() ?? 0).toBeLessThanOrEqual(7);
          if (left > 0 && (priceFrom(at, `enemy[${enemy}].hp`, 0, left - 1, alone)?.() ?? 0) > 7) seen.tight++;
        }
        if (read(after, 'battleResult') !== 1) return;
        seen.wins++;
        expect(priceFrom(at, 'battleResult', 1, 1, alone)?.() ?? 0).toBeLessThanOrEqual(7);
      });
      const goals = [
        { name: 'battleResult', min: 1, max: 1 },
        ...enemies.map((enemy) => ({ name: `enemy[${enemy}].hp`, min: 0, max: 9 * enemy })),
      ];
      for (const { name, min, max } of goals) {
        const reader = priceFrom(0, name, min, max, played);
        if (reader === undefined) continue;
        seen.known++;
        let last = reader();
        played.forEach(({ price }, at) => {
          image.set(images[at + 1] as Uint8Array);
          const now = reader();
          expect(last - now).toBeLessThanOrEqual(price);
          last = now;
        });
        const value = read(image, name);
        if (value >= min && value <= max) expect(last).toBe(0);
      }
    }),
    { numRuns: 100, seed: 4 },
  );
  expect([seen.blows > 300, seen.tight > 3, seen.wins > 20, seen.known > 150]).toEqual([true, true, true, true]);
});
