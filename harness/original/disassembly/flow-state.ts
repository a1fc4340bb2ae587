/**
 * What is known of the processor before an instruction, without its having run: widths, mode,
 * carry, D, DB, constants on the stack.
 */

/** A flag: its value in bit 0; bit 1 set: not known, the value is only assumed. */
export type FlowBit = 0 | 1 | 2 | 3;

/** A number, or -1: not known. */
export type Known = number;

export interface FlowState {
  /** 1 = the accumulator has 8 bits. */
  readonly m: FlowBit;
  /** 1 = the index registers have 8 bits. */
  readonly x: FlowBit;
  /** 1 = emulation mode. */
  readonly e: FlowBit;
  readonly carry: FlowBit;
  readonly direct: Known;
  readonly dataBank: Known;
  /** Low and high byte of the accumulator. */
  readonly low: Known;
  readonly high: Known;
  /** Bytes pushed since the start, the last one on top; `statusByte` for those of PHP. */
  readonly stack: readonly number[];
}

const STATUS = 0x1_0000;

/** P as PHP pushes it: M, X and C with what is known of them. */
export function statusByte(state: FlowState): number {
  return STATUS | state.m | (state.x << 2) | (state.carry << 4);
}

/** The flags that a pulled byte sets, or undefined when nothing is known of it. */
export function flagsOfByte(byte: number): Pick<FlowState, 'm' | 'x' | 'carry'> | undefined {
  if (byte < 0) return undefined;
  if (byte >= STATUS) {
    return { m: (byte & 3) as FlowBit, x: ((byte >> 2) & 3) as FlowBit, carry: ((byte >> 4) & 3) as FlowBit };
  }
  return { m: ((byte >> 5) & 1) as FlowBit, x: ((byte >> 4) & 1) as FlowBit, carry: (byte & 1) as FlowBit };
}

export function isKnown(bit: FlowBit): boolean {
  return bit < 2;
}

/** The value, known or assumed. */
export function bitOf(bit: FlowBit): 0 | 1 {
  return (bit & 1) as 0 | 1;
}

/** The same value, no longer known. */
export function doubted(bit: FlowBit): FlowBit {
  return (bit | 2) as FlowBit;
}

/**
 * Entry state.
 *
 * @param m undefined: not known, 8 bits assumed
 * @param x undefined: not known, 16 bits assumed
 */
export function entryState(given: {
  readonly m: FlowBit | undefined;
  readonly x: FlowBit | undefined;
  readonly e?: FlowBit;
  readonly direct: Known;
  readonly dataBank: Known;
}): FlowState {
  const { m = 3, x = 2, e = 0, direct, dataBank } = given;
  return { m, x, e, carry: 2, direct, dataBank, low: -1, high: -1, stack: [] };
}

function joinBits(first: FlowBit, second: FlowBit): FlowBit {
  return first === second ? first : doubted(first);
}

function joinKnown(first: Known, second: Known): Known {
  return first === second ? first : -1;
}

/** What lies on both stacks, from the top. */
function joinStacks(first: readonly number[], second: readonly number[]): readonly number[] {
  const depth = Math.min(first.length, second.length);
  const mine = first.slice(first.length - depth);
  const theirs = second.slice(second.length - depth);
  return mine.map((byte, index) => joinKnown(byte, theirs[index] as number));
}

/**
 * What holds on both ways to an instruction; where they differ the first one's widths stay, no
 * longer known.
 */
export function joinStates(first: FlowState, second: FlowState): FlowState {
  return {
    m: joinBits(first.m, second.m),
    x: joinBits(first.x, second.x),
    e: joinBits(first.e, second.e),
    carry: joinBits(first.carry, second.carry),
    direct: joinKnown(first.direct, second.direct),
    dataBank: joinKnown(first.dataBank, second.dataBank),
    low: joinKnown(first.low, second.low),
    high: joinKnown(first.high, second.high),
    stack: joinStacks(first.stack, second.stack),
  };
}

export function sameStates(first: FlowState, second: FlowState): boolean {
  return (
    first.m === second.m &&
    first.x === second.x &&
    first.e === second.e &&
    first.carry === second.carry &&
    first.direct === second.direct &&
    first.dataBank === second.dataBank &&
    first.low === second.low &&
    first.high === second.high &&
    first.stack.length === second.stack.length &&
    first.stack.every((byte, index) => byte === second.stack[index])
  );
}
