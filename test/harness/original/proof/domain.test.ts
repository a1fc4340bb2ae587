/** A difference counts only in a state that the game can hold; the reason is told and counted. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hpOfByte } from '../../../../core/live-a-live/turn/battle-start.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { PUBLISHED_SOURCE, recordedStates } from '../../../../harness/library/prove-image.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { LIVE_A_LIVE_GAME } from '../../../../harness/original/game/live-a-live.js';
import { imageUnderTest } from '../../../../harness/original/proof/choose-image.js';
import { createProofMachine } from '../../../../harness/original/proof/compare-sides.js';
import { domainOf, makePossible, outsideDomain, possibleByte } from '../../../../harness/original/proof/domain.js';
import { createRoutineRunner, type RoutineRunner } from '../../../../harness/original/proof/routine-runner.js';
import { playPlan } from '../../../../harness/play/plan/play.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { findPlanSystem, startBattle } from '../../../../harness/play/plan/start.js';
import { BLOCKS, IMAGE_BYTES, offsetOf, PLACES, type Place, WINDOWS } from '../../../../rom-map/index.js';
import {
  allyPointer,
  type CellValues,
  cellsOf,
  enemyPointer,
  placeOf,
  recordPointer,
  speciesPointer,
} from '../../../fixtures/live-a-live/battle-cells.js';

function memoryOf(cells: CellValues): Uint8Array {
  const memory = new Uint8Array(IMAGE_BYTES);
  cellsOf(memory).set(cells);
  return memory;
}

function runnerOf(rom: 'drill' | 'drill-battle', name: string): RoutineRunner {
  const profile = loadProfile(rom);
  const image = imageUnderTest(new Uint8Array(readFileSync(`traces/homebrew/${rom}.sfc`)), profile, true);
  const plan = profile.plans.find((one) => one.name === name);
  if (plan === undefined) throw new Error(`no routine ${name}`);
  return createRoutineRunner(createProofMachine(image), plan, PUBLISHED_SOURCE.published(plan), 20_000);
}

function verdict(runner: RoutineRunner, cells: CellValues, X = 0): string {
  runner.load({ registers: { A: 0, X, Y: 0, P: 0x20 }, memory: memoryOf(cells), tables: new Map(), draws: undefined });
  return runner.run({ A: 0, X, Y: 0, P: 0x20 }, undefined, 'recorded');
}

const FIRST_ENEMY = { A: 0, X: enemyPointer(0), Y: 0, P: 0x20 };

function inputsOf(memory: Uint8Array, read: readonly number[]) {
  return { registers: FIRST_ENEMY, memory, read };
}

const RULES = {
  game: LIVE_A_LIVE_GAME,
  routine: 'C1:CCA5',
  stated: new Map<number, number>(),
  offsets: new Map<number, number>(),
};

describe('which values occur', () => {
  test.each([
    ['enemy[2].species', speciesPointer(2), undefined],
    ['enemy[2].species', 0x1a, 'enemy.species is not the block of a species'],
    ['enemy[2].species', speciesPointer(4), 'enemy.species is not the block of a species'],
    ['ally[1].record', recordPointer(10), undefined],
    ['ally[1].record', recordPointer(11), 'ally.record is not the block of a record'],
    ['actingEnemy', 0, undefined],
    ['actingEnemy', 0x100, 'actingEnemy is not the block of an enemy, or 0'],
    ['species[0].width', 0, 'species.width is not 1 to 7'],
    ['species[0].width', 8, 'species.width is not 1 to 7'],
    ['species[0].width', 7, undefined],
    ['enemy[0].hp', 32_767, undefined],
    ['enemy[0].hp', 32_768, 'enemy.hp is not 0 to 32767'],
    ['enemy[0].totalDamage', 999, undefined],
    ['enemy[0].totalDamage', 1000, 'enemy.totalDamage is not 0 to 999'],
    ['actionPoints', 65_535, undefined],
  ] as const)('%s = %j can occur, or the reason is told; unread it judges nothing', (name, value, reason) => {
    const place = placeOf(name);
    const bytes = name.startsWith('species') ? [place] : [place, place + 1];
    expect(outsideDomain(RULES, inputsOf(memoryOf({ [name]: value }), bytes))).toBe(reason);
    // a cell that the original does not read judges nothing
    expect(outsideDomain(RULES, inputsOf(memoryOf({ [name]: value }), []))).toBeUndefined();
  });

  test('an ally finds room on a list: three other allies cannot take its four cells', () => {
    const places = [45, 46, 53, 54].map((cell) => placeOf(`fieldGrid[${cell}]`));
    const cells = { 'fieldGrid[45]': 1, 'fieldGrid[46]': 2, 'fieldGrid[53]': 3 };
    const rules = { ...RULES, routine: 'C1:7DF1' };
    const why = (more: CellValues): string | undefined =>
      outsideDomain(rules, {
        registers: { ...FIRST_ENEMY, X: allyPointer(3) },
        memory: memoryOf({ ...cells, ...more }),
        read: places,
      });
    // the high nibble says nothing of who stands there
    expect(why({ 'fieldGrid[54]': 0x10 })).toBeUndefined();
    expect(why({ 'fieldGrid[54]': 4 })).toBe('7E04FE, 7E04F6, 7E04FD, 7E04F5 are not a list with a free cell');
  });

  test('a byte other than the one that the vectors state cannot occur', () => {
    const rules = { ...RULES, stated: new Map([[0x7e0309, 0]]), offsets: new Map([[0x7e0309, 5]]) };
    const memory = new Uint8Array(IMAGE_BYTES);
    expect(outsideDomain(rules, inputsOf(memory, []))).toBeUndefined();
    memory[5] = 1;
    expect(outsideDomain(rules, inputsOf(memory, []))).toBe('the vectors state 7E0309 = 00h');
  });

  test('memory of any bytes becomes memory that can occur', () => {
    const memory = new Uint8Array(IMAGE_BYTES).map((_, index) => (index * 73 + 41) & 0xff);
    makePossible(LIVE_A_LIVE_GAME, memory);
    const all = Array.from(memory, (_, offset) => offset);
    expect(outsideDomain(RULES, inputsOf(memory, all))).toBeUndefined();
    const width = placeOf('species[1].width');
    for (let byte = 0; byte < 256; byte++) {
      memory[width] = possibleByte(domainOf(LIVE_A_LIVE_GAME, undefined), width, byte);
      expect(outsideDomain(RULES, inputsOf(memory, [width]))).toBeUndefined();
    }
  });
});

describe('on the test ROMs', () => {
  test('the skill of an enemy that is none is outside, that of an enemy equal', () => {
    const runner = runnerOf('drill', 'enemy-skill-ap');
    expect([verdict(runner, { actingEnemy: 0x100 }), runner.reason()]).toEqual([
      'outside',
      'actingEnemy is not the block of an enemy, or 0',
    ]);
    expect([verdict(runner, { actingEnemy: enemyPointer(3) }), runner.reason()]).toEqual(['equal', '']);
  });

  const HEAL = { A: 0, X: enemyPointer(0), Y: speciesPointer(0), P: 0x22 };
  const heal = (hp: number, total: number, largest: number) => {
    const runner = runnerOf('drill-battle', 'enemy-heal-apply');
    const cells = { 'species[0].maxHp': largest, 'enemy[0].hp': hp, 'enemy[0].totalDamage': total };
    runner.load({ registers: HEAL, memory: memoryOf(cells), tables: new Map(), draws: undefined });
    return [runner.run(HEAL, undefined, 'recorded'), runner.reason()];
  };

  test('a change of HP of 8000h and more counts in full at 9EF0, in the ROM as in ours', () => {
    expect(heal(0xb600, 0, 0)).toEqual(['equal', '']);
    expect(heal(0x7f00, 0, 0)).toEqual(['equal', '']);
  });

  test('a sum over 65535 wraps before it is held at the largest HP, in the ROM as in ours', () => {
    expect(heal(0x9000, 0x8000, 0x7000)).toEqual(['equal', '']);
    expect(heal(0x7fff, 999, 0x7fff)).toEqual(['equal', '']);
    // HP come from bytes (2032 at most) and totals are held at 999: no battle gets to the sum
    expect(hpOfByte(0xff) + 999).toBeLessThan(0x1_0000);
  });

  test('an enemy that the player drives is pushed through unpublished code', () => {
    const runner = runnerOf('drill-battle', 'knockback-all');
    const cells = {
      skillUser: allyPointer(1),
      'species[2].width': 1,
      'species[2].height': 1,
      'enemy[5].species': speciesPointer(2),
      'enemy[5].cellY': 1,
    };
    expect(verdict(runner, cells, enemyPointer(5))).toBe('equal');
    expect(verdict(runner, { ...cells, 'enemy[5].state': 0x20 }, enemyPointer(5))).toBe('stopped');
    expect(runner.reason()).toBe('a driven enemy moves through C1:41FD');
  });

  test('where no listing prints what follows, our function stops and the ROM goes on', () => {
    const runner = runnerOf('drill-battle', 'damage-to-enemy');
    const cells = { work0310: enemyPointer(0), absorbFlag: 0x80 };
    expect([verdict(runner, cells), runner.reason()]).toEqual(['stopped', 'our function ends at C1:D972']);
  });
});

function isDeclared(address: number): boolean {
  return WINDOWS.some((window) => address >= window.address && address < window.address + window.length);
}

describe('no row is narrower than what is known to occur', () => {
  const cartridge = loadProfile('cartridge');

  test('every published case is inside of its routine\u2019s domain', () => {
    const outside: string[] = [];
    let cases = 0;
    for (const plan of cartridge.plans) {
      const { cases: list } = PUBLISHED_SOURCE.published(plan);
      for (const one of list) {
        cases++;
        const memory = new Uint8Array(IMAGE_BYTES);
        const read: number[] = [];
        for (const [address, value] of one.memory) {
          if (!isDeclared(address)) continue;
          const offset = offsetOf(address);
          memory[offset] = value;
          read.push(offset);
        }
        const why = outsideDomain({ ...RULES, routine: plan.routine }, { registers: one.registers, memory, read });
        if (why !== undefined) outside.push(`${plan.routine} ${plan.name} line ${one.line}: ${why}`);
      }
    }
    expect(outside).toEqual([]);
    expect(cases).toBeGreaterThan(43_000);
  });

  test.each(['drill', 'drill-battle'])(
    'the calls at the beginning of all logs of %s are',
    { timeout: 120_000 },
    async (rom) => {
      const profile = loadProfile(rom);
      const image = imageUnderTest(new Uint8Array(readFileSync(`traces/homebrew/${rom}.sfc`)), profile, true);
      const machine = createProofMachine(image);
      const recorded = await recordedStates(image, profile.plans, { logFrames: 25 });
      const outside = new Set<string>();
      let calls = 0;
      for (const plan of profile.plans) {
        const runner = createRoutineRunner(machine, plan, PUBLISHED_SOURCE.published(plan), 20_000);
        for (const { registers, memory, ...state } of recorded?.statesOf(plan) ?? []) {
          calls++;
          runner.load({ registers, memory, ...state });
          runner.run(registers, undefined, 'recorded');
          const why = outsideDomain({ ...RULES, routine: plan.routine }, { registers, memory, read: runner.inputs() });
          if (why !== undefined) outside.add(`${plan.routine} ${plan.name}: ${why}`);
        }
      }
      expect([...outside]).toEqual([]);
      expect(calls).toBeGreaterThan(500);
    },
  );

  const PLANS = readdirSync('traces/live-a-live').filter((file) => file.endsWith('.toml'));

  test.each(PLANS)('what a battle holds in %s is', async (file) => {
    const plan = loadPlan(`traces/live-a-live/${file}`);
    const system = await findPlanSystem(SYSTEMS, plan);
    const battle = await startBattle(system, plan);
    const outside = new Set<string>();
    let looks = 0;
    const look = (): void => {
      looks++;
      const read = cellsInPlay(battle.image);
      const why = outsideDomain({ ...RULES, routine: '' }, { registers: FIRST_ENEMY, memory: battle.image, read });
      if (why !== undefined) outside.add(why);
    };
    look();
    playPlan(system, battle, plan, { after: look, refused: look });
    expect([...outside]).toEqual([]);
    expect(looks).toBeGreaterThan(0);
  });
});

/** Offsets of the cells of units that are in the battle, with their species and records. */
function cellsInPlay(image: Uint8Array): number[] {
  const value = (place: Place): number => {
    let sum = 0;
    for (let byte = place.width - 1; byte >= 0; byte--) sum = sum * 256 + (image[place.offset + byte] as number);
    return sum;
  };
  const named = (name: string): number => {
    const place = PLACES.find((one) => one.name === name);
    return place === undefined ? -1 : value(place);
  };
  const blocks = new Set<string>();
  for (const kind of ['enemy', 'ally'] as const) {
    for (let index = 0; index < BLOCKS[kind].count; index++) {
      if ((named(`${kind}[${index}].state`) & 0x40) === 0) continue;
      blocks.add(`${kind}[${index}]`);
      const other = kind === 'enemy' ? ('species' as const) : ('record' as const);
      const pointer = named(`${kind}[${index}].${other}`);
      blocks.add(`${other}[${(pointer - BLOCKS[other].base) / BLOCKS[other].stride}]`);
    }
  }
  // a cell that nothing set says nothing: of who is no ally's double, of plans without records or a field
  const isUnset = (place: Place): boolean =>
    ['foughtAlly', 'tableEntry', 'width', 'height'].some((cell) => place.name.endsWith(`.${cell}`)) &&
    value(place) === 0;
  return PLACES.filter((place) => blocks.has(place.name.slice(0, place.name.indexOf('.'))) && !isUnset(place)).flatMap(
    ({ offset, width }) => Array.from({ length: width }, (_, byte) => offset + byte),
  );
}
