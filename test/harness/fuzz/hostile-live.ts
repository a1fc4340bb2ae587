/** A usb2snes server that means harm: answers of any form, size, number and order, in the place of Node's own WebSocket. */

import { LockstepError } from '../../../harness/base/errors.js';
import { connectLive } from '../../../harness/capture/live/connect.js';
import { followLive } from '../../../harness/capture/live/follow.js';
import type { Random } from './random.js';
import { scratchPath } from './scratch.js';

type Listener = (event: { readonly data?: unknown; readonly message?: string }) => void;

const RAM = new Uint8Array(0x2_0000);
const WORK_RAM = 0xf5_0000;
const EXPECTED = new Set(['E_LIVE_REPLY', 'E_LIVE_CLOSED', 'E_LIVE_DEVICE', 'E_NO_BATTLE']);
const BAD_TEXTS = [
  '',
  '{',
  'null',
  '[]',
  '{"Results":"x"}',
  '{"Results":[1]}',
  '{"Results":[null]}',
  '{"results":[]}',
  '{"Results":{"length":1}}',
  '{"Results":[]}',
  '{"Results":["a","b"]}',
  '{"__proto__":{"Results":["x"]}}',
  `${'['.repeat(20_000)}`,
  `{"Results":["${'x'.repeat(100_000)}"]}`,
  '\u0000\u001b[2J',
  '{"Results":["\\u001b[31m"]}',
];

/** How a server behaves in a conversation. */
interface Mood {
  readonly random: Random;
  /** One of so many answers is bad. */
  readonly badOneIn: number;
  sent: number;
}

let mood: Mood | undefined;

class HostileSocket {
  binaryType = '';
  readonly #listeners = new Map<string, Listener[]>();
  #isClosed = false;
  readonly #mood = mood as Mood;

  constructor() {
    const { random } = this.#mood;
    const kind = random.below(40);
    queueMicrotask(() => this.#fire(kind === 0 ? 'error' : kind === 1 ? 'close' : 'open', { message: 'refused' }));
    // before anything was asked
    if (kind === 2) queueMicrotask(() => this.#bad(0));
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    queueMicrotask(() => this.#fire('close', {}));
  }

  send(text: string): void {
    const { Opcode, Operands } = JSON.parse(text) as { readonly Opcode: string; readonly Operands: readonly string[] };
    const [from = 0, length = 0] = Opcode === 'GetAddress' ? Operands.map((word) => Number.parseInt(word, 16)) : [];
    queueMicrotask(() => this.#answer(Opcode, from - WORK_RAM, length));
  }

  #fire(type: string, event: Parameters<Listener>[0]): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }

  #say(data: unknown): void {
    this.#mood.sent++;
    this.#fire('message', { data });
  }

  #bytes(size: number): void {
    this.#say(new Uint8Array(size).fill(this.#mood.random.below(256)).buffer);
  }

  #bad(length: number): void {
    const { random } = this.#mood;
    const kind = random.below(8);
    if (kind < 3) this.#say(random.pick(BAD_TEXTS));
    else if (kind === 3) this.#bytes(length + 1 + random.below(2000));
    else if (kind === 4) for (let count = random.below(50); count >= 0; count--) this.#bytes(0);
    else if (kind === 5) this.#say(random.pick([new Blob(['x']), 5, null, {}, new Uint8Array(3)]));
    else if (kind === 6) for (let count = 0; count < 3; count++) this.#say('{"Results":["twice"]}');
    else this.close();
  }

  #answer(opcode: string, at: number, length: number): void {
    const { random, badOneIn } = this.#mood;
    if (this.#isClosed) return;
    if (random.below(badOneIn) === 0) this.#bad(length);
    if (opcode === 'DeviceList') this.#say('{"Results":["SD2SNES COM3"]}');
    else if (opcode === 'Info') this.#say('{"Results":["1.9.0-usb-v9","SD2SNES","/game.sfc"]}');
    else if (opcode === 'GetAddress') {
      // the game runs, into states that no game has
      RAM[0xfef0] = (RAM[0xfef0] as number) - 1;
      for (let count = random.below(3); count > 0; count--) RAM[random.below(RAM.length)] = random.below(256);
      const bytes = RAM.slice(at, at + length);
      const piece = 1 + random.below(length);
      for (let from = 0; from < length; from += piece) this.#say(bytes.slice(from, from + piece).buffer);
    }
  }
}

/** In the place of Node's own WebSocket while `run` runs. */
export async function withHostileServer(run: () => Promise<void>): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Object.defineProperty(globalThis, 'WebSocket', { value: HostileSocket, configurable: true, writable: true });
  try {
    await run();
  } finally {
    if (own === undefined) Reflect.deleteProperty(globalThis, 'WebSocket');
    else Object.defineProperty(globalThis, 'WebSocket', own);
  }
}

const ROWS = 4;
/** Longer than any conversation takes. */
const PATIENCE = 60_000;

/**
 * One recording.
 * @returns number of messages that came from the server
 * @throws Error for another error than those of a live source
 */
export async function followBadly(random: Random): Promise<number> {
  mood = { random, badOneIn: 1 + random.below(60), sent: 0 };
  const stop = AbortSignal.timeout(PATIENCE);
  try {
    await followLive({
      open: () => connectLive('ws://127.0.0.1:1', undefined, { answerMilliseconds: 20 }),
      out: scratchPath('live.jsonl'),
      rows: ROWS,
      signal: stop,
      pause: 0,
      tries: 1,
      betweenTries: 0,
    });
  } catch (error) {
    if (!(error instanceof LockstepError) || !EXPECTED.has(error.code) || error.details.remedy === undefined)
      throw error;
  }
  if (stop.aborted) throw new Error('it hangs');
  return mood.sent;
}
