/** A console for tests: 128 KiB of work RAM in which a recorded log plays. Reads the log as plain JSON lines, without the harness. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface Console {
  /** Offset 0 is $7E:0000. */
  readonly ram: Uint8Array;
  /** Frames played so far. */
  readonly played: () => number;
  /** Plays frames; stays on the last one at the end of the log. Returns false there. */
  play(frames: number): boolean;
}

type Row = readonly [frame: number, pad: number, kind: 'full' | readonly number[], ...rest: unknown[]];

export function startConsole(file: string): Console {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  const header = JSON.parse(lines[0] ?? '') as { cells: [string, string, number][]; image: Record<string, string> };
  const ram = new Uint8Array(0x20000);
  for (const [address, hex] of Object.entries(header.image))
    ram.set(Buffer.from(hex, 'hex'), Number.parseInt(address, 16) - 0x7e0000);
  const put = (cell: number, value: number): void => {
    const [, address, width] = header.cells[cell] as [string, string, number];
    for (let byte = 0; byte < width; byte++)
      ram[Number.parseInt(address, 16) - 0x7e0000 + byte] = Math.floor(value / 256 ** byte) & 0xff;
  };
  const frames: Row[] = [];
  for (const line of lines.slice(1, -1)) {
    const row = JSON.parse(line) as Row;
    const count = typeof row.at(-1) === 'number' ? (row.at(-1) as number) : 1;
    frames.push(row, ...Array.from({ length: count - 1 }, (): Row => [row[0], row[1], []]));
  }
  let at = 0;
  return {
    ram,
    played: () => at,
    play: (count) => {
      for (let left = count; left > 0 && at < frames.length; left--, at++) {
        const [, , kind, values] = frames[at] as Row;
        if (kind === 'full') (values as number[]).forEach((value, cell) => void put(cell, value));
        else for (let pair = 0; pair < kind.length; pair += 2) put(kind[pair] as number, kind[pair + 1] as number);
      }
      return at < frames.length;
    },
  };
}
