/** One page of logs, plans and branches that opens anywhere. */
import { basename } from 'node:path';
import { countText } from '../../core/system/names.js';
import type { OddsTable } from '../../core/system/system.js';
import { LockstepError, writeFile } from '../base/index.js';
import {
  askOdds,
  isPlanSource,
  type LineOf,
  lineReference,
  loadPlan,
  openLine,
  type PlanSource,
  planFileOf,
  type Timeline,
} from '../play/index.js';
import { collectLine, frameOf, markDivergences, pageOf, type ReportLine, valueAt } from '../views/index.js';
import { type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import { GIVEN, type Given, type GivenOptions, givenOf, loadGiven, restsOn } from './given.js';
import type { GivenPlan } from './load-plan.js';
import type { PlanListener } from './luck.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface ReportOptions extends CallOptions, GivenOptions, PlanListener {
  /** Logs, plans, branch files, branches as `FILE#NAME`; several stand side by side. */
  readonly files: readonly GivenPlan[];
  /** The page to write (.html). */
  readonly output: string;
  /** Title of the page. */
  readonly title?: string | undefined;
  /** A recording that plans are compared with: the first difference is marked. */
  readonly against?: string | undefined;
  /** Opens logs that were made under other rules. */
  readonly forceRuleset?: boolean | undefined;
  /** Hears how many entries of a file are read. */
  readonly onProgress?: ((entries: number, file: string) => void) | undefined;
}

/** Lines of play, with what happened in each. */
interface NarratedData {
  readonly contents: readonly {
    readonly name: string;
    readonly system: string;
    readonly unit: string;
    /** Entries. */
    readonly length: number;
    /** Why the image's code did not run somewhere. */
    readonly notRun: readonly string[];
    readonly endsEarly?: string;
    readonly told: readonly Readonly<Record<string, unknown>>[];
  }[];
  readonly planFailures?: readonly string[];
}

interface ReportData extends NarratedData {
  /** File of the page. */
  readonly page: string;
}

export type ReportAnswer = Answer<'answered'> & Plain<ReportData>;

/** A plan with a question of odds has the answer in its page. */
function oddsOf(timeline: Timeline, file: PlanSource): OddsTable | undefined {
  const { odds } = timeline.system.capabilities;
  if (odds === undefined || !isPlanSource(file)) return undefined;
  const plan = loadPlan(file);
  return plan.query === undefined ? undefined : askOdds(timeline.system, odds, plan);
}

/** Lines that fit beside each other. */
const MAX_LINES = 8;

interface NamedLine extends LineOf {
  readonly name: string;
  /** The plan's own, else the name. */
  readonly title: string;
  readonly odds: OddsTable | undefined;
}

/** The lines of one argument: one line, or the recording and all branches of a branch file. */
async function linesOf(
  given: PlanSource,
  options: Omit<ReportOptions, 'output' | 'title'>,
  beside: Given,
  onFailures: (sentences: readonly string[]) => void,
): Promise<NamedLine[]> {
  const name = planFileOf(given);
  const file = typeof given === 'string' ? lineReference(given).file : given;
  const { against, forceRuleset, signal, onProgress } = options;
  const { timeline, book, named } = await openLine(given, {
    ...loadGiven(beside),
    forceRuleset: forceRuleset === true,
    isSearched: false,
    onFailures,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { progress: (entries: number) => onProgress(entries, name) }),
    ...(against === undefined || !isPlanSource(file) ? {} : { against }),
  });
  const short = basename(planFileOf(file));
  if (book.file === undefined) {
    const title = isPlanSource(file) ? loadPlan(file).title : '';
    return [{ timeline, line: 0, name: short, title: title === '' ? short : title, odds: oddsOf(timeline, file) }];
  }
  const wanted = timeline.lines().filter(({ line }) => named === undefined || line === named);
  const title = named === undefined ? short : `${short}: ${named}`;
  return wanted.map((info) => ({
    ...{ timeline, line: info.line, name: `${short}: ${info.name}`, title },
    odds: undefined,
  }));
}

/** What happened, by the number of the frame, command or step that was recorded or commanded. */
function toldOf(line: ReportLine): readonly Readonly<Record<string, unknown>>[] {
  const { rows, texts, entryUnit, entryAt } = line;
  const found = new Map<number, string[]>();
  for (const [index, at] of rows.places.entries()) {
    const told = texts[rows.told[index] ?? 0] ?? '';
    const number = entryAt === undefined ? frameOf(line, at) : valueAt(entryAt, at);
    if (told !== '') found.set(number, [...(found.get(number) ?? []), ...told.split('\n')]);
  }
  return [...found].map(([number, told]) => ({ [entryUnit]: number, told }));
}

const TEXTS = { title: 'text', forceRuleset: 'flag', onPlanFailures: 'function', onProgress: 'function' } as const;
const FILES = { files: 'plans', output: 'output', against: 'file' } as const;

/**
 * Writes one self-contained page of logs, plans and branches: timeline, board, ledger, differences,
 * odds.
 * @throws LockstepError for what cannot be read or begun, and for too many lines; AbortError, and
 * no page is written
 */
export async function report(options: ReportOptions): Promise<ReportAnswer> {
  checkParameters('report', options, { ...FILES, ...TEXTS, ...GIVEN }, ['files', 'output']);
  endAborted(options.signal, 'report');
  return unlessAborted('report', () => writeReport(options));
}

/** Lines of play that were collected, and what their plans do not hold. */
interface Collected {
  readonly given: Given;
  readonly wanted: readonly NamedLine[];
  readonly lines: readonly ReportLine[];
  readonly own: { readonly planFailures?: readonly string[] };
}

async function collect(call: string, options: Omit<ReportOptions, 'output' | 'title'>): Promise<Collected> {
  const { files, signal = new AbortController().signal } = options;
  const given = givenOf(options, options);
  const failures: string[] = [];
  const listen = (sentences: readonly string[]): void => {
    failures.push(...sentences);
    options.onPlanFailures?.(sentences);
  };
  const wanted: NamedLine[] = [];
  for (const file of files) wanted.push(...(await linesOf(file, options, given, listen)));
  if (wanted.length > MAX_LINES) {
    throw new LockstepError('E_OPTION', 'the page has too many lines of play', {
      found: String(wanted.length),
      expected: `at most ${MAX_LINES}`,
      remedy: 'Name single branches as FILE#NAME',
    });
  }
  if (wanted.length === 0) {
    throw new LockstepError('E_USAGE', `${call}: there is nothing to show`, {
      found: 'an empty list',
      expected: 'a log, a plan or a branch file in files',
      remedy: 'Name one',
    });
  }
  const collected: ReportLine[] = [];
  for (const { timeline, name, line, odds } of wanted) {
    collected.push(await collectLine(timeline, name, line, odds, signal));
  }
  return { given, wanted, lines: collected, own: failures.length === 0 ? {} : { planFailures: failures } };
}

/** What an answer says of lines of play. */
function contentsOf(lines: readonly ReportLine[]): NarratedData['contents'] {
  return lines.map((line) => ({
    ...{ name: line.name, system: line.system, unit: line.unit, length: line.length },
    notRun: line.notRun,
    ...(line.endsEarly === '' ? {} : { endsEarly: line.endsEarly }),
    told: toldOf(line),
  }));
}

async function writeReport(options: ReportOptions): Promise<ReportAnswer> {
  const { output } = options;
  const { given, wanted, lines: collected, own } = await collect('report', options);
  const lines = markDivergences(wanted, collected);
  const title = options.title ?? [...new Set(wanted.map((one) => one.title))].join(', ');
  writeFile(output, pageOf({ title, lines }), 'page');
  const contents = contentsOf(lines);
  const data: ReportData = {
    page: output,
    contents,
    ...own,
  };
  const text = (): string => {
    const named = contents.map(({ name, length, unit }) => `${name}, ${countText(length, unit)}`);
    const notes = contents.flatMap(({ name, notRun, endsEarly }) => [
      ...(endsEarly === undefined ? [] : [`  ${name} ends early: ${endsEarly}`]),
      ...notRun.map((reason) => `  ${name}: ${reason}`),
    ]);
    return `${[`${output}: ${named.join('; ')}`, ...notes].join('\n')}\n`;
  };
  const dependsOn = restsOn(given, { files: { recording: options.against } });
  return answerOf('answered', dependsOn, data, text);
}

// What happened, without a page.

export interface NarrateOptions extends CallOptions, GivenOptions, PlanListener {
  /** Logs, plans, branch files, branches as `FILE#NAME`. */
  readonly files: readonly GivenPlan[];
  /** Opens logs that were made under other rules. */
  readonly forceRuleset?: boolean | undefined;
  /** Hears how many entries of a file are read. */
  readonly onProgress?: ((entries: number, file: string) => void) | undefined;
}

export type NarrateAnswer = Answer<'answered'> & Plain<NarratedData>;

function narratedText(contents: NarratedData['contents']): string {
  const lines = contents.flatMap(({ name, length, unit, told, endsEarly }) => [
    `${name}: ${countText(length, unit)}${endsEarly === undefined ? '' : `; ends early: ${endsEarly}`}`,
    ...told.flatMap(({ told: sentences, ...place }) =>
      (sentences as readonly string[]).map((sentence) => `  ${Object.entries(place)[0]?.join(' ')}: ${sentence}`),
    ),
  ]);
  return `${lines.join('\n')}\n`;
}

/**
 * Tells what happens in logs, plans and branches, a sentence for each thing, by frame, command or
 * step.
 * @throws LockstepError for what cannot be read or begun, and for too many lines; AbortError,
 * without an answer
 */
export async function narrate(options: NarrateOptions): Promise<NarrateAnswer> {
  const kinds = { files: 'plans', forceRuleset: 'flag', onPlanFailures: 'function', onProgress: 'function' } as const;
  checkParameters('narrate', options, { ...kinds, ...GIVEN }, ['files']);
  endAborted(options.signal, 'narrate');
  const { given, lines, own } = await unlessAborted('narrate', () => collect('narrate', options));
  const contents = contentsOf(lines);
  return answerOf('answered', restsOn(given, {}), { contents, ...own }, () => narratedText(contents));
}
