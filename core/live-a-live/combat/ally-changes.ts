/**
 * Changed level and stats of an ally: the mirror image of C1:DD8F; C1:DCC1 begins alike. Evidence:
 * unpublished (C1:DD27, `unpublished.ts`); the arithmetic is that of the executed routine.
 */

import { read8 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import { drawBattle } from '../memory/generators.js';
import { Effect, reportChange } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { CHANGE_RAISES } from '../memory/skill-record.js';
import { assume, CHANGES_OF_ALLIES } from '../memory/unpublished-used.js';
import { changedStat, changeFactor, changeKind, levelToBeat } from './stat-change.js';

const SITE = 0xc1dcc1;
/**
 * Level, then intellect, body, speed, power; the sums of changes hold the stats the other way
 * round.
 */
const PARTS = 5;

/** @param change record byte 23 */
export function changeAllyStats(machine: Machine, ally: number, change: number): void {
  const ram = machine.ram;
  if (change === 0) return;
  ram[ally + Ally.CHANGED_STATS] = 0;
  const beat = levelToBeat(read8(ram, ally + Ally.CORRECTED_LEVEL));
  if (beat === 0) return;
  assume(machine, CHANGES_OF_ALLIES);
  const kind = changeKind(change);
  for (let part = 0; part < PARTS; part++) {
    if (((change >> part) & 1) === 0 || (drawBattle(machine, SITE) & 0x3f) <= beat) continue;
    const at = part === 0 ? ally + Ally.LEVEL : ally + Ally.STATS + PARTS - 1 - part;
    const old = read8(ram, at);
    const now = Math.min(changedStat(old, changeFactor(kind), kind === CHANGE_RAISES ? 1 : 0), 0xff);
    ram[at] = now;
    reportChange(machine, ally, Effect.LEVEL + (part === 0 ? 0 : PARTS - part), old, now);
    const sum = Cell.CHANGE_TOTAL_STAT + (part === 0 ? 0 : PARTS - part);
    ram[sum] = Math.min(read8(ram, sum) + Math.abs(now - old), 0xff);
    ram[ally + Ally.CHANGED_STATS] = read8(ram, ally + Ally.CHANGED_STATS) | (1 << part);
  }
}
