/**
 * Plays a plan and writes its ledger: one row for each `[[do]]` table, with the figures after it.
 * Stops at the first checkpoint that fails.
 */

import { createEventBuffer, ruleErrorOf } from '../../../core/system/battle.js';
import { worded } from '../../../core/system/names.js';
import type { Battle, EventBuffer, Happening, Language, System } from '../../../core/system/system.js';
import { drained, type LockstepError, type Steps, type ToldLine, toldOf } from '../../base/index.js';

import { commandText } from '../plan/moves.js';
import {
  createPlay,
  insteadOf,
  type PlanFailure,
  type PlanVisitor,
  type PlayState,
  resultCode,
  resultFailure,
} from '../plan/play.js';
import type { Reading } from '../plan/readings.js';
import { rejectedStep } from '../plan/rejected.js';
import { checkPlanLength, type Plan } from '../plan/types.js';
import { countDraws, toldDrawText } from '../trace/draws.js';
import { type CellOwner, ownerOfCell, rulesOf } from '../verify/difference.js';

// The rule behind the last change of a cell, for checkpoints that fail.

/** Value of a cell after its last change, and the rule behind the change. */
interface LastChange {
  value: number;
  owner: CellOwner | undefined;
  rules: readonly string[];
}

/** The rule as a row of the ledger names it. */
function ruleText(change: LastChange | undefined): string {
  if (change === undefined) return 'nothing wrote it in this plan';
  const { owner, rules } = change;
  if (owner !== undefined) return owner.routine === undefined ? owner.rule : `${owner.rule} by ${owner.routine}`;
  return rules.length === 0 ? 'not told by the step' : rules.join(', ');
}

// What happened in a row of the ledger, counted: skills, hits, damage, recovery.

/** A skill that somebody used; a counter stands apart from a skill of the unit's own turn. */
interface SkillUse {
  readonly actor: string;
  readonly skill: string;
  readonly isCounter: boolean;
  readonly times: number;
}

/** What a row's happenings came to; names are in the language asked for. */
interface Tally {
  /** Who used which skill, and how often, in the order of the first use. */
  readonly skills: readonly SkillUse[];
  /** Targets that skills hit, and that they missed. */
  readonly hits: number;
  readonly misses: number;
  /** HP that units lost and got back, in the order in which it happened first. */
  readonly damage: readonly { readonly unit: string; readonly amount: number }[];
  readonly healed: readonly { readonly unit: string; readonly amount: number }[];
}

function amountsOf(sums: ReadonlyMap<string, number>): { unit: string; amount: number }[] {
  return [...sums].map(([unit, amount]) => ({ unit, amount }));
}

function addTo(sums: Map<string, number>, name: string, amount: number | undefined): void {
  if (amount !== undefined) sums.set(name, (sums.get(name) ?? 0) + amount);
}

/** @param language of the names */
export function tallyOf(happenings: readonly Happening[], language: Language): Tally {
  const skills = new Map<string, SkillUse>();
  const damage = new Map<string, number>();
  const healed = new Map<string, number>();
  const count = { hits: 0, misses: 0 };
  for (const { kind, actor, what, results } of happenings) {
    const isUse = kind === 'skill' || kind === 'counter';
    if (isUse) {
      const use = { actor: actor?.[language] ?? '', skill: what?.[language] ?? '', isCounter: kind === 'counter' };
      const key = JSON.stringify(use);
      skills.set(key, { ...use, times: (skills.get(key)?.times ?? 0) + 1 });
    }
    for (const { target, amounts } of results) {
      const isMiss = amounts['landed'] === 0 && amounts['damage'] === undefined && amounts['healed'] === undefined;
      if (isUse) count[isMiss ? 'misses' : 'hits']++;
      addTo(damage, target[language], amounts['damage']);
      addTo(healed, target[language], amounts['healed']);
    }
  }
  return { skills: [...skills.values()], ...count, damage: amountsOf(damage), healed: amountsOf(healed) };
}

function hitText({ hits, misses }: Tally): string {
  const count = hits + misses;
  if (count === 0) return '';
  if (count === 1) return hits === 1 ? 'hit' : 'missed';
  return `${hits} of ${count} hit`;
}

/** The tally as columns of a table; every column has a text, or is empty. */
export function tallyColumns(tally: Tally): readonly (readonly [name: string, text: string])[] {
  const sums = (list: Tally['damage']): string => list.map(({ unit, amount }) => `${unit} ${amount}`).join(', ');
  const uses = tally.skills.map(({ actor, skill, isCounter, times }) => {
    const who = isCounter ? `${actor} counters` : actor;
    return `${who}: ${skill}${times > 1 ? ` x${times}` : ''}`;
  });
  return [
    ['skill', uses.join(', ')],
    ['hit', hitText(tally)],
    ['damage', sums(tally.damage)],
    ['recovered', sums(tally.healed)],
  ];
}

export interface LedgerRow {
  /** Index of the `[[do]]` table; -1: the start. */
  readonly step: number;
  /** Numbers of its first and last move, from 1 on, repeats counted; 0: the start. */
  readonly numbers: readonly [first: number, last: number];
  readonly line: number;
  readonly label: string;
  readonly action: string;
  readonly repeat: number;
  /** Number of commands that it took; of frames, where the system steps by frame. */
  readonly commands: number;
  readonly draws: number;
  /** Frames that it took, where commands take several; else undefined. */
  readonly frames: number | undefined;
  /** Actions of the other side, where the system counts them; else undefined. */
  readonly enemyActions: number | undefined;
  /** Names of the enemies that acted. */
  readonly enemiesActed: readonly string[];
  /** What happened, a sentence for each thing. */
  readonly told: readonly string[];
  /** The draws of each of them, as `toldDrawText` has them. */
  readonly drawn: readonly (readonly string[])[];
  /** Skills, hits and damage of what happened. */
  readonly tally: Tally;
  /** The tally's columns, then the system's. */
  readonly columns: readonly (readonly [string, string])[];
  /** The difference of the system's first column. */
  readonly change: string;
  /** Number of checked cells with the expected value. */
  readonly checked: number;
}

/** What a plan expected and did not get, at one of its places. */
export interface CheckFailure extends Omit<PlanFailure, 'column' | 'remedy'> {
  /** Index of the `[[do]]` table; -1: the start. */
  readonly step: number;
  /** The rule that last wrote the cell, if known. */
  readonly rule: string;
  /** Code of an unexpected refusal, or empty. */
  readonly refused: string;
  /** Number of that refusal's rule error, where it has one. */
  readonly refusal?: number;
  /** What the refused command could have named instead; left out where nothing is known. */
  readonly instead?: string;
}

/** The error of a command that the plan expects to be accepted. @returns `E_PLAN_REJECTED` */
export function refusedError(system: System, plan: Plan, failure: CheckFailure): LockstepError {
  const { step, refusal, refused, instead } = failure;
  return rejectedStep(system, plan, step, refusal ?? refused, instead);
}

function checkFailure({ line, where, what, expected, got }: PlanFailure) {
  return { line, where, what, expected, got };
}

export interface Ledger {
  readonly rows: readonly LedgerRow[];
  readonly failure: CheckFailure | undefined;
  readonly checked: number;
  readonly commands: number;
  readonly draws: number;
  /** Frames and enemy actions of all rows, where the system counts them; else undefined. */
  readonly frames: number | undefined;
  readonly enemyActions: number | undefined;
  /** It was told to end: the rows so far. */
  readonly interrupted?: true;
}

/** Called after every command. */
type LedgerListener = (step: number, command: Int32Array, events: EventBuffer) => void;

/** Words of events of one command: a battle that a policy plays to its end. */
const EVENT_WORDS = 1 << 20;
const MAX_ENEMIES = 16;

function columnsOf({ system, battle, language }: Play): readonly (readonly [string, string])[] {
  const { views } = system.capabilities;
  return worded(views?.ledger?.(battle, language) ?? views?.predict?.(battle, language) ?? [], language, system.terms);
}

/** Names of the enemies by number; who is gone after a command still had one before it. */
function enemyNames({ system, battle, language }: Play): Map<number, string> {
  const units = system.capabilities.views?.overview?.units(battle) ?? [];
  return new Map(
    units.flatMap(({ prefixes, name, named }) => {
      const number = /^enemy\[(\d+)\]$/u.exec(prefixes[0] ?? '')?.[1];
      return number === undefined ? [] : [[Number(number), named?.[language] ?? name] as const];
    }),
  );
}

function changeOf(before: string | undefined, after: string | undefined): string {
  const change = Number(after) - Number(before);
  return Number.isInteger(change) && before !== '' ? `${change < 0 ? '' : '+'}${change}` : '';
}

/** What the ledger of a plan in play is made of. */
interface Play {
  readonly system: System;
  readonly battle: Battle;
  readonly plan: Plan;
  readonly language: Language;
  /** The readings of the checkpoints, and their last values. */
  readings: readonly Reading[];
  values: number[];
  readonly lastChange: Map<string, LastChange>;
  readonly rows: LedgerRow[];
  checked: number;
  /** The system's first column after the last row. */
  lastColumn: string | undefined;
  failure: CheckFailure | undefined;
}

function watchedReadings(checkpoints: PlayState['checkpoints']): readonly Reading[] {
  const watched = new Map<string, Reading>();
  for (const list of checkpoints.values()) {
    for (const { cells } of list) for (const [reading] of cells) watched.set(reading.name, reading);
  }
  return [...watched.values()];
}

/** Records the rule that wrote each cell of a checkpoint. */
function noteChanges({ system, readings, values, lastChange }: Play, events: EventBuffer): void {
  let rules: readonly string[] | undefined;
  readings.forEach((reading, index) => {
    const value = reading.read();
    if (value === values[index]) return;
    values[index] = value;
    rules ??= rulesOf(system, events);
    const owner = reading.cell === undefined ? undefined : ownerOfCell(system.id, reading.cell.name, rules);
    lastChange.set(reading.name, { value, owner, rules });
  });
}

/** What has happened since the last row. */
interface OpenRow {
  readonly framesBefore: number | undefined;
  readonly first: number;
  readonly told: ToldLine[];
  readonly enemies: Set<string>;
  enemyActions: number;
  draws: number;
  commands: number;
  checked: number;
}

function openRow({ system, battle }: Play, first: number): OpenRow {
  const framesBefore = system.capabilities.planning?.frames?.(battle);
  const counts = { enemyActions: 0, draws: 0, commands: 0, checked: 0 };
  return { framesBefore, first, told: [], enemies: new Set(), ...counts };
}

function closeRow(play: Play, row: OpenRow, { index, step, done, turn }: PlayState): void {
  const { system, battle, plan } = play;
  const { planning } = system.capabilities;
  const { framesBefore, first, told, enemies, enemyActions, draws, commands, checked } = row;
  const columns = columnsOf(play);
  const tally = tallyOf(told, play.language);
  play.rows.push({
    step: index,
    numbers: [first, done],
    line: plan.locate(`do[${index}]`).line,
    label: step.label ?? '',
    action:
      step.error === undefined ? commandText(step.command) : `refused ${step.error}: ${commandText(step.command)}`,
    columns: [...tallyColumns(tally), ...columns],
    change: changeOf(play.lastColumn, columns[0]?.[1]),
    frames: framesBefore === undefined ? undefined : (planning?.frames?.(battle) ?? 0) - framesBefore,
    enemyActions: planning?.enemyActions === undefined ? undefined : enemyActions,
    enemiesActed: [...enemies],
    told: told.map(({ sentence }) => sentence),
    drawn: told.map(({ draws: below }) => below.map((draw) => toldDrawText(system, draw))),
    tally,
    ...{ draws, commands, checked, repeat: turn },
  });
  play.lastColumn = columns[0]?.[1];
}

/** The row of the start: nothing happened yet. */
function startRow(play: Play): LedgerRow {
  const start = { step: -1, line: 0, label: '', action: '(start)', repeat: 1, commands: 0, draws: 0, change: '' };
  const nothing = {
    numbers: [0, 0],
    frames: undefined,
    enemyActions: undefined,
    enemiesActed: [],
    told: [],
    drawn: [],
  } as const;
  const columns = columnsOf(play);
  play.lastColumn = columns[0]?.[1];
  const tally = tallyOf([], play.language);
  return { ...start, ...nothing, tally, columns: [...tallyColumns(tally), ...columns], checked: play.checked };
}

/** The visitor that writes the ledger of a play; it ends the play at the first failure. */
function ledgerVisitor(play: Play, events: EventBuffer, listener: LedgerListener | undefined): PlanVisitor {
  const { system, battle, language } = play;
  const { enemyActions } = system.capabilities.planning ?? {};
  const before = battle.image.slice();
  const acted = new Uint8Array(MAX_ENEMIES);
  let names = new Map<number, string>();
  let row = openRow(play, 1);
  const noteActed = (): void => {
    for (const [enemy, has] of acted.entries()) if (has === 1) row.enemies.add(names.get(enemy) ?? `${enemy}`);
    acted.fill(0);
  };
  return {
    before({ turn, done }) {
      if (play.failure !== undefined) return 'end';
      if (play.rows.length === 0) play.rows.push(startRow(play));
      if (turn === 0) row = openRow(play, done + 1);
      names = enemyNames(play);
      before.set(battle.image);
      return 'play';
    },
    command({ index }, encoded, error) {
      if (error !== '' || typeof encoded === 'string') return;
      row.commands++;
      row.draws += countDraws(system, events);
      row.enemyActions += enemyActions?.(events, acted) ?? 0;
      row.told.push(...toldOf({ system, battle, before, events }, language));
      before.set(battle.image);
      noteChanges(play, events);
      listener?.(index, encoded, events);
    },
    after: noteActed,
    checkpoint({ index, done }, checks) {
      for (const { failure, reading } of checks) {
        if (failure === undefined) {
          play.checked++;
          row.checked++;
          continue;
        }
        const rule = ruleText(play.lastChange.get(reading.name));
        play.failure ??= { ...checkFailure(failure), step: done === 0 ? -1 : index, rule, refused: '' };
      }
    },
    refused(at) {
      noteActed();
      const { step, refusal } = at;
      const instead = insteadOf(at);
      play.failure = {
        ...checkFailure(resultFailure(at)),
        step: at.index,
        rule: ruleErrorOf(system, refusal)?.meaning ?? '',
        refused: step.error === undefined ? resultCode(at) : '',
        ...(typeof refusal === 'number' && refusal !== 0 ? { refusal } : {}),
        ...(instead === '' ? {} : { instead }),
      };
    },
    table: (at) => closeRow(play, row, at),
  };
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
  return drained(ledgerSteps(system, battle, plan, listener, language));
}

/** The same, a step for each command. Ended early it has the rows so far. */
export function* ledgerSteps(
  system: System,
  battle: Battle,
  plan: Plan,
  listener?: LedgerListener,
  language: Language = 'en',
): Steps<Ledger> {
  checkPlanLength(plan);
  const play: Play = {
    ...{ system, battle, plan, language, readings: [], values: [], lastChange: new Map() },
    ...{ rows: [], checked: 0, lastColumn: undefined, failure: undefined },
  };
  const events = createEventBuffer(EVENT_WORDS);
  const played = createPlay(system, battle, plan, ledgerVisitor(play, events, listener), { events });
  play.readings = watchedReadings(played.checkpoints);
  play.values = play.readings.map((reading) => reading.read());
  let isCut = false;
  while (!isCut && played.advance()) if (yield) isCut = true;
  if (play.rows.length === 0) play.rows.push(startRow(play));
  const sum = (count: (row: LedgerRow) => number): number => play.rows.reduce((total, row) => total + count(row), 0);
  const { planning } = system.capabilities;
  return {
    rows: play.rows,
    failure: play.failure,
    checked: play.checked,
    commands: sum((row) => row.commands),
    draws: sum((row) => row.draws),
    frames: planning?.frames === undefined ? undefined : sum((row) => row.frames ?? 0),
    enemyActions: planning?.enemyActions === undefined ? undefined : sum((row) => row.enemyActions ?? 0),
    ...(isCut ? { interrupted: true } : {}),
  };
}
