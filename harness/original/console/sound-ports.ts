/**
 * The sound unit as the CPU sees it at 2140 to 2143: without sound, but with the answers of its
 * boot program, so that an image can upload its driver and continue. The boot program shows AA BB,
 * takes CC as the first order and echoes port 0. After the order to start the driver all ports
 * echo, which is a guess: every driver has its own answers. Evidence: decision.
 */

export interface SoundPorts {
  /** Values that the CPU reads. */
  readonly answers: Uint8Array;
  /** 0: waits for CC; 1: takes a driver; 2: the driver has started. */
  stage: number;
  /** Last value of port 0. */
  last: number;
  /** Last value of port 1: 0 means "start" when port 0 advances by more than one. */
  order: number;
}

const READY_LOW = 0xaa;
const READY_HIGH = 0xbb;
const FIRST_ORDER = 0xcc;
const WAITS = 0;
const UPLOADS = 1;
export const DRIVER_STARTED = 2;

export function createSoundPorts(): SoundPorts {
  return { answers: Uint8Array.of(READY_LOW, READY_HIGH, 0, 0), stage: WAITS, last: 0, order: 0 };
}

/** Takes a byte for a port. @param port 0 to 3 */
export function writeSoundPort(ports: SoundPorts, port: number, value: number): void {
  if (ports.stage === DRIVER_STARTED) {
    ports.answers[port] = value;
    return;
  }
  if (port === 1) ports.order = value;
  if (port !== 0) return;
  if (ports.stage === WAITS) {
    if (value !== FIRST_ORDER) return;
    ports.stage = ports.order === 0 ? DRIVER_STARTED : UPLOADS;
  } else if (value !== ((ports.last + 1) & 0xff) && value !== 0 && ports.order === 0) {
    ports.stage = DRIVER_STARTED;
  }
  ports.last = value;
  ports.answers[0] = value;
}
