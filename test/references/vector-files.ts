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

export function readVectorFile(name: string): VectorFile {
  const { folder, ending } = vectorFolder();
  const bytes = readFileSync(`${folder}${name}${ending}`);
  const text = (ending.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const [first, ...rest] = text.split('\n').filter((line) => line !== '');
  if (first === undefined) throw new Error(`${name}: empty`);
  const header = JSON.parse(first) as VectorHeader;
  const cases = rest.map((line) => JSON.parse(line) as VectorCase);
  if (cases.length !== header.cases) throw new Error(`${name}: ${cases.length} cases, header says ${header.cases}`);
  return { name, header, cases };
}
