/** The adapter through the protocol, by the published client, on recorded logs. Numbers are those of the recorded overflow log. */
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DebugClient } from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testFolder } from '../../fixtures/files.js';
import { lineOf, move, open, type Served, serve, shown, traceFile } from './client.js';

const folder = testFolder();
let served: Served;
let client: DebugClient;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.server.close());

/** Frame in which one skill takes the action points over 65535. */
const WRAP = 2406;
const FIRST = 61;

describe('a session on the recorded overflow', () => {
  beforeEach(async () => {
    client = await open(served.port, traceFile('logs/overflow.jsonl.gz'));
  });
  afterEach(() => client.stop());

  test('a data breakpoint stops at the wrap from both sides and names the routine', async () => {
    const { body: info } = await client.dataBreakpointInfoRequest({ name: 'actionPoints' });
    expect(info.accessTypes).toEqual(['write']);
    await client.setDataBreakpointsRequest({
      breakpoints: [{ dataId: info.dataId ?? '', condition: 'actionPoints < previous(actionPoints)' }],
    });
    const forward = await move(client, 'continue');
    expect(forward).toMatchObject({
      reason: 'data breakpoint',
      description: expect.stringContaining('65044 -> 18 by C1:93C5'),
    });
    expect(await lineOf(client)).toBe(WRAP);
    await move(client, 'stepBack');
    expect([await lineOf(client), await shown(client, 'actionPoints')]).toEqual([WRAP - 1, '65044']);
    expect((await move(client, 'continue')).reason).toBe('data breakpoint');
    expect((await move(client, 'continue')).description).toBe('End of the recording');
    expect((await move(client, 'reverseContinue')).description).toContain('65044 -> 18');
    expect(await lineOf(client)).toBe(WRAP);
    expect((await move(client, 'reverseContinue')).description).toBe('Start of the recording');
  });

  test('a raw address is watched like a cell', async () => {
    const { body } = await client.dataBreakpointInfoRequest({
      name: '7E03AF',
      asAddress: true,
      bytes: 1,
    } as DebugProtocol.DataBreakpointInfoArguments);
    await client.setDataBreakpointsRequest({
      breakpoints: [{ dataId: body.dataId ?? '', condition: '$7E03AF == 0', hitCondition: '1' }],
    });
    await move(client, 'continue');
    expect(await shown(client, 'actionPoints')).toBe('18');
  });

  test('line n is frame n: breakpoints, conditions, goto and the text agree', async () => {
    const { body } = await client.setBreakpointsRequest({
      source: { sourceReference: 1 },
      breakpoints: [{ line: FIRST - 1 }, { line: 100 }, { line: 200, condition: 'actionPoints == 1' }, { line: WRAP }],
    });
    expect(body.breakpoints.map((one) => one.verified)).toEqual([false, true, true, true]);
    expect(body.breakpoints[0]?.message).toContain('no frame on this line');
    expect((await move(client, 'continue')).reason).toBe('breakpoint');
    expect(await lineOf(client)).toBe(100);
    await move(client, 'continue');
    expect(await lineOf(client)).toBe(WRAP);
    const { body: source } = await client.sourceRequest({ sourceReference: 1 });
    const lines = source.content.split('\n');
    expect(lines[WRAP - 1]?.startsWith(`frame ${WRAP}  0000  action points 65044 -> 18`)).toBe(true);
    expect(lines[FIRST - 2]).toBe('');
    const targets = (await client.send('gotoTargets', { source: { sourceReference: 1 }, line: 300 })).body.targets;
    await move(client, 'goto', { targetId: targets[0]?.id });
    expect(await lineOf(client)).toBe(300);
  });

  test('hits are counted from the start, so that both ways stop at the same ones', async () => {
    await client.setDataBreakpointsRequest({ breakpoints: [{ dataId: 'actionPoints', hitCondition: '% 1000' }] });
    const forward: number[] = [];
    for (;;) {
      const { reason } = await move(client, 'continue');
      if (reason === 'step') break;
      forward.push(await lineOf(client));
    }
    const backward: number[] = [];
    for (;;) {
      const { reason } = await move(client, 'reverseContinue');
      if (reason === 'step') break;
      backward.unshift(await lineOf(client));
    }
    expect(forward).toHaveLength(2);
    expect(backward).toEqual(forward);
  });

  test('log points say their message and go on', async () => {
    const said: string[] = [];
    client.on('output', (event: DebugProtocol.OutputEvent) => said.push(event.body.output));
    await client.setBreakpointsRequest({
      source: { sourceReference: 1 },
      breakpoints: [{ line: WRAP, logMessage: 'now {actionPoints}, before {previous(actionPoints)}' }],
    });
    expect((await move(client, 'continue')).description).toBe('End of the recording');
    expect(said).toContain('now 18, before 65044\n');
  });

  test('a function breakpoint stops where the routine runs; stepping in goes call by call', async () => {
    const { body } = await client.setFunctionBreakpointsRequest({
      breakpoints: [{ name: 'C1:93C5' }, { name: 'C1:0000x' }],
    });
    expect(body.breakpoints.map((one) => one.verified)).toEqual([true, false]);
    expect((await move(client, 'continue')).reason).toBe('function breakpoint');
    expect(await lineOf(client)).toBe(WRAP);
    // the name that stacks and sentences have for it
    const named = await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'ally-skill-fires' }] });
    expect(named.body.breakpoints.map((one) => one.verified)).toEqual([true]);
    await move(client, 'goto', { targetId: 1 });
    expect((await move(client, 'continue')).reason).toBe('function breakpoint');
    expect(await lineOf(client)).toBe(WRAP);
    await move(client, 'stepBack');
    await move(client, 'stepIn');
    const { body: stack } = await client.stackTraceRequest({ threadId: 1 });
    expect(stack.stackFrames.map((frame) => frame.name)).toEqual([
      expect.stringContaining('C1:9357 time-step'),
      expect.stringContaining(`frame ${WRAP}`),
    ]);
    await move(client, 'stepOut');
    expect([await lineOf(client), await shown(client, 'actionPoints')]).toEqual([WRAP, '18']);
  });

  test('why answers from the write back to the buttons', async () => {
    await move(client, 'goto', { targetId: WRAP - FIRST + 1 });
    const { body } = await client.evaluateRequest({ expression: 'why actionPoints', context: 'repl' });
    expect(body.result.split('\n').slice(0, 3)).toEqual([
      'actionPoints = 18: frame 2406: 65044 -> 18 by C1:93C5 ally-skill-fires',
      '  actionPoints = 65044: frame 2404: 65016 -> 65044 by C1:281B ally-turn-ap',
      '    input 0020 (L)',
    ]);
  });

  test('variables show units, earlier values, and hexadecimal when asked', async () => {
    await move(client, 'goto', { targetId: WRAP - FIRST + 1 });
    const scopes = (await client.scopesRequest({ frameId: 1 })).body.scopes;
    expect(scopes.map((scope) => scope.name)).toEqual(['Battle', 'Units', 'Changes', 'Calls and draws']);
    const [, units, changes] = scopes;
    const names = (await client.variablesRequest({ variablesReference: units?.variablesReference ?? 0 })).body
      .variables;
    expect(names.map((one) => one.name)).toEqual(['Takahara (ally 0)', 'Namcat (enemy 0)']);
    const changed = (await client.variablesRequest({ variablesReference: changes?.variablesReference ?? 0 })).body
      .variables;
    expect(changed.find((one) => one.name === 'actionPoints')?.value).toBe(
      '18 (was 65044) by C1:93C5 ally-skill-fires',
    );
    const hex = (
      await client.evaluateRequest({
        expression: 'actionPoints',
        format: { hex: true },
      } as DebugProtocol.EvaluateArguments)
    ).body;
    expect(hex.result).toBe('0x12');
  });

  test('memory is read, and written on a branch only', async () => {
    await move(client, 'goto', { targetId: 100 - FIRST + 1 });
    const was = await shown(client, 'actionPoints');
    const read = async () =>
      (await client.send('readMemory', { memoryReference: '0x7E03AE', count: 2 })).body.data as string;
    expect(Buffer.from(await read(), 'base64').readUInt16LE()).toBe(Number(was));
    await client.send('writeMemory', {
      memoryReference: '0x7E03AE',
      data: Buffer.from([0x34, 0x12]).toString('base64'),
    });
    expect(Buffer.from(await read(), 'base64').readUInt16LE()).toBe(0x1234);
    await move(client, 'next');
    expect(Number(await shown(client, 'actionPoints'))).toBeGreaterThanOrEqual(0x1234);
    expect((await client.evaluateRequest({ expression: 'branches', context: 'repl' })).body.result).toContain(
      '> 1 branch 1 from recording at frame 100',
    );
    const stopped = client.waitForEvent('stopped', 60_000);
    await client.evaluateRequest({ expression: 'line 0', context: 'repl' });
    await stopped;
    await move(client, 'stepBack');
    expect(await shown(client, 'actionPoints')).toBe(was);
  });

  test('a variable is set by name and refuses what does not fit', async () => {
    const scopes = (await client.scopesRequest({ frameId: 1 })).body.scopes;
    const reference = scopes[0]?.variablesReference ?? 0;
    const set = (value: string) =>
      client.setVariableRequest({ variablesReference: reference, name: 'action points', value });
    expect((await set('0x100')).body.value).toContain('256');
    await expect(set('65536')).rejects.toThrow('0 to 65535');
    await expect(set('many')).rejects.toThrow('does not fit actionPoints');
  });

  test.each([
    ['evaluate', { expression: 'actionPoints +' }, /column 15/],
    ['evaluate', { expression: 'noSuchCell' }, /there is no cell noSuchCell/],
    ['evaluate', {}, /expression is wrong; found nothing/],
    ['variables', { variablesReference: 'x' }, /variablesReference is wrong/],
    ['variables', { variablesReference: 999 }, /this reference is unknown/],
    ['goto', { targetId: 1_000_000 }, /no such place/],
    ['readMemory', { memoryReference: 'elsewhere', count: 1 }, /this is not an address/],
    ['writeMemory', { memoryReference: '0x000000', data: 'AA==' }, /do not lie in one memory window/],
    ['source', { sourceReference: 9 }, /no such source/],
    ['setBreakpoints', { breakpoints: 1 }, /a list of objects/],
    ['flyToTheMoon', {}, /there is no request flyToTheMoon/],
    ['constructor', {}, /there is no request constructor/],
  ])('%s %j gets an error and nothing else happens', async (command, args, message) => {
    await expect(client.send(command, args)).rejects.toThrow(message);
    expect(await lineOf(client)).toBe(FIRST);
  });
});

test.each([
  'traces/golden/kurogane-engage',
  'traces/golden/srpg-movement',
  'traces/golden/fftcg',
  'traces/golden/holy-grail-war',
])('steps both ways through a trace of %s', async (folder) => {
  const { readdirSync } = await import('node:fs');
  const path = traceFile(folder.replace('traces/', ''));
  const file = readdirSync(path).sort()[0] ?? '';
  client = await open(served.port, `${path}/${file}`);
  const start = (await client.evaluateRequest({ expression: 'facts', context: 'repl' })).body.result;
  await move(client, 'next');
  expect((await client.evaluateRequest({ expression: 'facts', context: 'repl' })).body.result).not.toBe(start);
  await move(client, 'stepBack');
  expect((await client.evaluateRequest({ expression: 'facts', context: 'repl' })).body.result).toBe(start);
  await client.stop();
});

test('branches are kept in a file: written, changed, compared, undone, and there again in the next session', async () => {
  const branches = join(folder.path, 'debug.toml');
  const say = async (expression: string): Promise<string> =>
    (await client.evaluateRequest({ expression, context: 'repl' })).body.result;
  client = await open(served.port, traceFile('logs/overflow.jsonl.gz'), { branches, frame: 100 });
  expect(await shown(client, 'actionPoints')).toBe('532');
  await client.send('writeMemory', { memoryReference: '0x7E03AE', data: Buffer.from([0xff, 0xff]).toString('base64') });
  expect(await shown(client, 'actionPoints')).toBe('65535');
  // the next press adds 28: 65535 + 28 = 27 modulo 65536
  await move(client, 'next');
  expect(await shown(client, 'actionPoints')).toBe('27');
  expect(await say('compare')).toContain('actionPoints at 7E03AE: 65535 | 532  by written by hand | C1:281B');
  expect(await say('input 0000')).toBe('input of frame 101 of branch 1: 0000');
  expect(await shown(client, 'actionPoints')).toBe('65535');
  expect(await say('undo')).toMatch(/^undo: input/);
  expect(await shown(client, 'actionPoints')).toBe('27');
  await say('rename wrapped');
  await client.stop();
  client = await open(served.port, `${branches}#wrapped`, { frame: 101 });
  expect(await shown(client, 'actionPoints')).toBe('27');
  await client.setExceptionBreakpointsRequest({ filters: ['difference'] });
  expect((await move(client, 'reverseContinue')).reason).toBe('exception');
  expect(await lineOf(client)).toBe(100);
  expect(await say('undo')).toBe('undo: rename branch 1 to wrapped');
  expect(await say('branches')).toContain('> 1 branch 1 from recording at frame 100: 2439 frames, 1 write, 0 inputs');
  await say('undo');
  await say('undo');
  expect(await say('branches')).toBe('> 0 recording: 2439 frames');
  await expect(say('undo')).rejects.toThrow('there is nothing to undo');
  await expect(say('input 0000')).rejects.toThrow('the recording is never written');
  await client.stop();
});

test('a plan stops at its first difference to a recording', async () => {
  const text = readFileSync(traceFile('live-a-live/overflow.toml'), 'utf8')
    .replace('../logs', traceFile('logs'))
    .replace('presses = 1205', 'presses = 1204')
    .replaceAll(/^expect = .*$/gm, '');
  const plan = folder.write('short.toml', text);
  client = await open(served.port, plan, { against: traceFile('logs/overflow.jsonl.gz') });
  await client.setExceptionBreakpointsRequest({ filters: ['difference'] });
  expect((await move(client, 'continue')).reason).toBe('exception');
  const info = (await client.send('exceptionInfo', { threadId: 1 })).body;
  expect([info.exceptionId, info.description]).toEqual([
    'DIFFERENCE: overflow.jsonl.gz, frame 2404',
    'actionPoints: model 65016, recorded 65044',
  ]);
  expect((await move(client, 'continue')).description).toBe('End of the plan');
  expect((await move(client, 'reverseContinue')).reason).toBe('exception');
  await client.stop();
});

test('a log that ends early opens, and its end is marked', async () => {
  const lines = gunzipSync(readFileSync(traceFile('logs/worked-example.jsonl.gz')))
    .toString('utf8')
    .split('\n');
  const said: string[] = [];
  const cut = folder.write('cut.jsonl', `${lines.slice(0, 101).join('\n')}\n`);
  client = await open(served.port, cut, {}, (text) => said.push(text));
  expect(said).toContain('It ends early: the log has no footer: its recording was cut\n');
  expect((await move(client, 'continue')).description).toBe(
    'The recording ends here: the log has no footer: its recording was cut',
  );
  expect(await lineOf(client)).toBe(160);
  await client.stop();
});

test('the server listens on the loopback address alone', () => {
  expect((served.server.address() as AddressInfo).address).toBe('127.0.0.1');
});

test('a file that is no log is one error, and the next session opens', async () => {
  await expect(open(served.port, traceFile('MANIFEST.json'))).rejects.toThrow(/E_/);
  client = await open(served.port, traceFile('logs/worked-example.jsonl.gz'));
  expect(await lineOf(client)).toBeGreaterThan(0);
  await client.stop();
});

test.each([
  ['no protocol', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a length of nothing', 'Content-Length: 0\r\n\r\n'],
  ['a length beyond sense', 'Content-Length: 999999999\r\n\r\n'],
  ['no JSON', 'Content-Length: 3\r\n\r\n{]}'],
  ['no request', 'Content-Length: 4\r\n\r\nnull'],
  ['an endless header', 'x'.repeat(5000)],
])('garbage on the port ends that connection only: %s', async (_what, text) => {
  const ended = new Promise<void>((resolve, reject) => {
    const socket = connect(served.port, '127.0.0.1', () => socket.write(text));
    socket.on('close', () => resolve());
    socket.on('error', reject);
    socket.resume();
  });
  await ended;
  expect(served.notes.at(-1)).toContain('E_REQUEST');
  client = await open(served.port, traceFile('logs/worked-example.jsonl.gz'));
  await client.stop();
});
