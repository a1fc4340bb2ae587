/** What a search asks of a system besides playing its battles. */
import type { Battle, CellDeclaration, EventBuffer } from './declarations.js';

/** Decides a battle's draws in place of its generator. */
export interface DrawSource {
  /**
   * The value of the next draw, or -1: `choose` decides among the values with different
   * consequences.
   */
  given(): number;
  /**
   * Chooses the value of a draw.
   * @param values lent; the first `count` are valid, ascending
   * @returns the chosen value
   */
  choose(values: Uint8Array, count: number): number;
}

/**
 * Beginnings shared by several commands. Each is played once, and the commands continue from its
 * state. No events are reported.
 */
export interface SharedPrefixes {
  /** Number of prefixes; they are numbered from 0. */
  readonly count: number;
  /**
   * The prefix with which a command begins in this state, or -1: the command is refused or shares
   * no prefix.
   * @param before the prefix already played for this command, or -1
   */
  of(command: Int32Array, before: number): number;
  /** Plays a prefix. @returns true when the commands with this prefix end with it */
  play(prefix: number): boolean;
  /** Plays the rest of a command from the state after its prefix. */
  playRest(command: Int32Array): void;
}

/** A cell and its goal range, both ends included. */
export interface CellRange {
  readonly cell: CellDeclaration;
  readonly min: number;
  readonly max: number;
}

/** An encoded command and its cost. */
export interface PricedCommand {
  readonly words: Int32Array;
  readonly price: number;
}

/**
 * What makes a search faster or exact. Every member is optional: without it a search is slower, not
 * wrong.
 */
export interface Planning {
  /**
   * The cells of a state's key in this battle: states with equal values have equal futures.
   * `passive` cells are included where they can decide something.
   */
  readonly stateKeyCells?: (battle: Battle) => readonly CellDeclaration[];
  /**
   * Whether the passive cells decide something in the present state. When omitted, they may in
   * every state.
   */
  readonly timerMatters?: (battle: Battle) => boolean;
  /**
   * Makes a function that returns an admissible lower bound on the remaining ally actions until the
   * cell is in its range, or returns undefined when no bound is known. One action lowers the sum
   * over several cells by at most one.
   */
  readonly actionsLowerBound?: (
    battle: Battle,
    cell: CellDeclaration,
    min: number,
    max: number,
  ) => (() => number) | undefined;
  /**
   * Makes a function that returns an admissible lower bound on the remaining cost until all cells
   * are in their ranges, if only these commands are used; undefined when no bound is known. A
   * command lowers it by at most its own cost.
   */
  readonly costLowerBound?: (
    battle: Battle,
    goal: readonly CellRange[],
    commands: readonly PricedCommand[],
  ) => (() => number) | undefined;
  /** Number of frames played, where one command takes several. */
  readonly frames?: (battle: Battle) => number;
  /**
   * Counts the enemies' own actions among the events of a command.
   * @param acted receives 1 at the number of every enemy that acted
   */
  readonly enemyActions?: (events: EventBuffer, acted: Uint8Array) => number;
  /** Counts the button presses of a command before it is stepped. */
  readonly presses?: (battle: Battle, command: Int32Array) => number;
  /**
   * The prefixes that commands of this battle share. When omitted, every command is played from its
   * start.
   */
  readonly sharedPrefixes?: (battle: Battle) => SharedPrefixes;
  /** Takes every further draw of this battle from the source; undefined restores the generator. */
  readonly forceDraws?: (battle: Battle, source: DrawSource | undefined) => void;
}
