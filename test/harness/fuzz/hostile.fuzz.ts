/**
 * Messages that mean harm, for the debug adapter and for the live follower: LOCKSTEP_MESSAGES for each (10,000; a million with
 * LOCKSTEP_LONG=1), from LOCKSTEP_SEED (1) on. Every request has one answer, every recording ends, with no error of ours and in flat
 * memory. A line every twentieth part says how far it is.
 */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isLong } from '../../references/long-runs.js';
import { converseBadly } from './hostile-debug.js';
import { followBadly, withHostileServer } from './hostile-live.js';
import { createRandom, type Random } from './random.js';

const MESSAGES = Number(process.env['LOCKSTEP_MESSAGES'] ?? (isLong ? 1_000_000 : 10_000));
const SEED = Number(process.env['LOCKSTEP_SEED'] ?? 1);
const MEMORY = 256 * 1024 * 1024;
/** Lines that say how far a run is. */
const REPORTS = 20;
/** Share of the messages after which the process has its size. */
const WARM = 0.1;

async function attack(name: string, converse: (random: Random) => Promise<number>): Promise<void> {
  let [sent, seed, before, told] = [0, SEED, 0, 0];
  const began = performance.now();
  const cpu = process.cpuUsage();
  const tell = (growth: number): void => {
    const { user, system } = process.cpuUsage(cpu);
    const [seconds, ofProcessor] = [performance.now() - began, (user + system) / 1000].map((ms) =>
      Math.round(ms / 1000),
    );
    console.log(name, JSON.stringify({ sent, conversations: seed - SEED, growth, seconds, ofProcessor }));
  };
  for (; sent < MESSAGES; seed++) {
    try {
      sent += Math.max(1, await converse(createRandom(seed)));
    } catch (error) {
      throw new Error(`LOCKSTEP_SEED=${seed}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    if (before === 0 && sent > WARM * MESSAGES) before = process.memoryUsage().rss;
    if (sent >= ((told + 1) * MESSAGES) / REPORTS) {
      told = Math.floor((REPORTS * sent) / MESSAGES);
      tell(before === 0 ? 0 : process.memoryUsage().rss - before);
      // lets the runner show the line
      await setImmediate();
    }
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY);
}

test('the debug adapter', () => attack('debug adapter', converseBadly), 3_600_000);

test('the live follower', () => withHostileServer(() => attack('live follower', followBadly)), 3_600_000);
