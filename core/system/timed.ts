/** What takes time on the console's screen beside the frames that the rules count. */
import type { Battle, EventBuffer } from './declarations.js';

/** Numbers of the enemies' skills begin here: they have a list of their own. */
export const ENEMY_SKILLS = 256;

const TIMED = ['skill', 'turn', 'enemyStep', 'start', 'end'] as const;

/** Something that a step did and that a console shows for a while. */
export interface TimedThing {
  readonly what: (typeof TIMED)[number];
  /** Number of the skill, an enemy's from `ENEMY_SKILLS` on; 0 for the others. */
  readonly number: number;
  /** Units that it hit, each once; 0 for the others. */
  readonly units: number;
}

/** What a menu offers as targets, as cells 8 y + x, ascending. */
export interface MenuTargets {
  readonly cells: readonly number[];
  /** The one that a command takes; -1: the menu offers none. */
  readonly chosen: number;
}

/** A battle as somebody plays it who goes through the menus of a console. */
export interface Menus {
  /** What the events of a step show that takes time on the screen, in order. */
  readonly timed: (events: EventBuffer) => readonly TimedThing[];
  /** Whether a command carries an order out; else the console is left alone in that frame. */
  readonly isOrder: (command: Int32Array) => boolean;
  /**
   * The targets of an encoded action; undefined for one without a target.
   * @param battle before the command; its image is work space and not the same afterwards
   */
  readonly targets: (battle: Battle, action: Int32Array) => MenuTargets | undefined;
}

/** An order that the player gave, as buttons and menus give it. */
export interface PlayedOrder {
  /** Name of a command way in a menu profile. */
  readonly name: string;
  /** What a way may name: a direction 0-3, a side 0-1, a place in a list. */
  readonly parameters: Readonly<Record<string, number>>;
  /** What the target window offers; undefined for an order without a target. */
  readonly targets: MenuTargets | undefined;
  /** Presses of L or R while the target is chosen. */
  readonly presses: number;
  /** Whether a frame more before it would change clocks alone. */
  readonly mayWait: boolean;
  /** The image as it was when the order was given; a copy, one for the orders of a frame. */
  readonly before: Uint8Array;
}

/** A frame of a command, or what is left behind its last frame, which may be nothing. */
export interface PlayedFrame {
  /** Given before it, by the buttons of the frame before. */
  readonly orders: readonly PlayedOrder[];
  /** What it shows. */
  readonly timed: readonly TimedThing[];
  /** False: no frame passed behind these orders. */
  readonly passes: boolean;
  /** What no button of a plan brings about, or empty. */
  readonly unknown: string;
}

/** The same for a system whose commands play several frames each. */
export interface PlayedMenus {
  /** What the events of a command show that takes time on the screen, in order. */
  readonly timed: (events: EventBuffer) => readonly TimedThing[];
  /**
   * Watches a battle from now on.
   * @returns gives the frames of the command that was played last
   */
  readonly watch: (battle: Battle) => (command: Int32Array) => readonly PlayedFrame[];
}
