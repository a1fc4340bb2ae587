/** What beams and worst cases ask for: the children of a state that is kept with all its words. */
import type { UnpublishedNotes } from '../problem/planning-access.js';

/** Where the children of a state go. */
export interface ChildSink {
  /**
   * @param source,at of the child's state, valid during the call
   * @param bound lower bound on the cost of a route from it
   * @returns false when there is no room
   */
  child(source: Int32Array, at: number, hash: number, move: number, cost: number, bound: number): boolean;
  /** A move may come out in more ways than were looked at. @returns false when there is no room */
  open(move: number): boolean;
  /** The children of this move do not count: something it may lead to breaks what must be kept. */
  drop(move: number): void;
}

/** 'full': there was no room. 'lost': the enemies have a move that breaks what must be kept. */
export type Expansion = 'full' | 'lost' | undefined;

export interface StateExpander {
  readonly keyWords: number;
  readonly stateWords: number;
  readonly maxChildren: number;
  /** One state takes so long that the clock is looked at after each. */
  readonly isSlow: boolean;
  /** Puts the battle to the root and packs it. @returns its lower bound */
  packRoot(target: Int32Array, at: number): number;
  /** Puts the battle into a state. */
  load(source: Int32Array, at: number): void;
  /** The enemies choose among the moves of this state. */
  isEnemies(source: Int32Array, at: number): boolean;
  expand(source: Int32Array, at: number, sink: ChildSink): Expansion;
  /**
   * Draws with which a move leads from one state to another at a cost; left out where the generator
   * draws.
   */
  drawsTo?(step: DrawnStep): readonly number[];
  /** Of the unpublished stretches that were run through, where draws are chosen. */
  readonly notes?: UnpublishedNotes;
  /** Notes the stretches that a state has behind it: of nodes that were expanded before. */
  note?(source: Int32Array, at: number): void;
  /** Puts the generator back. */
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
