/** What may be commanded under the guide's rules now. */
import { read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { isAllyPresent } from '../memory/presence.js';
import { DISABLING } from '../memory/state-bits.js';
import { isAllyAble } from '../turn/ally-order.js';
import { GUIDE_COMMAND } from './commands.js';

/**
 * Appends `[code, unit, unit]` and more ranges. @returns the new length, or the old one when it
 * does not fit
 */
function put(out: Int32Array, at: number, code: number, unit: number, largest: number): number {
  const words = unit < 0 ? 1 : largest < 0 ? 3 : 5;
  if (at + words > out.length) return at;
  out[at] = code;
  if (words > 1) {
    out[at + 1] = unit;
    out[at + 2] = unit;
  }
  if (words > 3) {
    out[at + 3] = 0;
    out[at + 4] = largest;
  }
  return at + words;
}

/** Writes entries as `Battle.legalCommands` says. @returns words written */
export function legalGuideCommands(ram: Uint8Array, out: Int32Array): number {
  const acting = read16(ram, Cell.ACTING_ENEMY);
  let at = 0;
  if (acting !== 0) {
    if (((ram[acting + Enemy.STATUSES] as number) & DISABLING) !== 0)
      return put(out, at, GUIDE_COMMAND.enemyIdle, -1, -1);
    at = put(out, at, GUIDE_COMMAND.enemyMove, -1, -1);
    at = put(out, at, GUIDE_COMMAND.enemyTurn, -1, -1);
    return put(out, at, GUIDE_COMMAND.enemySkill, -1, -1);
  }
  for (let unit = 0; unit < 4; unit++) {
    const ally = Ally.FIRST + Ally.STRIDE * unit;
    if (!isAllyPresent(ram, ally) || !isAllyAble(ram, ally)) continue;
    for (let code: number = GUIDE_COMMAND.allyMove; code <= GUIDE_COMMAND.areaSelectTurn; code++) {
      at = put(out, at, code, unit, code === GUIDE_COMMAND.allySkill ? 255 : -1);
    }
  }
  if (at > 0) return at;
  out[0] = GUIDE_COMMAND.tickFrames;
  out[1] = 0;
  out[2] = 0xffff;
  return 3;
}
