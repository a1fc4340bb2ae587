/** Name, addressing mode and length of every opcode. */

/**
 * Addressing modes with the bytes of their operand at 8-bit widths. The notation of a listing
 * stands above each.
 */
export const MODES = {
  implied: 0,
  /** A */
  accumulator: 0,
  /** #m, as wide as the accumulator */
  immediateM: 1,
  /** #x, as wide as the index registers */
  immediateX: 1,
  /** #8 */
  immediate8: 1,
  /** d */
  direct: 1,
  /** d,x */
  directX: 1,
  /** d,y */
  directY: 1,
  /** (d) */
  directIndirect: 1,
  /** (d,x) */
  directXIndirect: 1,
  /** (d),y */
  directIndirectY: 1,
  /** [d] */
  directIndirectLong: 1,
  /** [d],y */
  directIndirectLongY: 1,
  /** a */
  absolute: 2,
  /** a,x */
  absoluteX: 2,
  /** a,y */
  absoluteY: 2,
  /** al */
  absoluteLong: 3,
  /** al,x */
  absoluteLongX: 3,
  /** (a) */
  absoluteIndirect: 2,
  /** (a,x) */
  absoluteXIndirect: 2,
  /** [a] */
  absoluteIndirectLong: 2,
  /** d,s */
  stackRelative: 1,
  /** (d,s),y */
  stackRelativeIndirectY: 1,
  /** r */
  relative: 1,
  /** rl */
  relativeLong: 2,
  /** target bank, source bank */
  blockMove: 2,
  /** #16 */
  immediate16: 2,
} as const;

export type Mode = keyof typeof MODES;

export interface Opcode {
  /** Mnemonic of three letters. */
  readonly name: string;
  readonly mode: Mode;
  /** Bytes, 1..4, while the accumulator and the index registers have 8 bits; see `lengthOf`. */
  readonly length: number;
}

/** The opcode matrix, four to a line; a slash stands between name and mode. */
const MATRIX = `
  BRK/immediate8 ORA/directXIndirect COP/immediate8 ORA/stackRelative
  TSB/direct ORA/direct ASL/direct ORA/directIndirectLong
  PHP/implied ORA/immediateM ASL/accumulator PHD/implied
  TSB/absolute ORA/absolute ASL/absolute ORA/absoluteLong
  BPL/relative ORA/directIndirectY ORA/directIndirect ORA/stackRelativeIndirectY
  TRB/direct ORA/directX ASL/directX ORA/directIndirectLongY
  CLC/implied ORA/absoluteY INC/accumulator TCS/implied
  TRB/absolute ORA/absoluteX ASL/absoluteX ORA/absoluteLongX
  JSR/absolute AND/directXIndirect JSL/absoluteLong AND/stackRelative
  BIT/direct AND/direct ROL/direct AND/directIndirectLong
  PLP/implied AND/immediateM ROL/accumulator PLD/implied
  BIT/absolute AND/absolute ROL/absolute AND/absoluteLong
  BMI/relative AND/directIndirectY AND/directIndirect AND/stackRelativeIndirectY
  BIT/directX AND/directX ROL/directX AND/directIndirectLongY
  SEC/implied AND/absoluteY DEC/accumulator TSC/implied
  BIT/absoluteX AND/absoluteX ROL/absoluteX AND/absoluteLongX
  RTI/implied EOR/directXIndirect WDM/immediate8 EOR/stackRelative
  MVP/blockMove EOR/direct LSR/direct EOR/directIndirectLong
  PHA/implied EOR/immediateM LSR/accumulator PHK/implied
  JMP/absolute EOR/absolute LSR/absolute EOR/absoluteLong
  BVC/relative EOR/directIndirectY EOR/directIndirect EOR/stackRelativeIndirectY
  MVN/blockMove EOR/directX LSR/directX EOR/directIndirectLongY
  CLI/implied EOR/absoluteY PHY/implied TCD/implied
  JML/absoluteLong EOR/absoluteX LSR/absoluteX EOR/absoluteLongX
  RTS/implied ADC/directXIndirect PER/relativeLong ADC/stackRelative
  STZ/direct ADC/direct ROR/direct ADC/directIndirectLong
  PLA/implied ADC/immediateM ROR/accumulator RTL/implied
  JMP/absoluteIndirect ADC/absolute ROR/absolute ADC/absoluteLong
  BVS/relative ADC/directIndirectY ADC/directIndirect ADC/stackRelativeIndirectY
  STZ/directX ADC/directX ROR/directX ADC/directIndirectLongY
  SEI/implied ADC/absoluteY PLY/implied TDC/implied
  JMP/absoluteXIndirect ADC/absoluteX ROR/absoluteX ADC/absoluteLongX
  BRA/relative STA/directXIndirect BRL/relativeLong STA/stackRelative
  STY/direct STA/direct STX/direct STA/directIndirectLong
  DEY/implied BIT/immediateM TXA/implied PHB/implied
  STY/absolute STA/absolute STX/absolute STA/absoluteLong
  BCC/relative STA/directIndirectY STA/directIndirect STA/stackRelativeIndirectY
  STY/directX STA/directX STX/directY STA/directIndirectLongY
  TYA/implied STA/absoluteY TXS/implied TXY/implied
  STZ/absolute STA/absoluteX STZ/absoluteX STA/absoluteLongX
  LDY/immediateX LDA/directXIndirect LDX/immediateX LDA/stackRelative
  LDY/direct LDA/direct LDX/direct LDA/directIndirectLong
  TAY/implied LDA/immediateM TAX/implied PLB/implied
  LDY/absolute LDA/absolute LDX/absolute LDA/absoluteLong
  BCS/relative LDA/directIndirectY LDA/directIndirect LDA/stackRelativeIndirectY
  LDY/directX LDA/directX LDX/directY LDA/directIndirectLongY
  CLV/implied LDA/absoluteY TSX/implied TYX/implied
  LDY/absoluteX LDA/absoluteX LDX/absoluteY LDA/absoluteLongX
  CPY/immediateX CMP/directXIndirect REP/immediate8 CMP/stackRelative
  CPY/direct CMP/direct DEC/direct CMP/directIndirectLong
  INY/implied CMP/immediateM DEX/implied WAI/implied
  CPY/absolute CMP/absolute DEC/absolute CMP/absoluteLong
  BNE/relative CMP/directIndirectY CMP/directIndirect CMP/stackRelativeIndirectY
  PEI/directIndirect CMP/directX DEC/directX CMP/directIndirectLongY
  CLD/implied CMP/absoluteY PHX/implied STP/implied
  JML/absoluteIndirectLong CMP/absoluteX DEC/absoluteX CMP/absoluteLongX
  CPX/immediateX SBC/directXIndirect SEP/immediate8 SBC/stackRelative
  CPX/direct SBC/direct INC/direct SBC/directIndirectLong
  INX/implied SBC/immediateM NOP/implied XBA/implied
  CPX/absolute SBC/absolute INC/absolute SBC/absoluteLong
  BEQ/relative SBC/directIndirectY SBC/directIndirect SBC/stackRelativeIndirectY
  PEA/immediate16 SBC/directX INC/directX SBC/directIndirectLongY
  SED/implied SBC/absoluteY PLX/implied XCE/implied
  JSR/absoluteXIndirect SBC/absoluteX INC/absoluteX SBC/absoluteLongX
`;

function parse(entry: string): Opcode {
  const [name = '', mode = ''] = entry.split('/');
  return { name, mode: mode as Mode, length: 1 + MODES[mode as Mode] };
}

/** All 256 opcodes by number. */
export const OPCODES: readonly Opcode[] = MATRIX.trim().split(/\s+/u).map(parse);

/**
 * Bytes of an instruction, 1..4. @param opcode 0..255 @param isByteM the accumulator has 8 bits
 * @param isByteX likewise the index registers
 */
export function lengthOf(opcode: number, isByteM: boolean, isByteX: boolean): number {
  const entry = OPCODES[opcode];
  if (entry === undefined) throw new RangeError(`opcode ${opcode} is outside 0..255`);
  const isLonger = (entry.mode === 'immediateM' && !isByteM) || (entry.mode === 'immediateX' && !isByteX);
  return entry.length + (isLonger ? 1 : 0);
}
