/**
 * Generated programs: a seed makes an image of cases. A case sets every register, runs up to eight random instructions and keeps
 * the registers. The processor under test runs along while the program is made, only to see where an instruction would go: one
 * that leaves work RAM and the made part of the image is taken back and another one drawn. What is right is for the emulator to say.
 */
import {
  A,
  type Cpu,
  D,
  E,
  FLAG_M,
  FLAG_X,
  lengthOf,
  OPCODES,
  P,
  PB,
  PC,
  reset,
  S,
  STOPPED,
  stepInstruction,
  WAITING,
  X,
} from '../../core/cpu/index.js';
import { type WatchedBoard, watchedBoard } from './cpu-board.js';
import {
  BANK_BYTES,
  BANKS,
  createImage,
  FINISH_AT,
  little,
  load,
  POINTERS_END,
  SAFE_STACK,
  SAVE_AT,
  sealImage,
  slot,
  store,
} from './cpu-image.js';

export interface ProgramOrder {
  readonly seed: number;
  /** Cases; the image holds about 30,000. */
  readonly cases: number;
  /** Instructions of the last case, if it shall be cut. */
  readonly cut?: number;
}

export interface Program {
  readonly image: Uint8Array;
  readonly cases: number;
  /** Random instructions executed, each repetition of a block move among them. */
  readonly instructions: number;
  /** How often each opcode was executed in each of the five widths. */
  readonly executed: Uint32Array;
  /** The last case, for a message. */
  readonly lastCase: readonly string[];
}

/** Numbers 0..2^32-1 (xorshift). */
export function numbers(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

const EDGES = [0, 1, 2, 0x7f, 0x80, 0x99, 0xfe, 0xff, 0x100, 0x1ff, 0x999, 0x7fff, 0x8000, 0x9999, 0xfffe, 0xffff];
const BANKS_OF_DATA = [0x7e, 0x7e, 0x7e, 0x7f, 0x00, 0x01, 0x80];
const MOVED_TO = [0x7e, 0x7f, 0x00];
const LONGEST_CASE = 8;
const TRIES = 40;
/** Bytes that a case takes at most. */
const ROOM = 512;
/** Steps of one drawn instruction with what goes before it: a block move repeats itself. */
const MOST_STEPS = 16;
const FURTHEST_JUMP = 32;
const MOST_MOVED = 6;
const NEVER = new Set(['WAI', 'STP']);

interface Maker {
  readonly image: Uint8Array;
  readonly board: WatchedBoard;
  readonly cpu: Cpu;
  readonly next: () => number;
  readonly deck: number[];
  /** Offset in the image of the next byte. */
  at: number;
  instructions: number;
  readonly executed: Uint32Array;
}

function pick<Item>(next: () => number, items: readonly Item[], otherwise: Item): Item {
  return items[next() % items.length] ?? otherwise;
}

function anyWord(next: () => number): number {
  return next() % 3 === 0 ? pick(next, EDGES, 0) : (next() >>> 8) & 0xffff;
}

/** Makes bytes and lets the processor run them up to their end. */
function emit(maker: Maker, bytes: readonly number[]): void {
  maker.image.set(bytes, maker.at);
  maker.at += bytes.length;
  maker.board.madeUntil = maker.at;
}

function addressOf(maker: Maker): number {
  return 0x8000 | (maker.at & 0x7fff);
}

function runTo(maker: Maker, address: number): void {
  const { cpu, board } = maker;
  for (let steps = 0; cpu[PC] !== address; steps++) {
    if (steps > 2000) throw new Error(`the frame of the program goes astray at ${cpu[PB]}:${cpu[PC]}`);
    stepInstruction(cpu, board);
  }
}

function emitAndRun(maker: Maker, bytes: readonly number[]): void {
  emit(maker, bytes);
  runTo(maker, addressOf(maker));
}

/** Sets every register; native mode with 16 bits before, any mode after. */
function setUp(maker: Maker): void {
  const { next } = maker;
  const emulation = next() % 4 === 0;
  const p = ((next() >>> 8) & 0xcf) | (emulation ? 0x30 : (next() >>> 8) & 0x30);
  const bank = pick(next, BANKS_OF_DATA, 0x7e);
  const direct = pick(next, [0, 0x100, 0x1e00, 0xff00, (next() >>> 8) & 0x1fff, 0xff00 | (next() & 0xff)], 0);
  const stack = emulation
    ? 0x100 | pick(next, [0, 1, 2, 0xfd, 0xfe, 0xff, next() & 0xff], 0)
    : 0x200 + ((next() >>> 8) % 0x1d00);
  const [a, x, y] = [anyWord(next), anyWord(next), anyWord(next)];
  const bits16 = (opcode: number, value: number): number[] => [opcode, ...little(value, 2)];
  const code = [...bits16(0xf4, (bank << 8) | bank), 0xab, 0xab, ...bits16(0xa9, direct), 0x5b];
  code.push(...bits16(0xa9, stack), 0x1b, ...bits16(0xa2, x), ...bits16(0xa0, y), ...bits16(0xa9, a));
  if (emulation) code.push(0x38, 0xfb, 0xa9, p, 0x48, 0xa9, a & 0xff, 0x28);
  else code.push(0xe2, 0x20, 0xa9, p, 0x48, 0xa9, a & 0xff, 0x28);
  emitAndRun(maker, code);
}

/** Keeps the registers and returns to native mode with 16 bits. */
function keepRegisters(maker: Maker): void {
  const { cpu } = maker;
  const pushedAt = cpu[S];
  const code = [0x08, 0x18, 0xfb, 0xc2, 0x30, ...store(slot('A')), 0x3b, ...store(slot('S'))];
  code.push(0xa9, ...little(SAFE_STACK, 2), 0x1b, ...load(pushedAt), 0x22, ...little(SAVE_AT, 3));
  emitAndRun(maker, code);
}

/** The bytes of an instruction, what goes before it, and what lies behind it that is jumped over. */
interface Draft {
  readonly before: readonly number[];
  readonly code: readonly number[];
  readonly behind: readonly number[];
}

/** A target that lies ahead. */
function ahead(maker: Maker, bytes: number): number {
  return (addressOf(maker) + bytes + (maker.next() % 12)) & 0xffff;
}

/** Operands of what jumps, so that it goes a little ahead in the same bank (or its mirror). */
function draftJump(maker: Maker, opcode: number, name: string, mode: string): Draft | undefined {
  const { cpu, next, image } = maker;
  const bank = cpu[PB];
  const plain = (code: readonly number[]): Draft => ({ before: [], code, behind: [] });
  if (mode === 'relative') return plain([opcode, next() % 24]);
  if (name === 'BRL') return plain([opcode, next() % 24, 0]);
  if (name === 'JMP' && mode === 'absolute') return plain([opcode, ...little(ahead(maker, 3), 2)]);
  if (name === 'JSR' && mode === 'absolute') return plain([opcode, ...little(ahead(maker, 3), 2)]);
  if (mode === 'absoluteLong' && (name === 'JML' || name === 'JSL')) {
    return plain([opcode, ...little(ahead(maker, 4), 2), next() % 2 === 0 ? bank : bank ^ 0x80]);
  }
  if (mode === 'absoluteXIndirect') {
    const target = ahead(maker, 5);
    const base = (addressOf(maker) + 3 - cpu[X]) & 0xffff;
    return { before: [], code: [opcode, ...little(base, 2)], behind: little(target, 2) };
  }
  if (mode === 'absoluteIndirect' || mode === 'absoluteIndirectLong') {
    const pointer = maker.board.pointersUntil;
    if (pointer + 3 > POINTERS_END) return undefined;
    image.set([...little(ahead(maker, 3), 2), bank], pointer & 0x7fff);
    maker.board.pointersUntil += 3;
    return plain([opcode, ...little(pointer, 2)]);
  }
  if (name === 'RTS') return { before: [0xf4, ...little(ahead(maker, 4) - 1, 2)], code: [opcode], behind: [] };
  if (name === 'RTL') return { before: [0x4b, 0xf4, ...little(ahead(maker, 5) - 1, 2)], code: [opcode], behind: [] };
  if (name !== 'RTI') return undefined;
  const bankFirst = cpu[E] === 0 ? [0x4b] : [];
  const target = little(ahead(maker, 6), 2);
  return { before: [...bankFirst, 0xf4, ...target, 0x08], code: [opcode], behind: [] };
}

const JUMPS = /^(?:B[PMVCNER][LICSAEQ]|BRA|BRL|JMP|JML|JSR|JSL|RTS|RTL|RTI)$/u;

function draft(maker: Maker, opcode: number): Draft | undefined {
  const { cpu, next } = maker;
  const { name = '', mode = 'implied' } = OPCODES[opcode] ?? {};
  if (JUMPS.test(name) && name !== 'BIT') return draftJump(maker, opcode, name, mode);
  const isByteM = (cpu[P] & FLAG_M) !== 0;
  const isByteX = (cpu[P] & FLAG_X) !== 0;
  const length = lengthOf(opcode, isByteM, isByteX);
  const operand = length === 2 ? anyWord(next) & 0xff : anyWord(next);
  const code = [opcode, ...little(operand, Math.min(length - 1, 2))];
  if (mode === 'blockMove') {
    const count = next() % MOST_MOVED;
    const before = isByteM ? [0xa9, 0, 0xeb, 0xa9, count] : [0xa9, count, 0];
    return { before, code: [opcode, pick(next, MOVED_TO, 0x7e), pick(next, BANKS_OF_DATA, 0x7e)], behind: [] };
  }
  if (cpu[E] !== 0 && (name === 'BRK' || name === 'COP')) return { before: [0x4b], code, behind: [0xdb] };
  if (length === 4) code.push(pick(next, BANKS_OF_DATA, 0x7e));
  return { before: [], code, behind: [] };
}

/**
 * Where these cores differ from what others measured on consoles since (PLB at the end of page 1, (d,x) while the direct page does
 * not start at a page) or from the processor's documents (the pointers of [d] and PEI over the end of a direct page), all in
 * emulation mode. `test/core/cpu/edges.test.ts` has them by hand, `interrupts.test.ts` beside this file asks a third emulator.
 */
function coresDiffer(cpu: Cpu, [opcode = 0, operand = 0]: readonly number[]): boolean {
  if (cpu[E] === 0) return false;
  const { name = '', mode = 'implied' } = OPCODES[opcode] ?? {};
  const isUneven = (cpu[D] & 0xff) !== 0;
  if (name === 'PLB') return cpu[S] === 0x1ff;
  if (mode === 'directXIndirect') return isUneven;
  if (name === 'PEI') return !isUneven && operand === 0xff;
  return mode.startsWith('directIndirectLong') && !isUneven && operand >= 0xfe;
}

function stateOf(cpu: Cpu): number {
  return cpu[E] !== 0 ? 0 : 1 + ((cpu[P] >> 4) & 3);
}

/** The stack pointer has room for the frame's push and for what follows. */
function stackIsUsable(cpu: Cpu): boolean {
  return cpu[E] !== 0 || (cpu[S] >= 0x80 && cpu[S] < 0x1f80);
}

/** Runs what was drafted. @returns instructions executed, or 0 when it must not be */
function tryOut(maker: Maker, { before, code, behind }: Draft): number {
  const { cpu, board } = maker;
  const first = addressOf(maker);
  emit(maker, [...before, ...code, ...behind]);
  const end = first + before.length + code.length;
  for (let executed = 1; executed <= MOST_STEPS; executed++) {
    stepInstruction(cpu, board);
    if (board.broken || cpu[WAITING] !== 0 || cpu[STOPPED] !== 0) return 0;
    const inHandler = cpu[PB] === 0;
    if (inHandler || (cpu[PC] >= first && cpu[PC] < end)) continue;
    const skipped = cpu[PC] - end - behind.length;
    const sameBank = (cpu[PB] & 0x7f) === maker.at >> 15;
    if (!sameBank || skipped < 0 || skipped > FURTHEST_JUMP || !stackIsUsable(cpu)) return 0;
    maker.at += skipped;
    board.madeUntil = maker.at;
    return executed;
  }
  return 0;
}

/** The next opcode of a shuffled deck of all. */
function draw(maker: Maker): number {
  const { deck, next } = maker;
  if (deck.length === 0) {
    for (let opcode = 0; opcode < 256; opcode++) if (!NEVER.has(OPCODES[opcode]?.name ?? '')) deck.push(opcode);
    for (let left = deck.length - 1; left > 0; left--) {
      const other = next() % (left + 1);
      [deck[left], deck[other]] = [deck[other] ?? 0, deck[left] ?? 0];
    }
  }
  return deck.pop() ?? 0;
}

function describeInstruction(before: Cpu, opcode: number, bytes: readonly number[]): string {
  const { name, mode } = OPCODES[opcode] ?? {};
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0');
  const registers = [...before.subarray(A, E + 1)].map(hex).join(' ');
  return `${name} ${mode} (${bytes.map(hex).join(' ')}) with A X Y S D DB PB PC P E ${registers}`;
}

/** One random instruction. @returns what it is, or nothing when none was found */
function addInstruction(maker: Maker): string | undefined {
  const { cpu, board, image } = maker;
  const opcode = draw(maker);
  const before = cpu.slice() as Cpu;
  const { at } = maker;
  const { pointersUntil } = board;
  for (let tries = 0; tries < TRIES; tries++) {
    const drafted = draft(maker, opcode);
    if (drafted === undefined) return undefined;
    if (coresDiffer(cpu, drafted.code)) continue;
    board.watching = true;
    const executed = tryOut(maker, drafted);
    board.watching = false;
    if (executed > 0) {
      board.keep();
      maker.instructions += executed;
      const count = opcode * 5 + stateOf(before);
      maker.executed[count] = (maker.executed[count] ?? 0) + 1;
      return describeInstruction(before, opcode, [...drafted.before, ...drafted.code]);
    }
    board.undo();
    cpu.set(before);
    image.fill(0xdb, at, maker.at);
    maker.at = at;
    board.pointersUntil = pointersUntil;
    board.madeUntil = at;
  }
  return undefined;
}

function addCase(maker: Maker, cut: number): string[] {
  setUp(maker);
  const wanted = 1 + (maker.next() % LONGEST_CASE);
  const lines: string[] = [];
  for (let count = 0; count < wanted && count < cut; count++) {
    const line = addInstruction(maker);
    if (line !== undefined) lines.push(line);
  }
  keepRegisters(maker);
  return lines;
}

function start(seed: number): Maker {
  const next = numbers(seed);
  const image = createImage(next);
  const board = watchedBoard(image);
  board.madeUntil = BANK_BYTES;
  reset(board.cpu, board);
  const executed = new Uint32Array(256 * 5);
  const maker = { image, board, cpu: board.cpu, next, deck: [], at: BANK_BYTES, instructions: 0, executed };
  for (let steps = 0; board.cpu[PB] === 0; steps++) {
    if (steps > 1_000_000) throw new Error('the program does not boot');
    stepInstruction(board.cpu, board);
  }
  return maker;
}

/** Goes to the next bank when this one is full. @returns false when there is none */
function makeRoom(maker: Maker): boolean {
  if ((maker.at & 0x7fff) < BANK_BYTES - ROOM) return true;
  const bank = (maker.at >> 15) + 1;
  if (bank === BANKS) return false;
  const at = bank * BANK_BYTES;
  emit(maker, [0x5c, 0x00, 0x80, bank]);
  stepInstruction(maker.cpu, maker.board);
  maker.at = at;
  maker.board.madeUntil = at;
  return true;
}

/** The same order makes the same program. */
export function makeProgram({ seed, cases, cut = LONGEST_CASE }: ProgramOrder): Program {
  const maker = start(seed);
  let made = 0;
  let lastCase: string[] = [];
  while (made < cases && makeRoom(maker)) {
    made++;
    lastCase = addCase(maker, made === cases ? cut : LONGEST_CASE);
  }
  emit(maker, [0x5c, ...little(FINISH_AT, 3)]);
  sealImage(maker.image);
  return { image: maker.image, cases: made, instructions: maker.instructions, executed: maker.executed, lastCase };
}
