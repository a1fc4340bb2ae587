/** A routine of a game of one's own, as its owner declares it. */

/** Numbers that a register or cell can hold; left out: all of its width. */
export interface OwnDomain {
  readonly min?: number;
  readonly max?: number;
  /** These alone. */
  readonly values?: readonly number[];
}

/** Bytes at an address, or a row of them. */
export interface OwnPlace {
  /** Where it begins: `7E:0010`. */
  readonly at: string;
  /** 1, or 2 with the low byte first; left out: 1. */
  readonly bytes?: 1 | 2;
  /** How many stand there, read and written by their number from 0; left out: 1. */
  readonly count?: number;
  /** Bytes from one to the next; left out: as many as each has. */
  readonly stride?: number;
}

/** A cell of work RAM, `7E:0000` to `7F:FFFF`. */
export interface OwnCell extends OwnPlace, OwnDomain {}

/** A register, the low byte of A, or a flag, which is 0 or 1. */
export type OwnRegister = 'A' | 'A8' | 'X' | 'Y' | 'N' | 'V' | 'Z' | 'C';

/**
 * What a function of ours works on: the cells and tables of its routine by name, registers and
 * flags. A number that a cell cannot hold is a difference; nothing wraps by itself.
 */
export interface OwnMachine extends Record<OwnRegister, number> {
  /** Value of a cell or of a table. @param index from 0; left out: 0 */
  read(name: string, index?: number): number;
  /** Writes a cell. @param index from 0; left out: 0 */
  write(name: string, value: number, index?: number): void;
}

export interface OwnRoutine {
  /** What reports call it. */
  readonly name: string;
  /** Bus address of its first instruction: `00:8010`. It ends with the RTS or RTL of its level. */
  readonly entry: string;
  /** Bits of the accumulator at the entry, 8 or 16; left out: 8. */
  readonly accumulator?: 8 | 16;
  /** Bits of X and Y at the entry, 8 or 16; left out: 16. */
  readonly index?: 8 | 16;
  /** Direct page at the entry; left out: that of the image. */
  readonly direct?: number;
  /** Data bank at the entry; left out: that of the image. */
  readonly dataBank?: number;
  /** Registers and flags that it takes, with what they can hold. The others hold anything. */
  readonly takes?: Readonly<Partial<Record<OwnRegister, OwnDomain>>>;
  /** Registers and flags that it gives: they are compared at its end. */
  readonly gives?: readonly OwnRegister[];
  /** Cells that it reads, with what they can hold. */
  readonly reads?: Readonly<Record<string, OwnCell>>;
  /** Cells that it writes; one that it reads as well stands in both. They are compared. */
  readonly writes?: Readonly<Record<string, OwnCell>>;
  /** Cells that it works in: they may hold anything before and after. */
  readonly scratch?: Readonly<Record<string, OwnCell>>;
  /** Tables of the image that it reads; both sides are given other bytes, too. */
  readonly tables?: Readonly<Record<string, OwnPlace>>;
  /** Branches that cannot go both ways, by their address, each with the reason. */
  readonly oneWay?: Readonly<Record<string, string>>;
  /** Our function. */
  readonly ours: (machine: OwnMachine) => void;
}

/** Registers at the entry of the routines of an image. */
export interface OwnEntry {
  /** Direct page; left out: 0. */
  readonly direct?: number;
  /** Data bank; left out: 0, which shows the first 8 KiB of work RAM. */
  readonly dataBank?: number;
  /** Stack pointer, with 192 bytes of room below it; left out: 1FEFh. */
  readonly stack?: number;
}
