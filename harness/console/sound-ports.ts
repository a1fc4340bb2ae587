/**
 * The sound unit as the CPU sees it at 2140 to 2143: no sound, but the answers of its boot program,
 * so that an image which uploads its driver gets on. The boot program shows AA BB, takes CC as the
 * first order and repeats what port 0 is given. After the order to start the driver the ports
 * repeat what they are given, which is a guess: a driver answers as its author liked. Evidence:
 * decision.
 */

export interface SoundPorts {
  /** What the CPU reads. */
  readonly answers: Uint8Array;
  /** 0: waits for CC; 1: takes a driver; 2: the driver was started. */
  stage: number;
  /** What port 0 was given last. */
  last: number;
  /** What port 1 was given last: 0 when port 0 moves on by more than one means "start". */
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

/** @param port 0 to 3 */
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
