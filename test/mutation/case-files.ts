/** Case files as tests of their own, so that a mutant runs only against the files that reach it. */
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { Adapter, AdapterTable } from '../../harness/original/vectors/adapters/adapter.js';
import { createCaseMachine } from '../../harness/original/vectors/case-machine.js';
import { findVectorFiles } from '../../harness/original/vectors/files.js';
import { runCase, runInstructionCase } from '../../harness/original/vectors/run-case.js';
import { type Cases, casesOf, VECTORS } from './read-cases.js';

const target = createCaseMachine();

/**
 * @param adapters by routine and name, `C1:1C02 order-points-idle`; instruction files have none
 * @param cases of a file: enough to reach every line, few enough to be quick
 * @returns how many files there were
 */
export function testCaseFiles(adapters: AdapterTable, instructions: boolean, cases: number): number {
  let used = 0;
  for (const file of findVectorFiles([VECTORS])) {
    const name = basename(file).replace(/\.jsonl(\.gz)?$/, '');
    // the file's name gives the key: 65816-adc8, C1-1C02-order-points-idle, C1-FC78-start-values.inferred
    const key = name.replace(/\.inferred$/, '').replace(/^(..)-(....)-/, '$1:$2 ');
    const adapter = adapters[key];
    if (adapter === undefined && !(instructions && name.startsWith('65816-'))) continue;
    used++;
    test(name, () => checkCases(casesOf(file, cases), name, adapter));
  }
  return used;
}

function checkCases({ header, list }: Cases, name: string, adapter: Adapter | undefined): void {
  for (const { line, vector } of list) {
    const difference = adapter === undefined ? runInstructionCase(vector) : runCase(target, adapter, header, vector);
    if (difference !== undefined) expect(`${name} line ${line}`).toBe(difference);
  }
}
