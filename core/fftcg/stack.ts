/** The stack: last in, first out, one item at a time. Source: F17-F19, FA11. */

import { read8, write8 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { HEAD_OFFSET, ITEM_SIZE, NONE, OF_ITEM, stackAt, ZONE } from './cells.js';
import { MAX_TARGETS } from './commands.js';
import { ABILITY_KIND, type Ability } from './definitions.js';
import { applyEffects } from './effects.js';
import { EVENT } from './events.js';
import { abilityOf, type Game, head, onField, setHead } from './game.js';
import { moveCard } from './zones.js';

/** Puts an item on top of the stack. The caller has checked that there is room. */
export function pushItem(
  game: Game,
  card: number,
  ability: Ability,
  controller: number,
  targets: Int32Array | undefined,
  at: number,
): void {
  const depth = head(game, HEAD_OFFSET.stackDepth);
  const item = stackAt(game.cardCount) + depth * ITEM_SIZE;
  write8(game.image, item + OF_ITEM.card, card);
  write8(game.image, item + OF_ITEM.ability, ability.number);
  write8(game.image, item + OF_ITEM.controller, controller);
  const gone = ability.kind !== ABILITY_KIND.summon && !onField(game, card);
  write8(game.image, item + OF_ITEM.sourceGone, gone ? 1 : 0);
  write8(game.image, item + OF_ITEM.targets, ability.targets);
  for (let index = 0; index < ability.targets; index++) {
    write8(game.image, item + OF_ITEM.target + index, targets === undefined ? NONE : (targets[at + index] as number));
  }
  setHead(game, HEAD_OFFSET.stackDepth, depth + 1);
  pushEvent(game.events, EVENT.pushed, 4, card, ability.number, controller, depth + 1);
}

/**
 * FA11: an item is cancelled when all its chosen cards are gone, or when all its effects act on a
 * source that is gone.
 */
function isCancelled(game: Game, item: number, ability: Ability): boolean {
  if (ability.targets === 0) return ability.selfOnly && read8(game.image, item + OF_ITEM.sourceGone) === 1;
  for (let index = 0; index < ability.targets; index++) {
    if (read8(game.image, item + OF_ITEM.target + index) !== NONE) return false;
  }
  return true;
}

/**
 * Resolves the top item, then removes it. The item stays on the stack while it resolves, so that a
 * card that leaves is struck from it.
 */
export function resolveTop(game: Game): void {
  const depth = head(game, HEAD_OFFSET.stackDepth);
  const item = stackAt(game.cardCount) + (depth - 1) * ITEM_SIZE;
  const card = read8(game.image, item + OF_ITEM.card);
  const ability = abilityOf(game, read8(game.image, item + OF_ITEM.ability));
  const controller = read8(game.image, item + OF_ITEM.controller);
  const cancelled = isCancelled(game, item, ability);
  pushEvent(game.events, cancelled ? EVENT.cancelled : EVENT.resolved, 4, card, ability.number, controller, depth);
  if (!cancelled) {
    const source = read8(game.image, item + OF_ITEM.sourceGone) === 1 ? NONE : card;
    applyEffects(game, ability, source, controller, game.image, item + OF_ITEM.target);
  }
  for (let index = 0; index < OF_ITEM.target + MAX_TARGETS; index++) write8(game.image, item + index, 0);
  setHead(game, HEAD_OFFSET.stackDepth, depth - 1);
  if (ability.kind === ABILITY_KIND.summon) moveCard(game, card, ZONE.breakZone);
}
