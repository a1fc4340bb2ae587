/** Asks one question at a time, with a time limit, over a connection that may break. */
import type { LockstepError } from '../../base/errors.js';
import { liveError } from './live-error.js';

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
