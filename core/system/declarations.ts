/**
 * The declarations of a battle in any system: cells, commands, events, switches, errors, and the
 * running battle.
 */

import type { Named } from './names.js';

/** Bytes of a cell; multi-byte cells are little-endian. */
export type CellWidth = 1 | 2 | 4;

/** One named value in the image. */
export interface CellDeclaration {
  /** Unique name, for example `actionPoints` or `unit[3].hp`; an id in it is the user's. */
  readonly name: string;
  /**
   * Address as users see it: the cartridge's 24-bit address in LIVE A LIVE, the offset in the image
   * in other systems.
   */
  readonly address: number;
  /** Offset of the first byte in `Battle.image`. */
  readonly offset: number;
  readonly width: CellWidth;
  /** Bytes of the list that the cell heads, its own included: a state holds all of them. */
  readonly list?: number;
  /** True for two's complement. */
  readonly signed?: boolean;
  /** A derived working cell: part of the image, excluded from comparison. */
  readonly scratch?: boolean;
  /**
   * A cell that changes with time or input alone. It is compared, but its change does not make a
   * frame active.
   */
  readonly passive?: boolean;
  /** The value that stands for none, and its word: `never`, `nobody`. */
  readonly none?: readonly [value: number, word: string];
  /** Words of its values, from 0 on, where its numbers stand for a choice of a few. */
  readonly words?: Readonly<Record<number, string>>;
  /** Four bytes of a printed text, in UTF-8. */
  readonly isText?: boolean;
  readonly meaning: string;
}

/**
 * One parameter of a command. A list is encoded as its length, then `capacity` values, of which the
 * unused ones are 0.
 */
export interface ParameterShape {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** For a list: its maximum length. */
  readonly capacity?: number;
  /** Kind of id (`unit`, `card`, `skill` ...) that plans and traces write for the value. */
  readonly ids?: string;
  /** Names of that kind where every battle has the same; other spellings may be read as well. */
  readonly names?: readonly string[];
  /** Default value of a parameter that a plan may omit. */
  readonly optional?: number;
  /** For a list: a plan may omit it, and it is then empty. */
  readonly mayBeAbsent?: true;
  /** Where another parameter decides whether this one takes part. */
  readonly goesWith?: GoesWith;
  /** When it is needed, in words, where setup or state decide: `when the effect has a +`. */
  readonly neededWhen?: string;
  readonly meaning: string;
}

/**
 * Values of another parameter, as plans write them, with which this one must or may be given. With
 * every other value it is left out.
 */
export interface GoesWith {
  readonly of: string;
  readonly must: readonly (string | number)[];
  readonly may?: readonly (string | number)[];
}

/** A command as plans and traces write it: its name and its parameters by name. */
export type PlainCommand = Readonly<Record<string, unknown>> & { readonly command: string };

/** A kind of command, encoded as `[code, parameter, parameter ...]` in 32-bit integers. */
export interface CommandShape {
  readonly code: number;
  readonly name: string;
  readonly parameters: readonly ParameterShape[];
  readonly meaning: string;
  /** Kind of the command in a cost; `action` when omitted. */
  readonly kind?: 'action' | 'press' | 'wait';
  /**
   * Cells by which the command itself chooses what it does, besides those of a state's key: where
   * it may be given, states that differ in them have different futures.
   */
  readonly choosesBy?: readonly string[];
  /** The command only asks or prints: nothing that a rule reads is another one after it. */
  readonly asks?: true;
  /**
   * The command begins a battle, once the one before is over: bytes of the image that no cell
   * declares may be others then.
   */
  readonly begins?: true;
  /**
   * Prefixes of the units that such a battle brings, by the command's words; undefined: they are
   * drawn.
   */
  readonly brings?: (words: readonly number[]) => readonly string[] | undefined;
  /** Parameter with the least number of frames that pass; left out: at least one passes. */
  readonly leastFrames?: string;
}

/**
 * A kind of event that a step reports, encoded as `[kind, value, value ...]` with one value for
 * each field.
 */
export interface EventShape {
  readonly kind: number;
  readonly name: string;
  /** Rule id (`F9`, `S4`, `K12`, `H3`) or routine address (`C1:8E51`). */
  readonly rule: string;
  readonly provenance: 'recorded' | 'executed' | 'guide' | 'decision' | 'seed' | 'extension';
  readonly fields: readonly string[];
  /** Present on an event that only informs people; it names no applied rule. */
  readonly tells?: true;
}

/**
 * Events of a step. The caller lends it and a step appends; events beyond its capacity are dropped
 * and counted in `lost`.
 */
export interface EventBuffer {
  readonly words: Int32Array;
  length: number;
  lost: number;
  /**
   * Kinds that the caller does not read, a bit each: a step may leave them out. The others come in
   * the same order, and nothing else depends on it.
   */
  readonly unread: number;
}

/** A switch of a ruleset: a question that the sources leave open, with its evidence. */
export interface SwitchShape {
  readonly name: string;
  readonly values: readonly (string | number)[];
  readonly default: string | number;
  readonly evidence: string;
  /** Declared after the first logs, whose hash of the rules stays: its default is no part of it. */
  readonly isLater?: true;
}

/** An error of a step. `number` is the step's return value, 1 or more. */
export interface RuleErrorShape {
  readonly number: number;
  /** Stable code: `E_PHASE`, `E_RANGE` ... */
  readonly code: string;
  readonly meaning: string;
  /** Name of the wrong parameter. */
  readonly parameter?: string;
  /** Remedy for the user. */
  readonly remedy?: string;
}

/** A running battle. `image` is the whole mutable state: its copy is a savestate. */
export interface Battle {
  readonly image: Uint8Array;
  readonly cells: readonly CellDeclaration[];
  /**
   * Validates a command, then writes in place without allocation. Returns 0, or the number of a
   * rule error with the image untouched.
   * @param command encoded form of a command of `System.commands`
   */
  step(command: Int32Array, events: EventBuffer | undefined): number;
  /**
   * Writes the legal commands: for each entry `[code, then min, max for each parameter]`; a list
   * parameter takes `minLength, maxLength, min, max`. Returns the number of words written, at most
   * `out.length`.
   */
  legalCommands(out: Int32Array): number;
  /** Number of an id of a kind, or -1 when it is unknown. */
  idNumber(kind: string, id: string): number;
  /** Id by its kind and number, or undefined when there is none. */
  idName(kind: string, number: number): string | undefined;
  /** What people call it, in each language; undefined: as its id. Left out: all go by their ids. */
  readonly named?: (kind: string, number: number) => Named | undefined;
}
