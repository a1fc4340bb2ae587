/** The cells of one header are checked once for many: a header after it is checked all the same. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { LockstepError } from '../../../../harness/base/errors.js';
import { parseHeader } from '../../../../harness/play/trace/header.js';
import type { TraceCell, TraceHeader } from '../../../../harness/play/trace/types.js';

const CELLS: readonly TraceCell[] = [
  ['first', '7E0300', 1],
  ['second', '7E0301', 2],
  ['third', '7E0303', 1],
];
const HEADER = {
  trace: 1,
  system: LIVE_A_LIVE.id,
  systemVersion: 1,
  ruleset: { name: 'cartridge', hash: '0123456789abcdef', switches: {} },
  source: { kind: 'model', emulator: null, rom: null, input: null, recorder: null },
  unit: 'frame',
  from: 'the start',
  setup: null,
  cells: CELLS,
  inputs: [],
  sequence: null,
  masks: [],
  image: { '7E0300': '00010203' },
};

const parsed = (changes: object): TraceHeader => parseHeader(JSON.stringify({ ...HEADER, ...changes }), 'a.jsonl');

/** The sentence about a header that comes after a good one with the same cells. */
function faultOf(changes: object): string {
  parsed({});
  try {
    parsed(changes);
    return '';
  } catch (error) {
    return error instanceof LockstepError ? error.sentence : String(error);
  }
}

test('a second header with the same cells is read as the first one', () => {
  const [first, second] = [parsed({}), parsed({ setup: 1 })];
  expect(first).toEqual(HEADER);
  expect(second).toEqual({ ...HEADER, setup: 1 });
});

test('with the same cells all else is still checked', () => {
  expect(faultOf({})).toBe('');
  expect(faultOf({ image: { '7E0300': '000102' } })).toBe('the image does not hold cell third');
  expect(faultOf({ image: { '7E0301': '010203' } })).toBe('the image does not hold cell first');
  expect(faultOf({ image: { '7E0300': '0001', '7E0302': '0203' } })).toBe('');
  expect(faultOf({ inputs: ['fourth'] })).toBe('inputs names cell fourth, which is not declared');
  expect(faultOf({ sequence: { begin: 'first', end: 'second' } })).toBe(
    'sequence needs two different cells of the same width',
  );
  expect(faultOf({ unit: 'hour' })).toBe('wrong value of unit');
});

test.each([
  ['twice', [...CELLS, ['first', '7E0304', 1]], 'cell first is declared twice'],
  ['in one byte', [CELLS[0], ['second', '7E0300', 2], CELLS[2]], 'cells first and second share a byte'],
  ['of no width', [CELLS[0], CELLS[1], ['third', '7E0303', 3]], 'wrong value of cells[2][2]'],
  ['with more', [CELLS[0], CELLS[1], ['third', '7E0303', 1, 1]], 'wrong value of cells[2]'],
  ['without address', [CELLS[0], CELLS[1], ['third', 'here', 1]], 'wrong value of cells[2][1]'],
])('cells that differ from known ones are checked anew: %s', (_, cells, message) => {
  expect(faultOf({ cells })).toBe(message);
});
