/**
 * After the victory: drops (C1:166E), experience (C1:2397), growth (C1:2448, 248B), skills by level (C1:24D2), in the present
 * day skills seen (C1:15ED). Evidence: the routines are executed; their order and callers are unpublished (`unpublished.ts`).
 */
import { read8, read16 } from '../../int/uint.js';
import { DROPPED, dropItem } from '../growth/drops.js';
import { gainExperience, LEVEL_GAINED } from '../growth/experience.js';
import { growHp, growStats } from '../growth/growth.js';
import { learnByLevel, learnEnemySkill } from '../growth/learning.js';
import {
  ALLY_ID,
  ALLY_RECORD,
  ALLY_STRIDE,
  AREA_CENTRE_Y,
  COUNTER_SKILL,
  DROPPED_ITEMS,
  ENEMY_PARTY_LEVEL,
  FIRST_ALLY,
  FIRST_SPECIES,
  LAST_ALLY,
  LEVELS_GAINED,
  PRESENT,
  RECORD_TABLE_ENTRY,
  SCENARIO,
  SEEN_SKILLS,
  SPECIES_STATE,
  SPECIES_STRIDE,
  WORK_0308,
} from '../memory/cells.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent } from '../memory/presence.js';
import { assume, SPOILS } from '../memory/unpublished-used.js';

const STATS = 4;
const PRESENT_DAY = 5;
const SEEN_LIMIT = 255;

function takeDrops(machine: Machine): void {
  const ram = machine.ram;
  for (let index = 0; index < 4; index++) {
    const species = FIRST_SPECIES + SPECIES_STRIDE * index;
    if ((read8(ram, species + SPECIES_STATE) & PRESENT) === 0) continue;
    ram[DROPPED_ITEMS + index] = dropItem(machine, species) === DROPPED ? read8(ram, AREA_CENTRE_Y) : 0;
  }
}

function grow(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const record = read16(ram, ally + ALLY_RECORD);
  const entry = read16(ram, record + RECORD_TABLE_ENTRY);
  ram[LEVELS_GAINED] = read8(ram, LEVELS_GAINED) + 1;
  growHp(machine, record);
  ram[WORK_0308] = STATS;
  growStats(machine, entry, record);
  learnByLevel(machine, entry, record);
}

/** Skills that an ally of the present day has seen. */
function learnSeen(machine: Machine, ally: number): void {
  const ram = machine.ram;
  for (let index = 0; index < SEEN_LIMIT; index++) {
    const skill = read8(ram, SEEN_SKILLS + index);
    if (skill === 0) return;
    ram[COUNTER_SKILL] = skill;
    learnEnemySkill(machine, ally);
  }
}

/** Once, when the battle is won. */
export function takeSpoils(machine: Machine): void {
  const ram = machine.ram;
  assume(machine, SPOILS);
  takeDrops(machine);
  for (let ally = FIRST_ALLY; ally <= LAST_ALLY; ally += ALLY_STRIDE) {
    if (!isAllyPresent(ram, ally) || ram[ally + ALLY_ID] === 0xff) continue;
    if (ram[ENEMY_PARTY_LEVEL] !== 0 && gainExperience(machine, ally) === LEVEL_GAINED) grow(machine, ally);
    if (ram[SCENARIO] === PRESENT_DAY) learnSeen(machine, ally);
  }
}
