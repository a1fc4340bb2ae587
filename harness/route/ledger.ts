/**
 * Plays a plan and keeps its ledger: one row per `[[do]]` table with what a planner wants to know after it. Stops at the first checkpoint
 * that fails.
 */
import { createEventBuffer, errorCode } from '../../core/battle.js';
import type { Battle, EventBuffer, System } from '../../core/system.js';
import { encodeStep } from '../plan/encode.js';
import { commandText } from '../plan/move-text.js';
import { createPlayer, type Move } from '../plan/moves.js';
import type { Reading } from '../plan/readings.js';
import { stepName } from '../plan/rejected.js';
import { checkpointsOf } from '../plan/run.js';
import type { Plan } from '../plan/types.js';
import { ownerOfCell } from '../verify/cell-owner.js';
import { type CellOwner, rulesOf } from '../verify/difference.js';

export interface LedgerRow {
  /** Place of the `[[do]]` table, from 0; -1: before the first. */
  readonly step: number;
  readonly line: number;
  readonly label: string;
  readonly action: string;
  readonly repeat: number;
  /** Commands (frames) that it took. */
  readonly commands: number;
  readonly draws: number;
  /** The system's columns, then what the first of them changed by. */
  readonly columns: readonly (readonly [string, string])[];
  readonly change: string;
  /** Checkpoints after it: cells that were as expected. */
  readonly checked: number;
}

export interface CheckFailure {
  readonly step: number;
  readonly line: number;
  readonly where: string;
  /** A cell, or `result` for a move that was refused, or accepted against the plan. */
  readonly what: string;
  readonly expected: string;
  readonly got: string;
  /** The rule that wrote the cell last, where one did. */
  readonly rule: string;
  /** Code with which a move was refused that the plan expects to be accepted; else empty. */
  readonly refused: string;
}

export interface Ledger {
  readonly rows: readonly LedgerRow[];
  readonly failure: CheckFailure | undefined;
  readonly checked: number;
  readonly commands: number;
  readonly draws: number;
}

/** Told about every command after it was played. */
export type LedgerListener = (step: number, command: Int32Array, events: EventBuffer) => void;

function drawsIn(system: System, events: EventBuffer): number {
  const kind = system.capabilities.evidence?.draws;
  if (kind === undefined) return 0;
  let count = 0;
  for (let at = 0; at < events.length; ) {
    const shape = system.events.find((candidate) => candidate.kind === events.words[at]);
    if (events.words[at] === kind) count++;
    at += 1 + (shape?.fields.length ?? 0);
  }
  return count;
}

function columnsOf(system: System, battle: Battle): readonly (readonly [string, string])[] {
  return system.capabilities.views?.ledger?.(battle) ?? system.capabilities.views?.predict?.(battle) ?? [];
}

function changeOf(before: string | undefined, after: string | undefined): string {
  const change = Number(after) - Number(before);
  return Number.isInteger(change) && before !== '' ? `${change < 0 ? '' : '+'}${change}` : '';
}

/** The rule behind a cell's last change. */
interface LastChange {
  value: number;
  owner: CellOwner | undefined;
  rules: readonly string[];
}

function ruleText(change: LastChange | undefined): string {
  if (change === undefined) return 'nothing wrote it in this plan';
  const { owner, rules } = change;
  if (owner !== undefined) return owner.routine === undefined ? owner.rule : `${owner.rule} by ${owner.routine}`;
  return rules.length === 0 ? 'not told by the step' : rules.join(', ');
}

/** @throws LockstepError when the plan itself is wrong */
export function playLedger(system: System, battle: Battle, plan: Plan, listener?: LedgerListener): Ledger {
  const checkpoints = checkpointsOf(system, battle, plan);
  const watched = new Map<string, Reading>();
  for (const list of checkpoints.values()) {
    for (const { cells } of list) for (const [reading] of cells) watched.set(reading.name, reading);
  }
  const readings = [...watched.values()];
  const values = readings.map((reading) => reading.read());
  const lastChange = new Map<string, LastChange>();
  const events = createEventBuffer(4096);
  const player = createPlayer(system, battle);
  const rows: LedgerRow[] = [];
  const totals = { checked: 0, commands: 0, draws: 0 };
  let failure: CheckFailure | undefined;
  let done = 0;

  function noteChanges(): void {
    let rules: readonly string[] | undefined;
    readings.forEach((reading, index) => {
      const value = reading.read();
      if (value === values[index]) return;
      values[index] = value;
      rules ??= rulesOf(system, events);
      const owner = reading.cell === undefined ? undefined : ownerOfCell(system.id, reading.name, rules);
      lastChange.set(reading.name, { value, owner, rules });
    });
  }

  /** @returns cells that are as expected; the first that is not becomes the failure */
  function check(step: number): number {
    let held = 0;
    for (const { line, where, cells } of checkpoints.get(done) ?? []) {
      for (const [reading, expected] of cells) {
        const got = reading.read();
        if (got === expected) held++;
        else {
          const rule = ruleText(lastChange.get(reading.name));
          const what = reading.name;
          failure ??= { step, line, where, what, expected: `${expected}`, got: `${got}`, rule, refused: '' };
        }
      }
    }
    totals.checked += held;
    return held;
  }

  function playOnce(index: number, move: Move | string): { readonly error: string; draws: number; commands: number } {
    if (typeof move === 'string') return { error: move, draws: 0, commands: 0 };
    let draws = 0;
    const result = player.play(move, events, (command, error) => {
      if (error !== 0) return;
      draws += drawsIn(system, events);
      noteChanges();
      listener?.(index, command, events);
    });
    return { error: errorCode(system, result), draws, commands: player.commands };
  }

  const before = columnsOf(system, battle);
  rows.push({
    step: -1,
    line: 0,
    label: '',
    action: '(start)',
    repeat: 1,
    commands: 0,
    draws: 0,
    columns: before,
    change: '',
    checked: check(-1),
  });
  plan.steps.forEach((step, index) => {
    if (failure !== undefined) return;
    const move = encodeStep(system, battle, plan, index);
    const line = plan.locate(`do[${index}]`).line;
    const row = { draws: 0, commands: 0, checked: 0, repeat: 0 };
    for (let turn = 0; turn < step.repeat && failure === undefined; turn++) {
      const played = playOnce(index, move);
      done++;
      row.repeat++;
      row.draws += played.draws;
      row.commands += played.commands;
      if (played.error === (step.error ?? '')) row.checked += check(index);
      else {
        const say = (code: string): string => (code === '' ? 'accepted' : `refused with ${code}`);
        const meaning = system.errors.find((shape) => shape.code === played.error)?.meaning ?? '';
        const [expected, got] = [say(step.error ?? ''), say(played.error)];
        const refused = step.error === undefined ? played.error : '';
        failure = {
          step: index,
          line,
          where: stepName(plan, index),
          what: 'result',
          expected,
          got,
          rule: meaning,
          refused,
        };
      }
    }
    totals.commands += row.commands;
    totals.draws += row.draws;
    const columns = columnsOf(system, battle);
    const change = changeOf(rows.at(-1)?.columns[0]?.[1], columns[0]?.[1]);
    rows.push({
      step: index,
      line,
      label: step.label ?? '',
      action: commandText(step.command),
      columns,
      change,
      ...row,
    });
  });
  return { rows, failure, ...totals };
}
