/**
 * The search over what chance decides in a command: the policy with the highest chance or expected
 * value, or the plan with the lowest certain cost.
 */
import { createEventBuffer } from '../../../../core/system/battle.js';
import { createYielder, newsOf } from '../../../base/index.js';

import { plainMove, planError } from '../../../play/index.js';

import {
  createSearchClock,
  type EndReason,
  NO_LIMIT,
  type SearchLimits,
  type SearchMove,
} from '../../search/problem/outcome.js';
import type { Problem } from '../../search/problem/problem.js';
import { ALL, type Fraction, lowest, NONE, whole } from '../graph/chance.js';
import type { PolicyListeners, PolicyStep } from '../policy/find-policy.js';
import { createOutcomePlay, limitsOfPlay, type OutcomePlay, type Reached } from './play.js';
import { createWeighing, createWorst, type Weighing, type Worst } from './weigh.js';

export interface OutcomeAnswer {
  readonly aim: NonNullable<Problem['aim']>;
  /** What the policy is worth: its chance, its expected value, or its certain cost. */
  readonly worth: Fraction | undefined;
  /** No policy is worth more; of a cost, less. Undefined: not bounded. */
  readonly bound: Fraction | undefined;
  readonly proven: boolean;
  readonly reason: EndReason;
  readonly policy: PolicyStep | undefined;
  readonly states: number;
  readonly points: number;
}

/** Points between two looks at the clock. */
const SLICE = 2000;
/** Commands of a line of play: each is a call within the one before. */
const LONGEST = 1000;
/** Steps of the tree that are told. */
const MOST_STEPS = 5000;

/** What both kinds of search have in common. */
interface Running {
  goOn(points: number): boolean;
  readonly count: () => number;
  readonly bytes: () => number;
}

/** @throws LockstepError `E_PLAN_SEARCH` */
function checkLimits(problem: Problem): void {
  const { plan, aim, limits } = problem;
  const most = Math.min(...limitsOfPlay(problem));
  const fail = (message: string, found: string, expected: string): never => {
    throw planError('E_PLAN_SEARCH', plan.file, plan.locate('search.limits'), message, {
      found,
      expected,
      remedy: 'Correct limits',
    });
  };
  if (most > LONGEST) fail('lines of play are too long', String(most), `limits of at most ${LONGEST}`);
  if (aim === 'worst' && limits.some((limit) => limit !== NO_LIMIT)) {
    fail('a worst case of dice has one limit, its cost', 'another limit', 'limits.cost alone');
  }
}

/** What happens in a command, in sentences. */
function createTeller({ system, battle }: Problem, play: OutcomePlay): (state: number, reached: Reached) => string {
  const events = createEventBuffer(256);
  return (state, { words }) => {
    play.load(state);
    const before = battle.image.slice();
    events.length = 0;
    battle.step(words, events);
    const told = newsOf({ system, battle, before, events }, 'en').map(({ sentence }) => sentence);
    return told.join('; ') || 'nothing is told';
  };
}

/** How a tree goes on: the move of a place, and the places behind its outcomes. */
interface Guide<Place> {
  move(place: Place): number;
  state(place: Place): number;
  worth(place: Place): Fraction;
  atMost(place: Place): Fraction;
  after(place: Place, reached: Reached): Place | undefined;
}

function treeOf<Place>(problem: Problem, play: OutcomePlay, guide: Guide<Place>, root: Place): PolicyStep | undefined {
  const { system, battle, moves } = problem;
  const tell = createTeller(problem, play);
  let left = MOST_STEPS;

  /** From a place on: moves that come to one thing each, and the first with several outcomes. */
  function stepFrom(first: Place): PolicyStep | undefined {
    const texts: string[] = [];
    const commands: PolicyStep['command'][] = [];
    for (let place: Place | undefined = first; place !== undefined && left > 0; ) {
      const move = moves[guide.move(place)] as SearchMove | undefined;
      const reached: readonly Reached[] | undefined =
        move === undefined ? undefined : play.reached(guide.state(place), guide.move(place));
      if (move === undefined || reached === undefined) return undefined;
      texts.push(move.text);
      commands.push(plainMove(system, battle, move.move));
      const only: Reached | undefined = reached[0];
      const next: Place | undefined =
        reached.length === 1 && only?.fate === 'on' ? guide.after(place, only) : undefined;
      if (next !== undefined && guide.move(next) >= 0) {
        place = next;
        continue;
      }
      left--;
      return stepOf({ first, place, texts, commands, reached });
    }
    return undefined;
  }

  interface Played {
    readonly first: Place;
    readonly place: Place;
    readonly texts: readonly string[];
    readonly commands: readonly PolicyStep['command'][];
    readonly reached: readonly Reached[];
  }

  function stepOf({ first, place, texts, commands, reached }: Played): PolicyStep {
    const all = reached.reduce((sum, { cases }) => sum + cases, 0n);
    const share = (cases: bigint): Fraction => lowest({ numerator: cases, denominator: all });
    const won = reached.reduce((sum, { fate, cases }) => (fate === 'won' ? sum + cases : sum), 0n);
    const others = reached.filter(({ fate }) => fate !== 'won').sort((a, b) => (a.cases < b.cases ? 1 : -1));
    const shown = others.slice(0, left);
    return {
      move: texts.join('; '),
      command: commands[0] as PolicyStep['command'],
      commands,
      chance: guide.worth(first),
      atMost: guide.atMost(first),
      reaches: share(won),
      branches: shown.map((one) => {
        const next = one.fate === 'on' ? guide.after(place, one) : undefined;
        const seen = tell(guide.state(place), one);
        return { seen, share: share(one.cases), next: next === undefined ? undefined : stepFrom(next) };
      }),
      leftOut: others.length - shown.length,
    };
  }

  return stepFrom(root);
}

function weighedTree(problem: Problem, play: OutcomePlay, weighing: Weighing): PolicyStep | undefined {
  interface Place {
    readonly state: number;
    readonly spent: readonly number[];
  }
  const pointOf = ({ state, spent }: Place) => weighing.point(state, spent);
  const guide: Guide<Place> = {
    move: (place) => pointOf(place)?.best ?? -1,
    state: ({ state }) => state,
    worth: (place) => pointOf(place)?.lower ?? NONE,
    atMost: (place) => pointOf(place)?.upper ?? ALL,
    after({ spent }, reached) {
      const after = weighing.spentAfter(spent, reached);
      return after === undefined ? undefined : { state: reached.state, spent: after };
    },
  };
  return treeOf(problem, play, guide, { state: play.start, spent: weighing.start });
}

function worstTree(problem: Problem, play: OutcomePlay, worst: Worst): PolicyStep | undefined {
  const cost = (state: number): Fraction => whole(worst.held(state)?.cost ?? 0);
  const guide: Guide<number> = {
    move: (state) => worst.held(state)?.move ?? -1,
    state: (state) => state,
    worth: cost,
    atMost: cost,
    after: (_state, { state }) => state,
  };
  return treeOf(problem, play, guide, play.start);
}

export async function runOutcomes(
  running: Running,
  play: OutcomePlay,
  limits: SearchLimits,
  listeners: PolicyListeners,
) {
  const clock = createSearchClock(limits, { ...(listeners.signal && { signal: listeners.signal }) }, () => {
    throw new Error('no progress is asked for');
  });
  const yieldNow = createYielder();
  for (;;) {
    if (running.goOn(SLICE)) return 'proven';
    const pause = yieldNow();
    if (pause !== undefined) await pause;
    const stopped = clock.stopReason();
    if (stopped !== undefined) return stopped;
    if (limits.nodes !== NO_LIMIT && running.count() >= limits.nodes) return 'nodes';
    if (play.bytes() + running.bytes() >= limits.memoryBytes) return 'memory';
  }
}

/**
 * @param problem with `aim`; its battle is left in another state
 * @throws LockstepError `E_PLAN_SEARCH` for a limit or a roll that is too large
 */
export async function searchOutcomes(
  problem: Problem,
  limits: SearchLimits,
  listeners: PolicyListeners,
): Promise<OutcomeAnswer> {
  checkLimits(problem);
  const play = createOutcomePlay(problem);
  const { aim = 'chance' } = problem;
  if (aim === 'worst') {
    const worst = createWorst(problem, play);
    const reason = await runOutcomes(worst, play, limits, listeners);
    const held = worst.held(play.start);
    return {
      aim,
      worth: held && whole(held.cost),
      bound: whole(worst.bound()),
      proven: reason === 'proven',
      reason,
      policy: held && worstTree(problem, play, worst),
      states: play.count(),
      points: worst.count(),
    };
  }
  const weighing = createWeighing(problem, play);
  const reason = await runOutcomes(weighing, play, limits, listeners);
  const { lower, upper } = weighing.root();
  return {
    aim,
    worth: lower,
    bound: upper,
    proven: reason === 'proven',
    reason,
    policy: weighedTree(problem, play, weighing),
    states: play.count(),
    points: weighing.count(),
  };
}
