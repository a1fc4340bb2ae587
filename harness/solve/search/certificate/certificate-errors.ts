/** Why no certificate is written, in the words of all kinds of proofs. */
import { LockstepError } from '../../../base/errors.js';

/** @param found why the answer is no proof */
export function noProof(found: string): LockstepError {
  return new LockstepError('E_CERTIFICATE', 'no certificate is written: only a proof has one', {
    found,
    remedy: 'Give the search more states, memory or time',
  });
}

/** @param found the limit that was reached */
export function tooLarge(message: string, found: string): LockstepError {
  return new LockstepError('E_CERTIFICATE', message, {
    found,
    remedy: 'Give more --memory, or let the certificate rely on the core with --trust bound or --trust key',
  });
}
