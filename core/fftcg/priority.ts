/**
 * Priority: the one function that grants it, with everything that precedes a grant. Source: F7, F8,
 * F18, F19; FA5 (order of triggers), FA6 (when they reach the stack), FA7 (rule processes).
 */

import { read16, write16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { HEAD_OFFSET, NONE, OF_CARD, OF_PLAYER } from './cells.js';
import { ABILITIES_PER_CARD } from './commands.js';
import type { Ability } from './definitions.js';
import { EVENT } from './events.js';
import {
  definitionOf,
  effectivePower,
  type Game,
  head,
  isForwardOnField,
  ofCard,
  ofPlayer,
  ownerOf,
  setHead,
  setOfCard,
  turnPlayerOf,
  wordOfCard,
} from './game.js';
import { pushItem } from './stack.js';
import { hasLegalTargets } from './targets.js';
import { PENDING } from './timing.js';
import { breakCard, stackHasRoom } from './zones.js';

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
export function runRuleProcesses(game: Game): void {
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
