/**
 * What emulators wrap a savestate in, taken off: movies that begin from one (Snes9x, BizHawk,
 * lsnes,
 * Mesen 2), ZIP with Zstandard (BizHawk), zlib streams (Mesen 2), run lengths (bsnes), and the
 * wrappings of all files. Layouts come from the published sources
 * of the emulators; every size has a limit.
 */

import { countText } from '../../../core/system/names.js';
import type { StateFault } from '../../../core/system/system.js';
import {
  type Archive,
  bytesSource,
  filesOf,
  inflated,
  LockstepError,
  type Member,
  memberBytes,
  openArchive,
  unwrapped,
} from '../../base/index.js';

import { findLump } from '../movies/lumps.js';
import { SMV_MARK, snapshotOfSmv } from '../movies/smv.js';

// Errors of states.

/** `E_STATE_FILE`: the file cannot be read as a state. */
export function stateFileError(file: string, message: string, found: string, remedy?: string): LockstepError {
  return new LockstepError('E_STATE_FILE', message, {
    file,
    found,
    expected: '128 KiB of work RAM, or a savestate of BizHawk, Mesen 2, Snes9x, bsnes or a libretro core',
    remedy: remedy ?? 'Save the state again in the emulator, or write its work RAM to a file',
  });
}

const NO_BATTLE = 'no battle is in this memory';
const NO_BATTLE_ANYWHERE = 'no battle is in this file';

/** What is said of a fault, and what to take instead. */
const MESSAGES: Readonly<Record<StateFault['kind'], readonly [message: string, instead: string]>> = {
  other: [NO_BATTLE, 'inside a battle of the game'],
  between: ['the battle is over or has not begun', 'in which both sides fight'],
  before: ['the battle is set up and has not begun', 'after its first frame'],
  moment: ['the battle is in the middle of something that no cell holds', 'a little earlier or later'],
};

/** `E_STATE_BATTLE`: the memory holds no battle that can be played on. */
export function battleError(file: string, { kind, found }: StateFault): LockstepError {
  const [message, instead] = MESSAGES[kind];
  return new LockstepError('E_STATE_BATTLE', message, { file, found, remedy: `Take a moment ${instead}` });
}

/** The same of a file in which a battle was looked for. @param bytes how many were looked at */
export function noBattleError(file: string, bytes: number): LockstepError {
  return new LockstepError('E_STATE_BATTLE', NO_BATTLE_ANYWHERE, {
    file,
    found: `none at any place of ${countText(bytes, 'byte')}`,
    expected: 'the memory of a battle: pointers to its blocks, units on the field grid',
    remedy: 'Save the state inside a battle of the game; of another emulator write the work RAM (128 KiB) to a file',
  });
}

/** Whether an error says that there is no battle at all, not that its moment is a wrong one. */
export function isNoBattle(error: unknown): boolean {
  return error instanceof LockstepError && [NO_BATTLE, NO_BATTLE_ANYWHERE].includes(error.sentence);
}

/** Largest memory that is taken out of a wrapping: a core's whole state is far below it. */
export const MAX_STATE_BYTES = 64 * 1024 * 1024;
const MESEN = [0x4d, 0x53, 0x53];
const BSNES = [0x00, 0x00, 0x22, 0x5a];
const BSNES_HEADER = 12;
const ZIP = [0x50, 0x4b];
/** First byte of a zlib stream with a window of 32 KiB. */
const ZLIB = 0x78;
const MAX_STREAMS = 64;
/** Members of an archive that hold no memory. */
const NO_MEMORY = /\.(?:bmp|png|txt|json)$/iu;

/** Bytes in which work RAM may lie. */
export interface Unwrapped {
  /** Whose file it is and which part of it. */
  readonly form: string;
  readonly bytes: Uint8Array;
}

function begins(bytes: Uint8Array, sign: readonly number[]): boolean {
  return sign.every((byte, index) => bytes[index] === byte);
}

/** The same error with the code and the words of a state: a damaged wrapping is a damaged state. */
function asStateError(error: unknown, file: string): unknown {
  if (!(error instanceof LockstepError) || !/^E_(?:MOVIE|GZIP)/u.test(error.code)) return error;
  const { found, offset } = error.details;
  const at = offset === undefined ? '' : ` at byte ${offset}`;
  return stateFileError(file, error.sentence.replaceAll('movie', 'file'), `${found ?? 'damage'}${at}`);
}

/** A movie that begins at power-on holds no state. */
function noStateInside(file: string): LockstepError {
  return stateFileError(
    file,
    'the movie holds no state: it begins at power-on or with save RAM',
    'a movie',
    'Record its run with `lockstep record ROM --input MOVIE`, or save a state inside the battle',
  );
}

/** Members that hold the state of a movie or of a savestate, by what makes it one. */
function stateMembers(archive: Archive): Member[] | undefined {
  const core = findLump(archive, 'Core') ?? findLump(archive, 'CoreState');
  if (core !== undefined) return [core];
  if (findLump(archive, 'Input Log') !== undefined) return undefined;
  const [lsnes, mesen] = [archive.members.get('savestate'), archive.members.get('SaveState.mss')];
  if (archive.members.has('systemid')) return lsnes === undefined ? undefined : [lsnes];
  if (archive.members.has('GameSettings.txt')) return mesen === undefined ? undefined : [mesen];
  return filesOf(archive).filter(({ name }) => !NO_MEMORY.test(name));
}

function unzip(bytes: Uint8Array, file: string): Unwrapped[] {
  const archive = openArchive(bytesSource(bytes, file));
  const members = stateMembers(archive);
  if (members === undefined) throw noStateInside(file);
  let left = MAX_STATE_BYTES;
  return members.flatMap((member) => {
    const content = memberBytes(archive, member, left);
    left -= member.size;
    return unwrap(content, `${file}/${member.name}`, `member ${member.name} of a ZIP archive`);
  });
}

/** The snapshot of a Snes9x movie. */
function smvState(bytes: Uint8Array, file: string): Unwrapped[] {
  const snapshot = snapshotOfSmv(bytesSource(bytes, file));
  if (snapshot === undefined) throw noStateInside(file);
  return unwrap(snapshot, file, 'snapshot of a Snes9x movie');
}

/**
 * The zlib streams of a Mesen 2 savestate: the picture, and the console.
 * @throws LockstepError `E_STATE_FILE` where one is cut or damaged
 */
function mesenStreams(bytes: Uint8Array, file: string): Uint8Array[] {
  const streams: Uint8Array[] = [];
  let left = MAX_STATE_BYTES;
  let tries = 0;
  let isBroken = false;
  for (let at = MESEN.length; at + 1 < bytes.length && tries < MAX_STREAMS; at++) {
    if (bytes[at] !== ZLIB || (ZLIB * 256 + (bytes[at + 1] as number)) % 31 !== 0) continue;
    tries++;
    const stream = inflated(bytes.subarray(at), left);
    if (stream === undefined) {
      // these two bytes began no stream, or one that is not whole
      isBroken = true;
      continue;
    }
    isBroken = false;
    left -= stream.bytes.length;
    streams.push(stream.bytes);
    at += stream.used - 1;
  }
  // the console stands last: behind it two bytes may look like a begin, before it one must be whole
  if (streams.length > 1 || (streams.length === 1 && !isBroken)) return streams;
  throw stateFileError(
    file,
    'the Mesen savestate is cut or damaged',
    isBroken ? 'packed data that end too early' : 'no packed data',
  );
}

/**
 * Undoes the run lengths of bsnes: 0 to 127 stand before 1 to 128 bytes, 128 to 255 before one byte
 * that comes 4 to 131 times.
 */
function bsnesMemory(bytes: Uint8Array, file: string): Uint8Array {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < BSNES_HEADER + 8)
    throw stateFileError(file, 'the bsnes savestate is cut', countText(bytes.length, 'byte'));
  const size = data.getUint32(BSNES_HEADER, true) + 2 ** 32 * data.getUint32(BSNES_HEADER + 4, true);
  if (size > MAX_STATE_BYTES) throw stateFileError(file, 'the bsnes savestate is too large', countText(size, 'byte'));
  const out = new Uint8Array(size);
  let to = 0;
  let at = BSNES_HEADER + 8;
  while (to < size) {
    const code = bytes[at++];
    const length = code === undefined ? 0 : code < 128 ? code + 1 : code - 128 + 4;
    if (code === undefined || at + (code < 128 ? length : 1) > bytes.length) {
      throw stateFileError(file, 'the bsnes savestate is cut', `${to} of ${countText(size, 'byte')}`);
    }
    if (code < 128) out.set(bytes.subarray(at, at + length).subarray(0, size - to), to);
    else out.fill(bytes[at] as number, to, to + length);
    at += code < 128 ? length : 1;
    to += length;
  }
  return out;
}

/**
 * The memory inside a file, as far as it is wrapped in a way that is known.
 * @param form what is known of the file so far
 * @throws LockstepError `E_STATE_FILE`
 */
export function unwrap(bytes: Uint8Array, file: string, form = ''): Unwrapped[] {
  try {
    const plain = unwrapped(bytes, file, MAX_STATE_BYTES);
    return memoriesOf(plain.bytes, plain.name, form);
  } catch (error) {
    throw asStateError(error, file);
  }
}

function memoriesOf(bytes: Uint8Array, file: string, form: string): Unwrapped[] {
  if (begins(bytes, ZIP)) return unzip(bytes, file);
  if (begins(bytes, SMV_MARK)) return smvState(bytes, file);
  if (begins(bytes, MESEN)) {
    return mesenStreams(bytes, file).map((stream) => ({ form: 'Mesen 2 savestate', bytes: stream }));
  }
  if (begins(bytes, BSNES)) return [{ form: 'bsnes savestate', bytes: bsnesMemory(bytes, file) }];
  return [{ form, bytes }];
}
