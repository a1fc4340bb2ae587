/**
 * Step 4-4, damage resolution. Source: F13, F14, FA12 (who has left deals and takes nothing), FA14
 * (a party takes the blocker's power in thousands, and deals one damage to a player), FA17.
 * Extension: First Strike, CR 15.2.3, in two batches with a window between them in which players
 * only pass.
 */

import { floorDivide } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { AT, NONE, OF_CARD, OF_PLAYER, ZONE } from './cells.js';
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
/** Bits of the cell `firstStrikers`. */
const SIDE = { attackers: 1, blocker: 2 } as const;

/** A party deals First Strike damage only when every Forward of it has it (CR 15.1.1.9.7). */
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
  const blocker = (ofCard(game, head(game, AT.blocker), OF_CARD.keywords) & KEYWORD.firstStrike) !== 0;
  return (attackers ? SIDE.attackers : 0) | (blocker ? SIDE.blocker : 0);
}

function dealsNow(game: Game, side: number): boolean {
  const batch = head(game, AT.batch);
  const strikesFirst = (head(game, AT.firstStrikers) & side) !== 0;
  return batch === BATCH.all || strikesFirst === (batch === BATCH.first);
}

/** What a blocker splits over a party: its power in whole thousands. */
export function amountToSplit(game: Game): number {
  return floorDivide(effectivePower(game, head(game, AT.blocker)), 1000) * 1000;
}

function afterBatch(game: Game): void {
  if (head(game, AT.batch) === BATCH.first) {
    setHead(game, AT.step, STEP.firstStrike);
    pushEvent(game.events, EVENT.phase, 4, turnOf(game), turnPlayerOf(game), PHASE.attack, STEP.firstStrike);
  }
  grantPriority(game, turnPlayerOf(game), 0);
}

function runBatch(game: Game): void {
  if (dealsNow(game, SIDE.blocker) && countAttackers(game) > 1 && amountToSplit(game) > 0) {
    setHead(game, AT.priority, NONE);
    setPending(game, PENDING.partyDamage, 1 - turnPlayerOf(game));
    return;
  }
  dealBatch(game, undefined, 0, 0, 0);
}

/**
 * Deals the damage of the batch, all of it at once: nobody breaks before the next grant of
 * priority.
 * @param split command that assigns the blocker's damage to a party; a lone attacker takes all of
 *   it without
 */
export function dealBatch(
  game: Game,
  split: Int32Array | undefined,
  cardsAt: number,
  amountsAt: number,
  count: number,
): void {
  const blocker = head(game, AT.blocker);
  const attackersDeal = dealsNow(game, SIDE.attackers);
  const blockerDeals = dealsNow(game, SIDE.blocker);
  const alone = countAttackers(game) === 1;
  for (let card = 0; card < game.cardCount; card++) {
    if (ofCard(game, card, OF_CARD.attacking) === 0) continue;
    if (attackersDeal) dealDamage(game, card, blocker, effectivePower(game, card));
    if (blockerDeals && alone) dealDamage(game, blocker, card, effectivePower(game, blocker));
  }
  if (blockerDeals && split !== undefined) {
    for (let index = 0; index < count; index++) {
      dealDamage(game, blocker, split[cardsAt + index] as number, split[amountsAt + index] as number);
    }
  }
  afterBatch(game);
}

/**
 * F13, F14: one damage, whether one Forward or a party attacks; then the EX Burst of that card is
 * offered.
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
      setHead(game, AT.exCard, card);
      setHead(game, AT.priority, NONE);
      setPending(game, PENDING.exBurst, defender);
      return;
    }
  }
  grantPriority(game, turnPlayerOf(game), 0);
}

/** Begins 4-4: the phase event is out, the step is set. */
export function beginDamage(game: Game): void {
  const attackers = countAttackers(game);
  if (head(game, AT.blocked) === 0) {
    if (attackers > 0) damagePlayer(game);
    else grantPriority(game, turnPlayerOf(game), 0);
    return;
  }
  if (attackers === 0 || head(game, AT.blocker) === NONE) {
    grantPriority(game, turnPlayerOf(game), 0);
    return;
  }
  const first = findFirstStrikers(game);
  const split = first === SIDE.attackers || first === SIDE.blocker;
  setHead(game, AT.firstStrikers, first);
  setHead(game, AT.batch, split ? BATCH.first : BATCH.all);
  runBatch(game);
}

/**
 * Extension: after the window of First Strike, those who did not strike first deal to those who are
 * still there.
 */
export function beginSecondBatch(game: Game): void {
  setHead(game, AT.batch, BATCH.others);
  if (head(game, AT.blocker) === NONE) grantPriority(game, turnPlayerOf(game), 0);
  else runBatch(game);
}
