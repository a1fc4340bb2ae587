/**
 * Checks a policy line by line. Of each listed point two chances are claimed: one that a policy
 * has, and one that none exceeds. Both must follow, move by move, from what the points behind it
 * claim.
 * Every move counts towards a limit, so that no claim rests on itself.
 */
import type { PolicyHeader, PolicyLine } from './form.js';
import { isEnd, policyOf } from './header.js';
import { createOutcomes } from './outcomes.js';
import { createPlayPoint, type Played, type PlayPoint, type Plays, type Point } from './points.js';
import { EVERYTHING, isLess, NOTHING, product, type Ratio, ratioOf, sum } from './ratio.js';
import { readLines } from './read-lines.js';
import { nameOfPoint } from './state-key.js';
import { createStoredStates } from './stored-states.js';
import type { Task } from './task.js';
import { createTransitions } from './transitions.js';
import type { WalkCounts } from './walk.js';

type Claims = Pick<PolicyLine, 'atLeast' | 'atMost'>;

/** A state of the generator that stands for all: it is never drawn from. */
const ANY_STATE = 0x0101_0101;
/** Ways of the draws of one move. */
const MOST_WAYS = 1_000_000;
/** Of a point without a line. */
const UNCLAIMED: Claims = { atLeast: '0/1', atMost: '1/1' };

/** @throws RefusedLine, LockstepError as for the lines */
export async function readClaims(file: string): Promise<ReadonlyMap<string, Claims>> {
  const claims = new Map<string, Claims>();
  for await (const line of readLines(file)) {
    if (line.number === 1 || isEnd(line)) continue;
    const { state, atLeast, atMost } = policyOf(file, line);
    claims.set(state, { atLeast, atMost });
  }
  return claims;
}

interface PolicyWalk {
  /** Takes the next line. @returns why it is wrong, or undefined */
  take(line: PolicyLine): string | undefined;
  /** After the last line. @returns what is missing, or undefined */
  end(): string | undefined;
  /** The battle's own generator is put back. */
  finish(): void;
  readonly counts: () => WalkCounts;
}

/** What the checks of a line share. */
interface Walking {
  /** What a move has by the claims of the points behind it, whose lines are still to come. */
  chanceOf(played: Played, which: keyof Claims): Ratio;
  openMoves(point: Point): readonly number[];
  readonly play: PlayPoint;
}

/** Why the policy's move has less than is claimed, or undefined. */
function fallsShort({ chanceOf, openMoves, play }: Walking, point: Point, line: PolicyLine): string | undefined {
  const { atLeast, move } = line;
  const played = openMoves(point).includes(move) ? play(point, move) : undefined;
  if (typeof played === 'string') return played;
  if (played === undefined) return `move ${move} is refused`;
  const has = chanceOf(played, 'atLeast');
  if (!isLess(has, ratioOf(atLeast))) return undefined;
  return `move ${move} has a chance of ${has.top}/${has.bottom}, below ${atLeast}`;
}

/** Why some move may have more than is claimed, or undefined. */
function exceeds({ chanceOf, openMoves, play }: Walking, point: Point, { atMost }: PolicyLine): string | undefined {
  for (const move of openMoves(point)) {
    const played = play(point, move);
    if (typeof played === 'string') return played;
    if (played === undefined) continue;
    const has = chanceOf(played, 'atMost');
    if (!isLess(ratioOf(atMost), has)) continue;
    return `move ${move} may have a chance of ${has.top}/${has.bottom}, above ${atMost}`;
  }
  return undefined;
}

function checkLine(walking: Walking, point: Point, line: PolicyLine): string | undefined {
  const [atLeast, atMost] = [ratioOf(line.atLeast), ratioOf(line.atMost)];
  if (isLess(EVERYTHING, atMost) || isLess(atMost, atLeast)) return 'the chances contradict each other';
  const claimsPolicy = isLess(NOTHING, atLeast);
  if (claimsPolicy !== line.move >= 0) return 'a move is named without a chance, or a chance without a move';
  const wrong = claimsPolicy ? fallsShort(walking, point, line) : undefined;
  return wrong ?? (isLess(atMost, EVERYTHING) ? exceeds(walking, point, line) : undefined);
}

/** Plays the points of a task. The battle gets the generator that all states show. */
function createPlays(task: Task, { trusts }: PolicyHeader, file: string): Plays {
  const { generator, outcomes: rolled } = task.system.capabilities.planning ?? {};
  if (rolled === undefined) generator?.write(task.battle, ANY_STATE);
  const transitions = createTransitions(task, trusts);
  const states = createStoredStates(task.battle.image, file);
  const most = rolled === undefined ? MOST_WAYS : task.outcomes;
  const outcomes = createOutcomes({ ...task, outcomes: most }, transitions, states.load);
  return { task, transitions, states, outcomes };
}

function rootOf({ transitions: { first, key }, states }: Plays): Point {
  const member = { key: key(first), stored: states.store(), values: first, weight: 1n };
  return { name: nameOfPoint([member], 0), members: [member], cost: 0 };
}

/** @param claims of all lines */
export function createPolicyWalk(
  task: Task,
  header: PolicyHeader,
  claims: ReadonlyMap<string, Claims>,
  file: string,
): PolicyWalk {
  const plays = createPlays(task, header, file);
  const { outcomes, states, transitions } = plays;
  const root = rootOf(plays);
  const awaited = new Map([[root.name, root]]);
  const done = new Set<string>();
  const walking: Walking = {
    play: createPlayPoint(plays),
    chanceOf({ won, branches }, which) {
      let all = won;
      for (const { point, share } of branches) {
        if (claims.has(point.name) && !done.has(point.name)) awaited.set(point.name, point);
        all = sum(all, product(share, ratioOf((claims.get(point.name) ?? UNCLAIMED)[which])));
      }
      return all;
    },
    openMoves({ members: [one] }) {
      if (one === undefined) return [];
      states.load(one.stored);
      return transitions.tried(one.values);
    },
  };
  return {
    take(line) {
      const point = awaited.get(line.state);
      if (point === undefined) return 'no move leads to this point';
      const isRoot = line.state === root.name;
      if (isRoot && (line.atLeast !== header.chance || line.atMost !== header.chance)) {
        return `the claim of ${header.chance} is not that of the start: ${line.atLeast} to ${line.atMost}`;
      }
      awaited.delete(line.state);
      done.add(line.state);
      return checkLine(walking, point, line);
    },
    end: () => (awaited.size === 0 ? undefined : 'a point that matters has no line: nothing is proven of it'),
    finish: outcomes.finish,
    counts: () => ({ states: done.size, moves: outcomes.count() }),
  };
}
