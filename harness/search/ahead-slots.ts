/**
 * Shared memory in which threads expand states of a worst-case search together. A slot holds a state, and for each of its moves what the move
 * leads to once that is known. Threads claim moves; the one that claimed a move writes down what it leads to, the same whoever does it.
 */
import type { MoveRecord } from './move-record.js';

/** What the threads of one search have in common. */
export interface SlotShape {
  readonly slots: number;
  readonly moves: number;
  readonly stateWords: number;
}

/** Words before the slots. */
const NEWS = 0;
const READY = 1;
const STOPPED = 2;
const CONTROL_WORDS = 3;

/** Words of a slot before its moves: the next move to be claimed, how soon the state is wanted, the first free word. */
const NEXT = 0;
const RANK = 1;
const TOP = 2;
const SLOT_HEADER = 3;

/** Words for what all moves of a state lead to; memory that is not written to is not taken. What does not fit is done again. */
const AREA_WORDS = 1 << 18;

/** Of a move: nothing yet, it did not fit, or where its record stands in the slot's area, + `FIRST`. */
const NOTHING = 0;
const TOO_LARGE = 1;
const FIRST = 2;

/** Milliseconds to wait for a move at most: then the event loop has to run. */
const LONGEST_WAIT = 100;

/** A move that was claimed. */
export interface Claim {
  slot: number;
  move: number;
}

export interface Slots {
  readonly words: Int32Array;
  /** Where the state of a slot stands. */
  stateAt(slot: number): number;
  /** Puts a state into a slot in which nobody works: its moves can be claimed by those who are awake. */
  open(slot: number, source: Int32Array, at: number, rank: number): void;
  /** How soon a slot's moves are to be claimed; 0: before all others. */
  rank(slot: number, rank: number): void;
  /** Nobody claims moves of the slot any more. @returns moves that were */
  shut(slot: number): number;
  /** Moves of a slot that were claimed and are done. */
  doneIn(slot: number): number;
  /** There are moves to be claimed. */
  isOpen(slot: number): boolean;
  /** Claims a move of a slot. */
  claimIn(slot: number, claim: Claim): boolean;
  /** Claims a move of the slot that is wanted soonest. */
  claim(claim: Claim): boolean;
  /** Writes down what a claimed move leads to. */
  write({ slot, move }: Claim, record: MoveRecord): void;
  isDone(slot: number, move: number): boolean;
  /** Where the record of a move that is done stands, -1: it did not fit. */
  recordAt(slot: number, move: number): number;
  /** Waits until a move is done, but not for ever. @returns whether it is */
  wait(slot: number, move: number): boolean;
  /** Wakes those who sleep. */
  tell(): void;
  /** Waits for news, unless there are some since those. */
  sleep(news: number): void;
  readonly news: number;
  readonly ready: number;
  readonly isStopped: boolean;
  addReady(): void;
  stop(): void;
}

function slotWords({ moves, stateWords }: SlotShape): number {
  return SLOT_HEADER + moves + stateWords + AREA_WORDS;
}

/** Once for all threads: in no slot there is anything to claim. */
export function slotMemory(shape: SlotShape): Int32Array {
  const size = slotWords(shape);
  const words = new Int32Array(new SharedArrayBuffer(4 * (CONTROL_WORDS + shape.slots * size)));
  for (let slot = 0; slot < shape.slots; slot++) words[CONTROL_WORDS + slot * size + NEXT] = shape.moves;
  return words;
}

/** @param words of `slotMemory` */
export function createSlots(words: Int32Array, shape: SlotShape): Slots {
  const { slots, moves, stateWords } = shape;
  const size = slotWords(shape);
  const startOf = (slot: number): number => CONTROL_WORDS + slot * size;
  const moveAt = (slot: number, move: number): number => startOf(slot) + SLOT_HEADER + move;
  const areaAt = (slot: number): number => startOf(slot) + SLOT_HEADER + moves + stateWords;

  const self: Slots = {
    words,
    stateAt: (slot) => startOf(slot) + SLOT_HEADER + moves,
    open(slot, source, at, rank) {
      const start = startOf(slot);
      words.fill(NOTHING, moveAt(slot, 0), moveAt(slot, moves));
      const target = self.stateAt(slot);
      for (let word = 0; word < stateWords; word++) words[target + word] = source[at + word] as number;
      words[start + TOP] = 0;
      Atomics.store(words, start + RANK, rank);
      // from here on moves can be claimed
      Atomics.store(words, start + NEXT, 0);
    },
    rank(slot, rank) {
      Atomics.store(words, startOf(slot) + RANK, rank);
    },
    shut(slot) {
      return Math.min(moves, Atomics.exchange(words, startOf(slot) + NEXT, moves));
    },
    doneIn(slot) {
      let done = 0;
      for (let move = 0; move < moves; move++) if (self.isDone(slot, move)) done++;
      return done;
    },
    isOpen: (slot) => Atomics.load(words, startOf(slot) + NEXT) < moves,
    claimIn(slot, claim) {
      if (!self.isOpen(slot)) return false;
      const move = Atomics.add(words, startOf(slot) + NEXT, 1);
      if (move >= moves) return false;
      claim.slot = slot;
      claim.move = move;
      return true;
    },
    claim(claim) {
      for (;;) {
        let [best, least] = [-1, 0];
        for (let slot = 0; slot < slots; slot++) {
          if (!self.isOpen(slot)) continue;
          const rank = Atomics.load(words, startOf(slot) + RANK);
          if (best >= 0 && rank >= least) continue;
          best = slot;
          least = rank;
        }
        if (best < 0) return false;
        if (self.claimIn(best, claim)) return true;
      }
    },
    write({ slot, move }, record) {
      const from = Atomics.add(words, startOf(slot) + TOP, record.length);
      const fits = from >= 0 && from + record.length <= AREA_WORDS;
      const state = fits ? FIRST + from : TOO_LARGE;
      const at = areaAt(slot) + from;
      for (let word = 0; fits && word < record.length; word++) words[at + word] = record.words[word] as number;
      Atomics.store(words, moveAt(slot, move), state);
      Atomics.notify(words, moveAt(slot, move));
    },
    isDone: (slot, move) => Atomics.load(words, moveAt(slot, move)) !== NOTHING,
    recordAt(slot, move) {
      const state = words[moveAt(slot, move)] as number;
      return state < FIRST ? -1 : areaAt(slot) + state - FIRST;
    },
    wait(slot, move) {
      return Atomics.wait(words, moveAt(slot, move), NOTHING, LONGEST_WAIT) !== 'timed-out';
    },
    tell() {
      Atomics.add(words, NEWS, 1);
      Atomics.notify(words, NEWS);
    },
    sleep(news) {
      Atomics.wait(words, NEWS, news);
    },
    get news() {
      return Atomics.load(words, NEWS);
    },
    get ready() {
      return Atomics.load(words, READY);
    },
    get isStopped() {
      return Atomics.load(words, STOPPED) !== 0;
    },
    addReady() {
      Atomics.add(words, READY, 1);
    },
    stop() {
      Atomics.store(words, STOPPED, 1);
      self.tell();
    },
  };
  return self;
}
