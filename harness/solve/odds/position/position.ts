/** The battle that a question is about: a plan after some of its commands, or a log's frame. */
import { encodeCommand } from '../../../../core/system/battle.js';
import { countText } from '../../../../core/system/names.js';
import type { Battle, FramePlay, Generator, Planning, System } from '../../../../core/system/system.js';
import { findSystem, LockstepError, nearest, type SettledStretches, wrap } from '../../../base/index.js';

import {
  commandsUntil,
  findPlanSystem,
  isPlanSource,
  loadFrame,
  loadPlan,
  openTrace,
  ownFailures,
  type Plan,
  type PlanSource,
  planFileOf,
  playPlan,
  rulesOfLog,
  type SettledRules,
  startBattle,
} from '../../../play/index.js';

// What of a battle's start and of cutting in nobody has published: switches that shift every draw
// behind them. Every answer about seeds names them with the setting it is under.

export interface Unsettled {
  readonly name: string;
  /** The setting that the answer is under. */
  readonly taken: string;
  readonly others: readonly string[];
  /** False: nothing of this battle depends on it. */
  readonly concerned: boolean;
  readonly evidence: string;
}

type Switches = Readonly<Record<string, string | number>>;

const START_OFFSET = 'startOffset';
const DECISION_INPUT = 'decisionInput';

/** Whether a switch only says which draws come: nothing hangs on it where all are weighed. */
export function shiftsDraws(name: string): boolean {
  return name === START_OFFSET || name === DECISION_INPUT;
}

const WIDTH = 100;

/** The answer for the battle once it has begun; the battle is left as it was. */
export function whenBegun<Answer>(system: System, battle: Battle, answer: () => Answer): Answer {
  const start = battle.image.slice();
  const play = system.capabilities.planning?.framePlay?.(battle);
  try {
    play?.give(encodeCommand(system, battle, { command: 'wait', frames: 1 }));
    return answer();
  } finally {
    battle.image.set(start);
  }
}

/** Whether a command of the plan may give the turn back before the enemies' turn is over. */
export function cutsIn({ steps }: Plan): boolean {
  return steps.some(({ command }) => typeof command['frames'] === 'number' && command['frames'] >= 0);
}

/**
 * @param switches the settings that the battle was made with
 * @param isCutIn whether its commands may end in the middle of an enemy's decision
 */
export function unsettledOf(system: System, battle: Battle, switches: Switches, isCutIn: boolean): Unsettled[] {
  const notes = system.capabilities.evidence?.unpublished?.(battle);
  const passed = whenBegun(system, battle, () => notes?.names() ?? []);
  return system.switches.flatMap(({ name, values, default: standard, evidence }) => {
    if (!shiftsDraws(name)) return [];
    const taken = String(switches[name] ?? standard);
    const others = values.map(String).filter((value) => value !== taken);
    return [{ name, taken, others, concerned: name === DECISION_INPUT ? isCutIn : passed.includes(name), evidence }];
  });
}

const WHY_NOT: Readonly<Record<string, string>> = {
  [START_OFFSET]: 'no enemy of this battle is concerned',
  [DECISION_INPUT]: 'no command here may end before the enemies’ turn does',
};

export function unsettledLines(rows: readonly Unsettled[]): string[] {
  return rows.flatMap(({ name, taken, others, concerned, evidence }) => {
    const head = `unsettled: ${name} = ${taken}`;
    if (!concerned) return wrap(`${head}: ${WHY_NOT[name]}`, WIDTH);
    return wrap(`${head} (or ${others.join(', ')}: [ruleset.switches] of a plan): ${evidence}`, WIDTH);
  });
}

/** A system whose draws can be looked at. */
export interface DrawnSystem {
  readonly system: System;
  readonly force: NonNullable<Planning['forceDraws']>;
  readonly generator: Generator;
  readonly framePlay: (battle: Battle) => FramePlay;
}

/** A battle of any system, in the middle of a plan or log. */
export interface Place {
  readonly system: System;
  readonly battle: Battle;
  /** Where in the plan or log, in words. */
  readonly at: string;
  /** Settings that the battle was made with. */
  readonly switches: Readonly<Record<string, string | number>>;
  /** What an owner's image has settled; left out without a profile. */
  readonly settled?: SettledStretches | undefined;
}

/** A place of a file. */
interface OpenedPlace extends Place {
  /** What a plan expects and does not get, a sentence each, also behind the place. */
  readonly planFailures: readonly string[];
}

/** What an owner's image has settled: for plans, and for logs of the game. */
interface Opened {
  readonly prepare?: (plan: Plan, system: System) => Plan;
  readonly rules?: SettledRules;
}

export interface Position extends DrawnSystem, Place {}

/** @throws LockstepError `E_CAPABILITY` for a system that draws nothing */
export function drawnSystem(system: System, file: string): DrawnSystem {
  const { forceDraws: force, generator, framePlay } = system.capabilities.planning ?? {};
  if (force !== undefined && generator !== undefined && framePlay !== undefined) {
    return { system, force, generator, framePlay };
  }
  const { odds, views } = system.capabilities;
  const dice = views?.chances !== undefined;
  const why = dice ? 'has dice that a plan names' : 'has no dice and no draws: every command does one thing';
  const query = odds === undefined ? '' : '`lockstep run PLAN --odds` counts a [query] exactly; ';
  throw new LockstepError('E_CAPABILITY', `${system.id} ${why}`, {
    file,
    found: system.id,
    expected: 'live-a-live-battle',
    remedy: dice
      ? `${query}\`lockstep odds PLAN\` tells what they may bring`
      : `${query}\`lockstep route search\` with enemyMoves tries what the others may do, \`lockstep predict\` tells what comes next`,
  });
}

/**
 * Commands before a label or number.
 * @param at a label (its command included), a number of commands, or undefined: none
 * @throws LockstepError `E_OPTION` with the nearest label
 */
export function commandsBefore(plan: Plan, at: string | undefined): number {
  if (at === undefined) return 0;
  const all = commandsUntil(plan.steps, undefined);
  const labels = plan.steps.flatMap(({ label }) => label ?? []);
  if (labels.includes(at)) return commandsUntil(plan.steps, at);
  const number = Number(at);
  if (/^\d+$/.test(at) && number <= all) return number;
  throw new LockstepError('E_OPTION', 'this is no place of the plan', {
    file: plan.file,
    found: at,
    expected: `a label, or a number of commands from 0 to ${all}`,
    remedy: /^\d+$/.test(at) ? 'Repeats count one by one' : nearest(at, labels),
  });
}

async function planPlace(
  systems: readonly System[],
  source: PlanSource,
  at: string | undefined,
  { prepare }: Opened,
): Promise<OpenedPlace> {
  const written = loadPlan(source);
  const system = await findPlanSystem(systems, written);
  const plan = prepare?.(written, system) ?? written;
  const count = commandsBefore(plan, at);
  const battle = await startBattle(system, plan);
  const planFailures = ownFailures(system, plan, battle);
  playPlan(system, battle, plan, {}, { until: count });
  return {
    system,
    battle,
    at: count === 0 ? 'at its start' : `after ${countText(count, 'command')}`,
    switches: plan.ruleset.switches,
    settled: plan.settled,
    planFailures,
  };
}

/** The system of commands over the same image, for a log by frames. */
function byCommands(systems: readonly System[], system: System): System {
  if (system.capabilities.planning?.framePlay !== undefined) return system;
  return systems.find(({ formerly }) => formerly?.id === system.id) ?? system;
}

async function logPlace(
  systems: readonly System[],
  file: string,
  at: string | undefined,
  { rules }: Opened,
): Promise<OpenedPlace> {
  const reader = await openTrace(file);
  try {
    const { header } = reader;
    const own = findSystem(systems, header.system, file, 1, header.setup);
    const system = byCommands(systems, own);
    const frame = Number(at ?? Number.NaN);
    if (!/^\d+$/.test(at ?? '')) {
      throw new LockstepError('E_OPTION', 'a log needs --at with the number of a frame', {
        file,
        found: at ?? 'nothing',
        remedy: 'Give --at 0 or more',
      });
    }
    const isOwn = system === own;
    // a battle by commands is made under the settings of its own
    const begun = isOwn ? header : { ...header, ruleset: { ...header.ruleset, switches: {} } };
    const ruled = rulesOfLog(system, begun, rules);
    const { switches } = ruled.header.ruleset;
    const battle = system.create(isOwn ? header.setup : null, switches);
    const last = await loadFrame(reader, battle, frame);
    const place = { system, battle, at: `after ${own.unit} ${frame}`, switches, settled: ruled.settled };
    if (last >= frame) return { ...place, planFailures: [] };
    throw new LockstepError('E_OPTION', 'the log ends before that frame', {
      file,
      found: `${frame}; ${last} is the last one`,
      remedy: 'Give an earlier frame',
    });
  } finally {
    reader.close();
  }
}

/**
 * The battle of a plan (TOML) or log.
 * @param at of a plan a label or number of commands, of a log a frame
 * @param opened what an owner's image has settled
 * @throws LockstepError for what cannot be read or played
 */
export function placeOf(
  systems: readonly System[],
  file: PlanSource,
  at: string | undefined,
  opened: Opened = {},
): Promise<OpenedPlace> {
  if (typeof file === 'string' && !isPlanSource(file)) return logPlace(systems, file, at, opened);
  return planPlace(systems, file, at, opened);
}

/**
 * As `placeOf`, of a system whose draws can be looked at.
 * @throws LockstepError `E_CAPABILITY` for another one
 */
export async function positionOf(
  systems: readonly System[],
  file: PlanSource,
  at: string | undefined,
): Promise<Position & OpenedPlace> {
  const place = await placeOf(systems, file, at);
  return { ...place, ...drawnSystem(place.system, planFileOf(file)) };
}
