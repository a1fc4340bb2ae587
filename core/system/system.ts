/**
 * A battle system: the one interface of LIVE A LIVE and the other systems.
 *
 * A battle is a byte image with declared cells. The hot layer (`step`, `legalCommands`) works on
 * integers in place and allocates nothing. The outer layer (`apply`, `read`, `snapshot`, `restore`,
 * `hash`) in `battle.ts` is the same for every system.
 */
import type { ChoiceSet } from './choices.js';
import type { TableShape } from './data-shape.js';
import type { Battle, CommandShape, EventShape, PlainCommand, RuleErrorShape, SwitchShape } from './declarations.js';
import type { ConsoleState, Evidence, OriginalCode } from './evidence.js';
import type { ImageLayout } from './image-layout.js';
import type { Terms } from './names.js';
import type { Narration } from './narration.js';
import type { Planning } from './planning.js';
import type { Menus, PlayedMenus } from './timed.js';
import type { Views } from './views.js';

/** An action in the field's words; the system plays it as one or more commands. */
export interface ActionShape extends CommandShape {
  readonly side: 'ally' | 'enemy' | 'nobody';
  readonly kind: 'action' | 'press' | 'wait';
}

/**
 * The actions of a system. An action is encoded as `[code, parameter ..., phase, phase]`: a command
 * with two more words for the progress of `next`, 0 before its first call.
 */
export interface ActionSet {
  readonly shapes: readonly ActionShape[];
  /**
   * Returns 0, or the number of the rule error that refuses the action now. No compared cell
   * changes.
   * @param turn the value of `turn`, when the caller has it
   */
  refuses(battle: Battle, action: Int32Array, turn?: number): number;
  /**
   * Writes the next command of the action, to be stepped before the next call; false at the end of
   * the action.
   */
  next(battle: Battle, action: Int32Array, command: Int32Array): boolean;
  /** Whose turn it is: 0 allies, 1 enemies, 2 nobody (time passes). */
  turn(battle: Battle): number;
  /** Number of the enemy that acts next in the enemies' turn, or -1. */
  actor?(battle: Battle): number;
}

/** The action set of a system whose commands are its actions: it only tells whose turn it is. */
export function turnsOnly(turn: (battle: Battle) => number): ActionSet {
  return { shapes: [], refuses: () => 0, next: () => false, turn };
}

/** A value computed from cells. A plan can expect it and aim at it like a cell. */
export interface DerivedValue {
  readonly name: string;
  readonly meaning: string;
  read(battle: Battle): number;
}

/** Exact odds: every outcome with its share of a common denominator. */
export interface OddsTable {
  readonly outcomes: readonly string[];
  readonly rows: readonly { readonly values: readonly number[]; readonly numerator: string }[];
  /** Common denominator of all rows, in decimal digits. */
  readonly denominator: string;
}

/**
 * What a system offers beyond running. The harness asks for a capability, never for a system's
 * name.
 */
export interface Capabilities {
  /**
   * Exact odds for a query given as plain data. Only rules with countable dice or cards have them.
   */
  readonly odds?: (setup: unknown, query: unknown) => OddsTable;
  /**
   * Starts a battle with the tables of the user's cartridge image, which are not published.
   * @param bank returns the 65,536 bytes of a bank by its number
   * @param original the same image's code, for holes of ours
   */
  readonly cartridge?: (
    setup: unknown,
    switches: Readonly<Record<string, string | number>> | undefined,
    bank: (number: number) => Uint8Array,
    original?: OriginalCode,
  ) => Battle;
  /**
   * Actions in the field's words, where one action takes several commands: plans and searches name
   * actions, not frames.
   */
  readonly actions?: ActionSet;
  /** Values computed from cells, for goals and checkpoints about more than one cell. */
  readonly values?: readonly DerivedValue[];
  /** What viewers show: text, predictions, gauges and boards. No rule reads it. */
  readonly views?: Views;
  /**
   * The battle's relation to the original: draws, inputs, unpublished code. A system with printed
   * rules needs none.
   */
  readonly evidence?: Evidence;
  /** What makes a search fast or exact. No rule reads it. */
  readonly planning?: Planning;
  /** What may be commanded now, in names, with the reason where something is refused. */
  readonly choices?: ChoiceSet;
  /** Takes a battle over from a savestate or dump of the console. */
  readonly consoleState?: ConsoleState;
  /** Orders through the menus of a console, frame by frame. */
  readonly menus?: Menus;
  /** The same for commands of several frames. */
  readonly playedMenus?: PlayedMenus;
}

export interface System {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  /** The time that one command of a battle takes. */
  readonly unit: 'frame' | 'command' | 'step';
  readonly commands: readonly CommandShape[];
  readonly events: readonly EventShape[];
  readonly errors: readonly RuleErrorShape[];
  readonly switches: readonly SwitchShape[];
  readonly capabilities: Capabilities;
  /** Tells what happened in a step, from its events. */
  readonly narration: Narration;
  /** The form of a setup. Left out: the system publishes none, and a schema leaves it open. */
  readonly setupShape?: TableShape;
  /**
   * A setup with what these commands of a plan need and it does not say, such as room for printed
   * text. It is not checked yet. Left out: commands need nothing.
   */
  readonly fitSetup?: (setup: unknown, commands: readonly PlainCommand[]) => unknown;
  /** The form of a query of `odds`. */
  readonly queryShape?: TableShape;
  /** The words of the rules in Japanese, as their source has them. */
  readonly terms?: Terms;
  /** Left out: no cell ever moved. */
  readonly layout?: ImageLayout;
  /**
   * The id of version 0.1, when this system shared it with another one. Plans and traces with that
   * id are read for ever, and the ruleset hash uses it, so that the hash stays the same.
   */
  readonly formerly?: {
    readonly id: string;
    /** Whether a setup under the earlier id belongs to this system. */
    owns(setup: unknown): boolean;
  };
  /**
   * Starts a battle from plain data (the `[setup]` table of a plan or the `setup` of a trace
   * header).
   * @throws RuleError with the path of the wrong data
   */
  create(setup: unknown, switches?: Readonly<Record<string, string | number>>): Battle;
}

export { RuleError } from '../int/rule-error.js';
export * from './choices.js';
export * from './data-shape.js';
export * from './declarations.js';
export * from './evidence.js';
export * from './facings.js';
export * from './names.js';
export * from './narration.js';
export * from './planning.js';
export * from './views.js';
