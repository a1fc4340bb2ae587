/** Who answers an attack, and with what, against the slow reference: every byte, every draw. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerAttack } from '../../../../core/live-a-live/combat/counters.js';
import {
  battleOf,
  difference,
  type Field,
  putActiveSkill,
  skillRecord,
  skirmishMachine,
} from '../../../fixtures/live-a-live/skirmish.js';
import {
  ALLY,
  ENEMY,
  FIRST_SPECIES,
  SKILL_TABLE,
  SPECIES,
  SPECIES_BYTES,
} from '../../../references/live-a-live/addresses.js';
import { answer } from '../../../references/live-a-live/counters.js';
import { useSkill } from '../../../references/live-a-live/skill.js';
import { allyBlocks } from '../../../references/live-a-live/units.js';

const machine = skirmishMachine();
const EACH = 40;
/** Skills that answer, by number in both lists. */
const SKILLS = [1, 2, 3, 4, 5, 6];

function putSkills({ chance, machine: { tables } }: Field): void {
  for (const skill of SKILLS) {
    const record = skillRecord(chance);
    record[7] = ((record[7] ?? 0) & 0xf0) | chance.of([0, 1, 3, 15]);
    if (chance.once(8)) record[13] = (record[13] ?? 0) | 0x80;
    for (const list of [0, 256]) tables.bankD5.set(record, SKILL_TABLE + 25 * (skill + list));
  }
}

/** Slots of one unit: skills, what disables them, attributes high and low. */
function putSlots({ chance, put }: Field, starts: readonly number[], slots: number): void {
  const [skills = 0, disabling = 0, high = 0, low = 0] = starts;
  for (let slot = 0; slot < slots; slot++) {
    put(skills + slot, chance.once(4) ? 0 : chance.of(SKILLS));
    put(disabling + slot, chance.once(3) ? chance.bits() : 0);
    put(high + slot, chance.bits());
    put(low + slot, chance.bits());
  }
}

function attacked(seed: number): { readonly field: Field; readonly attacker: number } | undefined {
  const field = battleOf(machine, seed);
  const { chance, put } = field;
  const users = [...field.allies, ...field.enemies];
  if (users.length === 0) return undefined;
  const attacker = chance.of(users);
  putSkills(field);
  const record = skillRecord(chance);
  if (chance.once(12)) record[13] = 15;
  if (chance.once(12)) record[13] = (record[13] ?? 0) | 0x80;
  putActiveSkill(field, attacker, record);
  for (const ally of allyBlocks()) {
    put(ally + ALLY.hitsLanded, chance.of([0, 1, 2]));
    const parts = [ALLY.listSkill, ALLY.listDisabling, ALLY.listCounterHigh, ALLY.listFlags];
    putSlots(
      field,
      parts.map((part) => ally + part),
      16,
    );
    if (chance.once(3)) for (let slot = 0; slot < 12; slot++) put(ally + ALLY.listSkill + slot, 0);
  }
  for (let kind = 0; kind < 4; kind++) {
    const parts = [SPECIES.skill1, SPECIES.skillDisabling, SPECIES.counterHigh, SPECIES.skillFlags];
    putSlots(
      field,
      parts.map((part) => FIRST_SPECIES + SPECIES_BYTES * kind + part),
      4,
    );
  }
  for (const enemy of field.enemies) put(enemy + ENEMY.hitsLanded, chance.of([0, 1, 3]));
  // nobody asks in a battle that is over, but it may end, and the attacker go, between two answers
  for (const enemy of field.enemies) if (chance.once(2)) put(enemy + ENEMY.hp, 1 + chance.next(3), 0);
  return { field, attacker };
}

test('an attack is answered by the units, with the skills, in the order and with the draws of the slow reference', () => {
  let answered = 0;
  fc.assert(
    fc.property(fc.nat(1_000_000), (first) => {
      for (let seed = first; seed < first + EACH; seed++) {
        const found = attacked(seed);
        if (found === undefined) continue;
        const { field, attacker } = found;
        const wrong = difference(
          field,
          () => answerAttack(machine, attacker),
          (at) =>
            answer(at, attacker, (unit, skill, x, y) => {
              answered++;
              useSkill(at, unit, skill, x, y, false);
            }),
        );
        if (wrong !== undefined) expect.fail(`battle ${seed}: ${wrong}`);
      }
    }),
    { numRuns: 20, seed: 3 },
  );
  expect(answered).toBeGreaterThan(20);
});
