/** A plan played: its checkpoints, what happens in it, its ledger, other settings, a recording. */

import { createEventBuffer, stateHash } from '../../core/system/battle.js';
import { countText, worded } from '../../core/system/names.js';
import type { Battle, EventBuffer, System } from '../../core/system/system.js';
import { LockstepError, nearest, notFilledOf, paced, type Standing, SYSTEMS, standingOf } from '../base/index.js';
import { checkImage, openLog, readRecordedMenus, type Waits, type WaitTally, waitLines } from '../capture/index.js';
import { type RomImage, romSource } from '../files/index.js';
import {
  type AgainstResult,
  askOdds,
  beginBattle,
  type CheckFailure,
  collectDraws,
  compareWithRecording,
  createStory,
  type DrawCollector,
  emptyPlan,
  findRepair,
  firstOutcome,
  type Ledger,
  ledgerSteps,
  ledgerText,
  loadPlan,
  MOST_NEIGHBOURS,
  type OtherSetting,
  oddsText,
  originLines,
  otherSettingLines,
  type Plan,
  type PlanRecorder,
  type PlanResult,
  placedFailure,
  planFromNeighbours,
  planText,
  planUnderOtherSettings,
  runPlan as playThrough,
  predictText,
  type Repair,
  recordPlan,
  refusedError,
  rulesetHash,
  type Story,
  startBattle,
  startFrame,
  storyText,
  systemOfStates,
  withStart,
} from '../play/index.js';
import { AbortError, type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import { type PlainError, plainError } from './certificates.js';
import {
  type FromOptions,
  GIVEN,
  type GivenOptions,
  givenOf,
  givenStart,
  givenTiming,
  imageField,
  imageHead,
  planGiven,
  restLines,
  restsOn,
  type TimingOptions,
} from './given.js';
import type { GivenPlan } from './load-plan.js';
import { type CallOptions, checkParameters } from './parameters.js';

// A plan that is run.

export interface RunPlanOptions extends CallOptions, GivenOptions, FromOptions, TimingOptions {
  /** A plan (TOML); left out with `from`: no command is played. */
  readonly plan?: GivenPlan | undefined;
  /** Id of a system, which wins over the plan's own. */
  readonly system?: string | undefined;
  /** Writes the run there as a trace: `.jsonl` or `.jsonl.gz`. */
  readonly output?: string | undefined;
  /** Prints the battle at the end, where the system can. */
  readonly print?: boolean | undefined;
  /** Answers the plan's `[query]` with exact odds, where the system can. */
  readonly odds?: boolean | undefined;
  /** Says what comes next, where the system can. */
  readonly predict?: boolean | undefined;
  /** Tells what happens, a sentence for each thing. */
  readonly tell?: boolean | undefined;
  /** The same, with every draw of the generator under what it decides. */
  readonly draws?: boolean | undefined;
  /** The same, with who could act before each command, and with what; not every system can. */
  readonly judge?: boolean | undefined;
}

type Labelled = readonly (readonly [label: string, value: string])[];

interface RunData extends PlanResult {
  readonly file: string;
  /** Hash of the state at the end. */
  readonly state: string;
  /** Where the battle comes from, without a `[setup]`. */
  readonly start?: unknown;
  readonly notFilled: Readonly<Record<string, string>>;
  /** File of the trace. */
  readonly trace: string | null;
  readonly image: object | null;
  readonly print: string | undefined;
  readonly odds: ReturnType<typeof askOdds> | undefined;
  readonly predict: Labelled | undefined;
  readonly oddsOfFirst?: ReturnType<typeof askOdds>;
  readonly outcome: Labelled;
  readonly draws: ReturnType<DrawCollector['plain']> | undefined;
  readonly told: Story['commands'] | undefined;
  readonly waits?: Waits;
}

export type RunAnswer = Answer<'holds' | 'differs' | 'incomplete'> & Plain<RunData>;

/** Words of events of one command: a battle that a policy plays to its end. */
const TOLD_WORDS = 1 << 20;

const RUN_FLAGS = { print: 'flag', odds: 'flag', predict: 'flag', tell: 'flag', draws: 'flag', judge: 'flag' } as const;
const RUN_FILES = {
  plan: 'plan',
  system: 'text',
  from: 'file',
  at: 'count',
  timing: 'file',
  output: 'output',
} as const;

/**
 * Runs a plan of any system and compares its checkpoints.
 * @throws LockstepError for a plan that cannot be read, begun or played; AbortError with what was
 * played
 */
export async function runPlan(options: RunPlanOptions): Promise<RunAnswer> {
  checkParameters('runPlan', options, { ...RUN_FILES, ...RUN_FLAGS, ...GIVEN });
  const { signal = new AbortController().signal, systems = SYSTEMS } = options;
  endAborted(signal, 'runPlan');
  const given = givenOf(options, options);
  const { image } = given;
  const { file, id, written } = await writtenPlan(options, systems);
  const { system, plan } = await planGiven(given, written, id);
  const { odds: oddsOf, views } = system.capabilities;
  const abilities = {
    print: wantedAbility(system, options.print, 'print', views?.print),
    odds: wantedAbility(system, options.odds, 'odds', oddsOf),
    predict: wantedAbility(system, options.predict, 'predict', views?.predict),
    judge: wantedAbility(system, options.judge, 'judge', views?.window),
  };
  const { battle, origin } = await beginBattle(system, plan);
  const draws = options.draws === true ? collectDraws(system) : undefined;
  const events = draws?.events ?? createEventBuffer(TOLD_WORDS);
  const isTold = options.tell === true || options.draws === true || options.judge === true;
  const story = isTold ? createStory(system, battle, events, given.language, abilities.judge) : undefined;
  const tally = givenTiming(options, system);
  const run = { system, battle, plan, output: options.output, draws, image, story, events, tally };
  const result = await execute(run, signal);
  const odds = abilities.odds === undefined ? undefined : askOdds(system, abilities.odds, plan);
  const told = <Data>(data: Data): Data => worded(data, given.language, system.terms);
  const answers = {
    print: told(abilities.print?.(battle)),
    odds,
    predict: told(abilities.predict?.(battle, given.language)),
  };
  const outcome = told(system.capabilities.views?.outcome?.(battle) ?? []);
  const notFilled = notFilledOf(system, result.unpublished, image !== undefined);
  const data: RunData = {
    file,
    ...result,
    state: stateHash(battle),
    ...(origin === undefined ? {} : { start: origin }),
    notFilled,
    trace: options.output ?? null,
    ...imageField(given),
    ...answers,
    ...(odds === undefined ? {} : { oddsOfFirst: firstOutcome(odds) }),
    outcome,
    draws: draws?.plain(),
    told: story?.commands,
    ...(tally === undefined ? {} : { waits: tally.waits() }),
  };
  const asked = (): string =>
    [
      answers.print === undefined ? '' : withLineEnd(answers.print),
      answers.odds === undefined ? '' : oddsText(answers.odds, told),
      answers.predict === undefined ? '' : predictText(answers.predict),
      story === undefined ? '' : storyText(system, story, options.draws === true),
    ].join('');
  const summary = (): string => {
    const ran = planText(file, result, plan.settled, image?.identity.sha256, notFilled);
    const begun = origin === undefined ? '' : `${originLines(origin).join('\n')}\n`;
    const waits = data.waits === undefined ? '' : `  ${waitLines(data.waits).join('\n  ')}\n`;
    return `${imageHead(image)}${begun}${ran}${predictText(outcome)}${waits}`;
  };
  // asked for a print alone, the text is that and nothing else
  const isAlone = (answers.print ?? answers.odds ?? answers.predict) !== undefined;
  const answered = (verdict: RunAnswer['verdict']): RunAnswer =>
    answerOf(
      verdict,
      restsOn(given, {
        switches: plan.ruleset.switches,
        stretches: [...result.unpublished, ...(result.settled ?? [])],
        start: plan.start,
        files: { timing: options.timing },
      }),
      data,
      () => asked() + (isAlone ? '' : summary()),
      isAlone ? summary : undefined,
    );
  endAborted(signal, 'runPlan', () => answered('incomplete'));
  return answered(result.failures.length > 0 ? 'differs' : 'holds');
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
 * The plan that is given, begun where `from` says; without a plan one without commands.
 * @throws LockstepError `E_USAGE`, `E_SYSTEM`, `E_OPTION`
 */
async function writtenPlan(options: RunPlanOptions, systems: readonly System[]): Promise<WrittenPlan> {
  const { plan: source, system: id, from } = options;
  const start = await givenStart(options);
  if (source === undefined) {
    if (start !== undefined && from !== undefined) {
      return { file: from, id: undefined, written: emptyPlan(systemOfStates(systems), start, from) };
    }
    throw new LockstepError('E_USAGE', 'run needs a plan', { expected: '[SYSTEM] PLAN, or --from STATE' });
  }
  if (id !== undefined) checkId(systems, id);
  const plan = loadPlan(source);
  return { file: plan.file, id, written: start === undefined ? plan : withStart(systems, plan, start) };
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
  judge: 'has no windows in which one acts and the other may answer',
} as const;

/**
 * The ability that an option asks for.
 * @throws LockstepError `E_CAPABILITY`
 */
function wantedAbility<Ability>(
  system: System,
  wanted: boolean | undefined,
  name: keyof typeof MISSING,
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
async function execute(run: Run, signal: AbortSignal): ReturnType<typeof playThrough> {
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
    return playThrough(system, battle, plan, record, signal, events);
  }
  const rom = image === undefined ? null : romSource(image);
  const trace = recordPlan(output, system, battle, plan, rom, draws === undefined ? undefined : () => draws.take());
  const record: PlanRecorder = (step, encoded, error) => {
    trace.record(step, encoded, error);
    tell(step, encoded, error);
  };
  try {
    const result = await playThrough(system, battle, plan, record, signal, events);
    trace.writer.finish();
    return result;
  } catch (error) {
    trace.writer.abort();
    throw error;
  }
}

// A plan that is checked: its ledger, its smallest change, other settings, a recording.

export interface CheckPlanOptions extends CallOptions, GivenOptions, TimingOptions {
  /** A plan (TOML). */
  readonly plan: GivenPlan;
  /** A recorded log to compare it with as well. */
  readonly against?: string | undefined;
  /** Frame of the log whose state is the plan's start; left out: the first that equals it. */
  readonly from?: number | undefined;
  /** Profile of the menus that the log was played through: its pads and cursors are left out. */
  readonly menus?: string | undefined;
  /** Has in its text what happens in each row. */
  readonly tell?: boolean | undefined;
  /** The same, with every draw. */
  readonly draws?: boolean | undefined;
  /**
   * Plays it as well from the states of the generator that lie up to so many draws before and
   * behind its own, 0..100; left out: 0. While the generator is unseeded, map frames.
   */
  readonly neighbours?: number | undefined;
}

interface CheckData extends Standing {
  readonly file: string;
  readonly system: string;
  readonly ruleset: string;
  readonly image: object | null;
  readonly ledger: Ledger;
  /** The smallest change that makes it hold; null: it holds, or none was looked for. */
  readonly repair: Repair | null;
  readonly against: AgainstResult | null;
  /** The same commands under every other setting; null: the plan is too long. */
  readonly otherSettings: readonly OtherSetting[] | null;
  readonly waits?: Waits;
  /** A move that cannot be made is bad input. */
  readonly error?: PlainError;
}

export type CheckAnswer = Answer<'holds' | 'differs' | 'incomplete'> & Plain<CheckData>;

function repairText(repair: Repair): string {
  if (repair.changes.length === 0)
    return `  no change of one or two commands was found that makes it hold (${countText(repair.tried, 'plan')} tried)`;
  return `  smallest change: ${repair.changes.join('; and ')}`;
}

function failureText(file: string, failure: CheckFailure, repair: Repair | undefined): string {
  return [
    placedFailure(file, failure),
    `  rule: ${failure.rule}`,
    ...(repair === undefined ? [] : [repairText(repair)]),
    '',
  ].join('\n');
}

function againstText(result: AgainstResult): string {
  const { difference } = result;
  const head = `${result.file}: from frame ${result.from}: ${result.equal} changed states equal in ${countText(result.cells, 'cell')}`;
  if (difference !== undefined) {
    return (
      `${head}; frame ${difference.frame} differs at step ${difference.step + 1}: ` +
      `${difference.cell} (${difference.address}): mine ${difference.mine}, theirs ${difference.theirs}\n` +
      `  rule: ${difference.rule}\n`
    );
  }
  return result.short ? `${head}; it ends before the plan does\n` : `${head}; the plan holds on it\n`;
}

function verdictLine(file: string, { failure, ...ledger }: Ledger, unit: string): string {
  const counts = [
    countText(ledger.commands, unit),
    ...(ledger.frames === undefined ? [] : [countText(ledger.frames, 'frame')]),
    ...(ledger.enemyActions === undefined || ledger.frames === undefined
      ? []
      : [countText(ledger.enemyActions, 'enemy action')]),
    countText(ledger.draws, 'draw'),
    `${countText(ledger.checked, 'cell')} as expected`,
  ];
  return `${file}: ${failure === undefined ? 'holds' : 'DOES NOT HOLD'}; ${counts.join(', ')}\n`;
}

/**
 * Cells of pads and cursors by the profile of the menus that a log was played through.
 * @throws LockstepError `E_PROFILE_IMAGE` for a profile of another image
 */
async function leftOutOf(menus: string | undefined, log: string): Promise<readonly string[]> {
  if (menus === undefined) return [];
  const profile = readRecordedMenus(menus);
  const opened = await openLog(log);
  opened.reader.close();
  checkImage(menus, profile.image, log, opened.image);
  return profile.inputs;
}

/** Commands of a plan that are played again under every other setting. */
const MOST_COMMANDS = 10_000;
const MANY = `not played under other settings: the plan has more than ${MOST_COMMANDS} commands`;

/** @returns undefined for a plan of too many commands */
async function otherSettings(
  system: System,
  plan: Plan,
  ended: Battle,
  { commands }: Ledger,
  neighbours: number,
  signal: AbortSignal | undefined,
): Promise<readonly OtherSetting[] | undefined> {
  if (commands > MOST_COMMANDS) return undefined;
  const beside = neighbours === 0 ? [] : await planFromNeighbours(system, plan, ended, neighbours, signal);
  return [...(await planUnderOtherSettings(system, plan, ended, signal)), ...beside];
}

/** @throws LockstepError `E_OPTION` */
function checkNeighbours(count: number): number {
  if (count <= MOST_NEIGHBOURS) return count;
  throw new LockstepError('E_OPTION', '--neighbours is too large', {
    found: String(count),
    expected: `at most ${MOST_NEIGHBOURS}`,
  });
}

const CHECK_KINDS = {
  plan: 'plan',
  against: 'file',
  from: 'count',
  menus: 'file',
  tell: 'flag',
  draws: 'flag',
  neighbours: 'count',
  timing: 'file',
} as const;

/**
 * Plays a plan with its ledger, stops at the first checkpoint that fails, and compares it with a
 * recording if one is given.
 * @throws LockstepError for a plan that cannot be read or begun; AbortError with the ledger so far
 */
export async function checkPlan(options: CheckPlanOptions): Promise<CheckAnswer> {
  checkParameters('checkPlan', options, { ...CHECK_KINDS, ...GIVEN }, ['plan']);
  endAborted(options.signal, 'checkPlan');
  return unlessAborted('checkPlan', () => playChecked(options));
}

/** What is found beside the ledger; `others` is null for a plan of too many commands. */
interface CheckParts {
  readonly against?: AgainstResult | undefined;
  readonly repair?: Repair | undefined;
  readonly others?: readonly OtherSetting[] | null;
}

async function playChecked(options: CheckPlanOptions): Promise<CheckAnswer> {
  const { plan: source, against: log, signal } = options;
  const neighbours = checkNeighbours(options.neighbours ?? 0);
  const written = loadPlan(source);
  const { file } = written;
  const given = givenOf(options, options);
  const { image } = given;
  const { system, plan } = await planGiven(given, written);
  const battle = await startBattle(system, plan);
  const from = options.from ?? startFrame(plan);
  const leftOut = log === undefined ? [] : await leftOutOf(options.menus, log);
  const comparison =
    log === undefined
      ? undefined
      : await compareWithRecording(system, battle, plan.ruleset.switches, log, from, leftOut);
  const tally = givenTiming(options, system);
  const listen = (step: number, _command: Int32Array, events: EventBuffer): void => {
    comparison?.listen(step, events);
    tally?.add(events);
  };
  const notes = system.capabilities.evidence?.unpublished?.(battle);
  const ledger = await paced(ledgerSteps(system, battle, plan, listen, given.language), signal).catch((error) => {
    comparison?.close();
    throw error;
  });
  const { failure } = ledger;
  const standing = standingOf(system, battle, notes?.names() ?? [], plan.settled, image !== undefined);
  const refused = failure === undefined || failure.refused === '' ? undefined : refusedError(system, plan, failure);
  const answered = (verdict: CheckAnswer['verdict'], { against, repair, others = [] }: CheckParts): CheckAnswer => {
    const data: CheckData = {
      file,
      system: system.id,
      ruleset: rulesetHash(system, plan.ruleset.switches),
      ...imageField(given),
      ...standing,
      ledger,
      repair: repair ?? null,
      against: against ?? null,
      otherSettings: others ?? null,
      ...(tally === undefined ? {} : { waits: tally.waits() }),
      ...(refused === undefined ? {} : { error: plainError(refused) }),
    };
    const text = (): string => {
      const depth = options.draws === true ? 'draws' : options.tell === true ? 'sentences' : undefined;
      const failed = failure === undefined ? '' : failureText(file, failure, repair);
      const head = imageHead(image) + ledgerText(ledger, system.unit, depth) + failed;
      if (verdict === 'incomplete') return `${head}interrupted: the ledger holds up to here\n`;
      // a move that cannot be made is bad input; ledger and smallest change are there to mend it
      if (refused !== undefined) return head;
      const lines = [
        ...restLines(given, standing, plan.settled?.by),
        ...(others === null ? [MANY] : otherSettingLines('commands', others)),
        ...(tally === undefined ? [] : waitLines(tally.waits())),
      ];
      const rest = lines.map((line) => `  ${line}\n`).join('');
      return `${head}${verdictLine(file, ledger, system.unit)}${rest}${against === undefined ? '' : againstText(against)}`;
    };
    const dependsOn = restsOn(given, {
      switches: plan.ruleset.switches,
      stretches: [...standing.unpublished, ...(standing.settled ?? [])],
      start: plan.start,
      files: { timing: options.timing, menus: options.menus, recording: log },
    });
    return answerOf(verdict, dependsOn, data, text);
  };
  if (ledger.interrupted === true) {
    comparison?.close();
    throw new AbortError('checkPlan', answered('incomplete', {}));
  }
  const against = await comparison?.finish(signal);
  endAborted(signal, 'checkPlan', () => answered('incomplete', {}));
  const repair =
    failure === undefined
      ? undefined
      : await findRepair(system, await startBattle(system, plan), plan, failure, signal);
  endAborted(signal, 'checkPlan', () => answered('incomplete', { against }));
  const others = failure === undefined ? await otherSettings(system, plan, battle, ledger, neighbours, signal) : [];
  endAborted(signal, 'checkPlan', () => answered('incomplete', { against, repair }));
  const differs = against !== undefined && (against.difference !== undefined || against.short);
  return answered(failure !== undefined || differs ? 'differs' : 'holds', { against, repair, others: others ?? null });
}
