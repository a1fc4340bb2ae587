/** What the trials of a state's moves share: the state, its meters, the search's own words. */

import { createEventBuffer } from '../../../../core/system/battle.js';
import type { Battle, EventBuffer, System } from '../../../../core/system/system.js';
import { LockstepError } from '../../../base/index.js';
import { createPlayer, type Move } from '../../../play/index.js';
import { createLowerBound } from '../problem/lower-bound.js';
import { METRICS, type MoveAmounts, NO_LIMIT, planningOf } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { mixWord } from '../state/arena.js';
import type { Codec } from '../state/codec.js';

// The cost of a move, and whether a route that continues with it stays within the problem's limits.

interface CostMeter {
  /** Amounts of the last move, one for each metric. */
  readonly amounts: Int32Array;
  /** Number of metrics with a limit; their amounts so far are words of a state. */
  readonly limited: number;
  /** Cost of the amounts. */
  cost(): number;
  /**
   * Writes the limited amounts of a route that continues with the move.
   * @param at of the amounts before it
   * @param begun false: the rest has no lower bound
   * @returns whether these amounts plus the lower bounds on the rest are within the limits
   */
  addLimited(source: Int32Array, at: number, out: Int32Array, outAt: number, begun: boolean): boolean;
}

function createCostMeter(problem: Problem): CostMeter {
  const { weights, limits } = problem;
  const amounts = new Int32Array(METRICS.length);
  const all = METRICS.map((_, metric) => metric);
  const weighted = all.filter((metric) => weights[metric] !== 0);
  const counted = all.filter((metric) => limits[metric] !== NO_LIMIT);
  const remaining = counted.map((metric) =>
    createLowerBound(
      problem,
      all.map((other) => (other === metric ? 1 : 0)),
    ),
  );
  return {
    amounts,
    limited: counted.length,
    cost() {
      let cost = 0;
      for (let index = 0; index < weighted.length; index++) {
        const metric = weighted[index] as number;
        cost += (weights[metric] as number) * (amounts[metric] as number);
      }
      return cost;
    },
    addLimited(source, at, out, outAt, begun) {
      let within = true;
      for (let count = 0; count < counted.length; count++) {
        const metric = counted[count] as number;
        const amount = (source[at + count] as number) + (amounts[metric] as number);
        const rest = begun ? (remaining[count] as () => number)() : 0;
        if (amount + rest > (limits[metric] as number)) within = false;
        out[outAt + count] = amount;
      }
      return within;
    },
  };
}

// Plays the common beginning of several commands of one state once, and applies its changes for the
// others. Every move leads to the same state as when it is played by itself.

interface PrefixSharing {
  /** Another state is loaded. @param moves number of moves to try */
  beginState(moves: number): void;
  /** The battle is in the loaded state. @param isOneCommand the next step is the whole move */
  beginMove(isOneCommand: boolean): void;
  /** Steps the battle; the result is that of `Battle.step`. */
  step(command: Int32Array, events: EventBuffer | undefined): number;
}

/** Maximum number of prefixes for one state; moves with further ones are played by themselves. */
export const MAX_PREFIXES = 64;
/** The state itself, before any prefix. */
const LOADED = -1;
const UNKNOWN = -1;

/** Creates the sharing. @param codec its loaded state is the battle's before every move */
export function createPrefixSharing(system: System, battle: Battle, { changes }: Codec): PrefixSharing {
  const prefixes = planningOf(system).sharedPrefixes?.(battle);
  const count = prefixes?.count ?? 0;
  /** Slots after the loaded state and after every slot, by prefix. */
  const next = new Int32Array((1 + MAX_PREFIXES) * count);
  const ends = new Uint8Array(MAX_PREFIXES);
  let slots = 0;
  /** Whether sharing pays for this state, and whether the battle is still in it. */
  let shares = false;
  let atLoaded = false;
  let isWhole = false;

  function forgetNext(slot: number): void {
    for (let prefix = 0; prefix < count; prefix++) next[(1 + slot) * count + prefix] = UNKNOWN;
  }

  /** Plays the prefixes of the command. @returns slot of the last one, or `LOADED` */
  function playPrefixes(command: Int32Array): number {
    let slot = LOADED;
    if (prefixes === undefined) return slot;
    for (let prefix = -1; ; ) {
      prefix = prefixes.of(command, prefix);
      if (prefix < 0) return slot;
      const place = (1 + slot) * count + prefix;
      const known = next[place] as number;
      if (known === UNKNOWN) {
        if (slots === MAX_PREFIXES) return slot;
        ends[slots] = prefixes.play(prefix) ? 1 : 0;
        changes.saveDelta(slots, slot);
        forgetNext(slots);
        next[place] = slots;
        slot = slots++;
      } else {
        changes.applyDelta(known);
        slot = known;
      }
      if (ends[slot] === 1) return slot;
    }
  }

  return {
    beginState(moves) {
      slots = 0;
      shares = prefixes !== undefined && moves > 1;
      forgetNext(LOADED);
    },
    beginMove(isOneCommand) {
      atLoaded = true;
      isWhole = isOneCommand;
    },
    step(command, events) {
      // prefixes report no events
      const slot = atLoaded && shares && events === undefined ? playPrefixes(command) : LOADED;
      atLoaded = false;
      if (slot === LOADED) return battle.step(command, events);
      if (ends[slot] === 0) prefixes?.playRest(command);
      else if (isWhole) changes.reuseDelta(slot);
      return 0;
    },
  };
}

// Plays a move and measures its frames, its presses and the enemies' actions within it.

/** Words for the events of one command: a whole enemies' turn. */
const EVENT_WORDS = 1 << 17;
const MAX_ENEMIES = 16;
const METERED_ENEMIES = 1;

interface MoveMeter extends MoveAmounts {
  /**
   * Plays a move. Returns 0 or the number of a rule error.
   * @param side whose move it is
   * @param turn whose turn it is before, if known
   */
  play(move: Move, side: number, turn?: number): number;
  /** Lets a frame before the battle pass. */
  advance(by: (battle: Battle) => void): void;
  /** Commands of the last move that were accepted. */
  commands: number;
  /** 1 for every enemy that acted in the last move. */
  readonly acted: Uint8Array;
}

interface MeterOptions {
  /** False when the enemies' own actions do not matter, because reporting events takes time. */
  readonly countsEnemies: boolean;
  /** Steps the battle in place of `Battle.step`, with the same results. */
  readonly sharing?: PrefixSharing;
}

export function createMoveMeter(system: System, battle: Battle, { countsEnemies, sharing }: MeterOptions): MoveMeter {
  const { enemyActions, frames, presses } = planningOf(system);
  const player = createPlayer(system, battle, sharing?.step);
  const actions = system.capabilities.actions;
  const events: EventBuffer | undefined =
    countsEnemies && actions === undefined && enemyActions !== undefined ? createEventBuffer(EVENT_WORDS) : undefined;
  const framesNow = actions === undefined && frames !== undefined ? () => frames(battle) : undefined;
  const turnNow = (): number => (actions === undefined ? -1 : actions.turn(battle));

  const meter: MoveMeter = {
    frames: 0,
    enemyActions: 0,
    presses: 0,
    commands: 0,
    acted: new Uint8Array(MAX_ENEMIES),
    advance(by) {
      by(battle);
      meter.frames = 1;
      meter.presses = 0;
      meter.enemyActions = 0;
      meter.commands = 1;
      meter.acted.fill(0);
    },
    play(move, side, turn) {
      const before = framesNow?.() ?? 0;
      const enemiesTurn = side !== METERED_ENEMIES && (turn ?? turnNow()) === METERED_ENEMIES;
      meter.presses = presses === undefined || move.action !== undefined ? 0 : presses(battle, move.words);
      sharing?.beginMove(move.action === undefined);
      const result = player.play(move, events, undefined, turn);
      meter.commands = player.commands;
      if (result !== 0) return result;
      meter.frames = framesNow === undefined ? player.commands : framesNow() - before;
      meter.enemyActions = enemiesTurn && turnNow() !== METERED_ENEMIES ? 1 : 0;
      if (events === undefined) return 0;
      if (events.lost > 0) {
        throw new LockstepError('E_INTERNAL', 'a move has more events than a search has room for');
      }
      meter.acted.fill(0);
      meter.enemyActions = enemyActions?.(events, meter.acted) ?? 0;
      return 0;
    },
  };
  return meter;
}

/** Values of `ActionSet.turn`; -1: unknown. */
export const ALLIES = 0;
export const ENEMIES = 1;
export const NOBODYS = 2;
export const NOT_TOLD = -1;

/** In place of the frames before the first command: it was given. */
export const BEGUN = -1;

/** The state whose moves are tried: its words of the search, its hash, and its name as a parent. */
interface LoadedParent {
  source: Int32Array;
  at: number;
  hash: number;
  node: number;
  turn: number;
  /** Number of this state's legal moves that broke a condition or a limit. */
  cut: number;
}

/**
 * Words that the search adds to a state: whether the route ended, limited amounts, the position in
 * a script, frames before the first command; which of the last two there are, and their number.
 */
interface SearchWords {
  /** Of the position in a script. */
  readonly scriptAt: number;
  /** Of the frames before the first command, or `BEGUN`. */
  readonly startAt: number;
  readonly count: number;
}

function searchWordsOf({ enemies, start }: Problem, limited: number): SearchWords {
  const scriptAt = 1 + limited;
  const startAt = scriptAt + (enemies === 'script' ? 1 : 0);
  return { scriptAt, startAt, count: startAt + (start === undefined ? 0 : 1) };
}

export interface TrialParts {
  readonly problem: Problem;
  readonly codec: Codec;
  readonly meter: MoveMeter;
  readonly costs: CostMeter;
  readonly words: SearchWords;
  readonly parent: LoadedParent;
  /** Lower bound on the remaining cost of the battle as it is. */
  readonly bound: () => number;
}

/** Whether the enemies' own actions have a cost or a limit, or are forbidden. */
function countsEnemies({ weights, limits, never }: Problem): boolean {
  const metric = METRICS.indexOf('enemyActions');
  return never.length > 0 || weights[metric] !== 0 || limits[metric] !== NO_LIMIT;
}

export function createTrialParts(
  problem: Problem,
  codec: Codec,
  sharing: PrefixSharing,
  bound: () => number,
): TrialParts {
  const { system, battle } = problem;
  const costs = createCostMeter(problem);
  return {
    problem,
    codec,
    meter: createMoveMeter(system, battle, { countsEnemies: countsEnemies(problem), sharing }),
    costs,
    words: searchWordsOf(problem, costs.limited),
    parent: { source: new Int32Array(0), at: 0, hash: 0, node: 0, turn: NOT_TOLD, cut: 0 },
    bound,
  };
}

/** Whether an enemy acted in a move that must not act. */
export function anyActed(never: readonly number[], acted: Uint8Array): boolean {
  for (let index = 0; index < never.length; index++) if (acted[never[index] as number] === 1) return true;
  return false;
}

/** What the search's own words change in a key's hash. @param words their number */
export function hashChange(
  first: number,
  words: number,
  source: Int32Array,
  at: number,
  out: Int32Array,
  own: number,
): number {
  let sum = 0;
  for (let word = 0; word < words; word++) {
    const [value, old] = [out[own + word] as number, source[at + word] as number];
    if (value !== old) sum = (sum + ((mixWord(first + word, value) - mixWord(first + word, old)) | 0)) | 0;
  }
  return sum;
}
