/**
 * Progress of what usually takes no time: a line on stderr when it takes longer than two seconds.
 */
import type { CliContext } from './context.js';

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
