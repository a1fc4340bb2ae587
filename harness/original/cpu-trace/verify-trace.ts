/** `lockstep verify` on a CPU trace: every call of a mirrored routine against our function. */
import { createCaseMachine } from '../vectors/case-machine.js';
import type { Call } from './call.js';
import { createCallComparer } from './call-case.js';
import { createCallFinder } from './calls.js';
import type { CpuRow } from './instruction/row.js';
import type { Profile } from './profile.js';
import { readCpuTrace } from './reader.js';
import type { TraceFacts } from './trace-facts.js';
import { createWalk, type Walk } from './walk.js';

/** Maximum number of differences with their text; all are counted. */
const KEPT = 20;

/** Calls of one routine. */
export interface RoutineCalls {
  readonly routine: string;
  readonly name: string;
  seen: number;
  equal: number;
  /**
   * Equal calls with an operand derived from the result of its own sum, which agree by
   * construction.
   */
  derived: number;
  different: number;
  inputsUnknown: number;
  /** The first unknown input. */
  unknownInput: string;
  disturbed: number;
  cut: number;
  left: number;
  width: number;
}

export interface CallDifference {
  readonly routine: string;
  readonly name: string;
  /** Lines of the call's first instruction and of its exit. */
  readonly line: number;
  readonly exitLine: number;
  readonly frame: number;
  readonly registers: { readonly A: number; readonly X: number; readonly Y: number; readonly P: number };
  readonly text: string;
}

export interface CpuTraceResult extends TraceFacts {
  readonly changedUnseen: number;
  readonly shownWrong: number;
  /** The called routines, by address and name. */
  readonly routines: readonly RoutineCalls[];
  /** Mirrored routines of the profile. */
  readonly mirrored: number;
  readonly differences: readonly CallDifference[];
  readonly totals: Omit<RoutineCalls, 'routine' | 'name' | 'unknownInput'>;
}

function emptyRoutine(routine: string, name: string): RoutineCalls {
  return {
    routine,
    name,
    seen: 0,
    equal: 0,
    derived: 0,
    different: 0,
    inputsUnknown: 0,
    unknownInput: '',
    disturbed: 0,
    cut: 0,
    left: 0,
    width: 0,
  };
}

/**
 * Compares every call of a mirrored routine in a CPU trace.
 * @param rom the image that ran, without copier header
 * @throws LockstepError for a file that is no CPU trace
 */
export async function verifyCpuTrace(
  file: string,
  profile: Profile,
  signal?: AbortSignal,
  rom?: Uint8Array,
): Promise<CpuTraceResult> {
  const routines = new Map<string, RoutineCalls>();
  const differences: CallDifference[] = [];
  const comparer = createCallComparer(profile, createCaseMachine());

  function routineOf(call: Call): RoutineCalls {
    const key = `${call.plan.routine} ${call.plan.name}`;
    let found = routines.get(key);
    if (found === undefined) {
      found = emptyRoutine(call.plan.routine, call.plan.name);
      routines.set(key, found);
    }
    return found;
  }

  function done(call: Call): void {
    const counts = routineOf(call);
    counts.seen++;
    if (call.state !== 'whole') {
      counts[call.state]++;
      return;
    }
    const { verdict, text } = comparer.compare(call);
    if (verdict === 'equal') {
      counts.equal++;
      if (call.derived) counts.derived++;
    } else if (verdict === 'inputs unknown') {
      if (counts.inputsUnknown === 0) counts.unknownInput = text;
      counts.inputsUnknown++;
    } else {
      counts.different++;
      if (differences.length < KEPT) differences.push(differenceOf(call, text));
    }
  }

  const finder = createCallFinder(profile, done);
  const listener = {
    row: (row: CpuRow) => finder.row(row, walk.depth(), walk.frames.frame()),
    read: finder.read,
    write: finder.write,
    gap: finder.cut,
    dma: finder.disturb,
  };
  const walk: Walk = createWalk(profile.mapping, listener, rom);
  const summary = await readCpuTrace(file, walk.take, signal);
  walk.finish();
  finder.cut();
  const list = [...routines.values()].sort((a, b) => (`${a.routine} ${a.name}` < `${b.routine} ${b.name}` ? -1 : 1));
  return {
    summary,
    profile,
    frames: walk.frames.count(),
    framesHow: walk.frames.how(),
    interrupts: walk.interrupts(),
    gaps: walk.gaps(),
    firstGap: walk.firstGap(),
    changedUnseen: walk.counts.changedUnseen,
    shownWrong: walk.counts.shownWrong,
    routines: list,
    mirrored: new Set(profile.plans.map((plan) => plan.routine)).size,
    differences,
    totals: totalsOf(list),
  };
}

function differenceOf(call: Call, text: string): CallDifference {
  const { routine, name } = call.plan;
  const registers = { A: call.a, X: call.x, Y: call.y, P: call.p };
  return { routine, name, line: call.line, exitLine: call.exitLine, frame: call.frame, registers, text };
}

function totalsOf(list: readonly RoutineCalls[]): CpuTraceResult['totals'] {
  const sum = (pick: (one: RoutineCalls) => number): number => list.reduce((total, one) => total + pick(one), 0);
  return {
    seen: sum((one) => one.seen),
    equal: sum((one) => one.equal),
    derived: sum((one) => one.derived),
    different: sum((one) => one.different),
    inputsUnknown: sum((one) => one.inputsUnknown),
    disturbed: sum((one) => one.disturbed),
    cut: sum((one) => one.cut),
    left: sum((one) => one.left),
    width: sum((one) => one.width),
  };
}
