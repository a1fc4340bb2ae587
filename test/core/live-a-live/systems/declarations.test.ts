/**
 * What LIVE A LIVE declares: parameters as traces/live-a-live/README.md has them, addresses of the routines, pads and work cells of the
 * facts, and what the harness asks of a battle beyond running it.
 */
import { describe, expect, test } from 'vitest';
import { INPUTS } from '../../../../core/live-a-live/drill/actions.js';
import {
  createBattle,
  createFrameBattle,
  LIVE_A_LIVE,
  LIVE_A_LIVE_BATTLE,
  type LiveALiveBattle,
} from '../../../../core/live-a-live/index.js';
import { Action } from '../../../../core/live-a-live/memory/happenings.js';
import { byteAt } from '../../../../core/live-a-live/memory/skill-record.js';
import { battleKeyCells, frameKeyCells, stepsLowerBound } from '../../../../core/live-a-live/planning/state-key.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { Battle, OriginalCode } from '../../../../core/system/system.js';
import { parseAddress } from '../../../../rom-map/index.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { testDeclarations } from '../../declarations.js';

const CELLS = createBattle(null).cells;
const EVENTS = `
    1 routine: routine, block (frame, decision)
    2 draw: site, before, after, value (C1:6150, executed)
    3 action: unit, action, first, second (battle, decision)
    4 effect: unit, effect, before, after (battle, decision)
    5 passed: frames, assumed (battle, decision)
    6 filled: hole, routine, x, y (hole, executed)
  `;
const FRAME_SWITCHES = `
    idleActionPoints: 10, 0
    idleChargeFrames: N+1, N
    statusTimers: countDown, keep`;

testDeclarations(LIVE_A_LIVE, () => CELLS, {
  commands: `
    1 frame: pad 0..65535 =0
  `,
  events: EVENTS,
  errors: `
    E_PHASE
    E_WIDTH
    E_UNIT_BUSY
    E_BLOCKED
    E_RANGE
  `,
  switches: FRAME_SWITCHES,
});

testDeclarations(LIVE_A_LIVE_BATTLE, () => CELLS, {
  commands: `
    2 move: x 0..6, y 0..6, ally -1..3 =-1 <ally>, frames -1..255 =-1
    3 turn: way 0..1 <way>, ally -1..3 =-1 <ally>, frames -1..255 =-1
    4 step: ally -1..3 =-1 <ally>, frames -1..255 =-1
    5 pass: ally -1..3 =-1 <ally>, frames -1..255 =-1
    6 skill: skill 1..255 <skill>, x 0..6, y 0..6, facing -1..3 =-1 <facing>, presses 0..2147483647 =0 <presses>, ally -1..3 =-1 <ally>, frames -1..255 =-1
    7 item: item 1..255 <item>, x 0..6, y 0..6, facing -1..3 =-1 <facing>, ally -1..3 =-1 <ally>, frames -1..255 =-1
    8 escape: ally -1..3 =-1 <ally>
    9 wait: frames -1..255 =-1
    10 auto: policy 0..1 <policy>, commands 0..10000 =0, seed 0..2147483647 =1
    11 battle: formation -1..255 =-1 <formation>, walk 0..65535 =0, draws 0..255 =0, heal 0..1 =1, escape -1..1 =-1, area -1..255 =-1
    12 press: buttons 1..815730720 <buttons>, further 0..815730720 =0 <buttons>, hold 1..60 =4, release 1..60 =4
  `,
  events: EVENTS,
  errors: `
    E_PHASE
    E_OVER
    E_ACTOR ally
    E_NOBODY
    E_UNREACHABLE x
    E_SKILL skill
    E_DISABLED skill
    E_TARGET x
    E_ITEM item
    E_ESCAPE
    E_RANGE
    E_RANGE presses
    E_RUNNING
    E_LOST
    E_NO_ROOM
    E_FALLEN heal
    E_FORMATION formation
    E_AREA area
    E_ENCOUNTER formation
    E_NOWHERE formation
    E_LEG_LOCK
    E_DRIVEN
    E_NOT_DRIVEN
    E_NO_IMAGE
    E_NO_ROUND buttons
    E_OUTCOMES
  `,
  switches: `${FRAME_SWITCHES}
    onsetLevel: asLabelled, negated, none
    fieldLastCell: suppresses, counts
    decisionPasses: 2, 1
    decisionInput: everyFrame, secondPass
    startOffset: 0, 1, 2
  `,
});

test('every error says what to do', () => {
  for (const { errors } of [LIVE_A_LIVE, LIVE_A_LIVE_BATTLE]) {
    for (const { code, remedy } of errors) expect(remedy, code).toMatch(/\p{L}{3}/u);
  }
});

test('events that only inform people say so; routines, draws and filled holes are rules that were applied', () => {
  const telling = LIVE_A_LIVE.events.filter(({ tells }) => tells === true).map(({ name }) => name);
  expect(telling).toEqual(['action', 'effect', 'passed']);
});

test.each([LIVE_A_LIVE, LIVE_A_LIVE_BATTLE])(
  '$id has the second layout of images, and maps the first one',
  ({ layout }) => {
    expect(layout?.version).toBe(2);
    // skills of the test ROM stood where the console has memory of its own
    expect([parseAddress('7E1D00'), 0x7e03ae].map((address) => layout?.addressToday(1, address))).toEqual([
      parseAddress('HOST:0080'),
      0x7e03ae,
    ]);
  },
);

test('both systems have the names by which plans and logs know them', () => {
  expect([LIVE_A_LIVE.id, LIVE_A_LIVE_BATTLE.id, LIVE_A_LIVE_BATTLE.formerly?.id]).toEqual([
    'live-a-live',
    'live-a-live-battle',
    'live-a-live',
  ]);
});

test.each([LIVE_A_LIVE, LIVE_A_LIVE_BATTLE])('$id: tables of an image are four of its banks', ({ capabilities }) => {
  const banks = new Map([0xc0, 0xc1, 0xd5, 0xd6].map((bank) => [bank, new Uint8Array(0x1_0000).fill(bank)]));
  const battle = capabilities.cartridge?.(null, undefined, (bank) => banks.get(bank) ?? new Uint8Array());
  const { bankC0, bankC1, bankD5, bankD6 } = (battle as LiveALiveBattle).machine.tables;
  expect([bankC0, bankC1, bankD5, bankD6].map((bank) => [bank.length, bank[0]])).toEqual(
    [0xc0, 0xc1, 0xd5, 0xd6].map((bank) => [0x1_0000, bank]),
  );
});

test('code of an image stands where a battle has its holes, and is there before anything was kept', () => {
  const original = {} as OriginalCode;
  const battle = LIVE_A_LIVE_BATTLE.capabilities.cartridge?.(null, undefined, () => new Uint8Array(0x1_0000), original);
  expect((battle as LiveALiveBattle).machine.holes).toEqual({ original, keptEvents: 0, returnedX: 0 });
  expect(createBattle(null).machine.holes.original).toBeUndefined();
});

const named = (picks: 'scratch' | 'passive'): readonly string[] => [
  ...new Set(CELLS.filter((cell) => cell[picks] === true).map(({ name }) => name.replace(/\d+(?=])/, ''))),
];

describe('cells that are not compared, and cells that tell nothing new', () => {
  test('hardware registers, work cells and the second image of the test ROM are never compared', () => {
    expect(named('scratch')).toEqual([
      ...['ppuProduct', 'ppuProductHigh', 'autoReadBusy', 'joypad1', 'joypad2'],
      ...['multiplyFactorA', 'multiplyFactorB', 'multiplyProduct'],
      ...[
        'work0308',
        'work030A',
        'work030B',
        'lineWatchedCell',
        'lineWatchedDirection',
        'work030F',
        'work0310',
        'work0312',
      ],
      ...['work0314', 'areaCentreY', 'work0318', 'patternX', 'patternY', 'work031C', 'nearestAllyPointer'],
      'drillBattleSkill[]',
    ]);
  });

  test('pads and the timer change without anything happening', () => {
    const pads = ['pad1', 'pad2', 'pad1Copy', 'pad2Copy'];
    const ofTestRom = ['sequenceBegin', 'sequenceEnd', 'padWord'];
    expect(named('passive')).toEqual([...pads, 'battleTimer', ...ofTestRom]);
  });

  test('a byte by its 16-bit address is 0 behind the 8 KiB of low memory and outside of the windows', () => {
    const image = createBattle(null).image.fill(0x5a);
    // 03AE action points; 0 and 2000 are outside of the windows or of the low memory
    const bytes = [0x03ae, 0x03af, 0x1fff, 0x2000, 0xffff].map((address) => byteAt(image, address));
    expect(bytes).toEqual([0x5a, 0x5a, 0, 0, 0]);
  });
});

const NAMCAT = { formation: 'namcat', party: [{ character: 'takahara' }], generator: [1, 0, 231, 131] };
const turnEngine = (): Battle =>
  createFrameBattle({
    allies: [
      { x: 3, y: 3 },
      { x: 5, y: 2 },
    ],
    species: [{}],
    enemies: [{ x: 0, y: 6 }],
  });

describe('what the harness asks of a battle', () => {
  const { views, evidence, planning } = LIVE_A_LIVE_BATTLE.capabilities;

  test('the turn engine takes pad words of 16 bits and lists one command with its whole range', () => {
    const battle = turnEngine();
    expect([0, 0xffff, 0x10000, -1].map((pad) => battle.step(Int32Array.of(1, pad), undefined) === 0)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const out = new Int32Array(3);
    expect([battle.legalCommands?.(out), ...out]).toEqual([3, 1, 0, 0xffff]);
    expect(() => battle.legalCommands?.(new Int32Array(2))).toThrow(
      expect.objectContaining({ code: 'E_RANGE', message: 'the buffer is too small' }),
    );
    // what only a battle played by commands has
    expect(LIVE_A_LIVE.capabilities.views?.outcome).toBeUndefined();
    expect(LIVE_A_LIVE.capabilities.planning?.presses).toBeUndefined();
  });

  test('names turn into numbers and back, in the turn engine and in a played battle', () => {
    const played = createBattle(NAMCAT);
    expect(played.idNumber?.('way', 'left')).toBe(0);
    expect(played.idName?.('way', 1)).toBe('right');
    const battle = turnEngine();
    expect(battle.idNumber?.('direction', battle.idName?.('direction', 2) ?? '')).toBe(2);
    expect(battle.idNumber?.('side', battle.idName?.('side', 1) ?? '')).toBe(1);
    // what is no name, and no kind of names
    expect([battle.idNumber?.('side', 'up'), battle.idNumber?.('skill', 'left')]).toEqual([-1, -1]);
    expect([battle.idName?.('side', 2), battle.idName?.('skill', 0)]).toEqual([undefined, undefined]);
  });

  test('frames are none before the first command, then at least those waited, and the outcome names them', () => {
    const battle = createBattle(NAMCAT);
    expect(planning?.frames?.(battle)).toBe(0);
    battle.step(Int32Array.of(9, 5), undefined);
    expect(planning?.frames?.(battle)).toBeGreaterThanOrEqual(5);
    expect(views?.outcome?.(battle)[0]).toEqual(['result', 'not over']);
    expect(evidence?.assumedCost).toMatch(/frames/);
  });

  test('an unpublished stretch that a battle ran through is named from the moment it was asked for', () => {
    const battle = createBattle(NAMCAT);
    const notes = evidence?.unpublished?.(battle);
    expect(notes?.names()).toEqual([]);
    // that a walk is made of steps is a decision
    expect(battle.step(Int32Array.of(2, 5, 3, -1, -1), undefined)).toBe(0);
    expect(notes?.names()).toContain('buttonsToActions');
  });

  test('a battle that is given neither a set-up nor null is empty', () => {
    expect(createBattle(undefined).image).toEqual(createBattle(null).image);
    expect(createFrameBattle(undefined).image).toEqual(createFrameBattle(null).image);
  });

  test('the commands of a played battle that are listed can be done', () => {
    const battle = createBattle(NAMCAT);
    const out = new Int32Array(4096);
    expect(battle.legalCommands?.(out)).toBeGreaterThan(0);
    const width = Math.max(...LIVE_A_LIVE_BATTLE.commands.map(({ parameters }) => parameters.length)) + 1;
    expect(createBattle(NAMCAT).step(out.slice(0, width), undefined)).toBe(0);
  });

  test('who watches the frames of a played battle is called after each of them, until it stops', () => {
    const battle = createBattle(NAMCAT);
    const seen: number[] = [];
    views?.watchFrames?.(battle, () => seen.push(planning?.frames?.(battle) ?? -1));
    battle.step(Int32Array.of(9, 5), undefined);
    const frames = planning?.frames?.(battle) ?? 0;
    expect(seen).toEqual(Array.from({ length: frames }, (_, frame) => frame + 1));
    views?.watchFrames?.(battle, undefined);
    battle.step(Int32Array.of(9, 5), undefined);
    expect(seen).toHaveLength(frames);
  });

  test('presses of a command are those that it names', () => {
    const skill = (presses: number): Int32Array => Int32Array.of(6, 0x7d, 4, 4, -1, presses, -1, 0);
    expect([0, 3].map((count) => planning?.presses?.(createBattle(NAMCAT), skill(count)))).toEqual([0, 3]);
  });

  test('what comes next is foretold from action points and turn', () => {
    for (const [system, battle] of [
      [LIVE_A_LIVE, turnEngine()],
      [LIVE_A_LIVE_BATTLE, createBattle(NAMCAT)],
    ] as const) {
      expect(system.capabilities.views?.predict?.(battle).map(([label]) => label)).toEqual(
        expect.arrayContaining(['action points', 'turn', 'ally 0 free moves', 'ally 0 presses to the overflow']),
      );
    }
  });

  test('holes that an image’s code has filled are named from the battle', () => {
    const battle = createBattle(NAMCAT);
    expect(evidence?.filled?.(battle)).toEqual([]);
    // one bit each, in the order of the list
    cellsOf(battle.image).set({ holesFilled: 0b101 });
    expect(evidence?.filled?.(battle)).toEqual(['statChangeCap', 'onsetFromBack']);
  });

  test('the turn engine has inputs for a frame, orders and things that happen in a fight', () => {
    const { evidence: ofFrames, menus } = LIVE_A_LIVE.capabilities;
    expect([ofFrames?.inputs, ofFrames?.draws]).toEqual([INPUTS, 2]);
    const events = createEventBuffer(64);
    events.words.set([3, 0x1c00, Action.SKILL, 5, 20]);
    events.length = 5;
    expect(menus?.timed(events)).toEqual([{ what: 'skill', number: 5, units: 0 }]);
  });

  test('the ledger names whose turn it is', () => {
    expect(new Map(views?.ledger?.(createBattle(NAMCAT))).get('turn')).toMatch(/^(Takahara|nobody)$/);
  });
});

describe('cells that a search of a played battle tells states apart by', () => {
  const battle = createBattle(NAMCAT);
  const deciding = battleKeyCells(battle);
  const names = new Set(deciding.map(({ name }) => name));

  test('belong to units that are there, their records and lists; none to others, to the test ROM or to work cells', () => {
    for (const name of ['ally[0].cellX', 'enemy[0].hp', 'record[5].hp', 'actionPoints']) expect(names).toContain(name);
    for (const name of ['ally[1].cellX', 'ally[3].cellX', 'enemy[1].hp', 'work0310']) expect(names).not.toContain(name);
    expect(deciding.some(({ name, scratch }) => scratch === true || name.startsWith('drillSkill'))).toBe(false);
  });

  test('are marked when they only count', () => {
    const counting = deciding.filter(({ passive }) => passive === true).map(({ name }) => name);
    for (const name of [
      ...['battleFrames', 'assumedFrames', 'unpublishedUsed', 'allySkillCount', 'enemySkillCount'],
      ...['enemyStepCount', 'windowCount'],
    ]) {
      expect(counting).toContain(name);
    }
  });

  test('tell nothing of the steps to a cell, as skills move allies; the turn engine counts them for allies', () => {
    const cell = CELLS.find(({ name }) => name === 'ally[0].cellX');
    if (cell === undefined) throw new Error('no cell');
    expect(LIVE_A_LIVE_BATTLE.capabilities.planning?.actionsLowerBound).toBeUndefined();
    expect(stepsLowerBound(turnEngine(), cell, 5, 6)?.()).toBe(2);
  });

  test('belong to every unit of the turn engine that is there, the first ones like the others', () => {
    const small = new Set(frameKeyCells(turnEngine()).map(({ name }) => name));
    for (const name of ['ally[0].cellX', 'ally[1].cellX', 'enemy[0].orderPoints']) expect(small).toContain(name);
    for (const name of ['ally[2].cellX', 'enemy[1].orderPoints']) expect(small).not.toContain(name);
  });
});
