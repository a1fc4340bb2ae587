/** The optional abilities of a system that only the search uses. Only this file looks them up. */
import type { Battle, Evidence, Planning, System } from '../../../core/system/system.js';

export type {
  CellRange,
  DrawSource,
  PricedCommand,
  SharedPrefixes,
  UnpublishedNotes,
} from '../../../core/system/system.js';

const NONE: Planning = {};

/** Returns what the system tells a search; every ability may be absent. */
export function planningOf({ capabilities }: System): Planning {
  return capabilities.planning ?? NONE;
}

/** Returns what the system knows about the evidence of a battle, or undefined. */
export function evidenceOf({ capabilities }: System): Evidence | undefined {
  return capabilities.evidence;
}

/**
 * Whether the draws of a battle can be forced: its enemies decide by draws and not by listed moves.
 */
export function hasDraws(system: System, _battle: Battle): boolean {
  return planningOf(system).forceDraws !== undefined;
}
