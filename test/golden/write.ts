/** Writes every golden anew: `npm run generate:golden`. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'vitest';
import { createTraceWriter } from '../../harness/play/trace/writer.js';
import { GOLDENS, goldenFile } from './all.js';
import { tracedGolden } from './golden.js';

test.each(GOLDENS)('$file', (golden) => {
  const file = goldenFile(golden);
  mkdirSync(dirname(file), { recursive: true });
  const { header, rows } = tracedGolden(golden);
  const writer = createTraceWriter(file, header);
  rows.forEach(([row, values], number) => {
    writer.command(number, row.command, row.error, values);
  });
  writer.finish();
});
