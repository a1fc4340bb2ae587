/** An instruction's operand as assemblers write it, and the address that it names. */
import type { Mode } from '../../../core/cpu/index.js';
import { WORK_RAM } from '../../../rom-map/index.js';
import type { FlowState, Known } from './flow-state.js';
import { type Instruction, targetOf } from './image-code.js';

function hex(value: number, digits: number): string {
  return `$${value.toString(16).toUpperCase().padStart(digits, '0')}`;
}

/** What stands before and behind the number, and the number's digits. */
const FORMS: Readonly<Record<Mode, readonly [before: string, digits: number, behind: string]>> = {
  implied: ['', 0, ''],
  accumulator: ['A', 0, ''],
  immediateM: ['#', 0, ''],
  immediateX: ['#', 0, ''],
  immediate8: ['#', 2, ''],
  immediate16: ['#', 4, ''],
  direct: ['', 2, ''],
  directX: ['', 2, ',X'],
  directY: ['', 2, ',Y'],
  directIndirect: ['(', 2, ')'],
  directXIndirect: ['(', 2, ',X)'],
  directIndirectY: ['(', 2, '),Y'],
  directIndirectLong: ['[', 2, ']'],
  directIndirectLongY: ['[', 2, '],Y'],
  absolute: ['', 4, ''],
  absoluteX: ['', 4, ',X'],
  absoluteY: ['', 4, ',Y'],
  absoluteLong: ['', 6, ''],
  absoluteLongX: ['', 6, ',X'],
  absoluteIndirect: ['(', 4, ')'],
  absoluteXIndirect: ['(', 4, ',X)'],
  absoluteIndirectLong: ['[', 4, ']'],
  stackRelative: ['', 2, ',S'],
  stackRelativeIndirectY: ['(', 2, ',S),Y'],
  relative: ['', 4, ''],
  relativeLong: ['', 4, ''],
  blockMove: ['', 0, ''],
};

/** `LDA`, `JMP ($1234,X)`: the operand alone; '' without one. */
export function operandText(instruction: Instruction): string {
  const { mode, operand, bytes, address } = instruction;
  const [before, digits, behind] = FORMS[mode];
  if (mode === 'implied' || mode === 'accumulator') return before;
  // the processor has the target first; assemblers write the source first
  if (mode === 'blockMove') return `${hex(operand >>> 8, 2)},${hex(operand & 0xff, 2)}`;
  if (mode === 'immediateM' || mode === 'immediateX') return `#${hex(operand, 2 * (bytes.length - 1))}`;
  if (mode === 'relative' || mode === 'relativeLong') {
    const shown = targetOf(instruction) ?? (address + 3 + ((operand << 16) >> 16)) & 0xffff;
    return hex(shown & 0xffff, 4);
  }
  return `${before}${hex(operand, digits)}${behind}`;
}

/** A place in memory that an operand names. */
export interface NamedAddress {
  /** 24 bits. */
  readonly address: number;
  /** An index is added to it. */
  readonly isIndexed: boolean;
  /** DB or D is not known: taken as bank 7E and direct page 0. */
  readonly isGuessed: boolean;
}

const DIRECT = new Set<Mode>([
  'direct',
  'directX',
  'directY',
  'directIndirect',
  'directXIndirect',
  'directIndirectY',
  'directIndirectLong',
  'directIndirectLongY',
]);
const ABSOLUTE = new Set<Mode>(['absolute', 'absoluteX', 'absoluteY']);
const LONG = new Set<Mode>(['absoluteLong', 'absoluteLongX']);
const INDEXED = new Set<Mode>(['directX', 'directY', 'directXIndirect', 'absoluteX', 'absoluteY', 'absoluteLongX']);
/** Their operand is a place in code. */
const CODE = new Set(['JSR', 'JSL', 'JMP', 'JML', 'PER']);
const ABSOLUTE_WITHIN_MIRROR = 0x2000;

function directAddress(direct: Known, operand: number, isIndexed: boolean): NamedAddress | undefined {
  if (direct < 0) return undefined;
  return { address: (direct + operand) & 0xffff, isIndexed, isGuessed: false };
}

/**
 * The memory that an operand names, as far as D and DB are known; undefined for numbers, stack and
 * code.
 */
export function namedAddress(instruction: Instruction, state: FlowState): NamedAddress | undefined {
  const { mode, operand, name, address } = instruction;
  const isIndexed = INDEXED.has(mode);
  if (mode === 'absoluteXIndirect')
    return { address: (address & 0xff_0000) | operand, isIndexed: true, isGuessed: false };
  if (mode === 'absoluteIndirect' || mode === 'absoluteIndirectLong') {
    return { address: operand, isIndexed: false, isGuessed: false };
  }
  if (CODE.has(name)) return undefined;
  if (DIRECT.has(mode)) return directAddress(state.direct, operand, isIndexed);
  if (LONG.has(mode)) return { address: operand, isIndexed, isGuessed: false };
  if (!ABSOLUTE.has(mode)) return undefined;
  if (state.dataBank >= 0) return { address: (state.dataBank << 16) | operand, isIndexed, isGuessed: false };
  // every system bank and bank 7E show the same there
  const isGuessed = operand >= ABSOLUTE_WITHIN_MIRROR;
  return { address: WORK_RAM | operand, isIndexed, isGuessed };
}
