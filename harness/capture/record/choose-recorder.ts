/** Chooses the recorder: the C one where a compiler exists, else the koffi one. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LockstepError } from '../../base/errors.js';
import { compiledFile } from '../../base/package-root.js';
import { buildRecorder, type RecorderBuild } from './build-recorder.js';

export type RecorderChoice = 'auto' | 'native' | 'koffi';

export interface ChosenRecorder {
  readonly kind: 'native' | 'koffi';
  readonly command: string;
  /** Arguments before those that both recorders understand. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly sourceSha256: string;
  readonly note?: string;
}

export async function chooseRecorder(choice: RecorderChoice): Promise<ChosenRecorder> {
  if (choice === 'koffi') return koffiRecorder();
  const build = await buildRecorder();
  if (build.kind === 'built') {
    return { kind: 'native', command: build.path, arguments: [], environment: {}, sourceSha256: build.sourceSha256 };
  }
  const why = reasonAgainst(build);
  if (choice === 'native') {
    throw new LockstepError('E_RECORDER_BUILD', 'the C recorder cannot be built', {
      found: why,
      remedy:
        'Install a C compiler with its headers (Debian: apt-get install gcc libc6-dev), or use the koffi recorder.',
    });
  }
  return { ...koffiRecorder(why), note: `koffi recorder, without a constant time(): ${why}` };
}

function reasonAgainst(build: Exclude<RecorderBuild, { kind: 'built' }>): string {
  if (build.kind === 'no compiler') return `no C compiler (tried ${build.tried.join(', ')})`;
  return `${build.compiler}: ${build.output.split('\n').slice(0, 3).join(' / ')}`;
}

function koffiRecorder(whyNotNative?: string): ChosenRecorder {
  try {
    createRequire(import.meta.url).resolve('koffi');
  } catch {
    throw new LockstepError('E_RECORDER_NONE', 'no recorder can run here', {
      found: [whyNotNative, 'the optional package koffi is not installed'].filter(Boolean).join('; '),
      remedy: 'Install a C compiler (Debian: apt-get install gcc libc6-dev), or the package: npm install koffi@3.3.4.',
    });
  }
  const script = compiledFile('harness/capture/record/koffi-child.js');
  if (script === undefined) {
    throw new LockstepError('E_RECORDER_NONE', 'the koffi recorder is not compiled', { remedy: 'npm run build' });
  }
  return {
    kind: 'koffi',
    command: process.execPath,
    arguments: [script],
    // one worker: the cores' coroutines keep state per thread. TZ as the C recorder sets it for
    // itself.
    environment: { UV_THREADPOOL_SIZE: '1', TZ: 'UTC0' },
    sourceSha256: createHash('sha256').update(readFileSync(script)).digest('hex'),
  };
}
