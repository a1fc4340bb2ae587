/** What is listed, printed and shown: squares that can be entered, legal commands, text at its limits, a viewer's board. */
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { encodeText, type TextWriter, writeBytes, writeNumber } from '../../../core/srpg-movement/text.js';
import { apply, createEventBuffer, type PlainCommand, read, readEvents } from '../../../core/system/battle.js';
import type { Battle } from '../../../core/system/system.js';
import { GROUNDS, plainMap } from './world.js';

const { print, overview, predict } = srpgMovement.capabilities.views ?? {};
const HOLES = [
  [0, 0, 1, 0, 0],
  [0, 0, 0, 0, 1],
  [0, 0, 0, 0, 0],
];

const run = (battle: SrpgBattle, ...commands: PlainCommand[]): void => {
  for (const command of commands) apply(srpgMovement, battle, command);
};
const codeOf = (battle: SrpgBattle, command: PlainCommand): string => {
  try {
    run(battle, command);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const refusal = (setup: object, switches = {}): string => {
  try {
    createBattle(setup, switches);
    return 'ok';
  } catch (error) {
    return (error as Error).message;
  }
};

/** Entries of the list, `name ranges`. */
function entries(words: Int32Array): string[] {
  const out: string[] = [];
  for (let at = 0; at < words.length; ) {
    const shape = srpgMovement.commands.find(({ code }) => code === words[at]);
    const size = 1 + 2 * (shape?.parameters.length ?? 0) + (shape?.name === 'idle' ? 2 : 0);
    out.push([shape?.name ?? '', ...words.subarray(at + 1, at + size)].join(' '));
    at += size;
  }
  return out;
}
function listed(battle: SrpgBattle, ...names: string[]): string[] {
  const words = new Int32Array(20000);
  const all = entries(words.subarray(0, battle.legalCommands(words)));
  return all.filter((entry) => names.length === 0 || names.includes(entry.split(' ')[0] ?? ''));
}

test('S10: in range, not forbidden, payable, and nobody stands there; an absent or defeated unit is nobody', () => {
  const units = [
    { id: 'a', maxRange: 9 },
    { id: 'd', x: 5 },
    { id: 'b', x: 3, added: false },
    { id: 'c', x: 4, side: 1 },
  ];
  const map = [
    [0, 1, 2, 2, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ];
  const battle = createBattle({ map, grounds: GROUNDS, units }, {});
  run(battle, { command: 'attack', unit: 'a', target: 'c', damage: 1 });
  const events = createEventBuffer();
  const asked: PlainCommand[] = (
    [
      [0, 0, 9],
      [1, 0, 254],
      [2, 0, 1],
      [2, 0, 2],
      [3, 0, 3],
      [4, 0, 1],
      [4, 0, 0],
      [5, 0, 9],
      [6, 0, 9],
      [8, 0, 9],
      [4, 2, 9],
    ] as const
  ).map(([x, y, move]) => ({ command: 'mapCanMove', x, y, move }));
  for (const command of asked) apply(srpgMovement, battle, command, events);
  expect(readEvents(srpgMovement, events).map(({ values }) => Object.values(values).join(' '))).toEqual([
    '0 0 9 0',
    '1 0 254 0',
    '2 0 1 0',
    '2 0 2 1',
    '3 0 3 1',
    '4 0 1 1',
    '4 0 0 0',
    '5 0 9 0',
    '6 0 9 0',
    '8 0 9 0',
    '4 2 9 0',
  ]);
});

test('legal: everything of a battle without turns, destinations in runs along the rows', () => {
  const units = [
    { id: 'a', move: 9, maxRange: 4 },
    { id: 'b', x: 4, side: 1, maxRange: 3 },
  ];
  const battle = createBattle({ map: HOLES, grounds: GROUNDS, units });
  const ofUnit = (unit: number, more: string[]): string[] => [
    `calc ${unit} ${unit}`,
    `addUnit ${unit} ${unit}`,
    `setPosition ${unit} ${unit} 0 255 0 255`,
    ...more,
  ];
  const always = ['canMove 0 255 0 255', 'step 0 4 0 2', 'mapCanMove 0 255 0 255 0 254', 'threat 0 255 0 4 0 2'];
  const anywhere = (unit: number): string => `tryMove ${unit} ${unit} 0 255 0 255`;
  const paths = ['path 0 0 0 1 0 0', 'path 0 0 3 3 0 0', 'path 0 0 0 3 1 1', 'path 0 0 0 4 2 2'];
  // b moves 4 from the upper right corner: left, then down
  const ofB = [anywhere(1), 'turnsTo 1 1 0 4 0 2', 'path 1 1 3 4 0 0', 'path 1 1 1 3 1 1', 'path 1 1 2 4 2 2'];
  expect(listed(battle)).toEqual([
    ...always,
    ...ofUnit(0, [anywhere(0), 'turnsTo 0 0 0 4 0 2', ...paths, 'attack 0 0 1 1 0 65535']),
    ...ofUnit(1, ofB),
  ]);
  run(battle, { command: 'calc', unit: 'a' });
  expect(listed(battle, 'moveUnit')).toEqual(paths.map((entry) => entry.replace('path', 'moveUnit')));
  // outside of the map there is no way, and the defeated are not added
  run(battle, { command: 'setPosition', unit: 'a', x: 9, y: 9 }, { command: 'setPosition', unit: 'b', x: 9, y: 8 });
  run(battle, { command: 'attack', unit: 'a', target: 'b', damage: 1 });
  expect(listed(battle, 'calc', 'addUnit', 'path', 'turnsTo')).toEqual(['addUnit 0 0']);
});

test('legal: a destination that somebody has taken since is not tried, by anybody', () => {
  const units = [
    { id: 'a', x: 1, y: 1, move: 2 },
    { id: 'b', x: 4, y: 2 },
  ];
  const battle = createBattle({ map: HOLES, grounds: GROUNDS, units });
  run(battle, { command: 'calc', unit: 'a' }, { command: 'setPosition', unit: 'b', x: 2, y: 2 });
  expect(listed(battle, 'tryMove')).toEqual([
    'tryMove 0 0 0 255 0 1',
    'tryMove 0 0 0 1 2 2',
    'tryMove 0 0 3 255 2 2',
    'tryMove 0 0 0 255 3 255',
    // a stands on its start, which is a destination
    'tryMove 1 1 0 255 0 0',
    'tryMove 1 1 0 0 1 1',
    'tryMove 1 1 2 255 1 1',
    'tryMove 1 1 0 255 2 255',
  ]);
  const stacked = createBattle({ map: HOLES, grounds: GROUNDS, units }, { allowStack: 'allow' });
  run(stacked, { command: 'calc', unit: 'a' }, { command: 'setPosition', unit: 'b', x: 2, y: 2 });
  expect(listed(stacked, 'tryMove')).toEqual(['tryMove 0 0 0 255 0 255', 'tryMove 1 1 0 255 0 255']);
});

test('legal: the last square of the largest map, taken', () => {
  const units = [
    { id: 'a', x: 255, y: 255, move: 1 },
    { id: 'b', x: 0, y: 255, move: 1 },
  ];
  const battle = createBattle({ map: plainMap(256, 256), grounds: GROUNDS, units, pathCapacity: 1 });
  run(battle, { command: 'calc', unit: 'a' });
  expect(listed(battle, 'tryMove')).toEqual([
    'tryMove 0 0 0 255 0 255',
    'tryMove 1 1 0 255 0 254',
    'tryMove 1 1 0 254 255 255',
  ]);
});

test('legal: turns leave the units that may act now', () => {
  const units = [
    { id: 'a', move: 1, weight: 9, intellect: 1, idleIncrease: 1, maxRange: 2 },
    { id: 'b', x: 2, side: 1, weight: 3, intellect: 255, idleIncrease: -1, maxRange: 1 },
    { id: 'c', x: 4, y: 2, weight: 5, intellect: 255, idleIncrease: -1, added: false },
  ];
  const at = (turnOrder: string, damage = 'command'): SrpgBattle =>
    createBattle({ map: plainMap(5, 3), grounds: GROUNDS, units }, { turnOrder, damage });
  const turns = (battle: SrpgBattle): string[] =>
    listed(battle, 'endPhase', 'idle', 'finish', 'setPosition', 'moveUnit', 'attack');
  const phases = at('phases');
  expect(turns(phases)).toEqual(['endPhase', 'finish 0 0', 'attack 0 0 1 1 0 65535']);
  run(phases, { command: 'calc', unit: 'b' });
  expect(turns(phases)).toEqual(['endPhase', 'finish 0 0', 'attack 0 0 1 1 0 65535']);
  run(phases, { command: 'calc', unit: 'a' });
  expect(turns(phases)).toEqual([
    'endPhase',
    'finish 0 0',
    'moveUnit 0 0 0 1 0 0',
    'moveUnit 0 0 0 0 1 1',
    'attack 0 0 1 1 0 65535',
  ]);
  expect(turns(at('wait'))).toEqual(['finish 1 1']);
  // 255 + 1 and 1 - 1: both low bytes become 0, the absent unit has none
  const idle = at('order-points', 'difference');
  expect(turns(idle)).toEqual(['idle 1 1 0 15', 'finish 0 0', 'attack 0 0 1 1 0 0']);
  run(idle, { command: 'calc', unit: 'a' }, { command: 'moveUnit', unit: 'a', x: 0, y: 0 });
  expect(listed(idle, 'idle', 'moveUnit', 'tryMove', 'finish')).toEqual(['finish 0 0']);
});

test('legal: text is listed as long as it fits', () => {
  const battle = createBattle({ map: [[0]], grounds: GROUNDS, units: [{ id: 'a', name: '' }], transcript: 40 });
  expect(listed(battle, 'dumpMap', 'dumpUnit', 'dumpMoveMap')).toEqual(['dumpMap', 'dumpUnit 0 0']);
  run(battle, { command: 'calc', unit: 'a' });
  // 15 bytes of heading, 4 of the row, a blank line
  expect(listed(battle, 'dumpMap', 'dumpUnit', 'dumpMoveMap')).toEqual(['dumpMap', 'dumpMoveMap', 'dumpUnit 0 0']);
  // the longest message: 9 of (255,255), 27 of text, the line's end
  expect(listed(battle, 'tryMove')).toEqual(['tryMove 0 0 0 255 0 255']);
  run(battle, { command: 'dumpMap' });
  expect(listed(battle, 'dumpMap', 'dumpUnit', 'dumpMoveMap', 'tryMove')).toEqual([
    'dumpMap',
    'dumpMoveMap',
    'dumpUnit 0 0',
  ]);
  run(battle, { command: 'dumpMap' }, { command: 'dumpMap' });
  expect(listed(battle, 'dumpMap', 'dumpUnit', 'dumpMoveMap')).toEqual(['dumpMap']);
});

test('legal: with little room whole entries are left out, and what fits exactly is there', () => {
  const units = [
    { id: 'a', move: 9, maxRange: 4, idleIncrease: 1 },
    { id: 'b', x: 4, side: 1, maxRange: 4 },
  ];
  for (const turnOrder of ['free', 'order-points', 'phases']) {
    const battle = createBattle({ map: HOLES, grounds: GROUNDS, units, transcript: 400 }, { turnOrder });
    run(battle, { command: 'calc', unit: 'a' });
    const whole = new Int32Array(1000);
    const length = battle.legalCommands(whole);
    const all = entries(whole.subarray(0, length));
    for (let room = 0; room <= length; room++) {
      const words = new Int32Array(room);
      const some = entries(words.subarray(0, battle.legalCommands(words)));
      expect(some.filter((entry) => !all.includes(entry))).toEqual([]);
      const sizes = all.map((entry) => entry.split(' ').length);
      let used = 0;
      const fitting = all.filter((_, index) => {
        used += sizes[index] ?? 0;
        return used <= room;
      });
      expect(some.slice(0, fitting.length)).toEqual(fitting);
    }
  }
});

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

test('S12: what a unit starts with, left out and given', () => {
  const given = {
    id: 'given',
    name: 'Given',
    x: 2,
    y: 1,
    move: 7,
    side: 3,
    skirmisher: true,
    minRange: 2,
    maxRange: 5,
    hp: 300,
    attack: 400,
    defence: 500,
    weight: 600,
    intellect: 56,
    attackDecrease: 8,
    damageConstant: 9,
    idleIncrease: -10,
    movementType: 'fly',
  };
  const setup = {
    map: plainMap(3, 2),
    grounds: GROUNDS,
    movementTypes: { swim: { 0: 1, 1: 1, 2: 1 }, fly: { 0: 1, 1: 1, 2: 1 } },
    units: [{}, given, { name: 'Named', x: 1, maxRange: 1 }],
  };
  const battle = createBattle(setup);
  const unit = (number: number): string =>
    battle.cells
      .filter(({ name }) => name.startsWith(`unit[${number}].`))
      .map(({ name }) => [name.slice(8), read(battle, name)])
      .filter(([, value]) => value !== 0)
      .map((entry) => entry.join(' '))
      .join(', ');
  expect(unit(0)).toBe('move 4, added 1, hp 1, maxHp 1');
  expect(unit(1)).toBe(
    'x 2, y 1, move 7, side 3, movementType 2, skirmisher 1, added 1, minRange 2, maxRange 5, hp 300, maxHp 300, attack 400, ' +
      'defence 500, weight 600, wait 600, orderPoints 200, attackDecrease 8, damageConstant 9, idleIncrease -10',
  );
  expect(unit(2)).toBe('x 1, move 4, added 1, minRange 1, maxRange 1, hp 1, maxHp 1');
  expect([
    battle.idNumber('unit', 'unit0'),
    battle.idNumber('unit', 'given'),
    battle.idNumber('unit', 'Named'),
  ]).toEqual([0, 1, 2]);
  expect([battle.idName('unit', 1), battle.idName('unit', 3), battle.idName('card', 0)]).toEqual([
    'given',
    undefined,
    undefined,
  ]);
  expect(battle.idNumber('card', 'given')).toBe(-1);
  expect([read(battle, 'calculatedUnit'), read(battle, 'activeUnit'), read(battle, 'turn')]).toEqual([255, 255, 1]);
});

test('limits of a setup: units, movement types, sides, text, path', () => {
  const base = { map: plainMap(256, 2), grounds: { 0: 1 } };
  const units = (count: number): object => ({
    ...base,
    units: Array.from({ length: count }, (_, x) => ({ x: x % 256, weight: 1 })),
  });
  expect([refusal(units(255)), refusal(units(64), { turnOrder: 'order-points' })]).toEqual(['ok', 'ok']);
  expect(refusal({ ...base, units: Array.from({ length: 256 }, () => ({ added: false })) })).toMatch(/255/);
  expect(refusal(units(65), { turnOrder: 'order-points' })).toMatch(/setup\.units .*64/);
  const types = (count: number): object => ({
    map: [[0]],
    grounds: { 0: 1 },
    movementTypes: Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, { 0: 1 }])),
  });
  expect(refusal(types(255))).toBe('ok');
  expect(refusal(types(256))).toMatch(/255 movement types/);
  expect(() => createBattle(types(256))).toThrow(
    expect.objectContaining({ code: 'E_WIDTH', path: 'setup.movementTypes' }),
  );
  expect([refusal({ ...base, units: [{ side: 7 }] }), refusal({ ...base, units: [{ side: 8 }] })]).toEqual([
    'ok',
    expect.stringMatching(/units\[0\]\.side .*0 to 7/),
  ]);
  expect([refusal({ ...base, transcript: 65532 }), refusal({ ...base, transcript: 65533 })]).toEqual([
    'ok',
    expect.stringMatching(/transcript .*65532/),
  ]);
  const capacity = (map: number[][], pathCapacity?: number): number =>
    createBattle({ map, grounds: { 0: 1 }, pathCapacity }).cells.filter(({ name }) => /^path\[.*x$/.test(name)).length;
  // a movement of 254 in steps of 1: 255 squares with the start
  expect([capacity(plainMap(3, 4)), capacity(plainMap(200, 2)), capacity(plainMap(3, 4), 5)]).toEqual([12, 255, 5]);
  const text = (transcript: number): number =>
    createBattle({ ...base, transcript }).cells.filter(({ name }) => name.startsWith('transcript[')).length;
  expect([text(0), text(1), text(4), text(5)]).toEqual([0, 1, 1, 2]);
});

test('messages of a setup name what is wrong', () => {
  const grounds = { 0: 1 };
  const one = (fields: object, switches = {}): string => refusal({ map: [[0, 0]], grounds, units: [fields] }, switches);
  expect(refusal({ map: [], grounds })).toMatch(/setup\.map .*one row/);
  expect(refusal({ map: [[]], grounds })).toMatch(/setup\.map\[0\] .*one column/);
  expect(refusal({ map: [[0], [0, 0]], grounds })).toMatch(/setup\.map\[1\] has 2 columns.* 1$/);
  expect(refusal({ map: [[0, 4]], grounds })).toMatch(/setup\.map\[0\]\[1\].* ground 4/);
  expect(refusal({ map: [[0]], grounds, groundDefence: { 4: 1 } })).toMatch(/setup\.groundDefence\.4.*ground/);
  expect(one({ minRange: 3, maxRange: 2 })).toMatch(/minRange is 3.*maxRange 2/);
  expect(one({ hp: 0 })).toMatch(/setup\.units\[0\]\.hp is 0.*alive/);
  expect(one({}, { turnOrder: 'wait' })).toMatch(/setup\.units\[0\]\.weight is 0.*next/);
  expect([one({ weight: 1 }, { turnOrder: 'wait' }), one({}, { turnOrder: 'phases' })]).toEqual(['ok', 'ok']);
  expect([one({ minRange: 2, maxRange: 2 }), one({ minRange: 0, maxRange: 0 })]).toEqual(['ok', 'ok']);
  const two = (first: object, second: object, switches = {}): string =>
    refusal(
      {
        map: plainMap(3, 3),
        grounds,
        units: [
          { id: 'first', ...first },
          { id: 'second', ...second },
        ],
      },
      switches,
    );
  expect(two({}, {})).toMatch(/setup\.units\[1\] stands on the square of first/);
  expect([
    two({ x: 1 }, {}),
    two({ y: 1 }, {}),
    two({ added: false }, {}),
    two({}, { added: false }),
    two({}, {}, { allowStack: 'allow' }),
  ]).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
});

test('a battle of another system is refused', () => {
  const other = { image: new Uint8Array(0) } as unknown as Battle;
  expect(() => print?.(other)).toThrow(expect.objectContaining({ code: 'E_TYPE' }));
  expect(() => print?.(other)).toThrow(/srpg-movement/);
});
