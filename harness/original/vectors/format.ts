/**
 * The form of a routine-vector file: JSON Lines, a header and then one case in each line. Reading
 * is strict: unknown content is an error with file and line, never skipped.
 */

import { countText } from '../../../core/system/names.js';
import { offsetOf } from '../../../rom-map/windows.js';
import { jsonOf, LockstepError } from '../../base/index.js';

// The result of vector files, by file and in total.

export type Area = 'turn' | 'combat' | 'ai';

interface RegisterCount {
  readonly recorded: number;
  readonly compared: number;
}

/** Result of one file. */
export interface VectorFileResult {
  readonly file: string;
  readonly routine: string;
  readonly name: string;
  readonly area: Area | 'sequence' | 'unknown';
  readonly cases: number;
  readonly equal: number;
  readonly different: number;
  readonly notCompared: number;
  /** Cases of a file that ran through deduced bytes; part of `cases`. */
  readonly inferred: number;
  /** Values of registers at the exit that the cases record, and how many of them are compared. */
  readonly registers: RegisterCount;
  /** Registers that the header names as outputs and nothing compares. */
  readonly openOutputs: readonly string[];
  /** Bytes of cells that the header declares as scratch: they are not compared. */
  readonly scratch: number;
  /** First failing case: line and what differs. */
  readonly first: { readonly line: number; readonly difference: string } | undefined;
}

export interface VectorTotals {
  readonly files: number;
  readonly routines: number;
  readonly cases: number;
  readonly equal: number;
  readonly different: number;
  readonly notCompared: number;
  readonly inferred: number;
  /** Cases of single instructions, which are no routines of the game; part of `cases`. */
  readonly instructions: number;
  readonly registers: RegisterCount;
}

export interface VectorReport extends VectorTotals {
  /** Long runs, counted apart: their cases are steps. */
  readonly sequences: VectorTotals;
  readonly list: readonly VectorFileResult[];
}

/** What stands for a routine in the header of a file of single instructions. */
export const INSTRUCTIONS = '65816';

/** Totals of a list of files. */
export function totalsOf(list: readonly VectorFileResult[]): VectorTotals {
  const sum = (pick: (result: VectorFileResult) => number): number => list.reduce((total, one) => total + pick(one), 0);
  return {
    files: list.length,
    routines: new Set(list.map((one) => one.routine)).size,
    cases: sum((one) => one.cases),
    equal: sum((one) => one.equal),
    different: sum((one) => one.different),
    notCompared: sum((one) => one.notCompared),
    inferred: sum((one) => one.inferred),
    instructions: sum((one) => (one.routine === INSTRUCTIONS ? one.cases : 0)),
    registers: {
      recorded: sum((one) => one.registers.recorded),
      compared: sum((one) => one.registers.compared),
    },
  };
}

/** Bytes of memory or of tables: 24-bit address to value. */
export type ByteMap = ReadonlyMap<number, number>;

export interface VectorHeader {
  readonly routine: string;
  readonly name: string;
  readonly does: string;
  /** Addresses a re-implementation need not reproduce. */
  readonly scratch: ReadonlySet<number>;
  /** Input bytes that the header states as one value (`"7E0309": "0"`). */
  readonly stated: ByteMap;
  /** Registers that the header names as outputs. */
  readonly outputRegisters: readonly string[];
  readonly evidence: string;
  /** Ran through bytes that no listing prints. */
  readonly inferred: boolean;
  readonly cases: number;
  /** SHA-256 of the image whose table bytes the cases name without their values. */
  readonly image?: string;
}

export interface Registers {
  readonly A: number;
  readonly X: number;
  readonly Y: number;
  readonly P: number;
  /** Direct page and data bank, where a case names them. */
  readonly D?: number;
  readonly DB?: number;
  /** Flags M and X at entry; undefined: 8-bit accumulator, 16-bit index registers. */
  readonly widths?: number;
}

export interface VectorCase {
  readonly line: number;
  /** Single instructions only. */
  readonly op: string | undefined;
  readonly mode: string | undefined;
  readonly operand: number | undefined;
  readonly registers: Registers;
  readonly memory: ByteMap;
  readonly tables: ByteMap;
  /** Table bytes that the case needs of the image: addresses alone. */
  readonly tableCells?: ReadonlySet<number>;
  /** Cells that hold a byte of these afterwards: address to the table's address. */
  readonly copies?: ReadonlyMap<number, number>;
  readonly exit: string;
  /** Registers at the exit; undefined where the file does not give them. */
  readonly outRegisters: Readonly<Partial<Registers>>;
  readonly outMemory: ByteMap;
  readonly draws: readonly number[];
  /** The file's cases were executed with stand-ins of bytes that no listing prints. */
  readonly inferred?: boolean;
}

/** Status register at entry by default: 8-bit accumulator, 16-bit index. */
export const DEFAULT_P = 0x20;

function fail(file: string, line: number, message: string, found: unknown, expected: string): never {
  const text = JSON.stringify(found) ?? 'nothing';
  throw new LockstepError('E_VECTOR_FORM', message, {
    file,
    line,
    found: text.length > 60 ? `${text.slice(0, 60)}...` : text,
    expected,
    remedy: 'Restore the file from where it came; vector files are never edited by hand',
  });
}

type Json = Readonly<Record<string, unknown>>;

/** Parses one line as an object. */
export function parseObject(text: string, file: string, line: number): Json {
  const value = jsonOf(text, () => fail(file, line, 'the line is not JSON', text, 'one JSON object'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail(file, line, 'the line is not a JSON object', value, 'one JSON object');
  }
  return value as Json;
}

function objectAt(json: Json, key: string, file: string, line: number): Json {
  const value = json[key];
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail(file, line, `${key} is not an object`, value, 'an object');
  }
  return value as Json;
}

function stringAt(json: Json, key: string, file: string, line: number): string {
  const value = json[key];
  if (typeof value !== 'string') fail(file, line, `${key} is missing or not text`, value, 'text');
  return value;
}

/** Addresses by their text: the cases of a file name the same cells over and over. */
const addresses = new Map<string, number>();
/** What is kept: beyond it an address is read anew. */
const KEPT_ADDRESSES = 0x1_0000;

/** `7E03AE` as a number. */
export function parseAddress(text: string, file: string, line: number): number {
  const known = addresses.get(text);
  if (known !== undefined) return known;
  if (!/^[0-9A-F]{6}$/.test(text)) fail(file, line, 'an address is not six hex digits', text, 'for instance 7E03AE');
  const address = Number.parseInt(text, 16);
  if (addresses.size < KEPT_ADDRESSES) addresses.set(text, address);
  return address;
}

function number(value: unknown, largest: number, what: string, file: string, line: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > largest) {
    fail(file, line, `${what} is not a number in its range`, value, `an integer from 0 to ${largest}`);
  }
  return value;
}

/** A byte; its name is put together only where it is none. */
function byteAt(value: unknown, key: string, file: string, line: number): number {
  const isByte = typeof value === 'number' && (value & 0xff) === value;
  return isByte ? value : number(value, 0xff, `the byte at ${key}`, file, line);
}

/** Bytes given as address to value or to a list of consecutive values. */
export function parseBytes(json: Json, file: string, line: number): ByteMap {
  const bytes = new Map<number, number>();
  for (const key of Object.keys(json)) {
    const value = json[key];
    const address = parseAddress(key, file, line);
    if (!Array.isArray(value)) {
      bytes.set(address, byteAt(value, key, file, line));
      continue;
    }
    for (let index = 0; index < value.length; index++)
      bytes.set(address + index, byteAt(value[index], key, file, line));
  }
  return bytes;
}

function parseCopies(json: Json, file: string, line: number): ReadonlyMap<number, number> {
  return new Map(
    Object.entries(json).map(([cell, table]) => [
      parseAddress(cell, file, line),
      parseAddress(String(table), file, line),
    ]),
  );
}

const REGISTERS: ReadonlySet<string> = new Set(['A', 'X', 'Y', 'P', 'D', 'DB']);

function parseRegisters(json: Json, file: string, line: number): Readonly<Record<string, number>> {
  const registers: Record<string, number> = {};
  for (const key of Object.keys(json)) {
    if (!REGISTERS.has(key)) fail(file, line, 'there is no such register', key, 'A, X, Y, P, D or DB');
    registers[key] = number(json[key], key === 'P' || key === 'DB' ? 0xff : 0xffff, `register ${key}`, file, line);
  }
  return registers;
}

/** Bytes of scratch that a file may have. */
export interface ScratchLimits {
  /** In the declared windows: these would be compared. */
  readonly declared: number;
  /** In all: work cells of a test ROM lie outside of the windows. */
  readonly all: number;
}

/** What is scratch is not compared, and no published routine leaves more than 25 bytes behind. */
const VECTOR_LIMITS: ScratchLimits = { declared: 64, all: 4096 };

/** Bytes of scratch that would be compared if they were none. */
export function declaredScratch(scratch: Iterable<number>): number {
  let count = 0;
  for (const address of scratch) if (offsetOf(address) >= 0) count++;
  return count;
}

/** `7E0310`, `7E0308-0312` or `7E0308-7E0312`, each address of it. */
export function parseScratch(list: unknown, file: string, line: number, limits = VECTOR_LIMITS): ReadonlySet<number> {
  if (!Array.isArray(list)) fail(file, line, 'scratch is not a list', list, 'a list of addresses');
  const addresses = new Set<number>();
  for (const element of list as readonly unknown[]) {
    const match = /^([0-9A-F]{6})(?:-([0-9A-F]{4}|[0-9A-F]{6}))?$/.exec(String(element));
    if (match === null) fail(file, line, 'a scratch entry is not an address', element, '7E0310 or 7E0308-0312');
    const first = Number.parseInt(match[1] ?? '', 16);
    const end =
      match[2] === undefined ? first : Number.parseInt((match[1] ?? '').slice(0, 6 - match[2].length) + match[2], 16);
    if (end - first >= limits.all - addresses.size) {
      fail(
        file,
        line,
        'scratch is larger than any image needs',
        element,
        `at most ${countText(limits.all, 'byte')} in all`,
      );
    }
    for (let address = first; address <= end; address++) addresses.add(address);
  }
  if (declaredScratch(addresses) > limits.declared) {
    fail(
      file,
      line,
      'scratch is larger than any routine needs',
      list,
      `at most ${countText(limits.declared, 'byte')} of the cells`,
    );
  }
  return addresses;
}

/** Input cells whose meaning is a number: the routine is entered with that value alone. */
function statedBytes(inputs: unknown): ByteMap {
  const stated = new Map<number, number>();
  const memory = typeof inputs === 'object' && inputs !== null ? (inputs as Json).mem : undefined;
  if (typeof memory !== 'object' || memory === null) return stated;
  for (const [key, value] of Object.entries(memory as Json)) {
    if (!/^[0-9A-F]{6}$/.test(key) || typeof value !== 'string' || !/^\d{1,3}$/.test(value)) continue;
    stated.set(Number.parseInt(key, 16), Number(value));
  }
  return stated;
}

/** Names under `outputs.regs`; a text there describes single instructions. */
function registersNamed(json: Json, file: string): string[] {
  const { regs } = objectAt(json, 'outputs', file, 1);
  return typeof regs === 'object' && regs !== null ? Object.keys(regs) : [];
}

/** Parses a header line. @throws LockstepError `E_VECTOR_FORM` */
export function parseHeader(text: string, file: string): VectorHeader {
  const json = parseObject(text, file, 1);
  if (json.vectors === undefined) fail(file, 1, 'missing key vectors', undefined, '"vectors": 1');
  if (json.vectors !== 1) fail(file, 1, 'the file is of an unknown version', json.vectors, '"vectors": 1');
  const evidence = stringAt(json, 'evidence', file, 1);
  return {
    routine: stringAt(json, 'routine', file, 1),
    name: stringAt(json, 'name', file, 1),
    does: stringAt(json, 'does', file, 1),
    scratch: parseScratch(json.scratch, file, 1),
    stated: statedBytes(json.inputs),
    outputRegisters: registersNamed(json, file),
    evidence,
    inferred: evidence !== 'executed',
    cases: number(json.cases, 1_000_000, 'cases', file, 1),
    ...(json.image === undefined ? {} : { image: stringAt(json, 'image', file, 1) }),
  };
}

const FIELDS: ReadonlySet<string> = new Set(['in', 'out', 'draws', 'op', 'mode']);

/** Parses a case line. @throws LockstepError `E_VECTOR_FORM` */
export function parseCase(text: string, file: string, line: number): VectorCase {
  const json = parseObject(text, file, line);
  for (const key of Object.keys(json)) {
    if (!FIELDS.has(key)) fail(file, line, 'a case has an unknown field', key, 'in, out, draws, op, mode');
  }
  const input = objectAt(json, 'in', file, line);
  const output = objectAt(json, 'out', file, line);
  const registers = parseRegisters(objectAt(input, 'regs', file, line), file, line);
  const draws = json.draws ?? [];
  if (!Array.isArray(draws)) fail(file, line, 'draws is not a list', draws, 'a list of bytes');
  return {
    line,
    op: json.op === undefined ? undefined : stringAt(json, 'op', file, line),
    mode: json.mode === undefined ? undefined : stringAt(json, 'mode', file, line),
    operand: input.operand === undefined ? undefined : number(input.operand, 0xffff, 'operand', file, line),
    registers: {
      A: registers.A ?? 0,
      X: registers.X ?? 0,
      Y: registers.Y ?? 0,
      P: registers.P ?? DEFAULT_P,
      ...(registers.D === undefined ? {} : { D: registers.D }),
      ...(registers.DB === undefined ? {} : { DB: registers.DB }),
    },
    memory: parseBytes(objectAt(input, 'mem', file, line), file, line),
    tables: parseBytes(objectAt(input, 'rom', file, line), file, line),
    ...(input.tables === undefined ? {} : { tableCells: parseScratch(input.tables, file, line) }),
    exit: stringAt(output, 'exit', file, line),
    ...(output.copies === undefined ? {} : { copies: parseCopies(objectAt(output, 'copies', file, line), file, line) }),
    outRegisters: parseRegisters(objectAt(output, 'regs', file, line), file, line),
    outMemory: parseBytes(objectAt(output, 'mem', file, line), file, line),
    draws: draws.map((draw) => number(draw, 0xff, 'a draw', file, line)),
  };
}
