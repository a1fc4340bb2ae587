/** A machine for the hand-worked statements: memory by console address, draws given beforehand. */
import type { Machine } from '../../../../core/live-a-live/memory/machine.js';
import { createCaseMachine } from '../../../../harness/verify/vectors/case-machine.js';
import { offsetOf } from '../../../../rom-map/index.js';

const target = createCaseMachine();
export const machine: Machine = target.machine;

export const ENEMY_0 = 0x1b00;
export const ALLY_0 = 0x1c00;
const SPECIES_0 = 0x1a00;
const RECORD_0 = 0x0d00;

/** Empties the memory; enemy 0 is of species block 0, ally 0 has record 0. */
export function clear(): void {
  machine.ram.fill(0);
  machine.script = undefined;
  target.machine.events.length = 0;
  put(0x7e1b00, 0x01, 0x40, SPECIES_0 & 0xff, SPECIES_0 >> 8);
  put(0x7e1b11, 0x80);
  put(0x7e1c00, 0x01, 0x40, RECORD_0 & 0xff, RECORD_0 >> 8);
}

export function put(address: number, ...bytes: number[]): void {
  machine.ram.set(bytes, offsetOf(address));
}

export function get(address: number): number {
  return machine.ram[offsetOf(address)] ?? -1;
}

export function getWord(address: number): number {
  return get(address) | (get(address + 1) << 8);
}

/** The values of the next draws. */
export function draws(...values: number[]): void {
  machine.script = { values: Uint8Array.from(values), next: 0 };
}

/** How many of them were used. */
export function drawsUsed(): number {
  return machine.script?.next ?? 0;
}
