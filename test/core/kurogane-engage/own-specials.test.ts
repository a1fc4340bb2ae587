/** Special actions as data: the setup's own ones with their conditions, and what comes next as it is told. */
import { describe, expect, test } from 'vitest';
import { createBattle, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { apply, type PlainCommand, read } from '../../../core/system/battle.js';
import { type Battle, RuleError } from '../../../core/system/system.js';

const SETUP = {
  weapons: [
    { id: 'rifle', hit: 4, rng: 3, pow: 4, pen: 1 },
    { id: 'blade', hit: 3, rng: 'C', pow: 5 },
  ],
  units: [
    { id: 'lead', side: 0, frame: 'standard', commander: true, weapons: ['rifle', 'blade'] },
    { id: 'mate', side: 0, frame: 'standard', weapons: ['rifle'] },
    { id: 'foe', side: 1, frame: 'standard', x: 1, risk: 3, shield: true },
  ],
  specials: {
    focus: { side: 'attacker', needs: [['commander'], ['companion', 'closeCombatWeapon']], poolDelta: 2 },
    brace: { side: 'defender', needs: [['shield', 'noLargeWeapon']], armDelta: 2 },
    jink: { side: 'defender', successMin: 5 },
  },
};

function declared(attacker: string, weapon: string, setup: object = SETUP): Battle {
  const battle = createBattle(setup);
  run(battle, { command: 'declare', attacker, weapon, target: 'foe' }, { command: 'sizePool' });
  return battle;
}

function run(battle: Battle, ...commands: readonly PlainCommand[]): void {
  for (const command of commands) apply(kuroganeEngage, battle, command);
}

const special = (id: string): PlainCommand => ({ command: 'special', special: id });

function codeOf(battle: Battle, command: PlainCommand): string {
  const before = battle.image.slice();
  try {
    run(battle, command);
  } catch (error) {
    expect(battle.image).toEqual(before);
    return error instanceof RuleError ? error.code : String(error);
  }
  return '';
}

describe('actions of the setup', () => {
  test('K10 they change pool, armour and lowest success as their numbers say', () => {
    const battle = declared('lead', 'rifle');
    expect(read(battle, 'pool')).toBe(7);
    run(battle, special('focus'));
    expect([read(battle, 'pool'), read(battle, 'poolSpecials'), read(battle, 'specials')]).toEqual([9, 2, 32]);
    run(battle, special('brace'));
    // 8 successes without a critical: 4 + 8 against 8 + 2 - 1
    run(battle, { command: 'roll', faces: [5, 5, 5, 5, 5, 5, 5, 5, 1] }, { command: 'testDamage' });
    expect([read(battle, 'attackValue'), read(battle, 'defenceValue'), read(battle, 'damage')]).toEqual([12, 9, 1]);
    const dodged = declared('lead', 'rifle');
    run(dodged, special('jink'), { command: 'roll', faces: [4, 4, 4, 4, 4, 5, 6] });
    expect([read(dodged, 'successes'), read(dodged, 'criticals')]).toEqual([2, 1]);
  });

  test('one of the conditions must be met as a whole', () => {
    expect(codeOf(declared('mate', 'rifle'), special('focus'))).toBe('E_SPECIAL_NOT_ALLOWED');
    expect(codeOf(declared('lead', 'blade'), special('focus'))).toBe('');
    const bare = { ...SETUP, units: SETUP.units.map((unit) => ({ ...unit, shield: false })) };
    expect(codeOf(declared('lead', 'rifle', bare), special('brace'))).toBe('E_SPECIAL_NOT_ALLOWED');
  });

  test('K10 a reaction ends the declarations, and there is one', () => {
    const battle = declared('lead', 'rifle');
    run(battle, special('brace'));
    expect(codeOf(battle, special('jink'))).toBe('E_TWO_REACTIONS');
    expect(codeOf(battle, { command: 'defend' })).toBe('E_TWO_REACTIONS');
    expect(codeOf(battle, special('focus'))).toBe('E_SPECIAL_ORDER');
    const twice = declared('lead', 'rifle');
    run(twice, special('focus'));
    expect(codeOf(twice, special('focus'))).toBe('E_SPECIAL_NOT_ALLOWED');
  });

  test('those of page 48 have commands of their own, and others do not exist', () => {
    for (const number of [0, 4, 8, -1]) {
      expect(declared('lead', 'rifle').step(Int32Array.of(19, number), undefined)).not.toBe(0);
    }
  });

  test('a query names them, and needs of your own replace those of page 48', () => {
    const odds = (specials: readonly string[], setup: object = SETUP): string =>
      kuroganeEngage.capabilities.odds?.(setup, { attacker: 'mate', weapon: 'rifle', target: 'foe', specials })
        .denominator ?? '';
    expect(odds(['brace'])).toBe(String(6 ** 7));
    expect(() => odds(['focus'])).toThrow(expect.objectContaining({ code: 'E_SPECIAL_NOT_ALLOWED' }));
    expect(() => odds(['enhance'])).toThrow(expect.objectContaining({ code: 'E_SPECIAL_NOT_ALLOWED' }));
    const anybody = { ...SETUP, specials: { enhance: { needs: [[]], poolDelta: 1 } } };
    expect(odds(['enhance'], anybody)).toBe(String(6 ** 8));
  });

  test.each([
    ['E_UNKNOWN_ID', 'setup.specials.evad', { evad: {} }],
    ['E_RANGE', 'setup.specials.evade.side', { evade: { side: 'attacker' } }],
    ['E_RANGE', 'setup.specials.own.needs', { own: { side: 'attacker', needs: [] } }],
    ['E_UNKNOWN_ID', 'setup.specials.own.needs[0][0]', { own: { side: 'attacker', needs: [['wings']] } }],
    ['E_RANGE', 'setup.specials.own name', { 'own name': { side: 'attacker' } }],
    [
      'E_WIDTH',
      'setup.specials',
      { a: { side: 'attacker' }, b: { side: 'attacker' }, c: { side: 'attacker' }, d: { side: 'attacker' } },
    ],
  ])('%s at %s', (code, path, specials) => {
    expect(() => createBattle({ ...SETUP, specials })).toThrow(expect.objectContaining({ code, path }));
  });
});

describe('predict', () => {
  const told = (battle: Battle): readonly (readonly [string, string])[] =>
    kuroganeEngage.capabilities.views?.predict?.(battle) ?? [];

  test('why each die is in the pool, who may do what, and the chances of the seed’s example', () => {
    const setup = { ...SETUP, units: SETUP.units.map((unit) => (unit.id === 'foe' ? { ...unit, x: 5 } : unit)) };
    const battle = createBattle(setup);
    run(battle, { command: 'declare', attacker: 'mate', weapon: 'rifle', target: 'foe', mutualClear: 1 });
    expect(told(battle)).toEqual([
      ['next', 'the pool is sized (step 2)'],
      ['pool', '7 dice'],
    ]);
    run(battle, { command: 'sizePool' });
    // of 6^7 = 279936 rolls: 2187 miss, 15309 + 20412 leave risk, 212340 deal 1, 25697 deal 2, 3991 deal 3
    expect(told(battle)).toEqual([
      ['next', 'special actions (step 3), then the roll (step 4)'],
      ['the defender may react with', 'defend, which has no numbers and changes nothing'],
      ['the defender may react with', 'brace'],
      ['the defender may react with', 'jink'],
      ['4 dice', 'Hit of rifle, Rng 3 (K3)'],
      ['-1', 'distance 5 at Rng 3 (K4)'],
      ['+3', 'risk of foe (K7)'],
      ['+1', 'nothing in between, foe on the same level (K8)'],
      ['= 7 dice', 'to roll; 4 to 6 succeeds, a 6 is critical as well (K11)'],
      ['a miss', '2187 of 279936, 0.781 %'],
      ['risk instead of damage', '35721 of 279936, 12.760 %'],
      ['damage 1 or more', '242028 of 279936, 86.458 %'],
      ['damage 2 or more', '29688 of 279936, 10.605 %'],
      ['damage 3 or more', '3991 of 279936, 1.425 %'],
      ['the target destroyed', '3991 of 279936, 1.425 %'],
    ]);
    run(battle, { command: 'roll', faces: [1, 2, 3, 4, 5, 6, 6] });
    expect(told(battle)).toEqual([
      ['next', 'the damage test (step 5)'],
      ['attack', '8 = Pow 4 + 4 successes'],
      ['defence', '5 = Arm 8 - 2 criticals - Pen 1, at least 3'],
      ['damage', '1 = 8 / 5, rounded down'],
      ['risk', '3 now, 0 then'],
    ]);
  });

  test('sixteen attacks with sixty dice are bounded, and too many dice are refused with the remedy', () => {
    const setup = { ...SETUP, weapons: [{ id: 'rifle', hit: 57, rng: 3, pow: 4, pen: 1 }, SETUP.weapons[1]] };
    const query = { attacker: 'mate', weapon: 'rifle', target: 'foe', attacks: 16, by: 'damage' };
    const table = kuroganeEngage.capabilities.odds?.(setup, query);
    const sum = table?.rows.reduce((total, { numerator }) => total + BigInt(numerator), 0n);
    expect(String(sum)).toBe(table?.denominator);
    const many = { ...SETUP, weapons: [{ id: 'rifle', hit: 90, rng: 3, pow: 0 }, SETUP.weapons[1]] };
    const units = SETUP.units.map((unit) => (unit.id === 'foe' ? { ...unit, hp: 255, arm: 60 } : unit));
    expect(() => kuroganeEngage.capabilities.odds?.({ ...many, units }, query)).toThrow(
      'ask for fewer attacks or dice',
    );
  });
});
