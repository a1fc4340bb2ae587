/**
 * The text of a plan, cut at its commands: a change of one command leaves every other line, every
 * comment and the order of all tables as they are.
 */
import { parse, stringify } from 'smol-toml';
import { withOneList } from '../../plan/battles.js';
import type { RowCommand } from '../../trace/types.js';

/** Joined in this order the parts are the text. */
export interface PlanText {
  readonly head: string;
  /** One for each `[[do]]` table, with the comments above it and the tables that belong to it. */
  readonly commands: readonly string[];
  readonly tail: string;
}

/** `[setup]`, `[[do]]`, `[do.expect]`; not the rows of a list. */
const TABLE = /^[ \t]*\[\[?[ \t]*([A-Za-z_][\w-]*)(?:[ \t]*\.[^\]\r\n]*)?[ \t]*\]\]?[ \t]*(?:#.*)?$/u;
const COMMENT = /^[ \t]*#/u;

/** Indexes of the lines that begin a table, each with the first key of its name. */
function tablesOf(lines: readonly string[]): { readonly at: number; readonly key: string; readonly isNext: boolean }[] {
  return lines.flatMap((line, index) => {
    const key = TABLE.exec(line.trimEnd())?.[1];
    if (key === undefined) return [];
    let at = index;
    while (at > 0 && COMMENT.test(lines[at - 1] as string)) at--;
    return [{ at, key, isNext: line.trimStart().startsWith('[[') }];
  });
}

function isWhole({ head, commands, tail }: PlanText): boolean {
  try {
    const rest = parse(head + tail) as { do?: unknown; battle?: unknown };
    const isFree = rest.do === undefined && rest.battle === undefined;
    return isFree && commands.every((text) => (parse(text) as { do?: unknown[] }).do?.length === 1);
  } catch {
    return false;
  }
}

/** A plan whose commands stand in one list: the same data, written anew. */
function written(text: string): PlanText {
  const { do: steps = [], ...rest } = withOneList(parse(text)) as { do?: unknown[] };
  const commands = steps.map((step) => `\n${stringify({ do: [step] })}`);
  return { head: stringify(rest), commands, tail: '' };
}

/**
 * Cuts the text of a plan at its commands.
 * @param text a plan that can be read
 */
export function cutPlan(text: string): PlanText {
  const lines = text.split(/(?<=\n)/u);
  const starts = tablesOf(lines);
  const first = starts.findIndex(({ key }) => key === 'do');
  if (first < 0) {
    const whole = { head: text, commands: [], tail: '' };
    return isWhole(whole) ? whole : written(text);
  }
  const last = starts.map(({ key }) => key).lastIndexOf('do');
  const cuts = starts.slice(first, last + 1).filter(({ key, isNext }) => key === 'do' && isNext);
  const end = starts[last + 1]?.at ?? lines.length;
  const part = (from: number, to: number): string => lines.slice(from, to).join('');
  const cut = {
    head: part(0, cuts[0]?.at ?? 0),
    commands: cuts.map(({ at }, index) => part(at, cuts[index + 1]?.at ?? end)),
    tail: part(end, lines.length),
  };
  return isWhole(cut) ? cut : written(text);
}

export function joinPlan({ head, commands, tail }: PlanText): string {
  return [head, ...commands, tail].join('');
}

/** The table of a new command. */
export function commandTable(command: RowCommand): string {
  return stringify({ do: [command] });
}

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** A text after which a table may follow with an empty line between them. */
function spaced(text: string): string {
  return /(?:^|\n)[ \t]*\r?\n$/u.test(text) || text === '' ? text : `${ended(text)}\n`;
}

/** Parts with another list of commands: new neighbours stand apart by an empty line. */
function withCommands({ head, commands: old, tail }: PlanText, commands: readonly string[]): PlanText {
  const before = [head, ...old, tail];
  const after = [head, ...commands, tail];
  const behind = new Map<string, Set<string>>();
  for (const [index, text] of before.entries()) {
    const next = before[index + 1];
    if (next === undefined) continue;
    const known = behind.get(text);
    if (known === undefined) behind.set(text, new Set([next]));
    else known.add(next);
  }
  const [first = '', ...rest] = after.slice(0, -1).map((text, index) => {
    const next = after[index + 1] as string;
    if (behind.get(text)?.has(next) === true) return text;
    return next === '' ? ended(text) : spaced(text);
  });
  return { head: first, commands: rest, tail };
}

/** @param at the place of the first new command: 0 is before all others */
export function insertCommands(plan: PlanText, at: number, added: readonly RowCommand[]): PlanText {
  const { commands } = plan;
  return withCommands(plan, [...commands.slice(0, at), ...added.map(commandTable), ...commands.slice(at)]);
}

/** @param at the place of the new command: 0 is before all others */
export function insertCommand(plan: PlanText, at: number, command: RowCommand): PlanText {
  return insertCommands(plan, at, [command]);
}

export function removeCommand(plan: PlanText, at: number): PlanText {
  return withCommands(
    plan,
    plan.commands.filter((_, index) => index !== at),
  );
}

/** @param to its place among the others */
export function moveCommand(plan: PlanText, from: number, to: number): PlanText {
  const one = plan.commands[from];
  if (one === undefined) return plan;
  const others = plan.commands.filter((_, index) => index !== from);
  return withCommands(plan, [...others.slice(0, to), one, ...others.slice(to)]);
}
