/** The 65816-* vectors (executed) as instructions of the processor, and 8-bit operations on all operands by the bit-serial reference. */
import { beforeEach, describe, expect, it } from 'vitest';
import { OPCODES, stepInstruction } from '../../../core/cpu/index.js';
import * as serial from '../../references/int.js';
import { readVectorFile, type VectorCase, vectorNames } from '../../references/vector-files.js';
import { codeBus, loadRegisters, nativeCpu, registersOf, type SeenBus } from './machine.js';

const PROGRAM = 0x8000;
const FLAG_M = 0x20;
const FLAG_X = 0x10;

function opcodeOf(name: string, mode: string): number {
  const opcode = OPCODES.findIndex((entry) => entry.name === name && entry.mode === mode);
  if (opcode < 0) throw new Error(`no opcode for ${name} ${mode}`);
  return opcode;
}

function put(bus: SeenBus, address: number, bytes: readonly number[]): void {
  for (const [index, byte] of bytes.entries()) bus.bytes.set(address + index, byte);
}

/** Modes of a vector's instruction: `imm`, `A` for the accumulator or the named register, `mem` for the direct cell 10. */
function codeOf({ op = '', mode = '', in: given }: VectorCase, isWord: boolean): number[] {
  if (mode === 'imm') {
    const operand = given.operand ?? 0;
    return [opcodeOf(op, 'immediateM'), operand & 0xff, ...(isWord ? [operand >> 8] : [])];
  }
  if (mode === 'mem') return [opcodeOf(op, 'direct'), 0x10];
  return [opcodeOf(op, /[XY]$|^XBA/u.test(op) ? 'implied' : 'accumulator')];
}

describe('the vectors of single instructions', () => {
  const names = vectorNames('65816-').filter((name) => !name.startsWith('65816-hw-'));

  it('are 27 files', () => {
    expect(names).toHaveLength(27);
  });

  it.each(names)('%s: every case is as executed', (name) => {
    const { cases } = readVectorFile(name);
    expect(cases.length).toBeGreaterThan(100);
    for (const [index, given] of cases.entries()) {
      const { A = 0, X = 0, Y = 0, P = FLAG_M } = given.in.regs ?? {};
      const bus = codeBus({});
      const memory = Object.entries(given.in.mem ?? {}).map(
        ([place, byte]) => [Number.parseInt(place, 16), byte] as const,
      );
      // the cell 7E0010 of the vectors lies in the direct page, which is in bank 0
      for (const [address, byte] of memory) bus.bytes.set(address & 0xffff, byte);
      const cpu = nativeCpu({ a: A, x: X, y: Y, p: P });
      put(bus, PROGRAM, codeOf(given, (P & FLAG_M) === 0));
      stepInstruction(cpu, bus);
      const after = registersOf(cpu);
      const regs = { A: after.a, X: after.x, Y: after.y, P: after.p };
      const out = { ...given.out.regs };
      const mine = Object.fromEntries(Object.keys(out).map((key) => [key, regs[key as keyof typeof regs]]));
      expect(mine, `${name} case ${index}`).toEqual(out);
      for (const [place, byte] of Object.entries(given.out.mem ?? {})) {
        expect(bus.bytes.get(Number.parseInt(place, 16) & 0xffff), `${name} case ${index} at ${place}`).toBe(byte);
      }
    }
  });
});

type OneOperand = (value: number, p: number, width: serial.Width) => serial.Accumulator;
type TwoOperands = (a: number, operand: number, p: number, width: serial.Width) => serial.Accumulator;

const WITH_OPERAND: readonly (readonly [string, TwoOperands, readonly number[]])[] = [
  ['ADC', serial.addWithCarry, [0x00, 0x01, 0x08, 0x09]],
  ['SBC', serial.subtractWithBorrow, [0x00, 0x01, 0x08, 0x09]],
  ['CMP', serial.compare, [0x00, 0x49]],
  ['AND', serial.and, [0x41]],
  ['ORA', serial.or, [0x41]],
  ['EOR', serial.exclusiveOr, [0x41]],
  ['BIT', serial.testBitsImmediate, [0xc1]],
];
const ON_ACCUMULATOR: readonly (readonly [string, OneOperand])[] = [
  ['ASL', serial.shiftLeft],
  ['LSR', serial.shiftRight],
  ['ROL', serial.rotateLeft],
  ['ROR', serial.rotateRight],
  ['INC', serial.increment],
  ['DEC', serial.decrement],
];

describe('8-bit operations on all operands', () => {
  const HIGH_BYTE = 0xa500;
  const bus = codeBus({});
  const cpu = nativeCpu();

  beforeEach(() => {
    bus.bytes.clear();
    cpu.set(nativeCpu());
  });

  function execute(code: readonly number[], a: number, p: number): serial.Accumulator {
    put(bus, PROGRAM, code);
    loadRegisters(cpu, { a, p, pc: PROGRAM });
    bus.accesses.length = 0;
    stepInstruction(cpu, bus);
    const after = registersOf(cpu);
    return { a: after.a, p: after.p };
  }

  it.each(WITH_OPERAND)('%s gives the result and flags of the reference', (name, reference, statuses) => {
    const opcode = opcodeOf(name, 'immediateM');
    for (const status of statuses) {
      const p = status | FLAG_M | FLAG_X;
      for (let a = HIGH_BYTE; a <= HIGH_BYTE + 0xff; a++) {
        for (let operand = 0; operand <= 0xff; operand++) {
          const mine = execute([opcode, operand], a, p);
          const theirs = reference(a, operand, p, 8);
          if (mine.a === theirs.a && mine.p === theirs.p) continue;
          expect(mine, `${name} ${a.toString(16)} with ${operand.toString(16)}, P ${p.toString(16)}`).toEqual(theirs);
        }
      }
    }
  });

  it.each(ON_ACCUMULATOR)('%s gives the result and flags of the reference', (name, reference) => {
    const opcode = opcodeOf(name, 'accumulator');
    for (const p of [FLAG_M, FLAG_M | 0xc3]) {
      for (let a = HIGH_BYTE; a <= HIGH_BYTE + 0xff; a++) {
        expect(execute([opcode], a, p), `${name} ${a.toString(16)}, P ${p.toString(16)}`).toEqual(reference(a, p, 8));
      }
    }
  });
});
