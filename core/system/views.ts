/** What viewers show of a battle besides its cells. */
import type { Battle } from './declarations.js';
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
  readonly predict?: (battle: Battle) => LabelledLines;
  /** The outcome of the battle; empty while there is none. */
  readonly outcome?: (battle: Battle) => LabelledLines;
  /** The columns of a route's table, asked for after every action; names in English by default. */
  readonly ledger?: (battle: Battle, language?: Language) => LabelledLines;
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
