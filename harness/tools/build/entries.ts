/**
 * The bundles of the build. The engine runs one file fastest, because it treats constants and
 * functions of a module as fixed and looks imported ones up each time (measured:
 * docs/performance-notes.md).
 */
export interface BundleEntry {
  /** Compiled module, below `dist`. */
  readonly from: string;
  /** Bundle, below `dist`, in a folder at the same depth: paths relative to a module stay right. */
  readonly to: string;
  /** Platform of the bundle; a page is one small script without exports. */
  readonly platform: 'node' | 'browser';
}

export const BUNDLES: readonly BundleEntry[] = [
  { from: 'harness/cli/main.js', to: 'harness/cli/lockstep.js', platform: 'node' },
  { from: 'harness/capture/record/koffi-recorder.js', to: 'harness/capture/record/koffi-child.js', platform: 'node' },
  { from: 'harness/views/report/page/main.js', to: 'harness/views/report/page.js', platform: 'browser' },
  { from: 'harness/views/workbench/page/main.js', to: 'harness/views/workbench/page.js', platform: 'browser' },
];

/** What a program can import of the package: names of files in `PACKAGE_FOLDER`, and modules. */
export const PACKAGE_ENTRIES = {
  core: 'core/index.js',
  'live-a-live': 'core/live-a-live/index.js',
  fftcg: 'core/fftcg/index.js',
  'srpg-movement': 'core/srpg-movement/index.js',
  'kurogane-engage': 'core/kurogane-engage/index.js',
  'holy-grail-war': 'core/holy-grail-war/index.js',
  'rom-map': 'rom-map/index.js',
  harness: 'harness/index.js',
  vitest: 'harness/vitest.js',
} as const;

/** Those of a single system: what one alone needs stands in a file of its own. */
export const SYSTEM_ENTRIES: readonly string[] = [
  'live-a-live',
  'fftcg',
  'srpg-movement',
  'kurogane-engage',
  'holy-grail-war',
];

/** That of the cartridge's map. */
export const MAP_ENTRY = 'rom-map';

/** Folder of these files, below `dist`. */
export const PACKAGE_FOLDER = 'package';

/** Folder of the declarations that a program can reach, below `dist`. */
export const TYPES_FOLDER = 'types';

/** File of what systems share, in the same folder; others of the engine begin with its name. */
export const ENGINE_FILE = 'engine';

/** Style sheets of each page in their order, as paths from the package folder. */
export const STYLES = [
  {
    from: ['harness/views/parts/base.css', 'harness/views/report/page/page.css'],
    to: 'dist/harness/views/report/page.css',
  },
  {
    from: ['harness/views/parts/base.css', 'harness/views/workbench/page/page.css'],
    to: 'dist/harness/views/workbench/page.css',
  },
] as const;

/**
 * Headers of the bundled vector files, which list the cells that a routine may change: a package
 * ships them without the vectors.
 */
export const VECTOR_HEADERS = {
  from: 'traces/vectors',
  to: 'dist/harness/original/cpu-trace/vector-headers.json',
} as const;

/** File with the licences of the bundled packages, from the package folder. */
export const LICENCES = 'dist/LICENCES.txt';
