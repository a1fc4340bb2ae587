/**
 * The koffi recorder takes the C recorder's command line.
 */

import { expect, test } from 'vitest';
import { parseKoffiArguments } from '../../../../harness/capture/record/koffi-arguments.js';
import { errorOf } from './expect-error.js';

const NEEDED = ['core.so', 'rom.sfc', '--frames', '9', '--windows', '100:2', '--out', 'x.rec'];

test('every flag of the C recorder is taken', () => {
  const words = [...NEEDED, '--input', 'i', '--pokes', 'p', '--state-load', 'l', '--state-save', 's', '--stall', '7'];
  const more = ['--option', 'a=b=c', '--option', 'd=', '--allow-opposite', '--progress'];
  expect(parseKoffiArguments([...words, ...more])).toEqual({
    core: 'core.so',
    rom: 'rom.sfc',
    frames: 9,
    windows: '100:2',
    out: 'x.rec',
    input: 'i',
    pokes: 'p',
    stateLoad: 'l',
    stateSave: 's',
    stallSeconds: 7,
    options: [
      ['a', 'b=c'],
      ['d', ''],
    ],
    allowOpposite: true,
    progress: true,
  });
});

test('optional flags may be omitted', () => {
  const order = parseKoffiArguments(NEEDED);
  expect(order).toMatchObject({ stallSeconds: 30, allowOpposite: false, progress: false, options: [] });
  expect('input' in order).toBe(false);
});

test.each([
  [[], 'E_RECORDER_USE'],
  [NEEDED.slice(1), 'E_RECORDER_USE'],
  [NEEDED.slice(0, -2), 'E_RECORDER_USE'],
  [[...NEEDED, '--frame', '9'], 'E_RECORDER_USE'],
  [[...NEEDED, '--option', '=b'], 'E_OPTION'],
])('arguments %j are refused', async (words, code) => {
  expect((await errorOf(() => parseKoffiArguments(words))).code).toBe(code);
});
