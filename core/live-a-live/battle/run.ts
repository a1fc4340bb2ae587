/**
 * Frames of a played battle from one decision of the player to the next. The only step is
 * `stepFrame`; here stands when the player is asked again.
 */

import { countUp32, read8, read16, read32, write16, write32 } from '../../int/uint.js';
import type { CommandFrames } from '../../system/planning.js';
import { RUNNING, settleDefeats, WON } from '../combat/defeat.js';
import { hurtByPoison } from '../combat/fields-and-poison.js';
import { passFrames } from '../combat/use-skill.js';
import { SECOND_PASS } from '../enemy/decision.js';
import { stepFrame } from '../frame/frame.js';
import { IN_PROGRESS } from '../frame/player-half.js';
import { dueAlly, dueEnemy } from '../frame/time-half.js';
import { DROPPED, dropItem } from '../growth/drops.js';
import { gainExperience, LEVEL_GAINED } from '../growth/experience.js';
import { growHp, growStats } from '../growth/growth.js';
import { LEARNED, learnByLevel, learnEnemySkill, NOTHING_LEARNED } from '../growth/learning.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { STAT_COUNT, STAT_STRIDE } from '../memory/character-entry.js';
import { START_SITE } from '../memory/draw-sites.js';
import { drawBattle } from '../memory/generators.js';
import { Action, Effect, reportAction, reportChange, reportPassed } from '../memory/happenings.js';
import { exitOf, type Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { PRESENT_DAY } from '../memory/scenarios.js';
import { OBJECT } from '../memory/skill-record.js';
import { DISABLING, ENEMY_STEP_RUNNING, PRESENT } from '../memory/state-bits.js';
import {
  assume,
  CUT_IN,
  FILLED_LEARNING,
  FILLED_START,
  FRAME_ORDER,
  fillHole,
  keepForHole,
  NEXT_ALLY,
  SPOILS,
  START_PLACES,
} from '../memory/unpublished-used.js';
import { mayStartOff } from '../setup/start-places.js';
import { STEP_RUNNING } from '../turn/ally-actions.js';
import { NOTED_ALREADY, noteStartAbnormality, takeStartAbnormality } from '../turn/battle-start.js';
import { isEnemyTurn } from '../turn/enemy-choice.js';
import { isListEnd } from '../turn/time-passes.js';
import { actor } from './choices.js';
import { PLAYED_BATTLE, passDecisions, passIdleFrames } from './decision-frames.js';

// After the victory: drops (C1:166E), experience (C1:2397), growth (C1:2448, 248B), skills by level
// (C1:24D2), in the present day skills seen (C1:15ED). Evidence: the routines are executed; their
// order and callers are unpublished (`unpublished.ts`).

const SEEN_LIMIT = 255;

function takeDrops(machine: Machine): void {
  const ram = machine.ram;
  for (let index = 0; index < 4; index++) {
    const species = Species.FIRST + Species.STRIDE * index;
    if ((read8(ram, species + Species.STATE) & PRESENT) === 0) continue;
    const item = dropItem(machine, species) === DROPPED ? read8(ram, Cell.AREA_CENTRE_Y) : 0;
    ram[Host.DROPPED_ITEMS + index] = item;
    if (item !== 0) reportAction(machine, 0, Action.DROP, item);
  }
}

/** The four stats of a record, a byte each, power lowest. */
function statsOf(ram: Uint8Array, record: number): number {
  let packed = 0;
  for (let stat = 0; stat < STAT_COUNT; stat++) {
    packed |= read8(ram, record + PartyRecord.POWER + STAT_STRIDE * stat) << (8 * stat);
  }
  return packed;
}

/** C1:24D2; the image goes on with its message. @returns whether a skill was learned */
function learn(machine: Machine, entry: number, record: number): boolean {
  const ram = machine.ram;
  const before = read16(ram, record + PartyRecord.SKILL_BITS);
  keepForHole(machine);
  const exit = learnByLevel(machine, entry, record);
  if (exit === NOTHING_LEARNED || !fillHole(machine, FILLED_LEARNING, 0xc124d2, entry, record)) return exit === LEARNED;
  return read16(ram, record + PartyRecord.SKILL_BITS) !== before;
}

function grow(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const record = read16(ram, ally + Ally.RECORD);
  const entry = read16(ram, record + PartyRecord.TABLE_ENTRY);
  ram[Host.LEVELS_GAINED] = read8(ram, Host.LEVELS_GAINED) + 1;
  const hp = read16(ram, record + PartyRecord.MAX_HP);
  growHp(machine, record);
  ram[Cell.WORK_0308] = STAT_COUNT;
  const gained = read16(ram, record + PartyRecord.MAX_HP) - hp;
  reportAction(machine, ally, Action.LEVEL, read8(ram, record + PartyRecord.LEVEL), gained);
  const before = statsOf(ram, record);
  growStats(machine, entry, record);
  for (let stat = 0; stat < STAT_COUNT; stat++) {
    const now = read8(ram, record + PartyRecord.POWER + STAT_STRIDE * stat);
    reportChange(machine, ally, Effect.POWER + stat, (before >>> (8 * stat)) & 0xff, now);
  }
  if (learn(machine, entry, record)) {
    reportAction(machine, ally, Action.LEARN, read8(ram, Cell.COUNTER_SKILL));
  }
}

function takeExperience(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const at = read16(ram, ally + Ally.RECORD) + PartyRecord.EXPERIENCE;
  const before = read8(ram, at);
  if (gainExperience(machine, ally) === LEVEL_GAINED) grow(machine, ally);
  else if (read8(ram, at) !== before) reportAction(machine, ally, Action.EXPERIENCE, read8(ram, at) - before);
}

/** Skills that an ally of the present day has seen. */
function learnSeen(machine: Machine, ally: number): void {
  const ram = machine.ram;
  for (let index = 0; index < SEEN_LIMIT; index++) {
    const skill = read8(ram, Cell.SEEN_SKILLS + index);
    if (skill === 0) return;
    ram[Cell.COUNTER_SKILL] = skill;
    if (learnEnemySkill(machine, ally) === LEARNED) reportAction(machine, ally, Action.LEARN, skill);
  }
}

/** Once, when the battle is won. */
export function takeSpoils(machine: Machine): void {
  const ram = machine.ram;
  assume(machine, SPOILS);
  takeDrops(machine);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (!isAllyPresent(ram, ally)) continue;
    if (ram[Cell.ENEMY_PARTY_LEVEL] !== 0) takeExperience(machine, ally);
    if (ram[Cell.SCENARIO] === PRESENT_DAY) learnSeen(machine, ally);
  }
}

/** Frames after which the player is asked even when nobody can act. */
export const LONGEST_WAIT = 1024;
/** A disabled enemy's order points are 0 after so many halvings: then another one may be chosen. */
const HALVINGS = 17;
/** Value of `frames`: until the enemies' turn is over. */
export const UNTIL_TURN_OVER = -1;

/** Poison acts when a frame has taken the action points below 256. */
function poisonAfterTurn(machine: Machine): void {
  const ram = machine.ram;
  if (ram[Cell.ACTION_POINTS + 1] !== 0 || ram[Host.BATTLE_RESULT] !== RUNNING) return;
  hurtByPoison(machine);
  settleDefeats(machine);
}

/**
 * One frame of a played battle. @returns true when it is the enemies' turn and nobody did anything
 */
export function playFrame(machine: Machine): boolean {
  const ram = machine.ram;
  const high = read8(ram, Cell.ACTION_POINTS + 1);
  countUp32(ram, Host.BATTLE_FRAMES);
  const stalled = stepFrame(machine, PLAYED_BATTLE, 0);
  if (high !== 0) poisonAfterTurn(machine);
  if (ram[Host.BATTLE_RESULT] === WON) takeSpoils(machine);
  machine.onFrame?.();
  return stalled;
}

/**
 * Frames of a step that nothing but counters tells apart, with one left over to end it; 0 when
 * there are none.
 */
function quietFrames(ram: Uint8Array): number {
  if (ram[Cell.TIME_CODE] !== 0 || ram[Cell.PLAYER_STATE] !== IN_PROGRESS) return 0;
  if ((read8(ram, Cell.ALLY_ACTION_FLAGS) & STEP_RUNNING) !== 0) {
    const ally = read16(ram, Cell.CURRENT_ALLY);
    return Math.max(read8(ram, ally + Ally.CHARGE_LENGTH) - read8(ram, ally + Ally.CHARGE) - 1, 0);
  }
  if ((read8(ram, Cell.ENEMY_ACTION_FLAGS) & ENEMY_STEP_RUNNING) === 0) return 0;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  return Math.max(read8(ram, enemy + Enemy.CELL_07) - read8(ram, enemy + Enemy.CHARGE) - 1, 0);
}

/**
 * Takes the quiet frames of a step together: the same image as that many frames one by one.
 * @returns how many there were
 */
export function passQuietFrames(machine: Machine): number {
  const ram = machine.ram;
  const frames = quietFrames(ram);
  if (frames === 0) return 0;
  const isAlly = (read8(ram, Cell.ALLY_ACTION_FLAGS) & STEP_RUNNING) !== 0;
  const counter = isAlly ? read16(ram, Cell.CURRENT_ALLY) + Ally.CHARGE : read16(ram, Cell.ACTING_ENEMY) + Enemy.CHARGE;
  ram[counter] = read8(ram, counter) + frames;
  const sequence = read16(ram, Host.SEQUENCE_BEGIN) + frames;
  write16(ram, Host.SEQUENCE_BEGIN, sequence);
  write16(ram, Host.SEQUENCE_END, sequence);
  write16(ram, Cell.BATTLE_TIMER, read16(ram, Cell.BATTLE_TIMER) - frames);
  write32(ram, Host.BATTLE_FRAMES, read32(ram, Host.BATTLE_FRAMES) + frames);
  // a step's code was used up in its first frame: the frames after it have no time step
  ram[Cell.TIME_STEP] = 0;
  reportPassed(machine, frames, 0);
  return frames;
}

/** Whether a step of an ally or enemy is under way. */
export function isStepping(ram: Uint8Array): boolean {
  return (
    (read8(ram, Cell.ALLY_ACTION_FLAGS) & STEP_RUNNING) !== 0 ||
    (read8(ram, Cell.ENEMY_ACTION_FLAGS) & ENEMY_STEP_RUNNING) !== 0
  );
}

/** Whether an enemy could act once it is chosen. */
function anEnemyIsAble(ram: Uint8Array): boolean {
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy) || ram[enemy + Enemy.SKILL_STATE] !== 0) continue;
    if ((read8(ram, enemy + Enemy.STATUSES) & DISABLING) !== 0) continue;
    if ((read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.TYPE) & OBJECT) === 0) return true;
  }
  return false;
}

/**
 * Whether the player half runs while an enemy decides: 03F0, whose writer is unpublished. The first
 * pass over the skills is the decision's steps 0 to 3.
 */
export function mayCutIn(machine: Machine): boolean {
  const { ram, settings } = machine;
  if (!isEnemyTurn(machine)) return true;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  const isFirstPass = enemy === 0 || (read8(ram, enemy + Enemy.AI_STEP) & 0x0f) < SECOND_PASS;
  if (!isFirstPass) return true;
  assume(machine, CUT_IN);
  return !settings.asksInSecondPass;
}

/**
 * Runs frames until the player is asked again, the battle is over, or `LONGEST_WAIT` frames have
 * passed.
 * @param frames `UNTIL_TURN_OVER`, or the number of frames after which the player acts as soon as
 *   an ally can
 */
export function runUntilPrompt(machine: Machine, frames: number): void {
  const ram = machine.ram;
  assume(machine, FRAME_ORDER);
  assume(machine, NEXT_ALLY);
  // who looks at every frame gets them one by one: the same image, draws and happenings
  const together = machine.onFrame === undefined;
  let stalls = 0;
  for (let frame = 1; frame <= LONGEST_WAIT; frame++) {
    const stepping = isStepping(ram);
    if (together) frame += stepping ? passQuietFrames(machine) : passIdleFrames(machine, LONGEST_WAIT - frame);
    const decides = together && stalls === 0 && frames === UNTIL_TURN_OVER;
    const decisions = decides ? passDecisions(machine, LONGEST_WAIT + 1 - frame) : 0;
    if (decisions !== 0) {
      poisonAfterTurn(machine);
      frame += Math.abs(decisions) - 1;
      if (decisions < 0) stalls++;
    } else if (playFrame(machine)) stalls++;
    if (ram[Host.BATTLE_RESULT] !== RUNNING) return;
    if (!stepping && isPromptDue(machine, frames, frame, stalls)) return;
  }
}

/**
 * Whether the player is asked after a frame that began with no step under way.
 * @param wanted the frames of the command @param frame how many have passed
 */
function isPromptDue(machine: Machine, wanted: number, frame: number, stalls: number): boolean {
  const ram = machine.ram;
  if (isStepping(ram) || actor(ram) === 0) return false;
  if (wanted === UNTIL_TURN_OVER) return isTurnOver(machine, stalls);
  return frame >= wanted && (stalls > 0 || mayCutIn(machine));
}

/**
 * Whether nobody's skill is due and the enemies' turn is over, or will not go on.
 * @param stalls frames of it in which nobody did anything
 */
function isTurnOver(machine: Machine, stalls: number): boolean {
  const ram = machine.ram;
  if (dueAlly(ram) !== 0 || dueEnemy(ram) !== 0) return false;
  if (!isEnemyTurn(machine)) return true;
  if (stalls === 0) return false;
  return stalls > HALVINGS || !anEnemyIsAble(ram) || !anEnemyIsDisabled(ram);
}

/** Whether `runUntilPrompt` returns after so many frames, 1 or more. @param wanted its `frames` */
export function isPrompted(machine: Machine, wanted: number, { frames, stalls, stepped }: CommandFrames): boolean {
  if (machine.ram[Host.BATTLE_RESULT] !== RUNNING || frames >= LONGEST_WAIT) return true;
  return !stepped && isPromptDue(machine, wanted, frames, stalls);
}

/** Whether a status keeps any present enemy from acting. */
function anEnemyIsDisabled(ram: Uint8Array): boolean {
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy) && (read8(ram, enemy + Enemy.STATUSES) & DISABLING) !== 0) return true;
  }
  return false;
}

// The start of a played battle: its first frame, and abnormalities from items in the left hand
// (C1:3546, 35A9). Evidence: the routines are executed; a second note for a species (C1:358C) is
// unpublished.

/** The draws for places, as many as the switch says: what they come to is unpublished. */
export function drawStartPlaces(machine: Machine): void {
  const { ram, settings } = machine;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy) || !mayStartOff(ram, enemy)) continue;
    assume(machine, START_PLACES);
    for (let draw = 0; draw < settings.startDraws; draw++) drawBattle(machine, START_SITE);
  }
}

/** Runs the first frame; after it the first ally may act. */
export function beginPlayedBattle(machine: Machine): void {
  const ram = machine.ram;
  drawStartPlaces(machine);
  playFrame(machine);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    keepForHole(machine);
    if (exitOf(noteStartAbnormality(machine, ally)) !== NOTED_ALREADY) continue;
    fillHole(machine, FILLED_START, 0xc13546, ally);
  }
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) takeStartAbnormality(machine, enemy);
  }
  passFrames(machine, read16(ram, Host.START_FRAMES), true);
}
