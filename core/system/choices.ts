/**
 * What may be commanded now, in names: what is legal, what is refused and why, what it would do.
 */
import type { Battle, PlainCommand } from './declarations.js';
import type { Named } from './names.js';
import type { Happening } from './narration.js';

/** A legal command. */
export interface Choice {
  /** With every default filled in. */
  readonly command: PlainCommand;
  /** The same, encoded. */
  readonly words: Int32Array;
  /** Column and row that it names, or undefined. */
  readonly cell: readonly [x: number, y: number] | undefined;
  /** Units on that cell. */
  readonly on: readonly Named[];
  /** Facings 0..3 from which the cell is reached, ascending; empty: the command has none. */
  readonly facings: readonly number[];
}

/** Something that cannot be commanded now. */
export interface Refusal {
  /** Code of the rule error that a command would meet. */
  readonly code: string;
  /** The unit that cannot be reached, or undefined: the whole group is refused. */
  readonly target: Named | undefined;
  /** One sentence. */
  readonly reason: string;
}

/** The commands with one skill, one item, or of one kind. */
export interface ChoiceGroup {
  /** Name of the command: `move`, `skill` ... */
  readonly command: string;
  /** The skill or item, or the name of the command. */
  readonly name: Named;
  readonly choices: readonly Choice[];
  readonly refused: readonly Refusal[];
}

export interface Choices {
  /** Who acts, or undefined: nobody can. */
  readonly actor: Named | undefined;
  readonly groups: readonly ChoiceGroup[];
}

/** A gauge that a command would change. */
export interface GaugeChange {
  /** Name of its cell. */
  readonly cell: string;
  /** As `GaugeShape.label`. */
  readonly label: string;
  readonly before: number;
  readonly after: number;
}

/** What a command would do now, with the draws that the generator would give. */
export interface Preview {
  /** Code of the rule error with which it is refused, or empty. */
  readonly error: string;
  /** Meaning of that error and what could be named instead, or empty. */
  readonly reason: string;
  /** Frames, commands or steps that it takes, as the system counts. */
  readonly frames: number;
  readonly changes: readonly GaugeChange[];
  /** Everybody who acts in it, each once, in order. */
  readonly acted: readonly Named[];
  /** Whose turn is next, or undefined: nobody's, or the battle is over. */
  readonly next: Named | undefined;
  readonly happenings: readonly Happening[];
}

/** What a system offers beyond `Battle.legalCommands`. Nothing here changes the battle. */
export interface ChoiceSet {
  /** Every command that is legal now, and what is refused. */
  readonly of: (battle: Battle) => Choices;
  /** Plays a command beside the battle and says what it came to. */
  readonly preview: (battle: Battle, command: Int32Array) => Preview;
  /** Columns and rows of the squares that a command would hit; none: it aims at no square. */
  readonly area: (battle: Battle, command: Int32Array) => readonly (readonly [x: number, y: number])[];
  /**
   * What a refused command could have named instead, as half a sentence, or empty.
   * @param error number of the rule error that it met
   */
  readonly instead: (battle: Battle, command: Int32Array, error: number) => string;
}
