/** The reach benchmark beside a package that may be missing, or wrong. */
import { expect, test } from 'vitest';
import { benchSrpg, PEER } from '../../../../harness/tools/bench/srpg.js';
import { benchText } from '../../../../harness/tools/bench/text.js';

test('without the development dependency the report says what is missing and how to get it', async () => {
  const srpg = await benchSrpg(1, async () => undefined);
  expect(srpg.peer).toEqual({ skipped: expect.stringContaining(`${PEER} is a development dependency`) });
  // A unit with movement 254 in the middle of 256 x 256 does not get to the corner (0,0), at distance 256, nor to 4 squares more.
  expect(srpg.reaches.map((one) => [one.map, one.squares])[1]).toEqual(['plain ground', 256 * 256 - 5]);
  const text = benchText({ node: 'v20', platform: 'linux x64', srpg });
  expect(text).toContain(`beside npm: skipped: ${PEER}`);
});

test('a package with another answer is an error, not a column', async () => {
  class Graph {
    setEdge(): void {}
    edge(): number {
      return 1;
    }
  }
  const wrong = { Graph, alg: { dijkstra: () => ({}) } };
  await expect(benchSrpg(1, async () => wrong)).rejects.toThrow(/agrees on \d+ of 65536 squares/);
});
