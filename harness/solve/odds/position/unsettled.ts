/**
 * What of a battle's start and of cutting in nobody has published: switches that shift every draw
 * behind them. Every answer about seeds names them with the setting it is under.
 */
import { encodeCommand } from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import { wrap } from '../../../base/text-columns.js';
import type { Plan } from '../../../play/plan/types.js';

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
    if (name !== START_OFFSET && name !== DECISION_INPUT) return [];
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
