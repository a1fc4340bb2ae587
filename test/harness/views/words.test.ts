/** Sentences, names and numbers: every view says the same of the same command, in the language asked for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { cli } from '../cli/run-cli.js';
import { testFolder } from '../fixtures/files.js';
import { lineOf, move, open, type Served, serve } from './debug/client.js';

const PLAN = 'traces/live-a-live/takahara-namcat.toml';
const LOG = 'traces/logs/worked-example.jsonl.gz';
/** The fourth command of the plan: its label says that Namcat attacks. The figures are those of the published worked battle. */
const BLOW = 'Namcat: Lightning Upper on Takahara, 44 damage, turned to the upper right';
const BLOW_JAPANESE = 'ナムキャット：イナズマアッパー→高原　日勝、44ダメージ、右上を向かされた';

const folder = testFolder();
/** The same plan up to its last command, the thirteenth: a step in place of the policy. */
const OTHER = folder.write(
  'other.toml',
  readFileSync(PLAN, 'utf8').replace(/command = "auto"\npolicy = "attack"/, 'command = "step"'),
);
let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.server.close());

const run = async (...args: string[]): Promise<string> => (await cli(args, { systems: SYSTEMS })).out;

test('the fourth command is command 4 everywhere, with the same sentence', async () => {
  const story = await run('run', 'live-a-live', PLAN, '--tell');
  expect(story).toMatch(new RegExp(`\\ncommand 4: wait \\(Namcat attacks\\), 1 frame\\n  frame +\\d+  ${BLOW}\\n`));
  const { ledger } = JSON.parse(await run('route', 'verify', PLAN, '--json'));
  expect(ledger.rows.find(({ label }: { label: string }) => label === 'Namcat attacks')).toMatchObject({
    numbers: [4, 4],
    told: expect.arrayContaining([BLOW]),
  });
  const step = (await run('step', PLAN, '--at', '4', '--print')).split('\n');
  expect(step.slice(0, 2)).toEqual(['command 4  wait (Namcat attacks)', `  ${BLOW}`]);
  const page = join(folder.path, 'words.html');
  const { contents } = JSON.parse(await run('report', PLAN, '-o', page, '--json'));
  expect(contents[0].told).toContainEqual({ command: 4, told: [BLOW] });
  const data = JSON.parse(
    gunzipSync(Buffer.from(/id="data">([^<]*)</.exec(readFileSync(page, 'utf8'))?.[1] ?? '', 'base64')).toString(),
  );
  const [{ rows, texts }] = data.lines;
  const row = rows.entries.indexOf(4);
  expect([texts[rows.inputs[row]], texts[rows.told[row]]]).toEqual(['wait (Namcat attacks)', BLOW]);
  const client = await open(served.port, PLAN, { at: '4' });
  const { body } = await client.stackTraceRequest({ threadId: 1 });
  expect([body.stackFrames[0]?.name, await lineOf(client)]).toEqual(['command 4  wait (Namcat attacks)', 4]);
  await client.stop();
});

test('step: names in each language; who is out of the fight has no list of statuses', async () => {
  const last = (...more: string[]): Promise<string> => run('step', PLAN, '--at', 'to the end', '--print', ...more);
  // the plan is lost: Takahara falls
  expect(await last()).toMatch(/\n {2}Takahara \(ally 0\) at .*HP 0 \(was \d+\), statuses out of the fight/);
  expect(await last('--names', 'id')).toContain('takahara (ally 0) at ');
  expect(await last('--names', 'ja')).toContain('高原　日勝 (ally 0) at ');
});

test('a branch forks at command 0, the start, and at command 13, the end', async () => {
  const book = join(folder.path, 'book.toml');
  expect(await run('route', 'branch', 'fork', PLAN, '--at', '0', '--name', 'new', '-o', book)).toContain(
    'at the start',
  );
  expect(await run('route', 'branch', 'fork', book, '--at', '13', '--name', 'long')).toContain(
    'from plan at command 13',
  );
  const { err } = await cli(['route', 'branch', 'fork', book, '--at', '14'], { systems: SYSTEMS });
  expect(err).toContain('there is no command 14; found 14; expected 1 to 13');
});

test('a trace of commands is numbered like its plan', async () => {
  const trace = join(folder.path, 'played.jsonl');
  await run('run', 'live-a-live', PLAN, '-o', trace);
  expect((await run('step', trace, '--at', '4', '--print')).split('\n')[0]).toBe('command 4  wait');
  const other = join(folder.path, 'other.jsonl');
  await run('run', 'live-a-live', OTHER, '-o', other);
  const parted = await run('compare', trace, other, '--tell');
  expect(parted).toMatch(/^first difference: command 13 /);
  expect(parted).toContain(`${trace}, from there on:`);
});

test('compare counts frames, enemy actions and commands apart, and tells what happens in each line', async () => {
  const { ledger } = JSON.parse(await run('route', 'verify', PLAN, '--json'));
  const text = await run('compare', PLAN, OTHER, '--names', 'ja');
  const { costs, common } = JSON.parse(await run('compare', PLAN, OTHER, '--json'));
  expect([common, costs[0].entries, costs[1].entries]).toEqual([12, 1, 1]);
  const framesOf = (rows: { frames?: number }[]): number => rows.reduce((sum, { frames = 0 }) => sum + frames, 0);
  expect(costs[0].frames).toBe(framesOf(ledger.rows.slice(common + 1)));
  expect(text).toMatch(/^commands +\d+ +\d+$/m);
  expect(text).toMatch(/^frames +\d+ +\d+$/m);
  expect(text).toMatch(/^enemy actions +\d+ +\d+$/m);
  expect(text).toMatch(/^ {2}command \d+, frame \d+: .*高原　日勝/m);
  expect(text).toContain('enemy 0: namcat, HP');
});

test('explain tells the frames of a log without input, in the language asked for', async () => {
  const text = await run('explain', LOG, '--tell', '--names', 'ja');
  // the log: at frame 70 the ally's cell goes from (5,4) to (4,4)
  expect(text).toContain('\nframe 70: 高原　日勝は(5,4)から(4,4)へ移動\n');
  const notes = join(folder.path, 'notes.jsonl');
  const { told } = JSON.parse(await run('explain', LOG, '--notes', notes, '--json'));
  expect(told[0]).toEqual({ frame: 70, told: ['Takahara walks from (5,4) to (4,4)'] });
  const note = readFileSync(notes, 'utf8')
    .split('\n')
    .find((line) => line.startsWith('{"frame":70,'));
  expect(JSON.parse(note ?? '{}').told).toEqual(['Takahara walks from (5,4) to (4,4)']);
});

test('the debug adapter has sentences, names and frames inside commands', async () => {
  const client = await open(served.port, PLAN, { at: '4', names: 'ja' });
  const scopes = (await client.scopesRequest({ frameId: 1 })).body.scopes;
  expect(scopes[0]?.name).toBe('What happened');
  const happened = await client.variablesRequest({ variablesReference: scopes[0]?.variablesReference ?? 0 });
  expect(happened.body.variables[0]?.value).toBe(BLOW_JAPANESE);
  const say = async (expression: string): Promise<string> =>
    (await client.evaluateRequest({ expression, context: 'repl' })).body.result;
  expect(await say('told')).toContain(BLOW_JAPANESE);
  expect(await say('at 13.5')).toMatch(/^command 13, frame 5 of 62 inside/);
  expect(await say('frame next')).toMatch(/^command 13, frame 6 of 62 inside/);
  await move(client, 'stepIn');
  expect(await say('frame back')).toMatch(/^command 13, frame 6 of 62 inside/);
  await move(client, 'stepBack');
  expect(await say('facts')).toMatch(/^command 12 /);
  await client.stop();
});

test.each([
  [['step', PLAN, '--print']],
  [['report', PLAN, '-o', join(folder.path, 'wrong.html')]],
  [['compare', PLAN, OTHER]],
  [['explain', LOG]],
  [['debug', '--port', '0']],
  [['route', 'branch', 'compare', PLAN, OTHER]],
])('%j: a language that there is not is bad use', async (args) => {
  const { code, err, out } = await cli([...args, '--names', 'fr'], { systems: SYSTEMS });
  expect([code, out, err]).toEqual([
    2,
    '',
    expect.stringContaining('names are en, ja or id; found fr; expected en, ja, id'),
  ]);
});
