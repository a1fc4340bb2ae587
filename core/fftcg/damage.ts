/**
 * Step 4-4, damage resolution. Source: F13, F14, FA12 (a card that has left deals and takes
 * nothing), FA14 (a party takes the blocker's power in thousands and deals one damage to a player),
 * FA17. Extension: First Strike, CR 15.2.3, in two batches with a window between them in which
 * players may only pass.
 */

import { floorDivide } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { HEAD_OFFSET, NONE, OF_CARD, OF_PLAYER, ZONE } from './cells.js';
import { KEYWORD, TRIGGER } from './definitions.js';
import { dealDamage } from './effects.js';
import { EVENT } from './events.js';
import {
  countAttackers,
  definitionOf,
  effectivePower,
  type Game,
  head,
  ofCard,
  ofPlayer,
  setHead,
  turnOf,
  turnPlayerOf,
} from './game.js';
import { grantPriority, setPending } from './priority.js';
import { PENDING, PHASE, STEP } from './timing.js';
import { takeTop, trigger } from './zones.js';

const BATCH = { first: 1, others: 2, all: 3 } as const;
const NOT_SPLIT = new Int32Array(0);
/** Bits of the cell `firstStrikers`. */
const SIDE = { attackers: 1, blocker: 2 } as const;

/**
 * The sides that deal First Strike damage, as bits of SIDE. A party does so only when every Forward
 * of it has First Strike (CR 15.1.1.9.7).
 */
function findFirstStrikers(game: Game): number {
  let attackers = true;
  for (let card = 0; card < game.cardCount; card++) {
    if (
      ofCard(game, card, OF_CARD.attacking) === 1 &&
      (ofCard(game, card, OF_CARD.keywords) & KEYWORD.firstStrike) === 0
    ) {
      attackers = false;
    }
  }
  const blocker = (ofCard(game, head(game, HEAD_OFFSET.blocker), OF_CARD.keywords) & KEYWORD.firstStrike) !== 0;
  return (attackers ? SIDE.attackers : 0) | (blocker ? SIDE.blocker : 0);
}

function dealsNow(game: Game, side: number): boolean {
  const batch = head(game, HEAD_OFFSET.batch);
  const strikesFirst = (head(game, HEAD_OFFSET.firstStrikers) & side) !== 0;
  return batch === BATCH.all || strikesFirst === (batch === BATCH.first);
}

/** The blocker's power in whole thousands, which it splits over a party. */
export function amountToSplit(game: Game): number {
  return floorDivide(effectivePower(game, head(game, HEAD_OFFSET.blocker)), 1000) * 1000;
}

function afterBatch(game: Game): void {
  if (head(game, HEAD_OFFSET.batch) === BATCH.first) {
    setHead(game, HEAD_OFFSET.step, STEP.firstStrike);
    pushEvent(game.events, EVENT.phase, 4, turnOf(game), turnPlayerOf(game), PHASE.attack, STEP.firstStrike);
  }
  grantPriority(game, turnPlayerOf(game), 0);
}

function runBatch(game: Game): void {
  if (dealsNow(game, SIDE.blocker) && countAttackers(game) > 1 && amountToSplit(game) > 0) {
    setHead(game, HEAD_OFFSET.priority, NONE);
    setPending(game, PENDING.partyDamage, 1 - turnPlayerOf(game));
    return;
  }
  dealBatch(game, NOT_SPLIT, 0, 0, 0);
}

/**
 * Deals all damage of a batch at once: no Forward breaks before the next grant of priority.
 * @param split command that splits the blocker's damage over a party, which it then owes; a lone
 *   attacker takes all of it
 */
export function dealBatch(game: Game, split: Int32Array, cardsAt: number, amountsAt: number, count: number): void {
  const blocker = head(game, HEAD_OFFSET.blocker);
  const attackersDeal = dealsNow(game, SIDE.attackers);
  const blockerDeals = dealsNow(game, SIDE.blocker);
  const alone = countAttackers(game) === 1;
  for (let card = 0; card < game.cardCount; card++) {
    if (ofCard(game, card, OF_CARD.attacking) === 0) continue;
    if (attackersDeal) dealDamage(game, card, blocker, effectivePower(game, card));
    if (blockerDeals && alone) dealDamage(game, blocker, card, effectivePower(game, blocker));
  }
  for (let index = 0; index < count; index++) {
    dealDamage(game, blocker, split[cardsAt + index] as number, split[amountsAt + index] as number);
  }
  afterBatch(game);
}

/**
 * F13, F14: deals one damage to the player, from one Forward or a party, and offers the EX Burst of
 * the damage card.
 */
function damagePlayer(game: Game): void {
  const defender = 1 - turnPlayerOf(game);
  const card = takeTop(game, defender, ZONE.damage);
  if (card !== NONE) {
    pushEvent(game.events, EVENT.playerDamaged, 3, defender, card, ofPlayer(game, defender, OF_PLAYER.damage));
    for (let attacker = 0; attacker < game.cardCount; attacker++) {
      if (ofCard(game, attacker, OF_CARD.attacking) === 1) trigger(game, attacker, TRIGGER.damagesPlayer);
    }
    if (definitionOf(game, card).exBurst !== undefined) {
      setHead(game, HEAD_OFFSET.exCard, card);
      setHead(game, HEAD_OFFSET.priority, NONE);
      setPending(game, PENDING.exBurst, defender);
      return;
    }
  }
  grantPriority(game, turnPlayerOf(game), 0);
}

/** Begins step 4-4 after its phase event. */
export function beginDamage(game: Game): void {
  const attackers = countAttackers(game);
  if (head(game, HEAD_OFFSET.blocked) === 0) {
    if (attackers > 0) damagePlayer(game);
    else grantPriority(game, turnPlayerOf(game), 0);
    return;
  }
  if (attackers === 0 || head(game, HEAD_OFFSET.blocker) === NONE) {
    grantPriority(game, turnPlayerOf(game), 0);
    return;
  }
  const first = findFirstStrikers(game);
  const split = first === SIDE.attackers || first === SIDE.blocker;
  setHead(game, HEAD_OFFSET.firstStrikers, first);
  setHead(game, HEAD_OFFSET.batch, split ? BATCH.first : BATCH.all);
  runBatch(game);
}

/**
 * Extension: after the window of First Strike, the other Forwards deal damage to those still there.
 */
export function beginSecondBatch(game: Game): void {
  setHead(game, HEAD_OFFSET.batch, BATCH.others);
  if (head(game, HEAD_OFFSET.blocker) === NONE) grantPriority(game, turnPlayerOf(game), 0);
  else runBatch(game);
}
