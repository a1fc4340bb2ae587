/** What a played battle came to, as named lines: winner, frames, who stands, spoils. */
import { CHARACTERS } from '../../../rom-map/tables/characters.js';
import { ITEMS } from '../../../rom-map/tables/items.js';
import { SPECIES } from '../../../rom-map/tables/species.js';
import { read8, read16, read32 } from '../../int/uint.js';
import {
  ALLY_ID,
  ALLY_RECORD,
  ALLY_SKILL_COUNT,
  ALLY_SKILL_FRAMES,
  ALLY_STRIDE,
  ASSUMED_FRAMES,
  BATTLE_FRAMES,
  BATTLE_RESULT,
  DROPPED_ITEMS,
  ENEMY_HP,
  ENEMY_ID,
  ENEMY_SKILL_COUNT,
  ENEMY_SKILL_FRAMES,
  ENEMY_SPECIES,
  ENEMY_STEP_COUNT,
  ENEMY_STEP_FRAMES,
  ENEMY_STRIDE,
  FIRST_ALLY,
  FIRST_ENEMY,
  LEVELS_GAINED,
  PROGRAM,
  RECORD_EXPERIENCE,
  RECORD_HP,
  RECORD_LEVEL,
  RECORD_MAX_HP,
  SPECIES_MAX_HP,
  START_FRAMES,
  WINDOW_COUNT,
  WINDOW_FRAMES,
} from '../memory/cells.js';
import { PLAYED } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { isListEnd } from '../turn/time-passes.js';

/** Words of the cell `battleResult`. */
export const RESULTS = ['not over', 'won', 'lost', 'escaped'] as const;

type Line = readonly [label: string, value: string];

/** An input of frames that no source gives. @param each frames of one @param count how many there were */
function assumedLine(name: string, each: number, count: number): string {
  return `${name} ${each} x ${count}`;
}

function frameLines(ram: Uint8Array): Line[] {
  const parts = [
    assumedLine('enemyStep', read16(ram, ENEMY_STEP_FRAMES), read16(ram, ENEMY_STEP_COUNT)),
    assumedLine('allySkill', read16(ram, ALLY_SKILL_FRAMES), read16(ram, ALLY_SKILL_COUNT)),
    assumedLine('enemySkill', read16(ram, ENEMY_SKILL_FRAMES), read16(ram, ENEMY_SKILL_COUNT)),
    assumedLine('window', read16(ram, WINDOW_FRAMES), read16(ram, WINDOW_COUNT)),
    assumedLine('start', read16(ram, START_FRAMES), 1),
  ];
  return [
    ['frames', String(read32(ram, BATTLE_FRAMES))],
    ['of them assumed', `${read32(ram, ASSUMED_FRAMES)} (${parts.join(', ')}; 0 = left out)`],
  ];
}

function allyLines(ram: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let slot = 0; slot < 4; slot++) {
    const ally = FIRST_ALLY + ALLY_STRIDE * slot;
    const row = CHARACTERS.rows[read8(ram, ally + ALLY_ID)];
    if (row === undefined) continue;
    const record = read16(ram, ally + ALLY_RECORD);
    const hp = `HP ${read16(ram, record + RECORD_HP)} of ${read16(ram, record + RECORD_MAX_HP)}`;
    const level = `level ${read8(ram, record + RECORD_LEVEL)}, experience ${read8(ram, record + RECORD_EXPERIENCE)}`;
    lines.push([`ally ${slot}`, `${row.id}, ${hp}, ${level}`]);
  }
  return lines;
}

function enemyLines(ram: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let enemy = FIRST_ENEMY, index = 0; !isListEnd(ram, enemy); enemy += ENEMY_STRIDE, index++) {
    const name = SPECIES.rows[read8(ram, enemy + ENEMY_ID)]?.id ?? 'unknown';
    const hp = `HP ${read16(ram, enemy + ENEMY_HP)} of ${read16(ram, read16(ram, enemy + ENEMY_SPECIES) + SPECIES_MAX_HP)}`;
    lines.push([`enemy ${index}`, `${name}, ${hp}${isEnemyPresent(ram, enemy) ? '' : ', gone'}`]);
  }
  return lines;
}

/** Named lines, none for a battle of the turn engine. */
export function outcomeOf(ram: Uint8Array): readonly Line[] {
  if (ram[PROGRAM] !== PLAYED) return [];
  const drops = Array.from(ram.subarray(DROPPED_ITEMS, DROPPED_ITEMS + 4)).filter((item) => item !== 0);
  return [
    ['result', RESULTS[read8(ram, BATTLE_RESULT)] ?? 'not over'],
    ...frameLines(ram),
    ...allyLines(ram),
    ...enemyLines(ram),
    ['drops', drops.map((item) => ITEMS.rows[item]?.id ?? String(item)).join(', ') || 'none'],
    ['levels gained', String(read8(ram, LEVELS_GAINED))],
  ];
}
