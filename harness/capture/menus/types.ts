/**
 * The two profiles of an image: its menus, and what it shows for how long. Both are data; nothing
 * of an image is in them but its hash.
 */
import type { TimedThing } from '../../../core/system/timed.js';
import type { Button } from '../../../rom-map/pad.js';

/** The image that a profile is of. */
export interface ProfiledImage {
  readonly title: string;
  readonly sha256: string;
}

/** Bits of a cell. */
export interface CellBits {
  readonly cell: string;
  readonly mask: number;
}

/** A window with entries in columns and rows; the cursor goes round in both. */
export interface ListWindow {
  readonly name: string;
  /** Value of the state cell while it is open. */
  readonly state: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * The choice of a target on the field: the cursor goes to the next target along the row, then along
 * the rows behind, or down the column, then down the columns behind; round in both.
 */
export interface TargetWindow {
  readonly name: string;
  readonly state: number;
  readonly search: 'rows-and-columns';
}

export type MenuWindow = ListWindow | TargetWindow;

/** A window on the way of a command and what is chosen in it. */
export interface PathStep {
  readonly window: string;
  /** Place in the window, or the parameter that holds it; none: the cell of the target. */
  readonly entry?: number | string;
}

/** How a command is given. Parameters in `when` decide between several ways of one command. */
export interface CommandWay {
  readonly command: string;
  readonly when?: Readonly<Record<string, number>>;
  readonly path?: readonly PathStep[];
  /** A button in the frame itself, without a window: one, or one for each value of a parameter. */
  readonly button?: Button;
  readonly buttons?: { readonly parameter: string; readonly values: readonly Button[] };
  /** Nothing is pressed: frames pass. */
  readonly waits?: true;
}

/** Cells that show the menus in a recording. */
export interface MenuCells {
  readonly state: CellBits;
  /** Not 0 while the screen shows something and nothing is read. */
  readonly still: CellBits;
  readonly textSpeed: CellBits;
  readonly cursor: string;
}

export interface MenuProfile {
  readonly menus: 1;
  /** Left out: the menus are declared, and no image was looked at. */
  readonly image?: ProfiledImage;
  readonly system: string;
  /** Left out: nobody knows them, so that no recording can be held against the menus. */
  readonly cells?: MenuCells;
  /** What of the menus no recording has shown yet, a sentence each. */
  readonly assumed?: readonly string[];
  /** Cells of pads, cursors and clocks of the console: a plan does not compare them. */
  readonly inputs: readonly string[];
  readonly open: Button;
  readonly choose: Button;
  readonly back: Button;
  /** Value of the state cell while an order waits until the menus are closed. */
  readonly orderState: number;
  readonly windows: readonly MenuWindow[];
  readonly commands: readonly CommandWay[];
  /** How often each thing was seen in the recording that the profile was learned from. */
  readonly seen?: Readonly<Record<string, number>>;
}

/** Menus that a recording can be held against. */
export type RecordedMenus = MenuProfile & { readonly image: ProfiledImage; readonly cells: MenuCells };

/** What a figure is about: a thing of a step, or a window by its name. */
export interface TimedKey {
  readonly what: TimedThing['what'] | 'window' | 'order';
  /** Number of the skill (an own list of the enemies: from 256), or value of the window's state. */
  readonly number: number;
  readonly units: number;
  readonly textSpeed: number;
}

export interface Figure extends TimedKey {
  /** Fewest and most frames that were seen, and how often it was seen. */
  readonly least: number;
  readonly most: number;
  readonly seen: number;
}

/** How long an image shows what. */
export interface TimingFigures {
  readonly figures: readonly Figure[];
}

export interface TimingProfile extends TimingFigures {
  readonly timing: 1;
  readonly image: ProfiledImage;
  readonly system: string;
  /** Stretches with several causes at once, from which nothing was learned. */
  readonly leftOut: number;
}
