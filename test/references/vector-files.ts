/**
 * Reads the routine vectors for the tests of the references.
 *
 * They are looked for as `traces/vectors/NAME.jsonl.gz` of this repository, or else as `NAME.jsonl` in the folder named by
 * the environment variable LOCKSTEP_VECTORS. Neither there is an error, never an empty list: a test of nothing must fail.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

export interface VectorRegisters {
  readonly A?: number;
  readonly X?: number;
  readonly Y?: number;
  readonly P?: number;
}

/** Addresses are six hexadecimal digits; the byte at each. */
export type VectorMemory = Readonly<Record<string, number>>;

export interface VectorCase {
  readonly op?: string;
  readonly mode?: string;
  readonly in: {
    readonly regs?: VectorRegisters;
    readonly mem?: VectorMemory;
    readonly rom?: VectorMemory;
    readonly operand?: number;
  };
  readonly out: { readonly exit: string; readonly regs?: VectorRegisters; readonly mem?: VectorMemory };
  readonly draws?: readonly number[];
}

export interface VectorHeader {
  readonly routine: string;
  readonly name: string;
  readonly outputs: {
    readonly regs?: Readonly<Record<string, string>>;
    readonly mem?: Readonly<Record<string, string>>;
  };
  readonly scratch: readonly string[];
  readonly cases: number;
}

export interface VectorFile {
  readonly name: string;
  readonly header: VectorHeader;
  readonly cases: readonly VectorCase[];
}

const stored = fileURLToPath(new URL('../../traces/vectors/', import.meta.url));

/** Whether this checkout keeps its vectors compressed in `traces/vectors`. */
function vectorFolder(): { folder: string; ending: string } {
  if (existsSync(stored) && readdirSync(stored).some((file) => file.endsWith('.jsonl.gz'))) {
    return { folder: stored, ending: '.jsonl.gz' };
  }
  const { LOCKSTEP_VECTORS: folder } = process.env;
  if (folder === undefined) throw new Error(`no vectors: neither in ${stored} nor in LOCKSTEP_VECTORS`);
  return { folder: `${folder}/`, ending: '.jsonl' };
}

/** The names (without ending) of all vector files that begin with `prefix`; at least one. */
export function vectorNames(prefix: string): string[] {
  const { folder, ending } = vectorFolder();
  const names = readdirSync(folder)
    .filter((file) => file.startsWith(prefix) && file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
  if (names.length === 0) throw new Error(`no vector file ${prefix}* in ${folder}`);
  return names;
}

function readLines(name: string): string[] {
  const { folder, ending } = vectorFolder();
  const bytes = readFileSync(`${folder}${name}${ending}`);
  const text = (ending.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}

export function readVectorFile(name: string): VectorFile {
  const [first, ...rest] = readLines(name);
  if (first === undefined) throw new Error(`${name}: empty`);
  const header = JSON.parse(first) as VectorHeader;
  const cases = rest.map((line) => JSON.parse(line) as VectorCase);
  if (cases.length !== header.cases) throw new Error(`${name}: ${cases.length} cases, header says ${header.cases}`);
  return { name, header, cases };
}

/** One call of a sequence step: either cells that are written, or a routine (or several, for every value of `each`). */
export interface SequenceCall {
  readonly set?: SequenceMemory;
  readonly routine?: string | readonly string[];
  readonly regs?: VectorRegisters;
  readonly each?: { readonly X?: readonly number[]; readonly Y?: readonly number[]; readonly A?: readonly number[] };
  readonly times?: number;
  readonly gives?: Readonly<Record<string, number | readonly number[]>>;
  readonly product?: number;
}

/** An address holds a byte, or begins a stretch of bytes. */
export type SequenceMemory = Readonly<Record<string, number | readonly number[]>>;

export interface SequenceStep {
  readonly step: number;
  readonly calls: readonly SequenceCall[];
  readonly mem: SequenceMemory;
  readonly exits?: readonly (string | null)[];
  readonly draws?: readonly number[];
}

export interface SequenceFile {
  readonly name: string;
  readonly start: SequenceMemory;
  readonly rom: SequenceMemory;
  readonly watched: readonly (readonly [address: string, bytes: number, meaning: string])[];
  readonly steps: readonly SequenceStep[];
}

/** A file of the vectors' folder `sequences`, found like the others. */
export function readSequenceFile(name: string): SequenceFile {
  const [first, ...rest] = readLines(`sequences/${name}`);
  const header = JSON.parse(first ?? '{}') as {
    start: { mem?: SequenceMemory };
    rom?: SequenceMemory;
    cells: SequenceFile['watched'];
    steps: number;
  };
  const steps = rest.map((line) => JSON.parse(line) as SequenceStep);
  if (steps.length !== header.steps) throw new Error(`${name}: ${steps.length} steps, header says ${header.steps}`);
  return { name, start: header.start.mem ?? {}, rom: header.rom ?? {}, watched: header.cells, steps };
}
