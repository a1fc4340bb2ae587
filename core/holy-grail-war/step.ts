/**
 * One step of the war: the command's form, its rule, then automatic consequences. Source:
 * conventions C3, C4; H2, H18. A handler validates before it writes, so that an error leaves the
 * image untouched.
 */
import type { EventBuffer, ParameterShape } from '../system/system.js';
import { chooseActive, closeActive, processTurn } from './actions.js';
import { allocate, closeDeclarations, noAttack, payMag, settleAllocation } from './allocation.js';
import { warFields } from './cells.js';
import { adjust } from './changes.js';
import { type Command, commands } from './commands.js';
import { avoidLethal, damageStep } from './damage.js';
import { ErrorNumber } from './errors.js';
import { joinBattle } from './joining.js';
import { revealFact, revealSkill, witness } from './knowledge.js';
import { closeStandby, openBattle, setLines, settleLines } from './lines.js';
import { prepare, restHeal, settlePreparation } from './magic.js';
import { chooseReactive, grantReaction, notice } from './reactions.js';
import { cleanup, closeBattle, leave } from './round-end.js';
import { useSeal } from './seals.js';
import { useSkill } from './skills.js';
import { endTurn, endWar } from './turn-end.js';
import { readWar, type War } from './war.js';

type Handler = (war: War, command: Int32Array, events: EventBuffer | undefined) => number;

const handlers: Readonly<Record<keyof typeof Command, Handler>> = {
  prepare,
  chooseActive,
  closeActive,
  notice,
  chooseReactive,
  grantReaction,
  processTurn,
  restHeal,
  revealFact,
  revealSkill,
  useSkill,
  useSeal,
  adjust,
  openBattle,
  witness,
  setLines,
  closeStandby,
  payMag,
  noAttack,
  closeDeclarations,
  allocate,
  damageStep,
  avoidLethal,
  escape: leave,
  cleanup,
  closeBattle,
  endTurn,
  endWar,
  joinBattle,
};

/** By code less 1, as `commands`. */
const handlerOf: readonly Handler[] = commands.map(({ name }) => handlers[name as keyof typeof Command]);

/**
 * Returns 0, or an error about a command's form: code, ranges, registered ids, no duplicate in a
 * list.
 */
function checkForm(war: War, command: Int32Array): number {
  const place = (command[0] ?? 0) - 1;
  const shape = commands[place];
  if (shape === undefined) return ErrorNumber.command;
  const bounds = war.bounds[place] as Int32Array;
  let at = 1;
  for (let index = 0; index < shape.parameters.length; index++) {
    const parameter = shape.parameters[index] as ParameterShape;
    const min = bounds[index * 2] as number;
    const max = bounds[index * 2 + 1] as number;
    const isId = parameter.ids !== undefined;
    if (parameter.capacity === undefined) {
      const value = command[at++];
      if (value === undefined) return ErrorNumber.range;
      if (value < min || value > max) return isId ? ErrorNumber.id : ErrorNumber.range;
      continue;
    }
    const count = command[at] ?? -1;
    if (count < 0 || count > parameter.capacity) return ErrorNumber.range;
    for (let one = 1; one <= count; one++) {
      const value = command[at + one];
      if (value === undefined) return ErrorNumber.range;
      if (value < min || value > max) return isId ? ErrorNumber.id : ErrorNumber.range;
      for (let other = 1; isId && other < one; other++) if (command[at + other] === value) return ErrorNumber.duplicate;
    }
    at += 1 + parameter.capacity;
  }
  return 0;
}

/** Runs one encoded command. Returns 0, or the number of an error with the image untouched. */
export function stepWar(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const malformed = checkForm(war, command);
  if (malformed !== 0) return malformed;
  if (readWar(war, warFields.ended) === 1) return ErrorNumber.ended;
  const handler = handlerOf[(command[0] as number) - 1] as Handler;
  const result = handler(war, command, events);
  if (result !== 0) return result;
  settlePreparation(war, events);
  settleLines(war, events);
  settleAllocation(war, events);
  return 0;
}
