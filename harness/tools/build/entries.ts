/**
 * The bundles of the build. The engine runs one file fastest, because it treats constants and
 * functions of a module as fixed and looks imported ones up each time (measured:
 * docs/PERFORMANCE.md).
 */
export interface BundleEntry {
  /** Compiled module, below `dist`. */
  readonly from: string;
  /** Bundle, below `dist`, in a folder at the same depth: paths relative to a module stay right. */
  readonly to: string;
  /** Platform of the bundle; a page is one small script without exports. */
  readonly platform: 'node' | 'browser';
  /**
   * Whether it has exports and shares the modules of `core` and `rom-map` with programs that import
   * them.
   */
  readonly isLibrary?: true;
}

export const BUNDLES: readonly BundleEntry[] = [
  { from: 'harness/cli/main.js', to: 'harness/cli/lockstep.js', platform: 'node' },
  { from: 'harness/capture/record/koffi-recorder.js', to: 'harness/capture/record/koffi-child.js', platform: 'node' },
  { from: 'harness/index.js', to: 'harness/library.js', platform: 'node', isLibrary: true },
  { from: 'harness/views/report/page/main.js', to: 'harness/views/report/page.js', platform: 'browser' },
  { from: 'harness/views/workbench/page/main.js', to: 'harness/views/workbench/page.js', platform: 'browser' },
];

/** Style sheets of each page in their order, as paths from the package folder. */
export const STYLES = [
  {
    from: ['harness/views/report/page/page.css'],
    to: 'dist/harness/views/report/page.css',
  },
  { from: ['harness/views/workbench/page/page.css'], to: 'dist/harness/views/workbench/page.css' },
] as const;

/**
 * Headers of the bundled vector files, which list the cells that a routine may change: a package
 * ships them without the vectors.
 */
export const VECTOR_HEADERS = {
  from: 'traces/vectors',
  to: 'dist/harness/verify/cpu-trace/vector-headers.json',
} as const;

/** File with the licences of the bundled packages, from the package folder. */
export const LICENCES = 'dist/LICENCES.txt';
