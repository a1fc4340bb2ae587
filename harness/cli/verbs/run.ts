/**
 * `lockstep run [SYSTEM] PLAN`: runs a plan, compares its checkpoints, writes a trace.
 */

import type { Command } from 'commander';
import { createEventBuffer, stateHash } from '../../../core/system/battle.js';
import { countText } from '../../../core/system/names.js';
import type { Battle, EventBuffer, System } from '../../../core/system/system.js';
import { LockstepError, nearest, notFilledOf } from '../../base/index.js';

import { type WaitTally, waitLines } from '../../capture/index.js';
import { type RomImage, romSource } from '../../files/index.js';

import {
  askOdds,
  beginBattle,
  collectDraws,
  createStory,
  type DrawCollector,
  emptyPlan,
  firstOutcome,
  loadPlan,
  oddsText,
  originLines,
  type Plan,
  type PlanRecorder,
  planText,
  predictText,
  recordPlan,
  runPlan,
  type Story,
  storyText,
  systemOfStates,
  withStart,
} from '../../play/index.js';

import { type CliContext, type ExitCode, example, printJson } from '../base/context.js';
import {
  addFromOptions,
  addGivenImage,
  addTimingOption,
  type FromOptions,
  type GivenOptions,
  givenOf,
  givenStart,
  givenTiming,
  imageField,
  imageHead,
  planGiven,
  romOption,
  type TimingOptions,
} from '../base/given.js';
import { addNamesOption } from '../base/options.js';

interface Options extends GivenOptions, FromOptions, TimingOptions {
  readonly output?: string;
  readonly print?: boolean;
  readonly odds?: boolean;
  readonly predict?: boolean;
  readonly draws?: boolean;
  readonly tell?: boolean;
  readonly json?: boolean;
}

/** Words of events of one command: a battle that a policy plays to its end. */
const TOLD_WORDS = 1 << 20;

function declare(program: Command, context: CliContext): Command {
  const command = program
    .command('run')
    .description('run a plan of a system and compare its checkpoints')
    .usage('[options] [system] [plan]')
    .argument(
      '[plan...]',
      `a plan (TOML), left out with --from: no command; the id of a system before it wins over the plan's own: ${context.systems.map(({ id }) => id).join(', ')}`,
    )
    .addOption(romOption());
  return addTimingOption(addNamesOption(addFromOptions(addGivenImage(command))))
    .option('-o, --output <trace>', 'write the run as a trace (.jsonl, or .jsonl.gz)')
    .option('--print', 'print the battle at the end, where the system supports it')
    .option('--odds', 'answer the plan’s [query] with exact odds, where the system supports it')
    .option('--predict', 'print what comes next, where the system supports it')
    .option('--tell', 'print what happens, a sentence for each thing')
    .option('--draws', 'print every draw of the generator under what it decides; a trace then holds them too')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example('run traces/srpg-movement/guide.toml --print', 'run traces/live-a-live/takahara-namcat.toml --tell'),
    );
}

export function register(program: Command, context: CliContext): void {
  declare(program, context).action(async (words: readonly string[], options: Options) => {
    const given = givenOf(context, options);
    const { image } = given;
    const { file, id, written } = await writtenPlan(words, options, context.systems);
    const { system, plan } = await planGiven(given, written, id);
    const { odds: oddsOf, views } = system.capabilities;
    const abilities = {
      print: wantedAbility(system, options.print, 'print', views?.print),
      odds: wantedAbility(system, options.odds, 'odds', oddsOf),
      predict: wantedAbility(system, options.predict, 'predict', views?.predict),
    };
    const { battle, origin } = await beginBattle(system, plan);
    const draws = options.draws === true ? collectDraws(system) : undefined;
    const events = draws?.events ?? createEventBuffer(TOLD_WORDS);
    const isTold = options.tell === true || options.draws === true;
    const story = isTold ? createStory(system, battle, events, given.language) : undefined;
    const tally = givenTiming(options, system);
    const run = { system, battle, plan, output: options.output, draws, image, story, events, tally };
    const result = await execute(run, context.signal());
    const interrupted = context.signal().aborted;
    const exit: ExitCode = interrupted ? 130 : result.failures.length > 0 ? 1 : 0;
    const odds = abilities.odds === undefined ? undefined : askOdds(system, abilities.odds, plan);
    const answers = {
      print: abilities.print?.(battle),
      odds,
      predict: abilities.predict?.(battle),
    };
    const outcome = system.capabilities.views?.outcome?.(battle) ?? [];
    context.exit(exit);
    const notFilled = notFilledOf(system, result.unpublished, image !== undefined);
    if (options.json === true) {
      const first = odds === undefined ? {} : { oddsOfFirst: firstOutcome(odds) };
      printJson(context, {
        verb: 'run',
        exit,
        file,
        ...result,
        state: stateHash(battle),
        ...(origin === undefined ? {} : { start: origin }),
        notFilled,
        trace: options.output ?? null,
        ...imageField(given),
        ...answers,
        ...first,
        outcome,
        draws: draws?.plain(),
        told: story?.commands,
        ...(tally === undefined ? {} : { waits: tally.waits() }),
      });
      return;
    }
    if (answers.print !== undefined) context.out(withLineEnd(answers.print));
    if (answers.odds !== undefined) context.out(oddsText(answers.odds));
    if (answers.predict !== undefined) context.out(predictText(answers.predict));
    // Asked for a print alone, stdout holds that and nothing else.
    if (story !== undefined) context.out(storyText(system, story, options.draws === true));
    const asked = answers.print ?? answers.odds ?? answers.predict;
    const ran = planText(file, result, plan.settled, image?.identity.sha256, notFilled);
    const begun = origin === undefined ? '' : `${originLines(origin).join('\n')}\n`;
    const waits = tally === undefined ? '' : `  ${waitLines(tally.waits()).join('\n  ')}\n`;
    const text = `${imageHead(image)}${begun}${ran}${predictText(outcome)}${waits}`;
    (asked === undefined ? context.out : context.err)(text);
  });
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

interface WrittenPlan {
  readonly file: string;
  readonly id: string | undefined;
  readonly written: Plan;
}

/**
 * The plan that is given, begun where --from says; without a plan one without commands.
 * @throws LockstepError `E_USAGE`, `E_SYSTEM`, `E_OPTION`
 */
async function writtenPlan(
  words: readonly string[],
  options: FromOptions,
  systems: readonly System[],
): Promise<WrittenPlan> {
  const start = await givenStart(options);
  if (words.length === 0) {
    if (start !== undefined && options.from !== undefined) {
      return { file: options.from, id: undefined, written: emptyPlan(systemOfStates(systems), start, options.from) };
    }
    throw new LockstepError('E_USAGE', 'run needs a plan', { expected: '[SYSTEM] PLAN, or --from STATE' });
  }
  const { file, id } = givenPlan(words);
  if (id !== undefined) checkId(systems, id);
  const plan = loadPlan(file);
  return { file, id, written: start === undefined ? plan : withStart(systems, plan, start) };
}

/** @throws LockstepError `E_USAGE` for more than a system and a plan */
function givenPlan([first = '', second, ...more]: readonly string[]): { file: string; id: string | undefined } {
  if (more.length > 0) {
    throw new LockstepError('E_USAGE', 'run plays one plan', {
      found: countText(more.length + 2, 'word'),
      expected: '[SYSTEM] PLAN',
      remedy: 'Name one plan, and before it the id of its system or nothing',
    });
  }
  return second === undefined ? { file: first, id: undefined } : { file: second, id: first };
}

/** @throws LockstepError `E_SYSTEM` */
function checkId(systems: readonly System[], id: string): void {
  if (systems.some((candidate) => candidate.id === id)) return;
  throw new LockstepError('E_SYSTEM', `there is no system ${id}`, {
    remedy: nearest(
      id,
      systems.map((candidate) => candidate.id),
    ),
  });
}

/** What a system without an ability does not do. */
const MISSING = {
  print: 'prints no battle',
  odds: 'answers no [query]; `lockstep odds` weighs the skills of a played battle',
  predict: 'predicts nothing',
} as const;

/**
 * The ability that an option asks for.
 * @throws LockstepError `E_CAPABILITY`
 */
function wantedAbility<Ability>(
  system: System,
  wanted: boolean | undefined,
  name: 'print' | 'odds' | 'predict',
  found: Ability | undefined,
): Ability | undefined {
  if (wanted !== true || found !== undefined) return wanted === true ? found : undefined;
  throw new LockstepError('E_CAPABILITY', `${system.id} ${MISSING[name]}`, { remedy: `Leave --${name} out` });
}

interface Run {
  readonly system: System;
  readonly battle: Battle;
  readonly plan: Plan;
  /** Trace to write. */
  readonly output: string | undefined;
  readonly draws: DrawCollector | undefined;
  readonly story: Story | undefined;
  /** Holds the events of a command. */
  readonly events: EventBuffer;
  readonly image: RomImage | undefined;
  readonly tally: WaitTally | undefined;
}

/** Runs the plan. The trace stays unless the run throws. */
async function execute(run: Run, signal: AbortSignal): ReturnType<typeof runPlan> {
  const { system, battle, plan, output, draws, image, story, events, tally } = run;
  const tell: PlanRecorder = (step, _, error) => {
    story?.note(step, error);
    if (error === '') tally?.add(events);
  };
  if (output === undefined) {
    const record: PlanRecorder = (step, encoded, error) => {
      draws?.take();
      tell(step, encoded, error);
    };
    return runPlan(system, battle, plan, record, signal, events);
  }
  const rom = image === undefined ? null : romSource(image);
  const trace = recordPlan(output, system, battle, plan, rom, draws === undefined ? undefined : () => draws.take());
  const record: PlanRecorder = (step, encoded, error) => {
    trace.record(step, encoded, error);
    tell(step, encoded, error);
  };
  try {
    const result = await runPlan(system, battle, plan, record, signal, events);
    trace.writer.finish();
    return result;
  } catch (error) {
    trace.writer.abort();
    throw error;
  }
}
