/** What is not in seed 001: freeze, First Strike, Back Attack (CR 15.2), listing of commands, undo, text. */
import { describe, expect, test } from 'vitest';
import { fftcg, type PlainCard, SEED_CARDS } from '../../../core/fftcg/index.js';
import { apply, encodeCommand, restore, snapshot, stateHash } from '../../../core/system/battle.js';
import {
  attack,
  block,
  bothPass,
  cast,
  cell,
  cells,
  fight,
  legal,
  legalNames,
  names,
  pass,
  play,
  refused,
  run,
  start,
  toDeclaration,
  use,
} from './helpers.js';

const lancer: PlainCard = { id: 'lancer', kind: 'forward', power: 5000, element: 'earth', keywords: ['firstStrike'] };
const ambush: PlainCard = { id: 'ambush', kind: 'forward', power: 5000, keywords: ['backAttack'] };
const frost: PlainCard = {
  id: 'frost',
  kind: 'summon',
  abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'dull' }, { kind: 'freeze' }] }],
};
const cards = [lancer, ambush, frost];

function idle(battle: ReturnType<typeof start>): void {
  toDeclaration(battle);
  run(battle, { command: 'declareAttack', player: cell(battle, 'turnPlayer'), forwards: [] });
  bothPass(battle);
}

describe('extensions', () => {
  test('extension freeze: a frozen Forward stays dull in one Active Phase of its owner, then it thaws', () => {
    const battle = start({ hand: ['frost'] }, { field: ['rock'] }, { cards });
    run(battle, cast('A', 'frost', 'rock'));
    bothPass(battle);
    expect(cells(battle, 'card[rock].dull', 'card[rock].frozen')).toEqual({
      'card[rock].dull': 1,
      'card[rock].frozen': 1,
    });
    idle(battle);
    expect(cells(battle, 'turn', 'card[rock].dull', 'card[rock].frozen')).toEqual({
      turn: 2,
      'card[rock].dull': 1,
      'card[rock].frozen': 0,
    });
    idle(battle);
    expect(cell(battle, 'card[rock].dull')).toBe(1);
    idle(battle);
    expect(cells(battle, 'turn', 'card[rock].dull')).toEqual({ turn: 4, 'card[rock].dull': 0 });
  });

  test('extension First Strike: the other one breaks before it deals; the window is for passing only', () => {
    const battle = start({ field: ['lancer'], hand: ['filler'] }, { field: ['flame'] }, { cards });
    toDeclaration(battle);
    fight(battle, ['lancer'], 'flame');
    expect(cells(battle, 'step', 'priority', 'card[flame].zone', 'card[lancer].damage')).toEqual({
      step: 5,
      priority: 0,
      'card[flame].zone': 4,
      'card[lancer].damage': 0,
    });
    refused(battle, cast('A', 'filler'), 'E_PHASE');
    expect(legalNames(battle, 0)).toEqual(['pass']);
    const events = bothPass(battle);
    expect(names(events, 'dealt')).toEqual([]);
    expect(cells(battle, 'step', 'card[lancer].damage')).toEqual({ step: 4, 'card[lancer].damage': 0 });
  });

  test('extension First Strike: a survivor deals in the second batch; also when the blocker strikes first', () => {
    const battle = start({ field: ['stone'] }, { field: ['lancer'] }, { cards });
    toDeclaration(battle);
    fight(battle, ['stone'], 'lancer');
    expect(cells(battle, 'step', 'card[stone].damage', 'card[lancer].damage', 'card[lancer].zone')).toEqual({
      step: 5,
      'card[stone].damage': 5000,
      'card[lancer].damage': 0,
      'card[lancer].zone': 2,
    });
    bothPass(battle);
    expect(cells(battle, 'step', 'card[lancer].zone', 'card[stone].zone')).toEqual({
      step: 4,
      'card[lancer].zone': 4,
      'card[stone].zone': 2,
    });
  });

  test('extension First Strike on both sides, or unblocked: one batch and no further window', () => {
    const battle = start({ field: ['lancer'] }, { field: [{ card: 'lancer', id: 'other' }] }, { cards });
    toDeclaration(battle);
    fight(battle, ['lancer'], 'other');
    expect(cells(battle, 'step', 'card[lancer].zone', 'card[other].zone')).toEqual({
      step: 4,
      'card[lancer].zone': 4,
      'card[other].zone': 4,
    });
    const open = start({ field: ['lancer'] }, {}, { cards });
    toDeclaration(open);
    fight(open, ['lancer']);
    expect(cells(open, 'step', 'player[B].damage')).toEqual({ step: 4, 'player[B].damage': 1 });
  });

  test('extension First Strike: a party has it only when all of it has; the split is owed in its batch', () => {
    const battle = start({ field: ['lancer', 'rock'] }, { field: ['stone'] }, { cards });
    toDeclaration(battle);
    fight(battle, ['lancer', 'rock'], 'stone');
    expect(cells(battle, 'step', 'pending')).toEqual({ step: 4, pending: 3 });
    const all = start({ field: ['lancer', { card: 'lancer', id: 'second' }] }, { field: ['barret'] }, { cards });
    const strong = start(
      { field: ['lancer', { card: 'lancer', id: 'second' }] },
      { field: ['titan'] },
      {
        cards: [...cards, { id: 'titan', kind: 'forward', power: 12_000 }],
      },
    );
    toDeclaration(all);
    fight(all, ['lancer', 'second'], 'barret');
    expect(cells(all, 'step', 'card[barret].zone', 'pending')).toEqual({ step: 5, 'card[barret].zone': 4, pending: 0 });
    toDeclaration(strong);
    fight(strong, ['lancer', 'second'], 'titan');
    expect(cells(strong, 'step', 'pending', 'card[titan].damage')).toEqual({
      step: 5,
      pending: 0,
      'card[titan].damage': 10_000,
    });
    bothPass(strong);
    expect(cells(strong, 'step', 'pending', 'pendingPlayer')).toEqual({ step: 4, pending: 3, pendingPlayer: 1 });
    run(strong, {
      command: 'assignPartyDamage',
      player: 'B',
      forwards: ['lancer', 'second'],
      amounts: [5000, 7000],
    });
    expect(cells(strong, 'card[lancer].zone', 'card[second].zone')).toEqual({
      'card[lancer].zone': 4,
      'card[second].zone': 4,
    });
  });

  test('extension Back Attack: with priority in any window, over a stack, and priority goes to the turn player', () => {
    const battle = start({ field: ['rock'], hand: ['filler'] }, { hand: ['ambush'] }, { cards });
    toDeclaration(battle);
    run(battle, attack('A', 'rock'));
    refused(battle, play('B', 'ambush'), 'E_NO_PRIORITY');
    run(battle, cast('A', 'filler'), pass('A'), play('B', 'ambush'));
    expect(cells(battle, 'stackDepth', 'priority', 'passes', 'card[ambush].zone')).toEqual({
      stackDepth: 1,
      priority: 0,
      passes: 0,
      'card[ambush].zone': 2,
    });
    bothPass(battle);
    bothPass(battle);
    run(battle, block('B', 'ambush'));
    expect(cell(battle, 'blocked')).toBe(1);
  });

  test('extension legalCommands: what X1 allows, one entry a choice', () => {
    const battle = start({ field: ['barret'], deck: [] }, { hand: ['brynhildr'], deck: [] });
    expect(legalNames(battle, 0)).toEqual(['pass', 'useAbility']);
    expect(legalNames(battle, 1)).toEqual([]);
    run(battle, use('A', 'barret', 'hammer-blow'), pass('A'));
    const target = battle.idNumber('card', 'barret');
    const card = battle.idNumber('card', 'brynhildr');
    expect(legal(battle).find((entry) => entry.code === 4)?.ranges).toEqual([
      [1, 1],
      [card, card],
      [1, 1, target, target],
    ]);
    // Conceding is always possible, and never more is written than fits.
    expect(legal(battle).filter((entry) => entry.code === 11)).toHaveLength(2);
    const whole = legal(battle).length;
    for (let room = 0; room < 30; room++) {
      const out = new Int32Array(room + 4).fill(-7);
      expect(battle.legalCommands(out.subarray(0, room))).toBeLessThanOrEqual(room);
      expect([...out.subarray(room)]).toEqual([-7, -7, -7, -7]);
    }
    expect(whole).toBe(4);
  });

  test('extension replay and undo: the same commands give the same image; a snapshot goes back', () => {
    const commands = [cast('A', 'brynhildr', 'stone'), pass('A'), pass('B'), pass('A'), pass('B')];
    const make = () => start({ hand: ['brynhildr'], field: ['rock'] }, { field: ['stone'] });
    const first = make();
    const states = commands.map((command) => {
      const before = { bytes: snapshot(first), hash: stateHash(first) };
      run(first, command);
      return before;
    });
    const second = make();
    for (const command of commands) run(second, command);
    expect(second.image).toEqual(first.image);
    expect(stateHash(second)).toBe(stateHash(first));
    for (const { bytes, hash } of states.reverse()) {
      restore(first, bytes);
      expect(stateHash(first)).toBe(hash);
    }
    expect(first.image).toEqual(make().image);
  });

  test('commands survive encoding and decoding by name', () => {
    const battle = start({ field: ['barret'], hand: ['brynhildr'] }, {});
    const encoded = encodeCommand(fftcg, battle, { command: '', ...cast('A', 'brynhildr', 'barret') });
    expect(encoded).toEqual(Int32Array.of(4, 0, battle.idNumber('card', 'brynhildr'), 1, 0, 0, 0, 0));
  });

  test('print tells place, priority, choices, cards and stack', () => {
    const battle = start({ field: ['barret', 'rock'] }, { hand: ['brynhildr'] });
    run(battle, use('A', 'barret', 'hammer-blow'), pass('A'), cast('B', 'brynhildr', 'rock'));
    const text = fftcg.capabilities.views?.print?.(battle) ?? '';
    for (const part of [
      'turn 1 of A, Main Phase 1',
      'priority B, passes 0',
      'barret power 7000 active',
      'stack 2: brynhildr by B on rock',
      'stack 1: hammer-blow of barret by A',
    ]) {
      expect(text).toContain(part);
    }
    bothPass(battle);
    bothPass(battle);
    expect(fftcg.capabilities.views?.print?.(battle)).toContain('barret power 11000 (+4000) active');
    toDeclaration(battle);
    expect(fftcg.capabilities.views?.print?.(battle)).toContain('A has to choose the attackers');
    apply(fftcg, battle, { command: 'concede', player: 'A' });
    expect(fftcg.capabilities.views?.print?.(battle)).toContain('the second player has won');
  });

  test('predict tells who acts and what two passes do, in every place', () => {
    const battle = start({ field: ['rock'], hand: ['filler'] }, {});
    const lines = () => Object.fromEntries(fftcg.capabilities.views?.predict?.(battle) ?? []);
    expect(lines()).toEqual({
      place: 'Main Phase 1',
      next: 'A: priority',
      'if both pass': '4-1 Attack Preparation Step',
    });
    run(battle, cast('A', 'filler'));
    expect(lines()['if both pass']).toBe('filler resolves, 0 left on the stack');
    bothPass(battle);
    // The prediction of each window is what then happens: 4-1 to 4-4, and back to 4-1.
    for (const [owed, choice] of [
      ['', undefined],
      ['A: the attackers', attack('A', 'rock')],
      ['B: a blocker, or none', block('B')],
      ['', undefined],
      ['', undefined],
    ] as const) {
      const predicted = lines()['if both pass'];
      bothPass(battle);
      expect(lines()['place']).toBe(predicted);
      if (choice === undefined) continue;
      expect(lines()['next']).toBe(owed);
      run(battle, choice);
    }
    expect(lines()['place']).toBe('4-1 Attack Preparation Step');
    run(battle, { command: 'concede', player: 'B' });
    expect(lines()).toEqual({ outcome: 'the first player has won' });
  });

  test("the cards of the seed are data with the seed's numbers", () => {
    expect(SEED_CARDS.map((card) => [card.id, card.name, card.power ?? 0])).toEqual([
      ['barret', '1-094U バレット', 7000],
      ['brynhildr', '1-019U ブリュンヒルデ', 0],
      ['valefor', '1-052 ヴァルファーレ', 0],
    ]);
  });
});
