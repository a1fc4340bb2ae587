/** Jobs and results as files of a folder: `split.json`, `ID.job.json`, `ID.result.json`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LockstepError } from '../../base/errors.js';
import { makeFolder } from '../../base/output-file.js';
import { writeFile } from '../../base/write-file.js';
import type { Job, JobResult, Split } from './jobs.js';

function write(file: string, data: unknown): void {
  writeFile(file, `${JSON.stringify(data)}\n`, 'file');
}

/** @param mark key that every file of this kind has, with the value 1 */
function read<Kind>(file: string, mark: string): Kind {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new LockstepError('E_JOB', `the file cannot be read: ${(error as Error).message.split('\n')[0]}`, {
      file,
      remedy: 'Split the search again, or do the job again',
    });
  }
  if (typeof data === 'object' && data !== null && (data as Record<string, unknown>)[mark] === 1) return data as Kind;
  throw new LockstepError('E_JOB', `the file is not a ${mark} file`, {
    file,
    expected: `"${mark}": 1`,
    remedy: 'Name a file that route search --split or --job wrote',
  });
}

export function writeSplit(folder: string, split: Split): void {
  makeFolder(folder);
  for (const job of split.jobs) write(join(folder, `${job.id}.job.json`), job);
  write(join(folder, 'split.json'), split);
}

export function readJob(file: string): Job {
  return read<Job>(file, 'job');
}

/** @returns the name of the result file */
export function writeResult(jobFile: string, result: JobResult): string {
  const file = join(dirname(jobFile), `${result.id}.result.json`);
  write(file, result);
  return file;
}

export function readFolder(folder: string): { readonly split: Split; readonly results: readonly JobResult[] } {
  const manifest = join(folder, 'split.json');
  if (!existsSync(manifest)) {
    throw new LockstepError('E_JOB', 'the folder has no split search', {
      file: folder,
      remedy: 'Make one with route search --split',
    });
  }
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.result.json'))
    .sort();
  return {
    split: read<Split>(manifest, 'split'),
    results: names.map((name) => read<JobResult>(join(folder, name), 'result')),
  };
}
