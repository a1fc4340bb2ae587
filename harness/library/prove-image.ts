/** An image's own code beside our functions: what is proved, from which states, how sharp it is. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { countText } from '../../core/system/names.js';
import {
  LockstepError,
  nearest,
  type PadEvent,
  packageRoot,
  padWordOfMask,
  shellWord,
  writeFile,
} from '../base/index.js';
import { bundledLogs, padScriptOf } from '../capture/index.js';
import { type RomImage, readPadInput } from '../files/index.js';
import {
  adapterOf,
  codeAhead,
  createCallKeeper,
  createCaseCollector,
  createCodeLog,
  type ImageUnderTest,
  imageUnderTest,
  type LogToPlay,
  measureSharpness,
  neverReturns,
  type OwnRoutine,
  ownGame,
  type PlayedLog,
  type ProvePlace,
  type ProveResult,
  type ProveSource,
  playedMemories,
  playLog,
  proveJson,
  proveText,
  proveTogether,
  publishedCasesOf,
  publishedNotEqual,
  type RecordedStates,
  type RoutinePlan,
  type Sharpness,
  sharpnessJson,
  sharpnessText,
  type Tally,
  totalName,
  verdictOf,
  wantedPlans,
} from '../original/index.js';
import { type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import { type PlainError, plainError } from './certificates.js';
import { type OwnLayout, placedRoutines } from './own-routines.js';
import { checkParameters, type SignalOptions } from './parameters.js';

// The logs whose inputs a proof plays: the bundled ones of a test ROM, or a given one.

/** Frames of each bundled log by default: most routines are called in them. */
const BUNDLED_FRAMES = 150;
const ENDING = '.jsonl.gz';
/** The same scenario on two cores. */
const OTHER_CORE = /-(?:accuracy|balanced)$/;

/** Pad word of each frame, by a script. */
function padsOf(script: readonly PadEvent[]): (frame: number) => number {
  return (frame) => padWordOfMask(script.filter((event) => event.frame <= frame).at(-1)?.mask ?? 0);
}

/** Bundled logs of a test ROM; none in an installed package. */
function bundledLogsOf({ profile }: ImageUnderTest, frames: number): readonly LogToPlay[] {
  if (profile.isGame) return [];
  const root = packageRoot();
  if (!existsSync(join(root, 'traces', 'recordings.json'))) return [];
  const image = profile.name === 'drill-battle' ? 'battle' : undefined;
  return bundledLogs().flatMap((log) => {
    const file = join(root, 'traces', 'logs', `${log.log}.jsonl.gz`);
    if (log.image !== image || !existsSync(file)) return [];
    return [{ file, padBefore: padsOf(padScriptOf(log)), maxFrames: frames }];
  });
}

/** Logs of the user's choice. */
interface GivenLogs {
  /** A log in place of the bundled ones of a test ROM: states at the calls are taken from it. */
  readonly log?: string | undefined;
  /** Frames of each log; left out: 150 of a bundled one, all of a given one; 0: none. */
  readonly logFrames?: number | undefined;
  /** The pad script or movie that the given log was recorded with. */
  readonly input?: string | undefined;
}

/** A log begins with its battle: the pads before it stand in what it was recorded with. */
function padsBefore(input: string | undefined): (frame: number) => number {
  return input === undefined ? () => 0 : padsOf(readPadInput(input, true).events);
}

function chosenLogs(image: ImageUnderTest, { log: file, logFrames: frames, input }: GivenLogs): readonly LogToPlay[] {
  if (input !== undefined && file === undefined) {
    throw new LockstepError('E_OPTION', '--input is what a log was recorded with', {
      remedy: 'Name the log with --log',
    });
  }
  if (frames === 0) return [];
  if (file === undefined) {
    return bundledLogsOf(image, frames ?? BUNDLED_FRAMES).filter((log) => !OTHER_CORE.test(basename(log.file, ENDING)));
  }
  const maxFrames = frames ?? Number.POSITIVE_INFINITY;
  const bundled = bundledLogsOf(image, maxFrames).find((log) => resolve(log.file) === resolve(file));
  return [bundled ?? { file, padBefore: padsBefore(input), maxFrames }];
}

function checkBegins({ file, differs, frames }: PlayedLog): void {
  if (frames > 0 || differs === undefined) return;
  throw new LockstepError('E_OPTION', 'the image does not reach the first frame of the log', {
    file,
    found: `frame ${differs.frame} differs in ${differs.cell}`,
    expected: 'a log of this image from power-on, without a loaded savestate',
    remedy: 'Name with --input the pad script or movie that it was recorded with, or record it with lockstep record',
  });
}

/**
 * Plays the logs and keeps the states at the routines' calls.
 *
 * @throws LockstepError as `playLog`; `E_OPTION` for a given log of which no frame is equal
 */
export async function recordedStates(
  image: ImageUnderTest,
  plans: readonly RoutinePlan[],
  given: GivenLogs,
): Promise<RecordedStates> {
  const keeper = createCallKeeper(image, plans);
  const logs: PlayedLog[] = [];
  const chosen = plans.length === 0 ? [] : chosenLogs(image, given);
  for (const log of chosen) logs.push(await playLog(image, log, keeper));
  if (given.log !== undefined) logs.forEach(checkBegins);
  return { logs, statesOf: keeper.statesOf, calls: keeper.calls };
}

// A proof.

/** How far a proof has come: routines, or of `faults` the faults that are through. */
export interface ProvePlaceHeard extends ProvePlace {
  readonly what: 'routine' | 'fault';
}

export interface ProveImageOptions extends GivenLogs, SignalOptions {
  /** Only this routine (`C1:1C02`) or name. */
  readonly routine?: string | undefined;
  /** Only these routines or names; of a game of your own (`mapping`) all that is known of them. */
  readonly routines?: readonly string[] | readonly OwnRoutine[] | undefined;
  /** Only this area: `turn`, `combat`, `ai`. */
  readonly area?: string | undefined;
  /** Varied cases of each routine at most; left out: 20000. */
  readonly cases?: number | undefined;
  /** Of the varied cases, and of the faults; left out: 1. */
  readonly seed?: number | undefined;
  /** Has every routine in its text, not only those that differ; of faults those that were found. */
  readonly all?: boolean | undefined;
  /** Writes there the varied cases of one routine as vectors: cells and results, no byte. */
  readonly output?: string | undefined;
  /** Writes there what ran as a code/data log; several times slower. */
  readonly cdl?: string | undefined;
  /** Who reads the log: `mesen` (left out), `bizhawk`, `old-bizhawk`. */
  readonly cdlFor?: keyof typeof LOG_READERS;
  /** Plants so many faults, one at a time, in memory, and proves what runs through each. */
  readonly faults?: number | undefined;
  /** Threads, this one included; left out: the machine's cores. */
  readonly threads?: number | undefined;
  /** Hears every 1,024 cases, and each routine or fault. */
  readonly onProgress?: ((place: ProvePlaceHeard) => void) | undefined;
}

interface ProvenData extends Omit<ReturnType<typeof proveJson>, 'verdict'> {
  /** Why nothing holds of the image. */
  readonly error?: PlainError;
}

export type ProveImageAnswer = Answer<'holds' | 'differs' | 'incomplete'> & Plain<ProvenData>;

/** With `faults`: how many were planted, and which the proof finds. */
export interface SharpnessAnswer extends Answer<'answered' | 'incomplete'> {
  readonly sharpness: Plain<ReturnType<typeof sharpnessJson>>;
}

const CASES = 20_000;
const AREAS = ['turn', 'combat', 'ai'] as const;
/** Instructions of one call: a hundred times what the longest routine of the battle takes. */
const INSTRUCTION_BUDGET = 200_000;
/** Frames of the test ROM whose memory is kept. */
const PLAYED_FRAMES = 200;
/** Reasons that an error names. */
const MAX_REASONS = 4;
/** Exponent in a header; larger ones are none. */
const LARGEST_RAM_SIZE = 7;

function areaOf({ routine, name }: RoutinePlan): string | undefined {
  return adapterOf({ routine, name })?.area;
}

export const PUBLISHED_SOURCE: ProveSource = { published: publishedCasesOf, area: areaOf };

/** RAM of the cartridge by its header. */
function saveBytesOf({ identity }: Omit<RomImage, 'forced'>): number {
  const size = identity.header?.ramSize ?? 0;
  return size === 0 || size > LARGEST_RAM_SIZE ? 0 : 1024 << size;
}

function reasonsOf({ reasons }: Tally): string {
  const list = [...new Set(Object.values(reasons).flatMap((one) => Object.keys(one)))];
  return `${list.slice(0, MAX_REASONS).join(', ')}${list.length > MAX_REASONS ? ', ...' : ''}`;
}

function nothingProven(file: string, result: ProveResult): LockstepError {
  return new LockstepError('E_NOTHING_COMPARED', 'no case could be compared', {
    file,
    found: `${countText(result.cases, 'case')}, none equal and none different: ${reasonsOf(result)}`,
    expected: 'an image whose routines stand where its profile says',
    remedy: '`lockstep rom call IMAGE ROUTINE --trace` shows the way of one call',
  });
}

function incomplete(file: string, result: ProveResult): LockstepError {
  return new LockstepError('E_NOTHING_COMPARED', 'published cases are left without an equal outcome', {
    file,
    found: `${countText(publishedNotEqual(result), 'case')}: ${reasonsOf(result.published)}`,
    expected: 'every published case that is run equal',
    remedy: 'Look at the routines that are listed as open',
  });
}

function noCases(file: string): LockstepError {
  return new LockstepError('E_NOTHING_COMPARED', 'no varied case came to an exit: no file of cases is written', {
    file,
    remedy: 'Give --cases 1000 or more; without -o the proof tells what was left out',
  });
}

type ImageWords = Readonly<Record<'as' | 'patch', string | undefined>>;

/** What repeats the proof, and a single call of the image's code. */
function commandsOf(
  file: string,
  { as, patch }: ImageWords,
  { log, logFrames, input, seed, cases }: ProveImageOptions,
) {
  const given = { '--as': as, '--patch': patch };
  const wordsOf = (options: Readonly<Record<string, string | number | undefined>>): string[] =>
    Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name, shellWord(String(value))]));
  const image = [shellWord(file), ...wordsOf(given)];
  const run = wordsOf({ '--seed': seed, '--cases': cases, '--log': log, '--log-frames': logFrames, '--input': input });
  return {
    prove: ['lockstep rom prove', ...image, ...run].join(' '),
    call: ['lockstep rom call', ...image].join(' '),
  };
}

const LOG_READERS = { mesen: 'Mesen 2', bizhawk: 'BizHawk', 'old-bizhawk': 'an older BizHawk' } as const;

/** A line for each written file. */
function filesText({ output, cdl, cdlFor = 'mesen' }: ProveImageOptions): string {
  const cases = output === undefined ? '' : `${output}: varied cases, read by \`lockstep vectors\`\n`;
  return cdl === undefined ? cases : `${cases}${cdl}: code/data log for ${LOG_READERS[cdlFor]}\n`;
}

/** Options that write what one proof of the image as it is found out. */
const NOT_WITH_FAULTS = { '-o': 'output', '--cdl': 'cdl' } as const;

function checkFaults(options: ProveImageOptions): void {
  if (options.faults === undefined) return;
  for (const [word, name] of Object.entries(NOT_WITH_FAULTS)) {
    if (options[name] === undefined) continue;
    throw new LockstepError('E_USAGE', `--faults changes the image in memory, ${word} writes what the image did`, {
      found: `--faults and ${word}`,
      remedy: 'Leave one of them out',
    });
  }
  if (options.faults > 0) return;
  throw new LockstepError('E_USAGE', '--faults plants one fault or more', {
    found: `--faults ${options.faults}`,
    expected: '1 or more, such as --faults 100',
  });
}

function nothingPlanted(file: string, { leftOut }: Sharpness): LockstepError {
  return new LockstepError('E_NOTHING_COMPARED', 'no fault could be planted', {
    file,
    found:
      leftOut.length === 0
        ? 'no routine'
        : `routines that differ, or compare nothing, without a fault: ${leftOut.slice(0, MAX_REASONS).join(', ')}`,
    expected: 'a routine that agrees with ours, whose code runs',
    remedy: '`lockstep rom prove IMAGE` without --faults says what each routine comes to',
  });
}

/** What a proof runs on. */
interface Proven {
  readonly image: ImageUnderTest;
  readonly source: ProveSource;
  /** A game of one's own: no command knows it. */
  readonly isOwn: boolean;
}

/** An image that is proved, as it was opened. */
export interface ProvenImage {
  readonly read: Omit<RomImage, 'forced'>;
  /** The image with its profile. @throws LockstepError for one whose routines are not known */
  readonly under: () => ImageUnderTest;
  /** How an image of a game of one's own is laid out, and how its routines are entered. */
  readonly own: OwnLayout | undefined;
  /** What else names it in a command. */
  readonly words: ImageWords;
  /** Its file, which no output may be. */
  readonly inputs: readonly string[];
}

const KINDS = {
  routine: 'text',
  routines: 'texts',
  area: AREAS,
  cases: 'count',
  seed: 'count',
  log: 'file',
  logFrames: 'count',
  input: 'file',
  all: 'flag',
  output: 'output',
  cdl: 'output',
  cdlFor: Object.keys(LOG_READERS) as readonly string[],
  faults: 'count',
  threads: 'count',
  onProgress: 'function',
  image: 'files',
} as const;

/** What a proof runs with. */
interface Run {
  readonly image: ImageUnderTest;
  readonly file: string;
  readonly source: ProveSource;
  readonly options: ProveImageOptions;
  readonly run: Parameters<typeof measureSharpness>[2];
}

/** @throws LockstepError `E_NOTHING_COMPARED` where no fault could be planted */
function sharpnessOf({ image, file, source, options, run }: Run, faults: number): SharpnessAnswer {
  const { onProgress } = options;
  const tell = (what: ProvePlaceHeard['what']) => (done: number, all: number) =>
    onProgress?.({ what, done, all, routine: '', cases: 0 });
  const heard = { unfaulted: tell('routine'), fault: tell('fault') };
  const sharpness = measureSharpness(image, source, run, faults, heard);
  if (sharpness.list.length === 0) throw nothingPlanted(file, sharpness);
  // it is whole only where all that was asked for was planted, and every routine could judge
  const isWhole = sharpness.list.length === sharpness.asked && sharpness.leftOut.length === 0;
  return answerOf(
    isWhole ? 'answered' : 'incomplete',
    restsOnImage(image),
    { sharpness: sharpnessJson(sharpness) },
    () => sharpnessText(sharpness, options.all === true),
  );
}

function restsOnImage({ sha256 }: ImageUnderTest): string[] {
  return [`image SHA-256 ${sha256.slice(0, 16)}`];
}

/** The names that `routines` is, or undefined where it is routines of one's own. */
function namesOf(routines: ProveImageOptions['routines']): readonly string[] | undefined {
  const isOwn = Array.isArray(routines) && routines.some((one) => typeof one !== 'string');
  return isOwn ? undefined : (routines as readonly string[] | undefined);
}

/** Options of a proof with our functions, which are nothing to a game of one's own. */
const NOT_OWN = ['area', 'log', 'logFrames', 'input', 'output', 'cdl', 'cdlFor', 'threads'] as const;

/** @throws LockstepError `E_USAGE` for what does not go with a game of one's own, or needs one */
function provenOf({ own, read, under }: ProvenImage, options: ProveImageOptions): Proven {
  const { routine, routines, seed = 1 } = options;
  if (own === undefined) {
    if (routines === undefined || namesOf(routines) !== undefined) {
      return { image: under(), source: PUBLISHED_SOURCE, isOwn: false };
    }
    throw new LockstepError('E_USAGE', 'prove: routines of your own need to know how the image is laid out', {
      expected: "openImage(image, { mapping: 'lorom' }), or 'hirom'",
      remedy: 'Give mapping to openImage',
    });
  }
  const other = NOT_OWN.find((name) => options[name] !== undefined);
  if (other !== undefined) {
    throw new LockstepError('E_USAGE', `prove: ${other} does not go with a game of your own`, {
      expected: 'routines, routine, cases, seed, all, faults, onProgress, signal',
      remedy: 'Leave it out',
    });
  }
  const placed = placedRoutines(routines, read.image.length, own);
  const { profile, source } = ownGame(own.mapping, own.entry, placed, seed);
  const image = imageUnderTest(read.image, profile, false);
  const known = placed.map((one) => one.routine.name);
  if (routine !== undefined && wantedPlans(image, source, { routine }).length === 0) {
    throw new LockstepError('E_USAGE', 'prove: routine is none of routines', {
      found: routine,
      expected: known.slice(0, MAX_REASONS).join(', '),
      remedy: nearest(routine, known),
    });
  }
  const endless = neverReturns(image, source, INSTRUCTION_BUDGET);
  if (endless === undefined) return { image, source, isOwn: true };
  const { plan, reason } = endless;
  throw new LockstepError('E_ROM_CALL', `prove: routines: ${plan.name} at ${plan.routine} never returns`, {
    found: reason,
    expected: 'RTS or RTL at the level of the call',
    remedy: 'Look at its entry, and at the widths and domains that it is entered with',
  });
}

/**
 * @throws LockstepError for an image whose routines are not known, logs that are not of it, and
 * options that contradict each other; AbortError with the routines that are through. With `faults`
 * the signal is heard before they are planted alone.
 */
export async function proveImage(
  opened: ProvenImage,
  options: ProveImageOptions,
): Promise<ProveImageAnswer | SharpnessAnswer> {
  const { read: rom, words, inputs } = opened;
  const names = namesOf(options.routines);
  checkParameters('prove', { ...options, routines: names, image: inputs }, KINDS);
  checkFaults(options);
  const { output, cdl, cdlFor = 'mesen', routine, cases = CASES, seed = 1, signal, onProgress } = options;
  endAborted(signal, 'prove');
  const { file } = rom;
  const { image, isOwn, source } = provenOf(opened, options);
  if (output !== undefined && routine === undefined) {
    throw new LockstepError('E_USAGE', 'a file of cases holds one routine', {
      expected: '--routine with -o',
      remedy: 'Name the routine, such as --routine order-points-idle',
    });
  }
  const collect = createCaseCollector(image.sha256, totalName(image), seed);
  const codeLog = cdl === undefined ? undefined : createCodeLog(image);
  // the game's battles are not reached by pads alone
  const memories = image.profile.isGame || isOwn ? [] : playedMemories(image.image, PLAYED_FRAMES, seed);
  const wanted = { routine, area: options.area, routines: names && new Set(names) };
  const plans = wantedPlans(image, source, wanted);
  const recorded = await recordedStates(image, plans, isOwn ? { logFrames: 0 } : options);
  endAborted(signal, 'prove');
  const common = { ...wanted, cases, seed, instructions: INSTRUCTION_BUDGET, memories, recorded };
  if (options.faults !== undefined) {
    const run = { ...common, codeAhead: (plan: RoutinePlan) => codeAhead(image, plan) };
    return sharpnessOf({ image, file, source, options, run }, options.faults);
  }
  const result = await unlessAborted('prove', () =>
    proveTogether(
      image,
      source,
      { ...common, observe: codeLog?.observe, collect: output === undefined ? undefined : collect },
      options.threads ?? availableParallelism(),
      (place) => onProgress?.({ what: 'routine', ...place }),
      signal,
    ),
  );
  const commands = isOwn ? undefined : commandsOf(file, words, { ...options, seed, cases });
  const addresses = { mapping: image.profile.mapping, bytes: image.image.length };
  const answered = (verdict: ProveImageAnswer['verdict'], end: string, more: object = {}): ProveImageAnswer => {
    const { verdict: _, ...data } = proveJson(result, addresses, commands?.call);
    return answerOf(verdict, restsOnImage(image), { ...data, ...more }, () => {
      return `${proveText(result, addresses, commands, options.all === true)}${end}`;
    });
  };
  endAborted(signal, 'prove', () => {
    const through = `interrupted: ${result.routines} of ${countText(plans.length, 'routine')} are through\n`;
    return answered('incomplete', through);
  });
  const text = collect.text();
  if (output !== undefined) {
    if (text === undefined) throw noCases(output);
    writeFile(output, text, 'vector file');
  }
  if (cdl !== undefined && codeLog !== undefined) {
    const log = cdlFor === 'mesen' ? codeLog.mesen() : codeLog.bizhawk(saveBytesOf(rom), cdlFor === 'old-bizhawk');
    writeFile(cdl, log, 'code/data log');
  }
  const verdict = verdictOf(result);
  const written = filesText({ output, cdl, cdlFor });
  if (verdict === 'holds' || verdict === 'differs') return answered(verdict, written);
  const fault = verdict === 'incomplete' ? incomplete(file, result) : nothingProven(file, result);
  return answered('incomplete', written, { error: plainError(fault) });
}
