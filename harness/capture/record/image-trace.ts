/** What every recording of work RAM shares on its way to a trace: the packed image, the declared cells, the header. */
import { formatAddress, offsetOf, type Place, WINDOWS } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/errors.js';
import { kindOfImage } from '../../trace/log-image.js';
import type { TraceHeader, TraceSource } from '../../trace/types.js';
import { imageRuns } from './declared-cells.js';
import { commonHeader } from './trace-frame.js';
import { formatWindows, type MemoryWindow } from './windows.js';

export const WORK_RAM = 0x7e0000;
const WORK_RAM_END = 0x800000;
const SIGNATURE = [0x4c, 0x4b, 0x53, 0x54];
const SIGNATURE_AT = offsetOf(0x7e1e0c);
const IMAGE_NUMBER_AT = offsetOf(0x7e1e0b);

/** The declared windows as a recorder takes them. */
export const RECORDED_WINDOWS: readonly MemoryWindow[] = WINDOWS.filter(
  (window) => window.address >= WORK_RAM && window.address < WORK_RAM_END,
).map((window) => ({ address: window.address - WORK_RAM, length: window.length }));

/** Whether the test ROM wrote its signature. */
export function isDrill(image: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => image[SIGNATURE_AT + index] === byte);
}

/** Whether it is the test ROM's second image, the one with attacks. */
export function isBattleDrill(image: Uint8Array): boolean {
  return isDrill(image) && image[IMAGE_NUMBER_AT] === 1;
}

/** Bytes of a starting image, by address. */
function imageWindows(image: Uint8Array, drill: boolean): Record<string, string> {
  const out: Record<string, string> = {};
  for (const { address, length } of imageRuns(drill)) {
    const offset = offsetOf(address);
    out[formatAddress(address)] = Buffer.from(image.subarray(offset, offset + length)).toString('hex');
  }
  return out;
}

/**
 * The header of a trace that starts from `image`. A ROM that is not our test ROM is the game's cartridge only when the source names the
 * published image that it was found to be, and what our own CPU ran is neither. @param from where frame numbers count from, in words
 */
export function imageHeader(
  image: Uint8Array,
  places: readonly Place[],
  drill: boolean,
  source: Omit<TraceSource, 'kind'>,
  from: string,
  isOwnCpu = false,
): TraceHeader {
  const kind = drill ? 'homebrew' : kindOfImage(source.rom?.image);
  return {
    ...commonHeader(places, drill),
    source: { kind: isOwnCpu ? 'own-cpu' : kind, ...source },
    from,
    image: imageWindows(image, drill),
  };
}

/** Values of the places, unsigned, little-endian. */
export function valuesOf(image: Uint8Array, places: readonly Place[], into: Uint32Array): void {
  places.forEach((place, index) => {
    let value = 0;
    for (let byte = place.width - 1; byte >= 0; byte--) value = value * 256 + (image[place.offset + byte] ?? 0);
    into[index] = value;
  });
}

/** Copies windows recorded as `RECORDED_WINDOWS` into a packed image. */
export function unpackWindows(bytes: Uint8Array, image: Uint8Array): void {
  copyWindows(OWN_COPIES, bytes, image);
}

/** `length` bytes from `from` of a record to `to` of the packed image. */
export interface WindowCopy {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

export function copyWindows(copies: readonly WindowCopy[], bytes: Uint8Array, image: Uint8Array): void {
  for (const { from, to, length } of copies) image.set(bytes.subarray(from, from + length), to);
}

/**
 * Where a record with these windows holds the declared ones; the first that holds a whole one counts.
 * @param file name for messages
 * @throws LockstepError `E_RECORDING_WINDOWS` when one is not held as a whole
 */
export function windowCopies(windows: readonly MemoryWindow[], file: string): readonly WindowCopy[] {
  const starts: number[] = [];
  windows.reduce((at, { length }) => {
    starts.push(at);
    return at + length;
  }, 0);
  return RECORDED_WINDOWS.map(({ address, length }) => {
    const index = windows.findIndex(
      (window) => window.address <= address && address + length <= window.address + window.length,
    );
    const holder = windows[index];
    if (holder === undefined) {
      throw new LockstepError('E_RECORDING_WINDOWS', 'the recording does not hold what a trace needs', {
        file,
        found: formatWindows(windows).slice(0, 80),
        expected: `among others ${formatAddress(WORK_RAM + address)}, ${length} bytes, in one window`,
        remedy: `Record with these windows: ${formatWindows(RECORDED_WINDOWS)}, or all of work RAM: 0:20000`,
      });
    }
    const from = (starts[index] ?? 0) + address - holder.address;
    return { from, to: offsetOf(WORK_RAM + address), length };
  });
}

const OWN_COPIES = windowCopies(RECORDED_WINDOWS, '');
