/** The verbs on small systems: exit codes, streams, and what is printed. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { readLines } from '../../../harness/original/vectors/files.js';
import { SCHEMAS } from '../../../harness/play/trace/schemas/index.js';
import { TICKER } from '../fixtures/counter-system.js';
import { testFolder } from '../fixtures/files.js';
import { rowLines, sealed, somePads, type TickerRow, tickerHeader, tickerRows } from '../fixtures/ticker-log.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const ROWS = tickerRows(somePads(40));

function rowsWith(frame: number, cell: number, value: number): TickerRow[] {
  return ROWS.map((row) =>
    row.frame === frame ? { ...row, values: row.values.map((old, index) => (index === cell ? value : old)) } : row,
  );
}

const good = folder.write('good.jsonl', sealed(tickerHeader(), rowLines(ROWS)));
const wrong = folder.write('wrong.jsonl', sealed(tickerHeader(), rowLines(rowsWith(7, 3, 99))));
const damaged = folder.write('damaged.jsonl', readFileSync(good, 'utf8').replace('"rows":40', '"rows":41'));
const PLAN = `plan = 1
system = "counter"
[[do]]
command = "add"
amount = 5
[[expect]]
cells = { total = 5 }
[query]
dice = 2
`;
const plan = folder.write('plan.toml', PLAN);
const failing = folder.write('failing.toml', PLAN.replace('total = 5', 'total = 6'));

describe('verify', () => {
  test('exits with 0 when everything is equal, and results go to stdout only', async () => {
    const run = await cli(['verify', good]);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain(`${good}: equal; ticker (default, reference), 40 frames of 40 compared`);
  });

  test('exits with 1 when something differs', async () => {
    const run = await cli(['verify', wrong]);
    expect(run.code).toBe(1);
    expect(run.out).toContain('first difference: frame 7, line 9');
    expect(run.out).toContain('presses at 7E0344: mine');
    expect(run.out).toContain(`reproduce with: lockstep verify ${wrong} --from 7`);
  });

  test('the printed command line shows the same difference again', async () => {
    const first = await cli(['verify', wrong]);
    const line = /reproduce with: lockstep (.*)/.exec(first.out)?.[1] ?? '';
    const again = await cli(line.split(' '));
    expect(again.code).toBe(1);
    expect(again.out).toContain('first difference: frame 7, line 9');
  });

  test('of a log without its footer it takes what is there again', async () => {
    const rows = readFileSync(wrong, 'utf8').trimEnd().split('\n').slice(0, -1);
    const cut = folder.write('cut.jsonl', `${rows.join('\n')}\n`);
    const { out } = await cli(['verify', cut, '--partial']);
    expect(out).toContain(`reproduce with: lockstep verify ${cut} --from 7 --partial`);
  });

  test('exits with 2 when a log is damaged', async () => {
    const run = await cli(['verify', good, damaged]);
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/^E_TRACE_FOOTER [^\n]*\n$/);
    expect(run.out).toContain('good.jsonl: equal');
    expect(run.out).not.toContain('E_TRACE_FOOTER');
    const alone = await cli(['verify', damaged]);
    expect([alone.code, alone.out, alone.err]).toEqual([2, '', run.err]);
  });

  test('exits with 2 without files in a package that has no recorded logs, with a remedy', async () => {
    const traces = testFolder();
    mkdirSync(join(traces.path, 'golden'));
    traces.write('golden/model.jsonl', readFileSync(good));
    const run = await cli(['verify'], { tracesFolder: traces.path });
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(/^E_NOTHING_COMPARED: .*no recorded logs.*lockstep verify FILE[^\n]*\n$/);
    // named files are compared as ever
    expect((await cli(['verify', traces.path], { tracesFolder: traces.path })).code).toBe(0);
  });

  test('exits with 2 when nothing was compared, or a file is missing', async () => {
    expect((await cli(['verify'])).code).toBe(2);
    const missing = await cli(['verify', join(folder.path, 'none')]);
    expect([missing.code, missing.out]).toEqual([2, '']);
    expect(missing.err).toMatch(/^E_FILE .*none: .*\n$/);
    mkdirSync(join(folder.path, 'empty'));
    expect((await cli(['verify', join(folder.path, 'empty')])).err).toMatch(/^E_FOLDER_EMPTY /);
  });

  test('a folder is searched for logs, and other files are skipped', async () => {
    const logs = testFolder();
    mkdirSync(join(logs.path, 'vectors'));
    logs.write('vectors/case.jsonl', '{"vector":1}\n');
    logs.write('b.jsonl', readFileSync(good));
    logs.write('a.jsonl', readFileSync(good));
    logs.write('notes.txt', 'x');
    const run = await cli(['verify', logs.path, '--json']);
    const json = JSON.parse(run.out) as { exit: number; frames: number; logs: { file: string }[] };
    expect(json.logs.map((log) => log.file)).toEqual([join(logs.path, 'a.jsonl'), join(logs.path, 'b.jsonl')]);
    expect([run.code, json.exit, json.frames]).toEqual([0, 0, 80]);
  });

  test('without files it takes the shipped logs and the vectors', async () => {
    const logs = testFolder();
    logs.write('a.jsonl', readFileSync(good));
    mkdirSync(join(logs.path, 'vectors'));
    const [head = '', ...cases] = readLines(join(packageRoot(), 'traces/vectors/65816-xba.jsonl.gz')).slice(0, 6);
    const wrong = (cases[4] ?? '').replace(
      /"A":(\d+)(?=[^{]*\}[^{]*$)/u,
      (_, value: string) => `"A":${Number(value) ^ 1}`,
    );
    expect(wrong).not.toBe(cases[4]);
    const lines = [JSON.stringify({ ...JSON.parse(head), cases: 5 }), ...cases.slice(0, 4), wrong];
    logs.write('vectors/65816-xba.jsonl', `${lines.join('\n')}\n`);
    const run = await cli(['verify'], { tracesFolder: logs.path, vectorsFolder: join(logs.path, 'vectors') });
    expect(run.code).toBe(1);
    expect(run.out).toContain('original code: 4 of 5 cases equal, 1 different');
  });

  test('it takes --from, --to, --continue and --force-ruleset', async () => {
    expect((await cli(['verify', wrong, '--from', '8'])).code).toBe(0);
    expect((await cli(['verify', wrong, '--to', '6'])).code).toBe(0);
    const onward = await cli(['verify', wrong, '--continue']);
    expect(onward.code).toBe(1);
    expect(onward.out).toContain('after taking over the recording');
    const other = folder.write('version.jsonl', sealed(tickerHeader({ systemVersion: 2 }), rowLines(ROWS)));
    expect((await cli(['verify', other])).err).toMatch(/^E_RULESET_HASH /);
    const forced = await cli(['verify', other, '--force-ruleset']);
    expect([forced.code, forced.out.includes('--force-ruleset')]).toEqual([0, true]);
    const bad = await cli(['verify', good, '--from', '-1']);
    expect([bad.code, bad.err.split('\n').length]).toEqual([2, 2]);
  });
});

describe('run', () => {
  test('exits with 0 when the plan holds and with 1 when not', async () => {
    const holds = await cli(['run', 'counter', plan]);
    expect([holds.code, holds.out]).toEqual([
      0,
      `${plan}: holds; counter: 1 command accepted, 0 rejected as planned, 1 cell compared\n`,
    ]);
    const fails = await cli(['run', 'counter', failing]);
    expect(fails.code).toBe(1);
    expect(fails.out).toContain(`failure: ${failing}:7: the end: cell total: expected 6, got 5`);
  });

  test('every expectation that fails is printed, a range as such', async () => {
    const ranges = '{ total = { min = 6, max = 9 }, steps = { max = 0 }, balance = { min = -9 } }';
    const file = folder.write('ranges.toml', PLAN.replace('{ total = 5 }', ranges));
    const run = await cli(['run', 'counter', file]);
    expect([run.code, run.out.split('\n').slice(1)]).toEqual([
      1,
      [
        `  failure: ${file}:7: the end: cell total: expected 6 to 9, got 5`,
        `  failure: ${file}:7: the end: cell steps: expected at most 0, got 1`,
        '',
      ],
    ]);
    const holds = folder.write('within.toml', PLAN.replace('{ total = 5 }', '{ total = { min = 5, max = 5 } }'));
    expect((await cli(['run', 'counter', holds])).code).toBe(0);
  });

  test('a range with swapped ends, or without an end, is refused with its place', async () => {
    const refused = async (range: string) => {
      const file = folder.write('swapped.toml', PLAN.replace('{ total = 5 }', `{ total = ${range} }`));
      const run = await cli(['run', 'counter', file]);
      return [run.code, run.err.replace(file, 'FILE')];
    };
    expect(await refused('{ min = 6, max = 5 }')).toEqual([
      2,
      'E_PLAN_VALUE FILE:7: column 1: total: min is above max; found 6 to 5. Swap them\n',
    ]);
    expect(await refused('{}')).toEqual([2, expect.stringMatching(/^E_PLAN_SCHEMA FILE:7: /)]);
    expect(await refused('{ least = 5 }')).toEqual([2, expect.stringMatching(/^E_PLAN_SCHEMA FILE:7: /)]);
  });

  test('exits with 2 for a wrong system, another system and a missing ability', async () => {
    const mistyped = await cli(['run', 'conter', plan]);
    expect([mistyped.code, mistyped.err]).toEqual([2, 'E_SYSTEM: there is no system conter. Did you mean counter?\n']);
    expect((await cli(['run', 'ticker', plan])).err).toContain('E_PLAN_SYSTEM');
    expect((await cli(['run', 'ticker', plan, '--odds'])).err).toContain('E_CAPABILITY');
  });

  test('--odds and --predict print odds and a forecast', async () => {
    const run = await cli(['run', 'counter', plan, '--odds', '--predict']);
    expect(run.out).toContain('eyes\tof 6\tpercent\n2\t1\t16.666\nsteps: 1\n');
    const bad = folder.write('query.toml', PLAN.replace('dice = 2', 'dice = "x"'));
    expect((await cli(['run', 'counter', bad, '--odds'])).err).toContain(`E_PLAN_QUERY ${bad}:9: column 1: E_INT`);
    const none = folder.write('noquery.toml', PLAN.replace(/\[query\][\s\S]*/, ''));
    expect((await cli(['run', 'counter', none, '--odds'])).err).toContain('E_PLAN_QUERY');
  });

  test('--print prints the battle', async () => {
    expect((await cli(['run', 'counter', plan, '--print'])).out).toContain('total 5\n');
  });

  test('-o writes a trace that verifies; --json reports what happened', async () => {
    const trace = join(folder.path, 'run.jsonl.gz');
    const run = await cli(['run', 'counter', failing, '-o', trace, '--json']);
    expect(run.code).toBe(1);
    expect(JSON.parse(run.out)).toMatchObject({ exit: 1, accepted: 1, failures: [{ expected: '6', got: '5' }], trace });
    expect((await cli(['verify', trace])).code).toBe(0);
    expect((await cli(['run', 'counter', plan, '-o', '/nowhere/at/all.jsonl'])).err).toContain('E_OUTPUT_WRITE');
  });
});

describe('compare', () => {
  const json = async (...words: string[]) => {
    const run = await cli(['compare', ...words, '--json']);
    return JSON.parse(run.out) as Record<string, unknown>;
  };

  test('exits with 0 for equal traces, also when one is folded differently', async () => {
    expect((await cli(['compare', good, good])).code).toBe(0);
    const cells = [['a', '000000', 1]];
    const folded = folder.write('folded.jsonl', sealed(tickerHeader({ cells }), ['[0,0,"full",[1],3]'], 3));
    const single = ['[0,0,"full",[1]]', '[1,0,[]]', '[2,0,"full",[1]]'];
    const unfolded = folder.write('unfolded.jsonl', sealed(tickerHeader({ cells }), single));
    expect(await json(folded, unfolded)).toMatchObject({ exit: 0, equal: 3, different: 0 });
  });

  test('exits with 1 for different traces, with the first difference and the rest', async () => {
    const later = ROWS.map((row) => ({
      ...row,
      values: row.values.map((value, cell) => (cell === 4 && row.frame >= 30 ? 1 : value)),
    }));
    const rows = later.map((row) =>
      row.frame === 7 ? { ...row, values: row.values.map((old, cell) => (cell === 3 ? 99 : old)) } : row,
    );
    const other = folder.write('other.jsonl', sealed(tickerHeader(), rowLines(rows)));
    const different = ROWS.filter((row) => row.frame >= 30 && row.values[4] !== 1).length;
    const result = await json(good, other);
    expect(result).toMatchObject({
      exit: 1,
      equal: 39 - different,
      different: 1 + different,
      first: { frame: 7, lines: [9, 9], cells: [{ cell: 'presses', second: 99, first: ROWS[7]?.values[3] }] },
      perCell: [
        ['sum', different],
        ['presses', 1],
      ],
    });
    expect((await cli(['compare', good, other])).out).toContain('first difference: frame 7 (lines 9 and 9)');
  });

  test('other pads and missing frames are differences', async () => {
    const cells = [['a', '000000', 1]];
    const log = (name: string, lines: string[]) => folder.write(name, sealed(tickerHeader({ cells }), lines));
    const base = log('base.jsonl', ['[0,0,"full",[1]]', '[1,0,[]]', '[2,0,[]]']);
    const pad = log('pad.jsonl', ['[0,0,"full",[1]]', '[1,8,[]]', '[2,0,[]]']);
    const hole = log('hole.jsonl', ['[0,0,"full",[1]]', '[2,0,[]]']);
    expect(await json(base, pad)).toMatchObject({
      different: 1,
      equal: 2,
      first: { frame: 1, inputs: ['0000', '0008'] },
    });
    expect(await json(base, hole)).toMatchObject({ different: 1, equal: 2, first: { frame: 1, inputs: ['0000', ''] } });
    expect(await json(hole, base)).toMatchObject({ different: 1, equal: 2, first: { frame: 1, inputs: ['', '0000'] } });
  });

  test('exits with 2 for other rules (unless forced), other systems, no common cell and no row', async () => {
    const other = folder.write(
      'rules.jsonl',
      sealed(tickerHeader({ ruleset: { name: 'x', hash: '0'.repeat(16), switches: {} } }), rowLines(ROWS)),
    );
    expect((await cli(['compare', good, other])).err).toContain('E_RULESET_HASH');
    expect((await cli(['compare', good, other, '--force'])).code).toBe(0);
    const system = folder.write('system.jsonl', sealed(tickerHeader({ system: 'x' }), rowLines(ROWS)));
    expect((await cli(['compare', good, system])).err).toContain('E_COMPARE_SYSTEM');
    const cells = folder.write(
      'cells.jsonl',
      sealed(tickerHeader({ cells: [['a', '000000', 1]] }), ['[0,0,"full",[1]]']),
    );
    expect((await cli(['compare', good, cells])).err).toContain('E_NOTHING_COMPARED');
    const empty = folder.write('norow.jsonl', sealed(tickerHeader(), []));
    expect((await cli(['compare', empty, empty])).err).toContain('E_NOTHING_COMPARED');
    expect((await cli(['compare', good, damaged])).err).toContain('E_TRACE_FOOTER');
  });
});

describe('schema', () => {
  test('it lists the schemas, prints one, and suggests the nearest name', async () => {
    expect((await cli(['schema'])).out).toBe(`${Object.keys(SCHEMAS).join('\n')}\n`);
    expect(JSON.parse((await cli(['schema', '--json'])).out)).toMatchObject({
      lockstep: 1,
      list: Object.keys(SCHEMAS),
    });
    const file = new URL('../../../traces/schemas/trace-header.schema.json', import.meta.url);
    expect((await cli(['schema', 'trace-header'])).out).toBe(readFileSync(file, 'utf8'));
    expect((await cli(['schema', 'trace-heder'])).err).toBe(
      'E_SCHEMA_NAME: there is no schema trace-heder. Did you mean trace-header?\n',
    );
    expect((await cli(['schema', 'toString'])).code).toBe(2);
  });
});

describe('the program', () => {
  test.each([
    [['odds', '--bogus'], 'odds'],
    [['route', 'search', '--bogus'], 'route search'],
    [['convert'], 'convert'],
    [['seeds', 'a.toml', '--frames', 'x'], 'seeds'],
    [['verfy'], null],
  ])('an error of use names its verb in JSON: %j', async (words, verb) => {
    const { code, out } = await cli([...words, '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([2, { verb, exit: 2, ok: false, error: { code: 'E_USAGE' } }]);
  });

  test('a mistyped verb or option suggests the nearest, on one line, and exits with 2', async () => {
    const verb = await cli(['verfy']);
    expect([verb.code, verb.out]).toEqual([2, '']);
    expect(verb.err).toMatch(/^E_USAGE: unknown command 'verfy' \(Did you mean verify\?\)[^\n]*\n$/);
    const option = await cli(['verify', '--frm', '1']);
    expect(option.err).toMatch(/^E_USAGE: unknown option '--frm' \(Did you mean --from\?\)[^\n]*\n$/);
    const long = await cli(['x'.repeat(1_000_000)]);
    expect([long.code, long.err.length <= 300, long.err.slice(0, 30)]).toEqual([
      2,
      true,
      "E_USAGE: unknown command 'xxxx",
    ]);
    expect((await cli(['run', 'counter'])).code).toBe(2);
    expect((await cli(['compare', good, good, good])).code).toBe(2);
    expect((await cli([])).code).toBe(2);
  });

  test('with --json an error is JSON too', async () => {
    const run = await cli(['verify', '/nowhere/x.jsonl', '--json']);
    expect(JSON.parse(run.out)).toMatchObject({ exit: 2, error: { code: 'E_FILE', file: '/nowhere/x.jsonl' } });
  });

  test('our own error exits with 3, on one line with how to report it', async () => {
    const broken = { ...TICKER, create: () => undefined as never };
    const run = await cli(['verify', good], { systems: [broken] });
    expect(run.code).toBe(3);
    expect(run.err).toMatch(/^E_INTERNAL: TypeError: [^\n]*report it[^\n]*\n$/);
  });

  test('an interruption exits with 130, with the results so far', async () => {
    const stop = new AbortController();
    stop.abort();
    const run = await cli(['verify', good], { signal: () => stop.signal });
    expect(run.code).toBe(130);
    expect(run.out).toContain('interrupted');
  });

  test('help exits with 0', async () => {
    const run = await cli(['--help']);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain('compare');
  });
});
