/** `npm run generate:house`: rewrites the list of known offences, downward only. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roomOffences, wideComments } from './offences.js';
import { complaints, isNoWorse, knownOffences, knownOffencesPath, type Offences } from './sources.js';

test('the list is rewritten where nothing got worse', () => {
  const known = knownOffences();
  const found: Readonly<Record<string, Offences>> = { ...roomOffences(), wideComments: wideComments() };
  const worse = Object.entries(found).flatMap(([habit, offences]) =>
    isNoWorse(offences, known[habit] ?? {})
      ? []
      : complaints(offences, known[habit] ?? {}).map((text) => `${habit}: ${text}`),
  );
  expect(worse, 'mend these first: the list only shrinks').toEqual([]);
  const list = Object.fromEntries(
    Object.entries(found).map(([habit, offences]) => [habit, Object.fromEntries([...offences].sort())]),
  );
  writeFileSync(knownOffencesPath(), `${JSON.stringify(list, null, 2)}\n`);
}, 60_000);
