/** Setups: what they may say, and how a wrong one is refused with the path to the fault. */
import { describe, expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import { RuleError } from '../../../core/system/system.js';
import { cell, cells } from './helpers.js';

const forward = { id: 'rock', kind: 'forward', power: 5000 };
const summon = { id: 'spark', kind: 'summon', abilities: [{ kind: 'summon', effects: [{ kind: 'draw', amount: 1 }] }] };

function refusal(setup: unknown): string {
  try {
    fftcg.create(setup);
  } catch (error) {
    if (error instanceof RuleError) return `${error.code} ${error.path}`;
    throw error;
  }
  return 'accepted';
}

const players = [{}, {}];
const define = (...definitions: readonly unknown[]) => ({ definitions, players });
const field = (...entries: readonly unknown[]) => ({
  definitions: [forward, summon],
  players: [{ field: entries }, {}],
});
const ability = (fields: Readonly<Record<string, unknown>>) =>
  define({ ...forward, abilities: [{ id: 'do', kind: 'action', effects: [{ kind: 'draw', amount: 1 }], ...fields }] });
const effect = (fields: Readonly<Record<string, unknown>>) => ability({ effects: [fields] });
const at = 'setup.definitions[0]';

const wrong: readonly (readonly [title: string, setup: unknown, refusal: string])[] = [
  ['no table', 7, 'E_RANGE setup'],
  ['nothing', undefined, 'E_RANGE setup'],
  ['a list', [], 'E_RANGE setup'],
  ['no players', {}, 'E_RANGE setup.players'],
  ['one player', { players: [{}] }, 'E_RANGE setup.players'],
  ['three players', { players: [{}, {}, {}] }, 'E_RANGE setup.players'],
  ['players no list', { players: 2 }, 'E_RANGE setup.players'],
  ['unknown field', { players, seed: 1 }, 'E_UNKNOWN_ID setup.seed'],
  ['unknown field of a player', { players: [{}, { life: 1 }] }, 'E_UNKNOWN_ID setup.players[1].life'],
  ['same player id', { players: [{ id: 'X' }, { id: 'X' }] }, 'E_DUPLICATE_ID setup.players[1].id'],
  ['player id with a blank', { players: [{ id: 'a b' }, {}] }, 'E_RANGE setup.players[0].id'],
  ['phase', { players, phase: 'draw' }, 'E_RANGE setup.phase'],
  ['turn player 2', { players, turnPlayer: 2 }, 'E_RANGE setup.turnPlayer'],
  ['turn player 300', { players, turnPlayer: 300 }, 'E_WIDTH setup.turnPlayer'],
  ['turn player 0.5', { players, turnPlayer: 0.5 }, 'E_INT setup.turnPlayer'],
  ['turn player as text', { players, turnPlayer: '1' }, 'E_INT setup.turnPlayer'],
  ['unknown card', field('nobody'), 'E_UNKNOWN_ID setup.players[0].field[0]'],
  ['card without a name', field({ dull: true }), 'E_UNKNOWN_ID setup.players[0].field[0]'],
  ['a number for a card', field(7), 'E_RANGE setup.players[0].field[0]'],
  ['Summon on the field', field('rock', 'spark'), 'E_WRONG_CARD setup.players[0].field[1]'],
  ['unknown field of a card', field({ card: 'rock', tapped: 1 }), 'E_UNKNOWN_ID setup.players[0].field[0].tapped'],
  ['dull no flag', field({ card: 'rock', dull: 1 }), 'E_RANGE setup.players[0].field[0].dull'],
  ['damage -1', field({ card: 'rock', damage: -1 }), 'E_WIDTH setup.players[0].field[0].damage'],
  ['damage 65536', field({ card: 'rock', damage: 65_536 }), 'E_WIDTH setup.players[0].field[0].damage'],
  ['powerMod 32768', field({ card: 'rock', powerMod: 32_768 }), 'E_WIDTH setup.players[0].field[0].powerMod'],
  ['enteredTurn 2', field({ card: 'rock', enteredTurn: 2 }), 'E_RANGE setup.players[0].field[0].enteredTurn'],
  ['copies 0', field({ card: 'rock', copies: 0 }), 'E_RANGE setup.players[0].field[0].copies'],
  ['copies 61', field({ card: 'rock', copies: 61 }), 'E_RANGE setup.players[0].field[0].copies'],
  [
    'two cards of one id',
    field({ card: 'rock', id: 'a' }, { card: 'rock', id: 'a' }),
    'E_DUPLICATE_ID setup.players[0].field[1].id',
  ],
  ['copies of one id', field({ card: 'rock', id: 'a', copies: 2 }), 'E_DUPLICATE_ID setup.players[0].field[0].id'],
  [
    'state of a card that is not on the field',
    { definitions: [forward], players: [{ hand: [{ card: 'rock', dull: true }] }, {}] },
    'E_RANGE setup.players[0].hand[0].dull',
  ],
  [
    'damage on a Backup',
    { definitions: [{ id: 'shop', kind: 'backup' }], players: [{ field: [{ card: 'shop', damage: 1 }] }, {}] },
    'E_WRONG_CARD setup.players[0].field[0]',
  ],
  [
    'more than 60 cards of a player',
    { definitions: [forward], players: [{ deck: [{ card: 'rock', copies: 60 }], hand: ['rock'] }, {}] },
    'E_RANGE setup.players[0]',
  ],
  ['definition without id', define({ kind: 'forward', power: 1 }), `E_RANGE ${at}.id`],
  ['definition twice', define(forward, forward), 'E_DUPLICATE_ID setup.definitions[1].id'],
  ['definition of a seed card', define({ ...forward, id: 'barret' }), `E_DUPLICATE_ID ${at}.id`],
  ['kind', define({ ...forward, kind: 'monster' }), `E_RANGE ${at}.kind`],
  ['power missing', define({ id: 'x', kind: 'forward' }), `E_INT ${at}.power`],
  ['power 0', define({ ...forward, power: 0 }), `E_RANGE ${at}.power`],
  ['power 65536', define({ ...forward, power: 65_536 }), `E_WIDTH ${at}.power`],
  ['power of a Backup', define({ id: 'x', kind: 'backup', power: 1 }), `E_RANGE ${at}.power`],
  ['keyword', define({ ...forward, keywords: ['flying'] }), `E_RANGE ${at}.keywords[0]`],
  ['element no id', define({ ...forward, element: 7 }), `E_RANGE ${at}.element`],
  ['name no text', define({ ...forward, name: 7 }), `E_RANGE ${at}.name`],
  ['Summon without effect', define({ id: 'x', kind: 'summon' }), `E_RANGE ${at}.abilities`],
  ['nine abilities', define({ ...forward, abilities: Array(9).fill({}) }), `E_RANGE ${at}.abilities`],
  ['Summon effect on a Forward', ability({ kind: 'summon' }), `E_RANGE ${at}.abilities[0].kind`],
  [
    'ability twice',
    define({
      ...forward,
      abilities: [0, 1].map(() => ({ id: 'do', kind: 'action', effects: [{ kind: 'draw', amount: 1 }] })),
    }),
    `E_DUPLICATE_ID ${at}.abilities[1].id`,
  ],
  [
    'second ability without id',
    define({ ...forward, abilities: [0, 1].map(() => ({ kind: 'action', effects: [{ kind: 'draw', amount: 1 }] })) }),
    `E_RANGE ${at}.abilities[1].id`,
  ],
  ['auto without trigger', ability({ kind: 'auto' }), `E_RANGE ${at}.abilities[0].trigger`],
  ['unknown trigger', ability({ kind: 'auto', trigger: 'none' }), `E_RANGE ${at}.abilities[0].trigger`],
  ['trigger of an Action ability', ability({ trigger: 'attacks' }), `E_RANGE ${at}.abilities[0].trigger`],
  [
    'dull cost of an auto-ability',
    ability({ kind: 'auto', trigger: 'attacks', dull: true }),
    `E_RANGE ${at}.abilities[0].dull`,
  ],
  ['five targets', ability({ targets: 5 }), `E_RANGE ${at}.abilities[0].targets`],
  ['no effects', ability({ effects: [] }), `E_RANGE ${at}.abilities[0].effects`],
  ['unknown effect', effect({ kind: 'win' }), `E_RANGE ${at}.abilities[0].effects[0].kind`],
  ['damage without amount', effect({ kind: 'damage', scope: 'self' }), `E_INT ${at}.abilities[0].effects[0].amount`],
  [
    'amount of a break',
    effect({ kind: 'break', scope: 'self', amount: 1 }),
    `E_RANGE ${at}.abilities[0].effects[0].amount`,
  ],
  ['targets that are not chosen', effect({ kind: 'break' }), `E_RANGE ${at}.abilities[0].effects[0].scope`],
  [
    'power change 40000',
    effect({ kind: 'addPower', scope: 'self', amount: 40_000 }),
    `E_WIDTH ${at}.abilities[0].effects[0].amount`,
  ],
  [
    'a Summon that acts on itself',
    define({ id: 'x', kind: 'summon', abilities: [{ kind: 'summon', effects: [{ kind: 'break', scope: 'self' }] }] }),
    `E_RANGE ${at}.abilities[0].effects[0].scope`,
  ],
  ['EX Burst of nothing', define({ ...summon, exBurst: 'no' }), `E_UNKNOWN_ID ${at}.exBurst`],
  [
    'EX Burst on itself',
    define({
      ...forward,
      exBurst: 'do',
      abilities: [{ id: 'do', kind: 'action', effects: [{ kind: 'break', scope: 'self' }] }],
    }),
    `E_RANGE ${at}.exBurst`,
  ],
  [
    'more than 255 abilities',
    define(
      ...Array.from({ length: 32 }, (_, card) => ({
        ...forward,
        id: `c${card}`,
        abilities: Array.from({ length: 8 }, (_unused, slot) => ({
          id: `c${card}-${slot}`,
          kind: 'action',
          effects: [{ kind: 'draw', amount: 1 }],
        })),
      })),
    ),
    'E_RANGE setup.definitions[31].abilities[4]',
  ],
];

describe('setup', () => {
  test.each(wrong)('a wrong setup is refused: %s', (_title, setup, expected) => {
    expect(refusal(setup)).toBe(expected);
  });

  test('a setup of two players and a phase is accepted', () => {
    expect(refusal({ players, phase: 'main1' })).toBe('accepted');
  });

  test('cards are called after their definition, zone by zone; given ids are kept free', () => {
    const battle = fftcg.create({
      definitions: [forward],
      phase: 'main1',
      players: [
        { hand: ['rock', { card: 'rock', id: 'rock-2' }], deck: ['rock'] },
        { field: ['rock'], hand: ['rock'] },
      ],
    });
    const ids = [0, 1, 2, 3, 4].map((number) => battle.idName('card', number));
    expect(ids).toEqual(['rock', 'rock-3', 'rock-2', 'rock-4', 'rock-5']);
    expect(battle.idName('card', 5)).toBeUndefined();
    expect(cells(battle, 'card[rock].zone', 'card[rock-3].zone', 'card[rock-5].zone')).toEqual({
      'card[rock].zone': 2,
      'card[rock-3].zone': 1,
      'card[rock-5].zone': 0,
    });
  });

  test('state on the field is taken over', () => {
    const battle = fftcg.create({
      definitions: [forward],
      phase: 'main1',
      players: [
        { field: [{ card: 'rock', dull: true, frozen: true, damage: 1000, powerMod: -2000, enteredTurn: 1 }] },
        {},
      ],
    });
    const name = (field: string): string => `card[rock].${field}`;
    const wanted = {
      dull: 1,
      frozen: 1,
      damage: 1000,
      powerMod: -2000,
      enteredTurn: 1,
      power: 5000,
      effectivePower: 3000,
    };
    for (const [key, value] of Object.entries(wanted)) expect(cell(battle, name(key)), key).toBe(value);
  });

  test('keywords are bits, nothing is pointed at in the beginning', () => {
    const both = { ...forward, keywords: ['haste', 'brave', 'backAttack'] };
    const battle = fftcg.create({ definitions: [both], phase: 'main1', players: [{ field: ['rock'] }, {}] });
    const none = ['pendingPlayer', 'blocker', 'exCard'];
    expect(cells(battle, 'card[rock].keywords', ...none)).toEqual({
      'card[rock].keywords': 1 + 2 + 8,
      pendingPlayer: 255,
      blocker: 255,
      exCard: 255,
    });
  });

  test('ids of players, abilities and triggers in both directions', () => {
    const battle = fftcg.create({ phase: 'main1', players: [{ id: 'Ann', field: ['barret'] }, { id: 'Bob' }] });
    for (const [kind, id] of [
      ['player', 'Bob'],
      ['card', 'barret'],
      ['ability', 'hammer-blow'],
      ['trigger', 'barret/hammer-blow'],
    ] as const) {
      const number = battle.idNumber(kind, id);
      expect(number).toBeGreaterThanOrEqual(0);
      expect(battle.idName(kind, number)).toBe(id);
      for (const unknown of ['nobody', 'barret/nobody', 'barret/hammer-blow/x', '']) {
        expect(battle.idNumber(kind, unknown)).toBe(-1);
      }
      expect(battle.idName(kind, 999)).toBeUndefined();
      expect(battle.idName(kind, -1)).toBeUndefined();
    }
    expect(battle.idNumber('skill', 'barret')).toBe(-1);
    expect(battle.idName('skill', 0)).toBeUndefined();
  });

  test('cells: unique names, no gaps, no overlap, the whole image', () => {
    const battle = fftcg.create({ phase: 'main1', players: [{ field: ['barret'] }, { hand: ['valefor'] }] });
    expect(new Set(battle.cells.map((shape) => shape.name)).size).toBe(battle.cells.length);
    let next = 0;
    for (const shape of battle.cells) {
      expect(shape.offset).toBe(next);
      next += shape.width;
    }
    expect(next).toBe(battle.image.length);
  });
});

test('an id beside several copies is refused with what to do; one copy may have it', () => {
  const message = '2 copies cannot all be called a; leave id out: they are numbered';
  expect(() => fftcg.create(field({ card: 'rock', id: 'a', copies: 2 }), {})).toThrow(message);
});
