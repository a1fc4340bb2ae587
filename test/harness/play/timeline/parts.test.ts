/** Parts of a timeline: who wrote a byte, what is said of refused entries, conditions and places. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { formatError } from '../../../../harness/base/errors.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { createBranchStore, RECORDING } from '../../../../harness/play/timeline/branch-store.js';
import { compileCondition } from '../../../../harness/play/timeline/conditions.js';
import { openTimeline } from '../../../../harness/play/timeline/create-timeline.js';
import { placeOf } from '../../../../harness/play/timeline/places.js';
import { anyOf } from '../../../../harness/play/timeline/search.js';
import { rejectionLines, type Timeline } from '../../../../harness/play/timeline/timeline.js';
import { routineName, writesOf } from '../../../../harness/play/timeline/writers.js';
import { COUNTER } from '../../fixtures/counter-system.js';
import { lockstepErrorOf } from '../../fixtures/files.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const open = (file: string): Promise<Timeline> => openTimeline(`${root}${file}`, { systems: SYSTEMS });
const WORKED = 'traces/logs/worked-example.jsonl.gz';

describe('who wrote', () => {
  test('a byte written by hand on a branch is named so, whatever else its entry writes', async () => {
    const timeline = await open(WORKED);
    const { offset } = timeline.cells.get('actionPoints');
    const at = timeline.entryOf(101);
    const branch = timeline.branch(at);
    // its two bytes, and none beside them
    timeline.poke(branch, at, offset, Uint8Array.of(0xfe, 0xff));
    const byHand = writesOf(timeline, timeline.entry(at, branch)).filter(({ writer }) => writer.kind === 'write');
    expect(byHand.map(({ cell, after, writer }) => [cell.name, after, writer.name])).toEqual([
      ['actionPoints', 0xfffe, 'written by hand'],
    ]);
    const recorded = writesOf(timeline, timeline.entry(at, RECORDING));
    expect(recorded.length).toBeGreaterThan(0);
    expect(recorded.some(({ writer }) => writer.kind === 'write')).toBe(false);
  });

  test('a routine has the name that the list of routines gives it', () => {
    expect([routineName('C1:1C02'), routineName('C1:FFFF')]).toEqual([expect.stringMatching(/^[a-z-]+$/u), '']);
  });
});

test('what is said of a refused entry is said of the recording alone', async () => {
  const timeline = await open('traces/golden/fftcg/random-41.jsonl.gz');
  const refused = Array.from({ length: timeline.length() }, (_, index) => index + 1).find(
    (at) => rejectionLines(timeline, at, RECORDING).length > 0,
  );
  if (refused === undefined) throw new Error('the log has no refused command');
  const branch = timeline.branch(refused);
  expect(rejectionLines(timeline, refused, RECORDING)).toEqual([expect.stringMatching(/^rejected with E_\w+/u)]);
  expect(rejectionLines(timeline, refused, branch)).toEqual([]);
});

test('several conditions are told as one', async () => {
  const timeline = await open(WORKED);
  const either = anyOf(timeline, [
    compileCondition(timeline, 'actionPoints == 57'),
    compileCondition(timeline, 'actionPoints == 114'),
  ]);
  expect(either.text).toBe('actionPoints == 57 or actionPoints == 114');
});

test('a place that is not there is refused with what can be named', async () => {
  const timeline = await open(WORKED);
  const error = await lockstepErrorOf(() => placeOf(timeline, 'nowhere'));
  expect(formatError(error)).toMatch(/Name a frame by its number$/u);
});

test('the states of all branches together keep to their room of 16 MiB, and the branch in use has its own', () => {
  const image = new Uint8Array(1 << 20);
  const { states } = createBranchStore('log', COUNTER, {} as never, image.length, () => undefined);
  const kept: number[] = [];
  for (const branch of [1, 2, 3]) {
    for (let at = 0; at < 8 * 256; at += 256) {
      states.add(branch, at, image);
      kept.push(states.bytes() / image.length);
    }
  }
  // eight of each: with the third branch the first one goes
  expect(kept).toEqual([...Array.from({ length: 16 }, (_, at) => at + 1), 9, 10, 11, 12, 13, 14, 15, 16]);
  expect([states.nearest(1, 2000), states.nearest(2, 2000)?.at, states.nearest(3, 2000)?.at]).toEqual([
    undefined,
    1792,
    1792,
  ]);
});
