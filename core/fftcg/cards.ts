/**
 * Cards as data, and the cards that seed 001 names. Source: the seed's examples of Hammer Blow
 * against Brynhildr and of Valefor in Main 2. Costs in CP are not part of the seed's timing rules,
 * so that cards have none.
 */

export type CardKind = 'forward' | 'backup' | 'summon';
/**
 * `auto` waits for its trigger, `action` and `special` are used, `summon` is the effect of a
 * Summon.
 */
export type AbilityKind = 'action' | 'special' | 'auto' | 'summon';
export type TriggerName =
  | 'entersField'
  | 'attacks'
  | 'blocks'
  | 'damagesPlayer'
  | 'broken'
  | 'endOfTurn'
  | 'leavesField'
  | 'startOfTurn';
export type EffectKind =
  | 'damage'
  | 'addPower'
  | 'return'
  | 'break'
  | 'dull'
  | 'activate'
  | 'draw'
  | 'freeze'
  | 'heal'
  | 'grant'
  | 'search'
  | 'recover';
/** `targets`: the chosen cards; `self`: the source; the others: all such Forwards on the field. */
export type Scope = 'targets' | 'self' | 'allForwards' | 'ownForwards' | 'opponentForwards';
export type KeywordName = 'haste' | 'brave' | 'firstStrike' | 'backAttack';
/** `break` and `return` take the source away; `discardCopy` discards another copy of the card. */
export type CostName = 'dull' | 'break' | 'return' | 'discardCopy';

export interface PlainEffect {
  readonly kind: EffectKind;
  readonly scope?: Scope;
  readonly amount?: number;
  /** Multiplies the amount, counted when the effect applies. */
  readonly per?: 'ownForwards' | 'opponentForwards' | 'ownDamage';
  /** What `grant` gives until the end of the turn. */
  readonly keyword?: KeywordName;
  /** Id of the card that `search` and `recover` look for. */
  readonly card?: string;
}

export interface PlainAbility {
  readonly id?: string;
  readonly kind: AbilityKind;
  readonly trigger?: TriggerName;
  /** The source is dulled as a cost; the same as `cost: ['dull']`. */
  readonly dull?: boolean;
  readonly cost?: readonly CostName[];
  /** Exact number of chosen targets; 0 by default. */
  readonly targets?: number;
  readonly of?: 'forward' | 'backup' | 'character';
  readonly controller?: 'any' | 'own' | 'opponent';
  /** Greatest power of a target when it is chosen. */
  readonly powerAtMost?: number;
  readonly state?: 'active' | 'dull' | 'damaged';
  readonly effects: readonly PlainEffect[];
}

export interface PlainCard {
  readonly id: string;
  readonly name?: string;
  readonly kind: CardKind;
  readonly element?: string;
  readonly power?: number;
  readonly keywords?: readonly KeywordName[];
  readonly abilities?: readonly PlainAbility[];
  /** Extension: Limit Break cost, 0 to 7. A card with one belongs to the Limit Break deck. */
  readonly limitBreak?: number;
  /** Id of the ability that is this card's EX Burst. */
  readonly exBurst?: string;
}

/**
 * The three cards that the seed names by number, with the one ability that it names. Every setup
 * knows them.
 */
export const SEED_CARDS: readonly PlainCard[] = [
  {
    id: 'barret',
    name: '1-094U バレット',
    kind: 'forward',
    power: 7000,
    abilities: [{ id: 'hammer-blow', kind: 'special', effects: [{ kind: 'addPower', scope: 'self', amount: 4000 }] }],
  },
  {
    id: 'brynhildr',
    name: '1-019U ブリュンヒルデ',
    kind: 'summon',
    abilities: [
      { kind: 'summon', targets: 1, of: 'forward', effects: [{ kind: 'damage', scope: 'targets', amount: 7000 }] },
    ],
  },
  {
    id: 'valefor',
    name: '1-052 ヴァルファーレ',
    kind: 'summon',
    abilities: [{ kind: 'summon', effects: [{ kind: 'return', scope: 'allForwards' }] }],
  },
];
