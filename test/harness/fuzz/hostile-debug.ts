/** A client of the debug adapter that means harm: requests of every kind with arguments of every kind, in any order, and broken frames. */
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { serveStreams } from '../../../harness/views/debug/serve.js';
import type { Random } from './random.js';

/** A plan of each system; most cells of `TEXTS` and `USUAL` are the first one's. */
const PLANS = ['fftcg/x1', 'srpg-movement/guide', 'kurogane-engage/guide', 'holy-grail-war/turn', 'live-a-live/namcat'];
const FIRST = 2;
const COMMANDS = [
  'initialize launch attach configurationDone setBreakpoints setFunctionBreakpoints setDataBreakpoints setInstructionBreakpoints',
  'dataBreakpointInfo breakpointLocations setExceptionBreakpoints next stepIn stepOut stepBack continue reverseContinue pause goto gotoTargets',
  'restartFrame restart threads stackTrace scopes variables setVariable setExpression evaluate completions readMemory writeMemory disassemble',
  'source loadedSources modules exceptionInfo cancel terminateThreads stepInTargets toString constructor __proto__',
].flatMap((line) => line.split(' '));
const NAMES = [
  'threadId frameId variablesReference expression context count offset memoryReference start filter name value data dataId breakpoints lines',
  'condition hitCondition logMessage source path sourceReference line column text levels startFrame program frame granularity targetId cwd',
].flatMap((line) => line.split(' '));
const TEXTS = [
  '',
  '0',
  '-1',
  'F8',
  'priority == 1',
  'passes > 0',
  '((((',
  'a'.repeat(5000),
  '\u0000\u001b[2J',
  '../../etc/passwd',
  '7E03AE',
  '000100',
];
const NUMBERS = [0, 1, -1, 2, 1.5, 1e9, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 255, 4096];
/** Largest number of levels in a value. */
const DEPTH = 3;

function anyValue(random: Random, depth: number): unknown {
  const kind = random.below(depth > 0 ? 8 : 6);
  if (kind < 2) return random.pick(NUMBERS);
  if (kind < 4) return random.pick(TEXTS);
  if (kind === 4) return random.pick([true, false, null]);
  if (kind === 5) return random.below(50) === 0 ? 'x'.repeat(200_000) : random.pick(NAMES);
  if (kind === 6) return Array.from({ length: random.below(4) }, () => anyValue(random, depth - 1));
  return objectOf(random, depth - 1);
}

function objectOf(random: Random, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: random.below(6) }, () => [random.pick(NAMES), anyValue(random, depth)]),
  );
}

/** Opens a plan, which takes as long as a hundred other requests: one of so many is one, and most conversations begin so. */
const LAUNCH_ONE_IN = 200;

/** A request that may be accepted: the session is open and moves. */
const USUAL: readonly (readonly [string, object])[] = [
  ['configurationDone', {}],
  ['next', { threadId: 1 }],
  ['stepBack', { threadId: 1 }],
  ['stackTrace', { threadId: 1 }],
  ['variables', { variablesReference: 1 }],
  ['evaluate', { expression: 'passes', context: 'watch' }],
  ['setDataBreakpoints', { breakpoints: [{ dataId: 'priority' }] }],
];

function launchOf(random: Random): readonly [string, object] {
  const plan = random.below(FIRST) === 0 ? PLANS[0] : random.pick(PLANS);
  return ['launch', { program: join(packageRoot(), `traces/${plan}.toml`), frame: 1 }];
}

function requestOf(random: Random, isFirst: boolean): readonly [string, unknown] {
  if (isFirst ? random.below(4) > 0 : random.below(LAUNCH_ONE_IN) === 0) return launchOf(random);
  if (random.below(3) === 0) return random.pick(USUAL);
  const [command, args] = random.below(3) === 0 ? random.pick(USUAL) : [random.pick(COMMANDS), {}];
  return [command, random.below(8) === 0 ? anyValue(random, DEPTH) : { ...args, ...objectOf(random, DEPTH) }];
}

function framed(text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/** Bytes outside the protocol, at which the adapter ends the connection. */
function brokenBytes(random: Random): Buffer {
  const kind = random.below(6);
  if (kind === 0) return Buffer.from('Content-Length: 99999999999\r\n\r\n');
  if (kind === 1) return framed('{"seq":1,"type":"request"');
  if (kind === 2) return framed('['.repeat(50_000));
  if (kind === 3) return Buffer.alloc(4096, random.below(256));
  if (kind === 4) return framed(JSON.stringify({ seq: 'x', type: 'event', event: 'stopped' }));
  return Buffer.from('Content-Length: 0\r\n\r\n');
}

const LAST = 1_000_000;
const MESSAGES = 400;
/** Longer than any conversation takes. */
const PATIENCE = 60_000;

/**
 * One conversation.
 * @returns number of messages that were sent
 * @throws Error for a request without its one answer, an error of ours or a stack trace
 */
export async function converseBadly(random: Random): Promise<number> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let said = '';
  const last = new Promise<void>((resolve) =>
    output.on('data', (piece: Buffer) => {
      said += piece.toString('utf8');
      if (said.includes(`"request_seq":${LAST}`)) resolve();
    }),
  );
  const notes: string[] = [];
  const ended = serveStreams({ systems: SYSTEMS, language: 'en' }, input, output, (note) => notes.push(note));
  const asked: number[] = [];
  const isBroken = random.below(3) === 0;
  const count = 1 + random.below(MESSAGES);
  for (let seq = 1; seq <= count; seq++) {
    const [command, given] = requestOf(random, seq === 1);
    const kind = random.below(12);
    if (kind === 0)
      input.write(
        framed(JSON.stringify({ seq, type: 'response', request_seq: random.below(seq), command, success: true })),
      );
    else {
      asked.push(seq);
      const bytes = framed(JSON.stringify({ seq, type: 'request', command, arguments: given }));
      const at = random.below(bytes.length);
      input.write(bytes.subarray(0, at));
      input.write(bytes.subarray(at));
    }
  }
  if (isBroken) input.write(brokenBytes(random));
  input.write(framed(JSON.stringify({ seq: LAST, type: 'request', command: 'threads' })));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer: it hangs')), PATIENCE);
  });
  await Promise.race([last, ended, late]).finally(() => clearTimeout(timer));
  input.end();
  if (/E_INTERNAL|\n {4}at /u.test(said) || notes.some((note) => !note.startsWith('E_REQUEST'))) {
    throw new Error(`an error of ours: ${notes.join()} ${said.slice(Math.max(0, said.indexOf('E_INTERNAL') - 300))}`);
  }
  const answers = [...said.matchAll(/"request_seq":(\d+)/gu)]
    .map(([, seq]) => Number(seq))
    .filter((seq) => seq !== LAST);
  if (new Set(answers).size !== answers.length) throw new Error('a request was answered twice');
  if (!isBroken && answers.length !== asked.length)
    throw new Error(`${answers.length} answers to ${asked.length} requests`);
  return count + 1 + Number(isBroken);
}
