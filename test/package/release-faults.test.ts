/** What keeps a version from being released. */
import { expect, test } from 'vitest';
import { type Release, releaseFaults } from '../release/faults.js';

const GOOD: Release = {
  version: '1.1.0',
  locked: '1.1.0',
  changelog: '# Changelog\n\n## 1.1.0\n\n- More.\n\n## 1.0.0\n\n- All.\n',
  tagged: undefined,
  head: 'b'.repeat(40),
};

test.each<[string, Partial<Release>, readonly string[]]>([
  ['a free tag', {}, []],
  ['the tag of this commit', { tagged: GOOD.head }, []],
  ['a taken tag', { tagged: 'aaaa' }, ['v1.1.0 is taken by aaaa: raise the version']],
  ['a lock file of before', { locked: '1.0.0' }, ['package-lock.json has version 1.0.0, package.json 1.1.0']],
  ['no section', { version: '1.2.0', locked: '1.2.0' }, ['CHANGELOG.md has no section 1.2.0']],
  ['the version of before', { version: '1.0.0', locked: '1.0.0' }, ['CHANGELOG.md begins with 1.1.0, not with 1.0.0']],
  [
    'an empty section',
    { changelog: '## 1.1.0\n\n## 1.0.0\n\n- All.\n' },
    ['the section 1.1.0 of CHANGELOG.md names no change'],
  ],
  ['a section twice', { changelog: '## 1.1.0\n\n- A.\n\n## 1.1.0\n\n- B.\n' }, ['CHANGELOG.md has 1.1.0 twice']],
])('%s', (_, change, faults) => {
  expect(releaseFaults({ ...GOOD, ...change })).toEqual(faults);
});
