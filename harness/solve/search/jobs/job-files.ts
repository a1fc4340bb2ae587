/**
 * Jobs and results as files of a folder: `split.json`, `1.job.json`, `1.result.json`. Names are
 * numbers of ours, never what a file says of itself.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LockstepError } from '../../../base/errors.js';
import { makeFolder } from '../../../base/output-file.js';
import { readTextFile } from '../../../base/read-text.js';
import { writeFile } from '../../../base/write-file.js';
import { checkJob, checkResult, checkSplitRecord, type Job, type JobResult, type SplitRecord } from './job-form.js';
import { recordOf, type Split } from './jobs.js';

const MAX_BYTES = 256 * 1024 * 1024;
const JOB_ENDING = '.job.json';
const RESULT_ENDING = '.result.json';

function write(file: string, data: unknown): void {
  writeFile(file, `${JSON.stringify(data)}\n`, 'file');
}

function read(file: string): unknown {
  const text = readTextFile(file, MAX_BYTES);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LockstepError('E_JOB', `the file cannot be read: ${(error as Error).message.split('\n')[0]}`, {
      file,
      remedy: 'Split the search again, or do the job again',
    });
  }
}

/** Returns the names of the job files. @throws LockstepError `E_OUTPUT_WRITE` */
export function writeSplit(folder: string, split: Split): readonly string[] {
  makeFolder(folder);
  const files = split.jobs.map((_, index) => join(folder, `${index + 1}${JOB_ENDING}`));
  for (const [index, job] of split.jobs.entries()) write(files[index] as string, job);
  write(join(folder, 'split.json'), recordOf(split));
  return files;
}

/** @throws LockstepError `E_JOB` for a damaged one, `E_FILE` */
export function readJob(file: string): Job {
  return checkJob(read(file), file);
}

/** Writes beside the job. @returns the name of the file */
export function writeResult(jobFile: string, result: JobResult): string {
  const stem = jobFile.endsWith(JOB_ENDING) ? jobFile.slice(0, -JOB_ENDING.length) : jobFile;
  const file = `${stem}${RESULT_ENDING}`;
  write(file, result);
  return file;
}

export interface SplitFolder {
  readonly record: SplitRecord;
  readonly results: readonly JobResult[];
}

/** @throws LockstepError `E_JOB` for damaged files, `E_FILE` */
export function readFolder(folder: string): SplitFolder {
  const manifest = join(folder, 'split.json');
  if (!existsSync(manifest)) {
    throw new LockstepError('E_JOB', 'the folder has no split search', {
      file: folder,
      remedy: 'Make one with route search --split',
    });
  }
  const record = checkSplitRecord(read(manifest), manifest);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(RESULT_ENDING))
    .sort();
  const results = names.map((name) => checkResult(read(join(folder, name)), join(folder, name)));
  return { record, results };
}
