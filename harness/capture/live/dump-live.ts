/**
 * The whole work RAM of a running game in one piece of time: read between two looks at its frame
 * counters, again until both are the same.
 */
import { placeByName, testRomAddress, WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { liveError } from './live-error.js';
import { bytesOf, type LiveSource } from './source.js';

/** Reads before the game counts as too fast for them. */
const TRIES = 40;

function guard(name: string, length: number): { readonly address: number; readonly length: number } {
  const place = placeByName(name);
  if (place === undefined) throw new RangeError(`the cell table has no ${name}`);
  return { address: testRomAddress(place.address) - WORK_RAM, length };
}

/** The test ROM's two tick counters, and the game's battle timer. */
const GUARDS = [guard('sequenceBegin', 4), guard('battleTimer', 2)];

/** @throws LockstepError `E_LIVE_TORN`, and those of the connection */
export async function dumpLive(source: LiveSource): Promise<Uint8Array> {
  const all = [...GUARDS, { address: 0, length: WORK_RAM_BYTES }, ...GUARDS];
  const bytes = new Uint8Array(bytesOf(all));
  const length = bytesOf(GUARDS);
  for (let tries = 0; tries < TRIES; tries++) {
    await source.read(all, bytes);
    const after = bytes.subarray(bytes.length - length);
    if (bytes.subarray(0, length).every((byte, at) => byte === after[at])) {
      return bytes.slice(length, length + WORK_RAM_BYTES);
    }
  }
  throw liveError('E_LIVE_TORN', 'the game went on during each of the reads', {
    found: `${TRIES} reads across the end of a frame`,
  });
}
