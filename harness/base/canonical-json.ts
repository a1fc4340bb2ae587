/**
 * JSON with sorted keys and no white space: the same data give the same text on every platform.
 * Only what plain data can hold: null, booleans, safe integers, strings, lists, objects.
 */
import { LockstepError } from './errors.js';

export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) {
      throw new LockstepError('E_NOT_PLAIN', 'only integers can be hashed', { found: String(value) });
    }
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const entries = Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1));
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`;
  }
  throw new LockstepError('E_NOT_PLAIN', 'only plain data can be hashed', { found: typeof value });
}
