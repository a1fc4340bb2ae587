/**
 * Notes which unpublished stretches (rom-map/unpublished.ts) a battle runs through. Nothing is noted, and nothing
 * is computed for it, until flags are lent to the machine.
 */
import { createDependence, dependenceNames, unpublishedNumber } from '../../rom-map/unpublished.js';
import type { Machine } from './machine.js';
import { stretchesUsed } from './play/unpublished.js';

export const IDLE_ACTION_POINTS = unpublishedNumber('idleActionPoints');
export const IDLE_CHARGE_FRAMES = unpublishedNumber('idleChargeFrames');
export const STATUS_TIMERS = unpublishedNumber('statusTimers');

/** From here on a machine notes. @returns names of what was noted so far, in the order of the table */
export function noteUnpublished(machine: Machine): () => readonly string[] {
  const flags = createDependence();
  machine.unpublished = flags;
  return () => {
    for (const { name } of stretchesUsed(machine.ram)) flags[unpublishedNumber(name)] = 1;
    return dependenceNames(flags);
  };
}
