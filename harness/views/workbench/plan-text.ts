/**
 * The text of a plan, cut at its commands: a change of one command leaves every other line, every
 * comment and the order of all tables as they are.
 */
import { parse, stringify, TomlError } from 'smol-toml';
import { type RowCommand, withOneList } from '../../play/index.js';

/** Joined in this order the parts are the text. */
export interface PlanText {
  readonly head: string;
  /**
   * One for each `[[do]]`, `[[battle]]` and `[[battle.do]]` table, with the comments above it and
   * the tables that belong to it.
   */
  readonly commands: readonly string[];
  readonly tail: string;
}

/** `[setup]`, `[[do]]`, `[battle.do.expect]`; not the rows of a list. */
const TABLE = /^[ \t]*\[\[?[ \t]*([A-Za-z_][\w-]*(?:[ \t]*\.[^\]\r\n]*)?)[ \t]*\]\]?[ \t]*(?:#.*)?$/u;
const COMMENT = /^[ \t]*#/u;
/** Tables of a command of the first battle, of a next battle, of a command of that. */
const [FIRST, NEXT, OF_NEXT] = ['do', 'battle', 'battle.do'] as const;
const COMMANDS: readonly string[] = [FIRST, NEXT, OF_NEXT];

interface TableStart {
  readonly at: number;
  /** Its name without spaces. */
  readonly name: string;
  /** The first part of it. */
  readonly key: string;
  readonly isNext: boolean;
}

/** Indexes of the lines that begin a table. */
function tablesOf(lines: readonly string[]): TableStart[] {
  return lines.flatMap((line, index) => {
    const name = TABLE.exec(line.trimEnd())?.[1]?.replaceAll(/[ \t]/gu, '');
    if (name === undefined) return [];
    let at = index;
    while (at > 0 && COMMENT.test(lines[at - 1] as string)) at--;
    return [{ at, name, key: name.split('.')[0] ?? name, isNext: line.trimStart().startsWith('[[') }];
  });
}

const isCommand = ({ name, isNext }: TableStart): boolean => isNext && COMMANDS.includes(name);

/** The command tables that a text holds. */
function commandsIn(text: string): string[] {
  return tablesOf(text.split(/(?<=\n)/u)).flatMap((table) => (isCommand(table) ? [table.name] : []));
}

/** The table of the one command that a text holds; empty: it holds none or more. */
function commandOf(text: string): string {
  const { do: first, battle } = parse(text) as { do?: unknown[]; battle?: unknown[] | { do?: unknown[] } };
  const steps = first ?? (Array.isArray(battle) ? battle : battle?.do);
  return steps?.length === 1 ? commandsIn(text).join() : '';
}

/** Whether the parts are read as they stand: one command each, in the order of play. */
function isWhole({ head, commands, tail }: PlanText): boolean {
  try {
    const rest = parse(head + tail) as { do?: unknown; battle?: unknown };
    if (rest.do !== undefined || rest.battle !== undefined) return false;
    const known = new Map<string, string>();
    const names = commands.map((text) => {
      const name = known.get(text) ?? commandOf(text);
      known.set(text, name);
      return name;
    });
    const begun = names.indexOf(NEXT);
    return names.every((name, index) => (begun < 0 || index < begun ? name === FIRST : name !== FIRST && name !== ''));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return false;
  }
}

/** The text of a command with its tables named as those of another place. */
function renamed(text: string, from: string, to: string): string {
  const lines = text.split(/(?<=\n)/u);
  return lines
    .map((line) => {
      const name = TABLE.exec(line.trimEnd())?.[1]?.replaceAll(/[ \t]/gu, '') ?? '';
      if (name !== from && !name.startsWith(`${from}.`)) return line;
      const at = line.indexOf(from.split('.')[0] as string);
      return `${line.slice(0, at)}${to}${name.slice(from.length)}${line.slice(line.indexOf(']', at))}`;
    })
    .join('');
}

/** Commands behind a `[[battle]]` are its own; others are those of the first battle. */
function placed(commands: readonly string[]): string[] {
  if (!commands.some((text) => text.includes(NEXT))) return [...commands];
  let begun = false;
  return commands.map((text) => {
    const [name = FIRST] = commandsIn(text);
    if (name === NEXT) begun = true;
    else if (begun !== (name === OF_NEXT)) return renamed(text, name, begun ? OF_NEXT : FIRST);
    return text;
  });
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
  const isOfCommand = ({ key }: TableStart): boolean => key === FIRST || key === NEXT;
  const first = starts.findIndex(isOfCommand);
  if (first < 0) {
    const whole = { head: text, commands: [], tail: '' };
    return isWhole(whole) ? whole : written(text);
  }
  const last = starts.map(isOfCommand).lastIndexOf(true);
  const cuts = starts.slice(first, last + 1).filter(isCommand);
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

/** What of a text as data names places among the commands. */
interface Placed {
  readonly do?: readonly { readonly label?: string; readonly repeat?: number }[];
  readonly expect?: readonly { readonly after?: string | number }[];
  readonly search?: { readonly after?: string | number };
}

/** Commands of steps, repeats counted. */
export function countCommands(steps: readonly { readonly repeat?: number }[]): number {
  return steps.reduce((sum, { repeat = 1 }) => sum + repeat, 0);
}

/** `after` of `[search]`. */
const SEARCHED_AFTER = /^(\[search\]$(?:(?!\n\[)[\s\S])*?^after[ \t]*=[ \t]*)("(?:[^"\\\n]|\\.)*"|\d+)/mu;

/**
 * Takes out each `[[expect]]` whose place among the commands is gone: a label, or more commands
 * than there are. A search from such a place begins at another one.
 * @param place commands before the edit, repeats counted
 * @returns the plan, and the places of what was taken out
 */
export function withoutLost(plan: PlanText, place: number): readonly [PlanText, lost: readonly string[]] {
  const data = withOneList(parse(joinPlan(plan))) as Placed;
  const { do: steps = [], expect: checks = [], search } = data;
  const labels = new Set<unknown>(steps.map(({ label }) => label));
  const count = countCommands(steps);
  const isLost = (after: string | number = 0): boolean =>
    typeof after === 'string' ? !labels.has(after) : after > count;
  const lost = checks.flatMap(({ after }) => (after !== undefined && isLost(after) ? [JSON.stringify(after)] : []));
  let number = -1;
  function kept(text: string): string {
    const lines = text.split(/(?<=\n)/u);
    const starts = tablesOf(lines);
    const own = starts.map(({ at, key, isNext }, index) => {
      if (key === 'expect' && isNext) number++;
      const part = lines.slice(at, starts[index + 1]?.at).join('');
      if (key === 'expect') return isLost(checks[number]?.after) ? '' : part;
      return isLost(search?.after) ? part.replace(SEARCHED_AFTER, `$1${place}`) : part;
    });
    return [lines.slice(0, starts[0]?.at).join(''), ...own].join('');
  }
  const parts = { head: kept(plan.head), commands: plan.commands.map(kept), tail: kept(plan.tail) };
  if (lost.length === 0 || number + 1 === checks.length) return [parts, lost];
  // a list of checks in one value
  return [cutPlan(stringify({ ...data, expect: checks.filter(({ after }) => !isLost(after)) })), lost];
}

/** The table of a new command. */
function commandTable(command: RowCommand): string {
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
  const after = [head, ...placed(commands), tail];
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
