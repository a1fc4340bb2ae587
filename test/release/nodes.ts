/** The versions of Node that a release is checked on: the one at hand, and others as npm brings them. */
import { spawnSync } from 'node:child_process';

/** Every version that is supported; the first is the oldest, as `engines` in package.json has it. */
export const MAJORS: readonly number[] = [20, 22, 24];

export interface CheckedNode {
  readonly name: string;
  /** Path of the program, or undefined. */
  readonly program: string | undefined;
  /** Why it is missing. */
  readonly why: string;
}

function fetched(major: number): CheckedNode {
  const name = `Node ${major}`;
  const run = spawnSync('npx', ['-y', `node@${major}`, '-p', 'process.execPath'], {
    encoding: 'utf8',
    timeout: 180_000,
  });
  const program = run.stdout?.trim() ?? '';
  if (run.status === 0 && program !== '') return { name, program, why: '' };
  return { name, program: undefined, why: run.error?.message ?? run.stderr.trim().split('\n').at(-1) ?? 'no reason' };
}

/** The Node at hand stands for its own version. */
export function checkedNodes(): readonly CheckedNode[] {
  const own = Number(process.versions.node.split('.')[0]);
  return [
    { name: `Node ${process.versions.node}, at hand`, program: process.execPath, why: '' },
    ...MAJORS.filter((major) => major !== own).map(fetched),
  ];
}
