/**
 * The conversation with a client: answers requests one after the other, each once, and sends
 * events. Requests that pause or end the session do not wait for their turn.
 */
import { Event, InitializedEvent, OutputEvent, Response, StoppedEvent, TerminatedEvent } from '@vscode/debugadapter';
import { ProtocolServer } from '@vscode/debugadapter/lib/protocol.js';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Language, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import type { LoadOptions } from '../../play/timeline/index.js';
import type { Arguments } from './arguments.js';
import { breakpointHandlers } from './handle-breakpoints.js';
import { disassemblyHandlers } from './handle-disassembly.js';
import { lifeHandlers } from './handle-life.js';
import { memoryHandlers } from './handle-memory.js';
import { motionHandlers } from './handle-motion.js';
import { viewHandlers } from './handle-views.js';
import { errorText, type Handler, type Session, type SessionDefaults } from './session.js';
import type { DebugState } from './state.js';
import { THREAD } from './state.js';

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

export class DebugSession extends ProtocolServer implements Session {
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
