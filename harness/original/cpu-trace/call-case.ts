/**
 * A call found in a trace as a case in the form of the routine vectors, and its comparison with our
 * function.
 */
import { formatAddress, isWorkRam } from '../../../rom-map/index.js';
import type { CaseMachine } from '../vectors/case-machine.js';
import { describeAddress } from '../vectors/case-machine.js';
import type { Registers, VectorCase, VectorHeader } from '../vectors/format.js';
import { isWithoutEnd, runCase } from '../vectors/run-case.js';
import type { Call } from './call.js';
import { headerOf } from './headers.js';
import { isRegister } from './memory.js';
import type { Profile, RegisterRule, RoutinePlan } from './profile.js';

/** Result registers of the multiplier and divider: our functions compute them. */
const UNIT_RESULTS: readonly [number, number] = [0x4214, 0x4217];
const UNIT_STARTS: readonly number[] = [0x4203, 0x4206];
/** Banks whose bytes battle routines read. */
const TABLE_BANKS = new Set([0xc0, 0xc1, 0xd5, 0xd6]);

export type CallVerdict = 'equal' | 'differs' | 'inputs unknown';

export interface CallComparison {
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
function differenceOf(target: CaseMachine, call: Call, header: VectorHeader, vector: VectorCase): string | undefined {
  try {
    return runCase(target, call.plan.adapter, header, vector);
  } catch (error) {
    if (isWithoutEnd(error)) return `exit: mine none, ${error.message}; theirs ${call.exit}`;
    throw error;
  }
}

export interface CallComparer {
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
    const difference = differenceOf(target, call, header, vector);
    return difference === undefined ? { verdict: 'equal', text: '' } : { verdict: 'differs', text: difference };
  }

  return { compare };
}
