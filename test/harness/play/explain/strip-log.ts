/**
 * Takes out of a recorded log whatever tells the input: pad words, joypad cells, sequence cells and the map counter, in rows and in the
 * starting image; with `bare` also the menu's cells, the timer, the grid and the generator. It can leave rows out and falsify a cell.
 */
import { openTrace } from '../../../../harness/play/trace/reader.js';
import type { TraceHeader } from '../../../../harness/play/trace/types.js';
import { createTraceWriter } from '../../../../harness/play/trace/writer.js';
import { parseAddress } from '../../../../rom-map/windows.js';

export const INPUT_CELLS = /^(pad[12](Copy)?|padWord|joypad[12]|sequence(Begin|End)|mapGenerator)$/;
export const MENU_CELLS = /^(skillCursor|targetCursor|areaMode|battleTimer|fieldGrid\[\d+\]|battleGenerator\.a\d)$/;

export interface StripOptions {
  readonly bare?: boolean;
  /** True for the frames that are left out. */
  readonly drop?: (frame: number) => boolean;
  /** A cell that shows another value in one frame. */
  readonly plant?: { readonly frame: number; readonly cell: string; readonly add: number };
}

export interface RealInput {
  readonly frame: number;
  readonly pad: number;
}

function blanked(header: TraceHeader, gone: readonly (readonly [string, string, number])[]): TraceHeader['image'] {
  const image: Record<string, string> = {};
  for (const [start, hex] of Object.entries(header.image)) {
    const bytes = Buffer.from(hex, 'hex');
    const from = parseAddress(start);
    for (const [name, address, width] of gone) {
      const at = parseAddress(address) - from;
      // The map counter may not be guessed from rows, but the state that the battle starts from is a given.
      if (name !== 'mapGenerator' && at >= 0 && at < bytes.length && INPUT_CELLS.test(name))
        bytes.fill(0, at, at + width);
    }
    image[start] = bytes.toString('hex');
  }
  return image;
}

/** Writes the stripped log. @returns the input that was taken out, of every frame of the recording */
export async function stripLog(file: string, output: string, options: StripOptions = {}): Promise<RealInput[]> {
  const reader = await openTrace(file);
  const { header } = reader;
  const isGone = (name: string): boolean => INPUT_CELLS.test(name) || (options.bare === true && MENU_CELLS.test(name));
  const kept = header.cells.map((_, index) => index).filter((index) => !isGone(header.cells[index]?.[0] ?? ''));
  const gone = header.cells.filter(([name]) => isGone(name));
  const writer = createTraceWriter(output, {
    ...header,
    source: { ...header.source, input: null },
    cells: kept.map((index) => header.cells[index] as (typeof header.cells)[number]),
    inputs: [],
    sequence: null,
    image: blanked(header, gone),
  });
  const real: RealInput[] = [];
  const values = new Uint32Array(kept.length);
  const planted = kept.findIndex((index) => header.cells[index]?.[0] === options.plant?.cell);
  do {
    while (reader.next()) {
      const { row } = reader;
      for (let frame = row.frame; frame < row.frame + row.count; frame++) {
        real.push({ frame, pad: row.pad });
        if (options.drop?.(frame) === true) continue;
        kept.forEach((index, at) => {
          values[at] = row.values[index] ?? 0;
        });
        if (options.plant !== undefined && options.plant.frame === frame) {
          values[planted] = ((values[planted] ?? 0) + options.plant.add) & 0xff;
        }
        writer.frame(frame, 0, values);
      }
    }
  } while (await reader.fill());
  reader.close();
  writer.finish();
  return real;
}
