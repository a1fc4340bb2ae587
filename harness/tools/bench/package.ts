/**
 * The installed package beside the command: the same work in turn, by the package in a process of
 * its own and by the command's engine in a thread. Neither has limits for the compiler. They take
 * turns every round, because the speed of a machine changes within seconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../base/index.js';
import { installPackage } from '../installed-package.js';
import { expectSame } from './battle.js';
import { checksum as checksumOf } from './measure/checksum.js';
import { type Quarters, quartersOf, type Spread, spreadOf } from './measure/measure.js';
import { commandProgram, installedProgram, type Program } from './package/programs.js';
import { PACKAGE_TASKS, type PackageTask } from './package/work.js';

interface PackageRow {
  readonly task: PackageTask;
  /** Nanoseconds of one call, in the package and in the command. */
  readonly installed: Spread;
  readonly command: Spread;
  /** Time of the package relative to the command, pair by pair: the median of a pair's rounds. */
  readonly ratio: Quarters;
}

export type PackageBench =
  | { readonly pairs: number; readonly checksum: string; readonly rows: readonly PackageRow[] }
  | { readonly skipped: string };

const CHILD = 'dist/harness/tools/bench/package/child.js';
/** Rounds in which the code is compiled, then rounds that are timed. */
const WARM_ROUNDS = 3;
const TIMED_ROUNDS = 9;

/** Medians of a pair's rounds, and the checksums seen. */
interface PairTimes {
  readonly installed: number;
  readonly command: number;
  readonly ratio: number;
  readonly checksums: readonly string[];
}

function median(values: readonly number[]): number {
  return spreadOf(values).median;
}

async function timePair(task: PackageTask, installed: Program, command: Program): Promise<PairTimes> {
  const [mine, theirs]: [number[], number[]] = [[], []];
  const checksums: string[] = [];
  for (let round = 0; round < WARM_ROUNDS + TIMED_ROUNDS; round++) {
    for (const [program, times] of [
      [installed, mine],
      [command, theirs],
    ] as const) {
      const done = await program.round(task);
      checksums.push(done.checksum);
      if (round >= WARM_ROUNDS) times.push(done.nanoseconds);
    }
  }
  const ratio = median(mine.map((value, round) => value / (theirs[round] ?? value)));
  return { installed: median(mine), command: median(theirs), ratio, checksums };
}

/** All tasks by two new programs. */
async function timeTasks(child: string, entry: string): Promise<readonly PairTimes[]> {
  const [installed, command] = [installedProgram(child, entry), commandProgram()];
  try {
    const pairs: PairTimes[] = [];
    for (const task of PACKAGE_TASKS) pairs.push(await timePair(task, installed, command));
    return pairs;
  } finally {
    installed.end();
    command.end();
  }
}

/** @param pairs 1 or more */
export async function benchPackage(pairs: number): Promise<PackageBench> {
  const child = packageFile(CHILD);
  if (child === undefined) return { skipped: 'the package is packed from a clone of the repository' };
  const project = mkdtempSync(join(tmpdir(), 'lockstep-bench-'));
  try {
    const entry = installPackage(project).resolve('battle-lockstep/core');
    const times: (readonly PairTimes[])[] = [];
    for (let pair = 0; pair < pairs; pair++) times.push(await timeTasks(child, entry));
    const sums: string[] = [];
    const rows = PACKAGE_TASKS.map((task, index): PackageRow => {
      const own = times.flatMap((pair) => pair[index] ?? []);
      const [checksum = '', ...others] = new Set(own.flatMap(({ checksums }) => checksums));
      for (const other of others) expectSame(`package, ${task}`, 'the command', checksum, other);
      sums.push(checksum);
      return {
        task,
        installed: spreadOf(own.map(({ installed }) => installed)),
        command: spreadOf(own.map(({ command }) => command)),
        ratio: quartersOf(own.map(({ ratio }) => ratio)),
      };
    });
    return { pairs, checksum: checksumOf(new TextEncoder().encode(sums.join(''))), rows };
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}
