/** Sequence files that are damaged, or that would run for hours: one error with file and line. */
import { expect, test } from 'vitest';
import { createCaseMachine } from '../../../../harness/original/vectors/case-machine.js';
import { runSequence } from '../../../../harness/original/vectors/sequences.js';
import { lockstepErrorOf } from '../../fixtures/files.js';
import { shortSequence } from '../../fixtures/short-sequence.js';

const [header = '', ...steps] = shortSequence();
const target = createCaseMachine();

test('three steps of a bundled sequence pass', () => {
  expect(runSequence('a.jsonl', [header, ...steps], target)).toMatchObject({ cases: 3, equal: 3 });
});

const edit = (line: string, from: string | RegExp, to: string): string => {
  const edited = line.replace(from, to);
  if (edited === line) throw new Error(`nothing to edit: ${String(from)}`);
  return edited;
};
const [one = '', two = '', three = ''] = steps;

test.each([
  ['a step is missing', [header, one, two], 3, 'as many steps'],
  ['a call is missing', [edit(header, '"calls":10', '"calls":11'), one, two, three], 4, 'as many calls'],
  [
    'a call that is made a billion times',
    [header, one, edit(two, '"regs"', '"times":1000000000,"regs"'), three],
    3,
    'wrong value of calls[0]',
  ],
  ['a register that is none', [header, one, edit(two, '"X":7168', '"Q":7168'), three], 3, 'calls[0]'],
  ['a word that is too large', [header, one, edit(two, '"X":7168', '"X":71680'), three], 3, 'calls[0]'],
  ['an unknown key', [header, one, two, edit(three, '{', '{"colour":1,')], 4, 'unknown key colour'],
  ['another version', [edit(header, '"sequence":1', '"sequence":2'), one, two, three], 1, 'wrong value of sequence'],
  ['a line that is no object', [header, one, '[]', three], 3, 'not a JSON object'],
])('a wrong step of a sequence is found: %s', async (_name, lines, line, message) => {
  const error = await lockstepErrorOf(() => runSequence('a.jsonl', lines, target));
  expect([error.code, error.details.file, error.details.line]).toEqual(['E_VECTOR_FORM', 'a.jsonl', line]);
  expect(error.sentence).toContain(message);
});
