/** What `route search --split` says. */
import { countText } from '../../../base/number-text.js';

export function splitText(jobs: readonly string[], folder: string): string {
  if (jobs.length === 0)
    return `no job is left: the split looked at every route. \`route search PLAN --join ${folder}\` gives the answer\n`;
  return `${countText(jobs.length, 'job')}:\n${jobs.map((job) => `  ${job}\n`).join('')}`;
}
