/** An enemy's decision in battles of the published tables, against a slow reference: every byte, every draw. */
import { describe, expect, test } from 'vitest';
import { decideEnemy, walkEnemy } from '../../../../core/live-a-live/enemy/decide.js';
import { publishedTables } from '../../../../core/live-a-live/memory/published-tables.js';
import { differences, numbers, playedMachine } from '../../../fixtures/live-a-live/crowded-battle.js';
import { scatter } from '../../../fixtures/live-a-live/scattered-battle.js';
import { ENEMY_STEP_FRAMES } from '../../../references/live-a-live/own-cells.js';
import { decide } from '../../../references/live-a-live/played-decision.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import { TURN_TO_ALLY } from '../../../references/live-a-live/played-movement.js';

/** First bytes of the sixteen rows. */
const ROWS = [0x04, 0x04, 0x04, 0x04, 0x04, 0x84, 0xc4, 0xe4, 0xfa, 0xf0, 0xe0, 0, 0x10, 0xc0, 0, 0x7c];

const { bankD5 } = publishedTables();
/** Skills of the enemies' list that recover. */
const RECOVERIES = Array.from({ length: 256 }, (_, id) => id).filter(
  (id) => ((bankD5[0x24cb + 25 * (256 + id) + 13] ?? 0) & 0x80) !== 0,
);

/** Somebody's decision is due. @returns whose */
function putDecision(image: Uint8Array, seed: number): number {
  const memory = scatter(image, seed);
  const below = numbers(seed + 5000);
  const enemies = memory.presentEnemies();
  const enemy = enemies[below(enemies.length)] ?? 0;
  const block = memory.enemyBlock(enemy);
  memory.setWord(0x03ac, block);
  memory.setWord(0x03ae, [below(256), 256 + below(700), 256 + below(50), below(0x1_0000)][below(4)] ?? 0);
  memory.set(0x03b8, 0x80);
  memory.set(0x0362, below(6) === 0 ? 0x80 : 0);
  memory.set(0x0363, below(256) & 0xe7);
  memory.set(0xac06 + 0x10 * enemy, below(3) === 0 ? 8 : below(16));
  memory.setWord(0xac04 + 0x10 * enemy, below(0x1_0000));
  memory.set(block + 4, 0x40 * below(4));
  memory.set(block + 9, below(7));
  memory.set(block + 0x19, below(7));
  memory.set(0xaa07 + 0x10 * enemy, [0, 0, 0, 2, 1, 4, 0x40][below(7)] ?? 0);
  memory.set(0xaa04 + 0x10 * enemy, below(256));
  const hp = memory.word(memory.speciesOf(enemy) + 0x10);
  memory.setWord(0xaa00 + 0x10 * enemy, 1 + below(hp));
  const abnormality = below(2) === 0 ? 0 : below(16);
  memory.set(0xaa02 + 0x10 * enemy, abnormality);
  memory.set(0x0320, ROWS[abnormality] ?? 0);
  const species = memory.speciesOf(enemy);
  memory.set(species + 0x20, below(41));
  if (below(3) === 0) memory.set(species + 0x21, below(16));
  if (below(12) === 0) memory.set(species + 0x2f, 4);
  memory.set(ENEMY_STEP_FRAMES, 1 + below(200));
  // nothing is left of a skill before, nor of a charge
  memory.set(0xac01 + 0x10 * enemy, 7);
  memory.set(block + 6, 9);
  if (below(6) === 0) {
    // 16 x 4096 has no low word: with 31 HP the factor is 0, so every draw recovers
    memory.setWord(species + 0x10, 0x1000);
    memory.setWord(0xaa00 + 0x10 * enemy, 31);
    for (let slot = 0; slot < 4; slot++) memory.set(species + 0x2b + slot, RECOVERIES[below(RECOVERIES.length)] ?? 0);
    memory.set(species + 0x29, 1);
  }
  return enemy;
}

/** Work grid and record in hand: whoever uses them sets them anew. */
const isWork = (line: string): boolean => /^7E0(4(8[89A-F]|[9AB][0-9A-F])|36[89])/.test(line);

test.each([2, 1])(
  'an enemy that goes through its skill slots %i times decides with the cells and draws of the slow reference',
  (passes) => {
    const machine = playedMachine({ decisionPasses: passes });
    const met = { chosen: 0, stepped: 0, turned: 0, nothing: 0, left: 0 };
    for (let seed = 0; seed < 600; seed++) {
      const enemy = putDecision(machine.ram, seed);
      const memory = new Memory(machine.ram.slice());
      const block = memory.enemyBlock(enemy);
      const code = decide(memory, machine.tables.bankD5, enemy, passes);
      if (code === TURN_TO_ALLY) {
        met.left++;
        continue;
      }
      const goesOn = decideEnemy(machine, block);
      if (Buffer.compare(machine.ram, memory.image) !== 0)
        expect(
          differences(machine.ram, memory.image).filter((line) => !isWork(line)),
          `seed ${seed}, code ${code}`,
        ).toEqual([]);
      const stepped = memory.get(block + 5) === 0x80;
      const turned = !stepped && memory.get(0x03b8) === 0;
      if (code === undefined) {
        if (memory.get(block + 5) === 0x40) met.chosen++;
      } else if (stepped) met.stepped++;
      else if (turned) met.turned++;
      else met.nothing++;
      expect(goesOn, `seed ${seed}`).toBe(code === undefined || stepped || turned);
    }
    expect(Math.min(met.chosen, met.stepped, met.turned, met.nothing)).toBeGreaterThan(4);
    expect(met.left).toBeLessThan(120);
  },
);

describe('an enemy that steps', () => {
  const machine = playedMachine();
  const memory = new Memory(machine.ram);

  /** Enemy 3 on its way from 1, 2 to 2, 2. */
  function putStep(frames: number, passed: number): void {
    machine.ram.fill(0);
    memory.setWord(0x03ac, 0x1b30);
    memory.set(0x0363, 0x18);
    for (const [place, value] of [0x80, passed, frames, 2, 2, 1, 2].entries()) memory.set(0x1b35 + place, value);
  }

  test('counts the frames of its step, and with the last one stands on the wanted cell and is free', () => {
    putStep(3, 0);
    const seen = [1, 2, 3].map(() => [walkEnemy(machine), memory.get(0x1b36), memory.get(0x1b3a), memory.get(0x1b3b)]);
    expect(seen).toEqual([
      [false, 1, 1, 2],
      [false, 2, 1, 2],
      [true, 0, 2, 2],
    ]);
    expect([memory.get(0x1b35), memory.get(0x0363)]).toEqual([0, 0x10]);
  });

  test('stays on its way before that', () => {
    putStep(200, 0);
    expect(walkEnemy(machine)).toBe(false);
    expect([memory.get(0x1b35), memory.get(0x0363)]).toEqual([0x80, 0x18]);
  });

  test('takes the wanted row as well', () => {
    putStep(1, 0);
    memory.set(0x1b39, 5);
    expect(walkEnemy(machine)).toBe(true);
    expect([memory.get(0x1b3a), memory.get(0x1b3b)]).toEqual([2, 5]);
  });
});
