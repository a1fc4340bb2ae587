/** The text of what becomes of commands under other settings, counted by hand. */
import { expect, test } from 'vitest';
import {
  type OtherSetting,
  otherSettingLines,
  type SettingVerdict,
  settingCounts,
} from '../../../../harness/play/route/other-settings.js';

const row = (verdict: SettingVerdict, step?: number, name = 'passes'): OtherSetting => ({
  switch: name,
  value: 2,
  verdict,
  detail: '',
  ...(step === undefined ? {} : { step }),
});

test('each verdict is counted once, with the steps at which rows break, each once and in their order', () => {
  const rows = [row('breaks', 7), row('holds'), row('breaks', 3), row('breaks', 7), row('breaks', 0), row('holds')];
  expect(settingCounts(rows)).toBe('holds 2, breaks 4 (before step 1, at step 3, at step 7)');
  expect(settingCounts([row('refused'), row('otherFigures')])).toBe('other figures 1, the setup is refused 1');
});

test('five steps are named, of more the first five', () => {
  const steps = (count: number) =>
    settingCounts(Array.from({ length: count }, (_, index) => row('breaks', count - index)));
  const five = 'at step 1, at step 2, at step 3, at step 4, at step 5';
  expect([steps(5), steps(6)]).toEqual([`breaks 5 (${five})`, `breaks 6 (${five} ...)`]);
});

test('a line for each row that changes something; other figures from another place are counted alone', () => {
  const rows = [
    row('holds'),
    row('otherFigures'),
    row('holds', undefined, 'places'),
    row('otherFigures', undefined, 'places'),
    row('breaks', 2, 'places'),
  ];
  expect(otherSettingLines('moves', rows)).toEqual([
    'the same moves under other settings, one changed at a time (5): holds 2, other figures 2, breaks 1 (at step 2)',
    '  passes = 2: other figures',
    '  places = 2: breaks at step 2',
  ]);
  expect(otherSettingLines('moves', [])).toEqual([]);
});

test('twelve rows have lines, of more the rest is counted', () => {
  const lines = (count: number) =>
    otherSettingLines(
      'moves',
      Array.from({ length: count }, () => row('breaks', 1)),
    );
  expect([lines(12).length, lines(13).length, lines(14).at(-1)]).toEqual([13, 14, '  and 2 more, each in --json']);
});
