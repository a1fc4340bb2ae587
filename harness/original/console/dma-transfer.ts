/** The state of general DMA. */

/** A DMA transfer in progress. It pauses at the end of a recorder's frame. */
export interface DmaTransfer {
  /** Channels still to run; 0: no transfer. */
  mask: number;
  /** Whether the first overhead is over, and whether the lowest channel of the mask has begun. */
  aligned: boolean;
  inChannel: boolean;
  /** Moved bytes of the channel, and remaining ones. */
  moved: number;
  left: number;
  /**
   * Cycles spent so far without refreshes, and those of the processor's next cycle: the total is
   * rounded up to a multiple of it.
   */
  spent: number;
  access: number;
  /** Cycle of the frame at which it began; -1 after the instruction behind it. */
  beganAt: number;
}

export function createDmaTransfer(): DmaTransfer {
  return { mask: 0, aligned: false, inChannel: false, moved: 0, left: 0, spent: 0, access: 8, beganAt: -1 };
}
