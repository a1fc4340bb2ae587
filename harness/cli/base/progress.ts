/**
 * Progress of what usually takes no time: a line on stderr when it takes longer than two seconds.
 */
import { countText } from '../../../core/system/names.js';
import type { VerifyProgress } from '../../original/index.js';
import type { CliContext } from './context.js';

// Progress of a verification: files, frames, their rate, and the time left.

/** Without a terminal, a line now and then shows a log file that something goes on. */
const EVERY_MS_ON_TERMINAL = 500;
const EVERY_MS_ELSEWHERE = 10_000;
/** Part of the work from which the time left can be told. */
const ENOUGH = 0.02;

function timeText(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** @param began and @param now of `performance.now` */
export function progressText({ files, allFiles, frames, share }: VerifyProgress, began: number, now: number): string {
  const seconds = Math.max(0.001, (now - began) / 1000);
  const rate = `${countText(Math.round(frames / seconds).toLocaleString('en'), 'frame')}/s`;
  const left = share < ENOUGH ? [] : [`${timeText((seconds * (1 - share)) / share)} left`];
  return [
    `${files} of ${countText(allFiles, 'file')}`,
    countText(frames.toLocaleString('en'), 'frame'),
    rate,
    ...left,
  ].join(', ');
}

export function verifyProgress(context: CliContext): (progress: VerifyProgress) => void {
  const every = context.showProgress ? EVERY_MS_ON_TERMINAL : EVERY_MS_ELSEWHERE;
  const began = performance.now();
  let next = began + every;
  return (progress) => {
    const now = performance.now();
    if (now < next) return;
    next = now + every;
    context.err(`${progressText(progress, began, now)}\n`);
  };
}

const SILENT_MILLISECONDS = 2000;
const EVERY_MILLISECONDS = 500;

/** @param what noun behind the number, such as `frames compared` */
export function slowProgress(context: CliContext, what: string): (done: number) => void {
  let next = Date.now() + SILENT_MILLISECONDS;
  return (done) => {
    const now = Date.now();
    if (!context.showProgress || now < next) return;
    next = now + EVERY_MILLISECONDS;
    context.err(`${done} ${what}\n`);
  };
}
