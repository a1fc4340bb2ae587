/** Limits of a search, its progress, and its end. */
import type { Battle, Evidence, Planning, System } from '../../../../core/system/system.js';
import type { Move, OtherSetting } from '../../../play/index.js';

// The metrics of a route.

export const METRICS = ['frames', 'actions', 'allyActions', 'enemyActions', 'presses', 'waits'] as const;
export type MetricName = (typeof METRICS)[number];

/** No limit is set. */
export const NO_LIMIT = -1;

const FRAMES = 0;
const ACTIONS = 1;
const ALLY_ACTIONS = 2;
const ENEMY_ACTIONS = 3;
const PRESSES = 4;
const WAITS = 5;

/** The amounts of a move. */
export interface MoveAmounts {
  frames: number;
  /** Actions of enemies by their own rules. */
  enemyActions: number;
  /** Presses of L and R within an action; a move of presses alone has them as its frames. */
  presses: number;
}

/**
 * Writes the amounts of a move, one for each metric.
 * @param side 0 ally, 1 enemy, 2 nobody
 * @param done amounts measured while it was played
 */
export function countMove(
  amounts: Int32Array,
  side: number,
  kind: 'action' | 'press' | 'wait',
  { frames, enemyActions, presses }: MoveAmounts,
): void {
  const acts = kind === 'action';
  amounts[FRAMES] = frames;
  amounts[ACTIONS] = acts ? 1 : 0;
  amounts[ALLY_ACTIONS] = acts && side === 0 ? 1 : 0;
  amounts[ENEMY_ACTIONS] = acts && side === 1 ? 1 + enemyActions : enemyActions;
  amounts[PRESSES] = kind === 'press' ? frames + presses : presses;
  amounts[WAITS] = kind === 'wait' ? frames : 0;
}

// The optional capabilities of a system for the search. Only this file looks them up.

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

/** Why a search ended. */
export type EndReason =
  | 'proven'
  | 'exhausted'
  | 'dropped'
  | 'draws'
  | 'jobs'
  | 'nodes'
  | 'memory'
  | 'time'
  | 'interrupted';

/** Whether a larger limit would let the search go on. */
export function ranOut(reason: EndReason): boolean {
  return reason === 'nodes' || reason === 'memory' || reason === 'time';
}

export interface SearchLimits {
  readonly memoryBytes: number;
  /** Maximum number of nodes, or `NO_LIMIT`. */
  readonly nodes: number;
  /** Maximum time in milliseconds, or `NO_LIMIT`. */
  readonly milliseconds: number;
}

export interface SearchProgress {
  readonly nodes: number;
  /** Of these, the nodes of the resumed checkpoint. */
  readonly nodesBefore: number;
  readonly expanded: number;
  readonly waiting: number;
  /** Cost of the best route so far, or -1. */
  readonly best: number;
  /** Lower bound on the cost of any route. */
  readonly bound: number;
  /** What is left in the state nearest to the goal, while there is no route yet. */
  readonly left?: readonly string[];
  readonly bytes: number;
  /** Number of nodes at which the search stops: by its memory or its limit. */
  readonly maxNodes: number;
}

/** Observation and interruption of a running search. */
export interface SearchListeners {
  readonly signal?: AbortSignal;
  /** Called about every `progressEvery` milliseconds, and at the end. */
  readonly progress?: (progress: SearchProgress) => void;
  /** Milliseconds, 500 by default. */
  readonly progressEvery?: number;
}

/** A route as the search represents it. */
export interface FoundRoute {
  /** Numbers of moves in the problem's list. */
  readonly path: readonly number[];
  readonly cost: number;
  /** Draws of each move, where they are forced. */
  readonly draws?: readonly (readonly number[])[];
}

/** Moves that do not reach the goal: the best that a search without a route has. */
export interface NearestEnd {
  readonly path: readonly number[];
  readonly cost: number;
  /** Distance from the goal: 1024 for each of its readings at the start, 0 at the goal. */
  readonly distance: number;
}

/** Lines that a setting stopped and the plan's own accepts. */
export interface StoppedLines {
  /** Moves that it refused. */
  moves: number;
  /** How often the goal was reached in the plan's own and missed in it. */
  missed: number;
}

/** What a search for a robust route found out about the other settings. */
export interface RobustSettings {
  /** Number of the settings that a route must hold under. */
  readonly settings: number;
  /** Number of routes that were asked for. */
  readonly asked: number;
  /** Settings that no route was played under, with the reason. */
  readonly left: readonly OtherSetting[];
  /** Settings that stopped lines. */
  readonly blocked: readonly ({ readonly setting: string } & Readonly<StoppedLines>)[];
  /** A setting under which the plan's own commands break before any route begins. */
  readonly broken?: string;
}

/** The result of a search. */
export interface SearchOutcome {
  readonly reason: EndReason;
  readonly proven: boolean;
  /** Lower bound on the cost of any route; -1: there is no route. */
  readonly bound: number;
  readonly found: readonly FoundRoute[];
  readonly nodes: number;
  readonly expanded: number;
  /** Width of the beam that found the routes. */
  readonly beam?: number;
  /** The state nearest to the goal that a beam has reached, where it goes on from there. */
  readonly nearest?: NearestEnd;
  /** Names of the unpublished stretches behind the whole search, where known. */
  readonly passed?: readonly string[];
  /** Present: only routes count that hold under every other setting. */
  readonly robust?: RobustSettings;
}

// When a running search must stop, and when it reports progress.

const PROGRESS_MILLISECONDS = 500;

export interface SearchClock {
  /** The reason to stop now: 'time' or 'interrupted', or undefined. */
  stopReason(): EndReason | undefined;
  /** Reports progress when it is due. */
  report(): void;
  /** Reports progress now. */
  reportEnd(): void;
}

export function createSearchClock(
  { milliseconds }: SearchLimits,
  { signal, progress, progressEvery = PROGRESS_MILLISECONDS }: SearchListeners,
  progressNow: () => SearchProgress,
): SearchClock {
  const began = Date.now();
  let reported = began;
  return {
    stopReason() {
      if (milliseconds !== NO_LIMIT && Date.now() - began >= milliseconds) return 'time';
      return signal?.aborted === true ? 'interrupted' : undefined;
    },
    report() {
      const now = Date.now();
      if (now - reported < progressEvery) return;
      reported = now;
      progress?.(progressNow());
    },
    reportEnd: () => progress?.(progressNow()),
  };
}

// A move of a search.

/** A move with the search's view of it. */
export interface SearchMove {
  readonly move: Move;
  readonly text: string;
  /** 0 ally, 1 enemy, 2 nobody. */
  readonly side: number;
  readonly kind: 'action' | 'press' | 'wait';
  /** A route may end with it. */
  readonly mayEnd: boolean;
  /** Chance decides a parameter of it. */
  readonly isChance?: true;
  /** In the place of the move: what a frame before the battle does. */
  readonly advance?: (battle: Battle) => void;
}
