/** Certificates of chances over draws and dice: accepted as written, refused after any change. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { LockstepError } from '../../../../harness/base/errors.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { type CheckResult, checkCertificate } from '../../../../harness/solve/check/check.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { type Line, linesOf, writeLinked } from './certificates.js';

const folder = testFolder();
const changed = join(folder.path, 'changed.jsonl');
/** With the chances that the enumerators of `test/harness/solve/odds` count out for the same plans. */
const PROVEN: Readonly<Record<string, string>> = {
  'live-a-live/chance-odie-o': '63/64',
  'kurogane-engage/chance-commander': '2377/3456',
};
const fileOf = (name: string): string => join(folder.path, `${name.split('/')[1]}.jsonl`);
const check = (file: string): Promise<CheckResult> => checkCertificate(file, { systems: SYSTEMS });

beforeAll(async () => {
  for (const [name, chance] of Object.entries(PROVEN)) {
    const plan = join(packageRoot(), `traces/${name}.toml`);
    const run = await cli(['route', 'search', plan, '--certificate', fileOf(name)], { systems: SYSTEMS });
    expect([run.code, run.err]).toEqual([0, expect.stringMatching(/: the proof, \d+ points?; check it/u)]);
    expect(run.out).toContain(chance);
  }
});

/** Line of the fault, by whichever of the two ways it is told. */
async function faultyLine(file: string): Promise<number> {
  const result = await check(file).catch((error: unknown) => error);
  return result instanceof LockstepError ? (result.details.line ?? 0) : (result as CheckResult).line;
}

describe.each(Object.entries(PROVEN))('%s', (name, chance) => {
  const file = fileOf(name);

  test('as it was written it is accepted, with its claim', async () => {
    expect(await check(file)).toMatchObject({ accepted: true, proven: { kind: 'chance', chance } });
  });

  test('changes of a byte are refused with the number of their line', async () => {
    const bytes = readFileSync(file);
    for (let place = 0; place < 60; place++) {
      const at = Math.floor((place * bytes.length) / 60) + (place % 7);
      const other = Buffer.from(bytes);
      other[at] = (bytes[at] as number) ^ (1 + ((at * 37) % 255));
      writeFileSync(changed, other);
      const line = bytes.subarray(0, at).reduce((count, byte) => count + Number(byte === 0x0a), 1);
      expect([at, await faultyLine(changed)]).toEqual([at, line]);
    }
  });

  const put = (line: number, values: Line) => (lines: Line[]) => {
    lines[line - 1] = { ...lines[line - 1], ...values };
  };
  test.each<[string, RegExp, (lines: Line[]) => void]>([
    ['a higher bound above it', /is not that of the start/u, put(2, { atMost: '1/1' })],
    ['a lower bound below it', /is not that of the start/u, put(2, { atLeast: '0/1' })],
    ['a higher chance', /is not that of the start/u, put(1, { chance: '1/1' })],
    [
      'a higher chance of the start as well',
      /below 1\/1/u,
      (lines) => {
        put(1, { chance: '1/1' })(lines);
        put(2, { atLeast: '1/1', atMost: '1/1' })(lines);
      },
    ],
    [
      'a lower chance of the start as well',
      /above 1\/2/u,
      (lines) => {
        put(1, { chance: '1/2' })(lines);
        put(2, { atLeast: '1/2', atMost: '1/2' })(lines);
      },
    ],
    [
      'a lower chance behind',
      /below/u,
      (lines) => {
        for (let at = 2; at < lines.length - 1; at++) put(at + 1, { atLeast: '0/1', move: -1 })(lines);
      },
    ],
    ['a move that is not there', /is refused/u, put(2, { move: 999 })],
    ['no move', /a move is named without a chance/u, put(2, { move: -1 })],
    [
      'chances that contradict each other',
      /contradict|below|above/u,
      put(3, { atLeast: '1/2', atMost: '1/3', move: 0 }),
    ],
    ['another point', /no move leads to this point|below|above/u, put(3, { state: 'e'.repeat(32) })],
    ['the start alone', /below|above/u, (lines) => lines.splice(2, lines.length - 3)],
    ['a line twice', /no move leads to this point/u, (lines) => lines.splice(2, 0, lines[1] as Line)],
    ['a fraction of nothing', /atMost is missing or wrong/u, put(2, { atMost: '1/0' })],
    ['a chance below 0', /atLeast is missing or wrong/u, put(2, { atLeast: '-1/2' })],
  ])('with a chain that fits: %s', async (_, reason, change) => {
    const lines = linesOf(file);
    change(lines);
    const result = await check(writeLinked(changed, lines)).catch((error: unknown) => error);
    if (result instanceof LockstepError) expect(result.sentence).toMatch(reason);
    else expect(result).toMatchObject({ accepted: false, reason: expect.stringMatching(reason) as string });
  });
});

test('a chance of long figures is proven whole, where the answer shows its percentage', async () => {
  const [plan, file] = [join(packageRoot(), 'traces/kurogane-engage/squad-chance.toml'), fileOf('x/squad')];
  const run = await cli(['route', 'search', plan, '--certificate', file], { systems: SYSTEMS });
  expect([run.code, run.out]).toEqual([0, expect.stringContaining(': chance 29.13%, proven')]);
  // counted out over successes and criticals of every pool: a hit takes six commands, a miss three
  const chance = '210438797069069/722204136308736';
  expect(await check(file)).toMatchObject({ accepted: true, proven: { kind: 'chance', chance } });
});

test('over seeds, by a value and without a proof there is none, and it is said why', async () => {
  const none = join(folder.path, 'none.jsonl');
  const plan = (name: string): string => join(packageRoot(), `traces/${name}.toml`);
  for (const [message, ...words] of [
    [
      /^E_OPTION: such a search has no certificate.*luck = "seeds".*a chance over draws or dice/u,
      plan('live-a-live/chance-seeds-namcat'),
    ],
    [/^E_CERTIFICATE: no certificate is written.*not proven/u, plan('live-a-live/chance-odie-o'), '--nodes', '2'],
  ] as const) {
    const run = await cli(['route', 'search', ...words, '--certificate', none], { systems: SYSTEMS });
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(message)]);
  }
});
