/**
 * `lockstep step FILE`: the terminal stepper; with --print or --json one entry, without a terminal.
 */

import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { LockstepError } from '../../base/index.js';
import type { RomImage } from '../../files/index.js';
import { type Given, type GivenOptions, givenOf, loadGiven } from '../../library/index.js';
import { holeCallsOf, holeCommand, namedEntry, standingText, standingUntil } from '../../original/index.js';
import {
  cellOf,
  type EntryFacts,
  factsOf,
  factsText,
  type LoadOptions,
  type OpenedLine,
  type Position,
  placeOf,
  placeOfFrame,
  RECORDING,
  shellWord,
  stepTo,
  type Timeline,
  why,
  whyText,
} from '../../play/index.js';
import { createStepper, loadWatches, runTerminal } from '../../views/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { addGivenOptions, romOption } from '../base/given.js';
import { wholeNumber } from '../base/options.js';
import { openChecked } from '../base/plan-check.js';
import { slowProgress } from '../base/progress.js';

interface Options extends GivenOptions {
  readonly at?: string;
  readonly frame?: number;
  readonly until?: string;
  readonly back?: string;
  readonly why?: string;
  readonly watch?: string;
  readonly branches?: string;
  readonly against?: string;
  readonly all?: boolean;
  readonly draws?: boolean;
  readonly print?: boolean;
  readonly forceRuleset?: boolean;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('step')
    .description('step through a log or a plan, both ways, on the terminal')
    .argument('<file>', 'a trace, a plan (.toml), a branch file (.toml), or a branch as FILE#NAME')
    .option('--at <place>', 'begin after this command: its number or label; 12.5 is frame 5 inside command 12')
    .option('--frame <number>', 'begin at this frame; of a battle by commands: the frame of the battle', wholeNumber)
    .option(
      '--until <condition>',
      'then run forwards to a condition, such as draw, "enemy turn", "enemy action", difference, "actionPoints >= 256"',
    )
    .option('--back <condition>', 'then run backwards to a condition')
    .option('--why <cell>', 'explain where the value of a cell comes from (with --print or --json)')
    .option('--watch <file>', 'a watch file of an emulator (.wch, .mlb, .sym, .json, .md)')
    .option('--branches <file>', 'keep branches in this file (.toml), new or existing')
    .option('--against <log>', 'compare a plan with a recording: the first difference is marked')
    .addOption(romOption())
    .option('--all', 'show working cells and timers too')
    .option('--draws', 'with --print: every draw below the sentence that it belongs to; --json has them')
    .option('--print', 'print the entry as text and end; needs no terminal')
    .option('--force-ruleset', 'open a log that was made under other rules')
    .option('--json', 'print the entry as JSON and end')
    .addHelpText(
      'after',
      example(
        'step traces/srpg-movement/guide.toml --until action --print',
        'step traces/logs/overflow.jsonl.gz --frame 2406 --why actionPoints --print',
      ),
    );
  addGivenOptions(command).action(async (file: string, options: Options) => {
    const isPrinting = options.print === true || options.json === true;
    const { terminal } = context;
    if (!isPrinting && terminal === undefined) {
      throw new LockstepError('E_TERMINAL', 'step needs a terminal for its keys and its screen', {
        remedy: 'Run it in a terminal, or give --print or --json',
      });
    }
    const signal = isPrinting ? context.signal() : undefined;
    const given = givenOf(context, options);
    const { image } = given;
    const load = loadOf(context, options, given, signal);
    const opened = await openChecked(context, file, load, options.branches);
    const { timeline } = opened;
    const watches = options.watch === undefined ? undefined : loadWatches(options.watch, timeline);
    const start = await startOf(opened, options);
    if (isPrinting) {
      await printEntry(context, opened, start, { file, options, image });
      return;
    }
    if (terminal === undefined) return;
    const [failure] = context.planFailures;
    const note = failure ?? noteOf(timeline, watches?.left ?? 0);
    const stepper = createStepper(opened.book, start, watches?.watches, note);
    context.exit(await runTerminal(stepper, terminal, context.color));
  });
}

interface Shown {
  readonly file: string;
  readonly options: Options;
  readonly image: RomImage | undefined;
}

async function printEntry(context: CliContext, { timeline }: OpenedLine, start: Position, given: Shown): Promise<void> {
  const { file, options } = given;
  const { line, at, inner = 0 } = start;
  const shown = inner > 0 ? at + 1 : at;
  const facts = factsOf(timeline, shown, line, inner);
  const standing = standingUntil(timeline, shown, line);
  const holes = holeCommands(timeline, start, given);
  const cause =
    options.why === undefined ? undefined : await why(timeline, cellOf(timeline, options.why), shown, { line });
  if (options.json === true) {
    printJson(context, {
      verb: 'step',
      exit: 0,
      file,
      end: timeline.end,
      facts: facts.at === 0 ? { ...facts, frame: null } : facts,
      why: cause ?? null,
      holes,
      ...standing,
    });
  } else {
    const lines = printed(timeline, facts, options, [...codeLines(holes), ...standingText(timeline, standing)]);
    if (cause !== undefined) lines.push(...whyText(cause, timeline.system.unit));
    context.out(`${lines.join('\n')}\n`);
  }
}

function loadOf(context: CliContext, options: Options, given: Given, signal: AbortSignal | undefined): LoadOptions {
  return {
    ...loadGiven(given),
    forceRuleset: options.forceRuleset === true,
    ...(signal === undefined ? {} : { signal }),
    progress: slowProgress(context, 'entries read'),
    ...(options.against === undefined ? {} : { against: options.against }),
  };
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
function holeCommands(timeline: Timeline, { at, line }: Position, { file, options, image }: Shown): HoleCommand[] {
  if (image === undefined) return [];
  const words = [
    image.file,
    ...(image.patch === null ? [] : ['--patch', image.patch.file]),
    ...(image.forced ? ['--as', 'live-a-live'] : []),
    ...(options.profile === undefined ? [] : ['--profile', options.profile]),
  ];
  return holeCallsOf(timeline, at, line).map((call, index) => ({
    routine: formatBus(call.routine),
    command: holeCommand(call, { file, entry: namedEntry(timeline, at), hole: index + 1 }, words)
      .map(shellWord)
      .join(' '),
  }));
}

function noteOf(timeline: Timeline, left: number): string {
  if (!timeline.end.whole) return `ends early: ${timeline.end.reason}`;
  if (left > 0) return `${countText(left, 'entry', 'entries')} of the watch file lie outside the memory windows`;
  return 'h shows the keys';
}

function printed(
  timeline: Timeline,
  facts: EntryFacts,
  { all = false, draws = false }: Options,
  notes: readonly string[],
): string[] {
  const lines = factsText(facts, { scratch: all, passive: all, draws, notes });
  if (timeline.end.whole) return lines;
  const last = timeline.frameOf(timeline.length());
  return [...lines, `the file ends early, at ${timeline.system.unit} ${last}: ${timeline.end.reason}`];
}

async function startOf({ timeline, named }: OpenedLine, options: Options): Promise<Position> {
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
