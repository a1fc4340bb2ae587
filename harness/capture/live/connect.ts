/**
 * Connects to live memory: `ws://host:port` (usb2snes), `nwa://host:port` (emulator network
 * access).
 */
import { liveError } from './live-error.js';
import { connectNwa, NWA_PORT } from './nwa.js';
import { socketClass } from './socket-class.js';
import type { LiveSource, LiveTimes } from './source.js';
import { connectUsb2snes, USB2SNES_PORT } from './usb2snes.js';

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
