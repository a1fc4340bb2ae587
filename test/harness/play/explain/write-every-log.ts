/**
 * Writes `every-log.json`: how well each recorded log is explained in each of the ways of `measure.ts`; `bare` of the first ten.
 * `npm run generate:explained-logs`; it takes some minutes.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { type Measured, measure, WAYS } from './measure.js';

/** Where nothing is shown many states are followed, which takes its time. */
const BARE_LOGS = 10;

test('write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-explain-'));
  const logs = readdirSync('traces/logs').flatMap((name) => /^(?!duel-)(.*)\.jsonl\.gz$/.exec(name)?.[1] ?? []);
  const list: Measured[] = [];
  for (const [index, log] of logs.sort().entries()) {
    for (const way of WAYS) {
      if (way === 'bare' && index >= BARE_LOGS) continue;
      const one = await measure(log, way, folder);
      console.log(JSON.stringify(one));
      list.push(one);
    }
  }
  rmSync(folder, { recursive: true });
  writeFileSync('test/harness/play/explain/every-log.json', `${JSON.stringify(list, null, 2)}\n`);
}, 7_200_000);
