/** A running game whose work RAM can be read. Read-only: nothing here can write, reset or pause. */
import { type ErrorDetails, LockstepError } from '../../base/index.js';
import type { MemoryWindow } from '../record/recorded-windows.js';

// Errors of live memory with their remedies.

type LiveErrorCode =
  | 'E_LIVE_ADDRESS'
  | 'E_LIVE_CLOSED'
  | 'E_LIVE_DEVICE'
  | 'E_LIVE_PACKAGE'
  | 'E_LIVE_REPLY'
  | 'E_LIVE_TORN';

const REMEDIES: Readonly<Record<LiveErrorCode, string>> = {
  E_LIVE_ADDRESS:
    'Give ws://localhost:23074 (usb2snes: SNI, QUsb2snes) or nwa://localhost:48879 (emulator network access)',
  E_LIVE_CLOSED: 'Start the server and the game, and check host and port',
  E_LIVE_DEVICE: 'Connect one device, or name it with --device',
  E_LIVE_PACKAGE: 'npm install ws@8, or use Node 22',
  E_LIVE_REPLY: 'Check the version of the server; it may speak another protocol',
  E_LIVE_TORN: 'Pause the game, then take the battle',
};

export function liveError(code: LiveErrorCode, message: string, details: ErrorDetails = {}): LockstepError {
  return new LockstepError(code, message, { remedy: REMEDIES[code], ...details });
}

// Asks one question at a time, with a time limit, over a connection that may break.

export interface Waiting<Answer> {
  /** Sends with `send` and waits for the answer. */
  ask(send: () => void): Promise<Answer>;
  answer(value: Answer): void;
  /** Rejects the open question and all later ones with this error. */
  fail(error: LockstepError): void;
}

/** @param place named in errors */
export function createWaiting<Answer>(place: string, milliseconds: number): Waiting<Answer> {
  let open: { resolve(value: Answer): void; reject(error: unknown): void } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failure: LockstepError | undefined;

  function settle(): typeof open {
    clearTimeout(timer);
    const question = open;
    open = undefined;
    return question;
  }

  function fail(error: LockstepError): void {
    failure ??= error;
    settle()?.reject(failure);
  }

  return {
    ask: (send) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        open = { resolve, reject };
        timer = setTimeout(
          () => fail(liveError('E_LIVE_CLOSED', `no answer within ${milliseconds} ms`, { file: place })),
          milliseconds,
        );
        send();
      }),
    answer: (value) => {
      const question = settle();
      if (question === undefined) fail(liveError('E_LIVE_REPLY', 'an unexpected answer came', { file: place }));
      else question.resolve(value);
    },
    fail,
  };
}

export interface LiveSource {
  /** Name of the server or emulator, as it reports it. */
  readonly name: string;
  readonly version: string;
  /** What the device says that it runs; empty or left out where it says nothing. */
  readonly rom?: string;
  /**
   * Reads ranges of work RAM (offsets from $7E:0000) into `into`, one after the other.
   * @throws LockstepError `E_LIVE_CLOSED` for a lost connection, `E_LIVE_REPLY` for a wrong answer
   */
  read(ranges: readonly MemoryWindow[], into: Uint8Array): Promise<void>;
  close(): void;
}

/** How long an answer may take. */
export interface LiveTimes {
  readonly answerMilliseconds: number;
}

export const LIVE_TIMES: LiveTimes = { answerMilliseconds: 5000 };

/** Bytes of all ranges together. */
export function bytesOf(ranges: readonly MemoryWindow[]): number {
  return ranges.reduce((sum, range) => sum + range.length, 0);
}
