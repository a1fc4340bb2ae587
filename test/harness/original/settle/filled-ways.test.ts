/**
 * Holes on the way of a skill, a decision, a victory and a start: the image's code is entered with the
 * registers that the routine takes, and what it leaves is what counts. Each stop is filled or says why not.
 */
import { describe, expect, test } from 'vitest';
import { beginPlayedBattle, takeSpoils } from '../../../../core/live-a-live/battle/run.js';

import { decideEnemy } from '../../../../core/live-a-live/enemy/decide.js';
import { markHitArea } from '../../../../core/live-a-live/field/marks.js';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import { FILLED_NAMES, stretchesUsed } from '../../../../core/live-a-live/memory/unpublished-used.js';
import { pass } from '../../../../core/live-a-live/turn/ally-moves.js';
import { withImage } from '../../../../harness/files/rom/with-image.js';
import { withImageCode } from '../../../../harness/original/settle/with-original.js';
import { UNPUBLISHED } from '../../../../rom-map/index.js';
import { offsetOfBus } from '../../files/rom/synthetic-image.js';
import { testFolder } from '../../fixtures/files.js';
import { battleOf, placeOf, romWith } from './filled-battle.js';

const folder = testFolder();
const SKILLS = offsetOfBus('D5:24CB');
const SKILL_BYTES = 25;

/** A battle whose holes the code fills, with cells by name. */
function filledBattle(code: string, cells: Readonly<Record<string, number>>, change?: (image: Uint8Array) => void) {
  const system = withImageCode(LIVE_A_LIVE_BATTLE, romWith(folder, code, change));
  const made = battleOf(system, cells);
  const filled = () => system.capabilities.evidence?.filled?.(made.battle);
  const used = () => stretchesUsed(made.machine.ram).map(({ name }) => name);
  return { ...made, filled, used };
}

describe('every stop of the table', () => {
  const stops = UNPUBLISHED.filter(({ standIn }) => standIn === 'stop');
  const filled: readonly string[] = FILLED_NAMES;

  test.each(stops.map(({ name, notRun }) => [name, notRun] as const))(
    '%s is filled or says why not',
    (name, notRun) => {
      if (filled.includes(name) && notRun === '') return;
      expect(notRun).toMatch(/^[^.\n]{20,170}$/);
    },
  );

  test('and no other row has a reason; what is filled is a stop, or what buttons do', () => {
    expect(UNPUBLISHED.filter(({ standIn, notRun }) => standIn !== 'stop' && notRun !== '')).toEqual([]);
    expect(filled.filter((name) => !stops.some((stop) => stop.name === name))).toEqual(['buttonsToActions']);
    expect(stops.length).toBe(32);
  });
});

describe("the area of an ally's skill", () => {
  // one cell, and the pointer to the ally as it is seen there
  const code = '.at C1:380E\nlda #$0f\nsta {rangeGrid[3]}\nlda {currentAlly}\nsta {activeSkill[0]}\nrts';
  const skill = { skillRecordPointer: 0x24cb, 'ally[0].targetX': 5, 'ally[0].targetY': 4, currentAlly: Ally.LAST };
  const inGrid = (machine: { ram: Uint8Array }) => {
    const { offset } = placeOf('rangeGrid[0]');
    return [...machine.ram.subarray(offset, offset + 56)].flatMap((mark, cell) => (mark === 0 ? [] : [cell]));
  };
  const clear = (image: Uint8Array) => image.fill(0, SKILLS, SKILLS + SKILL_BYTES);

  test('is what the image marks round its target, for that ally', () => {
    const { machine, read, filled, used } = filledBattle(code, skill, clear);
    markHitArea(machine, Ally.FIRST, 5, 4);
    expect([inGrid(machine), read('activeSkill[0]'), filled()]).toEqual([[3], Ally.FIRST & 0xff, ['areas']]);
    expect(used()).not.toContain('areas');
    expect(read('currentAlly')).toBe(Ally.LAST & 0xff);
  });

  test('elsewhere, and with tables alone, is our stand-in', () => {
    const elsewhere = filledBattle(code, skill, clear);
    markHitArea(elsewhere.machine, Ally.FIRST, 4, 4);
    expect([inGrid(elsewhere.machine), elsewhere.filled()]).toEqual([[4 * 8 + 4], []]);
    expect(elsewhere.used()).toContain('areas');
    const tables = battleOf(withImage(LIVE_A_LIVE_BATTLE, romWith(folder, code, clear)), skill);
    markHitArea(tables.machine, Ally.FIRST, 5, 4);
    expect(inGrid(tables.machine)).toEqual([4 * 8 + 5]);
  });
});

describe('a skill round the enemy itself', () => {
  /** Every skill of both lists hits its surroundings. */
  const around = (image: Uint8Array) => {
    image.fill(0, SKILLS, SKILLS + SKILL_BYTES * 512);
    for (let skill = 0; skill < 512; skill++) image[SKILLS + SKILL_BYTES * skill + 13] = 0x20;
  };
  const choosing = (state: number) => `.at C1:E251
    sty {skillUser}
    lda #$${state.toString(16).padStart(2, '0')}
    sta {enemy[0].skillState}
    lda #$06
    sta {enemy[0].targetX}
    rts`;
  const decide = (state: number) => {
    const set = {
      actingEnemy: Enemy.FIRST,
      actionPoints: 0x200,
      'enemy[0].skillState': 0,
      'enemy[0].aiStep': 1,
      'species[0].skill2': 9,
    };
    const made = filledBattle(choosing(state), set, around);
    // a slot is tried by three draws in four
    for (let tries = 0; tries < 8 && made.filled()?.length === 0; tries++) {
      made.machine.ram[placeOf('enemy[0].aiStep').offset] = 1;
      decideEnemy(made.machine, Enemy.FIRST);
    }
    return made;
  };

  test('is aimed as the image says, which is entered with the slot in Y', () => {
    const { read, filled, used, machine } = decide(0x40);
    expect([filled(), read('enemy[0].targetX'), read('enemy[0].skillState')]).toEqual([['enemyHealCell'], 6, 0x40]);
    const { offset } = placeOf('skillUser');
    const species = placeOf('species[0].state').address & 0xffc0;
    expect(machine.ram[offset] as number).toBe((species + 1) & 0xff);
    expect(machine.ram[offset + 1] as number).toBe(species >> 8);
    expect(used()).not.toContain('enemyHealCell');
  });

  test('that the image refuses is not taken up: the decision goes on', () => {
    const { read, filled } = decide(0);
    expect([filled(), read('enemy[0].skillState'), read('enemy[0].aiStep')]).toEqual([['enemyHealCell'], 0, 2]);
  });
});

describe('the skill of a level', () => {
  const won = {
    scenario: 0,
    enemyPartyLevel: 99,
    'ally[0].acted': 0x80,
    'record[5].level': 2,
    'record[5].experience': 0,
    'record[5].skillBits': 0,
  };

  test('is what the image teaches, with the growth entry in X and the record in Y', () => {
    const code = '.at C1:24D2\nstx {skillUser}\nsty {currentAlly}\nlda #$18\nsta {record[5].skillBits}\nrts';
    const { machine, filled, read } = filledBattle(code, won);
    const entry = machine.ram[placeOf('record[5].tableEntry').offset];
    takeSpoils(machine);
    expect([read('record[5].level'), read('record[5].skillBits'), filled()]).toEqual([3, 0x18, ['growthRest']]);
    // a record begins at a multiple of 40h
    expect([read('skillUser'), read('currentAlly')]).toEqual([entry, 0x40]);
  });

  test('of a level without a skill needs no image', () => {
    const { machine, filled } = filledBattle('.at C1:24D2\nhere:\nbra here', { ...won, 'record[5].level': 14 });
    takeSpoils(machine);
    expect(filled()).toEqual([]);
  });
});

describe('a second note for a race', () => {
  /** Item 1 causes abnormality 3 in race 0. */
  const item = (image: Uint8Array) => {
    const items =
      offsetOfBus('D5:0000') +
      (image[offsetOfBus('D5:0068')] as number) +
      256 * (image[offsetOfBus('D5:0069')] as number);
    image[items + 16 + 13] = 0x03;
  };
  const code = '.at C1:3546\nlda #$05\nsta {species[0].startAbnormality}\nrts';
  const set = { 'record[5].leftItem': 1, 'species[0].race': 0 };

  test.each([
    ['runs the image', 7, 5, ['battleStartRest']],
    ['a first one does not', 0, 3, []],
  ])('%s', (_, noted, left, names) => {
    const { machine, read, filled } = filledBattle(code, { ...set, 'species[0].startAbnormality': noted }, item);
    beginPlayedBattle(machine);
    expect([read('species[0].startAbnormality'), filled()]).toEqual([left, names]);
  });
});

describe('an ally who hands on where the next rank is empty', () => {
  const hand = (block: number, ranks = 4) => {
    const digits = block.toString(16).padStart(4, '0');
    const made = filledBattle(`.at C1:9F02\nldx #$${digits}\nrts`, { currentAlly: Ally.LAST, 'ally[0].state': 0xc0 });
    pass(made.machine, Ally.FIRST, ranks);
    return [made.machine.ram[placeOf('currentAlly').offset], made.filled()];
  };

  test('is followed by whom the image finds, if he is there', () => {
    expect(hand(Ally.FIRST)).toEqual([Ally.FIRST & 0xff, ['allyOrderRetry']]);
    expect(hand(Ally.FIRST + Ally.STRIDE)).toEqual([Ally.LAST & 0xff, ['allyOrderRetry']]);
    expect(hand(Ally.FIRST + 1)).toEqual([Ally.LAST & 0xff, ['allyOrderRetry']]);
  });

  test('a search of one rank alone is printed', () => {
    expect(hand(Ally.FIRST, 1)).toEqual([Ally.LAST & 0xff, []]);
  });
});
