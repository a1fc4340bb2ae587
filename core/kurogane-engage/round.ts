/**
 * Outside the attacks: falling (page 45), collecting (K15), objectives (page 39) and rounds (page
 * 40). Extension.
 */

import { read16, saturatingAdd16, write16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { isAlive, measure, setUnitCell, unitCell } from './board.js';
import { HEAD, NO_UNIT, objectiveAt } from './cells.js';
import * as event from './events.js';
import type { Square, World } from './setup.js';

type Events = EventBuffer | undefined;

/** p39: victory points for each objective at the end of a round. */
const OBJECTIVE_POINTS = 3;
/** p45: additional risk of a forced fall. */
const FORCED_FALL_RISK = 2;

export function fall(world: World, unit: number, levels: number, forced: number, events: Events): void {
  const risk = Math.min(unitCell(world, unit, 'risk') + levels + FORCED_FALL_RISK * forced, 255);
  setUnitCell(world, unit, 'risk', risk);
  setUnitCell(world, unit, 'level', unitCell(world, unit, 'level') - levels);
  pushEvent(events, event.EVENT_FELL, 3, unit, levels, risk);
}

export function workOffRisk(world: World, unit: number, amount: number, events: Events): void {
  setUnitCell(world, unit, 'risk', unitCell(world, unit, 'risk') - amount);
  pushEvent(events, event.EVENT_RISK_WORKED_OFF, 2, unit, amount);
}

/**
 * The only side with living units on the square or its four neighbours; NO_UNIT for none or both.
 */
function soleSide(world: World, square: Square): number {
  let found = NO_UNIT;
  for (let unit = 0; unit < world.unitCount; unit++) {
    if (!isAlive(world, unit)) continue;
    if (measure(false, unitCell(world, unit, 'x'), unitCell(world, unit, 'y'), square.x, square.y) > 1) continue;
    const side = unitCell(world, unit, 'side');
    if (found !== NO_UNIT && found !== side) return NO_UNIT;
    found = side;
  }
  return found;
}

function scoreObjective(world: World, objective: number, events: Events): void {
  const at = objectiveAt(world.unitCount, objective);
  const side = soleSide(world, world.objectives[objective] as Square);
  if (side !== NO_UNIT && world.image[at] !== side) {
    world.image[at] = side;
    pushEvent(events, event.EVENT_CONTROLLED, 2, objective, side);
  }
  const owner = world.image[at] as number;
  if (owner === NO_UNIT) return;
  const score = owner === 0 ? HEAD['score[0]'] : HEAD['score[1]'];
  write16(world.image, score, saturatingAdd16(read16(world.image, score), OBJECTIVE_POINTS));
}

export function endRound(world: World, events: Events): void {
  const { image } = world;
  for (let unit = 0; unit < world.unitCount; unit++) {
    if (isAlive(world, unit) || unitCell(world, unit, 'collected') !== 0) continue;
    setUnitCell(world, unit, 'collected', 1);
    pushEvent(events, event.EVENT_COLLECTED, 1, unit);
  }
  for (let objective = 0; objective < world.objectives.length; objective++) scoreObjective(world, objective, events);
  const round = image[HEAD.round] as number;
  pushEvent(events, event.EVENT_ROUND_ENDED, 1, round);
  if (round < world.rounds) image[HEAD.round] = round + 1;
  else image[HEAD.ended] = 1;
}
