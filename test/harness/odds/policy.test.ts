/** Policies over draws and over seeds against every line of play, one after the other. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../core/live-a-live/index.js';
import { encodeCommand, type PlainCommand, readCell } from '../../../core/system/battle.js';
import type { Battle, DrawSource } from '../../../core/system/system.js';
import { findPolicy } from '../../../harness/odds/policy/find-policy.js';
import { createPolicySearch, startsOfLuck } from '../../../harness/odds/policy/policy.js';
import { createPolicyGraph } from '../../../harness/odds/policy/policy-graph.js';
import { fractionOf } from '../../../harness/odds/policy/policy-tree.js';
import { SEED_STEP, STOPPED } from '../../../harness/odds/policy/transitions.js';
import { drawnSystem } from '../../../harness/odds/position/position.js';
import { readPlan } from '../../../harness/plan/read-plan.js';
import { startPlan } from '../../../harness/plan/run.js';
import { NO_LIMIT } from '../../../harness/search/problem/metrics.js';
import { createProblem } from '../../../harness/search/problem/problem.js';

const SYSTEM = LIVE_A_LIVE_BATTLE;
const { force, generator } = drawnSystem(SYSTEM, 'test');
const LIMITS = { memoryBytes: 200_000_000, nodes: NO_LIMIT, milliseconds: NO_LIMIT };
/** All chance there is: weights of states are whole numbers of this. */
const ALL = 1n << 600n;

const inline = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, item]) => `${key} = ${JSON.stringify(item)}`)
    .join(', ')} }`;

interface Small {
  readonly formation: string;
  readonly before: readonly PlainCommand[];
  readonly moves: readonly PlainCommand[];
  readonly depth: number;
  /** HP of the enemy at the goal, and of Takahara throughout. */
  readonly enemyHp: number;
  readonly ownHp: number;
  readonly generator?: readonly number[];
}

function problemOf({ formation, before, moves, depth, enemyHp, ownHp, ...given }: Small, luck: string) {
  const text = `
plan = 1
system = "live-a-live"
[setup]
formation = "${formation}"
generator = ${JSON.stringify(given.generator ?? [1, 2, 3, 4])}
[[setup.party]]
character = "takahara"
${before
  .map(
    (command) =>
      `[[do]]\n${Object.entries(command)
        .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
        .join('\n')}`,
  )
  .join('\n')}
[search]
maximise = "chance"
luck = "${luck}"
moves = [${moves.map(inline).join(', ')}]
limits = { actions = ${depth} }
keep = { "record[5].hp" = { min = ${ownHp} } }
goal = { "enemy[0].hp" = { max = ${enemyHp} } }
`;
  const plan = readPlan(new TextEncoder().encode(text), 'small.toml');
  return createProblem(SYSTEM, startPlan(SYSTEM, plan), plan);
}

function value(battle: Battle, name: string): number {
  const cell = battle.cells.find((candidate) => candidate.name === name);
  if (cell === undefined) throw new Error(name);
  return readCell(battle.image, cell);
}

const LOOKS = ['hp', 'statuses', 'abnormality', 'cellX', 'cellY'].map((rest) => `enemy[0].${rest}`);
const OWN_LOOKS = ['record[5].hp', ...['statuses', 'cellX', 'cellY'].map((rest) => `ally[0].${rest}`)];

/** What a player sees of the two: figures, and the way they face. */
function look(battle: Battle): string {
  const facings = ['enemy[0].facing', 'ally[0].facing'].map((name) => value(battle, name));
  const enemy = (facings[0] as number) >> 6;
  return [...[...LOOKS, ...OWN_LOOKS].map((name) => value(battle, name)), enemy, (facings[1] as number) & 3].join(' ');
}

interface Possible {
  readonly image: Uint8Array;
  readonly weight: bigint;
}

/** What a command comes to from one state; undefined: it is refused. */
type Play = (battle: Battle, from: Possible, words: Int32Array) => Possible[] | undefined;

const kinds = new Uint8Array(256);

/** Every draw is 0 to 255. */
const byDraws: Play = (battle, from, words) => {
  const visit = (given: readonly number[], weight: bigint): Possible[] | undefined => {
    let at = 0;
    let next: readonly (readonly [number, number])[] | undefined;
    const source: DrawSource = {
      kinds,
      given: () => given[at++] ?? -1,
      choose(values, count) {
        next ??= [...values.subarray(0, count)].map((least, kind) => [
          least,
          kinds.filter((own) => own === kind).length,
        ]);
        return values[0] as number;
      },
    };
    force(battle, source);
    battle.image.set(from.image);
    const error = battle.step(words, undefined);
    force(battle, undefined);
    if (error !== 0) return undefined;
    if (next === undefined) return [{ image: battle.image.slice(), weight }];
    return next.flatMap(([least, count]) => visit([...given, least], (weight * BigInt(count)) / 256n) ?? []);
  };
  return visit([], from.weight);
};

/** The generator draws. */
const byGenerator: Play = (battle, { image, weight }, words) => {
  battle.image.set(image);
  return battle.step(words, undefined) === 0 ? [{ image: battle.image.slice(), weight }] : undefined;
};

/** The greatest weight that reaches the goal, of states that are not told apart. */
function bestWeight(battle: Battle, given: Small, possible: readonly Possible[], left: number, play: Play): bigint {
  if (left === 0) return 0n;
  let best = 0n;
  for (const command of given.moves) {
    const words = encodeCommand(SYSTEM, battle, command);
    let won = 0n;
    let isRefused = false;
    const seen = new Map<string, Possible[]>();
    for (const from of possible) {
      const after = play(battle, from, words);
      if (after === undefined) {
        isRefused = true;
        break;
      }
      for (const one of after) {
        battle.image.set(one.image);
        if (value(battle, 'record[5].hp') < given.ownHp) continue;
        if (value(battle, 'enemy[0].hp') <= given.enemyHp) {
          won += one.weight;
          continue;
        }
        const menu = given.moves.map((move) => {
          battle.image.set(one.image);
          return battle.step(encodeCommand(SYSTEM, battle, move), undefined);
        });
        battle.image.set(one.image);
        const key = `${look(battle)} ${menu.map((error) => error === 0)}`;
        seen.set(key, [...(seen.get(key) ?? []), one]);
      }
    }
    if (isRefused) continue;
    for (const group of seen.values()) won += bestWeight(battle, given, group, left - 1, play);
    if (won > best) best = won;
  }
  return best;
}

const blow = (skill: string, frames: number) => ({ command: 'skill', skill, x: 1, y: 3, frames });
const REPPU = '烈風正拳づき';
const KICK = 'どう回し回転げり';

const NOTHING: Small = {
  formation: 'odie-o',
  before: [{ command: 'move', x: 0, y: 0, frames: 0 }],
  moves: [],
  depth: 2,
  enemyHp: 0,
  ownHp: 0,
};

const blows: fc.Arbitrary<Small> = fc.record({
  formation: fc.constant('odie-o'),
  before: fc.constant([{ command: 'move', x: 0, y: 0, frames: 0 }]),
  moves: fc.constantFrom(
    [blow(REPPU, 0)],
    [blow(KICK, 0), blow(REPPU, 0)],
    [blow(REPPU, 0), { command: 'step', frames: 0 }],
  ),
  depth: fc.integer({ min: 1, max: 2 }),
  enemyHp: fc.constantFrom(760, 758, 755, 690, 685, 600),
  ownHp: fc.constantFrom(0, 320),
});

test('the chance over unknown draws is the best of every line of play', async () => {
  let [between, sure, never] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(blows, async (given) => {
      const problem = problemOf(given, 'draws');
      const { battle } = problem;
      const image = battle.image.slice();
      startsOfLuck(problem);
      const { graph } = createPolicySearch(problem, undefined);
      const reason = await findPolicy({ graph, limits: LIMITS });
      battle.image.set(image);
      const slow = bestWeight(battle, given, [{ image, weight: ALL }], given.depth, byDraws);
      const { numerator, denominator } = fractionOf(graph.root.lower, graph.root.total);
      expect([reason, numerator * ALL]).toEqual(['proven', slow * denominator]);
      if (slow === 0n) never++;
      else if (slow === ALL) sure++;
      else between++;
    }),
    { numRuns: 10, seed: 2, endOnFailure: true },
  );
  expect([between > 3, sure + never > 0]).toEqual([true, true]);
}, 60_000);

const word = fc.integer({ min: 0, max: 0xffff });
/** An unseeded generator, one with a state, and one that soon is seeded anew. */
const seed = fc.oneof(
  fc.record({ map: word, state: fc.constant(0) }),
  fc.record({ map: word, state: fc.integer({ min: 1, max: 0x7fff_ffff }) }),
  fc.record({ map: word, state: fc.integer({ min: 1, max: 300 }) }),
);

function withSeed(battle: Battle, image: Uint8Array, { map, state }: { map: number; state: number }): Possible {
  battle.image.set(image);
  const cell = battle.cells.find(({ name }) => name === 'mapGenerator');
  battle.image[cell?.offset ?? 0] = map & 0xff;
  battle.image[(cell?.offset ?? 0) + 1] = map >> 8;
  generator.write(battle, state);
  return { image: battle.image.slice(), weight: 1n };
}

const KICKS = [
  { command: 'move', x: 1, y: 2 },
  { command: 'skill', skill: KICK, x: 0, y: 1 },
  { command: 'skill', skill: REPPU, x: 0, y: 1 },
];
const battles = fc.record({
  given: fc.record({
    formation: fc.constant('namcat'),
    before: fc.constant([{ command: 'move', x: 2, y: 2 }]),
    moves: fc.constant(KICKS),
    depth: fc.constantFrom(2, 3, 3),
    enemyHp: fc.constantFrom(190, 188, 186, 180),
    ownHp: fc.constant(0),
    generator: fc.constant([0, 0, 0, 0]),
  }),
  // many alike are followed by graphs
  seeds: fc.array(seed, { minLength: 30, maxLength: 120 }),
});

test('the chance over seeds is the best of every line of play', async () => {
  let [between, sure, never] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(battles, async ({ given, seeds }) => {
      const problem = problemOf(given, 'seeds');
      const { battle } = problem;
      const image = battle.image.slice();
      startsOfLuck(problem);
      const numbers = Float64Array.from(seeds, ({ map, state }) => map * SEED_STEP + state);
      const { graph } = createPolicySearch(problem, numbers);
      const reason = await findPolicy({ graph, limits: LIMITS });
      const possible = seeds.map((one) => withSeed(battle, image, one));
      const slow = bestWeight(battle, given, possible, given.depth, byGenerator);
      expect([reason, graph.root.lower.numerator]).toEqual(['proven', slow]);
      if (slow === 0n) never++;
      else if (slow === BigInt(seeds.length)) sure++;
      else between++;
    }),
    { numRuns: 8, seed: 5, endOnFailure: true },
  );
  expect([between > 3, sure + never < 5]).toEqual([true, true]);
}, 60_000);

test('what looks the same is one decision', async () => {
  // a coin that nobody sees: in one state the first move reaches the goal, in the other the second
  const [start, heads, tails] = [0, 1, 2];
  const ends = (state: number, move: number) => {
    const amounts = [1, 1];
    const half = { numerator: 1n, bits: 1 };
    if (state === start)
      return [heads, tails].map((to) => ({ end: { state: to, fate: 'on' as const, amounts }, chance: half }));
    const fate = (state === heads) === (move === 0) ? ('won' as const) : ('lost' as const);
    return [{ end: { state, fate, amounts }, chance: { numerator: 1n, bits: 0 } }];
  };
  const chanceOf = async (seen: (state: number) => string, menu: (state: number) => string) => {
    const graph = createPolicyGraph({
      problem: problemOf({ ...NOTHING, moves: [blow(REPPU, 0), blow(KICK, 0)] }, 'draws'),
      states: {
        put: () => start,
        load: () => undefined,
        needs: () => [0, 0],
        distance: () => 1,
        count: () => 3,
        bytes: () => 0,
      },
      transitions: {
        weighed: (state, move) => ({ ends: ends(state, move), open: { numerator: 0n, bits: 0 } }),
        followed: () => undefined,
        menu,
        ranked: () => [0, 1],
        bytes: () => 0,
        unpublished: () => [],
      },
      screen: { seen, change: () => '' },
      seeds: undefined,
    });
    expect(await findPolicy({ graph, limits: LIMITS })).toBe('proven');
    return fractionOf(graph.root.lower, graph.root.total);
  };
  const [same, different] = [() => 'the same', (state: number) => String(state)];
  expect(await chanceOf(same, same)).toEqual({ numerator: 1n, denominator: 2n });
  expect(await chanceOf(different, same)).toEqual({ numerator: 1n, denominator: 1n });
  expect(await chanceOf(same, different)).toEqual({ numerator: 1n, denominator: 1n });
});

test('a limit leaves a range that holds, and an unreachable goal has the chance 0', async () => {
  const given: Small = { ...NOTHING, moves: [blow(KICK, 0), blow(REPPU, 0)], depth: 2, enemyHp: 690 };
  const run = async (nodes: number) => {
    const problem = problemOf(given, 'draws');
    startsOfLuck(problem);
    const { graph } = createPolicySearch(problem, undefined);
    const reason = await findPolicy({ graph, limits: { ...LIMITS, nodes } });
    const [lower, upper] = [graph.root.lower, graph.root.upper].map((bound) => {
      const { numerator, denominator } = fractionOf(bound, graph.root.total);
      return Number((numerator * 1_000_000n) / denominator) / 1e6;
    });
    return { reason, lower: lower ?? 0, upper: upper ?? 0 };
  };
  const whole = await run(NO_LIMIT);
  expect(whole.reason).toBe('proven');
  expect(whole.upper).toBe(whole.lower);
  const cut = await run(4);
  expect(cut.reason).toBe('nodes');
  expect(cut.lower).toBeLessThanOrEqual(whole.lower);
  expect(cut.upper).toBeGreaterThanOrEqual(whole.upper);
  expect(cut.lower).toBeLessThan(cut.upper);
  const problem = problemOf({ ...given, enemyHp: 1 }, 'draws');
  startsOfLuck(problem);
  const { graph } = createPolicySearch(problem, undefined);
  expect(await findPolicy({ graph, limits: LIMITS })).toBe('proven');
  expect(graph.root.upper.numerator).toBe(0n);
});

test('a move over many seeds is left in the middle once it may not go on', () => {
  const walk = { command: 'move', x: 4, y: 3 };
  const small = { formation: 'namcat', before: [], moves: [walk], depth: 2, enemyHp: 200, ownHp: 1 };
  const problem = problemOf({ ...small, generator: [0, 0, 0, 0] }, 'seeds');
  const { seeds } = startsOfLuck(problem);
  if (seeds === undefined) throw new Error('no seeds');
  const { graph, transitions } = createPolicySearch(problem, seeds);
  let left = 3;
  const mayGoOn = (): boolean => left-- > 0;
  expect(transitions.followed(0, 0, seeds, mayGoOn)).toBe(STOPPED);
  expect(left).toBe(-1);
  // nothing is known of the move then: its point is as open as before
  left = 3;
  graph.explore(graph.root, 0, mayGoOn);
  expect([graph.root.left, graph.root.edges[0]]).toEqual([1, undefined]);
});
