/** Numbers of cells that stand for one of a few things, and the words that viewers have for them, from the rules. */
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../core/holy-grail-war/index.js';
import { kuroganeEngage } from '../../core/kurogane-engage/index.js';
import { cellValueText, cellValueWords } from '../../core/system/cell-value.js';
import type { Battle } from '../../core/system/system.js';
import { start } from './fftcg/helpers.js';
import { twoPairs } from './holy-grail-war/support.js';
import { SETUP } from './kurogane-engage/skirmish.js';

/** Every cell with words, but for the numbers of units and other things of the setup. */
function wordsOf(battle: Battle, ids: readonly string[]): Record<string, unknown> {
  const named = battle.cells.filter(({ name, words }) => words !== undefined && !ids.includes(lastPart(name)));
  return Object.fromEntries(named.map(({ name, words }) => [lastPart(name), Object.values(words ?? {}).join('; ')]));
}
const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The words that the numbers of a setup have, such as a player's. */
function idsOf(battle: Battle, name: string): string {
  const cell = battle.cells.find((candidate) => lastPart(candidate.name) === name);
  return Object.values(cell?.words ?? {}).join('; ');
}

test('FF-TCG: phases, steps, owed choices, zones (F2, F9); players and cards by their ids', () => {
  const battle = start({ field: ['rock'], hand: ['stone'] }, { id: 'Bob', field: ['shop'] });
  const players = ['turnPlayer', 'priority', 'pendingPlayer'];
  const cards = ['blocker', 'exCard', 'target[0]', 'target[1]', 'target[2]', 'target[3]'];
  const more = battle.cells.map(({ name }) => lastPart(name)).filter((name) => name.startsWith('target['));
  expect(wordsOf(battle, [...players, ...cards, ...more])).toEqual({
    phase: 'Active Phase; Draw Phase; Main Phase 1; Attack Phase; Main Phase 2; End Phase',
    step: 'none; 4-1 preparation; 4-2 declaration; 4-3 block; 4-4 damage; First Strike',
    pending:
      'nothing; the attackers; a blocker, or none; how the damage is split over the party; whether to use the EX Burst; ' +
      'the order and the targets of the triggers; the cards to discard',
    zone:
      'the deck; the hand; the field; the damage zone; the Break Zone; the stack; the Limit Break deck; ' +
      'the Limit Break deck, face up',
    dull: 'active; dull',
  });
  for (const name of players) expect([name, idsOf(battle, name)]).toEqual([name, 'A; Bob']);
  const ids = battle.cells.flatMap(({ name }) => /^card\[(.*)\]\.zone$/u.exec(name)?.[1] ?? []).join('; ');
  for (const name of [...cards.slice(0, 2), ...more]) expect([name, idsOf(battle, name)]).toEqual([name, ids]);
});

test('Kurogane Engage: the step of the attack that is done (K1); units and weapons by their ids', () => {
  const battle = kuroganeEngage.create(SETUP);
  expect(wordsOf(battle, ['attacker', 'target', 'weapon'])).toEqual({
    stage:
      'between attacks; 1 declared; 2 pool sized; 4 rolled; 5 damage tested; 6 result applied; 6 destruction checked',
  });
  const ids = (kind: string): string =>
    Array.from({ length: 33 }, (_, number) => battle.idName(kind, number))
      .filter((id) => id !== undefined)
      .join('; ');
  expect(['attacker', 'target', 'weapon'].map((name) => idsOf(battle, name))).toEqual([
    ids('unit'),
    ids('unit'),
    ids('weapon'),
  ]);
});

test('Holy Grail War: turns, phases, steps of a round, states of a unit (H1, H2, H6, H13, H18, H19, H7, H8)', () => {
  const battle = holyGrailWar.create(twoPairs());
  const reaction = 'none; accept; stop; flee; help; other';
  const ids = [
    'witnesses',
    'talked',
    'noticed',
    'facts',
    'area',
    'actionArea',
    'base',
    'actionPair',
    'actionSkill',
    'actionReason',
    'gatherTopic',
  ];
  const answered = [0, 1, 2, 3].map((number) => `reactionUnit${number}`);
  expect(wordsOf(battle, [...ids, ...answered])).toEqual({
    slot: 'morning; afternoon; late night',
    phase: 'preparation; active; reactive; processing',
    battleStep: 'no battle; lines; skills; declarations; allocation; damage; end',
    status: 'alive; dying; dead; vanished',
    injury: 'uninjured; lightly injured; injured; heavily injured',
    action:
      'do nothing; explore; raid; communicate; gather information; rest; eat souls; move the base; use a skill; act freely',
    line: 'none; rear; front',
    sealedLine: 'none; rear; front',
    ...{ reaction0: reaction, reaction1: reaction, reaction2: reaction, reaction3: reaction },
  });
  const all = (kind: string): string =>
    Array.from({ length: 17 }, (_, number) => battle.idName(kind, number))
      .filter((id) => id !== undefined)
      .join('; ');
  const areas = 'harbour; temple; school';
  expect(['area', 'actionArea', 'base'].map((name) => idsOf(battle, name))).toEqual([areas, areas, areas]);
  const reasons = all('reason');
  expect(['actionReason', 'gatherTopic'].map((name) => idsOf(battle, name))).toEqual([reasons, reasons]);
  for (const name of answered) expect([name, idsOf(battle, name)]).toEqual([name, all('unit')]);
  expect([idsOf(battle, 'actionPair'), idsOf(battle, 'actionSkill')]).toEqual([all('pair'), all('skill')]);
});

test('a value with its word keeps its number; the word for none stands alone', () => {
  const words = ['Active', 'Draw'];
  expect([cellValueWords({ words }, 1), cellValueWords({ words }, 2), cellValueWords({}, 1)]).toEqual([
    '1 (Draw)',
    '2',
    '1',
  ]);
  expect([
    cellValueWords({ none: [255, 'nobody'], words }, 255),
    cellValueText({ none: [255, 'nobody'] }, 255),
  ]).toEqual(['nobody', 'nobody']);
  expect(cellValueText({ none: [255, 'nobody'] }, 1)).toBe('1');
});
