/** The values that stand for a draw: those that the rules tell apart; whatever any of the 256 leads to, one of them leads there as well. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createBattle,
  createFrameBattle,
  LIVE_A_LIVE_BATTLE,
  type LiveALiveBattle,
} from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Cell from '../../../../core/live-a-live/memory/cells/cell.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import * as Species from '../../../../core/live-a-live/memory/cells/species.js';
import { START_SITE } from '../../../../core/live-a-live/memory/draw-sites.js';
import { drawBattle } from '../../../../core/live-a-live/memory/generators.js';
import * as Work from '../../../../core/live-a-live/memory/work-cells.js';
import { drawOutcomes, forceDraws } from '../../../../core/live-a-live/planning/draw-outcomes.js';
import { encodeCommand } from '../../../../core/system/battle.js';
import { allyPointer, enemyPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { ORDINARY_FORMATIONS } from '../../../fixtures/live-a-live/formations.js';
import { drawSite } from '../../../fixtures/live-a-live/routines.js';

const PARTIES: readonly (readonly string[])[] = [['takahara'], ['oersted', 'straybow', 'uranus', 'hash'], ['akira']];
const SCRATCH = createBattle(null).cells.filter((cell) => cell.scratch === true);

const cases = fc.record({
  formation: fc.constantFrom(0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xf5, ...ORDINARY_FORMATIONS.slice(0, 40)),
  party: fc.constantFrom(...PARTIES),
  before: fc.integer({ min: 0, max: 8 }),
  seed: fc.nat(0x7fff_ff00),
  place: fc.nat(),
});

/** A byte of a sequence of its own: xorshift over seed and place. */
function byteAt(seed: number, place: number): number {
  let value = (seed ^ Math.imul(place + 1, 0x9e3779b1)) | 1;
  for (let round = 0; round < 3; round++) {
    value ^= value << 13;
    value ^= value >>> 17;
    value ^= value << 5;
  }
  return (value >>> 8) & 0xff;
}

/** Plays one command of the random policy with these draws. @returns what is left, without scratch */
function play(battle: LiveALiveBattle, from: Uint8Array, seed: number, draw: (place: number) => number) {
  battle.image.set(from);
  let place = 0;
  let stood: number[] = [];
  LIVE_A_LIVE_BATTLE.capabilities.planning?.forceDraws?.(battle, {
    given: () => draw(place++),
    choose(values, count) {
      stood = [...values.subarray(0, count)];
      return values[0] as number;
    },
  });
  const auto = { command: 'auto', policy: 'random', commands: 1, seed };
  battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, auto), undefined);
  const end = battle.image.slice();
  for (const { offset, width } of SCRATCH) end.fill(0, offset, offset + width);
  return { end: Buffer.from(end).toString('latin1'), image: battle.image.slice(), draws: place, stood };
}

test('every value of a draw leads where one of those that stand for it does', () => {
  const seen = new Map<number, number>();
  fc.assert(
    fc.property(cases, ({ formation, party, before, seed, place }) => {
      const battle = createBattle({
        formation,
        party: party.map((character) => ({ character })),
        generator: [1, 2, 3, 4],
      });
      let image = battle.image.slice();
      for (let turn = 0; turn < before; turn++) {
        image = play(battle, image, seed + turn, (at) => byteAt(seed + turn, at)).image;
      }
      const { draws } = play(battle, image, seed, (at) => byteAt(seed, at));
      if (draws === 0) return;
      const chosen = place % draws;
      const withValue = (value: number) =>
        play(battle, image, seed, (at) => (at === chosen ? value : byteAt(seed, at)));
      const { stood } = withValue(-1);
      const all = new Set(Array.from({ length: 256 }, (_, value) => withValue(value).end));
      const few = new Set(stood.map((value) => withValue(value).end));
      expect([...all].every((end) => few.has(end))).toBe(true);
      seen.set(stood.length, (seen.get(stood.length) ?? 0) + 1);
    }),
    { numRuns: 40, seed: 5, endOnFailure: true },
  );
  // one thing or the other, or one of several
  expect(seen.get(2)).toBeGreaterThan(5);
  expect([...seen.keys()].some((count) => count > 2)).toBe(true);
});

/** The least value of each kind, where a rule tells the values apart. */
function kinds(rule: (value: number) => unknown): number[] {
  const seen = new Map<string, number>();
  for (let value = 0; value < 256; value++) {
    const kind = JSON.stringify(rule(value));
    if (!seen.has(kind)) seen.set(kind, value);
  }
  return [...seen.values()];
}

const high = (a: number, b: number): number => (a * b) >> 8;

/** Time of a status, 0 where it does not take: the rule of C1:DB64. */
function timeOf(draw: number, stat: number, defence: number, coefficient: number, quotient: number): number {
  const lead = ((stat + high(draw, stat)) >> 1) - defence;
  if (lead <= 0) return 0;
  const time = Math.min(((lead * coefficient) >> 3) + quotient, 255);
  return time < 17 ? 0 : time;
}

/** Two allies, three enemies; levels 10, 20 and 30 of the enemies, 12 and 24 of the allies. */
function field(): LiveALiveBattle {
  const battle = createFrameBattle({
    allies: [
      { x: 3, y: 3 },
      { x: 5, y: 2 },
    ],
    species: [{}],
    enemies: [
      { x: 0, y: 6 },
      { x: 1, y: 0 },
      { x: 2, y: 1 },
    ],
  });
  const { image } = battle;
  for (const slot of [0, 1, 2]) {
    image[enemyPointer(slot) + Enemy.LEVEL] = 10 * (slot + 1);
    image[enemyPointer(slot) + Enemy.CORRECTED_LEVEL] = 50 * (slot + 1);
  }
  for (const slot of [0, 1, 2, 3]) image[allyPointer(slot) + Ally.CORRECTED_LEVEL] = 12 * (slot + 1);
  image[Cell.LEVEL_SUM] = 40;
  image[Cell.ACTIVE_SKILL + 19] = 0x34;
  image[Cell.ACTIVE_SKILL + 11] = 0xfd;
  image[Cell.ACTIVE_SKILL + 18] = 0x45;
  return battle;
}

const word = (image: Uint8Array, at: number, value: number): void => {
  image[at] = value & 0xff;
  image[at + 1] = value >> 8;
};

type Case = readonly [what: string, site: number, put: (image: Uint8Array) => void, rule: (value: number) => unknown];

/** No draw of the game is made here. */
const UNLISTED = 0xc1ffff;
const nothing = (): void => undefined;

describe('the values that stand for a draw', () => {
  test.each<Case>([
    [
      'the release of an abnormality, by whether it is below a level of any enemy',
      drawSite('release of an abnormality'),
      nothing,
      (v) => [10, 20, 30].map((level) => (v & 0x7f) < level),
    ],
    [
      'a move instead of a skill, below the frequency',
      drawSite('whether the enemy moves instead'),
      (image) => image.fill(9, Cell.WORK_0310, Cell.WORK_0310 + 1),
      (v) => (v & 0x1f) < 9,
    ],
    [
      'a skill slot that is taken up, three in four',
      drawSite('whether the slot is taken up'),
      nothing,
      (v) => (v & 0xc0) !== 0,
    ],
    [
      'leaving out the test of statuses, one in sixteen',
      drawSite('whether the test of statuses is left out'),
      nothing,
      (v) => (v & 0xf0) === 0,
    ],
    ['a random step, in four directions', drawSite('direction of a random step'), nothing, (v) => v >> 6],
    ['a random turn, to one of two sides', drawSite('way of a random turn'), nothing, (v) => v & 1],
    ['the middle of an even side, one of two cells', drawSite('base cell of an enemy'), nothing, (v) => v & 1],
    ['the number of hits on enemies, up to 4', drawSite('number of hits'), nothing, (v) => high(v, 4)],
    ['the number of hits on allies, up to 4', drawSite('number of hits on allies'), nothing, (v) => high(v, 4)],
    [
      'which of three enemies is hit',
      drawSite('enemy that takes a hit'),
      (image) => image.fill(3, Work.SECOND_COUNTER, Work.SECOND_COUNTER + 1),
      (v) => high(v, 3),
    ],
    [
      'which of up to four allies is hit',
      drawSite('ally that takes a hit'),
      nothing,
      (v) => [high(v, 2), high(v, 3), high(v, 4)],
    ],
    [
      'a hit on an enemy, by the levels of the enemies against 40',
      drawSite('hit check on an enemy'),
      nothing,
      (v) => [50, 100, 150].map((level) => high(v, level) <= 40),
    ],
    [
      'a hit on an ally, by the four levels of allies against 20',
      drawSite('hit check on an ally'),
      (image) => image.fill(20, Cell.LEVEL_SUM, Cell.LEVEL_SUM + 1),
      (v) => [12, 24, 36, 48].map((level) => high(v, level) <= 20),
    ],
    [
      'the random part of damage, out of 7',
      drawSite('random part of a hit or recovery'),
      (image) => image.fill(7, Work.RANDOM_PART, Work.RANDOM_PART + 1),
      (v) => high(v, 7),
    ],
    [
      'a displacement of an enemy, by the skill’s two bits',
      drawSite('displacement of an enemy'),
      nothing,
      (v) => v & 5,
    ],
    ['a displacement of an ally, by the skill’s two bits', drawSite('displacement of an ally'), nothing, (v) => v & 5],
    [
      'a status on an enemy, by its time',
      drawSite('status by a skill'),
      (image) => {
        word(image, Work.TARGET, enemyPointer(0));
        image.set([0x4c, 40], Work.STATUS_FORMULA);
        image[Work.DEFENCE_STAT] = 30;
        image[Work.VALUE] = 12;
      },
      (v) => timeOf(v, 40, 30, 12, 12),
    ],
    ...[0, 1].map(
      (slot): Case => [
        `a status on ally ${slot}, by its time: the second stat against the first, coefficient 5`,
        drawSite('status by a skill'),
        (image) => {
          word(image, Cell.SKILL_USER, enemyPointer(1));
          image.set([99, 120, 77, 88], enemyPointer(1) + Enemy.STATS);
          word(image, Work.TARGET, allyPointer(slot));
          image.set([70, 1, 2, 3], allyPointer(slot) + Ally.STATS);
          image[allyPointer(slot) + Ally.LEVEL] = 10;
        },
        (v) => timeOf(v, 120, 70, 5, 12),
      ],
    ),
    ['the places at the start, which no listing prints', START_SITE, nothing, () => 0],
    [
      'a weapon’s status against the level of the target',
      drawSite('status by a weapon'),
      (image) => word(image, Work.TARGET, enemyPointer(0)),
      (v) => (v & 15) >= 10,
    ],
    [
      'a changed stat of an enemy, by whether it is above 30',
      drawSite('changed level or stat of an enemy'),
      (image) => image.fill(30, Work.LEVEL_TO_BEAT, Work.LEVEL_TO_BEAT + 1),
      (v) => (v & 0x3f) > 30,
    ],
    [
      'a changed stat of an ally, by whether it is above its level and 16; from 48 on none is',
      drawSite('changed level or stat of an ally'),
      nothing,
      (v) => [28, 40, 52, 0].map((level) => (v & 0x3f) > level),
    ],
    [
      'order points whose low byte became 0, by the low nibble',
      drawSite('order points whose low byte became 0'),
      nothing,
      (v) => v & 15,
    ],
    ['a field that vanishes, at a low nibble of 0', drawSite('decay of a field cell'), nothing, (v) => (v & 15) === 0],
    [
      'a drop, by the rate, and the uppermost bit for the next slot',
      drawSite('drop'),
      (image) => image.fill(0x40, Cell.WORK_0310, Cell.WORK_0310 + 1),
      (v) => [v < 0x40, v & 0x80],
    ],
    [
      'an enemy’s recovery, by its HP and its maximum',
      drawSite('whether a recovery is used'),
      (image) => {
        // 16 x 10 = A0h; 100 / 160 = 0, 2400 / 160 = 15, 4959 / 160 = 30
        const species =
          (image[enemyPointer(0) + Enemy.SPECIES] as number) +
          256 * (image[enemyPointer(0) + Enemy.SPECIES + 1] as number);
        word(image, species + Species.MAX_HP, 10);
        for (const [slot, hp] of [100, 2400, 4959].entries()) word(image, enemyPointer(slot) + Enemy.HP, hp);
      },
      (v) => [31, 16, 1].map((factor) => factor * v < 256),
    ],
    ['a routine that is not listed: every value', UNLISTED, nothing, (v) => v],
  ])('%s', (_, site, put, rule) => {
    const { machine, image } = field();
    put(image);
    const out = new Uint8Array(256);
    const kindOf = new Uint8Array(256);
    const count = drawOutcomes(machine, site, out, kindOf);
    const least = kinds(rule);
    expect([...out.subarray(0, count)]).toEqual(least);
    // every value has the place of the least one that it is like
    const like = (value: number): number => least.findIndex((one) => `${rule(one)}` === `${rule(value)}`);
    expect([...kindOf]).toEqual(Array.from({ length: 256 }, (_, value) => like(value)));
  });

  test('one of the allies in the marked area', () => {
    const { machine, image } = field();
    for (const [cell, occupant] of [
      [27, 0x01],
      [28, 0x02],
    ] as const) {
      image[Cell.FIELD_GRID + cell] = occupant;
      image[Cell.RANGE_GRID + cell] = 0x0f;
    }
    const out = new Uint8Array(256);
    const marked = [0, 1].filter((slot) => image[allyPointer(slot) + Ally.STATE] !== 0).length;
    expect(marked).toBe(2);
    expect([...out.subarray(0, drawOutcomes(machine, drawSite('ally that takes a hit'), out))]).toEqual([0, 128]);
  });

  test('a target, one for each first unit from the cell drawn on; 56 to 63 are cell 0', () => {
    const { machine, image } = field();
    // allies 1 and 2, enemies 1 to 3 (bit 4); marked are both allies and two enemies
    for (const [cell, occupant] of [
      [27, 0x01],
      [21, 0x02],
      [48, 0x11],
      [1, 0x12],
      [10, 0x13],
    ] as const) {
      image[Cell.FIELD_GRID + cell] = occupant;
    }
    for (const cell of [27, 21, 1, 48]) image[Cell.RANGE_GRID + cell] = 0xf0;
    const out = new Uint8Array(256);
    const count = drawOutcomes(machine, drawSite('start of the search for a target'), out);
    const from = (value: number, occupied: readonly number[]): number => {
      const first = (value & 63) < 56 ? value & 63 : 0;
      const order = Array.from({ length: 56 }, (_, step) => (first + step) % 56);
      return order.find((cell) => occupied.includes(cell)) ?? -1;
    };
    expect([...out.subarray(0, count)]).toEqual(kinds((value) => [from(value, [21, 27]), from(value, [1, 48])]));
    // where nobody of one side is marked, the other side alone decides
    for (const [side, cells] of [
      [
        [21, 27],
        [48, 1],
      ],
      [
        [48, 1],
        [21, 27],
      ],
    ] as const) {
      for (const cell of side) image[Cell.RANGE_GRID + cell] = 0xf0;
      for (const cell of cells) image[Cell.RANGE_GRID + cell] = 0;
      const few = drawOutcomes(machine, drawSite('start of the search for a target'), out);
      expect([...out.subarray(0, few)]).toEqual(kinds((value) => from(value, side)));
    }
  });
});

test('draws are what is given, then one of the least values of each kind; afterwards the generator goes on where it was', () => {
  const { machine, image } = field();
  // the oldest word 26 divided by 13
  image.set([26, 0, 5, 6], Cell.BATTLE_GENERATOR);
  const given = [0, 77];
  const asked: number[][] = [];
  forceDraws(machine, {
    given: () => given.shift() ?? -1,
    choose(values, count) {
      asked.push([...values.subarray(0, count)]);
      return values[count - 1] as number;
    },
  });
  const drawn = Array.from({ length: 4 }, () => drawBattle(machine, drawSite('way of a random turn')));
  expect([drawn, asked]).toEqual([
    [0, 77, 1, 1],
    [
      [0, 1],
      [0, 1],
    ],
  ]);
  forceDraws(machine, undefined);
  expect(drawBattle(machine, drawSite('way of a random turn'))).toBe(2);
});

/** A status on enemy 0, and one that the values of a draw are told of. */
function putStatus(image: Uint8Array): void {
  word(image, Work.TARGET, enemyPointer(0));
  image.set([0x4c, 40], Work.STATUS_FORMULA);
  image[Work.DEFENCE_STAT] = 30;
  image[Work.VALUE] = 12;
}

describe('with somebody who follows the times of statuses', () => {
  const times = { drawn: new Uint8Array(256).fill(9), begins: nothing, ends: nothing };

  /** The values that were told, and the kind of each value. */
  function told(battle: LiveALiveBattle, site: number, keeps = true): { values: number[]; kinds: number[] } {
    const kindOf = new Uint8Array(256);
    let values: number[] = [];
    forceDraws(battle.machine, {
      kinds: kindOf,
      ...(keeps ? { times } : {}),
      given: () => -1,
      choose(list, count) {
        values = [...list.subarray(0, count)];
        return values[0] as number;
      },
    });
    drawBattle(battle.machine, site);
    forceDraws(battle.machine, undefined);
    return { values, kinds: [...kindOf] };
  }

  const time = (value: number): number => timeOf(value, 40, 30, 12, 12);

  test('a status has two kinds, and the time of each value is told', () => {
    const battle = field();
    putStatus(battle.image);
    const site = drawSite('status by a skill');
    const takes = Array.from({ length: 256 }, (_, value) => (time(value) > 0 ? 1 : 0));
    const { values, kinds: kindOf } = told(battle, site);
    expect(values).toEqual([0, takes.indexOf(1)]);
    expect(kindOf).toEqual(takes);
    expect([...times.drawn]).toEqual(takes.map((_, value) => time(value)));
    expect(new Set(times.drawn).size).toBeGreaterThan(3);
    // without a keeper every time is a kind of its own
    expect(told(battle, site, false).values).toEqual(kinds(time));
  });

  test('a draw of anything else has its kinds, and no time', () => {
    const battle = field();
    putStatus(battle.image);
    const { values } = told(battle, drawSite('number of hits'));
    expect(values).toEqual([0, 64, 128, 192]);
    expect([...times.drawn]).toEqual(Array(256).fill(0));
  });

  test('an image’s code may draw by the copied stat and by that of an enemy that uses the skill', () => {
    const battle = field();
    const { machine, image } = battle;
    putStatus(image);
    machine.holes.original = {} as NonNullable<typeof machine.holes.original>;
    const site = drawSite('status by a skill');
    image.set([99, 120, 77, 88], enemyPointer(1) + Enemy.STATS);
    image.set([250, 240, 230, 220], allyPointer(0) + Ally.STATS);
    // what an ally's block has where an enemy's has its stats
    image.set([250, 240, 230, 220], allyPointer(0) + Enemy.STATS);
    const shares = (value: number): number[] => [high(value, 40), high(value, 120)];
    for (const [user, rule] of [
      [enemyPointer(1), shares],
      [allyPointer(0), (value: number) => high(value, 40)],
    ] as const) {
      word(image, Cell.SKILL_USER, user);
      const out = new Uint8Array(256);
      expect([...out.subarray(0, drawOutcomes(machine, site, out))]).toEqual(kinds(rule));
      expect(told(battle, site).values).toEqual(kinds(rule));
      expect([...times.drawn]).toEqual(Array(256).fill(0));
    }
  });
});
