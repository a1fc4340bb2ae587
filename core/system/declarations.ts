/**
 * What a battle is made of, in any system: its cells, commands, events, switches and errors, and
 * the running battle itself.
 */

/** Bytes of a cell; multi-byte cells are little-endian. */
export type CellWidth = 1 | 2 | 4;

/** One named place in the image. */
export interface CellDeclaration {
  /** Unique ASCII name, e.g. `actionPoints`, `unit[3].hp`. */
  readonly name: string;
  /**
   * Address as users see it (LIVE A LIVE: the cartridge's 24-bit address; other systems: offset in
   * the image).
   */
  readonly address: number;
  /** Offset of the first byte in `Battle.image`. */
  readonly offset: number;
  readonly width: CellWidth;
  /** Two's complement view. */
  readonly signed?: boolean;
  /** A derived working cell: kept in the image, not compared. */
  readonly scratch?: boolean;
  /**
   * It moves with time or input alone: compared, but a change of it does not make a frame an active
   * one.
   */
  readonly passive?: boolean;
  readonly meaning: string;
}

/**
 * One parameter of a command. A list parameter is encoded as its length, then `capacity` values
 * (unused ones 0).
 */
export interface ParameterShape {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Present: the parameter is a list of up to this many values. */
  readonly capacity?: number;
  /**
   * Present: in plans and traces the value is written as an id of this kind (`unit`, `card`,
   * `skill` ...).
   */
  readonly ids?: string;
  /** Present: the value may be left out in a plan and is then this. */
  readonly optional?: number;
  /** Present on a list: it may be left out in a plan and is then empty. */
  readonly mayBeAbsent?: true;
  readonly meaning: string;
}

/** A kind of command. Encoded form: `[code, parameter, parameter ...]`, all 32-bit integers. */
export interface CommandShape {
  readonly code: number;
  readonly name: string;
  readonly parameters: readonly ParameterShape[];
  readonly meaning: string;
  /** What it counts as in a cost; left out: an action. */
  readonly kind?: 'action' | 'press' | 'wait';
}

/**
 * A kind of event that a step reports. Encoded form: `[kind, value, value ...]` with one value per
 * field.
 */
export interface EventShape {
  readonly kind: number;
  readonly name: string;
  /** Rule id (`F9`, `S4`, `K12`, `H3`) or routine address (`C1:8E51`). */
  readonly rule: string;
  readonly provenance: 'recorded' | 'executed' | 'guide' | 'decision' | 'seed' | 'extension';
  readonly fields: readonly string[];
}

/**
 * Lent by the caller; a step appends to it. When it is full, further events are counted in `lost`
 * and dropped.
 */
export interface EventBuffer {
  readonly words: Int32Array;
  length: number;
  lost: number;
}

/** A switch of a ruleset: something the sources leave open, with its evidence. */
export interface SwitchShape {
  readonly name: string;
  readonly values: readonly (string | number)[];
  readonly default: string | number;
  readonly evidence: string;
}

/** An error a step can return. `number` is the step's return value (1 and up). */
export interface RuleErrorShape {
  readonly number: number;
  /** `E_PHASE`, `E_RANGE` ... */
  readonly code: string;
  readonly meaning: string;
  /** Parameter of the command that it is about. */
  readonly parameter?: string;
  /** What to do. */
  readonly remedy?: string;
}

/** A running battle. `image` is the whole mutable state: copying it is a savestate. */
export interface Battle {
  readonly image: Uint8Array;
  readonly cells: readonly CellDeclaration[];
  /**
   * Validates, then writes in place. Returns 0, or the number of a rule error with the image
   * untouched. Allocates nothing.
   * @param command encoded form of a command of `System.commands`
   */
  step(command: Int32Array, events: EventBuffer | undefined): number;
  /**
   * Writes what may be commanded now: per entry `[code, then min, max for each parameter]` (a list
   * parameter: `minLength, maxLength, min, max`). Returns the number of words written; never more
   * than `out.length`.
   */
  legalCommands(out: Int32Array): number;
  /** Number of an id of a kind, or -1. */
  idNumber(kind: string, id: string): number;
  /** Id of a number of a kind, or undefined. */
  idName(kind: string, number: number): string | undefined;
}
