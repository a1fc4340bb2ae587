/**
 * Slow reference of the cartridge's turn engine: the world that its routines work on.
 *
 * A plain map from 24-bit address to byte (work RAM 7E/7F, the product register 002134, ROM table bytes); a cell that was
 * never written is 0. Written from rules/live-a-live-routines.md part 1 and the header lines of the routine vectors alone.
 * Conventions: X of an enemy is 1B00h + 10h * slot, X of an ally is 1C00h + 40h * slot.
 */

export interface World {
  /** 24-bit address to byte. */
  readonly cells: Map<number, number>;
  /** Draws that are given instead of computed (the few vectors that do not state the generator's cells). */
  readonly givenDraws?: number[];
  /** Every draw made so far, in order. */
  readonly draws: number[];
}

/** What a routine is entered with. `z` and `n` are the flags a few entries look at. */
export interface Registers {
  readonly a: number;
  readonly x: number;
  readonly y: number;
  readonly z: boolean;
  readonly n: boolean;
}

/** How it ended: `return`, or the address of an unpublished stretch; the registers that are results. */
export interface Outcome {
  readonly exit: string;
  readonly a?: number;
  readonly x?: number;
  readonly y?: number;
  readonly z?: boolean;
}

export type Routine = (world: World, registers: Registers) => Outcome;

export const workRam = 0x7e0000;
export const tableBank = 0xd50000;
export const firstEnemy = 0x1b00;
export const enemySize = 0x10;
export const enemyEnd = 0x1c00;
export const firstAlly = 0x1c00;
export const allySize = 0x40;
export const lastAlly = 0x1cc0;

/** Cells of page 03 by their cartridge address. */
export const cell = {
  slot: 0x0308,
  ordinaryPresent: 0x0316,
  row: 0x0320,
  generator: 0x0338,
  battleKind: 0x0354,
  partyMode: 0x0356,
  partyArgument: 0x0359,
  currentAlly: 0x035a,
  scan: 0x0360,
  allyFlags: 0x0362,
  enemyFlags: 0x0363,
  timeCode: 0x036c,
  timeStep: 0x036d,
  healFlag: 0x0381,
  noTime: 0x0386,
  actingEnemy: 0x03ac,
  actionPoints: 0x03ae,
  allySkillFlag: 0x03b7,
  turnFlag: 0x03b8,
  idleFlag: 0x03f0,
  ranks: 0x0ab0,
} as const;

export function done(results: Omit<Outcome, 'exit'> = {}): Outcome {
  return { exit: 'return', ...results };
}

export function leave(exit: string, results: Omit<Outcome, 'exit'> = {}): Outcome {
  return { exit, ...results };
}

export function readByte(world: World, address: number): number {
  return world.cells.get(address) ?? 0;
}

export function writeByte(world: World, address: number, value: number): void {
  if (!Number.isInteger(value) || value < 0 || value > 255) throw new RangeError(`byte ${value}`);
  world.cells.set(address, value);
}

export function readWord(world: World, address: number): number {
  return readByte(world, address) + 256 * readByte(world, address + 1);
}

export function writeWord(world: World, address: number, value: number): void {
  writeByte(world, address, value % 256);
  writeByte(world, address + 1, Math.floor(value / 256));
}

/** Work RAM of bank 7E by its 16-bit address. */
export const ram = (world: World, address: number) => readByte(world, workRam + address);
export const ramWord = (world: World, address: number) => readWord(world, workRam + address);
export const setRam = (world: World, address: number, value: number) => writeByte(world, workRam + address, value);
export const setRamWord = (world: World, address: number, value: number) => writeWord(world, workRam + address, value);

/** The battle values of an enemy: pages AA to AD, ten (hexadecimal) bytes a slot. */
export const battleValue = (page: 0xaa | 0xab | 0xac | 0xad, x: number, offset: number) =>
  page * 256 + (x - firstEnemy) + offset;

/** The battle values of an ally that stand outside of its block. */
export const allyValue = (x: number, offset: number) => 0xea00 + (x - firstAlly) + offset;

export const speciesOf = (world: World, x: number) => ramWord(world, x + 2);
export const recordOf = (world: World, x: number) => ramWord(world, x + 2);

export const hasBits = (value: number, mask: number) => (value & mask) !== 0;
export const lowByte = (value: number) => value % 256;
export const half = (value: number) => Math.floor(value / 2);
export const quarter = (value: number) => Math.floor(value / 4);

/** The two's complement view of a byte. */
export const signed = (byte: number) => (byte < 128 ? byte : byte - 256);

/** C1:6150. Four zero bytes are seeded anew, mixed with the map's generator and the battle timer outside the demo. */
function computeDraw(world: World): number {
  let state = [0, 1, 2, 3].map((place) => ram(world, cell.generator + place));
  if (state.every((byte) => byte === 0)) {
    const mix =
      ram(world, 0x0070) === 1
        ? [0, 0, 0, 0]
        : [ram(world, 0x000c), ram(world, 0x000d), ram(world, 0xfef0), ram(world, 0xfef1)];
    state = [0x2e, 0x16, 0x34, 0x12].map((byte, place) => byte ^ (mix[place] ?? 0));
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = state;
  const drawn = lowByte(Math.floor((first + 256 * second) / 13));
  [second, third, fourth, drawn].forEach((byte, place) => {
    setRam(world, cell.generator + place, byte);
  });
  return drawn;
}

/** One draw: given, or computed from the generator's cells. */
export function draw(world: World): number {
  const drawn = world.givenDraws === undefined ? computeDraw(world) : world.givenDraws.shift();
  if (drawn === undefined) throw new Error('more draws than given');
  world.draws.push(drawn);
  return drawn;
}

/** C1:6150 as a routine. */
export const battleGenerator: Routine = (world) => done({ a: draw(world) });

/** C0:B900: C := 3D09h * (C + 1), result the high word of C * range. Its work cells 0030-0037 are not kept. */
export const mapGenerator: Routine = (world, { x }) => {
  const state = (0x3d09 * (ramWord(world, 0x000c) + 1)) % 65536;
  setRamWord(world, 0x000c, state);
  return done({ x: Math.floor((state * x) / 65536) });
};

/** C0:BA16: the 32-bit product of two words. */
export const multiplyWords: Routine = (world) => {
  const product = ramWord(world, 0x0030) * ramWord(world, 0x0032);
  setRamWord(world, 0x0034, product % 65536);
  setRamWord(world, 0x0036, Math.floor(product / 65536));
  return done();
};
