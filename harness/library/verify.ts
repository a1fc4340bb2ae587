/** Recorded logs against the model, and CPU traces against our routines. */

import { statSync } from 'node:fs';
import { countText } from '../../core/system/names.js';
import { formOfFile, LockstepError, SYSTEMS, withFileKind, withReplayLimits } from '../base/index.js';
import { imageJson, imageLines, type RomImage } from '../files/index.js';
import {
  type CpuTraceResult,
  cpuTraceExit,
  cpuTraceJson,
  cpuTraceText,
  dialectOf,
  loadProfile,
  PROFILE_NAMES,
  settledRules,
  type TogetherOptions,
  type VectorReport,
  type VerifyProgress,
  verifyCpuTrace,
  verifyTogether,
  withImageCodeAll,
} from '../original/index.js';
import {
  compareMovie,
  FEW_LOGS,
  findLogs,
  movieText,
  ownerOfCell,
  type VerifyOptions as ReplayRules,
  settledSource,
  type VerifyReport,
  verdictText,
  verifyJson,
  verifyText,
} from '../play/index.js';
import { type Answer, answerOf, endAborted, type Plain } from './answer.js';
import { plainError } from './certificates.js';
import { givenImage, givenSettled, type ImageOptions, imageWords, restsOn } from './given.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface VerifyOptions extends CallOptions, ImageOptions {
  /** Logs, or folders with logs; or CPU traces, which are not mixed with logs. */
  readonly files: readonly string[];
  /** Folders with vectors of the original's routines, to be compared as well. */
  readonly vectors?: readonly string[] | undefined;
  /** Your own cartridge image, whose tables and code are taken. */
  readonly rom?: string | undefined;
  /** What a cartridge has settled; of CPU traces the layout: `cartridge`, `drill` or a file. */
  readonly profile?: string | undefined;
  /** Compares from this frame (command) on; earlier ones are only stepped. */
  readonly from?: number | undefined;
  /** Compares up to this frame (command). */
  readonly to?: number | undefined;
  /** After a difference, continues from the recorded state. */
  readonly continue?: boolean | undefined;
  /** Takes a log without its footer as far as it goes. */
  readonly partial?: boolean | undefined;
  /** Compares although the log was made under other rules. */
  readonly forceRuleset?: boolean | undefined;
  /** Compares the pad words of the log with the movie that it was recorded from. */
  readonly movie?: string | undefined;
  /** Has every log in its text, also where there are many. */
  readonly list?: boolean | undefined;
  /** Threads, the caller's included; left out: 1. */
  readonly threads?: number;
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
}

interface VerifyData extends Omit<ReturnType<typeof verifyJson<VectorReport>>, 'verb' | 'exit'> {
  readonly kind: 'logs';
  readonly image: object | null;
  readonly movie?: Awaited<ReturnType<typeof compareMovie>>;
}

/** Logs compared with the model. */
export type VerifyAnswer = Answer<VerifyVerdict> & Plain<VerifyData>;

interface CpuData {
  readonly kind: 'cpuTraces';
  readonly image: object | null;
  readonly traces: readonly ReturnType<typeof cpuTraceJson>[];
  readonly errors: readonly ReturnType<typeof plainError>[];
}

/** CPU traces compared with our routines. */
export type CpuTraceAnswer = Answer<VerifyVerdict> & Plain<CpuData>;

type VerifyVerdict = 'holds' | 'differs' | 'incomplete';

/** @throws LockstepError `E_OPTION` for a part that ends before it begins */
function checkPart({ from = 0, to = Number.POSITIVE_INFINITY }: VerifyOptions): void {
  if (from <= to) return;
  throw new LockstepError('E_OPTION', '--from is after --to', {
    found: `--from ${from} --to ${to}`,
    remedy: 'Exchange the two numbers, or leave one out',
  });
}

/** Names that are CPU traces by their content. */
async function cpuTracesOf(names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const isFile = statSync(name, { throwIfNoEntry: false })?.isFile() === true;
    // a row of a known shape that lacks columns is a trace as well: its reader says what is missing
    if (isFile && ((await dialectOf(name)) !== undefined || isShapedLikeOne(name))) found.push(name);
  }
  return found;
}

/** Whether the content has the shape of a CPU trace; damage is its reader's to report. */
function isShapedLikeOne(name: string): boolean {
  try {
    return formOfFile(name)?.kind === 'CPU trace';
  } catch (error) {
    if (error instanceof LockstepError) return false;
    throw error;
  }
}

/** @param files all that were named; CPU traces and other files are not mixed */
async function verifyCpuTraces(
  options: VerifyOptions,
  traces: readonly string[],
  image: RomImage | undefined,
): Promise<CpuTraceAnswer> {
  const { files, profile = 'cartridge', signal = new AbortController().signal } = options;
  const other = files.find((name) => !traces.includes(name));
  if (other !== undefined) {
    throw new LockstepError('E_USAGE', 'CPU traces cannot be verified together with other files', {
      file: other,
      remedy: 'Call verify once for the CPU traces and once for the rest',
    });
  }
  const layout = loadProfile(profile);
  const results: CpuTraceResult[] = [];
  const errors: LockstepError[] = [];
  for (const file of traces) {
    try {
      results.push(await verifyCpuTrace(file, layout, signal, image?.image));
    } catch (error) {
      if (!(error instanceof LockstepError)) throw error;
      errors.push(withFileKind(error));
    }
  }
  const worst = results.map(cpuTraceExit);
  const data: CpuData = {
    kind: 'cpuTraces',
    image: image === undefined ? null : imageJson(image),
    traces: results.map(cpuTraceJson),
    errors: errors.map(plainError),
  };
  const head = image === undefined ? '' : `${imageLines(image).join('\n')}\n`;
  const answered = (verdict: VerifyVerdict): CpuTraceAnswer =>
    answerOf(verdict, restsOn({ image }, {}), data, () => head + results.map(cpuTraceText).join(''));
  endAborted(signal, 'verify', () => answered('incomplete'));
  if (errors.length > 0 || worst.includes(2)) return answered('incomplete');
  return answered(worst.includes(1) ? 'differs' : 'holds');
}

/** What a profile has settled; a name of a layout is for CPU traces. */
function settledOf({ profile = 'cartridge' }: Pick<VerifyOptions, 'profile'>, image: RomImage | undefined) {
  return givenSettled(PROFILE_NAMES.includes(profile) ? undefined : profile, image);
}

/** What an image and `--profile` say about logs. */
function imageRules(
  options: Pick<VerifyOptions, 'profile'>,
  image: RomImage | undefined,
): Pick<ReplayRules, 'romSha256' | 'settle' | 'settled'> {
  const settled = settledOf(options, image);
  const rules = settled === undefined ? {} : { settled: settledRules(settled) };
  if (image === undefined) return rules;
  const { identity, file } = image;
  const known = { ...rules, romSha256: identity.sha256 };
  if (identity.known === null) return known;
  return { ...known, settle: (log, source) => settledSource(log, source, file, identity) };
}

/** @throws LockstepError `E_USAGE` for a movie without exactly one log of frames */
function checkMovie({ movie }: VerifyOptions, logs: number): void {
  if (movie === undefined || logs === 1) return;
  throw new LockstepError('E_USAGE', '--movie needs exactly one log of frames', { found: countText(logs, 'log') });
}

interface FoundLogs {
  readonly logs: readonly string[];
  /** Names that are none, and folders without logs. */
  readonly missing: readonly LockstepError[];
}

/** @throws LockstepError of the first name that is none, or `E_USAGE`: nothing is to compare */
function logsOf({ files, vectors, movie }: VerifyOptions): FoundLogs {
  const logs: string[] = [];
  const missing: LockstepError[] = [];
  for (const name of files) {
    try {
      logs.push(...findLogs([name]));
    } catch (error) {
      if (!(error instanceof LockstepError)) throw error;
      missing.push(error);
    }
  }
  if (logs.length > 0 || vectors !== undefined) return { logs, missing };
  if (missing[0] !== undefined) throw missing[0];
  if (movie !== undefined) return { logs, missing };
  throw new LockstepError('E_USAGE', 'verify: there is nothing to compare', {
    found: 'an empty list',
    expected: 'a log, a folder with logs, or vectors',
    remedy: 'Name a log in files',
  });
}

function togetherOptions(options: VerifyOptions, image: RomImage | undefined, signal: AbortSignal): TogetherOptions {
  const { systems = SYSTEMS, threads = 1, onProgress: progress } = options;
  const rules = imageRules(options, image);
  // what comes from an image or a profile are functions, which stay in this thread
  const isPlain = image === undefined && rules.settled === undefined && systems === SYSTEMS;
  const isPartial = options.partial === true;
  const extraWords = [...(options.continue === true ? ['--continue'] : []), ...(isPartial ? ['--partial'] : [])];
  return {
    ownerOf: ownerOfCell,
    systems: withImageCodeAll(systems, image),
    forceRuleset: options.forceRuleset === true,
    partial: isPartial,
    continueAfterDifference: options.continue === true,
    ...(options.from === undefined ? {} : { from: options.from }),
    ...(options.to === undefined ? {} : { to: options.to }),
    extraWords: [...extraWords, ...(image === undefined ? [] : imageWords(image))],
    signal,
    workers: isPlain ? threads : 1,
    ...rules,
    ...(progress === undefined ? {} : { progress }),
  };
}

function shownReport(report: VerifyReport, isListed: boolean): string {
  if (!isListed && report.logs.length > FEW_LOGS) return verdictText(report);
  // the errors of files stand apart
  return verifyText({ ...report, errors: [] });
}

const LISTENERS = { onProgress: 'function' } as const;
const FLAGS = { continue: 'flag', partial: 'flag', forceRuleset: 'flag', list: 'flag', forceRom: 'flag' } as const;
const COUNTS = { from: 'count', to: 'count', threads: 'count' } as const;
const FILES = { files: 'files', vectors: 'files', rom: 'file', patch: 'file', as: 'text', movie: 'file' } as const;

/**
 * Compares recorded logs with the model frame by frame, and CPU traces with our routines. A file
 * that cannot be verified is one of `errors`, and the answer is `incomplete`.
 * @throws LockstepError for parameters that contradict each other; AbortError with the logs so far
 */
export async function verify(options: VerifyOptions): Promise<VerifyAnswer | CpuTraceAnswer> {
  checkParameters('verify', options, { ...FLAGS, ...COUNTS, ...FILES, ...LISTENERS, profile: 'file' }, ['files']);
  const { files: names, vectors, movie: movieFile, signal = new AbortController().signal } = options;
  checkPart(options);
  const image = givenImage(options);
  const cpuTraces = await cpuTracesOf(names);
  if (cpuTraces.length > 0) {
    checkMovie(options, 0);
    return verifyCpuTraces(options, cpuTraces, image);
  }
  const { logs: files, missing } = logsOf(options);
  checkMovie(options, files.length);
  const folders = vectors === undefined ? undefined : [...vectors];
  const found = await withReplayLimits(() => verifyTogether(files, folders, togetherOptions(options, image, signal)));
  const report = missing.length === 0 ? found : { ...found, errors: [...missing, ...found.errors], exit: 2 as const };
  // after the log was read: a damaged log is called damaged, not one of another movie
  const [only] = files;
  const movie =
    movieFile === undefined || only === undefined || report.errors.length > 0
      ? undefined
      : await compareMovie(only, movieFile);
  const { verb: _verb, exit, ...counted } = verifyJson(report);
  const data: VerifyData = {
    kind: 'logs',
    ...counted,
    image: image === undefined ? null : imageJson(image),
    ...(movie === undefined ? {} : { movie }),
  };
  const text = (): string => {
    const head = image === undefined ? '' : `${imageLines(image).join('\n')}\n`;
    // without any result the totals would be nothing but zeros
    const isEmpty = report.logs.length === 0 && vectors === undefined && !report.interrupted;
    const shown = isEmpty ? '' : shownReport(report, options.list === true);
    return `${head}${shown}${movie === undefined ? '' : movieText(movie)}`;
  };
  const stretches = report.logs.flatMap(({ unpublished, settled: known = [] }) => [...unpublished, ...known]);
  const dependsOn = restsOn({ image, settled: settledOf(options, image) }, { stretches, files: { movie: movieFile } });
  const answered = (verdict: VerifyVerdict): VerifyAnswer => answerOf(verdict, dependsOn, data, text);
  endAborted(signal, 'verify', () => answered('incomplete'));
  if (exit === 2) return answered('incomplete');
  return answered(exit === 1 || movie?.first !== undefined ? 'differs' : 'holds');
}
