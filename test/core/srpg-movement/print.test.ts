/** Printed forms beyond the seed's block. */
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { decodeText, encodeText } from '../../../core/srpg-movement/text.js';
import { apply, read, restore, snapshot } from '../../../core/system/battle.js';

const printed = (battle: SrpgBattle): string => srpgMovement.capabilities.views?.print?.(battle) ?? '';
const SETUP = { map: [[0, 12, 1]], grounds: { 0: 1, 1: -1, 12: 100 } };

test('S18: values wider than two places push the row, every row ends with its space', () => {
  const battle = createBattle({ ...SETUP, units: [{ id: 'a', move: 110 }], transcript: 200 });
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  apply(srpgMovement, battle, { command: 'dumpMap' });
  apply(srpgMovement, battle, { command: 'dumpMoveMap' });
  expect(printed(battle)).toBe('[Map]\n0 12 1 \n\n[MoveMap for a]\n110 10 -1 \n\n');
});

test('S12: an empty name is printed as one', () => {
  const battle = createBattle({ ...SETUP, units: [{}], transcript: 40 });
  apply(srpgMovement, battle, { command: 'dumpUnit', unit: 'unit0' });
  expect(printed(battle)).toBe('[Unit]\n: Pos=(0,0), Move=4\n\n');
});

test('before anything is printed, print shows the battle as it stands', () => {
  const units = [
    { name: '槍', x: 1, move: 1 },
    { name: 'absent', added: false },
  ];
  const battle = createBattle({ ...SETUP, units });
  expect(printed(battle)).toBe('[Map]\n0 12 1 \n\n[Unit]\n槍: Pos=(1,0), Move=1\n\n');
  apply(srpgMovement, battle, { command: 'calc', unit: '槍' });
  expect(printed(battle)).toContain('[MoveMap for 槍]\n 0  1 -1 \n\n');
  expect(battle.image.slice(battle.world.layout.transcriptAt).length).toBe(0);
});

test('messages are kept only where there is room for text', () => {
  const silent = createBattle({ ...SETUP, units: [{ id: 'a' }] });
  apply(srpgMovement, silent, { command: 'tryMove', unit: 'a', x: 9, y: 9 });
  expect(read(silent, 'transcriptLength')).toBe(0);
});

test('printed text is undone with the image', () => {
  const battle = createBattle({ ...SETUP, units: [{ id: 'a' }], transcript: 100 });
  const before = snapshot(battle);
  apply(srpgMovement, battle, { command: 'tryMove', unit: 'a', x: 200, y: 10 });
  expect(printed(battle)).toBe('(200,10)には移動できません。\n');
  restore(battle, before);
  expect(read(battle, 'transcriptLength')).toBe(0);
});

test('text of one to four bytes a character survives', () => {
  for (const text of ['', 'a~', 'é߿', '\u0800\u0fff', '移ﾟ', '𠮷😀', 'mixed 移é😀!']) {
    expect(Buffer.from(encodeText(text, 'x')).toString('utf8')).toBe(text);
    expect(decodeText(encodeText(text, 'x'))).toBe(text);
  }
  expect(() => encodeText('\ud800', 'x')).toThrow(expect.objectContaining({ code: 'E_RANGE' }));
});

test('S12: a unit without a name is printed by its id; the empty name of the seed is one that is given, or no id', () => {
  const heading = (unit: object): string => {
    const battle = createBattle({ ...SETUP, units: [unit], transcript: 200 });
    apply(srpgMovement, battle, { command: 'dumpUnit', unit: 0 });
    return printed(battle);
  };
  expect(heading({ id: 'a' })).toBe('[Unit]\na: Pos=(0,0), Move=4\n\n');
  expect(heading({ id: 'a', name: 'Hoge' })).toBe('[Unit]\nHoge: Pos=(0,0), Move=4\n\n');
  for (const unit of [{}, { id: 'a', name: '' }]) expect(heading(unit)).toBe('[Unit]\n: Pos=(0,0), Move=4\n\n');
});

test('S18: room for what a plan prints, where the setup names none', () => {
  const setup = { ...SETUP, units: [{ id: 'a', name: 'ほげ', move: 110 }] };
  const commands = [
    { command: 'dumpMap' },
    { command: 'dumpUnit', unit: 'a' },
    { command: 'tryMove', unit: 'a', x: 255, y: 255 },
    { command: 'calc', unit: 'a' },
    { command: 'dumpMoveMap' },
    { command: 'tryMove', unit: 'a', x: 1, y: 0 },
  ];
  const fitted = srpgMovement.fitSetup?.(setup, commands);
  const battle = createBattle(fitted);
  for (const command of commands) apply(srpgMovement, battle, command);
  expect(printed(battle)).toContain('[MoveMap for ほげ]\n110 10 -1 \n\n(1,0)に移動します。\n');
  // nothing is printed, or the setup says how much is kept, or there is no map to measure
  expect(srpgMovement.fitSetup?.(setup, [{ command: 'calc', unit: 'a' }])).toBe(setup);
  for (const own of [{ ...setup, transcript: 8 }, { units: [] }, 'nothing', null]) {
    expect(srpgMovement.fitSetup?.(own, commands)).toBe(own);
  }
});

test('S18: the room suffices for the longest form of every block', () => {
  const row = Array.from({ length: 5 }, () => 255);
  const units = [{ id: 'a', name: 'ほげほげ', x: 4, y: 0, move: 254 }];
  const setup = { map: [row, row], grounds: { 255: 254 }, units };
  for (const name of ['dumpMap', 'dumpUnit', 'dumpMoveMap', 'tryMove']) {
    const command = name === 'tryMove' ? { command: name, unit: 'a', x: 255, y: 255 } : { command: name, unit: 'a' };
    const { unit, ...bare } = command;
    const asked = name === 'dumpMap' || name === 'dumpMoveMap' ? bare : { ...command, unit };
    // a message before it makes a block begin with a blank line
    const commands = [{ command: 'tryMove', unit: 'a', x: 255, y: 255 }, { command: 'calc', unit: 'a' }, asked];
    const battle = createBattle(srpgMovement.fitSetup?.(setup, commands));
    for (const one of commands) apply(srpgMovement, battle, one);
    expect(read(battle, 'transcriptLength')).toBeGreaterThan(0);
  }
});

test('S18: the room by hand: blocks with their lines, messages, the longest name, at most what the cell holds', () => {
  const room = (units: unknown, commands: readonly string[], map: unknown[] = [[0, 12, 1]]): unknown => {
    const fitted = srpgMovement.fitSetup?.(
      { ...SETUP, map, units },
      commands.map((command) => ({ command })),
    );
    return (fitted as { transcript?: unknown }).transcript;
  };
  const units = [{ id: 'longer' }, { id: 'x', name: 'ab' }, {}];
  // heading and blank lines 24; three values of 4 bytes and an end
  expect(room(units, ['dumpMap'])).toBe(24 + 13);
  expect(room(units, ['dumpMap'], [[0, 0], [0, 0], 'no row'])).toBe(24 + 3 * 9);
  // three bytes for each letter of the longest name; a name that is given goes before the id
  expect(room(units, ['dumpMoveMap'])).toBe(24 + 13 + 3 * 6);
  expect(room(units.slice(1), ['dumpMoveMap'])).toBe(24 + 13 + 3 * 2);
  // `: Pos=(255,255), Move=254`
  expect(room([{}], ['dumpUnit'])).toBe(24 + 25);
  // `(255,255)`, ten letters of three bytes and an end
  expect(room([], ['tryMove', 'tryMove', 'calc'])).toBe(2 * (9 + 30 + 1));
  for (const none of [undefined, 7, {}, [undefined, null, 7, 'text', []]]) {
    expect(room(none, ['dumpUnit'])).toBe(24 + 25);
  }
  expect(room([], Array<string>(5000).fill('tryMove'))).toBe(65532);
  expect(room([], ['calc'])).toBeUndefined();
});

test('the cells of printed text name their bytes and show them as text', () => {
  const battle = createBattle({ ...SETUP, transcript: 9 });
  const cells = battle.cells.filter(({ name }) => name.startsWith('transcript['));
  expect(cells.map(({ name, meaning, isText }) => [name, meaning.slice(0, 14), isText])).toEqual([
    ['transcript[0]', 'bytes 0 to 3 o', true],
    ['transcript[1]', 'bytes 4 to 7 o', true],
    ['transcript[2]', 'bytes 8 to 11 ', true],
  ]);
});
