/**
 * Reads a header whose addresses are of an earlier image layout: gives its cells and its starting
 * image the addresses of today. The layout of a header is its key `layout`; without one it is 1.
 */
import type { ImageLayout } from '../../../core/system/image-layout.js';
import { formatAddress, parseAddress } from '../../../rom-map/windows.js';
import { LockstepError, SYSTEMS } from '../../base/index.js';

import type { TraceCell, TraceHeader } from './types.js';

/**
 * The layout of a system by its id; undefined where no cell ever moved, and for a system that is
 * not ours.
 */
function layoutOfSystem(id: string): ImageLayout | undefined {
  return SYSTEMS.find((system) => system.id === id)?.layout;
}

type Today = (address: number) => number;

/** Bytes of a starting image at the addresses of today, in windows of neighbouring bytes. */
function imageToday(header: TraceHeader, today: Today): Record<string, string> {
  const windows: Record<string, string> = {};
  for (const [start, hex] of Object.entries(header.image)) {
    const first = parseAddress(start);
    const bytes = hex.length / 2;
    let begin = 0;
    let address = bytes === 0 ? 0 : today(first);
    for (let byte = 1; byte <= bytes; byte++) {
      const next = byte < bytes ? today(first + byte) : -1;
      if (next === address + byte - begin) continue;
      const name = formatAddress(address);
      windows[name] = (windows[name] ?? '') + hex.slice(2 * begin, 2 * byte);
      begin = byte;
      address = next;
    }
  }
  return windows;
}

interface MovedCells {
  readonly layout: ImageLayout;
  readonly given: number;
  readonly cells: readonly TraceCell[];
}

/** By the cells of a header, which many logs share. */
const moved = new WeakMap<readonly TraceCell[], MovedCells>();

function cellsToday({ cells }: TraceHeader, layout: ImageLayout, given: number, today: Today): readonly TraceCell[] {
  const known = moved.get(cells);
  if (known?.layout === layout && known.given === given) return known.cells;
  const found = cells.map(
    ([name, address, width]): TraceCell => [name, formatAddress(today(parseAddress(address))), width],
  );
  moved.set(cells, { layout, given, cells: found });
  return found;
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
  const today: Today = (address) => layout.addressToday(given, address);
  return {
    ...header,
    layout: version,
    cells: cellsToday(header, layout, given, today),
    image: imageToday(header, today),
  };
}
