/**
 * SHA-256 of files, read in pieces.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { noteInput } from './command-inputs.js';
import { LockstepError } from './errors.js';

export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  noteInput(file);
  try {
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  } catch (error) {
    throw new LockstepError('E_FILE_UNREADABLE', 'the file cannot be read', { file, found: String(error) });
  }
  return hash.digest('hex');
}
