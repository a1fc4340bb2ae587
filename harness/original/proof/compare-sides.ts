/**
 * What the original and our function did from one state, compared: exit, registers, cells, draws.
 */
import { formatAddress, IMAGE_BYTES, WINDOWS, WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { hexWithSuffix } from '../../base/number-text.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import type { ResultPlace, ResultRegister } from '../vectors/adapters/adapter.js';
import { describeAddress, drawsOf } from '../vectors/case-machine.js';
import type { Registers } from '../vectors/format.js';
import { argumentValue, resultValue } from '../vectors/run-case.js';
import { placeAddress } from './access-log.js';
import type { OriginalResult } from './original-call.js';
import { type ProofMachine, UNDECLARED } from './proof-machine.js';

const MEMORY_WINDOWS = WINDOWS.filter((window) => window.address >= WORK_RAM);
const MEMORY_BYTES = MEMORY_WINDOWS.reduce((max, window) => Math.max(max, window.offset + window.length), 0);

export type DifferenceKind =
  | 'exit'
  | 'register'
  | 'cell'
  | 'undeclared read'
  | 'undeclared write'
  | 'draws'
  | 'failure'
  /** The image's code came to no exit where an outcome is known. */
  | 'no exit'
  /** Both sides agree, and the published outcome is another one. */
  | 'published outcome';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly text: string;
}

/** What of a routine is compared; made once. */
export interface Compared {
  readonly machine: ProofMachine;
  readonly plan: RoutinePlan;
  /** Registers that the adapter knows, and where our value stands. */
  readonly results: readonly (readonly [ResultRegister, ResultPlace])[];
  /** Offsets that may hold anything afterwards. */
  readonly openOffsets: Int32Array;
  /** The same by offset. */
  readonly isOpen: Uint8Array;
  /** What is compared of both sides' memory after a run. */
  readonly mine: Uint8Array;
  readonly theirs: Uint8Array;
}

/** @param scratch cells that the routine's vectors leave open */
export function createCompared(machine: ProofMachine, plan: RoutinePlan, scratch: ReadonlySet<number>): Compared {
  const open = [...scratch].flatMap((address) => machine.ours.offsets.get(address) ?? []);
  const openOffsets = new Int32Array([...machine.scratchOffsets, ...open]);
  const isOpen = new Uint8Array(IMAGE_BYTES);
  for (const offset of openOffsets) isOpen[offset] = 1;
  const results = Object.entries(plan.adapter.results) as Compared['results'];
  const mine = machine.ours.machine.ram.subarray(0, MEMORY_BYTES);
  const theirs = machine.expected.subarray(0, MEMORY_BYTES);
  return { machine, plan, results, openOffsets, isOpen, mine, theirs };
}

/** Register of the processor that holds a result. */
export function registerOf(name: ResultRegister): 'A' | 'X' | 'Y' | 'P' {
  return name === 'A8' ? 'A' : name === 'Z' ? 'P' : name;
}

/** The original's value of a result, or undefined where the image promises none at its exit. */
export function theirRegister(plan: RoutinePlan, result: OriginalResult, name: ResultRegister): number | undefined {
  if (plan.registers !== undefined) {
    const rule = plan.registers[registerOf(name)];
    if (rule === undefined) return undefined;
    if (rule === 'low on return' && result.exit !== 'return') return undefined;
    if (rule === 'low at an exit' && result.exit === 'return') return undefined;
  }
  if (name === 'A8') return result.A & 0xff;
  return name === 'Z' ? (result.P >>> 1) & 1 : result[name];
}

/** Memory as the original leaves it. @returns address of a write outside all windows, or -1 */
export function expectMemory({ machine }: Compared): number {
  const { before, expected, offsetOfPlace, original, tablePlaces } = machine;
  const { log, ram } = original;
  expected.set(before);
  let undeclared = -1;
  for (let index = 0; index < log.writeCount; index++) {
    const place = log.writes[index] as number;
    if (place >= WORK_RAM_BYTES) continue;
    const offset = offsetOfPlace[place] as number;
    if (offset >= 0) expected[offset] = ram[place] as number;
    else if (offset === UNDECLARED && undeclared < 0 && !tablePlaces.has(place)) undeclared = placeAddress(place);
  }
  return undeclared;
}

/** What may hold anything holds what our function left there. */
function expectOpenCells({ machine, openOffsets }: Compared): void {
  const mine = machine.ours.machine.ram;
  for (let index = 0; index < openOffsets.length; index++) {
    const offset = openOffsets[index] as number;
    machine.expected[offset] = mine[offset] as number;
  }
}

function registerDifference(
  { machine, plan, results }: Compared,
  result: OriginalResult,
  registers: Registers,
  returned: number,
): Difference | undefined {
  for (let index = 0; index < results.length; index++) {
    const [name, place] = results[index] as Compared['results'][number];
    const theirs = theirRegister(plan, result, name);
    if (theirs === undefined) continue;
    const mine = resultValue(machine.ours, place, returned, argumentValue(registers, name));
    if (mine !== theirs) return { kind: 'register', text: `register ${name}: mine ${mine}, theirs ${theirs}` };
  }
  return undefined;
}

function cellDifference({ machine: { before }, mine, theirs: expected }: Compared): Difference | undefined {
  if (Buffer.compare(mine, expected) === 0) return undefined;
  for (const window of MEMORY_WINDOWS) {
    for (let index = 0; index < window.length; index++) {
      const offset = window.offset + index;
      if (mine[offset] === expected[offset]) continue;
      const [ofMine, ofTheirs, earlier] = [mine, expected, before].map((bytes) => hexWithSuffix(bytes[offset] ?? 0));
      const text = `${describeAddress(window.address + index)}: mine ${ofMine}, theirs ${ofTheirs}, before ${earlier}`;
      return { kind: 'cell', text };
    }
  }
  return undefined;
}

function drawDifference({ ours }: ProofMachine, result: OriginalResult): Difference | undefined {
  const { script, events } = ours.machine;
  const { draws } = result;
  if (script !== undefined) {
    if (script.next === draws.length) return undefined;
    return { kind: 'draws', text: `draws: mine ${script.next}, theirs ${draws.length}` };
  }
  if (events.length === 0 && draws.length === 0) return undefined;
  const mine = drawsOf(events);
  if (mine.length === draws.length && mine.every((value, index) => value === draws[index])) return undefined;
  return { kind: 'draws', text: `draws: mine [${mine.join(', ')}], theirs [${draws.join(', ')}]` };
}

/**
 * The first difference after both sides ran and came to the same exit.
 * @param undeclared as `expectMemory` gave it @param returned what our function returned
 */
export function differenceAfter(
  compared: Compared,
  result: OriginalResult,
  registers: Registers,
  returned: number,
  undeclared: number,
): Difference | undefined {
  expectOpenCells(compared);
  if (undeclared >= 0) {
    const text = `${formatAddress(undeclared)}: written by theirs, outside of the declared windows`;
    return { kind: 'undeclared write', text };
  }
  return (
    registerDifference(compared, result, registers, returned) ??
    cellDifference(compared) ??
    drawDifference(compared.machine, result)
  );
}
