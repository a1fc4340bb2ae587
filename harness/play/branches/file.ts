/** Reads and writes branch files. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathBeside, readTextFile } from '../../base/index.js';

import { type BranchFile, branchText, parseBranchText } from './form.js';

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Text of a file, or undefined when it does not exist.
 * @throws LockstepError `E_FILE`, `E_TEXT_SIZE`, `E_TEXT`
 */
export function readText(file: string): string | undefined {
  return existsSync(file) ? readTextFile(file, MAX_BYTES) : undefined;
}

/**
 * A branch file with the whole path of its log or plan.
 * @throws LockstepError `E_BRANCH_FILE` with file and line
 */
export function parseBranchFile(text: string, file: string): BranchFile {
  const read = parseBranchText(text, file);
  return { ...read, parent: resolve(dirname(file), read.parent) };
}

export function branchFileText(file: string, content: Omit<BranchFile, 'text' | 'lineOf'>): string {
  return branchText({ ...content, parent: pathBeside(file, content.parent) });
}
