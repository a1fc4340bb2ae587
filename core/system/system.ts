/**
 * What a battle system is: the one interface behind which LIVE A LIVE and the four other systems
 * stand.
 *
 * A battle is a byte image with declared cells. The hot layer (`step`, `legalCommands`) works on
 * integers in place and allocates nothing; the outer layer (`apply`, `read`, `snapshot`, `restore`,
 * `hash`) is the same for every system and is built on it in `battle.ts`.
 */
import type { Battle, CommandShape, EventShape, RuleErrorShape, SwitchShape } from './declarations.js';
import type { Evidence } from './evidence.js';
import type { ImageLayout } from './image-layout.js';
import type { Planning } from './planning.js';
import type { Views } from './views.js';

/** Something that somebody does, in the field's words; it is played as commands of the system. */
export interface ActionShape extends CommandShape {
  readonly side: 'ally' | 'enemy' | 'nobody';
  readonly kind: 'action' | 'press' | 'wait';
}

/**
 * The actions of a system. Encoded form: `[code, parameter ..., phase, phase]`, as a command with
 * two more words that `next` keeps for itself and that are 0 before the first call.
 */
export interface ActionSet {
  readonly shapes: readonly ActionShape[];
  /**
   * 0, or the number of the rule error with which it is refused now. Changes nothing that is
   * compared.
   * @param turn whose turn it is, as `turn` says it, when that is known
   */
  refuses(battle: Battle, action: Int32Array, turn?: number): number;
  /**
   * Writes the next command of the action; false: it is over. To be stepped before the next call.
   */
  next(battle: Battle, action: Int32Array, command: Int32Array): boolean;
  /** Whose turn it is: 0 the allies', 1 the enemies', 2 nobody's: time passes. */
  turn(battle: Battle): number;
  /** Number of the enemy that acts next on the enemies' turn, or -1. */
  actor?(battle: Battle): number;
}

/** A value that is worked out from cells; plans may expect it and aim at it like a cell. */
export interface DerivedValue {
  readonly name: string;
  readonly meaning: string;
  read(battle: Battle): number;
}

/** Exact odds: each outcome with its share of a common denominator. */
export interface OddsTable {
  readonly outcomes: readonly string[];
  readonly rows: readonly { readonly values: readonly number[]; readonly numerator: string }[];
  /** Common denominator of all rows, decimal. */
  readonly denominator: string;
}

/**
 * Abilities that a system may have beyond running; the harness asks for one of these, never for a
 * system's name.
 */
export interface Capabilities {
  /** Exact odds for a query as plain data; only rules with countable dice or cards have them. */
  readonly odds?: (setup: unknown, query: unknown) => OddsTable;
  /**
   * Starts a battle with the tables of the user's own cartridge image, which cannot be published.
   * @param bank 65,536 bytes of a bank, by its number
   */
  readonly cartridge?: (
    setup: unknown,
    switches: Readonly<Record<string, string | number>> | undefined,
    bank: (number: number) => Uint8Array,
  ) => Battle;
  /**
   * Actions in the field's words, where one takes several commands: a plan and a search name
   * actions, not frames.
   */
  readonly actions?: ActionSet;
  /** Values worked out from cells, for goals and checkpoints that no single cell holds. */
  readonly values?: readonly DerivedValue[];
  /** What people see: text, predictions, gauges and boards. The rules do without it. */
  readonly views?: Views;
  /**
   * What ties the battle to the original: draws, inputs, unpublished code. A system with printed
   * rules needs none.
   */
  readonly evidence?: Evidence;
  /** What makes a search fast or exact. The rules do without it. */
  readonly planning?: Planning;
}

export interface System {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  /** What one command of a battle takes. */
  readonly unit: 'frame' | 'command' | 'step';
  readonly commands: readonly CommandShape[];
  readonly events: readonly EventShape[];
  readonly errors: readonly RuleErrorShape[];
  readonly switches: readonly SwitchShape[];
  readonly capabilities: Capabilities;
  /** Left out: no cell ever moved. */
  readonly layout?: ImageLayout;
  /**
   * The id that version 0.1 gave to battles of this system, where they shared it with another one.
   * Plans and traces under that id are read for ever, and the ruleset hash is made with it, so that
   * it stays the same.
   */
  readonly formerly?: {
    readonly id: string;
    /** Whether a set-up under that id is one of this system. */
    owns(setup: unknown): boolean;
  };
  /**
   * Starts a battle from plain data (the `[setup]` table of a plan or the `setup` of a trace
   * header).
   * @throws RuleError when the data are wrong; its message names the path in the data
   */
  create(setup: unknown, switches?: Readonly<Record<string, string | number>>): Battle;
}

export { RuleError } from '../int/rule-error.js';
export * from './declarations.js';
export * from './evidence.js';
export * from './planning.js';
export * from './views.js';
