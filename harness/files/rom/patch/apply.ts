/** Applies a BPS, UPS or IPS patch; its first bytes name the kind. */
import { LockstepError } from '../../../base/errors.js';
import { applyBps } from './bps.js';
import { applyIps } from './ips.js';
import { applyUps } from './ups.js';

export type PatchKind = 'IPS' | 'UPS' | 'BPS';

export interface Patched {
  readonly kind: PatchKind;
  readonly image: Uint8Array;
  /** False for IPS, which carries no checksums. */
  readonly verified: boolean;
}

function startsWith(bytes: Uint8Array, word: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, word.length)).toString('latin1') === word;
}

/**
 * Applies a patch to a source image.
 * @throws LockstepError `E_PATCH_KIND`, `E_PATCH_DAMAGED`, `E_PATCH_SOURCE`
 */
export function applyPatch(patch: Uint8Array, source: Uint8Array, file: string): Patched {
  if (startsWith(patch, 'BPS1')) return { kind: 'BPS', image: applyBps(patch, source, file), verified: true };
  if (startsWith(patch, 'UPS1')) return { kind: 'UPS', image: applyUps(patch, source, file), verified: true };
  if (startsWith(patch, 'PATCH')) return { kind: 'IPS', image: applyIps(patch, source, file), verified: false };
  throw new LockstepError('E_PATCH_KIND', 'the file is not a patch of a known kind', {
    file,
    offset: 0,
    expected: 'PATCH (IPS), UPS1 or BPS1 at its start',
    remedy: 'Unpack it if it is an archive',
  });
}
