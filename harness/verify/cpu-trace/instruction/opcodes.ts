/**
 * The 65816's 256 opcodes: name, addressing mode, length; and the way back from a name and the form
 * of an operand, for dialects that print no opcode byte.
 */

/** Addressing modes, by the form of the operand. */
export const MODES = [
  'implied',
  'accumulator',
  'immediate8',
  'immediateM',
  'immediateX',
  'immediate16',
  'direct',
  'directX',
  'directY',
  'absolute',
  'absoluteX',
  'absoluteY',
  'long',
  'longX',
  'indirect',
  'indirectX',
  'indirectY',
  'indirectLong',
  'indirectLongY',
  'stack',
  'stackIndirectY',
  'relative',
  'relativeLong',
  'jump',
  'jumpLong',
  'jumpIndirect',
  'jumpIndirectX',
  'jumpIndirectLong',
  'blockMove',
] as const;
export type Mode = (typeof MODES)[number];

/** Rows of sixteen: `name:mode`, the mode shortened as in SHORT; without one: implied. */
const TABLE = `
brk:i8 ora:ix cop:i8 ora:s tsb:d ora:d asl:d ora:il php ora:m asl:a phd tsb:b ora:b asl:b ora:l
bpl:r ora:iy ora:in ora:sy trb:d ora:dx asl:dx ora:ily clc ora:by inc:a tcs trb:b ora:bx asl:bx ora:lx
jsr:j and:ix jsl:jl and:s bit:d and:d rol:d and:il plp and:m rol:a pld bit:b and:b rol:b and:l
bmi:r and:iy and:in and:sy bit:dx and:dx rol:dx and:ily sec and:by dec:a tsc bit:bx and:bx rol:bx and:lx
rti eor:ix wdm:i8 eor:s mvp:mv eor:d lsr:d eor:il pha eor:m lsr:a phk jmp:j eor:b lsr:b eor:l
bvc:r eor:iy eor:in eor:sy mvn:mv eor:dx lsr:dx eor:ily cli eor:by phy tcd jml:jl eor:bx lsr:bx eor:lx
rts adc:ix per:rl adc:s stz:d adc:d ror:d adc:il pla adc:m ror:a rtl jmp:ji adc:b ror:b adc:l
bvs:r adc:iy adc:in adc:sy stz:dx adc:dx ror:dx adc:ily sei adc:by ply tdc jmp:jix adc:bx ror:bx adc:lx
bra:r sta:ix brl:rl sta:s sty:d sta:d stx:d sta:il dey bit:m txa phb sty:b sta:b stx:b sta:l
bcc:r sta:iy sta:in sta:sy sty:dx sta:dx stx:dy sta:ily tya sta:by txs txy stz:b sta:bx stz:bx sta:lx
ldy:x lda:ix ldx:x lda:s ldy:d lda:d ldx:d lda:il tay lda:m tax plb ldy:b lda:b ldx:b lda:l
bcs:r lda:iy lda:in lda:sy ldy:dx lda:dx ldx:dy lda:ily clv lda:by tsx tyx ldy:bx lda:bx ldx:by lda:lx
cpy:x cmp:ix rep:i8 cmp:s cpy:d cmp:d dec:d cmp:il iny cmp:m dex wai cpy:b cmp:b dec:b cmp:l
bne:r cmp:iy cmp:in cmp:sy pei:in cmp:dx dec:dx cmp:ily cld cmp:by phx stp jml:jil cmp:bx dec:bx cmp:lx
cpx:x sbc:ix sep:i8 sbc:s cpx:d sbc:d inc:d sbc:il inx sbc:m nop xba cpx:b sbc:b inc:b sbc:l
beq:r sbc:iy sbc:in sbc:sy pea:i16 sbc:dx inc:dx sbc:ily sed sbc:by plx xce jsr:jix sbc:bx inc:bx sbc:lx
`;

const SHORT: Readonly<Record<string, Mode>> = {
  a: 'accumulator',
  i8: 'immediate8',
  m: 'immediateM',
  x: 'immediateX',
  i16: 'immediate16',
  d: 'direct',
  dx: 'directX',
  dy: 'directY',
  b: 'absolute',
  bx: 'absoluteX',
  by: 'absoluteY',
  l: 'long',
  lx: 'longX',
  in: 'indirect',
  ix: 'indirectX',
  iy: 'indirectY',
  il: 'indirectLong',
  ily: 'indirectLongY',
  s: 'stack',
  sy: 'stackIndirectY',
  r: 'relative',
  rl: 'relativeLong',
  j: 'jump',
  jl: 'jumpLong',
  ji: 'jumpIndirect',
  jix: 'jumpIndirectX',
  jil: 'jumpIndirectLong',
  mv: 'blockMove',
};

/** Bytes of an instruction by mode; 0: chosen by M or X. */
const LENGTHS: Readonly<Record<Mode, number>> = {
  implied: 1,
  accumulator: 1,
  immediate8: 2,
  immediateM: 0,
  immediateX: 0,
  immediate16: 3,
  direct: 2,
  directX: 2,
  directY: 2,
  absolute: 3,
  absoluteX: 3,
  absoluteY: 3,
  long: 4,
  longX: 4,
  indirect: 2,
  indirectX: 2,
  indirectY: 2,
  indirectLong: 2,
  indirectLongY: 2,
  stack: 2,
  stackIndirectY: 2,
  relative: 2,
  relativeLong: 3,
  jump: 3,
  jumpLong: 4,
  jumpIndirect: 3,
  jumpIndirectX: 3,
  jumpIndirectLong: 3,
  blockMove: 3,
};

export interface Opcode {
  readonly name: string;
  readonly mode: Mode;
}

/** By opcode byte. */
export const OPCODES: readonly Opcode[] = TABLE.trim()
  .split(/\s+/)
  .map((entry) => {
    const [name = '', short] = entry.split(':');
    return { name, mode: short === undefined ? 'implied' : (SHORT[short] ?? 'implied') };
  });

/** Other spellings that emulators print. */
const SPELLINGS: Readonly<Record<string, string>> = { tas: 'tcs', tsa: 'tsc', tad: 'tcd', tda: 'tdc', swa: 'xba' };

/**
 * Bytes of the instruction.
 * @param byteA the accumulator is 8 bits wide
 * @param byteIndex the index registers are
 */
export function lengthOf(opcode: number, byteA: boolean, byteIndex: boolean): number {
  const mode = OPCODES[opcode]?.mode ?? 'implied';
  if (mode === 'immediateM') return byteA ? 2 : 3;
  if (mode === 'immediateX') return byteIndex ? 2 : 3;
  return LENGTHS[mode];
}

const BY_FORM = new Map<string, number>();
OPCODES.forEach(({ name, mode }, opcode) => {
  BY_FORM.set(`${name} ${mode}`, opcode);
});

/** Possible modes of an operand of this form, in the order of trial. */
export type OperandForm =
  | 'none'
  | 'accumulator'
  | 'immediate'
  | 'byte'
  | 'word'
  | 'long'
  | 'byteX'
  | 'byteY'
  | 'wordX'
  | 'wordY'
  | 'longX'
  | 'byteS'
  | '(byte)'
  | '(byteX)'
  | '(byte)Y'
  | '(byteS)Y'
  | '(word)'
  | '(wordX)'
  | '[byte]'
  | '[byte]Y'
  | '[word]'
  | 'two bytes';

const CANDIDATES: Readonly<Record<OperandForm, readonly Mode[]>> = {
  none: ['implied', 'accumulator'],
  accumulator: ['accumulator'],
  immediate: ['immediate8', 'immediateM', 'immediateX', 'immediate16'],
  byte: ['direct', 'relative', 'indirect', 'immediate8'],
  word: ['absolute', 'relative', 'relativeLong', 'jump', 'immediate16'],
  long: ['long', 'jumpLong', 'relative', 'relativeLong'],
  byteX: ['directX'],
  byteY: ['directY'],
  wordX: ['absoluteX'],
  wordY: ['absoluteY'],
  longX: ['longX'],
  byteS: ['stack'],
  '(byte)': ['indirect'],
  '(byteX)': ['indirectX'],
  '(byte)Y': ['indirectY'],
  '(byteS)Y': ['stackIndirectY'],
  '(word)': ['jumpIndirect'],
  '(wordX)': ['jumpIndirectX'],
  '[byte]': ['indirectLong'],
  '[byte]Y': ['indirectLongY'],
  '[word]': ['jumpIndirectLong'],
  'two bytes': ['blockMove'],
};

/** Opcode byte of a name (lower case) and the form of its operand, or -1. */
export function opcodeOf(name: string, form: OperandForm): number {
  const plain = SPELLINGS[name] ?? name;
  for (const mode of CANDIDATES[form]) {
    const found = BY_FORM.get(`${plain} ${mode}`);
    if (found !== undefined) return found;
  }
  // jmp and jml, jsr and jsl are printed for one another
  if (form === 'long' && plain === 'jmp') return 0x5c;
  if (form === 'long' && plain === 'jsr') return 0x22;
  if (form === '[word]' && plain === 'jmp') return 0xdc;
  return -1;
}

function signed(value: number, bits: 8 | 16): number {
  return bits === 8 ? (value << 24) >> 24 : (value << 16) >> 16;
}

/**
 * Operand of an instruction from the bytes after its opcode; of a branch the address that is
 * reached.
 * @param pc 24-bit address of the instruction
 */
export function operandOf(
  opcode: number,
  pc: number,
  first: number,
  second: number,
  third: number,
  length: number,
): number {
  const mode = OPCODES[opcode]?.mode;
  if (mode === 'relative') return (pc + 2 + signed(first, 8)) & 0xffff;
  if (mode === 'relativeLong') return (pc + 3 + signed(first | (second << 8), 16)) & 0xffff;
  if (mode === 'blockMove') return (first << 8) | second;
  if (length === 2) return first;
  if (length === 3) return first | (second << 8);
  return length === 4 ? first | (second << 8) | (third << 16) : 0;
}
