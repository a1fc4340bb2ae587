/** Serves sessions on standard input and output, or on a port of this machine. */
import { createServer, type Server } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { DebugSession } from './debug-session.js';
import { createGuard } from './guard.js';
import { errorText, type SessionDefaults } from './session.js';

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
