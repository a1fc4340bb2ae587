/**
 * Upper limits of the allies' levels and stats, lower limits of the enemies', under the skills in
 * play. They drift back to their normal values and never past them (C1:20CD), fall or rise by
 * skills (C1:DD8F, DCC1), an enemy's level also by the onset of an abnormality (C1:CC2D, 17C2,
 * 17E6). A value that a skill can change has the limit 255, or 0: the skill can be used again.
 */

import { asInt8, read8, read16 } from '../../int/uint.js';
import { slotOfSkill } from '../battle/choices.js';
import { ANY_ALLY, ITEM, SKILL, skillOfItem } from '../battle/player-commands.js';
import { recordOfSkill } from '../combat/begin-skill.js';
import { changeKind } from '../combat/stat-change.js';
import * as AbnormalityRow from '../memory/cells/abnormality-row.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { SKILL_SLOTS, STAT_COUNT } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import {
  BREAKDOWN,
  CHANGE_FOR_USER,
  CHANGE_PARTS,
  CHANGE_RAISES,
  NO_ATTRIBUTE,
  SKILL_FIELD,
  SKILL_STAT_CHANGE,
  SKILL_TYPE,
  SPECIES_SKILLS,
  skillByte,
  TYPE_HEAL,
} from '../memory/skill-record.js';
import { attributeBit } from '../memory/state-bits.js';
import { POINTER_ABNORMALITY, tableByte, tableWord } from '../memory/tables.js';
import { ALLY_CHARGING } from '../turn/ally-actions.js';
import { ENEMY_CHARGING } from '../turn/enemy-actions.js';
import { isListEnd } from '../turn/time-passes.js';

// The skills that can still be used in a battle: of the allies those of the given commands, those
// under charge and those that answer (C1:A12C); of the enemies all of their species, with those
// under charge. The list never grows, because nobody enters and nobody learns during a battle.

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
function skillOfCommand(machine: Machine, words: Int32Array): number {
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

/** Attribute whose abnormality counts for a blow from behind. */
const BACK = 7;

export interface Values {
  readonly level: number;
  /** Power, speed, body, intellect. */
  readonly stats: readonly number[];
}

export interface StatLimits {
  /** Largest ones of an ally, smallest ones of an enemy, by block. */
  readonly allies: ReadonlyMap<number, Values>;
  readonly enemies: ReadonlyMap<number, Values>;
}

/** Parts that a skill can raise or lower, on its user's side or the other one. */
function changedParts(machine: Machine, { record }: SkillUse, raises: boolean, ownSide: boolean): number {
  const change = skillByte(machine, record, SKILL_STAT_CHANGE);
  const heals = (skillByte(machine, record, SKILL_TYPE) & TYPE_HEAL) !== 0;
  const isOwn = (change & CHANGE_FOR_USER) !== 0 || heals;
  return isOwn === ownSide && (changeKind(change) === CHANGE_RAISES) === raises ? change & CHANGE_PARTS : 0;
}

function partsOf(machine: Machine, uses: readonly SkillUse[], raises: boolean, ownSide: boolean): number {
  return uses.reduce((parts, use) => parts | changedParts(machine, use, raises, ownSide), 0);
}

function isPart(parts: number, stat: number): boolean {
  return ((parts >> (STAT_COUNT - stat)) & 1) !== 0;
}

/** Abnormalities that attacks can bring on. */
function onsets(machine: Machine, enemy: number, attacks: readonly SkillUse[]): number[] {
  const causes = read16(machine.ram, enemy + Enemy.SPECIES) + Species.COUNTER_ABNORMALITY;
  const nibble = (attribute: number): number =>
    (read8(machine.ram, causes + (attribute >> 1)) >> ((attribute & 1) === 0 ? 4 : 0)) & 0x0f;
  return attacks.flatMap(({ record }) => {
    const own = skillByte(machine, record, SKILL_FIELD);
    return [skillByte(machine, record, SKILL_TYPE) & 0x0f, BACK].map((attribute) => {
      const brought = nibble(attribute);
      return brought !== 0 || (own & 0x80) === 0 ? brought : own & 0x0f;
    });
  });
}

/** Whether the onset of an abnormality can take an enemy's level down. */
function onsetLowers(machine: Machine, enemy: number, attacks: readonly SkillUse[]): boolean {
  const { ram, settings, tables } = machine;
  if (settings.onsetLevel === 'none') return false;
  const isBreakdown = (read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.TYPE) & BREAKDOWN) !== 0;
  const isNegated = (settings.onsetLevel === 'negated') !== isBreakdown;
  const row = tableWord(tables.bankD5, POINTER_ABNORMALITY) + AbnormalityRow.LEVEL_CHANGE - AbnormalityRow.DISABLED;
  return onsets(machine, enemy, attacks).some((id) => {
    const change = asInt8(tableByte(tables.bankD5, row + 8 * id));
    return isNegated ? change > 0 : change < 0;
  });
}

export function statLimits(machine: Machine, skills: SkillsInPlay): StatLimits {
  const ram = machine.ram;
  const ofAllies = [...skills.chosen, ...skills.allyCounters];
  const attacks = ofAllies.filter(({ record }) => (skillByte(machine, record, SKILL_TYPE) & TYPE_HEAL) === 0);
  const raised = partsOf(machine, ofAllies, true, true) | partsOf(machine, skills.ofEnemies, true, false);
  const lowered = partsOf(machine, ofAllies, false, false) | partsOf(machine, skills.ofEnemies, false, true);
  const ally = (block: number): Values => ({
    level:
      (raised & 1) !== 0
        ? 0xff
        : Math.max(read8(ram, block + Ally.LEVEL), read8(ram, read16(ram, block + Ally.RECORD) + PartyRecord.LEVEL)),
    stats: Array.from({ length: STAT_COUNT }, (_, stat) =>
      isPart(raised, stat)
        ? 0xff
        : Math.max(read8(ram, block + Ally.STATS + stat), read8(ram, block + Ally.BASE_STATS + stat)),
    ),
  });
  const enemy = (block: number): Values => {
    const species = read16(ram, block + Enemy.SPECIES);
    const levelFalls = (lowered & 1) !== 0 || onsetLowers(machine, block, attacks);
    return {
      level: levelFalls ? 0 : Math.min(read8(ram, block + Enemy.LEVEL), read8(ram, species + Species.LEVEL)),
      stats: Array.from({ length: STAT_COUNT }, (_, stat) =>
        isPart(lowered, stat)
          ? 0
          : Math.min(read8(ram, block + Enemy.STATS + stat), read8(ram, species + Species.STATS + stat)),
      ),
    };
  };
  return {
    allies: new Map(skills.allies.map((block) => [block, ally(block)])),
    enemies: new Map(skills.enemies.map((block) => [block, enemy(block)])),
  };
}
