/** Which image a system runs with. Apart from the code that runs it: a page asks only this. */
import type { System } from '../../core/system/system.js';
import type { RomImage } from '../rom/image.js';

const IMAGES = new WeakMap<System, RomImage>();

/** The image that a system runs with, or undefined: what another thread needs to make it again. */
export function imageOfSystem(system: System): RomImage | undefined {
  return IMAGES.get(system);
}

export function setImageOfSystem(system: System, rom: RomImage): void {
  IMAGES.set(system, rom);
}
