/** The states of a proof: all that a search below a cost reaches, each with its lowest cost. */
import { LockstepError } from '../../../base/errors.js';
import { interruption } from '../../../base/yield-to-event-loop.js';
import type { StateLine, Trust } from '../../check/form.js';
import { localExpander } from '../expansion/batch-expander.js';
import { createBranching } from '../expansion/branching.js';
import { NO_LIMIT } from '../problem/metrics.js';
import type { SearchLimits } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { startSearch } from '../shortest/search-state.js';
import { runSearch, type SearchEnd } from '../shortest/shortest.js';
import { BOUND, COST, DEAD, HEADER_WORDS } from '../state/arena.js';
import { tooLarge } from './certificate-errors.js';
import { certifiedKey } from './plain-problem.js';

export interface ListOptions extends SearchLimits {
  readonly signal?: AbortSignal;
}

/** @throws LockstepError when the search did not look at every state */
function checkEnd({ reason, bound }: SearchEnd): void {
  if (reason === 'exhausted') return;
  if (reason === 'interrupted') throw interruption('no certificate is written');
  if (reason === 'proven') {
    throw new LockstepError('E_INTERNAL', `the route that was found is not the cheapest: one costs ${bound}`);
  }
  throw tooLarge('the states of the proof are too many for the limits', `more than the limit of ${reason}`);
}

/**
 * Lists the states of a proof, sorted by cost and name.
 * @param problem at the start of its routes
 * @param below no route costs less; infinite where there is no route
 * @param trusts what the names of the states rely on
 * @throws LockstepError `E_CERTIFICATE` when they are too many, `E_INTERNAL` for a cheaper route
 */
export async function listStates(
  problem: Problem,
  below: number,
  trusts: readonly Trust[],
  options: ListOptions,
): Promise<StateLine[]> {
  const key = certifiedKey(problem, trusts);
  const costLimit = Number.isFinite(below) ? below - 1 : NO_LIMIT;
  const branching = createBranching(problem);
  const state = startSearch(branching, options.memoryBytes, false);
  const { arena, visited } = state;
  const { signal, ...limits } = options;
  const batches = localExpander(branching, visited);
  const asked = { ...problem, costLimit, routes: 1 };
  checkEnd(await runSearch({ problem: asked, state, batches, limits, ...(signal === undefined ? {} : { signal }) }));

  const { words, bytes, stride } = arena;
  const { timeWords, searchWords } = branching;
  const lines: StateLine[] = [];
  for (let node = 0; node < arena.length; node++) {
    const [cost, bound] = [words[node * stride + COST] as number, words[node * stride + BOUND] as number];
    const times = node * stride + HEADER_WORDS;
    const own = times + timeWords;
    if (cost === DEAD || cost + bound >= below) continue;
    branching.loadNode(bytes, 4 * (own + searchWords), visited.varying.lanes, visited.varying.count, words, times);
    // the first word of the search says whether a route ends here, which none does
    const values = Array.from(words.subarray(own + 1, own + searchWords));
    lines.push({ cost, bound, state: key(values) });
  }
  return lines.sort((one, other) => one.cost - other.cost || (one.state < other.state ? -1 : 1));
}
