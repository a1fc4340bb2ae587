/** The access of each instruction to its operand in memory, by opcode. */
import { type Mode, OPCODES } from './instruction/opcodes.js';

/** The access of an instruction to its operand in memory. */
export type AccessKind = 'load' | 'store' | 'combine' | 'modify' | 'move' | 'none';

const LOADS = new Set(['lda', 'ldx', 'ldy']);
const STORES = new Set(['sta', 'stx', 'sty', 'stz']);
const COMBINES = new Set(['adc', 'sbc', 'and', 'ora', 'eor', 'cmp', 'bit', 'cpx', 'cpy']);
const MODIFIES = new Set(['inc', 'dec', 'asl', 'lsr', 'rol', 'ror', 'tsb', 'trb']);
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
  'jump',
  'jumpLong',
  'jumpIndirect',
  'jumpIndirectX',
  'jumpIndirectLong',
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
const INDEX_WIDE = new Set(['ldx', 'ldy', 'stx', 'sty', 'cpx', 'cpy']);
/** By opcode byte: true when the index registers give the width. */
export const IS_INDEX: readonly boolean[] = OPCODES.map(({ name }) => INDEX_WIDE.has(name));
