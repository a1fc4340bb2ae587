/** Reactions, and what expires at the end of a round and of a turn: H8, H12, H26 to H28. */
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { RuleError } from '../../../core/system/system.js';
import {
  begin,
  fighter,
  loners,
  names,
  type Plain,
  skill,
  type Table,
  toDeclarations,
  toEnd,
  twoPairs,
} from './support.js';

const REACTIONS = ['accept', 'stop', 'flee', 'help', 'other'] as const;

/** A turn in which blue-servant has decided, at the reactions. */
function decided(action: Plain): Table {
  const table = begin(twoPairs({ phase: 'active' }));
  table.run('chooseActive', { unit: 'blue-servant', ...action });
  table.run('closeActive');
  return table;
}

/** The reactions to blue-servant that red may choose. */
function answers(action: Plain, noticed: boolean): string[] {
  return REACTIONS.filter((reaction) => {
    const table = decided(action);
    if (noticed) table.run('notice', { pair: 'red', unit: 'blue-servant' });
    try {
      table.run('chooseReactive', { pair: 'red', reaction, unit: 'blue-servant' });
      return true;
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      expect(error.code).toBe('E_RANGE');
      return false;
    }
  });
}

test('H8 accept what is said to the pair, stop soul eating, flee or call for help before a raid on the pair', () => {
  const eating = { action: 'soulEating', area: 'harbour', amount: 1 };
  expect(answers({ action: 'communicate', pair: 'red' }, true)).toEqual(['accept', 'other']);
  expect(answers({ action: 'communicate', pair: 'grey' }, true)).toEqual(['other']);
  expect(answers({ action: 'raid', pair: 'red' }, true)).toEqual(['flee', 'help', 'other']);
  expect(answers({ action: 'raid', pair: 'grey' }, true)).toEqual(['other']);
  expect(answers(eating, true)).toEqual(['stop', 'other']);
  expect(answers({ action: 'rest' }, true)).toEqual(['other']);
  // only what is said to a pair needs no noticing
  expect(answers({ action: 'communicate', pair: 'red' }, false)).toEqual(['accept']);
  expect(answers({ action: 'raid', pair: 'red' }, false)).toEqual([]);
  expect(answers(eating, false)).toEqual([]);
});

test('H8 a pair notices what others do, once', () => {
  const table = decided({ action: 'raid', pair: 'red' });
  table.refuse('E_RANGE', 'notice', { pair: 'blue', unit: 'blue-servant' });
  table.refuse('E_RANGE', 'notice', { pair: 'red', unit: 'blue-master' });
  expect(table.run('notice', { pair: 'red', unit: 'blue-servant' })[0]?.values).toMatchObject({ pair: 0, unit: 3 });
  table.refuse('E_PHASE', 'notice', { pair: 'red', unit: 'blue-servant' });
  table.run('notice', { pair: 'grey', unit: 'blue-servant' });
  expect(['red', 'blue', 'grey'].map((pair) => table.cell(`pair[${pair}].noticed`))).toEqual([8, 0, 8]);
});

test('H8 the same reaction to the same unit once, another one or to another unit as well', () => {
  const table = begin(twoPairs({ phase: 'active' }));
  for (const unit of ['blue-servant', 'blue-master']) table.run('chooseActive', { unit, action: 'raid', pair: 'red' });
  table.run('closeActive');
  for (const unit of ['blue-servant', 'blue-master']) table.run('notice', { pair: 'red', unit });
  const limits = [2, 3, 4].map(() =>
    Object.values(table.run('grantReaction', { pair: 'red', reason: 'rumour' })[0]?.values ?? {}),
  );
  // pair, limit, reason
  expect(limits).toEqual([
    [0, 2, 1],
    [0, 3, 1],
    [0, 4, 1],
  ]);
  table.refuse('E_REACTION_LIMIT', 'grantReaction', { pair: 'red', reason: 'ruled' });
  const flee = { pair: 'red', reaction: 'flee', unit: 'blue-servant' };
  expect(Object.values(table.run('chooseReactive', flee)[0]?.values ?? {})).toEqual([0, 3, 3]);
  table.refuse('E_PHASE', 'chooseReactive', flee);
  table.run('chooseReactive', { ...flee, reaction: 'help' });
  table.run('chooseReactive', { ...flee, unit: 'blue-master' });
  table.refuse('E_PHASE', 'chooseReactive', { ...flee, unit: 'blue-master' });
  table.run('chooseReactive', { ...flee, reaction: 'help', unit: 'blue-master' });
  table.refuse('E_REACTION_LIMIT', 'chooseReactive', { ...flee, reaction: 'other' });
  const cells = [0, 1, 2, 3].map((at) => [
    table.cell(`pair[red].reaction${at}`),
    table.cell(`pair[red].reactionUnit${at}`),
  ]);
  expect(cells).toEqual([
    [3, 3],
    [4, 3],
    [3, 2],
    [4, 2],
  ]);
  table.run('processTurn');
  table.run('endTurn');
  for (const at of [0, 1, 2, 3]) {
    expect([table.cell(`pair[red].reaction${at}`), table.cell(`pair[red].reactionUnit${at}`)]).toEqual([0, 255]);
  }
  expect(['reactions', 'reactionLimit', 'noticed'].map((name) => table.cell(`pair[red].${name}`))).toEqual([0, 1, 0]);
});

test('H8 the dead neither notice nor react, a pair of which one lives does', () => {
  const table = decided({ action: 'raid', pair: 'red' });
  const kill = (unit: string): unknown =>
    table.run('adjust', { unit, stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
  kill('grey-master');
  table.refuse('E_DEAD', 'notice', { pair: 'grey', unit: 'blue-servant' });
  table.refuse('E_DEAD', 'chooseReactive', { pair: 'grey', reaction: 'other', unit: 'blue-servant' });
  table.refuse('E_DEAD', 'grantReaction', { pair: 'grey', reason: 'ruled' });
  kill('red-master');
  table.run('notice', { pair: 'red', unit: 'blue-servant' });
  table.run('chooseReactive', { pair: 'red', reaction: 'flee', unit: 'blue-servant' });
});

test('H12 H27 an effect of a round ends with the round, one of a turn with the turn', () => {
  const changes = {
    'red-servant': {
      skills: [
        skill('brief', {}, { refersTo: ['charm'], disables: 'round' }),
        skill('long', {}, { refersTo: ['body'], disables: 'turn' }),
      ],
    },
    'blue-servant': {
      skills: [skill('beauty', { lineages: ['charm'] }), skill('fist', { lineages: ['body'] })],
    },
  };
  const table = begin(twoPairs({ phase: 'processing' }, changes));
  toEnd(table, { 'red-servant': 0, 'blue-servant': 1 });
  const use = { unit: 'red-servant', effect: 1 };
  table.run('useSkill', { ...use, skill: 'brief', targetSkill: 'beauty' });
  table.run('useSkill', { ...use, skill: 'long', targetSkill: 'fist' });
  table.run('useSeal', { pair: 'blue', effect: 'rank', skill: 'fist' });
  const off = (): number[] => ['beauty', 'fist'].map((id) => table.cell(`skill[${id}].disabled`));
  expect(off()).toEqual([1, 2]);
  table.run('cleanup');
  expect(off()).toEqual([0, 2]);
  table.refuse('E_PHASE', 'endTurn');
  table.run('setLines', { side: 0, front: [] });
  table.run('setLines', { side: 1, front: [] });
  table.run('closeStandby');
  table.run('closeDeclarations');
  table.run('damageStep');
  table.run('closeBattle', { reason: 'rumour' });
  expect([off(), table.cell('skill[fist].rankBonus')]).toEqual([[0, 2], 1]);
  table.run('endTurn');
  expect([off(), table.cell('skill[fist].rankBonus')]).toEqual([[0, 0], 0]);
});

test('H12 every stat and the advantage lose what was given for the turn, and everybody is at the own base', () => {
  const table = begin(twoPairs({ phase: 'processing' }));
  for (const stat of ['str', 'con', 'agi', 'mag', 'advantage']) {
    table.run('adjust', { unit: 'blue-servant', stat, amount: 2, lasts: 'turn', reason: 'ruled' });
  }
  const cells = ['turnStr', 'turnCon', 'turnAgi', 'turnMag', 'turnAdvantage'];
  expect(cells.map((name) => table.cell(`unit[blue-servant].${name}`))).toEqual([2, 2, 2, 2, 2]);
  table.run('endTurn');
  expect(cells.map((name) => table.cell(`unit[blue-servant].${name}`))).toEqual([0, 0, 0, 0, 0]);
  const units = ['red-master', 'red-servant', 'blue-master', 'blue-servant'];
  expect(units.map((id) => table.cell(`unit[${id}].area`))).toEqual([2, 2, 1, 1]);
});

test('H1 only the last night of the last day has no next turn', () => {
  const last = begin(twoPairs({ phase: 'processing', day: 65535, slot: 'pm' }));
  last.run('endTurn');
  expect([last.cell('day'), last.cell('slot')]).toEqual([65535, 2]);
  begin(twoPairs({ phase: 'processing', day: 65535, slot: 'night' })).refuse('E_WIDTH', 'endTurn');
});

test('H26 leaving is for who is in the battle, alive, at its end, once', () => {
  const table = begin(twoPairs({ phase: 'processing' }));
  toDeclarations(table, { 'red-servant': 0, 'blue-servant': 1 });
  table.refuse('E_PHASE', 'escape', { unit: 'red-servant' });
  table.run('closeDeclarations');
  table.run('damageStep');
  table.refuse('E_RANGE', 'escape', { unit: 'red-master' });
  expect(names(table.run('escape', { unit: 'red-servant' }))).toEqual(['escaped']);
  table.refuse('E_PHASE', 'escape', { unit: 'red-servant' });
});

test('reasons of rulings are reported', () => {
  const table = begin(twoPairs({ phase: 'processing' }));
  toEnd(table, { 'red-servant': 0, 'blue-servant': 1 });
  const closed = table.run('closeBattle', { reason: 'rumour' });
  expect(closed.find(({ event }) => event === 'battleClosed')?.values).toEqual({ reason: 1 });
  expect(table.run('endWar', { reason: 'rumour' }).at(-1)?.values).toEqual({ reason: 1 });
});

test('H28 HA17 a seal raises a rank by one, up to A, and does nothing else', () => {
  const changes = { 'red-servant': { skills: [skill('blade', { rank: 'C' })] }, red: { seals: 5 } };
  const table = begin(twoPairs({ phase: 'active' }, changes));
  table.run('chooseActive', { unit: 'red-master', action: 'explore', area: 'harbour' });
  table.run('closeActive');
  table.run('processTurn');
  const raise = (): string[] => names(table.run('useSeal', { pair: 'red', effect: 'rank', skill: 'blade' }));
  expect([raise(), raise(), raise()]).toEqual([['sealUsed'], ['sealUsed'], ['sealUsed', 'rankStays']]);
  expect([table.cell('skill[blade].rankBonus'), table.cell('skill[blade].halved')]).toEqual([2, 0]);
  expect(names(table.run('useSeal', { pair: 'red', effect: 'order', reason: 'ruled' }))).toEqual(['sealUsed']);
  // only summoning moves the servant to its master
  expect([table.cell('unit[red-master].area'), table.cell('unit[red-servant].area')]).toEqual([0, 2]);
  expect(names(table.run('useSeal', { pair: 'red', effect: 'miracle', reason: 'rumour' }))).toEqual([
    'sealUsed',
    'miracle',
  ]);
});

test('H27 a round beyond what 16 bits count is refused', () => {
  const table = begin(loners([fighter('a'), fighter('b')]));
  toEnd(table, { a: 0, b: 1 });
  const { offset } = table.battle.cells.find(({ name }) => name === 'round') ?? { offset: -1 };
  table.battle.image.set([0xff, 0xff], offset);
  table.refuse('E_WIDTH', 'cleanup');
  table.battle.image.set([0xfe, 0xff], offset);
  table.run('cleanup');
  expect(table.cell('round')).toBe(0xffff);
});

test('H26 what leaving costs is told of those who fight and live', () => {
  const table = begin(loners([fighter('a'), fighter('b', { hp: 4 }), fighter('c'), fighter('d')]));
  toEnd(table, { a: 0, b: 1, d: 1 });
  const told = holyGrailWar.capabilities.views?.predict?.(table.battle) ?? [];
  // b is at 0 HP after 2 times 2, c is not there
  expect(told.map(([label]) => label).filter((label) => label.includes('leaves'))).toEqual([
    'a leaves for MP',
    'd leaves for MP',
  ]);
});

test('H30 nothing is forgotten: neither a round nor a turn that ends touches what pairs know', () => {
  const skills = [skill('gaze'), skill('song')];
  const knows = ({ battle }: Table): { name: string; offset: number; width: number }[] =>
    battle.cells.filter(({ name }) => name.startsWith('knows['));
  const know = (table: Table): void => {
    for (const { offset, width } of knows(table)) table.battle.image.fill(0xff, offset, offset + width);
  };
  const forgotten = (table: Table): string[] =>
    knows(table).flatMap(({ name }) => (table.cell(name) === 0xffff ? [] : [name]));
  const turn = begin(twoPairs({ phase: 'processing' }, { 'red-servant': { skills } }));
  know(turn);
  turn.run('endTurn');
  expect(forgotten(turn)).toEqual([]);
  const round = begin(twoPairs({ phase: 'processing' }, { 'red-servant': { skills } }));
  toEnd(round, { 'red-servant': 0, 'blue-servant': 1 });
  know(round);
  round.run('cleanup');
  expect(forgotten(round)).toEqual([]);
  expect(knows(round).length).toBe(3 * 5 + 3 * 2);
});
