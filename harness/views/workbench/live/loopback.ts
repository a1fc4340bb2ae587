/** The addresses that the page connects to: those of this machine. */
import { liveError, USB2SNES_PORT } from '../../../capture/index.js';

const LARGEST_PORT = 0xffff;

/**
 * A WebSocket address of this machine; without a port it gets that of usb2snes.
 * @throws LockstepError `E_LIVE_ADDRESS` for every other one
 */
export function loopbackAddress(text: string): string {
  const [, host = '', port = String(USB2SNES_PORT)] =
    /^ws:\/\/(127\.0\.0\.1|localhost)(?::(\d{1,5}))?\/?$/u.exec(text.trim()) ?? [];
  if (host !== '' && Number(port) >= 1 && Number(port) <= LARGEST_PORT) return `ws://${host}:${Number(port)}`;
  throw liveError('E_LIVE_ADDRESS', 'the page follows games of this machine only', {
    found: text.trim() === '' ? 'nothing' : text.trim(),
    expected: 'ws://127.0.0.1:PORT or ws://localhost:PORT',
    remedy: `SNI and QUsb2snes listen at ws://localhost:${USB2SNES_PORT}`,
  });
}
