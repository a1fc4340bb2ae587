/** What is left out of a comparison is counted and shown, and cannot grow unseen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { runVectors } from '../../../../harness/original/vectors/run-files.js';
import { cli } from '../../cli/run-cli.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const traces = (name: string): string => join(packageRoot(), 'traces', name);

/** A shipped file of cases with another header. */
function withHeader(name: string, change: (header: Record<string, unknown>) => void): string {
  const text = gunzipSync(readFileSync(traces(`vectors/${name}.jsonl.gz`))).toString('utf8');
  const end = text.indexOf('\n');
  const header = JSON.parse(text.slice(0, end)) as Record<string, unknown>;
  change(header);
  return folder.write(`${name}.jsonl`, `${JSON.stringify(header)}${text.slice(end)}`);
}

test('scratch of a file of cases is at most 64 bytes of compared memory', async () => {
  for (const scratch of [['000000-FFFFFF'], ['7E0300-0340'], ['7E0300-0320', '7E0400-0420']]) {
    const file = withHeader('C1-1C02-order-points-idle', (header) => {
      header['scratch'] = scratch;
    });
    const error = await lockstepErrorOf(() => runVectors([file]));
    expect([error.code, error.sentence]).toEqual([
      'E_VECTOR_FORM',
      expect.stringMatching(/^scratch is larger than any/u),
    ]);
  }
  const most = withHeader('C1-1C02-order-points-idle', (header) => {
    header['scratch'] = ['7E0300-033F'];
  });
  expect(runVectors([most]).list[0]?.scratch).toBe(64);
  // work cells of a test ROM are no cells that are compared
  const own = withHeader('C1-1C02-order-points-idle', (header) => {
    header['scratch'] = ['7E0300-033F', '7E1E40-7E21FF'];
  });
  expect(runVectors([own]).list[0]?.scratch).toBe(64);
});

test('every output that a shipped file names is compared, and what is left out is counted', async () => {
  const run = await cli(['vectors', traces('vectors')]);
  expect(run.code).toBe(0);
  expect(/named outputs that nothing compares: (.*)/u.exec(run.out)?.[1]).toBe('none');
  expect(run.out).toMatch(/of these 9646 are single instructions/u);
  expect(run.out).toMatch(/scratch, not compared: at most 25 bytes of a file/u);
  const [, compared = '', recorded = ''] = /exit: (\d+) of (\d+) recorded values/u.exec(run.out) ?? [];
  expect(Number(compared)).toBeGreaterThan(0);
  expect(Number(compared)).toBeLessThan(Number(recorded));
});

test('an output of a header that nothing compares is listed', () => {
  const file = withHeader('C1-1C02-order-points-idle', (header) => {
    header['outputs'] = { regs: { Y: 'something' } };
  });
  expect(runVectors([file]).list[0]?.openOutputs).toEqual(['Y']);
});

test('rows that a second core recorded once more, and frames without a tick, are counted apart', async () => {
  const log = traces('logs/worked-example.jsonl.gz');
  const copy = folder.write('again.jsonl.gz', readFileSync(log));
  const other = traces('logs/overflow.jsonl.gz');
  const run = await cli(['verify', log, copy, other, '--json'], { systems: SYSTEMS });
  const { logs, totals } = JSON.parse(run.out) as {
    readonly logs: readonly { readonly equal: number; readonly repeated: number }[];
    readonly totals: { readonly testRom: Record<string, number> };
  };
  const [first, second, third] = logs;
  expect(second).toMatchObject({ equal: first?.equal, repeated: first?.repeated });
  expect(totals.testRom).toMatchObject({
    frames: 2 * (first?.equal ?? 0) + (third?.equal ?? 0),
    again: first?.equal,
    withoutTick: 2 * (first?.repeated ?? 0) + (third?.repeated ?? 0),
  });
  const text = await cli(['verify', log, copy], { systems: SYSTEMS });
  expect(text.out).toMatch(/our test ROM: .*the same rows again, of a second core/u);
  const alone = await cli(['verify', log, other], { systems: SYSTEMS });
  expect(alone.out).not.toContain('rows again');
});

/** A shipped file whose first case of an exit has another result there. */
function withResult(name: string, exit: string, change: (registers: Record<string, number>) => void): string {
  const lines = gunzipSync(readFileSync(traces(`vectors/${name}.jsonl.gz`)))
    .toString('utf8')
    .split('\n');
  const at = lines.findIndex((line) => line.includes(`"exit":"${exit}"`));
  const vector = JSON.parse(lines[at] ?? '') as { readonly out: { readonly regs: Record<string, number> } };
  change(vector.out.regs);
  lines[at] = JSON.stringify(vector);
  return folder.write(`${name}-changed.jsonl`, lines.join('\n'));
}

test.each([
  ['C1-180B-counter-range', 'return', 'P', 0x02, 'register Z: mine 1, theirs 0'],
  ['C1-180B-counter-range', 'C1:181C', 'P', 0x02, 'register Z: mine 0, theirs 1'],
  ['C1-4FDC-armageddon-command-test', 'return', 'A', 0x01, 'register A: mine 1, theirs 0'],
  ['C1-7AED-ally-can-act', 'return', 'A', 0x80, 'register A8: mine 255, theirs 127'],
  ['C1-7AED-ally-can-act', 'C1:7B02', 'A', 0x04, 'register A8: mine 32, theirs 36'],
])('%s: another result at %s in %s is a difference', (name, exit, register, bits, difference) => {
  const file = withResult(name, exit, (registers) => {
    registers[register] = (registers[register] ?? 0) ^ bits;
  });
  const [result] = runVectors([file]).list;
  expect([result?.different, result?.first?.difference]).toEqual([1, difference]);
});

test('rom routines --vectors shows what the cases give now, not what the table of the build says', async () => {
  const file = withResult('C1-180B-counter-range', 'return', (registers) => {
    registers['P'] = (registers['P'] ?? 0) ^ 2;
  });
  const run = await cli(['rom', 'routines', '--vectors', file]);
  expect(run.out).toMatch(/^all +0 verified, 1 implemented, 0 missing; 59 of 60 cases equal$/mu);
  expect(run.out).not.toContain('nothing was run now');
  const json = JSON.parse((await cli(['rom', 'routines', '--vectors', file, '--json'])).out) as object;
  expect(json).toMatchObject({ computed: true, counts: { verified: 0, implemented: 1 } });
});

test('rom routines says that it runs nothing, and which version and vectors its table is of', async () => {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  const { out } = await cli(['rom', 'routines']);
  expect(out).toMatch(/stored in battle-lockstep \S+, of the vectors [0-9a-f]{16}: nothing was run now/u);
  expect(out).toContain(`battle-lockstep ${version},`);
  const json = JSON.parse((await cli(['rom', 'routines', '--json'])).out) as object;
  expect(json).toMatchObject({
    computed: false,
    stored: { version, vectors: expect.stringMatching(/^[0-9a-f]{16}$/u) },
  });
});
