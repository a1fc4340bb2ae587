/**
 * Reads a header whose addresses are of an earlier image layout: gives its cells and its starting
 * image the addresses of today. The layout of a header is its key `layout`; without one it is 1.
 */
import type { ImageLayout } from '../../core/system/image-layout.js';
import { formatAddress, parseAddress } from '../../rom-map/windows.js';
import { LockstepError } from '../base/errors.js';
import { SYSTEMS } from '../base/systems.js';
import type { TraceCell, TraceHeader } from './types.js';

/**
 * The layout of a system by its id; undefined where no cell ever moved, and for a system that is
 * not ours.
 */
export function layoutOfSystem(id: string): ImageLayout | undefined {
  return SYSTEMS.find((system) => system.id === id)?.layout;
}

/** Bytes of a starting image at the addresses of today, in windows of neighbouring bytes. */
function imageToday(header: TraceHeader, today: (address: number) => number): Record<string, string> {
  const windows: Record<string, string> = {};
  for (const [start, hex] of Object.entries(header.image)) {
    const first = parseAddress(start);
    let name = '';
    let next = -1;
    for (let byte = 0; byte < hex.length / 2; byte++) {
      const address = today(first + byte);
      if (address !== next) name = formatAddress(address);
      windows[name] = (windows[name] ?? '') + hex.slice(2 * byte, 2 * byte + 2);
      next = address + 1;
    }
  }
  return windows;
}

/**
 * The same header with the addresses of today; the header itself when they are that already.
 * @throws LockstepError `E_TRACE_VERSION` for a layout that the system does not have yet
 */
export function headerToday(header: TraceHeader, file: string): TraceHeader {
  const layout = layoutOfSystem(header.system);
  const version = layout?.version ?? 1;
  const given = header.layout ?? 1;
  if (given > version) {
    throw new LockstepError('E_TRACE_VERSION', 'unknown version of the image layout', {
      file,
      line: 1,
      found: `${given}`,
      expected: `1 to ${version} for ${header.system}`,
      remedy: 'Use a newer battle-lockstep',
    });
  }
  if (layout === undefined || given === version) return header;
  const today = (address: number): number => layout.addressToday(given, address);
  return {
    ...header,
    layout: version,
    cells: header.cells.map(
      ([name, address, width]): TraceCell => [name, formatAddress(today(parseAddress(address))), width],
    ),
    image: imageToday(header, today),
  };
}
