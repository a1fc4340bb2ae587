/**
 * What a proof is told of a game. The proof itself knows none: LIVE A LIVE is one such value
 * (`live-a-live.ts`), a game of one's own another (`own-game/`).
 */
import type { DomainRow, FreeCellRow, UnprintedRange, Window } from '../../../rom-map/index.js';
import type { Adapter, ResultRegister } from '../vectors/adapters/adapter.js';
import type { ByteMap, Registers } from '../vectors/format.js';

/** A named cell. */
export interface GamePlace {
  /** `enemy[3].orderPoints` */
  readonly name: string;
  /** 24 bits. */
  readonly address: number;
  /** In the packed image. */
  readonly offset: number;
  /** Bytes. */
  readonly width: number;
  /** What names it: the same row for the same cell of every block, and for all cells of a list. */
  readonly row: { readonly kind: string; readonly name: string };
}

/** A value that leads a routine through code that no listing prints, with no exit of its own. */
export interface UnpublishedWay {
  /** `C1:D052` */
  readonly routine: string;
  /** `enemy.state` */
  readonly cell: string;
  readonly value: number;
  /** In words, for the reason that is told. */
  readonly what: string;
}

export interface Game {
  /** Memory that is compared, ascending in the packed image: work RAM, registers, cells of ours. */
  readonly windows: readonly Window[];
  /** Bytes of the packed image. */
  readonly imageBytes: number;
  /**
   * Its cells and domains are declared as a whole: each state inside of them may occur, and leads
   * to declared cells and to an exit. No published case says what does; the states to begin with
   * come with the routine.
   */
  readonly isDeclared: boolean;
  /** Banks of the whole game whose bytes routines read. */
  readonly tableBanks: readonly number[];
  /** The routine that gives draws, `C1:6150`; undefined: there is none. */
  readonly generator: string | undefined;
  /** Code of the whole game that no listing prints. */
  readonly unprinted: readonly UnprintedRange[];
  readonly unpublishedWays: readonly UnpublishedWay[];
  /** What inputs can hold. */
  readonly domains: readonly DomainRow[];
  readonly freeCells: readonly FreeCellRow[];
  /** Named cells, ascending by address. @param routine undefined: those of all routines */
  placesOf(routine: string | undefined): readonly GamePlace[];
  /** An address in words, such as `7E03AE actionPoints`. */
  describe(address: number, routine: string): string;
  /** A side with memory of its own. */
  createSide(): OurSide;
}

/** Told of what our function reads. */
export interface ReadListener {
  cell?(offset: number): void;
  /** @param address the cartridge's */
  table?(address: number, value: number): void;
}

/** Our side of a proof: memory, tables, and the last call of one of our functions. */
export interface OurSide {
  /** The packed image. */
  readonly ram: Uint8Array;
  /** Offset in the image of each address that a window holds. */
  readonly offsets: ReadonlyMap<number, number>;
  /** 24-bit address of each offset, -1 for a byte that no window holds. */
  readonly addresses: Int32Array;
  putTables(tables: ByteMap): void;
  /**
   * Calls our function of a routine.
   *
   * @param memory what its memory holds before @param draws what the generator gives; undefined:
   * what its state gives
   * @returns name of the exit
   */
  call(
    adapter: Adapter,
    memory: Uint8Array,
    registers: Registers,
    draws: Uint8Array | undefined,
    heard?: ReadListener,
  ): string;
  /** Value of a register that the last call has given. */
  result(adapter: Adapter, name: ResultRegister, registers: Registers): number;
  /** How many draws the last call took. */
  drawCount(): number;
  /** Their values, where none were given. */
  drawn(): readonly number[];
  /** What the last call wrote that its cell cannot hold; undefined: nothing. */
  unfit(): Unfit | undefined;
}

/** A number that does not fit where our function put it. */
export interface Unfit {
  /** `coins: mine 300, which 8 bits do not hold` */
  readonly text: string;
  /** Of the cell in the packed image, or -1 for a register. */
  readonly offset: number;
  /** Bytes of the cell. */
  readonly width: number;
}

/** What is made of a game once, and kept as long as the game. */
export function madeOnce<Made>(make: (game: Game) => Made): (game: Game) => Made {
  const known = new WeakMap<Game, Made>();
  return (game) => {
    const before = known.get(game);
    if (before !== undefined) return before;
    const made = make(game);
    known.set(game, made);
    return made;
  };
}
