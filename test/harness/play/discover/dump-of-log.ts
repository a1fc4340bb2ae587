/** Writes RAM dumps of a made-up game version: the recorded values of a log, each cell at an address of its own, with decoys around. */
import { openTrace } from '../../../../harness/play/trace/reader.js';
import { parseAddress, testRomAddress } from '../../../../rom-map/index.js';

export interface Layout {
  /** Offset of a cell in the frame, or undefined when it is not there. */
  readonly place: (cell: string, address: number) => number | undefined;
  /** Writes whatever else is in memory. @param values recorded values by name, of this frame and of the one before */
  readonly around?: (
    frame: Uint8Array,
    values: ReadonlyMap<string, number>,
    before: ReadonlyMap<string, number>,
  ) => void;
}

export function put(frame: Uint8Array, offset: number, value: number, width: number): void {
  for (let byte = 0; byte < width; byte++) frame[offset + byte] = (value / 2 ** (8 * byte)) & 0xff;
}

/** Packed decimal digits, four of them. */
export function packedDecimal(value: number): number {
  return Number.parseInt(String(value % 10_000), 16);
}

export function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

export async function dumpOfLog(log: string, size: number, layout: Layout): Promise<Buffer> {
  const reader = await openTrace(log);
  const { cells } = reader.header;
  const places = cells.map(([name, address]) => layout.place(name, testRomAddress(parseAddress(address))));
  const frames: Uint8Array[] = [];
  let before = new Map<string, number>();
  do {
    while (reader.next()) {
      for (let index = 0; index < reader.row.count; index++) {
        const values = new Map(cells.map(([name], at) => [name, reader.row.values[at] ?? 0]));
        const frame = new Uint8Array(size);
        layout.around?.(frame, values, before);
        cells.forEach(([name, , width], at) => {
          const offset = places[at];
          if (offset !== undefined) put(frame, offset, values.get(name) ?? 0, width);
        });
        frames.push(frame);
        before = values;
      }
    }
  } while (await reader.fill());
  reader.close();
  return Buffer.concat(frames);
}
