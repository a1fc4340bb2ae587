/**
 * The pads: automatic reading into 4218 to 421F at vertical blank, and the serial ports 4016 and
 * 4017. One pad, in the first port; the second port has an untouched pad, as recorders have. A pad
 * sends sixteen bits, B first, R twelfth, then four zeros.
 */

export interface Pads {
  /** Buttons held now, as in register 4218: B in bit 15 down to R in bit 4. */
  held: number;
  /** Value of 4218, which automatic reading shifts in bit by bit. */
  automatic: number;
  /** Master cycle of the frame at which the reading began; -1: not in this frame. */
  began: number;
  /** Whether this reading was enabled (4200 bit 0) at its start, and the bits read so far. */
  enabled: boolean;
  bitsRead: number;
  /**
   * Shared by both ways of reading: the strobe, the latched word, the bits taken from each port.
   */
  strobe: number;
  latched: number;
  readonly taken: Uint8Array;
}

const BITS = 16;
/** Master cycles of a bit. */
export const BIT_CYCLES = 256;
/** Opposite directions, which the pad's cross cannot give: both are ignored. */
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

/** Begins a frame's automatic reading with its first bit. */
export function beginAutomaticReading(pads: Pads, cycle: number, enabled: boolean): void {
  pads.began = cycle;
  pads.enabled = enabled;
  pads.bitsRead = 0;
  if (enabled) latch(pads);
}

/** Lets a reading that has just begun read the pad held now. */
export function latchAgain(pads: Pads): void {
  if (!pads.enabled) return;
  pads.latched = possibleWord(pads.held);
  if (pads.bitsRead === 1) pads.automatic = (pads.automatic & 0xfffe) | (pads.latched >>> (BITS - 1));
}

/** Reads the bits due at a master cycle of the frame. */
export function readAutomatically(pads: Pads, cycle: number): void {
  if (!pads.enabled || pads.began < 0) return;
  while (pads.bitsRead < BITS && cycle >= pads.began + pads.bitsRead * BIT_CYCLES) {
    pads.automatic = ((pads.automatic << 1) | readSerial(pads, 0)) & 0xffff;
    readSerial(pads, 1);
    pads.bitsRead++;
  }
}

/** Whether 4212 bit 0 is set; also for the time of a disabled reading. */
export function isReading(pads: Pads, cycle: number): boolean {
  return pads.began >= 0 && cycle >= pads.began && cycle - pads.began < BITS * BIT_CYCLES;
}

/** Ends the last frame's reading. */
export function endFrameOfPads(pads: Pads): void {
  readAutomatically(pads, Number.POSITIVE_INFINITY);
  pads.began = -1;
}

/** 4016: the falling edge of bit 0 latches the pads. */
export function writeStrobe(pads: Pads, value: number): void {
  const strobe = value & 1;
  if (strobe === pads.strobe) return;
  pads.strobe = strobe;
  pads.taken.fill(0);
  if (strobe === 0) latch(pads);
}

/** The next bit of a port; 1 after the sixteenth. @param port 0 or 1 */
export function readSerial(pads: Pads, port: number): number {
  const taken = pads.taken[port] as number;
  if (taken >= BITS) return 1;
  if (pads.strobe === 1) return port === 0 ? pads.held >>> 15 : 0;
  pads.taken[port] = taken + 1;
  return port === 0 ? (pads.latched >>> (BITS - 1 - taken)) & 1 : 0;
}
