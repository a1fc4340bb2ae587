/** Which errors are those of a rule; a count of four bytes. */
import { expect, test } from 'vitest';
import { RuleError } from '../../../core/int/rule-error.js';
import { countUp32 } from '../../../core/int/uint.js';

test('an error of another copy of the core is one, by its name; nothing else is', () => {
  const ofAnotherCopy = Object.assign(new Error('a party of five'), { name: 'RuleError' });
  const noError = { name: 'RuleError', message: 'a party of five' };
  expect([ofAnotherCopy, new RuleError('E_PARTY', 'a party of five')].map((one) => one instanceof RuleError)).toEqual([
    true,
    true,
  ]);
  expect([new Error('another'), noError].map((one) => (one as unknown) instanceof RuleError)).toEqual([false, false]);
});

test.each([
  [
    [0xfe, 0xff, 0, 0],
    [0xff, 0xff, 0, 0],
  ],
  [
    [0xff, 0xff, 0, 0],
    [0, 0, 1, 0],
  ],
  [
    [0xff, 0xff, 0xff, 0],
    [0, 0, 0, 1],
  ],
  [
    [0xff, 0xff, 0xff, 0xff],
    [0, 0, 0, 0],
  ],
])('%j and 1 is %j, and no byte beside changes', (before, after) => {
  const bytes = Uint8Array.of(7, 7, ...before, 7, 7);
  countUp32(bytes, 2);
  expect([...bytes]).toEqual([7, 7, ...after, 7, 7]);
});
