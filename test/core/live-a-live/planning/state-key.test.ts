/**
 * What a search leaves out of a state must never change in it: random play of the turn engine with every operation of the drill program, and
 * of whole battles to their end.
 */
import { expect, test } from 'vitest';
import { COMMAND_FRAME } from '../../../../core/live-a-live/drill/inputs.js';
import { createBattle, createFrameBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { battleKeyCells, frameKeyCells } from '../../../../core/live-a-live/planning/state-key.js';
import type { CellDeclaration } from '../../../../core/system/system.js';
import { DRILL_BATTLES, padWords } from '../../../../harness/tools/drill-battles.js';
import { PRESENT_DAY_BOUTS } from '../../../../rom-map/tables/present-day.js';

const FRAMES = 8000;

function addChanged(
  changed: Set<string>,
  cells: readonly CellDeclaration[],
  image: Uint8Array,
  start: Uint8Array,
): void {
  for (const { name, offset, width } of cells) {
    for (let byte = offset; byte < offset + width; byte++) if (image[byte] !== start[byte]) changed.add(name);
  }
}

test.each(DRILL_BATTLES)('$name: no cell outside of the state key changes', ({ setup, seed }) => {
  const battle = createFrameBattle(setup);
  const deciding = new Set(frameKeyCells(battle));
  const left = battle.cells.filter((cell) => cell.scratch !== true && cell.passive !== true && !deciding.has(cell));
  expect(left.length).toBeGreaterThan(500);
  expect(deciding.size).toBeGreaterThan(100);
  const command = Int32Array.of(COMMAND_FRAME, 0);
  battle.step(command, undefined);
  const start = battle.image.slice();
  const changed = new Set<string>();
  for (const pad of padWords(seed + 1, FRAMES)) {
    command[1] = pad;
    battle.step(command, undefined);
    addChanged(changed, left, battle.image, start);
  }
  expect([...changed]).toEqual([]);
});

const AUTO = LIVE_A_LIVE_BATTLE.commands.find(({ name }) => name === 'auto')?.code ?? 0;
const SEEDS = 3;
// characters of several scenarios, one to four of them, against lists of one to several enemies
const PARTIES = [
  ...PRESENT_DAY_BOUTS.map(({ formation }) => ({ formation: formation.number, party: ['takahara'] })),
  ...[0x01, 0x12, 0x40, 0x80, 0xb0].map((formation) => ({ formation, party: ['pogo', 'takahara', 'oboromaru'] })),
];

test('whole battles change nothing of units that are not there, and nothing of the test ROM', () => {
  const changed = new Set<string>();
  let commands = 0;
  for (const { formation, party } of PARTIES) {
    const battle = createBattle({ formation, party: party.map((character) => ({ character })) });
    const deciding = new Set(battleKeyCells(battle).map(({ name }) => name));
    const left = battle.cells.filter((cell) => cell.scratch !== true && !deciding.has(cell.name));
    expect(left.length).toBeGreaterThan(700);
    const start = battle.image.slice();
    const cell = (name: string): number => battle.cells.find((other) => other.name === name)?.offset ?? -1;
    const [generator, result] = [cell('battleGenerator.a0'), cell('battleResult')];
    for (let seed = 1; seed <= SEEDS; seed++) {
      battle.image.set(start);
      battle.image.set([seed, 17 * seed, 91 ^ seed, 7], generator);
      const command = Int32Array.of(AUTO, 0, 1, seed, 0, 0, 0, 0);
      for (let count = 0; count < 300 && battle.image[result] === 0; count++) {
        if (battle.step(command, undefined) !== 0) break;
        commands++;
        addChanged(changed, left, battle.image, start);
      }
    }
  }
  expect(commands).toBeGreaterThan(500);
  expect([...changed]).toEqual([]);
});
