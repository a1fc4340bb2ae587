/**
 * `lockstep verify [FILE...]`: recorded logs against the model, and the vectors of the original's
 * routines.
 */
import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import {
  formatError,
  formOfFile,
  LockstepError,
  packageRoot,
  SYSTEMS,
  shortPath,
  withFileKind,
  withReplayLimits,
} from '../../base/index.js';

import { imageJson, imageLines, type RomImage } from '../../files/index.js';

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
  verifyCpuTrace,
  verifyTogether,
  withImageCodeAll,
} from '../../original/index.js';

import {
  compareMovie,
  FEW_LOGS,
  findLogs,
  movieText,
  ownerOfCell,
  settledSource,
  tracesBelow,
  type VerifyOptions,
  type VerifyReport,
  verdictText,
  verifyJson,
  verifyText,
} from '../../play/index.js';

import { type CliContext, example, printJson } from '../base/context.js';
import { addImageOptions, givenImage, givenSettled, type ImageOptions, imageWords } from '../base/given.js';
import { wholeNumber, wordOption } from '../base/options.js';
import { verifyProgress } from '../base/progress.js';

// The part of `lockstep verify` for CPU traces, recognised by their content.

interface CpuTraceOptions {
  readonly profile: string;
  readonly json?: boolean;
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

/** @param names all that the command line named; CPU traces and other files are not mixed */
async function verifyCpuTraces(
  names: readonly string[],
  files: readonly string[],
  options: CpuTraceOptions,
  image: RomImage | undefined,
  context: CliContext,
): Promise<void> {
  const other = names.find((name) => !files.includes(name));
  if (other !== undefined) {
    throw new LockstepError('E_USAGE', 'CPU traces cannot be verified together with other files', {
      file: other,
      remedy: 'Call verify once for the CPU traces and once for the rest',
    });
  }
  const profile = loadProfile(options.profile);
  const signal = context.signal();
  const results: CpuTraceResult[] = [];
  const errors: LockstepError[] = [];
  for (const file of files) {
    try {
      results.push(await verifyCpuTrace(file, profile, signal, image?.image));
    } catch (error) {
      if (!(error instanceof LockstepError)) throw error;
      errors.push(withFileKind(error));
    }
  }
  const worst = results.map(cpuTraceExit);
  const exit = signal.aborted ? 130 : errors.length > 0 || worst.includes(2) ? 2 : worst.includes(1) ? 1 : 0;
  context.exit(exit);
  if (options.json === true) {
    printJson(context, {
      exit,
      image: image === undefined ? null : imageJson(image),
      traces: results.map(cpuTraceJson),
      errors: errors.map((error) => ({ code: error.code, message: error.message, ...error.details })),
    });
  } else {
    if (image !== undefined) context.out(`${imageLines(image).join('\n')}\n`);
    context.out(results.map(cpuTraceText).join(''));
  }
  for (const error of errors) context.err(`${formatError(error)}\n`);
}

interface Options extends ImageOptions {
  readonly rom?: string;
  readonly from?: number;
  readonly to?: number;
  readonly continue?: boolean;
  readonly forceRuleset?: boolean;
  readonly profile: string;
  readonly partial?: boolean;
  readonly movie?: string;
  readonly list?: boolean;
  readonly json?: boolean;
}

function declare(program: Command): Command {
  const command = program
    .command('verify')
    .description('compare recorded logs with the model frame by frame; without FILE all shipped logs and the vectors')
    .argument('[file...]', 'logs, or folders with logs')
    .option('--rom <image>', "read the game's tables from your own cartridge image");
  return addImageOptions(command)
    .option('--from <frame>', 'compare from this frame (command) on; earlier ones are only stepped', wholeNumber)
    .option('--to <frame>', 'compare up to this frame (command)', wholeNumber)
    .option('--continue', 'after a difference, continue from the recorded state')
    .option('--partial', 'take a log without its footer as far as it goes')
    .option('--force-ruleset', 'compare although the log was made under other rules')
    .addOption(
      wordOption(
        '--profile <name>',
        'what your cartridge has settled; of CPU traces the layout: cartridge, drill or a file',
        ['cartridge', 'drill'],
        'cartridge',
      ),
    )
    .option('--movie <file>', 'compare the pad words of the log with the movie that it was recorded from')
    .option('--list', `list every log, also where more than ${FEW_LOGS} were compared`)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', example('verify', 'verify traces/homebrew/drill-snes9x.log.gz --profile drill'));
}

/** @throws LockstepError `E_OPTION` for a part that ends before it begins */
function checkPart({ from = 0, to = Number.POSITIVE_INFINITY }: Options): void {
  if (from <= to) return;
  throw new LockstepError('E_OPTION', '--from is after --to', {
    found: `--from ${from} --to ${to}`,
    remedy: 'Exchange the two numbers, or leave one out',
  });
}

export function register(program: Command, context: CliContext): void {
  declare(program).action(async (names: string[], options: Options) => {
    // before anything is read: Ctrl-C must find its handler
    const signal = context.signal();
    checkPart(options);
    const image = givenImage(options);
    const byName = names.length > 0;
    const cpuTraces = await cpuTracesOf(names);
    const [only] = names;
    checkMovie(options, names, cpuTraces.length > 0);
    if (cpuTraces.length > 0) {
      await verifyCpuTraces(names, cpuTraces, options, image, context);
      return;
    }
    const files = byName ? findLogs(names) : shippedLogs(context, options);
    const vectors = byName || context.vectorsFolder === undefined ? undefined : [context.vectorsFolder];
    const report = await withReplayLimits(() =>
      verifyTogether(files, vectors, verifyOptions(options, image, signal, context)),
    );
    // After the log was read: a damaged log is called damaged, not one of another movie.
    const movie =
      options.movie === undefined || only === undefined || report.errors.length > 0
        ? undefined
        : await compareMovie(only, options.movie);
    context.exit(report.exit === 0 && movie?.first !== undefined ? 1 : report.exit);
    for (const error of report.errors) context.err(`${formatError(error)}\n`);
    if (options.json === true) {
      const shownImage = image === undefined ? null : imageJson(image);
      printJson(context, { ...verifyJson(report), image: shownImage, ...(movie === undefined ? {} : { movie }) });
      return;
    }
    if (image !== undefined) context.out(`${imageLines(image).join('\n')}\n`);
    // Without any result the totals would be nothing but zeros.
    if (report.logs.length > 0 || vectors !== undefined || report.interrupted)
      context.out(shownReport(report, options.list === true));
    if (!byName && report.exit === 0) context.out(nextLines());
    if (movie !== undefined) context.out(movieText(movie));
  });
}

function verifyOptions(
  options: Options,
  image: RomImage | undefined,
  signal: AbortSignal,
  context: CliContext,
): TogetherOptions {
  const rules = imageRules(options, image);
  // what comes from an image or a profile are functions, which stay in this thread
  const isPlain = image === undefined && rules.settled === undefined && context.systems === SYSTEMS;
  const extraWords = [...(options.continue === true ? ['--continue'] : []), ...(options.partial ? ['--partial'] : [])];
  return {
    ownerOf: ownerOfCell,
    systems: withImageCodeAll(context.systems, image),
    forceRuleset: options.forceRuleset === true,
    partial: options.partial === true,
    continueAfterDifference: options.continue === true,
    ...(options.from === undefined ? {} : { from: options.from }),
    ...(options.to === undefined ? {} : { to: options.to }),
    extraWords: [...extraWords, ...(image === undefined ? [] : imageWords(image))],
    signal,
    workers: isPlain ? availableParallelism() : 1,
    ...rules,
    progress: verifyProgress(context),
  };
}

function shownReport(report: VerifyReport, isListed: boolean): string {
  if (!isListed && report.logs.length > FEW_LOGS) return verdictText(report);
  // the errors stand on stderr already
  return verifyText({ ...report, errors: [] });
}

/** What to try when everything is equal: commands that work from the present folder. */
function nextLines(): string {
  const plan = shortPath(join(packageRoot(), 'traces', 'live-a-live', 'takahara-namcat.toml'));
  return `${[
    'each log: npx lockstep verify --list',
    'to try next:',
    `  npx lockstep run ${plan} --tell`,
    `  npx lockstep odds ${plan} --at 4`,
    `  npx lockstep plan ${plan} -o plan.html`,
  ].join('\n')}\n`;
}

/** What an image and `--profile` say about logs; a name of a layout is for CPU traces. */
function imageRules(
  { profile }: Options,
  image: RomImage | undefined,
): Pick<VerifyOptions, 'romSha256' | 'settle' | 'settled'> {
  const settled = givenSettled(PROFILE_NAMES.includes(profile) ? undefined : profile, image);
  const rules = settled === undefined ? {} : { settled: settledRules(settled) };
  if (image === undefined) return rules;
  const { identity, file } = image;
  const known = { ...rules, romSha256: identity.sha256 };
  if (identity.known === null) return known;
  return { ...known, settle: (log, source) => settledSource(log, source, file, identity) };
}

/** @throws LockstepError `E_USAGE` for a movie without exactly one log of frames */
function checkMovie({ movie }: Options, names: readonly string[], hasCpuTraces: boolean): void {
  if (movie === undefined || (names.length === 1 && !hasCpuTraces)) return;
  throw new LockstepError('E_USAGE', '--movie needs exactly one log of frames', {
    found: countText(names.length, 'file'),
  });
}

/** All shipped logs by short paths; the first line of the text says how many there are. */
function shippedLogs(context: CliContext, { json }: Options): string[] {
  const files = installedLogs(context).map(shortPath);
  if (json !== true) context.out(`compared: ${countText(files.length, 'log')} and the cases of the original code\n`);
  return files;
}

/** @throws LockstepError `E_NOTHING_COMPARED` in a package without recorded logs and vectors */
function installedLogs({ tracesFolder, vectorsFolder }: CliContext): string[] {
  if (vectorsFolder === undefined && !existsSync(join(tracesFolder, 'logs'))) {
    throw new LockstepError('E_NOTHING_COMPARED', 'the installed package holds no recorded logs', {
      remedy:
        'Name a log: lockstep verify FILE. The bundled logs are verified by npm start in a clone of the repository',
    });
  }
  return existsSync(tracesFolder) ? tracesBelow(tracesFolder) : [];
}
