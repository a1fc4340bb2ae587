/**
 * Emulator network access (TCP) of bsnes-plus and Snes9x forks, by its published specification. It
 * sends EMULATOR_INFO and CORE_READ only, all ranges in one command. Tested against a server of our
 * own, not against an emulator.
 */

import { connect, type Socket } from 'node:net';
import { countText } from '../../base/number-text.js';
import { liveError } from './live-error.js';
import { createNwaReplies, type NwaReply } from './nwa-reply.js';
import { bytesOf, LIVE_TIMES, type LiveSource, type LiveTimes } from './source.js';
import { createWaiting } from './waiting.js';

export const NWA_PORT = 48879;

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

export async function connectNwa(host: string, port: number, times: LiveTimes = LIVE_TIMES): Promise<LiveSource> {
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
