/**
 * The processor's benchmark program: an image of our own, assembled here. It mixes the work of game
 * code: tables read and written with 8 and 16 bits, sums and comparisons, branches, calls,
 * pointers, shifts, counters and a decimal score.
 */
import { type Mode, OPCODES } from '../../../core/cpu/index.js';

/** Bytes of the image, from 00:8000 on. */
export const IMAGE_BYTES = 0x8000;
const IMAGE_START = 0x8000;
const RESET_VECTOR = 0x7ffc;

type Line = string | readonly [name: string, mode: Mode, operand?: number | string, bytes?: number];

/** Objects of 32 bytes from 0400 on: position, speed, health, state. */
const MAIN: readonly Line[] = [
  ['SEI', 'implied'],
  ['CLC', 'implied'],
  ['XCE', 'implied'],
  ['REP', 'immediate8', 0x38],
  ['LDX', 'immediateX', 0x1fff, 2],
  ['TXS', 'implied'],
  ['LDA', 'immediateM', 0x0100, 2],
  ['TCD', 'implied'],
  'frame',
  ['JSR', 'absolute', 'move'],
  ['JSR', 'absolute', 'health'],
  ['JSR', 'absolute', 'copy'],
  ['JSR', 'absolute', 'product'],
  ['JSR', 'absolute', 'score'],
  ['JSR', 'absolute', 'draw'],
  ['BRA', 'relative', 'frame'],
];

/** Adds speeds to positions, 16 bits wide. */
const MOVE: readonly Line[] = [
  'move',
  ['LDX', 'immediateX', 0, 2],
  'next object',
  ['LDA', 'absoluteX', 0x0400],
  ['CLC', 'implied'],
  ['ADC', 'absoluteX', 0x0402],
  ['STA', 'absoluteX', 0x0400],
  ['CMP', 'immediateM', 0x0300, 2],
  ['BCC', 'relative', 'inside'],
  ['SBC', 'immediateM', 0x0280, 2],
  ['STA', 'absoluteX', 0x0400],
  'inside',
  ['TXA', 'implied'],
  ['ADC', 'immediateM', 0x20, 2],
  ['TAX', 'implied'],
  ['CPX', 'immediateX', 0x0200, 2],
  ['BCC', 'relative', 'next object'],
  ['RTS', 'implied'],
];

/** Takes a byte of damage from each object by a pointer in the direct page. */
const HEALTH: readonly Line[] = [
  'health',
  ['PHP', 'implied'],
  ['LDA', 'immediateM', 0x0404, 2],
  ['STA', 'direct', 0x10],
  ['SEP', 'immediate8', 0x30],
  ['LDX', 'immediateX', 16],
  'hit',
  ['LDY', 'immediateX', 2],
  ['LDA', 'directIndirectY', 0x10],
  ['SEC', 'implied'],
  ['SBC', 'absoluteX', 'table'],
  ['BCS', 'relative', 'alive'],
  ['LDA', 'immediateM', 200],
  ['INC', 'direct', 0x14],
  'alive',
  ['STA', 'directIndirectY', 0x10],
  ['AND', 'immediateM', 0x0f],
  ['TAY', 'implied'],
  ['LDA', 'absoluteY', 'table'],
  ['LSR', 'accumulator'],
  ['EOR', 'direct', 0x16],
  ['STA', 'direct', 0x16],
  ['REP', 'immediate8', 0x21],
  ['LDA', 'direct', 0x10],
  ['ADC', 'immediateM', 0x20, 2],
  ['STA', 'direct', 0x10],
  ['SEP', 'immediate8', 0x20],
  ['DEX', 'implied'],
  ['BNE', 'relative', 'hit'],
  ['PLP', 'implied'],
  ['RTS', 'implied'],
];

/** Copies 64 words from the image with a long address. */
const COPY: readonly Line[] = [
  'copy',
  ['LDX', 'immediateX', 126, 2],
  'next word',
  ['LDA', 'absoluteLongX', 0x008000],
  ['STA', 'absoluteLongX', 0x7e2000],
  ['DEX', 'implied'],
  ['DEX', 'implied'],
  ['BPL', 'relative', 'next word'],
  ['RTS', 'implied'],
];

/** Multiplies the generator's word by 13 with shifts and adds, and steps the generator. */
const PRODUCT: readonly Line[] = [
  'product',
  ['LDA', 'direct', 0x20],
  ['ASL', 'accumulator'],
  ['ASL', 'accumulator'],
  ['STA', 'direct', 0x22],
  ['ASL', 'accumulator'],
  ['CLC', 'implied'],
  ['ADC', 'direct', 0x22],
  ['CLC', 'implied'],
  ['ADC', 'direct', 0x20],
  ['CLC', 'implied'],
  ['ADC', 'immediateM', 0x3619, 2],
  ['STA', 'direct', 0x20],
  ['XBA', 'implied'],
  ['AND', 'immediateM', 0x1e, 2],
  ['TAY', 'implied'],
  ['TAX', 'implied'],
  ['LDA', 'absoluteY', 0x0400],
  ['EOR', 'direct', 0x20],
  ['STA', 'absoluteX', 0x0402],
  ['RTS', 'implied'],
];

/** Adds to a decimal score of four digits; its carry goes into two more. */
const SCORE: readonly Line[] = [
  'score',
  ['SED', 'implied'],
  ['LDA', 'direct', 0x30],
  ['CLC', 'implied'],
  ['ADC', 'immediateM', 0x0125, 2],
  ['STA', 'direct', 0x30],
  ['LDA', 'direct', 0x32],
  ['ADC', 'immediateM', 0, 2],
  ['STA', 'direct', 0x32],
  ['CLD', 'implied'],
  ['RTS', 'implied'],
];

/** Builds a list of sprites: bytes with a stack frame and an indexed jump. */
const DRAW: readonly Line[] = [
  'draw',
  ['LDY', 'immediateX', 0, 2],
  'next sprite',
  ['LDA', 'absoluteY', 0x0400],
  ['PHA', 'implied'],
  ['LDA', 'stackRelative', 1],
  ['LSR', 'accumulator'],
  ['LSR', 'accumulator'],
  ['SEP', 'immediate8', 0x20],
  ['STA', 'absoluteY', 0x0800],
  ['REP', 'immediate8', 0x20],
  ['AND', 'immediateM', 0x0002, 2],
  ['TAX', 'implied'],
  ['JSR', 'absoluteXIndirect', 'kinds'],
  ['PLA', 'implied'],
  ['TYA', 'implied'],
  ['CLC', 'implied'],
  ['ADC', 'immediateM', 0x20, 2],
  ['TAY', 'implied'],
  ['CPY', 'immediateX', 0x0200, 2],
  ['BNE', 'relative', 'next sprite'],
  ['RTS', 'implied'],
  'left',
  ['INC', 'absolute', 0x0900],
  ['RTS', 'implied'],
  'right',
  ['DEC', 'absolute', 0x0902],
  ['ROR', 'direct', 0x34],
  ['RTS', 'implied'],
];

const OPCODE_OF = new Map(OPCODES.map(({ name, mode }, byte) => [`${name} ${mode}`, byte]));

function bytesOf(line: Exclude<Line, string>): { readonly opcode: number; readonly operandBytes: number } {
  const [name, mode, , operandBytes] = line;
  const opcode = OPCODE_OF.get(`${name} ${mode}`);
  const entry = OPCODES[opcode ?? -1];
  if (opcode === undefined || entry === undefined) throw new RangeError(`no instruction ${name} ${mode}`);
  return { opcode, operandBytes: operandBytes ?? entry.length - 1 };
}

/** Addresses of the labels, and of the end under an empty name. */
function placeLabels(lines: readonly Line[]): Map<string, number> {
  const labels = new Map<string, number>();
  let at = IMAGE_START;
  for (const line of lines) {
    if (typeof line === 'string') labels.set(line, at);
    else at += 1 + bytesOf(line).operandBytes;
  }
  return labels.set('', at);
}

/**
 * The image, whose reset vector points to the program; the table of pointers and the damage table
 * follow the code.
 */
export function cpuProgram(): Uint8Array {
  const lines = [...MAIN, ...MOVE, ...HEALTH, ...COPY, ...PRODUCT, ...SCORE, ...DRAW];
  const labels = placeLabels(lines);
  const end = labels.get('') ?? IMAGE_START;
  labels.set('kinds', end).set('table', end + 4);
  const image = new Uint8Array(IMAGE_BYTES);
  let at = 0;
  for (const line of lines) {
    if (typeof line === 'string') continue;
    const { opcode, operandBytes } = bytesOf(line);
    const [, mode, operand = 0] = line;
    const value = typeof operand === 'number' ? operand : (labels.get(operand) ?? 0);
    const next = at + 1 + operandBytes;
    const written = mode === 'relative' ? value - IMAGE_START - next : value;
    image[at] = opcode;
    for (let byte = 0; byte < operandBytes; byte++) image[at + 1 + byte] = written >> (8 * byte);
    at = next;
  }
  for (const label of ['left', 'right']) {
    const address = labels.get(label) ?? 0;
    image[at++] = address;
    image[at++] = address >> 8;
  }
  for (let entry = 0; entry < 256; entry++) image[at++] = (entry * 37 + 11) & 0xff;
  image[RESET_VECTOR] = IMAGE_START & 0xff;
  image[RESET_VECTOR + 1] = IMAGE_START >> 8;
  return image;
}
