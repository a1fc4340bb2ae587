/**
 * Slow reference of the card game: the data that a duel consists of (rules/fftcg.md, section Rules, "State"; FA18).
 * Costs in crystals are no part of the rules file and are not here.
 */

export type PlayerIndex = 0 | 1;
export type Phase = 'active' | 'draw' | 'main1' | 'attack' | 'main2' | 'end';
export type AttackStep = 'preparation' | 'declaration' | 'block' | 'damage' | 'firstStrike';

/** Who an effect is about: the chosen targets, the source itself, all Forwards, or a player. */
export type Scope = 'targets' | 'self' | 'allForwards' | 'controller' | 'opponent';

export interface Effect {
  readonly kind: 'damage' | 'addPower' | 'return' | 'break' | 'dull' | 'draw' | 'freeze';
  readonly scope: Scope;
  readonly amount?: number;
}

export interface Ability {
  readonly id: string;
  readonly dullCost?: boolean;
  readonly effects: readonly Effect[];
}

/** What an auto-ability waits for. */
export type Trigger = 'enters' | 'breaks' | 'damagesPlayer';

export interface AutoAbility {
  readonly id: string;
  readonly on: Trigger;
  readonly effects: readonly Effect[];
}

export interface Card {
  readonly id: string;
  readonly kind: 'forward' | 'backup' | 'summon';
  readonly element: string;
  readonly power?: number;
  readonly haste?: boolean;
  readonly brave?: boolean;
  /** Deals its battle damage before those without it. */
  readonly firstStrike?: boolean;
  /** May be played whenever its owner could cast a Summon. */
  readonly backAttack?: boolean;
  /** How many others are turned face up for it; such a card has a deck of its own. */
  readonly limitBreak?: number;
  readonly effects?: readonly Effect[];
  readonly exBurst?: readonly Effect[];
  readonly abilities?: readonly Ability[];
  readonly autos?: readonly AutoAbility[];
}

export interface Character {
  readonly card: Card;
  readonly owner: PlayerIndex;
  /** Tells one stay on the field from a later one of the same card. */
  readonly entry: number;
  readonly enteredTurn: number;
  power: number;
  powerMod: number;
  damage: number;
  dull: boolean;
  attackedThisTurn: boolean;
  /** Stays as it is in the next Active Phase. */
  frozen: boolean;
}

export interface Target {
  readonly id: string;
  readonly entry: number;
}

export interface StackItem {
  readonly name: string;
  readonly controller: PlayerIndex;
  readonly source: Target | null;
  readonly targets: readonly Target[];
  readonly effects: readonly Effect[];
}

export interface DuelPlayer {
  hand: Card[];
  /** The top is the first. */
  deck: Card[];
  field: Character[];
  damage: number;
  damageZone: Card[];
  breakZone: Card[];
  /** The Limit Break deck: face down, and face up. */
  limitDown: Card[];
  limitUp: Card[];
  /** Had to take a card from a deck that had none. */
  outOfCards: boolean;
}

export interface DuelSwitches {
  readonly firstTurnDraw: 1 | 2;
  readonly characterNeedsEmptyStack: boolean;
  readonly damageToLose: number;
  readonly endOrder: 'seed' | 'cr';
  readonly attackLoopTo: 'preparation' | 'declaration';
  readonly partyRule: 'cr' | 'any';
  readonly limitBreak: 'off' | 'on';
  readonly blockerState: 'active' | 'any';
  readonly attackAgain: 'no' | 'whileActive';
}

export const defaultDuelSwitches: DuelSwitches = {
  firstTurnDraw: 2,
  characterNeedsEmptyStack: true,
  damageToLose: 7,
  endOrder: 'seed',
  attackLoopTo: 'preparation',
  partyRule: 'cr',
  limitBreak: 'off',
  blockerState: 'active',
  attackAgain: 'no',
};

/** A decision that somebody owes before anything else may happen. */
export interface Pending {
  readonly kind: 'attack' | 'block' | 'partyDamage' | 'exBurst' | 'triggers' | 'discard';
  readonly player: PlayerIndex;
}

export interface Duel {
  turn: number;
  turnPlayer: PlayerIndex;
  phase: Phase;
  step: AttackStep | null;
  priority: PlayerIndex | null;
  passes: number;
  stack: StackItem[];
  players: [DuelPlayer, DuelPlayer];
  pending: Pending | null;
  attackers: Target[];
  blocker: Target | null;
  /** The side that strikes before the other in this battle, and whether it has. */
  firstSide: 'attackers' | 'blocker' | null;
  struckFirst: boolean;
  /** Triggered auto-abilities that are not on the stack yet (FA6). */
  triggered: StackItem[];
  winner: PlayerIndex | 'draw' | null;
  entries: number;
  log: string[];
  switches: DuelSwitches;
}

export type DuelCommand =
  | { readonly kind: 'pass' | 'concede'; readonly player: PlayerIndex }
  | { readonly kind: 'playCharacter'; readonly player: PlayerIndex; readonly card: string }
  | {
      readonly kind: 'useAbility';
      readonly player: PlayerIndex;
      readonly source: string;
      readonly ability: string;
      readonly targets: readonly string[];
    }
  | {
      readonly kind: 'castSummon';
      readonly player: PlayerIndex;
      readonly card: string;
      readonly targets: readonly string[];
    }
  | {
      readonly kind: 'playLimitBreak';
      readonly player: PlayerIndex;
      readonly card: string;
      readonly turned: readonly string[];
      readonly targets: readonly string[];
    }
  | { readonly kind: 'declareAttack'; readonly player: PlayerIndex; readonly ids: readonly string[] }
  | { readonly kind: 'declareBlock'; readonly player: PlayerIndex; readonly id: string | null }
  | {
      readonly kind: 'assignPartyDamage';
      readonly player: PlayerIndex;
      readonly amounts: readonly { readonly id: string; readonly amount: number }[];
    }
  | {
      readonly kind: 'exBurst';
      readonly player: PlayerIndex;
      readonly use: boolean;
      readonly targets?: readonly string[];
    }
  | { readonly kind: 'orderTriggers'; readonly player: PlayerIndex; readonly ids: readonly string[] }
  | { readonly kind: 'discard'; readonly player: PlayerIndex; readonly ids: readonly string[] };

export const other = (player: PlayerIndex): PlayerIndex => (player === 0 ? 1 : 0);

/** FA18. */
export const effectivePower = (character: Character) => Math.max(0, character.power + character.powerMod);
