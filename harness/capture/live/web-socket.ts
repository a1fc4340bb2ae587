/** Opens a WebSocket of any kind: Node's, a package's, a browser's. */
import { liveError } from './source.js';

/** The common part of both, as far as it is used. */
export interface LiveSocket {
  binaryType: string;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

export type SocketClass = new (address: string) => LiveSocket;

/** @throws LockstepError `E_LIVE_CLOSED` */
export function openSocket(Socket: SocketClass, address: string, milliseconds: number): Promise<LiveSocket> {
  return new Promise((resolve, reject) => {
    const socket = new Socket(address);
    socket.binaryType = 'arraybuffer';
    let done = false;
    const refuse = (found: string): void => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      reject(liveError('E_LIVE_CLOSED', 'no connection could be made', { file: address, found }));
      socket.close();
    };
    const timer = setTimeout(() => refuse('no answer'), milliseconds);
    // Stays for the socket's life: an error without a listener would end the process.
    socket.addEventListener('error', (event) => refuse(event.message ?? 'refused'));
    socket.addEventListener('close', () => refuse('closed'));
    socket.addEventListener('open', () => {
      done = true;
      clearTimeout(timer);
      resolve(socket);
    });
  });
}
