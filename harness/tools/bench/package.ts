/**
 * The installed package beside the command: the same work in turn, by the package in a process of
 * its own and by the command's engine in a thread. Neither has limits for the compiler.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../base/package-root.js';
import { installPackage } from '../installed-package.js';
import { expectSame } from './battle.js';
import { type Quarters, quartersOf, type Spread, spreadOf } from './measure/measure.js';
import { PACKAGE_TASKS, type PackageTask, type PackageTimes } from './package/work.js';
import { runThread } from './run-thread.js';

export interface PackageRow {
  readonly task: PackageTask;
  /** Nanoseconds of one call, in the package and in the command. */
  readonly installed: Spread;
  readonly command: Spread;
  /** Time of the package relative to the command, pair by pair. */
  readonly ratio: Quarters;
}

export type PackageBench =
  | { readonly pairs: number; readonly checksum: string; readonly rows: readonly PackageRow[] }
  | { readonly skipped: string };

const CHILD = 'dist/harness/tools/bench/package/child.js';

function timeInstalled(child: string, entry: string): PackageTimes {
  return JSON.parse(execFileSync(process.execPath, [child, entry], { encoding: 'utf8' })) as PackageTimes;
}

/** @param pairs 1 or more */
export async function benchPackage(pairs: number): Promise<PackageBench> {
  const child = packageFile(CHILD);
  if (child === undefined) return { skipped: 'the package is packed from a clone of the repository' };
  const project = mkdtempSync(join(tmpdir(), 'lockstep-bench-'));
  try {
    const entry = installPackage(project).resolve('battle-lockstep/core');
    const installed: PackageTimes[] = [];
    const command: PackageTimes[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      installed.push(timeInstalled(child, entry));
      command.push(await runThread<PackageTimes>({ kind: 'package' }));
    }
    const [checksum = '', ...others] = new Set([...installed, ...command].map((times) => times.checksum));
    for (const other of others) expectSame('package', 'the command', checksum, other);
    const rows = PACKAGE_TASKS.map((task): PackageRow => {
      const mine = installed.map(({ nanoseconds }) => nanoseconds[task]);
      const theirs = command.map(({ nanoseconds }) => nanoseconds[task]);
      const ratios = mine.map((value, pair) => value / (theirs[pair] ?? value));
      return { task, installed: spreadOf(mine), command: spreadOf(theirs), ratio: quartersOf(ratios) };
    });
    return { pairs, checksum, rows };
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}
