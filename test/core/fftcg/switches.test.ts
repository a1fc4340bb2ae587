/** Every switch with every kind of value; the table at the end enumerates them. */
import { describe, expect, test } from 'vitest';
import { fftcg, type PlainCard } from '../../../core/fftcg/index.js';
import { RuleError } from '../../../core/system/system.js';
import {
  attack,
  block,
  bothPass,
  cast,
  cell,
  cells,
  fight,
  pass,
  play,
  refused,
  run,
  start,
  toDeclaration,
} from './helpers.js';

const reader: PlainCard = {
  id: 'reader',
  kind: 'forward',
  power: 2000,
  abilities: [{ id: 'read', kind: 'auto', trigger: 'endOfTurn', effects: [{ kind: 'draw', amount: 1 }] }],
};

const scenarios: Readonly<Record<string, Readonly<Record<string, () => void>>>> = {
  firstTurnDraw: {
    2: () => expect(cell(start({}, {}, { phase: 'active' }), 'player[A].hand')).toBe(2),
    1: () => {
      const battle = start({}, {}, { phase: 'active', switches: { firstTurnDraw: 1 } });
      expect(cell(battle, 'player[A].hand')).toBe(1);
      toDeclaration(battle);
      run(battle, attack('A'));
      bothPass(battle);
      // Only the first turn of the game: the other player draws two in his.
      expect(cell(battle, 'player[B].hand')).toBe(2);
    },
  },
  characterNeedsEmptyStack: {
    yes: () => {
      const battle = start({ hand: ['filler', 'rock'] }, {});
      run(battle, cast('A', 'filler'));
      refused(battle, play('A', 'rock'), 'E_STACK_NOT_EMPTY');
    },
    no: () => {
      const battle = start({ hand: ['filler', 'rock'] }, {}, { switches: { characterNeedsEmptyStack: 'no' } });
      run(battle, cast('A', 'filler'), play('A', 'rock'));
      expect(cells(battle, 'card[rock].zone', 'stackDepth')).toEqual({ 'card[rock].zone': 2, stackDepth: 1 });
    },
  },
  damageToLose: Object.fromEntries(
    [7, 1, 2, 3, 4, 5, 6, 8, 9, 10].map((limit) => [
      limit,
      () => {
        const before = limit === 1 ? [] : [{ card: 'filler', copies: limit - 1 }];
        const battle = start({ field: ['rock'] }, { damage: before }, { switches: { damageToLose: limit } });
        expect(cell(battle, 'outcome')).toBe(0);
        toDeclaration(battle);
        fight(battle, ['rock']);
        expect(cells(battle, 'outcome', 'player[B].damage')).toEqual({ outcome: 1, 'player[B].damage': limit });
      },
    ]),
  ),
  emptyDeck: {
    draw: () => {
      const battle = start({}, { deck: ['rock', 'rock'] }, { phase: 'main2' });
      bothPass(battle);
      expect(cells(battle, 'outcome', 'player[B].deck', 'turn')).toEqual({ outcome: 0, 'player[B].deck': 0, turn: 2 });
      const short = start({}, { deck: ['rock'] }, { phase: 'main2' });
      bothPass(short);
      expect(cells(short, 'outcome', 'player[B].hand')).toEqual({ outcome: 1, 'player[B].hand': 1 });
      const hit = start({ field: ['rock'] }, { deck: [] });
      toDeclaration(hit);
      fight(hit, ['rock']);
      expect(cell(hit, 'outcome')).toBe(1);
    },
    empty: () => {
      const battle = start({}, { deck: ['rock', 'rock'] }, { phase: 'main2', switches: { emptyDeck: 'empty' } });
      bothPass(battle);
      expect(cells(battle, 'outcome', 'player[B].deck')).toEqual({ outcome: 1, 'player[B].deck': 0 });
    },
  },
  endOrder: {
    seed: () => {
      const battle = endOrderBattle('seed');
      expect(cells(battle, 'pending', 'card[rock].damage', 'card[rock].powerMod')).toEqual({
        pending: 6,
        'card[rock].damage': 0,
        'card[rock].powerMod': 0,
      });
    },
    cr: () => {
      const battle = endOrderBattle('cr');
      expect(cells(battle, 'pending', 'card[rock].damage', 'card[rock].powerMod')).toEqual({
        pending: 6,
        'card[rock].damage': 6000,
        'card[rock].powerMod': 2000,
      });
      run(battle, { command: 'discard', player: 'A', cards: ['filler'] });
      // Both together: 6000 damage on a power of 5000 would break it otherwise.
      expect(cells(battle, 'card[rock].damage', 'card[rock].powerMod', 'card[rock].zone')).toEqual({
        'card[rock].damage': 0,
        'card[rock].powerMod': 0,
        'card[rock].zone': 2,
      });
    },
  },
  endWindow: {
    none: () => {
      const battle = start({ field: ['reader'] }, {}, { phase: 'main2', cards: [reader] });
      bothPass(battle);
      // FA6: it reaches the stack with the next priority, which is that of the next turn.
      expect(cells(battle, 'turn', 'phase', 'stackDepth', 'priority')).toEqual({
        turn: 2,
        phase: 2,
        stackDepth: 1,
        priority: 1,
      });
    },
    triggers: () => {
      const battle = start(
        { field: ['reader'], hand: ['filler'] },
        {},
        { phase: 'main2', cards: [reader], switches: { endWindow: 'triggers' } },
      );
      bothPass(battle);
      expect(cells(battle, 'turn', 'phase', 'stackDepth', 'priority')).toEqual({
        turn: 1,
        phase: 5,
        stackDepth: 1,
        priority: 0,
      });
      refused(battle, cast('A', 'filler'), 'E_PHASE');
      bothPass(battle);
      expect(cells(battle, 'phase', 'player[A].hand', 'stackDepth')).toEqual({
        phase: 5,
        'player[A].hand': 2,
        stackDepth: 0,
      });
      bothPass(battle);
      expect(cells(battle, 'turn', 'phase')).toEqual({ turn: 2, phase: 2 });
      // Without a trigger there is no window.
      const quiet = start({}, {}, { phase: 'main2', switches: { endWindow: 'triggers' } });
      bothPass(quiet);
      expect(cell(quiet, 'turn')).toBe(2);
    },
  },
  attackLoopTo: {
    preparation: () => expect(afterAttack('preparation')).toEqual({ step: 1, pending: 0, priority: 0 }),
    declaration: () => expect(afterAttack('declaration')).toEqual({ step: 2, pending: 1, priority: 255 }),
  },
  limitBreak: {
    off: () => expect(limitBreakGame('off')).toBe('E_RANGE'),
    on: () => expect(limitBreakGame('on')).toBe(2),
  },
  blockerState: {
    active: () => refused(blockGame('active'), block('B', 'rock'), 'E_CANNOT_BLOCK'),
    any: () => {
      const battle = blockGame('any');
      run(battle, block('B', 'rock'));
      expect(cells(battle, 'blocked')).toEqual({ blocked: 1 });
    },
  },
  attackAgain: {
    no: () => refused(secondAttack('no'), attack('A', 'knight'), 'E_CANNOT_ATTACK'),
    whileActive: () => {
      const battle = secondAttack('whileActive');
      run(battle, attack('A', 'knight'));
      // with Brave and still active; a Forward that was dulled attacks no more
      expect(cells(battle, 'card[knight].attacking', 'card[knight].dull')).toEqual({
        'card[knight].attacking': 1,
        'card[knight].dull': 0,
      });
    },
  },
  partyRule: {
    cr: () => {
      const battle = start({ field: ['rock', 'flame', 'barret', { card: 'barret', id: 'other' }, 'stone'] }, {});
      toDeclaration(battle);
      refused(battle, attack('A', 'rock', 'flame'), 'E_BAD_PARTY');
      // No element is known of the seed's Barret: he joins no party.
      refused(battle, attack('A', 'barret', 'other'), 'E_BAD_PARTY');
      run(battle, attack('A', 'rock', 'stone'));
    },
    any: () => {
      const battle = start({ field: ['rock', 'flame', 'barret'] }, {}, { switches: { partyRule: 'any' } });
      toDeclaration(battle);
      run(battle, attack('A', 'rock', 'flame', 'barret'));
      expect(cells(battle, 'card[rock].attacking', 'card[flame].attacking', 'card[barret].attacking')).toEqual({
        'card[rock].attacking': 1,
        'card[flame].attacking': 1,
        'card[barret].attacking': 1,
      });
    },
  },
};

/** A attacks, and B owes a block with a dull Forward. */
function blockGame(blockerState: string) {
  const sides = [{ field: ['flame'] }, { field: [{ card: 'rock', dull: true }] }] as const;
  const battle = start(sides[0], sides[1], { switches: { blockerState } });
  toDeclaration(battle);
  run(battle, attack('A', 'flame'));
  bothPass(battle);
  return battle;
}

/** After an attack with Brave A declares the next one. */
function secondAttack(attackAgain: string) {
  const battle = start({ field: ['knight'] }, {}, { switches: { attackAgain } });
  toDeclaration(battle);
  run(battle, attack('A', 'knight'));
  bothPass(battle);
  run(battle, block('B'));
  bothPass(battle);
  bothPass(battle);
  bothPass(battle);
  return battle;
}

function endOrderBattle(endOrder: string) {
  const battle = start(
    { hand: [{ card: 'filler', copies: 6 }], field: [{ card: 'rock', damage: 6000, powerMod: 2000 }] },
    {},
    { phase: 'main2', switches: { endOrder } },
  );
  run(battle, pass('A'), pass('B'));
  return battle;
}

/** Zone of a card that was played from the Limit Break deck, or why there is no game. */
function limitBreakGame(limitBreak: string): unknown {
  const definitions = [{ id: 'burst', kind: 'forward', power: 1000, limitBreak: 0 }];
  try {
    const battle = fftcg.create(
      { definitions, players: [{ limitBreak: ['burst'], deck: ['barret', 'barret'] }, {}] },
      { limitBreak },
    );
    run(battle, { command: 'playLimitBreak', player: 'A', card: 'burst', turned: [], targets: [] });
    return cell(battle, 'card[burst].zone');
  } catch (error) {
    return error instanceof RuleError ? error.code : error;
  }
}

function afterAttack(attackLoopTo: string): Record<string, number> {
  const battle = start({ field: ['rock'] }, {}, { switches: { attackLoopTo } });
  toDeclaration(battle);
  fight(battle, ['rock']);
  bothPass(battle);
  return cells(battle, 'step', 'pending', 'priority');
}

describe('switches', () => {
  for (const shape of fftcg.switches) {
    test(`switch ${shape.name}: ${shape.values.join('|')} (${shape.evidence.split(':')[0]})`, () => {
      const given = scenarios[shape.name] ?? {};
      expect(Object.keys(given).sort()).toEqual(shape.values.map(String).sort());
      for (const value of shape.values) given[value]?.();
      expect(shape.values).toContain(shape.default);
      expect(shape.evidence).toMatch(/^(FA\d+|extension): /);
    });
  }

  test('no scenario is for a switch that does not exist', () => {
    expect(Object.keys(scenarios).sort()).toEqual(fftcg.switches.map((shape) => shape.name).sort());
  });

  test('unknown switches and values are refused by name', () => {
    const wrong = (given: Readonly<Record<string, string | number>>): string => {
      try {
        fftcg.create({ players: [{}, {}] }, given);
      } catch (error) {
        if (error instanceof RuleError) return `${error.code} ${error.path}`;
      }
      return 'nothing';
    };
    expect(wrong({ endorder: 'cr' })).toBe('E_UNKNOWN_ID switches.endorder');
    expect(wrong({ endOrder: 'CR' })).toBe('E_RANGE switches.endOrder');
    expect(wrong({ damageToLose: '7' })).toBe('E_RANGE switches.damageToLose');
  });
});
