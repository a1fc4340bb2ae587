/** The start of each recorded log of the test ROM against the model, frame by frame. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE } from '../../core/live-a-live/index.js';
import { openTrace } from '../../harness/play/trace/reader.js';
import { createReplay } from '../../harness/play/verify/replay.js';

const folder = fileURLToPath(new URL('../../traces/logs/', import.meta.url));
/** Frames of each log: the whole suite of logs is the business of `verify`. */
const FRAMES = 3000;

// the same program on further emulator cores would be the same test again
const LOGS = readdirSync(folder).filter((name) => name.endsWith('.gz') && !/-(accuracy|balanced)\./.test(name));

test.each(LOGS)('%s', async (name) => {
  const reader = await openTrace(folder + name);
  try {
    const { header } = reader;
    const battle = LIVE_A_LIVE.create(header.setup, header.ruleset.switches);
    const replay = createReplay(LIVE_A_LIVE, battle, header, name);
    let frames = 0;
    do {
      while (frames < FRAMES && reader.next()) {
        frames += reader.row.count;
        replay.row(reader.row);
        if (replay.stopped()) break;
      }
    } while (frames < FRAMES && !replay.stopped() && (await reader.fill()));
    const first = replay.first();
    expect(first === undefined ? '' : `frame ${first.frame}`).toBe('');
    expect(replay.counts.equal).toBeGreaterThan(100);
  } finally {
    reader.close();
  }
});
