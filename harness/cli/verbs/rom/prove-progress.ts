/**
 * The line on stderr while `lockstep rom prove` works: routines, cases, cases a second, time left.
 */
import { countText } from '../../../base/number-text.js';
import type { ProveProgress } from '../../../original/proof/prove.js';

/** Milliseconds between two lines. */
const INTERVAL = 250;

/**
 * @param write takes the line
 * @param now milliseconds
 */
export function createProveProgress(write: (text: string) => void, now: () => number): ProveProgress {
  const begun = now();
  let shown = begun;
  let cases = 0;
  const line = (done: number, all: number, routine: string): void => {
    shown = now();
    const seconds = Math.max(shown - begun, 1) / 1000;
    const rate = Math.round(cases / seconds).toLocaleString('en-US');
    const left = done === 0 ? '' : `, ${Math.ceil((seconds / done) * (all - done))} s left`;
    const text = `${done}/${countText(all, 'routine')}, ${routine}, ${countText(cases.toLocaleString('en-US'), 'case')}, ${countText(rate, 'case')}/s${left}`;
    write(`\r${text}   ${done === all ? '\n' : ''}`);
  };
  return {
    case({ done, all, routine }) {
      cases++;
      // the clock is looked at now and then
      if ((cases & 0x3ff) === 0 && now() - shown >= INTERVAL) line(done, all, routine);
    },
    routine: ({ done, all, routine }) => line(done, all, routine),
  };
}
