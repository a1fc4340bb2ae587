/** What takes time on the console's screen beside the frames that the rules count. */
import type { Battle, EventBuffer } from './declarations.js';

export const TIMED = ['skill', 'turn', 'enemyStep', 'start', 'end'] as const;

/** Something that a step did and that a console shows for a while. */
export interface TimedThing {
  readonly what: (typeof TIMED)[number];
  /** Number of the skill; 0 for the others. */
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
