/**
 * The pads: automatic reading into 4218 to 421F at vertical blank, and the serial ports 4016 and 4017. One pad, in the first port; the
 * second port has a pad that nobody holds, as recorders give it. Sixteen bits of a pad come B first, R twelfth, then four zeros.
 */

export interface Pads {
  /** What is held now, as register 4218 shows it: B in bit 15 down to R in bit 4. */
  held: number;
  /** What 4218 shows, shifted in bit by bit. */
  automatic: number;
  /** Register before the automatic reading of this frame, and the word that it reads. */
  before: number;
  word: number;
  /** Master cycle of the frame at which the reading began; -1: not in this frame. */
  began: number;
  /** Whether this reading was switched on (4200 bit 0) when it began. */
  enabled: boolean;
  /** The serial ports: strobe, the latched word, the bits read of each port. */
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
    before: 0,
    word: 0,
    began: -1,
    enabled: false,
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

/** The automatic reading of a frame begins. */
export function beginAutomaticReading(pads: Pads, cycle: number, enabled: boolean): void {
  pads.began = cycle;
  pads.enabled = enabled;
  if (!enabled) return;
  pads.before = pads.automatic;
  pads.word = possibleWord(pads.held);
  pads.latched = pads.word;
  pads.taken.fill(BITS);
}

/** Bits that the reading of this frame has taken at a master cycle of it, 0 to 16. */
function bitsTaken(pads: Pads, cycle: number): number {
  if (pads.began < 0 || cycle < pads.began) return 0;
  return Math.min(BITS, 1 + Math.floor((cycle - pads.began) / BIT_CYCLES));
}

/** Whether 4212 bit 0 is set: also while a reading that is switched off would run. */
export function isReading(pads: Pads, cycle: number): boolean {
  return pads.began >= 0 && cycle >= pads.began && cycle - pads.began < BITS * BIT_CYCLES;
}

/** What 4218 and 4219 show at a master cycle of the frame. */
export function automaticWord(pads: Pads, cycle: number): number {
  if (!pads.enabled || pads.began < 0) return pads.automatic;
  const bits = bitsTaken(pads, cycle);
  pads.automatic = ((pads.before << bits) | (pads.word >>> (BITS - bits))) & 0xffff;
  return pads.automatic;
}

/** A new frame begins: the reading of the last one is complete. */
export function endFrameOfPads(pads: Pads): void {
  if (pads.enabled && pads.began >= 0) pads.automatic = pads.word;
  pads.began = -1;
}

/** 4016: bit 0 latches the pads when it falls. */
export function writeStrobe(pads: Pads, value: number): void {
  const strobe = value & 1;
  if (strobe === pads.strobe) return;
  pads.strobe = strobe;
  pads.taken.fill(0);
  if (strobe === 0) pads.latched = possibleWord(pads.held);
}

/** The next bit of a port; past the sixteenth they are 1. @param port 0 or 1 */
export function readSerial(pads: Pads, port: number): number {
  const taken = pads.taken[port] as number;
  if (taken >= BITS) return 1;
  const word = port === 0 ? pads.latched : 0;
  if (pads.strobe === 1) return port === 0 ? pads.held >>> 15 : 0;
  pads.taken[port] = taken + 1;
  return (word >>> (BITS - 1 - taken)) & 1;
}
