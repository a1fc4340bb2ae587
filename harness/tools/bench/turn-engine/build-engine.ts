/**
 * Compiles the C turn engine of test/bench/c into a scratch folder. Without a compiler or the
 * sources (an installed package has no tests), the benchmark continues without the comparison and
 * gives the reason.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageFile } from '../../../base/index.js';
import { cellHeader } from './cell-header.js';

const ENGINE_FLAGS = ['-std=c99', '-O2', '-Wall', '-Wextra'] as const;

/** Names of the faults that `-DFAULT=n` plants, n from 1; a comparison must detect each of them. */
export const FAULTS = [
  'the battle generator divides by 12',
  'a subtraction from the action points that borrows leaves 0',
  'a carry of the idle order points keeps the low byte',
  'equal order points go to the earlier enemy',
  'a due enemy is looked for after the countdown of the frame',
] as const;

export type EngineBuild =
  | { readonly kind: 'built'; readonly path: string; readonly compiler: string; readonly remove: () => void }
  | { readonly kind: 'skipped'; readonly reason: string };

interface EngineChoices {
  /** Number of the planted fault, 0 for none. */
  readonly fault?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

function findCompiler(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const own = environment.CC?.trim() ?? '';
  const names = own === '' ? ['cc', 'gcc', 'clang'] : [own, 'cc', 'gcc', 'clang'];
  const env = { ...environment };
  return names.find((name) => spawnSync(name, ['--version'], { env, timeout: 20_000 }).status === 0);
}

/**
 * Builds it; `remove` deletes the scratch folder. A source that does not compile gives a result
 * without a comparison.
 */
export function buildEngine(choices: EngineChoices = {}): EngineBuild {
  const environment = choices.environment ?? process.env;
  const source = packageFile('test/bench/c/engine.c');
  if (source === undefined)
    return { kind: 'skipped', reason: 'the C source (test/bench/c) is not part of this installation' };
  const compiler = findCompiler(environment);
  if (compiler === undefined) return { kind: 'skipped', reason: 'no C compiler (tried CC, cc, gcc, clang)' };
  const folder = mkdtempSync(join(tmpdir(), 'battle-lockstep-engine-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, 'engine');
  writeFileSync(join(folder, 'cells.h'), cellHeader());
  const flags = [
    ...ENGINE_FLAGS,
    `-DFAULT=${choices.fault ?? 0}`,
    '-I',
    folder,
    '-I',
    dirname(source),
    '-o',
    path,
    source,
  ];
  const run = spawnSync(compiler, flags, { env: { ...environment }, encoding: 'utf8', timeout: 120_000 });
  if (run.status === 0) return { kind: 'built', path, compiler: [compiler, ...ENGINE_FLAGS].join(' '), remove };
  remove();
  return { kind: 'skipped', reason: `${compiler} did not compile the C engine: ${run.stderr.trim()}` };
}
