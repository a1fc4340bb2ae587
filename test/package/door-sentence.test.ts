/** The sentence of `npm run door -- --into PAGE`, and its place in the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { doorSentence, type Stretch, withSentence } from '../door/sentence.js';

const part = (name: string, more: Partial<Stretch>): Stretch => ({
  ...{ name, commands: 1, written: 0, read: 0, printed: 0, seconds: 0, processor: 0 },
  ...more,
});

test('what leads to a proven route is summed, and a started minute counts', () => {
  const way = [
    part('git clone', { read: 80 }),
    part('npm ci', { seconds: 60 }),
    part('npm start', { printed: 15, seconds: 5 }),
    part('npm test', { seconds: 1000 }),
    part('1-first-battle', { commands: 4, read: 60, printed: 30, seconds: 3 }),
    part('3-proven-route', { commands: 6, read: 90, seconds: 53 }),
    part('5-stepping', { commands: 9, seconds: 50 }),
  ];
  expect(doorSentence(way, 'a machine')).toBe(
    'From nothing to a proven route: 13 commands, 275 lines to read, 3 minutes (`npm run door` on a machine).',
  );
});

test('the sentence takes the place between the marks', () => {
  const page = 'a\n<!-- door -->\nold\n<!-- end of door -->\nb\n';
  const once = withSentence(page, 'New.', 'page.md');
  expect(once).toBe('a\n<!-- door -->\n\nNew.\n\n<!-- end of door -->\nb\n');
  expect(withSentence(once, 'New.', 'page.md')).toBe(once);
  expect(() => withSentence('a\n', 'New.', 'page.md')).toThrow('page.md needs the lines');
});

test('the README has the place', () => {
  const page = readFileSync(join(packageRoot(), 'README.md'), 'utf8');
  expect(() => withSentence(page, '', 'README.md')).not.toThrow();
});
