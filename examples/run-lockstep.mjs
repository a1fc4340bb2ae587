// The command line as a function, for the scripts beside this file.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli, SYSTEMS } from 'battle-lockstep/harness';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../', import.meta.url));

/** Runs one command line. Returns what it prints to standard output; an exit code other than 0 is an error. */
export async function lockstep(...words) {
  let out = '';
  let err = '';
  const code = await runCli(words, {
    systems: SYSTEMS,
    tracesFolder: join(root, 'traces'),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    showProgress: false,
    color: false,
    signal: () => new AbortController().signal,
    exit: () => undefined,
  });
  if (code !== 0) throw new Error(`lockstep ${words.join(' ')}: exit ${code}: ${err}${out}`);
  return out;
}
