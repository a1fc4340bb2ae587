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
  { path: 'base', purpose: 'Errors, text, files, checksums, the list of systems: what every wing may use' },
  { path: 'files', purpose: 'Files of others: cartridge images, symbols, movies, savestates' },
  { path: 'play', purpose: 'A battle as a log or plan: played, compared, explained, moved through both ways' },
  {
    path: 'original',
    purpose: "The cartridge's own code: our console, proof, vectors, CPU traces, unpublished stretches",
  },
  { path: 'capture', purpose: 'Recording, menus and waits, what goes out to emulators' },
  { path: 'solve', purpose: 'What is best and how likely: search, odds, certificates and their checker' },
  { path: 'views', purpose: 'Terminal stepper, debug adapter, report page, workbench' },
  { path: 'library', purpose: 'Everything that can be asked, as one typed call each' },
  { path: 'tools', purpose: 'What developers run: build, generated pages, benchmarks, this list' },
  { path: 'cli', purpose: 'The command line: one file for each verb' },
  { path: 'index.ts', purpose: 'What a program that imports the harness gets' },
  { path: 'vitest.ts', purpose: 'What a test suite that imports the matchers gets' },
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
