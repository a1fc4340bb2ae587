/**
 * Whole commands as a user starts them, each a process of its own: what `npm start` runs, and the
 * views of a log beside the verification of the same log, in turn.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder, threadFile } from '../../base/index.js';

import { type Quarters, quartersOf, type Spread, spreadOf } from './measure/measure.js';

interface ViewRow {
  readonly view: 'report' | 'branch compare';
  /** Seconds of the view. */
  readonly seconds: Spread;
  /** Time of the view relative to the verification before it, pair by pair. */
  readonly ratio: Quarters;
}

export type CommandsResult =
  | { readonly skipped: string }
  | {
      readonly repeats: number;
      /** Seconds of `lockstep verify` without a file, by the clock, and until its first line. */
      readonly start: Spread;
      readonly firstLine: Spread;
      /** The log of the views. */
      readonly log: string;
      readonly views: readonly ViewRow[];
    };

interface Ran {
  readonly seconds: number;
  readonly firstLine: number;
}

function run(words: readonly string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const since = (): number => (performance.now() - began) / 1000;
    let firstLine = 0;
    let errors = '';
    const child = spawn(process.execPath, [threadFile(), ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', () => {
      firstLine ||= since();
    });
    child.stderr.on('data', (piece: Buffer) => {
      errors += piece.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve({ seconds: since(), firstLine });
      else reject(new Error(`lockstep ${words.join(' ')} ended with ${code}: ${errors}`));
    });
  });
}

/** One of the longest that are bundled. */
const LOG = 'soak-07.jsonl.gz';

/** @param repeats 1 or more */
export async function benchCommands(tracesFolder: string, repeats: number): Promise<CommandsResult> {
  const log = join(tracesFolder, 'logs', LOG);
  if (!existsSync(log)) return { skipped: `no log ${log}` };
  const scratch = makeScratchFolder();
  try {
    const branches = join(scratch.path, 'branches.toml');
    await run(['route', 'branch', 'fork', log, '--name', 'other', '-o', branches]);
    const views: readonly (readonly [ViewRow['view'], readonly string[]])[] = [
      ['report', ['report', log, '-o', join(scratch.path, 'report.html')]],
      ['branch compare', ['route', 'branch', 'compare', `${branches}#other`]],
    ];
    const starts: Ran[] = [];
    const times = views.map((): { readonly seconds: number[]; readonly ratios: number[] } => ({
      seconds: [],
      ratios: [],
    }));
    for (let repeat = 0; repeat < repeats; repeat++) {
      starts.push(await run(['verify']));
      for (const [index, [, words]] of views.entries()) {
        const verified = await run(['verify', log]);
        const view = await run(words);
        times[index]?.seconds.push(view.seconds);
        times[index]?.ratios.push(view.seconds / verified.seconds);
      }
    }
    return {
      repeats,
      start: spreadOf(starts.map(({ seconds }) => seconds)),
      firstLine: spreadOf(starts.map(({ firstLine }) => firstLine)),
      log: LOG,
      views: views.map(([view], index) => ({
        view,
        seconds: spreadOf(times[index]?.seconds ?? []),
        ratio: quartersOf(times[index]?.ratios ?? []),
      })),
    };
  } finally {
    scratch.remove();
  }
}
