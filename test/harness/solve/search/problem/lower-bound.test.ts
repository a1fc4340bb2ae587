/** The bound of every metric, alone and in a sum: what a command was seen to cost is never less than what the bound falls by. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../../core/live-a-live/index.js';
import { readPlan } from '../../../../../harness/play/plan/read-plan.js';
import { readingOf } from '../../../../../harness/play/plan/readings.js';
import { startPlan } from '../../../../../harness/play/plan/run.js';
import { createLowerBound } from '../../../../../harness/solve/search/problem/lower-bound.js';
import { countMove, METRICS } from '../../../../../harness/solve/search/problem/outcome.js';
import { createProblem, type Problem } from '../../../../../harness/solve/search/problem/problem.js';
import { cell } from '../../../../core/live-a-live/planning/priced-commands.js';
import { type Play, play } from '../../../../fixtures/live-a-live/harmful-plays.js';

const PLAYS = 120;
const SHAPES = new Map(LIVE_A_LIVE_BATTLE.commands.map((shape) => [shape.code, shape]));
const planning = LIVE_A_LIVE_BATTLE.capabilities.planning;
const kindOf = (words: Int32Array): 'action' | 'press' | 'wait' => SHAPES.get(words[0] ?? 0)?.kind ?? 'action';

/** Weights of each metric alone, and of all. */
const WEIGHTS = [...METRICS.map((_, index) => METRICS.map((__, at) => (at === index ? 1 : 0))), [3, 50, 20, 7, 1, 2]];

/** The play's commands as the moves of a search for the HP that its last state has. */
function problemOf({ battle, played, images }: Play, enemy: number): Problem {
  battle.image.set(images.at(-1) as Uint8Array);
  const hp = cell(`enemy[${enemy}].hp`);
  const left = (battle.image[hp.offset] ?? 0) + 256 * (battle.image[hp.offset + 1] ?? 0);
  const moves = played.map(({ words }) => ({
    move: { words, shape: SHAPES.get(words[0] ?? 0) },
    side: 0,
    kind: kindOf(words),
  }));
  const goal = [{ reading: { cell: hp }, min: 0, max: left }];
  return { system: LIVE_A_LIVE_BATTLE, battle, moves, goal, start: undefined, weights: [] } as unknown as Problem;
}

/** Amounts of a command; enemies that acted are left out, which makes it cheaper than it was. */
function amountsOf({ battle, played, images }: Play, at: number): Int32Array {
  const amounts = new Int32Array(METRICS.length);
  const words = played[at]?.words ?? new Int32Array(0);
  const framesAt = (index: number): number => {
    battle.image.set(images[index] as Uint8Array);
    return planning?.frames?.(battle) ?? 0;
  };
  const frames = framesAt(at + 1) - framesAt(at);
  const presses = planning?.presses?.(battle, words) ?? 0;
  countMove(amounts, 0, kindOf(words), { frames, enemyActions: 0, presses });
  return amounts;
}

function readAlong(one: Play, battle: LiveALiveBattle, enemy: number, weights: readonly number[]): number[] {
  const problem = problemOf(one, enemy);
  battle.image.set(one.images[0] as Uint8Array);
  const read = createLowerBound(problem, weights);
  return one.images.map((image) => {
    battle.image.set(image);
    return read();
  });
}

test('no metric’s bound falls by more than a command costs in it, and each is 0 at the goal', () => {
  const above = WEIGHTS.map(() => 0);
  for (let seed = 0; seed < PLAYS; seed++) {
    const one = play(seed, 3, 1);
    const costs = one.played.map((_, at) => amountsOf(one, at));
    for (const enemy of one.enemies) {
      for (const [index, weights] of WEIGHTS.entries()) {
        const bounds = readAlong(one, one.battle, enemy, weights);
        if ((bounds[0] ?? 0) > 0) above[index] = (above[index] ?? 0) + 1;
        costs.forEach((amounts, at) => {
          const cost = weights.reduce((sum, weight, metric) => sum + weight * (amounts[metric] ?? 0), 0);
          const fall = (bounds[at] ?? 0) - (bounds[at + 1] ?? 0);
          expect(
            fall,
            `play(${seed}, 3, 1), enemy ${enemy}, weights ${weights.join(' ')}, command ${at + 1}`,
          ).toBeLessThanOrEqual(cost);
        });
        expect(bounds.at(-1), `play(${seed}, 3, 1), enemy ${enemy}, at the goal`).toBe(0);
      }
    }
  }
  const [frames, actions, allyActions, enemyActions, presses, waits, sum] = above;
  // of waits alone a route may have none, of presses and of the enemies' actions as well
  expect(
    [frames, actions, allyActions, sum].every((count) => (count ?? 0) > 50),
    above.join(' '),
  ).toBe(true);
  expect(
    [enemyActions, presses].every((count) => count === 0),
    above.join(' '),
  ).toBe(true);
  expect(waits).toBeLessThan(frames ?? 0);
});

test('where nothing else is known, the cheapest move is missing until the goal, whoever makes it', () => {
  const plan = (cost: string, enemies: string): string => `
plan = 1
system = "live-a-live"
[setup]
allies = [{ x = 0, y = 6 }]
species = [{ speed = 60 }]
enemies = [{ species = 0 }]
[search]
cost = ${cost}
moves = [{ command = "wait", frames = 7 }, { command = "stepInPlace" }]
${enemies}
goal = { turnFlag = 0x40 }
`;
  const boundOf = (cost: string, enemies = ''): number[] => {
    const read = readPlan(new TextEncoder().encode(plan(cost, enemies)), 'one.toml');
    const problem = createProblem(LIVE_A_LIVE, startPlan(LIVE_A_LIVE, read), read);
    const bound = createLowerBound(problem);
    const { image } = problem.battle;
    const flagAt = readingOf(LIVE_A_LIVE, problem.battle, 'turnFlag')?.cell?.offset ?? Number.NaN;
    return [0x80, 0x40].map((flag) => {
      image[flagAt] = flag;
      return bound();
    });
  };
  const enemyTurn = 'enemyMoves = [{ command = "enemyNothing" }]';
  expect(boundOf('"frames"')).toEqual([1, 0]);
  expect(boundOf('{ actions = 3, waits = 9 }')).toEqual([3, 0]);
  expect(boundOf('{ allyActions = 5, enemyActions = 2, waits = 9 }', enemyTurn)).toEqual([2, 0]);
  expect(boundOf('{ actions = 5, waits = 9 }', enemyTurn)).toEqual([5, 0]);
});
