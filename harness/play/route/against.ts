/**
 * Compares a plan with a recording as two sequences of changed states of the compared cells. The
 * number of idle frames between them does not count; order and values do.
 */
import type { Battle, EventBuffer, System } from '../../../core/system/system.js';
import { createPause, LockstepError } from '../../base/index.js';
import { type BoundCells, bindCells, readBoundCell } from '../trace/bind.js';
import { openTrace, type TraceReader, tornReader } from '../trace/reader.js';
import { rulesetHash, type Switches } from '../trace/state.js';
import { ownerOfCell, rulesOf } from '../verify/difference.js';

interface RecordingDifference {
  readonly frame: number;
  readonly step: number;
  readonly cell: string;
  readonly address: string;
  /** The plan's value by the model. */
  readonly mine: number;
  readonly theirs: number;
  readonly rule: string;
}

export interface AgainstResult {
  readonly file: string;
  /** Frame of the recording in which the plan's starting state was found. */
  readonly from: number;
  /** Changed states compared and equal. */
  readonly equal: number;
  readonly cells: number;
  readonly difference: RecordingDifference | undefined;
  /** The recording ended before the plan did. */
  readonly short: boolean;
}

/** One changed state of the plan: its step and the values of the compared cells. */
interface Change {
  readonly step: number;
  readonly values: Uint32Array;
  readonly rules: readonly string[];
}

export interface Comparison {
  /** To be called after every command of the plan. */
  listen(step: number, events: EventBuffer): void;
  /** Reads the recording and compares. */
  finish(signal?: AbortSignal): Promise<AgainstResult>;
  /** Closes a recording that nothing is compared with any more. */
  close(): void;
}

/**
 * @param from frame of the recording with the plan's starting state; undefined: the first equal one
 * @param leftOut cells that the recording has of somebody who went through menus: pads and cursors
 */
export async function compareWithRecording(
  system: System,
  battle: Battle,
  switches: Switches,
  file: string,
  from: number | undefined,
  leftOut: readonly string[] = [],
): Promise<Comparison> {
  const reader = await openTrace(file);
  const { header } = reader;
  if (header.system !== system.id || rulesetHash(system, header.ruleset.switches) !== rulesetHash(system, switches)) {
    reader.close();
    throw new LockstepError('E_RULESET_HASH', 'the recording was made with another system or other rules', {
      file,
      line: 1,
      found: `${header.system} ${header.ruleset.hash}`,
      expected: `${system.id} ${rulesetHash(system, switches)}`,
      remedy: 'Name a recording of the plan’s system and switches',
    });
  }
  const bound = bindCells(header, battle, file);
  const compared = Array.from(bound.active.keys()).filter(
    (index) => bound.active[index] === 1 && !leftOut.includes(header.cells[index]?.[0] ?? ''),
  );
  const start = valuesOf(battle, bound, compared);
  const changes: Change[] = [];
  let before = start;

  return {
    listen(step, events) {
      const values = valuesOf(battle, bound, compared);
      if (same(values, before)) return;
      before = values;
      changes.push({ step, values, rules: rulesOf(system, events) });
    },
    finish: (signal) => compareChanges(reader, compared, start, changes, system.id, from, signal),
    close: () => reader.close(),
  };
}

function valuesOf(battle: Battle, bound: BoundCells, compared: readonly number[]): Uint32Array {
  const values = new Uint32Array(compared.length);
  compared.forEach((index, at) => {
    values[at] = readBoundCell(battle.image, bound, index);
  });
  return values;
}

function same(first: Uint32Array, second: Uint32Array): boolean {
  return first.every((value, at) => value === second[at]);
}

async function compareChanges(
  reader: TraceReader,
  compared: readonly number[],
  start: Uint32Array,
  changes: readonly Change[],
  system: string,
  from: number | undefined,
  signal: AbortSignal | undefined,
): Promise<AgainstResult> {
  const { header, row, file } = reader;
  const isTorn = tornReader(reader);
  const theirs = new Uint32Array(compared.length);
  let began = -1;
  let equal = 0;
  let difference: RecordingDifference | undefined;
  let current = start;

  function compareRow(): void {
    compared.forEach((index, at) => {
      theirs[at] = row.values[index] as number;
    });
    if (began < 0) {
      const last = row.frame + row.count - 1;
      if (from === undefined ? same(theirs, start) : last >= from) began = from ?? row.frame;
      if (began < 0 || same(theirs, start)) return;
    }
    if (same(theirs, current)) return;
    const change = changes[equal];
    if (change === undefined) return;
    if (same(theirs, change.values)) {
      current = change.values;
      equal++;
      return;
    }
    const at = compared.findIndex((_, candidate) => theirs[candidate] !== change.values[candidate]);
    const cell = header.cells[compared[at] as number];
    const owner = ownerOfCell(system, cell?.[0] ?? '', change.rules);
    difference = {
      frame: row.frame,
      step: change.step,
      cell: cell?.[0] ?? '',
      address: cell?.[1] ?? '',
      mine: change.values[at] as number,
      theirs: theirs[at] as number,
      rule: owner?.routine ?? owner?.rule ?? (change.rules.join(', ') || 'not told by the step'),
    };
  }

  try {
    const pause = createPause(signal, 'the plan is not compared with the recording');
    do {
      while (difference === undefined && equal < changes.length && reader.next()) {
        if (!isTorn()) compareRow();
        await pause();
      }
    } while (difference === undefined && equal < changes.length && (await reader.fill()));
  } finally {
    reader.close();
  }
  if (began < 0) {
    throw new LockstepError('E_NOTHING_COMPARED', 'the recording never reaches the plan’s starting state', {
      file,
      remedy: 'Give the frame with --from, or begin the plan with a [start] in this recording',
    });
  }
  return {
    file,
    from: began,
    equal,
    cells: compared.length,
    difference,
    short: difference === undefined && equal < changes.length,
  };
}
