/** Numbers of errors, and names of things in plans and in messages, in full: a change breaks plans that exist. */
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { RuleError } from '../../../../core/system/system.js';

const words = (text: string | undefined): boolean => /\p{L}{3}/u.test(text ?? '');

test('every error has a number, a code, the parameter that it is about, and says what to do', () => {
  const lines = LIVE_A_LIVE_BATTLE.errors.map(({ number, code, parameter }) =>
    [number, code, parameter ?? ''].join(' ').trim(),
  );
  expect(lines).toEqual([
    '1 E_PHASE',
    '3 E_OVER',
    '4 E_ACTOR ally',
    '5 E_NOBODY',
    '6 E_UNREACHABLE x',
    '7 E_SKILL skill',
    '8 E_DISABLED skill',
    '9 E_TARGET x',
    '10 E_ITEM item',
    '11 E_ESCAPE',
    '12 E_RANGE',
    '14 E_RANGE presses',
    '15 E_RUNNING',
    '16 E_LOST',
    '17 E_NO_ROOM',
    '18 E_FALLEN heal',
    '19 E_FORMATION formation',
    '20 E_AREA area',
    '21 E_ENCOUNTER formation',
    '22 E_NOWHERE formation',
    '13 E_LEG_LOCK',
    '23 E_DRIVEN',
    '24 E_NOT_DRIVEN',
    '25 E_NO_IMAGE',
    '26 E_NO_ROUND buttons',
    '27 E_OUTCOMES',
  ]);
  for (const { number, meaning, remedy } of LIVE_A_LIVE_BATTLE.errors) {
    expect(words(meaning), String(number)).toBe(true);
    if (number >= 3) expect(words(remedy), `${number}`).toBe(true);
  }
});

describe('names in a plan', () => {
  const battle = createBattle({
    enemies: [{ species: 'namcat', x: 0, y: 0 }],
    party: [
      { character: 'takahara', x: 5, y: 4 },
      { character: 'akira', x: 6, y: 6 },
    ],
  });
  test.each<[string, string, number]>([
    ['ally', 'takahara', 0],
    ['ally', 'akira', 1],
    ['ally', '高原　日勝', 0],
    ['ally', 'pogo', -1],
    ['way', 'left', 0],
    ['way', 'right', 1],
    ['way', 'up', -1],
    ['facing', 'lower-right', 0],
    ['facing', 'lower-left', 1],
    ['facing', 'upper-right', 2],
    ['facing', 'upper-left', 3],
    ['policy', 'random', 0],
    ['policy', 'attack', 1],
    ['presses', 'overflow', 0x7fff_ffff],
    ['presses', 'many', -1],
    ['skill', 'f-steiner', 0x89],
    ['skill', '気合いため', 0x8c],
    ['skill', 'fireball', -1],
    ['item', 'naori-herb', 1],
    ['item', 'なおり草', 1],
    ['item', 'nothing-at-all', -1],
    ['formation', 'namcat', 0xde],
    // digits of 13 buttons: A is 9, right 8, the first one lowest
    ['buttons', 'a right a', 9 + 13 * 8 + 13 * 13 * 9],
    ['weather', 'rain', -1],
    ['weather', 'takahara', -1],
  ])('%s %s is %i', (kind, id, number) => {
    expect(battle.idNumber?.(kind, id) ?? -1).toBe(number);
  });

  test.each<[string, number, string | undefined]>([
    ['ally', 0, 'takahara'],
    ['ally', 1, 'akira'],
    ['ally', 2, undefined],
    ['way', 0, 'left'],
    ['way', 1, 'right'],
    ['facing', 3, 'upper-left'],
    ['facing', 4, undefined],
    ['policy', 1, 'attack'],
    ['presses', 0x7fff_ffff, 'overflow'],
    ['presses', 3, undefined],
    ['skill', 0x89, 'f-steiner'],
    ['item', 1, 'naori-herb'],
    ['skill', 0, undefined],
    ['skill', 256, undefined],
    ['item', 0, undefined],
    ['item', 256, undefined],
    ['buttons', 1634, 'a right a'],
    ['buttons', 0, undefined],
    ['weather', 0, undefined],
  ])('%s %i is called %s', (kind, number, id) => {
    expect(battle.idName?.(kind, number)).toBe(id);
  });

  test('an ally stands in one of four places: what lies round them is nobody', () => {
    const other = createBattle({
      enemies: [{ species: 'namcat', x: 0, y: 0 }],
      party: [{ character: 'takahara', x: 5, y: 4 }],
    });
    const idAt = (slot: number): number =>
      other.cells.find(({ name }) => name === `ally[${slot}].id`)?.offset ?? Number.NaN;
    const stride = idAt(1) - idAt(0);
    const STRAYBOW = 1;
    for (const slot of [-1, 4]) other.image[idAt(0) + stride * slot] = STRAYBOW;
    expect([other.idNumber?.('ally', 'straybow'), other.idName?.('ally', -1), other.idName?.('ally', 4)]).toEqual([
      -1,
      undefined,
      undefined,
    ]);
    other.image[idAt(3)] = STRAYBOW;
    expect([other.idNumber?.('ally', 'straybow'), other.idName?.('ally', 3)]).toEqual([3, 'straybow']);
  });
});

describe('a command says', () => {
  const shape = (name: string) => LIVE_A_LIVE_BATTLE.commands.find((one) => one.name === name);
  const parameter = (of: string, name: string) => shape(of)?.parameters.find((one) => one.name === name);

  test('names that a parameter has, and what they stand for', () => {
    expect([parameter('skill', 'presses')?.names, parameter('auto', 'policy')?.meaning]).toEqual([
      ['overflow'],
      'random or attack',
    ]);
  });

  test('whether it waits, begins a battle, and how many frames pass in it at least', () => {
    expect(LIVE_A_LIVE_BATTLE.commands.filter(({ kind }) => kind === 'wait').map(({ name }) => name)).toEqual(['wait']);
    expect([shape('battle')?.begins, shape('battle')?.leastFrames]).toEqual([true, 'walk']);
  });

  test('by which cells a policy chooses, and those of units that the battle at hand need not have', () => {
    expect(shape('auto')?.choosesBy).toEqual(['battleFrames', 'battleTimer']);
    const names = createBattle(null).cells.map(({ name }) => name);
    const expected = names.filter((name) => ['enemy', 'ally', 'battleTimer'].includes(name.split('[')[0] as string));
    expect(shape('battle')?.choosesBy).toEqual(expected);
    expect(expected.length).toBeGreaterThan(100);
  });
});

describe('the message of a setup that is refused', () => {
  const HERO = { character: 'takahara' };
  const LISTED = { party: [{ ...HERO, x: 5, y: 4 }], enemies: [{ species: 'namcat', x: 0, y: 0 }] };
  const refusal = (setup: unknown): RuleError => {
    try {
      createBattle(setup);
    } catch (error) {
      if (error instanceof RuleError) return error;
      throw error;
    }
    throw new Error('the setup was accepted');
  };
  test.each<[unknown, string]>([
    [{ formation: 0xde, party: [] }, 'setup.party is empty'],
    [{ party: [HERO] }, 'setup names no enemy: give a formation, or enemies'],
    [{ ...LISTED, enemies: [] }, 'setup.enemies is empty'],
    [
      { formation: 0xde, party: [{ character: 23 }] },
      'setup.party[0].character: there is no character 23; there are 0 to 22',
    ],
    [
      { formation: 0xde, party: [{ character: 1.5 }] },
      'setup.party[0].character: there is no character 1.5; there are 0 to 22',
    ],
    [{ formation: 0xde, party: [{ character: true }] }, 'setup.party[0].character must name a character'],
    [{ formation: 'masaru', party: [HERO] }, 'setup.formation: there is no enemy masaru'],
    [{ formation: 'namcat', party: [HERO, HERO] }, 'setup.party[1] is in the party already'],
    [
      { ...LISTED, enemies: [{ species: 'namcat', x: 0, y: 5 }] },
      'setup.enemies[0] of 1 x 3 cells reaches out of the field from 0, 5',
    ],
    [{ ...LISTED, enemies: [{ species: 'namcat', x: 5, y: 3 }] }, 'setup.enemies[0] covers 5, 4, where somebody is'],
    [
      {
        ...LISTED,
        party: [
          { ...HERO, x: 5, y: 4 },
          { character: 'akira', x: 5, y: 4 },
        ],
      },
      'setup.party[1] stands at 5, 4, where somebody is',
    ],
    [
      { formation: 0xde, party: [{ ...HERO, skills: ['v-shine'] }] },
      'setup.party[0].skills[0]: takahara never learns v-shine',
    ],
    [
      { ...LISTED, enemies: [0, 1, 3, 4, 5].map((species, y) => ({ species, x: 0, y })) },
      'setup.enemies[4]: a battle has at most four kinds of enemies',
    ],
  ])('%j', (setup, message) => {
    expect(refusal(setup).message).toBe(message);
  });

  test('an unknown species is answered with names that exist', () => {
    const unknown = refusal({ ...LISTED, enemies: [{ species: 'namcta', x: 0, y: 0 }] });
    expect(unknown.message).toBe('setup.enemies[0].species: there is no species namcta');
    expect(JSON.stringify(unknown)).toContain('namcat');
  });

  test('a formation can be named after an enemy that fights alone', () => {
    const hpOf = (formation: string): number => createBattle({ formation, party: [HERO] }).image.length;
    for (const name of ['namcat', 'odie-o', 'ナムキャット']) expect(hpOf(name)).toBeGreaterThan(0);
    expect(refusal({ formation: 'light-rider', party: [HERO] }).message).toBe(
      'setup.formation: 4 formations (0x1, 0x5, 0x6, 0x9) are made of light-rider alone; give a number',
    );
    const never = refusal({ formation: 'freezine', party: [HERO] });
    expect(never.message).toMatch(
      /^setup\.formation: no formation is made of freezine alone; it stands in 0x10 \(2 freezine, 2 fang-eater\).*; give a number$/,
    );
    expect([never.code, never.path]).toEqual(['E_UNKNOWN_ID', 'setup.formation']);
    expect(refusal({ formation: 'odio-mole', party: [HERO] }).message).toBe(
      'setup.formation: no formation is made of odio-mole alone; it stands in 0xff (2 odio-eye, odio-mole, odio-mouth); give a number',
    );
  });
});
