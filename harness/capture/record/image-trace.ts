/** Shared by all recordings of work RAM: the packed image, the declared cells, the trace header. */
import { readUnsigned } from '../../../core/int/uint.js';
import { formatAddress, offsetOf, type Place, TEST_ROM_IMAGE } from '../../../rom-map/index.js';
import { kindOfImage } from '../../play/trace/log-image.js';
import type { TraceHeader, TraceSource } from '../../play/trace/types.js';
import { type DrillImage, imageRuns } from './declared-cells.js';
import { isDrill } from './recorded-windows.js';
import { commonHeader } from './trace-frame.js';

const IMAGE_NUMBER_AT = offsetOf(TEST_ROM_IMAGE);

/** Number of the fourth image; its logs declare what those of the third do. */
const MENU_IMAGE = 3;

/** Which of the test ROM's images it is; 0 for another ROM, too. The later ones have a journal. */
export function drillImage(image: Uint8Array): DrillImage {
  const number = isDrill(image) ? image[IMAGE_NUMBER_AT] : 0;
  if (number === MENU_IMAGE) return 2;
  return number === 1 || number === 2 ? number : 0;
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
 * The header of a trace with the starting state `image`. A ROM other than the test ROM counts as
 * the game's cartridge only if the source names a published image; the work of
 * our own CPU is neither.
 * @param from where frame numbers count from, in words
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
    into[index] = readUnsigned(image, place.offset, place.width);
  });
}
