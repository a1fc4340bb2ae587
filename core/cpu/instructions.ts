/** All 256 instructions by their opcode. */
import type { Instruction } from './instruction.js';
import { INSTRUCTIONS_00_7F } from './instructions-00-7f.js';
import { INSTRUCTIONS_80_FF } from './instructions-80-ff.js';

export const INSTRUCTIONS_BY_OPCODE: readonly Instruction[] = [...INSTRUCTIONS_00_7F, ...INSTRUCTIONS_80_FF];
