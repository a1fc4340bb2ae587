/**
 * The battle generator (C1:6150) as a sequence of states, for whoever follows it without a battle.
 * Evidence: the step is executed; the cycles are measured (`rom-map/GENERATOR.md`).
 */
import { read16, read32, write16, write32 } from '../../int/uint.js';
import type { Generator } from '../../system/system.js';
import * as Cell from '../memory/cells/cell.js';
import { battleGeneratorValue, nextMapState } from '../memory/generators.js';

function value(state: number): number {
  return battleGeneratorValue(state & 0xffff);
}

export const GENERATOR: Generator = {
  next: (state) => ((state >>> 8) | (value(state) << 24)) >>> 0,
  value,
  read: ({ image }) => read32(image, Cell.BATTLE_GENERATOR) >>> 0,
  write: ({ image }, state) => write32(image, Cell.BATTLE_GENERATOR, state),
  cycles: [
    { first: 0x0000_359c, length: 141_880 },
    { first: 0x0001_b40d, length: 63_261 },
    { first: 0x0002_98dd, length: 2_262 },
    { first: 0x0002_2941, length: 2_103 },
  ],
  seed: {
    cell: 'mapGenerator',
    next: nextMapState,
    read: ({ image }) => read16(image, Cell.MAP_GENERATOR),
    write: ({ image }, state) => write16(image, Cell.MAP_GENERATOR, state),
  },
  timer: 'battleTimer',
};
