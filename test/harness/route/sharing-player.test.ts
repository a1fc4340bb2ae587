/** What moves of one state begin with alike is played once: the children are those of moves that are each played by themselves. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE } from '../../../core/live-a-live/index.js';
import type { System } from '../../../core/system.js';
import { readPlan } from '../../../harness/plan/load.js';
import { startPlan } from '../../../harness/plan/run.js';
import { HEADER_WORDS } from '../../../harness/route/search/arena.js';
import { createBranching } from '../../../harness/route/search/branching.js';
import { createProblem } from '../../../harness/route/search/problem.js';
import { branchNode, createVisited } from '../../../harness/route/search/visited.js';

const { firstParts, ...others } = LIVE_A_LIVE.capabilities;
const BY_ITSELF: System = { ...LIVE_A_LIVE, capabilities: others };
let played = 0;
const STATES = 25;
const COUNTED: System = {
  ...LIVE_A_LIVE,
  capabilities: {
    ...others,
    ...(firstParts === undefined
      ? {}
      : {
          firstParts: {
            ...firstParts,
            play: (battle, part) => {
              played++;
              return firstParts.play(battle, part);
            },
          },
        }),
  },
};

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

/** Children of the first states that a search from the start finds, as they stand in its blocks. */
function childrenOf(system: System, text: string, states: number): number[][] {
  const plan = readPlan(new TextEncoder().encode(text), 'test');
  const branching = createBranching(createProblem(system, startPlan(system, plan), plan));
  const visited = createVisited(branching, 50_000_000, false);
  const block = new Int32Array(branching.mostWords);
  const all: number[][] = [];
  for (let node = 0; node < Math.min(states, visited.arena.length); node++) {
    const end = branchNode(branching, visited.arena, visited.places, node, block, 0);
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
  ['a battle of one against one, to the end of the enemies turn', planOf('0xde', ['takahara'], '')],
  ['the same, asked as soon as an ally can act', planOf('0xde', ['takahara'], ', frames = [0, 40, -1]')],
  ['two against several', planOf('0xf5', ['oersted', 'straybow'], '')],
])('%s', (_, text) => {
  const before = played;
  const shared = childrenOf(COUNTED, text, STATES);
  expect(played).toBeGreaterThan(before + STATES);
  expect(shared.length).toBe(STATES);
  expect(shared).toEqual(childrenOf(BY_ITSELF, text, STATES));
});
