/**
 * What moves of one state begin with alike is played once: the children are those of moves that are
 * each played by themselves.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Battle, SharedPrefixes, System } from '../../../../../core/system/system.js';
import { findSystem, SYSTEMS } from '../../../../../harness/base/systems.js';

import { readPlan } from '../../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../../harness/play/plan/run.js';
import type { Plan } from '../../../../../harness/play/plan/types.js';
import { createBranching } from '../../../../../harness/solve/search/expansion/branching.js';
import { CHILD_MOVE } from '../../../../../harness/solve/search/expansion/task-ring.js';
import { branchNode, createVisited } from '../../../../../harness/solve/search/expansion/visited.js';
import { createProblem } from '../../../../../harness/solve/search/problem/problem.js';
import { HEADER_WORDS } from '../../../../../harness/solve/search/state/arena.js';

const systemOf = ({ system, setup }: Plan): System => findSystem(SYSTEMS, system, 'plan', 1, setup);
/** The system without prefixes that are shared. */
function byItself(system: System): System {
  const { sharedPrefixes, ...planning } = system.capabilities.planning ?? {};
  return { ...system, capabilities: { ...system.capabilities, planning } };
}
let played = 0;
const STATES = 25;
/** The system, with the prefixes that are played counted. */
function counted(system: System): System {
  const { planning } = system.capabilities;
  const sharedPrefixes = (battle: Battle): SharedPrefixes => {
    const prefixes = planning?.sharedPrefixes?.(battle);
    if (prefixes === undefined) throw new Error(`${system.id} shares no prefixes`);
    return {
      ...prefixes,
      play: (prefix: number) => {
        played++;
        return prefixes.play(prefix);
      },
    };
  };
  return { ...system, capabilities: { ...system.capabilities, planning: { ...planning, sharedPrefixes } } };
}

const CELLS = '[0, 1, 2, 3, 4, 5, 6]';
function planOf(formation: string, party: readonly string[], frames: string): string {
  return `
plan = 1
system = "live-a-live"
[setup]
formation = ${formation}
generator = [18, 52, 86, 120]
${party.map((character) => `[[setup.party]]\ncharacter = "${character}"`).join('\n')}
[search]
cost = ${frames === '' ? '"actions"' : '"frames"'}
moves = [
  { command = "step" }, { command = "turn", way = ["left", "right"] },
  { command = "move", x = ${CELLS}, y = ${CELLS}${frames} },
  { command = "pass" },
]
goal = { "enemy[0].hp" = 1 }
`;
}

/**
 * Frames of the turn engine: every action of both sides, skills that are charged, an area that is
 * chosen.
 */
const ENGINE = `
plan = 1
system = "live-a-live"
[setup]
generator = [18, 52, 86, 120]
skills = [
  { effects = [{ operation = "damage", a = 60, c = 1 }, { operation = "onset", a = 4, b = 1 }, { operation = "enemyStatus", a = 1, b = 30 }] },
  { charge = 24, effects = [{ operation = "enemyStat", a = 1, b = 9 }, { operation = "allyStatus", a = 2, b = 20 }, { operation = "attack", a = 1 }] },
]
allies = [{ speed = 31, x = 0, y = 6 }, { speed = 200, x = 3, y = 2 }]
species = [{ speed = 60, intellect = 55, hp = 120 }, { speed = 90, intellect = 120, hp = 240 }]
enemies = [{ species = 0 }, { species = 1 }]
[[do]]
command = "wait"
[search]
cost = "frames"
moves = [
  { command = "step", direction = ["up", "down", "left", "right"] }, { command = "turn", side = ["left", "right"] },
  { command = "pass" }, { command = "stepInPlace" }, { command = "skill", charged = [0, 1], skill = [0, 1] }, { command = "item" },
  { command = "openArea" }, { command = "areaTurn", side = "left", presses = 3 }, { command = "cancelArea" },
  { command = "wait" }, { command = "waitForAlly" },
]
enemyMoves = [
  { command = "enemyTurn", side = ["left", "right"] }, { command = "enemyStep" }, { command = "enemyNothing" },
  { command = "enemySkill", charged = [0, 1], skill = [0, 1] }, { command = "enemyHeld" },
]
goal = { "enemy[0].hp" = 1 }
`;

/**
 * Children of the first states that a search from the start finds, as they stand in its blocks.
 * @param fill what stood in the block before
 */
function childrenOf(change: (system: System) => System, text: string, states: number, fill = 0): number[][] {
  const plan = readPlan(new TextEncoder().encode(text), 'test');
  const system = change(systemOf(plan));
  const branching = createBranching(createProblem(system, startPlan(system, plan), plan));
  const visited = createVisited(branching, 50_000_000, false);
  const block = new Int32Array(branching.maxWords).fill(fill);
  const all: number[][] = [];
  for (let node = 0; node < Math.min(states, visited.arena.length); node++) {
    const end = branchNode(branching, visited.arena, visited.varying, node, block, 0);
    all.push([...block.subarray(0, end)]);
    for (let child = 0; child < end; child = visited.after(block, child)) {
      while (!visited.read(block, child)) visited.widen();
      if (visited.find(block, child) < 0) visited.add(block, child);
    }
  }
  expect(visited.arena.stride).toBeGreaterThan(HEADER_WORDS);
  return all;
}

test.each([
  ['frames of the turn engine', ENGINE, 400],
  ['the same from before its first frame on', ENGINE.replace('[[do]]\ncommand = "wait"\n', ''), 40],
  ['a battle of one against one, to the end of the enemies turn', planOf('0xde', ['takahara'], ''), STATES],
  ['the same, asked as soon as an ally can act', planOf('0xde', ['takahara'], ', frames = [0, 40, -1]'), STATES],
  ['two against several', planOf('0xf5', ['oersted', 'straybow'], ''), STATES],
])('moves played from shared beginnings end as when played alone: %s', (_, text, states) => {
  const before = played;
  const shared = childrenOf(counted, text, states);
  // of some states there is but one move
  expect(played).toBeGreaterThan(before + states / 2);
  expect(shared.length).toBe(states);
  expect(shared).toEqual(childrenOf(byItself, text, states));
});

test('a child has every word of its own, whatever stood in the block before: frames that delay the start as well', () => {
  const text = readFileSync(new URL('../../../../../traces/live-a-live/start-namcat.toml', import.meta.url), 'utf8');
  const children = childrenOf((system) => system, text, STATES);
  expect(childrenOf((system) => system, text, STATES, 0x1234_5678)).toEqual(children);
});

test("in the enemies' turn their own moves are tried, and to wait, and nothing else", () => {
  const plan = readPlan(new TextEncoder().encode(ENGINE), 'test');
  const system = systemOf(plan);
  const problem = createProblem(system, startPlan(system, plan), plan);
  const branching = createBranching(problem);
  const visited = createVisited(branching, 50_000_000, false);
  const block = new Int32Array(branching.maxWords);
  const tried = new Set<string>();
  for (let node = 0; node < Math.min(400, visited.arena.length); node++) {
    const end = branchNode(branching, visited.arena, visited.varying, node, block, 0);
    const isTheirs = branching.turn() === 1;
    for (let child = 0; child < end; child = visited.after(block, child)) {
      const move = problem.moves[block[child + CHILD_MOVE] as number];
      if (isTheirs) tried.add(move?.move.shape.name ?? '');
      while (!visited.read(block, child)) visited.widen();
      if (visited.find(block, child) < 0) visited.add(block, child);
    }
  }
  expect([tried.has('wait'), [...tried].filter((name) => name.startsWith('enemy')).length > 2]).toEqual([true, true]);
  expect([...tried].filter((name) => name !== 'wait' && !name.startsWith('enemy'))).toEqual([]);
});
