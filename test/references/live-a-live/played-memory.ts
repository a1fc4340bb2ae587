/**
 * Slow references of the played battle: the battle's memory by console address, one byte or word at a time, and the battle generator (C1:6150)
 * computed from its cells. Written from rules/live-a-live-routines.md and the table of cells alone; addresses are those of bank 7E
 * and of `own-cells.ts`.
 */

import { HOST_WINDOW, offsetOf } from '../../../rom-map/windows.js';
import { ALLY, ALLY_BYTES, CELL, ENEMY, ENEMY_BYTES, FIRST_ALLY, FIRST_ENEMY } from './addresses.js';
import { HOST, HOST_BYTES } from './own-cells.js';

/** Numbers of the four allies and the fifteen enemies. */
export const ALLIES = [0, 1, 2, 3] as const;
export const ENEMIES = Array.from({ length: 15 }, (_, number) => number);
export const CELLS = Array.from({ length: 49 }, (_, index) => 8 * Math.floor(index / 7) + (index % 7));
export const RANGE_MARKS = CELL.rangeGrid;
export const FIELD = CELL.fieldGrid;

/** Offset in the image of every address of bank 7E and of the host window behind it, -1 outside of the windows. */
const OFFSETS = Int32Array.from({ length: HOST + HOST_BYTES }, (_, address) =>
  offsetOf(address < HOST ? 0x7e0000 + address : HOST_WINDOW + address - HOST),
);

export class Memory {
  constructor(readonly image: Uint8Array) {}

  private at(address: number): number {
    const offset = OFFSETS[address] ?? -1;
    if (offset < 0) throw new RangeError(`7E${address.toString(16)} is in no window`);
    return offset;
  }

  get(address: number): number {
    return this.image[this.at(address)] ?? 0;
  }

  /** Cuts to a byte. */
  set(address: number, value: number): void {
    this.image[this.at(address)] = value & 0xff;
  }

  word(address: number): number {
    return this.get(address) + 256 * this.get(address + 1);
  }

  /** Cuts to a word. */
  setWord(address: number, value: number): void {
    this.set(address, value);
    this.set(address + 1, value >> 8);
  }

  /** C1:6150: the oldest two bytes divided by 13; four zero bytes are seeded anew, outside the demo with generator and timer of the map. */
  draw(): number {
    const [oldest, newest] = [CELL.battleGeneratorA0, CELL.battleGeneratorA3];
    const cells = [0, 1, 2, 3].map((place) => oldest + place);
    if (cells.every((cell) => this.get(cell) === 0)) {
      const mixed = [CELL.mapGenerator, CELL.mapGenerator + 1, CELL.battleTimer, CELL.battleTimer + 1].map((cell) =>
        this.get(CELL.demoFlag) === 1 ? 0 : this.get(cell),
      );
      for (const [place, seed] of [0x2e, 0x16, 0x34, 0x12].entries())
        this.set(oldest + place, seed ^ (mixed[place] ?? 0));
    }
    const drawn = Math.floor(this.word(oldest) / 13) & 0xff;
    for (const cell of cells.slice(0, 3)) this.set(cell, this.get(cell + 1));
    this.set(newest, drawn);
    return drawn;
  }

  allyBlock(number: number): number {
    return FIRST_ALLY + ALLY_BYTES * number;
  }

  /** Party record of an ally. */
  recordOf(number: number): number {
    return this.word(this.allyBlock(number) + ALLY.record);
  }

  /** Neither an empty slot nor out of the battle. */
  allyPresent(number: number): boolean {
    return this.get(this.allyBlock(number)) !== 0xff && (this.get(this.allyBlock(number) + ALLY.state) & 0x40) !== 0;
  }

  enemyBlock(number: number): number {
    return FIRST_ENEMY + ENEMY_BYTES * number;
  }

  speciesOf(number: number): number {
    return this.word(this.enemyBlock(number) + ENEMY.species);
  }

  /** Enemies of the list, by number; state 80h ends it. */
  listedEnemies(): number[] {
    const end = ENEMIES.find((number) => this.get(this.enemyBlock(number) + ENEMY.state) === 0x80);
    return ENEMIES.slice(0, end);
  }

  presentEnemies(): number[] {
    return this.listedEnemies().filter((number) => (this.get(this.enemyBlock(number) + ENEMY.state) & 0x40) !== 0);
  }
}
