/** What the page says of a running game, in sentences. */
import type { Battle, Language, StateFault, System } from '../../../../core/system/system.js';
import { LockstepError, reasonText } from '../../../base/index.js';
import { createSampler, isBattle, type LiveSource, type Sample as Memory } from '../../../capture/index.js';

import type { Timeline } from '../../../play/index.js';
import type { ShownState } from '../../parts/steps.js';
import { rowEnds } from '../branch-lines.js';
import { createStateReader, type Sample, type StateReader } from '../known-states.js';
import type { PlayedRow } from '../play-rows.js';

// Where in a plan a running game is. States are compared by what a viewer sees: places, facings,
// gauges and turn. Menus, buttons and counters of frames differ between a game and a plan.

interface PlanPlace {
  /** Commands of the plan that are done. */
  readonly row: number;
  /** Frames or steps of the next command that are done; 0: it has not begun. */
  readonly inside: number;
  /** The generator of the game is not in the plan's state: the draws to come are others. */
  readonly drawsDiffer: boolean;
}

/** A gauge or place of the game that is not that of the plan. */
interface ShownDifference {
  readonly what: string;
  readonly game: string;
  readonly plan: string;
}

interface PlanPlaces {
  /**
   * The place of a state: the next one from the command at which the game was, else one before it.
   * @returns undefined: the plan never shows that state
   */
  find(shown: Sample, generator: number, from: number): PlanPlace | undefined;
  /** What differs from the most similar state of the plan around a command. */
  differences(shown: Sample, from: number): readonly ShownDifference[];
}

/** Commands ahead of the game whose insides are looked at. */
const AHEAD = 3;
/** Commands whose insides are looked at where the game is nowhere else. */
const ANYWHERE = 200;

interface ShownValue {
  readonly what: string;
  readonly value: string;
}

/** What a viewer sees, by names that differ from each other. */
function shownValues({ units, gauges, turn }: Sample): Map<string, ShownValue> {
  const values = new Map<string, ShownValue>([['turn', { what: 'turn of', value: turn }]]);
  for (const { label, cell, value } of gauges) values.set(cell, { what: label, value: String(value) });
  for (const { label: unit, x, y, facing, gauges: own } of units) {
    values.set(unit, { what: `place of ${unit}`, value: facing === '' ? `${x},${y}` : `${x},${y} ${facing}` });
    for (const { label, cell, value } of own) values.set(cell, { what: `${label} of ${unit}`, value: String(value) });
  }
  return values;
}

const keyOf = (shown: Sample): string =>
  JSON.stringify([...shownValues(shown)].map(([name, { value }]) => [name, value]));

function differencesOf(game: Sample, plan: Sample): ShownDifference[] {
  const [one, other] = [shownValues(game), shownValues(plan)];
  return [...new Map([...one, ...other])].flatMap(([name, { what }]) => {
    const [here, there] = [one.get(name)?.value ?? 'none', other.get(name)?.value ?? 'none'];
    return here === there ? [] : [{ what, game: here, plan: there }];
  });
}

/** What a command shows between its beginning and its end. */
interface Inside {
  /** Number of each state. */
  readonly numbers: Map<string, number>;
  /** States of the generator, those at its beginning and end included. */
  readonly seeds: Set<number>;
}

/** The states of a plan, command by command. */
interface PlanStates {
  /** What is shown after each number of commands. */
  readonly keys: readonly string[];
  readonly hasGenerator: boolean;
  /** Visits the states of a command, those at its end included. */
  visit(row: number, take: (sample: Sample, inside: number) => void): void;
  insideOf(row: number): Inside;
  stateAt(row: number): Sample;
}

function createPlanStates(timeline: Timeline, repeats: readonly number[], language: Language): PlanStates {
  const { system, battle } = timeline;
  const read = createStateReader(system, battle, language);
  const { generator } = system.capabilities.planning ?? {};
  const ends = [0, ...rowEnds(repeats, timeline)].filter((end) => end <= timeline.length());
  const insides = new Map<number, Inside>();

  function stateAt(row: number): Sample {
    timeline.state(ends[row] ?? 0);
    return read.sample();
  }

  function visit(row: number, take: (sample: Sample, inside: number) => void): void {
    const [from, to] = [ends[row], ends[row + 1]];
    if (from === undefined || to === undefined) return;
    let inside = 0;
    for (let at = from + 1; at <= to; at++) {
      if (timeline.hasInside) timeline.visitInside(at, 0, () => take(read.sample(), ++inside));
      timeline.state(at);
      take(read.sample(), timeline.hasInside ? inside : ++inside);
    }
  }

  function insideOf(row: number): Inside {
    const known = insides.get(row);
    if (known !== undefined) return known;
    const found: Inside = { numbers: new Map(), seeds: new Set() };
    stateAt(row);
    if (generator !== undefined) found.seeds.add(generator.read(battle));
    visit(row, (sample, inside) => {
      const key = keyOf(sample);
      if (!found.numbers.has(key)) found.numbers.set(key, inside);
      if (generator !== undefined) found.seeds.add(generator.read(battle));
    });
    insides.set(row, found);
    return found;
  }

  const keys = ends.map((_, row) => keyOf(stateAt(row)));
  return { keys, hasGenerator: generator !== undefined, visit, insideOf, stateAt };
}

/** @param repeats of the commands of the plan that the timeline plays */
export function createPlanPlaces(timeline: Timeline, repeats: readonly number[], language: Language): PlanPlaces {
  const { keys, hasGenerator, visit, insideOf, stateAt } = createPlanStates(timeline, repeats, language);

  /** A state may be shown for as long as the commands around it take. */
  const at = (row: number, inside: number, seed: number): PlanPlace => {
    const around = inside === 0 && row > 0 ? [row - 1, row] : [row];
    return { row, inside, drawsDiffer: hasGenerator && !around.some((one) => insideOf(one).seeds.has(seed)) };
  };

  /** Looks at commands in their order, insides included. */
  function findNear(key: string, from: number, to: number, seed: number): PlanPlace | undefined {
    for (let row = from; row < Math.min(to, keys.length); row++) {
      if (keys[row] === key) return at(row, 0, seed);
      const inside = insideOf(row).numbers.get(key);
      if (inside !== undefined && keys[row + 1] !== key) return at(row, inside, seed);
    }
    return undefined;
  }

  return {
    find(shown, seed, from) {
      const key = keyOf(shown);
      const near = findNear(key, from, from + AHEAD, seed);
      if (near !== undefined) return near;
      const later = keys.indexOf(key, from);
      if (later >= 0) return at(later, 0, seed);
      const earlier = keys.lastIndexOf(key, from - 1);
      return earlier >= 0 && from > 0 ? at(earlier, 0, seed) : findNear(key, 0, ANYWHERE, seed);
    },
    differences(shown, from) {
      let least = differencesOf(shown, stateAt(from));
      for (let row = from; row < from + 2; row++) {
        visit(row, (sample) => {
          const next = differencesOf(shown, sample);
          if (next.length < least.length) least = next;
        });
      }
      return least;
    },
  };
}

// Follows a running game beside a plan: reads its memory, tells its state and its place in the
// plan. It asks and reads, and writes nothing. Free of Node and of the browser.

/** Where a game left the plan. */
interface Parting {
  /** The last command after which both were the same. */
  readonly row: number;
  readonly differences: readonly ShownDifference[];
}

/** What is known of a running game. */
export type LiveNews =
  | { readonly is: 'connecting'; readonly triesLeft: number }
  | { readonly is: 'waiting'; readonly source: LiveSource; readonly fault: StateFault }
  | { readonly is: 'torn'; readonly source: LiveSource }
  | {
      readonly is: 'battle';
      readonly source: LiveSource;
      readonly state: ShownState;
      /** Undefined: the game is not in the plan. */
      readonly place: PlanPlace | undefined;
      readonly parting: Parting | undefined;
    }
  /** The connection broke and is made again. */
  | { readonly is: 'lost'; readonly reason: LockstepError }
  | { readonly is: 'ended'; readonly reason: LockstepError };

export interface FollowedPlan {
  readonly system: System;
  readonly switches: Readonly<Record<string, string | number>>;
  readonly places: PlanPlaces;
  readonly language: Language;
}

interface FollowTimes {
  /** Milliseconds between two samples. */
  readonly pause: number;
  /** Attempts to connect again, and milliseconds before each. */
  readonly tries: number;
  readonly betweenTries: number;
}

const TIMES: FollowTimes = { pause: 30, tries: 10, betweenTries: 1000 };
/** Torn samples in a row before it is said. */
const MANY_TORN = 40;

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Following {
  readonly plan: FollowedPlan;
  readonly battle: Battle;
  readonly read: StateReader;
  readonly last: Uint8Array;
  /** Whether `last` holds anything. */
  isKnown: boolean;
  row: number;
  parting: Parting | undefined;
  torn: number;
  /** Attempts to connect that are left until something was read. */
  triesLeft: number;
}

/** Why memory holds no battle of the plan's system, or undefined. */
function faultOf({ plan: { system }, battle }: Following, drill: boolean): StateFault | undefined {
  if (system.unit !== 'frame') return system.capabilities.consoleState?.adopt(battle);
  // memory of the test ROM has every cell of a frame: there is nothing to take over
  if (!drill) return { kind: 'other', found: 'no test ROM, which this plan is for' };
  return isBattle({ drill, image: battle.image }) ? undefined : { kind: 'between', found: 'the menu of the test ROM' };
}

function isOfPlan({ plan: { places }, read, row }: Following): boolean {
  return places.find(read.sample(), 0, row) !== undefined;
}

function battleNews(following: Following, source: LiveSource): LiveNews {
  const { plan, battle, read, row } = following;
  const sample = read.sample();
  const generator = plan.system.capabilities.planning?.generator?.read(battle) ?? 0;
  const place = plan.places.find(sample, generator, row);
  if (place !== undefined) {
    following.row = place.row;
    following.parting = undefined;
  } else following.parting ??= { row, differences: plan.places.differences(sample, row) };
  return { is: 'battle', source, state: read.whole(sample), place, parting: following.parting };
}

/** @returns what a sample tells that the one before did not, or undefined: nothing */
function newsOf(following: Following, source: LiveSource, { image, torn, drill }: Memory): LiveNews | undefined {
  const { battle, last } = following;
  if (torn) return ++following.torn === MANY_TORN ? { is: 'torn', source } : undefined;
  following.torn = 0;
  if (following.isKnown && last.every((byte, index) => byte === image[index])) return undefined;
  following.isKnown = true;
  last.set(image);
  battle.image.set(image);
  const fault = faultOf(following, drill);
  // a battle that is over stays in memory as it ended: the plan may end so
  const isEnd = fault?.kind === 'between' && isBattle({ drill, image }) && isOfPlan(following);
  return fault === undefined || isEnd ? battleNews(following, source) : { is: 'waiting', source, fault };
}

interface FollowOrder {
  readonly plan: FollowedPlan;
  readonly connect: () => Promise<LiveSource>;
  readonly tell: (news: LiveNews) => void;
  readonly signal: AbortSignal;
  readonly times?: Partial<FollowTimes>;
}

/** Reads until the connection breaks. @throws LockstepError of the connection */
async function readOn(following: Following, source: LiveSource, order: FollowOrder, times: FollowTimes): Promise<void> {
  const sampler = createSampler();
  following.isKnown = false;
  while (!order.signal.aborted) {
    const sample = await sampler.take(source);
    if (order.signal.aborted) return;
    following.triesLeft = times.tries;
    const news = newsOf(following, source, sample);
    if (news !== undefined) order.tell(news);
    await sleep(times.pause);
  }
}

/** One connection, from its beginning to its end. @throws LockstepError */
async function followOnce(following: Following, order: FollowOrder, times: FollowTimes): Promise<void> {
  const { signal, connect } = order;
  const source = await connect();
  const close = (): void => source.close();
  signal.addEventListener('abort', close);
  try {
    await readOn(following, source, order, times);
  } finally {
    signal.removeEventListener('abort', close);
    source.close();
  }
}

/**
 * Follows until it is stopped or no connection can be made again. Where nothing was read yet, the
 * first failure ends it.
 */
export async function followPlan(order: FollowOrder): Promise<void> {
  const { plan, tell, signal } = order;
  const times = { ...TIMES, ...order.times };
  const battle = plan.system.create(null, plan.switches);
  const following: Following = {
    ...{ plan, battle },
    read: createStateReader(plan.system, battle, plan.language),
    last: new Uint8Array(battle.image.length),
    ...{ isKnown: false, row: 0, parting: undefined, torn: 0, triesLeft: 0 },
  };
  while (!signal.aborted) {
    tell({ is: 'connecting', triesLeft: following.triesLeft });
    try {
      await followOnce(following, order, times);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof LockstepError)) throw error;
      // nothing but a lost connection comes back by itself
      if (error.code !== 'E_LIVE_CLOSED' || following.triesLeft === 0) return tell({ is: 'ended', reason: error });
      tell({ is: 'lost', reason: error });
      following.triesLeft--;
      await sleep(times.betweenTries);
    }
  }
}

interface LiveWords {
  readonly text: string;
  /** It cannot go on, or the game is not in the plan. */
  readonly isFault: boolean;
}

/** Differences that are told. */
const MOST_TOLD = 4;

const FAULTS = {
  other: 'no battle of this plan’s game is in its memory',
  between: 'it is not in a battle',
  before: 'its battle is set up and has not begun',
  moment: 'something is under way that memory does not show whole',
} as const;

type Rows = readonly Pick<PlayedRow, 'label' | 'text'>[];

function afterText(row: number, rows: Rows): string {
  if (row === 0) return 'at the start of the plan';
  const { label = '', text = '' } = rows[row - 1] ?? {};
  return `after command ${row} of ${rows.length}, ${label === '' ? text : label}`;
}

function placeText({ row, inside, drawsDiffer }: PlanPlace, rows: Rows): string {
  const place =
    inside === 0
      ? afterText(row, rows)
      : `in command ${row + 1} of ${rows.length}, ${rows[row]?.label || rows[row]?.text}: frame ${inside}`;
  return drawsDiffer ? `${place}; its generator stands elsewhere than in the plan, so that draws will differ` : place;
}

function partingText({ row, differences }: Parting, rows: Rows): string {
  const told = differences.slice(0, MOST_TOLD).map(({ what, game, plan }) => `${what} ${game} (plan: ${plan})`);
  const more = differences.length - told.length;
  return `the game left the plan ${afterText(row, rows)}: ${told.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** @param rows of the plan */
export function liveWords(news: LiveNews, rows: Rows): LiveWords {
  if (news.is === 'connecting') return { text: 'connecting', isFault: false };
  if (news.is === 'lost' || news.is === 'ended') {
    const { reason } = news;
    return { text: news.is === 'lost' ? `${reason.sentence}; connecting again` : reasonText(reason), isFault: true };
  }
  const { name, rom = '' } = news.source;
  const whose = `${name}${rom === '' ? '' : `, ${rom}`}`;
  if (news.is === 'torn') {
    return { text: `${whose}: the game goes on during each reading; pause it to see it`, isFault: false };
  }
  if (news.is === 'waiting') {
    return { text: `${whose}: ${FAULTS[news.fault.kind]} (${news.fault.found})`, isFault: news.fault.kind === 'other' };
  }
  const { place, parting } = news;
  if (place !== undefined) return { text: `${whose}: ${placeText(place, rows)}`, isFault: false };
  return { text: parting === undefined ? whose : `${whose}: ${partingText(parting, rows)}`, isFault: true };
}
