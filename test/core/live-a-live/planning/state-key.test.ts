/**
 * What a search leaves out of a state must never change in it: random play of the turn engine with every operation of the drill program, and
 * of whole battles to their end.
 */
import { expect, test } from 'vitest';
import { COMMAND_FRAME } from '../../../../core/live-a-live/drill/actions.js';
import { createBattle, createFrameBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import {
  battleKeyCells,
  DERIVED_VALUES,
  frameKeyCells,
  stepsLowerBound,
  timerMatters,
} from '../../../../core/live-a-live/planning/state-key.js';
import type { CellDeclaration } from '../../../../core/system/system.js';
import { DRILL_BATTLES, padWords } from '../../../../harness/tools/drill-battles.js';
import { PRESENT_DAY_BOUTS } from '../../../../rom-map/tables/present-day.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';

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

test('a key holds no cell of a unit that is not there, the first ally and the first enemy of none included', () => {
  const battle = createBattle({ formation: 5, party: [{ character: 'oersted' }, { character: 'pogo' }] });
  const { ally, enemy } = cellsOf(battle.image);
  const units = (): string[] => {
    const names = battleKeyCells(battle).map(({ name }) => /^(?:ally|enemy)\[\d+\]/.exec(name)?.[0]);
    return [...new Set(names.filter((name) => name !== undefined))].sort();
  };
  expect(units()).toEqual(['ally[0]', 'ally[1]', 'enemy[0]']);
  ally(0).set({ id: 0xff });
  enemy(1).set({ state: 0 });
  enemy(2).set({ state: 0x80 });
  expect(units()).toEqual(['ally[1]', 'enemy[0]', 'enemy[1]']);
  enemy(0).set({ state: 0x80 });
  expect(units()).toEqual(['ally[1]']);

  const frames = createFrameBattle({ allies: [{ x: 3, y: 3 }], species: [{}], enemies: [{ x: 0, y: 6 }] });
  const first = (): boolean => frameKeyCells(frames).some(({ name }) => name.startsWith('ally[0].'));
  expect(first()).toBe(true);
  cellsOf(frames.image).ally(0).set({ state: 0 });
  expect(first()).toBe(false);
});

test('steps are counted to a coordinate of an ally, and to no other cell', () => {
  const battle = createFrameBattle({ allies: [{ x: 3, y: 3 }], species: [{}], enemies: [{ x: 0, y: 6 }] });
  const named = (name: string): CellDeclaration => {
    const found = battle.cells.find((cell) => cell.name === name);
    if (found === undefined) throw new Error(name);
    return found;
  };
  const steps = (min: number, max: number) => stepsLowerBound(battle, named('ally[0].cellX'), min, max)?.();
  expect([steps(0, 6), steps(3, 3), steps(5, 6), steps(0, 1), steps(4, 4), steps(2, 2)]).toEqual([0, 0, 2, 2, 1, 1]);
  for (const name of ['ally[0].cellXCopy', 'otherally[0].cellX', 'ally[0].cellZ', 'enemy[0].cellX'])
    expect(stepsLowerBound(battle, { ...named('ally[0].cellY'), name }, 0, 6)).toBeUndefined();
});

test('the timer matters once the two newest bytes of the generator are 0', () => {
  const battle = createBattle(null);
  const matters = (bytes: readonly number[]): boolean => {
    cellsOf(battle.image).set({ 'battleGenerator.a0': bytes });
    return timerMatters(battle);
  };
  expect(
    [
      [1, 2, 0, 0],
      [0, 0, 0, 1],
      [0, 0, 1, 0],
      [0, 0, 0, 0],
    ].map(matters),
  ).toEqual([true, false, false, true]);
});

// Namcat on 3, 3 faces down and right: 6, 6 is in front of it, 5, 1 to a side; the one on 0, 0 turns its back to both
test('where each ally stands from each enemy is told by name', () => {
  const battle = createBattle({
    enemies: [
      { species: 'namcat', x: 3, y: 3 },
      { species: 'namcat', x: 0, y: 0 },
    ],
    party: [
      { character: 'takahara', x: 6, y: 6 },
      { character: 'pogo', x: 5, y: 1 },
    ],
    generator: [1, 2, 3, 4],
  });
  const { enemy } = cellsOf(battle.image);
  enemy(0).set({ facing: 0 });
  enemy(1).set({ facing: 0xc0 });
  const side = (name: string): number => DERIVED_VALUES.find((value) => value.name === name)?.read(battle) ?? -1;
  const names = [0, 1].flatMap((ally) => [0, 1].map((other) => `ally[${ally}].sideOf[${other}]`));
  expect(names.map(side)).toEqual([0, 2, 1, 2]);
  expect(DERIVED_VALUES.length).toBe(4 * 15);
  for (const { meaning } of DERIVED_VALUES) expect(meaning).toMatch(/0 front, 1 side, 2 back/);
});

test('cells that only count decide nothing: they are in the key of a battle, and passive', () => {
  const battle = createBattle({ formation: 5, party: [{ character: 'oersted' }] });
  const declared = new Set(battle.cells.filter(({ passive }) => passive === true).map(({ name }) => name));
  const passive = battleKeyCells(battle).filter((cell) => cell.passive === true && !declared.has(cell.name));
  expect(passive.map(({ name }) => name).sort()).toEqual(
    [
      ...['battleFrames', 'assumedFrames', 'unpublishedUsed', 'unpublishedUsedMore', 'holesFilled'],
      ...['allySkillCount', 'enemySkillCount', 'enemyStepCount', 'windowCount'],
    ]
      .filter((name) => !declared.has(name))
      .sort(),
  );
});

test('the key of the turn engine holds the timer, and no enemy behind the list', () => {
  const frames = createFrameBattle({ allies: [{ x: 3, y: 3 }], species: [{}], enemies: [{ x: 0, y: 6 }] });
  const names = frameKeyCells(frames).map(({ name }) => name);
  expect(names).toContain('battleTimer');
  const enemies = new Set(names.map((name) => /^enemy\[(\d+)\]/.exec(name)?.[1]).filter((slot) => slot !== undefined));
  expect([...enemies]).toEqual(['0']);
  expect(names.filter((name) => name.startsWith('record['))).toEqual([]);
});

test('a key holds the field, records and lists, but neither scratch nor what the test ROM alone has', () => {
  const battle = createBattle({ formation: 5, party: [{ character: 'oersted' }] });
  const isLeftOut = ({ name, scratch }: CellDeclaration): boolean => scratch === true || name.startsWith('drillSkill');
  const key = battleKeyCells(battle);
  expect(battle.cells.some(({ scratch }) => scratch === true)).toBe(true);
  expect(battle.cells.some(({ name }) => name.startsWith('drillSkill'))).toBe(true);
  expect(key.filter(isLeftOut)).toEqual([]);
  const names = new Set(key.map(({ name }) => name));
  const others = battle.cells.filter((cell) => !isLeftOut(cell) && !/^(?:ally|enemy)\[/.test(cell.name));
  expect(others.filter(({ name }) => !names.has(name))).toEqual([]);
  // an image's code may read every cell
  cellsOf(battle.image).ally(0).set({ id: 0x40, state: 0x40 });
  expect(battleKeyCells(battle).length).toBe(battle.cells.length);

  const frames = createFrameBattle({ allies: [{ x: 3, y: 3 }], species: [{}], enemies: [{ x: 0, y: 6 }] });
  const decides = frameKeyCells(frames).filter(({ name }) => name !== 'battleTimer');
  expect(frames.cells.some(({ passive }) => passive === true)).toBe(true);
  expect(decides.filter(({ scratch, passive }) => scratch === true || passive === true)).toEqual([]);
});
