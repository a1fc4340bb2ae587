/** What the policies choose: exactly what a slow reference allows, each as often as it says, in battles whose units stand anywhere. */
import { describe, expect, test } from 'vitest';
import { ATTACK, chance, choosePolicy, POLICIES, RANDOM } from '../../../../core/live-a-live/battle/policies.js';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { scatter } from '../../../fixtures/live-a-live/scattered-battle.js';
import * as slow from '../../../references/live-a-live/played-choices.js';
import { actor } from '../../../references/live-a-live/played-commands.js';
import type { Memory } from '../../../references/live-a-live/played-memory.js';
import { attackChoice, randomChoice } from '../../../references/live-a-live/played-policies.js';

const SHAPES = new Map(LIVE_A_LIVE_BATTLE.commands.map((shape) => [shape.code, shape]));
const SLOTS = Array.from({ length: 16 }, (_, slot) => slot);
const FACINGS = [0, 1, 2, 3];
/** Any ally; until the enemies' turn is over. */
const END = '-1 -1';

const first = createBattle(null);
const second = createBattle(null);
const { bankD5 } = first.machine.tables;

/** How often a policy chooses each command. */
function chosen(policy: number, seeds: number): Map<string, number> {
  const out = new Int32Array(8);
  const counts = new Map<string, number>();
  for (let seed = 0; seed < seeds; seed++) {
    out.fill(-9);
    expect(choosePolicy(first.machine, second.machine, policy, seed, out)).toBe(true);
    const shape = SHAPES.get(out[0] ?? 0);
    const name = [shape?.name, ...out.subarray(1, 1 + (shape?.parameters.length ?? 0))].join(' ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

const usable = (memory: Memory, ally: number): number[] =>
  SLOTS.filter((slot) => slow.entryState(memory, ally, slot) === slow.USABLE).map((slot) =>
    cellsOf(memory.image).ally(ally).read(`listSkill[${slot}]`),
  );
const canMove = (memory: Memory, ally: number): boolean =>
  (cellsOf(memory.image).ally(ally).read('statuses') & 2) === 0;

function freeNeighbours(memory: Memory, ally: number): [number, number][] {
  const cells = cellsOf(memory.image);
  return slow.WAYS.map(([dx, dy]): [number, number] => [
    cells.ally(ally).read('cellX') + dx,
    cells.ally(ally).read('cellY') + dy,
  ]).filter(([x, y]) => slow.isFree(memory, x, y));
}

/** Every choice as likely as the others: a step in place, each free neighbour, each way to turn, each skill; of a skill facing, then cell. */
function randomShares(memory: Memory, ally: number): Map<string, number> {
  const shares = new Map<string, number>([[`step ${END}`, 1]]);
  if (canMove(memory, ally)) {
    for (const way of [0, 1]) shares.set(`turn ${way} ${END}`, 1);
    for (const [x, y] of freeNeighbours(memory, ally)) shares.set(`move ${x} ${y} ${END}`, 1);
  }
  for (const skill of usable(memory, ally)) {
    const ranges = FACINGS.map((facing) => [facing, [...slow.reach(memory, bankD5, ally, skill, facing)]] as const);
    for (const [facing, cells] of ranges.filter(([, some]) => some.length > 0)) {
      for (const cell of cells)
        shares.set(`skill ${skill} ${cell & 7} ${cell >> 3} ${facing} 0 ${END}`, 1 / 4 / cells.length);
    }
  }
  return shares;
}

/** Cells with an enemy. */
const enemyCells = (memory: Memory): number[] =>
  Array.from({ length: 56 }, (_, cell) => cell).filter(
    (cell) =>
      (cellsOf(memory.image).read(`fieldGrid[${cell}]`) & 0x10) !== 0 &&
      (cellsOf(memory.image).read(`fieldGrid[${cell}]`) & 15) !== 0,
  );

/** Of each attack the cells with an enemy for the present facing, or the first that reaches one; without an attack steps that come nearer; without those a step in place. */
function attacks(memory: Memory, ally: number): Set<string> {
  const cells = cellsOf(memory.image);
  const out = new Set<string>();
  const enemies = enemyCells(memory);
  for (const skill of usable(memory, ally)) {
    if (((bankD5[slow.recordOfAllySkill(skill) + 13] ?? 0) & 0x80) !== 0) continue;
    const struck = (facing: number): number[] => {
      const cells = slow.reach(memory, bankD5, ally, skill, facing);
      return enemies.filter((cell) => cells.has(cell));
    };
    const present = cells.ally(ally).read('facing') & 3;
    const facing = FACINGS.map((turned) => (present + turned) & 3).find((one) => struck(one).length > 0);
    if (facing === undefined) continue;
    for (const cell of struck(facing)) out.add(`skill ${skill} ${cell & 7} ${cell >> 3} ${facing} 0 ${END}`);
  }
  if (out.size > 0) return out;
  const far = (x: number, y: number): number =>
    Math.min(...enemies.map((cell) => Math.abs((cell & 7) - x) + Math.abs((cell >> 3) - y)));
  const now = far(cells.ally(ally).read('cellX'), cells.ally(ally).read('cellY'));
  const nearer = canMove(memory, ally) ? freeNeighbours(memory, ally).filter(([x, y]) => far(x, y) < now) : [];
  for (const [x, y] of nearer) out.add(`move ${x} ${y} ${END}`);
  return out.size > 0 ? out : new Set([`step ${END}`]);
}

/** Somebody's turn in a scattered battle. @returns whose, or -1 */
function put(seed: number): { memory: Memory; ally: number } {
  const memory = scatter(first.image, seed);
  const cells = cellsOf(memory.image);
  cells.set({ phase: 2, currentAlly: cells.ally(0).address + 0x40 * (seed % 4) });
  cells.ally(seed % 4).set({ statuses: [0, 2, 0, 1][seed % 7] ?? 0 });
  return { memory, ally: actor(memory) };
}

test('the random policy chooses what is legal and nothing else, each kind with its share', () => {
  let met = 0;
  for (let seed = 0; seed < 12; seed++) {
    const { memory, ally } = put(seed);
    if (ally < 0) continue;
    met++;
    const shares = randomShares(memory, ally);
    const counts = chosen(RANDOM, 800);
    for (const name of counts.keys()) expect(shares.has(name), `seed ${seed}: ${name}`).toBe(true);
    const kinds = (of: Map<string, number>): Map<string, number> => {
      const sums = new Map<string, number>();
      for (const [name, count] of of) {
        const kind = name.startsWith('skill') ? name.split(' ').slice(0, 2).join(' ') : name;
        sums.set(kind, (sums.get(kind) ?? 0) + count);
      }
      return sums;
    };
    const wanted = kinds(shares);
    const whole = [...wanted.values()].reduce((sum, share) => sum + share, 0);
    for (const [kind, share] of wanted) {
      const mean = (800 * share) / whole;
      const count = kinds(counts).get(kind) ?? 0;
      expect(Math.abs(count - mean), `seed ${seed}: ${kind} ${count} of ${mean}`).toBeLessThan(5 * Math.sqrt(mean) + 1);
    }
  }
  expect(met).toBeGreaterThan(5);
});

test('the random policy aims at every cell of a skill’s range, the first and the last as well', () => {
  const { memory, ally } = put(0);
  const shares = [...randomShares(memory, ally)].filter(([name]) => name.startsWith('skill'));
  const counts = chosen(RANDOM, 6000);
  const missing = shares.filter(([name, share]) => share > 0.1 && !counts.has(name));
  expect(missing).toEqual([]);
});

test('the attack policy chooses every attack that reaches an enemy, else every step that comes nearer, else a step in place', () => {
  const met = { skill: 0, move: 0, step: 0 };
  for (let seed = 0; seed < 36; seed++) {
    const { memory, ally } = put(seed);
    const cells = cellsOf(memory.image);
    if (ally < 0) continue;
    if (seed % 3 === 0) for (const slot of SLOTS) cells.ally(ally).set({ [`listDisabling[${slot}]`]: 0xff });
    if (seed % 3 === 0) cells.ally(ally).set({ statuses: seed % 2 === 0 ? 1 : 2 });
    const wanted = attacks(memory, ally);
    const seen = chosen(ATTACK, 24 * wanted.size);
    expect([...seen.keys()].sort(), `seed ${seed}`).toEqual([...wanted].sort());
    const [kind] = ([...wanted][0] ?? '').split(' ');
    met[kind as keyof typeof met]++;
  }
  expect(Math.min(met.skill, met.move, met.step)).toBeGreaterThan(2);
});

/** Takahara without a skill, and whoever else; two Namcats of three rows each in opposite corners. */
const begin = (x: number, y: number, ...others: readonly Record<string, unknown>[]): void => {
  first.image.set(
    createBattle({
      enemies: [
        { species: 'namcat', x: 0, y: 0 },
        { species: 'namcat', x: 6, y: 4 },
      ],
      party: [{ character: 'takahara', x, y }, ...others],
    }).image,
  );
  const cells = cellsOf(first.image);
  for (const slot of SLOTS) cells.ally(0).set({ [`listSkill[${slot}]`]: 0 });
};

describe('the attack policy without an attack', () => {
  test('approaches nobody who has left', () => {
    begin(3, 5);
    const cells = cellsOf(first.image);
    // the one on the right is three columns away, the other as many columns and rows
    expect([...chosen(ATTACK, 30).keys()]).toEqual([`move 4 5 ${END}`]);
    cells.enemy(1).set({ state: 0 });
    expect([...chosen(ATTACK, 30).keys()].sort()).toEqual([`move 2 5 ${END}`, `move 3 4 ${END}`]);
  });

  test('steps in place where no free cell is nearer', () => {
    begin(6, 0, { character: 'pogo', x: 5, y: 0 }, { character: 'akira', x: 6, y: 1 });
    expect([...chosen(ATTACK, 10)]).toEqual([[`step ${END}`, 10]]);
  });
});

test('who has no skill attacks nobody, whatever the bank of skills begins with', () => {
  const tables = publishedTables();
  // read as a record: surroundings as far as the field goes
  tables.bankD5[12] = 3;
  tables.bankD5[13] = 0x20;
  const { machine, image } = createBattle(null, undefined, tables);
  begin(3, 5);
  image.set(first.image);
  const out = new Int32Array(8);
  for (let seed = 0; seed < 8; seed++) {
    choosePolicy(machine, second.machine, ATTACK, seed, out);
    // to the right, where the nearer one is
    expect([...out.subarray(0, 3)]).toEqual([2, 4, 5]);
  }
});

describe('a policy without a choice', () => {
  test('waits until the enemies’ turn is over while no ally can act', () => {
    const { memory } = put(0);
    const cells = cellsOf(memory.image);
    cells.set({ playerState: 0x80 });
    for (const policy of [RANDOM, ATTACK]) expect([...chosen(policy, 5)]).toEqual([['wait -1', 5]]);
  });

  test('chooses nothing once the battle is over', () => {
    const { memory } = put(0);
    const cells = cellsOf(memory.image);
    for (const result of [1, 2, 3]) {
      cells.set({ battleResult: result });
      for (const policy of [RANDOM, ATTACK])
        expect(choosePolicy(first.machine, second.machine, policy, 1, new Int32Array(8))).toBe(false);
    }
  });

  test('the policies are called random and attack', () => {
    expect([POLICIES[RANDOM], POLICIES[ATTACK], POLICIES.length]).toEqual(['random', 'attack', 2]);
  });
});

test('a choice leaves the battle as it is and depends on seed, frames, assumed frames and generator alone', () => {
  const cells = cellsOf(put(3).memory.image);
  const before = first.image.slice();
  const [once, again] = [chosen(RANDOM, 50), chosen(RANDOM, 50)];
  expect([...again]).toEqual([...once]);
  expect(Buffer.compare(first.image, before)).toBe(0);
  for (const [cell, more] of [
    ['battleFrames', 1],
    ['battleFrames', 0x1_0000],
    ['battleGenerator.a0', 1],
    ['battleGenerator.a3', 1],
  ] as const) {
    first.image.set(before);
    cells.set({ [cell]: cells.read(cell) + more });
    expect([...chosen(RANDOM, 50).keys()]).not.toEqual([...once.keys()]);
  }
});

test('each of the 32 bits of a policy’s chance is set for half of the seeds, salts and frames', () => {
  const { memory } = put(0);
  const cells = cellsOf(memory.image);
  const share = (value: (index: number) => number): number[] => {
    const ones = new Array<number>(32).fill(0);
    for (let index = 0; index < 1000; index++) {
      const drawn = value(index);
      expect(Number.isInteger(drawn) && drawn >= 0 && drawn <= 0xffff_ffff).toBe(true);
      for (let bit = 0; bit < 32; bit++) ones[bit] = (ones[bit] ?? 0) + ((drawn >>> bit) & 1);
    }
    return ones;
  };
  const far = (ones: number[]): number => Math.max(...ones.map((one) => Math.abs(one - 500)));
  expect(far(share((index) => chance(first.image, index, 0)))).toBeLessThan(100);
  expect(far(share((index) => chance(first.image, 1, index)))).toBeLessThan(100);
  const byFrame = (frame: number): number => {
    cells.set({ battleFrames: frame });
    return chance(first.image, 1, 0);
  };
  expect(far(share(byFrame))).toBeLessThan(100);
});

test('each choice of a policy is that of the slow reference for the same seed, frames and generator', () => {
  const out = new Int32Array(8);
  for (let seed = 0; seed < 60; seed++) {
    const { memory, ally } = put(seed);
    const cells = cellsOf(memory.image);
    if (ally < 0) continue;
    if (seed % 3 === 0) cells.ally(ally).set({ statuses: seed % 2 === 0 ? 1 : 2 });
    if (seed % 3 === 0)
      for (const slot of SLOTS) cells.ally(ally).set({ [`listDisabling[${slot}]`]: seed % 5 === 0 ? 0 : 0xff });
    cells.set({ battleFrames: 257 * seed + 0x1_0000 * (seed % 4) });

    for (let choice = 0; choice < 40; choice++) {
      for (const [policy, reference] of [
        [RANDOM, randomChoice],
        [ATTACK, attackChoice],
      ] as const) {
        const own = Math.imul(choice, 0x1234_567) >>> 1;
        choosePolicy(first.machine, second.machine, policy, own, out);
        const shape = SHAPES.get(out[0] ?? 0);
        const name = [shape?.name, ...out.subarray(1, 1 + (shape?.parameters.length ?? 0))].join(' ');
        expect(name, `seed ${seed}, choice ${choice}`).toBe(reference(memory, bankD5, ally, own));
      }
    }
  }
});
