/**
 * Routine vectors and sequences against our functions: equal, different, not compared. A routine
 * that is not mirrored never counts as equal.
 */

import { basename } from 'node:path';
import { countText } from '../../../core/system/names.js';
import { createYielder, LockstepError } from '../../base/index.js';

import type { Adapter, AdapterTable } from './adapters/adapter.js';
import { ADAPTERS } from './adapters/index.js';
import { type CaseMachine, createCaseMachine, putTables } from './case-machine.js';
import { findVectorFiles, lineStarts, linesOf, readMaybeGzip } from './files.js';
import {
  type Area,
  type ByteMap,
  declaredScratch,
  INSTRUCTIONS,
  parseCase,
  parseHeader,
  totalsOf,
  type VectorCase,
  type VectorFileResult,
  type VectorHeader,
  type VectorReport,
} from './format.js';

import { readPlainCase } from './plain-case.js';

import { callError, comparesRegister, runCase, runInstructionCase } from './run-case.js';
import { runSequence } from './sequences.js';

/** Table bytes of a user's image. */
export interface ImageTables {
  /** Of the image. */
  readonly sha256: string;
  /** By the cartridge's address. */
  readonly bytes: ByteMap;
}

interface VectorOptions {
  /** For cases that name table bytes without their values. */
  readonly tables?: ImageTables | undefined;
  /** Only files of this routine (`C1:1C02`) or name. */
  readonly routine?: string | undefined;
  readonly area?: string | undefined;
}

/** The adapter of a file: its name, with or without the suffix of deduced runs. */
export function adapterOf(
  header: Pick<VectorHeader, 'routine' | 'name'>,
): { readonly adapter: Adapter; readonly area: Area } | undefined {
  const key = `${header.routine} ${header.name.replace(/\.inferred$/, '')}`;
  for (const [area, table] of Object.entries(ADAPTERS) as [Area, AdapterTable][]) {
    const adapter = table[key];
    if (adapter !== undefined) return { adapter, area };
  }
  return undefined;
}

function areaOf(header: VectorHeader): Area | 'unknown' {
  return header.routine === INSTRUCTIONS ? 'turn' : (adapterOf(header)?.area ?? 'unknown');
}

/**
 * Gives the machine the image's bytes that a case names.
 *
 * @returns the case with all its results @throws LockstepError `E_OPTION`
 */
function withNamedTables(
  target: CaseMachine,
  file: string,
  { image }: VectorHeader,
  vector: VectorCase,
  tables: ImageTables | undefined,
): VectorCase {
  const { line, tableCells, copies = new Map<number, number>() } = vector;
  if (tableCells === undefined) return vector;
  const named = new Map([...tableCells].map((address) => [address, tables?.bytes.get(address)] as const));
  const [missing] = [...named].find(([, value]) => value === undefined) ?? [];
  if (missing !== undefined || (image !== undefined && tables?.sha256 !== image)) {
    throw new LockstepError('E_OPTION', 'the case needs table bytes of the image that it was made with', {
      file,
      line,
      found: tables === undefined ? 'no image' : `an image with SHA-256 ${tables.sha256}`,
      expected: image === undefined ? 'that image' : `SHA-256 ${image}`,
      remedy: 'Give the image with --rom',
    });
  }
  putTables(target, named as ByteMap);
  const copied = [...copies].map(([cell, table]) => [cell, tables?.bytes.get(table) ?? 0] as const);
  return { ...vector, outMemory: new Map([...vector.outMemory, ...copied]) };
}

/** @throws LockstepError `E_NO_END` for a case that no original can have returned from */
function runRecorded(
  target: CaseMachine,
  adapter: Adapter,
  file: string,
  header: VectorHeader,
  vector: VectorCase,
): string | undefined {
  try {
    return runCase(target, adapter, header, vector);
  } catch (error) {
    throw callError(error, `a case of ${header.routine}`, { file, line: vector.line });
  }
}

/** The unpacked bytes of a file, with the offsets of its lines and of its end. */
interface FileBytes {
  readonly file: string;
  readonly bytes: Buffer;
  readonly starts: readonly number[];
}

/** A line without its line feed. @param index from 0 */
function lineText({ bytes, starts }: FileBytes, index: number): string {
  return bytes.toString('utf8', starts[index], (starts[index + 1] as number) - 1);
}

function runVectorFile(
  lines: FileBytes,
  header: VectorHeader,
  target: CaseMachine,
  tables: ImageTables | undefined,
): VectorFileResult {
  const { file, bytes, starts } = lines;
  const count = starts.length - 2;
  if (count !== header.cases) {
    throw new LockstepError('E_VECTOR_FORM', 'the file does not hold as many cases as its header says', {
      file,
      line: count + 1,
      found: countText(count, 'case'),
      expected: `${header.cases}`,
      remedy: 'Copy the file again from where it came',
    });
  }
  const isInstruction = header.routine === INSTRUCTIONS;
  const found = isInstruction ? undefined : adapterOf(header);
  let equal = 0;
  const registers = { recorded: 0, compared: 0 };
  let first: VectorFileResult['first'];
  for (let index = 1; index <= count; index++) {
    const vector =
      readPlainCase(bytes, starts[index] as number, index + 1) ?? parseCase(lineText(lines, index), file, index + 1);
    const named = Object.keys(vector.outRegisters);
    registers.recorded += named.length;
    if (!isInstruction && found === undefined) continue;
    registers.compared += named.filter(
      (name) => isInstruction || comparesRegister(found?.adapter as Adapter, name),
    ).length;
    const whole = withNamedTables(target, file, header, vector, tables);
    const difference =
      found === undefined ? runInstructionCase(whole) : runRecorded(target, found.adapter, file, header, whole);
    if (difference === undefined) equal++;
    else first ??= { line: index + 1, difference };
  }
  const implemented = isInstruction || found !== undefined;
  return {
    file,
    routine: header.routine,
    name: header.name,
    area: areaOf(header),
    cases: count,
    equal,
    different: implemented ? count - equal : 0,
    notCompared: implemented ? 0 : count,
    inferred: header.inferred ? count : 0,
    registers,
    openOutputs: header.outputRegisters.filter((name) => found === undefined || !comparesRegister(found.adapter, name)),
    scratch: declaredScratch(header.scratch),
    first,
  };
}

/** Whether the options ask for a file, by its header. */
function isWanted(name: string, routine: string, area: string, options: VectorOptions): boolean {
  if (options.area !== undefined && area !== options.area) return false;
  return options.routine === undefined || [routine, name].includes(options.routine);
}

/** @returns undefined for a file that is not asked for */
function runFile(file: string, target: CaseMachine, options: VectorOptions): VectorFileResult | undefined {
  const bytes = readMaybeGzip(file);
  const lines: FileBytes = { file, bytes, starts: lineStarts(bytes, file) };
  const first = lineText(lines, 0);
  if (first.startsWith('{"sequence"')) {
    const name = /"name":"([^"]*)"/.exec(first)?.[1] ?? '';
    return isWanted(name, 'sequence', 'sequence', options)
      ? runSequence(file, linesOf(bytes, file), target)
      : undefined;
  }
  const header = parseHeader(first, file);
  if (!isWanted(header.name, header.routine, areaOf(header), options)) return undefined;
  return runVectorFile(lines, header, target, options.tables);
}

/** Runs files one after the other on one machine; undefined for a file that is not asked for. */
export function createVectorRunner(options: VectorOptions = {}): (file: string) => VectorFileResult | undefined {
  const target = createCaseMachine();
  return (file) => runFile(file, target, options);
}

/** @param list of files that were run, in their order */
export function vectorReportOf(list: readonly VectorFileResult[]): VectorReport {
  return {
    ...totalsOf(list.filter((one) => one.area !== 'sequence')),
    sequences: totalsOf(list.filter((one) => one.area === 'sequence')),
    list,
  };
}

/**
 * Runs all files, one a turn. Handed true, it ends with those that were run.
 * @throws LockstepError for files that cannot be read or understood
 */
function* vectorFiles(paths: readonly string[], options: VectorOptions): Generator<number, VectorReport, boolean> {
  const run = createVectorRunner(options);
  const list: VectorFileResult[] = [];
  let isStopped = false;
  for (const file of findVectorFiles(paths)) {
    const result = run(file);
    if (result !== undefined) list.push(result);
    isStopped = yield list.length;
    if (isStopped) break;
  }
  if (list.length === 0 && !isStopped) {
    throw new LockstepError('E_NOTHING_COMPARED', 'no vector file matches the options', {
      found: `--routine ${options.routine ?? 'any'}, --area ${options.area ?? 'any'}`,
      expected: 'a routine such as C1:1C02, an area: turn, combat, ai',
    });
  }
  return vectorReportOf(list);
}

/** Runs all files. @throws LockstepError for files that cannot be read or understood */
export function runVectors(paths: readonly string[], options: VectorOptions = {}): VectorReport {
  const files = vectorFiles(paths, options);
  for (;;) {
    const step = files.next(false);
    if (step.done === true) return step.value;
  }
}

/**
 * The same for a command that can be interrupted: the report is then of the files up to there.
 * @param progress called with the number of files now and then
 */
export async function runVectorsUntil(
  paths: readonly string[],
  options: VectorOptions,
  signal: AbortSignal,
  progress: (files: number) => void,
): Promise<VectorReport> {
  const files = vectorFiles(paths, options);
  const yieldNow = createYielder();
  for (;;) {
    const step = files.next(signal.aborted);
    if (step.done === true) return step.value;
    const pause = yieldNow();
    if (pause !== undefined) progress(step.value);
    await pause;
  }
}

/** Name of a file as reports show it. */
export function shortName(file: string): string {
  return basename(file).replace(/\.jsonl(\.gz)?$/, '');
}
