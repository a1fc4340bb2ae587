/** What makes memory no battle that goes on: one cell after the other of a sound battle is spoilt, by the meanings of rom-map/CELLS.md. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createBattle,
  createFrameBattle,
  LIVE_A_LIVE,
  LIVE_A_LIVE_BATTLE,
} from '../../../../core/live-a-live/index.js';
import { battleFault } from '../../../../core/live-a-live/setup/console-state.js';
import type { StateFault } from '../../../../core/system/system.js';
import { TEST_ROM_IMAGE, TEST_ROM_SIGNATURE } from '../../../../rom-map/index.js';
import { offsetOf } from '../../../../rom-map/windows.js';
import {
  allyPointer,
  type BattleCells,
  cellsOf,
  enemyPointer,
  fieldCell,
  recordPointer,
  speciesPointer,
} from '../../../fixtures/live-a-live/battle-cells.js';
import { memoryOf } from '../../../harness/files/states/state-files.js';

const WAIT = Int32Array.of(9, 1);
const PARTY = ['takahara', 'pogo', 'akira', 'lei'].map((character, slot) => ({ character, x: 3 + slot, y: 6 }));

/** Odie O. of 3 x 4 cells in the upper left corner, beside it an enemy of 2 x 3, after the first frame. */
function battleOf() {
  const enemies = [
    { species: 'odie-o', x: 0, y: 0 },
    { species: 'namcat', x: 5, y: 0 },
  ];
  const battle = createBattle({ enemies, party: PARTY, generator: [1, 2, 3, 4] });
  battle.step(WAIT, undefined);
  const wider = Object.fromEntries([0, 1, 2].map((y) => [fieldCell(6, y), 0x12]));
  cellsOf(battle.image).set({ 'species[1].width': 2, ...wider });
  return battle;
}

const sound = battleOf();
const start = sound.image.slice();
const cells: BattleCells = cellsOf(sound.image);
beforeEach(() => sound.image.set(start));

/** What is found after some cells have other values. */
function foundWith(values: Readonly<Record<string, number>>): string | undefined {
  sound.image.set(start);
  cells.set(values);
  return battleFault(sound.image)?.found;
}

const hex = (value: number): string => `${value.toString(16).toUpperCase()}h`;

describe('a pointer', () => {
  test('leads to the beginning of a block of its kind, or nowhere where nobody acts', () => {
    const found = (name: string, pointer: number): readonly [string | undefined, string] => [
      foundWith({ [name]: pointer }),
      `${name} = ${hex(pointer)}`,
    ];
    for (const pointer of [allyPointer(-1), allyPointer(0) + 1, allyPointer(4), 0]) {
      const [what, expected] = found('currentAlly', pointer);
      expect(what).toBe(expected);
    }
    expect([0, 3].map((slot) => foundWith({ currentAlly: allyPointer(slot) }))).toEqual([undefined, undefined]);
    for (const pointer of [enemyPointer(-1), enemyPointer(2) + 8, enemyPointer(16)]) {
      const [what, expected] = found('actingEnemy', pointer);
      expect(what).toBe(expected);
    }
    expect([0, enemyPointer(0)].map((actingEnemy) => foundWith({ actingEnemy }))).toEqual([undefined, undefined]);
    for (const pointer of [recordPointer(-1), recordPointer(11), recordPointer(2) + 2]) {
      const [what, expected] = found('ally[1].record', pointer);
      expect(what).toBe(expected);
    }
    for (const pointer of [speciesPointer(-1), speciesPointer(4), speciesPointer(1) + 4]) {
      const [what, expected] = found('enemy[1].species', pointer);
      expect(what).toBe(expected);
    }
  });
});

describe('an ally', () => {
  test('has HP up to a maximum above 0, and one of four facings', () => {
    expect(foundWith({ 'record[1].maxHp': 0, 'record[1].hp': 0 })).toBe('ally[1] with 0 of 0 HP');
    expect(foundWith({ 'record[3].maxHp': 50, 'record[3].hp': 51 })).toBe('ally[3] with 51 of 50 HP');
    expect(foundWith({ 'record[3].maxHp': 50, 'record[3].hp': 50 })).toBeUndefined();
    expect(foundWith({ 'ally[2].facing': 4 })).toBe('ally[2].facing = 4');
    expect(foundWith({ 'ally[2].facing': 3 })).toBeUndefined();
  });

  test('stands where the field grid has its number, unless it is out of the fight or in an enemy’s body', () => {
    const away = { 'ally[1].cellX': 4, 'ally[1].cellY': 5 };
    const misplaced = 'ally[1] at 4, 5, and no 2h there on the field grid';
    expect(foundWith(away)).toBe(misplaced);
    // another ally's number, or an enemy's, is not his
    for (const code of [1, 3, 0x12]) expect(foundWith({ ...away, [fieldCell(4, 5)]: code })).toBe(misplaced);
    for (const code of [2, 0xe2]) expect(foundWith({ ...away, [fieldCell(4, 5)]: code })).toBeUndefined();
    expect(foundWith({ ...away, 'ally[1].statuses': 0xff })).toBeUndefined();
    expect(foundWith({ ...away, 'ally[1].state': 0x40 })).toBeUndefined();
    expect(foundWith({ ...away, 'ally[1].state': 0 })).toBeUndefined();
    for (const [x, y] of [
      [7, 0],
      [0, 7],
    ] as const)
      expect(foundWith({ 'ally[1].cellX': x, 'ally[1].cellY': y, [fieldCell(x, y)]: 2 })).toBe(
        `ally[1] at ${x}, ${y}, and no 2h there on the field grid`,
      );
  });

  test('in a step stands where the step ends', () => {
    const away = { 'ally[1].cellX': 4, 'ally[1].cellY': 5 };
    expect(foundWith({ ...away, 'ally[1].skillState': 0x20 })).toBeUndefined();
    expect(foundWith({ ...away, 'ally[1].skillState': 0x40 })).toContain('ally[1] at 4, 5');
    expect(foundWith({ ...away, 'ally[1].skillState': 0x20, 'ally[1].wantedX': 3 })).toContain('ally[1] at 4, 5');
    expect(foundWith({ ...away, 'ally[1].skillState': 0x20, 'ally[1].wantedY': 5 })).toContain('ally[1] at 4, 5');
  });
});

describe('an enemy', () => {
  test('has its number on every cell of its box', () => {
    // 2 x 3 cells from column 5 on; the second enemy is 12h
    for (const [x, y] of [
      [5, 0],
      [6, 0],
      [5, 2],
      [6, 2],
    ] as const)
      expect(foundWith({ [fieldCell(x, y)]: 0x11 })).toBe(
        'enemy[1], 2 x 3 cells, at 5, 0, and no 12h there on the field grid',
      );
    // a field on it changes nothing
    expect(foundWith({ [fieldCell(6, 2)]: 0xd2 })).toBeUndefined();
    expect(foundWith({ [fieldCell(0, 0)]: 0 })).toBe(
      'enemy[0], 3 x 4 cells, at 0, 0, and no 11h there on the field grid',
    );
    for (const state of [0x20, 0x40]) {
      expect(foundWith({ [fieldCell(5, 0)]: 0, 'enemy[1].state': state })).toBeUndefined();
    }
  });

  test('has a box of one cell and more within the field', () => {
    for (const [name, size] of [
      ['width', 0],
      ['height', 0],
      ['width', 3],
      ['height', 8],
    ] as const)
      expect(foundWith({ [`species[1].${name}`]: size })).toContain('enemy[1], ');
    // the whole right edge, from the top to the bottom
    const column = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((y) => [fieldCell(5, y), 0x12]));
    const edge = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((y) => [fieldCell(6, y), 0x12]));
    // nobody else stands there
    const others = { 'ally[2].state': 0, 'ally[3].state': 0 };
    expect(foundWith({ ...column, ...edge, ...others, 'species[1].height': 7 })).toBeUndefined();
    expect(foundWith({ ...column, ...edge, ...others, 'species[1].height': 7, [fieldCell(6, 6)]: 0 })).toContain(
      'enemy[1], 2 x 7 cells',
    );
  });

  test('in a step stands where the step ends', () => {
    const away = { 'enemy[1].cellX': 4, 'enemy[1].cellY': 1 };
    expect(foundWith(away)).toContain('enemy[1], 2 x 3 cells, at 4, 1');
    expect(foundWith({ ...away, enemyActionFlags: 0x08 })).toBeUndefined();
    expect(foundWith({ ...away, enemyActionFlags: 0x80 })).toContain('enemy[1], ');
    expect(foundWith({ ...away, allyActionFlags: 0x08 })).toContain('enemy[1], ');
    expect(foundWith({ ...away, enemyActionFlags: 0x08, 'enemy[1].wantedX': 4 })).toContain('enemy[1], ');
  });

  test('ends the list of enemies within sixteen blocks', () => {
    const blocks = Array.from({ length: 16 }, (_, enemy) => enemy);
    const states = (end: number) =>
      Object.fromEntries(blocks.map((enemy) => [`enemy[${enemy}].state`, enemy === end ? 0x80 : 0]));
    const present = { 'enemy[0].state': 0x41, 'enemy[1].state': 0x41 };
    expect(foundWith({ ...states(15), ...present })).toBeUndefined();
    expect(foundWith({ ...states(16), ...present })).toBe('a list of enemies without an end');
    // behind the sixteenth the first ally's block begins: its state ends no list of enemies
    const ally = { 'ally[0].state': 0x80 };
    expect(foundWith({ ...states(16), ...present, ...ally })).toBe('a list of enemies without an end');
    expect(foundWith({ ...states(15), ...present, ...ally })).toBeUndefined();
    // what stands behind the end is nobody
    expect(foundWith({ 'enemy[3].state': 0x41, 'enemy[3].species': 1 })).toBeUndefined();
  });
});

describe('a moment', () => {
  const faultWith = (values: Readonly<Record<string, number>>): StateFault | undefined => {
    sound.image.set(start);
    cells.set(values);
    return battleFault(sound.image);
  };

  test('between two battles has nobody of one side in the fight', () => {
    expect(faultWith({ 'enemy[0].state': 0, 'enemy[1].state': 0 })).toEqual({
      kind: 'between',
      found: 'no enemy in the fight',
    });
    const out = Object.fromEntries([0, 1, 2, 3].map((slot) => [`ally[${slot}].statuses`, 0xff]));
    expect(faultWith(out)).toEqual({ kind: 'between', found: 'no ally in the fight' });
    expect(faultWith({ ...out, 'ally[3].statuses': 0x80 })).toBeUndefined();
  });

  test('before the first frame has no points, no turn, and no enemy that is chosen', () => {
    const before = {
      actionPoints: 0,
      turnFlag: 0,
      actingEnemy: 0,
      'enemy[0].orderPoints': 0,
      'enemy[1].orderPoints': 0,
    };
    expect(faultWith(before)).toEqual({ kind: 'before', found: 'nobody has points yet, and no enemy is chosen' });
    for (const [name, value] of [
      ['actionPoints', 0x100],
      ['turnFlag', 0x40],
      ['actingEnemy', enemyPointer(1)],
      ['enemy[0].orderPoints', 1],
      ['enemy[1].orderPoints', 0x100],
    ] as const)
      expect([name, faultWith({ ...before, [name]: value })]).toEqual([name, undefined]);
  });

  test('of a skill that fires is the middle of something; a step is not', () => {
    for (const flags of ['allyActionFlags', 'enemyActionFlags']) {
      expect(faultWith({ [flags]: 0x10 })).toEqual({ kind: 'moment', found: 'a skill half done' });
      expect(faultWith({ [flags]: 0xef })).toBeUndefined();
    }
    expect(faultWith({})).toBeUndefined();
  });
});

const CONSOLE = LIVE_A_LIVE_BATTLE.capabilities.consoleState;
const TEST_ROM = LIVE_A_LIVE.capabilities.consoleState;
if (CONSOLE === undefined || TEST_ROM === undefined) throw new Error('both systems take states');

describe('work RAM', () => {
  test('may hold a battle where the current ally is one of the blocks at 1C00h, and all of it is there', () => {
    const memory = memoryOf(sound);
    const at = 0x035a;
    expect([CONSOLE.mayBegin(memory, 0), CONSOLE.mayBegin(memory, 1)]).toEqual([true, false]);
    for (const [low, high, begins] of [
      [0x00, 0x1c, true],
      [0xc0, 0x1c, true],
      [0x20, 0x1c, false],
      [0x01, 0x1c, false],
      [0x00, 0x1d, false],
    ] as const) {
      memory.set([low, high], at);
      expect(CONSOLE.mayBegin(memory, 0)).toBe(begins);
    }
    memory.set([0x00, 0x1c], at);
    const { bytes } = CONSOLE;
    expect([CONSOLE.mayBegin(memory.slice(0, bytes), 0), CONSOLE.mayBegin(memory.slice(0, bytes - 1), 0)]).toEqual([
      true,
      false,
    ]);
    const moved = new Uint8Array(bytes + 9);
    moved.set(memory.subarray(0, bytes), 9);
    expect(CONSOLE.mayBegin(moved, 9)).toBe(true);
  });

  test('is taken with cells of our own at their beginning: an enemy’s step of 12 frames, nothing counted', () => {
    const memory = memoryOf(sound);
    const battle = createBattle(null);
    battle.image.fill(0xee);
    expect(CONSOLE.take(battle, memory, 0)).toBeUndefined();
    const { read } = cellsOf(battle.image);
    const own = ['program', 'phase', 'enemyStepFrames', 'allySkillFrames', 'windowFrames', 'battleFrames'];
    expect(own.map(read)).toEqual([1, cellsOf(start).read('phase'), 12, 0, 0, 0]);
    expect(['inventory[0]', 'battleNumber', 'battleResult'].map(read)).toEqual([0, 0, 0]);
    // what the game's memory holds is as it was
    for (const name of ['enemy[0].hp', 'record[3].hp', 'battleGenerator.a0', fieldCell(6, 2)])
      expect([name, read(name)]).toEqual([name, cellsOf(start).read(name)]);
    expect(CONSOLE.needs(battle)).toEqual([...[0, 1, 2, 3].map((slot) => `record[${slot}].hp`), 'fieldCounter']);
    cellsOf(battle.image).set({ 'ally[1].state': 0 });
    expect(CONSOLE.needs(battle)).toEqual(['record[0].hp', 'record[2].hp', 'record[3].hp', 'fieldCounter']);
  });

  test('says what no cell tells, and that something is in progress where that is so', () => {
    const notes = (playerState: number, allyFlags = 0, enemyFlags = 0): readonly string[] => {
      cells.set({ playerState, allyActionFlags: allyFlags, enemyActionFlags: enemyFlags });
      return CONSOLE.notes(sound);
    };
    const usual = notes(0);
    expect(usual).toHaveLength(4);
    expect(usual.join('\n')).toMatch(/menus.*\n.*items.*\n.*12 for an enemy's step.*\n.*just left/);
    const [first, ...rest] = notes(0xff);
    expect([first, rest]).toEqual([expect.stringContaining('7E03F0'), usual]);
    for (const [ally, enemy] of [
      [0x10, 0],
      [0x08, 0],
      [0, 0x10],
      [0, 0x08],
    ] as const)
      expect(notes(0xff, ally, enemy)).toEqual(usual);
    expect(notes(0xff, 0x80, 0x80)).toHaveLength(5);
  });
});

describe('a test ROM', () => {
  /** A battle of frames as the test ROM's memory has it: its own cells where it keeps them. */
  const SIGNATURE = [0x4c, 0x4b, 0x53, 0x54];
  const frames = () => {
    const battle = createFrameBattle({
      allies: [{ x: 3, y: 3 }],
      species: [{ width: 1, height: 1 }],
      enemies: [{ x: 0, y: 0 }],
    });
    battle.step(Int32Array.of(1, 0), undefined);
    battle.image.set(SIGNATURE, offsetOf(TEST_ROM_SIGNATURE));
    cellsOf(battle.image).set({ 'record[0].maxHp': 100 });
    return battle;
  };

  test('goes on frame by frame only where its battle runs and no window is open', () => {
    const battle = frames();
    const { set } = cellsOf(battle.image);
    expect(TEST_ROM.adopt(battle)).toBeUndefined();
    set({ targetCursor: 3 });
    expect(TEST_ROM.adopt(battle)).toBeUndefined();
    // of the four images, 0 to 3, the last one orders through menus
    const number = offsetOf(TEST_ROM_IMAGE);
    battle.image[number] = 2;
    expect(TEST_ROM.adopt(battle)).toBeUndefined();
    battle.image[number] = 3;
    expect(TEST_ROM.adopt(battle)).toEqual({ kind: 'moment', found: expect.stringMatching(/^targetCursor = 3: /) });
    set({ targetCursor: 0 });
    expect(TEST_ROM.adopt(battle)).toBeUndefined();
    set({ phase: 1 });
    expect(TEST_ROM.adopt(battle)).toEqual({ kind: 'between', found: 'the test ROM with phase = 1' });
    expect(CONSOLE.adopt(battle)).toEqual({ kind: 'between', found: 'the test ROM with phase = 1' });
    expect([TEST_ROM.needs(battle), TEST_ROM.notes(battle).length]).toEqual([[], 1]);
  });

  test('is no game, and a game is no test ROM', () => {
    const fault = TEST_ROM.take(createFrameBattle(null), memoryOf(sound), 0);
    expect([fault?.kind, fault?.found]).toEqual(['other', expect.stringContaining('no test ROM')]);
  });
});
