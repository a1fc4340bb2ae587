/** One entry of a log, plan or branch: what stands in it, and where a value comes from. */
import { formatBus } from '../../rom-map/cartridge/index.js';
import { LockstepError, type Standing, shellWord } from '../base/index.js';
import type { RomImage } from '../files/index.js';
import { holeCallsOf, holeCommand, namedEntry, standingText, standingUntil } from '../original/index.js';
import {
  cellOf,
  type EntryFacts,
  factsOf,
  factsText,
  type OpenedLine,
  openLine,
  type Position,
  placeOf,
  placeOfFrame,
  planFileOf,
  RECORDING,
  stepTo,
  type Timeline,
  why,
  whyText,
} from '../play/index.js';
import { loadWatches } from '../views/index.js';
import { type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import { GIVEN, type Given, type GivenOptions, givenOf, loadGiven, restsOn } from './given.js';
import type { GivenPlan } from './load-plan.js';
import { type OwnFailures, type PlanListener, tellFailures } from './luck.js';
import { type CallOptions, checkParameters, type Kind } from './parameters.js';

/** Where an entry is looked for. */
export interface EntryPlace {
  /** After this command: its number or label; `12.5` is frame 5 inside command 12. */
  readonly at?: string | undefined;
  /** This frame; of a battle by commands the frame of the battle. */
  readonly frame?: number | undefined;
  /** Then forwards to a condition, such as `draw`, `enemy turn`, `actionPoints >= 256`. */
  readonly until?: string | undefined;
  /** Then backwards to a condition. */
  readonly back?: string | undefined;
}

export interface OpenLineOptions extends CallOptions, GivenOptions, PlanListener {
  /** A log, a plan, a branch file, or a branch as `FILE#NAME`. */
  readonly file: GivenPlan;
  /** A branch file, new or existing, for branches of a log or plan. */
  readonly branches?: string | undefined;
  /** A recording that a plan is compared with: the first difference is marked. */
  readonly against?: string | undefined;
  /** Opens a log that was made under other rules. */
  readonly forceRuleset?: boolean | undefined;
  /** Hears how many entries are read. */
  readonly onProgress?: ((entries: number) => void) | undefined;
}

export interface ReadEntryOptions extends OpenLineOptions, EntryPlace {
  /** A watch file of an emulator; an entry shows no watches, and a file that is none is refused. */
  readonly watch?: string | undefined;
  /** The cell whose value is explained. */
  readonly why?: string | undefined;
  /** Has in its text working cells and timers too. */
  readonly all?: boolean | undefined;
  /** Has in its text every draw below the sentence that it belongs to. */
  readonly draws?: boolean | undefined;
}

/** Where the image's own code ran in the entry. */
function codeLines(holes: readonly HoleCommand[]): string[] {
  return holes.map(({ routine, command }) => `${routine} by the image's own code: ${command}`);
}

interface HoleCommand {
  readonly routine: string;
  /** Steps into it. */
  readonly command: string;
}

/** What repeats the calls of the image's own code in the entry, each with its instructions. */
function holeCommands(
  timeline: Timeline,
  { at, line }: Position,
  { file, profile }: OpenLineOptions,
  image: RomImage | undefined,
): HoleCommand[] {
  if (image === undefined) return [];
  const words = [
    image.file,
    ...(image.patch === null ? [] : ['--patch', image.patch.file]),
    ...(image.forced ? ['--as', 'live-a-live'] : []),
    ...(profile === undefined ? [] : ['--profile', profile]),
  ];
  return holeCallsOf(timeline, at, line).map((call, index) => ({
    routine: formatBus(call.routine),
    command: holeCommand(call, { file: planFileOf(file), entry: namedEntry(timeline, at), hole: index + 1 }, words)
      .map(shellWord)
      .join(' '),
  }));
}

function printed(
  timeline: Timeline,
  facts: EntryFacts,
  { all = false, draws = false }: ReadEntryOptions,
  notes: readonly string[],
): string[] {
  const lines = factsText(facts, { scratch: all, passive: all, draws, notes });
  if (timeline.end.whole) return lines;
  const last = timeline.frameOf(timeline.length());
  return [...lines, `the file ends early, at ${timeline.system.unit} ${last}: ${timeline.end.reason}`];
}

async function startOf({ timeline, named }: OpenedLine, options: EntryPlace): Promise<Position> {
  const line = named ?? RECORDING;
  let position: Position = { line, at: 0, call: 0 };
  if (options.at !== undefined && options.frame !== undefined) {
    throw new LockstepError('E_OPTION', '--at and --frame both say where to begin', {
      remedy: 'Leave one of them out',
    });
  }
  if (options.at !== undefined) position = placeOf(timeline, options.at, line);
  if (options.frame !== undefined) position = placeOfFrame(timeline, options.frame, line);
  for (const [condition, direction] of [
    [options.until, 1],
    [options.back, -1],
  ] as const) {
    if (condition === undefined) continue;
    const found = await stepTo(timeline, position, condition, direction);
    if (found === undefined) {
      const isStart = position.at === 0 && position.inner === undefined;
      const from = isStart ? 'the start' : `${timeline.system.unit} ${timeline.frameOf(position.at)}`;
      throw new LockstepError('E_FRAME', `${condition} does not occur ${direction > 0 ? 'after' : 'before'} ${from}`, {
        file: timeline.file,
        ...(timeline.end.whole || direction < 0 ? {} : { found: `an early end: ${timeline.end.reason}` }),
        remedy: 'Begin elsewhere with --at or --frame, or use another condition',
      });
    }
    position = found;
  }
  return position;
}

const OPEN: Readonly<Record<string, Kind>> = {
  ...GIVEN,
  ...{ file: 'plan', branches: 'update', against: 'file', forceRuleset: 'flag' },
  ...{ onProgress: 'function', onPlanFailures: 'function' },
  ...{ at: 'text', frame: 'count', until: 'text', back: 'text' },
};

/** A line at a place of it. */
export interface LineAtPlace extends OwnFailures {
  readonly opened: OpenedLine;
  readonly start: Position;
  readonly given: Given;
}

/**
 * Opens a log, plan or branch at a place of it.
 * @throws LockstepError for a line that cannot be opened, or a place that it does not have
 */
export async function openLineAt(options: OpenLineOptions & EntryPlace): Promise<LineAtPlace> {
  const { signal, forceRuleset, against, onProgress } = options;
  const given = givenOf(options, options);
  let failures: OwnFailures = {};
  const load = {
    ...loadGiven(given),
    forceRuleset: forceRuleset === true,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { progress: onProgress }),
    ...(against === undefined ? {} : { against }),
    onFailures: (sentences: readonly string[]): void => {
      failures = tellFailures(options, sentences);
    },
  };
  const opened = await openLine(options.file, load, options.branches);
  return { opened, start: await startOf(opened, options), given, ...failures };
}

interface EntryRead extends OwnFailures, Standing {
  readonly file: string;
  readonly end: Timeline['end'];
  readonly facts: Omit<EntryFacts, 'frame'> & { readonly frame: number | null };
  readonly why: Awaited<ReturnType<typeof why>> | null;
  readonly holes: readonly HoleCommand[];
}

export type ReadEntryAnswer = Answer<'answered'> & Plain<EntryRead>;

/**
 * What stands in one entry of a log, plan or branch: units, changes, events, what happened; and,
 * where it is asked for, what a cell's value comes from.
 * @throws LockstepError for a line that cannot be opened, or a place or cell that it does not have
 */
export async function readEntry(options: ReadEntryOptions): Promise<ReadEntryAnswer> {
  checkParameters('readEntry', options, { ...OPEN, watch: 'file', why: 'text', all: 'flag', draws: 'flag' }, ['file']);
  endAborted(options.signal, 'readEntry');
  const { opened, start, given, ...failures } = await unlessAborted('readEntry', () => openLineAt(options));
  const { timeline } = opened;
  if (options.watch !== undefined) loadWatches(options.watch, timeline);
  const { line, at, inner = 0 } = start;
  const shown = inner > 0 ? at + 1 : at;
  const facts = factsOf(timeline, shown, line, inner);
  const standing = standingUntil(timeline, shown, line);
  const holes = holeCommands(timeline, start, options, given.image);
  const asked = options.why;
  const cause = asked === undefined ? undefined : await why(timeline, cellOf(timeline, asked), shown, { line });
  const data: EntryRead = {
    file: planFileOf(options.file),
    end: timeline.end,
    facts: facts.at === 0 ? { ...facts, frame: null } : facts,
    ...{ why: cause ?? null, holes },
    ...standing,
    ...failures,
  };
  const rests = restsOn(given, { switches: timeline.switches.switches });
  return answerOf('answered', rests, data, () => {
    const lines = printed(timeline, facts, options, [...codeLines(holes), ...standingText(timeline, standing)]);
    if (cause !== undefined) lines.push(...whyText(cause, timeline.system.unit));
    return `${lines.join('\n')}\n`;
  });
}
