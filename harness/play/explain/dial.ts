/**
 * Cells that the player turns like dials: a cursor, and the choices that increment and decrement
 * it.
 */
import type { Battle, InputShape } from '../../../core/system/system.js';

export interface Dial {
  readonly offset: number;
  /** Number of its values, from 0 on. */
  readonly count: number;
  /** Indexes of the choices that turn it. */
  readonly raise: number;
  readonly lower: number;
}

/**
 * The dials that the log does not show. @param seen 1 for every byte of the image that the log
 * shows
 */
export function hiddenDials(battle: Battle, inputs: InputShape, seen: Uint8Array): Dial[] {
  return (inputs.dials ?? []).flatMap(({ cell, count, raise, lower }) => {
    const offset = battle.cells.find(({ name }) => name === cell)?.offset;
    return offset === undefined || seen[offset] === 1 ? [] : [{ offset, count, raise, lower }];
  });
}

/** Presses that raise a dial to a value; it wraps after its last value. */
function pressesUp(dial: Dial, now: Uint8Array, value: number): number {
  return (value - (now[dial.offset] ?? 0) + dial.count) % dial.count;
}

/** The shorter way to a value: the choice, and its number of presses. */
export function pressesOf(dial: Dial, now: Uint8Array, value: number): readonly [choice: number, times: number] {
  const up = pressesUp(dial, now, value);
  const down = (dial.count - up) % dial.count;
  // Halfway round the way without a turn-over is taken: a dial of two values is a switch.
  return up < down || (up === down && value > (now[dial.offset] ?? 0)) ? [dial.raise, up] : [dial.lower, down];
}

/** All other values of the dials, those with the fewest presses first. */
export function otherSettings(dials: readonly Dial[], now: Uint8Array): number[][] {
  let settings: number[][] = [[]];
  for (const dial of dials) {
    settings = settings.flatMap((values) => Array.from({ length: dial.count }, (_, value) => [...values, value]));
  }
  const presses = (values: readonly number[]): number =>
    dials.reduce((sum, dial, index) => {
      const up = pressesUp(dial, now, values[index] as number);
      return sum + Math.min(up, dial.count - up);
    }, 0);
  return settings
    .map((values) => ({ values, cost: presses(values) }))
    .filter((one) => one.cost > 0)
    .sort((a, b) => a.cost - b.cost)
    .map(({ values }) => values);
}

/** Every order of a short list. */
export function ordersOf(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one) => ordersOf(list.filter((other) => other !== one)).map((rest) => [one, ...rest]));
}
