/**
 * Notes which unpublished stretches (rom-map/unpublished.ts) a battle runs through. Nothing is
 * noted, and nothing is computed for it, until flags are lent to the machine.
 */
import { createDependence, dependenceNames, UNPUBLISHED, unpublishedNumber } from '../../../rom-map/unpublished.js';
import type { UnpublishedNotes } from '../../system/system.js';
import type { Machine } from './machine.js';
import { stretchesUsed } from './unpublished-used.js';

export const IDLE_ACTION_POINTS = unpublishedNumber('idleActionPoints');
export const IDLE_CHARGE_FRAMES = unpublishedNumber('idleChargeFrames');
export const STATUS_TIMERS = unpublishedNumber('statusTimers');

const NUMBERS = new Map(UNPUBLISHED.map((row, number) => [row, number]));

/** From here on a machine notes, by the numbers of the table. */
export function noteUnpublished(machine: Machine): UnpublishedNotes {
  const flags = createDependence();
  machine.unpublished = flags;
  const note = (): void => {
    for (const row of stretchesUsed(machine.ram)) flags[NUMBERS.get(row) as number] = 1;
  };
  return {
    flags,
    note,
    names() {
      note();
      return dependenceNames(flags);
    },
  };
}
