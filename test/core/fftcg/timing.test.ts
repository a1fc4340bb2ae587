/**
 * The matrix of who may do what when. The table below is written from F3-F16 and the rules' list of the six places
 * where the non-turn player may act with an empty stack; every cell of it is tried on a game that stands at that
 * place.
 */
import { describe, expect, test } from 'vitest';
import { fftcg, type PlainCard, TIMING } from '../../../core/fftcg/index.js';
import { write8 } from '../../../core/int/uint.js';
import { encodeCommand } from '../../../core/system/battle.js';
import type { Battle } from '../../../core/system/system.js';
import {
  attack,
  block,
  bothPass,
  cast,
  cells,
  fight,
  type Plain,
  pass,
  play,
  run,
  start,
  toDeclaration,
  use,
} from './helpers.js';

const lancer: PlainCard = { id: 'lancer', kind: 'forward', power: 2000, keywords: ['firstStrike'] };
const ambush: PlainCard = { id: 'ambush', kind: 'forward', power: 2000, keywords: ['backAttack'] };
const ex: PlainCard = {
  id: 'ex',
  kind: 'summon',
  exBurst: 'ex',
  abilities: [{ kind: 'summon', effects: [{ kind: 'draw', amount: 1 }] }],
};
const busy: PlainCard = {
  id: 'busy',
  kind: 'forward',
  power: 2000,
  abilities: [
    { id: 'busy-one', kind: 'auto', trigger: 'entersField', effects: [{ kind: 'draw', amount: 0 }] },
    { id: 'busy-two', kind: 'auto', trigger: 'entersField', effects: [{ kind: 'draw', amount: 0 }] },
  ],
};

const hand = ['filler', 'stone', 'ambush'];

function at(
  phase: string,
  field: readonly string[] = ['barret', 'lancer'],
  deck: readonly unknown[] = ['filler', 'filler'],
): Battle {
  return start(
    { hand: [...hand, 'busy'], field },
    { hand, field: [{ card: 'barret', id: 'guard' }], deck },
    { phase, cards: [lancer, ambush, ex, busy] },
  );
}

/** A game whose phase is written by hand: no command ever ends in Active or Draw, they end at once. */
function inPhase(phase: number): Battle {
  const battle = at('main1');
  const poke = (name: string, value: number): void => {
    const declared = battle.cells.find((candidate) => candidate.name === name);
    write8(battle.image, declared?.offset ?? -1, value);
  };
  poke('phase', phase);
  poke('priority', 255);
  return battle;
}

function after(battle: Battle, ...moves: readonly ((battle: Battle) => unknown)[]): Battle {
  for (const move of moves) move(battle);
  return battle;
}

const give =
  (...commands: readonly Plain[]) =>
  (battle: Battle) =>
    run(battle, ...commands);

/** Everybody's commands, those of the non-turn player after the other one's pass where that is possible. */
const actions: Readonly<Record<string, (player: string) => Plain>> = {
  pass: (player) => pass(player),
  ability: (player) => use(player, player === 'A' ? 'barret' : 'guard', 'hammer-blow'),
  summon: (player) => cast(player, player === 'A' ? 'filler' : 'filler-2'),
  character: (player) => play(player, player === 'A' ? 'stone' : 'stone-2'),
  backAttack: (player) => play(player, player === 'A' ? 'ambush' : 'ambush-2'),
  attack: (player) => attack(player, player === 'A' ? 'barret' : 'guard'),
  noAttack: (player) => attack(player),
  block: (player) => block(player),
  exBurst: (player) => ({ command: 'exBurst', player, use: 0, targets: [] }),
  split: (player) => ({ command: 'assignPartyDamage', player, forwards: ['barret'], amounts: [7000] }),
  order: (player) => ({ command: 'orderTriggers', player, triggers: ['busy/busy-one'], targets: [] }),
  discard: (player) => ({ command: 'discard', player, cards: ['stone'] }),
};

const window = 'pass ability summon backAttack';

/** Place, how to get there, what the turn player may do, what the non-turn player may do once the other has passed. */
const matrix: readonly (readonly [place: string, rule: string, make: () => Battle, turn: string, other: string])[] = [
  ['Active Phase', 'F3', () => inPhase(0), '', ''],
  ['Draw Phase', 'F4', () => inPhase(1), '', ''],
  ['Main Phase 1', 'F5', () => at('main1'), `${window} character`, window],
  ['4-1 preparation', 'F10', () => at('attack'), window, window],
  ['4-2 before the declaration', 'F11', () => after(at('attack'), toDeclaration), 'attack noAttack', ''],
  ['4-2 declared', 'F11', () => after(at('attack'), toDeclaration, give(attack('A', 'barret'))), window, window],
  [
    '4-3 before the declaration',
    'F12',
    () => after(at('attack'), toDeclaration, give(attack('A', 'barret')), bothPass),
    '',
    'block',
  ],
  [
    '4-3 declared',
    'F12',
    () => after(at('attack'), toDeclaration, give(attack('A', 'barret')), bothPass, give(block('B'))),
    window,
    window,
  ],
  [
    '4-4 damage',
    'F14',
    () => after(at('attack'), toDeclaration, (battle) => fight(battle, ['barret'])),
    window,
    window,
  ],
  [
    '4-4 EX Burst offered',
    'F14',
    () => after(at('attack', ['barret'], ['ex', 'filler']), toDeclaration, (battle) => fight(battle, ['barret'])),
    '',
    'exBurst',
  ],
  [
    '4-4 party to split',
    'FA14',
    () => after(partyBattle(), toDeclaration, (battle) => fight(battle, ['barret', 'lancer'], 'guard')),
    '',
    'split',
  ],
  [
    'First Strike',
    'CR 15.2.3',
    () => after(at('attack'), toDeclaration, (battle) => fight(battle, ['lancer'], 'guard')),
    'pass',
    'pass',
  ],
  [
    '4-1 after an attack',
    'F15',
    () => after(at('attack'), toDeclaration, (battle) => fight(battle, ['barret']), bothPass),
    `${window} noAttack`,
    window,
  ],
  ['Main Phase 2', 'F5', () => at('main2'), `${window} character`, window],
  ['End, six cards in hand', 'F16', () => after(crowded(), bothPass), 'discard', ''],
  ['triggers to order', 'FA5', () => after(at('main1'), give(play('A', 'busy'))), 'order', ''],
  ['game over', 'FA7', () => after(at('main1'), give({ command: 'concede', player: 'A' })), '', ''],
];

function partyBattle(): Battle {
  return start(
    { hand: [...hand, 'busy'], field: ['barret', 'lancer'] },
    { hand, field: [{ card: 'barret', id: 'guard' }] },
    { phase: 'attack', cards: [lancer, ambush, ex, busy], switches: { partyRule: 'any' } },
  );
}

function crowded(): Battle {
  return start(
    { hand: ['filler', 'stone', 'ambush', 'rock', 'rock', 'busy'], field: ['barret'] },
    { hand, field: [{ card: 'barret', id: 'guard' }] },
    { phase: 'main2', cards: [lancer, ambush, ex, busy] },
  );
}

/** Does the game take the command? Tried on a copy of its image. */
function takes(battle: Battle, command: Plain): boolean {
  const before = battle.image.slice();
  try {
    return battle.step(encodeCommand(fftcg, battle, { command: '', ...command }), undefined) === 0;
  } finally {
    battle.image.set(before);
  }
}

describe('the timing matrix', () => {
  describe.each(matrix)('%s (%s)', (_place, _rule, make, turn, other) => {
    test('the turn player may give exactly these commands', () => {
      const battle = make();
      const taken = Object.keys(actions).filter((name) => takes(battle, (actions[name] ?? pass)('A')));
      expect(taken.sort().join(' ')).toBe(turn.split(' ').sort().join(' ').trim());
    });

    test('the other player may give exactly these, once the turn player has passed', () => {
      const battle = make();
      if (turn.includes('pass')) {
        // F7: as long as the turn player has priority the other one can do nothing.
        expect(Object.keys(actions).filter((name) => takes(battle, (actions[name] ?? pass)('B')))).toEqual([]);
        run(battle, pass('A'));
      }
      const taken = Object.keys(actions).filter((name) => takes(battle, (actions[name] ?? pass)('B')));
      expect(taken.sort().join(' ')).toBe(other.split(' ').sort().join(' ').trim());
    });
  });

  test('the non-turn player can act with an empty stack in exactly six kinds of place', () => {
    const places = matrix
      .filter(([, , , , other]) => other.includes('summon'))
      .map(([place, , make]) => {
        const { phase, step } = cells(make(), 'phase', 'step');
        return { place, key: `${phase}.${step}` };
      });
    expect([...new Set(places.map(({ key }) => key))].sort()).toEqual(['2.0', '3.1', '3.2', '3.3', '3.4', '4.0']);
  });

  test('the table of the core names every phase and step once, and only these', () => {
    const keys = TIMING.map((row) => `${row.phase}.${row.step}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.sort()).toEqual(['0.0', '1.0', '2.0', '3.1', '3.2', '3.3', '3.4', '3.5', '4.0', '5.0']);
  });

  test('with an item on the stack only Characters stay in the hand (FA4)', () => {
    const battle = after(at('main1'), give(cast('A', 'filler')));
    const taken = Object.keys(actions).filter((name) => takes(battle, (actions[name] ?? pass)('A')));
    expect(taken.sort()).toEqual(['ability', 'backAttack', 'pass']);
  });
});
