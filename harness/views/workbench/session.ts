/**
 * A plan that is being made: its text, the state after each command, undo and redo. Every change
 * is a change of the text, which is read, checked and played as `lockstep run` does.
 */
import { countText } from '../../../core/system/names.js';
import type { Battle, Language, System } from '../../../core/system/system.js';
import { findSystem, systemNamed } from '../../base/index.js';
import {
  type BegunState,
  encodeMove,
  type Plan,
  plainMove,
  type RowCommand,
  readPlan,
  startBegun,
} from '../../play/index.js';

import {
  countCommands,
  cutPlan,
  insertCommand,
  insertCommands,
  joinPlan,
  moveCommand,
  type PlanText,
  removeCommand,
  withoutLost,
} from './plan-text.js';
import { clockOf, type PlayedRow, playRows, watchRow } from './play-rows.js';

/** How the plan stands. */
interface Verdict {
  readonly holds: boolean;
  /** One sentence. */
  readonly text: string;
}

export interface Session {
  readonly system: System;
  /** The battle in the state after the chosen row: of it nothing but reading is allowed. */
  readonly battle: Battle;
  readonly start: Uint8Array;
  /** What a `[start]` begins with; undefined: no state was given. */
  readonly begun: BegunState | undefined;
  file(): string;
  title(): string;
  text(): string;
  /** The text before the first command. */
  head(): string;
  rows(): readonly PlayedRow[];
  /** Rows before the state that is shown: 0 is the start. */
  at(): number;
  verdict(): Verdict;
  /** The state after so many rows; a row that stays keeps its array. Not to be written. */
  imageAt(at: number): Uint8Array;
  goTo(at: number): void;
  /** Visits the frames inside an accepted row, the battle in the state after each. */
  watch(index: number, visit: (clock: number) => void): void;
  /** Puts a command behind the shown state, plays it and goes on to it. */
  play(command: RowCommand): void;
  /**
   * Puts commands in the place of those behind a row, and goes on to the last of them.
   * @returns what else went, as a sentence, or empty
   */
  replaceRest(at: number, commands: readonly RowCommand[]): string;
  /** @returns what else went, as a sentence, or empty */
  remove(index: number): string;
  move(from: number, to: number): void;
  undo(): boolean;
  redo(): boolean;
}

interface Shown {
  readonly parts: PlanText;
  readonly text: string;
  readonly plan: Plan;
  readonly rows: readonly PlayedRow[];
  readonly at: number;
}

function verdictOf({ rows }: Shown): Verdict {
  const compared = rows.reduce((sum, row) => sum + row.compared, 0);
  for (const [index, { fault, differences }] of rows.entries()) {
    const [first] = fault === '' ? differences : [fault];
    if (first !== undefined) return { holds: false, text: `command ${index + 1} differs: ${first}` };
  }
  if (rows.length === 0) return { holds: true, text: 'no commands yet' };
  const cells = countText(compared, 'value');
  return { holds: true, text: compared === 0 ? 'every command is accepted' : `holds: ${cells} as expected` };
}

/** Rows at the beginning of two plans whose tables are the same, under the same setup. */
function sameRows(before: PlanText, after: PlanText): number {
  if (before.head.trimEnd() !== after.head.trimEnd()) return 0;
  let same = 0;
  while (same < before.commands.length && before.commands[same]?.trim() === after.commands[same]?.trim()) same++;
  return same;
}

/** Rows that need not be played again. */
function keptRows(before: Shown | undefined, parts: PlanText): readonly PlayedRow[] {
  return before === undefined ? [] : before.rows.slice(0, sameRows(before.parts, parts));
}

/** What went with commands, as a sentence, or empty. */
const lostText = (lost: readonly string[]): string =>
  lost.length === 0 ? '' : `[[expect]] after ${lost.join(', ')} went with the commands; Undo (Ctrl + Z) brings it back`;

/** What was shown before, and what was undone. */
function createHistory(first: Shown) {
  const past: Shown[] = [];
  let future: Shown[] = [];
  let shown = first;

  function swap(from: Shown[], to: Shown[]): boolean {
    const other = from.pop();
    if (other === undefined) return false;
    to.push(shown);
    shown = other;
    return true;
  }
  return {
    shown: (): Shown => shown,
    put(next: Shown): void {
      past.push(shown);
      future = [];
      shown = next;
    },
    /** Shows the state after so many rows. */
    look(at: number): void {
      shown = { ...shown, at: Math.max(0, Math.min(at, shown.rows.length)) };
    },
    undo: () => swap(past, future),
    redo: () => swap(future, past),
  };
}

/** A command without the defaults that the shown state fills in. */
export function plainCommand({ system, battle }: Session, command: RowCommand): RowCommand {
  return plainMove(system, battle, encodeMove(system, battle, command));
}

const planOf = (text: string, file: string): Plan => readPlan(new TextEncoder().encode(text), file);

/** @throws LockstepError `E_SYSTEM`; places of a plan are looked up for an error alone */
function systemOf(systems: readonly System[], { system, setup, file, locate }: Plan): System {
  return systemNamed(systems, system, setup) ?? findSystem(systems, system, file, locate('system').line, setup);
}

/**
 * Opens a plan.
 * @param text TOML
 * @param begun the state that `[start]` names
 * @throws LockstepError with file, line and column for a plan that cannot be read or begun
 */
export function openSession(
  systems: readonly System[],
  text: string,
  file: string,
  language: Language,
  begun?: BegunState,
): Session {
  const first = planOf(text, file);
  const system = systemOf(systems, first);
  const battle = startBegun(system, first, begun);
  const start = battle.image.slice();

  function shownOf(parts: PlanText, at: number, before: Shown | undefined): Shown {
    const whole = joinPlan(parts);
    // what was just read need not be read again
    const plan = before === undefined && whole === text ? first : planOf(whole, file);
    const rows = playRows({ system, battle, start }, plan, keptRows(before, parts), language);
    return { parts, text: whole, plan, rows, at: Math.min(at, rows.length) };
  }

  const history = createHistory(shownOf(cutPlan(text), Number.MAX_SAFE_INTEGER, undefined));
  const { shown } = history;
  const imageAt = (at: number): Uint8Array => shown().rows[at - 1]?.image ?? start;
  const load = (): void => battle.image.set(imageAt(shown().at));
  function change(parts: PlanText, at: number): void {
    history.put(shownOf(parts, at, shown()));
    load();
  }

  function swapped(isOther: boolean): boolean {
    load();
    return isOther;
  }
  load();
  return {
    ...{ system, battle, start, begun },
    file: () => file,
    title: () => (shown().plan.title === '' ? file : shown().plan.title),
    text: () => shown().text,
    head: () => shown().parts.head,
    ...{ rows: () => shown().rows, at: () => shown().at },
    verdict: () => verdictOf(shown()),
    imageAt,
    goTo(at) {
      history.look(at);
      load();
    },
    watch(index, visit) {
      battle.image.set(imageAt(index));
      watchRow(system, battle, shown().plan, index, () => visit(clockOf(system, battle, index)));
      load();
    },
    play(command) {
      const plain = plainMove(system, battle, encodeMove(system, battle, command));
      change(insertCommand(shown().parts, shown().at, plain), shown().at + 1);
    },
    replaceRest(at, commands) {
      const { parts, rows } = shown();
      const place = countCommands(rows.slice(0, at));
      const [left, lost] = withoutLost({ ...parts, commands: parts.commands.slice(0, at) }, place);
      change(insertCommands(left, at, commands), at + commands.length);
      return lostText(lost);
    },
    remove(index) {
      const { parts, rows, at } = shown();
      if (parts.commands[index] === undefined) return '';
      const [left, lost] = withoutLost(removeCommand(parts, index), countCommands(rows.slice(0, index)));
      change(left, at - Number(at > index));
      return lostText(lost);
    },
    move(from, to) {
      if (from !== to && shown().parts.commands[from] !== undefined)
        change(moveCommand(shown().parts, from, to), to + 1);
    },
    ...{ undo: () => swapped(history.undo()), redo: () => swapped(history.redo()) },
  };
}
