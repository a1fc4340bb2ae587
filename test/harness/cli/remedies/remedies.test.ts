/** Every error code: one bad input is refused with it, its remedy is followed, and then the command works. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../../harness/base/error-codes.js';
import { formatError } from '../../../../harness/base/errors.js';
import { lockstepErrorOf } from '../../fixtures/files.js';
import { FOLLOWED_BY, NOT_FOLLOWED, REPORTED } from './elsewhere.js';
import { OF_COMMAND } from './of-command.js';
import { OF_FILES } from './of-files.js';
import { OF_IMAGES } from './of-images.js';
import { OF_LOGS } from './of-logs.js';
import { OF_PLANS } from './of-plans.js';
import { OF_PROGRAMS } from './of-programs.js';
import { bundled, type Remedy, run, saidOf } from './row.js';

const TABLE: readonly Remedy[] = [...OF_LOGS, ...OF_PLANS, ...OF_FILES, ...OF_IMAGES, ...OF_COMMAND];

describe('a command line: refused, its remedy followed, then it works', () => {
  test.each(TABLE)('$code', async ({ code, remedy, bad, follow, exit = 0, next }) => {
    const words = await bad();
    const refused = await run(words);
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(new RegExp(`^${code}\\b[^\\n]*\\n$`, 'u'))]);
    expect(refused.err).toContain(remedy);
    const after = await run(await follow(saidOf(refused.err), words));
    if (next === undefined) expect([after.code, after.code === 0 ? '' : after.err]).toEqual([exit, '']);
    else expect(after.err).toMatch(new RegExp(`^${next}\\b`, 'u'));
  });
});

describe('a call of a program: refused, its remedy followed, then it works', () => {
  test.each(OF_PROGRAMS)('$code', async ({ code, remedy, bad, follow }) => {
    const error = await lockstepErrorOf(bad);
    expect(error.code).toBe(code);
    expect(formatError(error)).toContain(remedy);
    await follow();
  });
});

describe('the table', () => {
  const here = [...TABLE, ...OF_PROGRAMS].map(({ code }) => code);

  test('every code has a row, another test, or a reason', () => {
    const known = [...here, ...Object.keys(FOLLOWED_BY), ...REPORTED, ...Object.keys(NOT_FOLLOWED)].sort();
    expect(known).toEqual(Object.keys(ERROR_CODES));
  });

  test('nine in ten codes that a user can meet are followed here or in another test', () => {
    expect(Object.keys(NOT_FOLLOWED).length).toBeLessThanOrEqual(3);
    expect(here.length).toBeGreaterThanOrEqual(125);
  });

  test.each(Object.entries(FOLLOWED_BY))('%s comes up in %s', (code, file) => {
    expect(readFileSync(bundled(file), 'utf8').includes(code)).toBe(true);
  });

  test('a reported code asks for a report', () => {
    for (const code of REPORTED) expect(ERROR_CODES[code].remedy).toMatch(/^Report it/u);
  });
});
