import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../harness/base/error-codes.js';
import { formatError, LockstepError } from '../../../harness/base/errors.js';

const FOLDER = fileURLToPath(new URL('../../../harness', import.meta.url));

/** Every quoted code in the harness outside of the table itself, with a file that has it. */
function codesInUse(): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(FOLDER, { recursive: true }) as string[]) {
    if (!name.endsWith('.ts') || name === 'error-codes.ts') continue;
    const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
    for (const [, code = ''] of text.matchAll(/['"`](E_[A-Z0-9_]+)['"`]/g)) found.set(code, name);
  }
  return found;
}

describe('the table of error codes', () => {
  test('every code in use has an entry, and every entry is in use', () => {
    const used = codesInUse();
    const missing = [...used].filter(([code]) => !Object.hasOwn(ERROR_CODES, code));
    expect(missing).toEqual([]);
    expect(Object.keys(ERROR_CODES).filter((code) => !used.has(code))).toEqual([]);
  });

  test('it is sorted, and every entry has a remedy', () => {
    const codes = Object.keys(ERROR_CODES);
    expect(codes).toEqual([...codes].sort());
    for (const { meaning, remedy } of Object.values(ERROR_CODES)) {
      expect(meaning.length).toBeGreaterThan(10);
      expect(remedy.length).toBeGreaterThan(4);
    }
  });

  test('a printed error is one line', () => {
    const error = new LockstepError('E_FILE', 'no', { file: 'a', line: 3, found: 'x', expected: 'y', remedy: 'Do z' });
    expect(formatError(error)).toBe('E_FILE a:3: no; found x; expected y. Do z');
  });
});
