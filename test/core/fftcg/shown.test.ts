/** What a game prints, predicts and shows a viewer. */
import { describe, expect, test } from 'vitest';
import { fftcg, type PlainCard } from '../../../core/fftcg/index.js';
import type { Battle } from '../../../core/system/system.js';
import { attack, block, bothPass, fight, pass, run, start, table, toDeclaration, use } from './helpers.js';

const { print, predict, overview } = fftcg.capabilities.views ?? {};

const text = (battle: Battle): string[] => (print?.(battle) ?? '').split('\n');

const next = (battle: Battle): object => Object.fromEntries(predict?.(battle) ?? []);

describe('print', () => {
  test('where it stands, both players with counts, hand and field', () => {
    const rock = { card: 'rock', dull: true, frozen: true, damage: 1000, powerMod: -2000 };
    const battle = start(
      { field: [rock, 'shop'], hand: ['brynhildr', 'filler'], damage: ['filler'], breakZone: ['shop', 'shop'] },
      { id: 'Bob', field: ['flame', { card: 'stone', powerMod: 1000 }] },
    );
    expect(text(battle)).toEqual([
      'turn 1 of A, Main Phase 1',
      'priority A, passes 0',
      'A: damage 1, deck 10, Break Zone 2',
      '  hand: brynhildr, filler',
      '  field: rock power 3000 (-2000) damage 1000 dull frozen, shop active',
      'Bob: damage 0, deck 10, Break Zone 0',
      '  hand: -',
      '  field: flame power 4000 active, stone power 7000 (+1000) active',
    ]);
    run(battle, pass('A'));
    expect(text(battle)[1]).toBe('priority Bob, passes 1');
  });

  test('who attacks and blocks, what is owed, the stack from its top', () => {
    const battle = table();
    toDeclaration(battle);
    expect(text(battle).slice(0, 2)).toEqual([
      'turn 1 of A, 4-2 Attack Declaration Step',
      'A has to choose the attackers',
    ]);
    run(battle, attack('A', 'rock', 'stone'));
    bothPass(battle);
    expect(text(battle).slice(0, 2)).toEqual([
      'turn 1 of A, 4-3 Block Declaration Step',
      'B has to choose a blocker, or none',
    ]);
    run(battle, block('B', 'flame'), use('A', 'barret', 'hammer-blow'), {
      command: 'castSummon',
      player: 'A',
      card: 'brynhildr',
      targets: ['flame'],
    });
    expect(text(battle).filter((line) => /field|stack/.test(line))).toEqual([
      '  field: rock power 5000 dull attacks, stone power 6000 dull attacks, jailer active, barret power 7000 active',
      '  field: flame power 4000 active blocks',
      'stack 2: brynhildr by A on flame',
      'stack 1: hammer-blow of barret by A',
    ]);
  });

  test('how the game ended, and who won', () => {
    const lost = (a: number, b: number): string | undefined =>
      text(
        start(
          { damage: [{ card: 'shop', copies: a }] },
          { damage: [{ card: 'shop', copies: b }] },
          { switches: { damageToLose: 2 } },
        ),
      )[1];
    expect([lost(1, 2), lost(2, 1), lost(2, 2), lost(1, 1)]).toEqual([
      'the first player has won',
      'the second player has won',
      'a draw',
      'priority A, passes 0',
    ]);
  });

  test('nothing in the hand, nothing on the field', () => {
    expect(text(start({}, {})).slice(3, 5)).toEqual(['  hand: -', '  field: -']);
  });
});

test('predict: the end of the attack steps, of the turn, and of the game', () => {
  const battle = start({ field: ['rock'] }, {}, { switches: { attackLoopTo: 'declaration' } });
  toDeclaration(battle);
  expect(next(battle)).toEqual({ place: '4-2 Attack Declaration Step', next: 'A: the attackers' });
  fight(battle, ['rock']);
  expect(next(battle)).toEqual({
    place: '4-4 Damage Resolution Step',
    next: 'A: priority',
    'if both pass': '4-2 Attack Declaration Step',
  });
  bothPass(battle);
  run(battle, attack('A'));
  expect(next(battle)).toEqual({ place: 'Main Phase 2', next: 'A: priority', 'if both pass': 'End Phase' });
  const resting: PlainCard = {
    id: 'resting',
    kind: 'forward',
    power: 1000,
    keywords: ['firstStrike'],
    abilities: [{ id: 'rest', kind: 'auto', trigger: 'endOfTurn', effects: [{ kind: 'draw', amount: 0 }] }],
  };
  const end = start(
    { field: ['resting'] },
    {},
    { phase: 'main2', cards: [resting], switches: { endWindow: 'triggers' } },
  );
  bothPass(end);
  expect(next(end)).toEqual({
    place: 'End Phase',
    next: 'A: priority',
    'stack 1': 'rest of resting by A',
    'if both pass': 'rest of resting resolves, 0 left on the stack',
  });
  bothPass(end);
  expect(next(end)).toEqual({ place: 'End Phase', next: 'A: priority', 'if both pass': 'the next turn' });
  const strike = start({ field: ['resting'] }, { field: ['rock'] }, { cards: [resting] });
  toDeclaration(strike);
  fight(strike, ['resting'], 'rock');
  expect(next(strike)).toEqual({
    place: 'First Strike',
    next: 'A: priority',
    'if both pass': '4-4 Damage Resolution Step',
  });
  const draw = start({ damage: ['shop'] }, { damage: ['shop'] }, { switches: { damageToLose: 1 } });
  expect(next(draw)).toEqual({ outcome: 'a draw' });
});

test('overview: gauges that are cells, Characters on the field, whose turn it is', () => {
  const battle = start({ field: ['rock'], hand: ['stone'] }, { id: 'Bob', field: ['shop'] }, { turnPlayer: 1 });
  const cells = new Set(battle.cells.map(({ name }) => name.replace(/\[[^\]]*\]/, '[*]')));
  expect(
    overview?.gauges.map(({ cell, role, label, lineOf, words }) => [
      cells.has(cell),
      role,
      label,
      lineOf?.(battle),
      words,
    ]),
  ).toEqual([
    [true, 'health', 'damage', [7, 'the player has lost'], undefined],
    [true, 'other', 'items on the stack', undefined, undefined],
    [true, 'other', 'hand', undefined, undefined],
    [true, 'other', 'deck', undefined, undefined],
    [true, 'other', 'power', undefined, undefined],
    [true, 'health', 'damage', undefined, undefined],
    [true, 'status', 'position', undefined, { 0: 'active', 1: 'dull' }],
  ]);
  expect(overview?.units(battle)).toEqual([
    { prefixes: ['card[rock]'], name: 'rock', side: 0, x: -1, y: -1, facing: '' },
    { prefixes: ['card[shop]'], name: 'shop', side: 1, x: -1, y: -1, facing: '' },
  ]);
  expect([overview?.sides(battle), overview?.turn?.(battle)]).toEqual([['A', 'Bob'], 1]);
});

test('a battle of another system shows nothing', () => {
  const other = { image: new Uint8Array(0) } as unknown as Battle;
  expect([
    print?.(other),
    predict?.(other),
    overview?.units(other),
    overview?.sides(other),
    overview?.turn?.(other),
  ]).toEqual(['', [], [], [], -1]);
});
