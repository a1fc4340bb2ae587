/**
 * What a third-party 65816 core (LakeSnes) did, instruction by instruction, while it ran our test ROM with the pad script
 * `party-charge.txt`: frames 19 to 65. Columns of bytes, each the difference to the row before.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface Step {
  readonly frame: number;
  readonly v: number;
  readonly h: number;
  readonly bank: number;
  readonly pc: number;
  /** Opcode and the three bytes after it. */
  readonly bytes: readonly [number, number, number, number];
  readonly a: number;
  readonly x: number;
  readonly y: number;
  readonly s: number;
  readonly d: number;
  readonly db: number;
  readonly p: number;
  readonly e: number;
}

const WIDTH = 28;

/** All steps of the fixture. */
export function readSteps(): Step[] {
  const columns = gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures', 'drill-steps.bin.gz')));
  const count = columns.length / WIDTH;
  const row = Buffer.alloc(WIDTH);
  const steps: Step[] = [];
  for (let index = 0; index < count; index++) {
    for (let column = 0; column < WIDTH; column++) {
      row[column] = ((row[column] ?? 0) + (columns[column * count + index] ?? 0)) & 0xff;
    }
    steps.push({
      frame: row.readUInt32LE(0),
      v: row.readUInt16LE(4),
      h: row.readUInt16LE(6),
      bank: row[8] ?? 0,
      pc: row.readUInt16LE(9),
      bytes: [row[11] ?? 0, row[12] ?? 0, row[13] ?? 0, row[14] ?? 0],
      a: row.readUInt16LE(15),
      x: row.readUInt16LE(17),
      y: row.readUInt16LE(19),
      s: row.readUInt16LE(21),
      d: row.readUInt16LE(23),
      db: row[25] ?? 0,
      p: row[26] ?? 0,
      e: row[27] ?? 0,
    });
  }
  return steps;
}
