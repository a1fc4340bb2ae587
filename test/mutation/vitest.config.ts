import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Quick files first: most mutants die in them, and a mutant's run ends at its first failing test.
 */
const ORDER = [
  'frame.test',
  'predict.test',
  'turn-routines.test',
  'live-a-live/guide/',
  'wide.test',
  'exhaustive.test',
  'turn-cases',
  'log-cuts',
];

function placeOf(file: TestSpecification): number {
  const place = ORDER.findIndex((part) => file.moduleId.includes(part));
  return place < 0 ? ORDER.length : place;
}

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort((a, b) => placeOf(a) - placeOf(b) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}

/**
 * The tests that mutants run against: each is quick, and each case file and each log is a test of
 * its own.
 */
export default defineConfig({
  test: {
    include: [
      'test/core/int/*.test.ts',
      'test/core/live-a-live/frame/frame.test.ts',
      'test/core/live-a-live/turn/{against-reference,predict,turn-routines}.test.ts',
      'test/core/live-a-live/guide/*.test.ts',
      'test/mutation/turn-cases.ts',
      'test/mutation/log-cuts.ts',
    ],
    setupFiles: ['test/mutation/fixed-seed.ts'],
    sequence: { sequencer: QuickFirst },
    testTimeout: 60_000,
  },
});
