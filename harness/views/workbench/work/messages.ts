/** What the page asks of its workers, and what they answer. Plain data alone. */
import type { Language } from '../../../../core/system/system.js';
import type { BegunState, RowCommand } from '../../../play/index.js';
import type { CalculatorLines } from '../../../solve/index.js';

/** A share of the draws: as a number for bars, in words for people. */
export interface Likelihood {
  /** 0..1; the least that it may be while something is open. */
  readonly share: number;
  /** 0..1, the most that it may be: as `share` where nothing is open. */
  readonly most: number;
  /** `13/16 = 81.25%`, or a bound: `28.00..99.36%`. */
  readonly text: string;
}

/** What a command may do to a unit. */
export interface UnitOdds {
  /** What its cells begin with: `enemy[0]`. */
  readonly prefix: string;
  /** HP before it. */
  readonly hp: number;
  /** HP lost, ascending, each with its likelihood; below 0: recovered. */
  readonly lost: readonly (readonly [hp: number, likelihood: Likelihood])[];
  /** It loses HP at all. */
  readonly hit: Likelihood;
  /** It is gone, or without HP. */
  readonly out: Likelihood;
  /** Damage beyond its HP, statuses, abnormalities that it may get, moves and turns, in words. */
  readonly more: readonly string[];
}

export interface RowOdds {
  /** Whom it may touch: those of the other side first. */
  readonly units: readonly UnitOdds[];
  /** What was not looked at yet, in words; empty: everything was. */
  readonly open: string;
  /** Draws that may happen on its longest way. */
  readonly draws: number;
}

export type Question =
  /** Opens a plan: what is asked later is asked of its system. */
  | {
      readonly is: 'open';
      readonly text: string;
      readonly file: string;
      readonly language: Language;
      readonly begun?: BegunState | undefined;
    }
  /** What may come of commands, in their order. A later question ends an earlier one. */
  | {
      readonly is: 'odds';
      readonly number: number;
      readonly image: Uint8Array;
      readonly commands: readonly Int32Array[];
    }
  /** The best route from a state. */
  | {
      readonly is: 'search';
      readonly text: string;
      readonly file: string;
      readonly milliseconds: number;
      readonly begun?: BegunState | undefined;
    }
  /** Why a cell has its value after so many `[[do]]` tables. */
  | {
      readonly is: 'why';
      readonly text: string;
      readonly file: string;
      readonly language: Language;
      readonly at: number;
      readonly cell: string;
      readonly begun?: BegunState | undefined;
    }
  /** What a fighter does to another, without a plan. */
  | {
      readonly is: 'calculate';
      readonly attacker: string;
      readonly attackerLevel: number | undefined;
      /** undefined: all that the attacker ever has. */
      readonly skill: string | undefined;
      /** A name, or `all`: every enemy. */
      readonly defender: string;
      readonly defenderLevel: number | undefined;
      /** undefined: front, side and back. */
      readonly side: string | undefined;
    }
  | { readonly is: 'stop' };

/** Why a cell has a value: what wrote it, and the values that this came from. */
export interface ToldCause {
  readonly cell: string;
  readonly value: string;
  /** The value before; empty: it stood since the start. */
  readonly before: string;
  /** Values that it had on the way, where it was written more than once. */
  readonly between: readonly string[];
  /** `command 5`; empty: the start. */
  readonly place: string;
  readonly writers: readonly string[];
  /** The command, where the value depends on it. */
  readonly input: string;
  readonly draws: readonly string[];
  readonly causes: readonly ToldCause[];
  /** Cells that were read besides. */
  readonly notFollowed: readonly string[];
  /** False: no step was left to try all cells. */
  readonly isWhole: boolean;
}

export interface SearchFound {
  /** `optimal: cost 12`, as the command line says it. */
  readonly verdict: string;
  /** What a proof depends on, and what each could change; a line each. */
  readonly conditions: readonly string[];
  /** The best route's commands; undefined: none was found. */
  readonly commands: readonly RowCommand[] | undefined;
}

export type Reply =
  | { readonly is: 'odds'; readonly number: number; readonly index: number; readonly odds: RowOdds | undefined }
  | { readonly is: 'all odds'; readonly number: number }
  | {
      readonly is: 'searching';
      /** Cost of the best route so far, or -1. */
      readonly best: number;
      readonly bound: number;
      readonly states: number;
    }
  | { readonly is: 'found'; readonly found: SearchFound }
  | { readonly is: 'why'; readonly cause: ToldCause }
  /** Fights of the calculator that are done, and all. */
  | { readonly is: 'calculating'; readonly done: number; readonly all: number }
  | { readonly is: 'calculated'; readonly lines: CalculatorLines; readonly dependsOn: string }
  | { readonly is: 'fault'; readonly message: string };
