/** The optional capabilities of a system for the search. Only this file looks them up. */
import type { Battle, Evidence, Planning, System } from '../../../../core/system/system.js';

export type {
  CellRange,
  DrawSource,
  PricedCommand,
  SharedPrefixes,
  UnpublishedNotes,
} from '../../../../core/system/system.js';

const NONE: Planning = {};

/** Returns the system's capabilities for a search; each may be absent. */
export function planningOf({ capabilities }: System): Planning {
  return capabilities.planning ?? NONE;
}

/** Returns the system's evidence capability, or undefined. */
export function evidenceOf({ capabilities }: System): Evidence | undefined {
  return capabilities.evidence;
}

/**
 * Whether the draws of a battle can be forced: its enemies decide by draws, not by listed moves.
 */
export function hasDraws(system: System, _battle: Battle): boolean {
  return planningOf(system).forceDraws !== undefined;
}
