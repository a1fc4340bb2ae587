/** What a played battle came to, as named lines: winner, frames, who stands, spoils. */
import { CHARACTERS } from '../../../rom-map/tables/characters.js';
import { ITEMS } from '../../../rom-map/tables/items.js';
import { SPECIES } from '../../../rom-map/tables/species.js';
import { read8, read16, read32 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { isEnemyPresent } from '../memory/presence.js';
import { isListEnd } from '../turn/time-passes.js';

/** Words of the cell `battleResult`. */
export const RESULTS = ['not over', 'won', 'lost', 'escaped'] as const;

type Line = readonly [label: string, value: string];

/**
 * An input of frames that no source gives. @param each frames of one @param count how many there
 * were
 */
function assumedLine(name: string, each: number, count: number): string {
  return `${name} ${each} x ${count}`;
}

function frameLines(ram: Uint8Array): Line[] {
  const parts = [
    assumedLine('enemyStep', read16(ram, Host.ENEMY_STEP_FRAMES), read16(ram, Host.ENEMY_STEP_COUNT)),
    assumedLine('allySkill', read16(ram, Host.ALLY_SKILL_FRAMES), read16(ram, Host.ALLY_SKILL_COUNT)),
    assumedLine('enemySkill', read16(ram, Host.ENEMY_SKILL_FRAMES), read16(ram, Host.ENEMY_SKILL_COUNT)),
    assumedLine('window', read16(ram, Host.WINDOW_FRAMES), read16(ram, Host.WINDOW_COUNT)),
    assumedLine('start', read16(ram, Host.START_FRAMES), read8(ram, Host.BATTLE_NUMBER) + 1),
  ];
  return [
    ['frames', String(read32(ram, Host.BATTLE_FRAMES))],
    ['of them assumed', `${read32(ram, Host.ASSUMED_FRAMES)} (${parts.join(', ')}; 0 = left out)`],
  ];
}

function allyLines(ram: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let slot = 0; slot < 4; slot++) {
    const ally = Ally.FIRST + Ally.STRIDE * slot;
    const row = CHARACTERS.rows[read8(ram, ally + Ally.ID)];
    if (row === undefined) continue;
    const record = read16(ram, ally + Ally.RECORD);
    const hp = `HP ${read16(ram, record + PartyRecord.HP)} of ${read16(ram, record + PartyRecord.MAX_HP)}`;
    const level = `level ${read8(ram, record + PartyRecord.LEVEL)}, experience ${read8(ram, record + PartyRecord.EXPERIENCE)}`;
    lines.push([`ally ${slot}`, `${row.id}, ${hp}, ${level}`]);
  }
  return lines;
}

function enemyLines(ram: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let enemy = Enemy.FIRST, index = 0; !isListEnd(ram, enemy); enemy += Enemy.STRIDE, index++) {
    const name = SPECIES.rows[read8(ram, enemy + Enemy.ID)]?.id ?? 'unknown';
    const hp = `HP ${read16(ram, enemy + Enemy.HP)} of ${read16(ram, read16(ram, enemy + Enemy.SPECIES) + Species.MAX_HP)}`;
    lines.push([`enemy ${index}`, `${name}, ${hp}${isEnemyPresent(ram, enemy) ? '' : ', gone'}`]);
  }
  return lines;
}

/** Result, frames, allies, enemies and spoils, as labelled lines. */
export function outcomeOf(ram: Uint8Array): readonly Line[] {
  const drops = Array.from(ram.subarray(Host.DROPPED_ITEMS, Host.DROPPED_ITEMS + 4)).filter((item) => item !== 0);
  return [
    ...(read8(ram, Host.BATTLE_NUMBER) === 0 ? [] : [['battle', String(read8(ram, Host.BATTLE_NUMBER) + 1)] as const]),
    ['result', RESULTS[read8(ram, Host.BATTLE_RESULT)] ?? 'not over'],
    ...frameLines(ram),
    ...allyLines(ram),
    ...enemyLines(ram),
    ['drops', drops.map((item) => ITEMS.rows[item]?.id ?? String(item)).join(', ') || 'none'],
    ['levels gained', String(read8(ram, Host.LEVELS_GAINED))],
  ];
}
