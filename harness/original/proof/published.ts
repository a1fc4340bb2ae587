/**
 * The published cases again: the image's own code on each, against our function and against the
 * published outcome.
 */
import { hexWithSuffix } from '../../base/index.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import type { VectorCase } from '../vectors/format.js';
import { tableCellValues, tableOffset } from './choose-image.js';
import type { ProofMachine } from './compare-sides.js';
import type { Outcome } from './outcomes.js';
import type { RoutineRunner } from './routine-runner.js';
import { hasGivenDraws, type ProofState, stateOfCase, type VectorRules } from './state.js';

// What recorded logs gave that were played again: how far they went, states at the calls.

export interface PlayedLog {
  readonly file: string;
  /** Frames that the log holds and that were equal in every compared cell. */
  readonly frames: number;
  /** The first frame that was not; undefined: all were equal. */
  readonly differs: { readonly frame: number; readonly cell: string } | undefined;
}

/** What the logs gave that were played. */
export interface RecordedStates {
  readonly logs: readonly PlayedLog[];
  /** States at the calls of a routine, in the order of the calls. */
  statesOf(plan: RoutinePlan): readonly ProofState[];
  /** Calls of all routines that are looked for. */
  calls(): number;
}

/** Vectors of one routine. */
export interface PublishedCases extends VectorRules {
  readonly cases: readonly VectorCase[];
  /** States to begin with, of a game that is declared: there are no published cases of it. */
  readonly begin?: readonly ProofState[];
}

/** Table bytes of a case that the image does not hold itself. */
export function tablesOfCase(vector: VectorCase, held: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  return new Map([...vector.tables].filter(([address, value]) => held.get(address) !== value));
}

/**
 * Table bytes that all published cases of a routine agree on and that the image holds otherwise,
 * where it has a place for them. An image that is no whole cartridge lacks them; a state that is
 * varied may come to those of another case. A test ROM has tables of its own.
 */
export function commonTables({ held, image }: ProofMachine, cases: readonly VectorCase[]): ReadonlyMap<number, number> {
  if (!image.profile.isGame) return new Map();
  const common = new Map<number, number>();
  const disputed = new Set<number>();
  for (const { tables } of cases) {
    for (const [address, value] of tables) {
      if ((common.get(address) ?? value) !== value) disputed.add(address);
      common.set(address, value);
    }
  }
  const isMissing = (address: number, value: number): boolean =>
    !disputed.has(address) && held.get(address) !== value && tableOffset(image, address) >= 0;
  return new Map([...common].filter(([address, value]) => isMissing(address, value)));
}

/**
 * A published case as a state, with the table bytes in which it and the image are not the same; or
 * undefined where the image has no place for one of them.
 */
export function publishedState({ held, image, ours }: ProofMachine, vector: VectorCase): ProofState | undefined {
  const tables = tablesOfCase(vector, held);
  if (tableCellValues(image, tables) === undefined) return undefined;
  return stateOfCase(vector, ours.offsets, tables, image.profile);
}

const REGISTERS = ['A', 'X', 'Y', 'P'] as const;

/**
 * Every register and flag at the exit, declared result or not: the original code leaves in each
 * what it left when the case was executed. A test ROM promises the declared ones alone.
 */
function registerDifference(
  { original, plan }: RoutineRunner,
  { inferred, outRegisters }: VectorCase,
): string | undefined {
  const result = original();
  // stand-ins of unprinted bytes leave registers of their own
  if (plan.registers !== undefined || (inferred === true && result.unprinted >= 0)) return undefined;
  for (const name of REGISTERS) {
    const published = outRegisters[name];
    if (published === undefined || published === result[name]) continue;
    return `register ${name}: published ${hexWithSuffix(published)}, the image ${hexWithSuffix(result[name])}`;
  }
  return undefined;
}

/**
 * Text about the first difference between what the image's code did in the last run and the
 * published outcome.
 */
function outcomeDifference(runner: RoutineRunner, vector: VectorCase): string | undefined {
  const result = runner.original();
  const { machine, plan } = runner;
  const describe = (address: number): string => machine.image.profile.game.describe(address, plan.routine);
  if (result.exit !== vector.exit) return `exit: published ${vector.exit}, the image ${result.exit}`;
  if (hasGivenDraws(vector) && result.draws.length !== vector.draws.length) {
    return `draws: published ${vector.draws.length}, the image ${result.draws.length}`;
  }
  const register = registerDifference(runner, vector);
  if (register !== undefined) return register;
  const written = runner.writes();
  for (const [address, value] of vector.outMemory) {
    if (runner.isCompared(address) && (written.get(address) ?? runner.valueAt(address)) !== value) {
      return `${describe(address)}: published ${value}, the image ${written.get(address) ?? 'leaves it'}`;
    }
  }
  for (const [address, value] of written) {
    if (!vector.outMemory.has(address) && runner.valueAt(address) !== value) {
      return `${describe(address)}: written by the image alone`;
    }
  }
  return undefined;
}

/**
 * Runs one published case.
 *
 * @returns its state, or undefined where the image has no place for a table byte of the case:
 * nothing was run
 */
export function runPublished(
  runner: RoutineRunner,
  vector: VectorCase,
): { readonly state: ProofState; readonly outcome: Outcome; readonly otherOutcome: string | undefined } | undefined {
  const state = publishedState(runner.machine, vector);
  if (state === undefined) return undefined;
  runner.load(state);
  const outcome = runner.run(state.registers, state.draws, 'published', vector.inferred);
  const isCompared = runner.original().exit !== undefined && runner.difference()?.kind !== 'undeclared read';
  return { state, outcome, otherOutcome: isCompared ? outcomeDifference(runner, vector) : undefined };
}
