/** The conversation of test/fixtures/debug-overflow.jsonl, written by hand from what the recorded log shows, held with the adapter. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { move, open, type Served, serve, traceFile } from './client.js';

interface Turn {
  readonly what: string;
  readonly request: string;
  readonly arguments: object;
  readonly response?: object;
  readonly stopped?: object;
}

const turns = readFileSync(new URL('../../../fixtures/debug-overflow.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Turn);

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.server.close());

test('steps back over the overflow and names the routine that wrote the wrap', async () => {
  const client = await open(served.port, traceFile('logs/overflow.jsonl.gz'));
  for (const turn of turns) {
    if (turn.stopped !== undefined) {
      expect(await move(client, turn.request, turn.arguments), turn.what).toMatchObject(turn.stopped);
    } else {
      const { body } = await client.send(turn.request, turn.arguments);
      expect(body, turn.what).toMatchObject(turn.response ?? {});
    }
  }
  await client.stop();
});
