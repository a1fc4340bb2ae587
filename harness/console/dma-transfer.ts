/** The state of general DMA. */

/** A transfer under way; it stands still where a recorder's frame ends. */
export interface DmaTransfer {
  /** Channels that are still to run; 0: none under way. */
  mask: number;
  /** Whether the first overhead is over, and whether the lowest channel of the mask has begun. */
  aligned: boolean;
  inChannel: boolean;
  /** Bytes of the channel that were moved, and that are left. */
  moved: number;
  left: number;
  /**
   * Cycles spent so far, refreshes apart, and those of the processor's next cycle: the whole is
   * made a multiple of it.
   */
  spent: number;
  access: number;
  /** Cycle of the frame at which it began; -1 once the instruction behind it is over. */
  beganAt: number;
}

export function createDmaTransfer(): DmaTransfer {
  return { mask: 0, aligned: false, inChannel: false, moved: 0, left: 0, spent: 0, access: 8, beganAt: -1 };
}
