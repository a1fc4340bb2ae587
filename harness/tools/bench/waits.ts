/**
 * Waits of a user: whole commands as they are started, each a process of its own, with the same
 * yardstick before each of them.
 */
import { spawn } from 'node:child_process';
import { threadFile } from '../../base/index.js';
import type { GoalName } from './measure/goals.js';
import { type Quarters, quartersOf, type Spread, spreadOf } from './measure/measure.js';

/** One wait of a user. */
export interface WaitRow {
  readonly wait: string;
  readonly goal: GoalName;
  /** Seconds by the clock. */
  readonly seconds: Spread;
  /** Seconds relative to the yardstick that ran before it, pair by pair. */
  readonly ratio: Quarters;
}

/** Waits that were timed in one run. */
export interface TimedWaits {
  /** Seconds of the yardstick: a fixed sum of 32-bit products in a Node of its own. */
  readonly yardstick: Spread;
  readonly waits: readonly WaitRow[];
}

/** A program that no change of this project makes faster or slower. */
const YARDSTICK =
  'let x = 1; for (let i = 0; i < 80000000; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0; if (x === 1) throw x;';

export interface Wait {
  readonly wait: string;
  readonly goal: GoalName;
  /** Words of the command, or of Node itself. */
  readonly words: readonly string[];
  readonly of?: 'node';
  /** The wait until the first output, timed in the same run. */
  readonly first?: { readonly wait: string; readonly goal: GoalName };
  /** Called with each run. */
  readonly heard?: (ran: Ran) => void;
}

export interface Ran {
  readonly seconds: number;
  readonly firstLine: number;
  /** What it printed. */
  readonly output: string;
}

function runNode(words: readonly string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const since = (): number => (performance.now() - began) / 1000;
    let firstLine = 0;
    let output = '';
    let errors = '';
    const child = spawn(process.execPath, [...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (piece: Buffer) => {
      firstLine ||= since();
      output += piece.toString();
    });
    child.stderr.on('data', (piece: Buffer) => {
      errors += piece.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve({ seconds: since(), firstLine, output });
      else reject(new Error(`node ${words.join(' ')} ended with ${code}: ${errors}`));
    });
  });
}

/** Runs the command. @throws Error if it does not end with 0 */
export const runCommand = (words: readonly string[]): Promise<Ran> => runNode([threadFile(), ...words]);

/**
 * Times every wait once in each repeat, in turn.
 * @param repeats 1 or more
 * @param after called at the end of each repeat
 */
export async function timeWaits(
  waits: readonly Wait[],
  repeats: number,
  after: () => Promise<void> = async () => {},
): Promise<TimedWaits> {
  const yardsticks: number[] = [];
  /** Seconds and ratios of every wait, in the order in which the table has them. */
  const rows = new Map<string, { readonly goal: GoalName; readonly seconds: number[]; readonly ratios: number[] }>();
  const note = (wait: string, goal: GoalName, seconds: number, yardstick: number): void => {
    const row = rows.get(wait) ?? { goal, seconds: [], ratios: [] };
    rows.set(wait, row);
    row.seconds.push(seconds);
    row.ratios.push(seconds / yardstick);
  };
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const { wait, goal, words, of, first, heard } of waits) {
      const { seconds: yardstick } = await runNode(['-e', YARDSTICK]);
      yardsticks.push(yardstick);
      const ran = of === 'node' ? await runNode(words) : await runCommand(words);
      if (first !== undefined) note(first.wait, first.goal, ran.firstLine, yardstick);
      note(wait, goal, ran.seconds, yardstick);
      heard?.(ran);
    }
    await after();
  }
  return {
    yardstick: spreadOf(yardsticks),
    waits: [...rows].map(([wait, { goal, seconds, ratios }]) => ({
      wait,
      goal,
      seconds: spreadOf(seconds),
      ratio: quartersOf(ratios),
    })),
  };
}
