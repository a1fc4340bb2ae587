/**
 * What is bundled into one file each. A file of its own is what the engine compiles best: constants and functions of one module are
 * known to be fixed, imported ones are looked up in a cell of their module each time (measured: README, Speed).
 */
export interface BundleEntry {
  /** Compiled module, below `dist`. */
  readonly from: string;
  /** Bundle, below `dist`, in a folder at the same depth: paths relative to a module stay right. */
  readonly to: string;
}

export const BUNDLES: readonly BundleEntry[] = [{ from: 'harness/cli/main.js', to: 'harness/cli/lockstep.js' }];
