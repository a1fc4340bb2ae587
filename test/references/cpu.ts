/**
 * Independent slow reference of the 65816: one instruction at a time on a map of bytes.
 *
 * Where the processor's table is a list of 256 functions, this one takes an opcode apart by its bits, works out the places of
 * every operand byte first, and only then reads, computes (bit by bit, `int.ts`) and writes. Source: the processor's manual, its
 * data sheet's cycle table, and what others measured on consoles: PLB leaves the stack's page in emulation mode, and the high
 * byte of a pointer of `(d,x)` stays in the page of its low byte there.
 */
import { publishedCycles } from './cpu-cycles.js';
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

type Draft = { -readonly [key in keyof Registers]: number };

const GROUP_ONE = ['ORA', 'AND', 'EOR', 'ADC', 'STA', 'LDA', 'CMP', 'SBC'];
const GROUP_ONE_MODES = ['(d,x)', 'd', 'imm', 'a', '(d),y', 'd,x', 'a,y', 'a,x'];
const GROUP_THREE_MODES = ['d,s', '[d]', '', 'al', '(d,s),y', '[d],y', '', 'al,x'];
const SHIFTS = ['ASL', 'ROL', 'LSR', 'ROR', 'STX', 'LDX', 'DEC', 'INC'];
const SHIFT_MODES = ['', 'd', 'acc', 'a', '', 'd,x', '', 'a,x'];
const BRANCHES = ['BPL', 'BMI', 'BVC', 'BVS', 'BCC', 'BCS', 'BNE', 'BEQ'];

/** Everything that the bit patterns do not say; it goes before them. */
const SINGULAR: Readonly<Record<number, string>> = Object.fromEntries(
  `00 BRK sig,02 COP sig,04 TSB d,08 PHP imp,0B PHD imp,0C TSB a,14 TRB d,18 CLC imp,1A INC acc,1B TCS imp,1C TRB a,20 JSR a,22 JSL al,24 BIT d,
28 PLP imp,2B PLD imp,2C BIT a,34 BIT d;x,38 SEC imp,3A DEC acc,3B TSC imp,3C BIT a;x,40 RTI imp,42 WDM sig,44 MVP banks,48 PHA imp,4B PHK imp,
4C JMP a,54 MVN banks,58 CLI imp,5A PHY imp,5B TCD imp,5C JML al,60 RTS imp,62 PER rl,64 STZ d,68 PLA imp,6B RTL imp,6C JMP (a),74 STZ d;x,
78 SEI imp,7A PLY imp,7B TDC imp,7C JMP (a;x),80 BRA r,82 BRL rl,84 STY d,88 DEY imp,89 BIT imm,8A TXA imp,8B PHB imp,8C STY a,94 STY d;x,
96 STX d;y,98 TYA imp,9A TXS imp,9B TXY imp,9C STZ a,9E STZ a;x,A0 LDY imm,A2 LDX imm,A4 LDY d,A8 TAY imp,AA TAX imp,AB PLB imp,AC LDY a,
B4 LDY d;x,B6 LDX d;y,B8 CLV imp,BA TSX imp,BB TYX imp,BC LDY a;x,BE LDX a;y,C0 CPY imm,C2 REP sig,C4 CPY d,C8 INY imp,CA DEX imp,CB WAI imp,
CC CPY a,D4 PEI (d),D8 CLD imp,DA PHX imp,DB STP imp,DC JML [a],E0 CPX imm,E2 SEP sig,E4 CPX d,E8 INX imp,EA NOP imp,EB XBA imp,EC CPX a,
F4 PEA word,F8 SED imp,FA PLX imp,FB XCE imp,FC JSR (a;x)`
    .split(',')
    .map((entry) => entry.trim().split(' '))
    .map(([byte, name, mode]) => [Number.parseInt(`${byte}`, 16), `${name} ${mode?.replace(';', ',')}`]),
);

/** Name and mode of an opcode. */
export function decode(opcode: number): readonly [name: string, mode: string] {
  const singular = SINGULAR[opcode];
  if (singular !== undefined) return singular.split(' ') as [string, string];
  const [row, middle, group] = [opcode >> 5, (opcode >> 2) & 7, opcode & 3];
  if (group === 0 && middle === 4) return [`${BRANCHES[row]}`, 'r'];
  if (group === 1) return [`${GROUP_ONE[row]}`, `${GROUP_ONE_MODES[middle]}`];
  if (group === 3) return [`${GROUP_ONE[row]}`, `${GROUP_THREE_MODES[middle]}`];
  if (group === 2 && middle === 4) return [`${GROUP_ONE[row]}`, '(d)'];
  if (group === 2) return [`${SHIFTS[row]}`, `${SHIFT_MODES[middle]}`];
  throw new Error(`opcode ${opcode} has no pattern`);
}

const N = 0x80;
const V = 0x40;
const M = 0x20;
const X = 0x10;
const D = 0x08;
const I = 0x04;
const Z = 0x02;
const C = 0x01;

const FLAG_OF: Readonly<Record<string, number>> = { C, I, D, V };
const BRANCH_TEST: Readonly<Record<string, readonly [flag: number, set: boolean]>> = {
  BPL: [N, false],
  BMI: [N, true],
  BVC: [V, false],
  BVS: [V, true],
  BCC: [C, false],
  BCS: [C, true],
  BNE: [Z, false],
  BEQ: [Z, true],
};

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

type Letter = 'a' | 'x' | 'y' | 's' | 'd';
/** Register letters of the transfers, from and to. C is the whole accumulator. */
const TRANSFERS = ['TAX', 'TAY', 'TXA', 'TYA', 'TSX', 'TXS', 'TXY', 'TYX', 'TCD', 'TDC', 'TCS', 'TSC'];

/** One execution under way: registers as they become, memory with what was written over it. */
class Execution {
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

function wrap(value: number, size: number): number {
  return ((value % size) + size) % size;
}

const zero = (address: number): number => wrap(address, 65536);
const whole = (address: number): number => wrap(address, 2 ** 24);

/** Both bytes of an operand in memory: in bank 0, or wherever the next address is. */
function pair(address: number, inBankZero: boolean): readonly [number, number] {
  return inBankZero ? [zero(address), zero(address + 1)] : [whole(address), whole(address + 1)];
}

/** The first place of the direct page modes, and the place of the next byte of a 16-bit pointer of the 6502's modes. */
function directPlaces(run: Execution, index: number, isIndexedPointer: boolean): readonly [number, number] {
  const { d, e } = run.before;
  const offset = run.operand(1) + index;
  const kept = e === 1 && d % 256 === 0;
  const first = kept ? d + (offset % 256) : zero(d + offset);
  const inPage = Math.floor(first / 256) * 256 + ((first + 1) % 256);
  return [first, kept || (e === 1 && isIndexedPointer) ? inPage : zero(first + 1)];
}

function indexed(run: Execution, base: number, index: number): readonly [number, number] {
  run.leftPage = run.width(X) === 16 || (base % 256) + index > 255;
  return pair(base + index, false);
}

/** Where the operand's low and high byte are. */
function places(run: Execution, mode: string): readonly [number, number] {
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

function readOperand(run: Execution, mode: string, width: Width): number {
  if (mode === 'imm') return run.operand(width / 8);
  return run.gather(places(run, mode).slice(0, width / 8));
}

function writeOperand(run: Execution, where: readonly [number, number], value: number, width: Width): void {
  run.put(where[0], value % 256);
  if (width === 16) run.put(where[1], Math.floor(value / 256));
}

/** Pushes bytes, the last one first pulled; `strict` = each stays in page 1 in emulation mode. */
function push(run: Execution, bytes: readonly number[], strict: boolean): void {
  for (const byte of bytes) {
    run.put(run.r.s, byte);
    run.r.s = zero(run.r.s - 1);
    if (strict && run.r.e === 1) run.r.s = 256 + (run.r.s % 256);
  }
}

function pull(run: Execution, count: number, strict: boolean): number {
  const stack = Array.from({ length: count }, () => {
    run.r.s = zero(run.r.s + 1);
    if (strict && run.r.e === 1) run.r.s = 256 + (run.r.s % 256);
    return run.r.s;
  });
  return run.gather(stack);
}

function bytesOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(value / 256 ** (count - 1 - index)) % 256);
}

function nextAddress(run: Execution): number {
  return zero(run.before.pc + run.used);
}

function keep(run: Execution, letter: Letter, value: number, width: Width): void {
  const kept = value % 2 ** width;
  run.r[letter] = letter === 'a' && width === 8 ? run.r.a - (run.r.a % 256) + kept : kept;
}

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

function branch(run: Execution, taken: boolean): void {
  const byte = run.operand(1);
  const from = nextAddress(run);
  if (!taken) return;
  run.r.pc = zero(from + byte - (byte > 127 ? 256 : 0));
  run.taken = true;
  run.farTaken = run.before.e === 1 && Math.floor(run.r.pc / 256) !== Math.floor(from / 256);
}

/** A pointer of a jump: it stays in its bank. */
function pointer(run: Execution, bank: number, address: number, bytes: number): number {
  return run.gather(Array.from({ length: bytes }, (_, index) => bank * 65536 + zero(address + index)));
}

function jumpTarget(run: Execution, mode: string): number {
  const { pb, x } = run.before;
  const bank = pb * 65536;
  if (mode === 'al') return run.operand(3);
  const address = run.operand(2);
  if (mode === 'a') return bank + address;
  if (mode === '(a)') return bank + pointer(run, 0, address, 2);
  if (mode === '[a]') return pointer(run, 0, address, 3);
  return bank + pointer(run, pb, zero(address + x), 2);
}

/** The calls push between two bytes of their operand; what they push may even lie on the next one. */
function calls(run: Execution, mode: string): void {
  const { r, before } = run;
  const last = bytesOf(zero(before.pc + (mode === 'al' ? 3 : 2)), 2);
  if (mode === 'a') {
    r.pc = run.operand(2);
    push(run, last, true);
  } else if (mode === 'al') {
    r.pc = run.operand(2);
    push(run, [before.pb], false);
    r.pb = run.operand(1);
    push(run, last, false);
  } else {
    const low = run.operand(1);
    push(run, last, false);
    r.pc = pointer(run, before.pb, zero(low + 256 * run.operand(1) + before.x), 2);
  }
}

/** @returns whether the program counter has been set */
function jumps(run: Execution, name: string, mode: string): boolean {
  const { r, before } = run;
  const test = BRANCH_TEST[name];
  if (test !== undefined) {
    const [flag, set] = test;
    branch(run, ((r.p & flag) !== 0) === set);
    return run.taken;
  }
  if (name === 'BRA') branch(run, true);
  else if (name === 'BRL') {
    const distance = run.operand(2);
    r.pc = zero(nextAddress(run) + distance);
  } else if (name === 'JSR' || name === 'JSL') calls(run, mode);
  else if (/^J/u.test(name)) {
    const target = jumpTarget(run, mode);
    r.pc = target % 65536;
    r.pb = Math.floor(target / 65536);
  } else if (name === 'RTS') r.pc = zero(pull(run, 2, true) + 1);
  else if (name === 'RTL') {
    const target = pull(run, 3, false);
    r.pc = zero((target % 65536) + 1);
    r.pb = Math.floor(target / 65536);
  } else if (name === 'RTI') {
    r.p = pull(run, 1, true);
    r.pc = pull(run, 2, true);
    if (before.e === 0) r.pb = pull(run, 1, true);
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
