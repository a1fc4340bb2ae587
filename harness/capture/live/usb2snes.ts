/**
 * usb2snes over a WebSocket: SNI, QUsb2snes, FXPak hardware. Opcodes used: DeviceList, Attach, Name, Info, GetAddress, no other. Work RAM
 * is at F50000 of its own address space. Data may come in pieces (1,024 bytes from the original server); every error of the server is a
 * closed socket. Protocol: QUsb2snes' documentation; tested against a server of our own, not against hardware.
 */
import { liveError } from './live-error.js';
import { LIVE_TIMES, type LiveSource, type LiveTimes } from './source.js';
import { createWaiting } from './waiting.js';
import { openSocket } from './web-socket.js';

export const USB2SNES_PORT = 23074;
/** Where work RAM begins. */
const WORK_RAM = 0xf50000;
const APPLICATION = 'battle-lockstep';

type Answer = readonly string[] | Uint8Array;

function resultsOf(text: string, place: string): readonly string[] {
  let results: unknown;
  try {
    results = (JSON.parse(text) as { Results?: unknown } | null)?.Results;
  } catch {
    results = undefined;
  }
  if (Array.isArray(results) && results.every((item) => typeof item === 'string')) return results as string[];
  throw liveError('E_LIVE_REPLY', 'the server answered with something else than a list of results', {
    file: place,
    found: text.slice(0, 80),
    expected: '{"Results":[...]}',
  });
}

function chooseDevice(devices: readonly string[], wanted: string | undefined, place: string): string {
  const [only] = devices;
  if (wanted !== undefined && devices.includes(wanted)) return wanted;
  if (wanted === undefined && only !== undefined && devices.length === 1) return only;
  throw liveError(
    'E_LIVE_DEVICE',
    wanted === undefined ? 'the server has not one device' : 'the server has no such device',
    {
      file: place,
      found: devices.length === 0 ? 'no device' : devices.join(', '),
      expected: wanted ?? 'one device',
    },
  );
}

/** @param address `ws://host:port` @param device name as the server lists it */
export async function connectUsb2snes(
  address: string,
  device?: string,
  times: LiveTimes = LIVE_TIMES,
): Promise<LiveSource> {
  const socket = await openSocket(address, times.answerMilliseconds);
  const waiting = createWaiting<Answer>(address, times.answerMilliseconds);
  /** Bytes still to come, and where they go. */
  let data = new Uint8Array(0);
  let got = 0;

  function takeBytes(piece: Uint8Array): void {
    if (got + piece.length > data.length) {
      throw liveError('E_LIVE_REPLY', 'the server sent more bytes than asked for', {
        file: address,
        found: `${got + piece.length}`,
        expected: `${data.length}`,
      });
    }
    data.set(piece, got);
    got += piece.length;
    if (got === data.length) waiting.answer(data);
  }

  socket.addEventListener('message', ({ data: message }) => {
    try {
      if (message instanceof ArrayBuffer) takeBytes(new Uint8Array(message));
      else if (typeof message === 'string') waiting.answer(resultsOf(message, address));
    } catch (error) {
      waiting.fail(error as ReturnType<typeof liveError>);
      socket.close();
    }
  });
  socket.addEventListener('close', () =>
    waiting.fail(
      liveError('E_LIVE_CLOSED', 'the server closed the socket, as it does for every error', { file: address }),
    ),
  );

  const send = (opcode: string, operands: readonly string[]): void =>
    socket.send(JSON.stringify({ Opcode: opcode, Space: 'SNES', Flags: [], Operands: operands }));
  const ask = async (opcode: string, operands: readonly string[] = []): Promise<readonly string[]> => {
    const answer = await waiting.ask(() => send(opcode, operands));
    if (answer instanceof Uint8Array)
      throw liveError('E_LIVE_REPLY', `data came instead of an answer to ${opcode}`, { file: address });
    return answer;
  };

  try {
    const name = chooseDevice(await ask('DeviceList'), device, address);
    // Neither of the two is answered; Info tells whether they worked.
    send('Attach', [name]);
    send('Name', [APPLICATION]);
    const [version = 'unknown'] = await ask('Info');
    return {
      name: `usb2snes ${name}`,
      version,
      read: async (ranges, into) => {
        let at = 0;
        for (const { address: from, length } of ranges) {
          data = into.subarray(at, at + length) as Uint8Array<ArrayBuffer>;
          got = 0;
          await waiting.ask(() =>
            send('GetAddress', [(WORK_RAM + from).toString(16).toUpperCase(), length.toString(16).toUpperCase()]),
          );
          at += length;
        }
      },
      close: () => socket.close(),
    };
  } catch (error) {
    socket.close();
    throw error;
  }
}
