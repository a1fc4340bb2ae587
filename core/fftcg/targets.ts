/**
 * The cards that an effect may choose. Source: FA11 and `E_NO_LEGAL_TARGET`; exactly as many as the
 * effect says.
 */
import { OF_CARD } from './cells.js';
import { type Ability, CARD_CLASS, CARD_KIND, CONTROLLER, TARGET_STATE } from './definitions.js';
import { ERROR } from './errors.js';
import { definitionOf, effectivePower, type Game, ofCard, onField, ownerOf, wordOfCard } from './game.js';

/** FA19: the conditions of a target are asked for when it is chosen. */
function isInState(game: Game, ability: Ability, card: number): boolean {
  switch (ability.state) {
    case TARGET_STATE.active:
      if (ofCard(game, card, OF_CARD.dull) === 1) return false;
      break;
    case TARGET_STATE.dull:
      if (ofCard(game, card, OF_CARD.dull) === 0) return false;
      break;
    case TARGET_STATE.damaged:
      if (wordOfCard(game, card, OF_CARD.damage) === 0) return false;
      break;
    default:
  }
  return effectivePower(game, card) <= ability.powerAtMost;
}

export function isLegalTarget(game: Game, ability: Ability, controller: number, card: number): boolean {
  if (!onField(game, card)) return false;
  const kind = definitionOf(game, card).kind;
  if (ability.of === CARD_CLASS.forward && kind !== CARD_KIND.forward) return false;
  if (ability.of === CARD_CLASS.backup && kind !== CARD_KIND.backup) return false;
  if (!isInState(game, ability, card)) return false;
  if (ability.controller === CONTROLLER.any) return true;
  return (ownerOf(game, card) === controller) === (ability.controller === CONTROLLER.own);
}

function countLegalTargets(game: Game, ability: Ability, controller: number): number {
  let count = 0;
  for (let card = 0; card < game.cardCount; card++) if (isLegalTarget(game, ability, controller, card)) count++;
  return count;
}

export function hasLegalTargets(game: Game, ability: Ability, controller: number): boolean {
  return ability.targets === 0 || countLegalTargets(game, ability, controller) >= ability.targets;
}

/**
 * Checks the chosen targets of a command. Returns 0 or an error.
 * @param at index of the first of `count` card numbers in the command
 */
export function checkTargets(
  game: Game,
  ability: Ability,
  controller: number,
  command: Int32Array,
  at: number,
  count: number,
): number {
  for (let index = 0; index < count; index++) {
    const card = command[at + index] as number;
    if (card < 0 || card >= game.cardCount) return ERROR.unknownId;
    for (let earlier = 0; earlier < index; earlier++) if (command[at + earlier] === card) return ERROR.duplicateId;
  }
  if (!hasLegalTargets(game, ability, controller)) return ERROR.noLegalTarget;
  if (count !== ability.targets) return ERROR.range;
  for (let index = 0; index < count; index++) {
    if (!isLegalTarget(game, ability, controller, command[at + index] as number)) return ERROR.noLegalTarget;
  }
  return 0;
}
