/** What ties a battle to the original: its draws, its inputs, and what no source gives. */
import type { Battle } from './declarations.js';

/**
 * One command for each kind of effect: what is to be tried when it is not known what was commanded.
 */
export interface InputShape {
  /** Encoded commands; the first one is that of a player who does nothing. */
  readonly choices: readonly { readonly command: readonly number[]; readonly label: string }[];
  /** Names of cells that hold the input itself and nothing that a later step reads. */
  readonly cells: readonly string[];
  /** Two counters that a step writes first and last. */
  readonly sequence?: { readonly begin: string; readonly end: string };
  /**
   * One-byte cells that choices move up or down by one, 0 to `count - 1` and round again; `raise`
   * and `lower` are indexes of choices.
   */
  readonly dials?: readonly {
    readonly cell: string;
    readonly count: number;
    readonly raise: number;
    readonly lower: number;
  }[];
}

/** Which code that no listing of the original prints a battle ran through. */
export interface UnpublishedNotes {
  /**
   * A byte for each stretch, by its number: 1 once the battle ran through it. May be cleared, and
   * written to for another battle.
   */
  readonly flags: Uint8Array;
  /** Notes what the battle as it is has behind it. */
  note(): void;
  /** The same, and names all that was noted, in the order of the numbers. */
  names(): readonly string[];
}

/** What explains and limits the proof that a battle is the original's. */
export interface Evidence {
  /**
   * The event kind that reports a draw of the generator: call site, state before, state after,
   * value.
   */
  readonly draws?: number;
  /** What a draw at this call site is used for. */
  readonly drawPurpose?: (site: number) => string;
  /**
   * From now on the battle notes which code it runs through that no listing of the original prints.
   */
  readonly unpublished?: (battle: Battle) => UnpublishedNotes;
  /** Why a cost in the system's unit of time is not the original's. Left out: it is. */
  readonly assumedCost?: string;
  /** What to try when the commands of a recording are not known. */
  readonly inputs?: InputShape;
}
