/** `lockstep verify` on a CPU trace: every call of a mirrored routine against our function. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatAddress, isWorkRam } from '../../../rom-map/index.js';
import { compiledFile, LockstepError, packageRoot } from '../../base/index.js';

import { type CaseMachine, createCaseMachine, describeAddress } from '../vectors/case-machine.js';
import { readLines } from '../vectors/files.js';
import { parseHeader, type Registers, type VectorCase, type VectorHeader } from '../vectors/format.js';
import { isWithoutEnd, runCase } from '../vectors/run-case.js';
import { type Call, createCallFinder } from './calls.js';
import type { CpuRow } from './instruction/instruction.js';
import { isRegister } from './memory.js';
import type { Profile, RegisterRule, RoutinePlan } from './profile.js';
import { readCpuTrace, type TraceFacts } from './reader.js';
import { createWalk, type Walk } from './walk.js';

// Headers of the bundled vector files, which name the scratch cells of each routine. An installed
// package has no vectors; the build collects their headers in one file.

const kept = new Map<string, VectorHeader>();
let built: Readonly<Record<string, string>> | undefined;

/** Header line that the build kept, by the name of the vector file without its ending. */
function builtHeader(stem: string): string | undefined {
  if (built === undefined) {
    const file = compiledFile('harness/original/cpu-trace/vector-headers.json');
    built = file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>);
  }
  return built[stem] ?? built[`${stem}.inferred`];
}

/**
 * Header of a routine's vector file.
 * @throws LockstepError `E_FILE` if the package lacks its vectors and their headers
 */
function headerOf(routine: string, name: string): VectorHeader {
  const stem = `${routine.replace(':', '-')}-${name}`;
  const known = kept.get(stem);
  if (known !== undefined) return known;
  const base = join(packageRoot(), 'traces', 'vectors', stem);
  const file = [`${base}.jsonl.gz`, `${base}.jsonl`, `${base}.inferred.jsonl.gz`, `${base}.inferred.jsonl`].find(
    (path) => existsSync(path),
  );
  const line = file === undefined ? builtHeader(stem) : readLines(file)[0];
  if (line === undefined) {
    throw new LockstepError('E_FILE', `the vectors of ${routine} ${name} are missing`, {
      file: base,
      remedy: 'Install the package again',
    });
  }
  const header = parseHeader(line, file ?? base);
  kept.set(stem, header);
  return header;
}

// A call found in a trace as a case in the form of the routine vectors, and its comparison with our
// function.

/** Result registers of the multiplier and divider: our functions compute them. */
const UNIT_RESULTS: readonly [number, number] = [0x4214, 0x4217];
const UNIT_STARTS: readonly number[] = [0x4203, 0x4206];
/** Banks whose bytes battle routines read. */
const TABLE_BANKS = new Set([0xc0, 0xc1, 0xd5, 0xd6]);

type CallVerdict = 'equal' | 'differs' | 'inputs unknown';

interface CallComparison {
  readonly verdict: CallVerdict;
  /** The difference, or the first unknown input. */
  readonly text: string;
}

interface Inputs {
  readonly memory: Map<number, number>;
  readonly tables: Map<number, number>;
}

function computesUnits(call: Call, address: number): boolean {
  return (
    address >= UNIT_RESULTS[0] && address <= UNIT_RESULTS[1] && UNIT_STARTS.some((start) => call.writes.has(start))
  );
}

/** The bytes that the call read before it wrote them, or a text about the first unknown one. */
function inputsOf(call: Call, profile: Profile, target: CaseMachine): Inputs | string {
  const memory = new Map<number, number>();
  const tables = new Map(profile.tableBytes);
  for (const [address, value] of call.reads) {
    if (address < 0) return 'an address that depends on a pointer the trace does not show';
    if (profile.scratch.has(address)) continue;
    if (isWorkRam(address) || isRegister(address)) {
      if (!target.offsets.has(address) || computesUnits(call, address)) continue;
      if (value < 0) return describeAddress(address);
      memory.set(address, value);
      continue;
    }
    const table = profile.tableAddress(address);
    if (!TABLE_BANKS.has(table >>> 16)) continue;
    if (value < 0) return `table byte ${formatAddress(table)}`;
    tables.set(table, value);
  }
  return { memory, tables };
}

function outRegisters(call: Call, rules: RoutinePlan['registers']): Partial<Registers> {
  if (rules === undefined) return { A: call.outA, X: call.outX, Y: call.outY, P: call.outP };
  const found: { -readonly [Name in keyof Registers]?: number } = {};
  const values = { A: call.outA, X: call.outX, Y: call.outY, P: call.outP };
  for (const [name, rule] of Object.entries(rules) as ['A' | 'X' | 'Y' | 'P', RegisterRule][]) {
    if (rule === 'low on return' && call.exit !== 'return') continue;
    if (rule === 'low at an exit' && call.exit === 'return') continue;
    found[name] = values[name];
  }
  return found;
}

/** What differs, or undefined; the traced call returned, so ours must. */
function differenceOfCall(
  target: CaseMachine,
  call: Call,
  header: VectorHeader,
  vector: VectorCase,
): string | undefined {
  try {
    return runCase(target, call.plan.adapter, header, vector);
  } catch (error) {
    if (isWithoutEnd(error)) return `exit: mine none, ${error.message}; theirs ${call.exit}`;
    throw error;
  }
}

interface CallComparer {
  compare(call: Call): CallComparison;
}

export function createCallComparer(profile: Profile, target: CaseMachine): CallComparer {
  const headers = new Map<RoutinePlan, VectorHeader>();

  function headerFor(plan: RoutinePlan): VectorHeader {
    let header = headers.get(plan);
    if (header === undefined) {
      const original = headerOf(plan.routine, plan.name);
      header = { ...original, scratch: new Set([...original.scratch, ...profile.scratch]) };
      headers.set(plan, header);
    }
    return header;
  }

  function compare(call: Call): CallComparison {
    const inputs = inputsOf(call, profile, target);
    if (typeof inputs === 'string') return { verdict: 'inputs unknown', text: inputs };
    let header = headerFor(call.plan);
    const written = new Map<number, number>();
    const unknown: number[] = [];
    for (const [address, value] of call.writes) {
      if (address < 0)
        return { verdict: 'inputs unknown', text: 'an address that depends on a pointer the trace does not show' };
      if (!isWorkRam(address) || header.scratch.has(address)) continue;
      if (!target.offsets.has(address)) {
        return {
          verdict: 'differs',
          text: `${formatAddress(address)}: written by theirs, outside of the declared windows`,
        };
      }
      if (value < 0) unknown.push(address);
      else written.set(address, value);
    }
    if (unknown.length > 0) header = { ...header, scratch: new Set([...header.scratch, ...unknown]) };
    const vector: VectorCase = {
      line: call.line,
      op: undefined,
      mode: undefined,
      operand: undefined,
      registers: { A: call.a, X: call.x, Y: call.y, P: call.p },
      memory: inputs.memory,
      tables: inputs.tables,
      exit: call.exit,
      outRegisters: outRegisters(call, call.plan.registers),
      outMemory: written,
      draws: call.draws,
    };
    const difference = differenceOfCall(target, call, header, vector);
    return difference === undefined ? { verdict: 'equal', text: '' } : { verdict: 'differs', text: difference };
  }

  return { compare };
}

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

interface CallDifference {
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
