/**
 * Tests that need a compiler, an emulator core or koffi. One that is missing is said on stdout as `skipped: reason`,
 * and the test counts as skipped, never as passed.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'vitest';
import { LockstepError } from '../../harness/base/errors.js';
import { packageRoot } from '../../harness/base/package-root.js';
import { findCore } from '../../harness/capture/record/find-core.js';

export type Tool = 'compiler' | 'assembler' | 'koffi' | 'balanced' | 'accuracy' | 'snes9x' | '/dev/full';

const NAMES: Readonly<Partial<Record<Tool, string>>> = {
  compiler: 'a C compiler (cc)',
  assembler: 'the assembler (ca65 and ld65 of cc65)',
};

const known = new Map<Tool, string | undefined>();

/** Why a tool cannot be used; undefined when it can. */
export function missing(tool: Tool): string | undefined {
  if (!known.has(tool)) known.set(tool, lookFor(tool));
  return known.get(tool);
}

export function testWith(
  tools: readonly Tool[],
  name: string,
  run: () => Promise<void> | void,
  timeout = 300_000,
): void {
  const reason = tools.map(missing).find((found) => found !== undefined);
  test(
    name,
    async (context) => {
      if (reason === undefined) return run();
      console.log(`skipped: ${reason} (${name})`);
      context.skip(reason);
    },
    timeout,
  );
}

function lookFor(tool: Tool): string | undefined {
  try {
    if (tool === 'compiler') execFileSync('cc', ['--version'], { stdio: 'ignore' });
    else if (tool === 'assembler') {
      execFileSync(process.env['CA65'] ?? 'ca65', ['--version'], { stdio: 'ignore' });
      execFileSync(process.env['LD65'] ?? 'ld65', ['--version'], { stdio: 'ignore' });
    } else if (tool === 'koffi') createRequire(import.meta.url).resolve('koffi');
    else if (tool === '/dev/full') execFileSync('test', ['-c', '/dev/full']);
    else findCore(tool);
    return undefined;
  } catch (error) {
    return error instanceof LockstepError ? error.sentence : `${NAMES[tool] ?? tool} is not installed`;
  }
}

/** Runs a script of the repository; `text` is what it printed. */
export function runScript(script: string, ...words: readonly string[]): { status: number | null; text: string } {
  const root = packageRoot();
  const done = spawnSync(process.execPath, [join(root, script), ...words], { encoding: 'utf8', cwd: root });
  return { status: done.status, text: `${done.stdout}${done.stderr}` };
}
