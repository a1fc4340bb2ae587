/** The table of choices: what may be commanded, and what each command would do. */
import type { Preview } from '../../../core/system/system.js';
import type { RowCommand } from '../../play/trace/types.js';

export interface ChoiceRow {
  readonly command: RowCommand;
  /** As the battle takes it. */
  readonly words: Int32Array;
  /** Name of the skill or item, or of the command. */
  readonly name: string;
  /** Column and row that it names, or undefined. */
  readonly cell: readonly [x: number, y: number] | undefined;
  /** Where and on whom, in words. */
  readonly where: string;
  /** What it would do. */
  readonly preview: ChoicePreview;
}

export interface ChoicePreview {
  /** Frames, commands or steps that it takes, as the system counts. */
  readonly frames: number;
  /** Gauges that it changes. */
  readonly changes: Preview['changes'];
  readonly acted: readonly string[];
  /** Whose turn is next, or empty. */
  readonly next: string;
  readonly told: readonly string[];
}

/** Something that cannot be commanded now. */
export interface RefusedRow {
  readonly name: string;
  readonly reason: string;
}

export interface ChoiceTable {
  /** Who acts, or empty. */
  readonly actor: string;
  readonly rows: readonly ChoiceRow[];
  readonly refused: readonly RefusedRow[];
  /** False: there are more commands than the table lists. */
  readonly isWhole: boolean;
}
