/**
 * Runs the recorder of emulator cores (koffi-recorder.ts) as a child process, with its messages,
 * interruptions, time limit and exit codes.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compiledFile, isErrorCode, LockstepError, type LockstepErrorCode } from '../../base/index.js';

// Reads the recorder's messages on stderr. They follow the mark `@lockstep ` anywhere in a line,
// because a core may print without a newline before it. The end of the core's own output is shown
// in errors.

export type RecorderMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done' | 'interrupted'; readonly frames: number }
  | { readonly kind: 'error'; readonly code: LockstepErrorCode; readonly text: string };

const MARK = '@lockstep ';
const MAX_CHATTER = 2000;

const REMEDIES: Partial<Readonly<Record<LockstepErrorCode, string>>> = {
  E_CORE_MISSING: 'Give the path of a libretro core.',
  E_CORE_NOT_LIBRETRO: 'Give a libretro core, for example bsnes_mercury_balanced_libretro.so.',
  E_CORE_UNLOADABLE: 'Install a core for this system; ldd shows what a library needs.',
  E_CORE_CRASHED: 'Try another core (balanced, accuracy), and the default options; nothing was kept.',
  E_CORE_STALLED: 'Nothing was kept. A slower machine needs a longer limit (--stall SECONDS).',
  E_CORE_STOPPED: 'Record fewer frames, or another ROM.',
  E_CORE_NO_WRAM: 'Give a core that emulates the Super Famicom.',
  E_ROM_REFUSED: 'Check that the file is a Super Famicom ROM image (lockstep rom info).',
  E_STATE_REFUSED: 'Save the state again with the same core, version and ROM.',
  E_OPTION: 'Leave core options at their defaults unless the core documents them.',
  E_OUTPUT_WRITE: 'Make room on the disk or choose another place; nothing half-written was kept.',
  E_FILE_UNREADABLE: 'Check the path and the permissions.',
};

interface MessageReader {
  /** Takes a piece of stderr as it came. */
  readonly feed: (piece: string) => void;
  /** Takes the last line, which has no line feed. */
  readonly end: () => void;
  /** The end of the core's own output. */
  readonly chatter: () => string;
}

export function messageReader(receive: (message: RecorderMessage) => void): MessageReader {
  let rest = '';
  let chatter = '';
  const take = (line: string): void => {
    const at = line.indexOf(MARK);
    const foreign = at < 0 ? line : line.slice(0, at);
    if (foreign.trim() !== '') chatter = `${chatter}${foreign.trim()}\n`.slice(-MAX_CHATTER);
    const message = at < 0 ? undefined : parseMessage(line.slice(at + MARK.length));
    if (message !== undefined) receive(message);
  };
  return {
    feed: (piece) => {
      const lines = (rest + piece).split('\n');
      rest = (lines.pop() ?? '').slice(-64 * 1024);
      for (const line of lines) take(line);
    },
    end: () => {
      take(rest);
      rest = '';
    },
    chatter: () => chatter.trim(),
  };
}

/** One message without its mark; undefined when it is none. */
export function parseMessage(text: string): RecorderMessage | undefined {
  const progress = /^progress (\d+) (\d+)$/u.exec(text);
  if (progress !== null) return { kind: 'progress', done: Number(progress[1]), total: Number(progress[2]) };
  const end = /^(done|interrupted) (\d+)$/u.exec(text);
  if (end !== null) return { kind: end[1] === 'done' ? 'done' : 'interrupted', frames: Number(end[2]) };
  const [, code = '', said = ''] = /^error (E_[A-Z0-9_]+) (.*)$/u.exec(text) ?? [];
  return isErrorCode(code) ? { kind: 'error', code, text: said } : undefined;
}

function errorFromMessage(code: LockstepErrorCode, text: string, chatter: string): LockstepError {
  const remedy = REMEDIES[code];
  return new LockstepError(code, text, {
    ...(chatter === '' ? {} : { found: `the core's last words: ${chatter.split('\n').slice(-3).join(' / ')}` }),
    ...(remedy === undefined ? {} : { remedy }),
  });
}

/** The program of the recorder. */
export interface RecorderProgram {
  readonly command: string;
  /** Arguments before those of a recording. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The recorder as it is installed, and the hash of its script.
 * @throws LockstepError `E_RECORDER_NONE` without the package koffi or before the build
 */
export function installedRecorder(): RecorderProgram & { readonly sha256: string } {
  try {
    createRequire(import.meta.url).resolve('koffi');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new LockstepError('E_RECORDER_NONE', 'no emulator core can run here', {
      found: 'the optional package koffi is not installed',
      remedy: 'Install it: npm install koffi@3.3.4. Our own console needs nothing: --core builtin.',
    });
  }
  const script = compiledFile('harness/capture/record/koffi-child.js');
  if (script === undefined) {
    throw new LockstepError('E_RECORDER_NONE', 'the recorder is not compiled', { remedy: 'npm run build' });
  }
  return {
    command: process.execPath,
    arguments: [script],
    // one worker: the cores' coroutines keep state per thread
    environment: { UV_THREADPOOL_SIZE: '1', TZ: 'UTC0' },
    sha256: createHash('sha256').update(readFileSync(script)).digest('hex'),
  };
}

export interface RecorderRun extends RecorderProgram {
  /**
   * Seconds without a message after which the child is killed; the child's own limit is shorter.
   */
  readonly silenceSeconds: number;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** An interrupted child gets this long to end by itself. */
const GRACE_MILLISECONDS = 3000;

/**
 * Resolves when the child reports that all frames are written; rejects with a LockstepError
 * otherwise.
 */
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
      failure ??= new LockstepError('E_CORE_STALLED', `the recorder did not respond for ${order.silenceSeconds} s`);
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
    remedy: 'Check that Node may start itself: the path above is that of Node.',
  });
}
