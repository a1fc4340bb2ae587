/** The optional abilities of a system that only the search uses. Only this file looks them up. */
import type {
  Battle,
  Capabilities,
  DrawChooser as DrawSource,
  FirstParts as SharedPrefixes,
  System,
  UnpublishedNotes,
} from '../../../core/system.js';

export type { CellRange, PricedCommand } from '../../../core/system.js';
export type { DrawSource, SharedPrefixes, UnpublishedNotes };

export interface PlanningAccess {
  /** The cells that make up the key of a state: equal values, equal futures. */
  readonly stateKeyCells: Capabilities['deciding'];
  /** Whether the cells that only time changes belong to the key of the present state. */
  readonly timerMatters: Capabilities['timeDecides'];
  /** An admissible lower bound on the remaining cost. */
  readonly costLowerBound: Capabilities['leastPrice'];
  /** An admissible lower bound on the ally actions until a cell is in a range. */
  readonly actionsLowerBound: Capabilities['leastActions'];
  /** Beginnings that several commands have in common. */
  readonly sharedPrefixes: Capabilities['firstParts'];
  /** Replaces the battle's generator by another source of draws. */
  readonly forceDraws: Capabilities['decideDraws'];
  /** Frames that the battle has taken so far. */
  readonly frames: Capabilities['frames'];
  /** Counts the enemies' actions in the events of a command. */
  readonly enemyActions: Capabilities['enemyActions'];
  /** Counts the button presses within a command. */
  readonly presses: Capabilities['presses'];
  /** Notes which unpublished stretches of the original's code a battle ran through. */
  readonly unpublished: Capabilities['unpublished'];
  /** Why a cost in frames is not the original's. */
  readonly assumedCost: Capabilities['assumedCost'];
}

export function planningOf({ capabilities }: System): PlanningAccess {
  return {
    stateKeyCells: capabilities.deciding,
    timerMatters: capabilities.timeDecides,
    costLowerBound: capabilities.leastPrice,
    actionsLowerBound: capabilities.leastActions,
    sharedPrefixes: capabilities.firstParts,
    forceDraws: capabilities.decideDraws,
    frames: capabilities.frames,
    enemyActions: capabilities.enemyActions,
    presses: capabilities.presses,
    unpublished: capabilities.unpublished,
    assumedCost: capabilities.assumedCost,
  };
}

/**
 * Whether the draws of a battle can be forced: its enemies decide by draws and not by listed moves.
 */
export function hasDraws(system: System, battle: Battle): boolean {
  return (battle.unit ?? system.unit) !== system.unit && planningOf(system).forceDraws !== undefined;
}
