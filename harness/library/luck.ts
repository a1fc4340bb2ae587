/** What luck may bring: odds, starts, the generator's state, the turns ahead. */

import { readCell } from '../../core/system/battle.js';
import { countText, worded } from '../../core/system/names.js';
import type { Battle, PanelView, System } from '../../core/system/system.js';
import {
  findSystem,
  LockstepError,
  nearest,
  paced,
  type Standing,
  SYSTEMS,
  standingOf,
  withSearchLimits,
} from '../base/index.js';
import {
  findPlanSystem,
  generatorText,
  isPlanSource,
  loadPlan,
  ownFailures,
  planFileOf,
  predictText,
  sheetText,
  startBattle,
} from '../play/index.js';
import {
  aheadText,
  calculatorJson,
  calculatorSteps,
  calculatorText,
  createUnitReader,
  drawnSystem,
  type EnemyOrder,
  enemiesOf,
  type Figures,
  type Forecast,
  figuresText,
  forecastSteps,
  forecastText,
  type Horizon,
  type Located,
  locateSteps,
  locateText,
  type OddsBegun,
  type OddsRow,
  oddsHead,
  oddsJson,
  oddsSteps,
  oddsText,
  type Place,
  type Prediction,
  placeOf,
  policyPlan,
  positionOf,
  predictFrom,
  readObservations,
  rowsText,
  runSeeds,
  type SeedsRun,
  START_KINDS,
  type StartKind,
  seedsText,
  seedsUnderSettings,
  summarize,
  turnsAhead,
  type Unsettled,
  unsettledLines,
  unsettledOf,
  whenBegun,
} from '../solve/index.js';
import { AbortError, type Answer, answerOf, endAborted, type Plain } from './answer.js';
import {
  GIVEN,
  type GivenOptions,
  givenOf,
  givenSettled,
  imageField,
  imageHead,
  loadGiven,
  restLines,
  restsOn,
} from './given.js';
import type { GivenPlan } from './load-plan.js';
import { type CallOptions, checkKinds, checkParameters, type ProgressOptions, progressOf } from './parameters.js';

/** Hears what a plan expects and does not get, a sentence each, before the call goes on. */
export interface PlanListener {
  readonly onPlanFailures?: (sentences: readonly string[]) => void;
}

/** What an answer about a plan says of the plan itself. */
export interface OwnFailures {
  /** What the plan expects and does not get, a sentence each; left out where it holds. */
  readonly planFailures?: readonly string[];
}

export function tellFailures({ onPlanFailures }: PlanListener, sentences: readonly string[]): OwnFailures {
  if (sentences.length === 0) return {};
  onPlanFailures?.(sentences);
  return { planFailures: sentences };
}

function concerned(unsettled: readonly Unsettled[]): string[] {
  return unsettled.filter((row) => row.concerned).map(({ name }) => name);
}

// odds

const LONGEST = 1024;
/** Frames that are played for a row at most. */
const PLAYS = 100_000;

export interface OddsOptions extends ProgressOptions, PlanListener {
  /** A plan (TOML) of battles by commands, or a log. */
  readonly file: GivenPlan;
  /** Of a plan a label or number of commands (left out: its start); of a log a frame. */
  readonly at?: string | number | undefined;
  /** Only this skill or item. */
  readonly skill?: string | undefined;
  /** Only what happens to this unit: a name, or `enemy[0]`. */
  readonly target?: string | undefined;
  /** `effect` (left out): it has taken effect; `turn`: the enemies' turn is over; or frames. */
  readonly until?: Horizon | undefined;
  /** Frames played for a row at most; what is left then is a bound. */
  readonly limit?: number;
  /**
   * Hears the beginning of the answer's text as it grows: its head, then the rows of each skill
   * once they are done.
   */
  readonly onText?: ((text: string) => void) | undefined;
}

/** Chances of each skill, target and side; large integers are their digits. */
export interface OddsAnswer extends Answer<'answered' | 'bounded' | 'incomplete'>, Plain<ReturnType<typeof oddsJson>> {
  readonly file: string;
  readonly at: string;
  readonly horizon: Horizon;
  readonly planFailures?: readonly string[];
}

function checkHorizon(until: unknown): Horizon {
  if (until === 'effect' || until === 'turn') return until;
  if (Number.isInteger(until) && (until as number) >= 1 && (until as number) <= LONGEST) return until as number;
  throw new LockstepError('E_OPTION', '--until names no horizon', {
    found: String(until),
    expected: `effect, turn, or 1 to ${LONGEST} frames`,
    remedy: 'Leave it out for: the skill has taken effect',
  });
}

function horizonText(horizon: Horizon): string {
  if (horizon === 'effect') return 'until the skill has taken effect (answers and fields included)';
  return horizon === 'turn' ? "until the enemies' turn is over" : countText(horizon, 'frame');
}

function placeText(at: string | number | undefined): string | undefined {
  return at === undefined ? undefined : String(at);
}

/**
 * What each skill can do from a place of a plan or log, and how likely it is, exactly.
 * @throws LockstepError for what cannot be read, asked or played; AbortError
 */
export async function odds(options: OddsOptions): Promise<OddsAnswer> {
  const kinds = { file: 'plan', at: 'place', skill: 'text', target: 'text', limit: 'count' } as const;
  const { until, ...others } = options ?? {};
  const heard = { onPlanFailures: 'function', onProgress: 'function', onText: 'function' } as const;
  checkParameters('odds', others, { ...kinds, ...heard }, ['file']);
  const { file: source, at, skill, target, limit: plays = PLAYS, signal, systems = SYSTEMS } = options;
  const horizon = checkHorizon(until ?? 'effect');
  endAborted(signal, 'odds');
  const file = planFileOf(source);
  const position = await positionOf(systems, source, placeText(at));
  const own = tellFailures(options, position.planFailures);
  const { onText } = options;
  let isHeard = false;
  const tell = (rows: readonly OddsRow[], begun: OddsBegun): void => {
    if (!isHeard) onText?.(oddsHead(file, position.at, horizonText(horizon), begun));
    isHeard = true;
    if (rows.length > 0) onText?.(rowsText(rows, begun.states));
  };
  const question = { skill, target, horizon, plays, tell, progress: progressOf(options) };
  const table = await withSearchLimits(() => paced(oddsSteps(position, question), signal));
  const answered = (verdict: OddsAnswer['verdict']): OddsAnswer =>
    answerOf(
      verdict,
      [...restsOn({}, { switches: position.switches, stretches: table.unpublished }), ...concerned(table.unsettled)],
      { file, at: position.at, horizon, ...oddsJson(table), ...own },
      () => oddsText(file, position.at, horizonText(horizon), table),
    );
  endAborted(signal, 'odds', () => answered('incomplete'));
  return answered(table.isWhole ? 'answered' : 'bounded');
}

// The dice of systems whose dice are commands.

export interface ChancesOptions extends CallOptions, PlanListener {
  /** A plan (TOML) or log. */
  readonly file: GivenPlan;
  /** Of a plan a label or number of commands (left out: its start); of a log a frame. */
  readonly at?: string | number | undefined;
}

interface ChancesData {
  readonly file: string;
  readonly at: string;
  /** Each title with its lines; empty: no dice are due there. */
  readonly chances: readonly PanelView[];
}

export interface ChancesAnswer extends Answer<'answered'>, Plain<ChancesData> {
  readonly planFailures?: readonly string[];
}

/** Whether what falls in a plan is dice that are commands: then `chances` answers, else `odds`. */
export async function hasDice(source: GivenPlan, systems: readonly System[] = SYSTEMS): Promise<boolean> {
  if (!isPlanSource(source)) return false;
  const system = await findPlanSystem(systems, loadPlan(source));
  return system.capabilities.views?.chances !== undefined;
}

/**
 * What the dice may bring at a place of a plan or log, exactly: of the roll that is due, else of
 * each attack in sight.
 * @throws LockstepError for what cannot be read, and `E_CAPABILITY`
 */
export async function chances(options: ChancesOptions): Promise<ChancesAnswer> {
  checkParameters('chances', options, { file: 'plan', at: 'place', onPlanFailures: 'function' }, ['file']);
  const { file: source, at, signal, systems = SYSTEMS } = options;
  endAborted(signal, 'chances');
  const file = planFileOf(source);
  const place = await placeOf(systems, source, placeText(at));
  const own = tellFailures(options, place.planFailures);
  const { chances: tell } = place.system.capabilities.views ?? {};
  if (tell === undefined) {
    throw new LockstepError('E_CAPABILITY', `${place.system.id} has no dice that are commands`, {
      file,
      remedy: 'Ask for its odds',
    });
  }
  const found = tell(place.battle);
  const text = found.length === 0 ? 'no dice are due there: no command that may come now has any\n' : sheetText(found);
  return answerOf(
    'answered',
    restsOn({}, { switches: place.switches }),
    { file, at: place.at, chances: found, ...own },
    () => `${file} ${place.at}\n${text}`,
  );
}

export interface FighterOptions {
  readonly level?: number | undefined;
  /** Figures other than those it begins with, such as `{ power: 50 }`. */
  readonly stats?: Readonly<Record<string, number>>;
}

export interface CalculatorOptions extends ProgressOptions {
  /** Who uses the skill, an ally or an enemy. */
  readonly attacker: string;
  readonly attackerFigures?: FighterOptions;
  /** Whom it strikes; `all`: every enemy. */
  readonly defender: string;
  readonly defenderFigures?: FighterOptions;
  /** Left out: all that the attacker ever has. */
  readonly skill?: string | undefined;
  /** `front`, `side` or `back`; left out: each. */
  readonly side?: string | undefined;
  /** Frames played for a row at most; what is left then is a bound. */
  readonly limit?: number;
}

export interface CalculatorAnswer
  extends Answer<'answered' | 'bounded' | 'incomplete'>,
    Plain<ReturnType<typeof calculatorJson>> {}

function figuresGiven({ level, stats = {} }: FighterOptions = {}): Figures {
  return { level, stats };
}

/**
 * What a fighter does to another without a plan: damage, chances to hit, of KO in one, two and
 * three uses.
 * @throws LockstepError for names, figures and sides that are not there; AbortError
 */
export async function calculate(options: CalculatorOptions): Promise<CalculatorAnswer> {
  const fighters = { attacker: 'text', attackerFigures: 'table', defender: 'text', defenderFigures: 'table' } as const;
  const kinds = { ...fighters, skill: 'text', side: 'text', limit: 'count', onProgress: 'function' } as const;
  checkParameters('calculate', options, kinds, ['attacker', 'defender']);
  for (const name of ['attackerFigures', 'defenderFigures'] as const) {
    checkKinds(`calculate: ${name}`, options[name] ?? {}, { level: 'count', stats: 'table' });
  }
  const { attacker, defender, skill, side, limit: plays = PLAYS, signal, systems = SYSTEMS } = options;
  if (defender === 'all' && skill === undefined) {
    throw new LockstepError('E_OPTION', 'all skills on all enemies are too many', {
      remedy: 'Give --skill, or one enemy as --defender',
    });
  }
  const system = findSystem(systems, 'live-a-live-battle', 'odds', 1);
  const question = {
    attacker,
    defender,
    skill,
    side,
    plays,
    progress: progressOf(options),
    attackerFigures: figuresGiven(options.attackerFigures),
    defenderFigures: figuresGiven(options.defenderFigures),
  };
  endAborted(signal, 'calculate');
  const table = await withSearchLimits(() => paced(calculatorSteps(system, question), signal));
  const answered = (verdict: CalculatorAnswer['verdict']): CalculatorAnswer =>
    answerOf(verdict, restsOn({}, { switches: {}, stretches: table.unpublished }), calculatorJson(table), () =>
      calculatorText(table),
    );
  endAborted(signal, 'calculate', () => answered('incomplete'));
  return answered(table.rows.every(({ open }) => open.numerator === 0n) ? 'answered' : 'bounded');
}

// seeds

const FRAMES = 600;
const MOST_FRAMES = 65_535;

export interface SeedsOptions extends ProgressOptions, PlanListener {
  /** A plan (TOML) of battles by commands. */
  readonly plan: GivenPlan;
  /**
   * `timers` (left out): all seeds of a first battle; `cycles`: all states of the generator's
   * cycles; `waits`: frames waited first; `places`: where the enemies may start.
   */
  readonly starts?: StartKind;
  /** Of `timers`: the battle timer at the start, 0..65535; left out: the plan's. */
  readonly timer?: number | undefined;
  /** Of `waits`: the most frames waited, 0..65535; left out: 600. */
  readonly frames?: number | undefined;
  /** Starts that give this: an expression over cells, frames, won, lost. */
  readonly want?: string | undefined;
  /** `attack` or `random` in the place of the plan's commands. */
  readonly policy?: string | undefined;
  /**
   * Whether the same starts are played under every other value of every switch; left out: where
   * there are at most 1,024 of them.
   */
  readonly settings?: boolean | undefined;
  /** Threads, the caller's included; left out: 1. The answer is the same on any number. */
  readonly threads?: number;
}

export interface SeedsAnswer
  extends Answer<'answered' | 'found' | 'none' | 'incomplete'>,
    Plain<ReturnType<typeof summarize>> {
  readonly file: string;
  readonly starts: StartKind;
  readonly planFailures?: readonly string[];
}

function kindOf(text: string): StartKind {
  const kind = START_KINDS.find((candidate) => candidate === text);
  if (kind !== undefined) return kind;
  throw new LockstepError('E_OPTION', '--starts names no kind of starts', {
    found: text,
    expected: START_KINDS.join(', '),
    remedy: nearest(text, START_KINDS),
  });
}

/** @throws LockstepError `E_OPTION` for a parameter of another kind of starts, or out of range */
function checkStarts(kind: StartKind, { timer, frames }: SeedsOptions): void {
  const wrong =
    kind !== 'timers' && timer !== undefined ? 'timer' : kind !== 'waits' && frames !== undefined ? 'frames' : '';
  if (wrong !== '') {
    throw new LockstepError('E_OPTION', `--${wrong} is for --starts ${wrong === 'timer' ? 'timers' : 'waits'}`, {
      found: `--starts ${kind}`,
      remedy: 'Leave one of the two out',
    });
  }
  for (const [name, value] of Object.entries({ timer, frames })) {
    if (value === undefined || value <= MOST_FRAMES) continue;
    throw new LockstepError('E_OPTION', `--${name} is too large`, {
      found: String(value),
      expected: `at most ${MOST_FRAMES}`,
    });
  }
}

/**
 * What becomes of a plan, or of a policy, from every start: wins, losses, breaks, frames, HP.
 * @throws LockstepError for what cannot be read, wanted or played; AbortError with the starts that
 * were played
 */
export async function seeds(options: SeedsOptions): Promise<SeedsAnswer> {
  const numbers = { timer: 'count', frames: 'count', threads: 'count' } as const;
  const kinds = { plan: 'plan', starts: 'text', want: 'text', policy: 'text', settings: 'flag' } as const;
  const heard = { onPlanFailures: 'function', onProgress: 'function' } as const;
  checkParameters('seeds', options, { ...kinds, ...numbers, ...heard }, ['plan']);
  const { plan: source, policy, want, timer, frames = FRAMES, threads = 1, systems = SYSTEMS } = options;
  const kind = kindOf(options.starts ?? 'timers');
  checkStarts(kind, options);
  const plan = policyPlan(loadPlan(source), policy);
  const { file } = plan;
  const { system } = drawnSystem(await findPlanSystem(systems, plan), file);
  const battle = await startBattle(system, plan);
  // a policy plays nothing that the plan expects something of
  const own = policy === undefined ? tellFailures(options, ownFailures(system, plan, battle)) : {};
  const { signal = new AbortController().signal } = options;
  const run: SeedsRun = {
    problem: { system, battle, plan, choice: { kind, timer, frames }, want },
    policy,
    workers: systems === SYSTEMS ? threads : 1,
    signal,
    ...(options.onProgress === undefined ? {} : { progress: progressOf(options) }),
  };
  endAborted(signal, 'seeds');
  const notes = await withSearchLimits(() => runSeeds(run));
  const summary = summarize(run, notes, await withSearchLimits(() => seedsUnderSettings(run, notes, options.settings)));
  const rests = (): string[] =>
    restsOn({}, { switches: plan.ruleset.switches, stretches: summary.unpublished, start: plan.start });
  const answered = (verdict: SeedsAnswer['verdict']): SeedsAnswer =>
    answerOf(verdict, [...rests(), ...concerned(summary.unsettled)], { file, starts: kind, ...summary, ...own }, () =>
      seedsText(file, summary, want),
    );
  endAborted(signal, 'seeds', () => answered('incomplete'));
  const { wanted } = summary;
  return answered(wanted === undefined ? 'answered' : wanted.count === 0 ? 'none' : 'found');
}

// locate

export interface LocateOptions extends ProgressOptions, PlanListener {
  /** A plan (TOML) of battles by commands: what was played. */
  readonly plan: GivenPlan;
  /** What was seen: `PLACE: CONDITION`, as `lockstep locate --saw` takes it. */
  readonly saw: readonly string[];
  /** Hears how many states fit after each command. */
  readonly onStep?: ((command: number, fit: number) => void) | undefined;
}

export interface LocateAnswer extends Answer<'answered' | 'contradicted' | 'incomplete'>, Plain<Located> {
  readonly file: string;
  readonly planFailures?: readonly string[];
}

/**
 * Which states of the generator fit what was seen, and what comes next from each. `onProgress`
 * counts the commands of the plan; `onStep` hears how many states fit after each.
 * @throws LockstepError for what cannot be read, seen or played; AbortError with what fits so far
 */
export async function locate(options: LocateOptions): Promise<LocateAnswer> {
  const kinds = { plan: 'plan', saw: 'texts', onPlanFailures: 'function', onStep: 'function' } as const;
  checkParameters('locate', options, { ...kinds, onProgress: 'function' }, ['plan', 'saw']);
  const { plan: source, saw, signal, onStep, systems = SYSTEMS } = options;
  const plan = loadPlan(source);
  const { file } = plan;
  const drawn = drawnSystem(await findPlanSystem(systems, plan), file);
  const battle = await startBattle(drawn.system, plan);
  if (saw.length === 0) {
    throw new LockstepError('E_OPTION', 'nothing was seen', { remedy: 'Give --saw, once for each observation' });
  }
  const own = tellFailures(options, ownFailures(drawn.system, plan, battle));
  const observations = saw.flatMap((text) => readObservations(drawn.system, battle, plan, text));
  const progress = progressOf(options);
  const all = Math.max(...observations.map(({ after }) => after));
  const listen = (command: number, fit: number): void => {
    progress(command, all);
    onStep?.(command, fit);
  };
  endAborted(signal, 'locate');
  const located = await withSearchLimits(() => paced(locateSteps(drawn, battle, plan, observations, listen), signal));
  const { unpublished: stretches, unsettled } = located;
  const rests = restsOn({}, { switches: plan.ruleset.switches, stretches, start: plan.start });
  const answered = (verdict: LocateAnswer['verdict']): LocateAnswer =>
    answerOf(verdict, [...rests, ...concerned(unsettled)], { file, ...located, ...own }, () =>
      locateText(file, located),
    );
  if (located.interrupted === true) throw new AbortError('locate', answered('incomplete'));
  return answered(located.contradiction === undefined ? 'answered' : 'contradicted');
}

// predict

const TURNS = 3;
const MOST_TURNS = 100;

function checkTurns(turns: number): number {
  if (turns <= MOST_TURNS) return turns;
  throw new LockstepError('E_OPTION', '--turns is too large', {
    found: String(turns),
    expected: `at most ${MOST_TURNS}`,
  });
}

export interface PredictOptions extends CallOptions, GivenOptions, PlanListener {
  /** A plan (TOML) or log. */
  readonly file: GivenPlan;
  /** Of a plan a label or number of commands (left out: its start); of a log a frame. */
  readonly at?: string | number | undefined;
  /** Turns of the enemies to forecast, 0..100; left out: 3, of other systems' plans none. */
  readonly turns?: number | undefined;
  /** Id of a unit or pair whose sheet is shown, or `all`, where the system has sheets. */
  readonly sheet?: string | undefined;
  /** Id of somebody who knows less than all: the sheet shows what he knows. */
  readonly seenBy?: string | undefined;
}

interface PredictData extends Standing {
  readonly file: string;
  readonly at: string;
  /** Figures of the ally whose turn it is. */
  readonly figures: Prediction | undefined;
  /** What a system without action points foretells, by label. */
  readonly lines: readonly (readonly [label: string, value: string])[] | undefined;
  /** Turns ahead, played. */
  readonly forecast: Forecast | undefined;
  /** Of the sheets that were asked for: each title with its lines. */
  readonly sheets?: readonly PanelView[];
  readonly unsettled: readonly Unsettled[];
  readonly image: object | null;
}

export interface PredictAnswer extends Answer<'answered' | 'incomplete'>, Plain<PredictData> {
  readonly planFailures?: readonly string[];
}

/** Figures of the ally whose turn it is, or undefined for a system without action points. */
function figuresOf({ system, battle }: Place): Prediction | undefined {
  const cell = (name: string) => battle.cells.find((candidate) => candidate.name === name);
  const [points, current, first, second] = ['actionPoints', 'currentAlly', 'ally[0].id', 'ally[1].id'].map(cell);
  if (points === undefined || current === undefined || first === undefined || second === undefined) return undefined;
  const number = (readCell(battle.image, current) - (first.address & 0xffff)) / (second.address - first.address);
  const speed = cell(`ally[${number}].speed`) ?? cell('ally[0].speed');
  if (speed === undefined) return undefined;
  const enemies = [...createUnitReader(system, battle).read(battle.image.slice()).values()].flatMap(
    ({ prefix, name }): EnemyOrder[] => {
      const order = cell(`${prefix}.orderPoints`);
      return order === undefined ? [] : [{ name, orderPoints: readCell(battle.image, order) }];
    },
  );
  return predictFrom('cartridge', readCell(battle.image, points), readCell(battle.image, speed), enemies);
}

/**
 * The index of an id, or -1 where none is named.
 * @throws LockstepError `E_OPTION`
 */
function numberOf(ids: readonly string[], id: string | undefined, option: string): number {
  const number = id === undefined ? -1 : ids.indexOf(id);
  if (id === undefined || number >= 0) return number;
  throw new LockstepError('E_OPTION', `${option} names nobody`, {
    found: id,
    expected: `one of ${ids.join(', ')}`,
    remedy: nearest(id, ids),
  });
}

/**
 * The sheets that are asked for, or undefined.
 * @throws LockstepError `E_CAPABILITY` for a system without them, `E_OPTION` for an unknown id
 */
function sheetsAsked(
  { id, capabilities }: System,
  battle: Battle,
  { sheet, seenBy }: PredictOptions,
): readonly PanelView[] | undefined {
  if (sheet === undefined && seenBy === undefined) return undefined;
  const { sheets } = capabilities.views ?? {};
  if (sheets === undefined) {
    throw new LockstepError('E_CAPABILITY', `${id} has no sheets`, { remedy: 'Leave --sheet and --seen-by out' });
  }
  if (seenBy !== undefined && sheets.readers === undefined) {
    throw new LockstepError('E_CAPABILITY', `${id} hides nothing from anybody`, { remedy: 'Leave --seen-by out' });
  }
  const subjects = sheets.subjects(battle);
  const reader = numberOf(sheets.readers?.(battle) ?? [], seenBy, '--seen-by');
  const one = sheet === 'all' ? -1 : numberOf(subjects, sheet, '--sheet');
  const numbers = one < 0 ? subjects.map((_, number) => number) : [one];
  return numbers.flatMap((number) => sheets.sheet(battle, number, reader));
}

/**
 * The planner's questions at a place of a plan or log: free moves, actions until the enemies' turn,
 * who acts next, the turns ahead.
 * @throws LockstepError for what cannot be read, and `E_CAPABILITY`; AbortError with the turns so
 * far
 */
export async function predict(options: PredictOptions): Promise<PredictAnswer> {
  const asked = { sheet: 'text', seenBy: 'text' } as const;
  const kinds = { file: 'plan', at: 'place', turns: 'count', ...asked, onPlanFailures: 'function' } as const;
  checkParameters('predict', options, { ...kinds, ...GIVEN }, ['file']);
  const { file: source, at, signal } = options;
  const file = planFileOf(source);
  const given = givenOf(options, options);
  const { image, language } = given;
  const place = await placeOf(given.systems, source, placeText(at), loadGiven(given));
  const own = tellFailures(options, place.planFailures);
  const { system, battle } = place;
  const { planning, views } = system.capabilities;
  const sheets = worded(sheetsAsked(system, battle, options), language, system.terms);
  // the figures are those of the cartridge's rules
  const figures = planning === undefined ? undefined : whenBegun(system, battle, () => figuresOf(place));
  const lines = figures === undefined ? worded(views?.predict?.(battle, language), language, system.terms) : undefined;
  const isPlayed = planning?.framePlay !== undefined || options.turns !== undefined || lines === undefined;
  const turns = checkTurns(options.turns ?? TURNS);
  const notes = system.capabilities.evidence?.unpublished?.(battle);
  let standing: Standing = { unpublished: [], notFilled: {} };
  const keep = (): void => {
    standing = standingOf(system, battle, notes?.names() ?? [], place.settled, image !== undefined);
  };
  endAborted(signal, 'predict');
  const steps = forecastSteps(place, file, turns, language, keep);
  const ahead = isPlayed ? await withSearchLimits(() => paced(steps, signal)) : undefined;
  const unsettled = ahead === undefined ? [] : unsettledOf(system, battle, place.switches, false);
  const state = planning?.generator?.read(battle) ?? 0;
  const data: PredictData = {
    file,
    at: place.at,
    figures,
    lines,
    forecast: ahead,
    ...(sheets === undefined ? {} : { sheets }),
    unsettled,
    ...standing,
    ...imageField(given),
  };
  const text = (): string => {
    const head = `${imageHead(image)}${file} ${place.at}\n`;
    if (sheets !== undefined) return head + sheetText(sheets);
    const foretold = lines?.length === 0 ? 'nothing is foretold there\n' : predictText(lines ?? []);
    const now = figures === undefined ? foretold : figuresText(figures);
    if (ahead === undefined) return head + now;
    const played = forecastText(ahead, turns, state === 0 ? undefined : generatorText(state));
    const rest =
      image === undefined && place.settled === undefined ? [] : restLines(given, standing, place.settled?.by);
    return `${head}${now}${played}${[...unsettledLines(unsettled), ...rest].join('\n')}\n`;
  };
  const stretches = [...standing.unpublished, ...(standing.settled ?? [])];
  const rests = restsOn(given, { switches: place.switches, stretches });
  const answered = (verdict: PredictAnswer['verdict']): PredictAnswer =>
    answerOf(verdict, [...rests, ...concerned(unsettled)], { ...data, ...own }, text);
  endAborted(signal, 'predict', () => answered('incomplete'));
  return answered('answered');
}

export interface FiguresOptions extends CallOptions {
  /** 0..65535; left out: 0. */
  readonly actionPoints?: number;
  /** Current speed of the ally, 0..255; left out: 31. */
  readonly speed?: number;
  /** `name`, or `name=orderPoints`, in slot order. */
  readonly enemies?: readonly string[];
  /** `cartridge` (left out) or `guide`. */
  readonly ruleset?: string;
  /** Turns of the enemies to foretell, 0..100; left out: 3. */
  readonly turns?: number | undefined;
  readonly profile?: string;
}

interface FiguresData extends Prediction {
  readonly turns: ReturnType<typeof turnsAhead>;
}

export interface FiguresAnswer extends Answer<'answered'>, Plain<FiguresData> {}

/**
 * The same questions, of figures alone: nothing is played.
 * @throws LockstepError for figures out of range, and enemies that are not known
 */
export async function predictFigures(options: FiguresOptions = {}): Promise<FiguresAnswer> {
  const kinds = { actionPoints: 'count', speed: 'count', turns: 'count', enemies: 'texts' } as const;
  checkParameters('predictFigures', options, { ...kinds, ruleset: 'text', profile: 'file' });
  const { ruleset = 'cartridge', actionPoints = 0, speed = 31, enemies: named = [] } = options;
  if (ruleset !== 'cartridge' && ruleset !== 'guide') {
    throw new LockstepError('E_OPTION', 'there is no such ruleset', {
      found: ruleset,
      expected: 'cartridge or guide',
    });
  }
  for (const [name, value, most] of [
    ['ap', actionPoints, 0xffff],
    ['speed', speed, 0xff],
  ] as const) {
    if (value <= most) continue;
    throw new LockstepError('E_OPTION', `--${name} is too large`, {
      found: String(value),
      expected: `at most ${most}`,
    });
  }
  endAborted(options.signal, 'predictFigures');
  const enemies = enemiesOf(named);
  const prediction = predictFrom(ruleset, actionPoints, speed, enemies);
  const turns = turnsAhead(prediction, enemies, checkTurns(options.turns ?? TURNS));
  const settled = givenSettled(options.profile, undefined);
  const note = settled === undefined ? '' : `SHA-256 ${settled.sha256.slice(0, 16)}: no answer depends on a switch\n`;
  return answerOf('answered', [], { ...prediction, turns }, () =>
    [figuresText(prediction), aheadText(turns, enemies), note].join(''),
  );
}
