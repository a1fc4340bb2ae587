/** Runs one routine of an image's own code from a state and tells what it did. */

import { A, type Cpu, D, DB, E, FLAG_M, FLAG_X, P, S, X, Y } from '../../../core/cpu/index.js';
import { countText } from '../../../core/system/names.js';
import { formatBus } from '../../../rom-map/cartridge/index.js';
import {
  BATTLE_GENERATOR_ROUTINE,
  formatAddress,
  isHostAddress,
  offsetOf,
  type Place,
  placeAt,
  testRomAddress,
  WORK_RAM,
  WORK_RAM_BYTES,
} from '../../../rom-map/index.js';
import { canonical } from '../cpu-trace/memory.js';
import type { Profile, RoutinePlan } from '../cpu-trace/profile.js';
import type { ChosenImage, ChosenPlace } from '../disassembly/chosen-image.js';
import { entryState, type ImageCode, instructionAt, targetOf } from '../disassembly/flow-state.js';
import { operandText } from '../disassembly/listing.js';
import { hardwareName, type Names } from '../disassembly/names.js';
import { FIRST_REGISTER, placeAddress } from '../proof/access-log.js';
import { callPlanOf, wholeWayPlan } from '../proof/choose-image.js';
import { registerOf } from '../proof/compare-sides.js';
import { effectiveAddress } from '../proof/effective-address.js';
import { type CallPlan, callOriginal, type OriginalResult } from '../proof/original-call.js';
import { createOriginalMachine, type OriginalMachine } from '../proof/original-machine.js';
import type { ResultRegister } from '../vectors/adapters/adapter.js';
import { describeAddress } from '../vectors/case-machine.js';
import type { VectorCase } from '../vectors/format.js';
import type { CallState } from './call-state.js';

// The cells that a call read and wrote, put together by their names.

interface AccessedCell {
  readonly address: number;
  readonly width: number;
  /** Name of the cell or register, or ''. */
  readonly name: string;
  /** Of a read the value read; of a write the value before (-1 for a register). */
  readonly before: number;
  /** Of a write the value after it. */
  readonly after: number;
  /**
   * Work RAM that no window declares and that is not the image's own scratch, or nothing that
   * answers.
   */
  readonly isUndeclared: boolean;
}

interface AccessedByte {
  readonly before: number;
  readonly after: number;
}

function isUndeclared(address: number, profile: Profile | undefined): boolean {
  if (address < WORK_RAM) return false;
  if (offsetOf(address) >= 0) return false;
  return profile === undefined || !(profile.scratch.has(address) || profile.tableCells.has(address));
}

/** @param isWhole all bytes of the place were accessed */
function nameAt(address: number, place: Place | undefined, isWhole: boolean): string {
  if (place === undefined) return hardwareName(address) ?? '';
  return isWhole ? place.name : `${place.name}+${address - place.address}`;
}

/**
 * Whole cells where all of their bytes were accessed, single bytes otherwise; ascending by address.
 */
function cellsOf(bytes: ReadonlyMap<number, AccessedByte>, profile: Profile | undefined): readonly AccessedCell[] {
  const cells: AccessedCell[] = [];
  const addresses = [...bytes.keys()].sort((a, b) => a - b);
  for (let index = 0; index < addresses.length; ) {
    const address = addresses[index] as number;
    const place = address >= WORK_RAM ? placeAt(address) : undefined;
    const isWhole = place?.address === address && addresses[index + place.width - 1] === address + place.width - 1;
    const width = isWhole ? place.width : 1;
    let before = 0;
    let after = 0;
    for (let byte = width - 1; byte >= 0; byte--) {
      const one = bytes.get(address + byte) as AccessedByte;
      before = one.before < 0 ? -1 : before * 256 + one.before;
      after = after * 256 + one.after;
    }
    const undeclared = isUndeclared(address, profile);
    cells.push({ address, width, name: nameAt(address, place, isWhole), before, after, isUndeclared: undeclared });
    index += width;
  }
  return cells;
}

function outside(addresses: Iterable<number>): readonly AccessedCell[] {
  return [...addresses]
    .sort((a, b) => a - b)
    .map((address) => ({ address, width: 1, name: '', before: -1, after: -1, isUndeclared: true }));
}

/** Cells read before they were written, as the machine's log has them after a call. */
function cellsRead({ log, ram }: OriginalMachine, profile: Profile | undefined): readonly AccessedCell[] {
  const bytes = new Map<number, AccessedByte>();
  for (let index = 0; index < log.readCount; index++) {
    const place = log.reads[index] as number;
    const isWritten = log.writeStamp[place] === log.stamp;
    const value = place >= WORK_RAM_BYTES || isWritten ? (log.before[place] as number) : (ram[place] as number);
    bytes.set(placeAddress(place), { before: value, after: value });
  }
  return [...cellsOf(bytes, profile), ...outside(log.outsideReads.keys())];
}

/** Cells written, with their values before and after; the stack is left out. */
function cellsWritten(machine: OriginalMachine, profile: Profile | undefined): readonly AccessedCell[] {
  const { log, ram, registers } = machine;
  const bytes = new Map<number, AccessedByte>();
  for (let index = 0; index < log.writeCount; index++) {
    const place = log.writes[index] as number;
    const isRegister = place >= WORK_RAM_BYTES;
    bytes.set(placeAddress(place), {
      before: isRegister ? -1 : (log.before[place] as number),
      after: isRegister ? (registers.written[place - WORK_RAM_BYTES] as number) : (ram[place] as number),
    });
  }
  return [...cellsOf(bytes, profile), ...outside(log.outsideWrites.keys())];
}

// One line of `--trace`: the instruction before it runs, the registers, what its operand names.

const FLAGS = 'NVMXDIZC';
/** Operands that name code, or an address whose contents are not read. */
const NO_DATA = new Set(['JSR', 'JSL', 'JMP', 'JML', 'PEA', 'PER']);

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

/** `nvMxdizC`: a capital letter for a flag that is set. */
function flagsText(status: number): string {
  return [...FLAGS].map((flag, index) => (((status << index) & 0x80) === 0 ? flag.toLowerCase() : flag)).join('');
}

/** @param address 24 bits, of an instruction in ROM */
export function traceLine(code: ImageCode, names: Names, address: number, cpu: Cpu, ram: Uint8Array): string {
  const bit = (flag: number): 0 | 1 => ((cpu[P] & flag) === 0 ? 0 : 1);
  const state = entryState({
    m: bit(FLAG_M),
    x: bit(FLAG_X),
    e: cpu[E] === 0 ? 0 : 1,
    direct: cpu[D],
    dataBank: cpu[DB],
  });
  const instruction = instructionAt(code, address, state);
  if (instruction === undefined) return formatBus(address);
  const text = `${instruction.name} ${operandText(instruction)}`.trimEnd();
  const registers = `A=${hex(cpu[A], 4)} X=${hex(cpu[X], 4)} Y=${hex(cpu[Y], 4)} S=${hex(cpu[S], 4)} D=${hex(cpu[D], 4)} DB=${hex(cpu[DB], 2)}`;
  const line = `${formatBus(address)}  ${text.padEnd(14)}  ${registers} ${flagsText(cpu[P])}`;
  const target = targetOf(instruction);
  const place = target === undefined && !NO_DATA.has(instruction.name) ? effectiveAddress(instruction, cpu, ram) : -1;
  const named = target === undefined ? (place < 0 ? undefined : names.data(place, false)) : names.code(target);
  const where = place < 0 ? '' : formatBus(place);
  const comment = `${where} ${named ?? ''}`.trim();
  return comment === '' ? line : `${line}  ; ${comment}`;
}

/** Where nothing says otherwise: below the cells of page 03. */
const STACK = 0x02ef;

interface CallOrder {
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

interface EarlyRead {
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
function planOf(image: ChosenImage, place: ChosenPlace): RoutinePlan | undefined {
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
    const register = registerOf(name);
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

// A call's report for the terminal, and as plain data.

function callHex(value: number, bytes: number): string {
  return `${value
    .toString(16)
    .toUpperCase()
    .padStart(2 * bytes, '0')}h`;
}

function valueText(cell: AccessedCell, isWrite: boolean): string {
  if (cell.after < 0) return 'nothing answers there';
  if (!isWrite) return callHex(cell.before, cell.width);
  return cell.before < 0
    ? callHex(cell.after, cell.width)
    : `${callHex(cell.before, cell.width)} -> ${callHex(cell.after, cell.width)}`;
}

function cellLines(title: string, cells: readonly AccessedCell[], isWrite: boolean): readonly string[] {
  if (cells.length === 0) return [`${title.padEnd(11)}nothing`];
  return cells.map((cell, index) => {
    const flag = cell.isUndeclared ? '  UNDECLARED' : '';
    const head = index === 0 ? title : '';
    const named = `${formatAddress(cell.address)} ${cell.name}`.trimEnd();
    return `${head.padEnd(11)}${named.padEnd(34)} ${valueText(cell, isWrite)}${flag}`;
  });
}

function exitText({ result }: CallReport): string {
  return result.exit ?? `none: ${result.unfinished}, ${result.reason}`;
}

/** Values of the battle generator that a run took. */
export function drawsLine(draws: readonly number[]): string {
  return `draws      ${draws.length === 0 ? 'none' : `${draws.length}: ${draws.join(', ')}`}`;
}

export function callText(report: CallReport): string {
  const { result, earlyReads, differences } = report;
  const registers = (['A', 'X', 'Y'] as const).map((name) => `${name} ${callHex(result[name], 2)}`);
  const lines = [
    `exit       ${exitText(report)}`,
    `registers  ${registers.join('  ')}  P ${flagsText(result.P)}`,
    drawsLine(result.draws),
    `took       ${countText(result.instructions, 'instruction')}, ${result.masterCycles} master cycles, without the last return`,
    ...cellLines('reads', report.reads, false),
    ...cellLines('writes', report.writes, true),
    ...earlyReads.map(
      ({ at, count }) => `early      ${formatBus(at)} read a result before it was there, ${countText(count, 'time')}`,
    ),
  ];
  if (differences !== undefined) {
    lines.push(differences.length === 0 ? 'published  the same outcome' : 'published  another outcome:');
    lines.push(...differences.map((text) => `  ${text}`));
  }
  return `${lines.join('\n')}\n`;
}

function cellJson({ address, width, name, before, after, isUndeclared }: AccessedCell) {
  return { address: formatAddress(address), width, name, before, after, undeclared: isUndeclared };
}

export function callJson(report: CallReport) {
  const { result, plan } = report;
  const { A, X, Y, P } = result;
  return {
    routine: plan === undefined ? null : { routine: plan.routine, name: plan.name },
    exitTaken: result.exit ?? null,
    unfinished: result.unfinished ?? null,
    reason: result.reason,
    registers: { A, X, Y, P },
    draws: result.draws,
    instructions: result.instructions,
    masterCycles: result.masterCycles,
    reads: report.reads.map(cellJson),
    writes: report.writes.map(cellJson),
    earlyReads: report.earlyReads.map(({ at, count }) => ({ at: formatBus(at), count })),
    published: report.differences === undefined ? null : { differences: report.differences },
  };
}
