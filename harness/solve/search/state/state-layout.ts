/**
 * The words of a battle's image that make up a state: those of its key, and those that only time
 * changes.
 */
import type { Battle, CellDeclaration, System } from '../../../../core/system/system.js';
import type { Reading } from '../../../play/plan/readings.js';
import { planningOf } from '../problem/planning-access.js';
import { indexOf, masksOf, wordsOf } from './image-words.js';

export interface StateLayout {
  /** The image as words. */
  readonly image: Int32Array;
  /** Bits of the key and of time, by word of the image. */
  readonly mask: Int32Array;
  readonly timeMask: Int32Array;
  /** Word of the image by number, for the key and for time. */
  readonly keyIndex: Int32Array;
  readonly timeIndex: Int32Array;
  /** Number of a key word, by word of the image. */
  readonly numbers: Int32Array;
  /** The layout as text: two layouts with equal texts number the same bytes. */
  readonly text: string;
  /** Whether the words of time belong to the key now. */
  timerMatters(): boolean;
}

function keyCells(system: System, battle: Battle, readings: readonly Reading[]): CellDeclaration[] {
  const asked = readings.flatMap(({ cell }) => (cell === undefined ? [] : [{ ...cell, passive: false }]));
  const names = new Set(asked.map(({ name }) => name));
  const found = planningOf(system).stateKeyCells?.(battle) ?? battle.cells.filter((cell) => cell.scratch !== true);
  return [...found.filter(({ name }) => !names.has(name)), ...asked];
}

/**
 * Creates a layout. @param readings of the goal and of the conditions to keep: their cells belong
 * to the key, even if only time changes them
 */
export function createStateLayout(system: System, battle: Battle, readings: readonly Reading[]): StateLayout {
  const cells = keyCells(system, battle, readings);
  const image = wordsOf(battle.image);
  const masks = (passive: boolean): Int32Array =>
    masksOf(
      cells.filter((cell) => (cell.passive === true) === passive),
      image.length,
    );
  const [mask, timeMask] = [masks(false), masks(true)];
  const [keyIndex, timeIndex] = [indexOf(mask), indexOf(timeMask)];
  const numbers = new Int32Array(image.length);
  for (let number = 0; number < keyIndex.length; number++) numbers[keyIndex[number] as number] = number;
  const { timerMatters } = planningOf(system);
  const hasTimes = timeIndex.length > 0;
  return {
    image,
    mask,
    timeMask,
    keyIndex,
    timeIndex,
    numbers,
    text: [keyIndex, timeIndex].map((list) => list.join(' ')).join('\n') + [mask, timeMask].map(String).join('\n'),
    timerMatters: () => hasTimes && (timerMatters === undefined || timerMatters(battle)),
  };
}
