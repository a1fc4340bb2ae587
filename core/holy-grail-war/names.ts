/**
 * The closed word lists of the ruleset: cells and commands hold a word's number. Source: seed 004
 * (turn, actions, seals, battle steps, secrecy); numbers are ours.
 */

/** Parts of a turn that wait for input (H2). The end phase is the command `endTurn`. */
export const Phase = { preparation: 0, active: 1, reactive: 2, processing: 3 } as const;

/** The three turns of a day (H1). */
export const Slot = { am: 0, pm: 1, night: 2 } as const;

/**
 * Steps of a round (H18); standby is two (lines sealed first, then skills: HA21), battle is two,
 * clean-up a command.
 */
export const BattleStep = {
  none: 0,
  lines: 1,
  skills: 2,
  declarations: 3,
  allocation: 4,
  damage: 5,
  end: 6,
} as const;

/**
 * `dying`: HP 0, and only lethal damage can still be avoided (H13, H14). `vanished`: upkeep unpaid
 * (H6).
 */
export const Status = { alive: 0, dying: 1, dead: 2, vanished: 3 } as const;

export const Injury = { none: 0, light: 1, injured: 2, heavy: 3 } as const;

export const Line = { none: 0, rear: 1, front: 2 } as const;

/** H7, HA18; `free` is the seed's "anything else you want to do". */
export const Action = {
  none: 0,
  explore: 1,
  raid: 2,
  communicate: 3,
  gather: 4,
  rest: 5,
  soulEating: 6,
  moveBase: 7,
  skill: 8,
  free: 9,
} as const;

/** H8; `other` stands for the reactions that the seed leaves to the table. */
export const Reaction = { none: 0, accept: 1, stop: 2, flee: 3, help: 4, other: 5 } as const;

/** H28; `miracle` is any other joint effect of master, servant and seal. */
export const SealEffect = {
  order: 0,
  mag: 1,
  str: 2,
  con: 3,
  agi: 4,
  hp: 5,
  mp: 6,
  rank: 7,
  halve: 8,
  summon: 9,
  disable: 10,
  escape: 11,
  miracle: 12,
} as const;

/**
 * The stats and pools that can change. Injuries reduce the first four; the last three are pools.
 */
export const Stat = { str: 0, con: 1, agi: 2, mag: 3, advantage: 4, hp: 5, mp: 6, lp: 7 } as const;

/** How long a change lasts; pools change `now`. */
export const Lasts = { now: 0, round: 1, turn: 2 } as const;

/** The facts of a unit (H29, H30): bit numbers of `knows[pair].unit[unit].facts`. */
export const Fact = {
  str: 0,
  con: 1,
  agi: 2,
  mag: 3,
  luk: 4,
  np: 5,
  attribute: 6,
  hp: 7,
  mp: 8,
  upkeep: 9,
  lp: 10,
  class: 11,
} as const;

/** Means of learning a fact outside its use (H30). */
export const Source = { asked: 0, gathered: 1, shown: 2 } as const;

/** H17; `described` is a timing that only the effect's text states. */
export const Timing = { always: 0, anyTime: 1, action: 2, battle: 3, described: 4 } as const;

/** H15 ranks and H16 secrecies. EX stands outside the order. */
export const Rank = { E: 1, D: 2, C: 3, B: 4, A: 5, EX: 6 } as const;

/** The facts that a servant's master sees: str to attribute, HP, MP and upkeep (H29). */
export const masterSees = (1 << (Fact.upkeep + 1)) - 1;
export const allFacts = (1 << (Fact.class + 1)) - 1;

/** No unit, pair, area, reason, skill or side. */
export const NONE = 255;

/** Word lists, by the kind that a parameter declares. */
export const wordLists: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  action: Action,
  reaction: Reaction,
  seal: SealEffect,
  stat: Stat,
  lasts: Lasts,
  fact: Fact,
  source: Source,
};
