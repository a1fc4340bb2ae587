/** Feeds one reader with mutants and says what went wrong, with the seed that makes it happen again. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { collector } from '../../../harness/tools/bench/heap.js';
import { mutate } from './mutate.js';
import { createRandom } from './random.js';
import { isExpected, type Target } from './targets.js';

/** Processor time that no mutant of a few kilobytes may take; by the clock a busy machine would fail. */
const LONGEST_MS = 2000;

const MUTANTS_A_TURN = 20;

export interface FuzzResult {
  /** Mutants that were read; fewer than asked for after ten failures. */
  readonly mutants: number;
  readonly accepted: number;
  /** Codes with which mutants were refused, and how often. */
  readonly codes: Readonly<Record<string, number>>;
  /** Bytes more in use at the end than at the start, garbage collected: a leak. */
  readonly kept: number;
  /** Growth of the process in bytes: of what mutants asked for at once, garbage included. */
  readonly growth: number;
  /** Empty when everything went well. */
  readonly failures: readonly string[];
}

/** Buffers are freed beside the program, some turns after the collection that found them. */
const MOST_COLLECTIONS = 20;

/** @returns bytes in use, in the heap and in buffers, after collections that free no more */
async function bytesInUse(collect: () => void): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < MOST_COLLECTIONS; count++) {
    await setTimeout(5);
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    if (heapUsed + arrayBuffers >= least) break;
    least = heapUsed + arrayBuffers;
  }
  return least;
}

export async function fuzz(target: Target, count: number, firstSeed: number): Promise<FuzzResult> {
  const whole = new Set<string>();
  for (const sample of target.samples) whole.add(await target.read(sample, createRandom(1)));
  const codes: Record<string, number> = {};
  const failures: string[] = [];
  let accepted = 0;
  const collect = collector();
  const inUse = await bytesInUse(collect);
  const before = process.memoryUsage().rss;
  let seed = firstSeed;
  for (; seed < firstSeed + count && failures.length < 10; seed++) {
    const random = createRandom(seed);
    const mutant = mutate(random.pick(target.samples), random, random.pick(target.samples));
    const started = process.cpuUsage();
    try {
      const read = await target.read(mutant, random);
      accepted++;
      if (target.sealed && !whole.has(read)) failures.push(`seed ${seed}: other content was accepted`);
    } catch (error) {
      if (!isExpected(error)) failures.push(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
      const code = (error as { code?: string }).code ?? 'none';
      codes[code] = (codes[code] ?? 0) + 1;
    }
    const { user, system } = process.cpuUsage(started);
    const took = (user + system) / 1000;
    // buffers are freed between turns of the event loop
    if (seed % MUTANTS_A_TURN === 0) await setImmediate();
    if (took > LONGEST_MS) failures.push(`seed ${seed}: took ${Math.round(took)} ms`);
  }
  const growth = process.memoryUsage().rss - before;
  return { mutants: seed - firstSeed, accepted, codes, kept: (await bytesInUse(collect)) - inUse, growth, failures };
}
