/** Two logs, plans, branches: where they part, and how much of the rest differs. */
import { countText } from '../../core/system/names.js';
import { LockstepError, languageOf, SYSTEMS, withReplayLimits } from '../base/index.js';
import {
  type BranchBook,
  type CompareResult,
  compareLines,
  compareTraces,
  comparisonText,
  isPlanSource,
  type LineComparison,
  type LineOf,
  type LoadOptions,
  lineName,
  lineReference,
  openLine,
  type PlanSource,
  planFileOf,
  RECORDING,
  toldLines,
} from '../play/index.js';
import { type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import { restsOn } from './given.js';
import type { GivenPlan } from './load-plan.js';
import { type OwnFailures, type PlanListener, tellFailures } from './luck.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface CompareOptions extends CallOptions, PlanListener {
  /** A log, a plan, a branch file, or a branch as `FILE#NAME`. */
  readonly one: GivenPlan;
  /** A second one of the same system; left out: what the branch `one` was made from. */
  readonly other?: GivenPlan | undefined;
  /** Compares although they were made under different rules. */
  readonly force?: boolean | undefined;
  /** Plays two logs as well, as plans and branches are; otherwise what is recorded is compared. */
  readonly play?: boolean | undefined;
  /** Of two recordings that differ: what happens in each from the first difference on. */
  readonly tell?: boolean | undefined;
  /** Language of names: `en`, `ja` or `id`. */
  readonly names?: string | undefined;
  /** Hears how many entries are compared. */
  readonly onProgress?: ((entries: number) => void) | undefined;
}

interface ComparedLogs extends Omit<CompareResult, 'first'> {
  /** Null: no entry differs. */
  readonly first: NonNullable<CompareResult['first']> | null;
  /** What happens in each from the first difference on, where that was asked for. */
  readonly told: LineComparison['told'] | undefined;
}

/** Two recordings. */
export type CompareAnswer = Answer<'holds' | 'differs' | 'incomplete'> & Plain<ComparedLogs>;

interface ComparedLines extends LineComparison, OwnFailures {
  /** Names of the branches, or of the files where these are the same. */
  readonly names: readonly [one: string, other: string];
}

/** Two plans, branches or logs that were played. */
export type CompareLinesAnswer = Answer<'holds' | 'differs'> & Plain<ComparedLines>;

const SHOWN = 12;

function compareText(result: CompareResult): string {
  const lines: string[] = [];
  const { first, unit } = result;
  if (first !== undefined) {
    lines.push(
      `first difference: ${unit} ${first.frame} (lines ${first.lines[0] || '-'} and ${first.lines[1] || '-'})`,
    );
    const [one, other] = first.inputs;
    if (one !== other) lines.push(`  input: ${one || `no such ${unit}`} | ${other || `no such ${unit}`}`);
    for (const cell of first.cells.slice(0, SHOWN)) {
      lines.push(`  ${cell.cell} at ${cell.address}: ${cell.first} | ${cell.second}`);
    }
    if (first.cells.length > SHOWN) lines.push(`  and ${first.cells.length - SHOWN} more cells`);
  }
  lines.push(
    `${countText(result.equal, unit)} equal, ${result.different} different, ${countText(result.cells, 'cell')} compared`,
  );
  if (result.perCell.length > 0) {
    const shown = result.perCell.slice(0, SHOWN).map(([cell, frames]) => `${cell} ${frames}`);
    lines.push(`${unit}s by cell: ${shown.join(', ')}${result.perCell.length > SHOWN ? ' ...' : ''}`);
  }
  if (result.onlyOne.length > 0) lines.push(`not compared, only in one of them: ${result.onlyOne.join(', ')}`);
  if (result.rulesetForced) lines.push('the rulesets differ (--force)');
  if (result.interrupted) lines.push('interrupted: the counts hold up to here');
  return `${lines.join('\n')}\n`;
}

/** A plan, a branch file or a branch: it has to be played. */
function isLine(given: GivenPlan): boolean {
  if (typeof given !== 'string') return true;
  const { file, name } = lineReference(given);
  return name !== undefined || isPlanSource(file);
}

function loadOptions({ systems = SYSTEMS, force, names, signal }: CompareOptions): LoadOptions {
  const language = languageOf(names);
  return { systems, forceRuleset: force === true, language, ...(signal === undefined ? {} : { signal }) };
}

/** Both recordings played by the model, which has the events that sentences are made of. */
async function toldOfLogs(one: string, other: string, options: CompareOptions): Promise<LineComparison> {
  const [first, second] = [await openLine(one, loadOptions(options)), await openLine(other, loadOptions(options))];
  return compareLines({ timeline: first.timeline, line: RECORDING }, { timeline: second.timeline, line: RECORDING });
}

async function compareLogs(one: string, other: string, options: CompareOptions): Promise<CompareAnswer> {
  const { force, signal = new AbortController().signal, onProgress, systems = SYSTEMS } = options;
  const result = await compareTraces(one, other, {
    systems,
    force: force === true,
    signal,
    ...(onProgress === undefined ? {} : { progress: onProgress }),
  });
  if (result.equal + result.different === 0 && !result.interrupted) {
    throw new LockstepError('E_NOTHING_COMPARED', 'the traces hold no row', {
      file: one,
      remedy: 'Record them again',
    });
  }
  const answered = (verdict: CompareAnswer['verdict'], played?: LineComparison): CompareAnswer =>
    answerOf(verdict, [], { ...result, first: result.first ?? null, told: played?.told }, () => {
      const told = played === undefined ? [] : toldLines(played, [one, other]);
      return compareText(result) + told.map((line) => `${line}\n`).join('');
    });
  endAborted(signal, 'compare', () => answered('incomplete'));
  if (result.different === 0) return answered('holds');
  if (options.tell !== true) return answered('differs');
  const played = await unlessAborted(
    'compare',
    () => toldOfLogs(one, other, options),
    () => answered('incomplete'),
  );
  return answered('differs', played);
}

function onlyBranch(book: BranchBook): number | undefined {
  const [, first, ...rest] = book.timeline.lines();
  return rest.length === 0 ? first?.line : undefined;
}

interface NamedLine extends LineOf {
  readonly book: BranchBook;
}

/** Lines are compared from their first entry on: nothing is looked for backwards. */
async function openedLine(given: PlanSource, load: LoadOptions): Promise<NamedLine> {
  const { timeline, book, named } = await openLine(given, { ...load, isSearched: false });
  return { timeline, book, line: named ?? onlyBranch(book) ?? RECORDING };
}

/** A line of the same file is taken from the same timeline. */
async function otherLine({ book, timeline }: NamedLine, given: PlanSource, load: LoadOptions): Promise<LineOf> {
  const { file, name } = typeof given === 'string' ? lineReference(given) : { file: undefined, name: undefined };
  if (file === undefined || file !== book.file) return openedLine(given, load);
  return { timeline, line: name === undefined ? RECORDING : book.lineOf(name) };
}

async function comparePlayed(options: CompareOptions): Promise<CompareLinesAnswer> {
  const failures: string[] = [];
  const onFailures = (sentences: readonly string[]): void => {
    failures.push(...sentences);
    tellFailures(options, sentences);
  };
  const load = { ...loadOptions(options), onFailures };
  const one = await openedLine(options.one, load);
  const second = options.other === undefined ? undefined : await otherLine(one, options.other, load);
  const parent = one.timeline.lines().find((info) => info.line === one.line)?.parent ?? -1;
  if (second === undefined && parent < 0) {
    throw new LockstepError('E_OPTION', 'a log or a plan needs a second line to be compared with', {
      file: planFileOf(options.one),
      remedy: 'Name a second log or plan, or a branch as FILE#NAME',
    });
  }
  const other = second ?? { timeline: one.timeline, line: parent };
  const nameOf = ({ timeline, line }: LineOf): string =>
    timeline.lines().find((info) => info.line === line)?.name ?? '';
  const branches = [nameOf(one), nameOf(other)] as const;
  const isSame = branches[0] === branches[1];
  const files = [planFileOf(options.one), planFileOf(options.other ?? '')] as const;
  const shown = isSame ? files : ([lineName(one.timeline, one.line), lineName(other.timeline, other.line)] as const);
  const comparison = compareLines(one, other);
  const switches = { ...one.timeline.switches.switches, ...other.timeline.switches.switches };
  const own: OwnFailures = failures.length === 0 ? {} : { planFailures: failures };
  return answerOf(
    comparison.same ? 'holds' : 'differs',
    restsOn({}, { switches }),
    { names: isSame ? files : branches, ...comparison, ...own },
    () => `${comparisonText(comparison, shown).join('\n')}\n`,
  );
}

const FLAGS = { force: 'flag', play: 'flag', tell: 'flag', names: 'text' } as const;

/**
 * Compares two logs entry by entry: the first difference, then how much of the rest differs. Of
 * plans and branches, which are played: the first different input and state, what each costs after
 * it, how they end.
 * @throws LockstepError for what cannot be read, played or compared; AbortError with what was
 * compared of two logs
 */
export async function compare(options: CompareOptions): Promise<CompareAnswer | CompareLinesAnswer> {
  const heard = { onProgress: 'function', onPlanFailures: 'function' } as const;
  checkParameters('compare', options, { one: 'plan', other: 'plan', ...FLAGS, ...heard }, ['one']);
  endAborted(options.signal, 'compare');
  const { one, other, play } = options;
  const isPlayed = play === true || other === undefined || isLine(one) || isLine(other);
  if (!isPlayed && typeof one === 'string' && typeof other === 'string') return compareLogs(one, other, options);
  return unlessAborted('compare', () => withReplayLimits(() => comparePlayed(options)));
}
