/** Watch and label files of the cells, scripts for emulators, and a user's file against them. */

import { countText } from '../../core/system/names.js';
import { formatAddress } from '../../rom-map/index.js';
import { LockstepError, nearest, SYSTEMS } from '../base/index.js';
import { type OverlayPlan, overlayScript, RECORDER_EMULATORS, recorderScript as scriptFor } from '../capture/index.js';
import {
  type ComparedEntry,
  chooseSymbols,
  compareWatchList,
  contradicts,
  loadWatchList,
  type MemorySymbol,
  sameName,
  WATCH_FORMATS,
  type WatchComparison,
  type WatchFormat,
  type WatchList,
  writeSymbols,
} from '../files/index.js';
import { findPlanSystem, loadPlan, ownFailures, startBattle } from '../play/index.js';
import { type Answer, answerOf, endAborted, type Plain } from './answer.js';
import type { GivenPlan } from './load-plan.js';
import { type PlanListener, tellFailures } from './luck.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface SymbolsOptions extends CallOptions {
  /** `wch`, `mlb`, ...: the text of that form; left out: the list alone. */
  readonly format?: string | undefined;
  /** Only these cells; `*` matches anything: `enemy[0].*`. */
  readonly cells?: readonly string[] | undefined;
  /** The original routines as well. */
  readonly routines?: boolean | undefined;
  /** The cells of the test ROM as well. */
  readonly drill?: boolean | undefined;
}

interface SymbolsData {
  readonly list: readonly MemorySymbol[];
  readonly format?: WatchFormat;
  /** Names that the form has no place for. */
  readonly leftOut?: readonly string[];
}

export type SymbolsAnswer = Answer<'answered'> & Plain<SymbolsData>;

function formatOf(name: string | undefined): WatchFormat | undefined {
  if (name === undefined) return undefined;
  const format = WATCH_FORMATS.find((known) => known === name);
  if (format !== undefined) return format;
  throw new LockstepError('E_SYMBOLS_FORMAT', `there is no form ${name}`, {
    expected: [...WATCH_FORMATS, 'lua'].join(', '),
    remedy: nearest(name, [...WATCH_FORMATS, 'lua']),
  });
}

const CHOICE = { format: 'text', routines: 'flag', drill: 'flag' } as const;
/** Names that are shown of those that a form has no place for. */
const FEW = 8;

/**
 * The table of cells, and its text as a watch or label file of an emulator.
 * @throws LockstepError for a form that there is none of
 */
export async function symbols(options: SymbolsOptions = {}): Promise<SymbolsAnswer> {
  checkParameters('symbols', options, { ...CHOICE, cells: 'texts' });
  endAborted(options.signal, 'symbols');
  const { routines, drill, cells = [] } = options;
  const list = chooseSymbols({ drill: drill === true, routines: routines === true, patterns: cells });
  const format = formatOf(options.format);
  if (format === undefined) return answerOf('answered', [], { list }, () => '');
  const { text, leftOut } = writeSymbols(list, format);
  const few = leftOut.slice(0, FEW).join(', ');
  const aside = `${leftOut.length} left out, ${format} has no place for them: ${few}\n`;
  const data: SymbolsData = { list, format, leftOut };
  return answerOf('answered', [], data, () => text, leftOut.length === 0 ? undefined : () => aside);
}

export interface RecorderScriptOptions extends CallOptions, PlanListener {
  /** Whose script: `bizhawk`, `mesen`, ... */
  readonly emulator: string;
  /** Records the cells of the test ROM as well. */
  readonly drill?: boolean | undefined;
  /** A script that draws turn, points and draws in the game's window, and records nothing. */
  readonly overlay?: boolean | undefined;
  /** With `overlay`: what this plan says next, with a mark where the game leaves it. */
  readonly plan?: GivenPlan | undefined;
}

interface ScriptData {
  readonly emulator: string;
  readonly script: string;
  readonly planFailures?: readonly string[];
}

export type RecorderScriptAnswer = Answer<'answered'> & Plain<ScriptData>;

/** @throws LockstepError for a plan that cannot begin */
async function followed(file: GivenPlan, { systems = SYSTEMS, ...listener }: RecorderScriptOptions) {
  const plan = loadPlan(file);
  const system = await findPlanSystem(systems, plan);
  const battle = await startBattle(system, plan);
  const own = tellFailures(listener, ownFailures(system, plan, battle));
  const overlay: OverlayPlan = { system, plan, battle };
  return { overlay, own };
}

/**
 * A script for an emulator that records every cell that `verify` compares, or draws over the game.
 * @throws LockstepError for an emulator that there is none of, and for a plan that cannot begin
 */
export async function recorderScript(options: RecorderScriptOptions): Promise<RecorderScriptAnswer> {
  const kinds = { emulator: 'text', drill: 'flag', overlay: 'flag', plan: 'plan', onPlanFailures: 'function' } as const;
  checkParameters('recorderScript', options, kinds);
  endAborted(options.signal, 'recorderScript');
  const { drill = false, overlay = false, plan } = options;
  const emulator = RECORDER_EMULATORS.find((name) => name === options.emulator);
  if (emulator === undefined) {
    throw new LockstepError('E_USAGE', '--format lua needs the name of an emulator', {
      ...(options.emulator ? { found: options.emulator } : {}),
      expected: `--emulator ${RECORDER_EMULATORS.join(', ')}`,
    });
  }
  if (!overlay && plan !== undefined) {
    throw new LockstepError('E_USAGE', '--plan goes with --overlay', { remedy: 'Add --overlay' });
  }
  if (overlay && drill) {
    throw new LockstepError('E_USAGE', '--overlay and --drill exclude each other', {
      remedy: 'Leave --drill out: an overlay reads the cells that both have',
    });
  }
  const drawn = plan === undefined ? undefined : await followed(plan, options);
  const script = overlay ? overlayScript(emulator, drawn?.overlay) : scriptFor(emulator, drill);
  const data: ScriptData = { emulator, script, ...drawn?.own };
  return answerOf('answered', [], data, () => script);
}

export interface CompareSymbolsOptions extends CallOptions {
  /** A watch or label file of a user. */
  readonly file: string;
  /** Its form; left out: by its content. */
  readonly format?: string | undefined;
  /** Compares with the cells of the test ROM as well. */
  readonly drill?: boolean | undefined;
  /** Has every row that is not simply equal in its text. */
  readonly list?: boolean | undefined;
}

export type CompareSymbolsAnswer = Answer<'holds' | 'differs' | 'incomplete'> &
  Plain<WatchComparison & { readonly format: WatchList['format'] }>;

function line(file: string, { entry, verdict, ours, remark }: ComparedEntry): string {
  const place = `${formatAddress(entry.address)}${entry.bytes > 0 ? `+${entry.bytes}` : ''}`;
  const end = [ours.slice(0, 4).join(', '), remark].filter((part) => part !== '').join('; ');
  return `${verdict.padEnd(8)}${place.padEnd(11)}${entry.name}${end === '' ? '' : ` = ${end}`}  (${file}:${entry.line})\n`;
}

/** Contradictions that are shown without --list. */
const SHOWN = 5;

/** What was found, first; then what it rests on. */
function summary(file: string, list: WatchList, result: WatchComparison): string[] {
  const { owner, named, fitting, byChance, likelihood } = result.evidence;
  const differ = result.list.filter(contradicts).length;
  const count = (verdict: string): number => result.list.filter((one) => one.verdict === verdict).length;
  const lines = [
    `${list.format}: ${countText(result.list.length, 'entry', 'entries')}: ${count('same')} agree, ${differ} contradict, ` +
      `${count('unknown')} are no cell of ours, ${result.skipped.length} skipped; ` +
      `not in the file: ${countText(result.notInFile, 'cell')} of ours`,
  ];
  if (owner === "another game's") {
    lines.push(
      `this looks like another game's list: ${named === 0 ? 'no name of ours' : 'no name of ours that few games have'} in these places, and ${fitting} of ${result.list.length} fit where chance alone gives ${byChance.toFixed(1)} (so many or more: ${Math.round(100 * likelihood)} %)`,
    );
  }
  const [first] = result.unread;
  if (first !== undefined) {
    lines.push(
      `${countText(result.unread.length, 'row')} cannot be read, first: ${first.reason}  (${file}:${first.line})`,
    );
  }
  return lines;
}

/** @param isWhole every row that is not simply equal, in place of the summary alone */
function comparedText(file: string, list: WatchList, result: WatchComparison, isWhole: boolean): string {
  const rows = result.list.filter((one) => one.verdict !== 'same' || !sameName(one));
  const shown = isWhole ? rows : result.list.filter(contradicts).slice(0, SHOWN);
  const hidden = rows.length + result.skipped.length + result.unread.length - shown.length;
  return [
    ...summary(file, list, result).map((text) => `${text}\n`),
    ...shown.map((one) => line(file, one)),
    ...(isWhole ? result.skipped.map(({ line: at, reason }) => `skipped ${reason}  (${file}:${at})\n`) : []),
    ...(isWhole ? result.unread.map(({ line: at, reason }) => `unread ${reason}  (${file}:${at})\n`) : []),
    ...(!isWhole && hidden > 0 ? ['--list shows every row\n'] : []),
  ].join('');
}

/**
 * A watch or label file of a user against the table of cells. Another game's agreement is none, and
 * of a file that is mostly not read nothing holds: the answer is `incomplete`.
 * @throws LockstepError for a file that cannot be read
 */
export async function compareSymbols(options: CompareSymbolsOptions): Promise<CompareSymbolsAnswer> {
  const kinds = { file: 'file', format: 'text', drill: 'flag', list: 'flag' } as const;
  checkParameters('compareSymbols', options, kinds, ['file']);
  endAborted(options.signal, 'compareSymbols');
  const { file, drill, list: isWhole } = options;
  const list = loadWatchList(file, formatOf(options.format));
  const result = compareWatchList(list, drill === true);
  const verdict =
    result.evidence.owner !== 'ours' || result.unread.length > result.list.length
      ? 'incomplete'
      : result.list.some(contradicts)
        ? 'differs'
        : 'holds';
  return answerOf(verdict, [], { format: list.format, ...result }, () =>
    comparedText(file, list, result, isWhole === true),
  );
}
