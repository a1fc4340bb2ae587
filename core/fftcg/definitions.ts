/**
 * Cards as the numbers that a step reads. Source: the card-effect vocabulary of the rules of seed
 * 001; `heal`, `grant`, `search`, `recover`, costs other than dull and conditions of targets are
 * extensions.
 */

export const CARD_KIND = { forward: 0, backup: 1, summon: 2 } as const;
export const ABILITY_KIND = { action: 0, special: 1, auto: 2, summon: 3 } as const;
export const TRIGGER = {
  none: 0,
  entersField: 1,
  attacks: 2,
  blocks: 3,
  damagesPlayer: 4,
  broken: 5,
  endOfTurn: 6,
  leavesField: 7,
  startOfTurn: 8,
} as const;
export const EFFECT = {
  damage: 0,
  addPower: 1,
  return: 2,
  break: 3,
  dull: 4,
  activate: 5,
  draw: 6,
  freeze: 7,
  heal: 8,
  grant: 9,
  search: 10,
  recover: 11,
} as const;
export const SCOPE = { targets: 0, self: 1, allForwards: 2, ownForwards: 3, opponentForwards: 4 } as const;
export const CARD_CLASS = { forward: 0, backup: 1, character: 2 } as const;
export const CONTROLLER = { any: 0, own: 1, opponent: 2 } as const;
export const KEYWORD = { haste: 1, brave: 2, firstStrike: 4, backAttack: 8 } as const;
/** What is paid besides CP, a bit each. */
export const COST = { dull: 1, break: 2, return: 4, discardCopy: 8 } as const;
/** The state that a target must be in when it is chosen. */
export const TARGET_STATE = { any: 0, active: 1, dull: 2, damaged: 3 } as const;
/** What the amount of an effect is multiplied with. */
export const PER = { one: 0, ownForwards: 1, opponentForwards: 2, ownDamage: 3 } as const;

export interface Effect {
  readonly kind: number;
  readonly scope: number;
  readonly amount: number;
  /** A value of PER. */
  readonly per: number;
  /** Bit of KEYWORD that `grant` gives. */
  readonly keyword: number;
  /** Number of the definition that `search` and `recover` look for, or -1. */
  readonly card: number;
}

export interface Ability {
  /** Index in the list of all abilities; a stack item holds it in one byte. */
  readonly number: number;
  readonly id: string;
  readonly definition: number;
  /** Index among the abilities of its card. */
  readonly slot: number;
  readonly kind: number;
  readonly trigger: number;
  /** Bits of COST. */
  readonly cost: number;
  readonly targets: number;
  readonly of: number;
  readonly controller: number;
  /** Greatest effective power of a target when it is chosen. */
  readonly powerAtMost: number;
  /** A value of TARGET_STATE. */
  readonly state: number;
  readonly effects: readonly Effect[];
  /**
   * True when every effect acts on the source: the ability is cancelled once the source is gone.
   */
  readonly selfOnly: boolean;
}

export interface Definition {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly kind: number;
  /**
   * Number of the element, 0 for none; a Forward without one joins no party under `partyRule: cr`.
   */
  readonly element: number;
  readonly power: number;
  readonly keywords: number;
  readonly abilities: readonly Ability[];
  readonly exBurst: Ability | undefined;
  /** Extension: Limit Break cost, or -1 for an ordinary card. */
  readonly limitBreak: number;
}
