/**
 * What a battle system is: the one interface behind which LIVE A LIVE and the four other systems stand.
 *
 * A battle is a byte image with declared cells. The hot layer (`step`, `legalCommands`) works on integers in place and
 * allocates nothing; the outer layer (`apply`, `read`, `snapshot`, `restore`, `hash`) is the same for every system and is
 * built on it in `battle.ts`.
 */

/** Bytes of a cell; multi-byte cells are little-endian. */
export type CellWidth = 1 | 2 | 4;

/** One named place in the image. */
export interface CellDeclaration {
  /** Unique ASCII name, e.g. `actionPoints`, `unit[3].hp`. */
  readonly name: string;
  /** Address as users see it (LIVE A LIVE: the cartridge's 24-bit address; other systems: offset in the image). */
  readonly address: number;
  /** Offset of the first byte in `Battle.image`. */
  readonly offset: number;
  readonly width: CellWidth;
  /** Two's complement view. */
  readonly signed?: boolean;
  /** A derived working cell: kept in the image, not compared. */
  readonly scratch?: boolean;
  /** It moves with time or input alone: compared, but a change of it does not make a frame an active one. */
  readonly passive?: boolean;
  readonly meaning: string;
}

/** One parameter of a command. A list parameter is encoded as its length, then `capacity` values (unused ones 0). */
export interface ParameterShape {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Present: the parameter is a list of up to this many values. */
  readonly capacity?: number;
  /** Present: in plans and traces the value is written as an id of this kind (`unit`, `card`, `skill` ...). */
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

/** A kind of event that a step reports. Encoded form: `[kind, value, value ...]` with one value per field. */
export interface EventShape {
  readonly kind: number;
  readonly name: string;
  /** Rule id (`F9`, `S4`, `K12`, `H3`) or routine address (`C1:8E51`). */
  readonly rule: string;
  readonly provenance: 'recorded' | 'executed' | 'guide' | 'decision' | 'seed' | 'extension';
  readonly fields: readonly string[];
}

/** Lent by the caller; a step appends to it. When it is full, further events are counted in `lost` and dropped. */
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
  /** Present: it counts only in battles of this unit of time, and only in their ruleset hash. */
  readonly unit?: System['unit'];
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
  /** Present: this battle's unit of time, where it is another than its system's. */
  readonly unit?: System['unit'];
  readonly image: Uint8Array;
  readonly cells: readonly CellDeclaration[];
  /**
   * Validates, then writes in place. Returns 0, or the number of a rule error with the image untouched. Allocates nothing.
   * @param command encoded form of a command of `System.commands`
   */
  step(command: Int32Array, events: EventBuffer | undefined): number;
  /**
   * Writes what may be commanded now: per entry `[code, then min, max for each parameter]` (a list parameter:
   * `minLength, maxLength, min, max`). Returns the number of words written; never more than `out.length`.
   */
  legalCommands(out: Int32Array): number;
  /** Number of an id of a kind, or -1. */
  idNumber(kind: string, id: string): number;
  /** Id of a number of a kind, or undefined. */
  idName(kind: string, number: number): string | undefined;
}

/** A cell that people watch, and what it stands for in any system. */
export interface GaugeShape {
  /** Name of a cell; `[*]` stands for every index: `enemy[*].orderPoints`. */
  readonly cell: string;
  /** `points`: spent or gathered by every action; `order`: decides who acts next. */
  readonly role: 'points' | 'order' | 'charge' | 'health' | 'status' | 'other';
  readonly label: string;
  /** From this value on something happens, and what. */
  readonly line?: readonly [value: number, meaning: string];
  /** Names of the bits, lowest first. */
  readonly bits?: readonly string[];
}

/** A unit as boards and lists show it. */
export interface UnitView {
  /** What its cells begin with: `enemy[3]`; its own first. */
  readonly prefixes: readonly string[];
  readonly name: string;
  /** Number in `Overview.sides`, or -1. */
  readonly side: number;
  /** Column and row on the board; -1 where it has none. */
  readonly x: number;
  readonly y: number;
  /** Where it looks, or empty. */
  readonly facing: '' | 'lower right' | 'lower left' | 'upper right' | 'upper left';
}

/** What a viewer shows of a battle besides its cells. */
export interface Overview {
  readonly gauges: readonly GaugeShape[];
  /** Units that are there. */
  readonly units: (battle: Battle) => readonly UnitView[];
  /** Names of the sides; the first one is the player's own. */
  readonly sides: (battle: Battle) => readonly string[];
  /** Number of the side whose turn it is, or -1 where it is nobody's. Absent: the system has no turns. */
  readonly turn?: (battle: Battle) => number;
  /** Columns and rows of the board. Absent: there is none. */
  readonly board?: (battle: Battle) => readonly [columns: number, rows: number];
}

/** Something that somebody does, in the field's words; it is played as commands of the system. */
export interface ActionShape extends CommandShape {
  readonly side: 'ally' | 'enemy' | 'nobody';
  readonly kind: 'action' | 'press' | 'wait';
}

/**
 * The actions of a system. Encoded form: `[code, parameter ..., phase, phase]`, as a command with two more words that `next` keeps for itself
 * and that are 0 before the first call.
 */
export interface ActionSet {
  readonly shapes: readonly ActionShape[];
  /**
   * 0, or the number of the rule error with which it is refused now. Changes nothing that is compared.
   * @param whose turn it is, as `turn` says it, when that is known
   */
  refuses(battle: Battle, action: Int32Array, whose?: number): number;
  /** Writes the next command of the action; false: it is over. To be stepped before the next call. */
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

/** One command for each kind of effect: what is to be tried when it is not known what was commanded. */
export interface InputShape {
  /** Encoded commands; the first one is that of a player who does nothing. */
  readonly choices: readonly { readonly command: readonly number[]; readonly label: string }[];
  /** Names of cells that hold the input itself and nothing that a later step reads. */
  readonly cells: readonly string[];
  /** Two counters that a step writes first and last. */
  readonly sequence?: { readonly begin: string; readonly end: string };
  /** One-byte cells that choices move up or down by one, 0 to `count - 1` and round again; `raise` and `lower` are indexes of choices. */
  readonly dials?: readonly {
    readonly cell: string;
    readonly count: number;
    readonly raise: number;
    readonly lower: number;
  }[];
}

/** What decides the draws of a battle in place of its generator. */
export interface DrawChooser {
  /** The value of the next draw, or -1: it is to be chosen among those that differ in what they lead to. */
  given(): number;
  /** @param values lent; the first `count`, ascending @returns the one taken */
  choose(values: Uint8Array, count: number): number;
}

/** What commands begin with: those that begin alike need to be played once as far as that. No events are reported. */
export interface FirstParts {
  /** There are so many. */
  readonly count: number;
  /**
   * Number of the part that a command begins with in this state; -1: it is refused, or has no part that others share.
   * @param before part that was played before in this command, or -1
   */
  of(command: Int32Array, before: number): number;
  /** Plays a part. @returns whether the commands that begin with it end with it */
  play(part: number): boolean;
  /** Plays the rest of a command from the state that its first part led to. */
  goOn(command: Int32Array): void;
}

/** A cell and where it has to lie, both ends included. */
export interface CellRange {
  readonly cell: CellDeclaration;
  readonly min: number;
  readonly max: number;
}

/** A command, encoded, and what it costs at least. */
export interface PricedCommand {
  readonly words: Int32Array;
  readonly price: number;
}

/** Abilities a system may have beyond running; the harness asks for one of these, never for a system's name. */
export interface Capabilities {
  /** The battle as text (a map, a board, a table). */
  readonly print?: (battle: Battle) => string;
  /** Exact odds for a query given as plain data: rows of `[outcome, numerator, denominator]` as decimal strings. */
  readonly odds?: (setup: unknown, query: unknown) => OddsTable;
  /** What comes next, as named lines. */
  readonly predict?: (battle: Battle) => readonly (readonly [label: string, value: string])[];
  /** What the battle came to, as named lines; none while there is nothing to say. */
  readonly outcome?: (battle: Battle) => readonly (readonly [label: string, value: string])[];
  /** Cost of a command in the system's unit of time, or -1 where it is not known. */
  readonly cost?: (battle: Battle, command: Int32Array) => number;
  /** Starts a battle with the tables of a cartridge image. @param bank 65,536 bytes of a bank, by its number */
  readonly cartridge?: (
    setup: unknown,
    switches: Readonly<Record<string, string | number>> | undefined,
    bank: (number: number) => Uint8Array,
  ) => Battle;
  /** From now on the battle notes which code it runs through that no listing of the original prints. */
  readonly unpublished?: (battle: Battle) => UnpublishedNotes;
  /** What may be done, in the field's words, where that is more than one command. */
  readonly actions?: ActionSet;
  /** Values worked out from cells. */
  readonly values?: readonly DerivedValue[];
  /** The columns a planner wants after every action. */
  readonly ledger?: (battle: Battle) => readonly (readonly [column: string, value: string])[];
  /**
   * The cells that decide what can still happen and that a step can change in this battle: equal values, equal futures.
   * Cells that only time changes (`passive`) are among them where they can decide something.
   */
  readonly deciding?: (battle: Battle) => readonly CellDeclaration[];
  /** Whether cells that only time changes decide something in this state. Left out: they may in every state. */
  readonly timeDecides?: (battle: Battle) => boolean;
  /**
   * A reader of how many ally actions it takes at least until the cell is in the range; never too many, and one action lowers the sum
   * over several cells by one at most. Undefined where nothing is known.
   */
  readonly leastActions?: (
    battle: Battle,
    cell: CellDeclaration,
    min: number,
    max: number,
  ) => (() => number) | undefined;
  /**
   * A reader of the price that is still to be paid at least until all cells are in their ranges, when nothing but these commands is given;
   * never too much, and a command lowers it by its price at most. Undefined where nothing is known.
   */
  readonly leastPrice?: (
    battle: Battle,
    goal: readonly CellRange[],
    commands: readonly PricedCommand[],
  ) => (() => number) | undefined;
  /** Frames that the battle has taken, where a command takes more than one. */
  readonly frames?: (battle: Battle) => number;
  /**
   * How often enemies acted in the command that the events are of, where they act by themselves.
   * @param acted gets 1 at the number of every enemy that did
   */
  readonly enemyActions?: (events: EventBuffer, acted: Uint8Array) => number;
  /** How many presses of a button, beside what it is otherwise, a command is; asked before it is stepped. */
  readonly presses?: (battle: Battle, command: Int32Array) => number;
  /** Left out: every command is played by itself. */
  readonly firstParts?: (battle: Battle) => FirstParts;
  /** Why a cost in the system's unit of time is not the original's. Left out: it is. */
  readonly assumedCost?: string;
  /** The event kind that reports a draw of the generator: call site, state before, state after, value. */
  readonly draws?: number;
  /** From now on no draw of this battle is the generator's; undefined puts the generator back. */
  readonly decideDraws?: (battle: Battle, chooser: DrawChooser | undefined) => void;
  /** What a draw at this call site is used for. */
  readonly drawPurpose?: (site: number) => string;
  /** What a viewer shows besides cells. */
  readonly overview?: Overview;
  /** What to try when the commands of a recording are not known. */
  readonly inputs?: InputShape;
}

/** Stretches of code that no listing of the original prints, as far as a battle ran through them. */
export interface UnpublishedNotes {
  /** A byte for each stretch, by its number: 1 once the battle ran through it. May be cleared, and written to for another battle. */
  readonly flags: Uint8Array;
  /** Notes what the battle as it is has behind it. */
  note(): void;
  /** The same, and names all that was noted, in the order of the numbers. */
  names(): readonly string[];
}

export interface OddsTable {
  readonly outcomes: readonly string[];
  readonly rows: readonly { readonly values: readonly number[]; readonly numerator: string }[];
  /** Common denominator of all rows, decimal. */
  readonly denominator: string;
}

export interface System {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly unit: 'frame' | 'command' | 'step';
  readonly commands: readonly CommandShape[];
  readonly events: readonly EventShape[];
  readonly errors: readonly RuleErrorShape[];
  readonly switches: readonly SwitchShape[];
  readonly capabilities: Capabilities;
  /**
   * Starts a battle from plain data (the `[setup]` table of a plan or the `setup` of a trace header).
   * @throws RuleError when the data are wrong; its message names the path in the data
   */
  create(setup: unknown, switches?: Readonly<Record<string, string | number>>): Battle;
}

export { RuleError } from './int/rule-error.js';
