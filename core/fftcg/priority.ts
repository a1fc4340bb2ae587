/**
 * Priority: the one function that grants it, with everything that precedes a grant. Source: F7, F8,
 * F18, F19; FA5 (order of triggers), FA6 (when they reach the stack), FA7 (rule processes).
 */
import { read8, read16, write8, write16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { HEAD_OFFSET, ITEM_SIZE, NONE, OF_CARD, OF_ITEM, OF_PLAYER, stackAt, ZONE } from './cells.js';
import { ABILITIES_PER_CARD, MAX_TARGETS } from './commands.js';
import { ABILITY_KIND, type Ability } from './definitions.js';
import { applyEffects } from './effects.js';
import { EVENT } from './events.js';
import {
  abilityOf,
  definitionOf,
  effectivePower,
  type Game,
  head,
  isForwardOnField,
  ofCard,
  ofPlayer,
  onField,
  ownerOf,
  setHead,
  setOfCard,
  turnPlayerOf,
  wordOfCard,
} from './game.js';
import { hasLegalTargets } from './targets.js';
import { PENDING } from './timing.js';
import { breakCard, moveCard, stackHasRoom } from './zones.js';

// The stack: last in, first out, one item at a time. Source: F17-F19, FA11.

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

/** Ends the game. @param outcome 1 = player 0 has won, 2 = player 1 has won, 3 = draw */
export function endGame(game: Game, outcome: number): void {
  setHead(game, HEAD_OFFSET.outcome, outcome);
  setHead(game, HEAD_OFFSET.priority, NONE);
  setHead(game, HEAD_OFFSET.passes, 0);
  setPending(game, PENDING.none, NONE);
  pushEvent(game.events, EVENT.ended, 1, outcome);
}

export function setPending(game: Game, choice: number, player: number): void {
  setHead(game, HEAD_OFFSET.pending, choice);
  setHead(game, HEAD_OFFSET.pendingPlayer, player);
  if (choice !== PENDING.none) pushEvent(game.events, EVENT.owed, 2, choice, player);
}

function hasLost(game: Game, player: number): boolean {
  if (ofPlayer(game, player, OF_PLAYER.damage) >= game.rules.damageToLose) return true;
  if (ofPlayer(game, player, OF_PLAYER.deckOut) === 1) return true;
  return game.rules.loseAtEmptyDeck && ofPlayer(game, player, OF_PLAYER.deck) === 0;
}

/** FA7: breaks cards and ends the game as the rule processes demand. One round suffices. */
function runRuleProcesses(game: Game): void {
  for (let card = 0; card < game.cardCount; card++) {
    if (!isForwardOnField(game, card)) continue;
    // FA18: a sum of 0 or less counts as 0, so a Forward without damage breaks by the same
    // comparison.
    const broken = wordOfCard(game, card, OF_CARD.damage) >= effectivePower(game, card);
    // Breaking one Forward changes nothing about another, so one pass over the cards settles all of
    // them.
    if (broken) breakCard(game, card);
  }
  const outcome = (hasLost(game, 1) ? 1 : 0) + (hasLost(game, 0) ? 2 : 0);
  if (outcome !== 0) endGame(game, outcome);
}

function triggerAt(game: Game, card: number, slot: number): Ability | undefined {
  const waits = (ofCard(game, card, OF_CARD.triggers) >> slot) & 1;
  return waits === 1 ? definitionOf(game, card).abilities[slot] : undefined;
}

function clearTrigger(game: Game, card: number, slot: number): void {
  setOfCard(game, card, OF_CARD.triggers, ofCard(game, card, OF_CARD.triggers) & ~(1 << slot));
  write16(game.image, HEAD_OFFSET.waiting, read16(game.image, HEAD_OFFSET.waiting) - 1);
}

/** True when a trigger of either player waits for the stack. */
export function triggersWait(game: Game): boolean {
  return read16(game.image, HEAD_OFFSET.waiting) !== 0;
}

/**
 * Puts a player's waiting triggers on the stack until a choice is needed. Returns true when the
 * player must choose an order or targets first. A trigger without enough legal targets is dropped;
 * one that finds the stack full keeps waiting.
 */
function placeTriggersOf(game: Game, player: number): boolean {
  let waiting = 0;
  let onlyCard = 0;
  let onlyAbility: Ability | undefined;
  for (let card = 0; card < game.cardCount; card++) {
    if (ofCard(game, card, OF_CARD.triggers) === 0 || ownerOf(game, card) !== player) continue;
    for (let slot = 0; slot < ABILITIES_PER_CARD; slot++) {
      const ability = triggerAt(game, card, slot);
      if (ability === undefined) continue;
      if (!hasLegalTargets(game, ability, player)) {
        clearTrigger(game, card, slot);
        pushEvent(game.events, EVENT.dropped, 2, card, ability.number);
        continue;
      }
      waiting++;
      onlyCard = card;
      onlyAbility = ability;
    }
  }
  if (onlyAbility === undefined || !stackHasRoom(game)) return false;
  if (waiting > 1 || onlyAbility.targets > 0) return true;
  placeTrigger(game, onlyCard, onlyAbility, undefined, 0);
  return false;
}

/** Moves one waiting trigger to the stack. */
export function placeTrigger(
  game: Game,
  card: number,
  ability: Ability,
  targets: Int32Array | undefined,
  at: number,
): void {
  clearTrigger(game, card, ability.slot);
  pushItem(game, card, ability, ownerOf(game, card), targets, at);
}

/**
 * Grants priority: rule processes first, then the waiting triggers (the turn player's below, the
 * other's on top), then the player gets it. An owed choice about triggers defers the grant, and
 * `orderTriggers` completes it. Every priority in the game is granted here.
 */
export function grantPriority(game: Game, player: number, passes: number): void {
  runRuleProcesses(game);
  if (head(game, HEAD_OFFSET.outcome) !== 0) return;
  setHead(game, HEAD_OFFSET.priority, player);
  setHead(game, HEAD_OFFSET.passes, passes);
  setPending(game, PENDING.none, NONE);
  const turnPlayer = turnPlayerOf(game);
  for (let role = 0; role < 2 && triggersWait(game); role++) {
    const chooser = role === 0 ? turnPlayer : 1 - turnPlayer;
    if (placeTriggersOf(game, chooser)) {
      setPending(game, PENDING.triggers, chooser);
      return;
    }
  }
  pushEvent(game.events, EVENT.priority, 2, player, head(game, HEAD_OFFSET.passes));
}
