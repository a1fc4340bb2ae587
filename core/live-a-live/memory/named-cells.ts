/** The cell table as the system interface declares cells. */
import { PLACES, WORK_RAM } from '../../../rom-map/index.js';
import type { CellDeclaration } from '../../system/system.js';

/**
 * Work cells of the routines, data of the test ROM's second image, hardware registers: never
 * compared.
 */
function isScratch(name: string, address: number): boolean {
  return WORK.has(name) || SCRATCH_NAMES.test(name) || address < WORK_RAM;
}

const SCRATCH_NAMES = /^(work0|multiply|drillBattleSkill)/;

/** Work cells with a name of their own. */
const WORK = new Set([
  'patternX',
  'patternY',
  'nearestAllyPointer',
  'areaCentreY',
  'lineWatchedCell',
  'lineWatchedDirection',
]);

/** Timer and pad cells: they change without anything happening in the battle. */
const PASSIVE = new Set([
  'battleTimer',
  'pad1',
  'pad2',
  'pad1Copy',
  'pad2Copy',
  'padWord',
  'sequenceBegin',
  'sequenceEnd',
]);

/** Every named cell of the table. */
export const LIVE_A_LIVE_CELLS: readonly CellDeclaration[] = PLACES.map((place) => ({
  name: place.name,
  address: place.address,
  offset: place.offset,
  width: place.width,
  meaning: place.row.meaning,
  ...(isScratch(place.name, place.address) ? { scratch: true } : {}),
  ...(PASSIVE.has(place.name) ? { passive: true } : {}),
}));
