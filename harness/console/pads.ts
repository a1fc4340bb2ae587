/**
 * The pads: automatic reading into 4218 to 421F at vertical blank, and the serial ports 4016 and
 * 4017. One pad, in the first port; the second port has a pad that nobody holds, as recorders give
 * it. Sixteen bits of a pad come B first, R twelfth, then four zeros.
 */

export interface Pads {
  /** What is held now, as register 4218 shows it: B in bit 15 down to R in bit 4. */
  held: number;
  /** What 4218 shows; the automatic reading shifts one bit after the other in. */
  automatic: number;
  /** Master cycle of the frame at which the reading began; -1: not in this frame. */
  began: number;
  /**
   * Whether this reading was switched on (4200 bit 0) when it began, and the bits that it has
   * taken.
   */
  enabled: boolean;
  bitsRead: number;
  /**
   * Both ways of reading share these: the strobe, the latched word, the bits taken of each port.
   */
  strobe: number;
  latched: number;
  readonly taken: Uint8Array;
}

const BITS = 16;
/** Master cycles of a bit. */
export const BIT_CYCLES = 256;
/** Opposite directions, which the pad's cross cannot give: neither counts. */
const UP_DOWN = 0x0c00;
const LEFT_RIGHT = 0x0300;

export function createPads(): Pads {
  return {
    held: 0,
    automatic: 0,
    began: -1,
    enabled: false,
    bitsRead: 0,
    strobe: 0,
    latched: 0,
    taken: new Uint8Array(2),
  };
}

/** The word without opposite directions. */
export function possibleWord(word: number): number {
  let possible = word;
  if ((word & UP_DOWN) === UP_DOWN) possible &= ~UP_DOWN;
  if ((word & LEFT_RIGHT) === LEFT_RIGHT) possible &= ~LEFT_RIGHT;
  return possible;
}

function latch(pads: Pads): void {
  pads.strobe = 0;
  pads.latched = possibleWord(pads.held);
  pads.taken.fill(0);
}

/** The automatic reading of a frame begins, with its first bit. */
export function beginAutomaticReading(pads: Pads, cycle: number, enabled: boolean): void {
  pads.began = cycle;
  pads.enabled = enabled;
  pads.bitsRead = 0;
  if (enabled) latch(pads);
}

/** A reading that has just begun reads another pad: the one that is held now. */
export function latchAgain(pads: Pads): void {
  if (!pads.enabled) return;
  pads.latched = possibleWord(pads.held);
  if (pads.bitsRead === 1) pads.automatic = (pads.automatic & 0xfffe) | (pads.latched >>> (BITS - 1));
}

/** Lets the automatic reading take the bits that are due at a master cycle of the frame. */
export function readAutomatically(pads: Pads, cycle: number): void {
  if (!pads.enabled || pads.began < 0) return;
  while (pads.bitsRead < BITS && cycle >= pads.began + pads.bitsRead * BIT_CYCLES) {
    pads.automatic = ((pads.automatic << 1) | readSerial(pads, 0)) & 0xffff;
    readSerial(pads, 1);
    pads.bitsRead++;
  }
}

/** Whether 4212 bit 0 is set: also while a reading that is switched off would run. */
export function isReading(pads: Pads, cycle: number): boolean {
  return pads.began >= 0 && cycle >= pads.began && cycle - pads.began < BITS * BIT_CYCLES;
}

/** A new frame begins: the reading of the last one is complete. */
export function endFrameOfPads(pads: Pads): void {
  readAutomatically(pads, Number.POSITIVE_INFINITY);
  pads.began = -1;
}

/** 4016: bit 0 latches the pads when it falls. */
export function writeStrobe(pads: Pads, value: number): void {
  const strobe = value & 1;
  if (strobe === pads.strobe) return;
  pads.strobe = strobe;
  pads.taken.fill(0);
  if (strobe === 0) latch(pads);
}

/** The next bit of a port; past the sixteenth they are 1. @param port 0 or 1 */
export function readSerial(pads: Pads, port: number): number {
  const taken = pads.taken[port] as number;
  if (taken >= BITS) return 1;
  if (pads.strobe === 1) return port === 0 ? pads.held >>> 15 : 0;
  pads.taken[port] = taken + 1;
  return port === 0 ? (pads.latched >>> (BITS - 1 - taken)) & 1 : 0;
}
