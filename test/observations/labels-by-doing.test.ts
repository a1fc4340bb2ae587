/**
 * What `data` and the told sentences print of ranges, arrows, areas, statuses, sides and directions, held
 * against what the engine does: the skill is used and whoever is struck is looked for, the status is
 * given and what is refused is seen, the target is turned and struck. Never against a second table.
 */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../core/live-a-live/index.js';
import type { LiveALiveBattle } from '../../core/live-a-live/memory/machine.js';
import { apply, createEventBuffer, read } from '../../core/system/battle.js';
import type { Language } from '../../core/system/system.js';
import { toldOf } from '../../harness/base/index.js';
import { type Described, describeEnemy, describeSkill } from '../../harness/files/rom/lookup/describe.js';
import { skillsOfCharacter } from '../../rom-map/tables/characters.js';
import { FACINGS } from '../../rom-map/tables/formations.js';
import { ALLY_SKILLS, CHARACTERS, SPECIES, sizeOf } from '../../rom-map/tables/index.js';

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
    generator: [seed, 7 * seed, 3, 4],
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

function errorOf(battle: LiveALiveBattle, command: Parameters<typeof apply>[2]): string {
  try {
    apply(SYSTEM, battle, command);
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

  /** What each word means, done: the words of `data`, of the told sentences, and of those in Japanese. */
  const MEANT: readonly (readonly [name: string, en: RegExp, ja: RegExp, does: (bit: number) => boolean])[] = [
    ['petrify', /petrified/u, /石化/u, (bit) => isOut(bit) && wins(bit)],
    ['sleep', /asleep/u, /睡眠/u, (bit) => isOut(bit) && stays(bit) === 0],
    ['paralysis', /paralysed/u, /マヒ/u, (bit) => isOut(bit) && !wins(bit) && stays(bit) === bit],
    ['poison', /poisoned/u, /毒/u, hurts],
    ['arm-lock', /arm locked/u, /腕封じ/u, armless],
    ['leg-lock', /leg locked/u, /足封じ/u, walksNot],
  ];
  const bitOf = (name: string): number => {
    const does = MEANT.find(([meant]) => meant === name)?.[3];
    const found = BITS.filter((bit) => does?.(bit) === true);
    expect([name, found.length]).toEqual([name, 1]);
    return found[0] as number;
  };
  const learned = ALLY_SKILLS.rows.filter(
    ({ id, number, values }) =>
      number > 0 &&
      learnerOf(id) !== undefined &&
      values.counterOnly === 0 &&
      values.surroundings === 0 &&
      cellsOf(skillLabel(id, ''), '#@').length > 0,
  );

  test.each(['poison', 'arm-lock', 'leg-lock'])(
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
    const skills = learned.filter(({ id, values }) => {
      const printed = `${skillLabel(id, 'statuses')}`;
      return printed.startsWith(`${name}: `) && values.trajectory < 2 && placesFor(id).length > 0;
    });
    for (const { id: skill } of skills) {
      for (let seed = 1; seed <= 40; seed++) {
        const [user] = placesFor(skill) as [Placed];
        const battle = sceneOf({ skill, user, enemies: [{ x: CENTRE, y: CENTRE }], seed });
        const other = bit === PARALYSED ? 0x20 : PARALYSED;
        write(battle, 'enemy[0].statuses', other);
        write(battle, 'species[0].immunity', 0);
        const [before, events] = [battle.image.slice(), createEventBuffer(8192)];
        apply(SYSTEM, battle, { command: 'skill', skill, x: CENTRE, y: CENTRE, facing: 'lower-right' }, events);
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
});
