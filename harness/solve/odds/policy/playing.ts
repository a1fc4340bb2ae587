/** What plays the moves of a policy, and what a state is after one of them. */
import type { FramePlay, Generator } from '../../../../core/system/system.js';
import { createPlayer, type Player } from '../../../play/plan/moves.js';
import { conditionsHold } from '../../search/problem/conditions.js';
import { countMove, METRICS, NO_LIMIT } from '../../search/problem/metrics.js';
import { evidenceOf, planningOf, type UnpublishedNotes } from '../../search/problem/planning-access.js';
import type { Problem, SearchMove } from '../../search/problem/problem.js';
import { type ActionTally, createActionTally } from '../graph/action-tally.js';
import { type DrawnSystem, drawnSystem } from '../position/position.js';
import { limitedMetrics, type States } from './states.js';

/** What has become of a line of play: it goes on, has reached the goal, or never will. */
export type Fate = 'on' | 'won' | 'lost';

export interface End {
  readonly state: number;
  readonly fate: Fate;
  /** Of each limited metric, and then the cost. */
  readonly amounts: readonly number[];
}

/** What the parts of the transitions share. */
export interface Playing {
  readonly problem: Problem;
  readonly states: States;
  readonly generator: Generator;
  readonly player: Player;
  readonly play: FramePlay;
  readonly force: DrawnSystem['force'];
  readonly limited: readonly number[];
  /** What all states show in the cell that seeds the battle. */
  readonly rootSeed: number;
  /** State of the generator that all states show. */
  readonly neutral: number;
  readonly notes: UnpublishedNotes | undefined;
  /** Of the enemies' actions, where a limit or the cost asks for them. */
  readonly tally: ActionTally | undefined;
}

const ENEMY_ACTIONS = METRICS.indexOf('enemyActions');

function tallyOf({ system, limits, weights }: Problem): ActionTally | undefined {
  const count = planningOf(system).enemyActions;
  const isAsked = limits[ENEMY_ACTIONS] !== NO_LIMIT || weights[ENEMY_ACTIONS] !== 0;
  return count === undefined || !isAsked ? undefined : createActionTally(count);
}

export function playingOf(problem: Problem, states: States): Playing {
  const { system, battle } = problem;
  const { force, framePlay, generator } = drawnSystem(system, problem.plan.file);
  const play = framePlay(battle);
  const tally = tallyOf(problem);
  play.lend(tally?.events);
  return {
    problem,
    states,
    generator,
    player: createPlayer(system, battle),
    play,
    tally,
    force,
    limited: limitedMetrics(problem),
    rootSeed: generator.seed.read(battle),
    neutral: generator.read(battle),
    notes: evidenceOf(system)?.unpublished?.(battle),
  };
}

/** What a move is measured against: its presses, and the frames before it. */
export interface Before {
  readonly frames: number;
  readonly presses: number;
}

export function beforeMove({ problem: { system, battle } }: Playing, { move }: SearchMove): Before {
  const { frames, presses } = planningOf(system);
  return { frames: frames?.(battle) ?? 0, presses: presses?.(battle, move.words) ?? 0 };
}

/** The end that the battle is at after a move. */
export function endNow(
  { problem, states, play, limited, notes }: Playing,
  { side, kind, mayEnd }: SearchMove,
  before: Before,
  enemyActions: number,
): End {
  const { system, battle, goal, keep, weights } = problem;
  notes?.note();
  const frames = (planningOf(system).frames?.(battle) ?? 0) - before.frames;
  const amounts = new Int32Array(METRICS.length);
  countMove(amounts, side, kind, { frames, enemyActions, presses: before.presses });
  const cost = weights.reduce((sum, weight, metric) => sum + weight * (amounts[metric] as number), 0);
  const kept = conditionsHold(keep);
  const won = kept && mayEnd && conditionsHold(goal);
  const fate: Fate = won ? 'won' : !kept || play.isOver() ? 'lost' : 'on';
  return { state: states.put(), fate, amounts: [...limited.map((metric) => amounts[metric] as number), cost] };
}
