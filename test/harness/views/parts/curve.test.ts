/** Where the axis of a plot begins: at 0, unless its values are large and far from it. */
import { expect, test } from 'vitest';
import { rangeOf } from '../../../../harness/views/parts/curve.js';

const line = { length: 4, frameShift: { places: [0], values: [0] } };
const view = { first: 0, last: 4, from: 0, to: 4 };
const curve = (...values: readonly number[]) => ({
  steps: { places: values.map((_, place) => place), values },
  line,
  ...{ color: 'series-0', dash: [], width: 1 },
});

test.each([
  ['20 MP of which one is paid', [20, 19], [0, 20]],
  ['a value of 40', [40, 39], [0, 40]],
  ['a value above 40 near its end', [256, 240], [240, 256]],
  ['a large value that falls far', [256, 100], [0, 256]],
  ['nothing at all', [0, 0], [0, 1]],
  ['one value throughout', [300, 300], [0, 300]],
  ['below 0', [-3, 2], [-3, 2]],
])('%s', (_, values, range) => {
  expect(rangeOf([curve(...values)], view)).toEqual(range);
});
