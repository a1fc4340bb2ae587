/**
 * The rooms of the house, from the bottom up. A file imports from its own room and from rooms in
 * front of it, never from a later one. `test/house/rooms.test.ts` computes this from the imports;
 * `docs/ARCHITECTURE.md` shows the table.
 */
export interface Room {
  /**
   * Folder, or one file that shows a folder's rooms to those above it. The longest path that fits a
   * file is its room.
   */
  readonly path: string;
  /** Purpose in one line. */
  readonly purpose: string;
}

const LIVE_A_LIVE: readonly Room[] = [
  { path: 'memory', purpose: 'Cells by name, the machine that a routine runs on, random generators, switches, pads' },
  { path: 'turn', purpose: 'Action points, order points, charges, abnormalities: what happens as time passes' },
  { path: 'field', purpose: 'The board of 7 x 7 cells: occupancy, ranges, areas, targets, distances' },
  { path: 'enemy', purpose: 'Which enemy acts, where it walks, which skill it takes' },
  { path: 'growth', purpose: 'Experience, levels, skills learned, items dropped' },
  { path: 'combat', purpose: 'Hits, damage, totals, statuses, changes of stats, knockback, counters' },
  { path: 'frame', purpose: 'One frame: its two halves and the order of their routines' },
  { path: 'setup', purpose: 'Builds the starting image: party, formation, enemies, equipment' },
  { path: 'battle', purpose: 'The battle played by commands: move, turn, skill, item, escape, policies' },
  { path: 'drill', purpose: 'The model of our test ROM: its decisions, skills and starting image' },
  { path: 'planning', purpose: 'What only a search needs: bounds on the remaining cost, shared prefixes, draws' },
  { path: 'views', purpose: 'What a viewer needs: overview, ledger, outcome' },
  { path: 'narration', purpose: 'What happened, as records and as sentences' },
  { path: 'choices', purpose: 'What may be commanded, why something is refused, what a command would do' },
  { path: 'guide', purpose: "The guide's own small rule set over the same cells" },
  { path: 'systems', purpose: 'The two systems: the frame, and the battle played by commands' },
  { path: 'index.ts', purpose: 'LIVE A LIVE as a system: what its rooms show to those above' },
].map(({ path, purpose }) => ({ path: `core/live-a-live/${path}`, purpose }));

const HARNESS: readonly Room[] = [
  { path: 'base', purpose: 'Errors, text, files, checksums, the list of systems: what every room may use' },
  { path: 'rom', purpose: 'Cartridge images, patches, tables of the game, watch and label files' },
  { path: 'trace', purpose: 'Recorded logs: the format, its schemas, reader, writer, comparison' },
  { path: 'console', purpose: 'Our own console: boots a cartridge image and runs it on `core/cpu`' },
  { path: 'movies', purpose: 'Input movies of emulators: readers and writers' },
  { path: 'states', purpose: 'Battles from savestates and dumps of emulators' },
  { path: 'plan', purpose: 'Plans (TOML): loading, running, checking expectations' },
  { path: 'verify', purpose: 'The model against logs, CPU traces and vectors; explaining a log; finding addresses' },
  { path: 'proof', purpose: "An image's own code: listed, called, compared with our functions" },
  { path: 'settle', purpose: 'Unpublished stretches settled by an image: probes, verdicts, the profile file' },
  { path: 'capture', purpose: 'Recording: libretro cores, running games, emulator scripts, tables of others' },
  { path: 'menus', purpose: "An image's menus and waits as profiles: checked, learned, turned into presses" },
  { path: 'check', purpose: 'Certificates of proven routes, checked by a second, slower reading of the problem' },
  { path: 'search', purpose: 'Searching a better route: frontier, visited states, threads, jobs' },
  { path: 'route', purpose: "A route's ledger, its checkpoints, its export as a movie" },
  { path: 'timeline', purpose: 'Moving through a log or plan both ways; branches; causes of a value' },
  { path: 'odds', purpose: 'What may happen: outcomes of a skill, every start, the generator found by what was seen' },
  { path: 'views', purpose: 'Terminal stepper, debug adapter, report page, workbench' },
  { path: 'tools', purpose: 'What developers run: build, generated pages, benchmarks, this list' },
  { path: 'cli', purpose: 'The command line: one file for each verb' },
  { path: 'index.ts', purpose: 'What a program that imports the harness gets' },
].map(({ path, purpose }) => ({ path: `harness/${path}`, purpose }));

/** Rooms from the bottom up. */
export const ROOMS: readonly Room[] = [
  { path: 'core/int', purpose: '8- and 16-bit arithmetic: results and flags packed in one number' },
  { path: 'core/cpu', purpose: 'The 65816: all instructions, interrupts, resets, cycles' },
  { path: 'rom-map', purpose: "Memory windows, cells, routines, the game's tables with their figures" },
  { path: 'core/system', purpose: 'What a system is, and what is the same for all systems' },
  { path: 'core/declared', purpose: "Types of each system's setup, commands and cells, for programs" },
  ...LIVE_A_LIVE,
  { path: 'core/fftcg', purpose: 'FF-TCG: priority, stack, deferred effects' },
  { path: 'core/srpg-movement', purpose: 'SRPG movement: reach, threat, paths' },
  { path: 'core/kurogane-engage', purpose: 'Kurogane Engage: attacks, reactions, odds' },
  { path: 'core/holy-grail-war', purpose: 'Holy Grail War: turns, phases, battles' },
  { path: 'core/index.ts', purpose: 'What a program that imports the core gets' },
  ...HARNESS,
];
