/** Checks a certificate: the plan is played anew by the core's step, and nothing of the search. */
import type { Battle, System } from '../../core/system/system.js';
import { createPause } from '../base/yield-to-event-loop.js';
import { readPlan } from '../plan/read-plan.js';
import { startPlan } from '../plan/run.js';
import { findPlanSystem } from '../plan/start.js';
import type { Plan } from '../plan/types.js';
import { rulesetHash } from '../trace/ruleset.js';
import type { CertificateHeader, Trust } from './form.js';
import { endOf, headerOf, isEnd, stateOf } from './header.js';
import { badFile, RefusedLine, readLines } from './read-lines.js';
import { holds, type Task, taskOf } from './task.js';
import { createTransitions } from './transitions.js';
import { createWalk } from './walk.js';

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
    /** Cost of the cheapest route; -1: there is none. */
    readonly cost: number;
    readonly states: number;
    readonly moves: number;
    readonly trusts: readonly Trust[];
  };
}

export interface CheckOptions {
  readonly systems: readonly System[];
  /** SHA-256 of the plan that the certificate must be of. */
  readonly planHash?: string;
  readonly signal?: AbortSignal;
}

function checkOwner(file: string, { planHash }: CertificateHeader, wanted: string | undefined): void {
  if (wanted === undefined || wanted === planHash) return;
  throw badFile(file, 1, 'the certificate is of another plan', 'Give the plan that was searched', planHash);
}

/** The plan's system under the rules that the certificate names. */
async function systemOf(
  file: string,
  header: CertificateHeader,
  plan: Plan,
  systems: readonly System[],
): Promise<System> {
  if (plan.start !== undefined) {
    throw badFile(
      file,
      1,
      'the plan begins with a log or state, which is not in the certificate',
      'Give the plan a [setup]',
    );
  }
  const system = await findPlanSystem(systems, plan);
  const remedy = 'Use the battle-lockstep that made it, or write the certificate again';
  if (system.id !== header.system || system.version !== header.systemVersion) {
    const found = `${header.system} version ${header.systemVersion}, not ${system.id} version ${system.version}`;
    throw badFile(file, 1, 'the certificate is of another system or version', remedy, found);
  }
  const ruleset = rulesetHash(system, plan.ruleset.switches);
  if (ruleset !== header.ruleset) {
    throw badFile(file, 1, 'the certificate was made under other rules', remedy, `${header.ruleset}, not ${ruleset}`);
  }
  return system;
}

/** Plays the claimed route. @returns why it is none, or undefined */
function checkRoute(task: Task, { cost, route, trusts }: CertificateHeader): string | undefined {
  if (cost < 0) return route.length === 0 ? undefined : 'there is a route, and none is claimed';
  const { first, tried, make } = createTransitions(task, trusts);
  let [values, paid, atGoal] = [first, 0, false];
  for (const [place, move] of route.entries()) {
    const made = tried(values).includes(move) ? make(move, values) : undefined;
    if (made === undefined || typeof made === 'string') return `move ${place + 1} of the route cannot be made`;
    values = made.values;
    paid += made.paid;
    atGoal = made.atGoal;
  }
  if (!atGoal || !holds(task.goal)) return 'the route does not end at the goal';
  if (paid !== cost) return `the route costs ${paid}, not ${cost}`;
  return paid < task.costsBelow ? undefined : 'the route costs more than its limit';
}

async function checkLines(file: string, options: CheckOptions): Promise<CheckResult['proven']> {
  const lines = readLines(file);
  const pauseNow = createPause(options.signal, 'the certificate is neither accepted nor refused');
  try {
    const head = await lines.next();
    const header = headerOf(file, head.done === true ? undefined : head.value);
    checkOwner(file, header, options.planHash);
    const plan = readPlan(Buffer.from(header.plan), `${file} (its plan)`);
    const system = await systemOf(file, header, plan, options.systems);
    const battle: Battle = startPlan(system, plan);
    const task = taskOf(file, system, battle, plan);
    const start = battle.image.slice();
    const fault = checkRoute(task, header);
    if (fault !== undefined) throw new RefusedLine(1, fault);
    battle.image.set(start);
    const walk = createWalk(task, header, header.cost < 0 ? task.costsBelow : header.cost, file);
    let number = 1;
    let ended = false;
    for await (const line of lines) {
      number = line.number;
      if (ended) throw new RefusedLine(number, 'there is a line after the last one');
      ended = isEnd(line);
      const wrong = ended ? walk.end() : walk.take(stateOf(file, line));
      if (wrong !== undefined) throw new RefusedLine(number, wrong);
      if (ended) checkCount(file, number, header, endOf(file, line).end, walk.counts().states);
      const pause = pauseNow();
      if (pause !== undefined) await pause;
    }
    if (!ended) throw badFile(file, number, 'the certificate is cut: its last line is missing', 'Copy it again');
    const { ruleset, planHash, cost, trusts } = header;
    return { system: system.id, ruleset, title: plan.title, planHash, cost, ...walk.counts(), trusts };
  } finally {
    await lines.return(undefined);
  }
}

function checkCount(file: string, line: number, header: CertificateHeader, end: number, states: number): void {
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
