/** Slow reference: a skill from its beginning to the answers. */
import { ALLY, CELL, ENEMY, RECORD, SPECIES } from './addresses.js';
import { attackAllies, attackEnemies } from './attack.js';
import { begin, recordAddress } from './begin.js';
import { answer } from './counters.js';
import { changeStats, valueOnAlly, valueOnEnemy } from './hits.js';
import { hurtAlly, settleDefeats } from './leaving.js';
import { markHit } from './marks.js';
import { byte, type Skirmish, setByte, setWord, skillByte, stretch, word } from './memory.js';
import {
  ALLY_SKILL_COUNT,
  ALLY_SKILL_FRAMES,
  ASSUMED_FRAMES,
  BATTLE_FRAMES,
  BATTLE_RESULT,
  ENEMY_SKILL_COUNT,
  ENEMY_SKILL_FRAMES,
} from './own-cells.js';
import { recover } from './recovery.js';
import { hitsLandedOn, loseTotalOfEnemy, settleAllies, settleEnemies, totalOnAlly } from './totals.js';
import { isAlly, origin, presentAllies, presentEnemies } from './units.js';

const anyoneHit = (at: Skirmish, user: number): boolean =>
  (isAlly(user) ? presentEnemies(at) : presentAllies(at)).some((unit) => hitsLandedOn(at, unit) !== 0);

/** C1:C39D and C40F: 999, or the user is struck by his own skill; no defence. */
function hurtUser(at: Skirmish, user: number, destroys: boolean): void {
  if (destroys) setWord(at, isAlly(user) ? user + ALLY.singleHit : user + ENEMY.singleHit, 999);
  else if (isAlly(user)) valueOnAlly(at, user);
  else valueOnEnemy(at, user);
  if (!isAlly(user)) {
    loseTotalOfEnemy(at, user, 1);
    return;
  }
  setByte(at, user + ALLY.hitsAssigned, 1);
  setByte(at, user + ALLY.hitsLanded, 1);
  setWord(at, user + ALLY.bonus, 0);
  hurtAlly(at, user, totalOnAlly(at, user, word(at, user + ALLY.singleHit) % 32768));
}

/** What the others lost is the user's. */
function drain(at: Skirmish, user: number): void {
  const source = origin(at, user);
  const [hp, most] = isAlly(user)
    ? [source + RECORD.hp, source + RECORD.maxHp]
    : [user + ENEMY.hp, source + SPECIES.maxHp];
  setWord(at, hp, Math.min(word(at, hp) + word(at, CELL.changeTotalHp), word(at, most)));
}

/** High nibble of record byte 21. */
function special(at: Skirmish, user: number, hit: boolean): void {
  const kind = Math.floor(skillByte(at, 21) / 16);
  if (kind !== 0) stretch(at, 27);
  if (kind === 3) drain(at, user);
  if (kind === 8) hurtUser(at, user, true);
  if (kind === 7 && !hit) hurtUser(at, user, false);
}

function changeUser(at: Skirmish, user: number): void {
  if (skillByte(at, 23) >= 0x80) changeStats(at, user, skillByte(at, 23) % 128);
}

function attack(at: Skirmish, user: number): boolean {
  if (isAlly(user)) attackEnemies(at, user);
  else attackAllies(at, user);
  changeUser(at, user);
  const hit = anyoneHit(at, user);
  if (isAlly(user)) settleEnemies(at);
  else settleAllies(at);
  special(at, user, hit);
  return hit;
}

/** Attack or recovery, the skill's own field, defeats, answers, the field whose turn it is, defeats. */
export function useSkill(at: Skirmish, user: number, skill: number, x: number, y: number, timePasses: boolean): void {
  begin(at, user, skill, timePasses);
  markHit(at, recordAddress(at, user, skill), user, [x, y]);
  let hit = false;
  if (skillByte(at, 13) >= 0x80) {
    recover(at, user);
    changeUser(at, user);
  } else hit = attack(at, user);
  at.layField();
  settleDefeats(at);
  const runs = (): boolean => byte(at, BATTLE_RESULT) === 0;
  if (hit && timePasses && runs())
    answer(at, user, (unit, counter, toX, toY) => useSkill(at, unit, counter, toX, toY, false));
  if (!runs()) return;
  at.fireField();
  settleDefeats(at);
}

/** A number of the battle at an address, of a few bytes, plus an amount. */
function add(at: Skirmish, address: number, bytes: number, amount: number): void {
  let carry = amount;
  for (let place = 0; place < bytes; place += 1) {
    const sum = byte(at, address + place) + carry;
    setByte(at, address + place, sum);
    carry = Math.floor(sum / 256);
  }
}

/** Frames without the turn engine: the timer falls, both counts rise. */
function pass(at: Skirmish, frames: number): void {
  add(at, CELL.battleTimer, 2, 65536 - frames);
  add(at, BATTLE_FRAMES, 4, frames);
  add(at, ASSUMED_FRAMES, 4, frames);
}

/** A due skill of an ally: he acted, its frames pass, it takes effect, nothing is left of it. */
export function useAllySkill(at: Skirmish, ally: number): void {
  setByte(at, ally + ALLY.acted, byte(at, ally + ALLY.acted) | 0x80);
  add(at, ALLY_SKILL_COUNT, 2, 1);
  pass(at, word(at, ALLY_SKILL_FRAMES));
  useSkill(
    at,
    ally,
    byte(at, ally + ALLY.lastSkill),
    byte(at, ally + ALLY.targetX),
    byte(at, ally + ALLY.targetY),
    true,
  );
  if (byte(at, ally + ALLY.skillState) === 0xf0) setByte(at, ally + ALLY.skillState, 0);
  setByte(at, CELL.allyActionFlags, byte(at, CELL.allyActionFlags) & 0xef);
  setByte(at, CELL.allySkillFlag, 0);
  setByte(at, CELL.timeCode, 0);
}

/** A due skill of an enemy. */
export function useEnemySkill(at: Skirmish, enemy: number): void {
  add(at, ENEMY_SKILL_COUNT, 2, 1);
  pass(at, word(at, ENEMY_SKILL_FRAMES));
  const [skill, x, y] = [ENEMY.chosenSkill, ENEMY.targetX, ENEMY.targetY].map((cell) => byte(at, enemy + cell));
  useSkill(at, enemy, skill ?? 0, x ?? 0, y ?? 0, true);
  setByte(at, enemy + ENEMY.skillState, 0);
  setByte(at, CELL.enemyActionFlags, byte(at, CELL.enemyActionFlags) & 0xef);
  setByte(at, CELL.timeCode, 0);
}
