/** Damaged logs: each is one error with its code and line, in pieces of any size. */
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../../harness/base/error-codes.js';
import { lockstepErrorOf } from '../../fixtures/files.js';
import { decodeText } from '../../fixtures/read-rows.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';

const LINES = rowLines(tickerRows(somePads(20)));
const WHOLE = sealed(tickerHeader(), LINES);

function withRow(index: number, line: string): string {
  return sealed(
    tickerHeader(),
    LINES.map((old, at) => (at === index ? line : old)),
  );
}

function withHeader(changes: Record<string, unknown>): string {
  return sealed(tickerHeader(changes), LINES);
}

/** Lines after their number were changed: the footer is right, so that only the damage can be noticed. */
const DAMAGES: readonly [name: string, content: string, code: string, line: number | undefined][] = [
  ['an empty file', '', 'E_TRACE_EMPTY', undefined],
  ['a header without LF', JSON.stringify(tickerHeader()), 'E_TRACE_INCOMPLETE', 1],
  ['a log cut at a line end', WHOLE.slice(0, WHOLE.lastIndexOf('{"end"')), 'E_TRACE_INCOMPLETE', 22],
  ['a log cut in a line', WHOLE.slice(0, WHOLE.lastIndexOf('{"end"') - 3), 'E_TRACE_INCOMPLETE', 21],
  ['the last LF cut off', WHOLE.slice(0, -1), 'E_TRACE_INCOMPLETE', 22],
  ['a broken header', `{"trace":1,\n`, 'E_TRACE_JSON', 1],
  ['another JSON file', `{"name":"x"}\n`, 'E_TRACE_HEADER', 1],
  ['an unknown version', withHeader({ trace: 2 }), 'E_TRACE_VERSION', 1],
  ['an unknown key', withHeader({ maks: [] }), 'E_TRACE_HEADER', 1],
  ['a header without cells', withHeader({ cells: [] }), 'E_TRACE_HEADER', 1],
  ['a cell of width 3', withHeader({ cells: [['a', '000000', 3]] }), 'E_TRACE_HEADER', 1],
  [
    'a cell twice',
    withHeader({
      cells: [
        ['a', '000000', 1],
        ['a', '000004', 1],
      ],
    }),
    'E_TRACE_CELL_TWICE',
    1,
  ],
  [
    'cells that share a byte',
    withHeader({
      cells: [
        ['a', '000001', 1],
        ['b', '000000', 2],
      ],
    }),
    'E_TRACE_CELL_TWICE',
    1,
  ],
  ['an undeclared input', withHeader({ inputs: ['pad'] }), 'E_TRACE_CELL_UNKNOWN', 1],
  ['an undeclared sequence', withHeader({ sequence: { begin: 'begin', end: 'ende' } }), 'E_TRACE_CELL_UNKNOWN', 1],
  ['a sequence of one cell', withHeader({ sequence: { begin: 'end', end: 'end' } }), 'E_TRACE_HEADER', 1],
  [
    'a mask that ends before it begins',
    withHeader({ masks: [{ cell: 'sum', from: 2, to: 1, reason: 'x', evidence: 'y', date: '2026-11-21' }] }),
    'E_TRACE_HEADER',
    1,
  ],
  ['an image that overlaps itself', withHeader({ image: { '000000': '0000', '000001': '00' } }), 'E_TRACE_IMAGE', 1],
  ['an image without a cell', withHeader({ image: { '7E1E00': '000000000000' } }), 'E_TRACE_IMAGE', 1],
  ['CR LF', WHOLE.replaceAll('\n', '\r\n'), 'E_TRACE_CR', 1],
  ['CR LF in one row', withRow(4, `${LINES[4]}\r`), 'E_TRACE_CR', 6],
  ['an empty line', withRow(4, ''), 'E_TRACE_ROW', 6],
  ['white space in a row', withRow(4, `[4, 0,[]]`), 'E_TRACE_ROW', 6],
  ['a row cut short', withRow(4, '[4,0,[0,5'), 'E_TRACE_ROW', 6],
  ['a negative number', withRow(4, '[4,0,[0,-5]]'), 'E_TRACE_ROW', 6],
  ['a fraction', withRow(4, '[4,0,[0,1.5]]'), 'E_TRACE_ROW', 6],
  ['a leading zero', withRow(4, '[04,0,[0,5]]'), 'E_TRACE_ROW', 6],
  ['content after a row', withRow(4, '[4,0,[0,5]]]'), 'E_TRACE_ROW', 6],
  ['a count of one', withRow(4, '[4,0,[0,5],1]'), 'E_TRACE_ROW', 6],
  ['a count over the next row', withRow(4, '[4,0,[0,5],2]'), 'E_TRACE_ORDER', 7],
  ['a count without end', withRow(4, '[4,0,[0,5],1000001]'), 'E_TRACE_WIDTH', 6],
  ['an error code on a pad', withRow(4, '[4,0,"E_PHASE",[]]'), 'E_TRACE_ROW', 6],
  ['a word that is none', withRow(4, '[4,0,"null",[]]'), 'E_TRACE_ROW', 6],
  ['an unknown cell', withRow(4, '[4,0,[6,1]]'), 'E_TRACE_CELL_INDEX', 6],
  ['cells out of order', withRow(4, '[4,0,[2,1,1,1]]'), 'E_TRACE_ROW', 6],
  ['an index without a value', withRow(4, '[4,0,[2]]'), 'E_TRACE_ROW', 6],
  ['a value too wide for one byte', withRow(4, '[4,0,[3,256]]'), 'E_TRACE_WIDTH', 6],
  ['a value too wide for two bytes', withRow(4, '[4,0,[0,65536]]'), 'E_TRACE_WIDTH', 6],
  ['a value too wide for four bytes', withRow(4, '[4,0,[5,4294967296]]'), 'E_TRACE_WIDTH', 6],
  ['a number of a hundred digits', withRow(4, `[4,0,[5,${'9'.repeat(100)}]]`), 'E_TRACE_WIDTH', 6],
  ['a pad word of 17 bits', withRow(4, '[4,65536,[]]'), 'E_TRACE_WIDTH', 6],
  ['frames out of order', withRow(4, '[3,0,[0,5]]'), 'E_TRACE_ORDER', 6],
  ['a full row with a value missing', withRow(0, '[0,0,"full",[1,1,0,0,0]]'), 'E_TRACE_CELL_MISSING', 2],
  ['a full row with a value too many', withRow(0, '[0,0,"full",[1,1,0,0,0,5,6]]'), 'E_TRACE_CELL_INDEX', 2],
  ['a first row that is not full', withRow(0, '[0,0,[0,1]]'), 'E_TRACE_FULL_ROW', 2],
  [
    'a footer with a wrong hash',
    WHOLE.replace(/"sha256":"[0-9a-f]{64}"\}\n$/, `"sha256":"${'0'.repeat(64)}"}\n`),
    'E_TRACE_HASH',
    22,
  ],
  ['a value changed after the footer was made', WHOLE.replace(/(\n\[5,\d+,\[0,)6,/, '$18,'), 'E_TRACE_HASH', 22],
  ['a footer with a wrong count', WHOLE.replace('"rows":20', '"rows":21'), 'E_TRACE_FOOTER', 22],
  ['a footer with wrong frames', WHOLE.replace('"frames":20', '"frames":19'), 'E_TRACE_FOOTER', 22],
  ['a footer with another key', WHOLE.replace('"frames":20', '"frames":20,"x":1'), 'E_TRACE_FOOTER', 22],
  ['a broken footer', WHOLE.replace('{"end":1', '{"end":'), 'E_TRACE_JSON', 22],
  ['a row after the footer', `${WHOLE}[20,0,[]]\n`, 'E_TRACE_AFTER_FOOTER', 23],
  ['a piece of a line after the footer', `${WHOLE}x`, 'E_TRACE_AFTER_FOOTER', 23],
  ['two logs in one file', WHOLE + WHOLE, 'E_TRACE_AFTER_FOOTER', 23],
  ['two logs with empty lines between them', `${WHOLE}\n\r\n${WHOLE}`, 'E_TRACE_AFTER_FOOTER', 25],
  ['bytes of 0 behind empty lines', `${WHOLE}\n \0`, 'E_TRACE_AFTER_FOOTER', 24],
];

describe('every damage is one error with its place', () => {
  test.each(DAMAGES)('%s is refused with its line', async (_name, content, code, line) => {
    for (const piece of [1 << 20, 5]) {
      const error = await lockstepErrorOf(() => decodeText(content, piece));
      expect([error.code, error.details.line]).toEqual([code, line]);
      expect(error.details.file).toBe('log.jsonl');
      expect(error.details.remedy ?? '').not.toBe('');
      expect(Object.hasOwn(ERROR_CODES, code)).toBe(true);
    }
  });

  test('the whole log is not damaged, nor by white space behind its footer', () => {
    expect(decodeText(WHOLE)).toHaveLength(20);
    for (const piece of [1 << 20, 5, 1]) {
      for (const behind of ['\n', '\n\n\n', '  ', '\r\n\t\n '])
        expect(decodeText(WHOLE + behind, piece)).toEqual(decodeText(WHOLE));
    }
  });

  test('a missing full row among 1,001 rows is an error', async () => {
    const lines = rowLines(tickerRows(somePads(1001)));
    const rows = tickerRows(somePads(1001));
    const late = lines.map((line, index) => {
      if (index !== 1000) return line;
      return `[1000,${rows[1000]?.pad},[0,${rows[1000]?.values[0]}]]`;
    });
    const error = await lockstepErrorOf(() => decodeText(sealed(tickerHeader(), late)));
    expect([error.code, error.details.line]).toEqual(['E_TRACE_FULL_ROW', 1002]);
    expect(decodeText(sealed(tickerHeader(), lines))).toHaveLength(1001);
  });

  test('bytes that are not UTF-8 in the header are an error', async () => {
    const bytes = Buffer.from(WHOLE);
    bytes[20] = 0xff;
    expect((await lockstepErrorOf(() => decodeText(bytes))).code).toBe('E_TRACE_JSON');
  });

  test('a line longer than 16 MiB is an error', async () => {
    const long = `${JSON.stringify(tickerHeader())}\n[0,0,"full",[${'0,'.repeat(9_000_000)}`;
    expect((await lockstepErrorOf(() => decodeText(long))).code).toBe('E_TRACE_LINE_LENGTH');
    expect((await lockstepErrorOf(() => decodeText(`${long}\n`, 1 << 30))).code).toBe('E_TRACE_LINE_LENGTH');
  });

  test('viewers open a log without its footer', () => {
    const cut = WHOLE.slice(0, WHOLE.lastIndexOf('{"end"') - 3);
    expect(decodeText(cut, 100, { allowIncomplete: true })).toHaveLength(19);
  });
});
