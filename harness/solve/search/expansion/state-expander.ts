/** The interface of beams and worst cases: the children of a state with all its words. */
import type { UnpublishedNotes } from '../problem/planning-access.js';

/** Receives the children of a state. */
export interface ChildSink {
  /**
   * Takes a child.
   * @param source,at of the child's state, valid during the call
   * @param bound lower bound on the cost of a route from it
   * @returns false when there is no room
   */
  child(source: Int32Array, at: number, hash: number, move: number, cost: number, bound: number): boolean;
  /** Marks a move with outcomes that were not tried. @returns false when there is no room */
  open(move: number): boolean;
  /** Drops the children of a move: one of its outcomes breaks a condition to keep. */
  drop(move: number): void;
}

/** 'full': there was no room. 'lost': the enemies have a move that breaks a condition to keep. */
export type Expansion = 'full' | 'lost' | undefined;

export interface StateExpander {
  readonly keyWords: number;
  readonly stateWords: number;
  readonly maxChildren: number;
  /** True when one state takes so long that the clock is read after each. */
  readonly isSlow: boolean;
  /** Puts the battle to the root and packs it. @returns its lower bound */
  packRoot(target: Int32Array, at: number): number;
  /** Puts the battle into a state. */
  load(source: Int32Array, at: number): void;
  /** Whether the enemies choose among the moves of this state. */
  isEnemies(source: Int32Array, at: number): boolean;
  expand(source: Int32Array, at: number, sink: ChildSink): Expansion;
  /**
   * Draws with which a move leads from one state to another at a cost; omitted where the generator
   * draws.
   */
  drawsTo?(step: DrawnStep): readonly number[];
  /** Notes of unpublished stretches, where draws are forced. */
  readonly notes?: UnpublishedNotes;
  /** Records the stretches behind the state of an expanded node. */
  note?(source: Int32Array, at: number): void;
  /** Restores the generator. */
  finish(): void;
}

/** A move from one state to another, both in the same words. */
export interface DrawnStep {
  readonly words: Int32Array;
  readonly from: number;
  readonly move: number;
  readonly to: number;
  readonly cost: number;
}
