/**
 * Routine cases against the C turn engine. The case machine and every comparison are those of
 * `lockstep vectors`; only the call of the routine is replaced: first by one that records its
 * input, then, after the program's answer, by one that puts the answer in place.
 */

import { spawnSync } from 'node:child_process';
import { EVENT_DRAW, type Machine } from '../../../../core/live-a-live/memory/machine.js';
import { pushEvent } from '../../../../core/system/battle.js';
import { countText } from '../../../../core/system/names.js';
import { IMAGE_BYTES } from '../../../../rom-map/index.js';
import { LockstepError } from '../../../base/index.js';
import {
  type Adapter,
  adapterOf,
  type ByteMap,
  type CaseMachine,
  createCaseMachine,
  findVectorFiles,
  parseCase,
  parseHeader,
  readLines,
  runCase,
  shortName,
  type VectorCase,
  type VectorHeader,
} from '../../../original/index.js';

interface EngineCaseFile {
  readonly name: string;
  readonly cases: number;
  readonly equal: number;
  /** First differing case: line and difference. */
  readonly first: string | undefined;
}

const MAX_ANSWER_BYTES = 1 << 30;

function callEngine(path: string, mode: string, input: Uint8Array): Buffer {
  const run = spawnSync(path, [mode], { input, maxBuffer: MAX_ANSWER_BYTES });
  if (run.status !== 0) {
    throw new LockstepError('E_BENCH_ENGINE', 'the C engine did not run to its end', {
      file: path,
      found: run.error?.message ?? `exit ${run.status ?? 'by signal'}`,
    });
  }
  return run.stdout;
}

/** Numbers of the program's routines by the names in vector files. */
export function engineRoutines(path: string): ReadonlyMap<string, number> {
  const names = callEngine(path, 'routines', new Uint8Array()).toString('utf8').trimEnd().split('\n');
  return new Map(names.map((name, number) => [name, number]));
}

/** One case in the form of test/bench/c/cases.c. */
function encodeCase(routine: number, values: readonly number[], machine: Machine, tables: ByteMap): Buffer {
  const draws = machine.script?.values ?? new Uint8Array();
  const head = Buffer.alloc(13 + draws.length + 4 * tables.size);
  head.writeUInt16LE(routine, 0);
  for (let index = 0; index < 3; index++) head.writeUInt16LE(values[index] ?? 0, 2 + 2 * index);
  head[8] = machine.script === undefined ? 0 : 1;
  head.writeUInt16LE(draws.length, 9);
  head.set(draws, 11);
  let at = head.writeUInt16LE(tables.size, 11 + draws.length);
  for (const [address, value] of tables) {
    head[at] = address >>> 16;
    head.writeUInt16LE(address & 0xffff, at + 1);
    head[at + 3] = value;
    at += 4;
  }
  return Buffer.concat([head, machine.ram]);
}

/**
 * Puts the answer at `at` in place.
 * @returns the routine's value and the start of the next answer
 */
function takeAnswer(
  answers: Buffer,
  at: number,
  machine: Machine,
): { readonly returned: number; readonly next: number } {
  const draws = answers.readUInt16LE(at + 4);
  let next = at + 6;
  if (machine.script !== undefined) machine.script.next = draws;
  else for (let left = draws; left > 0; left--) pushEvent(machine.events, EVENT_DRAW, 4, 0, 0, 0, answers[next++]);
  machine.ram.set(answers.subarray(next, next + IMAGE_BYTES));
  return { returned: answers.readInt32LE(at), next: next + IMAGE_BYTES };
}

interface CaseFile {
  readonly header: VectorHeader;
  readonly adapter: Adapter;
  readonly cases: readonly VectorCase[];
}

function runFile(path: string, routine: number, target: CaseMachine, file: CaseFile): string[] {
  const { header, adapter, cases } = file;
  const inputs: Buffer[] = [];
  for (const vector of cases) {
    const note = (machine: Machine, ...values: number[]): void => {
      inputs.push(encodeCase(routine, values, machine, vector.tables));
    };
    runCase(target, { ...adapter, run: note }, header, vector);
  }
  const answers = callEngine(path, 'cases', Buffer.concat(inputs));
  let at = 0;
  const answer = (machine: Machine): number => {
    const { returned, next } = takeAnswer(answers, at, machine);
    at = next;
    return returned;
  };
  const differences = cases.flatMap((vector) => {
    const difference = runCase(target, { ...adapter, run: answer }, header, vector);
    return difference === undefined ? [] : [`line ${vector.line}: ${difference}`];
  });
  if (at !== answers.length) {
    throw new LockstepError('E_BENCH_ENGINE', 'the C engine gave more or fewer answers than there were cases', {
      file: path,
      found: countText(answers.length, 'byte'),
      expected: countText(at, 'byte'),
    });
  }
  return differences;
}

/**
 * Runs every case of the files whose routine the C engine has.
 * @throws LockstepError when the program fails
 */
export function runEngineCases(path: string, folders: readonly string[]): EngineCaseFile[] {
  const routines = engineRoutines(path);
  const target = createCaseMachine();
  return findVectorFiles(folders).flatMap((file) => {
    const lines = readLines(file);
    const head = lines[0] ?? '';
    if (head.startsWith('{"sequence"')) return [];
    const header = parseHeader(head, file);
    const found = adapterOf(header);
    const routine = routines.get(`${header.routine} ${header.name.replace(/\.inferred$/, '')}`);
    if (found === undefined || routine === undefined) return [];
    const cases = lines.slice(1).map((line, index) => parseCase(line, file, index + 2));
    const differences = runFile(path, routine, target, { header, adapter: found.adapter, cases });
    return [
      { name: shortName(file), cases: cases.length, equal: cases.length - differences.length, first: differences[0] },
    ];
  });
}
