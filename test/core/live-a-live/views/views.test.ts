/** What viewers, planners and searches are shown of a battle: by the cells' meanings and the buttons of traces/homebrew/PROGRAM.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ACTION_SHAPES, DIRECTIONS, INPUTS, SIDES } from '../../../../core/live-a-live/drill/actions.js';
import { createFrameBattle, LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { DRAW_SITES, drawPurpose, START_SITE } from '../../../../core/live-a-live/memory/draw-sites.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';

import { frameKeyCells, stepsLowerBound, timerMatters } from '../../../../core/live-a-live/planning/state-key.js';
import { GUIDE_OVERVIEW, OVERVIEW } from '../../../../core/live-a-live/views/overview.js';
import type { Battle } from '../../../../core/system/system.js';
import { cellsOf, enemyPointer, recordPointer, speciesPointer } from '../../../fixtures/live-a-live/battle-cells.js';

const TABLES = publishedTables();
const cells = new Map(createFrameBattle(undefined, undefined, TABLES).cells.map((cell) => [cell.name, cell]));

function cellOf(name: string) {
  const cell = cells.get(name);
  if (cell === undefined) throw new Error(`no cell ${name}`);
  return cell;
}

const get = (battle: Battle, name: string): number => cellsOf(battle.image).read(name);

const SETUP = {
  allies: [
    { x: 3, y: 3, speed: 31, facing: 1 },
    { x: 5, y: 2 },
  ],
  species: [{ intellect: 100 }, { intellect: 90, power: 12 }],
  enemies: [{ x: 0, y: 6 }, { x: 1, species: 1, facing: 2 }, { x: 2 }],
};

/** Two allies and three enemies of two species; the battle has begun. */
function open(values: Readonly<Record<string, number>> = {}): Battle {
  const battle = createFrameBattle(SETUP, undefined, TABLES);
  battle.step(Int32Array.of(1, 0), undefined);
  cellsOf(battle.image).set(values);
  return battle;
}

describe('units in a viewer', () => {
  test('an enemy takes as many squares as its species is wide and high', () => {
    const sizes = (battle: Battle) => OVERVIEW.units(battle).map(({ size }) => size);
    expect(sizes(open())).toEqual([undefined, undefined, undefined, undefined, undefined]);
    const battle = open({ 'species[1].width': 2, 'species[1].height': 3 });
    expect(sizes(battle)).toEqual([undefined, undefined, undefined, [2, 3], undefined]);
    const second = (width: number, height: number) =>
      sizes(open({ 'species[1].width': width, 'species[1].height': height }))[3];
    expect([second(2, 1), second(1, 2), second(1, 1)]).toEqual([[2, 1], [1, 2], undefined]);
  });

  test('fields of the grid are shown, by the high three bits of its cells; places of units are none', () => {
    const none = OVERVIEW.ground?.(open());
    expect([none?.kinds, none?.meanings]).toEqual([[], {}]);
    // C1:1F06 fires them in this order: water, poison, fire, electric
    const battle = open({ 'fieldGrid[0]': 0x80, 'fieldGrid[6]': 0xb1, 'fieldGrid[9]': 0xc0, 'fieldGrid[54]': 0xe0 });
    const { kinds = [], meanings = {} } = OVERVIEW.ground?.(battle) ?? {};
    expect(kinds.flatMap((kind, at) => (kind === '' ? [] : [[at % 7, Math.floor(at / 7), meanings[kind]]]))).toEqual([
      [0, 0, 'water field'],
      [6, 0, 'poison field'],
      [1, 1, 'fire field'],
      [6, 6, 'electric field'],
    ]);
  });

  test('a field anywhere on the 49 squares is shown alone, with its own meaning and nobody’s reach', () => {
    for (const [x, y] of [
      [3, 0],
      [6, 1],
      [0, 6],
      [6, 6],
    ] as const) {
      const ground = OVERVIEW.ground?.(open({ [`fieldGrid[${8 * y + x}]`]: 0xc0 }));
      const kinds = Array(49).fill('');
      kinds[7 * y + x] = 'f';
      expect(ground).toEqual({ kinds, meanings: { f: 'fire field' }, reachOf: '' });
    }
  });

  test('no field is in the eighth column, behind the last row, or where bit 80h is not set', () => {
    const none = { kinds: [], meanings: {}, reachOf: '' };
    expect(OVERVIEW.ground?.(open({ 'fieldGrid[7]': 0xc0, 'fieldGrid[55]': 0xc0 }))).toEqual(none);
    const behind = open();
    const end = cellOf('fieldGrid[55]').offset + 1;
    behind.image.fill(0xc0, end, end + 8);
    expect(OVERVIEW.ground?.(behind)).toEqual(none);
    const battle = open({ 'fieldGrid[0]': 0x80, 'fieldGrid[1]': 0x20, 'fieldGrid[2]': 0x40, 'fieldGrid[3]': 0x60 });
    expect(OVERVIEW.ground?.(battle)?.kinds).toEqual(['w', ...Array(48).fill('')]);
  });

  test('are those that are there, with place, facing and the blocks that belong to them', () => {
    const battle = open({ 'enemy[0].state': 0, 'ally[1].facing': 7 });
    const units = OVERVIEW.units(battle);
    expect(units.map(({ named, ...unit }) => unit)).toEqual([
      { prefixes: ['ally[0]', 'record[0]'], name: 'ally 0', side: 0, x: 3, y: 3, facing: 'lower left' },
      { prefixes: ['ally[1]', 'record[1]'], name: 'ally 1', side: 0, x: 5, y: 2, facing: '' },
      { prefixes: ['enemy[1]', 'species[1]'], name: 'enemy 1', side: 1, x: 1, y: 0, facing: 'upper right' },
      { prefixes: ['enemy[2]', 'species[0]'], name: 'enemy 2', side: 1, x: 2, y: 0, facing: 'lower right' },
    ]);
    // characters 0 and 1, species 0 and 1 of the published tables; a letter tells two of a species apart
    expect(units.map(({ named }) => named?.en)).toEqual(['Oersted', 'Straybow', 'Korokoro Bug', 'Armstrong B']);
    expect([units[1]?.named?.ja, units[3]?.named?.id]).toEqual(['ストレイボウ', 'armstrong-b']);
    expect(GUIDE_OVERVIEW.units(battle)[0]).not.toHaveProperty('named');
    expect(OVERVIEW.units(open({ 'enemy[0].facing': 0xc0 }))[2]?.facing).toBe('upper left');
    expect(OVERVIEW.sides?.(battle)).toEqual(['allies', 'enemies']);
    expect([OVERVIEW.board?.(battle), GUIDE_OVERVIEW.board]).toEqual([[7, 7], undefined]);
  });

  test.each([
    ['the last record', recordPointer(10), ['record[10]']],
    ['behind the last one', recordPointer(11), []],
    ['before the first one', recordPointer(-1), []],
    ['into the middle of one', recordPointer(0) + 0x20, []],
  ])('have the party record that their pointer leads to: %s', (_, pointer, blocks) => {
    expect(OVERVIEW.units(open({ 'ally[0].record': pointer }))[0]?.prefixes).toEqual(['ally[0]', ...blocks]);
  });

  test('have one of four species blocks, or none', () => {
    const third = open({ 'enemy[0].species': speciesPointer(3) });
    expect(OVERVIEW.units(third)[2]?.prefixes).toEqual(['enemy[0]', 'species[3]']);
    const none = open({ 'enemy[0].species': speciesPointer(4) });
    expect(OVERVIEW.units(none)[2]?.prefixes).toEqual(['enemy[0]']);
  });

  test('are enemies’ to move with 256 action points and a turn flag, in the guide when an enemy was chosen', () => {
    const turn = (actionPoints: number, turnFlag: number): number | undefined =>
      OVERVIEW.turn?.(open({ actionPoints, turnFlag }));
    expect([turn(255, 0x80), turn(256, 0x80), turn(256, 0x40), turn(256, 0)]).toEqual([0, 1, 1, 0]);
    expect([0, enemyPointer(0)].map((actingEnemy) => GUIDE_OVERVIEW.turn?.(open({ actingEnemy })))).toEqual([0, 1]);
  });

  test('have gauges for cells that exist, each with its role', () => {
    expect(OVERVIEW.gauges.map(({ cell, role }) => [cell, role])).toEqual([
      ['actionPoints', 'points'],
      ['enemy[*].orderPoints', 'order'],
      ['ally[*].charge', 'charge'],
      ['enemy[*].charge', 'charge'],
      ['record[*].hp', 'health'],
      ['enemy[*].hp', 'health'],
      ['ally[*].statuses', 'status'],
      ['enemy[*].statuses', 'status'],
      ['enemy[*].abnormality', 'other'],
    ]);
    for (const { cell, label } of OVERVIEW.gauges) {
      cellOf(cell.replace('*', '0'));
      expect(label).not.toBe('');
    }
    // bits as the timers stand
    const timers = ['Neck', 'Leg', 'Arm', 'Poison', 'Paralysis', 'Sleep', 'Drunk', 'Petrify'];
    const first = cellOf('enemy[0].timerNeck').offset;
    timers.forEach((name, bit) => {
      expect(cellOf(`enemy[0].timer${name}`).offset - first).toBe(bit);
    });
    for (const gauge of OVERVIEW.gauges.filter(({ role }) => role === 'status')) {
      expect(gauge.bits).toEqual(timers.map((name) => name.toLowerCase()));
      // FFh is no set of bits: all eight at once
      expect(gauge.words).toEqual({ 255: 'out of the fight' });
    }
    const [points] = OVERVIEW.gauges;
    expect(points?.line).toEqual([256, expect.stringMatching(/./)]);
  });
});

test('the ledger tells action points, order points, charges, what recovers, and whose turn it is', () => {
  const ledger = (battle: Battle): Record<string, string> =>
    Object.fromEntries(LIVE_A_LIVE.capabilities.views?.ledger?.(battle) ?? []);
  // 256 - 100 and 256 - 90
  const order = '156 166 156';
  // the set-up gives everybody 100 HP
  const HP = 'Oersted 100, Straybow 100, Armstrong A 100, Korokoro Bug 100, Armstrong B 100';
  const gauges = { 'action points': '0', 'order points': order, HP, statuses: '' };
  const start = { ...gauges, charges: '', recovering: '', turn: 'Oersted' };
  expect(ledger(open())).toEqual(start);
  const busy = open({
    'ally[1].skillState': 0x40,
    'ally[1].charge': 7,
    'enemy[2].skillState': 0x40,
    'enemy[2].charge': 9,
    'enemy[0].skillState': 0x80,
    'ally[0].speed': 20,
    'enemy[1].power': 30,
    'enemy[1].intellect': 91,
  });
  expect(ledger(busy)).toEqual({
    ...start,
    charges: 'Straybow 7, Armstrong B 9',
    recovering: 'Oersted speed 20 to 31, Korokoro Bug power 30 to 12, Korokoro Bug intellect 91 to 90',
  });
  expect(ledger(open({ phase: 1, 'ally[0].speed': 20 }))['recovering']).toBe('');
  // bits 2 and 3 are arm and poison; FFh is out of the fight
  const hurt = ledger(open({ 'enemy[1].hp': 7, 'enemy[1].statuses': 0x0c, 'ally[1].statuses': 0xff }));
  expect(hurt['statuses']).toBe('Straybow out of the fight, Korokoro Bug arm poison');
  expect(hurt['HP']).toContain('Korokoro Bug 7');
  expect(ledger(open({ actionPoints: 256, turnFlag: 0x80 }))['turn']).toBe('Korokoro Bug');
  // C1:8E64: one that charges is chosen and does nothing
  const charging = { 'enemy[0].skillState': 0x40, 'enemy[1].skillState': 0x40, 'enemy[2].skillState': 0x40 };
  const charges = { 'enemy[0].charge': 9, 'enemy[1].charge': 9, 'enemy[2].charge': 9 };
  expect(ledger(open({ actionPoints: 256, turnFlag: 0x80, ...charging, ...charges }))['turn']).toBe('Oersted');
  expect(ledger(open({ 'ally[0].statuses': 0x80 }))['turn']).toBe('Straybow');
  expect(ledger(open({ 'ally[0].statuses': 0x80, 'ally[1].statuses': 0x10 }))['turn']).toBe('nobody');
  const left = ledger(open({ 'enemy[1].state': 0, 'ally[1].state': 0 }));
  expect(left['HP']).toBe('Oersted 100, Armstrong A 100, Armstrong B 100');
  expect(left['order points']).toBe('156 156');
});

test('the ledger and the units have all four allies', () => {
  const battle = createFrameBattle({ ...SETUP, allies: [{}, {}, {}, { hp: 7, body: 5 }] }, undefined, TABLES);
  battle.step(Int32Array.of(1, 0), undefined);
  const [last] = OVERVIEW.units(battle).filter(({ name }) => name === 'ally 3');
  // its place in the list, row 6
  expect([last?.x, last?.y, last?.prefixes]).toEqual([3, 6, ['ally[3]', 'record[3]']]);
  cellsOf(battle.image).set({ 'ally[3].body': 4, 'ally[0].facing': 4 });
  const columns = Object.fromEntries(LIVE_A_LIVE.capabilities.views?.ledger?.(battle) ?? []);
  expect(columns['HP']).toContain(`${last?.named?.en} 7,`);
  expect(columns['recovering']).toBe(`${last?.named?.en} body 4 to 5`);
});

describe('inputs of a frame', () => {
  test('are one pad word for each thing that a frame can do', () => {
    expect(INPUTS.choices.map(({ command, label }) => [command[0], command[1]?.toString(16), label])).toEqual([
      [1, '0', 'nothing'],
      [1, '80', 'use the skill'],
      [1, '8000', 'use the skill with a charge'],
      [1, '40', 'use an item'],
      [1, '4000', 'step in place'],
      [1, '30', 'pass'],
      [1, '10', 'turn to face, right'],
      [1, '20', 'turn to face, left'],
      [1, '800', 'step up'],
      [1, '400', 'step down'],
      [1, '200', 'step left'],
      [1, '100', 'step right'],
      [1, '2100', 'next skill'],
      [1, '2200', 'previous skill'],
      [1, '2400', 'next target'],
      [1, '2800', 'previous target'],
      [1, '3000', 'choose an area'],
      [1, '1080', 'enemy: use the skill'],
      [1, '9000', 'enemy: use the skill with a charge'],
      [1, '1040', 'enemy: leg-locked move'],
      [1, '5000', 'enemy: next step of its decision'],
      [1, '1020', 'enemy: turn left'],
      [1, '1010', 'enemy: turn right'],
      [1, '1800', 'enemy: step'],
    ]);
  });

  test('change only the cells that hold the input when they do nothing: Start alone on the allies’ turn', () => {
    const [idle, pressed] = [open(), open()];
    idle.step(Int32Array.of(1, 0), undefined);
    pressed.step(Int32Array.of(1, 0x1000), undefined);
    const differing = [...cells.values()].filter((cell) => get(idle, cell.name) !== get(pressed, cell.name));
    const names = differing.map(({ name }) => name);
    for (const name of ['joypad1', 'pad1', 'pad1Copy', 'padWord']) expect(names).toContain(name);
    expect(names.filter((name) => !INPUTS.cells.includes(name))).toEqual([]);
    expect(INPUTS.cells).toHaveLength(7);
    for (const name of INPUTS.cells) cellOf(name);
    const counters = [INPUTS.sequence?.begin ?? '', INPUTS.sequence?.end ?? ''];
    expect(counters.map((name) => get(idle, name))).toEqual([2, 2]);
  });

  test('turn a dial up and down by one, and round', () => {
    expect(INPUTS.dials?.map(({ cell, count }) => [cell, count])).toEqual([
      ['skillCursor', 16],
      ['targetCursor', 15],
      ['areaMode', 2],
    ]);
    for (const { cell, count, raise, lower } of INPUTS.dials ?? []) {
      const battle = open();
      const press = (choice: number): number => {
        battle.step(Int32Array.from(INPUTS.choices[choice]?.command ?? []), undefined);
        return get(battle, cell);
      };
      if (count === 2) expect([press(raise), press(lower)]).toEqual([1, 0]);
      else {
        for (let turn = 1; turn <= count; turn++) expect(press(raise)).toBe(turn % count);
        expect([press(lower), press(lower)]).toEqual([count - 1, count - 2]);
      }
    }
  });
});

describe('names for people', () => {
  test('tell the purpose of every draw in the code, and of no other', () => {
    const folder = fileURLToPath(new URL('../../../../core/live-a-live', import.meta.url));
    const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('draw-sites.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    const drawn = new Set([...code.matchAll(/0x(c1[0-9a-f]{4})\b/g)].map(([, hex]) => Number.parseInt(hex ?? '', 16)));
    // the start's own site stands for code without an address
    expect(code).toContain('drawBattle(machine, START_SITE)');
    expect(DRAW_SITES.filter((site) => !drawn.has(site))).toEqual([START_SITE]);
    const calls = [...code.matchAll(/drawBattle\(machine, 0x(c1[0-9a-f]{4})\)/g)];
    const sites = new Set(calls.map(([, hex]) => Number.parseInt(hex ?? '', 16)));
    expect(sites.size).toBeGreaterThan(20);
    expect([...sites].filter((site) => drawPurpose(site) === 'unknown')).toEqual([]);
    const purposes = DRAW_SITES.map(drawPurpose);
    expect([new Set(purposes).size, purposes.includes(''), drawPurpose(0)]).toEqual([32, false, 'unknown']);
    // no routine stands there: in the bank of the battle's code an image's own code draws, and nowhere else
    expect([drawPurpose(0xc1ffff), drawPurpose(0xc2ffff)]).toEqual(["of an image's own code", 'unknown']);
  });

  test('tell of each action its code, who does it, what it counts as, and its parameters', () => {
    const table = ACTION_SHAPES.map(({ code, name, side, kind, parameters }) => [code, name, side, kind, parameters]);
    const range = (name: string, min: number, max: number, optional?: number, ids?: string) =>
      expect.objectContaining({
        name,
        min,
        max,
        ...(optional === undefined ? {} : { optional }),
        ...(ids === undefined ? {} : { ids }),
      });
    const side = range('side', 0, 1, 1, 'side');
    const skill = range('skill', 0, 15, 0);
    const target = range('target', 0, 14, 0);
    const charged = range('charged', 0, 1, 0);
    expect(table).toEqual([
      [1, 'step', 'ally', 'action', [range('direction', 0, 3, undefined, 'direction')]],
      [2, 'turn', 'ally', 'action', [side]],
      [3, 'pass', 'ally', 'action', []],
      [4, 'stepInPlace', 'ally', 'action', []],
      [5, 'skill', 'ally', 'action', [skill, target, charged]],
      [6, 'item', 'ally', 'action', [target]],
      [7, 'openArea', 'ally', 'press', []],
      [8, 'areaTurn', 'ally', 'press', [side, range('presses', 1, 65_535, 1)]],
      [9, 'areaTurnToOverflow', 'ally', 'press', [side]],
      [10, 'cancelArea', 'ally', 'press', []],
      [11, 'wait', 'nobody', 'wait', [range('frames', 1, 65_535, 1)]],
      [12, 'waitForAlly', 'nobody', 'wait', []],
      [13, 'enemySkill', 'enemy', 'action', [skill, charged]],
      [14, 'enemyTurn', 'enemy', 'action', [side]],
      [15, 'enemyStep', 'enemy', 'action', []],
      [16, 'enemyNothing', 'enemy', 'action', []],
      [17, 'enemyHeld', 'enemy', 'action', []],
    ]);
    const meanings = ACTION_SHAPES.flatMap((shape) => [shape.meaning, ...shape.parameters.map((one) => one.meaning)]);
    expect(meanings.filter((meaning) => meaning === '')).toEqual([]);
    expect(new Set(ACTION_SHAPES.map(({ meaning }) => meaning)).size).toBe(17);
    expect([DIRECTIONS, SIDES]).toEqual([
      ['up', 'down', 'left', 'right'],
      ['left', 'right'],
    ]);
  });
});

describe('a search of the turn engine', () => {
  const cellNames = (battle: Battle): readonly string[] => frameKeyCells(battle).map(({ name }) => name);

  test('tells states apart by the units that are there and the engine, not by absent ones, work cells or pads', () => {
    const names = cellNames(open({ 'enemy[1].state': 0 }));
    for (const name of ['actionPoints', 'turnFlag', 'battleTimer', 'ally[1].cellX', 'enemy[2].orderPoints']) {
      expect(names).toContain(name);
    }
    for (const name of ['ally[2].cellX', 'enemy[3].orderPoints', 'work0310', 'pad1', 'ally[0].id', 'record[0].hp']) {
      expect(names).not.toContain(name);
    }
  });

  test('knows the fewest steps until an ally’s coordinate is in a range, and nothing of other cells', () => {
    const battle = open();
    const least = (name: string, min: number, max: number): number | undefined =>
      stepsLowerBound(battle, cellOf(name), min, max)?.();
    expect([least('ally[0].cellX', 0, 1), least('ally[0].cellX', 5, 6), least('ally[0].cellX', 3, 3)]).toEqual([
      2, 2, 0,
    ]);
    expect([least('ally[1].cellY', 0, 2), least('ally[1].cellY', 2, 9)]).toEqual([0, 0]);
    expect([least('enemy[0].cellX', 0, 1), least('ally[0].wantedX', 0, 1), least('actionPoints', 0, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('needs the battle timer once two zeros stand at the end of the generator', () => {
    const decides = (a2: number, a3: number): boolean =>
      timerMatters(open({ 'battleGenerator.a2': a2, 'battleGenerator.a3': a3 }));
    expect([decides(0, 0), decides(1, 0), decides(0, 1)]).toEqual([true, false, false]);
  });

  test('knows where an ally stands from an enemy: in front, at the side, in the back', () => {
    const values = LIVE_A_LIVE.capabilities.values ?? [];
    expect([values.length, values[0]?.name, values.at(-1)?.name]).toEqual([
      60,
      'ally[0].sideOf[0]',
      'ally[3].sideOf[14]',
    ]);
    const sideOf = (facing: number): number | undefined =>
      values
        .find(({ name }) => name === 'ally[1].sideOf[2]')
        ?.read(
          open({
            'enemy[2].cellX': 3,
            'enemy[2].cellY': 3,
            'enemy[2].facing': facing,
            'ally[1].cellX': 5,
            'ally[1].cellY': 5,
          }),
        );
    // lower right, lower left, upper right, upper left; the ally stands at the lower right
    expect([0x00, 0x40, 0x80, 0xc0].map(sideOf)).toEqual([0, 1, 1, 2]);
    for (const { meaning } of values) expect(meaning).not.toBe('');
  });
});
