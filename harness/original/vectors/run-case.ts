/** Runs one case and compares exit, result registers, written cells and draws. */

import { read16 } from '../../../core/int/uint.js';
import { byteOf, exitOf, type RoutineResult, wordOf } from '../../../core/live-a-live/memory/machine.js';
import { RuleError } from '../../../core/system/system.js';
import { placeByName } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/errors.js';
import type { Adapter, Argument, ResultPlace } from './adapters/adapter.js';
import {
  type CaseMachine,
  compareMemory,
  describeAddress,
  drawsOf,
  fillMemory,
  putMemory,
  putTables,
} from './case-machine.js';
import type { Registers, VectorCase, VectorHeader } from './format.js';
import { runHardware, runInstruction } from './instructions.js';

const FLAG_BIT: Readonly<Record<'N' | 'Z' | 'C', number>> = { N: 7, Z: 1, C: 0 };

/** Value of an argument at entry. */
export function argumentValue(registers: Registers, argument: Argument): number {
  switch (argument) {
    case 'A':
      return registers.A;
    case 'A8':
      return registers.A & 0xff;
    case 'X':
      return registers.X;
    case 'Y':
      return registers.Y;
    default:
      return (registers.P >>> FLAG_BIT[argument]) & 1;
  }
}

/** The result of a call in the terms of the adapter. */
export interface CallResult {
  readonly exit: string;
  readonly returned: number;
}

/** A call that the original never returns from, so that no recording of it can hold a result. */
export function isWithoutEnd(error: unknown): error is RuleError {
  return error instanceof RuleError && error.code === 'E_NO_END';
}

/** The error to tell for one of a call. @param what the call @param place file and line of it */
export function callError(error: unknown, what: string, place: { file: string; line: number }): unknown {
  if (!isWithoutEnd(error)) return error;
  return new LockstepError(error.code, `${what} never returns: ${error.message}`, {
    ...place,
    expected: 'a list that ends: 80h as the state of an enemy block, or 1C00h as the next block',
    remedy: 'Begin the walk in front of the first enemy, X = 1AF0h (6896), or take the call out of the file',
  });
}

/** Calls our function as the adapter says. @throws RuleError `E_NO_END` */
export function callAdapter(target: CaseMachine, adapter: Adapter, registers: Registers): CallResult {
  const values = adapter.arguments.map((argument) => argumentValue(registers, argument));
  const returned = Number(adapter.run(target.machine, ...values) ?? 0);
  const exit = adapter.returns === 'exit' ? returned : adapter.returns === 'outcome' ? exitOf(returned) : 0;
  return { exit: adapter.exits[exit] ?? `exit ${exit}`, returned };
}

/** Value of a result after the call. */
export function resultValue(target: CaseMachine, place: ResultPlace, returned: RoutineResult, entry: number): number {
  if (place === 'value') return returned;
  if (place === 'word') return wordOf(returned);
  if (place === 'byte') return byteOf(returned);
  if (place === 'entry') return entry;
  const cell = placeByName(place.cell);
  return cell === undefined ? -1 : read16(target.machine.ram, cell.offset);
}

/** The same part of a recorded register. */
function recorded(registers: Readonly<Partial<Registers>>, name: string): number | undefined {
  switch (name) {
    case 'A8':
      return registers.A === undefined ? undefined : registers.A & 0xff;
    case 'Z':
      return registers.P === undefined ? undefined : (registers.P >>> 1) & 1;
    default:
      return registers[name as 'A' | 'X' | 'Y'];
  }
}

/** Registers of a case, or of a header, that the adapter compares; P by its zero flag. */
export function comparesRegister({ results }: Adapter, name: string): boolean {
  if (name === 'P') return results.Z !== undefined;
  return results[name as 'A' | 'X' | 'Y'] !== undefined || (name === 'A' && results.A8 !== undefined);
}

function compareResults(
  target: CaseMachine,
  adapter: Adapter,
  vector: VectorCase,
  returned: number,
): string | undefined {
  for (const [name, place] of Object.entries(adapter.results)) {
    const theirs = recorded(vector.outRegisters, name);
    if (theirs === undefined || place === undefined) continue;
    const entry = argumentValue(vector.registers, name as Argument);
    const mine = resultValue(target, place, returned, entry);
    if (mine !== theirs) return `register ${name}: mine ${mine}, theirs ${theirs}`;
  }
  return undefined;
}

function compareDraws(mine: readonly number[], theirs: readonly number[]): string | undefined {
  const differs = mine.length !== theirs.length || mine.some((value, index) => value !== theirs[index]);
  return differs ? `draws: mine [${mine.join(', ')}], theirs [${theirs.join(', ')}]` : undefined;
}

/** The battle generator's first byte: a case that draws from the real generator names it. */
const GENERATOR = 0x7e0338;

/**
 * Prepares the memory of a case and runs it.
 * @returns text about the first difference, or undefined when all agrees
 * @throws RuleError `E_NO_END`
 */
export function runCase(
  target: CaseMachine,
  adapter: Adapter,
  header: VectorHeader,
  vector: VectorCase,
): string | undefined {
  const { machine, before } = target;
  fillMemory(target, vector.line);
  const outside = putMemory(target, vector.memory) ?? putTables(target, vector.tables);
  if (outside !== undefined) return outside;
  before.set(machine.ram);
  machine.events.length = 0;
  const scripted = vector.draws.length > 0 && !vector.outMemory.has(GENERATOR);
  machine.script = scripted ? { values: Uint8Array.from(vector.draws), next: 0 } : undefined;
  const { exit, returned } = callAdapter(target, adapter, vector.registers);
  if (exit !== vector.exit) return `exit: mine ${exit}, theirs ${vector.exit}`;
  const script = machine.script;
  const used = script === undefined ? drawsOf(machine.events) : vector.draws.slice(0, script.next);
  if (script !== undefined && script.next > vector.draws.length)
    return `draws: ${script.next} instead of ${vector.draws.length}`;
  return (
    compareResults(target, adapter, vector, returned) ??
    compareMemory(target, vector.outMemory, header.scratch) ??
    compareDraws(used, vector.draws)
  );
}

/** Runs a case of the `65816-*` files. */
export function runInstructionCase(vector: VectorCase): string | undefined {
  if (vector.op === undefined) return compareMaps(runHardware(vector), vector.outMemory);
  const result = runInstruction(vector);
  if (result === undefined) return `no such instruction: ${vector.op}`;
  for (const name of ['A', 'X', 'Y', 'P'] as const) {
    const theirs = vector.outRegisters[name];
    if (theirs !== undefined && result.registers[name] !== theirs) {
      return `register ${name}: mine ${result.registers[name]}, theirs ${theirs}`;
    }
  }
  return compareMaps(result.memory, vector.outMemory);
}

function compareMaps(
  mine: ReadonlyMap<number, number> | undefined,
  theirs: ReadonlyMap<number, number>,
): string | undefined {
  if (mine === undefined) return 'the registers written belong to no unit';
  for (const [address, value] of theirs) {
    if (mine.get(address) !== value) {
      return `${describeAddress(address)}: mine ${mine.get(address) ?? 'not written'}, theirs ${value}`;
    }
  }
  for (const address of mine.keys())
    if (!theirs.has(address)) return `${describeAddress(address)}: written by mine only`;
  return undefined;
}
