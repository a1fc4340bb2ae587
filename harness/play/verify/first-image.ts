/**
 * Whether the first image of a log shows a battle of the game: the record that the game copies for
 * a species of enemies (C1:FC0A) has the published values. A header is text that anybody can write;
 * the log of another program with the game's hash pasted into it begins with other records.
 */
import { PRESENT } from '../../../core/live-a-live/memory/state-bits.js';
import { BLOCKS, placeByName } from '../../../rom-map/index.js';
import { knownBits, SPECIES, writeRecord } from '../../../rom-map/tables/index.js';
import { parseAddress } from '../../../rom-map/windows.js';
import type { TraceHeader } from '../trace/types.js';

/** The first bytes of a record: those up to the last one with a named cell. */
const COMPARED_BYTES = 28;
const KNOWN = knownBits(SPECIES.layout);

/** Published record of a species. @param id 0..255 */
function recordOf(id: number): Uint8Array {
  const bytes = new Uint8Array(SPECIES.layout.bytes);
  const row = SPECIES.rows[id];
  if (row !== undefined) writeRecord(SPECIES.layout, bytes, 0, row.values);
  return bytes;
}

/** Bytes of the image, or undefined where it does not hold all of them. */
function bytesAt({ image }: TraceHeader, address: number, length: number): Uint8Array | undefined {
  for (const [from, hex] of Object.entries(image)) {
    const start = 2 * (address - parseAddress(from));
    if (start < 0 || start + 2 * length > hex.length) continue;
    return Uint8Array.from(Buffer.from(hex.slice(start, start + 2 * length), 'hex'));
  }
  return undefined;
}

function addressOf(name: string): number {
  return placeByName(name)?.address ?? -1;
}

/** 1: the game's record, -1: another one, 0: nothing there. */
function lookAt(header: TraceHeader, number: number): number {
  const [id] = bytesAt(header, addressOf(`species[${number}].id`), 1) ?? [];
  const [state] = bytesAt(header, addressOf(`species[${number}].state`), 1) ?? [];
  const record = bytesAt(header, addressOf(`species[${number}].movePattern`), COMPARED_BYTES);
  if (id === undefined || record === undefined || ((state ?? 0) & PRESENT) === 0) return 0;
  const published = recordOf(id);
  const isEqual = record.every((byte, at) => ((byte ^ (published[at] ?? 0)) & (KNOWN[at] ?? 0)) === 0);
  return isEqual ? 1 : -1;
}

/** Whether more of the enemies' records are the game's than are not. */
export function beginsInGame(header: TraceHeader): boolean {
  let sum = 0;
  for (let number = 0; number < BLOCKS.species.count; number++) sum += lookAt(header, number);
  return sum > 0;
}
