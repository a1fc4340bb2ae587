/**
 * What runs against the mutants of LIVE A LIVE: of the turn engine, and of all else.
 * `test/mutation/lists.test.ts` looks for every file named here.
 */

const ROOT = 'test/core/live-a-live';
const tests = (room, ...names) => names.map((name) => `${ROOT}/${room}/${name}.test.ts`);

/** Rules by hand: what costs seconds together, so that nothing quick is missed. */
export const RULES = [
  ...tests('combat', 'base-cell', 'counter', 'damage', 'fields', 'hits', 'poison-damage', 'self-damage', 'statuses'),
  ...tests('combat', 'changes-with-an-image', 'placed-enemy', 'struck-from'),
  ...tests('drill', 'actions', 'attacks', 'menu-targets', 'set-up', 'turn-and-actor'),
  ...tests('enemy', 'ally-as-enemy', 'decision', 'enemy-movement'),
  // ranges and areas as sets of cells
  ...tests('field', 'areas', 'marks', 'nearest-ally', 'occupancy', 'ranges', 'skill-ranges-and-areas', 'targets'),
  ...tests('frame', 'frame', 'whose-turn'),
  ...tests('growth', 'growth'),
  ...tests(
    'memory',
    'addresses',
    'switches-and-walks',
    'attribute-bits',
    'grid-words',
    'happenings',
    'holes',
    'name-shapes',
    'published-tables',
    'table-names',
    'unit-names',
  ),
  ...tests('planning', 'draw-outcomes', 'state-key'),
  ...tests('setup', 'set-up-rules'),
  ...tests('systems', 'declarations'),
  ...tests('turn', 'ally-moves', 'predict', 'turn-routines'),
  ...tests('views', 'views'),
];

export const CASES = ['test/mutation/routine-cases.ts', 'test/mutation/sequence-cases.ts'];

/** The recorded logs of the test ROM, and what they do not come to. */
export const LOGS = [
  'test/mutation/log-cuts.ts',
  // tables that are made once are made anew there
  ...tests('drill', 'duel'),
];

/** Holes that an image's code fills, with images of ours: quick, though they stand with the harness. */
export const FILLED = ['parts', 'ways', 'holes'].map((name) => `test/harness/original/settle/filled-${name}.test.ts`);

/**
 * Played battles take seconds: they run only against the mutants of what a played battle alone runs
 * through.
 */
export const PLAYED = [
  `${ROOT}/battle`,
  ...tests('combat', 'ally-changes', 'counters', 'draw-distributions', 'fields-and-poison', 'harm-without-attacker'),
  ...tests('combat', 'hits-and-totals', 'shares-and-counts', 'use-skill', 'worked-skills'),
  ...tests('combat', 'told-effects'),
  ...['counters', 'totals'].map((name) => `test/harness/original/settle/filled-${name}.test.ts`),
  ...tests('enemy', 'decide', 'skill-range-cache'),
  ...tests('field', 'marks', 'skill-ranges-and-areas'),
  ...tests('planning', 'enemy-action-count', 'enemy-actions-in-battles', 'frame-play', 'walk-prefixes'),
  ...tests('setup', 'set-up-image'),
  ...tests('views', 'outcome'),
  'test/harness/solve/search/expansion/shared-prefixes.test.ts',
  ...FILLED,
];

/** Tests of the rules that a mutant of the played battle alone runs against as well. */
export const BESIDE_PLAYED = [
  ...tests('memory', 'table-names'),
  ...tests('systems', 'declarations'),
  ...tests('planning', 'state-key'),
  ...tests('drill', 'set-up'),
  ...tests('views', 'views'),
];

/** What only a search is given: no battle runs through it. */
export const PLANNING = [
  ...tests('planning', 'battles-bound', 'bound-against-reference', 'bound-of-kinds', 'damage-bound', 'draw-generator'),
  ...tests('planning', 'draw-outcomes', 'enemy-action-count', 'enemy-actions-in-battles', 'frame-play', 'onset-levels'),
  ...tests('planning', 'state-key', 'turns-of-a-command', 'walk-prefixes'),
  ...tests('systems', 'declarations'),
  'test/harness/solve/search/expansion/shared-prefixes.test.ts',
];

/** Rooms whose mutants run against `SETUPS` as well. */
export const SETUP_ROOMS = ['core/live-a-live/setup/', 'core/live-a-live/drill/'];

/** What set-ups, memory that is taken over and battles after a battle refuse and bring. */
export const SETUPS = [
  ...tests('battle', 'bad-input', 'encounter', 'next-battle'),
  ...tests('setup', 'battle-fault', 'formation', 'level-and-equipment', 'names'),
  `${ROOT}/setup-shape.test.ts`,
  'test/harness/files/states/take-state.test.ts',
  ...tests('setup', 'filled-set-up'),
  ...tests('setup', 'driven-start'),
  ...tests('setup', 'next-battle'),
  ...tests('setup', 'console-state'),
  ...tests('setup', 'levels'),
  ...tests('setup', 'worn-items'),
];

const sources = (room, ...names) => names.map((name) => `core/live-a-live/${room}/${name}.ts`);

/** Files that a played battle alone runs through. */
export const PLAYED_SOURCES = [
  ...sources('battle', 'command-shapes', 'choices', 'command-errors', 'commands', 'decision-frames'),
  ...sources('battle', 'commands', 'decision-frames', 'command-shapes', 'list-commands'),
  ...sources('battle', 'pathfinding', 'player-commands', 'policies', 'presses', 'decision-frames', 'run'),
  ...sources('battle', 'pathfinding'),
  ...sources('combat', 'ally-changes', 'begin-skill', 'counters', 'defeat', 'fields-and-poison', 'hits-on-allies'),
  ...sources(
    'combat',
    'hits-on-enemies',
    'recover',
    'skill-effect',
    'totals-on-allies',
    'totals-on-enemies',
    'use-skill',
  ),
  ...sources('enemy', 'decide', 'skill-range-cache'),
  ...sources('field', 'lines', 'marks'),
  ...sources('memory', 'tables', 'unpublished-used'),
  ...sources('setup', 'formation', 'played-set-up', 'set-up-enemies', 'set-up-party'),
  ...sources('views', 'outcome'),
];

/** Rooms that no battle runs through: their mutants run against the tests of the room alone. */
export const ALONE = {
  'core/live-a-live/planning/': PLANNING,
  'core/live-a-live/choices/': [
    ...tests('choices', 'choices', 'groups', 'instead', 'preview', 'previewed', 'refusals', 'targets'),
    ...tests('planning', 'turns-of-a-command'),
  ],
  'core/live-a-live/narration/': [
    ...tests('narration', 'draws', 'happenings', 'languages', 'next', 'played-frames', 'sentences', 'timed', 'told'),
    'test/core/told-battles.test.ts',
  ],
};

/** Files of the test ROM's model whose rules the logs show. */
export const LOGGED_SOURCES = [
  ...sources('drill', 'attack', 'program', 'duel'),
  ...sources('drill', 'program', 'skills'),
];

/**
 * Files that take frames or cells together: their tests need hundreds of cases to meet every
 * difference.
 */
export const TOGETHER_SOURCES = [...sources('battle', 'decision-frames'), ...sources('enemy', 'skill-range-cache')];

/**
 * Parts of the titles of tests that no mutant runs against, or only those of `TOGETHER_SOURCES`.
 */
export const LEFT_OUT = {
  played: ['nothing of units that are not there', 'the same commands give the same image'],
  // runs the start of a battle until it gives up
  filled: ['of a driven enemy is refused where the image has no start'],
  // plays whole battles, and asks for what many of them meet; plants faults into sources and compiles them
  always: ['every value of a draw leads where', 'a battle shows it'],
  together: ['taken together', 'one that is marked anew'],
};

/** The integer core, the turn engine and the guide's rules: a report of their own. */
export const TURN_ENGINE = [
  'core/int/*.ts',
  ...sources(
    'turn',
    'abnormality',
    'action-points',
    'ally-actions',
    'ally-moves',
    'ally-order',
    'battle-start',
    'charge',
  ),
  ...sources('turn', 'enemy-actions', 'enemy-choice', 'order-points', 'poison', 'predict', 'time', 'time-passes'),
  ...sources('turn', 'waking'),
  ...sources('memory', 'generators', 'joypad', 'presence', 'switches'),
  ...sources('frame', 'frame', 'player-half', 'time-half'),
  ...sources('drill', 'program', 'skills'),
  'core/live-a-live/guide/*.ts',
];

export const TURN_ENGINE_TESTS = [
  ...tests('frame', 'frame', 'frame-in-two-parts'),
  ...tests('turn', 'against-reference', 'ally-moves', 'predict', 'told-changes', 'turn-routines'),
  `${ROOT}/guide`,
  'test/core/int',
  // what only a played battle reaches: holes, buttons, words that are compared at once, sentences
  ...RULES,
  `${ROOT}/battle`,
  'test/core/told-battles.test.ts',
  'test/mutation/turn-cases.ts',
  'test/mutation/log-cuts.ts',
];

/**
 * All other files, in groups that need the same tests.
 * @param files of core/live-a-live @param isTurnEngine whether a file has its figure there
 */
export function groupsOf(files, isTurnEngine) {
  const rest = new Set(files.filter((file) => !isTurnEngine(file)));
  const take = (is) => {
    const taken = [...rest].filter(is);
    for (const file of taken) rest.delete(file);
    return taken;
  };
  const alone = Object.keys(ALONE).map((room) => take((file) => file.startsWith(room)));
  const together = take((file) => TOGETHER_SOURCES.includes(file));
  const battle = take((file) => file.startsWith('core/live-a-live/battle/'));
  const listed = [PLAYED_SOURCES, LOGGED_SOURCES].map((list) => take((file) => list.includes(file)));
  const ofSetups = take((file) => SETUP_ROOMS.some((room) => file.startsWith(room)));
  return [...alone, together, battle, ...listed, ofSetups, [...rest]].filter((group) => group.length > 0);
}
