/**
 * Catches the LockstepError that an action throws; anything else fails the test.
 */

import { LockstepError } from '../../../../harness/base/errors.js';

export async function errorOf(action: () => unknown): Promise<LockstepError> {
  try {
    await action();
  } catch (error) {
    if (error instanceof LockstepError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}
