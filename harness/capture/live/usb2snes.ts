/**
 * usb2snes over a WebSocket (SNI, QUsb2snes, FXPak hardware), by QUsb2snes' documentation. It sends
 * DeviceList, Attach, Name, Info and GetAddress only. Work RAM is at F50000 of its address space.
 * Data may come in pieces (1,024 bytes from the original server); an error is a closed socket.
 * Tested against a server of our own, not against hardware. Free of Node: the workbench has it too.
 */
import { jsonOf } from '../../base/index.js';
import type { MemoryWindow } from '../record/recorded-windows.js';
import { createWaiting, LIVE_TIMES, type LiveSource, type LiveTimes, liveError, type Waiting } from './source.js';

import { type LiveSocket, openSocket, type SocketClass } from './web-socket.js';

export const USB2SNES_PORT = 23074;
/** Where work RAM begins. */
const WORK_RAM = 0xf50000;
const APPLICATION = 'battle-lockstep';

type Answer = readonly string[] | Uint8Array;

function resultsOf(text: string, place: string): readonly string[] {
  const refuse = (): never => {
    throw liveError('E_LIVE_REPLY', 'the server did not answer with a list of results', {
      file: place,
      found: text.slice(0, 80),
      expected: '{"Results":[...]}',
    });
  };
  const results = (jsonOf(text, refuse) as { Results?: unknown } | null)?.Results;
  if (Array.isArray(results) && results.every((item) => typeof item === 'string')) return results as string[];
  return refuse();
}

function chooseDevice(devices: readonly string[], wanted: string | undefined, place: string): string {
  const [only] = devices;
  if (wanted !== undefined && devices.includes(wanted)) return wanted;
  if (wanted === undefined && only !== undefined && devices.length === 1) return only;
  throw liveError(
    'E_LIVE_DEVICE',
    wanted === undefined ? 'the server does not have exactly one device' : 'the server has no such device',
    {
      file: place,
      found: devices.length === 0 ? 'no device' : devices.join(', '),
      expected: wanted ?? 'one device',
    },
  );
}

/** A connection to a server, one question at a time. */
interface Link {
  readonly address: string;
  readonly socket: LiveSocket;
  readonly waiting: Waiting<Answer>;
  /** Where the bytes of the open question go, and how many came. */
  data: Uint8Array;
  received: number;
}

function takeBytes(link: Link, piece: Uint8Array): void {
  const { data, received } = link;
  if (received + piece.length > data.length) {
    throw liveError('E_LIVE_REPLY', 'the server sent more bytes than requested', {
      file: link.address,
      found: `${received + piece.length}`,
      expected: `${data.length}`,
    });
  }
  data.set(piece, received);
  link.received += piece.length;
  if (link.received === data.length) link.waiting.answer(data);
}

function listen(link: Link): void {
  const { address, socket, waiting } = link;
  socket.addEventListener('message', ({ data }) => {
    try {
      if (data instanceof ArrayBuffer) takeBytes(link, new Uint8Array(data));
      else if (typeof data === 'string') waiting.answer(resultsOf(data, address));
    } catch (error) {
      waiting.fail(error as ReturnType<typeof liveError>);
      socket.close();
    }
  });
  socket.addEventListener('close', () =>
    waiting.fail(
      liveError('E_LIVE_CLOSED', 'the server closed the connection, which is its answer to every error', {
        file: address,
      }),
    ),
  );
}

function send({ socket }: Link, opcode: string, operands: readonly string[]): void {
  socket.send(JSON.stringify({ Opcode: opcode, Space: 'SNES', Flags: [], Operands: operands }));
}

async function ask(link: Link, opcode: string): Promise<readonly string[]> {
  const answer = await link.waiting.ask(() => send(link, opcode, []));
  if (!(answer instanceof Uint8Array)) return answer;
  throw liveError('E_LIVE_REPLY', `the server answered ${opcode} with data`, { file: link.address });
}

function hex(value: number): string {
  return value.toString(16).toUpperCase();
}

async function readRanges(link: Link, ranges: readonly MemoryWindow[], into: Uint8Array): Promise<void> {
  let at = 0;
  for (const { address, length } of ranges) {
    link.data = into.subarray(at, at + length);
    link.received = 0;
    await link.waiting.ask(() => send(link, 'GetAddress', [hex(WORK_RAM + address), hex(length)]));
    at += length;
  }
}

/**
 * @param Socket the caller's WebSocket @param address `ws://host:port`
 * @param device name as the server lists it
 * @throws LockstepError `E_LIVE_CLOSED`, `E_LIVE_DEVICE`, `E_LIVE_REPLY`
 */
export async function connectUsb2snes(
  Socket: SocketClass,
  address: string,
  device?: string,
  times: LiveTimes = LIVE_TIMES,
): Promise<LiveSource> {
  const socket = await openSocket(Socket, address, times.answerMilliseconds);
  const waiting = createWaiting<Answer>(address, times.answerMilliseconds);
  const link: Link = { address, socket, waiting, data: new Uint8Array(0), received: 0 };
  listen(link);
  try {
    const name = chooseDevice(await ask(link, 'DeviceList'), device, address);
    // Neither of the two is answered; Info tells whether they worked.
    send(link, 'Attach', [name]);
    send(link, 'Name', [APPLICATION]);
    const [version = 'unknown', , rom = ''] = await ask(link, 'Info');
    return {
      name: `usb2snes ${name}`,
      version,
      rom,
      read: (ranges, into) => readRanges(link, ranges, into),
      close: () => socket.close(),
    };
  } catch (error) {
    socket.close();
    throw error;
  }
}
