/** What a viewer shows beside the cells: the panels, the columns of a route's table, and what comes next. */
import { describe, expect, test } from 'vitest';
import { createBattle, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import type { Battle, LabelledLines } from '../../../core/system/system.js';
import { APPLY, declare, END, rolled, run, SIZE, start, TEST, withUnits } from './skirmish.js';

const { odds, views } = kuroganeEngage.capabilities;
const panels = (battle: Battle): Record<string, LabelledLines> =>
  Object.fromEntries((views?.panels?.(battle) ?? []).map(({ title, lines }) => [title, lines]));
const ledger = (battle: Battle): LabelledLines => views?.ledger?.(battle) ?? [];
const told = (battle: Battle): LabelledLines => views?.predict?.(battle) ?? [];
const reasons = (battle: Battle): LabelledLines => (panels(battle)['Dice pool'] ?? []).slice(1);
const FAR = withUnits({ drone: { x: 9 } });
const KILL = [declare({ target: 'to' }), SIZE, rolled(6, 6, 6, 6), TEST, APPLY];

test('K3 to K14 the panels and columns of an attack, step by step', () => {
  const battle = start(withUnits({ drone: { risk: 2 } }));
  const others = [
    ['ace', '0/3 risk 0'],
    ['wing', '0/3 risk 0'],
    ['boss', '0/4 risk 0'],
  ];
  const bare = { 'Risk and damage': expect.arrayContaining([['drone', 'risk 2, damage 0 of 3']]) };
  expect(panels(battle)).toEqual({ ...bare, 'Best weapons': expect.anything() });
  const columns = (...values: string[]) => [
    ...['step', 'dice', 'successes', 'deals'].map((label, at) => [label, values[at]]),
    ...others,
    ['drone', values[4]],
    ['to', '0/1 risk 0'],
  ];
  expect(ledger(battle)).toEqual(columns('between attacks', '', '', '', '0/3 risk 2'));
  run(battle, declare({ distance: 5, mutualClear: 1 }));
  expect(ledger(battle)).toEqual(columns('1 declared', '', '', '', '0/3 risk 2'));
  run(battle, SIZE);
  expect(ledger(battle)).toEqual(columns('2 pool sized', '6', '', '', '0/3 risk 2'));
  const pool = [
    ['ace attacks', 'drone with rifle at 5'],
    ['4 dice', 'Hit of rifle, Rng 3 (K3)'],
    ['-1', 'distance 5 at Rng 3 (K4)'],
    ['+2', 'risk of drone (K7)'],
    ['+1', 'nothing in between, drone on the same level (K8)'],
    ['= 6 dice', 'to roll; 4 to 6 succeeds, a 6 is critical as well (K11)'],
  ];
  // attack 4 and successes against 8 - 1 - criticals: 729 of the 46,656 rolls have no success
  const { 'Chances of the roll': chances, ...seen } = panels(battle);
  expect(seen).toEqual({ 'Dice pool': pool, ...bare });
  expect(chances?.[0]).toEqual(['a miss', '729 of 46656, 1.562 %']);
  run(battle, rolled(1, 4, 4, 6, 2, 6));
  const dice = [
    ['dice', '1 x 1, 1 x 2, 2 x 4, 2 x 6'],
    ['lowest success', '4'],
    ['successes', '4, 2 critical'],
  ];
  expect(panels(battle)['Roll']?.slice(0, 3)).toEqual(dice);
  expect(ledger(battle)).toEqual(columns('4 rolled', '6', '4 (2 critical)', '', '0/3 risk 2'));
  run(battle, TEST);
  // attack 4 + 4 against 8 - 2 - 1
  expect(panels(battle)['Roll']).toEqual([...dice, ['attack against defence', '8 / 5'], ['damage', '1']]);
  expect(ledger(battle)).toEqual(columns('5 damage tested', '6', '4 (2 critical)', '1', '0/3 risk 2'));
  run(battle, APPLY);
  expect(ledger(battle)).toEqual(columns('6 result applied', '6', '4 (2 critical)', '1', '1/3 risk 0'));
  expect(panels(battle)['Risk and damage']).toContainEqual(['drone', 'risk 0, damage 1 of 3']);
});

test('K15 a destroyed unit is called so', () => {
  const battle = start();
  run(battle, ...KILL);
  // 4 + 4 over 3
  expect(panels(battle)['Risk and damage']?.at(-1)).toEqual(['to', 'risk 0, damage 2 of 1, destroyed']);
  expect(ledger(battle).at(-1)).toEqual(['to', '2/1 risk 0 destroyed']);
  expect(panels(battle)['Risk and damage']?.[0]).toEqual(['ace', 'risk 0, damage 0 of 3']);
});

describe('why a die is in the pool', () => {
  const because = (changes: Parameters<typeof withUnits>[0], more: Record<string, unknown>, specials: object = {}) => {
    const battle = start(withUnits(changes, { specials }));
    run(battle, declare(more), SIZE);
    return battle;
  };

  test('K6 K8 K9 levels and indirect fire', () => {
    const above = because({ ace: { level: 1 } }, { mutualClear: 1 });
    expect(reasons(above).slice(1, 3)).toEqual([
      ['+1', 'nothing in between, drone 1 level lower (K8)'],
      ['+1', 'drone 1 level lower, in sight (K9)'],
    ]);
    expect(reasons(because({ ace: { level: 2 } }, {}))[1]).toEqual(['+1', 'drone 2 levels lower, in sight (K9)']);
    const unseen = because({}, { weapon: 'mortar', visible: 0, allySees: 1 });
    expect(reasons(unseen)[1]).toEqual(['-1', 'only an ally sees it (K6)']);
  });

  test('K5 close combat in and out of its place', () => {
    expect(reasons(because({}, { weapon: 'blade' }))).toEqual([
      ['4 dice', 'Hit of blade, close combat (K3)'],
      ['= 4 dice', 'to roll; 4 to 6 succeeds, a 6 is critical as well (K11)'],
    ]);
    const place = (level: number, distance: number) => because({ drone: { level } }, { weapon: 'blade', distance });
    expect(reasons(place(0, 2))).toEqual([
      ['0 dice', 'close combat does not reach: distance 2, the target on the same level (K5)'],
    ]);
    expect(reasons(place(1, 2))[0]?.[1]).toBe(
      'close combat does not reach: distance 2, the target 1 level higher (K5)',
    );
    expect(reasons(place(2, 1))[0]?.[1]).toBe(
      'close combat does not reach: distance 1, the target 2 levels higher (K5)',
    );
    expect(told(place(2, 1)).at(-1)).toEqual(['chances', 'no dice: the attack misses']);
  });

  test('K10 KA1 the special actions that changed it, and a pool that would be below 0', () => {
    const battle = because({}, { weapon: 'blade' }, { enhance: { poolDelta: -6 }, powerAttack: { powDelta: 1 } });
    run(battle, { command: 'powerAttack' }, { command: 'enhance' });
    expect(reasons(battle).slice(1)).toEqual([
      ['-6', 'enhance (K10)'],
      ['+2', 'a pool is not below 0 (KA1)'],
      ['= 0 dice', 'to roll; 4 to 6 succeeds, a 6 is critical as well (K11)'],
    ]);
    const both = because({}, { weapon: 'blade' }, { enhance: { poolDelta: 1 }, powerAttack: { poolDelta: 1 } });
    run(both, { command: 'powerAttack' }, { command: 'enhance' });
    expect(reasons(both)[1]).toEqual(['+2', 'enhance, powerAttack (K10)']);
  });
});

describe('what comes next', () => {
  test('before, between and after attacks', () => {
    const battle = start(withUnits({}, { rounds: 2 }));
    const idle = [
      ['next', 'an attack may be declared (step 1)'],
      ['round', '1 of 2'],
    ];
    expect(told(battle)).toEqual(idle);
    run(battle, declare(), SIZE, rolled(1, 1, 1, 1));
    expect(told(battle)).toEqual(idle);
    run(battle, { command: 'endRound' }, { command: 'endRound' });
    expect(told(battle)).toEqual([['next', 'nothing: the last round is over']]);
  });

  test('step 3: who may declare what; a pool of more than 20 dice has no chances here', () => {
    const sized = (risk: number) => {
      const battle = start(withUnits({ drone: { risk } }, { specials: { enhance: { powDelta: 1 } } }));
      run(battle, declare(), SIZE);
      return told(battle);
    };
    expect(sized(17)[1]).toEqual(['the attacker may declare', 'enhance']);
    expect(sized(17).at(-1)).toEqual(['chances', 'of 21 dice: lockstep run PLAN --odds has them']);
    expect(sized(16).at(-1)?.[0]).toBe('the target destroyed');
  });

  test('K12 to K15 the chances of one die on a damaged target', () => {
    const setup = withUnits({ drone: { damage: 1 } }, { specials: { enhance: { powDelta: 10 } } });
    const battle = start(setup);
    // 4 - 3 dice at distance 10; a success deals 15 / 7, a critical 15 / 6
    run(battle, declare({ distance: 10 }), SIZE, { command: 'enhance' });
    expect(told(battle).slice(-5)).toEqual([
      ['a miss', '3 of 6, 50.000 %'],
      ['risk instead of damage', '0 of 6, 0.000 %'],
      ['damage 1 or more', '3 of 6, 50.000 %'],
      ['damage 2 or more', '3 of 6, 50.000 %'],
      ['the target destroyed', '3 of 6, 50.000 %'],
    ]);
    const query = { attacker: 'ace', weapon: 'rifle', target: 'drone', distance: 10, specials: ['enhance'] };
    expect(odds?.(setup, { ...query, by: 'damage' }).rows).toEqual([
      { values: [0], numerator: '3' },
      { values: [2], numerator: '3' },
    ]);
  });

  test('KA17 chances are told of a risk that would pass 255 as well', () => {
    const less = (poolDelta: number) => ({ side: 'attacker', poolDelta });
    const specials = { haze: less(-128), smoke: less(-119) };
    const battle = start(withUnits({ drone: { risk: 250, arm: 99 } }, { specials }));
    run(battle, declare(), SIZE, { command: 'special', special: 'haze' }, { command: 'special', special: 'smoke' });
    // 4 dice of the weapon and 250 for the risk, less 247: seven, and 6 successes or more pass 255
    expect(reasons(battle).at(-1)?.[0]).toBe('= 7 dice');
    // each die fails on three faces of six
    expect(told(battle).slice(-3)).toEqual([
      ['a miss', '2187 of 279936, 0.781 %'],
      ['risk instead of damage', '277749 of 279936, 99.218 %'],
      ['the target destroyed', '0 of 279936, 0.000 %'],
    ]);
  });

  test('one success is told in the singular', () => {
    const battle = start();
    run(battle, declare(), SIZE, rolled(5, 1, 1, 1));
    run(battle, TEST);
    expect(told(battle)).toContainEqual(['attack', '5 = Pow 4 + 1 success']);
  });

  test('steps 5 to 7: the test with a reaction, the result, who may take the overkill', () => {
    const battle = start(withUnits({}, { specials: { defend: { armDelta: 2 } } }));
    run(battle, declare({ target: 'boss', distance: 4 }), SIZE, { command: 'defend' }, rolled(6, 5, 4));
    const lines = [
      ['attack', '7 = Pow 4 + 3 successes'],
      ['defence', '10 = Arm 12 - 1 critical - Pen 1, at least 3'],
      ['damage', '0 = 7 / 10, rounded down'],
      ['risk', '0 now, 3 then'],
    ];
    expect(told(battle)).toEqual([['next', 'the damage test (step 5)'], ...lines]);
    run(battle, TEST);
    expect(told(battle)).toEqual([['next', 'the result is applied (step 6)'], ...lines]);
    run(battle, APPLY);
    const free = ['next', 'overkill (step 7) or the end of the attack'];
    expect(told(battle)).toEqual([free]);
    run(battle, END, ...KILL);
    expect(told(battle)[0]).toEqual(free);
    // with the drone away, both allies of speed 2 walk to (1,0), beside the wreck
    const alone = start(FAR);
    run(alone, ...KILL);
    expect(told(alone)).toEqual([free, ['may take the overkill', 'ace, wing']]);
  });

  test('KA15 the later destruction', () => {
    const battle = start(FAR, { destroyTiming: 'wiki56' });
    run(battle, ...KILL);
    expect(told(battle)).toEqual([['next', 'movements, then the check of destruction']]);
    run(battle, { command: 'checkDestruction' });
    expect(told(battle)[0]).toEqual(['next', 'overkill (step 7) or the end of the attack']);
  });
});

test('rows of odds ascend by damage, then risk', () => {
  const query = { attacker: 'ace', weapon: 'rifle', target: 'drone', distance: 5, attacks: 2 };
  const { rows } = odds?.(withUnits({ drone: { risk: 3 } }), query) ?? { rows: [] };
  const places = rows.map(({ values: [damage = 0, risk = 0] }) => 1000 * damage + risk);
  expect(places).toEqual([...places].sort((one, two) => one - two));
  // a risk that only a second attack brings comes before every damage
  expect(places.indexOf(6)).toBeLessThan(places.findIndex((place) => place >= 1000));
  expect(places).toContain(6);
});

test('K2 to K16 chances: each attack in sight, and the roll that is due', () => {
  const chances = (battle: Battle) => views?.chances?.(battle) ?? [];
  const weapons = [
    { id: 'gun', hit: 2, rng: 3, pow: 6 },
    { id: 'fist', hit: 1, rng: 'C', pow: 1 },
  ];
  const units = [
    { id: 'a', side: 0, frame: 'standard', weapons: ['gun', 'fist'] },
    { id: 'b', side: 1, hp: 1, arm: 8, x: 2 },
    { id: 'c', side: 1, frame: 'large', x: 4 },
  ];
  const battle = createBattle({ weapons, units });
  const before = battle.image.slice();
  // b at 2: two dice, 6 and successes against 8 less criticals, 1 HP. Two successes are 8 against 8; one is enough where it is a 6: 7 against 7.
  // of 36 rolls 9 have two successes, and 6 a 6 beside a miss. c at 4: one die, 7 against 10 or 9. A fist reaches nobody.
  expect(chances(battle)).toEqual([
    {
      title: 'Attacks in sight, without a clear shot',
      lines: [
        ['a on b', 'gun at 2, 2 dice: damage 15 of 36, 41.666 %; destroys 15 of 36, 41.666 %'],
        ['a on b', 'fist at 2, 0 dice: damage 0 of 1, 0.000 %'],
        ['a on c', 'gun at 4, 1 die: damage 0 of 6, 0.000 %'],
        ['a on c', 'fist at 4, 0 dice: damage 0 of 1, 0.000 %'],
      ],
    },
  ]);
  expect(battle.image).toEqual(before);
  run(battle, { command: 'declare', attacker: 'a', weapon: 'gun', target: 'b' });
  expect(chances(battle)).toEqual([]);
  run(battle, SIZE);
  // 9 of 36 rolls have no success
  expect(chances(battle)).toEqual([
    {
      title: 'Chances of the roll',
      lines: [
        ['a miss', '9 of 36, 25.000 %'],
        ['risk instead of damage', '12 of 36, 33.333 %'],
        ['damage 1 or more', '15 of 36, 41.666 %'],
        ['the target destroyed', '15 of 36, 41.666 %'],
      ],
    },
  ]);
  const alone = createBattle({ weapons, units: [units[1]] });
  expect(chances(alone)).toEqual([]);
  const many = Array.from({ length: 9 }, (_, at) => ({ ...units[0], id: `u${at}`, side: at % 2, x: at }));
  expect(chances(createBattle({ weapons, units: many }))).toEqual([
    {
      title: 'Attacks in sight, without a clear shot',
      lines: [['attacks', 'more than 64: a [query] asks for one']],
    },
  ]);
});
