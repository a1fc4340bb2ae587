/** Remedies of logs. Where one says to record anew or to restore the file, the good log takes the place of the bad one. */
import { mkdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { rowLines, sealed, somePads, TICKER_CELLS, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';
import { bundled, fileRow, folder, place, type Remedy } from './row.js';

const ROWS = tickerRows(somePads(10));
const LINES = rowLines(ROWS);
export const LOG = sealed(tickerHeader(), LINES);
const RECORDED = 'traces/logs/worked-example.jsonl.gz';
const PLAN = 'plan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\namount = 5\n';

const verify = (file: string): readonly string[] => ['verify', file];

/** A log that is to be recorded again, or restored. */
function again(code: string, remedy: string, bad: string): Remedy {
  return fileRow(code, remedy, { name: `${code}.jsonl`, bad, good: LOG }, verify);
}

const withLine = (index: number, line: string): string =>
  sealed(
    tickerHeader(),
    LINES.map((own, at) => (at === index ? line : own)),
  );
const withCells = (change: (cell: readonly (string | number)[]) => readonly (string | number)[]): string =>
  sealed(tickerHeader({ cells: TICKER_CELLS.map(change) }), LINES);

/** Rows whose message tells the edit. */
const EDITED: readonly Remedy[] = [
  {
    code: 'E_TRACE_CELL_UNKNOWN',
    remedy: 'Did you mean padWord',
    bad: () => verify(folder.write('unknown-cell.jsonl', sealed(tickerHeader({ inputs: ['padWrd'] }), LINES))),
    follow: ({ nearest }) =>
      verify(folder.write('unknown-cell.jsonl', sealed(tickerHeader({ inputs: [nearest()] }), LINES))),
  },
  fileRow(
    'E_TRACE_HEADER',
    'missing key masks',
    { name: 'header.jsonl', bad: sealed(tickerHeader({ masks: undefined, mask: [] }), LINES), good: LOG },
    verify,
  ),
  {
    code: 'E_TRACE_INCOMPLETE',
    remedy: 'or give --partial to take what is there',
    bad: () => verify(folder.write('cut.jsonl', LOG.slice(0, LOG.lastIndexOf('{"end"')))),
    follow: (_said, words) => [...words, '--partial'],
  },
  {
    code: 'E_TRACE_JSON',
    remedy: 'this is a plan, not a log. `lockstep run',
    bad: () => verify(folder.write('plan-as-log.toml', PLAN)),
    follow: ({ advised }) => advised(),
  },
  {
    code: 'E_RULESET_HASH',
    remedy: 'give --force-ruleset to compare all the same',
    bad: () =>
      verify(
        folder.write(
          'rules.jsonl',
          sealed(tickerHeader({ ruleset: { name: 'default', hash: '0'.repeat(16), switches: {} } }), LINES),
        ),
      ),
    follow: (_said, words) => [...words, '--force-ruleset'],
  },
  fileRow(
    'E_TRACE_CR',
    'Convert the line ends',
    { name: 'cr.jsonl', bad: LOG.replaceAll('\n', '\r\n'), good: LOG },
    verify,
  ),
  fileRow(
    'E_TRACE_AFTER_FOOTER',
    'Separate the logs that were joined',
    { name: 'joined.jsonl', bad: LOG + LOG, good: LOG },
    verify,
  ),
  fileRow(
    'E_TRACE_CELL_TWICE',
    'Declare each byte once',
    {
      name: 'twice.jsonl',
      bad: withCells(([name = '', address = '', width = 1]) => [name, name === 'end' ? '7E1E01' : address, width]),
      good: LOG,
    },
    verify,
  ),
  fileRow(
    'E_TRACE_ORDER',
    'put its lines back in order',
    { name: 'order.jsonl', bad: withLine(3, LINES[1] ?? ''), good: LOG },
    verify,
  ),
  fileRow(
    'E_TRACE_VERSION',
    'expected 1',
    { name: 'version.jsonl', bad: sealed(tickerHeader({ trace: 2 }), LINES), good: LOG },
    verify,
  ),
  {
    code: 'E_FOLDER_EMPTY',
    remedy: 'expected files ending in .jsonl or .jsonl.gz. Name a folder with traces',
    bad: () => {
      mkdirSync(place('no-logs'), { recursive: true });
      return verify(place('no-logs'));
    },
    follow: (_said, words) => {
      folder.write('no-logs/one.jsonl', LOG);
      return words;
    },
  },
  {
    code: 'E_NOTHING_COMPARED',
    remedy: 'Name a log with rows',
    bad: () => verify(folder.write('no-rows.jsonl', sealed(tickerHeader(), []))),
    follow: () => verify(folder.write('no-rows.jsonl', LOG)),
  },
  {
    code: 'E_COMPARE_SYSTEM',
    remedy: 'Compare battles of one system',
    bad: () => ['compare', folder.write('one.jsonl', LOG), folder.write('one.toml', PLAN)],
    follow: (_said, words) => [...words.slice(0, 2), folder.write('two.jsonl', LOG)],
  },
  {
    code: 'E_TERMINAL',
    remedy: 'or give --print or --json',
    bad: () => ['step', folder.write('shown.jsonl', LOG)],
    follow: (_said, words) => [...words, '--print'],
  },
  {
    code: 'E_FRAME',
    remedy: 'Choose one of them',
    bad: () => ['step', bundled(RECORDED), '--print', '--frame', '777777'],
    follow: ({ line }, words) => [...words.slice(0, -1), /to (\d+)\. Choose/u.exec(line)?.[1] ?? ''],
  },
  {
    code: 'E_EXPRESSION',
    remedy: 'column 16',
    bad: () => ['step', bundled(RECORDED), '--print', '--until', 'actionPoints > > 3'],
    follow: (_said, words) => [...words.slice(0, -1), 'actionPoints > 3'],
  },
  {
    code: 'E_EXPLAIN_SYSTEM',
    remedy: '--print` shows what each frame did',
    bad: () => ['explain', folder.write('ticker.jsonl', LOG)],
    follow: ({ line }) => [...(/`lockstep (step \S+ --print)`/u.exec(line)?.[1] ?? '').split(' ')],
  },
];

/** Rows whose log is recorded again or restored from a copy. */
const ANEW: readonly Remedy[] = [
  again('E_TRACE_CELL_INDEX', 'Use an index from 0 to 5', withLine(1, '[1,0,[9,1]]')),
  again('E_TRACE_CELL_MISSING', 'Write all 6 values', withLine(0, '[0,0,"full",[1,1]]')),
  again(
    'E_TRACE_CELL_WIDTH',
    'Record the log again',
    withCells(([name = '', address = '', width = 1]) => [name, address, name === 'padWord' ? 1 : width]),
  ),
  again(
    'E_TRACE_CELL_WINDOW',
    'Record the log again',
    withCells(([name = '', address = '', width = 1]) => [name, name === 'padWord' ? '7E1E40' : address, width]),
  ),
  again('E_TRACE_EMPTY', 'Copy it again, or write it again with what made it', ''),
  again('E_TRACE_FOOTER', 'Record it again', sealed(tickerHeader(), LINES, 11)),
  again(
    'E_TRACE_FULL_ROW',
    'Write the first row and one of any 1000 rows in full',
    withLine(0, `[0,${ROWS[0]?.pad},[0,1]]`),
  ),
  again('E_TRACE_HASH', 'Record it again or restore it from a copy', LOG.replace('0 is the first', '0 is a first')),
  again(
    'E_TRACE_IMAGE',
    'Write the starting bytes of every declared cell',
    sealed(tickerHeader({ image: { '7E1E00': '00' } }), LINES),
  ),
  again('E_TRACE_LINE_LENGTH', 'Record the log again', `${LOG.split('\n')[0]}\n[0,${' '.repeat(17 * 1024 * 1024)}`),
  again('E_TRACE_ROW', 'Record the log again', withLine(1, '[1,0,[0,1]')),
  again(
    'E_TRACE_UNIT',
    'Record the log again',
    sealed(
      tickerHeader({ unit: 'command' }),
      LINES.map((line) => line.replace(/^\[(\d+),(\d+)/u, '[$1,{"command":"frame","pad":$2}')),
    ),
  ),
  again('E_TRACE_WIDTH', 'Write a value of 2 bytes', withLine(1, '[1,0,[4,70000]]')),
  fileRow(
    'E_TRACE_GZIP',
    'Restore the file from a copy',
    { name: 'cut.jsonl.gz', bad: gzipSync(LOG).fill(0xff, 60, 90), good: gzipSync(LOG) },
    verify,
  ),
];

export const OF_LOGS: readonly Remedy[] = [...EDITED, ...ANEW];
