/** SHA-256 for pages: a browser has none that answers at once. */
import { sha256 } from '@noble/hashes/sha2.js';

/** A hash to which bytes are added piece by piece; `sha256.ts` has the same for Node. */
export interface Sha256 {
  update(bytes: Uint8Array | string): Sha256;
  /** Lower case; nothing may follow. */
  hex(): string;
}

export function createPlainSha256(): Sha256 {
  const hash = sha256.create();
  const made: Sha256 = {
    update(bytes) {
      hash.update(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
      return made;
    },
    hex: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
  return made;
}
