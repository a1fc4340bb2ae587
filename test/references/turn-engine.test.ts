/** The slow turn engine against every routine vector of its part (executed), and the worked example of the guide. */
import { describe, expect, it } from 'vitest';
import { createWorld, routineOfVectorFile, runTurnRoutine } from './turn-engine.js';
import type { Outcome, World } from './turn-world.js';
import { readVectorFile, type VectorCase, type VectorHeader, type VectorMemory } from './vector-files.js';

const toAddress = (name: string) => Number.parseInt(name, 16);

function cellsOf(memory: VectorMemory = {}): [number, number][] {
  return Object.entries(memory).map(([name, value]) => [toAddress(name), value]);
}

/** Six digits are one cell; a few headers write "7E0308-030A" for a stretch. */
function scratchCells(header: VectorHeader): Set<number> {
  return new Set(header.scratch.map((name) => toAddress(name.slice(0, 6))));
}

/** Work cells of page 03 that no header calls an output; an argument may still be passed on in them. */
function differences(world: World, given: VectorCase, header: VectorHeader): string[] {
  const scratch = scratchCells(header);
  const before = new Map([...cellsOf(given.in.mem), ...cellsOf(given.in.rom)]);
  const expected = new Map([...before, ...cellsOf(given.out.mem)]);
  const addresses = new Set([...expected.keys(), ...world.cells.keys()]);
  return [...addresses]
    .filter((address) => !scratch.has(address) && (expected.get(address) ?? 0) !== (world.cells.get(address) ?? 0))
    .map((address) => {
      const values = [expected.get(address), world.cells.get(address)];
      return `${address.toString(16)}: ${values.join(' / ')}`;
    });
}

/** "low byte" results keep the accumulator's high byte as it was. */
function registersHold(outcome: Outcome, given: VectorCase, header: VectorHeader): void {
  const named = header.outputs.regs ?? {};
  const expected = given.out.regs ?? {};
  if ('A' in named && given.out.exit === 'return') {
    const { A: meaning } = named;
    const width = meaning?.includes('16 bit') ? 65536 : 256;
    expect((outcome.a ?? 0) % width, 'A').toBe((expected.A ?? 0) % width);
  }
  if ('X' in named && outcome.x !== undefined) expect(outcome.x, 'X').toBe(expected.X);
  if ('Y' in named && given.out.exit === 'return') expect(outcome.y, 'Y').toBe(expected.Y);
  if ('P' in named) expect(outcome.z, 'Z').toBe(((expected.P ?? 0) & 2) !== 0);
}

function runCase(name: string, given: VectorCase, header: VectorHeader): void {
  const routine = routineOfVectorFile.get(name);
  if (routine === undefined) throw new Error(`no routine for ${name}`);
  const statesGenerator = given.in.mem?.['7E0338'] !== undefined;
  const cells = [...cellsOf(given.in.mem), ...cellsOf(given.in.rom)];
  const draws = given.draws ?? [];
  const world = createWorld(cells, draws.length > 0 && !statesGenerator ? [...draws] : undefined);
  const flags = given.in.regs?.P ?? 0x20;
  const outcome = routine(world, {
    a: given.in.regs?.A ?? 0,
    x: given.in.regs?.X ?? 0,
    y: given.in.regs?.Y ?? 0,
    z: (flags & 0x02) !== 0,
    n: (flags & 0x80) !== 0,
  });
  expect(outcome.exit).toBe(given.out.exit);
  expect(differences(world, given, header)).toEqual([]);
  if (name !== 'C1-6150-battle-generator') expect(world.draws).toEqual(draws);
  registersHold(outcome, given, header);
}

describe('turn routines as executed', () => {
  it('has a routine for 78 vector files', () => {
    expect(routineOfVectorFile.size).toBe(78);
  });

  it.each([...routineOfVectorFile.keys()])('%s: every case is as executed', (name) => {
    const file = readVectorFile(name);
    for (const [index, given] of file.cases.entries()) {
      try {
        runCase(name, given, file.header);
      } catch (error) {
        throw new Error(`${name} case ${index}: ${JSON.stringify(given)}`, { cause: error });
      }
    }
  });
});

describe('worked by hand from the rules', () => {
  const points = (world: World) => (world.cells.get(0x7e03ae) ?? 0) + 256 * (world.cells.get(0x7e03af) ?? 0);

  it('five steps of speed 31 give 285, the skill of an enemy leaves 29', () => {
    const world = createWorld([
      [0x7e1c35, 31],
      [0x7e03ad, 0x1b],
    ]);
    for (let step = 0; step < 5; step += 1) runTurnRoutine(world, 'C1:96CB', { x: 0x1c00 });
    expect(points(world)).toBe(285);
    runTurnRoutine(world, 'C1:941E');
    expect(points(world)).toBe(29);
    runTurnRoutine(world, 'C1:93C5', { x: 0x1c00 });
    expect(points(world)).toBe(539);
  });

  it('order points 250 + 15 become 0101h', () => {
    const world = createWorld([
      [0x7e0325, 15],
      [0x7eac04, 250],
    ]);
    runTurnRoutine(world, 'C1:1C02', { x: 0x1b00 });
    expect([world.cells.get(0x7eac04), world.cells.get(0x7eac05)]).toEqual([1, 1]);
  });

  it('a step of a fast enemy from 3 gives 16, from its exact cost 0', () => {
    const from = (actionPoints: number) => {
      const world = createWorld([
        [0x7e03ae, actionPoints],
        [0x7e03ad, 0x1b],
        [0x7eaa04, 255],
      ]);
      runTurnRoutine(world, 'C1:283A');
      return points(world);
    };
    expect([3, 8, 9].map(from)).toEqual([16, 0, 1]);
  });
});
