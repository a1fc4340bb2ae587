/** Fields and poison of a played battle against a slow reference: every byte, every draw. */
import { describe, expect, test } from 'vitest';
import { fireField, hurtByPoison, layField } from '../../../../core/live-a-live/combat/fields-and-poison.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { expectSame, people, playedMachine } from '../../../fixtures/live-a-live/crowded-battle.js';
import * as slow from '../../../references/live-a-live/played-fields.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);
/** Behind the tables of bank D5. */
const RECORD = 0xff00;
/** Record bytes 22: no effect, an abnormality, each kind of field, and with further bits. */
const EFFECTS = [0x00, 0x81, 0x8f, 0x40, 0x50, 0x60, 0x70, 0xc5, 0x6f];
const machine = playedMachine();
const counting = playedMachine({ fieldLastCell: 'counts' });

describe('as the slow reference, every byte and draw', () => {
  test('a skill lays its field on the marked cells', () => {
    for (const seed of SEEDS) {
      people(machine, seed);
      const effect = EFFECTS[seed % EFFECTS.length] ?? 0;
      const memory = new Memory(machine.ram);
      const cells = cellsOf(memory.image);
      cells.set({ skillRecordPointer: RECORD });
      machine.tables.bankD5[RECORD + 22] = effect;
      expectSame(
        machine,
        `seed ${seed}`,
        () => layField(machine),
        (other) => slow.layField(other, effect),
      );
    }
  });

  test('a field fires as in the slow reference, also where its last cell counts', () => {
    for (const seed of SEEDS) {
      people(machine, seed);
      expectSame(
        machine,
        `seed ${seed}`,
        () => fireField(machine),
        (memory) => slow.fireField(memory, true),
      );
      people(counting, seed);
      expectSame(
        counting,
        `counts, seed ${seed}`,
        () => fireField(counting),
        (memory) => slow.fireField(memory, false),
      );
    }
  });

  test('a field whose last cell vanishes hurts nobody, unless the switch says otherwise', () => {
    const hurt = { suppressed: 0, others: 0 };
    for (let oldest = 0; oldest < 256; oldest++) {
      for (const [one, suppresses] of [
        [machine, true],
        [counting, false],
      ] as const) {
        people(one, oldest % 20);
        const memory = new Memory(one.ram);
        const cells = cellsOf(memory.image);
        // water, which is next, under three of four cells
        for (let cell = 0; cell < 56; cell++) {
          const held = cells.read(`fieldGrid[${cell}]`) & 0x1f;
          const burns = (cell & 7) < 7 && (cell % 4 !== 0 || cell === 54);
          cells.set({ [`fieldGrid[${cell}]`]: held | (burns ? 0x80 : 0) });
        }
        cells.set({ fieldCounter: 3 });
        cells.set({ 'battleGenerator.a0': [oldest, oldest ^ 0x5a, 77, 200] });
        expectSame(
          one,
          `oldest ${oldest}`,
          () => fireField(one),
          (other) => slow.fireField(other, suppresses),
        );
        if ((cells.read('fieldGrid[54]') & 0xe0) === 0) hurt[suppresses ? 'suppressed' : 'others']++;
      }
    }
    expect(hurt.suppressed).toBeGreaterThan(3);
    expect(hurt.others).toBe(hurt.suppressed);
  });

  test('poison hurts allies and enemies', () => {
    for (const seed of SEEDS) {
      people(machine, seed);
      expectSame(
        machine,
        `seed ${seed}`,
        () => hurtByPoison(machine),
        (memory) => slow.hurtByPoison(memory),
      );
    }
  });
});
