/** An enemy's decision in battles of the published tables, against a slow reference: every byte, every draw. */
import { describe, expect, test } from 'vitest';
import {
  DONE,
  decideEnemy,
  decideStep,
  GOES_ON,
  NOTHING_DONE,
  walkEnemy,
} from '../../../../core/live-a-live/enemy/decide.js';
import { forgetSkillRanges } from '../../../../core/live-a-live/enemy/skill-range-cache.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import { Action, EVENT_ACTION } from '../../../../core/live-a-live/memory/happenings.js';
import { createMachine } from '../../../../core/live-a-live/memory/machine.js';
import { SKILL_CHARGE, SKILL_TYPE } from '../../../../core/live-a-live/memory/skill-record.js';
import { settingsOf } from '../../../../core/live-a-live/memory/switches.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import { stretchesUsed } from '../../../../core/live-a-live/memory/unpublished-used.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { EventBuffer } from '../../../../core/system/system.js';
import { IMAGE_BYTES } from '../../../../rom-map/windows.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { differences, numbers, playedMachine } from '../../../fixtures/live-a-live/crowded-battle.js';
import { scatter } from '../../../fixtures/live-a-live/scattered-battle.js';
import { enemySkillAt } from '../../../fixtures/live-a-live/skill-table.js';
import { toldOfKind } from '../../../fixtures/live-a-live/told-events.js';
import { decide } from '../../../references/live-a-live/played-decision.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import { TURN_TO_ALLY } from '../../../references/live-a-live/played-movement.js';

/** First bytes of the sixteen rows. */
const ROWS = [0x04, 0x04, 0x04, 0x04, 0x04, 0x84, 0xc4, 0xe4, 0xfa, 0xf0, 0xe0, 0, 0x10, 0xc0, 0, 0x7c];

const { bankD5 } = publishedTables();
/** Skills of the enemies' list that recover. */
const RECOVERIES = Array.from({ length: 256 }, (_, id) => id).filter(
  (id) => ((bankD5[enemySkillAt(id) + SKILL_TYPE] ?? 0) & 0x80) !== 0,
);

/** Somebody's decision is due. @returns whose */
function putDecision(image: Uint8Array, seed: number): number {
  const memory = scatter(image, seed);
  const cells = cellsOf(memory.image);
  const below = numbers(seed + 5000);
  const enemies = memory.presentEnemies();
  const enemy = enemies[below(enemies.length)] ?? 0;
  const block = memory.enemyBlock(enemy);
  cells.set({
    actingEnemy: block,
    actionPoints: [below(256), 256 + below(700), 256 + below(50), below(0x1_0000)][below(4)] ?? 0,
    turnFlag: 0x80,
    allyActionFlags: below(6) === 0 ? 0x80 : 0,
    enemyActionFlags: below(256) & 0xe7,
  });
  cells.enemy(enemy).set({
    aiStep: below(3) === 0 ? 8 : below(16),
    orderPoints: below(0x1_0000),
    facing: 0x40 * below(4),
    wantedY: below(7),
  });
  cells.enemy(enemy + 1).set({ wantedY: below(7) });
  cells.enemy(enemy).set({ statuses: [0, 0, 0, 2, 1, 4, 0x40][below(7)] ?? 0, speed: below(256) });
  const hp = cells.speciesOf(enemy).read('maxHp');
  cells.enemy(enemy).set({ hp: 1 + below(hp) });
  const abnormality = below(2) === 0 ? 0 : below(16);
  cells.enemy(enemy).set({ abnormality });
  cells.set({ 'abnormalityRow.disabled': ROWS[abnormality] ?? 0 });
  cells.speciesOf(enemy).set({ movePattern: below(41) });
  if (below(3) === 0) cells.speciesOf(enemy).set({ fieldAbsorb: below(16) });
  if (below(12) === 0) cells.speciesOf(enemy).set({ type: 4 });
  cells.set({ enemyStepFrames: 1 + below(200) });
  // nothing is left of a skill before, nor of a charge
  cells.enemy(enemy).set({ chosenKind: 7, charge: 9 });
  if (below(6) === 0) {
    // 16 x 4096 has no low word: with 31 HP the factor is 0, so every draw recovers
    cells.speciesOf(enemy).set({ maxHp: 0x1000 });
    cells.enemy(enemy).set({ hp: 31 });
    for (let slot = 0; slot < 4; slot++)
      cells.speciesOf(enemy).set({ [`skill1[${slot}]`]: RECOVERIES[below(RECOVERIES.length)] ?? 0 });
    cells.speciesOf(enemy).set({ levelByte: 1 });
  }
  return enemy;
}

/** What is told of charges and steps: unit, action and its two values. */
function actionsIn(events: EventBuffer): number[][] {
  return toldOfKind(events, EVENT_ACTION).filter(([, action]) => action !== Action.TURN);
}

/** Work grid and record in hand: whoever uses them sets them anew. */
const isWork = (line: string): boolean => /^7E0(4(8[89A-F]|[9AB][0-9A-F])|36[89])/.test(line);

test.each([2, 1])(
  'an enemy that goes through its skill slots %i times decides with the cells and draws of the slow reference',
  (passes) => {
    const tables = publishedTables();
    // three skills of theirs have a charge, and no case meets them
    for (let id = 0; id < 256; id++) tables.bankD5[enemySkillAt(id) + SKILL_CHARGE] = (16 * id) & 0xff;
    const machine = createMachine(IMAGE_BYTES, tables, settingsOf({ decisionPasses: passes }));
    const events = createEventBuffer(1 << 12);
    const met = { chosen: 0, goesOn: 0, stepped: 0, turned: 0, nothing: 0, left: 0 };
    for (let seed = 0; seed < 600; seed++) {
      const enemy = putDecision(machine.ram, seed);
      const memory = new Memory(machine.ram.slice());
      const cells = cellsOf(memory.image);
      const block = memory.enemyBlock(enemy);
      const code = decide(memory, machine.tables.bankD5, enemy, passes);
      if (code === TURN_TO_ALLY) {
        met.left++;
        continue;
      }
      const before = machine.ram.slice();
      forgetSkillRanges();
      const done = decideStep(machine, block);
      machine.ram.set(before);
      events.length = 0;
      machine.events = events;
      const goesOn = decideEnemy(machine, block);
      machine.events = undefined;
      if (Buffer.compare(machine.ram, memory.image) !== 0)
        expect(
          differences(machine.ram, memory.image).filter((line) => !isWork(line)),
          `seed ${seed}, code ${code}`,
        ).toEqual([]);
      const stepped = cells.enemy(enemy).read('skillState') === 0x80;
      const turned = !stepped && cells.read('turnFlag') === 0;
      const chosen = code === undefined && cells.enemy(enemy).read('skillState') === 0x40;
      const read = (name: string): number => cells.enemy(enemy).read(name);
      const now = cellsOf(before).enemy(enemy);
      if (chosen)
        expect(actionsIn(events), `seed ${seed}`).toEqual([
          [block, Action.CHARGE, read('chosenSkill'), read('charge')],
        ]);
      else if (stepped) {
        const from = 8 * now.read('cellY') + now.read('cellX');
        const to = 8 * read('wantedY') + read('wantedX');
        expect(actionsIn(events), `seed ${seed}`).toEqual([[block, Action.WALK, from, to]]);
      } else expect(actionsIn(events), `seed ${seed}`).toEqual([]);
      if (chosen) met.chosen++;
      else if (code === undefined) met.goesOn++;
      else if (stepped) met.stepped++;
      else if (turned) met.turned++;
      else met.nothing++;
      expect(goesOn, `seed ${seed}`).toBe(code === undefined || stepped || turned);
      const acted = chosen || stepped || turned;
      expect(done, `seed ${seed}`).toBe(acted ? DONE : code === undefined ? GOES_ON : NOTHING_DONE);
    }
    expect(Math.min(met.chosen, met.goesOn, met.stepped, met.turned, met.nothing)).toBeGreaterThan(4);
    expect(met.left).toBeLessThan(120);
  },
);

test('of targets, only those of recoveries and of skills round the enemy are not printed', () => {
  const machine = playedMachine();
  const met = { printed: 0, other: 0 };
  for (let seed = 0; seed < 300; seed++) {
    const cells = cellsOf(machine.ram);
    const block = cells.enemy(putDecision(machine.ram, seed)).address;
    cells.set({ unpublishedUsed: 0 });
    decideEnemy(machine, block);
    if (machine.ram[block + Enemy.SKILL_STATE] !== 0x40) continue;
    const type = bankD5[cells.read('skillRecordPointer') + SKILL_TYPE] ?? 0;
    const isOpen = (type & 0xa0) !== 0;
    const names = stretchesUsed(machine.ram).map(({ name }) => name);
    expect(names.includes('enemyHealCell'), `seed ${seed}`).toBe(isOpen);
    if (isOpen) met.other++;
    else met.printed++;
  }
  expect(Math.min(met.printed, met.other)).toBeGreaterThan(2);
});

describe('an enemy that steps', () => {
  const machine = playedMachine();
  const memory = new Memory(machine.ram);
  const cells = cellsOf(memory.image);

  /** Enemy 3 on its way from 1, 2 to 2, 2. */
  function putStep(frames: number, passed: number): void {
    machine.ram.fill(0);
    cells.set({ actingEnemy: cells.enemy(3).address, enemyActionFlags: 0x18 });
    cells.enemy(3).set({ skillState: 0x80, charge: passed, cell07: frames });
    cells.enemy(3).set({ wantedX: 2, wantedY: 2, cellX: 1, cellY: 2 });
  }

  test('counts the frames of its step, and with the last one stands on the wanted cell and is free', () => {
    putStep(3, 0);
    const seen = [1, 2, 3].map(() => [
      walkEnemy(machine),
      cells.enemy(3).read('charge'),
      cells.enemy(3).read('cellX'),
      cells.enemy(3).read('cellY'),
    ]);
    expect(seen).toEqual([
      [false, 1, 1, 2],
      [false, 2, 1, 2],
      [true, 0, 2, 2],
    ]);
    expect([cells.enemy(3).read('skillState'), cells.read('enemyActionFlags')]).toEqual([0, 0x10]);
  });

  test('stays on its way before that', () => {
    putStep(200, 0);
    expect(walkEnemy(machine)).toBe(false);
    expect([cells.enemy(3).read('skillState'), cells.read('enemyActionFlags')]).toEqual([0x80, 0x18]);
  });

  test('takes the wanted row as well', () => {
    putStep(1, 0);
    cells.enemy(3).set({ wantedY: 5 });
    expect(walkEnemy(machine)).toBe(true);
    expect([cells.enemy(3).read('cellX'), cells.enemy(3).read('cellY')]).toEqual([2, 5]);
  });
});
