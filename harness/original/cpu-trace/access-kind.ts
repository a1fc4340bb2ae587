/** The access of each instruction to its operand in memory, by opcode. */
import { type Mode, OPCODES } from '../../../core/cpu/opcodes.js';

/** The access of an instruction to its operand in memory. */
export type AccessKind = 'load' | 'store' | 'combine' | 'modify' | 'move' | 'none';

const LOADS = new Set(['LDA', 'LDX', 'LDY']);
const STORES = new Set(['STA', 'STX', 'STY', 'STZ']);
const COMBINES = new Set(['ADC', 'SBC', 'AND', 'ORA', 'EOR', 'CMP', 'BIT', 'CPX', 'CPY']);
const MODIFIES = new Set(['INC', 'DEC', 'ASL', 'LSR', 'ROL', 'ROR', 'TSB', 'TRB']);
/** Modes without an operand in memory. */
const NO_MEMORY = new Set<Mode>([
  'implied',
  'accumulator',
  'immediate8',
  'immediateM',
  'immediateX',
  'immediate16',
  'relative',
  'relativeLong',
  'absoluteIndirect',
  'absoluteXIndirect',
  'absoluteIndirectLong',
]);

/** By opcode byte. */
export const KINDS: readonly AccessKind[] = OPCODES.map(({ name, mode }) => {
  if (mode === 'blockMove') return 'move';
  if (NO_MEMORY.has(mode)) return 'none';
  if (LOADS.has(name)) return 'load';
  if (STORES.has(name)) return 'store';
  if (COMBINES.has(name)) return 'combine';
  return MODIFIES.has(name) ? 'modify' : 'none';
});

/** Instructions whose width is that of the index registers. */
const INDEX_WIDE = new Set(['LDX', 'LDY', 'STX', 'STY', 'CPX', 'CPY']);
/** By opcode byte: true when the index registers give the width. */
export const IS_INDEX: readonly boolean[] = OPCODES.map(({ name }) => INDEX_WIDE.has(name));
