/** The answer of `lockstep locate` as text. */
import { countText } from '../../../base/number-text.js';
import { wrap } from '../../../base/text-columns.js';
import { unsettledLines } from '../position/unsettled.js';
import type { Located } from './locate.js';

const WIDTH = 100;

export function locateText(file: string, located: Located): string {
  const { among, what, steps, found, fit, next, contradiction } = located;
  const unsettled = unsettledLines(located.unsettled);
  const lines = [`${file}: among ${what}`, ''];
  let before = among;
  for (const { saw, fit: left } of steps) {
    lines.push(`${saw}: ${left} of ${before} fit`);
    before = left;
  }
  lines.push('');
  if (contradiction !== undefined) {
    const known = steps.at(-2)?.fit ?? among;
    lines.push(
      ...wrap(`nothing fits ${contradiction}: ${countText(known, 'state')} fit all that was seen before it`, WIDTH),
      ...wrap(
        'Either it was seen differently, or the plan is not what was played, or the generator was on no known cycle.',
        WIDTH,
      ),
      ...unsettled,
    );
    return `${lines.join('\n')}\n`;
  }
  lines.push(
    fit === 1
      ? 'one state fits:'
      : `${countText(fit, 'state')} fit${fit > found.length ? `, ${found.length} of them` : ''}:`,
  );
  for (const { start, now, values } of found)
    lines.push(`  at the start ${start}; now ${now}; then ${values.join(' ')}`);
  if (next !== undefined) {
    lines.push('', `next, ${next.command}:`);
    for (const { what: outcome, states } of next.outcomes) lines.push(`  ${outcome}: ${states} of ${fit}`);
  }
  lines.push('', ...unsettled);
  return `${lines.join('\n')}\n`;
}
