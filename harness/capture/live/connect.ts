/**
 * Connects to live memory: `ws://host:port` (usb2snes), `nwa://host:port` (emulator network
 * access).
 */

import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { countText } from '../../../core/system/names.js';
import { placeByName, testRomAddress, WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { bytesOf, createWaiting, LIVE_TIMES, type LiveSource, type LiveTimes, liveError } from './source.js';
import { connectUsb2snes, USB2SNES_PORT } from './usb2snes.js';
import type { SocketClass } from './web-socket.js';

// The whole work RAM of a running game in one piece of time: read between two looks at its frame
// counters, again until both are the same.

/** Reads before the game counts as too fast for them. */
const TRIES = 40;

function guard(name: string, length: number): { readonly address: number; readonly length: number } {
  const place = placeByName(name);
  if (place === undefined) throw new RangeError(`the cell table has no ${name}`);
  return { address: testRomAddress(place.address) - WORK_RAM, length };
}

/** The test ROM's two tick counters, and the game's battle timer. */
const GUARDS = [guard('sequenceBegin', 4), guard('battleTimer', 2)];

/** @throws LockstepError `E_LIVE_TORN`, and those of the connection */
export async function dumpLive(source: LiveSource): Promise<Uint8Array> {
  const all = [...GUARDS, { address: 0, length: WORK_RAM_BYTES }, ...GUARDS];
  const bytes = new Uint8Array(bytesOf(all));
  const length = bytesOf(GUARDS);
  for (let tries = 0; tries < TRIES; tries++) {
    await source.read(all, bytes);
    const after = bytes.subarray(bytes.length - length);
    if (bytes.subarray(0, length).every((byte, at) => byte === after[at])) {
      return bytes.slice(length, length + WORK_RAM_BYTES);
    }
  }
  throw liveError('E_LIVE_TORN', 'the game went on during each of the reads', {
    found: `${TRIES} reads across the end of a frame`,
  });
}

// Assembles replies of the emulator network access protocol from pieces of a TCP stream. A reply is
// a line feed, `key:value` lines and an empty line; or a zero byte, a length (4 bytes, big-endian)
// and data.

export type NwaReply =
  | { readonly kind: 'text'; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: 'data'; readonly bytes: Uint8Array };

const MAX_TEXT_BYTES = 64 * 1024;
const MAX_DATA_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

interface NwaReplies {
  /**
   * Takes a piece.
   * @returns the replies that it completes.
   * @throws LockstepError `E_LIVE_REPLY`
   */
  feed(piece: Uint8Array): NwaReply[];
}

function valuesOf(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    // Of a list only its first entry counts here.
    if (colon > 0 && !values.has(line.slice(0, colon))) values.set(line.slice(0, colon), line.slice(colon + 1));
  }
  return values;
}

/** @param place address of the emulator, for errors */
export function createNwaReplies(place: string): NwaReplies {
  let held = Buffer.alloc(0);

  /** One reply and its length, or undefined while it is not whole. */
  function take(): readonly [NwaReply, number] | undefined {
    if (held.length === 0) return undefined;
    if (held[0] === 0) {
      if (held.length < 5) return undefined;
      const length = held.readUInt32BE(1);
      if (length > MAX_DATA_BYTES)
        throw liveError('E_LIVE_REPLY', 'the reply is too long', {
          file: place,
          found: countText(length, 'byte'),
          expected: `at most ${MAX_DATA_BYTES}`,
        });
      return held.length < 5 + length ? undefined : [{ kind: 'data', bytes: held.subarray(5, 5 + length) }, 5 + length];
    }
    if (held[0] !== LINE_FEED) {
      throw liveError('E_LIVE_REPLY', 'the reply begins neither like text nor like data', {
        file: place,
        found: held.toString('hex', 0, 8),
        expected: '0A or 00',
      });
    }
    const end = held[1] === LINE_FEED ? 0 : held.indexOf('\n\n', 1);
    if (end < 0) {
      if (held.length > MAX_TEXT_BYTES)
        throw liveError('E_LIVE_REPLY', 'the reply has no end', {
          file: place,
          found: countText(held.length, 'byte'),
          expected: 'an empty line',
        });
      return undefined;
    }
    return [{ kind: 'text', values: valuesOf(held.toString('utf8', 1, Math.max(1, end))) }, end + 2];
  }

  return {
    feed: (piece) => {
      held = Buffer.concat([held, piece]);
      const replies: NwaReply[] = [];
      for (let reply = take(); reply !== undefined; reply = take()) {
        replies.push(reply[0]);
        held = held.subarray(reply[1]);
      }
      return replies;
    },
  };
}

// Emulator network access (TCP) of bsnes-plus and Snes9x forks, by its published specification. It
// sends EMULATOR_INFO and CORE_READ only, all ranges in one command. Tested against a server of our
// own, not against an emulator.

const NWA_PORT = 48879;

function open(host: string, port: number, place: string, milliseconds: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const refuse = (error: Error): void => {
      socket.destroy();
      reject(liveError('E_LIVE_CLOSED', 'no connection could be made', { file: place, found: error.message }));
    };
    socket.setTimeout(milliseconds, () => refuse(new Error('no answer')));
    socket.once('error', refuse);
    socket.once('connect', () => {
      socket.removeListener('error', refuse);
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

async function connectNwa(host: string, port: number, times: LiveTimes = LIVE_TIMES): Promise<LiveSource> {
  const place = `nwa://${host}:${port}`;
  const socket = await open(host, port, place, times.answerMilliseconds);
  const waiting = createWaiting<NwaReply>(place, times.answerMilliseconds);
  const replies = createNwaReplies(place);
  socket.on('data', (piece) => {
    try {
      for (const reply of replies.feed(piece)) waiting.answer(reply);
    } catch (error) {
      waiting.fail(error as ReturnType<typeof liveError>);
      socket.destroy();
    }
  });
  socket.on('error', (error) =>
    waiting.fail(liveError('E_LIVE_CLOSED', 'the connection broke', { file: place, found: error.message })),
  );
  socket.on('close', () =>
    waiting.fail(liveError('E_LIVE_CLOSED', 'the emulator closed the connection', { file: place })),
  );

  /** @throws LockstepError `E_LIVE_REPLY` when the emulator answers with an error */
  async function ask(command: string): Promise<NwaReply> {
    const reply = await waiting.ask(() => socket.write(`${command}\n`));
    const error = reply.kind === 'text' ? reply.values.get('error') : undefined;
    if (error === undefined) return reply;
    const reason = reply.kind === 'text' ? (reply.values.get('reason') ?? '') : '';
    throw liveError('E_LIVE_REPLY', `the emulator refuses ${command.split(' ', 1)[0]}`, {
      file: place,
      found: `${error} ${reason}`.trim(),
    });
  }

  try {
    const info = await ask('EMULATOR_INFO');
    const value = (key: string): string => (info.kind === 'text' ? (info.values.get(key) ?? 'unknown') : 'unknown');
    return {
      name: value('name'),
      version: value('version'),
      read: async (ranges, into) => {
        const places = ranges.map(({ address, length }) => `$${address.toString(16)};${length}`).join(';');
        const reply = await ask(`CORE_READ WRAM;${places}`);
        const expected = bytesOf(ranges);
        const found = reply.kind === 'data' ? reply.bytes.length : -1;
        if (reply.kind !== 'data' || found !== expected) {
          throw liveError('E_LIVE_REPLY', 'the emulator did not send the requested bytes', {
            file: place,
            found: found < 0 ? 'text' : countText(found, 'byte'),
            expected: countText(expected, 'byte'),
            remedy: 'Load a game first; its work RAM must be readable',
          });
        }
        into.set(reply.bytes);
      },
      close: () => socket.destroy(),
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

// The WebSocket of the command: Node's own from version 22 on, else the optional package `ws`.

/** @throws LockstepError `E_LIVE_PACKAGE` */
function socketClass(): SocketClass {
  const own = (globalThis as { readonly WebSocket?: SocketClass }).WebSocket;
  if (own !== undefined) return own;
  try {
    return createRequire(import.meta.url)('ws') as SocketClass;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw liveError('E_LIVE_PACKAGE', 'the optional package ws is not installed', {
      found: `Node ${process.versions.node}`,
    });
  }
}

/** @throws LockstepError `E_LIVE_ADDRESS` and those of the connection */
export async function connectLive(address: string, device?: string, times?: LiveTimes): Promise<LiveSource> {
  const [, scheme = '', host = '', port = ''] =
    /^(ws|nwa):\/\/([A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(?::(\d{1,5}))?\/?$/.exec(address) ?? [];
  const number = port === '' ? (scheme === 'ws' ? USB2SNES_PORT : NWA_PORT) : Number(port);
  if (scheme === '' || number < 1 || number > 0xffff) {
    throw liveError('E_LIVE_ADDRESS', 'this is not an address of live memory', {
      found: address,
      expected: 'ws://HOST:PORT or nwa://HOST:PORT',
    });
  }
  if (scheme === 'ws') return connectUsb2snes(socketClass(), `ws://${host}:${number}`, device, times);
  return connectNwa(host.replace(/^\[|\]$/g, ''), number, times);
}
