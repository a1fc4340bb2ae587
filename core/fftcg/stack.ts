/** The stack: last in, first out, one item at a time. Source: F17-F19, FA11. */

import { read8, write8 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { AT, ITEM_SIZE, NONE, OF_ITEM, stackAt, ZONE } from './cells.js';
import { MAX_TARGETS } from './commands.js';
import { ABILITY_KIND, type Ability } from './definitions.js';
import { applyEffects } from './effects.js';
import { EVENT } from './events.js';
import { abilityOf, type Game, head, onField, setHead } from './game.js';
import { moveCard } from './zones.js';

/** Puts an item on top. The caller has checked that there is room. */
export function pushItem(
  game: Game,
  card: number,
  ability: Ability,
  controller: number,
  targets: Int32Array | undefined,
  at: number,
): void {
  const depth = head(game, AT.stackDepth);
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
  setHead(game, AT.stackDepth, depth + 1);
  pushEvent(game.events, EVENT.pushed, 4, card, ability.number, controller, depth + 1);
}

/**
 * FA11: nothing is left to do when every chosen card is gone, or when all effects act on a source
 * that is gone.
 */
function isCancelled(game: Game, item: number, ability: Ability): boolean {
  if (ability.targets === 0) return ability.selfOnly && read8(game.image, item + OF_ITEM.sourceGone) === 1;
  for (let index = 0; index < ability.targets; index++) {
    if (read8(game.image, item + OF_ITEM.target + index) !== NONE) return false;
  }
  return true;
}

/**
 * Takes the top item off and resolves it. The item stays in place while it resolves, so that what
 * leaves is struck.
 */
export function resolveTop(game: Game): void {
  const depth = head(game, AT.stackDepth);
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
  setHead(game, AT.stackDepth, depth - 1);
  if (ability.kind === ABILITY_KIND.summon) moveCard(game, card, ZONE.breakZone);
}
