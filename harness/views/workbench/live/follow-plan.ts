/**
 * Follows a running game beside a plan: reads its memory, tells its state and its place in the
 * plan. It asks and reads, and writes nothing. Free of Node and of the browser.
 */
import type { Battle, Language, StateFault, System } from '../../../../core/system/system.js';
import { LockstepError } from '../../../base/errors.js';
import { createSampler, isBattle, type Sample as Memory } from '../../../capture/live/sampler.js';
import type { LiveSource } from '../../../capture/live/source.js';
import type { ShownState } from '../../parts/shown-state.js';
import { createStateReader, type StateReader } from '../units.js';
import type { PlanPlace, PlanPlaces, ShownDifference } from './plan-places.js';

/** Where a game left the plan. */
export interface Parting {
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

export interface FollowTimes {
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

export interface FollowOrder {
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
