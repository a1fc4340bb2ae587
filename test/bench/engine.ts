/** What the tests of the C engine share: one build each, or the reason why there is none, printed once. */
import { buildEngine, type EngineBuild } from '../../harness/tools/bench/turn-engine/build-engine.js';

/** @param fault number of the planted fault, 0 for none */
export function engineOrReason(fault = 0): { readonly path: string; readonly remove: () => void } | undefined {
  const build: EngineBuild = buildEngine({ fault });
  if (build.kind === 'built') return build;
  process.stdout.write(`skipped: ${build.reason}\n`);
  return undefined;
}
