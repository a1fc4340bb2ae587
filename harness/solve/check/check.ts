/** Checks a certificate: the plan is played anew by the core's step, and nothing of the search. */
import { dirname, resolve } from 'node:path';
import type { Battle, System } from '../../../core/system/system.js';
import { createPause, cut, LockstepError, plainText, readPlain, reasonText, sha256OfFile } from '../../base/index.js';

import {
  compareFigures,
  findPlanSystem,
  futureFigures,
  goalMissed,
  loadPlan,
  MAX_PLAN_BYTES,
  notKeptAt,
  type OtherSetting,
  otherCost,
  otherSettingText,
  type Plan,
  type PlanSource,
  planFileOf,
  planHash,
  readPlan,
  refusedAt,
  rulesetHash,
  type SettingResult,
  startBattle,
  underOtherSettings,
  unmetText,
} from '../../play/index.js';

import type { CertificateHeader, CertifiedSetting, PolicyHeader, Trust, WorstHeader } from './form.js';
import { type AnyHeader, endOf, headerOf, isEnd, policyOf, stateOf, worstOf } from './header.js';
import { AMOUNTS, createPlayMove } from './play-move.js';
import { createPolicyWalk, readClaims } from './policy.js';
import { badFile, type CertificateLine, RefusedLine, readLines } from './read-lines.js';
import { holds, type Task, taskOf } from './task.js';
import { createTransitions } from './transitions.js';
import { createWalk, type WalkCounts } from './walk.js';
import { createWorstWalk, nobodySaysTurn } from './worst.js';

/** The result of a check. */
export interface CheckResult {
  readonly accepted: boolean;
  /** First wrong line, counted from 1; 0 when the certificate is accepted. */
  readonly line: number;
  /** Why it is wrong; empty when the certificate is accepted. */
  readonly reason: string;
  /** Left out where the first line is wrong. */
  readonly proven?: {
    readonly system: string;
    readonly ruleset: string;
    readonly title: string;
    readonly planHash: string;
    /** What is proven of the cost: it is the cheapest route's, or sure in the worst case. */
    readonly kind: 'route' | 'worst' | 'chance';
    /** -1: there is no such route or plan, or a chance is proven. */
    readonly cost: number;
    /** The highest chance, as a fraction. */
    readonly chance?: string;
    readonly states: number;
    readonly moves: number;
    readonly trusts: readonly Trust[];
    /** Settings that its plan chooses. */
    readonly switches: readonly string[];
    /** Names of the unpublished stretches that the core's step went through. */
    readonly unpublished: readonly string[];
    /** The route under every other setting, each played again; left out where none is certified. */
    readonly robustness?: readonly OtherSetting[];
  };
}

/** Of a line of a plan so much is shown. */
const LINE_COLUMNS = 60;

interface CheckOptions {
  readonly systems: readonly System[];
  /** The plan that the certificate must be of; the log that it begins with is found beside it. */
  readonly planFile?: PlanSource;
  readonly signal?: AbortSignal;
  /** Hears how many states were read, of how many. */
  readonly progress?: (done: number, all: number) => void;
}

/** The first line in which a plan differs from that of the certificate: `line 15: ...`. */
function firstOther(given: Pick<Plan, 'bytes'>, proven: string): string | undefined {
  const text = new TextDecoder().decode(given.bytes);
  const [mine, theirs] = [proven, text].map((all) => all.split(/\r?\n/u)) as [string[], string[]];
  const at = mine.findIndex((line, index) => line !== theirs[index]);
  if (at < 0) return undefined;
  const shown = (line = ''): string => cut(plainText(line.trim()), LINE_COLUMNS) || 'nothing';
  return `line ${at + 1}: ${shown(theirs[at])}, where it has ${shown(mine[at])}`;
}

function checkOwner(file: string, { planHash: hash, plan: proven }: AnyHeader, source: PlanSource | undefined): void {
  if (source === undefined) return;
  // a file of another kind is another plan as well: it is not read as one
  const given = typeof source === 'string' ? readPlain(source, MAX_PLAN_BYTES) : loadPlan(source);
  if (planHash(given) === hash) return;
  const found = firstOther(given, proven) ?? hash;
  throw badFile(file, 1, 'the certificate is of another plan', 'Give the plan that was searched', found);
}

/** The log or state that a plan begins with must be the one that the certificate names. */
async function checkStart(file: string, { startHash }: AnyHeader, { start }: Plan, planFile?: string): Promise<void> {
  if (start === undefined) {
    if (startHash === undefined) return;
    throw badFile(file, 1, 'startHash is for a plan that begins with a file', 'Write the certificate again');
  }
  const what = 'state' in start ? 'state' : 'log';
  if (planFile === undefined) {
    const remedy = 'Give the plan with --plan: the file is looked for beside it';
    throw badFile(file, 1, `the plan begins with a ${what}, which is not in the certificate`, remedy);
  }
  const begun = resolve(dirname(planFile), 'state' in start ? start.state : start.trace);
  const hash = await sha256OfFile(begun);
  if (hash === startHash) return;
  throw badFile(file, 1, `the ${what} is not the one that the plan was searched from`, 'Give that file', hash);
}

/** The plan's system under the rules that the certificate names. */
async function systemOf(file: string, header: AnyHeader, plan: Plan, systems: readonly System[]): Promise<System> {
  const system = await findPlanSystem(systems, plan);
  const remedy = 'Use the battle-lockstep that made it, or write the certificate again';
  if (system.id !== header.system || system.version !== header.systemVersion) {
    const found = `${header.system} version ${header.systemVersion}, not ${system.id} version ${system.version}`;
    throw badFile(file, 1, 'the certificate is of another system or version', remedy, found);
  }
  const ruleset = rulesetHash(system, plan.ruleset.switches);
  if (ruleset !== header.ruleset) {
    throw badFile(
      file,
      1,
      'the certificate was made under other rules',
      remedy,
      `ruleset ${header.ruleset}, not ${ruleset}`,
    );
  }
  return system;
}

/** Plays the claimed route. @returns why it is none, or undefined */
function checkRoute(task: Task, { cost, route, trusts }: CertificateHeader): string | undefined {
  if (task.kind !== 'route') return `the plan asks for a ${task.kind}, and the certificate is of a route`;
  if (cost < 0) return route.length === 0 ? undefined : 'there is a route, and none is claimed';
  const { first, tried, make, faultOf } = createTransitions(task, trusts);
  let [values, paid, atGoal] = [first, 0, false];
  for (const [place, move] of route.entries()) {
    const cannot = `move ${place + 1} of the route cannot be made`;
    if (task.moves[move] === undefined) return `${cannot}: the plan lists ${task.moves.length} moves`;
    if (!tried(values).includes(move)) return `${cannot}: it is not the turn for ${task.moves[move].text}`;
    const made = make(move, values);
    const fault = faultOf(move, made);
    if (fault !== undefined || made === undefined || typeof made === 'string') return `${cannot}: ${fault}`;
    values = made.values;
    paid += made.paid;
    atGoal = made.atGoal;
  }
  if (!holds(task.goal)) return `the route does not end at the goal: ${unmetText(task.goal)}`;
  if (!atGoal) return 'the route does not end at the goal: its last move may end none';
  if (paid !== cost) return `the route costs ${paid}, not ${cost}`;
  return paid < task.costsBelow ? undefined : `the route costs ${paid}, and limits.cost is ${task.costsBelow - 1}`;
}

/** Plays the claimed route under another setting. @param mine figures at its end under its own */
function playUnder(
  file: string,
  battle: Battle,
  plan: Plan,
  system: System,
  { cost, route }: CertificateHeader,
  mine: ReadonlyMap<string, string>,
): SettingResult {
  let task: Task;
  try {
    task = taskOf(file, system, battle, plan);
  } catch (error) {
    if (error instanceof LockstepError) return ['breaks', reasonText(error), 0];
    throw error;
  }
  const play = createPlayMove(system, battle, true);
  let paid = 0;
  for (const [place, move] of route.entries()) {
    const [step, listed] = [place + 1, task.moves[move]];
    if (listed === undefined) return ['breaks', 'the move is not listed', step];
    const amounts = play.counted(listed);
    if (amounts === undefined) return refusedAt(step, listed.text, play.refusal());
    if (!holds(task.keep)) return notKeptAt(step, unmetText(task.keep));
    if (play.acted(task.never)) return notKeptAt(step, '');
    AMOUNTS.forEach((name, index) => {
      paid += amounts[name] * (task.weights[index] as number);
    });
  }
  if (!holds(task.goal)) return goalMissed(route.length, unmetText(task.goal));
  return paid === cost ? compareFigures(mine, futureFigures(system, battle)) : otherCost(paid, cost);
}

/** A certificate of before names no step and no reason. */
function isSame(claimed: CertifiedSetting, found: OtherSetting): boolean {
  const { switch: name, value, verdict, step = found.step, detail } = claimed;
  const isOne = name === found.switch && value === found.value && verdict === found.verdict && step === found.step;
  return isOne && (detail === undefined || detail === found.detail);
}

/**
 * Plays the claimed route under every other setting.
 * @param task its battle stands at the route's end
 * @returns what it comes to under each
 * @throws RefusedLine where the certificate says something else of one
 */
async function checkRobustness(
  file: string,
  plan: Plan,
  { system, battle: ended }: Task,
  header: CertificateHeader,
  robustness: readonly CertifiedSetting[],
): Promise<readonly OtherSetting[]> {
  const mine = futureFigures(system, ended);
  const played = await underOtherSettings(system, plan, (battle, other) =>
    playUnder(file, battle, other, system, header, mine),
  );
  for (const [index, found] of played.entries()) {
    const claimed = robustness[index];
    if (claimed !== undefined && isSame(claimed, found)) continue;
    const said = claimed === undefined ? 'nothing' : otherSettingText({ detail: '', ...claimed });
    throw new RefusedLine(1, `the route comes to "${otherSettingText(found)}", and the certificate says ${said}`);
  }
  if (robustness.length > played.length) throw new RefusedLine(1, 'the certificate names settings that there are not');
  return played;
}

/** What takes the lines of a certificate, one after the other. */
interface LineCheck {
  /** @returns why the line is wrong, or undefined */
  take(line: CertificateLine): string | undefined;
  /** The route under every other setting, as it was played. */
  readonly robustness?: readonly OtherSetting[];
  /** @returns what is missing after the last line, or undefined */
  end(): string | undefined;
  finish(): void;
  readonly counts: () => WalkCounts;
}

/** @throws RefusedLine where the claim itself, or what it says of another setting, is wrong */
async function routeCheck(file: string, plan: Plan, task: Task, header: CertificateHeader): Promise<LineCheck> {
  const start = task.battle.image.slice();
  const fault = checkRoute(task, header);
  if (fault !== undefined) throw new RefusedLine(1, fault);
  const claimed = header.robustness;
  const played = claimed === undefined ? undefined : await checkRobustness(file, plan, task, header, claimed);
  task.battle.image.set(start);
  const walk = createWalk(task, header, header.cost < 0 ? task.costsBelow : header.cost, file);
  const robustness = played === undefined ? {} : { robustness: played };
  return { ...walk, ...robustness, take: (line) => walk.take(stateOf(file, line)), finish: () => undefined };
}

/** @throws RefusedLine where the claim itself is wrong */
function worstCheck(file: string, task: Task, header: WorstHeader): LineCheck {
  const fault =
    task.kind !== 'worst'
      ? `the plan asks for a ${task.kind}, and the certificate is of a worst case`
      : nobodySaysTurn(task)
        ? 'the system does not say when the enemies choose'
        : header.cost >= task.costsBelow
          ? 'the cost is above its limit'
          : undefined;
  if (fault !== undefined) throw new RefusedLine(1, fault);
  const walk = createWorstWalk(task, header, file);
  return { ...walk, take: (line) => walk.take(worstOf(file, line)) };
}

/** @throws RefusedLine where the claim itself is wrong */
async function policyCheck(file: string, task: Task, header: PolicyHeader): Promise<LineCheck> {
  if (task.kind !== 'chance') throw new RefusedLine(1, 'the plan asks for no chance, and the certificate is of one');
  const walk = createPolicyWalk(task, header, await readClaims(file), file);
  return { ...walk, take: (line) => walk.take(policyOf(file, line)) };
}

function lineCheck(file: string, plan: Plan, task: Task, header: AnyHeader): LineCheck | Promise<LineCheck> {
  if (!('kind' in header)) return routeCheck(file, plan, task, header);
  return header.kind === 'chance' ? policyCheck(file, task, header) : worstCheck(file, task, header);
}

async function taskOfHeader(file: string, header: AnyHeader, { systems, planFile: source }: CheckOptions) {
  checkOwner(file, header, source);
  const planFile = source === undefined ? undefined : planFileOf(source);
  const written = readPlan(Buffer.from(header.plan), `${file} (its plan)`);
  await checkStart(file, header, written, planFile);
  const plan = written.start === undefined || planFile === undefined ? written : { ...written, file: planFile };
  const system = await systemOf(file, header, plan, systems);
  return { plan, system, task: taskOf(file, system, await startBattle(system, plan), plan) };
}

async function checkLines(file: string, options: CheckOptions): Promise<CheckResult['proven']> {
  const lines = readLines(file);
  const pauseNow = createPause(options.signal, 'the certificate is neither accepted nor refused');
  let check: LineCheck | undefined;
  try {
    const head = await lines.next();
    const header = headerOf(file, head.done === true ? undefined : head.value);
    const { plan, system, task } = await taskOfHeader(file, header, options);
    check = await lineCheck(file, plan, task, header);
    let number = 1;
    let ended = false;
    for await (const line of lines) {
      number = line.number;
      if (ended) throw new RefusedLine(number, 'there is a line after the last one');
      ended = isEnd(line);
      const wrong = ended ? check.end() : check.take(line);
      if (wrong !== undefined) throw new RefusedLine(number, wrong);
      if (ended) checkCount(file, number, header, endOf(file, line).end, check.counts().states);
      const pause = pauseNow();
      if (pause === undefined) continue;
      options.progress?.(check.counts().states, header.states);
      await pause;
    }
    if (!ended) throw badFile(file, number, 'the certificate is cut: its last line is missing', 'Copy it again');
    const { ruleset, planHash, trusts } = header;
    const { kind } = task;
    const claim = 'chance' in header ? { cost: -1, chance: header.chance } : { cost: header.cost };
    const { states, moves } = check.counts();
    options.progress?.(states, header.states);
    const { robustness = [] } = check;
    const settings = robustness.length === 0 ? {} : { robustness };
    const rests = { switches: Object.keys(plan.ruleset.switches), unpublished: task.passed?.names() ?? [] };
    return {
      system: system.id,
      ruleset,
      title: plan.title,
      planHash,
      kind,
      ...claim,
      states,
      moves,
      trusts,
      ...rests,
      ...settings,
    };
  } finally {
    check?.finish();
    await lines.return(undefined);
  }
}

function checkCount(file: string, line: number, header: AnyHeader, end: number, states: number): void {
  if (header.states === states && end === states) return;
  const found = `${header.states} and ${end}, and there are ${states}`;
  throw badFile(file, line, 'the certificate miscounts its states', 'Write the certificate again', found);
}

/**
 * Checks a certificate.
 * @throws LockstepError `E_CERTIFICATE` for a file that is no whole certificate of this version, of
 * this system and of these rules; `E_FILE`, `E_GZIP`
 */
export async function checkCertificate(file: string, options: CheckOptions): Promise<CheckResult> {
  try {
    const proven = await checkLines(file, options);
    return { accepted: true, line: 0, reason: '', ...(proven === undefined ? {} : { proven }) };
  } catch (error) {
    if (!(error instanceof RefusedLine)) throw error;
    return { accepted: false, line: error.line, reason: error.message };
  }
}
