/** A difference counts only in a state that the game can hold; the reason is told and counted. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hpOfByte } from '../../../core/live-a-live/turn/battle-start.js';
import { PUBLISHED_SOURCE } from '../../../harness/cli/verbs/rom/prove.js';
import { imageUnderTest } from '../../../harness/proof/image-profile.js';
import { makePossible, outsideDomain, possibleByte, UNDECIDED } from '../../../harness/proof/possible.js';
import { createProofMachine, createRoutineRunner, type RoutineRunner } from '../../../harness/proof/routine-runner.js';
import { loadProfile } from '../../../harness/verify/cpu-trace/profile-file.js';
import { IMAGE_BYTES, PLACES } from '../../../rom-map/index.js';
import {
  allyPointer,
  type CellValues,
  cellsOf,
  enemyPointer,
  placeOf,
  recordPointer,
  speciesPointer,
} from '../../fixtures/live-a-live/battle-cells.js';

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

const NO_REGISTERS = { A: 0, X: 0, Y: 0, P: 0x20 };

function inputsOf(memory: Uint8Array, read: readonly number[]) {
  return { registers: NO_REGISTERS, memory, read };
}

const RULES = { routine: 'C1:CCA5', stated: new Map<number, number>(), offsets: new Map<number, number>() };

describe('which values occur', () => {
  test.each([
    ['enemy[2].species', speciesPointer(2), undefined],
    ['enemy[2].species', 0x1a, 'enemy.species is not the block of a species'],
    ['enemy[2].species', speciesPointer(4), 'enemy.species is not the block of a species'],
    ['ally[1].record', recordPointer(10), undefined],
    ['ally[1].record', recordPointer(11), 'ally.record is not the block of a record'],
    ['actingEnemy', 0, undefined],
    ['actingEnemy', 0x100, 'actingEnemy is not the block of an enemy'],
    ['species[0].width', 0, 'species.width is not 1 to 7'],
    ['species[0].width', 8, 'species.width is not 1 to 7'],
    ['species[0].width', 7, undefined],
    ['enemy[0].hp', 32_767, undefined],
    ['enemy[0].hp', 32_768, 'enemy.hp is not 0 to 32767'],
    ['enemy[0].totalDamage', 999, undefined],
    ['enemy[0].totalDamage', 1000, 'enemy.totalDamage is not 0 to 999'],
    ['actionPoints', 65_535, undefined],
  ] as const)('%s = %j can occur, or the reason is told; unread it judges nothing', (name, value, reason) => {
    expect(outsideDomain(RULES, inputsOf(memoryOf({ [name]: value }), [placeOf(name)]))).toBe(reason);
    // a cell that the original does not read judges nothing
    expect(outsideDomain(RULES, inputsOf(memoryOf({ [name]: value }), []))).toBeUndefined();
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
    makePossible(memory);
    const all = Array.from(memory, (_, offset) => offset);
    expect(outsideDomain(RULES, inputsOf(memory, all))).toBeUndefined();
    const width = placeOf('species[1].width');
    for (let byte = 0; byte < 256; byte++) {
      memory[width] = possibleByte(width, byte);
      expect(outsideDomain(RULES, inputsOf(memory, [width]))).toBeUndefined();
    }
  });
});

describe('on the test ROMs', () => {
  test('the skill of an enemy that is none is outside, that of an enemy equal', () => {
    const runner = runnerOf('drill', 'enemy-skill-ap');
    expect([verdict(runner, { actingEnemy: 0x100 }), runner.reason()]).toEqual([
      'outside',
      'actingEnemy is not the block of an enemy',
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

  test('a sum over 65535 is undecided, up to there both are equal', () => {
    const [row] = UNDECIDED;
    expect(heal(0x9000, 0x8000, 0x7000)).toEqual(['undecided', row?.what]);
    expect(heal(0x8000, 0x7fff, 0xffff)).toEqual(['equal', '']);
    // HP come from bytes (2032 at most) and totals are held at 999: no battle gets there
    expect(hpOfByte(0xff) + 999).toBeLessThan(0x1_0000);
  });

  test.each(UNDECIDED)('$routine: no published case has such a state', ({ routine, cells, over }) => {
    const plan = loadProfile('cartridge').plans.find((one) => one.routine === routine);
    if (plan === undefined) throw new Error(`no routine ${routine}`);
    const { cases } = PUBLISHED_SOURCE.published(plan);
    const sums = cases.map((one) => {
      const [first, second] = cells.map((cell) =>
        PLACES.filter(({ name }) => name.replace(/\[\d+\]/, '') === cell)
          .map(({ address }) => (one.memory.get(address) ?? 0) + 256 * (one.memory.get(address + 1) ?? 0))
          .reduce((sum, value) => sum + value, 0),
      );
      return (first as number) + (second as number);
    });
    expect(sums.length).toBeGreaterThan(100);
    expect(Math.max(...sums)).toBeGreaterThan(1000);
    expect(sums.filter((sum) => sum > over)).toEqual([]);
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
