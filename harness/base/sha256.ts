/** SHA-256, piece by piece. A page has `plain-sha256.ts` in the place of this file. */
import { createHash } from 'node:crypto';
import type { Sha256 } from './plain-sha256.js';

export function createSha256(): Sha256 {
  const hash = createHash('sha256');
  const made: Sha256 = {
    update(bytes) {
      hash.update(bytes);
      return made;
    },
    hex: () => hash.digest('hex'),
  };
  return made;
}
