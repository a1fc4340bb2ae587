/**
 * Matchers of vitest, as `battle-lockstep/vitest`: a log holds in lockstep, a plan holds, two
 * battles are equal. A file that cannot be read, and a comparison of nothing, fail the test under
 * `.not` as well: neither says that something differs.
 */

import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { readCell } from '../core/system/battle.js';
import { countText } from '../core/system/names.js';
import type { Battle, CellDeclaration } from '../core/system/system.js';
import { formatAddress } from '../rom-map/windows.js';
import {
  type ErrorDetails,
  hexWithSuffix,
  LockstepError,
  type LockstepErrorCode,
  SYSTEMS,
  shellWord,
  shortPath,
} from './base/index.js';
import type { LoadedPlan } from './library/index.js';
import {
  beginBattle,
  differs,
  findPlanSystem,
  isKeptPlan,
  type LogResult,
  loadPlan,
  logText,
  ownerOfCell,
  type Plan,
  placedFailure,
  planText,
  runPlan,
  undeclaredBytes,
  verifyAll,
} from './play/index.js';

/** A file: its path, or its address as `new URL('log.jsonl', import.meta.url)` makes it. */
export type FileName = string | URL;

/** A file with a plan, or a plan that was read. */
export type GivenPlan = FileName | Plan | LoadedPlan;

export interface LogOptions {
  /** Takes a log without its footer as far as it goes; otherwise it does not hold. */
  readonly partial?: boolean;
}

/** What a matcher may be called on; for something else the compiler prints the sentence. */
type On<Given, Accepted, Sentence> = [Given] extends [Accepted] ? unknown : Sentence;

type NoLog = 'a log is named by its path or URL';
type NoPlan = 'a plan is named by its path or URL, or read by loadPlan';
type NoBattle = 'only a battle equals a battle';

declare module 'vitest' {
  interface Assertion<T> {
    /** Every compared cell of every frame of the log is the model's. */
    toHoldInLockstep(this: On<T, FileName, NoLog>, options?: LogOptions): Promise<void>;
    /** Every command of the plan has the result that it says, and every checkpoint its values. */
    toHold(this: On<T, GivenPlan, NoPlan>): Promise<void>;
    /** Every cell but working cells, and every byte that no cell declares, is the other's. */
    toBeEqualBattle(this: On<T, Battle, NoBattle>, expected: Battle): void;
  }
}

/** What a matcher answers. */
interface Answer {
  readonly pass: boolean;
  readonly message: () => string;
}

function wrongValue(parameter: string, found: unknown, expected: string): LockstepError {
  return new LockstepError('E_USAGE', `${parameter} is of a wrong type`, {
    found: found === null ? 'null' : typeof found,
    expected,
    remedy: 'Give one of these',
  });
}

function fileOf(given: unknown, parameter: string, expected: string): string {
  if (typeof given === 'string') return given;
  if (given instanceof URL && given.protocol === 'file:') return shortPath(fileURLToPath(given));
  throw wrongValue(parameter, given, expected);
}

function isObject(given: unknown): given is object {
  return typeof given === 'object' && given !== null;
}

/** The remedy in the words of the matcher, where the command names an option. */
const REMEDIES: Partial<Readonly<Record<LockstepErrorCode, string>>> = {
  E_TRACE_INCOMPLETE: 'Record it again, or take what is there with toHoldInLockstep({ partial: true })',
};

/** The error of a log, with its file and the remedy of a test. */
function logError({ code, sentence: message, details }: LockstepError, file: string): LockstepError {
  const remedy = REMEDIES[code];
  const placed: ErrorDetails = { file, ...details, ...(remedy === undefined ? {} : { remedy }) };
  return new LockstepError(code, message, placed);
}

/** @throws LockstepError `E_USAGE` for an option that does not exist or is no choice */
function partialOf(options: unknown): boolean {
  if (!isObject(options)) throw wrongValue('the options of toHoldInLockstep', options, '{ partial }');
  const { partial = false, ...others } = options as LogOptions;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw new LockstepError('E_USAGE', `toHoldInLockstep has no option ${other}`, {
      expected: 'partial',
      remedy: 'Leave it out',
    });
  }
  if (typeof partial !== 'boolean') throw wrongValue('partial', partial, 'true or false');
  return partial;
}

/** What differs first, in one line: a list of failed tests shows no more. */
function headOf(log: LogResult): string {
  const { file, first, unit, draws } = log;
  if (first === undefined) return `${file} does not hold in lockstep: row ${draws?.first?.frame}: a draw differs`;
  const { cells, note, owner, rules } = first;
  const [cell] = cells;
  const what = cell === undefined ? note : `${cell.cell}: mine ${cell.mine}, theirs ${cell.theirs}`;
  const rule = owner?.routine ?? rules.at(-1);
  return `${file} does not hold in lockstep: ${unit} ${first.frame}: ${what}${rule === undefined ? '' : ` (${rule})`}`;
}

/** What `lockstep verify` says of the log, with a command that needs nothing else installed. */
function logMessage(log: LogResult, partial: boolean): string {
  if (!differs(log)) return `${log.file} holds in lockstep\n${logText(log)}`;
  const { first } = log;
  if (first !== undefined) {
    return `${headOf(log)}\n${logText({ ...log, first: { ...first, reproduce: `npx ${first.reproduce}` } })}`;
  }
  const again = `npx lockstep verify ${shellWord(log.file)}${partial ? ' --partial' : ''}`;
  return `${headOf(log)}\n${logText(log)}\n  reproduce with: ${again}`;
}

async function holdInLockstep(received: unknown, options: unknown): Promise<Answer> {
  const file = fileOf(received, 'the log', 'a path, or a URL of a file');
  const partial = partialOf(options);
  const report = await verifyAll([file], null, {
    systems: SYSTEMS,
    ownerOf: ownerOfCell,
    partial,
    extraWords: partial ? ['--partial'] : [],
  });
  const [error] = report.errors;
  if (error !== undefined) throw logError(error, file);
  return {
    pass: report.exit === 0,
    message: () => report.logs.map((log) => logMessage(log, partial)).join('\n'),
  };
}

function givenPlan(received: unknown): Plan {
  if (isKeptPlan(received)) return loadPlan(received);
  if (isObject(received) && 'steps' in received && 'locate' in received) return received as Plan;
  return loadPlan(fileOf(received, 'the plan', 'a path, a URL of a file, or a plan that loadPlan has read'));
}

async function hold(received: unknown): Promise<Answer> {
  const plan = givenPlan(received);
  const { file } = plan;
  const system = await findPlanSystem(SYSTEMS, plan);
  const { battle } = await beginBattle(system, plan);
  const result = await runPlan(system, battle, plan);
  if (result.accepted + result.rejected + result.compared + result.failures.length === 0) {
    throw new LockstepError('E_NOTHING_COMPARED', 'the plan has no command and no checkpoint', {
      file,
      remedy: 'Add a [[do]] or an [[expect]] table',
    });
  }
  return {
    pass: result.failures.length === 0,
    message: () =>
      [
        ...result.failures.map((failure) => placedFailure(file, failure)),
        `${planText(file, result)}  reproduce with: npx lockstep run ${shellWord(file)}`,
      ].join('\n'),
  };
}

function givenBattle(given: unknown, parameter: string): Battle {
  if (isObject(given) && 'image' in given && given.image instanceof Uint8Array && 'cells' in given) {
    return given as Battle;
  }
  throw wrongValue(parameter, given, 'a battle');
}

/** What is compared of a battle, by its name. */
function comparedCells(battle: Battle): ReadonlyMap<string, CellDeclaration> {
  const cells = [...battle.cells.filter(({ scratch }) => scratch !== true), ...undeclaredBytes(battle)];
  return new Map(cells.map((cell) => [cell.name, cell]));
}

/** A cell in which two battles differ; a side may not have it. */
interface DifferingCell {
  readonly name: string;
  readonly mine: CellDeclaration | undefined;
  readonly theirs: CellDeclaration | undefined;
}

/** Cells that are shown. */
const SHOWN = 12;

function valueText(value: number): string {
  return `${value} (${hexWithSuffix(value, 1)})`;
}

function cellText({ name, mine, theirs }: DifferingCell, own: Battle, other: Battle): string {
  if (mine === undefined || theirs === undefined) {
    return `  ${name}: ${mine === undefined ? 'theirs' : 'mine'} alone has it`;
  }
  const values = `mine ${valueText(readCell(own.image, mine))}, theirs ${valueText(readCell(other.image, theirs))}`;
  return `  ${name} at ${formatAddress(mine.address)}: ${values}: ${mine.meaning}`;
}

function equalBattle(received: unknown, expected: unknown): Answer {
  const [own, other] = [givenBattle(received, 'the battle'), givenBattle(expected, 'the expected battle')];
  const [ownCells, otherCells] = [comparedCells(own), comparedCells(other)];
  const names = [...new Set([...ownCells.keys(), ...otherCells.keys()])];
  const cells = names.map((name) => ({ name, mine: ownCells.get(name), theirs: otherCells.get(name) }));
  if (!cells.some(({ mine, theirs }) => mine !== undefined && theirs !== undefined)) {
    throw new LockstepError('E_NOTHING_COMPARED', 'the battles have no cell in common', {
      remedy: 'Compare battles of one system',
    });
  }
  const different = cells.filter(
    ({ mine, theirs }) =>
      mine === undefined || theirs === undefined || readCell(own.image, mine) !== readCell(other.image, theirs),
  );
  const [head, more] = [countText(cells.length, 'cell'), different.length - SHOWN];
  const message = (): string =>
    different.length === 0
      ? `the battles are equal in ${head}`
      : [
          `the battles differ in ${different.length} of ${head}`,
          ...different.slice(0, SHOWN).map((cell) => cellText(cell, own, other)),
          ...(more > 0 ? [`  and ${countText(more, 'more cell')}`] : []),
        ].join('\n');
  return { pass: different.length === 0, message };
}

expect.extend({
  toHoldInLockstep: (received: unknown, options: unknown = {}) => holdInLockstep(received, options),
  toHold: (received: unknown) => hold(received),
  toBeEqualBattle: (received: unknown, expected: unknown) => equalBattle(received, expected),
});
