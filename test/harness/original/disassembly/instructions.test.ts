/** How instructions are written, mode by mode, and read again as the CPU traces read them. */
import { expect, test } from 'vitest';
import { type MODES, OPCODES } from '../../../../core/cpu/index.js';
import { readInstruction } from '../../../../harness/original/cpu-trace/instruction/instruction.js';
import { entryState, type FlowBit, instructionAt } from '../../../../harness/original/disassembly/flow-state.js';
import { operandText } from '../../../../harness/original/disassembly/listing.js';

import { codeOf } from './small-code.js';

/** Bytes at 00:8000 with 8-bit accumulator and 16-bit index, and what an assembler writes for them. */
const WRITTEN: Readonly<Record<keyof typeof MODES, readonly [bytes: string, text: string]>> = {
  implied: ['18', 'CLC'],
  accumulator: ['0A', 'ASL A'],
  immediateM: ['A9 12', 'LDA #$12'],
  immediateX: ['A2 34 12', 'LDX #$1234'],
  immediate8: ['C2 30', 'REP #$30'],
  immediate16: ['F4 34 12', 'PEA #$1234'],
  direct: ['A5 12', 'LDA $12'],
  directX: ['B5 12', 'LDA $12,X'],
  directY: ['B6 12', 'LDX $12,Y'],
  directIndirect: ['B2 12', 'LDA ($12)'],
  directXIndirect: ['A1 12', 'LDA ($12,X)'],
  directIndirectY: ['B1 12', 'LDA ($12),Y'],
  directIndirectLong: ['A7 12', 'LDA [$12]'],
  directIndirectLongY: ['B7 12', 'LDA [$12],Y'],
  absolute: ['AD 34 12', 'LDA $1234'],
  absoluteX: ['BD 34 12', 'LDA $1234,X'],
  absoluteY: ['B9 34 12', 'LDA $1234,Y'],
  absoluteLong: ['AF 56 34 12', 'LDA $123456'],
  absoluteLongX: ['BF 56 34 12', 'LDA $123456,X'],
  absoluteIndirect: ['6C 34 12', 'JMP ($1234)'],
  absoluteXIndirect: ['7C 34 12', 'JMP ($1234,X)'],
  absoluteIndirectLong: ['DC 34 12', 'JML [$1234]'],
  stackRelative: ['A3 12', 'LDA $12,S'],
  stackRelativeIndirectY: ['B3 12', 'LDA ($12,S),Y'],
  relative: ['F0 FE', 'BEQ $8000'],
  relativeLong: ['82 FD 7F', 'BRL $0000'],
  // the processor has the target bank first
  blockMove: ['54 7F 7E', 'MVN $7E,$7F'],
};

const ENTRY = entryState({ m: 1, x: 0, direct: 0, dataBank: 0 });

test.each(Object.entries(WRITTEN))('%s is written as an assembler writes it', (mode, [bytes, text]) => {
  const instruction = instructionAt(codeOf({ 32768: bytes }), 0x8000, ENTRY);
  expect(instruction?.mode).toBe(mode);
  expect(instruction?.bytes.length).toBe(bytes.split(' ').length);
  expect(`${instruction?.name} ${instruction && operandText(instruction)}`.trimEnd()).toBe(text);
});

test('16-bit registers take a word behind #, 8-bit registers a byte', () => {
  const text = (bytes: string, m: FlowBit, x: FlowBit): string | undefined => {
    const one = instructionAt(codeOf({ 32768: bytes }), 0x8000, entryState({ m, x, direct: 0, dataBank: 0 }));
    return one && `${one.bytes.length} ${one.name} ${operandText(one)}`;
  };
  expect(text('A9 34 12', 0, 1)).toBe('3 LDA #$1234');
  expect(text('A9 34 12', 1, 0)).toBe('2 LDA #$34');
  expect(text('A0 34 12', 1, 0)).toBe('3 LDY #$1234');
  expect(text('A0 34 12', 0, 1)).toBe('2 LDY #$34');
});

test('branches backwards and PER name the address that they mean', () => {
  const code = codeOf({ 32784: 'D0 F0', 32800: '82 DD FF', 32816: '62 02 00' });
  const text = (address: number): string => {
    const one = instructionAt(code, address, ENTRY);
    return one === undefined ? '' : `${one.name} ${operandText(one)}`;
  };
  expect(text(0x8010)).toBe('BNE $8002');
  expect(text(0x8020)).toBe('BRL $8000');
  expect(text(0x8030)).toBe('PER $8035');
});

test('each of the 256 opcodes is read again from its text, with its operand', () => {
  for (let opcode = 0; opcode < 256; opcode++) {
    const code = codeOf({ 32768: `${opcode.toString(16)} 12 34 56` });
    const one = instructionAt(code, 0x8000, ENTRY);
    const written = `${one?.name} ${one && operandText(one)}`.trimEnd();
    const read = readInstruction(written.toLowerCase(), 'source first');
    expect([written, read?.opcode]).toEqual([written, opcode]);
    const value = /\$([0-9A-F]+)/.exec(written)?.[1];
    const isMove = one?.mode === 'blockMove';
    if (value !== undefined && !isMove) expect([written, read?.operand]).toEqual([written, Number.parseInt(value, 16)]);
  }
  expect(OPCODES.length).toBe(256);
});

test('an instruction that runs out of the ROM is none; the program counter wraps within its bank', () => {
  expect(instructionAt(codeOf({ 65535: 'A9' }), 0xffff, ENTRY)).toBeUndefined();
  expect(instructionAt(codeOf({ 65535: '18' }), 0xffff, ENTRY)?.name).toBe('CLC');
  expect(instructionAt(codeOf({}), 0x7fff, ENTRY)).toBeUndefined();
  const hirom = { image: new Uint8Array(0x1_0000).fill(0x18), mapping: 'hirom' as const };
  hirom.image[0xffff] = 0xa9;
  expect(instructionAt(hirom, 0xc0_ffff, ENTRY)?.bytes).toEqual([0xa9, 0x18]);
});
