/**
 * Plays a plan and writes its ledger: one row for each `[[do]]` table, with the figures after it.
 * Stops at the first checkpoint that fails.
 */
import { createEventBuffer, errorCode } from '../../core/system/battle.js';
import type { Battle, EventBuffer, Language, System } from '../../core/system/system.js';
import { encodeStep } from '../plan/encode.js';
import { commandText } from '../plan/move-text.js';
import { createPlayer, type Move, type Player } from '../plan/moves.js';
import { checkPlanLength } from '../plan/plan-length.js';
import type { Reading } from '../plan/readings.js';
import { stepName } from '../plan/rejected.js';
import { type Checkpoint, checkpointsOf } from '../plan/run.js';
import type { Plan, PlanStep } from '../plan/types.js';
import { ownerOfCell } from '../verify/cell-owner.js';
import { type CellOwner, rulesOf } from '../verify/difference.js';

export interface LedgerRow {
  /** Index of the `[[do]]` table; -1: the start. */
  readonly step: number;
  readonly line: number;
  readonly label: string;
  readonly action: string;
  readonly repeat: number;
  /** Number of commands (frames) that it took. */
  readonly commands: number;
  readonly draws: number;
  /** Frames that it took, where commands take several; else undefined. */
  readonly frames: number | undefined;
  /** Actions of the other side, where the system counts them; else undefined. */
  readonly enemyActions: number | undefined;
  /** What happened, a sentence for each thing. */
  readonly told: readonly string[];
  /** The system's columns; `change` is the difference of the first one. */
  readonly columns: readonly (readonly [string, string])[];
  readonly change: string;
  /** Number of checked cells with the expected value. */
  readonly checked: number;
}

export interface CheckFailure {
  readonly step: number;
  readonly line: number;
  readonly where: string;
  /** A cell, or `result` for a move with another result than planned. */
  readonly what: string;
  readonly expected: string;
  readonly got: string;
  /** The rule that last wrote the cell, if known. */
  readonly rule: string;
  /** Code of an unexpected refusal, or empty. */
  readonly refused: string;
}

export interface Ledger {
  readonly rows: readonly LedgerRow[];
  readonly failure: CheckFailure | undefined;
  readonly checked: number;
  readonly commands: number;
  readonly draws: number;
}

/** Called after every command. */
export type LedgerListener = (step: number, command: Int32Array, events: EventBuffer) => void;

/** Words of events of one command: a battle that a policy plays to its end. */
const EVENT_WORDS = 1 << 20;
const MAX_ENEMIES = 16;

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

/** A plan in play. */
interface Play {
  readonly system: System;
  readonly battle: Battle;
  readonly plan: Plan;
  readonly listener: LedgerListener | undefined;
  readonly player: Player;
  readonly events: EventBuffer;
  readonly language: Language;
  /** By the number of finished steps. */
  readonly checkpoints: ReadonlyMap<number, readonly Checkpoint[]>;
  /** The readings of the checkpoints, and their last values. */
  readonly readings: readonly Reading[];
  readonly values: number[];
  readonly lastChange: Map<string, LastChange>;
  readonly rows: LedgerRow[];
  /** Number of finished steps, repeats counted. */
  done: number;
  checked: number;
  failure: CheckFailure | undefined;
}

function createPlay(
  system: System,
  battle: Battle,
  plan: Plan,
  listener: LedgerListener | undefined,
  language: Language,
): Play {
  const checkpoints = checkpointsOf(system, battle, plan);
  const watched = new Map<string, Reading>();
  for (const list of checkpoints.values()) {
    for (const { cells } of list) for (const [reading] of cells) watched.set(reading.name, reading);
  }
  const readings = [...watched.values()];
  return {
    system,
    battle,
    plan,
    listener,
    player: createPlayer(system, battle),
    events: createEventBuffer(EVENT_WORDS),
    language,
    checkpoints,
    readings,
    values: readings.map((reading) => reading.read()),
    lastChange: new Map(),
    rows: [],
    done: 0,
    checked: 0,
    failure: undefined,
  };
}

/** Records the rule that wrote each cell of a checkpoint. */
function noteChanges({ system, events, readings, values, lastChange }: Play): void {
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

/**
 * Checks the cells after a step; the first wrong one becomes the failure. @returns the number of
 * correct cells
 */
function checkCells(play: Play, step: number): number {
  let held = 0;
  for (const { line, where, cells } of play.checkpoints.get(play.done) ?? []) {
    for (const [reading, expected] of cells) {
      const got = reading.read();
      if (got === expected) held++;
      else {
        const rule = ruleText(play.lastChange.get(reading.name));
        const what = reading.name;
        play.failure ??= { step, line, where, what, expected: `${expected}`, got: `${got}`, rule, refused: '' };
      }
    }
  }
  play.checked += held;
  return held;
}

/** The result of a move. */
interface Played {
  readonly enemyActions: number;
  readonly told: readonly string[];
  /** Code of its rejection, or empty. */
  readonly error: string;
  readonly draws: number;
  readonly commands: number;
}

function playOnce(play: Play, index: number, move: Move | string): Played {
  if (typeof move === 'string') return { error: move, draws: 0, commands: 0, enemyActions: 0, told: [] };
  const { system, battle, events, language, player, listener } = play;
  const { narration } = system;
  const acted = new Uint8Array(MAX_ENEMIES);
  const before = battle.image.slice();
  const told: string[] = [];
  let draws = 0;
  let enemyActions = 0;
  const result = player.play(move, events, (command, error) => {
    if (error !== 0) return;
    draws += drawsIn(system, events);
    enemyActions += system.capabilities.planning?.enemyActions?.(events, acted) ?? 0;
    for (const happening of narration.tell(battle, before, events)) {
      told.push(narration.sentence(happening, language));
    }
    before.set(battle.image);
    noteChanges(play);
    listener?.(index, command, events);
  });
  return { error: errorCode(system, result), draws, commands: player.commands, enemyActions, told };
}

/** The failure of a move that was accepted or refused against the plan. */
function resultFailure({ system, plan }: Play, index: number, got: string): CheckFailure {
  const expected = plan.steps[index]?.error;
  const say = (code: string): string => (code === '' ? 'accepted' : `refused with ${code}`);
  return {
    step: index,
    line: plan.locate(`do[${index}]`).line,
    where: stepName(plan, index),
    what: 'result',
    expected: say(expected ?? ''),
    got: say(got),
    rule: system.errors.find((shape) => shape.code === got)?.meaning ?? '',
    refused: expected === undefined ? got : '',
  };
}

function playStep(play: Play, step: PlanStep, index: number): void {
  const { system, battle, plan, rows } = play;
  const move = encodeStep(system, battle, plan, index);
  const row = { draws: 0, commands: 0, checked: 0, repeat: 0 };
  const { planning } = system.capabilities;
  const framesBefore = planning?.frames?.(battle);
  const told: string[] = [];
  let enemyActions = 0;
  for (let turn = 0; turn < step.repeat && play.failure === undefined; turn++) {
    const played = playOnce(play, index, move);
    play.done++;
    row.repeat++;
    row.draws += played.draws;
    row.commands += played.commands;
    enemyActions += played.enemyActions;
    told.push(...played.told);
    if (played.error === (step.error ?? '')) row.checked += checkCells(play, index);
    else play.failure = resultFailure(play, index, played.error);
  }
  const columns = columnsOf(system, battle);
  rows.push({
    step: index,
    line: plan.locate(`do[${index}]`).line,
    label: step.label ?? '',
    action: commandText(step.command),
    columns,
    change: changeOf(rows.at(-1)?.columns[0]?.[1], columns[0]?.[1]),
    frames: framesBefore === undefined ? undefined : (planning?.frames?.(battle) ?? 0) - framesBefore,
    enemyActions: planning?.enemyActions === undefined ? undefined : enemyActions,
    told,
    ...row,
  });
}

/**
 * Plays a plan up to its first failure.
 * @param language of the names in its sentences
 * @throws LockstepError when the plan itself is wrong
 */
export function playLedger(
  system: System,
  battle: Battle,
  plan: Plan,
  listener?: LedgerListener,
  language: Language = 'en',
): Ledger {
  checkPlanLength(plan);
  const play = createPlay(system, battle, plan, listener, language);
  const { rows } = play;
  const columns = columnsOf(system, battle);
  const start = { step: -1, line: 0, label: '', action: '(start)', repeat: 1, commands: 0, draws: 0, change: '' };
  const nothing = { frames: undefined, enemyActions: undefined, told: [] };
  rows.push({ ...start, ...nothing, columns, checked: checkCells(play, -1) });
  plan.steps.forEach((step, index) => {
    if (play.failure === undefined) playStep(play, step, index);
  });
  const sum = (count: (row: LedgerRow) => number): number => rows.reduce((total, row) => total + count(row), 0);
  return {
    rows,
    failure: play.failure,
    checked: play.checked,
    commands: sum((row) => row.commands),
    draws: sum((row) => row.draws),
  };
}
