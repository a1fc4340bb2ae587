/** What a victory brings against a slow reference: drops, experience, growth, skills; every byte, every draw. */
import { expect, test } from 'vitest';
import { takeSpoils } from '../../../../core/live-a-live/battle/spoils.js';
import { createBattle } from '../../../../core/live-a-live/index.js';
import { HEADER_BYTE } from '../../../../core/live-a-live/memory/table-pointers.js';
import { read, restore, snapshot } from '../../../../core/system/battle.js';
import { CHARACTERS } from '../../../../rom-map/tables/characters.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { expectSame, numbers, people, playedMachine } from '../../../fixtures/live-a-live/crowded-battle.js';
import { LEVELS_GAINED } from '../../../references/live-a-live/own-cells.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import * as slow from '../../../references/live-a-live/played-spoils.js';

const HERO = { character: 'takahara' };
const machine = playedMachine();
// the byte whose other half is not published
machine.tables.bankC0[HEADER_BYTE] = 1;

/** Allies of the published table at all levels, experience close to 100, enemies' levels from 0 on. */
function afterBattle(seed: number): void {
  people(machine, seed);
  const memory = new Memory(machine.ram);
  const cells = cellsOf(memory.image);
  const below = numbers(seed + 1000);
  cells.set({
    enemyPartyLevel: [0, 1, 10, 60, 255][below(5)] ?? 0,
    formationNumber: below(4) === 0 ? 0xa9 : 0xde,
    scenario: below(9),
    levelsGained: 0,
  });
  for (let ally = 0; ally < 4; ally++) {
    const id = below(CHARACTERS.rows.length);
    if (cells.ally(ally).read('id') !== 0xff) cells.ally(ally).set({ id: id });
    cells.recordOf(ally).set({
      tableEntry: 0xc0 + 45 * id,
      level: [1 + below(16), 14, 15, 16, 98, 99][below(6)] ?? 1,
      experience: below(100),
    });
    for (const stat of [0, 1, 2, 3]) cells.recordOf(ally).set({ [`powerBase[${3 * stat}]`]: below(100) });
    // none, some, nearly all known
    cells.recordOf(ally).set({ skillBits: [0, 1, below(0x1_0000), 0x7fff, 0xffff][below(5)] ?? 0 });
  }
  const list = Array.from(
    { length: below(15) },
    () => machine.tables.bankD5[0xc0 + 45 * below(23) + 5 + below(16)] || 1,
  );
  for (const [place, skill] of [...list, 0].entries()) cells.set({ [`seenSkills[${place}]`]: skill });
}

test('drops, experience, growth and learned skills after a victory are those of the slow reference', () => {
  let levels = 0;
  for (let seed = 0; seed < 80; seed++) {
    afterBattle(seed);
    const { bankD5 } = machine.tables;
    expectSame(
      machine,
      `seed ${seed}`,
      () => takeSpoils(machine),
      (memory) => slow.takeSpoils(memory, bankD5),
    );
    levels += new Memory(machine.ram).get(LEVELS_GAINED);
  }
  expect(levels).toBeGreaterThan(40);
});

test('a victory gives experience in a battle that a snapshot was restored into, too', () => {
  const won = createBattle({
    enemies: [{ species: 'namcat', x: 0, y: 0 }],
    party: [{ ...HERO, x: 5, y: 4 }],
    partyLevel: 9,
  });
  const other = createBattle(null);
  restore(other, snapshot(won));
  takeSpoils(won.machine);
  takeSpoils(other.machine);
  // he did not act: half of 9 and 16 / 2
  expect([read(won, 'record[0].experience'), read(other, 'record[0].experience')]).toEqual([12, 12]);
});
