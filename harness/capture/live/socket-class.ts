/** The WebSocket of the command: Node's own from version 22 on, else the optional package `ws`. */
import { createRequire } from 'node:module';
import { liveError } from './live-error.js';
import type { SocketClass } from './web-socket.js';

/** @throws LockstepError `E_LIVE_PACKAGE` */
export function socketClass(): SocketClass {
  const own = (globalThis as { readonly WebSocket?: SocketClass }).WebSocket;
  if (own !== undefined) return own;
  try {
    return createRequire(import.meta.url)('ws') as SocketClass;
  } catch {
    throw liveError('E_LIVE_PACKAGE', 'the optional package ws is not installed', {
      found: `Node ${process.versions.node}`,
    });
  }
}
