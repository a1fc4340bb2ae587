/** Exact distributions over all 256 values of a draw, against closed forms of the rules. */
import { describe, expect, test } from 'vitest';
import { ownStatShare } from '../../../../core/live-a-live/combat/begin-skill.js';
import { displaced } from '../../../../core/live-a-live/combat/displacement.js';
import { drawHits } from '../../../../core/live-a-live/combat/hit-check.js';
import { hitsByDraw } from '../../../../core/live-a-live/combat/hit-count.js';
import { levelToBeat } from '../../../../core/live-a-live/combat/stat-change.js';
import { statusLead } from '../../../../core/live-a-live/combat/status-infliction.js';
import { defenceShare } from '../../../../core/live-a-live/combat/totals-on-allies.js';
import { weaponTakes } from '../../../../core/live-a-live/combat/weapon-status.js';
import { movesInstead, takesUpSlot } from '../../../../core/live-a-live/enemy/decision.js';
import { randomDirection } from '../../../../core/live-a-live/enemy/enemy-movement.js';
import { firstCell } from '../../../../core/live-a-live/field/targets.js';
import { battleGeneratorValue } from '../../../../core/live-a-live/memory/generators.js';
import { changedLevel } from '../../../../core/live-a-live/turn/abnormality.js';

const DRAWS = Array.from({ length: 256 }, (_, draw) => draw);

/** How many of the 256 draws do it. */
function count(test: (draw: number) => boolean): number {
  return DRAWS.filter(test).length;
}

describe('of 256 draws', () => {
  test('a hit lands for ceil(256 (sum + 1) / level): for all once the sum is the level less 1', () => {
    for (let level = 0; level < 256; level++) {
      for (let sum = 0; sum < 256; sum += 3) {
        const expected = level === 0 ? 256 : Math.min(256, Math.ceil((256 * (sum + 1)) / level));
        expect(count((draw) => drawHits(draw, level, sum))).toBe(expected);
      }
    }
  });

  test('each number of hits from 1 to n comes as often as the multiples of 256 / n allow', () => {
    for (let most = 1; most <= 15; most++) {
      for (let hits = 1; hits <= most; hits++) {
        const expected = Math.ceil((256 * hits) / most) - Math.ceil((256 * (hits - 1)) / most);
        expect(count((draw) => hitsByDraw(most, draw) === hits)).toBe(expected);
      }
    }
  });

  test('each displacement succeeds for 3/4 of the pairs of draws, all three together for 27/64', () => {
    const pairs = (wanted: number): number =>
      DRAWS.reduce((sum, first) => sum + count((second) => (displaced(first, second, 7) & wanted) === wanted), 0);
    expect([1, 2, 4].map(pairs)).toEqual([49_152, 49_152, 49_152]);
    expect(pairs(7)).toBe((65_536 * 27) / 64);
  });

  test('a change of a stat succeeds for 4 (47 - level), and for none from level 47 on', () => {
    for (let level = 0; level < 256; level++) {
      const beat = levelToBeat(level);
      const successes = beat === 0 ? 0 : count((draw) => (draw & 0x3f) > beat);
      expect(successes).toBe(Math.max(0, 4 * (47 - level)));
    }
  });

  test('a weapon’s status takes for 16 (16 - level), and for none from level 16 on', () => {
    for (let level = 0; level < 40; level++) {
      expect(count((draw) => weaponTakes(draw, level))).toBe(16 * Math.max(0, 16 - level));
    }
  });

  test('a status beats the defence for the draws of 256 (2 defence + 2 - stat) / stat and above', () => {
    for (const stat of [1, 31, 48, 50, 75, 99, 255]) {
      for (let defence = 0; defence < 100; defence += 7) {
        const least = Math.max(0, Math.ceil((256 * (2 * defence + 2 - stat)) / stat));
        expect(count((draw) => statusLead(draw, stat, defence) > 0)).toBe(Math.max(0, 256 - least));
      }
    }
  });

  test('an enemy takes up a skill slot for 192, and moves instead for 8 times its frequency', () => {
    expect(count(takesUpSlot)).toBe(192);
    for (let frequency = 0; frequency < 16; frequency++) {
      expect(count((draw) => movesInstead(draw, frequency))).toBe(8 * frequency);
    }
  });

  test('the search for a target starts at cell 0 for 36, at each other of the 56 cells for 4', () => {
    expect(count((draw) => firstCell(draw) === 0)).toBe(36);
    for (let cell = 1; cell < 56; cell++) expect(count((draw) => firstCell(draw) === cell)).toBe(4);
  });

  test('a random step goes each way for 64', () => {
    expect([0, 1, 2, 3].map((way) => count((draw) => randomDirection(draw) === way))).toEqual([64, 64, 64, 64]);
  });
});

test('every value of the battle generator comes from 13 or fewer oldest bytes', () => {
  for (let next = 0; next < 256; next++) {
    const sources = new Map<number, number>();
    for (const oldest of DRAWS) {
      const value = battleGeneratorValue(256 * next + oldest);
      sources.set(value, (sources.get(value) ?? 0) + 1);
    }
    expect(Math.max(...sources.values())).toBe(13);
    expect([...sources.values()].reduce((sum, times) => sum + times, 0)).toBe(256);
  }
});

test('a skill counts all, half, a quarter or nothing of its user’s stat, and a quarter, half, all or nothing of the defence', () => {
  expect([0x00, 0x40, 0x80, 0xc0].map((range) => ownStatShare(range, 75))).toEqual([75, 37, 18, 0]);
  expect([0, 1, 2, 3].map((choice) => defenceShare(choice, 75))).toEqual([18, 37, 75, 0]);
});

test('a changed level stops at 255 when it rises and at 0 when it falls', () => {
  expect([changedLevel(250, 9), changedLevel(3, 0x100 - 5), changedLevel(7, 3)]).toEqual([255, 0, 10]);
});
