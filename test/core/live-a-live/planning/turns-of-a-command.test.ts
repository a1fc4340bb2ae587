/** The bound where enemies have more turns in a command than one, or have chosen before it. Each battle is played as well. */
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { encodeCommand } from '../../../../core/system/battle.js';
import { ALLY, SKILL_TABLE, SPECIES } from '../../../references/live-a-live/addresses.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import { cell, hpOf, KICK, least, type Priced, priced, priceOf, read, STEP, skill, write } from './priced-commands.js';

const WALK: Priced = [1, { command: 'move', x: 6, y: 0 }];

/** Namcat, poisoned, steps or turns as often as an enemy can; its turn begins at 256 points, a step of Takahara brings 57. */
function poisonedNamcat(generator: readonly number[], points: number): LiveALiveBattle {
  const battle = createBattle({ formation: 'namcat', party: [{ character: 'takahara', x: 6, y: 6 }], generator });
  battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, { command: 'wait', frames: 1 }), undefined);
  write(battle, 'enemy[0].statuses', 0x08);
  write(battle, 'species[0].fieldAbsorb', 0x0f);
  write(battle, 'actionPoints', points);
  return battle;
}

test('in a walk an enemy moves after every step, and poison takes HP after each of its moves', () => {
  const battle = poisonedNamcat([107, 237, 245, 4], 212);
  const start = battle.image.slice();
  const before = hpOf(battle.image);
  expect(battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, WALK[1]), undefined)).toBe(0);
  const lost = before - hpOf(battle.image);
  // 16 of 256, 15 of 240, 14 of 225, 13 of 211, 12 of 198
  expect(lost).toBe(16 + 15 + 14 + 13 + 12);
  battle.image.set(start);
  expect(priceOf(battle, lost, [WALK])).toBe(1);
  // a step in place has one turn behind it: two poisons of 16 at most
  expect([32, 33].map((damage) => priceOf(battle, damage, [[1, STEP]]))).toEqual([1, 2]);
});

test('a skill that an enemy has chosen counts with its own harm, not with that of the worst of its list', () => {
  const party = [{ character: 'takahara', x: 2, y: 2 }];
  const battle = createBattle({ formation: 'great-asia', party, generator: [1, 2, 3, 4] });
  const skills = [1, 2, 3, 4].map((slot) => read(battle.image, `species[0].skill${slot}`));
  // bit 7 of the level's byte: a list with the allies
  const list = read(battle.image, 'species[0].levelByte') >= 0x80 ? 0 : 256;
  const hurtsWhenMissed = (number: number): boolean =>
    (battle.machine.tables.bankD5[SKILL_TABLE + 25 * (list + number) + 21] ?? 0) >> 4 === 7;
  const harmful = skills.find(hurtsWhenMissed) ?? 0;
  const harmless = skills.find((number) => number !== 0 && !hurtsWhenMissed(number)) ?? 0;
  expect([harmful, harmless]).not.toContain(0);
  const punch = skill('reppu-seiken-zuki', { x: 1 });
  const reader = least?.(
    battle,
    [{ cell: cell('enemy[0].hp'), min: 0, max: 0 }],
    priced(battle, [
      [5, punch],
      [1, STEP],
    ]),
  );
  const free = reader?.() ?? 0;
  expect(free).toBeGreaterThan(5);
  write(battle, 'enemy[0].skillState', 0x40);
  write(battle, 'enemy[0].chosenSkill', harmless);
  // the skill was chosen in a step in place: the bound may fall by 1 at most
  expect(free - (reader?.() ?? 0)).toBeLessThanOrEqual(1);
  write(battle, 'enemy[0].chosenSkill', harmful);
  expect(reader?.()).toBe(0);
});

// the kick takes 31; a field fires after it, after the answers of three, and after a skill of each of them in their turn
test('a field counts after every answer of the enemies', () => {
  const enemies = [0, 3, 5].map((x) => ({ species: 'namcat', x, y: 0, hp: 256 }));
  const party = [{ character: 'takahara', x: 1, y: 2 }];
  const battle = createBattle({ enemies, party, generator: [1, 2, 3, 4] });
  const memory = new Memory(battle.image);
  // Takahara answers nothing
  for (let slot = 0; slot < 16; slot++)
    for (const list of [ALLY.listCounterHigh, ALLY.listFlags]) memory.set(memory.allyBlock(0) + list + slot, 0);
  const dealt = [0, 1].map((counters) => {
    for (const enemy of [0, 1, 2])
      for (let slot = 0; slot < 4; slot++)
        for (const list of [SPECIES.counterHigh, SPECIES.skillFlags])
          memory.set(memory.speciesOf(enemy) + list + slot, counters * 0xfe);
    write(battle, 'fieldGrid[48]', 0xe0);
    const prices = Array.from({ length: 256 }, (_, damage) => priceOf(battle, damage + 1, [[1, KICK]]));
    return prices.filter((price) => price === 1).length;
  });
  expect(dealt).toEqual([31 + 32 + 3 * 32, 31 + 32 + 3 * 32 + 3 * 32]);
});
