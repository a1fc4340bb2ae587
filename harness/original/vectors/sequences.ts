/**
 * Sequences: long runs of original routines that keep memory from call to call. After every step
 * all memory outside the declared work cells must be equal; the watched cells are compared even
 * there.
 */

import { write16 } from '../../../core/int/uint.js';
import * as Register from '../../../core/live-a-live/memory/cells/register.js';
import type { EventBuffer } from '../../../core/system/system.js';
import { offsetOf, WORK_RAM } from '../../../rom-map/index.js';
import { LockstepError, pathText } from '../../base/index.js';
import { findFault } from '../../play/index.js';
import { type Adapter, SEQUENCE_ADAPTERS } from './adapters/adapter.js';
import { ADAPTERS } from './adapters/index.js';
import { type CaseMachine, describeAddress, drawsOf, putTables } from './case-machine.js';
import {
  type ByteMap,
  declaredScratch,
  parseAddress,
  parseBytes,
  parseObject,
  parseScratch,
  type Registers,
  type VectorFileResult,
} from './format.js';
import { cellsApart } from './plain-case.js';
import { argumentValue, type CallResult, callAdapter, callError, resultValue } from './run-case.js';

// The lines of a sequence file: each follows its schema.

type Json = Readonly<Record<string, unknown>>;

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** A line that follows its schema. @throws LockstepError `E_VECTOR_FORM` */
function parseLine(schema: 'sequence-header' | 'sequence-step', text: string, file: string, line: number): Json {
  const json = parseObject(text, file, line);
  const fault = findFault(schema, json);
  if (fault === undefined) return json;
  const what = fault.unknownKey ? 'unknown key' : fault.missingKey ? 'missing key' : 'wrong value of';
  throw new LockstepError('E_VECTOR_FORM', `${what} ${pathText(fault.path)}`, {
    file,
    line,
    expected: fault.expected,
    remedy: `Restore the file from where it came; \`lockstep schema ${schema}\` prints the form`,
  });
}

/** A step, and the cells that the original changed in it. */
interface Step {
  readonly json: Json;
  readonly cells: ByteMap;
}

/** Most of a step's line are its cells, which are read without JSON. */
function quickStep(text: string, file: string, line: number): Step | undefined {
  const apart = cellsApart(text);
  if (apart === undefined) return undefined;
  try {
    return { json: parseLine('sequence-step', apart.text, file, line), cells: apart.cells };
  } catch {
    // the whole line is read again and says what is wrong
    return undefined;
  }
}

/** @throws LockstepError `E_VECTOR_FORM` */
function parseStep(text: string, file: string, line: number): Step {
  const quick = quickStep(text, file, line);
  if (quick !== undefined) return quick;
  const json = parseLine('sequence-step', text, file, line);
  return { json, cells: parseBytes(objectOf(json.mem), file, line) };
}

/** Calls of a step, each repetition counted. */
function callsOf(step: Json): number {
  return asArray(step.calls).reduce<number>((sum, entry) => {
    const { routine, each, times } = objectOf(entry);
    const [values] = Object.values(objectOf(each));
    const rounds = values === undefined ? 1 : asArray(values).length;
    return routine === undefined ? sum : sum + asArray(routine).length * rounds * Number(times ?? 1);
  }, 0);
}

/** Checks a count against the header's: a file that states less could run for hours. */
function checkCount(file: string, line: number, what: string, found: number, expected: number): void {
  if (found === expected) return;
  throw new LockstepError('E_VECTOR_FORM', `the file does not hold as many ${what} as its header says`, {
    file,
    line,
    found: String(found),
    expected: String(expected),
    remedy: 'Copy the file again from where it came',
  });
}

interface Sequence {
  readonly file: string;
  readonly name: string;
  readonly inferred: boolean;
  /** Offsets that are compared, in the order of the windows. */
  readonly compared: Int32Array;
  /** Bits of the memory's words that are compared, and offsets behind the last word. */
  readonly masks: Int32Array;
  readonly single: Int32Array;
  readonly adapters: ReadonlyMap<string, Adapter>;
  readonly missing: readonly string[];
  /** Bytes declared as scratch. */
  readonly scratch: number;
}

/** Work cells of the routines: left behind, read by no later call unless watched. */
const WORK_FIRST = 0x7e0306;
const WORK_LAST = 0x7e0327;
const ENTRY: Registers = { A: 0, X: 0, Y: 0, P: 0x20 };

function adapterOfRoutine(routine: string): Adapter | undefined {
  const special = SEQUENCE_ADAPTERS[routine];
  if (special !== undefined) return special;
  for (const table of Object.values(ADAPTERS)) {
    const key = Object.keys(table).find((name) => name.startsWith(`${routine} `));
    if (key !== undefined) return table[key];
  }
  return undefined;
}

function routinesOf(steps: readonly Json[]): Set<string> {
  const routines = new Set<string>();
  steps.forEach(({ calls }) => {
    for (const call of asArray(calls)) {
      const routine = objectOf(call).routine;
      if (routine !== undefined) for (const one of asArray(routine)) routines.add(String(one));
    }
  });
  return routines;
}

function comparedOffsets(header: Json, target: CaseMachine, file: string): Int32Array {
  const skipped = new Set(parseScratch(header.scratch ?? [], file, 1));
  for (let address = WORK_FIRST; address <= WORK_LAST; address++) skipped.add(address);
  for (const entry of asArray(header.cells)) {
    const [address, width] = asArray(entry);
    const first = parseAddress(String(address), file, 1);
    for (let index = 0; index < Number(width); index++) skipped.delete(first + index);
  }
  const offsets: number[] = [];
  for (const [address, offset] of target.offsets) {
    if (address >= WORK_RAM && !skipped.has(address)) offsets.push(offset);
  }
  return Int32Array.from(offsets);
}

function openSequence(file: string, header: Json, steps: readonly Json[], target: CaseMachine): Sequence {
  checkCount(file, steps.length + 1, 'steps', steps.length, Number(header.steps));
  const calls = steps.reduce((sum, step) => sum + callsOf(step), 0);
  checkCount(file, steps.length + 1, 'calls', calls, Number(header.calls));
  const adapters = new Map<string, Adapter>();
  const missing: string[] = [];
  for (const routine of routinesOf(steps)) {
    const found = adapterOfRoutine(routine);
    if (found === undefined) missing.push(routine);
    else adapters.set(routine, found);
  }
  const { machine } = target;
  machine.ram.fill(0);
  machine.script = undefined;
  for (const bank of Object.values(machine.tables)) (bank as Uint8Array).fill(0);
  putBytes(target, objectOf(objectOf(header.start).mem), file, 1);
  const outside = putTables(target, parseBytes(objectOf(header.rom), file, 1));
  if (outside !== undefined) throw new LockstepError('E_VECTOR_FORM', outside, { file, line: 1 });
  const compared = comparedOffsets(header, target, file);
  const chosen = new Uint8Array(machine.ram.length);
  for (const offset of compared) chosen[offset] = 0xff;
  const words = target.words.length;
  return {
    file,
    name: String(header.name),
    inferred: header.evidence !== 'executed',
    compared,
    masks: new Int32Array(chosen.buffer, 0, words),
    single: compared.filter((offset) => offset >= 4 * words),
    adapters,
    missing,
    scratch: declaredScratch(parseScratch(header.scratch ?? [], file, 1)),
  };
}

function putBytes(target: CaseMachine, json: Json, file: string, line: number): void {
  putCells(target.machine.ram, parseBytes(json, file, line), file, line);
}

function putCells(into: Uint8Array, cells: ByteMap, file: string, line: number): void {
  for (const [address, value] of cells) {
    const offset = offsetOf(address);
    if (offset < 0) {
      throw new LockstepError('E_VECTOR_FORM', `${describeAddress(address)} lies outside the declared windows`, {
        file,
        line,
      });
    }
    into[offset] = value;
  }
}

/** Registers at entry: the given ones over the defaults. */
function entryRegisters(given: Json): Registers {
  return { ...ENTRY, ...given } as Registers;
}

/** Calls one routine of a step. @throws LockstepError `E_NO_END` */
function callRoutine(
  { file, name }: Sequence,
  target: CaseMachine,
  adapter: Adapter,
  registers: Registers,
  { routine, line }: { readonly routine: string; readonly line: number },
): CallResult {
  try {
    return callAdapter(target, adapter, registers);
  } catch (error) {
    // steps are numbered from 0
    throw callError(error, `step ${line - 2} of sequence ${name}: ${routine}`, { file, line });
  }
}

function runCall(sequence: Sequence, target: CaseMachine, call: Json, exit: string, line: number): string | undefined {
  const routines = asArray(call.routine).map(String);
  const each = objectOf(call.each);
  const gives = objectOf(call.gives);
  const given = objectOf(call.regs);
  const repeats = Number(call.times ?? 1);
  const [eachRegister, eachValues] = Object.entries(each)[0] ?? ['', [undefined]];
  if (call.product !== undefined) write16(target.machine.ram, Register.PPU_PRODUCT, Number(call.product));
  const rounds = asArray(eachValues);
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [round, value] of rounds.entries()) {
      const registers = entryRegisters(value === undefined ? given : { ...given, [eachRegister]: value });
      for (const routine of routines) {
        const adapter = sequence.adapters.get(routine);
        if (adapter === undefined) return `${routine} is not mirrored`;
        const result = callRoutine(sequence, target, adapter, registers, { routine, line });
        if (result.exit !== exit) return `${routine} exit: mine ${result.exit}, theirs ${exit}`;
        const difference = compareGives(target, adapter, registers, result.returned, gives, round);
        if (difference !== undefined) return `${routine} ${difference}`;
      }
    }
  }
  return undefined;
}

function compareGives(
  target: CaseMachine,
  adapter: Adapter,
  registers: Registers,
  returned: number,
  gives: Json,
  round: number,
): string | undefined {
  for (const [name, expected] of Object.entries(gives)) {
    const key = name as 'A8' | 'X' | 'Y';
    const place = adapter.results[key] ?? (key === 'A8' ? adapter.results.A : undefined) ?? 'entry';
    const value = resultValue(target, place, returned, argumentValue(registers, key));
    const mine = key === 'A8' ? value & 0xff : value;
    const theirs = Array.isArray(expected) ? expected[round] : expected;
    if (mine !== theirs) return `${name}: mine ${mine}, theirs ${theirs}`;
  }
  return undefined;
}

/** The memory that the original left, in words as well. */
interface Theirs {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
}

/** Whether the compared bytes are equal. */
function areEqual({ masks, single }: Sequence, target: CaseMachine, { bytes, words }: Theirs): boolean {
  const { ram } = target.machine;
  const mine = target.words;
  let difference = 0;
  for (let word = 0; word < masks.length; word++) {
    difference |= ((mine[word] as number) ^ (words[word] as number)) & (masks[word] as number);
  }
  for (const offset of single) difference |= (ram[offset] as number) ^ (bytes[offset] as number);
  return difference === 0;
}

function compareStep(sequence: Sequence, target: CaseMachine, theirs: Theirs): string | undefined {
  if (areEqual(sequence, target, theirs)) return undefined;
  const { ram } = target.machine;
  const { bytes } = theirs;
  for (const offset of sequence.compared) {
    if (ram[offset] !== bytes[offset]) {
      const address = target.addresses[offset] as number;
      return `${describeAddress(address)}: mine ${ram[offset]}, theirs ${bytes[offset]}`;
    }
  }
  return undefined;
}

function runStep(
  sequence: Sequence,
  target: CaseMachine,
  { json: step, cells }: Step,
  line: number,
  theirs: Theirs,
): string | undefined {
  const events: EventBuffer = target.machine.events;
  events.length = 0;
  const exits = step.exits === undefined ? [] : asArray(step.exits);
  let difference: string | undefined;
  for (const [index, entry] of asArray(step.calls).entries()) {
    const call = objectOf(entry);
    if (call.set !== undefined) putBytes(target, objectOf(call.set), sequence.file, line);
    else difference ??= runCall(sequence, target, call, String(exits[index] ?? 'return'), line);
  }
  putCells(theirs.bytes, cells, sequence.file, line);
  difference ??= compareStep(sequence, target, theirs);
  const draws = drawsOf(events);
  const recorded = step.draws === undefined ? [] : asArray(step.draws);
  if (draws.length !== recorded.length || draws.some((value, index) => value !== recorded[index])) {
    difference ??= `draws: mine [${draws.join(', ')}], theirs [${recorded.join(', ')}]`;
  }
  if (events.lost > 0) difference ??= 'more events than the buffer holds';
  return difference;
}

/**
 * Runs a sequence file; its steps are its cases.
 * @throws LockstepError `E_VECTOR_FORM`, `E_NO_END`
 */
export function runSequence(file: string, lines: readonly string[], target: CaseMachine): VectorFileResult {
  const header = parseLine('sequence-header', lines[0] ?? '', file, 1);
  const list = lines.slice(1).map((text, index) => parseStep(text, file, index + 2));
  const sequence = openSequence(
    file,
    header,
    list.map(({ json }) => json),
    target,
  );
  const steps = list.length;
  const bytes = target.machine.ram.slice();
  const theirs = { bytes, words: new Int32Array(bytes.buffer, 0, bytes.length >> 2) };
  let equal = 0;
  let first: VectorFileResult['first'];
  if (sequence.missing.length === 0) {
    list.forEach((step, index) => {
      const difference = runStep(sequence, target, step, index + 2, theirs);
      if (difference === undefined) equal++;
      else {
        first ??= { line: index + 2, difference };
        target.machine.ram.set(bytes);
      }
    });
  } else {
    first = { line: 1, difference: `not mirrored: ${sequence.missing.join(', ')}` };
  }
  const implemented = sequence.missing.length === 0;
  return {
    file,
    routine: 'sequence',
    name: sequence.name,
    area: 'sequence',
    cases: steps,
    equal,
    different: implemented ? steps - equal : 0,
    notCompared: implemented ? 0 : steps,
    inferred: sequence.inferred ? steps : 0,
    // steps record no registers: calls hand them on, and watched cells hold what counts
    registers: { recorded: 0, compared: 0 },
    openOutputs: [],
    scratch: sequence.scratch,
    first,
  };
}
