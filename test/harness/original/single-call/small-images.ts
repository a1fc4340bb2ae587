/** `lockstep rom call` on the test ROMs and on small images of bytes, and its answer as data. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();

export const HOMEBREW = join(packageRoot(), 'traces', 'homebrew');

export const DRILL = join(HOMEBREW, 'drill.sfc');

export const VECTORS = join(packageRoot(), 'traces', 'vectors');

export const COST = join(VECTORS, 'C1-2800-enemy-move-cost.jsonl.gz');

/** A HiROM image of 64 KiB: the bytes at C0:8000, everything else STP. */
export function small(name: string, bytes: string, more: Readonly<Record<number, string>> = {}): string {
  const image = new Uint8Array(0x1_0000).fill(0xdb);
  for (const [at, text] of Object.entries({ 32768: bytes, ...more })) {
    image.set(
      text.split(' ').map((byte) => Number.parseInt(byte, 16)),
      Number(at),
    );
  }
  return folder.write(name, image);
}

interface Accessed {
  readonly address: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly undeclared: boolean;
}

interface CallJson {
  readonly exit: number;
  readonly exitTaken: string | null;
  readonly unfinished: string | null;
  readonly reason: string;
  readonly registers: Readonly<Record<string, number>>;
  readonly draws: readonly number[];
  readonly instructions: number;
  readonly masterCycles: number;
  readonly reads: readonly Accessed[];
  readonly writes: readonly Accessed[];
  readonly earlyReads: readonly { readonly at: string; readonly count: number }[];
  readonly published: { readonly differences: readonly string[] } | null;
  readonly trace?: readonly string[];
}

export async function call(...words: readonly string[]): Promise<CallJson & { readonly err: string }> {
  const run = await cli(['rom', 'call', ...words, '--json']);
  const data = JSON.parse(run.out) as CallJson;
  expect(data.exit).toBe(run.code);
  return { ...data, err: run.err };
}

/** A small image's code from C0:8000. */
export function callSmall(name: string, bytes: string, ...words: readonly string[]): ReturnType<typeof call> {
  return call(small(`${name}.sfc`, bytes), 'C0:8000', '--force-rom', ...words);
}

export async function error(...words: readonly string[]): Promise<string> {
  const run = await cli(['rom', 'call', ...words]);
  expect(run.code).toBe(2);
  expect(run.err).toMatch(/^E_[A-Z_]+[^\n]*\n$/);
  return run.err;
}
