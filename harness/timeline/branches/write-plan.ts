/** Writes a branch as a plan: of a log from the fork on, of a plan from its start. */
import { readFileSync } from 'node:fs';
import { parse, stringify } from 'smol-toml';
import { LockstepError } from '../../base/errors.js';
import { checkOutput } from '../../base/output-file.js';
import { pathBeside, writeFile } from '../../base/write-file.js';
import { startBeside } from '../../plan/start.js';
import type { PlanStart } from '../../plan/types.js';
import { frameCommand } from '../../trace/bind.js';
import type { Timeline } from '../index.js';
import { frameNumber } from '../script.js';

/** Inputs of the entries after a position; equal neighbours become one table. */
function tablesFrom(timeline: Timeline, line: number, from: number): Record<string, unknown>[] {
  const { system } = timeline;
  const frame = system.unit === 'frame' ? frameCommand(system).name : '';
  const tables: Record<string, unknown>[] = [];
  let before = '';
  for (let at = from + 1; at <= timeline.length(line); at++) {
    const { pad, command, text } = timeline.input(at, line);
    const last = tables.at(-1);
    const key = `${pad} ${text}`;
    if (last !== undefined && key === before) last['repeat'] = Number(last['repeat'] ?? 1) + 1;
    else tables.push(pad >= 0 ? { command: frame, pad } : { ...command?.plain });
    before = key;
  }
  return tables;
}

function checkWrites(timeline: Timeline, line: number, from: number): void {
  for (let at = from; at <= timeline.length(line); at++) {
    if (timeline.pokesAt(at, line).length === 0) continue;
    throw new LockstepError('E_BRANCH', 'this branch writes memory, which input cannot do', {
      found: `${timeline.system.unit} ${timeline.frameOf(at)}`,
      remedy: 'Export a branch that changes inputs alone',
    });
  }
}

/** @throws LockstepError `E_BRANCH` for an entry without a step or with a refused input */
function checkSteps(timeline: Timeline, line: number, from: number): void {
  for (let at = from + 1; at <= timeline.length(line); at++) {
    const entry = timeline.entry(at, line);
    if (!entry.repeated && entry.error === '') continue;
    throw new LockstepError(
      'E_BRANCH',
      entry.repeated ? 'an entry without a step has no command' : 'an input is refused',
      {
        found: `${timeline.system.unit} ${timeline.frameOf(at)}${entry.error === '' ? '' : `: ${entry.error}`}`,
        remedy: 'Delete it from the branch first',
      },
    );
  }
}

export interface WrittenPlan {
  readonly entries: number;
  /** Its start, in words. */
  readonly start: string;
}

/**
 * @param book the branch file, never overwritten.
 * @throws LockstepError `E_BRANCH`, `E_OUTPUT_IS_INPUT`, `E_OUTPUT_WRITE`
 */
export function writeBranchPlan(timeline: Timeline, line: number, file: string, book: string): WrittenPlan {
  const inputs = [timeline.file, book];
  checkOutput(file, 'plan', { inputs });
  const info = timeline.lines().find((one) => one.line === line);
  const isPlan = timeline.kind === 'plan' && timeline.file.toLowerCase().endsWith('.toml');
  const shared = timeline.branchSet().branches.get(line)?.shared ?? timeline.length(line);
  const from = isPlan ? 0 : shared;
  checkWrites(timeline, line, from);
  checkSteps(timeline, line, from);
  let head: Record<string, unknown>;
  if (isPlan) {
    const { plan, system, ruleset, setup, start } = parse(readFileSync(timeline.file, 'utf8')) as Record<
      string,
      unknown
    >;
    const begin = start as PlanStart | undefined;
    head = {
      plan,
      system,
      title: info?.name ?? '',
      ...(ruleset === undefined ? {} : { ruleset }),
      ...(setup === undefined ? {} : { setup }),
      ...(begin === undefined ? {} : { start: startBeside(begin, timeline.file, file) }),
    };
  } else {
    if (from === 0) {
      throw new LockstepError('E_BRANCH', 'a plan cannot begin before the first entry of a log', {
        file: timeline.file,
        remedy: 'Fork at a later one',
      });
    }
    const { switches } = timeline;
    const start = { trace: pathBeside(file, timeline.file), frame: frameNumber(timeline.script, from) };
    const ruleset = Object.keys(switches.switches).length === 0 ? {} : { ruleset: switches };
    head = { plan: 1, system: timeline.system.id, title: info?.name ?? '', ...ruleset, start };
  }
  writeFile(file, stringify({ ...head, do: tablesFrom(timeline, line, from) }), 'plan', { inputs });
  const start = isPlan ? 'the start' : `${timeline.system.unit} ${timeline.frameOf(from)}`;
  return { entries: timeline.length(line) - from, start };
}
