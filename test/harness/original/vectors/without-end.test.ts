/** Calls that never return, on the console as here: refused in vector and sequence files, a difference in a CPU trace. */
import { expect, test } from 'vitest';
import type { Call } from '../../../../harness/original/cpu-trace/calls.js';
import { parseProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { createCallComparer } from '../../../../harness/original/cpu-trace/verify-trace.js';

import { createCaseMachine, fillMemory } from '../../../../harness/original/vectors/case-machine.js';
import { readLines } from '../../../../harness/original/vectors/files.js';
import { runVectors } from '../../../../harness/original/vectors/run-files.js';
import { runSequence } from '../../../../harness/original/vectors/sequences.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';
import { shortSequence } from '../../fixtures/short-sequence.js';

const folder = testFolder();
const target = createCaseMachine();
const [header = '', one = '', two = '', three = ''] = shortSequence();
const CALL = '{"routine":"C1:EBC7","regs":{"X":6896}}';

/** The first step with another walk over the enemies. */
function walk(routine: string, x: number): string {
  const step = one.replace(CALL, `{"routine":"${routine}","regs":{"X":${x}}}`);
  if (!one.includes(CALL)) throw new Error('the step makes no such call');
  return step;
}

// Blocks lie 16 bytes apart: from 1AF1h none is 1C00h, and none there has the state 80h.
test.each(['C1:EBC7', 'C1:E0B3', 'C1:D839'])('a sequence with a call that never returns: %s', async (routine) => {
  const lines = [header, walk(routine, 0x1af1), two, three];
  const error = await lockstepErrorOf(() => runSequence('a.jsonl', lines, target));
  expect([error.code, error.details.file, error.details.line]).toEqual(['E_NO_END', 'a.jsonl', 2]);
  expect(error.sentence).toBe(
    `step 0 of sequence 01-worked-example-takahara-namcat: ${routine} never returns: the walk over the enemies behind 1AF1h comes to no end of their list`,
  );
  expect(error.details.remedy).toContain('X = 1AF0h (6896)');
  expect(runSequence('a.jsonl', [header, walk(routine, 0x1af0), two, three], target).cases).toBe(3);
});

const LINE = 2;

/** A block from which no block of the memory of a line has the state 80h. */
function endlessStart(line: number): number {
  fillMemory(target, line);
  const { ram } = target.machine;
  for (let start = 1; start < 16; start++) {
    let isEndless = true;
    for (let state = start + 1; state < ram.length; state += 16) isEndless &&= ram[state] !== 0x80;
    if (isEndless) return start;
  }
  throw new Error('every walk ends in this line');
}

test('a case that never returns is refused with its line', async () => {
  const [shipped = ''] = readLines('traces/vectors/C1-EBC7-order-points-start-all.jsonl.gz');
  const head = { ...(JSON.parse(shipped) as object), cases: 1 };
  const file = (x: number): string =>
    folder.write('case.jsonl', `${JSON.stringify(head)}\n{"in":{"regs":{"X":${x}}},"out":{"exit":"C1:EBEB"}}\n`);
  const path = file(endlessStart(LINE));
  const error = await lockstepErrorOf(() => runVectors([path]));
  expect([error.code, error.details.file, error.details.line]).toEqual(['E_NO_END', path, LINE]);
  expect(error.sentence).toMatch(/^a case of C1:EBC7 never returns: the walk over the enemies behind [1-9A-F]h comes/u);
});

test('a traced call that returned, where ours never does, differs', () => {
  const routines = [{ routine: 'C1:EBC7', name: 'order-points-start-all', entry: '008123' }];
  const profile = parseProfile(JSON.stringify({ profile: 1, name: 'x', mapping: 'lorom', routines }), 'x.json');
  const plan = profile.plans[0];
  if (plan === undefined) throw new Error('no routine');
  const registers = { a: 0, x: endlessStart(LINE), y: 0, p: 0x20, s: 0, outA: 0, outX: 0, outY: 0, outP: 0 };
  const call: Call = {
    ...registers,
    ...{ plan, line: LINE, frame: 0, reads: new Map(), writes: new Map(), draws: [], derived: false },
    ...{ exit: 'C1:EBEB', exitLine: 9, state: 'whole' },
  };
  const { verdict, text } = createCallComparer(profile, target).compare(call);
  expect(verdict).toBe('differs');
  expect(text).toMatch(/^exit: mine none, the walk .* comes to no end of their list; theirs C1:EBEB$/u);
});
