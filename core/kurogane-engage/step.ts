/** One command: checked first, then carried out in place. Source: seed 003, K1. */
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import {
  applyResult,
  checkDestruction,
  declareAttack,
  declareSpecial,
  displace,
  finishAttack,
  moveTo,
  overkill,
  roll,
  sizePool,
  testDamage,
} from './attack.js';
import { checkCommand } from './check.js';
import * as code from './commands.js';
import { EVENT_PLACED } from './events.js';
import { endRound, fall, workOffRisk } from './round.js';
import type { World } from './setup.js';

function perform(world: World, command: Int32Array, events: EventBuffer | undefined): void {
  const kind = command[0] as number;
  const first = command[1] as number;
  const second = command[2] as number;
  const third = command[3] as number;
  switch (kind) {
    case code.COMMAND_DECLARE:
      declareAttack(world, command, events);
      return;
    case code.COMMAND_SIZE_POOL:
      sizePool(world, events);
      return;
    case code.COMMAND_ROLL:
      roll(world, command, events);
      return;
    case code.COMMAND_TEST_DAMAGE:
      testDamage(world, events);
      return;
    case code.COMMAND_APPLY_RESULT:
      applyResult(world, events);
      return;
    case code.COMMAND_DISPLACE:
      displace(world, command, events);
      return;
    case code.COMMAND_CHECK_DESTRUCTION:
      checkDestruction(world, events);
      return;
    case code.COMMAND_OVERKILL:
      overkill(world, command, events);
      return;
    case code.COMMAND_END_ATTACK:
      finishAttack(world, events);
      return;
    case code.COMMAND_PLACE:
      moveTo(world, first, second, third, command[4] as number);
      pushEvent(events, EVENT_PLACED, 4, first, second, third, command[4]);
      return;
    case code.COMMAND_FALL:
      fall(world, first, second, third, events);
      return;
    case code.COMMAND_WORK_OFF_RISK:
      workOffRisk(world, first, second, events);
      return;
    case code.COMMAND_END_ROUND:
      endRound(world, events);
      return;
    case code.COMMAND_SPECIAL:
      declareSpecial(world, first, events);
      return;
    default:
      declareSpecial(world, kind - code.COMMAND_ENHANCE, events);
  }
}

/** Returns 0, or the number of the error with the image untouched. */
export function step(world: World, command: Int32Array, events: EventBuffer | undefined): number {
  const rejected = checkCommand(world, command);
  if (rejected === 0) perform(world, command, events);
  return rejected;
}
