/**
 * The smallest case with the same kind of difference: fewest cells that are not 0, then the
 * smallest values.
 */
import { IMAGE_BYTES } from '../../../rom-map/index.js';
import type { Difference, Origin, RoutineRunner } from './routine-runner.js';
import type { ProofState } from './state.js';

/** Runs that one shrinking may take. */
const MAX_RUNS = 60_000;
const SMALL = [1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128];

export interface SmallestCase {
  readonly state: ProofState;
  /** Image offsets of the cells that are not 0. */
  readonly cells: readonly number[];
  readonly difference: Difference;
}

interface Trial {
  state: ProofState;
  /** Whether a smaller state still shows the difference; it then becomes the present one. */
  accept(candidate: ProofState): boolean;
}

/** Kinds that any wild pointer shows as well: a smaller case has to show the same place. */
const BY_PLACE: ReadonlySet<string> = new Set<Difference['kind']>(['undeclared read', 'undeclared write', 'no exit']);

function isSame(found: Difference | undefined, wanted: Difference): boolean {
  return found?.kind === wanted.kind && (!BY_PLACE.has(wanted.kind) || found.text === wanted.text);
}

function createTrial(runner: RoutineRunner, start: ProofState, difference: Difference, origin: Origin): Trial {
  let runs = 0;
  const trial: Trial = {
    state: start,
    accept(candidate) {
      if (runs++ > MAX_RUNS) return false;
      runner.load(candidate);
      runner.run(candidate.registers, candidate.draws, origin);
      if (!isSame(runner.difference(), difference)) return false;
      trial.state = candidate;
      return true;
    },
  };
  return trial;
}

function filled(memory: Uint8Array): number[] {
  const list: number[] = [];
  for (let offset = 0; offset < IMAGE_BYTES; offset++) if (memory[offset] !== 0) list.push(offset);
  return list;
}

function withZeros(state: ProofState, offsets: Iterable<number>): ProofState {
  const memory = state.memory.slice();
  for (const offset of offsets) memory[offset] = 0;
  return { ...state, memory };
}

/** Everything that the original did not read becomes 0 at once, where that keeps the difference. */
function clearUnread(trial: Trial, inputs: readonly number[]): void {
  const kept = new Set(inputs);
  trial.accept(
    withZeros(
      trial.state,
      filled(trial.state.memory).filter((offset) => !kept.has(offset)),
    ),
  );
}

/** Groups of cells become 0, large groups first. */
function clearGroups(trial: Trial): void {
  let size = Math.ceil(filled(trial.state.memory).length / 2);
  while (size >= 1) {
    const cells = filled(trial.state.memory);
    let isSmaller = false;
    for (let at = 0; at < cells.length; at += size) {
      if (trial.accept(withZeros(trial.state, cells.slice(at, at + size)))) isSmaller = true;
    }
    if (size === 1 && !isSmaller) return;
    if (size > 1) size >>= 1;
  }
}

function lowerValues(trial: Trial): void {
  for (const offset of filled(trial.state.memory)) {
    for (const value of SMALL) {
      if (value >= (trial.state.memory[offset] as number)) break;
      const memory = trial.state.memory.slice();
      memory[offset] = value;
      if (trial.accept({ ...trial.state, memory })) break;
    }
  }
}

/** Registers that are no addresses, and given draws, become 0. */
function lowerRegisters(trial: Trial, takesIndex: (name: 'X' | 'Y') => boolean): void {
  const { registers } = trial.state;
  for (const value of [0, 1, 2, 0x7f, 0x80]) {
    if (value < registers.A && trial.accept({ ...trial.state, registers: { ...trial.state.registers, A: value } }))
      break;
  }
  for (const name of ['X', 'Y'] as const) {
    if (takesIndex(name) || registers[name] === 0) continue;
    trial.accept({ ...trial.state, registers: { ...trial.state.registers, [name]: 0 } });
  }
  trial.accept({ ...trial.state, registers: { ...trial.state.registers, P: 0x20 } });
  const { draws } = trial.state;
  if (draws === undefined) return;
  if (trial.accept({ ...trial.state, draws: draws.map(() => 0) })) return;
  for (let keep = 0; keep < 32; keep++) {
    if (trial.accept({ ...trial.state, draws: draws.map((value, index) => (index < keep ? value : 0)) })) return;
  }
}

/** @param state one that gave `difference` @param origin as it was run */
export function shrink(runner: RoutineRunner, state: ProofState, difference: Difference, origin: Origin): SmallestCase {
  const trial = createTrial(runner, state, difference, origin);
  runner.load(state);
  runner.run(state.registers, state.draws, origin);
  const inputs = runner.inputs();
  clearUnread(trial, inputs);
  clearGroups(trial);
  lowerRegisters(trial, (name) => runner.plan.adapter.arguments.includes(name));
  lowerValues(trial);
  clearGroups(trial);
  runner.load(trial.state);
  runner.run(trial.state.registers, trial.state.draws, origin);
  const shown = runner.difference() ?? difference;
  return { state: trial.state, cells: filled(trial.state.memory), difference: shown };
}
