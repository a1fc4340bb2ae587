/**
 * A small assembler for test images: one instruction a line, labels, `.at C1:7A42`, cells by name in
 * braces (`{actionPoints}`, `{actionPoints}+$1`). Immediate values have the width that they are
 * written in: `#$0A`, `#$000A`. A cell that bank 00 does not show has a long address.
 */
import { placeByName } from '../../../../rom-map/index.js';

/** Code in place of C1:380E, the area of an ally's skill: the cell that it aims at. */
export const AREA_OF_ONE_CELL = `.at C1:380E
  lda {ally[0].targetY}
  asl
  asl
  asl
  clc
  adc {ally[0].targetX}
  tax
  lda #$0f
  sta {rangeGrid[0]},x
  rts`;

/** Opcodes by mode: implied, immediate, absolute, absolute X, long, long X, relative. */
const OPCODES: Readonly<Record<string, Readonly<Partial<Record<Mode, number>>>>> = {
  adc: { immediate: 0x69, absolute: 0x6d, long: 0x6f },
  and: { immediate: 0x29 },
  asl: { implied: 0x0a },
  bcc: { relative: 0x90 },
  bcs: { relative: 0xb0 },
  beq: { relative: 0xf0 },
  bne: { relative: 0xd0 },
  bpl: { relative: 0x10 },
  bra: { relative: 0x80 },
  clc: { implied: 0x18 },
  cmp: { immediate: 0xc9, absolute: 0xcd },
  cpx: { immediate: 0xe0 },
  dec: { implied: 0x3a, absolute: 0xce },
  dex: { implied: 0xca },
  eor: { immediate: 0x49 },
  inc: { implied: 0x1a, absolute: 0xee },
  inx: { implied: 0xe8 },
  jmp: { absolute: 0x4c },
  jsr: { absolute: 0x20 },
  lda: { immediate: 0xa9, absolute: 0xad, absoluteX: 0xbd, long: 0xaf, longX: 0xbf },
  ldx: { immediate: 0xa2, absolute: 0xae },
  lsr: { implied: 0x4a },
  ora: { immediate: 0x09 },
  pha: { implied: 0x48 },
  pla: { implied: 0x68 },
  rep: { immediate: 0xc2 },
  rti: { implied: 0x40 },
  rts: { implied: 0x60 },
  sbc: { immediate: 0xe9, absolute: 0xed },
  sec: { implied: 0x38 },
  sep: { immediate: 0xe2 },
  sta: { absolute: 0x8d, absoluteX: 0x9d, long: 0x8f, longX: 0x9f },
  stp: { implied: 0xdb },
  stz: { absolute: 0x9c, absoluteX: 0x9e },
  stx: { absolute: 0x8e },
  sty: { absolute: 0x8c },
  tax: { implied: 0xaa },
  txa: { implied: 0x8a },
  wai: { implied: 0xcb },
};

type Mode = 'implied' | 'immediate' | 'absolute' | 'absoluteX' | 'long' | 'longX' | 'relative';

const BYTES: Readonly<Record<Mode, number>> = {
  implied: 0,
  immediate: 1,
  absolute: 2,
  absoluteX: 2,
  long: 3,
  longX: 3,
  relative: 1,
};

/** 24-bit address to byte. */
export type Code = ReadonlyMap<number, number>;

interface Line {
  readonly at: number;
  readonly opcode: number;
  readonly mode: Mode;
  readonly operand: string;
  readonly bytes: number;
}

function withCells(text: string): string {
  return text.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const place = placeByName(name);
    if (place === undefined) throw new Error(`no cell ${name}`);
    const low = place.address & 0xffff;
    return low < 0x2000 ? `$${low.toString(16).padStart(4, '0')}` : `$${place.address.toString(16)}`;
  });
}

function modeOf(name: string, operand: string): Mode {
  if (operand === '') return 'implied';
  if (operand.startsWith('#')) return 'immediate';
  if (OPCODES[name]?.relative !== undefined) return 'relative';
  const base = operand.replace(/,x$/, '');
  const isLong = /^\$[0-9a-f]{6}/i.test(base);
  if (operand.endsWith(',x')) return isLong ? 'longX' : 'absoluteX';
  return isLong ? 'long' : 'absolute';
}

function operandValue(text: string, labels: ReadonlyMap<string, number>): number {
  return text.split('+').reduce((sum, part) => {
    const value = part.startsWith('$') ? Number.parseInt(part.slice(1), 16) : labels.get(part);
    if (value === undefined || Number.isNaN(value)) throw new Error(`unknown operand ${text}`);
    return sum + value;
  }, 0);
}

/** Bytes of the code, by address. @throws Error for a line that is not understood */
export function assemble(source: string): Code {
  const labels = new Map<string, number>();
  const lines: Line[] = [];
  let at = 0;
  for (const raw of source.split('\n')) {
    const text = withCells(raw.replace(/;.*/, '').trim());
    if (text === '') continue;
    if (text.startsWith('.at ')) at = Number.parseInt(text.slice(4).replace(':', ''), 16);
    else if (text.endsWith(':')) labels.set(text.slice(0, -1), at & 0xffff);
    else {
      const [name = '', operand = ''] = text.split(/\s+/);
      const mode = modeOf(name, operand);
      const opcode = OPCODES[name]?.[mode];
      if (opcode === undefined) throw new Error(`not understood: ${text}`);
      const bytes = mode === 'immediate' ? (operand.length - 2) / 2 : BYTES[mode];
      lines.push({ at, opcode, mode, operand: operand.replace(/^#|,x$/g, ''), bytes });
      at += 1 + bytes;
    }
  }
  const code = new Map<number, number>();
  for (const { at: place, opcode, mode, operand, bytes } of lines) {
    code.set(place, opcode);
    if (operand === '') continue;
    const target = operandValue(operand, labels);
    const value = mode === 'relative' ? target - ((place + 2) & 0xffff) : target;
    if (mode === 'relative' && (value < -128 || value > 127)) throw new Error(`branch too far at ${place}`);
    for (let index = 0; index < bytes; index++) code.set(place + 1 + index, (value >> (8 * index)) & 0xff);
  }
  return code;
}
