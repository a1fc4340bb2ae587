/**
 * The bundles of the build. The engine compiles one file best, because it knows that the constants
 * and functions of one module are fixed and looks imported ones up each time (measured: README,
 * Speed).
 */
export interface BundleEntry {
  /** Compiled module, below `dist`. */
  readonly from: string;
  /** Bundle, below `dist`, in a folder at the same depth: paths relative to a module stay right. */
  readonly to: string;
  /** Where it runs: a page is one small script that exports nothing. */
  readonly platform: 'node' | 'browser';
}

export const BUNDLES: readonly BundleEntry[] = [
  { from: 'harness/cli/main.js', to: 'harness/cli/lockstep.js', platform: 'node' },
  { from: 'harness/search/expansion/worker.js', to: 'harness/search/expansion/search-worker.js', platform: 'node' },
  { from: 'harness/tools/bench/thread.js', to: 'harness/tools/bench/bench-thread.js', platform: 'node' },
  { from: 'harness/views/report/page/main.js', to: 'harness/views/report/page.js', platform: 'browser' },
];

/** Style sheets that a page takes in, put together: paths from the package folder. */
export const STYLES = {
  from: ['node_modules/uplot/dist/uPlot.min.css', 'harness/views/report/page/page.css'],
  to: 'dist/harness/views/report/page.css',
} as const;
