/**
 * Messages that mean harm, for the debug adapter and for the live follower: LOCKSTEP_MESSAGES (10,000) for each, from LOCKSTEP_SEED (1) on.
 * Every request has one answer, every recording ends, with no error of ours and in flat memory.
 */
import { expect, test } from 'vitest';
import { converseBadly } from './hostile-debug.js';
import { followBadly, withHostileServer } from './hostile-live.js';
import { createRandom, type Random } from './random.js';

const MESSAGES = Number(process.env['LOCKSTEP_MESSAGES'] ?? 10_000);
const SEED = Number(process.env['LOCKSTEP_SEED'] ?? 1);
const MEMORY = 256 * 1024 * 1024;
/** Share of the messages after which the process has its size. */
const WARM = 0.1;

async function attack(converse: (random: Random) => Promise<number>): Promise<void> {
  let [sent, seed, before] = [0, SEED, 0];
  const began = performance.now();
  for (; sent < MESSAGES; seed++) {
    try {
      sent += Math.max(1, await converse(createRandom(seed)));
    } catch (error) {
      throw new Error(`LOCKSTEP_SEED=${seed}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    if (before === 0 && sent > WARM * MESSAGES) before = process.memoryUsage().rss;
  }
  const growth = process.memoryUsage().rss - before;
  console.log(
    JSON.stringify({
      sent,
      conversations: seed - SEED,
      growth,
      seconds: Math.round((performance.now() - began) / 1000),
    }),
  );
  expect(growth).toBeLessThan(MEMORY);
}

test('the debug adapter', () => attack(converseBadly), 3_600_000);

test('the live follower', () => withHostileServer(() => attack(followBadly)), 3_600_000);
