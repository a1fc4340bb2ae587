/** What is told of heights, special actions and their movements; and refusals of special actions and queries in words. */
import { describe, expect, test } from 'vitest';
import { seriesDistribution } from '../../../core/kurogane-engage/distribution.js';
import { kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import type { PlainCommand } from '../../../core/system/battle.js';
import { apply, createEventBuffer, read } from '../../../core/system/battle.js';
import type { Battle } from '../../../core/system/system.js';
import { ACE, codeOf, DECLARE, DRONE, WING, WORK_OFF } from './bare-commands.js';
import { APPLY, declare, rolled, run, SIZE, start, TEST, withUnits } from './skirmish.js';

const { narration, capabilities } = kuroganeEngage;

function say(battle: Battle, command: PlainCommand): string[] {
  const before = battle.image.slice();
  const events = createEventBuffer();
  apply(kuroganeEngage, battle, command, events);
  return narration.tell(battle, before, events).map((happening) => narration.sentence(happening, 'en'));
}

describe('sentences', () => {
  test('K5 where the target of a blow out of place stands', () => {
    const of = (level: number, distance: number): string | undefined => {
      const battle = start(withUnits({ ace: { level: 3 }, drone: { level } }));
      run(battle, declare({ weapon: 'blade', distance }));
      return say(battle, SIZE).find((line) => line.startsWith('no dice'));
    };
    const head = 'no dice: close combat does not reach distance';
    expect(of(3, 2)).toBe(`${head} 2, on the same level`);
    expect(of(4, 2)).toBe(`${head} 2, 1 level up`);
    expect(of(5, 1)).toBe(`${head} 1, 2 levels up`);
    expect(of(2, 1)).toBe(`${head} 1, 1 level down`);
    expect(of(0, 1)).toBe(`${head} 1, 3 levels down`);
    expect(of(4, 1)).toBeUndefined();
  });

  test('K10 p56 an action by its name, and whom it moves after the result', () => {
    const specials = {
      enhance: { afterResolve: 'moveAttacker' },
      nudge: { side: 'attacker', afterResolve: 'moveTarget' },
      shove: { side: 'attacker', afterResolve: 'moveTargetOnDamage' },
    };
    const battle = start(withUnits({}, { specials }));
    run(battle, declare(), SIZE);
    expect(say(battle, { command: 'enhance' })).toEqual(['ace declares enhance']);
    expect(say(battle, { command: 'special', special: 'nudge' })).toEqual(['ace declares nudge']);
    run(battle, { command: 'special', special: 'shove' }, rolled(6, 6, 6, 6), TEST);
    // 4 + 4 over 8 - 4 - 1
    expect(say(battle, APPLY)).toEqual([
      'drone takes 2 damage, 2 in all',
      'drone loses 0 risk',
      'after the attack, enhance moves the attacker',
      'after the attack, nudge moves the target',
      'after the attack, shove moves the target',
    ]);
    expect(say(battle, { command: 'displace', unit: 'ace', x: 3, y: 4, level: 1 })).toEqual([
      'ace is moved to (3,4), level 1',
    ]);
    const words = (special: number, action: number): (string | undefined)[] => {
      const named = narration.words?.(battle, 'afterResolve', { special, action }) ?? {};
      return [named['special']?.en, named['action']?.en];
    };
    expect([words(3, 0), words(1, 1), words(4, 2), words(6, 3)]).toEqual([
      ['evade', 'nothing'],
      ['power attack', 'move the target'],
      ['defend', 'move the attacker'],
      ['shove', 'move the target'],
    ]);
  });

  test('K7 a part of the pool has its sign, and K10 only what was declared is named', () => {
    const specials = { enhance: { poolDelta: 2 }, aim: { side: 'attacker', poolDelta: 1 } };
    const battle = start(withUnits({ drone: { risk: 1 } }, { specials }));
    run(battle, declare(), SIZE);
    expect(say(battle, { command: 'enhance' })).toContain('dice of specials: +2');
    const pool = capabilities.views?.panels?.(battle).find(({ title }) => title === 'Dice pool');
    expect(pool?.lines).toContainEqual(['+2', 'enhance (K10)']);
    expect(pool?.lines).toContainEqual(['+1', 'risk of drone (K7)']);
  });
});

describe('special actions that say too little or too much', () => {
  const refusal = (specials: object): Error & { code?: string; details?: unknown } => {
    try {
      start(withUnits({}, { specials }));
    } catch (error) {
      return error as Error;
    }
    throw new Error('accepted');
  };

  test('the message names the place and what to do', () => {
    expect(refusal({ own: { side: 'attacker', needs: [] } }).message).toBe(
      'setup.specials.own.needs is empty, so that nobody may; leave it out for everybody',
    );
    expect(refusal({ evade: { side: 'attacker' } }).message).toBe(
      'setup.specials.evade.side is that of page 48; leave it out',
    );
    expect(refusal({ evad: {} }).message).toBe(
      'setup.specials.evad is none of enhance, powerAttack, counter, evade, defend; an action of your own says its side',
    );
    const four = Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, { side: 'attacker' }]));
    expect(refusal(four).message).toBe('setup.specials has at most 3 actions of its own, not 4');
    expect(refusal({ 'own name': { side: 'attacker' } }).message).toMatch(
      /made of letters of any script, digits, - and _, not/,
    );
    expect(refusal({ evad: {} })).toMatchObject({
      unknown: { word: 'evad', known: expect.arrayContaining(['evade']) },
    });
  });

  test('an action has an effect by any one of its numbers, or by its movement', () => {
    const told = (changes: object): string | undefined => {
      const battle = start(withUnits({}, { specials: { enhance: changes } }));
      run(battle, declare(), SIZE);
      return capabilities.views?.predict?.(battle).find(([label]) => label === 'the attacker may declare')?.[1];
    };
    const effects = [{ poolDelta: 1 }, { successMin: 5 }, { powDelta: -1 }, { armDelta: 1 }];
    for (const effect of [...effects, { afterResolve: 'moveTarget' }]) expect(told(effect)).toBe('enhance');
    expect(told({})).toBe('enhance, which has no numbers and changes nothing');
  });

  test('p48 a companion meets a condition by the blade in its hand', () => {
    const specials = { lunge: { side: 'attacker', needs: [['companion', 'closeCombatWeapon']] } };
    const tried = (weapon: string): string => {
      const battle = start(withUnits({ wing: { weapons: ['rifle', 'blade'] } }, { specials }));
      run(battle, declare({ attacker: 'wing', weapon }), SIZE);
      return codeOf(battle, 19, 5);
    };
    expect([tried('rifle'), tried('blade')]).toEqual(['E_SPECIAL_NOT_ALLOWED', 'ok']);
  });
});

describe('bare words', () => {
  test('K2 a width is looked at before sides, and words behind a command do not count', () => {
    const battle = start(withUnits({ drone: { risk: 2 } }));
    // an ally as target
    expect(codeOf(battle, DECLARE, ACE, 0, WING, 256, 1, 0, 0)).toBe('E_WIDTH');
    expect(codeOf(battle, DECLARE, ACE, 0, WING, 255, 1, 0, 0)).toBe('E_NOT_ENEMY');
    expect(codeOf(battle, WORK_OFF, DRONE, 1, 7)).toBe('ok');
    expect(read(battle, 'unit[3].risk')).toBe(1);
  });

  test('an image that no attack of ours has made is shown all the same', () => {
    const { views } = capabilities;
    const battle = start();
    // the head of an image: stage, attacker, weapon, target
    const at = (name: string): number => battle.cells.find((cell) => cell.name === name)?.offset ?? -1;
    battle.image[at('attacker')] = 0;
    expect(views?.panels?.(battle)[0]?.title).toBe('Dice pool');
    battle.image[at('attacker')] = 255;
    battle.image[at('stage')] = 2;
    expect(views?.predict?.(battle)).toEqual([
      ['next', 'special actions (step 3), then the roll (step 4)'],
      ['round', '1 of 6'],
    ]);
    expect(views?.overview?.turn?.(battle)).toBe(-1);
  });
});

describe('queries', () => {
  const ask = (query: object, setup: object = withUnits({})): ReturnType<NonNullable<typeof capabilities.odds>> => {
    const table = capabilities.odds?.(setup, {
      attacker: 'ace',
      weapon: 'rifle',
      target: 'drone',
      distance: 1,
      ...query,
    });
    if (table === undefined) throw new Error('no odds');
    return table;
  };

  test('flags and switches of another kind are refused with their place', () => {
    expect(() => ask({ visible: 'yes' })).toThrow(expect.objectContaining({ code: 'E_INT', path: 'query.visible' }));
    expect(() => ask({ switches: { metric: true } })).toThrow('query.switches.metric must be a text, not true');
  });

  test('a pool that does not fit is refused before the pool is known, too', () => {
    const setup = withUnits({ drone: { risk: 1 } });
    const query = { weapon: 'huge', switches: { specialsTiming: 'atDeclare' } };
    expect(() => ask(query, setup)).toThrow(expect.objectContaining({ code: 'E_WIDTH', path: 'query' }));
  });

  test('rows stay apart whose figures put together look alike', () => {
    const weapons = [
      { id: 'one', hit: 1, rng: 9, pow: 31 },
      { id: 'many', hit: 30, rng: 9, pow: 20 },
    ];
    const units = [
      { id: 'ace', side: 0, frame: 'standard', weapons: ['one', 'many'] },
      { id: 'drone', side: 1, hp: 200, arm: 31 },
    ];
    const table = ask(
      { weapon: 'one', followedBy: [{ attacker: 'ace', weapon: 'many', distance: 1 }] },
      { weapons, units },
    );
    const numerator = (...values: number[]): string | undefined =>
      table.rows.find((row) => row.values.join() === values.join())?.numerator;
    // one success of the first deals 1, on three faces; ten of the second without a 6 leave risk: 30 over 31
    const tenOfThirty = 30_045_015n;
    expect(numerator(1, 10, 0)).toBe(String(3n * tenOfThirty * 2n ** 10n * 3n ** 20n));
    // 26 sixes among 30 successes deal 10 more: 50 over 5. Or the first misses, on three faces, and 27 sixes
    // without another success deal 11: 47 over 4.
    expect(numerator(11, 0, 0)).toBe(String(3n * 27_405n * 2n ** 4n + 3n * 4_060n * 3n ** 3n));
  });

  test('a damage of 256 is not taken for a risk of one', () => {
    // one success: attack 11, defence 101 or 100, no damage; 246 successes, 100 of them critical: 256 over 1
    const terms = { pow: 10, pen: 0, arm: 1, armDelta: 100, minimumArm: false, riskSaturates: true };
    const attack = { poolFor: () => 246, successMin: 4, terms };
    const { states } = seriesDistribution({ damage: 0, risk: 0, destroyed: false }, 255, [attack]);
    const risky = states.find(({ state }) => state.damage === 0 && state.risk === 1);
    // one die of 246 shows one of three faces, the others one of the other three
    expect(risky?.ways).toBe(246n * 3n ** 246n);
  });

  test('300,000 sums are taken and one more is not; rolls of equal damage are one effect', () => {
    const unhurt = { damage: 0, risk: 0, destroyed: false };
    const common = { pen: 0, armDelta: 0, minimumArm: true, riskSaturates: true };
    const attack = (pool: number, pow: number, arm: number) => ({
      poolFor: () => pool,
      successMin: 4,
      terms: { ...common, pow, arm },
    });
    // 31 dice that do no damage: 32 effects on one state, which leave 32 risks
    const scratch = attack(31, 0, 99);
    // 9 dice that do 1 or miss, 101 to 109 over 61 to 70: two effects on 32 states, which leave 33
    const hit = attack(9, 100, 70);
    // no dice: one effect on 33 states, and 32 + 64 + 9,088 * 33 is 300,000
    const none = new Array(9088).fill(attack(0, 0, 99));
    expect(seriesDistribution(unhurt, 255, [scratch, hit, ...none]).states).toHaveLength(33);
    expect(() => seriesDistribution(unhurt, 255, [scratch, hit, ...none, none[0]])).toThrow(
      expect.objectContaining({
        code: 'E_RANGE',
        message: expect.stringMatching(/more than 300000 sums: ask for fewer/),
      }),
    );
  });
});

test('words for the numbers of cells, and a remedy of its own for every error', () => {
  const { cells } = start();
  const words = (name: string): string => Object.values(cells.find((one) => one.name === name)?.words ?? {}).join(', ');
  expect(words('stage')).toBe(
    'between attacks, 1 declared, 2 pool sized, 4 rolled, 5 damage tested, 6 result applied, 6 destruction checked',
  );
  for (const unit of ['attacker', 'target']) expect(words(unit)).toBe('ace, wing, boss, drone, to');
  expect(words('weapon')).toBe('rifle, mortar, blade, huge');
  expect(words('unit[0].x')).toBe('');
  const remedies = kuroganeEngage.errors.map(({ remedy }) => remedy);
  for (const remedy of remedies) expect(remedy).toMatch(/^(Name|Give|Keep|Leave|Take) \S.* \S/);
  expect(new Set(remedies).size).toBe(remedies.length);
});

test('K16 two objectives have a cell each, one behind the other', () => {
  const { cells } = start(
    withUnits(
      {},
      {
        objectives: [
          { x: 1, y: 1 },
          { x: 2, y: 2 },
          { x: 3, y: 3 },
        ],
      },
    ),
  );
  const places = cells.filter(({ name }) => name.startsWith('objective')).map(({ name, offset }) => [name, offset]);
  const [first] = places;
  const at = Number(first?.[1]);
  expect(places).toEqual([0, 1, 2].map((number) => [`objective[${number}].side`, at + number]));
});
