/**
 * A battle taken from a file of an emulator: where work RAM is known to lie it is taken from there,
 * else it is searched by what all battles have in common.
 */

import type { Battle, ConsoleState, StateFault } from '../../../core/system/system.js';
import { WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { createSha256 } from '../../base/index.js';
import { battleError, noBattleError, stateFileError, type Unwrapped, unwrap } from './unwrap.js';

/** Where a battle was found. */
interface TakenState {
  /** Whose file it is. */
  readonly form: string;
  /** How work RAM was found in it. */
  readonly how: string;
  /** SHA-256 of the file. */
  readonly sha256: string;
}

const SNES9X = /^#!s9xsnp:\d+\n/u;
const SNES9X_BLOCK = /^([A-Z0-9]{3}):(\d{6}):$/u;
const BLOCK_HEAD = 11;
/** Places that are tried before a search gives up. */
const MAX_PLACES = 50_000;

interface Memory {
  readonly form: string;
  readonly bytes: Uint8Array;
  /** Byte at which work RAM is known to begin, or -1. */
  readonly at: number;
  readonly how: string;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Byte at which the block RAM of a Snes9x snapshot begins, or -1. */
function snes9xRam(bytes: Uint8Array, first: number): number {
  for (let at = first; at < bytes.length; ) {
    const head = SNES9X_BLOCK.exec(textAt(bytes, at, BLOCK_HEAD));
    if (head === null) return -1;
    const length = Number(head[2]);
    if (head[1] === 'RAM' && length === WORK_RAM_BYTES) return at + BLOCK_HEAD;
    at += BLOCK_HEAD + length;
  }
  return -1;
}

function memoryOf({ form, bytes }: Unwrapped): Memory {
  if (bytes.length === WORK_RAM_BYTES) {
    return { form: form === '' ? 'dump of work RAM' : form, bytes, at: 0, how: 'all 128 KiB of it' };
  }
  const head = SNES9X.exec(textAt(bytes, 0, 16));
  if (head !== null) {
    const at = snes9xRam(bytes, head[0].length);
    return { form: 'Snes9x snapshot', bytes, at, how: 'by its block RAM' };
  }
  return { form: form === '' ? 'savestate of a form without a name' : form, bytes, at: -1, how: '' };
}

/** A place with a battle. */
interface Found {
  readonly memory: Memory;
  readonly at: number;
  readonly image: Uint8Array;
}

interface Search {
  readonly state: ConsoleState;
  readonly battle: Battle;
  readonly file: string;
  readonly found: Found[];
  /** A battle that cannot be played on from this moment, where no other one is. */
  moment: StateFault | undefined;
  places: number;
}

function tryPlace(search: Search, memory: Memory, at: number): StateFault | undefined {
  const { state, battle, found } = search;
  const fault = state.take(battle, memory.bytes, at);
  if (fault?.kind === 'moment' || fault?.kind === 'before') search.moment = fault;
  if (fault !== undefined) return fault;
  const image = battle.image.slice();
  const isKnown = found.some((other) => other.image.every((byte, index) => byte === image[index]));
  if (!isKnown) found.push({ memory, at, image });
  return undefined;
}

/** Looks at every byte where a battle may begin. */
function searchMemory(search: Search, memory: Memory): void {
  const { state, file } = search;
  const last = memory.bytes.length - state.bytes;
  for (let at = 0; at <= last; at++) {
    if (!state.mayBegin(memory.bytes, at)) continue;
    if (++search.places > MAX_PLACES) {
      throw stateFileError(file, 'too many places look like the beginning of a battle', `over ${MAX_PLACES}`);
    }
    tryPlace(search, memory, at);
  }
}

function isLog(bytes: Uint8Array): boolean {
  return /^\{\s*"trace"\s*:/u.test(textAt(bytes, 0, 32));
}

function onlyOne({ found, moment, file }: Search, memories: readonly Memory[]): Found {
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) {
    const remedy = 'Name a file with one state, or write the work RAM to a file';
    throw stateFileError(file, 'the file holds several battles', `${found.length} different ones`, remedy);
  }
  if (moment !== undefined) throw battleError(file, moment);
  const bytes = memories.reduce((sum, memory) => sum + memory.bytes.length, 0);
  throw noBattleError(file, bytes);
}

/**
 * Takes the battle of a file over.
 * @param battle gets the battle
 * @param content of the file
 * @throws LockstepError `E_STATE_FILE`, `E_STATE_BATTLE`
 */
export function takeState(state: ConsoleState, battle: Battle, content: Uint8Array, file: string): TakenState {
  const sha256 = createSha256().update(content).hex();
  const memories = unwrap(content, file).map(memoryOf);
  if (memories.some(({ bytes }) => isLog(bytes))) {
    throw stateFileError(file, 'this is a log', 'a log of frames', 'Name the frame after which to begin, with --at');
  }
  const search: Search = { state, battle, file, found: [], moment: undefined, places: 0 };
  for (const memory of memories) {
    const fault = memory.at < 0 ? undefined : tryPlace(search, memory, memory.at);
    if (fault !== undefined) throw battleError(file, fault);
    if (memory.at < 0) searchMemory(search, memory);
  }
  const { memory, at, image } = onlyOne(search, memories);
  battle.image.set(image);
  const how = memory.at < 0 ? `by a search for what battles have in common, at byte ${at}` : memory.how;
  return { form: memory.form, how, sha256 };
}
