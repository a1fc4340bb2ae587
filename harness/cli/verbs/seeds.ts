/** `lockstep seeds PLAN`: what becomes of a plan, or of a policy, from every start. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { LockstepError, nearest, withSearchLimits } from '../../base/index.js';

import { findPlanSystem, loadPlan, startBattle } from '../../play/index.js';

import {
  drawnSystem,
  policyPlan,
  runSeeds,
  type SeedsRun,
  START_KINDS,
  type StartKind,
  seedsText,
  summarize,
} from '../../solve/index.js';

import { type CliContext, type ExitCode, example, printJson } from '../base/context.js';
import { parseNumber, threadCount, usualThreads, wholeNumber, wordOption } from '../base/options.js';

import { checkOwn } from '../base/plan-check.js';

interface Options {
  readonly starts: string;
  readonly frames?: number;
  readonly timer?: string;
  readonly want?: string;
  readonly policy?: string;
  readonly workers?: number;
  readonly json?: boolean;
}

const FRAMES = 600;
const MOST_FRAMES = 65_535;

function kindOf(text: string): StartKind {
  const kind = START_KINDS.find((candidate) => candidate === text);
  if (kind !== undefined) return kind;
  throw new LockstepError('E_OPTION', '--starts names no kind of starts', {
    found: text,
    expected: START_KINDS.join(', '),
    remedy: nearest(text, START_KINDS),
  });
}

/** @throws LockstepError `E_OPTION` for an option of another kind of starts */
function checkKind(kind: StartKind, { timer, frames }: Options): void {
  const wrong =
    kind !== 'timers' && timer !== undefined ? 'timer' : kind !== 'waits' && frames !== undefined ? 'frames' : '';
  if (wrong === '') return;
  throw new LockstepError('E_OPTION', `--${wrong} is for --starts ${wrong === 'timer' ? 'timers' : 'waits'}`, {
    found: `--starts ${kind}`,
    remedy: 'Leave one of the two out',
  });
}

/** @throws LockstepError `E_OPTION` for an option beyond its range */
function atMost(value: number, name: string, most: number): number {
  if (value <= most) return value;
  throw new LockstepError('E_OPTION', `--${name} is too large`, { found: String(value), expected: `at most ${most}` });
}

export function register(program: Command, context: CliContext): void {
  program
    .command('seeds')
    .description('what becomes of a plan, or of a policy, from every start: wins, losses, breaks, frames, HP')
    .argument('<plan>', 'a plan (TOML) of battles by commands')
    .addOption(
      wordOption(
        '--starts <kind>',
        "timers: all seeds of a first battle; cycles: all states of the generator's cycles; waits: frames waited first; places: where the enemies may start",
        START_KINDS,
        'timers',
      ),
    )
    .option('--timer <value>', 'of timers: the battle timer at the start, 0..65535 (left out: the plan’s)')
    .option('--frames <count>', 'of waits: the most frames waited (left out: 600)', wholeNumber)
    .option(
      '--want <expression>',
      "starts that give this: cells, frames, won, lost, e.g. 'enemy[0].hp = 0 and frames <= 300'",
    )
    .addOption(
      wordOption('--policy <name>', "attack or random in the place of the plan's commands", ['attack', 'random']),
    )
    .option('--workers <count>', 'threads; the answer is the same on any number', threadCount)
    .option('--json', 'print the answer as JSON')
    .addHelpText(
      'after',
      example(
        'seeds traces/live-a-live/present-day-namcat.toml --starts waits --want won',
        'seeds traces/live-a-live/present-day-namcat.toml --policy attack --starts waits --frames 60',
      ),
    )
    .action(async (file: string, options: Options) => {
      const kind = kindOf(options.starts);
      checkKind(kind, options);
      const plan = policyPlan(loadPlan(file), options.policy);
      const { system } = drawnSystem(await findPlanSystem(context.systems, plan), file);
      const battle = await startBattle(system, plan);
      // a policy plays nothing that the plan expects something of
      if (options.policy === undefined) checkOwn(context, system, plan, battle);
      const timer = options.timer === undefined ? undefined : parseNumber(options.timer, 'timer', 0xffff);
      const choice = { kind, timer, frames: atMost(options.frames ?? FRAMES, 'frames', MOST_FRAMES) };
      const workers = options.workers ?? usualThreads(availableParallelism());
      const progress = (done: number, all: number): void => context.err(`\r${done} of ${all} starts`);
      const run: SeedsRun = {
        problem: { system, battle, plan, choice, want: options.want },
        policy: options.policy,
        workers,
        signal: context.signal(),
        ...(context.showProgress ? { progress } : {}),
      };
      const summary = summarize(run, await withSearchLimits(() => runSeeds(run)));
      if (context.showProgress) context.err('\n');
      const none = summary.wanted !== undefined && summary.wanted.count === 0;
      const exit: ExitCode = context.signal().aborted ? 130 : none ? 1 : 0;
      context.exit(exit);
      if (options.json === true) printJson(context, { verb: 'seeds', exit, file, starts: kind, ...summary });
      else context.out(seedsText(file, summary, options.want));
    });
}
