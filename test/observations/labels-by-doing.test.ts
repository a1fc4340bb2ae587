/**
 * What `data` and the told sentences print of ranges, arrows, areas, statuses, sides and directions, held
 * against what the engine does: the skill is used and whoever is struck is looked for, the status is
 * given and what is refused is seen, the target is turned and struck. Never against a second table.
 */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../core/live-a-live/index.js';
import type { LiveALiveBattle } from '../../core/live-a-live/memory/machine.js';
import { apply, createEventBuffer, read } from '../../core/system/battle.js';
import type { EventBuffer, Language } from '../../core/system/system.js';
import { toldOf } from '../../harness/base/index.js';
import { type Described, describeEnemy, describeSkill } from '../../harness/files/rom/lookup/describe.js';
import { skillsOfCharacter } from '../../rom-map/tables/characters.js';
import { FACINGS } from '../../rom-map/tables/formations.js';
import { ALLY_SKILLS, CHARACTERS, ENEMY_SKILLS, SPECIES, sizeOf } from '../../rom-map/tables/index.js';

const SYSTEM = LIVE_A_LIVE_BATTLE;
const [SIDE, CENTRE, MANY, PARALYSED] = [7, 3, 30_000, 0x10];
/** Every cell of the field. */
const CELLS = Array.from({ length: SIDE * SIDE }, (_, at) => [at % SIDE, Math.floor(at / SIDE)] as const);
/** An enemy of one cell. */
const SMALL =
  SPECIES.rows.find(({ number, values }) => {
    const { width, height } = sizeOf(number);
    return width === 1 && height === 1 && number > 0 && values.type === 0 && values.evadeAttributes === 0;
  })?.id ?? '';

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly facing?: number;
}

interface Scene {
  readonly skill: string;
  readonly enemies: readonly Placed[];
  readonly user?: Placed;
  readonly seed?: number;
  readonly species?: string;
}

function write(battle: LiveALiveBattle, name: string, value: number): void {
  const cell = battle.cells.find((one) => one.name === name);
  if (cell === undefined) throw new Error(`there is no cell ${name}`);
  for (let byte = 0; byte < cell.width; byte++) battle.image[cell.offset + byte] = value >> (8 * byte);
}

/** Who gains no experience has a level of its own, unless all of these are given. */
const STRONG = { maxHp: 900, hp: 900, power: 90, speed: 90, body: 90, intellect: 90 };

/** Who learns a skill. */
const learnerOf = (skill: string): string | undefined =>
  CHARACTERS.rows.find((row) =>
    skillsOfCharacter(row).some((number) => number > 0 && ALLY_SKILLS.rows[number]?.id === skill),
  )?.id;

/** A user and enemies who do nothing and whom no blow takes out. */
function sceneOf({ skill, enemies, user = { x: CENTRE, y: CENTRE, facing: 0 }, seed = 1, species = SMALL }: Scene) {
  const battle = SYSTEM.create({
    party: [{ character: learnerOf(skill) ?? '', level: 50, ...STRONG, ...user, skills: [skill] }],
    enemies: enemies.map((place) => ({ species, ...place })),
    generator: [seed, (7 * seed) & 0xff, 3, 4],
  }) as LiveALiveBattle;
  for (const at of enemies.keys()) {
    write(battle, `enemy[${at}].hp`, MANY);
    write(battle, `enemy[${at}].statuses`, PARALYSED);
  }
  return battle;
}

const rowOf = (id: string): (typeof ALLY_SKILLS.rows)[number] => {
  const row = ALLY_SKILLS.rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`there is no skill ${id}`);
  return row;
};
const anyBattle = sceneOf({ skill: 'reppu-seiken-zuki', enemies: [{ x: 0, y: 0 }] });
const labelOf = (lines: Described, label: string) => lines.find(([name]) => name === label)?.[1] ?? '';
const skillLabel = (id: string, label: string) => labelOf(describeSkill(anyBattle, rowOf(id), false), label);

/** The cells of a printed grid that hold one of some letters. */
function cellsOf(lines: string | readonly string[], letters: string): string[] {
  return [...lines].flatMap((line, y) =>
    line.split(' ').flatMap((letter, x) => (letters.includes(letter) ? [`${x},${y}`] : [])),
  );
}

function errorOf(battle: LiveALiveBattle, command: Parameters<typeof apply>[2], events?: EventBuffer): string {
  try {
    apply(SYSTEM, battle, command, events);
    return '';
  } catch (error) {
    return error instanceof Error ? `${(error as { code?: string }).code ?? error.message}` : String(error);
  }
}

/** Skills that an ally gives by himself, one of each kind by some of their values. */
function kindsOf(key: (values: (typeof ALLY_SKILLS.rows)[number]['values']) => string): string[] {
  const found = new Map<string, string>();
  for (const { id, number, values } of ALLY_SKILLS.rows) {
    const isGiven = learnerOf(id) !== undefined && number > 0 && values.counterOnly === 0 && values.surroundings === 0;
    if (isGiven && !found.has(key(values))) found.set(key(values), id);
  }
  return [...found.values()];
}

/** Arrows and the way that they point on a page: columns to the right, rows down. */
const ARROWS = [
  ['↘', 1, 1],
  ['↓', 0, 1],
  ['↙', -1, 1],
  ['←', -1, 0],
  ['↖', -1, -1],
  ['↑', 0, -1],
  ['↗', 1, -1],
  ['→', 1, 0],
] as const;

describe('ranges', () => {
  const RANGES = kindsOf(({ directions, range, trajectory }) => `${directions} ${range} ${trajectory}`);

  test('every kind of range is asked', () => expect(RANGES.length).toBeGreaterThan(20));

  test.each(RANGES)('%s may be aimed where it is printed, and nowhere else', (skill) => {
    // nobody stands in the way
    const accepted = CELLS.filter(([x, y]) => {
      const scene = sceneOf({ skill, enemies: [{ x: 6, y: 6 }] });
      return errorOf(scene, { command: 'skill', skill, x, y, facing: 'lower-right', frames: 0 }) === '';
    });
    expect(accepted.map(([x, y]) => `${x},${y}`)).toEqual(cellsOf(skillLabel(skill, ''), '#@'));
    // an arrow is printed where a cell straight that way is accepted
    const isAimed = (dx: number, dy: number): boolean =>
      accepted.some(([x, y]) => [1, 2, 3].some((far) => x === CENTRE + dx * far && y === CENTRE + dy * far));
    const arrows = [...`${skillLabel(skill, 'range')}`].filter((letter) => ARROWS.some(([arrow]) => arrow === letter));
    expect(arrows).toEqual(ARROWS.flatMap(([arrow, dx, dy]) => (isAimed(dx, dy) ? [arrow] : [])));
  });
});

/** Where a user who faces the lower right stands to aim at the middle, the nearest place first. */
function placesFor(skill: string): readonly Placed[] {
  return cellsOf(skillLabel(skill, ''), '#')
    .map((cell) => cell.split(',').map(Number) as [number, number])
    .map(([x, y]) => ({ x: 2 * CENTRE - x, y: 2 * CENTRE - y, facing: 0 }))
    .sort((a, b) => Math.hypot(a.x - CENTRE, a.y - CENTRE) - Math.hypot(b.x - CENTRE, b.y - CENTRE));
}

describe('areas', () => {
  const AREAS = kindsOf(({ area, wideArea, heal, levelCoefficient, trajectory }) =>
    heal === 0 && levelCoefficient > 0 && trajectory < 2 ? `${area} ${wideArea}` : 'none',
  ).filter((id) => rowOf(id).values.heal === 0 && rowOf(id).values.levelCoefficient > 0 && placesFor(id).length > 0);

  test('areas of several sizes are asked', () => expect(AREAS.length).toBeGreaterThan(2));

  test.each(AREAS)('%s strikes whom the printed area holds, and nobody else', (skill) => {
    const printed = new Set(cellsOf(skillLabel(skill, 'area'), '#x'));
    const [user] = placesFor(skill) as [Placed];
    const others = CELLS.filter(([x, y]) => !(x === CENTRE && y === CENTRE) && !(x === user.x && y === user.y));
    const struck = new Set<string>();
    for (let first = 0; first < others.length; first += 14) {
      const enemies = [[CENTRE, CENTRE] as const, ...others.slice(first, first + 14)].map(([x, y]) => ({ x, y }));
      // a blow may miss: several draws
      for (let seed = 1; seed <= 12; seed++) {
        const battle = sceneOf({ skill, enemies, user, seed });
        expect(errorOf(battle, { command: 'skill', skill, x: CENTRE, y: CENTRE, facing: 'lower-right' })).toBe('');
        for (const [at, { x, y }] of enemies.entries())
          if (read(battle, `enemy[${at}].hp`) < MANY) struck.add(`${x},${y}`);
      }
    }
    printed.delete(`${user.x},${user.y}`);
    expect([...struck].sort()).toEqual([...printed].sort());
  });
});

describe('areas round the user', () => {
  const ROUND = [
    ...new Map(
      ALLY_SKILLS.rows
        .filter(({ id, number, values }) => {
          const { heal, levelCoefficient, surroundings, counterOnly } = values;
          const isGiven = learnerOf(id) !== undefined && number > 0 && counterOnly === 0;
          return isGiven && surroundings === 1 && heal === 0 && levelCoefficient > 0;
        })
        .map((row) => [skillLabel(row.id, 'area').toString(), row.id]),
    ).values(),
  ];
  const sizeOfArea = (skill: string): string => {
    const cells = cellsOf(skillLabel(skill, 'area'), '#x').map((cell) => cell.split(',').map(Number));
    return [0, 1].map((axis) => new Set(cells.map((cell) => cell[axis])).size).join(' x ');
  };

  test('long ones along each axis are asked', () => {
    const sizes = ROUND.map(sizeOfArea);
    expect(sizes.some((size) => /^7 x [1-6]$/u.test(size))).toBe(true);
    expect(sizes.some((size) => /^[1-6] x 7$/u.test(size))).toBe(true);
  });

  test.each(ROUND)('%s strikes everybody in the printed area, and nobody else', (skill) => {
    const printed = new Set(cellsOf(skillLabel(skill, 'area'), '#'));
    const others = CELLS.filter(([x, y]) => !(x === CENTRE && y === CENTRE));
    const [aim = ''] = [...printed];
    const [aimX, aimY] = aim.split(',').map(Number) as [number, number];
    const struck = new Set<string>();
    for (let first = 0; first < others.length; first += 14) {
      const enemies = [[aimX, aimY] as const, ...others.slice(first, first + 14)]
        .filter((cell, at, all) => all.findIndex(([x, y]) => x === cell[0] && y === cell[1]) === at)
        .map(([x, y]) => ({ x, y }));
      for (let seed = 1; seed <= 12; seed++) {
        const battle = sceneOf({ skill, enemies, seed });
        expect(errorOf(battle, { command: 'skill', skill, x: aimX, y: aimY, facing: 'lower-right' })).toBe('');
        for (const [at, { x, y }] of enemies.entries())
          if (read(battle, `enemy[${at}].hp`) < MANY) struck.add(`${x},${y}`);
      }
    }
    expect([...struck].sort()).toEqual([...printed].sort());
  });
});

describe("areas of the enemies' own skills", () => {
  /** One of each printed area, round its user or round a target that nobody can stand in the way of. */
  const OWN = [
    ...new Map(
      ENEMY_SKILLS.rows
        .filter(({ number, values }) => {
          const { heal, levelCoefficient, trajectory, bringsAbnormality } = values;
          return number > 0 && heal === 0 && levelCoefficient > 0 && trajectory === 0 && bringsAbnormality === 0;
        })
        .map((row) => [`${row.values.surroundings} ${enemyGrid(row.number)}`, row]),
    ).values(),
  ];
  function enemyGrid(number: number): string {
    const row = ENEMY_SKILLS.rows[number] as (typeof ENEMY_SKILLS.rows)[number];
    return [...labelOf(describeSkill(anyBattle, row, true), 'area')].join('/');
  }

  /**
   * Plays until the enemy, in the middle, has used its skill.
   * @returns places of all allies and of those who were struck, seen from the middle of the area
   */
  function blowOf({ number, values }: (typeof OWN)[number], allies: readonly Placed[], seed: number) {
    const heroes = ['takahara', 'oersted', 'pogo', 'sundown'];
    const battle = SYSTEM.create({
      party: allies.map((place, at) => ({ character: heroes[at] ?? '', level: 30, ...STRONG, ...place })),
      enemies: [{ species: SMALL, x: CENTRE, y: CENTRE, facing: 0 }],
      generator: [seed, 5 * seed, 3, 4],
    }) as LiveALiveBattle;
    for (let slot = 1; slot <= 4; slot++) write(battle, `species[0].skill${slot}`, number);
    for (const [name, value] of Object.entries({ 'species[0].skillFlags': 0, 'enemy[0].level': 99 }))
      write(battle, name, value);
    const units = SYSTEM.capabilities.views?.overview?.units(battle) ?? [];
    const records = units.flatMap(({ prefixes: [unit = '', own = ''] }) => (unit.startsWith('ally') ? [own] : []));
    for (const record of records) for (const cell of ['maxHp', 'hp']) write(battle, `${record}.${cell}`, 9999);
    const placeOf = (unit: string) => [read(battle, `${unit}.cellX`), read(battle, `${unit}.cellY`)] as const;
    const placesNow = () => allies.map((_, at) => placeOf(`ally[${at}]`));
    for (let step = 0; step < 12; step++) {
      const hp = records.map((record) => read(battle, `${record}.hp`));
      const [count, places] = [read(battle, 'enemySkillCount'), placesNow()];
      const own = placeOf('enemy[0]');
      const [image, events] = [battle.image.slice(), createEventBuffer(8192)];
      if (errorOf(battle, { command: 'step' }, events) !== '') break;
      if (read(battle, 'enemySkillCount') === count) continue;
      // it walked in the same command: where from it struck is not seen
      if (String(placeOf('enemy[0]')) !== String(own) || read(battle, 'enemySkillCount') !== count + 1) break;
      const [blow] = SYSTEM.narration
        .tell(battle, image, events)
        .filter(({ kind, unit }) => kind === 'skill' && unit !== undefined);
      const aim = [blow?.amounts['x'] ?? -9, blow?.amounts['y'] ?? -9] as const;
      const middle = values.surroundings === 1 ? own : aim;
      const from = ([column = 0, row = 0]: readonly number[]): string =>
        `${column - middle[0] + CENTRE},${row - middle[1] + CENTRE}`;
      const struck = places.filter((_, at) => read(battle, `${records[at]}.hp`) < (hp[at] as number));
      return { seen: places.map(from), struck: struck.map(from) };
    }
    return { seen: [], struck: [] };
  }

  test('areas of several forms are asked, long ones along each axis among them', () => {
    const forms = OWN.map(({ number }) => enemyGrid(number));
    expect(OWN.length).toBeGreaterThan(6);
    expect(forms.some((form) => /^(?:\. ){6}\..*# # # x # # #/u.test(form))).toBe(true);
    expect(forms.some((form) => /^(?:\. )+# # #.*\. # x # \./u.test(form))).toBe(true);
  });

  test.each(OWN.map((row) => [row.id, row] as const))(
    '%s strikes whom the printed area holds, and nobody else',
    (_, row) => {
      const printed = new Set(cellsOf(enemyGrid(row.number).split('/'), '#x'));
      const [seen, struck] = [new Set<string>(), new Set<string>()];
      const lure = { x: CENTRE + 1, y: CENTRE };
      const others = CELLS.filter(([x, y]) => y !== CENTRE || (x !== CENTRE && x !== lure.x));
      for (let first = 0; first < others.length; first += 3) {
        const allies = [lure, ...others.slice(first, first + 3).map(([x, y]) => ({ x, y }))];
        for (let seed = 1; seed <= 20; seed++) {
          const blow = blowOf(row, allies, seed);
          for (const cell of blow.seen) seen.add(cell);
          for (const cell of blow.struck) struck.add(cell);
        }
      }
      // nobody stands where the user does
      const asked = [...printed].filter((cell) => seen.has(cell)).sort();
      expect([...struck].sort()).toEqual(asked);
      expect(asked.length).toBeGreaterThanOrEqual(Math.min(printed.size - 1, 20));
    },
  );
});

/** The way that words name: to the right or left, down or up. */
const wayOf = (words: string): readonly [number, number] => [
  /right|右/u.test(words) ? 1 : -1,
  /lower|下/u.test(words) ? 1 : -1,
];

describe('sides and facings', () => {
  const species = SPECIES.rows.find(({ number, values }) => {
    const { width, height } = sizeOf(number);
    return width === 1 && height === 1 && values.backCorrection > 0 && values.sideCorrection > 0 && values.type === 0;
  });
  if (species === undefined) throw new Error('no enemy of one cell has a weak back and weak sides');
  const fewer = (label: string): number => Number(`${labelOf(describeEnemy(species), label)}`);
  const [fromBehind, fromTheSide] = [fewer('level from behind'), fewer('level from the side')];

  test.each([...FACINGS.entries()])('an enemy of facing %i faces the %s, and its back is weak', (facing, words) => {
    expect([fromBehind < 0, fromTheSide < 0]).toEqual([true, true]);
    const [ahead, down] = wayOf(words);
    for (const [dx, dy] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ] as const) {
      const skill = 'reppu-seiken-zuki';
      const user = { x: CENTRE + dx, y: CENTRE + dy, facing: 0 };
      const battle = sceneOf({ skill, user, enemies: [{ x: CENTRE, y: CENTRE, facing }], species: species.id });
      const level = read(battle, 'enemy[0].level');
      apply(SYSTEM, battle, { command: 'skill', skill, x: CENTRE, y: CENTRE, frames: 0 });
      const isAhead = dx === ahead && dy === down;
      const isBehind = dx === -ahead && dy === -down;
      const expected = isAhead ? 0 : isBehind ? fromBehind : fromTheSide;
      expect([words, dx, dy, read(battle, 'enemy[0].correctedLevel') - level]).toEqual([words, dx, dy, expected]);
    }
  });

  test.each<Language>(['en', 'ja'])('whoever turns to a cell is said to turn that way (%s)', (language) => {
    for (const [dx, dy] of [
      [1, -1],
      [-1, 1],
      [-1, -1],
    ] as const) {
      const [skill, x, y] = ['reppu-seiken-zuki', CENTRE + dx, CENTRE + dy];
      const battle = sceneOf({ skill, enemies: [{ x, y }] });
      const [before, events] = [battle.image.slice(), createEventBuffer(4096)];
      apply(SYSTEM, battle, { command: 'skill', skill, x, y, frames: 0 }, events);
      const told = toldOf({ system: SYSTEM, battle, before, events }, language).map(({ sentence }) => sentence);
      const turn = told.find((sentence) => /turns to the|を向/u.test(sentence)) ?? '';
      expect([turn, ...wayOf(turn.replace(/^.*(?:turns to the|：|は)/u, ''))]).toEqual([turn, dx, dy]);
    }
  });
});

describe('statuses', () => {
  const BITS = [0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01];
  const AHEAD = { x: CENTRE + 1, y: CENTRE + 1 };
  const BLOW = { command: 'skill', skill: 'reppu-seiken-zuki', ...AHEAD, frames: 0 };

  function given(target: 'ally' | 'enemy', bit: number, skill = BLOW.skill): LiveALiveBattle {
    const battle = sceneOf({ skill, enemies: [AHEAD] });
    write(battle, `${target}[0].statuses`, bit);
    return battle;
  }

  /** How a skill of the allies is answered under a bit, aimed at the first cell in reach. */
  function answerOf(skill: string, bit: number): string {
    const battle = sceneOf({ skill, enemies: [{ x: 6, y: 6 }] });
    write(battle, 'ally[0].statuses', bit);
    const [x, y] = (cellsOf(skillLabel(skill, ''), '#@')[0] ?? '').split(',').map(Number);
    return errorOf(battle, { command: 'skill', skill, x, y, frames: 0 });
  }

  const isOut = (bit: number): boolean => errorOf(given('ally', bit), { command: 'step' }) === 'E_NOBODY';
  const stays = (bit: number): number => {
    const battle = given('enemy', bit);
    apply(SYSTEM, battle, BLOW);
    return read(battle, 'enemy[0].statuses');
  };
  const wins = (bit: number): boolean => {
    const battle = given('enemy', bit);
    apply(SYSTEM, battle, BLOW);
    return read(battle, 'battleResult') === 1;
  };
  /** Whom nobody strikes loses HP as it acts. */
  const hurts = (bit: number): boolean => {
    const battle = given('enemy', bit);
    const full = read(battle, 'species[0].maxHp');
    write(battle, 'enemy[0].hp', full);
    for (let step = 0; step < 12; step++) errorOf(battle, { command: 'step' });
    return read(battle, 'enemy[0].hp') < full;
  };
  const walksNot = (bit: number): boolean =>
    errorOf(given('ally', bit), { command: 'move', x: CENTRE - 1, y: CENTRE }) === 'E_LEG_LOCK';
  const armless = (bit: number): boolean => !isOut(bit) && answerOf(BLOW.skill, bit) === 'E_DISABLED';

  /** Who is far below in level hits nobody, but for a hit that is certain. */
  const isSure = (bit: number): boolean =>
    Array.from({ length: 30 }, (_, seed) => seed + 1).every((seed) => {
      const skill = 'shura-no-in';
      const [user] = placesFor(skill) as [Placed];
      const battle = sceneOf({ skill, user, enemies: [{ x: CENTRE, y: CENTRE }], seed });
      write(battle, 'enemy[0].statuses', bit);
      write(battle, 'enemy[0].level', 255);
      const lands = { command: 'skill', skill, x: CENTRE, y: CENTRE, facing: 'lower-right' };
      const [image, events] = [battle.image.slice(), createEventBuffer(8192)];
      if (errorOf(battle, lands, events) !== '') throw new Error(`${skill}: ${errorOf(battle, lands)}`);
      const [blow] = SYSTEM.narration.tell(battle, image, events).filter(({ kind }) => kind === 'skill');
      return (blow?.results[0]?.amounts['landed'] ?? 0) > 0;
    });
  const learned = ALLY_SKILLS.rows.filter(
    ({ id, number, values }) =>
      number > 0 &&
      learnerOf(id) !== undefined &&
      values.counterOnly === 0 &&
      values.surroundings === 0 &&
      cellsOf(skillLabel(id, ''), '#@').length > 0,
  );
  const refuses = (bit: number): boolean => learned.some(({ id }) => answerOf(id, bit) === 'E_DISABLED');

  /** What each word means, done: the words of `data`, of the told sentences, and of those in Japanese. */
  const MEANT: readonly (readonly [name: string, en: RegExp, ja: RegExp, does: (bit: number) => boolean])[] = [
    ['petrify', /petrified/u, /石化/u, (bit) => isOut(bit) && wins(bit)],
    ['sleep', /asleep/u, /睡眠/u, (bit) => isOut(bit) && stays(bit) === 0],
    ['paralysis', /paralysed/u, /マヒ/u, (bit) => isOut(bit) && !wins(bit) && stays(bit) === bit],
    ['poison', /poisoned/u, /毒/u, hurts],
    ['arm-lock', /arm locked/u, /腕封じ/u, armless],
    ['leg-lock', /leg locked/u, /足封じ/u, walksNot],
    // a skill can name the three locks for a certain hit, and no other status
    ['neck-lock', /neck locked/u, /首封じ/u, (bit) => isSure(bit) && !isOut(bit) && !armless(bit) && !walksNot(bit)],
    // it does nothing by itself: skills are refused, and the hit is not certain
    ['drunk', /drunk/u, /酔い/u, (bit) => !isSure(bit) && !isOut(bit) && !hurts(bit) && refuses(bit)],
  ];
  const bitOf = (name: string): number => {
    const does = MEANT.find(([meant]) => meant === name)?.[3];
    const found = BITS.filter((bit) => does?.(bit) === true);
    expect([name, found.length]).toEqual([name, 1]);
    return found[0] as number;
  };
  test.each(['poison', 'arm-lock', 'leg-lock', 'neck-lock', 'drunk'])(
    'a skill is refused under %s where it is printed, and only there',
    (name) => {
      const bit = bitOf(name);
      const kinds = { printed: 0, others: 0 };
      for (const { id } of learned) {
        const isPrinted = `${skillLabel(id, 'unusable under')}`.split(', ').includes(name);
        kinds[isPrinted ? 'printed' : 'others']++;
        expect([id, answerOf(id, bit)]).toEqual([id, isPrinted ? 'E_DISABLED' : '']);
      }
      expect(kinds.others).toBeGreaterThan(0);
      expect(kinds.printed).toBeGreaterThan(0);
    },
  );

  test.each(MEANT)('who is struck by a skill of %s has that status, and it is told so', (name, en, ja) => {
    const bit = bitOf(name);
    const skills = ALLY_SKILLS.rows.filter(({ id, number, values }) => {
      if (number === 0 || learnerOf(id) === undefined || values.counterOnly === 1) return false;
      const printed = `${skillLabel(id, 'statuses')}`;
      // at others, or at the own cell with an area round it
      return printed.startsWith(`${name}: `) && (values.trajectory < 2 || placesFor(id).length === 0);
    });
    for (const { id: skill } of skills) {
      for (let seed = 1; seed <= 40; seed++) {
        const [user = { x: CENTRE - 1, y: CENTRE, facing: 0 }] = placesFor(skill);
        const { x, y } = placesFor(skill).length === 0 ? user : { x: CENTRE, y: CENTRE };
        const battle = sceneOf({ skill, user, enemies: [{ x: CENTRE, y: CENTRE }], seed });
        const other = bit === PARALYSED ? 0x20 : PARALYSED;
        write(battle, 'enemy[0].statuses', other);
        write(battle, 'species[0].immunity', 0);
        for (const stat of ['body', 'intellect']) write(battle, `enemy[0].${stat}`, 1);
        const [before, events] = [battle.image.slice(), createEventBuffer(8192)];
        apply(SYSTEM, battle, { command: 'skill', skill, x, y, facing: 'lower-right' }, events);
        if ((read(battle, 'enemy[0].statuses') & ~other) === 0) continue;
        expect([skill, read(battle, 'enemy[0].statuses') & ~other]).toEqual([skill, bit]);
        const step = { system: SYSTEM, battle, before, events };
        for (const [language, words] of [
          ['en', en],
          ['ja', ja],
        ] as const) {
          expect(
            toldOf(step, language)
              .map(({ sentence }) => sentence)
              .join('\n'),
          ).toMatch(words);
        }
        return;
      }
    }
    throw new Error(`no skill of an ally brings ${name}: ${skills.map(({ id }) => id).join(', ')}`);
  });

  /** Words for a status that is over. */
  const OVER: readonly (readonly [name: string, en: RegExp, ja: RegExp])[] = [
    ['petrify', /no longer petrified/u, /石化解除/u],
    ['sleep', /awake again/u, /目を覚ました/u],
    ['paralysis', /no longer paralysed/u, /マヒ解除/u],
    ['poison', /no longer poisoned/u, /毒が消えた/u],
    ['arm-lock', /arm free again/u, /腕封じ解除/u],
    ['leg-lock', /leg free again/u, /足封じ解除/u],
    ['neck-lock', /neck free again/u, /首封じ解除/u],
    ['drunk', /sober again/u, /酔いがさめた/u],
  ];

  test.each(OVER)('who is cured of %s is told to be so, in words of no other status', (name, en, ja) => {
    const bit = bitOf(name);
    const skill = 'healing-prayer';
    const battle = SYSTEM.create({
      party: [
        { character: learnerOf(skill) ?? '', level: 50, ...STRONG, x: 2, y: 3, skills: [skill] },
        { character: 'takahara', level: 50, ...STRONG, x: 3, y: 3 },
      ],
      enemies: [{ species: SMALL, x: 6, y: 6 }],
    }) as LiveALiveBattle;
    write(battle, 'enemy[0].statuses', PARALYSED);
    write(battle, 'ally[1].statuses', bit);
    const [before, events] = [battle.image.slice(), createEventBuffer(8192)];
    expect(errorOf(battle, { command: 'skill', skill, x: 3, y: 3 }, events)).toBe('');
    expect(read(battle, 'ally[1].statuses')).toBe(0);
    for (const [at, language] of (['en', 'ja'] as const).entries()) {
      const lines = toldOf({ system: SYSTEM, battle, before, events }, language).map(({ sentence }) => sentence);
      const told = OVER.filter(([, ...words]) => lines.some((line) => words[at]?.test(line) === true));
      expect([language, told.map(([one]) => one)]).toEqual([language, [name]]);
      expect(lines.join('\n')).toMatch(at === 0 ? en : ja);
    }
  });

  test.each(OVER.filter(([name]) => name !== 'petrify'))(
    '%s that ends by itself is told in the same words',
    (name, en, ja) => {
      const bit = bitOf(name);
      const battle = given('enemy', bit);
      for (const part of ['Neck', 'Leg', 'Arm', 'Poison', 'Paralysis', 'Sleep', 'Drunk'])
        write(battle, `enemy[0].timer${part}`, 2);
      for (let step = 0; step < 40; step++) {
        const [before, events] = [battle.image.slice(), createEventBuffer(8192)];
        expect(errorOf(battle, { command: 'step' }, events)).toBe('');
        if ((read(battle, 'enemy[0].statuses') & bit) !== 0) continue;
        const told = (language: Language): string =>
          toldOf({ system: SYSTEM, battle, before, events }, language)
            .map(({ sentence }) => sentence)
            .join('\n');
        expect(told('en')).toMatch(en);
        expect(told('ja')).toMatch(ja);
        return;
      }
      throw new Error(`${name} does not end`);
    },
  );
});
