/**
 * The effect of a skill: hits, changes of the user, totals, special effect (or the recovery and
 * changes of the user), then the field it lays and defeats; at its end the field whose turn it is.
 * Evidence: the routines it is made of are executed; their order is unpublished (`unpublished.ts`).
 */
import { read16, write16 } from '../../int/uint.js';
import { markHitArea } from '../field/marks.js';
import { GRID_WIDTH } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { Action, Effect, reportAction, reportEffect } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import {
  CHANGE_FOR_USER,
  SKILL_SPECIAL,
  SKILL_STAT_CHANGE,
  SKILL_TYPE,
  SPECIAL_DRAIN,
  SPECIAL_SELF_DESTRUCTION,
  TYPE_HEAL,
} from '../memory/skill-record.js';
import { assume, SPECIAL_TYPES } from '../memory/unpublished-used.js';
import * as Work from '../memory/work-cells.js';
import { changeAllyStats } from './ally-changes.js';
import { beginSkill } from './begin-skill.js';
import { hurtAlly, RUNNING, settleDefeats } from './defeat.js';
import { fireField, layField } from './fields-and-poison.js';
import { damageToEnemy, valueOnAlly } from './hit-value.js';
import { attackAllies } from './hits-on-allies.js';
import { attackEnemies } from './hits-on-enemies.js';
import { recover } from './recover.js';
import { missHurtsUser, SELF_DESTRUCTION_DAMAGE } from './self-damage.js';
import { activeByte } from './skill-copy.js';
import { changeEnemyUserCapped, changeUserWithImage } from './stat-change.js';
import { anyAllyHit, settleAllies } from './totals-on-allies.js';
import { anyEnemyHit, loseTotal, settleEnemies } from './totals-on-enemies.js';

/**
 * C1:C39D, C40F: the user takes the damage of its own skill, or 999, as one hit without a defence.
 */
function hurtUser(machine: Machine, user: number, destroys: boolean): void {
  const ram = machine.ram;
  const isAlly = user >= Ally.FIRST;
  const single = user + (isAlly ? Ally.SINGLE_HIT : Enemy.SINGLE_HIT);
  write16(ram, Work.TARGET, user);
  if (destroys) write16(ram, single, SELF_DESTRUCTION_DAMAGE);
  else if (isAlly) valueOnAlly(machine);
  else damageToEnemy(machine);
  if (!isAlly) {
    loseTotal(machine, user, 1);
    return;
  }
  ram[user + Ally.HITS_ASSIGNED] = 1;
  ram[user + Ally.HITS_LANDED] = 1;
  hurtAlly(machine, user);
}

/** What HP the others lost (9EF0) is added to the user's, up to its largest. */
function drain(machine: Machine, user: number): void {
  const ram = machine.ram;
  const amount = read16(ram, Cell.CHANGE_TOTAL_HP);
  if (user >= Ally.FIRST) {
    const record = read16(ram, user + Ally.RECORD);
    const hp = Math.min(read16(ram, record + PartyRecord.HP) + amount, read16(ram, record + PartyRecord.MAX_HP));
    write16(ram, record + PartyRecord.HP, hp);
    reportEffect(machine, user, Effect.HEAL, amount, hp);
    return;
  }
  const largest = read16(ram, read16(ram, user + Enemy.SPECIES) + Species.MAX_HP);
  const hp = Math.min(read16(ram, user + Enemy.HP) + amount, largest);
  write16(ram, user + Enemy.HP, hp);
  reportEffect(machine, user, Effect.HEAL, amount, hp);
}

/** Effects of record byte 21 after an attack. */
function applySpecial(machine: Machine, user: number, hit: boolean): void {
  const ram = machine.ram;
  const kind = activeByte(ram, SKILL_SPECIAL) & 0xf0;
  if (kind === 0) return;
  assume(machine, SPECIAL_TYPES);
  if (kind === SPECIAL_DRAIN) drain(machine, user);
  else if (kind === SPECIAL_SELF_DESTRUCTION) hurtUser(machine, user, true);
  else if (!hit && missHurtsUser(machine)) hurtUser(machine, user, false);
}

function changeUser(machine: Machine, user: number): void {
  const ram = machine.ram;
  const change = activeByte(ram, SKILL_STAT_CHANGE);
  if ((change & CHANGE_FOR_USER) === 0 || changeUserWithImage(machine)) return;
  if (user >= Ally.FIRST) changeAllyStats(machine, user, change & ~CHANGE_FOR_USER);
  else changeEnemyUserCapped(machine);
}

function attack(machine: Machine, user: number): boolean {
  const ram = machine.ram;
  if (user >= Ally.FIRST) {
    attackEnemies(machine);
    changeUser(machine, user);
    const hit = anyEnemyHit(ram);
    settleEnemies(machine);
    applySpecial(machine, user, hit);
    return hit;
  }
  attackAllies(machine);
  changeUser(machine, user);
  const hit = anyAllyHit(ram);
  settleAllies(machine);
  applySpecial(machine, user, hit);
  return hit;
}

/**
 * Lets a skill of a user take effect on a target cell; `endSkill` has to follow.
 * @param timePasses false for a counter
 * @returns whether it was an attack that hit somebody
 */
export function beginEffect(
  machine: Machine,
  user: number,
  skill: number,
  x: number,
  y: number,
  timePasses: boolean,
): boolean {
  const ram = machine.ram;
  reportAction(machine, user, timePasses ? Action.SKILL : Action.COUNTER, skill, GRID_WIDTH * y + x);
  beginSkill(machine, user, skill, timePasses);
  markHitArea(machine, user, x, y);
  let hit = false;
  if ((activeByte(ram, SKILL_TYPE) & TYPE_HEAL) !== 0) {
    recover(machine, user);
    changeUser(machine, user);
  } else hit = attack(machine, user);
  // totals and displacements leave the marks as they are: the field lies where the skill struck
  layField(machine);
  settleDefeats(machine);
  return hit;
}

/** Lets the field whose turn it is fire, while the battle goes on. */
export function endSkill(machine: Machine): void {
  if (machine.ram[Host.BATTLE_RESULT] !== RUNNING) return;
  fireField(machine);
  settleDefeats(machine);
}
