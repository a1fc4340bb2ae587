/** What viewers show of a battle besides its cells. */
import type { Battle, PlainCommand } from './declarations.js';
import type { FacingName } from './facings.js';
import type { Language, Named } from './names.js';

/** A cell that people watch, and its role in any system. */
export interface GaugeShape {
  /** Name of a cell; `[*]` stands for every index: `enemy[*].orderPoints`. */
  readonly cell: string;
  /** `points`: every action spends or earns them; `order`: decides the next actor. */
  readonly role: 'points' | 'order' | 'charge' | 'health' | 'status' | 'other';
  readonly label: string;
  /** A threshold and what happens from it on. */
  readonly line?: readonly [value: number, meaning: string];
  /** The same where it depends on a switch. */
  readonly lineOf?: (battle: Battle) => GaugeShape['line'];
  /** Whether the battle's switches use it; left out: they do. */
  readonly isUsed?: (battle: Battle) => boolean;
  /** Names of the bits, lowest first. */
  readonly bits?: readonly string[];
  /** Words for whole values that are no set of bits. */
  readonly words?: Readonly<Record<number, string>>;
}

/** A unit as boards and lists show it. */
export interface UnitView {
  /** Prefixes of its cells, such as `enemy[3]`; its own first. */
  readonly prefixes: readonly string[];
  /** By kind and number where several may share a name of the game. */
  readonly name: string;
  /** Its names in the game; left out where `name` is one. */
  readonly named?: Named;
  /** Index in `Overview.sides`, or -1. */
  readonly side: number;
  /** Column and row on the board, or -1 where it has none. */
  readonly x: number;
  readonly y: number;
  /** Columns and rows that it takes, from there to the right and down; left out: one square. */
  readonly size?: readonly [columns: number, rows: number];
  /** The direction it faces, or empty. */
  readonly facing: '' | FacingName;
}

/** Units, sides, turn and board of a battle. */
export interface Overview {
  readonly gauges: readonly GaugeShape[];
  /** The units present. */
  readonly units: (battle: Battle) => readonly UnitView[];
  /**
   * Prefixes of the cells of everybody who takes part, fallen or not. Left out: cells are declared
   * for them alone.
   */
  readonly fielded?: (battle: Battle) => readonly string[];
  /** Names of the sides, the player's own first. */
  readonly sides: (battle: Battle) => readonly string[];
  /** Index of the side whose turn it is, or -1 for nobody's. Omitted by a system without turns. */
  readonly turn?: (battle: Battle) => number;
  /** Columns and rows of the board. Omitted by a system without a board. */
  readonly board?: (battle: Battle) => readonly [columns: number, rows: number];
  /** Omitted by a system whose squares are all alike. */
  readonly ground?: (battle: Battle) => GroundView;
  /** Undefined for who is not on the board. @param unit index in `units` */
  readonly reach?: (battle: Battle, unit: number) => ReachView | undefined;
  /** How many units of other sides could strike each square next, row by row. */
  readonly threat?: (battle: Battle, side: number) => readonly number[];
}

/** What the squares of a board are, row by row. */
export interface GroundView {
  /** Kind of each square, as short as a map has it: `0`, `3`. */
  readonly kinds: readonly string[];
  /** Meaning of each kind, such as its cost. */
  readonly meanings: Readonly<Record<string, string>>;
  /** What is left to whoever goes there, -1 where nobody goes; left out where none is known. */
  readonly reach?: readonly number[];
  /** Whose reach it is, or empty. */
  readonly reachOf: string;
}

/** Where one unit may go and strike now, as the others stand. */
export interface ReachView {
  /** What is left to it on each square, row by row; -1: it does not stop there. */
  readonly left: readonly number[];
  /** 1 where it could strike from one of them, row by row. */
  readonly strikes: Uint8Array;
  /** Its way to a square, the start first; empty: it does not stop there. */
  wayTo(x: number, y: number): readonly (readonly [x: number, y: number])[];
  /** The commands that bring it to a square, or strike who stands there; empty: none do now. */
  commandsTo(x: number, y: number): readonly PlainCommand[];
}

/** Something that lies on a table: a card, a die, a unit. */
export interface ThingView {
  readonly name: string;
  /** A figure or a word beside it. */
  readonly note?: string;
  /** More about it, for who points at it. */
  readonly about?: string;
  /** Index in `Overview.sides`; left out: nobody's. */
  readonly side?: number;
  /** `turned`: it is dull, or done; `taken`: it is gone; `marked`: it counts now. */
  readonly state?: 'turned' | 'taken' | 'marked';
}

/** A place of a table, and what lies there in its order. */
export interface PlaceView {
  readonly name: string;
  /** A few words beside the name. */
  readonly note?: string;
  readonly things: readonly ThingView[];
  /** Who is here acts now. */
  readonly isNow?: boolean;
}

/** A battle as it lies on a table. */
export interface TableView {
  /** Parts of a turn in their order; empty: it has none. */
  readonly steps: readonly string[];
  /** Index of the part that is now, or -1. */
  readonly step: number;
  readonly places: readonly PlaceView[];
  /** The places lie side by side, as areas do; left out: one below the other. */
  readonly isMap?: true;
}

/** Something that belongs together, under a title: a stack, a pool of dice, what a side knows. */
export interface PanelView {
  readonly title: string;
  readonly lines: LabelledLines;
}

/** Lines with a label, for people to read. */
export type LabelledLines = readonly (readonly [label: string, value: string])[];

/** Sheets of what a battle holds, whole or as somebody in it knows them. */
export interface SheetViews {
  /** Ids of what has a sheet. */
  readonly subjects: (battle: Battle) => readonly string[];
  /** Ids of those who know less than all; left out: everybody knows everything. */
  readonly readers?: (battle: Battle) => readonly string[];
  /**
   * @param subject index in `subjects`
   * @param reader index in `readers`, or -1: nothing is hidden
   */
  readonly sheet: (battle: Battle, subject: number, reader: number) => readonly PanelView[];
}

/** What viewers show of a battle. No rule and no search reads it. */
export interface Views {
  /** The battle as text: a map, a board, a table. */
  readonly print?: (battle: Battle) => string;
  /** What comes next. */
  readonly predict?: (battle: Battle, language?: Language) => LabelledLines;
  /** The outcome of the battle; empty while there is none. */
  readonly outcome?: (battle: Battle) => LabelledLines;
  /** The columns of a route's table, asked for after every action; names in English by default. */
  readonly ledger?: (battle: Battle, language?: Language) => LabelledLines;
  /** Fields, hands, dice, areas: of a system whose battles a table shows better than words. */
  readonly table?: (battle: Battle) => TableView;
  /** What else a battle of this system has to be seen, by title. */
  readonly panels?: (battle: Battle) => readonly PanelView[];
  /**
   * Where the battle stands, who may act or owes a choice, and with what: asked before every
   * command of a judge's log. Of a system where one acts and the other may answer.
   */
  readonly window?: (battle: Battle) => LabelledLines;
  /** What dice that are commands may bring now, exactly; empty: none is due. */
  readonly chances?: (battle: Battle) => readonly PanelView[];
  /** Sheets of units or pairs. */
  readonly sheets?: SheetViews;
  /** Gauges, units, sides and board. */
  readonly overview?: Overview;
  /**
   * Of a system whose commands take frames: calls the listener after every frame inside a
   * command, until undefined is given. The image is then the state after that frame.
   */
  readonly watchFrames?: (battle: Battle, listener: (() => void) | undefined) => void;
}
