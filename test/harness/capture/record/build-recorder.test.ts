/**
 * Building the C recorder: the cache's key and place, and machines without a working compiler. No compiler runs here
 * but shell scripts that play one.
 */

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildRecorder, cacheFolder, cacheKey } from '../../../../harness/capture/record/choose-recorder.js';
import { errorOf } from './expect-error.js';

const { PATH } = process.env;
let scratch = '';
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'lockstep-build-'));
});
afterEach(() => rmSync(scratch, { recursive: true }));

/** Logs its arguments; `--version` works, the rest is `action`. */
function playCompiler(name: string, version: string, action: string): string {
  const file = join(scratch, name);
  const log = `echo "$@" >> '${join(scratch, 'calls')}'`;
  const versionAnswer = `[ "$*" = --version ] && echo '${version}' && exit 0`;
  writeFileSync(file, ['#!/bin/sh', log, versionAnswer, action, ''].join('\n'));
  chmodSync(file, 0o755);
  return file;
}

/** Copies the script itself to where -o points. */
const WORKS = 'while [ "$1" != -o ]; do shift; done\nprintf "#!/bin/sh\\n" > "$2"; chmod 755 "$2"';

function compilations(): number {
  const calls = readFileSync(join(scratch, 'calls'), 'utf8').split('\n');
  return calls.filter((line) => line.includes('recorder.c')).length;
}

describe('the key of a compiled recorder', () => {
  test('it changes with the source and with the compiler, and is the same for the same two', () => {
    const key = cacheKey('a'.repeat(64), 'cc 1');
    expect(key).toMatch(/^[0-9a-f]{32}$/u);
    expect(cacheKey('a'.repeat(64), 'cc 1')).toBe(key);
    expect(cacheKey('b'.repeat(64), 'cc 1')).not.toBe(key);
    expect(cacheKey('a'.repeat(64), 'cc 2')).not.toBe(key);
    expect(cacheKey(`${'a'.repeat(64)}c`, 'c 1')).not.toBe(cacheKey('a'.repeat(64), 'cc 1'));
  });
});

describe('the folder of compiled recorders', () => {
  test('it is XDG_CACHE_HOME when that is absolute, else ~/.cache', () => {
    expect(cacheFolder({ XDG_CACHE_HOME: '/var/c' }, '/home/me')).toBe('/var/c/battle-lockstep');
    for (const XDG_CACHE_HOME of [undefined, '', 'relative']) {
      expect(cacheFolder({ XDG_CACHE_HOME }, '/home/me')).toBe('/home/me/.cache/battle-lockstep');
    }
  });
});

describe('compiling the recorder', () => {
  test('without a compiler the error names those that were tried, and nothing is written', async () => {
    const build = await buildRecorder({ PATH: scratch, XDG_CACHE_HOME: scratch });
    expect(build).toEqual({ kind: 'no compiler', tried: ['cc', 'gcc', 'clang'] });
    expect(readdirSync(scratch)).toEqual([]);
  });

  test('CC is tried first, and a compiler that does not run is passed over', async () => {
    const environment = { PATH: scratch, XDG_CACHE_HOME: scratch, CC: join(scratch, 'none') };
    expect(await buildRecorder(environment)).toMatchObject({ tried: [environment.CC, 'cc', 'gcc', 'clang'] });
  });

  test('it is compiled once, and again with another compiler', async () => {
    const CC = playCompiler('mycc', 'mycc 1.0', WORKS);
    const environment = { PATH, XDG_CACHE_HOME: scratch, CC };
    const first = await buildRecorder(environment);
    expect(first).toMatchObject({ kind: 'built', compiler: CC });
    expect(await buildRecorder(environment)).toEqual(first);
    expect(compilations()).toBe(1);
    playCompiler('mycc', 'mycc 1.1', WORKS);
    const second = await buildRecorder(environment);
    expect(second.kind === 'built' && first.kind === 'built' && second.path !== first.path).toBe(true);
    expect(compilations()).toBe(2);
    expect(readdirSync(join(scratch, 'battle-lockstep')).filter((name) => name.includes('.'))).toEqual([]);
  });

  test('two compilations at the same time leave one whole recorder', async () => {
    const CC = playCompiler('mycc', 'mycc 1.0', `sleep 0.2\n${WORKS}`);
    const environment = { PATH, XDG_CACHE_HOME: scratch, CC };
    const [first, second] = await Promise.all([buildRecorder(environment), buildRecorder(environment)]);
    expect(first).toEqual(second);
    expect(readdirSync(join(scratch, 'battle-lockstep'))).toHaveLength(1);
  });

  test('a compiler without headers fails with its own message, and nothing is left', async () => {
    const CC = playCompiler('mycc', 'mycc 1.0', `${WORKS}\necho "stdio.h: No such file or directory" >&2\nexit 1`);
    const build = await buildRecorder({ PATH, XDG_CACHE_HOME: scratch, CC });
    expect(build).toEqual({ kind: 'failed', compiler: CC, output: 'stdio.h: No such file or directory' });
    expect(readdirSync(join(scratch, 'battle-lockstep'))).toEqual([]);
  });

  test('a cache that cannot be written is an error that names XDG_CACHE_HOME as remedy', async () => {
    const CC = playCompiler('mycc', 'mycc 1.0', WORKS);
    mkdirSync(join(scratch, 'cache'));
    writeFileSync(join(scratch, 'cache', 'battle-lockstep'), 'a file where the folder should be');
    const environment = { PATH, XDG_CACHE_HOME: join(scratch, 'cache'), CC };
    const error = await errorOf(() => buildRecorder(environment));
    expect(error.code).toBe('E_CACHE_UNWRITABLE');
    expect(error.details.remedy).toContain('XDG_CACHE_HOME');
  });
});
