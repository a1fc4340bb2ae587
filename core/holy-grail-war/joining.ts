/**
 * Joining an open battle: by a ruling, as when help was called, or by a seal that summons.
 * Source: H8, H28; HA24, HA25.
 */
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { unitFields, warFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { clearRound, leaveBattle, livingSides } from './lines.js';
import { BattleStep, Line, NONE, Stat } from './names.js';
import { bareStat, isAlive } from './stats.js';
import { readUnit, readWar, type War, writeUnit } from './war.js';

/**
 * Puts a unit on a side. Lines that are sealed or open already are joined in `line`; else its side
 * chooses it with the others. Whoever comes after the payments has no points in this round.
 */
function enter(war: War, unit: number, side: number, line: number, events: EventBuffer | undefined): void {
  const step = readWar(war, warFields.battleStep);
  clearRound(war, unit);
  writeUnit(war, unit, unitFields.side, side);
  pushEvent(events, EventKind.joined, 2, unit, side);
  if (step === BattleStep.lines) {
    const declared = (readWar(war, warFields.linesDeclared) & (1 << side)) !== 0;
    writeUnit(war, unit, unitFields.sealedLine, declared ? line : Line.none);
    return;
  }
  writeUnit(war, unit, unitFields.line, line);
  pushEvent(events, EventKind.lineOpened, 2, unit, line);
  if (step === BattleStep.allocation) {
    writeUnit(war, unit, unitFields.battleAdvantage, bareStat(war, unit, Stat.advantage));
  }
}

/**
 * Runs `joinBattle unit side`. While the lines are chosen a further side may come; later a unit
 * joins one that fights, and stands behind until the next standby (HA24).
 */
export function joinBattle(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[1] ?? 0;
  const side = command[2] ?? 0;
  const step = readWar(war, warFields.battleStep);
  if (step === BattleStep.none) return ErrorNumber.phase;
  if (!isAlive(war, unit)) return ErrorNumber.dead;
  if (readUnit(war, unit, unitFields.side) !== NONE) return ErrorNumber.again;
  if (step !== BattleStep.lines && (livingSides(war) & (1 << side)) === 0) return ErrorNumber.sides;
  enter(war, unit, side, Line.rear, events);
  return 0;
}

/** Whether a servant is beside its master: in the same battle (HA25). */
export function isBeside(war: War, master: number, servant: number): boolean {
  return readUnit(war, master, unitFields.side) !== NONE && readUnit(war, servant, unitFields.side) !== NONE;
}

/**
 * Brings a servant that is not beside its master there: into the master's area and battle, in the
 * master's line or behind (HA25), or out of a battle that the master is not in. A master that fell
 * before the lines were chosen has none: its servant stands behind.
 */
export function summon(war: War, master: number, servant: number, events: EventBuffer | undefined): void {
  const area = readUnit(war, master, unitFields.area);
  writeUnit(war, servant, unitFields.area, area);
  pushEvent(events, EventKind.summoned, 2, servant, area);
  const side = readUnit(war, master, unitFields.side);
  if (side === NONE) {
    if (readUnit(war, servant, unitFields.side) === NONE) return;
    leaveBattle(war, servant);
    pushEvent(events, EventKind.calledAway, 1, servant);
    return;
  }
  const chosen = readWar(war, warFields.battleStep) === BattleStep.lines ? unitFields.sealedLine : unitFields.line;
  const line = readUnit(war, master, chosen);
  enter(war, servant, side, war.rules.summonToRear || line === Line.none ? Line.rear : line, events);
}
