/**
 * The skills that can still be used in a battle: of the allies those of the given commands, those
 * under charge and those that answer (C1:A12C); of the enemies all of their species, with those
 * under charge. The list never grows, because nobody enters and nobody learns during a battle.
 */

import { read8, read16 } from '../../int/uint.js';
import { slotOfSkill } from '../battle/choices.js';
import { ANY_ALLY, ITEM, SKILL, skillOfItem } from '../battle/player-commands.js';
import { recordOfSkill } from '../combat/begin-skill.js';
import { attributeBit } from '../memory/attribute-bits.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { SKILL_SLOTS } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { NO_ATTRIBUTE, SKILL_TYPE, skillByte, TYPE_HEAL } from '../memory/skill-record.js';
import { SPECIES_SKILLS } from '../memory/species-record.js';
import { ALLY_CHARGING } from '../turn/ally-actions.js';
import { ENEMY_CHARGING } from '../turn/enemy-actions.js';
import { isListEnd } from '../turn/time-passes.js';

/** A skill of somebody. */
export interface SkillUse {
  /** Block of the ally or enemy. */
  readonly user: number;
  readonly skill: number;
  /** Address of its record in bank D5. */
  readonly record: number;
}

export interface SkillsInPlay {
  /** Blocks of those who are there. */
  readonly allies: readonly number[];
  readonly enemies: readonly number[];
  /** Of the allies' commands and charges. */
  readonly chosen: readonly SkillUse[];
  readonly allyCounters: readonly SkillUse[];
  readonly enemyCounters: readonly SkillUse[];
  readonly ofEnemies: readonly SkillUse[];
}

/** A skill with the attributes it counters, a bit each. */
type Listed = readonly [skill: number, counters: number];

function listOfAlly(ram: Uint8Array, ally: number): Listed[] {
  return Array.from({ length: SKILL_SLOTS }, (_, slot) => [
    read8(ram, ally + slot + Ally.LIST_SKILL),
    (read8(ram, ally + slot + Ally.LIST_COUNTER_HIGH) << 8) | read8(ram, ally + slot + Ally.LIST_FLAGS),
  ]);
}

function listOfEnemy(ram: Uint8Array, enemy: number): Listed[] {
  const species = read16(ram, enemy + Enemy.SPECIES);
  return Array.from({ length: SPECIES_SKILLS }, (_, slot) => [
    read8(ram, species + slot + Species.SKILLS),
    (read8(ram, species + slot + Species.COUNTER_HIGH) << 8) | read8(ram, species + slot + Species.SKILL_FLAGS),
  ]);
}

/** Attributes of the attacks that can be answered, a bit each. */
function attributesOf(machine: Machine, uses: readonly SkillUse[]): number {
  let bits = 0;
  for (const { record } of uses) {
    const type = skillByte(machine, record, SKILL_TYPE);
    if ((type & TYPE_HEAL) === 0 && (type & 0x0f) !== NO_ATTRIBUTE) bits |= attributeBit(type & 0x0f);
  }
  return bits;
}

/** Skill of an encoded command, 0 = none. */
export function skillOfCommand(machine: Machine, words: Int32Array): number {
  if (words[0] === SKILL) return words[1] as number;
  return words[0] === ITEM ? skillOfItem(machine, words[1] as number) : 0;
}

/** Skill of a command when this ally can ever give it, else 0. */
export function skillOfAllyIn(machine: Machine, ally: number, words: Int32Array): number {
  const wanted = words[words[0] === SKILL ? 6 : 5] as number;
  if (wanted !== ANY_ALLY && ally !== Ally.FIRST + Ally.STRIDE * wanted) return 0;
  if (words[0] === SKILL && slotOfSkill(machine.ram, ally, words[1] as number) < 0) return 0;
  return skillOfCommand(machine, words);
}

/** @param commands encoded: nobody commands anything else */
export function skillsInPlay(machine: Machine, commands: readonly Int32Array[]): SkillsInPlay {
  const ram = machine.ram;
  const skillUsesOf = (user: number, skills: readonly number[]): SkillUse[] =>
    [...new Set(skills)]
      .filter((skill) => skill !== 0)
      .map((skill) => ({ user, skill, record: recordOfSkill(machine, user, skill) }));
  const answering = (user: number, list: readonly Listed[], attributes: number): SkillUse[] =>
    skillUsesOf(
      user,
      list.filter(([, counters]) => (counters & attributes) !== 0).map(([skill]) => skill),
    );
  const allies: number[] = [];
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) if (isAllyPresent(ram, ally)) allies.push(ally);
  const enemies: number[] = [];
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) enemies.push(enemy);
  }
  const chosen = allies.flatMap((ally) => {
    const charging = ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING ? read8(ram, ally + Ally.LAST_SKILL) : 0;
    return skillUsesOf(ally, [charging, ...commands.map((words) => skillOfAllyIn(machine, ally, words))]);
  });
  const ofEnemies = enemies.flatMap((enemy) => {
    const charging = ram[enemy + Enemy.SKILL_STATE] === ENEMY_CHARGING ? read8(ram, enemy + Enemy.CHOSEN_SKILL) : 0;
    return skillUsesOf(enemy, [charging, ...listOfEnemy(ram, enemy).map(([skill]) => skill)]);
  });
  const atAllies = attributesOf(machine, ofEnemies);
  const atEnemies = attributesOf(machine, chosen);
  return {
    allies,
    enemies,
    chosen,
    ofEnemies,
    allyCounters: allies.flatMap((ally) => answering(ally, listOfAlly(ram, ally), atAllies)),
    enemyCounters: enemies.flatMap((enemy) => answering(enemy, listOfEnemy(ram, enemy), atEnemies)),
  };
}
