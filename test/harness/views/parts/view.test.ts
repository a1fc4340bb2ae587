/** The frames that plots show: whatever is zoomed or panned, they lie within the lines. */
import { expect, test } from 'vitest';
import { centered, isIn, panned, type View, whole, zoomed } from '../../../../harness/views/parts/curve.js';

const ALL: View = { first: 100, last: 1100, from: 100, to: 1100 };

test('a zoom keeps the frame under the pointer where it is', () => {
  const near = zoomed(ALL, 350, 0.5, 350);
  expect([near.from, near.to]).toEqual([225, 725]);
  expect((350 - near.from) / (near.to - near.from)).toBe((350 - 100) / 1000);
});

test('a zoom never loses a mark that was in view, also when it is far from the pointer', () => {
  let view = ALL;
  for (let turn = 0; turn < 20; turn++) {
    view = zoomed(view, 120, 0.7, 1000);
    expect(isIn(view, 1000)).toBe(true);
  }
});

test('zoomed out again all is shown, and never more', () => {
  let view = zoomed(ALL, 600, 0.01, 600);
  for (let turn = 0; turn < 20; turn++) view = zoomed(view, 600, 2, 600);
  expect(view).toEqual(ALL);
  expect(whole(view)).toEqual(ALL);
});

test('a pan moves by a part of the width and ends at the ends', () => {
  const near = zoomed(ALL, 600, 0.1, 600);
  expect(panned(near, 0.5).from - near.from).toBe(50);
  expect(panned(near, 100).to).toBe(1100);
  expect(panned(near, -100).from).toBe(100);
});

test('a frame comes into the middle, or as near as the ends allow', () => {
  const near = zoomed(ALL, 600, 0.1, 600);
  expect([centered(near, 300).from, centered(near, 300).to]).toEqual([250, 350]);
  expect(centered(near, 100).from).toBe(100);
});
