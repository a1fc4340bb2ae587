/**
 * Independent slow reference of the 65816: one instruction at a time on a map of bytes.
 *
 * Where the processor's table is a list of 256 functions, this one takes an opcode apart by its bits, works out the places of
 * every operand byte first, and only then reads, computes (bit by bit, `int.ts`) and writes. Source: the processor's manual, its
 * data sheet's cycle table, and what others measured on consoles: PLB leaves the stack's page in emulation mode, and the high
 * byte of a pointer of `(d,x)` stays in the page of its low byte there.
 */
import { publishedCycles } from './cpu-cycles.js';
import { decode } from './cpu-decode.js';
import { jumps, pointer } from './cpu-jumps.js';
import {
  bytesOf,
  C,
  D,
  Execution,
  I,
  keep,
  type Letter,
  M,
  nextAddress,
  pair,
  places,
  pull,
  push,
  type Registers,
  readOperand,
  V,
  wrap,
  writeOperand,
  X,
  zero,
} from './cpu-places.js';
import {
  type Accumulator,
  addWithCarry,
  and,
  compare,
  decrement,
  exchangeBytes,
  exclusiveOr,
  increment,
  or,
  rotateLeft,
  rotateRight,
  shiftLeft,
  shiftRight,
  subtractWithBorrow,
  testBitsImmediate,
  testBitsMemory,
  type Width,
} from './int.js';

export { decode } from './cpu-decode.js';
export type { Registers } from './cpu-places.js';

export interface Outcome {
  readonly name: string;
  readonly mode: string;
  readonly registers: Registers;
  /** Bytes written, by address. */
  readonly written: ReadonlyMap<number, number>;
  /** Bytes read and written, the instruction's own among them. */
  readonly accesses: number;
  /** Cycles of the processor, accesses and internal ones. */
  readonly cycles: number;
  readonly ends?: 'waits' | 'stops';
}

const FLAG_OF: Readonly<Record<string, number>> = { C, I, D, V };
const ON_ACCUMULATOR: Readonly<Record<string, (a: number, operand: number, p: number, width: Width) => Accumulator>> = {
  ORA: or,
  AND: and,
  EOR: exclusiveOr,
  ADC: addWithCarry,
  SBC: subtractWithBorrow,
  CMP: compare,
};
const ON_VALUE: Readonly<Record<string, (value: number, p: number, width: Width) => Accumulator>> = {
  ASL: shiftLeft,
  LSR: shiftRight,
  ROL: rotateLeft,
  ROR: rotateRight,
  INC: increment,
  DEC: decrement,
};
const STORED: Readonly<Record<string, 'a' | 'x' | 'y' | undefined>> = { STA: 'a', STX: 'x', STY: 'y' };

/** Register letters of the transfers, from and to. C is the whole accumulator. */
const TRANSFERS = ['TAX', 'TAY', 'TXA', 'TYA', 'TSX', 'TXS', 'TXY', 'TYX', 'TCD', 'TDC', 'TCS', 'TSC'];

function load(run: Execution, letter: Letter, value: number, width: Width): void {
  keep(run, letter, value, width);
  run.signs(value, width);
}

function arithmetic(run: Execution, name: string, mode: string): boolean {
  const m = run.width(M);
  const x = run.width(X);
  const { r } = run;
  const two = ON_ACCUMULATOR[name];
  if (two !== undefined) {
    const result = two(r.a, readOperand(run, mode, m), r.p, m);
    r.a = result.a;
    r.p = result.p;
  } else if (name === 'BIT') {
    const test = mode === 'imm' ? testBitsImmediate : testBitsMemory;
    r.p = test(r.a, readOperand(run, mode, m), r.p, m).p;
  } else if (name === 'LDA') load(run, 'a', readOperand(run, mode, m), m);
  else if (name === 'LDX') load(run, 'x', readOperand(run, mode, x), x);
  else if (name === 'LDY') load(run, 'y', readOperand(run, mode, x), x);
  else if (name === 'CPX') r.p = compare(r.x, readOperand(run, mode, x), r.p, x).p;
  else if (name === 'CPY') r.p = compare(r.y, readOperand(run, mode, x), r.p, x).p;
  else return false;
  return true;
}

function changes(run: Execution, name: string, mode: string): boolean {
  const m = run.width(M);
  const { r } = run;
  const one = ON_VALUE[name];
  const stored = STORED[name];
  if (one !== undefined && mode === 'acc') {
    const result = one(r.a, r.p, m);
    r.a = result.a;
    r.p = result.p;
  } else if (one !== undefined || name === 'TSB' || name === 'TRB') {
    const where = places(run, mode);
    const value = run.gather(where.slice(0, m / 8));
    const a = r.a % 2 ** m;
    if (one === undefined) {
      r.p = testBitsImmediate(a, value, r.p, m).p;
      const union = or(value, a, 0, m).a;
      writeOperand(run, where, name === 'TSB' ? union : union - a, m);
    } else {
      const result = one(value, r.p, m);
      r.p = result.p;
      writeOperand(run, where, result.a, m);
    }
  } else if (name === 'STZ') writeOperand(run, places(run, mode), 0, m);
  else if (stored !== undefined) {
    const width = stored === 'a' ? m : run.width(X);
    writeOperand(run, places(run, mode), r[stored] % 2 ** width, width);
  } else return false;
  return true;
}

const COUNTERS: Readonly<
  Record<string, readonly [letter: 'x' | 'y', by: (v: number, p: number, w: Width) => Accumulator]>
> = {
  INX: ['x', increment],
  INY: ['y', increment],
  DEX: ['x', decrement],
  DEY: ['y', decrement],
};

function transfers(run: Execution, name: string): boolean {
  const { r } = run;
  const counter = COUNTERS[name];
  if (counter !== undefined) {
    const [letter, by] = counter;
    const result = by(r[letter], r.p, run.width(X));
    r[letter] = result.a;
    r.p = result.p;
  } else if (TRANSFERS.includes(name)) {
    const [from, to] = [...name.slice(1).toLowerCase().replace('c', 'a')] as [Letter, Letter];
    const isWhole = name.includes('C') || to === 's';
    const width = isWhole ? 16 : run.width(to === 'a' ? M : X);
    if (to === 's') keep(run, 's', r[from], 16);
    else load(run, to, r[from], width);
  } else if (name === 'XBA') {
    const result = exchangeBytes(r.a, r.p);
    r.a = result.a;
    r.p = result.p;
  } else if (/^(?:CL|SE)[CIDV]$/u.test(name)) {
    const flag = FLAG_OF[name.slice(2)] ?? 0;
    r.p = name.startsWith('SE') ? r.p | flag : r.p & (255 - flag);
  } else if (name === 'REP') r.p &= 255 - run.operand(1);
  else if (name === 'SEP') r.p |= run.operand(1);
  else if (name === 'XCE') {
    const carry = r.p & C;
    r.p = (r.p & (255 - C)) + r.e;
    r.e = carry;
  } else return false;
  return true;
}

function stack(run: Execution, name: string): boolean {
  const { r } = run;
  const letter = name.slice(2).toLowerCase() as 'a' | 'x' | 'y';
  if (/^P[HL][AXY]$/u.test(name)) {
    const width = run.width(letter === 'a' ? M : X);
    if (name[1] === 'H') push(run, bytesOf(r[letter] % 2 ** width, width / 8), true);
    else load(run, letter, pull(run, width / 8, true), width);
  } else if (name === 'PHP') push(run, [r.p], true);
  else if (name === 'PLP') r.p = pull(run, 1, true);
  else if (name === 'PHB') push(run, [r.db], true);
  else if (name === 'PHK') push(run, [r.pb], true);
  else if (name === 'PHD') push(run, bytesOf(r.d, 2), false);
  else if (name === 'PLB') {
    r.db = pull(run, 1, false);
    run.signs(r.db, 8);
  } else if (name === 'PLD') load(run, 'd', pull(run, 2, false), 16);
  else if (name === 'PEA') push(run, bytesOf(run.operand(2), 2), false);
  else if (name === 'PEI') push(run, bytesOf(run.gather(pair(run.before.d + run.operand(1), true)), 2), false);
  else if (name === 'PER') {
    const distance = run.operand(2);
    push(run, bytesOf(zero(nextAddress(run) + distance), 2), false);
  } else return false;
  return true;
}

function specials(run: Execution, name: string): boolean {
  const { r, before } = run;
  if (name === 'BRK' || name === 'COP') {
    run.operand(1);
    push(run, [...(before.e === 0 ? [before.pb] : []), ...bytesOf(nextAddress(run), 2), before.p], true);
    const vectors = { BRK: [0xffe6, 0xfffe], COP: [0xffe4, 0xfff4] }[name];
    r.pc = pointer(run, 0, vectors[before.e] ?? 0, 2);
    r.pb = 0;
    r.p = (before.p & (255 - D)) | I;
    return true;
  }
  if (name === 'MVN' || name === 'MVP') {
    const banks = run.operand(2);
    const [target, source] = [banks % 256, Math.floor(banks / 256)];
    const by = name === 'MVN' ? 1 : -1;
    run.put(target * 65536 + before.y, run.get(source * 65536 + before.x));
    const size = 2 ** run.width(X);
    r.x = wrap(before.x + by, size);
    r.y = wrap(before.y + by, size);
    r.db = target;
    r.a = zero(before.a - 1);
    r.pc = before.a === 0 ? nextAddress(run) : before.pc;
    return true;
  }
  if (name === 'WAI') run.ends = 'waits';
  if (name === 'STP') run.ends = 'stops';
  if (name === 'WDM') run.operand(1);
  return false;
}

/** Executes the instruction at the program counter. @param memory the byte at an address, 0..FFFFFF */
export function executeInstruction(before: Registers, memory: (address: number) => number): Outcome {
  const run = new Execution(before, memory);
  const [name, mode] = decode(run.get(before.pb * 65536 + before.pc));
  const jumped = jumps(run, name, mode) || specials(run, name);
  if (!jumped) {
    const known = arithmetic(run, name, mode) || changes(run, name, mode) || transfers(run, name) || stack(run, name);
    const isRest = /^(?:NOP|WDM|WAI|STP|B..)$/u.test(name);
    if (!known && !isRest) throw new Error(`${name} ${mode} is not described`);
    run.r.pc = nextAddress(run);
  }
  run.status();
  const conditions = {
    m: run.width(M) === 16,
    x: run.width(X) === 16,
    w: before.d % 256 !== 0,
    p: run.leftPage,
    t: run.taken,
    e: run.farTaken,
    n: before.e === 0,
  };
  return {
    name,
    mode,
    registers: run.r,
    written: run.written,
    accesses: run.accesses,
    cycles: publishedCycles(name, mode, conditions),
    ...(run.ends === undefined ? {} : { ends: run.ends }),
  };
}
