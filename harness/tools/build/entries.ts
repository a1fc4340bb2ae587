/**
 * The bundles of the build. The engine compiles one file best, because it knows that the constants
 * and functions of one module are fixed and looks imported ones up each time (measured:
 * docs/PERFORMANCE.md).
 */
export interface BundleEntry {
  /** Compiled module, below `dist`. */
  readonly from: string;
  /** Bundle, below `dist`, in a folder at the same depth: paths relative to a module stay right. */
  readonly to: string;
  /** Where it runs: a page is one small script that exports nothing. */
  readonly platform: 'node' | 'browser';
  /**
   * It exports something and shares the modules of `core` and `rom-map` with whoever imports those.
   */
  readonly isLibrary?: true;
}

export const BUNDLES: readonly BundleEntry[] = [
  { from: 'harness/cli/main.js', to: 'harness/cli/lockstep.js', platform: 'node' },
  { from: 'harness/search/expansion/worker.js', to: 'harness/search/expansion/search-worker.js', platform: 'node' },
  { from: 'harness/odds/seeds/worker.js', to: 'harness/odds/seeds/seeds-worker.js', platform: 'node' },
  { from: 'harness/tools/bench/thread.js', to: 'harness/tools/bench/bench-thread.js', platform: 'node' },
  { from: 'harness/capture/record/koffi-recorder.js', to: 'harness/capture/record/koffi-child.js', platform: 'node' },
  { from: 'harness/index.js', to: 'harness/library.js', platform: 'node', isLibrary: true },
  { from: 'harness/views/report/page/main.js', to: 'harness/views/report/page.js', platform: 'browser' },
];

/** Style sheets that a page takes in, put together: paths from the package folder. */
export const STYLES = {
  from: ['node_modules/uplot/dist/uPlot.min.css', 'harness/views/report/page/page.css'],
  to: 'dist/harness/views/report/page.css',
} as const;

/**
 * First lines of the bundled vector files, which say what a routine may leave behind: a package has
 * them without the vectors.
 */
export const VECTOR_HEADERS = {
  from: 'traces/vectors',
  to: 'dist/harness/verify/cpu-trace/vector-headers.json',
} as const;

/** Licences of the packages that stand in the bundles, from the package folder. */
export const LICENCES = 'dist/LICENCES.txt';
