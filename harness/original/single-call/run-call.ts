/** Runs one routine of an image's own code from a state and tells what it did. */
import {
  BATTLE_GENERATOR_ROUTINE,
  formatBus,
  isHostAddress,
  offsetOf,
  testRomAddress,
  WORK_RAM,
} from '../../../rom-map/index.js';
import { canonical } from '../cpu-trace/memory.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import type { ChosenImage, ChosenPlace } from '../disassembly/chosen-image.js';
import { FIRST_REGISTER } from '../proof/access-log.js';
import { callPlanOf, wholeWayPlan } from '../proof/image-profile.js';
import {
  type CallPlan,
  callOriginal,
  createOriginalMachine,
  type OriginalMachine,
  type OriginalResult,
} from '../proof/original-call.js';
import type { ResultRegister } from '../vectors/adapters/adapter.js';
import { describeAddress } from '../vectors/case-machine.js';
import type { VectorCase } from '../vectors/format.js';
import { type AccessedCell, cellsRead, cellsWritten } from './accessed.js';
import type { CallState } from './call-state.js';
import { traceLine } from './trace-line.js';

/** Where nothing says otherwise: below the cells of page 03. */
const STACK = 0x02ef;

export interface CallOrder {
  readonly image: ChosenImage;
  readonly place: ChosenPlace;
  readonly state: CallState;
  /** Flags M and X at entry. */
  readonly widths: number;
  /** Through the routine's exits as well, as a battle's hole runs it. */
  readonly isWhole?: boolean;
  /** Most instructions. */
  readonly limit: number;
  /** Takes a line before each instruction. */
  readonly trace?: ((line: string) => void) | undefined;
}

export interface EarlyRead {
  /** Address of the instruction. */
  readonly at: number;
  readonly count: number;
}

export interface CallReport {
  readonly plan: RoutinePlan | undefined;
  readonly result: OriginalResult;
  readonly reads: readonly AccessedCell[];
  readonly writes: readonly AccessedCell[];
  readonly earlyReads: readonly EarlyRead[];
  /** What differs from the published outcome; undefined without one. */
  readonly differences: readonly string[] | undefined;
}

/** The mirrored routine that is called, by its name where several have one entry. */
export function planOf(image: ChosenImage, place: ChosenPlace): RoutinePlan | undefined {
  const entry = canonical(place.address, image.mapping);
  const plans = image.profile?.plans.filter((plan) => plan.entry === entry) ?? [];
  return plans.find((plan) => plan.name === place.routine?.name) ?? plans[0];
}

function callPlan({ image, place, state, isWhole }: CallOrder, plan: RoutinePlan | undefined): CallPlan {
  const { profile, entry, routines } = image;
  const own =
    profile === undefined || plan === undefined
      ? undefined
      : {
          ...(isWhole === true ? wholeWayPlan(profile, plan.entry) : callPlanOf(profile, plan)),
          stack: profile.entryState.stack,
        };
  const { stop } = state;
  return {
    stops: new Map(),
    exits: undefined,
    exitCell: -1,
    leftOut: [],
    stack: profile?.entryState.stack ?? STACK,
    ...own,
    ...(stop === undefined ? {} : { stops: new Map([[stop, formatBus(stop)]]) }),
    generator: routines.find((routine) => routine.routine === BATTLE_GENERATOR_ROUTINE)?.entry ?? -1,
    entry: place.address,
    direct: state.direct ?? Math.max(entry.direct, 0),
    dataBank: state.dataBank ?? Math.max(entry.dataBank, 0),
  };
}

/** @param isTestRom whether the image has the cells of the host window in its work RAM */
function loadState(machine: OriginalMachine, state: CallState, isTestRom: boolean): void {
  for (const [declared, value] of state.bytes) {
    if (isHostAddress(declared) && !isTestRom) continue;
    const address = testRomAddress(declared);
    if (address < 0) continue;
    if (address >= WORK_RAM) machine.ram[address - WORK_RAM] = value;
    else machine.registers.given[address - FIRST_REGISTER] = value;
  }
}

/**
 * Differences in the registers that the routine's function returns and the image promises at this
 * exit.
 */
function registerDifferences(plan: RoutinePlan | undefined, vector: VectorCase, result: OriginalResult): string[] {
  const found: string[] = [];
  for (const name of Object.keys(plan?.adapter.results ?? {}) as ResultRegister[]) {
    const register = name === 'A8' ? 'A' : name === 'Z' ? 'P' : name;
    const rule = plan?.registers === undefined ? 'word' : plan.registers[register];
    const published = vector.outRegisters[register];
    if (rule === undefined || published === undefined) continue;
    if (
      (rule === 'low on return' && result.exit !== 'return') ||
      (rule === 'low at an exit' && result.exit === 'return')
    ) {
      continue;
    }
    const mask = name === 'Z' ? 0x02 : name === 'A8' || rule !== 'word' ? 0xff : 0xffff;
    const here = result[register] & mask;
    if (here !== (published & mask)) found.push(`register ${name}: published ${published & mask}, here ${here}`);
  }
  return found;
}

/** Every difference from the published outcome, in words. */
function outcomeDifferences(
  order: CallOrder,
  plan: RoutinePlan | undefined,
  machine: OriginalMachine,
  result: OriginalResult,
): readonly string[] {
  const { published } = order.state;
  if (published === undefined) return [];
  const { vector } = published;
  const own = order.image.profile?.scratch;
  const isOpen = (address: number): boolean => published.scratch.has(address) || own?.has(address) === true;
  const found: string[] = [];
  if (result.exit !== vector.exit) found.push(`exit: published ${vector.exit}, here ${result.exit ?? 'none'}`);
  found.push(...registerDifferences(plan, vector, result));
  for (const [address, value] of vector.outMemory) {
    if (address < WORK_RAM || isOpen(address)) continue;
    const here = machine.ram[address - WORK_RAM] as number;
    if (here !== value) found.push(`${describeAddress(address)}: published ${value}, here ${here}`);
  }
  const { log } = machine;
  for (let index = 0; index < log.writeCount; index++) {
    const place = log.writes[index] as number;
    const address = WORK_RAM + place;
    if (place >= machine.ram.length || isOpen(address) || vector.outMemory.has(address)) continue;
    if (offsetOf(address) >= 0 && log.before[place] !== machine.ram[place]) {
      found.push(`${describeAddress(address)}: written here alone`);
    }
  }
  if (vector.draws.length > 0 && result.draws.join() !== vector.draws.join()) {
    found.push(`draws: published ${vector.draws.join(', ')}; here ${result.draws.join(', ') || 'none'}`);
  }
  return found;
}

export function runCall(order: CallOrder): CallReport {
  const { image, state, widths, limit, trace } = order;
  const { mapping, profile, names } = image;
  const code = { image: image.rom.image, mapping };
  const machine = createOriginalMachine(image.rom.image, mapping);
  loadState(machine, state, profile?.isGame === false);
  const plan = planOf(image, order.place);
  const { A, X, Y, P } = state.registers;
  const observe =
    trace === undefined
      ? undefined
      : (address: number, cpu: OriginalMachine['cpu']) => trace(traceLine(code, names, address, cpu, machine.ram));
  const limits = { instructions: limit, draws: state.draws, observe };
  const result = callOriginal(machine, callPlan(order, plan), { A, X, Y, P, widths }, limits);
  return {
    plan,
    result,
    reads: cellsRead(machine, profile),
    writes: cellsWritten(machine, profile),
    earlyReads: [...machine.registers.earlyReads].map(([at, count]) => ({ at, count })),
    differences: state.published === undefined ? undefined : outcomeDifferences(order, plan, machine, result),
  };
}

/** `C1:1C02 order-points-idle at 00:8AAB`, or the address alone. */
export function calledText(image: ChosenImage, place: ChosenPlace): string {
  const name = image.names.code(place.address);
  return name === undefined ? formatBus(place.address) : `${name} at ${formatBus(place.address)}`;
}
