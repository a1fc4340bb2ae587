/** The card-effect vocabulary: each effect, each scope, each trigger, and who may be chosen. */
import { describe, expect, test } from 'vitest';
import type { PlainAbility, PlainCard, PlainEffect, TriggerName } from '../../../core/fftcg/index.js';
import { readCell } from '../../../core/system/battle.js';
import {
  attack,
  block,
  bothPass,
  cast,
  cell,
  fight,
  names,
  play,
  refused,
  run,
  start,
  toDeclaration,
  use,
} from './helpers.js';

/** A Summon with one effect. */
function spell(effect: PlainEffect, more: Partial<PlainAbility> = {}): PlainCard {
  return { id: 'spell', kind: 'summon', abilities: [{ kind: 'summon', effects: [effect], ...more }] };
}

/** A's Summon on a field of two Forwards and a Backup each; what changed on the field. */
function changes(
  effect: PlainEffect,
  more: Partial<PlainAbility> = {},
  ...targets: readonly string[]
): Record<string, number> {
  const battle = start(
    { hand: ['spell'], field: ['rock', { card: 'stone', dull: true }, { card: 'shop', id: 'shop-a' }] },
    { field: ['barret', { card: 'knight', dull: true }, { card: 'shop', id: 'shop-b' }] },
    { cards: [spell(effect, more)] },
  );
  const before = battle.cells.map((shape) => ({ shape, value: readCell(battle.image, shape) }));
  run(battle, cast('A', 'spell', ...targets));
  bothPass(battle);
  const out: Record<string, number> = {};
  for (const { shape, value } of before) {
    const { name } = shape;
    const now = readCell(battle.image, shape);
    const isOfSpell = name.startsWith('card[spell]') || name.endsWith('.breakZone') || name.endsWith('effectivePower');
    if (now !== value && name.startsWith('card[') && !isOfSpell) out[name] = now;
  }
  return out;
}

const one = { targets: 1, of: 'character' } as const;

describe('effects', () => {
  test('damage adds up on a Forward, and does nothing to a Backup', () => {
    expect(changes({ kind: 'damage', amount: 3000 }, one, 'barret')).toEqual({ 'card[barret].damage': 3000 });
    expect(changes({ kind: 'damage', amount: 3000 }, one, 'shop-b')).toEqual({});
  });

  test('addPower changes the power until the end of the turn', () => {
    expect(changes({ kind: 'addPower', amount: -1000 }, one, 'rock')).toEqual({ 'card[rock].powerMod': -1000 });
    expect(changes({ kind: 'addPower', amount: 1000 }, one, 'shop-a')).toEqual({});
  });

  test('return goes to the hand of the owner, whoever controls the effect', () => {
    expect(changes({ kind: 'return' }, one, 'shop-b')).toEqual({ 'card[shop-b].zone': 1 });
    expect(changes({ kind: 'return' }, one, 'knight')).toEqual({ 'card[knight].zone': 1, 'card[knight].dull': 0 });
  });

  test('break goes to the Break Zone', () => {
    expect(changes({ kind: 'break' }, one, 'barret')).toEqual({ 'card[barret].zone': 4 });
  });

  test('dull and activate change a card that is not so already', () => {
    expect(changes({ kind: 'dull' }, one, 'shop-a')).toEqual({ 'card[shop-a].dull': 1 });
    expect(changes({ kind: 'dull' }, one, 'stone')).toEqual({});
    expect(changes({ kind: 'activate' }, one, 'stone')).toEqual({ 'card[stone].dull': 0 });
    expect(changes({ kind: 'activate' }, one, 'rock')).toEqual({});
  });

  test('extension freeze marks and does not dull', () => {
    expect(changes({ kind: 'freeze' }, one, 'rock')).toEqual({ 'card[rock].frozen': 1 });
  });

  test('draw is for the controller, from the top', () => {
    expect(changes({ kind: 'draw', amount: 2 })).toEqual({ 'card[filler].zone': 1, 'card[filler-2].zone': 1 });
  });

  test('scopes: all Forwards, own ones, those of the opponent; Backups are left alone', () => {
    const grow = (scope: 'allForwards' | 'ownForwards' | 'opponentForwards') =>
      Object.keys(changes({ kind: 'addPower', amount: 1000, scope })).sort();
    const own = ['card[rock].powerMod', 'card[stone].powerMod'];
    const other = ['card[barret].powerMod', 'card[knight].powerMod'];
    expect(grow('ownForwards')).toEqual(own);
    expect(grow('opponentForwards')).toEqual(other);
    expect(grow('allForwards')).toEqual([...other, ...own].sort());
  });

  test('several effects apply in their order', () => {
    const battle = start(
      { hand: ['combo'] },
      { field: ['rock'] },
      {
        cards: [
          {
            id: 'combo',
            kind: 'summon',
            abilities: [
              { kind: 'summon', targets: 1, effects: [{ kind: 'return' }, { kind: 'damage', amount: 9000 }] },
            ],
          },
        ],
      },
    );
    run(battle, cast('A', 'combo', 'rock'));
    // Returned first: there is nothing left to damage.
    expect(names(bothPass(battle), 'dealt', 'cancelled')).toEqual([]);
    expect([cell(battle, 'card[rock].zone'), cell(battle, 'card[rock].damage')]).toEqual([1, 0]);
  });

  test.each([
    ['forward', 'any', ['rock', 'stone', 'barret', 'knight']],
    ['forward', 'own', ['rock', 'stone']],
    ['forward', 'opponent', ['barret', 'knight']],
    ['backup', 'any', ['shop-a', 'shop-b']],
    ['backup', 'opponent', ['shop-b']],
    ['character', 'own', ['rock', 'stone', 'shop-a']],
  ] as const)('who may be chosen: %s of %s', (of, controller, wanted) => {
    const battle = start(
      { hand: ['spell'], field: ['rock', 'stone', { card: 'shop', id: 'shop-a' }] },
      { field: ['barret', 'knight', { card: 'shop', id: 'shop-b' }] },
      { cards: [spell({ kind: 'dull' }, { targets: 1, of, controller })] },
    );
    const before = battle.image.slice();
    const chosen = ['rock', 'stone', 'shop-a', 'barret', 'knight', 'shop-b', 'filler'].filter((target) => {
      try {
        run(battle, cast('A', 'spell', target));
      } catch {
        refused(battle, cast('A', 'spell', target), 'E_NO_LEGAL_TARGET');
        return false;
      }
      battle.image.set(before);
      return true;
    });
    expect(chosen).toEqual(wanted);
  });
});

describe('triggers', () => {
  const watcher = (trigger: TriggerName): PlainCard => ({
    id: 'watcher',
    kind: 'forward',
    power: 5000,
    abilities: [{ id: 'watch', kind: 'auto', trigger, effects: [{ kind: 'draw', amount: 1 }] }],
  });
  /** All that can happen to a Forward in a turn of A, with the watcher on one side; how often it has triggered. */
  function count(trigger: TriggerName, side: 'A' | 'B'): Record<string, number> {
    const field = ['watcher'];
    const cards = [watcher(trigger)];
    const events = [];
    const out: Record<string, number> = {};
    const note = (name: string, more: ReturnType<typeof run>): void => {
      const triggered = names(more, 'triggered').length;
      if (triggered > 0) out[name] = triggered;
      events.push(...more);
    };
    const a = { field: side === 'A' ? field : ['rock'], hand: ['brynhildr'] };
    const battle = start(a, { field: side === 'B' ? field : ['knight'] }, { cards });
    const attacker = side === 'A' ? 'watcher' : 'rock';
    toDeclaration(battle);
    note('attack', run(battle, attack('A', attacker)));
    while (cell(battle, 'stackDepth') > 0) bothPass(battle);
    bothPass(battle);
    note('block', run(battle, block('B', side === 'B' ? 'watcher' : 'knight')));
    while (cell(battle, 'stackDepth') > 0) bothPass(battle);
    note('damage', bothPass(battle));
    return out;
  }

  test('attacks: the attacker, when it is declared', () => {
    expect(count('attacks', 'A')).toEqual({ attack: 1 });
    expect(count('attacks', 'B')).toEqual({});
  });

  test('blocks: the blocker, when it is declared', () => {
    expect(count('blocks', 'B')).toEqual({ block: 1 });
    expect(count('blocks', 'A')).toEqual({});
  });

  test('broken: when it goes from the field to the Break Zone', () => {
    expect(count('broken', 'A')).toEqual({ damage: 1 });
    expect(count('broken', 'B')).toEqual({ damage: 1 });
    const battle = start({ hand: ['valefor'], field: ['watcher'] }, {}, { cards: [watcher('broken')] });
    run(battle, cast('A', 'valefor'));
    expect(names(bothPass(battle), 'triggered')).toEqual([]);
  });

  test('damagesPlayer: each Forward of an unblocked party, not a blocked one', () => {
    expect(count('damagesPlayer', 'A')).toEqual({});
    const battle = start(
      { field: [{ card: 'watcher', copies: 2 }, 'rock'] },
      {},
      {
        cards: [watcher('damagesPlayer')],
        switches: { partyRule: 'any' },
      },
    );
    toDeclaration(battle);
    expect(names(fight(battle, ['watcher', 'watcher-2', 'rock']), 'triggered')).toHaveLength(2);
  });

  test('entersField: when it is played', () => {
    const battle = start({ hand: ['watcher'] }, {}, { cards: [watcher('entersField')] });
    expect(names(run(battle, play('A', 'watcher')), 'triggered')).toHaveLength(1);
  });

  test('endOfTurn: only in the End Phase of the controller', () => {
    for (const [side, times] of [
      ['A', 1],
      ['B', 0],
    ] as const) {
      const field = ['watcher'];
      const battle = start(side === 'A' ? { field } : {}, side === 'B' ? { field } : {}, {
        cards: [watcher('endOfTurn')],
        phase: 'main2',
      });
      expect(names(bothPass(battle), 'triggered')).toHaveLength(times);
    }
  });

  test('an ability of a source that has left still resolves when it does not act on itself', () => {
    const thrower: PlainCard = {
      id: 'thrower',
      kind: 'forward',
      power: 1000,
      abilities: [{ id: 'throw', kind: 'action', targets: 1, effects: [{ kind: 'damage', amount: 2000 }] }],
    };
    const battle = start({ field: ['thrower'] }, { field: ['rock'], hand: ['brynhildr'] }, { cards: [thrower] });
    run(
      battle,
      use('A', 'thrower', 'throw', 'rock'),
      { command: 'pass', player: 'A' },
      cast('B', 'brynhildr', 'thrower'),
    );
    bothPass(battle);
    expect(cell(battle, 'card[thrower].zone')).toBe(4);
    bothPass(battle);
    expect(cell(battle, 'card[rock].damage')).toBe(2000);
  });
});
