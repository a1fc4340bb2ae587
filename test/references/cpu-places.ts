/** One execution of the slow reference: its registers, its memory, and the places of an instruction's operand and stack. */
import type { Width } from './int.js';

export interface Registers {
  readonly a: number;
  readonly x: number;
  readonly y: number;
  readonly s: number;
  readonly d: number;
  readonly db: number;
  readonly pb: number;
  readonly pc: number;
  /** NVMXDIZC */
  readonly p: number;
  readonly e: number;
}

type Draft = { -readonly [key in keyof Registers]: number };

export const N = 0x80;
export const V = 0x40;
export const M = 0x20;
export const X = 0x10;
export const D = 0x08;
export const I = 0x04;
export const Z = 0x02;
export const C = 0x01;

export type Letter = 'a' | 'x' | 'y' | 's' | 'd';

/** One execution under way: registers as they become, memory with what was written over it. */
export class Execution {
  readonly r: Draft;
  readonly written = new Map<number, number>();
  accesses = 0;
  leftPage = false;
  taken = false;
  farTaken = false;
  ends: 'waits' | 'stops' | undefined;
  /** The four bytes from the opcode on; only the first `used` are the instruction's. */
  used = 1;

  constructor(
    readonly before: Registers,
    readonly memory: (address: number) => number,
  ) {
    this.r = { ...before };
  }

  get(address: number): number {
    this.accesses += 1;
    return this.written.get(address) ?? this.memory(address);
  }

  put(address: number, value: number): void {
    this.accesses += 1;
    this.written.set(address, value % 256);
  }

  /** Little-endian number from the bytes at the places given. */
  gather(places: readonly number[]): number {
    return places.reduce((sum, place, index) => sum + this.get(place) * 256 ** index, 0);
  }

  operand(bytes: number): number {
    const { pb, pc } = this.before;
    const places = Array.from({ length: bytes }, (_, index) => pb * 65536 + ((pc + this.used + index) % 65536));
    this.used += bytes;
    return this.gather(places);
  }

  width(flag: number): Width {
    return (this.before.p & flag) === 0 ? 16 : 8;
  }

  status(): void {
    if (this.r.e === 1) {
      this.r.p |= M | X;
      this.r.s = 256 + (this.r.s % 256);
    }
    if ((this.r.p & X) !== 0) {
      this.r.x %= 256;
      this.r.y %= 256;
    }
  }

  signs(value: number, width: Width): void {
    const kept = value % 2 ** width;
    const sign = kept >= 2 ** (width - 1) ? N : 0;
    this.r.p = (this.r.p & (255 - N - Z)) + sign + (kept === 0 ? Z : 0);
  }
}

export function wrap(value: number, size: number): number {
  return ((value % size) + size) % size;
}

export const zero = (address: number): number => wrap(address, 65536);
export const whole = (address: number): number => wrap(address, 2 ** 24);

/** Both bytes of an operand in memory: in bank 0, or wherever the next address is. */
export function pair(address: number, inBankZero: boolean): readonly [number, number] {
  return inBankZero ? [zero(address), zero(address + 1)] : [whole(address), whole(address + 1)];
}

/** The first place of the direct page modes, and the place of the next byte of a 16-bit pointer of the 6502's modes. */
export function directPlaces(run: Execution, index: number, isIndexedPointer: boolean): readonly [number, number] {
  const { d, e } = run.before;
  const offset = run.operand(1) + index;
  const kept = e === 1 && d % 256 === 0;
  const first = kept ? d + (offset % 256) : zero(d + offset);
  const inPage = Math.floor(first / 256) * 256 + ((first + 1) % 256);
  return [first, kept || (e === 1 && isIndexedPointer) ? inPage : zero(first + 1)];
}

export function indexed(run: Execution, base: number, index: number): readonly [number, number] {
  run.leftPage = run.width(X) === 16 || (base % 256) + index > 255;
  return pair(base + index, false);
}

/** Where the operand's low and high byte are. */
export function places(run: Execution, mode: string): readonly [number, number] {
  const { x, y, s, db } = run.before;
  const bank = db * 65536;
  switch (mode) {
    case 'd':
      return pair(directPlaces(run, 0, false)[0], true);
    case 'd,x':
      return pair(directPlaces(run, x, false)[0], true);
    case 'd,y':
      return pair(directPlaces(run, y, false)[0], true);
    case '(d)':
      return pair(bank + run.gather(directPlaces(run, 0, false)), false);
    case '(d,x)':
      return pair(bank + run.gather(directPlaces(run, x, true)), false);
    case '(d),y':
      return indexed(run, bank + run.gather(directPlaces(run, 0, false)), y);
    case '[d]':
    case '[d],y': {
      const [first] = directPlaces(run, 0, false);
      const pointer = run.gather([first, zero(first + 1), zero(first + 2)]);
      return pair(pointer + (mode === '[d]' ? 0 : y), false);
    }
    case 'a':
      return pair(bank + run.operand(2), false);
    case 'a,x':
      return indexed(run, bank + run.operand(2), x);
    case 'a,y':
      return indexed(run, bank + run.operand(2), y);
    case 'al':
      return pair(run.operand(3), false);
    case 'al,x':
      return pair(run.operand(3) + x, false);
    case 'd,s':
      return pair(s + run.operand(1), true);
    case '(d,s),y':
      return pair(bank + run.gather(pair(s + run.operand(1), true)) + y, false);
    default:
      throw new Error(`no places for ${mode}`);
  }
}

export function readOperand(run: Execution, mode: string, width: Width): number {
  if (mode === 'imm') return run.operand(width / 8);
  return run.gather(places(run, mode).slice(0, width / 8));
}

export function writeOperand(run: Execution, where: readonly [number, number], value: number, width: Width): void {
  run.put(where[0], value % 256);
  if (width === 16) run.put(where[1], Math.floor(value / 256));
}

/** Pushes bytes, the last one first pulled; `strict` = each stays in page 1 in emulation mode. */
export function push(run: Execution, bytes: readonly number[], strict: boolean): void {
  for (const byte of bytes) {
    run.put(run.r.s, byte);
    run.r.s = zero(run.r.s - 1);
    if (strict && run.r.e === 1) run.r.s = 256 + (run.r.s % 256);
  }
}

export function pull(run: Execution, count: number, strict: boolean): number {
  const stack = Array.from({ length: count }, () => {
    run.r.s = zero(run.r.s + 1);
    if (strict && run.r.e === 1) run.r.s = 256 + (run.r.s % 256);
    return run.r.s;
  });
  return run.gather(stack);
}

export function bytesOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(value / 256 ** (count - 1 - index)) % 256);
}

export function nextAddress(run: Execution): number {
  return zero(run.before.pc + run.used);
}

export function keep(run: Execution, letter: Letter, value: number, width: Width): void {
  const kept = value % 2 ** width;
  run.r[letter] = letter === 'a' && width === 8 ? run.r.a - (run.r.a % 256) + kept : kept;
}
