/**
 * The battle's relation to the original: its draws, its inputs, and the code that no source prints.
 */
import type { Battle } from './declarations.js';

/** The commands to try when a recording's commands are unknown: one for each kind of effect. */
export interface InputShape {
  /** Encoded commands. The first one is that of an idle player. */
  readonly choices: readonly { readonly command: readonly number[]; readonly label: string }[];
  /** Names of cells that hold the input alone. No later step reads them. */
  readonly cells: readonly string[];
  /** Two counters: a step writes `begin` first and `end` last. */
  readonly sequence?: { readonly begin: string; readonly end: string };
  /**
   * One-byte cells that choices increment or decrement modulo `count`; `raise` and `lower` are
   * indexes of choices.
   */
  readonly dials?: readonly {
    readonly cell: string;
    readonly count: number;
    readonly raise: number;
    readonly lower: number;
  }[];
}

/** Records which unpublished stretches of the original's code a battle ran through. */
export interface UnpublishedNotes {
  /**
   * One byte for each stretch, by number: 1 once the battle ran through it. A caller may clear it,
   * or write to it for another battle.
   */
  readonly flags: Uint8Array;
  /** Records the stretches behind the battle's present state. */
  note(): void;
  /** Records as `note` does and returns the names of all recorded stretches, in order of number. */
  names(): readonly string[];
}

/**
 * An owner's image, whose code runs where ours has a hole. A routine that leads into a hole is run
 * again by the image from the state that it began with.
 */
export interface OriginalCode {
  /** Keeps a battle's image until the next call. */
  keep(image: Uint8Array): void;
  /**
   * Runs a routine from the kept image and leaves the outcome in `image`.
   * @param routine 24-bit address @param x index register @param y index register at its entry
   * @param draw told of each draw of the battle generator, in order
   * @returns register X at its return
   * @throws an error with a code when the routine comes to no return; the image is then as kept
   */
  rerun(image: Uint8Array, routine: number, x: number, y: number, draw?: DrawListener): number;
  /**
   * As `rerun`, of a routine that may come to no return, since it waits for frames, say.
   * @param stop 24-bit address that ends the call as well, or -1
   * @returns undefined when it came to no end; `image` is then as it was
   */
  attempt(image: Uint8Array, routine: number, x: number, stop: number, draw?: DrawListener): CallEnd | undefined;
  /**
   * Runs the image's code over frames, with interrupts and pads, from the declared cells of `image`
   * and leaves the outcome in them.
   * @returns frames, or -1 when it came to no end; `image` is then as it was
   * @throws an error with a code where the outcome hangs on what no cell of a battle holds
   */
  playFrames(image: Uint8Array, way: FrameWay, draw?: DrawListener): number;
}

/** A way of an image's own code over frames, on a console. */
export interface FrameWay {
  /** 24-bit address where it begins. */
  readonly from: number;
  /** 24-bit address that each round of the loop comes to. */
  readonly round: number;
  /** What is held on pad 1, a word of register 4218 for each frame; nothing after them. */
  readonly pads: Uint16Array;
  /** Frames at most. */
  readonly frames: number;
  /**
   * Whether the way is over: asked at each round but the one that it begins with, and at each
   * interrupt.
   * @param frame from 0
   */
  isOver(image: Uint8Array, isRound: boolean, frame: number): boolean;
}

/** How a call of an image's code has ended. */
export interface CallEnd {
  /** Accumulator, 16 bits. */
  readonly a: number;
  /** It came to the address that was given, and not to its return. */
  readonly stopped: boolean;
}

/**
 * A draw that an image's code made. @param site 24-bit address of the calling instruction
 * @param before the generator's four bytes, the first one lowest @param after @param value 0..255
 */
export type DrawListener = (site: number, before: number, after: number, value: number) => void;

/** What explains and limits the proof that a battle equals the original's. */
export interface Evidence {
  /** Event kind of a draw of the generator: call site, state before, state after, value. */
  readonly draws?: number;
  /** Purpose of a draw, by its call site. */
  readonly drawPurpose?: (site: number) => string;
  /** Starts to record the unpublished code that a battle runs through. */
  readonly unpublished?: (battle: Battle) => UnpublishedNotes;
  /** Names of the stretches that an image's code can fill; left out: none. */
  readonly fillable?: readonly string[];
  /** Why an image's code does not stand in for ours, by the name of the stretch. */
  readonly notFillable?: Readonly<Record<string, string>>;
  /** Names of the stretches that the image's code has filled, in the order of the table. */
  readonly filled?: (battle: Battle) => readonly string[];
  /**
   * Why a cost in the system's unit of time differs from the original's; omitted where it is the
   * original's.
   */
  readonly assumedCost?: string;
  /** The commands to try when a recording's commands are unknown. */
  readonly inputs?: InputShape;
}

/** Why a battle cannot be taken over from memory of the console. */
export interface StateFault {
  /**
   * `other`: memory of another game, a menu or a map; `between`: the blocks of a battle without
   * anybody to fight; `before`: a battle that is set up and has not begun; `moment`: a battle in
   * the middle of something that no cell holds.
   */
  readonly kind: 'other' | 'between' | 'before' | 'moment';
  /** What was found, in words. */
  readonly found: string;
}

/** A battle taken over from a savestate or dump of the console. */
export interface ConsoleState {
  /** Bytes of work RAM that are read, from 7E:0000 on. */
  readonly bytes: number;
  /**
   * Whether work RAM with a battle may begin at a place: quick, and wrong only with "yes".
   * @param at number of a byte, with `bytes` of them behind it
   */
  mayBegin(memory: Uint8Array, at: number): boolean;
  /**
   * Takes the battle over from work RAM.
   * @param at byte of 7E:0000
   * @returns undefined; with a fault the image is of no use
   */
  take(battle: Battle, memory: Uint8Array, at: number): StateFault | undefined;
  /**
   * Takes the battle over whose console cells are in the image already; cells of our own get their
   * starting values.
   * @returns as `take`
   */
  adopt(battle: Battle): StateFault | undefined;
  /** Names of cells that change in a battle and that it cannot do without. */
  needs(battle: Battle): readonly string[];
  /** What memory of the console does not hold and what stands in its place, a sentence each. */
  notes(battle: Battle): readonly string[];
}
