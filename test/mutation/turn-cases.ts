/** Each bundled case file of the turn engine as a test of its own, so that a mutant runs only against the files that reach it. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ADAPTERS } from '../../harness/vectors/adapters/index.js';
import { createCaseMachine } from '../../harness/vectors/case-machine.js';
import { findVectorFiles, readLines } from '../../harness/vectors/files.js';
import { parseCase, parseHeader } from '../../harness/vectors/format.js';
import { runCase, runInstructionCase } from '../../harness/vectors/run-case.js';

const folder = fileURLToPath(new URL('../../traces/vectors', import.meta.url));
/** Cases of a file: enough to reach every line, few enough to be quick. */
const CASES = 200;
const target = createCaseMachine();
/** Files of the turn engine; routines of other areas are not mutated. */
const FILES = new Set([...Object.values(ADAPTERS.turn).map((one) => one.file), 'joypad']);
const adapters = new Map(
  Object.values(ADAPTERS).flatMap((table) => Object.entries(table).filter(([, one]) => FILES.has(one.file))),
);
let used = 0;

for (const file of findVectorFiles([folder])) {
  const name = basename(file).replace(/\.jsonl(\.gz)?$/, '');
  // the file's name gives the key: 65816-adc8, C1-1C02-order-points-idle, C1-FC78-start-values.inferred
  const key = name.replace(/\.inferred$/, '').replace(/^(..)-(....)-/, '$1:$2 ');
  const adapter = adapters.get(key);
  if (adapter === undefined && !name.startsWith('65816-')) continue;
  used++;
  test(name, () => {
    const lines = readLines(file);
    const header = parseHeader(lines[0] ?? '', file);
    const every = Math.max(1, Math.floor((lines.length - 1) / CASES));
    for (let index = 1; index < lines.length; index += every) {
      const vector = parseCase(lines[index] ?? '', file, index + 1);
      const difference = adapter === undefined ? runInstructionCase(vector) : runCase(target, adapter, header, vector);
      if (difference !== undefined) expect(`${name} line ${index + 1}`).toBe(difference);
    }
  });
}

test('every file of the turn area is here', () => {
  expect(used).toBeGreaterThanOrEqual(107);
});
