/** Every bundled case and sequence step of the routines that are mirrored, through the command's own code path. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runVectors } from '../../../harness/original/vectors/run-files.js';

const folder = fileURLToPath(new URL('../../../traces/vectors', import.meta.url));
const report = runVectors([folder]);

test('no bundled case of a mirrored routine fails', () => {
  const failing = report.list.filter((result) => result.different > 0);
  expect(failing.map((result) => [result.file, result.first])).toEqual([]);
});

test('every routine of turn order is mirrored: 107 files', () => {
  const turn = report.list.filter((result) => result.area === 'turn');
  expect(turn.reduce((sum, result) => sum + result.equal, 0)).toBeGreaterThanOrEqual(29_254);
  expect(turn.filter((result) => result.equal !== result.cases)).toEqual([]);
});

test('no case is skipped: the counts are those of the files', () => {
  expect([report.files, report.cases]).toEqual([278, 54_791]);
  expect([report.sequences.files, report.sequences.cases]).toEqual([47, 14_219]);
  expect(report.equal + report.different + report.notCompared).toBe(report.cases);
});
