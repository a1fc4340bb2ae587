/** Every error of every system's step: a plan is refused, what is printed is followed, and the plan runs. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as player from '../../../../../core/live-a-live/battle/player-commands.js';
import { LIVE_A_LIVE_BATTLE } from '../../../../../core/live-a-live/index.js';
import { apply, ruleErrorOf } from '../../../../../core/system/battle.js';
import type { Battle, System } from '../../../../../core/system/system.js';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { bundled, folder, run, saidOf } from '../row.js';
import { OF_FFTCG } from './of-fftcg.js';
import { OF_HOLY_GRAIL_WAR } from './of-holy-grail-war.js';
import { OF_KUROGANE } from './of-kurogane.js';
import { OF_BATTLE, OF_FRAME, OF_GUIDE } from './of-live-a-live.js';
import { OF_SRPG } from './of-srpg.js';
import { planText, type StepRemedy } from './step-row.js';

const ROWS: Readonly<Record<string, readonly StepRemedy[]>> = {
  'live-a-live': OF_FRAME,
  'live-a-live-battle': OF_BATTLE,
  'live-a-live-guide': OF_GUIDE,
  fftcg: OF_FFTCG,
  'srpg-movement': OF_SRPG,
  'kurogane-engage': OF_KUROGANE,
  'holy-grail-war': OF_HOLY_GRAIL_WAR,
};

/** Its battles need an image, which stands there. */
const DRIVEN = 'test/harness/original/settle/driven-battle.test.ts';
const DRIVEN_ERRORS = [player.E_DRIVEN, player.E_NOT_DRIVEN, player.E_NO_IMAGE, player.E_NO_ROUND, player.E_OUTCOMES];

/** Errors without a row, by the words of their meaning: why nobody follows them here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'the battle has no command of this number': 'no plan and no plain command can hold an unknown number',
  'no command has this code': 'no plan and no plain command can hold an unknown code',
  'the area brings another formation with these draws': 'test/core/live-a-live/battle/encounter.test.ts',
  ...Object.fromEntries(DRIVEN_ERRORS.map((number) => [ruleErrorOf(LIVE_A_LIVE_BATTLE, number)?.meaning, DRIVEN])),
};

async function followPlan(system: System, row: StepRemedy): Promise<void> {
  const { number, setup, switches = {}, before = [], bad, good, goodSetup = setup } = row;
  const error = ruleErrorOf(system, number);
  const file = folder.write(`${system.id}.toml`, planText(system.id, setup, switches, [...before, bad]));
  const refused = await run(['run', file]);
  expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/^E_PLAN_REJECTED [^\n]*\n$/u)]);
  expect(refused.err).toContain(` is rejected with ${error?.code}: ${error?.meaning}`);
  expect(refused.err).toContain(error?.remedy);
  const commands = typeof good === 'function' ? good(saidOf(refused.err)) : good;
  folder.write(`${system.id}.toml`, planText(system.id, goodSetup, switches, [...before, ...commands]));
  const after = await run(['run', file]);
  expect([after.code, after.err]).toEqual([0, '']);
}

function poked(system: System, setup: object, cells: Readonly<Record<string, number>>): Battle {
  const battle = system.create(setup);
  for (const [name, value] of Object.entries(cells)) {
    const cell = battle.cells.find((one) => one.name === name);
    if (cell === undefined) throw new Error(`no cell ${name}`);
    for (let byte = 0; byte < cell.width; byte++) battle.image[cell.offset + byte] = (value >> (8 * byte)) & 0xff;
  }
  return battle;
}

function followProgram(system: System, row: StepRemedy): void {
  const { number, setup, cells = {}, bad, good, goodSetup = setup, goodCells = cells } = row;
  const error = ruleErrorOf(system, number);
  const battle = poked(system, setup, cells);
  const before = battle.image.slice();
  expect(() => apply(system, battle, bad)).toThrow(
    expect.objectContaining({ code: error?.code, message: expect.stringContaining(error?.meaning ?? '') }),
  );
  expect(battle.image).toEqual(before);
  const other = poked(system, goodSetup, goodCells);
  for (const command of typeof good === 'function' ? [] : good) apply(system, other, command);
  expect(other.image).not.toEqual(before);
}

for (const [id, rows] of Object.entries(ROWS)) {
  const system = SYSTEMS.find((one) => one.id === id) as System;
  describe(id, () => {
    test.each(rows.map((row) => ({ ...ruleErrorOf(system, row.number), row })))('$number $code: $remedy', ({ row }) =>
      row.cells === undefined ? followPlan(system, row) : followProgram(system, row),
    );

    test('each error has a remedy, and a row or a reason', () => {
      const numbers = new Set(rows.map(({ number }) => number));
      const missing = system.errors.filter(({ number, meaning }) => !numbers.has(number) && !(meaning in ELSEWHERE));
      expect(missing.map(({ meaning }) => meaning)).toEqual([]);
      expect(system.errors.filter(({ remedy = '' }) => remedy === '')).toEqual([]);
    });
  });
}

test('every system is in the table, and every reason is of an error', () => {
  expect(Object.keys(ROWS).sort()).toEqual(SYSTEMS.map(({ id }) => id).sort());
  const meanings = SYSTEMS.flatMap(({ errors }) => errors.map(({ meaning }) => meaning));
  expect(Object.keys(ELSEWHERE).filter((meaning) => !meanings.includes(meaning))).toEqual([]);
  const encounter = ELSEWHERE['the area brings another formation with these draws'] ?? '';
  expect(readFileSync(bundled(encounter), 'utf8')).toContain('another formation');
});
