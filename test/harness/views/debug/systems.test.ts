/** The adapter on plans of the other systems: what is refused says so, and printed text is no list of numbers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { move, open, type Served, serve, traceFile } from './client.js';

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.server.close());

test('the text of a plan names the commands that are refused', async () => {
  const client = await open(served.port, traceFile('kurogane-engage/guide.toml'));
  const { body } = await client.sourceRequest({ sourceReference: 1 });
  const refused = body.content.split('\n').filter((line) => line.includes('rejected'));
  // as the plan itself expects
  expect(refused).toEqual([
    'command 2  roll faces=[1,2,3,4,5,6,6]  rejected with E_PHASE: not at this step of the attack (K1)',
    'command 4  roll faces=[1,2,3,4,5,6]  rejected with E_DICE_COUNT: as many dice are rolled as the pool has (K11)',
  ]);
  await client.stop();
});

test('S18 printed text changes its length alone', async () => {
  const client = await open(served.port, traceFile('srpg-movement/guide.toml'));
  await move(client, 'next');
  const { body } = await client.stackTraceRequest({ threadId: 1 });
  const { scopes } = (await client.scopesRequest({ frameId: body.stackFrames[0]?.id ?? 0 })).body;
  const changes = scopes.find(({ name }) => name === 'Changes');
  const { variables } = (await client.variablesRequest({ variablesReference: changes?.variablesReference ?? 0 })).body;
  expect(variables.map(({ name, value }) => [name, value])).toEqual([
    ['transcriptLength', '97 (was 0) by S18 printed'],
  ]);
  await client.stop();
});
