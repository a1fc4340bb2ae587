/**
 * Every opcode in every mode and width against the slow reference: registers, memory, accesses and cycles, on a bus that sees
 * every access and on one with direct pages. Operands and registers lean towards the ends of pages, banks and numbers.
 */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createCpu, masterCycles, OPCODES, STOPPED, stepInstruction, WAITING } from '../../../core/cpu/index.js';
import { decode, executeInstruction, type Registers } from '../../references/cpu.js';
import { BACKGROUND, background } from './background.js';
import { directBus, loadRegisters, registersOf, seenBus } from './machine.js';

const CASES = 150;
/** The first ones of all opcodes are a test of their own, which finds most faults at once. */
const FIRST_CASES = 2;
const SEED = 0x65816;

/** Numbers 0..2^32-1 from a seed (xorshift). */
function numbers(seed: number): () => number {
  let state = seed === 0 ? 1 : seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Three speeds by bank. */
function speedOf(address: number): number {
  return [6, 8, 12][(address >>> 16) % 3] ?? 6;
}

const EDGES = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff, 0x100, 0x1fe, 0x1ff, 0x7fff, 0x8000, 0xff00, 0xfffd, 0xfffe, 0xffff];

function word(next: () => number): number {
  const dice = next();
  return dice % 3 === 0 ? (EDGES[(dice >>> 8) % EDGES.length] ?? 0) : (dice >>> 8) & 0xffff;
}

/** Modes: emulation, and the four widths of native mode. */
const STATES = ['emulation', 'native m16 x16', 'native m16 x8', 'native m8 x16', 'native m8 x8'] as const;

function randomRegisters(next: () => number, state: number): Registers {
  const e = state === 0 ? 1 : 0;
  const widths = e === 1 ? 0x30 : (state - 1) << 4;
  const p = (next() & 0xcf) | widths;
  const index = (p & 0x10) === 0 ? 0xffff : 0xff;
  const s = word(next);
  const d = next() % 2 === 0 ? word(next) & 0xff00 : word(next);
  return {
    a: word(next),
    x: word(next) & index,
    y: word(next) & index,
    s: e === 1 ? 0x100 | (s & 0xff) : s,
    d,
    db: word(next) & 0xff,
    pb: word(next) & 0xff,
    pc: word(next),
    p,
    e,
  };
}

/** X and Y such that an index into the direct page, or into the operand's page, ends at the page's last byte. */
function atPageEnd(registers: Registers, operand: number): Registers {
  const x = (0xff - registers.d - operand) & 0xff;
  return { ...registers, x, y: (0xff - operand) & 0xff };
}

describe('every opcode as the reference has it', () => {
  const direct = directBus(BACKGROUND.slice(), speedOf);
  const seen = seenBus(background, speedOf);
  let compared = 0;

  beforeEach(() => direct.memory.set(BACKGROUND));

  function compare(opcode: number, state: number, index: number): void {
    const next = numbers(Math.imul(SEED + index, 0x2545f491) ^ Math.imul(opcode * 8 + state + 1, 0x9e3779b1));
    const registers = randomRegisters(next, state);
    const code = [opcode, word(next) & 0xff, word(next) & 0xff, word(next) & 0xff];
    const before = next() % 3 === 0 ? atPageEnd(registers, code[1] ?? 0) : registers;
    const place = (offset: number): number => (before.pb << 16) | ((before.pc + offset) & 0xffff);
    const held = new Map(code.map((byte, offset) => [place(offset), byte]));
    const memory = (address: number): number => held.get(address) ?? background(address);
    const expected = executeInstruction(before, memory);
    const name = `${expected.name} ${expected.mode}, ${STATES[state]}, case ${index}: ${JSON.stringify(before)} ${code}`;

    const [cpu, fast] = [createCpu(), createCpu()];
    loadRegisters(cpu, before);
    loadRegisters(fast, before);
    seen.bytes.clear();
    seen.accesses.length = 0;
    for (const [address, byte] of held) {
      seen.bytes.set(address, byte);
      direct.memory[address] = byte;
    }
    stepInstruction(cpu, seen);
    stepInstruction(fast, direct);

    const written = new Map(
      seen.accesses.flatMap(({ kind, address, value }) => (kind === 'write' ? [[address, value]] : [])),
    );
    const sum = seen.accesses.reduce((total, { address }) => total + speedOf(address), 0);
    const ends = cpu[WAITING] !== 0 ? 'waits' : cpu[STOPPED] !== 0 ? 'stops' : undefined;
    const mine = {
      registers: registersOf(cpu),
      written: [...written].sort(),
      accesses: seen.accesses.length,
      master: masterCycles(cpu),
      ends,
    };
    const theirs = {
      registers: expected.registers,
      written: [...expected.written].sort(),
      accesses: expected.accesses,
      master: sum + 6 * (expected.cycles - expected.accesses),
      ends: expected.ends,
    };
    expect(mine, name).toEqual(theirs);
    expect([...fast], `${name}, direct pages`).toEqual([...cpu]);
    for (const [address, value] of seen.bytes) {
      if (direct.memory[address] !== value) expect(direct.memory[address], `${name}, at ${address}`).toBe(value);
      direct.memory[address] = background(address);
    }
    compared++;
  }

  function compareOpcodes(first: number, count: number, from: number, to: number): void {
    for (let opcode = first; opcode < first + count; opcode++) {
      for (let state = 0; state < STATES.length; state++) {
        for (let index = from; index < to; index++) compare(opcode, state, index);
      }
    }
    // nothing was written but what the other bus saw
    expect(Buffer.compare(direct.memory, BACKGROUND)).toBe(0);
  }

  it('all opcodes in a few cases', () => compareOpcodes(0, 256, 0, FIRST_CASES));

  for (let row = 0; row < 16; row++) {
    it(`opcodes ${row.toString(16).toUpperCase()}0 to ${row.toString(16).toUpperCase()}F`, () => {
      compareOpcodes(row * 16, 16, FIRST_CASES, CASES);
    });
  }

  afterAll(() => expect(compared).toBe(256 * STATES.length * CASES));
});

describe('the table of opcodes', () => {
  const MODE_NAMES: Readonly<Record<string, string>> = {
    implied: 'imp',
    accumulator: 'acc',
    immediateM: 'imm',
    immediateX: 'imm',
    immediate8: 'sig',
    immediate16: 'word',
    direct: 'd',
    directX: 'd,x',
    directY: 'd,y',
    directIndirect: '(d)',
    directXIndirect: '(d,x)',
    directIndirectY: '(d),y',
    directIndirectLong: '[d]',
    directIndirectLongY: '[d],y',
    absolute: 'a',
    absoluteX: 'a,x',
    absoluteY: 'a,y',
    absoluteLong: 'al',
    absoluteLongX: 'al,x',
    absoluteIndirect: '(a)',
    absoluteXIndirect: '(a,x)',
    absoluteIndirectLong: '[a]',
    stackRelative: 'd,s',
    stackRelativeIndirectY: '(d,s),y',
    relative: 'r',
    relativeLong: 'rl',
    blockMove: 'banks',
  };

  it('has the names and modes of the bit patterns', () => {
    const mine = OPCODES.map(({ name, mode }) => [name, MODE_NAMES[mode]]);
    expect(mine).toEqual(Array.from({ length: 256 }, (_, opcode) => decode(opcode)));
  });
});
