/** The members of a system for the search, besides playing its battles. */
import type { Battle, CellDeclaration, EventBuffer } from './declarations.js';

/** Decides a battle's draws in place of its generator. */
export interface DrawSource {
  /**
   * The value of the next draw, or -1: `choose` decides among the values with different
   * consequences.
   */
  given(): number;
  /**
   * Chooses the value of a draw.
   * @param values lent; the first `count` are valid, ascending
   * @param site address of the routine that draws
   * @returns the chosen value
   */
  choose(values: Uint8Array, count: number, site: number): number;
  /**
   * Lent, 256 bytes: receives, before `choose`, for each value its index among those with different
   * consequences.
   */
  readonly kinds?: Uint8Array;
  /**
   * When given, values that differ in nothing but the time that a status is to last are one kind,
   * and the shortest time stands for all of them until it ends.
   */
  readonly times?: TimeKeeper;
  /** When given, one target of a skill is looked at alone, or everybody who is no target. */
  readonly part?: DrawPart;
}

/** Nobody's own draw: of everybody. */
export const EVERYBODY = -2;
/** Everybody who is no target. */
export const NO_TARGET = -1;

/**
 * What is looked at of a skill that strikes several targets, each of them alone. A draw that
 * concerns another target takes its least value.
 */
export interface DrawPart {
  /** Number of the target, or `NO_TARGET`. */
  readonly target: number;
  /**
   * Receives, before `choose`, where in the order of a skill's draws the draw stands: from 0 on.
   */
  phase: number;
  /** Receives, before `choose`, whose draw it is: a target's number, `NO_TARGET`, `EVERYBODY`. */
  owner: number;
}

/** Skills whose targets can be looked at one by one. */
export interface Targets {
  /**
   * Phases in which everybody follows each draw: the first, before the targets' own draws, and the
   * last, behind them.
   */
  readonly common: number;
  readonly last: number;
  /** What the cells of a target begin with. */
  prefix(target: number): string;
  /** Targets in the area of the skill that took effect. */
  struck(image: Uint8Array): readonly number[];
  /**
   * Why what becomes of one target may depend on another, in words, or undefined: it does not.
   * @param begun the state before the command, which uses a skill or an item
   * @param image a state in which it took effect, each target's own draws being 0
   */
  coupled(battle: Battle, begun: Uint8Array, image: Uint8Array, fates: TargetFates): string | undefined;
}

/** What may become of the targets of a skill, each looked at alone. */
export interface TargetFates {
  /** In the area. */
  readonly struck: readonly number[];
  /** Those that may leave. */
  readonly falling: readonly number[];
  /** Those that leave whatever is drawn. */
  readonly fallen: readonly number[];
}

/** Follows how long statuses last where the shortest of several times stands for all of them. */
export interface TimeKeeper {
  /**
   * Lent, 256 bytes: receives, before `choose`, for each value the time that it gives; 0 for none,
   * and for every value of a draw of anything else.
   */
  readonly drawn: Uint8Array;
  /** A timer was set: to the time of the last draw, if that has times. @param timer its offset */
  begins(timer: number): void;
  /**
   * Called before time takes a timer to 0. A longer time may be written there instead.
   * @param timer its offset in the image @param step units of time that pass
   */
  ends(timer: number, step: number): void;
}

/** Where units may stand when a battle begins, where nobody has published which of them. */
export interface StartPlaces {
  /** Ways to place everybody; the first is the present one. */
  readonly count: number;
  /** Puts a way into an image of the battle's start. @param number 0..count-1 */
  put(image: Uint8Array, number: number): void;
  /** What a plan writes for it. */
  name(number: number): string;
}

/** The generator that a battle draws from, as a sequence of 32-bit states. */
export interface Generator {
  /** The state after one draw; its newest byte is the value drawn. @param state not 0 */
  next(state: number): number;
  /**
   * Every state from which `next` leads to this one, in ascending order; never 0. They draw alike.
   */
  before(state: number): readonly number[];
  /** The value that a state draws, 0..255. */
  value(state: number): number;
  /** State of a battle's generator, 0 before it is seeded. */
  read(battle: Battle): number;
  /** Sets the state of a battle's generator; the other seeds stay. */
  write(battle: Battle, state: number): void;
  /** Known cycles, in which every sequence ends: one state of each, and its length. */
  readonly cycles: readonly { readonly first: number; readonly length: number }[];
  /**
   * A cell of 16 bits that seeds an unseeded generator besides the timer: its value now, and its
   * value one map frame later.
   */
  readonly seed: {
    readonly cell: string;
    next(value: number): number;
    read(battle: Battle): number;
    write(battle: Battle, value: number): void;
  };
  /** Name of the timer cell that seeds it as well. */
  readonly timer: string;
}

/** What a screen shows over a unit: damage, a recovery, or that nothing hit. */
export type ShownKind = 'damage' | 'heal' | 'miss';

/** Frames of a command so far. */
export interface CommandFrames {
  readonly frames: number;
  /** Idle frames of the enemies' turn among them. */
  readonly stalls: number;
  /** A step was under way when the last of them began. */
  readonly stepped: boolean;
}

/** A command played frame by frame. States are images; nothing else is kept between two calls. */
export interface FramePlay {
  /**
   * Cells, besides those of scratch, that no frame reads before it writes them: between two frames
   * nothing depends on what they hold.
   */
  readonly unread: readonly CellDeclaration[];
  /**
   * Carries a command out, without the frames that follow it; of a walk those of its last step.
   * @returns 0, or the number of the rule error with the image untouched
   */
  give(command: Int32Array): number;
  /** Whether `give` takes commands of this code. */
  takes(code: number): boolean;
  /** Whether commands of this code are several ones, which `chosen` tells one by one. */
  isSeveral(code: number): boolean;
  /**
   * The next of several commands as the battle is now, or undefined: there are no more.
   * @param given how many of them were given
   * @returns lent, valid until the next call
   */
  chosen(command: Int32Array, given: number): Int32Array | undefined;
  /** Lends a buffer for the events of what is played here; undefined: they go nowhere. */
  lend(events: EventBuffer | undefined): void;
  /**
   * Plays a frame.
   * @returns whether it belonged to the enemies and nobody acted
   */
  frame(): boolean;
  /** Whether the battle is over. */
  isOver(): boolean;
  /**
   * Whether the skill of a command just given has taken effect, or never will.
   * @param given image right after the command
   */
  hasTakenEffect(given: Uint8Array): boolean;
  /**
   * Whether the player is asked again and the turn of the enemies, if there was one, is over: where
   * a command ends that waits for that. @param soFar one frame at least
   */
  isTurnOver(soFar: CommandFrames): boolean;
  /** Whether a unit is on its way from a cell to the next. */
  isStepping(): boolean;
  /** Whether a command is over: the player is asked again as the command's own frames say. */
  isAnswered(command: Int32Array, soFar: CommandFrames): boolean;
  /**
   * Whether the result of a draw at this site matters later in the same frame without being in the
   * image. At other sites it matters at most until a draw at another site.
   */
  isLasting(site: number): boolean;
}

/**
 * Beginnings shared by several commands. Each is played once, and the commands continue from its
 * state. No events are reported.
 */
export interface SharedPrefixes {
  /** Number of prefixes; they are numbered from 0. */
  readonly count: number;
  /**
   * The prefix with which a command begins in this state, or -1: the command is refused or shares
   * no prefix.
   * @param before the prefix already played for this command, or -1
   */
  of(command: Int32Array, before: number): number;
  /** Plays a prefix. @returns true when the commands with this prefix end with it */
  play(prefix: number): boolean;
  /** Plays the rest of a command from the state after its prefix. */
  playRest(command: Int32Array): void;
}

/** A cell and its goal range, both ends included. */
export interface CellRange {
  readonly cell: CellDeclaration;
  readonly min: number;
  readonly max: number;
}

/** What may come of a command that chance decides. */
export interface Outcome {
  /** The command with what falls, encoded. */
  readonly command: Int32Array;
  /** Equally likely cases that it stands for: those that the rules treat alike are one. */
  readonly cases: bigint;
}

/** An encoded command and its cost. */
export interface PricedCommand {
  readonly words: Int32Array;
  readonly price: number;
}

/**
 * Members that make a search faster or exact. Each is optional: without it a search is slower, not
 * wrong.
 */
export interface Planning {
  /**
   * The cells of a state's key in this battle: states with equal values have equal futures.
   * `passive` cells are included where they can decide something.
   */
  readonly stateKeyCells?: (battle: Battle) => readonly CellDeclaration[];
  /**
   * Whether a cell outside of the key may be asked for by itself: a step computes it from the key
   * and from its own value, or never writes it. A search that asks for another cell outside of the
   * key tells states apart by every compared cell.
   */
  readonly standsAlone?: (battle: Battle, cell: CellDeclaration) => boolean;
  /**
   * Whether the passive cells decide something in the present state. When omitted, they may in
   * every state.
   */
  readonly timerMatters?: (battle: Battle) => boolean;
  /**
   * Makes a function that returns an admissible lower bound on the remaining ally actions until the
   * cell is in its range, or returns undefined when no bound is known. One action lowers the sum
   * over several cells by at most one.
   */
  readonly actionsLowerBound?: (
    battle: Battle,
    cell: CellDeclaration,
    min: number,
    max: number,
  ) => (() => number) | undefined;
  /**
   * Makes a function that returns an admissible lower bound on the remaining cost until all cells
   * are in their ranges, if only these commands are used; undefined when no bound is known. A
   * command lowers it by at most its own cost.
   */
  readonly costLowerBound?: (
    battle: Battle,
    goal: readonly CellRange[],
    commands: readonly PricedCommand[],
  ) => (() => number) | undefined;
  /**
   * Further cells and their ranges on the way to a goal, such as the HP of enemies for a win: a
   * beam goes by the distance from them. They need not hold at the goal.
   */
  readonly impliedRanges?: (battle: Battle, goal: readonly CellRange[]) => readonly CellRange[];
  /** Number of frames played, where one command takes several. */
  readonly frames?: (battle: Battle) => number;
  /**
   * Counts the enemies' own actions among the events of a command.
   * @param acted receives 1 at the number of every enemy that acted
   */
  readonly enemyActions?: (events: EventBuffer, acted: Uint8Array) => number;
  /** The numbers that a screen shows over units. */
  readonly shown?: {
    /** Kinds of events that they are told by, a bit each. */
    readonly kinds: number;
    /**
     * Tells those of the events of whole frames.
     * @param see told the first prefix of the unit, what it is, and the amount; of a miss 0
     */
    tell(events: EventBuffer, see: (unit: string, kind: ShownKind, amount: number) => void): void;
  };
  /** Counts the button presses of a command before it is stepped. */
  readonly presses?: (battle: Battle, command: Int32Array) => number;
  /**
   * The prefixes that commands of this battle share. When omitted, every command is played from its
   * start.
   */
  readonly sharedPrefixes?: (battle: Battle) => SharedPrefixes;
  /** Takes every further draw of this battle from the source; undefined restores the generator. */
  readonly forceDraws?: (battle: Battle, source: DrawSource | undefined) => void;
  /** Skills whose targets' draws can be followed one target after the other. */
  readonly targets?: Targets;
  /** The generator of its battles. */
  readonly generator?: Generator;
  /**
   * Where units may stand at the battle's start; undefined: where they stand.
   * @param most ways that are counted; with more than that `count` is larger by one
   */
  readonly startPlaces?: (battle: Battle, most: number) => StartPlaces | undefined;
  /** Plays commands of this battle frame by frame. */
  readonly framePlay?: (battle: Battle) => FramePlay;
  /**
   * Parameters that chance decides, by command: the faces of dice that are rolled. A search over
   * chance names the command without it.
   */
  readonly chanceParameters?: Readonly<Record<string, string>>;
  /**
   * Everything that may come of such a command in the present state, at most `most` outcomes.
   * @returns undefined: the command is refused whatever falls; a number: there are so many outcomes
   */
  readonly outcomes?: (battle: Battle, code: number, most: number) => readonly Outcome[] | number | undefined;
  /** Clears what the present state keeps of the past and no later step reads. */
  readonly forgetPast?: (battle: Battle) => void;
}
