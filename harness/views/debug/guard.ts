/**
 * Passes whole messages of a client on, and ends the connection at the first byte outside the
 * protocol.
 */
import { Transform } from 'node:stream';
import { LockstepError } from '../../base/errors.js';

const MAX_HEADER_BYTES = 1024;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const REMEDY = 'An editor starts this command by itself; at the terminal step with `lockstep step`';

/** @returns a stream that emits the error `E_REQUEST` for input outside the protocol */
export function createGuard(): Transform {
  let header = '';
  /** Bytes of the message's body that are still to come. */
  let rest = 0;
  let body: Buffer[] = [];

  function take(chunk: Buffer, push: (bytes: Buffer) => void): void {
    for (let at = 0; at < chunk.length; ) {
      if (rest === 0) {
        header += String.fromCharCode(chunk[at++] as number);
        if (header.length > MAX_HEADER_BYTES)
          throw new LockstepError('E_REQUEST', 'this is not the debug adapter protocol', { remedy: REMEDY });
        if (!header.endsWith('\r\n\r\n')) continue;
        const length = Number(/^Content-Length: *([0-9]{1,9})\r$/imu.exec(header)?.[1] ?? Number.NaN);
        if (!(length > 0 && length <= MAX_MESSAGE_BYTES)) {
          throw new LockstepError('E_REQUEST', 'a message has no length, or is too long', {
            expected: `1 to ${MAX_MESSAGE_BYTES} bytes`,
          });
        }
        rest = length;
        body = [];
      } else {
        const part = chunk.subarray(at, at + rest);
        body.push(part);
        at += part.length;
        rest -= part.length;
        if (rest > 0) continue;
        const whole = Buffer.concat(body);
        checkMessage(whole.toString('utf8'));
        push(Buffer.concat([Buffer.from(`Content-Length: ${whole.length}\r\n\r\n`), whole]));
        header = '';
      }
    }
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        take(chunk, (bytes) => this.push(bytes));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      // a header stays until its message is whole
      done(
        header === '' ? null : new LockstepError('E_REQUEST', 'the input ends inside a message', { remedy: REMEDY }),
      );
    },
  });
}

function checkMessage(text: string): void {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new LockstepError('E_REQUEST', 'a message is not JSON');
  }
  const { type, seq, command } = (message ?? {}) as Record<string, unknown>;
  const isRequest = type === 'request' && typeof command === 'string' && Number.isInteger(seq);
  if (!isRequest && type !== 'response') throw new LockstepError('E_REQUEST', 'a message is not a request');
}
