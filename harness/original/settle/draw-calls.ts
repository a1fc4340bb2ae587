/** Draws of the battle generator (C1:6150) in an image's own code: its call, and its return. */
import { type Cpu, S } from '../../../core/cpu/index.js';
import { read32 } from '../../../core/int/uint.js';

/** State of the generator in work RAM. */
const GENERATOR_STATE = 0x0338;
/** How far a call lies before its return address, which is one below the next instruction. */
const JSR_REACH = 2;

/** A call that has not returned. */
export interface OpenDraw {
  /** 24-bit address of the call. */
  readonly site: number;
  readonly before: number;
  readonly stack: number;
}

/** Call site, state before and after, value. */
export type Draw = readonly [site: number, before: number, after: number, value: number];

function stateOf(ram: Uint8Array): number {
  return read32(ram, GENERATOR_STATE) | 0;
}

/** The call that led to the generator's first instruction. @param generator 24-bit address */
export function openDraw(ram: Uint8Array, cpu: Cpu, generator: number): OpenDraw {
  const stack = cpu[S];
  const returns = (ram[stack + 1] as number) | ((ram[stack + 2] as number) << 8);
  const site = (generator & 0xff_0000) | ((returns - JSR_REACH) & 0xffff);
  return { site, before: stateOf(ram), stack };
}

/** The draw after its return. @param value accumulator, of which the low byte counts */
export function closeDraw(ram: Uint8Array, { site, before }: OpenDraw, value: number): Draw {
  return [site, before, stateOf(ram), value & 0xff];
}
