/** The text of `lockstep run`. */

import { countText } from '../../../core/system/names.js';
import {
  type Battle,
  type EventBuffer,
  type LabelledLines,
  type Language,
  type OddsTable,
  type PanelView,
  RuleError,
  type System,
} from '../../../core/system/system.js';
import {
  entryNumber,
  type NotFilled,
  plainText,
  type SettledStretches,
  standingLines,
  type ToldLine,
  toldOf,
} from '../../base/index.js';

import { frameText, toldDrawText } from '../trace/draws.js';
import { commandText } from './moves.js';
import { placedFailure } from './play.js';
import { dataFault, dataRemedy, type PlanResult } from './run.js';
import { type Plan, type PlanStep, planError } from './types.js';

// Odds of a plan: the answer to its `[query]`, and the first of several outcomes alone.

/**
 * Asks a system for the odds of a plan's query.
 * @throws LockstepError `E_PLAN_QUERY` with file, line and column
 */
export function askOdds(system: System, odds: (setup: unknown, query: unknown) => OddsTable, plan: Plan): OddsTable {
  if (plan.query === undefined) {
    throw planError('E_PLAN_QUERY', plan.file, { line: 1, column: 1 }, 'the plan has no [query]', {
      remedy: 'Add a [query] table, or leave --odds out',
    });
  }
  try {
    return odds(plan.setup, plan.query);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const path = error.path === '' ? 'query' : error.path;
    const remedy = dataRemedy(error, system, 'query');
    throw planError('E_PLAN_QUERY', plan.file, plan.locate(path), dataFault(error, path), { remedy }, error);
  }
}

/**
 * The table summed over everything but its first outcome, in the order in which its values appear.
 */
export function firstOutcome(table: OddsTable): OddsTable {
  const sums = new Map<number, bigint>();
  for (const { values, numerator } of table.rows) {
    const value = values[0] ?? 0;
    sums.set(value, (sums.get(value) ?? 0n) + BigInt(numerator));
  }
  return {
    outcomes: table.outcomes.slice(0, 1),
    rows: [...sums].map(([value, sum]) => ({ values: [value], numerator: String(sum) })),
    denominator: table.denominator,
  };
}

// What happened while a plan was played: sentences by command, with the draws under each.

/** What a command of the plan came to. */
interface ToldCommand {
  /** Number of the frame or command as every view counts (`entryNumber`); refused ones count. */
  readonly number: number;
  readonly command: string;
  readonly label: string;
  /** Code of its refusal, or empty. */
  readonly error: string;
  /** Frames that it took, where the system counts them; else undefined. */
  readonly frames: number | undefined;
  readonly told: readonly ToldLine[];
  /** Who could act before it, and with what; left out: no judge asks. */
  readonly window?: LabelledLines;
}

export interface Story {
  /** To be called after every tried command, with its events in the lent buffer. */
  note(step: PlanStep, error: string): void;
  readonly commands: readonly ToldCommand[];
  /** Who could act now, and with what; left out: no judge asks. */
  readonly window?: () => LabelledLines;
}

/**
 * Tells a battle from its present state on.
 * @param events the buffer that holds the events of the command at hand
 * @param window of a judge's log: who may act, and with what
 */
export function createStory(
  system: System,
  battle: Battle,
  events: EventBuffer,
  language: Language,
  window?: (battle: Battle) => LabelledLines,
): Story {
  const before = battle.image.slice();
  const commands: ToldCommand[] = [];
  const framesOf = system.capabilities.planning?.frames;
  let frames = framesOf?.(battle) ?? 0;
  let open = window?.(battle);
  return {
    commands,
    ...(window === undefined ? {} : { window: () => window(battle) }),
    note(step, error) {
      const number = entryNumber(system, commands.length);
      const told = error === '' ? toldOf({ system, battle, before, events, frame: number }, language) : [];
      const now = framesOf?.(battle) ?? 0;
      commands.push({
        number,
        command: commandText(step.command),
        label: step.label ?? '',
        error,
        frames: framesOf === undefined ? undefined : now - frames,
        told,
        ...(open === undefined ? {} : { window: open }),
      });
      open = window?.(battle);
      frames = now;
      before.set(battle.image);
    },
  };
}

function lineText(system: System, { frame, sentence, draws }: ToldLine, withDraws: boolean): string[] {
  const own = `  ${frameText(system, frame)}${sentence}`;
  if (!withDraws) return [own];
  return [own, ...draws.map((draw) => `      ${toldDrawText(system, draw)}`)];
}

/** Frames in a row with the same move and nothing to tell: one line. */
function folded(unit: System['unit'], commands: readonly ToldCommand[]): (ToldCommand & { readonly last: number })[] {
  const found: (ToldCommand & { readonly last: number })[] = [];
  for (const one of commands) {
    const before = found.at(-1);
    const isQuiet = unit === 'frame' && one.told.length === 0 && one.error === '';
    const goesOn = before?.told.length === 0 && before.error === '' && before.command === one.command;
    if (isQuiet && goesOn && before.label === one.label) found[found.length - 1] = { ...before, last: one.number };
    else found.push({ ...one, last: one.number });
  }
  return found;
}

function windowLines(open: LabelledLines): string[] {
  return open.map(([label, value]) => `- ${label}: ${value}`);
}

/**
 * @param withDraws each sentence has its draws below it: frame, call site, value, what it decided
 */
export function storyText(system: System, { commands, window }: Story, withDraws: boolean): string {
  const { unit } = system;
  const lines = folded(unit, commands).flatMap(
    ({ number, last, command, label, error, frames, told, window: open }) => {
      const took = frames === undefined || error !== '' ? '' : `, ${countText(frames, 'frame')}`;
      const name = label === '' ? command : `${command} (${label})`;
      const which = number === last ? `${unit} ${number}` : `${unit}s ${number} to ${last}`;
      const head = `${which}: ${name}${error === '' ? took : `: refused with ${error}`}`;
      const before = open === undefined ? [] : windowLines(open);
      return [...before, head, ...told.flatMap((line) => lineText(system, line, withDraws))];
    },
  );
  if (window !== undefined) lines.push(...windowLines(window()));
  return lines.map((line) => `${plainText(line)}\n`).join('');
}

/** @param image SHA-256 of the given image @param notFilled where its code does not run, and why */
export function planText(
  file: string,
  result: PlanResult,
  settled?: SettledStretches,
  image?: string,
  notFilled: NotFilled = {},
): string {
  const verdict = result.failures.length === 0 ? (result.stopped ? 'interrupted' : 'holds') : 'DOES NOT HOLD';
  const lines = [
    `${file}: ${verdict}; ${result.system}: ${countText(result.accepted, 'command')} accepted, ` +
      `${result.rejected} rejected as planned, ${countText(result.compared, 'cell')} compared`,
  ];
  lines.push(...standingLines({ ...result, notFilled }, settled?.by, image).map((line) => `  ${line}`));
  for (const failure of result.failures) {
    const { line, column, remedy } = failure;
    lines.push(`  failure: ${placedFailure(file, failure)}`);
    if (remedy !== '') lines.push(`  line ${line}, column ${column}: ${remedy}`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Rows of outcomes with their exact share, and below the first outcome alone; the percentage is for
 * reading only.
 * @param headOf words of a head in the reader's language
 */
export function oddsText(table: OddsTable, headOf = (head: readonly string[]): readonly string[] => head): string {
  const parts = table.outcomes.length > 1 ? [table, firstOutcome(table)] : [table];
  return parts.map((part) => tableText(part, headOf)).join('\n');
}

function tableText(table: OddsTable, headOf: (head: readonly string[]) => readonly string[]): string {
  const sums = atLeast(table);
  const head = [...table.outcomes, `of ${table.denominator}`, 'percent'];
  const lines = [headOf(sums === undefined ? head : [...head, 'at least']).join('\t')];
  for (const [index, { values, numerator }] of table.rows.entries()) {
    const shares = sums === undefined ? [numerator] : [numerator, sums[index] ?? '0'];
    lines.push([...values, numerator, ...shares.map((share) => percent(share, table.denominator))].join('\t'));
  }
  if (sums !== undefined) lines.push(expectedLine(table));
  return `${lines.join('\n')}\n`;
}

/** The expected value as an exact fraction with three decimals, and the ends of the range. */
function expectedLine({ outcomes, rows, denominator }: OddsTable): string {
  const value = (index: number): number => rows.at(index)?.values[0] ?? 0;
  const sum = rows.reduce((total, { numerator }, index) => total + BigInt(value(index)) * BigInt(numerator), 0n);
  const thousandths = String((sum * 1000n) / BigInt(denominator)).padStart(4, '0');
  const decimal = `${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`;
  return `expected ${outcomes[0]} ${sum}/${denominator} (${decimal}); at worst ${value(0)}, at best ${value(-1)}`;
}

/**
 * For each row of a table of one number, the share of this number or a greater one; undefined where
 * there are several numbers, or one row, or no ascending order.
 */
function atLeast({ outcomes, rows }: OddsTable): readonly string[] | undefined {
  const value = (index: number): number => rows[index]?.values[0] ?? 0;
  const isAscending = rows.every((_, index) => index === 0 || value(index - 1) < value(index));
  if (outcomes.length !== 1 || rows.length < 2 || !isAscending) return undefined;
  let sum = 0n;
  const sums = [...rows].reverse().map(({ numerator }) => {
    sum += BigInt(numerator);
    return String(sum);
  });
  return sums.reverse();
}

/** A percentage with three decimals, rounded down, from whole numbers alone. */
function percent(numerator: string, denominator: string): string {
  const whole = BigInt(denominator);
  if (whole === 0n) return '-';
  const thousandths = String((BigInt(numerator) * 100_000n) / whole).padStart(4, '0');
  return `${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`;
}

export function predictText(lines: readonly (readonly [label: string, value: string])[]): string {
  return lines.map(([label, value]) => `${label}: ${value}\n`).join('');
}

/** Sheets as text: each title with its lines below it. */
export function sheetText(panels: readonly PanelView[]): string {
  return panels.map(({ title, lines }) => `${title}\n${predictText(lines).replace(/^/gmu, '  ').trimEnd()}\n`).join('');
}
