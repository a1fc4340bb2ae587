/** What is left out of a comparison is counted and shown, and cannot grow unseen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { runVectors } from '../../../harness/verify/vectors/run-files.js';
import { cli } from '../cli/run-cli.js';
import { lockstepErrorOf, testFolder } from '../fixtures/files.js';

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
    expect([error.code, error.message]).toEqual([
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

test('outputs of the shipped files that nothing compares are named, and what is left out is counted', async () => {
  const run = await cli(['vectors', traces('vectors')]);
  expect(run.code).toBe(0);
  const named = /named outputs that nothing compares: (.*)/u.exec(run.out)?.[1];
  // as the audit found them, by hand
  expect(named?.split('; ').sort()).toEqual([
    'C1:180B counter-range P',
    'C1:4FDC armageddon-command-test A',
    'C1:7AED ally-can-act A',
  ]);
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
  expect(runVectors([file]).list[0]?.notCompared).toEqual(['Y']);
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

test('rom routines says that it runs nothing', async () => {
  expect((await cli(['rom', 'routines'])).out).toContain('nothing was run now');
  expect(JSON.parse((await cli(['rom', 'routines', '--json'])).out)).toMatchObject({ computed: false });
});
