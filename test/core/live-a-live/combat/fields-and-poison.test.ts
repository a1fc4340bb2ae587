/** Fields and poison of a played battle against a slow reference: every byte, every draw. */
import { describe, expect, test } from 'vitest';
import { maxFieldDamage } from '../../../../core/live-a-live/combat/fields.js';
import { fireField, hurtByPoison, layField } from '../../../../core/live-a-live/combat/fields-and-poison.js';
import * as Species from '../../../../core/live-a-live/memory/cells/species.js';
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

test('the largest damage that fields do to a species is that of the largest kind which it neither absorbs nor is immune to', () => {
  // C1:1FB2: codes and damages of water, poison, fire and electric; a species absorbs by 8, 4, 2, 1 in a high nibble
  const [water, poison, fire, electric] = [0x80, 0xa0, 0xc0, 0xe0];
  const most = (codes: readonly number[], absorbs = 0, immunity = 0): number => {
    people(machine, 0);
    machine.ram[Species.FIRST + Species.FIELD_ABSORB] = absorbs << 4;
    machine.ram[Species.FIRST + Species.EVADE + 1] = immunity;
    return maxFieldDamage(machine.ram, Species.FIRST, new Set(codes));
  };
  expect([water, poison, fire, electric].map((code) => most([code]))).toEqual([8, 16, 24, 32]);
  expect([most([]), most([0x40]), most([water, fire]), most([electric, water])]).toEqual([0, 0, 24, 32]);
  // absorbed, one by one
  expect([8, 4, 2, 1].map((absorbs) => most([water, poison, fire, electric], absorbs))).toEqual([32, 32, 32, 24]);
  expect([8, 4, 2, 1].map((absorbs, kind) => most([[water, poison, fire, electric][kind] ?? 0], absorbs))).toEqual([
    0, 0, 0, 0,
  ]);
  expect(most([poison, electric], 0x3)).toBe(16);
  // bit 0 of byte 31 alone keeps every field away
  expect([most([electric], 0, 0x01), most([electric], 0, 0xfe)]).toEqual([0, 32]);
});

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
