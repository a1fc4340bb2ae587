/** What a search asks of a system beyond playing its battles. */
import type { Battle, CellDeclaration, EventBuffer } from './declarations.js';

/** What decides the draws of a battle in place of its generator. */
export interface DrawSource {
  /**
   * The value of the next draw, or -1: it is to be chosen among those that differ in what they lead
   * to.
   */
  given(): number;
  /** @param values lent; the first `count`, ascending @returns the one taken */
  choose(values: Uint8Array, count: number): number;
}

/**
 * The beginnings that several commands share: each is played once, and its commands go on from
 * there. No events are reported.
 */
export interface SharedPrefixes {
  /** Prefixes are numbered from 0 to this number, without it. */
  readonly count: number;
  /**
   * The prefix that a command begins with in this state, or -1: the command is refused or shares
   * none.
   * @param before prefix that was played before in this command, or -1
   */
  of(command: Int32Array, before: number): number;
  /** Plays a prefix. @returns whether the commands that begin with it end with it */
  play(prefix: number): boolean;
  /** Plays the rest of a command from the state that its prefix led to. */
  playRest(command: Int32Array): void;
}

/** A cell and where it has to lie, both ends included. */
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

/** All of it is optional: a search without it is slower, not wrong. */
export interface Planning {
  /**
   * The cells that make up the key of a state in this battle: equal values, equal futures. Cells
   * that only time changes (`passive`) are among them where they can decide something.
   */
  readonly stateKeyCells?: (battle: Battle) => readonly CellDeclaration[];
  /**
   * Whether the passive cells decide something in the present state. Left out: they may in every
   * state.
   */
  readonly timerMatters?: (battle: Battle) => boolean;
  /**
   * Makes a reader of an admissible lower bound on the ally actions until the cell is in the range.
   * One action lowers the sum over several cells by one at most. Undefined: nothing is known.
   */
  readonly actionsLowerBound?: (
    battle: Battle,
    cell: CellDeclaration,
    min: number,
    max: number,
  ) => (() => number) | undefined;
  /**
   * Makes a reader of an admissible lower bound on the remaining cost until all cells are in their
   * ranges, where only these commands are given. A command lowers it by its own price at most.
   * Undefined: nothing is known.
   */
  readonly costLowerBound?: (
    battle: Battle,
    goal: readonly CellRange[],
    commands: readonly PricedCommand[],
  ) => (() => number) | undefined;
  /** Frames that the battle has taken, where a command takes more than one. */
  readonly frames?: (battle: Battle) => number;
  /**
   * Counts the enemies' own actions in the events of a command.
   * @param acted gets 1 at the number of every enemy that acted
   */
  readonly enemyActions?: (events: EventBuffer, acted: Uint8Array) => number;
  /** Counts the button presses within a command; asked before it is stepped. */
  readonly presses?: (battle: Battle, command: Int32Array) => number;
  /**
   * The beginnings that commands of this battle share. Left out: every command is played from its
   * start.
   */
  readonly sharedPrefixes?: (battle: Battle) => SharedPrefixes;
  /**
   * From now on every draw of this battle comes from the source; undefined puts the generator back.
   */
  readonly forceDraws?: (battle: Battle, source: DrawSource | undefined) => void;
}
