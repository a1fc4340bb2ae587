/** The published schemas against the shipped files, and the hash of a ruleset. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../../harness/base/canonical-json.js';
import { findFault } from '../../../../harness/play/trace/schemas/check.js';
import { SCHEMAS } from '../../../../harness/play/trace/schemas/index.js';
import { resolveSwitches, rulesetHash } from '../../../../harness/play/trace/state.js';

import { COUNTER, TICKER } from '../../fixtures/counter-system.js';
import { lockstepErrorOf } from '../../fixtures/files.js';
import { rowLines, somePads, TICKER_HASH, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';

describe('published schemas', () => {
  test('the published files are the schemas that the program uses', () => {
    const folder = new URL('../../../../traces/schemas/', import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.schema.json'));
    expect(files.sort()).toEqual(
      Object.keys(SCHEMAS)
        .map((name) => `${name}.schema.json`)
        .sort(),
    );
    for (const [name, schema] of Object.entries(SCHEMAS)) {
      const text = readFileSync(new URL(`${name}.schema.json`, folder), 'utf8');
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(schema)));
    }
  });

  test('rows of the reference follow the row schema, and broken ones do not', () => {
    for (const line of rowLines(tickerRows(somePads(50))))
      expect(findFault('trace-row', JSON.parse(line))).toBe(undefined);
    expect(findFault('trace-row', [0, 0, [1, 2], 5])).toBe(undefined);
    expect(findFault('trace-row', [0, { command: 'x' }, 'E_PHASE', 'full', [1]])).toBe(undefined);
    for (const row of [[], [0, 0], [0, 70000, []], [0, 0, [], 1], [0, 0, 'E_PHASE', []], [0, {}, []], [-1, 0, []]]) {
      expect(findFault('trace-row', row)).not.toBe(undefined);
    }
  });

  test('bundled vectors follow their schemas, and broken ones do not', () => {
    const folder = new URL('../../../../traces/vectors/', import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'));
    expect(files.length).toBe(278);
    for (const name of files.filter((_, index) => index % 12 === 0)) {
      const lines = gunzipSync(readFileSync(new URL(name, folder)))
        .toString()
        .trimEnd()
        .split('\n');
      expect([name, findFault('vectors-header', JSON.parse(lines[0] ?? ''))]).toEqual([name, undefined]);
      for (const line of lines.slice(1, 20)) expect(findFault('vectors-case', JSON.parse(line))).toBe(undefined);
    }
    const right = { in: { regs: { A: 0xffff }, mem: { '7E03AE': [1, 2] } }, out: { exit: 'return' }, draws: [3] };
    expect(findFault('vectors-case', right)).toBe(undefined);
    const broken = [
      { ...right, in: { regs: { B: 1 } } },
      { ...right, in: { mem: { '7e03ae': 1 } } },
      { ...right, in: { mem: { '7E03AE': 256 } } },
      { ...right, out: {} },
      { ...right, draws: [-1] },
      { ...right, note: '' },
    ];
    for (const one of broken) expect(findFault('vectors-case', one)).not.toBe(undefined);
  });

  test('a fault names its path', () => {
    const broken = {
      ...tickerHeader(),
      source: { kind: 'tape', emulator: null, rom: null, input: null, recorder: null },
    };
    expect(findFault('trace-header', broken)?.path).toEqual(['source', 'kind']);
    const { setup: _, ...without } = tickerHeader();
    expect(findFault('trace-header', without)).toMatchObject({ path: ['setup'], missingKey: true });
  });
});

describe('the hash of a ruleset', () => {
  test('it is the hash of the canonical text, with the defaults filled in', () => {
    expect(rulesetHash(TICKER, {})).toBe(TICKER_HASH);
    const text = '{"switches":{"wrap":"clamp"},"system":"counter","version":1}';
    expect(rulesetHash(COUNTER, { wrap: 'clamp' })).toBe(createHash('sha256').update(text).digest('hex').slice(0, 16));
    expect(rulesetHash(COUNTER, {})).toBe(rulesetHash(COUNTER, { wrap: 'wrap' }));
    expect(rulesetHash(COUNTER, {})).not.toBe(rulesetHash({ ...COUNTER, version: 2 }, {}));
  });

  test('an unknown switch and an unknown value are refused', async () => {
    const unknown = await lockstepErrorOf(() => resolveSwitches(COUNTER, { wrp: 'wrap' }));
    expect([unknown.code, unknown.details.remedy]).toEqual(['E_SWITCH', 'Did you mean wrap?']);
    expect((await lockstepErrorOf(() => resolveSwitches(COUNTER, { wrap: 'x' }))).code).toBe('E_SWITCH');
  });

  test('canonical JSON sorts keys and refuses fractions', async () => {
    expect(canonicalJson({ b: [1, null, 'x'], a: { d: true, c: -1 } })).toBe(
      '{"a":{"c":-1,"d":true},"b":[1,null,"x"]}',
    );
    expect((await lockstepErrorOf(() => canonicalJson(0.5))).code).toBe('E_NOT_PLAIN');
  });
});
