/**
 * What a player with priority does: pass, play a Character, use an ability, cast a Summon. Source:
 * F5-F8, F17-F19, FA2-FA4.
 */
import { pushEvent } from '../system/battle.js';
import { HEAD_OFFSET, NONE, OF_CARD, ZONE } from './cells.js';
import { ABILITY_KIND, type Ability, CARD_KIND, COST, KEYWORD } from './definitions.js';
import { dull } from './effects.js';
import { ERROR } from './errors.js';
import { EVENT } from './events.js';
import {
  abilityOf,
  definitionOf,
  type Game,
  head,
  ofCard,
  onField,
  ownerOf,
  setHead,
  turnOf,
  turnPlayerOf,
  wordOfCard,
} from './game.js';
import { grantPriority, pushItem, resolveTop } from './priority.js';

import { endStep } from './steps.js';
import { checkTargets } from './targets.js';
import { RIGHT, rightsAt } from './timing.js';
import { breakCard, moveCard, stackHasRoom } from './zones.js';

/**
 * Returns 0, or the error with which the timing table refuses the player. @param need a bit of
 * RIGHT
 */
export function checkRight(game: Game, player: number, need: number): number {
  const phase = head(game, HEAD_OFFSET.phase);
  const step = head(game, HEAD_OFFSET.step);
  const role = player === turnPlayerOf(game) ? 0 : 1;
  if (rightsAt(phase, step, 0) === 0) return ERROR.phase;
  if (head(game, HEAD_OFFSET.priority) !== player) return ERROR.noPriority;
  if ((rightsAt(phase, step, role) & need) !== 0) return 0;
  return (rightsAt(phase, step, 0) & need) !== 0 ? ERROR.notTurnPlayer : ERROR.phase;
}

export function pass(game: Game, player: number): number {
  const error = checkRight(game, player, RIGHT.pass);
  if (error !== 0) return error;
  setHead(game, HEAD_OFFSET.mayStop, 0);
  pushEvent(game.events, EVENT.passed, 1, player);
  if (head(game, HEAD_OFFSET.passes) === 0) {
    grantPriority(game, 1 - player, 1);
    return 0;
  }
  setHead(game, HEAD_OFFSET.passes, 0);
  if (head(game, HEAD_OFFSET.stackDepth) === 0) {
    endStep(game);
  } else {
    resolveTop(game);
    // F19, FA3: to the turn player, whoever controlled the item.
    grantPriority(game, turnPlayerOf(game), 0);
  }
  return 0;
}

function checkHandCard(game: Game, player: number, card: number): number {
  return ofCard(game, card, OF_CARD.zone) === ZONE.hand && ownerOf(game, card) === player ? 0 : ERROR.notInHand;
}

/**
 * Returns 0, or the error that keeps this Character from being played now. Extension: Back Attack
 * (CR 15.2.8) asks for any window.
 */
export function checkCharacter(game: Game, player: number, card: number): number {
  if (card < 0 || card >= game.cardCount) return ERROR.unknownId;
  const backAttack = (ofCard(game, card, OF_CARD.keywords) & KEYWORD.backAttack) !== 0;
  const error = checkRight(game, player, backAttack ? RIGHT.backAttack : RIGHT.character);
  if (error !== 0) return error;
  const notThere = checkHandCard(game, player, card);
  if (notThere !== 0) return notThere;
  if (definitionOf(game, card).kind === CARD_KIND.summon) return ERROR.wrongCard;
  if (!backAttack && game.rules.characterNeedsEmptyStack && head(game, HEAD_OFFSET.stackDepth) !== 0)
    return ERROR.stackNotEmpty;
  return 0;
}

export function playCharacter(game: Game, player: number, card: number): number {
  const error = checkCharacter(game, player, card);
  if (error !== 0) return error;
  setHead(game, HEAD_OFFSET.mayStop, 0);
  pushEvent(game.events, EVENT.played, 2, player, card);
  moveCard(game, card, ZONE.field);
  // CR 11.4.7: to the turn player, also when the other has used Back Attack.
  grantPriority(game, turnPlayerOf(game), 0);
  return 0;
}

/** Returns 0, or an error about a Summon; its targets are not checked. */
export function checkSummon(game: Game, player: number, card: number): number {
  if (card < 0 || card >= game.cardCount) return ERROR.unknownId;
  const error = checkRight(game, player, RIGHT.summon);
  if (error !== 0) return error;
  const notThere = checkHandCard(game, player, card);
  if (notThere !== 0) return notThere;
  if (definitionOf(game, card).kind !== CARD_KIND.summon) return ERROR.wrongCard;
  return stackHasRoom(game) ? 0 : ERROR.stackOverflow;
}

/** The effect of a Summon, which has exactly one ability. */
export function effectOfSummon(game: Game, card: number): Ability {
  return definitionOf(game, card).abilities[0] as Ability;
}

export function castSummon(
  game: Game,
  player: number,
  card: number,
  command: Int32Array,
  at: number,
  count: number,
): number {
  const error = checkSummon(game, player, card);
  if (error !== 0) return error;
  const ability = effectOfSummon(game, card);
  const targetError = checkTargets(game, ability, player, command, at, count);
  if (targetError !== 0) return targetError;
  setHead(game, HEAD_OFFSET.mayStop, 0);
  moveCard(game, card, ZONE.stack);
  pushItem(game, card, ability, player, command, at);
  // F18, FA2: the one who put it there goes on.
  grantPriority(game, player, 0);
  return 0;
}

/** Returns 0, or an error about an Action or Special ability; its targets are not checked. */
export function checkAbility(game: Game, player: number, source: number, number: number): number {
  if (source < 0 || source >= game.cardCount) return ERROR.unknownId;
  if (number < 0 || number >= game.abilities.length) return ERROR.unknownId;
  const ability = abilityOf(game, number);
  if (ability.definition !== definitionOf(game, source).number) return ERROR.unknownId;
  const error = checkRight(game, player, RIGHT.ability);
  if (error !== 0) return error;
  if (ability.kind !== ABILITY_KIND.action && ability.kind !== ABILITY_KIND.special) return ERROR.cannotUse;
  if (!onField(game, source) || ownerOf(game, source) !== player) return ERROR.cannotUse;
  if ((ability.cost & COST.dull) !== 0 && !canDullForCost(game, source)) return ERROR.cannotUse;
  if ((ability.cost & COST.discardCopy) !== 0 && copyInHand(game, player, source) === NONE) return ERROR.cannotUse;
  return stackHasRoom(game) ? 0 : ERROR.stackOverflow;
}

/**
 * FA15: as for an attack, the source must be active and must have Haste or have been there when the
 * turn began.
 */
function canDullForCost(game: Game, card: number): boolean {
  if (ofCard(game, card, OF_CARD.dull) === 1) return false;
  if ((ofCard(game, card, OF_CARD.keywords) & KEYWORD.haste) !== 0) return true;
  return wordOfCard(game, card, OF_CARD.enteredTurn) !== turnOf(game);
}

/** Extension: another copy of a card in its owner's hand, all of which are alike, or NONE. */
function copyInHand(game: Game, player: number, source: number): number {
  for (let card = 0; card < game.cardCount; card++) {
    if (ofCard(game, card, OF_CARD.zone) !== ZONE.hand || ownerOf(game, card) !== player) continue;
    if (definitionOf(game, card) === definitionOf(game, source)) return card;
  }
  return NONE;
}

/**
 * Extension: costs that move cards. They are paid with the ability on the stack, which so knows
 * that its source has left.
 */
function payWithCards(game: Game, player: number, source: number, cost: number): void {
  if ((cost & COST.discardCopy) !== 0) moveCard(game, copyInHand(game, player, source), ZONE.breakZone);
  if ((cost & COST.break) !== 0) breakCard(game, source);
  if ((cost & COST.return) !== 0) moveCard(game, source, ZONE.hand);
}

export function useAbility(
  game: Game,
  player: number,
  source: number,
  number: number,
  command: Int32Array,
  at: number,
  count: number,
): number {
  const error = checkAbility(game, player, source, number);
  if (error !== 0) return error;
  const ability = abilityOf(game, number);
  const targetError = checkTargets(game, ability, player, command, at, count);
  if (targetError !== 0) return targetError;
  setHead(game, HEAD_OFFSET.mayStop, 0);
  pushEvent(game.events, EVENT.used, 3, player, source, number);
  if ((ability.cost & COST.dull) !== 0) dull(game, source);
  pushItem(game, source, ability, player, command, at);
  payWithCards(game, player, source, ability.cost);
  grantPriority(game, player, 0);
  return 0;
}
