/** The bundled case files of the turn engine. */
import { expect, test } from 'vitest';
import { ADAPTERS } from '../../harness/original/vectors/adapters/index.js';
import { testCaseFiles } from './case-files.js';

/** Files of the turn engine; routines of other areas are not mutated. */
const FILES = new Set([...Object.values(ADAPTERS.turn).map((one) => one.file), 'joypad']);
const adapters = Object.values(ADAPTERS).flatMap((table) =>
  Object.entries(table).filter(([, one]) => FILES.has(one.file)),
);
const used = testCaseFiles(Object.fromEntries(adapters), true, 200);

test('every file of the turn area is here', () => {
  expect(used).toBeGreaterThanOrEqual(107);
});
