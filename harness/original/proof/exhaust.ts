/**
 * All inputs of a routine that has few: every value of the cells and of the accumulator that it
 * reads.
 */
import type { RoutineRunner } from './routine-runner.js';
import type { ProofState } from './state.js';
import type { Corpus, Visit } from './vary.js';

/** Bits that are always counted through, and the most that are where the budget allows it. */
const SMALL_SPACE = 16;
const LARGEST_SPACE = 24;

/**
 * Cells that a routine reads from a state, whatever their values are; undefined: too many, or
 * addresses among them.
 */
function inputCells(runner: RoutineRunner, state: ProofState, corpus: Corpus): readonly number[] | undefined {
  const cells = new Set<number>();
  const max = LARGEST_SPACE / 8;
  const look = (): void => {
    for (const offset of runner.inputs()) cells.add(offset);
  };
  runner.load(state);
  runner.run(state.registers, state.draws, 'varied');
  look();
  for (let round = 0; round < 2; round++) {
    for (const offset of [...cells]) {
      const kept = runner.cell(offset);
      for (let value = 0; value < 0x100 && cells.size <= max; value += 3) {
        runner.setCell(offset, value);
        runner.run(state.registers, state.draws, 'varied');
        look();
      }
      runner.setCell(offset, kept);
    }
  }
  return cells.size > max || [...cells].some((offset) => corpus.pointers.has(offset)) ? undefined : [...cells];
}

/**
 * Counts through all inputs from a state's registers X and Y, where they have at most 16 bits, or
 * 24 and the budget is large enough.
 * @returns bits that were counted through; 0 where there are too many
 */
export function runAllInputs(
  runner: RoutineRunner,
  corpus: Corpus,
  state: ProofState,
  budget: number,
  visit: Visit,
): number {
  const names = runner.plan.adapter.arguments;
  if (state.draws !== undefined) return 0;
  const cells = inputCells(runner, state, corpus);
  if (cells === undefined) return 0;
  const accumulatorBits = names.includes('A') ? 16 : names.includes('A8') ? 8 : 0;
  const bits = cells.length * 8 + accumulatorBits;
  if (bits === 0 || bits > LARGEST_SPACE || (bits > SMALL_SPACE && 2 ** bits > budget)) return 0;
  const known = new Set(cells);
  for (let number = 0; number < 2 ** bits; number++) {
    const registers = { ...state.registers };
    if (accumulatorBits > 0) {
      const mask = 2 ** accumulatorBits - 1;
      registers.A = (registers.A & ~mask) | (number & mask);
    }
    for (let index = 0; index < cells.length; index++) {
      runner.setCell(cells[index] as number, (number >>> (accumulatorBits + index * 8)) & 0xff);
    }
    const verdict = runner.run(registers, undefined, 'varied');
    // an input that came up late: the space is larger than it seemed
    if (runner.inputs().some((offset) => !known.has(offset))) return 0;
    if (!visit(verdict, registers, state)) return 0;
  }
  return bits;
}
