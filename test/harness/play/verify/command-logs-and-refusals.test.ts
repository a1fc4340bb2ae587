/**
 * Logs of systems that step by command, and logs that are refused since they do not fit the
 * system.
 */
import { describe, expect, test } from 'vitest';
import { verifyLog } from '../../../../harness/play/verify/verify-log.js';
import { TICKER } from '../../fixtures/counter-system.js';
import { lockstepErrorOf } from '../../fixtures/files.js';
import { rowLines, sealed, TICKER_CELLS, tickerHeader } from '../../fixtures/ticker-log.js';
import { changed, counterHeader, logFolder, ROWS, SYSTEMS } from './verified-logs.js';

const folder = logFolder();
const { verify } = folder;

describe('systems that step by command', () => {
  const rows = [
    '[0,{"command":"add","amount":5},"full",[15,251]]',
    '[1,{"command":"add","amount":101},"E_RANGE",[]]',
    '[2,{"command":"pick","who":"gamma"},[0,17,1,254]]',
    '[3,{"command":"pick","who":"delta"},"E_UNKNOWN_ID",[]]',
  ];
  const options = { systems: SYSTEMS };

  test('accepted and rejected commands are compared', async () => {
    const file = folder.write('commands.jsonl', sealed(counterHeader(), rows));
    expect(await verifyLog(file, options)).toMatchObject({ equal: 4, different: 0, unit: 'command' });
  });

  test.each([
    ['[1,{"command":"add","amount":101},[]]', 'mine: rejected with E_RANGE; theirs: accepted'],
    ['[1,{"command":"add","amount":1},"E_RANGE",[]]', 'mine: accepted; theirs: rejected with E_RANGE'],
    ['[1,{"command":"add","amount":101},"E_PHASE",[]]', 'mine: rejected with E_RANGE; theirs: rejected with E_PHASE'],
  ])('another result is a difference: %s', async (row, note) => {
    const file = folder.write('result.jsonl', sealed(counterHeader(), [rows[0] ?? '', row]));
    const { first } = await verifyLog(file, options);
    // commands count from 1, rows of a trace from 0
    expect([first?.kind, first?.frame, first?.note]).toEqual(['result', 2, note]);
  });

  test('the rule of the step comes from its events', async () => {
    const file = folder.write(
      'rule.jsonl',
      sealed(counterHeader(), ['[0,{"command":"add","amount":5},"full",[16,251]]']),
    );
    const { first } = await verifyLog(file, options);
    expect(first?.rules).toEqual(['T1']);
    expect(first?.cells).toEqual([{ cell: 'total', address: '000100', mine: 15, theirs: 16, before: 10 }]);
  });

  test('a setup that the system refuses is refused in a log', async () => {
    const file = folder.write('setup.jsonl', sealed(counterHeader({ setup: { strat: 1 } }), rows));
    expect((await lockstepErrorOf(() => verifyLog(file, options))).code).toBe('E_TRACE_SETUP');
  });
});

describe('logs that do not fit the model', () => {
  async function codeOf(changes: Record<string, unknown>): Promise<string> {
    // Without rows: headers are checked against the system before any row counts.
    return (await lockstepErrorOf(() => verify(tickerHeader(changes), []))).code;
  }

  test('an unknown system is refused with the nearest id', async () => {
    const error = await lockstepErrorOf(() => verify(tickerHeader({ system: 'tikker' }), ROWS));
    expect([error.code, error.details.remedy]).toEqual(['E_SYSTEM', 'Did you mean ticker?']);
  });

  test('another ruleset hash is refused unless forced, and then the command to repeat forces it too', async () => {
    const ruleset = { name: 'default', hash: '0123456789abcdef', switches: {} };
    expect(await codeOf({ ruleset })).toBe('E_RULESET_HASH');
    expect(await codeOf({ systemVersion: 2 })).toBe('E_RULESET_HASH');
    const forced = await verify(tickerHeader({ ruleset }), changed(3, 3, 77), { forceRuleset: true });
    expect(forced).toMatchObject({ rulesetForced: true, equal: 3 });
    expect(forced.first?.reproduce).toMatch(/--from 3 --force-ruleset$/);
  });

  test('a log by step of a system by frame is refused', async () => {
    const header = tickerHeader({ unit: 'step' });
    const file = folder.write('unit.jsonl', sealed(header, ['[0,{"command":"frame"},"full",[1,1,0,0,0,5]]']));
    expect((await lockstepErrorOf(() => verifyLog(file, { systems: SYSTEMS }))).code).toBe('E_TRACE_UNIT');
  });

  test('a cell of another width, and one outside of the windows, are refused', async () => {
    const cells = (...last: unknown[]): unknown[] => [...TICKER_CELLS.slice(0, 5), last];
    expect(await codeOf({ cells: cells('large', '7E0400', 2) })).toBe('E_TRACE_CELL_WIDTH');
    expect(await codeOf({ cells: cells('large', '7E0401', 4) })).toBe('E_TRACE_CELL_WINDOW');
    expect(await codeOf({ cells: cells('other', '7E0500', 1) })).toBe('E_TRACE_CELL_WINDOW');
    expect(await codeOf({ cells: cells('other', '7E0403', 2) })).toBe('E_TRACE_CELL_WINDOW');
  });

  test('a cell of another name inside of the windows is compared', async () => {
    const cells = [...TICKER_CELLS.slice(0, 5), ['highByte', '7E0403', 1]];
    const rows = ROWS.map((row) => ({ ...row, values: [...row.values.slice(0, 5), 255] }));
    expect(await verify(tickerHeader({ cells }), rows)).toMatchObject({ equal: 60, different: 0 });
  });

  test('a system by frame without a pad command is refused', async () => {
    const broken = { ...TICKER, commands: [] };
    const action = (): unknown => verify(tickerHeader(), ROWS, { systems: [broken] });
    expect((await lockstepErrorOf(action)).code).toBe('E_SYSTEM_FRAME');
  });

  test('a damaged log is called damaged, also when it differs before the damage', async () => {
    const text = sealed(tickerHeader(), rowLines(changed(5, 3, 99)));
    const file = folder.write('both.jsonl', text.replace(/sha256":"./, 'sha256":"g'));
    expect((await lockstepErrorOf(() => verifyLog(file, { systems: SYSTEMS }))).code).toBe('E_TRACE_FOOTER');
  });
});
