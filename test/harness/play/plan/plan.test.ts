/** Plans: running, recording, wrong plans with their places, and the nearest word. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { editDistance, nearestWord } from '../../../../harness/base/told.js';
import { createLocator } from '../../../../harness/base/toml.js';
import { loadPlan, readPlan } from '../../../../harness/play/plan/read-plan.js';

import { recordPlan } from '../../../../harness/play/plan/record.js';
import { type PlanResult, runPlan, startPlan } from '../../../../harness/play/plan/run.js';
import { verifyLog } from '../../../../harness/play/verify/verify-log.js';
import { cli } from '../../cli/run-cli.js';
import { COUNTER, TICKER } from '../../fixtures/counter-system.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';
import { readFileRows } from '../../fixtures/read-rows.js';

const folder = testFolder();

function read(text: string) {
  return readPlan(Buffer.from(text), 'p.toml');
}

function run(text: string): Promise<PlanResult> {
  const plan = read(text);
  return runPlan(COUNTER, startPlan(COUNTER, plan), plan);
}

const GOOD = `plan = 1
system = "counter"
title = "Ten, then more"

[ruleset]
name = "default"
[ruleset.switches]
wrap = "clamp"

[setup]
start = 10

[[do]]
command = "add"
amount = 5
label = "five"
expect = { total = 15, balance = -5 }

[[do]]
command = "add"
amount = 101
error = "E_RANGE"

[[do]]
command = "pick"
who = "gamma"
repeat = 3

[[expect]]
after = "five"
cells = { steps = 1 }

[[expect]]
after = 4
cells = { total = 19 }

[[expect]]
after = 0
cells = { total = 10 }

[[expect]]
cells = { total = 21, steps = 4 }
`;

describe('running a plan', () => {
  test('a plan that holds: labels, counts, repeats, rejections, signed cells', async () => {
    expect(await run(GOOD)).toEqual({
      system: 'counter',
      title: 'Ten, then more',
      accepted: 4,
      rejected: 1,
      compared: 7,
      failures: [],
      unpublished: [],
      stopped: false,
    });
  });

  test('every checkpoint can fail, and says where', async () => {
    for (const [right, wrong, failure] of [
      [
        'balance = -5',
        'balance = 251',
        { line: 17, where: 'step 1 (five)', what: 'balance', expected: '251', got: '-5' },
      ],
      ['{ steps = 1 }', '{ steps = 2 }', { line: 31, where: 'after five', what: 'steps', expected: '2', got: '1' }],
      ['{ total = 19 }', '{ total = 17 }', { line: 35, where: 'after 4', what: 'total', expected: '17', got: '19' }],
      ['{ total = 10 }', '{ total = 9 }', { line: 39, where: 'after 0', what: 'total', expected: '9', got: '10' }],
      ['steps = 4 }', 'steps = 5 }', { line: 42, where: 'the end', what: 'steps', expected: '5', got: '4' }],
    ] as const) {
      expect((await run(GOOD.replace(right, wrong))).failures).toEqual([{ ...failure, column: 1, remedy: '' }]);
    }
  });

  test('a command with another result ends the run', async () => {
    const rejected = await lockstepErrorOf(() => run(GOOD.replace('error = "E_RANGE"\n', '')));
    expect(rejected).toMatchObject({ code: 'E_PLAN_REJECTED', details: { line: 19 } });
    expect(rejected.sentence).toMatch(/^column 1: step 2 \(add\) is rejected with E_RANGE: /);
    expect(rejected.details.remedy).not.toBe('');
    const accepted = await run(GOOD.replace('amount = 101', 'amount = 100'));
    expect(accepted.failures[0]).toMatchObject({ expected: 'rejected with E_RANGE', got: 'accepted' });
    const other = await run(GOOD.replace('"E_RANGE"', '"E_PHASE"'));
    expect(other.failures[0]).toMatchObject({ expected: 'rejected with E_PHASE', got: 'rejected with E_RANGE' });
  });

  test('a plan may expect the refusal of a command that cannot be encoded', async () => {
    const result = await run(
      `plan = 1\nsystem = "counter"\n[[do]]\ncommand = "pick"\nwho = "delta"\nerror = "E_UNKNOWN_ID"\n`,
    );
    expect(result).toMatchObject({ accepted: 0, rejected: 1, failures: [] });
  });

  test('the switches of a plan are those of the battle', async () => {
    const high = GOOD.replace('start = 10', 'start = 65534').replace(/\[\[expect\]\][\s\S]*/, '');
    const clamped = await run(high.replace('total = 15', 'total = 65535'));
    expect(clamped.failures).toEqual([]);
    const wrapped = await run(high.replace('"clamp"', '"wrap"').replace('total = 15', 'total = 3'));
    expect(wrapped.failures).toEqual([]);
  });

  test('an interruption stops between commands', async () => {
    const plan = read('plan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\namount = 1\nrepeat = 1000000000\n');
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    const result = await runPlan(COUNTER, startPlan(COUNTER, plan), plan, undefined, stop.signal);
    expect(result.stopped).toBe(true);
    expect(result.accepted).toBeGreaterThan(0);
  });
});

describe('recording a plan', () => {
  async function record(system: typeof COUNTER, text: string, name: string): Promise<string> {
    const plan = loadPlan(folder.write(`${name}.toml`, text));
    const battle = startPlan(system, plan);
    const file = join(folder.path, `${name}.jsonl`);
    const trace = recordPlan(file, system, battle, plan);
    await runPlan(system, battle, plan, trace.record);
    trace.writer.finish();
    return file;
  }

  test('the trace holds the commands, and verifies', async () => {
    const file = await record(COUNTER, GOOD, 'good');
    const rows = await readFileRows(file);
    // Cells: total, steps, balance; the scratch cell is left out.
    expect(rows.map((row) => [row.frame, row.input, row.error, row.values])).toEqual([
      [0, { amount: 5, command: 'add' }, '', [15, 1, 251]],
      [1, { amount: 101, command: 'add' }, 'E_RANGE', [15, 1, 251]],
      [2, { who: 'gamma', command: 'pick' }, '', [17, 2, 254]],
      [3, { who: 'gamma', command: 'pick' }, '', [19, 3, 254]],
      [4, { who: 'gamma', command: 'pick' }, '', [21, 4, 254]],
    ]);
    expect(await verifyLog(file, { systems: [COUNTER] })).toMatchObject({ equal: 5, different: 0, cells: 3 });
  });

  test('frames become pad words', async () => {
    const text = 'plan = 1\nsystem = "ticker"\n[[do]]\ncommand = "frame"\npad = 1\nrepeat = 3\n';
    const file = await record(TICKER, text, 'ticks');
    const rows = await readFileRows(file);
    expect(rows.map((row) => [row.frame, row.input, row.values[3], row.values[4]])).toEqual([
      [0, 1, 1, 1],
      [1, 1, 2, 2],
      [2, 1, 3, 3],
    ]);
    expect(await verifyLog(file, { systems: [TICKER] })).toMatchObject({ equal: 3, different: 0 });
  });
});

describe('wrong plans', () => {
  /** text, code, line, column, part of message or remedy */
  const WRONG: readonly [text: string, code: string, line: number, column: number, part: string][] = [
    ['plan = 1\nsystem = \n', 'E_PLAN_TOML', 2, 10, ''],
    ['plan = 1\nsystem = "counter"\nsystem = "x"\n', 'E_PLAN_TOML', 3, 1, ''],
    ['plan = 1\nsystem = "counter"\nsystem = "x"\n', 'E_PLAN_TOML', 3, 1, 'key system stands twice, in lines 2 and 3'],
    [
      'plan = 1\nsystem = "counter"\n[setup]\nstart = 1\n'.repeat(2),
      'E_PLAN_TOML',
      7,
      2,
      'The file begins again in line 5: take out what was pasted twice',
    ],
    [
      'plan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\namount = 1\n'.repeat(2),
      'E_PLAN_SCHEMA',
      6,
      1,
      'Take out what was pasted twice, from line 6 on',
    ],
    [
      'plan = 1\nplan = 1\nsystem = "counter"\n',
      'E_PLAN_TOML',
      2,
      1,
      'key plan stands twice, in lines 1 and 2 {"file":"p.toml","line":2,"remedy":"Take one of the two out"}',
    ],
    [
      'plan = 1\nsystem = "counter"\n# cut\nplan = 1\n',
      'E_PLAN_TOML',
      4,
      1,
      'The file begins again in line 4: take out what was pasted twice',
    ],
    [
      'plan = 1\nsystem = "counter"\n[setup]\na = { b = "x, b =", c = 1, b = 2 }\n',
      'E_PLAN_TOML',
      4,
      28,
      'key b stands twice, in columns 7 and 28 of the line',
    ],
    [
      'plan = 1\nsystem = "counter"\n[setup]\na = [{ b = 1 }, { b.c = 1, # b.c\n  "b".c = 2 }]\n',
      'E_PLAN_TOML',
      5,
      3,
      'key b.c stands twice, in lines 4 and 5',
    ],
    ['plan = 1\nsystem = "counter\n', 'E_PLAN_TOML', 2, 18, 'a text has no closing quote on its line'],
    ['plan = 2\nsystem = "counter"\n', 'E_PLAN_VERSION', 1, 1, '1'],
    ['plan = 1\nsytem = "counter"\n', 'E_PLAN_SCHEMA', 1, 1, 'system'],
    ['plan = 1\nsystem = "counter"\nsetupp = 1\n', 'E_PLAN_SCHEMA', 3, 1, 'Did you mean setup?'],
    ['plan = 1\nsystem = "counter"\n\n[rulesett]\nname = "x"\n', 'E_PLAN_SCHEMA', 4, 1, 'Did you mean ruleset?'],
    ['plan = 1\nsystem = "counter"\n[[do]]\namount = 5\n', 'E_PLAN_SCHEMA', 3, 1, 'command'],
    ['plan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\n  repeat = 0\n', 'E_PLAN_SCHEMA', 5, 3, 'do[0].repeat'],
    ['plan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\nerror = "phase"\n', 'E_PLAN_SCHEMA', 5, 1, 'E_'],
    [
      'plan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\n[do.expect]\n total = "x"\n',
      'E_PLAN_VALUE',
      6,
      2,
      'expected":"a number"',
    ],
    ['plan = 1\nsystem = "counter"\n[[expect]]\nafter = 1\n', 'E_PLAN_SCHEMA', 3, 1, 'cells'],
    ['plan = 1\nsystem = "counter"\n[setup]\nx = 1.0\n', 'E_PLAN_VALUE', 4, 1, 'is written as a fraction: write 1'],
    [
      'plan = 1\nsystem = "counter"\n[setup]\nx = 1e9\n',
      'E_PLAN_VALUE',
      4,
      1,
      'is written as a fraction: write 1000000000',
    ],
    ['plan = 1\nsystem = "counter"\n[setup]\nx = 1.5\n', 'E_PLAN_VALUE', 4, 1, 'is not a whole number'],
    ['plan = 1\nsystem = "counter"\n[setup]\nx = 2026-11-21\n', 'E_PLAN_VALUE', 4, 1, 'date'],
    ['plan = 1\nsystem = "counter"\n[setup]\nx = 9223372036854775807\n', 'E_PLAN_VALUE', 4, 1, 'large'],
    ['plan = 1\nsystem = "counter"\n[[expect]]\nafter = "x"\ncells = { total = 1 }\n', 'E_PLAN_LABEL', 4, 1, 'x'],
    [
      'plan = 1\nsystem = "counter"\n[[expect]]\nafter = 1\ncells = { total = 1 }\n',
      'E_PLAN_LABEL',
      4,
      1,
      '0 commands',
    ],
    [
      'plan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\nlabel = "a"\n[[do]]\ncommand = "add"\nlabel = "a"\n',
      'E_PLAN_LABEL',
      8,
      1,
      'twice',
    ],
    ['plan = 1\nsystem = "ticker"\n', 'E_PLAN_SYSTEM', 2, 1, '`lockstep run p.toml` takes the system from the plan'],
    ['plan = 1\nsystem = "counter"\n[setup]\nstart = "x"\n', 'E_PLAN_SETUP', 4, 1, 'E_INT setup.start'],
    ['plan = 1\nsystem = "counter"\n[setup]\nstart = 1\nstrat = 1\n', 'E_PLAN_SETUP', 5, 1, 'setup.strat'],
    ['plan = 1\nsystem = "counter"\n[[do]]\ncommand = "ad"\n', 'E_PLAN_COMMAND', 4, 1, 'Did you mean add?'],
    [
      'plan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\namuont = 1\n',
      'E_PLAN_COMMAND',
      5,
      1,
      'Did you mean amount?',
    ],
    ['plan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\n', 'E_PLAN_COMMAND', 3, 1, 'E_INT'],
    [
      'plan = 1\nsystem = "counter"\n[[do]]\ncommand = "pick"\nwho = "gama"\n',
      'E_PLAN_COMMAND',
      5,
      1,
      'Did you mean gamma?',
    ],
    [
      'plan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\namount = 1\nexpect = { totl = 1 }\n',
      'E_PLAN_CELL',
      6,
      1,
      'Did you mean total?',
    ],
    [
      'plan = 1\nsystem = "counter"\n[[expect]]\n[expect.cells]\nstep = 0\n',
      'E_PLAN_CELL',
      5,
      1,
      'Did you mean steps?',
    ],
  ];

  test.each(WRONG)('%j is refused with %s at its line and column', async (text, code, line, column, part) => {
    const error = await lockstepErrorOf(() => run(text));
    expect([error.code, error.details.file, error.details.line]).toEqual([code, 'p.toml', line]);
    expect(error.sentence).toMatch(new RegExp(`^column ${column}: `));
    expect(`${error.sentence} ${JSON.stringify(error.details)}`).toContain(part);
    expect(error.details.remedy ?? '').not.toBe('');
  });

  test('an unknown switch value, a missing file, bytes that are no UTF-8, deep nesting and __proto__ are refused', async () => {
    const codeOf = async (action: () => unknown): Promise<string> => (await lockstepErrorOf(action)).code;
    const head = 'plan = 1\nsystem = "counter"\n';
    const wrong = await lockstepErrorOf(() => run(`${head}[ruleset]\nname = "x"\nswitches = { wrap = "no" }\n`));
    expect([wrong.code, wrong.details.file, wrong.details.line]).toEqual(['E_SWITCH', 'p.toml', 5]);
    expect(await codeOf(() => loadPlan(join(folder.path, 'none.toml')))).toBe('E_FILE');
    expect(await codeOf(() => readPlan(Uint8Array.of(0x70, 0xff), 'p'))).toBe('E_PLAN_TOML');
    expect(await codeOf(() => read(`${head}[setup]\nx = ${'['.repeat(5000)}\n`))).toBe('E_PLAN_TOML');
    expect(await codeOf(() => read(`${head}[setup.${'a.'.repeat(5000)}b]\n`))).toBe('E_PLAN_VALUE');
    expect(await codeOf(() => read(`${head}[setup]\n__proto__ = { x = 1 }\n`))).toBe('E_PLAN_TOML');
  });
});

describe('places of errors in the text', () => {
  test('keys are found in tables, lists of tables, by quoted and dotted names, and behind text over lines', () => {
    const locate = createLocator(
      [
        'a.b = 1 # a = 2',
        '"c d" = """',
        'e = 1',
        '[f]',
        '"""',
        'g = [',
        '  [1, "]"],',
        ']',
        '[setup]',
        "h = '['",
        '[[setup.units]]',
        'i = 1',
        '[[setup.units]]',
        'i = 2',
        '  [setup.units.j]',
        '  k = { l = 1 }',
        '[[setup.units.m]]',
        'n = 1',
      ].join('\n'),
    );
    const at = (path: string): string => `${locate(path).line}:${locate(path).column}`;
    expect(at('a.b')).toBe('1:1');
    expect(at('c d')).toBe('2:1');
    expect(at('e')).toBe('1:1');
    expect(at('g')).toBe('6:1');
    expect(at('g[0][1]')).toBe('7:3');
    expect(at('setup.h')).toBe('10:1');
    expect(at('setup.units[0].i')).toBe('12:1');
    expect(at('setup.units[1].i')).toBe('14:1');
    expect(at('setup.units[1].j.k.l')).toBe('16:3');
    expect(at('setup.units[1].missing')).toBe('13:1');
    expect(at('setup.units[1].m[0].n')).toBe('18:1');
    expect(at('setup.other')).toBe('9:1');
  });
});

describe('the nearest word to a mistyped one', () => {
  test('distances counted by hand', () => {
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('ab', 'ba')).toBe(1);
    expect(editDistance('verfy', 'verify')).toBe(1);
  });

  test('no word is suggested when none is near', () => {
    expect(nearestWord('verfy', ['run', 'verify', 'compare'])).toBe('verify');
    expect(nearestWord('zzzzz', ['run', 'verify'])).toBe(undefined);
    expect(nearestWord('x', [])).toBe(undefined);
  });
});

test('a refused target says which are legal, also where the others have no room', async () => {
  const cards = (id: string): string =>
    `deck = [{ card = "lion", id = "${id}" }], field = [{ card = "lion", id = "${id}f" }]`;
  const text = `plan = 1
system = "fftcg"
[setup]
phase = "main1"
definitions = [
  { id = "lion", kind = "forward", power = 5000 },
  { id = "bolt", kind = "summon", abilities = [{ kind = "summon", targets = 1, controller = "opponent", effects = [{ kind = "damage", amount = 6000 }] }] },
]
players = [{ ${cards('a-long-name-of-a-card')}, hand = ["bolt"] }, { ${cards('crab')} }]
[[do]]
command = "castSummon"
player = "A"
card = "bolt"
targets = ["a-long-name-of-a-cardf"]
`;
  const { code, err } = await cli(['run', folder.write('target.toml', text)], { systems: SYSTEMS });
  expect(code).toBe(2);
  expect(err).toMatch(/E_NO_LEGAL_TARGET: .*: targets, legal now: crabf\b/u);
  expect(err.replace(/\S*target\.toml/u, '').length).toBeLessThanOrEqual(301);
});
