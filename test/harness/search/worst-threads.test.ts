/** A worst case over draws by several threads: the same graph word by word, the same limits and notes, and their errors are told. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { compileCommand } from '../fixtures/compile-sources.js';
import { testFolder } from '../fixtures/files.js';

const folder = testFolder();
const present = readFileSync(new URL('../../../traces/live-a-live/present-day-odie-o.toml', import.meta.url), 'utf8');
// three blows, whatever is drawn, with fewer cells to stand on and to aim at
const MOVES = 7;
const plan = folder.write(
  'blows.toml',
  present
    .replace('max = 815', 'max = 690')
    .replace('cost = 30', 'cost = 40')
    .replace('x = [0, 1, 2, 3], y = [0, 1, 2, 3]', 'x = 0, y = [0, 1]')
    .replace(/skill = \[.*\], x = \[0, 1\], y = \[1, 2, 3\]/, 'skill = "烈風正拳づき", x = [0, 1], y = [2, 3]'),
);
let main = '';

// threads need compiled code
beforeAll(() => {
  main = compileCommand(folder.path);
}, 120_000);

/**
 * The same search by one thread, by two and by four, all of them ready before it begins: to its end, to a limit of nodes, and once more with
 * what is left of the first ones in the threads' memory. At last by one thread that takes the moves of a state over in the wrong order.
 */
const SEARCHES = `
import { createHash } from 'node:crypto';
const at = (name) => import(new URL('../' + name, process.argv[3]));
const [{ loadPlan }, { startPlan }, { LIVE_A_LIVE_BATTLE }] = await Promise.all([
  at('plan/load.js'), at('plan/run.js'), at('../core/live-a-live/index.js')]);
const [{ createProblem }, { drawnSuccessors }, { createAhead }, { rootWorst, searchWorst }, { createGraph }] = await Promise.all(
  ['problem', 'drawn-successors', 'worst-ahead', 'worst', 'worst-graph'].map((name) => at('search/' + name + '.js')));
const plan = loadPlan(process.argv[2]);

async function search(problem, successors, nodes) {
  const graph = createGraph(100_000_000, successors.keyWords, successors.stateWords);
  rootWorst(graph, successors);
  const limits = { memoryBytes: 0, nodes, milliseconds: -1 };
  const { reason, lower, upper, line } = await searchWorst({ problem, successors, graph, limits });
  const { arena, edges, edgeLength, expanded } = graph;
  const words = createHash('sha256').update(arena.words.subarray(0, arena.length * arena.stride)).update(edges.subarray(0, edgeLength));
  return { reason, lower, upper, line, expanded, length: arena.length, words: words.digest('hex'), noted: [...successors.notes.flags].join('') };
}

async function searches(workers, wrong) {
  const problem = createProblem(LIVE_A_LIVE_BATTLE, startPlan(LIVE_A_LIVE_BATTLE, plan), plan);
  const start = problem.battle.image.slice();
  const inner = drawnSuccessors(problem);
  const { parts } = inner;
  const backwards = { ...inner, expand(source, place, node, take) {
    for (let move = parts.count - 1; move >= 0; move--) parts.replay(parts.record(source, place, move).words, 0, move, take);
  } };
  const successors = wrong ? backwards : workers > 1 ? createAhead(problem, start, inner, workers) : inner;
  await successors.start?.();
  const found = [];
  for (const nodes of wrong ? [-1] : [-1, 700, -1]) found.push(await search(problem, successors, nodes));
  const counts = successors.counts?.();
  await successors.close?.();
  return { found, counts };
}

const all = [];
for (const workers of [1, 2, 4]) all.push(await searches(workers, false));
console.log(JSON.stringify([...all, await searches(1, true)]));
`;

interface Found {
  readonly reason: string;
  readonly length: number;
  readonly expanded: number;
  readonly words: string;
}

interface Searches {
  readonly found: readonly Found[];
  readonly counts?: { readonly handed: number; readonly own: number; readonly unused: number };
}

test('two threads and four make the graph of one, and share the work', () => {
  const run = spawnSync(process.execPath, [folder.write('search.mjs', SEARCHES), plan, pathToFileURL(main).href], {
    encoding: 'utf8',
  });
  expect([run.status, run.stderr]).toEqual([0, '']);
  const [one, two, four, wrong] = JSON.parse(run.stdout) as Searches[];
  const found = one?.found ?? [];
  const [whole, limited, again] = found;
  expect(whole).toMatchObject({ reason: 'proven', upper: 40 });
  expect(limited).toMatchObject({ reason: 'nodes' });
  expect(limited?.length).toBeGreaterThanOrEqual(700);
  expect(limited?.expanded).toBeLessThan(whole?.expanded ?? 0);
  expect(again).toEqual(whole);
  for (const several of [two, four]) {
    expect(several?.found).toEqual(found);
    const { handed, own, unused } = several?.counts ?? { handed: 0, own: 0, unused: 0 };
    const moves = MOVES * found.reduce((sum, { expanded }) => sum + expanded, 0);
    expect(handed + own).toBe(moves);
    expect(handed).toBeGreaterThan(moves / 50);
    expect(unused).toBeLessThan(moves);
  }
  // the same states in another order are seen to be another graph
  expect(wrong?.found[0]).toMatchObject({ reason: 'proven', upper: 40 });
  expect(wrong?.found[0]?.words).not.toBe(whole?.words);
}, 60_000);
