/**
 * The cheapest routes that hold under every other setting: A* over states of all settings at once.
 * A move belongs to a route when every setting accepts it, and a route ends where the goal holds in
 * all of them. Its cost and its end are those of the plan's own setting: of routes to the same end
 * the cheapest counts.
 */
import { snapshot } from '../../../../core/system/battle.js';
import type { Battle } from '../../../../core/system/system.js';
import { createSha256, createYielder, LockstepError, reasonText } from '../../../base/index.js';
import { type OtherSetting, type Plan, startBattle, underOtherSettings } from '../../../play/index.js';
import { playPath } from '../answer/routes.js';
import { type ChildSink, expandListedMoves, type ListedExpander } from '../expansion/drawn-moves.js';
import {
  createSearchClock,
  type EndReason,
  METRICS,
  type MetricName,
  NO_LIMIT,
  type RobustSettings,
  type SearchLimits,
  type SearchListeners,
  type SearchOutcome,
  type StoppedLines,
} from '../problem/outcome.js';
import { createProblem, type Problem } from '../problem/problem.js';
import { createFrontier, type Frontier } from '../shortest/frontier.js';
import { pathTo } from '../shortest/search-state.js';
import {
  type Arena,
  addNode,
  BOUND,
  COST,
  createArena,
  DEAD,
  DEPTH,
  findNode,
  HEADER_WORDS,
  MOVE,
  mixWord,
  PARENT,
} from '../state/arena.js';

// The other settings of a problem: those that a route must hold under, and those that say nothing.

/** A setting that a route must hold under. */
interface Setting {
  readonly name: string;
  /** The problem from this setting's own start, without limits: those count in the plan's own. */
  readonly problem: Problem;
}

/** The other settings of a problem. */
interface Settings {
  readonly held: readonly Setting[];
  /** Those that no route is played under: the setup is refused, or there are too many. */
  readonly left: readonly OtherSetting[];
  /** A setting under which the plan's own commands break before any route begins. */
  readonly broken?: string;
}

const WITHOUT_LIMITS = METRICS.map(() => NO_LIMIT);

/** Creates the problem of every other setting, in the order of `underOtherSettings`. */
async function otherSettings({ system, plan }: Problem): Promise<Settings> {
  const starts: { readonly plan: Plan; readonly battle: Battle; readonly image: Uint8Array }[] = [];
  const rows = await underOtherSettings(system, plan, async (begun, other) => {
    const image = begun.image.slice();
    // all start places are lent in one battle; every other setting comes with a battle of its own
    const isLent = starts.some(({ battle }) => battle === begun);
    starts.push({ plan: other, battle: isLent ? await startBattle(system, other) : begun, image });
    return ['holds', ''];
  });
  const held: Setting[] = [];
  const played = rows.filter(({ verdict }) => verdict === 'holds');
  for (const [index, start] of starts.entries()) {
    const { switch: key, value } = played[index] as OtherSetting;
    const name = `${key} = ${value}`;
    start.battle.image.set(start.image);
    let problem: Problem;
    try {
      problem = createProblem(system, start.battle, start.plan);
    } catch (error) {
      if (!(error instanceof LockstepError)) throw error;
      return { held: [], left: [], broken: `${name}: ${reasonText(error)}` };
    }
    held.push({ name, problem: { ...problem, limits: WITHOUT_LIMITS, costLimit: NO_LIMIT } });
  }
  return { held, left: rows.filter(({ verdict }) => verdict !== 'holds') };
}

// The states of a setting. Settings that begin in the same state share the memory of their states:
// most of them are the same under every setting.

interface SettingStates {
  readonly expander: ListedExpander;
  /** Number of the start. */
  readonly start: number;
  /** The words of a state, lent until the next call. */
  wordsOf(state: number): Int32Array;
  /** Numbers the state of a child. @returns -1 where there is no room */
  put(child: Pick<Child, 'words' | 'bound'>): number;
  /** Lower bound on the cost of a route from a state that was numbered. */
  boundOf(state: number): number;
}

/** @param words number of the first words that count */
function hashOf(source: Int32Array, words: number): number {
  let hash = 0;
  for (let word = 0; word < words; word++) hash = (hash + mixWord(word, source[word] as number)) | 0;
  return hash;
}

function createStates(expander: ListedExpander, arena: Arena): SettingStates {
  const { keyWords, stateWords } = expander;
  const probe = { place: 0 };
  /** By state: the bound + 1, or 0. */
  let bounds = new Int32Array(1 << 10);

  function put({ words, bound }: Pick<Child, 'words' | 'bound'>): number {
    const hash = hashOf(words, keyWords);
    const known = findNode(arena, words, 0, hash, probe);
    const number = known >= 0 ? known : addNode(arena, words, 0, hash, probe.place);
    if (number < 0) return -1;
    if (number >= bounds.length) {
      const longer = new Int32Array(Math.max(number + 1, 2 * bounds.length));
      longer.set(bounds);
      bounds = longer;
    }
    if (bounds[number] === 0) bounds[number] = 1 + bound;
    return number;
  }

  const root = new Int32Array(stateWords);
  const bound = expander.packRoot(root, 0);
  return {
    expander,
    start: put({ words: root, bound }),
    put,
    boundOf: (number) => (bounds[number] as number) - 1,
    wordsOf(number) {
      const at = number * arena.stride + HEADER_WORDS;
      return arena.words.subarray(at, at + stateWords);
    },
  };
}

/** Creates the states of all problems. @param bytes upper limit of their memory */
function statesOfAll(problems: readonly Problem[], bytes: number): SettingStates[] {
  const made = problems.map((problem) => {
    const expander = expandListedMoves(problem);
    const image = createSha256().update(problem.battle.image).hex();
    return { expander, kind: `${expander.keyWords} ${expander.stateWords} ${image}` };
  });
  const kinds = new Set(made.map(({ kind }) => kind));
  const arenas = new Map<string, Arena>();
  return made.map(({ kind, expander }) => {
    const { keyWords, stateWords } = expander;
    const arena = arenas.get(kind) ?? createArena(Math.floor(bytes / kinds.size), keyWords, stateWords, false);
    arenas.set(kind, arena);
    return createStates(expander, arena);
  });
}

// The states of all settings at once, and the cheapest way to each.

/** A problem's own setting, and every other one, with their states. */
interface Joint {
  readonly problem: Problem;
  readonly own: SettingStates;
  readonly others: readonly (Setting & { readonly states: SettingStates })[];
  /** What another setting stopped, by its name. */
  readonly blocked: Map<string, StoppedLines>;
}

/** Where a move of one setting leads. */
interface Child {
  readonly words: Int32Array;
  readonly cost: number;
  readonly bound: number;
  readonly isAtGoal: boolean;
}

/** Children of a state by move. */
type Children = Map<number, Child>;

/** Writes children into a map. */
function gather(children: Children): ChildSink {
  return {
    child(source, at, _hash, move, cost, bound) {
      const words = source.slice(at);
      // whether it is at its goal belongs to the way there: one that is may go on
      words[0] = 0;
      children.set(move, { words, cost, bound, isAtGoal: source[at] !== 0 });
      return true;
    },
    open: () => true,
    drop: () => undefined,
  };
}

/** Where a route ends: the joint state before its last move, and the state after it. */
interface End {
  readonly node: number;
  readonly move: number;
  readonly cost: number;
  /** Number of the state that it ends in, of the plan's own setting. */
  readonly state: number;
}

/** Ends of the best routes, cheapest first. */
interface Ends {
  readonly best: readonly End[];
  /** The cost from which on no route is of use. */
  ceiling: number;
  add(end: End): void;
}

/** @param routes number of routes that are asked for */
function createEnds(routes: number): Ends {
  const best: End[] = [];
  const ends: Ends = {
    best,
    ceiling: Number.MAX_SAFE_INTEGER,
    add(end) {
      const known = best.findIndex(({ state }) => state === end.state);
      if (known >= 0 && (best[known] as End).cost <= end.cost) return;
      if (known >= 0) best.splice(known, 1);
      // of equal ones the first that was found comes first
      const place = best.findIndex(({ cost }) => cost > end.cost);
      best.splice(place < 0 ? best.length : place, 0, end);
      best.length = Math.min(best.length, routes);
      ends.ceiling = best.length < routes ? Number.MAX_SAFE_INTEGER : (best[routes - 1] as End).cost;
    },
  };
  return ends;
}

/** Metrics that a move has the same amount of under every setting. */
const SAME_COSTS: ReadonlySet<MetricName> = new Set(['actions', 'allyActions']);
/** The share of the memory for joint states; the rest is for the states of each setting. */
const JOINT_SHARE = 8;

interface JointSearch {
  /** The best ends so far. */
  readonly ends: Ends;
  /** A limit of memory or of states was reached. */
  stop: EndReason | undefined;
  expanded: number;
  readonly arena: Arena;
  readonly frontier: Frontier;
  /** Plays the moves of a joint state in every setting. */
  expand(node: number): void;
}

function createJointSearch(joint: Joint, memoryBytes: number, mostNodes: number): JointSearch {
  const { problem, own, others, blocked } = joint;
  const words = 1 + others.length;
  /** A move costs the same under every setting, so that each one's bound holds for all. */
  const sharesCosts = METRICS.every((name, metric) => SAME_COSTS.has(name) || problem.weights[metric] === 0);
  const arena = createArena(Math.floor(memoryBytes / JOINT_SHARE), words, words, false);
  const frontier = createFrontier(arena);
  const probe = { place: 0 };
  const next = new Int32Array(words);
  /** Places of the settings in a joint state; the one that refused last comes first. */
  const order = others.map((_, index) => index);
  const ends = createEnds(problem.routes);

  /** Adds the joint state in `next`, or takes a cheaper way to it. */
  function reach(parent: number, move: number, cost: number, depth: number): void {
    let bound = own.boundOf(next[0] as number);
    if (sharesCosts) {
      for (const [index, { states }] of others.entries()) {
        bound = Math.max(bound, states.boundOf(next[1 + index] as number));
      }
    }
    if (isTooDear(cost + bound)) return;
    const hash = hashOf(next, words);
    const known = findNode(arena, next, 0, hash, probe);
    if (known >= 0 && (arena.words[known * arena.stride + COST] as number) <= cost) return;
    const node = arena.length >= mostNodes ? -1 : addNode(arena, next, 0, hash, probe.place);
    if (node < 0) {
      search.stop = arena.length >= mostNodes ? 'nodes' : 'memory';
      return;
    }
    if (known >= 0) arena.words[known * arena.stride + COST] = DEAD;
    const head = node * arena.stride;
    arena.words[head + PARENT] = parent;
    arena.words[head + MOVE] = move;
    arena.words[head + COST] = cost;
    arena.words[head + BOUND] = bound;
    arena.words[head + DEPTH] = depth;
    frontier.push(node);
  }

  function stoppedBy(name: string): StoppedLines {
    const known = blocked.get(name) ?? { moves: 0, missed: 0 };
    blocked.set(name, known);
    return known;
  }

  /**
   * Plays moves of a joint state in another setting.
   * @returns the children by move; a refused one has none
   */
  function childrenUnder(node: number, index: number, moves: readonly number[]): Children {
    const { name, states } = others[index] as Joint['others'][number];
    const children = new Map<number, Child>();
    const state = arena.words[node * arena.stride + HEADER_WORDS + 1 + index] as number;
    states.expander.expandMoves(states.wordsOf(state), 0, moves, gather(children));
    if (children.size < moves.length) stoppedBy(name).moves += moves.length - children.size;
    return children;
  }

  /** Takes a move that every setting accepts. */
  function take(node: number, move: number, first: Child, rest: readonly Children[]): void {
    const head = node * arena.stride;
    const cost = (arena.words[head + COST] as number) + first.cost;
    const under = rest.map((children) => children.get(move) as Child);
    const isEnd = first.isAtGoal && under.every(({ isAtGoal }) => isAtGoal);
    if (first.isAtGoal && !isEnd) {
      for (const [index, { name }] of others.entries()) if (under[index]?.isAtGoal === false) stoppedBy(name).missed++;
    }
    const state = own.put(first);
    next[0] = state;
    for (const [index, { states }] of others.entries()) next[1 + index] = states.put(under[index] as Child);
    if (next.includes(-1)) search.stop = 'memory';
    else if (isEnd) ends.add({ node, move, cost, state });
    else reach(node, move, cost, (arena.words[head + DEPTH] as number) + 1);
  }

  function isTooDear(cost: number): boolean {
    return cost >= ends.ceiling || (problem.costLimit !== NO_LIMIT && cost > problem.costLimit);
  }

  const search: JointSearch = {
    ends,
    stop: undefined,
    expanded: 0,
    arena,
    frontier,
    expand(node) {
      search.expanded++;
      const state = arena.words[node * arena.stride + HEADER_WORDS] as number;
      const before = arena.words[node * arena.stride + COST] as number;
      const children: Children = new Map();
      own.expander.expand(own.wordsOf(state), 0, gather(children));
      let moves = [...children].flatMap(([move, { cost }]) => (isTooDear(before + cost) ? [] : [move]));
      const rest: Children[] = [];
      for (const index of [...order]) {
        if (moves.length === 0) return;
        const under = childrenUnder(node, index, moves);
        if (under.size < moves.length) order.unshift(...order.splice(order.indexOf(index), 1));
        moves = moves.filter((move) => under.has(move));
        rest[index] = under;
      }
      for (const move of moves) {
        if (search.stop !== undefined) return;
        take(node, move, children.get(move) as Child, rest);
      }
    },
  };
  next[0] = own.start;
  for (const [index, { states }] of others.entries()) next[1 + index] = states.start;
  reach(-1, 0, 0, 0);
  return search;
}

// The whole search.

/** Joint states between two readings of the clock. */
const CLOCK_EVERY = 64;

/** The lowest sum of cost and bound that waits, until nothing can be cheaper than the last end. */
async function runJoint(
  search: JointSearch,
  options: SearchLimits & SearchListeners,
): Promise<{ readonly reason: EndReason; readonly bound: number }> {
  const { arena, ends, frontier } = search;
  const clock = createSearchClock(options, options, () => ({
    nodes: arena.length,
    nodesBefore: 0,
    expanded: search.expanded,
    waiting: frontier.waiting(),
    best: ends.best[0]?.cost ?? -1,
    bound: frontier.lowest(),
    bytes: 4 * (arena.length * arena.stride + arena.table.length),
    maxNodes: options.nodes === NO_LIMIT ? arena.capacity : Math.min(arena.capacity, options.nodes),
  }));
  const yieldNow = createYielder();
  for (let batch = frontier.pop(); batch !== undefined; batch = frontier.pop()) {
    const bound = batch.total;
    if (bound >= ends.ceiling) break;
    for (const [number, node] of frontier.nodesOf(batch).entries()) {
      if (arena.words[node * arena.stride + COST] === DEAD) continue;
      search.expand(node);
      if (number % CLOCK_EVERY === 0) {
        search.stop ??= clock.stopReason();
        clock.report();
        await yieldNow();
      }
      if (search.stop !== undefined) {
        // what waits may still end as another of the routes, but never below the cheapest one
        return { reason: search.stop, bound: Math.min(bound, ends.best[0]?.cost ?? bound) };
      }
    }
  }
  clock.reportEnd();
  const [best] = ends.best;
  return best === undefined ? { reason: 'exhausted', bound: -1 } : { reason: 'proven', bound: best.cost };
}

/**
 * Searches from the problem's present battle, and leaves it in another state.
 *
 * @throws LockstepError `E_INTERNAL` where a found route breaks under a setting when it is played
 */
export async function searchRobust(
  problem: Problem,
  options: SearchLimits & SearchListeners,
): Promise<SearchOutcome & { readonly robust: RobustSettings }> {
  const { held, left, broken } = await otherSettings(problem);
  const blocked = new Map<string, StoppedLines>();
  const settings = held.length;
  const asked = problem.routes;
  if (broken !== undefined) {
    const robust = { settings, asked, left, blocked: [], broken };
    return { reason: 'exhausted', proven: false, bound: -1, found: [], nodes: 0, expanded: 0, robust };
  }
  const starts = held.map((setting) => snapshot(setting.problem.battle));
  const ofSettings = options.memoryBytes - Math.floor(options.memoryBytes / JOINT_SHARE);
  const [own, ...states] = statesOfAll([problem, ...held.map((setting) => setting.problem)], ofSettings);
  const others = held.map((setting, index) => ({ ...setting, states: states[index] as SettingStates }));
  const mostNodes = options.nodes === NO_LIMIT ? Number.MAX_SAFE_INTEGER : options.nodes;
  const search = createJointSearch(
    { problem, own: own as SettingStates, others, blocked },
    options.memoryBytes,
    mostNodes,
  );
  const { reason, bound } = await runJoint(search, options);
  const { ends, arena, expanded } = search;
  const found = ends.best.map(({ node, move, cost }) => ({ path: [...pathTo(arena, node), move], cost }));
  for (const route of found) {
    for (const [index, setting] of held.entries()) {
      const { fault } = playPath(setting.problem, starts[index] as Uint8Array, route);
      if (fault === undefined) continue;
      const [, why] = fault;
      const what = `a route that holds under ${setting.name} does not when it is played: ${why}`;
      throw new LockstepError('E_INTERNAL', what);
    }
  }
  const robust = {
    settings,
    asked,
    left,
    blocked: [...blocked].map(([setting, stopped]) => ({ setting, ...stopped })),
  };
  return { reason, proven: reason === 'proven', bound, found, nodes: arena.length, expanded, robust };
}
