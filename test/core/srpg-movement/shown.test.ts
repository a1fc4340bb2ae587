/** Blocks of text, the printed state, a viewer’s board and what is predicted. */
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { encodeText, type TextWriter, writeBytes, writeNumber } from '../../../core/srpg-movement/text.js';
import { type PlainCommand, read } from '../../../core/system/battle.js';
import type { Battle } from '../../../core/system/system.js';
import { codeOf, GROUNDS, plainMap, run } from './world.js';

const { print, overview, predict } = srpgMovement.capabilities.views ?? {};

test('S18: a block fits to its last byte, and one after a message sets the blank line itself', () => {
  const one = (transcript: number): SrpgBattle =>
    createBattle({ map: [[0]], grounds: GROUNDS, units: [{ id: 'a', name: '' }], transcript });
  // 7 of the heading, 19 of the unit, two line ends
  expect([
    codeOf(one(28), { command: 'dumpUnit', unit: 'a' }),
    codeOf(one(24), { command: 'dumpUnit', unit: 'a' }),
  ]).toEqual(['ok', 'E_TRANSCRIPT_FULL']);
  // (0,0)に移動します。 and its end: 27; the map: 10; the line between them: 1
  const message: PlainCommand = { command: 'tryMove', unit: 'a', x: 0, y: 0 };
  const after = (transcript: number): SrpgBattle => {
    const battle = one(transcript);
    run(battle, { command: 'calc', unit: 'a' }, message);
    return battle;
  };
  expect(codeOf(after(36), { command: 'dumpMap' })).toBe('E_TRANSCRIPT_FULL');
  const battle = after(60);
  run(battle, { command: 'dumpMap' }, { command: 'dumpMap' });
  expect(print?.(battle)).toBe('(0,0)に移動します。\n\n[Map]\n0 \n\n[Map]\n0 \n\n');
  expect(read(battle, 'transcriptLength')).toBe(27 + 11 + 10);
  expect([codeOf(battle, { command: 'dumpMap' }), codeOf(battle, { command: 'dumpMap' })]).toEqual([
    'ok',
    'E_TRANSCRIPT_FULL',
  ]);
  // (0,1)には移動できません。 and its end
  const far = one(40);
  expect(codeOf(far, { command: 'tryMove', unit: 'a', x: 0, y: 1 })).toBe('ok');
  expect(read(far, 'transcriptLength')).toBe(5 + 30 + 1);
  expect(codeOf(far, { command: 'tryMove', unit: 'a', x: 0, y: 1 })).toBe('E_TRANSCRIPT_FULL');
  const twice = one(80);
  run(twice, { command: 'tryMove', unit: 'a', x: 9, y: 1 }, { command: 'tryMove', unit: 'a', x: 9, y: 2 });
  expect(print?.(twice)).toBe('(9,1)には移動できません。\n(9,2)には移動できません。\n');
});

test('S18: the state shows every unit that is there and the MoveMap of the last one as well', () => {
  const units = [
    { name: 'p', x: 1, move: 1 },
    { name: 'q', x: 0, move: 0 },
  ];
  const battle = createBattle({ map: [[0, 2]], grounds: GROUNDS, units });
  const state = '[Map]\n0 2 \n\n[Unit]\np: Pos=(1,0), Move=1\n\n[Unit]\nq: Pos=(0,0), Move=0\n\n';
  expect(print?.(battle)).toBe(state);
  run(battle, { command: 'calc', unit: 'q' });
  expect(print?.(battle)).toBe(`${state}[MoveMap for q]\n 0 -1 \n\n`);
});

test('text: printable characters only, numbers right-aligned', () => {
  const code = (text: string): string => {
    try {
      return [...encodeText(text, 'here')].map((byte) => byte.toString(16)).join(' ');
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect([' ', '~', '\u0080', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '\u{10000}'].map(code)).toEqual([
    '20',
    '7e',
    'c2 80',
    'df bf',
    'e0 a0 80',
    'ed 9f bf',
    'ee 80 80',
    'ef bf bf',
    'f0 90 80 80',
  ]);
  for (const [text, number] of [
    ['\u001f', 31],
    ['\u007f', 127],
    ['\ud800', 0xd800],
    ['\udfff', 0xdfff],
  ] as const) {
    expect(code(`a${text}`)).toMatch(new RegExp(`^here .*${number}$`));
  }
  const number = (value: number, width?: number): string => {
    const writer: TextWriter = { bytes: new Uint8Array(8), at: 1, counting: false };
    writeNumber(writer, value, width);
    const counter: TextWriter = { bytes: new Uint8Array(8), at: 1, counting: true };
    writeNumber(counter, value, width);
    expect([counter.at, counter.bytes.some((byte) => byte !== 0)]).toEqual([writer.at, false]);
    return String.fromCharCode(...writer.bytes.subarray(1, writer.at));
  };
  expect([number(0), number(9), number(10), number(255), number(1203), number(-1)]).toEqual([
    '0',
    '9',
    '10',
    '255',
    '1203',
    '-1',
  ]);
  expect([number(7, 2), number(-1, 2), number(-1, 3), number(10, 3), number(100, 2)]).toEqual([
    ' 7',
    '-1',
    ' -1',
    ' 10',
    '100',
  ]);
  const writer: TextWriter = { bytes: new Uint8Array(4), at: 0, counting: false };
  writeBytes(writer, Uint8Array.of(65, 66));
  expect([...writer.bytes, writer.at]).toEqual([65, 66, 0, 0, 2]);
});

test('overview: sides up to the last one with units, the board, whose turn it is', () => {
  const units = [
    { id: 'a', x: 3, y: 1, weight: 5 },
    { id: 'b', x: 2, y: 2, side: 2, weight: 3 },
    { id: 'c', x: 1, side: 1, weight: 1, added: false },
  ];
  const at = (turnOrder: string, who = units): SrpgBattle =>
    createBattle({ map: plainMap(5, 3), grounds: GROUNDS, units: who }, { turnOrder });
  const battle = at('phases');
  expect(overview?.sides(battle)).toEqual(['side 0', 'side 1', 'side 2']);
  expect(overview?.sides(at('free', []))).toEqual(['side 0']);
  expect(overview?.sides(at('free', [{ id: 'a', x: 0, y: 0, side: 7, weight: 1 }]))).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((side) => `side ${side}`),
  );
  expect(overview?.board?.(battle)).toEqual([5, 3]);
  expect(overview?.units(battle)).toEqual([
    { prefixes: ['unit[0]'], name: 'a', side: 0, x: 3, y: 1, facing: '' },
    { prefixes: ['unit[1]'], name: 'b', side: 2, x: 2, y: 2, facing: '' },
  ]);
  expect(overview?.turn?.(battle)).toBe(0);
  run(battle, { command: 'endPhase' });
  expect(overview?.turn?.(battle)).toBe(2);
  expect([overview?.turn?.(at('free')), overview?.turn?.(at('wait')), overview?.turn?.(at('wait', []))]).toEqual([
    -1, 2, -1,
  ]);
  const names = new Set(battle.cells.map(({ name }) => name.replace(/\[\d+\]/, '[*]')));
  expect(overview?.gauges.map(({ cell, role, label }) => [names.has(cell), role, label])).toEqual([
    [true, 'order', 'order points'],
    [true, 'order', 'waiting time'],
    [true, 'health', 'HP'],
    [true, 'other', 'movement'],
  ]);
  // SE2: a gauge of an order that the switches do not use says nothing
  const used = (turnOrder: string) => overview?.gauges.map(({ isUsed }) => isUsed?.(at(turnOrder)) ?? true);
  expect([used('free'), used('phases'), used('wait'), used('order-points')]).toEqual([
    [false, false, true, true],
    [false, false, true, true],
    [false, true, true, true],
    [true, false, true, true],
  ]);
  const words = battle.cells.filter((cell) => cell.words !== undefined).map((cell) => [cell.name, cell.words?.[1]]);
  expect(words).toEqual([
    ['calculatedUnit', 'b'],
    ['activeUnit', 'b'],
  ]);
});

test('predict: turn, side and who waits; nothing more once it has ended', () => {
  const units = [
    { id: 'a', weight: 9, intellect: 1, maxRange: 9 },
    { id: 'b', x: 1, side: 1, weight: 4, intellect: 2 },
    { id: 'c', x: 2, weight: 6, intellect: 3 },
    { id: 'd', x: 3, weight: 1, intellect: 4, added: false },
  ];
  const at = (turnOrder: string, who: object[] = units): SrpgBattle =>
    createBattle({ map: plainMap(5, 1), grounds: GROUNDS, units: who }, { turnOrder });
  const phases = at('phases');
  expect(predict?.(phases)).toEqual([
    ['turn', '1'],
    ['side', '0'],
    ['may act', 'a, c'],
  ]);
  run(phases, { command: 'finish', unit: 'a' });
  expect(predict?.(phases)[2]).toEqual(['may act', 'c']);
  expect(predict?.(at('wait'))).toEqual([
    ['acts now', 'b'],
    ['waiting time of a', '5'],
    ['waiting time of b', '0'],
    ['waiting time of c', '2'],
  ]);
  expect(predict?.(at('order-points'))).toEqual([
    ['acts now', 'a'],
    ['order points of a', '255'],
    ['order points of b', '254'],
    ['order points of c', '253'],
  ]);
  expect([predict?.(at('free')), predict?.(at('wait', []))]).toEqual([[], [['acts now', 'nobody']]]);
  run(phases, { command: 'finish', unit: 'c' }, { command: 'endPhase' }, { command: 'endPhase' });
  run(phases, { command: 'attack', unit: 'a', target: 'b', damage: 1 });
  expect(predict?.(phases)).toEqual([['ended', 'yes']]);
});

test('a battle of another system is refused', () => {
  const other = { image: new Uint8Array(0) } as unknown as Battle;
  expect(() => print?.(other)).toThrow(expect.objectContaining({ code: 'E_TYPE' }));
  expect(() => print?.(other)).toThrow(/srpg-movement/);
});
