/** Our console with an image, which tells of places in ROM before their instruction runs. */
import type { Cpu } from '../../../core/cpu/index.js';
import { fileOffsetOf } from '../../../rom-map/cartridge/index.js';
import { type Console, createConsole } from '../console/index.js';
import type { ImageUnderTest } from '../proof/image-profile.js';

type Teller = (cpu: Cpu) => void;

export interface WatchedConsole {
  readonly console: Console;
  /** Tells of a place from now on; nothing for one that is not in ROM. @param address 24 bits */
  tell(address: number, teller: Teller): void;
}

/**
 * @param isOver nothing more is told then
 * @param observe told of every instruction in ROM, after those of its place
 */
export function createWatchedConsole(
  { image, profile: { mapping } }: ImageUnderTest,
  isOver: () => boolean,
  observe?: Teller,
): WatchedConsole {
  const tellers = new Map<number, Teller[]>();
  const isMarked = new Uint8Array(image.length).fill(observe === undefined ? 0 : 1);
  const reached = (offset: number, cpu: Cpu): void => {
    if (isOver()) return;
    for (const teller of tellers.get(offset) ?? []) teller(cpu);
    if (!isOver()) observe?.(cpu);
  };
  return {
    console: createConsole(image, { mapping, watch: { isMarked, reached } }),
    tell(address, teller) {
      const offset = fileOffsetOf(mapping, address, image.length);
      if (offset < 0) return;
      isMarked[offset] = 1;
      tellers.set(offset, [...(tellers.get(offset) ?? []), teller]);
    },
  };
}
