/**
 * Time and memory of a search in a RAM recording: whole work RAM of the longest bundled log of
 * sufficient length, each cell moved, with decoys near the points and 4 KiB of noise in every
 * frame. The recording is made for the run in the temporary folder.
 */

import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIVE_A_LIVE } from '../../../core/live-a-live/index.js';
import { countText } from '../../../core/system/names.js';
import { WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/index.js';
import { addressOf, type Discovery, discover } from '../../play/index.js';

import { type DecodedLog, decodeLog, eachRow } from './decoded-log.js';
import { longestLogs } from './longest-logs.js';
import { checksum } from './measure/checksum.js';

export type DiscoverResult =
  | { readonly skipped: string }
  | {
      readonly log: string;
      readonly frames: number;
      /** Bytes of a frame. */
      readonly bytes: number;
      readonly seconds: number;
      /** Growth of the process in bytes. */
      readonly growth: number;
      /** Number of cells by status. */
      readonly statuses: Readonly<Record<string, number>>;
      /** Checksum of the found addresses. */
      readonly checksum: string;
    };

const FRAMES = 10_000;
/** Distance of each cell from its address in the game; in bank 7F it would leave the frame. */
const MOVED = 0x1230;
const NOISE_AT = 0x1_8000;
const NOISE_BYTES = 0x1000;
const DECOYS = [
  { cell: 'actionPoints', at: 0x1_4000 },
  { cell: 'enemy[0].orderPoints', at: 0x1_4100 },
] as const;

/** Place of a cell in a frame; those near the end of bank 7E stay below the decoys. */
function placeOf(address: number): number {
  return (address - WORK_RAM + MOVED) & 0xffff;
}

function writeDump(file: string, log: DecodedLog): void {
  const { cells } = log.header;
  const frame = new Uint8Array(WORK_RAM_BYTES);
  // Memory that never changes, but is not empty.
  for (let at = 0; at < frame.length; at++) frame[at] = (Math.imul(at, 0x9e3779b1) >>> 24) & 0xff;
  const noise = new Uint32Array(frame.buffer, NOISE_AT, NOISE_BYTES / 4);
  const places = cells.map((cell) => placeOf(addressOf(cell)));
  const watched = DECOYS.map(({ cell, at }) => ({ index: cells.findIndex(([name]) => name === cell), at, last: 0 }));
  const put = (at: number, value: number): void => {
    frame[at] = value & 0xff;
    frame[at + 1] = (value >> 8) & 0xff;
  };
  const handle = openSync(file, 'w');
  let state = 2014;
  let frames = 0;
  try {
    eachRow(log, (row) => {
      for (let pair = 0; pair < row.changed; pair++) {
        const index = row.changes[2 * pair] as number;
        let value = row.changes[2 * pair + 1] as number;
        const width = cells[index]?.[2] ?? 1;
        for (let byte = 0; byte < width; byte++) {
          frame[(places[index] as number) + byte] = value & 0xff;
          value >>>= 8;
        }
      }
      for (let repeat = 0; repeat < row.count && frames < FRAMES; repeat++) {
        for (const one of watched) {
          const value = row.values[one.index] ?? 0;
          put(one.at, one.last); // one frame late
          put(one.at + 16, value + 1); // the same steps from another start
          put(one.at + 32, 0xffff - value);
          put(one.at + 48, Number.parseInt(String(value % 10_000), 16)); // packed decimal
          one.last = value;
        }
        for (let word = 0; word < noise.length; word++) {
          state = Math.imul(state, 1664525) + 1013904223;
          noise[word] = state;
        }
        for (let at = 0; at < frame.length; ) at += writeSync(handle, frame, at, frame.length - at);
        frames++;
      }
    });
  } finally {
    closeSync(handle);
  }
}

/**
 * Checks the result. @throws LockstepError `E_BENCH_CHECKSUM` when action points or order points
 * are found anywhere but in their places
 */
function check(found: Discovery): void {
  for (const { cell } of DECOYS) {
    const one = found.cells.find((ranked) => ranked.cell.name === cell);
    const place = placeOf(one?.cell.address ?? WORK_RAM);
    if (one?.status === 'found' && one.offset === place) continue;
    throw new LockstepError('E_BENCH_CHECKSUM', `${cell} was found at another address`, {
      found: `${one?.status ?? 'no such cell'} ${one?.offset ?? ''}`,
      expected: `found ${place}`,
    });
  }
}

export async function benchDiscover(folder: string): Promise<DiscoverResult> {
  const need = FRAMES * WORK_RAM_BYTES;
  const disk = statfsSync(tmpdir());
  if (disk.bavail * disk.bsize < 2 * need)
    return { skipped: `less than ${countText(2 * need, 'byte')} free in ${tmpdir()}` };
  for (const file of longestLogs(folder)) {
    const log = await decodeLog(file);
    if (log.frames < FRAMES || log.header.system !== LIVE_A_LIVE.id) continue;
    const scratch = mkdtempSync(join(tmpdir(), 'lockstep-bench-'));
    try {
      const path = join(scratch, 'ram.bin');
      writeDump(path, log);
      const before = process.memoryUsage().rss;
      const began = process.hrtime.bigint();
      const found = await discover({
        systems: [LIVE_A_LIVE],
        path,
        from: file,
        size: WORK_RAM_BYTES,
        skip: 0,
        base: WORK_RAM,
      });
      const seconds = Number(process.hrtime.bigint() - began) / 1e9;
      const growth = Math.max(0, process.memoryUsage().rss - before);
      check(found);
      const statuses: Record<string, number> = {};
      for (const { status } of found.cells) statuses[status] = (statuses[status] ?? 0) + 1;
      const places = found.cells.map(({ cell, offset }) => `${cell.name} ${offset}`).join('\n');
      return {
        log: file,
        frames: found.frames,
        bytes: WORK_RAM_BYTES,
        seconds,
        growth,
        statuses,
        checksum: checksum(Buffer.from(places)),
      };
    } finally {
      rmSync(scratch, { recursive: true });
    }
  }
  return { skipped: `there is no log of ${FRAMES} frames below ${folder}` };
}
