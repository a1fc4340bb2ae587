/**
 * What the readers' catches make of a failure: the kind that is about the content becomes a sentence about it, and a failure of another kind,
 * planted here, stays what it is. No such failure can be made of a file.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import Module, { syncBuiltinESMExports } from 'node:module';
import zlib, { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { RuleError } from '../../../core/int/rule-error.js';
import { noteInput, withInputs } from '../../../harness/base/command-inputs.js';
import { LockstepError } from '../../../harness/base/errors.js';
import { jsonOf } from '../../../harness/base/json-text.js';
import { zstandard } from '../../../harness/base/zstandard.js';
import { connectLive } from '../../../harness/capture/live/connect.js';
import { keptEntries } from '../../../harness/capture/record/bundle.js';
import { findCore } from '../../../harness/capture/record/find-core.js';
import { openKoffiCore } from '../../../harness/capture/record/koffi-core.js';
import { installedRecorder } from '../../../harness/capture/record/run-recorder.js';
import { scriptPart } from '../../../harness/capture/scripts/script.js';
import { readMovieBytes } from '../../../harness/files/movies/read-movie.js';
import { withImage } from '../../../harness/files/rom/with-image.js';
import { readMaybeGzip } from '../../../harness/original/vectors/files.js';
import { checkJob } from '../../../harness/solve/search/jobs/job-form.js';
import { bk2File, bk2Log } from '../files/movies/movie-files.js';
import { COUNTER } from '../fixtures/counter-system.js';
import { testFolder } from '../fixtures/files.js';

const folder = testFolder();

/** A failure with a code of Node's, or without one. */
function failure(code?: string): Error {
  return Object.assign(new Error('planted'), code === undefined ? {} : { code });
}

/** Runs an action while a function of a built-in module throws, for arguments that begin with some text. */
function whileBroken(owner: object, name: string, error: Error, action: () => unknown, first = /./u): unknown {
  const holder = owner as Record<string, unknown>;
  const own = holder[name] as (...given: readonly unknown[]) => unknown;
  holder[name] = (...given: readonly unknown[]) => {
    if (first.test(String(given[0]))) throw error;
    return own.apply(owner, [...given]);
  };
  syncBuiltinESMExports();
  try {
    return action();
  } finally {
    holder[name] = own;
    syncBuiltinESMExports();
  }
}

/** What an action throws: code and message of an error of ours, or the error itself. */
function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error instanceof LockstepError ? `${error.code}: ${error.sentence}` : error;
  }
  return 'nothing';
}

describe('Zstandard', () => {
  const loadedWith = (error: Error): unknown => thrown(() => whileBroken(Module, '_load', error, () => zstandard('f')));

  test('a package that is not there is named', () => {
    expect(loadedWith(failure('MODULE_NOT_FOUND'))).toBe(
      'E_STATE_PACKAGE: Zstandard needs the optional package fzstd, which is not installed',
    );
  });
  test('a package that cannot be loaded is not called missing', () => {
    for (const error of [failure(), failure('ERR_DLOPEN_FAILED')]) expect(loadedWith(error)).toBe(error);
  });
});

describe('the files that a command reads', () => {
  const noted = (path: string): unknown => thrown(() => withInputs(() => noteInput(path)));

  test('a path where nothing can be is left to its reader', () => {
    const file = folder.write('a-file', 'x');
    for (const path of ['x'.repeat(5000), 'zero\0byte', `${file}/below`, `${folder.path}/none`])
      expect(noted(path)).toBe('nothing');
  });
  test('a disk that fails is said to, and not taken for a file that is not there', () => {
    expect(whileBroken(fs, 'statSync', failure('EIO'), () => noted('some.jsonl'))).toBe(
      'E_FILE: the file cannot be read: EIO',
    );
  });
});

describe('the lag log of a .bk2', () => {
  const movie = (lag: string): Uint8Array => bk2File(bk2Log([['A']]), { more: [{ name: 'LagLog', content: lag }] });

  test('a text that is no JSON is named with its line', () => {
    expect(thrown(() => readMovieBytes(movie('{"0":tru\n'), 'm'))).toBe('E_MOVIE: this is not a JSON object');
    expect(thrown(() => readMovieBytes(movie('{"0":true}\n'), 'm'))).toBe('nothing');
  });
  test('a failure while it is read is none of the text', () => {
    const error = new RangeError('planted');
    expect(whileBroken(JSON, 'parse', error, () => thrown(() => readMovieBytes(movie('{"0":true}\n'), 'm')))).toBe(
      error,
    );
  });
});

test.each([
  ['', 'the end of the text'],
  ['{"a":', 'the end of the text'],
  ['{"a":1 "b":2}', '"\\"b\\":2}" at character 8'],
  ['{"a":1}{"b":2}', '"{\\"b\\":2}" at character 8'],
  ['hello', '"h"'],
])('a text that is no JSON is told by what stands there: %s', (text, found) => {
  const refuse = (said: string): never => {
    throw new LockstepError('E_TEXT', said);
  };
  expect(thrown(() => jsonOf(text, refuse))).toBe(`E_TEXT: ${found}`);
});

describe('the manifest of the bundled logs', () => {
  const none: ReadonlySet<string> = new Set();

  test('without one there is nothing to keep', () => {
    expect(keptEntries(`${folder.path}/no-manifest.json`, none)).toEqual([]);
  });
  test('a damaged one is not an empty one, which would be written over it', () => {
    expect(thrown(() => keptEntries(folder.write('manifest.json', '[{"file":'), none))).toBeInstanceOf(SyntaxError);
    expect(thrown(() => keptEntries(folder.path, none))).toMatchObject({ code: 'EISDIR' });
  });
});

describe('parts of the recorder script', () => {
  test('a part that is missing asks for the package', () => {
    expect(thrown(() => scriptPart('no-such-part'))).toBe(
      'E_RECORDER_SOURCE: a part of the recorder script is missing',
    );
  });
  test('a part that may not be read is not called missing', () => {
    const part = (): unknown => thrown(() => scriptPart('trace'));
    const said = whileBroken(fs, 'readFileSync', failure('EACCES'), part, /\.lua$/u);
    expect(said).toBe('E_FILE: the file cannot be read: EACCES');
  });
});

describe('tables of an image', () => {
  const image = { file: 'i.sfc' } as Parameters<typeof withImage>[1];
  const refusal = new RuleError('E_SETUP', 'an amount is missing');
  /** A system whose tables from the image refuse a set-up; `create` is that of our own tables. */
  const refused = (create: () => never): unknown => {
    const cartridge = (): never => {
      throw refusal;
    };
    const system = { ...COUNTER, create, capabilities: { ...COUNTER.capabilities, cartridge } };
    return thrown(() => withImage(system as Parameters<typeof withImage>[0], image).create({}, {}));
  };

  test('a set-up that our tables take is refused by the image', () => {
    expect(refused((() => ({})) as unknown as () => never)).toBe(
      "E_ROM_TABLE: the image's tables make no battle of this set-up",
    );
  });
  test('a set-up that our tables refuse as well is at fault itself', () => {
    const own = (): never => {
      throw new RuleError('E_SETUP', 'ours');
    };
    expect(refused(own)).toBe(refusal);
  });
  test('a fault of ours speaks for neither', () => {
    const error = new TypeError('planted');
    const fails = (): never => {
      throw error;
    };
    expect(refused(fails)).toBe(error);
  });
});

describe('optional packages', () => {
  test.runIf((globalThis as { WebSocket?: unknown }).WebSocket === undefined)(
    'a package that cannot be loaded is not called missing',
    async () => {
      const connecting = (error: Error): Promise<unknown> =>
        (whileBroken(Module, '_load', error, () => connectLive('ws://127.0.0.1:1'), /^ws$/u) as Promise<unknown>).catch(
          (told: unknown) => told,
        );
      expect(await connecting(failure('MODULE_NOT_FOUND'))).toMatchObject({ code: 'E_LIVE_PACKAGE' });
      const broken = failure('ERR_DLOPEN_FAILED');
      expect(await connecting(broken)).toBe(broken);
    },
  );
});

/** koffi, where it is installed; a test plants failures in its functions. */
const koffi = (await import('koffi' as string).catch(() => undefined)) as
  | { default: Record<string, unknown> }
  | undefined;

describe.runIf(koffi !== undefined)('libraries of emulator cores', () => {
  const game = { core: folder.write('x_libretro.so', 'none'), rom: 'x.sfc', options: [] } as unknown as Parameters<
    typeof openKoffiCore
  >[0];
  /** What opening a core throws while koffi loads libraries so. */
  async function opening(load: () => unknown): Promise<unknown> {
    const holder = koffi?.default as Record<string, unknown>;
    const own = holder['load'];
    holder['load'] = load;
    try {
      await openKoffiCore(game);
    } catch (error) {
      return error instanceof LockstepError ? error.code : error;
    } finally {
      holder['load'] = own;
      // the names of its types are those of the process
      (holder['reset'] as () => void)();
    }
    return 'nothing';
  }
  const throwing = (error: Error) => (): never => {
    throw error;
  };

  test('what koffi says of a library is told of the library', async () => {
    expect(await opening(throwing(new Error('Failed to load shared library: invalid ELF header')))).toBe(
      'E_CORE_UNLOADABLE',
    );
    const none = new Error("Cannot find function 'retro_api_version' in shared library");
    expect(await opening(() => ({ func: throwing(none) }))).toBe('E_CORE_NOT_LIBRETRO');
  });
  test('a failure of another kind is none of the library', async () => {
    for (const error of [new TypeError('planted'), new Error("Unknown or invalid type name 'x'")]) {
      expect(await opening(throwing(error))).toBe(error);
      expect(await opening(() => ({ func: throwing(error) }))).toBe(error);
    }
  });
});

describe('emulator cores', () => {
  const looking = (error: Error, name: string): unknown =>
    thrown(() =>
      whileBroken(fs, name, error, () =>
        findCore('balanced', { environment: {}, home: folder.path, root: folder.path }),
      ),
    );

  test('a folder that is not there holds none', () => {
    for (const name of ['readdirSync', 'statSync'])
      expect(looking(failure('ENOENT'), name)).toMatch(/^E_CORE_MISSING: .*is not installed/u);
  });
  test('a folder that may not be read is not called empty', () => {
    for (const name of ['readdirSync', 'statSync']) {
      expect(looking(failure('EACCES'), name)).toBe('E_FILE: the file cannot be read: EACCES');
      const error = failure();
      expect(looking(error, name)).toBe(error);
    }
  });
  test('a package that cannot be looked for is not called missing', () => {
    const broken = (error: Error): unknown =>
      thrown(() => whileBroken(Module, '_resolveFilename', error, installedRecorder, /^koffi$/u));
    expect(broken(failure('MODULE_NOT_FOUND'))).toBe('E_RECORDER_NONE: no emulator core can run here');
    const other = failure('ERR_PACKAGE_PATH_NOT_EXPORTED');
    expect(broken(other)).toBe(other);
  });
});

describe('the hash of a job', () => {
  const told = (): unknown => thrown(() => checkJob({ job: 1, id: '0'.repeat(32), share: 0.5 }));

  test('what cannot be hashed was changed', () => {
    expect(told()).toBe('E_JOB: the job was changed: its id is not the hash of the rest');
  });
  test('a failure of the hash is none of the job', () => {
    const error = failure('ERR_OSSL_EVP_UNSUPPORTED');
    expect(whileBroken(crypto, 'createHash', error, told)).toBe(error);
  });
});

describe('vector files in gzip', () => {
  const packed = gzipSync('{"vectors":1}\n');

  test('a cut one is called damaged, and a bomb too large', () => {
    expect(thrown(() => readMaybeGzip(folder.write('cut.gz', packed.subarray(0, -9))))).toBe(
      'E_GZIP: the gzip archive is damaged or cut off',
    );
    // five members of 64 MiB
    const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 1 });
    expect(thrown(() => readMaybeGzip(folder.write('bomb.gz', Buffer.concat(Array(5).fill(zeros)))))).toBe(
      'E_TEXT_SIZE: the gzip archive unpacks to too much',
    );
  });
  test('a failure of another kind is not called damage', () => {
    const file = folder.write('whole.gz', packed);
    for (const error of [failure('ERR_OUT_OF_RANGE'), failure('ENOMEM'), failure()])
      expect(whileBroken(zlib, 'gunzipSync', error, () => thrown(() => readMaybeGzip(file)))).toBe(error);
    expect(thrown(() => readMaybeGzip(file))).toBe('nothing');
  });
});
