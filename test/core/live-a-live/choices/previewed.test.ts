/** Who acts in a preview, who is next, and what a refused command says. */
import { expect, test } from 'vitest';
import { scratchOf } from '../../../../core/live-a-live/choices/choice-set.js';
import { preview } from '../../../../core/live-a-live/index.js';
import type { Preview } from '../../../../core/system/system.js';
import { allyPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { CORNERS, type LaidOut, POGO, pogoAt, teach } from './laid-out.js';

/** Diagonal, 1. */
const HIGH_KICK = 125;
const [URANUS, AKIRA] = [1, 3];

/** A battle that has begun, with Pogo’s turn. */
function begun(): LaidOut {
  const laid = pogoAt([3, 3], CORNERS, [['namcat', 6, 0]]);
  laid.battle.step(Int32Array.of(9, 1), undefined);
  laid.cells.set({ currentAlly: allyPointer(POGO) });
  laid.cells.enemy(0).set({ orderPoints: 0 });
  return laid;
}

const shown = ({ battle }: LaidOut, ...words: number[]): Preview => preview(battle, Int32Array.of(...words));
const acted = (found: Preview): string[] => found.acted.map(({ id }) => id);
const kinds = (found: Preview): string[] => found.happenings.map(({ kind }) => kind);

test('a pass is the act of who passes, and the next ally has the next turn', () => {
  const passed = shown(begun(), 5, POGO, 0);
  expect([passed.error, passed.reason, acted(passed), passed.next?.id]).toEqual(['', '', ['pogo'], 'akira']);
});

test('after an escape nobody is next', () => {
  const left = shown(begun(), 8, POGO);
  expect([acted(left), left.next]).toEqual([['pogo'], undefined]);
});

test('who loses a status does not act by it', () => {
  const laid = begun();
  laid.cells.ally(0).set({ statuses: 0x01, timerNeck: 1 });
  const stepped = shown(laid, 4, POGO, -1);
  expect(kinds(stepped)).toContain('change');
  expect(acted(stepped)).toEqual(['pogo']);
});

test('who is poisoned does not act by it', () => {
  const laid = begun();
  laid.cells.ally(0).set({ statuses: 0x08 });
  // Pogo’s step brings 62 points; the enemy’s turn, from 256 on, takes them below 256 again
  laid.cells.set({ actionPoints: 200 });
  const stepped = shown(laid, 4, POGO, -1);
  expect(kinds(stepped)).toContain('poison');
  expect(acted(stepped)).not.toContain('takahara');
});

test('who gains experience, a level and a skill by a victory does not act by it, and an end is nobody’s act', () => {
  const laid = pogoAt([3, 3], CORNERS, [['namcat', 4, 4]]);
  teach(laid, HIGH_KICK);
  laid.cells.enemy(0).set({ hp: 1 });
  laid.cells.set({ enemyPartyLevel: 10 });
  // both acted before; 99 points make the next one a level
  for (const [slot, experience] of [
    [AKIRA, 99],
    [URANUS, 0],
  ] as const) {
    laid.cells.ally(slot).set({ acted: 0x80 });
    laid.cells.recordOf(slot).set({ experience, skillBits: 0 });
  }
  const won = shown(laid, 6, HIGH_KICK, 4, 4, -1, 0, POGO, -1);
  expect(kinds(won)).toEqual(expect.arrayContaining(['over', 'experience', 'level', 'learn']));
  expect(acted(won)).toEqual(['pogo']);
});

test('a refused command without anything to name instead: the meaning of its error alone', () => {
  const { error, reason } = shown(begun(), 7, 200, 1, 1, -1, POGO, -1);
  expect(error).toBe('E_ITEM');
  expect(reason).toBe('this item is not at hand, does nothing, or items are forbidden in this chapter');
});

test('the work space of a battle is made once', () => {
  const { battle } = begun();
  expect(scratchOf(battle)).toBe(scratchOf(battle));
});
