/** `lockstep rom prove`: an image's own code beside our functions. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { countText } from '../../../../core/system/names.js';
import {
  formatError,
  LockstepError,
  type PadEvent,
  packageRoot,
  padWordOfMask,
  writeFile,
} from '../../../base/index.js';

import { bundledLogs, padScriptOf } from '../../../capture/index.js';
import { readPadInput, readRomImage } from '../../../files/index.js';

import {
  adapterOf,
  chooseImageProof as chooseImage,
  codeAhead,
  createCallKeeper,
  createCaseCollector,
  createCodeLog,
  type ImageUnderTest,
  type LogToPlay,
  loadProfile,
  measureSharpness,
  type PlayedLog,
  PROFILE_NAMES,
  type ProvePlace,
  type ProveProgress,
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
} from '../../../original/index.js';

import { shellWord } from '../../../play/index.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import { wholeNumber, wordOption } from '../../base/options.js';

// The logs whose inputs `lockstep rom prove` plays: the bundled ones of a test ROM, or a given one.

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
  /** A log in place of the bundled ones. */
  readonly log?: string;
  /** Of each log; by default 150 of a bundled one, all of a given one. */
  readonly logFrames?: number;
  /** The pad script or movie that the given log was recorded with. */
  readonly input?: string;
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

// The line on stderr while `lockstep rom prove` works: routines, cases, cases a second, time left.

/** Milliseconds between two lines. */
const INTERVAL = 250;

/**
 * @param write takes the line
 * @param now milliseconds
 */
export function createProveProgress(write: (text: string) => void, now: () => number): ProveProgress {
  const begun = now();
  let shown = begun;
  const line = ({ done, all, routine, cases }: ProvePlace): void => {
    shown = now();
    const seconds = Math.max(shown - begun, 1) / 1000;
    const rate = Math.round(cases / seconds).toLocaleString('en-US');
    const left = done === 0 ? '' : `, ${Math.ceil((seconds / done) * (all - done))} s left`;
    const text = `${done}/${countText(all, 'routine')}, ${routine}, ${countText(cases.toLocaleString('en-US'), 'case')}, ${countText(rate, 'case')}/s${left}`;
    write(`\r${text}   ${done === all ? '\n' : ''}`);
  };
  let through = 0;
  return (place) => {
    if (place.done === through && now() - shown < INTERVAL) return;
    through = place.done;
    line(place);
  };
}

interface Options {
  readonly routine?: string;
  readonly area?: string;
  readonly cases: number;
  readonly seed: number;
  readonly patch?: string;
  readonly as?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly output?: string;
  readonly log?: string;
  readonly logFrames?: number;
  readonly input?: string;
  readonly cdl?: string;
  readonly cdlFor: 'mesen' | 'bizhawk' | 'old-bizhawk';
  readonly faults?: number;
}

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
function saveBytesOf({ identity }: ReturnType<typeof readRomImage>): number {
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

/** What repeats the proof, and a single call of the image's code. */
function commandsOf(file: string, { as, patch, log, logFrames, input, seed, cases }: Options) {
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
function filesText({ output, cdl, cdlFor }: Options): string {
  const cases = output === undefined ? '' : `${output}: varied cases, read by \`lockstep vectors\`\n`;
  return cdl === undefined ? cases : `${cases}${cdl}: code/data log for ${LOG_READERS[cdlFor]}\n`;
}

/** Options that write what one proof of the image as it is found out. */
const NOT_WITH_FAULTS = { '-o': 'output', '--cdl': 'cdl' } as const;

function checkFaults(options: Options): void {
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

/** Exit 0 only where all that was asked for was planted, and every routine could judge. */
function exitOfSharpness({ asked, leftOut, list }: Sharpness): 0 | 1 {
  return list.length === asked && leftOut.length === 0 ? 0 : 1;
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

/** Shows where the measurement is. */
function faultsProgress(context: CliContext) {
  const line = (done: number, all: number, what: string): void =>
    context.err(`\r${done}/${countText(all, what)}   ${done === all ? '\n' : ''}`);
  return {
    unfaulted: (done: number, all: number) => line(done, all, 'routine'),
    fault: (done: number, all: number) => line(done, all, 'fault'),
  };
}

async function prove(file: string, options: Options, context: CliContext): Promise<void> {
  checkFaults(options);
  const rom = readRomImage(file, options.patch);
  const image = chooseImage(rom, PROFILE_NAMES.map(loadProfile), options.as);
  if (options.output !== undefined && options.routine === undefined) {
    throw new LockstepError('E_USAGE', 'a file of cases holds one routine', {
      expected: '--routine with -o',
      remedy: 'Name the routine, such as --routine order-points-idle',
    });
  }
  const collect = createCaseCollector(image.sha256, totalName(image), options.seed);
  const codeLog = options.cdl === undefined ? undefined : createCodeLog(image);
  // the game's battles are not reached by pads alone
  const memories = image.profile.isGame ? [] : playedMemories(image.image, PLAYED_FRAMES, options.seed);
  const plans = wantedPlans(image, PUBLISHED_SOURCE, options);
  const recorded = await recordedStates(image, plans, options);
  if (options.faults !== undefined) {
    const run = {
      ...options,
      instructions: INSTRUCTION_BUDGET,
      memories,
      recorded,
      codeAhead: (plan: RoutinePlan) => codeAhead(image, plan),
    };
    const progress = context.showProgress ? faultsProgress(context) : undefined;
    const sharpness = measureSharpness(image, PUBLISHED_SOURCE, run, options.faults, progress);
    if (sharpness.list.length === 0) throw nothingPlanted(file, sharpness);
    const exit = exitOfSharpness(sharpness);
    if (options.json === true) printJson(context, { verb: 'rom prove', exit, sharpness: sharpnessJson(sharpness) });
    else context.out(sharpnessText(sharpness, options.all === true));
    context.exit(exit);
    return;
  }
  const result = await proveTogether(
    image,
    PUBLISHED_SOURCE,
    {
      ...options,
      instructions: INSTRUCTION_BUDGET,
      memories,
      recorded,
      observe: codeLog?.observe,
      collect: options.output === undefined ? undefined : collect,
    },
    availableParallelism(),
    context.showProgress ? createProveProgress(context.err, () => performance.now()) : undefined,
  );
  const cases = collect.text();
  if (options.output !== undefined) {
    if (cases === undefined) throw noCases(options.output);
    writeFile(options.output, cases, 'vector file');
  }
  if (options.cdl !== undefined && codeLog !== undefined) {
    const log =
      options.cdlFor === 'mesen'
        ? codeLog.mesen()
        : codeLog.bizhawk(saveBytesOf(rom), options.cdlFor === 'old-bizhawk');
    writeFile(options.cdl, log, 'code/data log');
  }
  const verdict = verdictOf(result);
  const exit = verdict === 'differs' ? 1 : verdict === 'holds' ? 0 : 2;
  const commands = commandsOf(file, options);
  const addresses = { mapping: image.profile.mapping, bytes: image.image.length };
  if (options.json === true) {
    printJson(context, { verb: 'rom prove', exit, ...proveJson(result, addresses, commands.call) });
  } else context.out(`${proveText(result, addresses, commands, options.all === true)}${filesText(options)}`);
  context.exit(exit);
  if (verdict === 'nothing compared') context.err(`${formatError(nothingProven(file, result))}\n`);
  if (verdict === 'incomplete') context.err(`${formatError(incomplete(file, result))}\n`);
}

export function register(rom: Command, context: CliContext): void {
  rom
    .command('prove')
    .description(
      "run an image's own code beside our functions: published cases, then varied ones; first difference shrunk",
    )
    .argument('<rom>', 'a cartridge image, or traces/homebrew/drill.sfc, drill-battle.sfc')
    .option('--routine <address>', 'only this routine (C1:1C02) or name (order-points-idle)')
    .addOption(new Option('--area <area>', 'only this area').choices(['turn', 'combat', 'ai']))
    .option('--cases <n>', 'varied cases of each routine at most', wholeNumber, 20_000)
    .option('--seed <n>', 'seed of the varied cases, and of the faults', wholeNumber, 1)
    .option('--log <file>', 'take states at the calls from this log, in place of the bundled ones of a test ROM')
    .option('--log-frames <n>', 'frames of each log (150 of a bundled one, all of --log); 0: none', wholeNumber)
    .option('--input <file>', 'with --log: the pad script or movie that it was recorded with')
    .option('--patch <file>', 'apply an IPS, UPS or BPS patch in memory first')
    .addOption(
      wordOption('--as <image>', 'take an unknown image, where its header fits, as: live-a-live, drill, drill-battle', [
        'live-a-live',
        'drill',
        'drill-battle',
      ]),
    )
    .option('--all', 'list every routine, not only those that differ; of --faults, those that were found too')
    .option(
      '-o, --output <file>',
      'write varied cases of one routine as vectors: cells and results, no byte of the image',
    )
    .option('--cdl <file>', 'write what ran as a code/data log; several times slower')
    .addOption(
      new Option('--cdl-for <emulator>', 'who reads the log: Mesen 2, BizHawk, or a BizHawk that knows no CARTROM-DB')
        .choices(['mesen', 'bizhawk', 'old-bizhawk'])
        .default('mesen'),
    )
    .option(
      '--faults <n>',
      'how sharp it is: plant n faults, one at a time, in memory, and prove what runs through each; --seed chooses them',
      wholeNumber,
    )
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      example(
        'rom prove traces/homebrew/drill.sfc --routine C1:1C02',
        'rom prove traces/homebrew/drill.sfc --area ai --cases 100',
        'rom prove traces/homebrew/drill.sfc --routine C1:1C02 --faults 10 --cases 100',
      ),
    )
    .action((file: string, options: Options) => prove(file, options, context));
}
