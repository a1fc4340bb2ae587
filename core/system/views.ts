/** What a viewer shows of a battle besides its cells. */
import type { Battle } from './declarations.js';

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
  /**
   * Number of the side whose turn it is, or -1 where it is nobody's. Absent: the system has no
   * turns.
   */
  readonly turn?: (battle: Battle) => number;
  /** Columns and rows of the board. Absent: there is none. */
  readonly board?: (battle: Battle) => readonly [columns: number, rows: number];
}

/** Lines with a label, for people to read. */
export type LabelledLines = readonly (readonly [label: string, value: string])[];

/** What people see of a battle. No rule and no search reads it. */
export interface Views {
  /** The battle as text: a map, a board, a table. */
  readonly print?: (battle: Battle) => string;
  /** What comes next. */
  readonly predict?: (battle: Battle) => LabelledLines;
  /** What the battle came to; empty while there is nothing to say. */
  readonly outcome?: (battle: Battle) => LabelledLines;
  /** The columns of a route's table, after every action. */
  readonly ledger?: (battle: Battle) => LabelledLines;
  /** Gauges, units, sides and board, for boards and lists. */
  readonly overview?: Overview;
}
