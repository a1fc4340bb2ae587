/** `lockstep step` without a terminal: what it prints, and how it refuses. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { testFolder } from '../fixtures/files.js';
import { cli } from './run-cli.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = testFolder();
const LOG = `${root}traces/logs/worked-example.jsonl.gz`;
const step = (...words: string[]): ReturnType<typeof cli> => cli(['step', ...words], { systems: SYSTEMS });

test('without a terminal it exits with 2 and names --print', async () => {
  const { code, err, out } = await step(LOG);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^E_TERMINAL: .*--print/);
});

test('a condition’s entry is printed as text and as JSON', async () => {
  const text = await step(LOG, '--until', 'enemy turn', '--print');
  expect(text.code).toBe(0);
  expect(text.out.split('\n')[0]).toMatch(/^frame 134 /);
  const json = JSON.parse((await step(LOG, '--frame', '134', '--back', 'action', '--json')).out);
  expect([json.facts.frame, json.end.whole]).toEqual([118, true]);
});

test.each([
  [['--until', 'actionPoints >'], 'E_EXPRESSION: column 15:'],
  [['--frame', '9999'], 'E_FRAME'],
  [['--until', 'actionPoints == 12345'], 'E_FRAME'],
  [['--why', 'actionPoint'], 'Did you mean actionPoints?'],
  [['--watch', folder.write('empty.wch', '')], 'E_SYMBOLS_EMPTY'],
  [['--watch', '/nowhere/x.wch'], 'E_FILE'],
] as const)('a wrong question is one line of error: %j', async (words, error) => {
  const { code, err, out } = await step(LOG, ...words, '--print');
  expect([code, out.includes('actionPoints') && code === 0]).toEqual([2, false]);
  expect(err).toContain(error);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
});

test('the start of a plan by frames has no frame', async () => {
  const at = async (...words: string[]): Promise<unknown> =>
    JSON.parse((await step(`${root}traces/live-a-live/party-charge.toml`, '--json', ...words)).out).facts;
  expect(await at()).toMatchObject({ at: 0, frame: null });
  expect(await at('--frame', '0')).toMatchObject({ at: 1, frame: 0 });
});
