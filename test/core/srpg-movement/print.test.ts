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
  expect(printed(battle)).toBe('[Map]\n0 12 1 \n\n[MoveMap for ]\n110 10 -1 \n\n');
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
