/**
 * Runs a recorder (the C program or the koffi script) as a child process: its messages, an interruption, a child that
 * stopped answering, and every way in which it may end.
 */

import { spawn } from 'node:child_process';
import { LockstepError } from '../../base/errors.js';
import { errorFromMessage, messageReader } from './recorder-messages.js';

export interface RecorderRun {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** After so many seconds without a sign of life the child is killed; the child's own limit is shorter. */
  readonly silenceSeconds: number;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** An interrupted child gets this long to end by itself. */
const GRACE_MILLISECONDS = 3000;

/** Resolves when the child reports that all frames are written; rejects with a LockstepError otherwise. */
export function runRecorder(order: RecorderRun): Promise<void> {
  return new Promise((resolve, reject) => {
    if (order.signal?.aborted === true) {
      reject(interrupted());
      return;
    }
    const child = spawn(order.command, [...order.arguments], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...order.environment },
    });
    let failure: LockstepError | undefined;
    let finished = false;
    let thrown: unknown;
    let silence = setTimeout(killSilent, order.silenceSeconds * 1000);
    let grace: NodeJS.Timeout | undefined;

    const reader = messageReader((message) => {
      if (message.kind === 'error') failure ??= errorFromMessage(message.code, message.text, reader.chatter());
      if (message.kind === 'done') finished = true;
      if (message.kind === 'interrupted') failure ??= interrupted();
      if (message.kind !== 'progress') return;
      clearTimeout(silence);
      silence = setTimeout(killSilent, order.silenceSeconds * 1000);
      try {
        order.onProgress?.(message.done, message.total);
      } catch (error) {
        thrown ??= error; // a caller's fault ends the recording and is handed back as it is
        stop();
      }
    });

    function killSilent(): void {
      failure ??= new LockstepError('E_CORE_STALLED', `the recorder gave no sign for ${order.silenceSeconds} s`);
      child.kill('SIGKILL');
    }
    function stop(): void {
      if (grace !== undefined) return;
      child.kill('SIGINT');
      grace = setTimeout(() => child.kill('SIGKILL'), GRACE_MILLISECONDS);
    }
    function onAbort(): void {
      failure ??= interrupted();
      stop();
    }
    function settle(error: unknown): void {
      clearTimeout(silence);
      clearTimeout(grace);
      order.signal?.removeEventListener('abort', onAbort);
      if (error === undefined) resolve();
      else reject(error);
    }

    order.signal?.addEventListener('abort', onAbort, { once: true });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', reader.feed);
    child.on('error', (error) => settle(cannotStart(order.command, error)));
    child.on('close', (code, signal) => {
      reader.end();
      if (thrown !== undefined) settle(thrown);
      else if (failure !== undefined) settle(failure);
      else if (code === 0 && finished) settle(undefined);
      else settle(endedBadly(code, signal, reader.chatter()));
    });
  });
}

export function interrupted(): LockstepError {
  return new LockstepError('E_INTERRUPTED', 'the recording was interrupted; nothing was kept');
}

function endedBadly(code: number | null, signal: NodeJS.Signals | null, chatter: string): LockstepError {
  const how = signal === null ? `ended with code ${code} without a word` : `was ended by ${signal}`;
  return errorFromMessage('E_CORE_CRASHED', `the recorder ${how}`, chatter);
}

function cannotStart(command: string, error: Error): LockstepError {
  return new LockstepError('E_RECORDER_START', 'the recorder cannot be started', {
    file: command,
    found: error.message,
    remedy: 'If the cache folder allows no programs, set XDG_CACHE_HOME to another one.',
  });
}
