/** Serves sessions on standard input and output, or on a port of this machine. */

import { createServer, type Server } from 'node:net';
import { basename } from 'node:path';
import { type Readable, Transform, type Writable } from 'node:stream';
import { Event, InitializedEvent, OutputEvent, Response, StoppedEvent, TerminatedEvent } from '@vscode/debugadapter';
import { ProtocolServer } from '@vscode/debugadapter/lib/protocol.js';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Language, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/index.js';
import { compileExpression, differenceText, eventText, headText, type LoadOptions } from '../../play/index.js';

import { consoleCommand } from './console.js';
import { breakpointHandlers } from './handle-breakpoints.js';
import { disassemblyHandlers, memoryHandlers } from './handle-memory.js';
import { lifeHandlers, motionHandlers } from './handle-motion.js';
import {
  type Arguments,
  errorText,
  type Handler,
  object,
  optionalNumber,
  optionalText,
  type Session,
  type SessionDefaults,
  text,
  wholeNumber,
} from './session.js';
import { currentScopes, type DebugState, held, hold, imagesOf, shownEntry, shownFacts, THREAD } from './state.js';
import { type Child, lineOfEntry, memoryReference, sourceLines } from './variables.js';

// Requests for views: threads, stack, source, variables, expressions.

/**
 * The source view of a line. Its reference is the same in every session, so old breakpoints still
 * fit.
 */
function sourceOf({ timeline }: DebugState, line: number): DebugProtocol.Source {
  const branch = line === 0 ? '' : ` (${timeline.lines().find((one) => one.line === line)?.name ?? line})`;
  return {
    name: `${basename(timeline.file)}${branch}`,
    path: `lockstep:${timeline.file}${branch}`,
    sourceReference: line + 1,
    origin: 'annotated trace',
  };
}

function linesOf(state: DebugState, line: number): string[] {
  let lines = state.sources.get(line);
  if (lines === undefined) {
    lines = sourceLines(state.timeline, line);
    state.sources.set(line, lines);
  }
  return lines;
}

function isHex(args: Arguments): boolean {
  return object(args, 'format')['hex'] === true;
}

function stackOf(state: DebugState): DebugProtocol.StackFrame[] {
  const facts = shownFacts(state);
  const source = sourceOf(state, state.line);
  const line = lineOfEntry(state.timeline, shownEntry(state));
  const entry = { id: 1, name: headText(facts), source, line, column: 1 };
  const event = facts.events[state.call - 1];
  if (event === undefined) return [entry];
  const address = /^([0-9A-F]{2}):([0-9A-F]{4})/u.exec(event.routine);
  const code = address === null ? {} : { instructionPointerReference: `0x${address[1]}${address[2]}` };
  return [{ ...entry, ...code, id: 2, name: eventText(event) }, entry];
}

function variableOf(state: DebugState, child: Child): DebugProtocol.Variable {
  const { name, value, cell, scope } = child;
  return {
    name,
    value,
    variablesReference: scope === undefined ? 0 : hold(state, scope),
    ...(cell === undefined
      ? {}
      : { evaluateName: cell.name, memoryReference: memoryReference(cell), type: cell.meaning }),
  };
}

const variables: Handler = (args, session) => {
  const state = session.state();
  const children = held(state, wholeNumber(args, 'variablesReference', 1)).children();
  const start = optionalNumber(args, 'start', 0);
  const count = optionalNumber(args, 'count', 0);
  const chosen = count > 0 ? children.slice(start, start + count) : children;
  return { variables: chosen.map((child) => variableOf(state, child)) };
};

const evaluate: Handler = async (args, session) => {
  const state = session.state();
  const { timeline } = state;
  const given = text(args, 'expression').trim();
  if (optionalText(args, 'context') === 'repl') {
    const answer = await consoleCommand(state, given, session);
    if (answer !== undefined) return { result: answer, variablesReference: 0 };
  }
  const { evaluate: compute } = compileExpression(given, timeline.cells);
  const images = imagesOf(state);
  const facts = shownFacts(state);
  const pad = facts.at === 0 ? -1 : timeline.input(facts.at, state.line).pad;
  const value = compute(images.before, images.after, { frame: facts.frame, pad });
  const cell = timeline.cells.names.find(given);
  const result = isHex(args) && value >= 0 ? `0x${value.toString(16).toUpperCase()}` : String(value);
  return {
    result,
    variablesReference: 0,
    ...(cell === undefined ? {} : { memoryReference: memoryReference(cell), type: cell.meaning }),
  };
};

const viewHandlers: Readonly<Record<string, Handler>> = {
  threads: () => ({ threads: [{ id: THREAD, name: 'battle' }] }),
  stackTrace(args, session) {
    const all = stackOf(session.state());
    const start = optionalNumber(args, 'startFrame', 0);
    const levels = optionalNumber(args, 'levels', 0);
    return { stackFrames: all.slice(start, levels > 0 ? start + levels : undefined), totalFrames: all.length };
  },
  scopes(args, session) {
    const state = session.state();
    wholeNumber(args, 'frameId', 1, 2);
    return {
      scopes: currentScopes(state, isHex(args)).map((scope) => ({
        name: scope.name,
        variablesReference: hold(state, scope),
        expensive: false,
      })),
    };
  },
  variables,
  source(args, session) {
    const state = session.state();
    const reference = Number(object(args, 'source')['sourceReference'] ?? args['sourceReference']);
    if (!state.timeline.lines().some(({ line }) => line === reference - 1)) {
      throw new LockstepError('E_REQUEST', 'there is no such source', { found: String(reference) });
    }
    return { content: `${linesOf(state, reference - 1).join('\n')}\n`, mimeType: 'text/plain' };
  },
  loadedSources(_args, session) {
    const state = session.state();
    return { sources: state.timeline.lines().map(({ line }) => sourceOf(state, line)) };
  },
  evaluate,
  completions(args, session) {
    const { timeline } = session.state();
    const before = text(args, 'text').slice(0, wholeNumber(args, 'column', 1) - 1);
    const word = /[^\s()!<>=&|+-]*$/u.exec(before)?.[0] ?? '';
    const names = timeline.cells.cells.map((cell) => cell.name).filter((name) => name.startsWith(word));
    const start = before.length - word.length + 1;
    return { targets: names.slice(0, 200).map((label) => ({ label, start, length: word.length, type: 'field' })) };
  },
  exceptionInfo(_args, session) {
    const facts = shownFacts(session.state());
    const [head = 'a condition holds', ...cells] =
      facts.difference === undefined ? [] : differenceText(facts.difference);
    return { exceptionId: head, description: cells.join('\n'), breakMode: 'always' };
  },
};

// The conversation with a client: answers requests one after the other, each once, and sends
// events. Requests that pause or end the session do not wait for their turn.

const HANDLERS: Readonly<Record<string, Handler>> = {
  ...lifeHandlers,
  ...breakpointHandlers,
  ...motionHandlers,
  ...viewHandlers,
  ...memoryHandlers,
  ...disassemblyHandlers,
};

/** Requests that are answered at once, while another one runs. */
const AT_ONCE = new Set(['pause', 'cancel', 'disconnect', 'terminate']);

class DebugSession extends ProtocolServer implements Session {
  #state: DebugState | undefined;
  #running = new AbortController();
  #later: (() => void | Promise<void>)[] = [];
  #queue: Promise<void> = Promise.resolve();
  #ended = false;

  readonly systems: readonly System[];
  readonly language: Language;
  readonly opened: Pick<LoadOptions, 'prepare' | 'rules'>;

  /** @param onEnd called once when the client ends the session */
  constructor(
    given: SessionDefaults,
    private readonly onEnd: () => void,
  ) {
    super();
    this.systems = given.systems;
    this.language = given.language;
    this.opened = given.opened ?? {};
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    if (AT_ONCE.has(request.command)) {
      this.#running.abort();
      this.#running = new AbortController();
      void this.#answer(request);
    } else this.#queue = this.#queue.then(() => this.#answer(request));
  }

  async #answer(request: DebugProtocol.Request): Promise<void> {
    const response = new Response(request) as DebugProtocol.Response;
    const later = this.#later;
    try {
      const handler = Object.hasOwn(HANDLERS, request.command) ? HANDLERS[request.command] : undefined;
      if (handler === undefined)
        throw new LockstepError('E_REQUEST', `there is no request ${String(request.command).slice(0, 80)}`);
      const given: unknown = request.arguments ?? {};
      if (typeof given !== 'object' || Array.isArray(given))
        throw new LockstepError('E_REQUEST', 'the arguments are not an object');
      response.body = await handler(given as Arguments, this);
    } catch (error) {
      later.length = 0;
      response.success = false;
      response.message = errorText(error);
      response.body = {
        error: { id: 1, format: response.message.replaceAll('{', '(').replaceAll('}', ')'), showUser: true },
      };
    }
    this.sendResponse(response);
    for (const run of later.splice(0)) await run();
  }

  state(): DebugState {
    if (this.#state !== undefined) return this.#state;
    throw new LockstepError('E_REQUEST', 'no log is open', { remedy: 'Send `launch` first' });
  }

  begin(state: DebugState): void {
    this.#state = state;
  }

  signal(): AbortSignal {
    return this.#running.signal;
  }

  later(run: () => void | Promise<void>): void {
    this.#later.push(run);
  }

  initialized(): void {
    this.sendEvent(new InitializedEvent());
  }

  stopped(reason: string, description: string, breakpoints: readonly number[] = []): void {
    const event = new StoppedEvent(reason, THREAD) as DebugProtocol.StoppedEvent;
    Object.assign(event.body, { description, allThreadsStopped: true, preserveFocusHint: false });
    if (description !== '') event.body.text = description;
    if (breakpoints.length > 0) event.body.hitBreakpointIds = [...breakpoints];
    this.sendEvent(event);
  }

  say(text: string, line?: number): void {
    const event = new OutputEvent(`${text}\n`, 'console') as DebugProtocol.OutputEvent;
    if (line !== undefined) event.body.line = line;
    this.sendEvent(event);
  }

  invalidated(): void {
    this.sendEvent(new Event('invalidated', { areas: ['all'] }));
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#running.abort();
    this.sendEvent(new TerminatedEvent());
    this.onEnd();
  }
}

// Passes whole messages of a client on, and ends the connection at the first byte outside the
// protocol.

const MAX_HEADER_BYTES = 1024;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const REMEDY = 'An editor starts this command by itself; at the terminal step with `lockstep step`';

/** @returns a stream that emits the error `E_REQUEST` for input outside the protocol */
function createGuard(): Transform {
  let header = '';
  /** Bytes of the message's body that are still to come. */
  let rest = 0;
  let body: Buffer[] = [];

  function take(chunk: Buffer, push: (bytes: Buffer) => void): void {
    for (let at = 0; at < chunk.length; ) {
      if (rest === 0) {
        header += String.fromCharCode(chunk[at++] as number);
        if (header.length > MAX_HEADER_BYTES)
          throw new LockstepError('E_REQUEST', 'this is not the debug adapter protocol', { remedy: REMEDY });
        if (!header.endsWith('\r\n\r\n')) continue;
        const length = Number(/^Content-Length: *([0-9]{1,9})\r$/imu.exec(header)?.[1] ?? Number.NaN);
        if (!(length > 0 && length <= MAX_MESSAGE_BYTES)) {
          throw new LockstepError('E_REQUEST', 'a message has no length, or is too long', {
            expected: `1 to ${MAX_MESSAGE_BYTES} bytes`,
          });
        }
        rest = length;
        body = [];
      } else {
        const part = chunk.subarray(at, at + rest);
        body.push(part);
        at += part.length;
        rest -= part.length;
        if (rest > 0) continue;
        const whole = Buffer.concat(body);
        checkMessage(whole.toString('utf8'));
        push(Buffer.concat([Buffer.from(`Content-Length: ${whole.length}\r\n\r\n`), whole]));
        header = '';
      }
    }
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        take(chunk, (bytes) => this.push(bytes));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      // a header stays until its message is whole
      done(
        header === '' ? null : new LockstepError('E_REQUEST', 'the input ends inside a message', { remedy: REMEDY }),
      );
    },
  });
}

function checkMessage(text: string): void {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new LockstepError('E_REQUEST', 'a message is not JSON');
  }
  const { type, seq, command } = (message ?? {}) as Record<string, unknown>;
  const isRequest = type === 'request' && typeof command === 'string' && Number.isInteger(seq);
  if (!isRequest && type !== 'response') throw new LockstepError('E_REQUEST', 'a message is not a request');
}

export const LOOPBACK = '127.0.0.1';

/**
 * Serves one session over two streams until it ends.
 * @param note called with the reason of a broken connection
 * @returns whether the session ended by the protocol
 */
export function serveStreams(
  given: SessionDefaults,
  input: Readable,
  output: Writable,
  note: (text: string) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const guard = createGuard();
    const done = (): void => {
      input.destroy();
      resolve(true);
    };
    const session = new DebugSession(given, done);
    const end = (): void => session.end();
    guard.on('error', (error) => {
      note(errorText(error));
      resolve(false);
      end();
    });
    guard.on('end', end);
    input.on('error', end);
    // after the guard has said what it thinks of the last bytes
    input.on('close', () => setImmediate(end));
    output.on('error', end);
    // The streams' own errors are dealt with here; the session reports them a second time.
    session.on('error', () => undefined);
    session.start(guard, output);
    input.pipe(guard);
  });
}

/** Listens on loopback only; every connection is a session of its own. @param port 0: a free one */
export function servePort(given: SessionDefaults, port: number, note: (text: string) => void): Promise<Server> {
  const server = createServer((socket) => {
    void serveStreams(given, socket, socket, note).then(() => socket.end());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => resolve(server));
  });
}
