/**
 * The file of a checkpoint: one line of JSON, the words of the nodes and edges (little-endian), and
 * the SHA-256 of both. The hash table is not stored. A file is renamed into place when it is
 * complete, so that a crash leaves the previous one.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { canonicalJson } from '../../../base/canonical-json.js';
import { LockstepError } from '../../../base/errors.js';
import { openOutput } from '../../../base/output-file.js';
import type { SavedBatch } from '../shortest/frontier.js';

/** The properties that a checkpoint must share with the search that resumes it. */
export interface CheckpointIdentity {
  readonly kind: 'shortest' | 'worst';
  /** SHA-256 of the plan's text. */
  readonly plan: string;
  readonly ruleset: string;
  /** SHA-256 of the image at the search's start. */
  readonly start: string;
  /** Packing and hashing of states; see `packingOf`. */
  readonly packing: string;
}

export interface CheckpointState {
  readonly nodes: number;
  /** Words of a node. */
  readonly stride: number;
  /** Lanes of the bytes that nodes keep; see `VaryingBytes`. */
  readonly places: readonly number[];
  readonly expanded: number;
  readonly batches: readonly SavedBatch[];
  readonly ends: readonly number[];
  /** Words of edges after those of the nodes, for a worst-case search only. */
  readonly edgeWords: number;
}

export interface Checkpoint extends CheckpointIdentity, CheckpointState {
  readonly checkpoint: 2;
}

const MARK = Buffer.from('{"batches":');
const PIECE_WORDS = 1 << 20;
const MAX_HEADER_BYTES = 64 * 1024 * 1024;
const HASH_BYTES = 32;
const SWAP = endianness() === 'BE';

function bytesOf(words: Int32Array): Buffer {
  const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
  return SWAP ? Buffer.from(bytes).swap32() : bytes;
}

/**
 * Writes a checkpoint. @param blocks words after the header
 * @throws LockstepError `E_OUTPUT_WRITE`, and keeps the previous file
 */
export function writeCheckpoint(file: string, checkpoint: Checkpoint, blocks: readonly Int32Array[]): void {
  const output = openOutput(file, 'checkpoint', { isUpdate: true });
  const hash = createHash('sha256');
  const put = (bytes: Buffer): void => {
    hash.update(bytes);
    output.write(bytes);
  };
  put(Buffer.from(`${canonicalJson(checkpoint)}\n`));
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += PIECE_WORDS) put(bytesOf(block.subarray(at, at + PIECE_WORDS)));
  }
  output.write(hash.digest());
  output.finish(true);
}

function damaged(file: string, what: string): LockstepError {
  return new LockstepError('E_CHECKPOINT', `the checkpoint ${what}`, {
    file,
    remedy: 'Take one that `route search --checkpoint` wrote, or search from the start without --resume',
  });
}

function packedOtherwise(file: string, found: string, expected: string): LockstepError {
  return new LockstepError(
    'E_CHECKPOINT',
    'the checkpoint was written by another version, which packs states differently',
    {
      file,
      found,
      expected,
      remedy: 'Resume with the version that wrote it, or search from the start without --resume',
    },
  );
}

/** Reads exactly this many bytes. */
function fill(descriptor: number, bytes: Buffer, file: string, hash: Hash): Buffer {
  for (let at = 0; at < bytes.length; ) {
    const got = readSync(descriptor, bytes, at, bytes.length - at, null);
    if (got === 0) throw damaged(file, 'is cut');
    at += got;
  }
  hash.update(bytes);
  return bytes;
}

function readHeader(descriptor: number, file: string, hash: Hash): Checkpoint {
  const start = Buffer.alloc(MARK.length);
  readSync(descriptor, start, 0, start.length, 0);
  if (!start.equals(MARK)) throw damaged(file, 'is not a checkpoint');
  let length = -1;
  const piece = Buffer.alloc(64 * 1024);
  for (let at = 0; length < 0; at += piece.length) {
    const got = readSync(descriptor, piece, 0, piece.length, at);
    const end = piece.subarray(0, got).indexOf(0x0a);
    if (end >= 0) length = at + end + 1;
    else if (got === 0 || at > MAX_HEADER_BYTES) throw damaged(file, 'is cut');
  }
  const line = fill(descriptor, Buffer.alloc(length), file, hash);
  try {
    const header = JSON.parse(line.toString('utf8')) as Partial<Checkpoint>;
    if (header.checkpoint === 2) return header as Checkpoint;
    if (typeof header.checkpoint === 'number') throw packedOtherwise(file, `form ${header.checkpoint}`, 'form 2');
  } catch (error) {
    if (error instanceof LockstepError) throw error;
  }
  throw damaged(file, 'has a first line that cannot be read');
}

export interface OpenCheckpoint {
  readonly checkpoint: Checkpoint;
  /** Reads the next words into `target`. */
  read(target: Int32Array): void;
  /** Checks that the file is unchanged, and closes it. */
  finish(): void;
  close(): void;
}

/**
 * Opens a checkpoint. @throws LockstepError `E_CHECKPOINT` for a missing or damaged one, or one of
 * another search
 */
export function openCheckpoint(file: string, identity: CheckpointIdentity): OpenCheckpoint {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    throw damaged(file, `cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
  try {
    const hash = createHash('sha256');
    const checkpoint = readHeader(descriptor, file, hash);
    for (const key of ['kind', 'plan', 'ruleset', 'start'] as const) {
      if (checkpoint[key] === identity[key]) continue;
      throw damaged(file, `is of another search: its ${key} is ${checkpoint[key]}, not ${identity[key]}`);
    }
    if (checkpoint.packing !== identity.packing) {
      throw packedOtherwise(file, `packing ${checkpoint.packing}`, identity.packing);
    }
    return {
      checkpoint,
      read(target) {
        for (let at = 0; at < target.length; at += PIECE_WORDS) {
          const piece = target.subarray(at, at + PIECE_WORDS);
          const bytes = fill(descriptor, Buffer.alloc(piece.byteLength), file, hash);
          if (SWAP) bytes.swap32();
          piece.set(new Int32Array(bytes.buffer, bytes.byteOffset, piece.length));
        }
      },
      finish() {
        const own = hash.digest();
        const theirs = Buffer.alloc(HASH_BYTES + 1);
        const got = readSync(descriptor, theirs, 0, theirs.length, null);
        closeSync(descriptor);
        if (got !== HASH_BYTES || !own.equals(theirs.subarray(0, HASH_BYTES)))
          throw damaged(file, 'was changed or cut');
      },
      close: () => closeSync(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
