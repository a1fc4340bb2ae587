/**
 * Conditions of searches through a timeline. A condition is true at single entries, so searches
 * forwards and backwards stop at the same entries.
 *
 * `draw`, `turn`, `enemy turn`, `enemy action`, `difference`, `action`, `change CELL`,
 * `routine C1:1C02` (or its name, or a rule), or an expression. A plain expression matches where it
 * becomes true; one with `changed` or `previous` wherever it is true. On a branch `difference` is
 * the first state that differs from the recording.
 */
import type { EventBuffer, System } from '../../../core/system/system.js';
import { ROUTINES } from '../../../rom-map/routines.generated.js';
import { LockstepError, nearest } from '../../base/index.js';

import { compileExpression, type Surroundings } from '../expression/expression.js';
import { rulesOf } from '../verify/difference.js';
import { RECORDING } from './branch-store.js';
import { divergenceOf } from './divergence.js';
import { drawsOf } from './recorded-line.js';
import type { Timeline } from './timeline.js';

export interface Condition {
  readonly text: string;
  /** It needs the events of the entry. */
  readonly needsEvents: boolean;
  /** It is tested on every frame inside a command too. */
  readonly byFrame: boolean;
  /** Bytes that must change for another result; undefined: every entry is tested. */
  readonly offsets: Int32Array | undefined;
  /** Blocks of the recording that cannot hold a match. */
  skips(block: number): boolean;
  /** Called before a search of a line. */
  prepare?(line: number): void;
  test(before: Uint8Array, after: Uint8Array, events: EventBuffer, around: Around): boolean;
}

/** The entry under examination. */
interface Around extends Surroundings {
  at: number;
  line: number;
}

const NEVER = (): boolean => false;

function cannot(system: System, what: string): LockstepError {
  return new LockstepError('E_CAPABILITY', `${system.id} has no ${what}`, { remedy: 'Use another condition' });
}

function drawCondition(timeline: Timeline): Condition {
  const { system, greenzone } = timeline;
  if (system.capabilities.evidence?.draws === undefined) throw cannot(system, 'generator that draws');
  const drew = drawsOf(system);
  return {
    text: 'draw',
    byFrame: true,
    needsEvents: true,
    offsets: undefined,
    skips: (block) => !greenzone.drew(block),
    test: (_before, _after, events) => drew(events),
  };
}

function turnCondition(timeline: Timeline, enemy: boolean): Condition {
  const { system, battle } = timeline;
  const turn = system.capabilities.views?.overview?.turn;
  if (turn === undefined) throw cannot(system, 'turns of sides');
  let knownAt = -1;
  let known = -1;
  /** Side whose turn it was in the state before. The battle holds the state after the entry. */
  function sideBefore(before: Uint8Array, after: Uint8Array, at: number): number {
    if (knownAt === at - 1) return known;
    const last = after.slice();
    battle.image.set(before);
    const side = turn?.(battle) ?? -1;
    battle.image.set(last);
    return side;
  }
  return {
    text: enemy ? 'enemy turn' : 'turn',
    byFrame: true,
    needsEvents: false,
    offsets: undefined,
    skips: NEVER,
    test(before, after, _events, { at }) {
      const last = sideBefore(before, after, at);
      knownAt = at;
      known = turn(battle);
      return known !== last && (!enemy || known > 0);
    },
  };
}

/** Enemies that a system may have, at most. */
const MAX_ENEMIES = 16;

function enemyActionCondition({ system }: Timeline): Condition {
  const count = system.capabilities.planning?.enemyActions;
  if (count === undefined) throw cannot(system, 'actions of enemies');
  const acted = new Uint8Array(MAX_ENEMIES);
  return {
    text: 'enemy action',
    byFrame: true,
    needsEvents: true,
    offsets: undefined,
    skips: NEVER,
    test: (_before, _after, events) => count(events, acted) > 0,
  };
}

function differenceCondition(timeline: Timeline): Condition {
  const places = new Set(timeline.differences.map((difference) => difference.at));
  const blocks = new Set(timeline.differences.map(({ at }) => timeline.greenzone.blockOf(at)));
  let divergence = 0;
  return {
    text: 'difference',
    byFrame: false,
    needsEvents: false,
    offsets: undefined,
    skips: (block) => !blocks.has(block),
    prepare(line) {
      divergence = line === RECORDING ? 0 : (divergenceOf(timeline, line)?.at ?? 0);
    },
    test: (_before, _after, _events, { at, line }) => (line === RECORDING ? places.has(at) : at === divergence),
  };
}

/** Offsets of the cells that a gauge names. */
export function gaugeCells(timeline: Timeline, pattern: string): Timeline['cells']['cells'] {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\[\\\*\\\]/g, '\\[[^\\]]*\\]');
  const expression = new RegExp(`^${escaped}$`, 'u');
  return timeline.cells.cells.filter((cell) => expression.test(cell.name));
}

function isSame(before: Uint8Array, after: Uint8Array): boolean {
  for (let offset = 0; offset < after.length; offset++) if (before[offset] !== after[offset]) return false;
  return true;
}

/**
 * An action is, by command, every accepted command (on a branch: every change of the state); by
 * frame, a change of the points that actions spend, else of any active cell.
 */
function actionCondition(timeline: Timeline): Condition {
  const { system } = timeline;
  if (!timeline.isByFrame) {
    return {
      text: 'action',
      byFrame: false,
      needsEvents: false,
      offsets: undefined,
      skips: NEVER,
      test: (before, after, _events, { at, line }) =>
        line === RECORDING ? timeline.script.errorOf(at) === '' : !isSame(before, after),
    };
  }
  const gauges = (system.capabilities.views?.overview?.gauges ?? []).filter((gauge) => gauge.role === 'points');
  const points = gauges.flatMap((gauge) => gaugeCells(timeline, gauge.cell));
  const cells =
    points.length > 0 ? points : timeline.cells.cells.filter((cell) => cell.scratch !== true && cell.passive !== true);
  return changeCondition('action', cells);
}

export function changeCondition(text: string, cells: Timeline['cells']['cells']): Condition {
  const offsets = Int32Array.from(
    cells.flatMap((cell) => Array.from({ length: cell.width }, (_, byte) => cell.offset + byte)),
  );
  return {
    text,
    byFrame: true,
    needsEvents: false,
    offsets,
    skips: NEVER,
    test(before, after) {
      for (let index = 0; index < offsets.length; index++) {
        if (before[offsets[index] as number] !== after[offsets[index] as number]) return true;
      }
      return false;
    },
  };
}

function routineCondition(timeline: Timeline, wanted: string): Condition {
  return {
    text: `routine ${wanted}`,
    byFrame: true,
    needsEvents: true,
    offsets: undefined,
    skips: NEVER,
    test: (_before, _after, events) => events.length > 0 && rulesOf(timeline.system, events).includes(wanted),
  };
}

function expressionCondition(timeline: Timeline, text: string): Condition {
  const { evaluate, offsets, isOfChange } = compileExpression(text, timeline.cells);
  return {
    text,
    byFrame: true,
    needsEvents: false,
    offsets,
    skips: NEVER,
    test: (before, after, _events, around) =>
      evaluate(before, after, around) !== 0 &&
      (isOfChange || evaluate(before, before, previous(timeline, around)) === 0),
  };
}

/** The surroundings of the entry before, or of the frame before inside the same entry. */
function previous(timeline: Timeline, around: Around): Surroundings {
  const at = around.at - 1;
  if (!Number.isInteger(at)) return { frame: around.frame - 1, pad: around.pad };
  if (at < 1) return { frame: around.frame - 1, pad: -1 };
  return { frame: timeline.frameOf(at), pad: timeline.input(at, around.line).pad };
}

/** @throws LockstepError `E_EXPRESSION` with the column, `E_CAPABILITY`, `E_UNKNOWN_ID` */
export function compileCondition(timeline: Timeline, text: string): Condition {
  const trimmed = text.trim();
  if (trimmed === 'draw') return drawCondition(timeline);
  if (trimmed === 'turn' && timeline.cells.find('turn') === undefined) return turnCondition(timeline, false);
  if (trimmed === 'next turn') return turnCondition(timeline, false);
  if (trimmed === 'enemy turn') return turnCondition(timeline, true);
  if (trimmed === 'enemy action') return enemyActionCondition(timeline);
  if (trimmed === 'difference') return differenceCondition(timeline);
  if (trimmed === 'action') return actionCondition(timeline);
  const change = /^change\s+(\S.*)$/u.exec(trimmed);
  if (change !== null) {
    const expression = compileExpression(`changed(${change[1]})`, timeline.cells);
    return { ...expressionCondition(timeline, expression.text), text: trimmed };
  }
  const routine = /^routine\s+(.+)$/u.exec(trimmed);
  if (routine !== null) return routineCondition(timeline, knownRoutine(timeline, routine[1] ?? ''));
  return expressionCondition(timeline, text);
}

/** What an address or name of a routine, or a rule, stands for; undefined: nothing known. */
function routineNamed({ system }: Timeline, given: string): string | undefined {
  const wanted = given.trim().toUpperCase();
  if (/^[0-9A-F]{2}:?[0-9A-F]{4}$/.test(wanted)) return `${wanted.slice(0, 2)}:${wanted.slice(-4)}`;
  const rule = rules(system).find((one) => one.toUpperCase() === wanted);
  if (rule !== undefined) return rule;
  return namedRoutines(system).find(({ name }) => name.toUpperCase() === wanted)?.routine;
}

const rules = ({ events }: System): readonly string[] => [...new Set(events.map(({ rule }) => rule))];

/** Routines of the console, where a system has any. */
const namedRoutines = ({ events }: System): typeof ROUTINES =>
  events.some(({ fields }) => fields.includes('routine')) ? ROUTINES : [];

/** Whether a text is a routine by its address or name, or the rule of an event. */
export const isRoutine = (timeline: Timeline, text: string): boolean => routineNamed(timeline, text) !== undefined;

function knownRoutine(timeline: Timeline, given: string): string {
  const found = routineNamed(timeline, given);
  if (found !== undefined) return found;
  const known = [...rules(timeline.system), ...namedRoutines(timeline.system).map(({ name }) => name)];
  throw new LockstepError('E_UNKNOWN_ID', `there is no routine or rule ${given}`, { remedy: nearest(given, known) });
}
