/** How entries are numbered in every view: frames as their log counts them, commands from 1. */
import type { System } from '../../core/system/system.js';

/**
 * Number of an entry as people see it.
 * @param row its number in a trace, where the first entry of a plan is 0
 */
export function entryNumber({ unit }: Pick<System, 'unit'>, row: number): number {
  return unit === 'frame' ? row : row + 1;
}

/** The inverse of `entryNumber`. */
export function rowNumber({ unit }: Pick<System, 'unit'>, number: number): number {
  return unit === 'frame' ? number : number - 1;
}
