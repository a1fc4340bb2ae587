/** The rules of written files: docs/SECURITY.md has a row for each. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { noteInput, withInputs } from '../../../harness/base/command-inputs.js';
import {
  beginFile,
  checkOutput,
  isSameOutput,
  makeScratchFolder,
  openOutput,
  writeFile,
} from '../../../harness/base/output-file.js';
import { createLineFile } from '../../../harness/base/reading.js';

import { lockstepErrorOf, testFolder } from '../fixtures/files.js';

const folder = testFolder();
const at = (name: string): string => join(folder.path, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');
const temporaries = (): string[] => readdirSync(folder.path).filter((name) => name.endsWith('.tmp'));

async function failure(action: () => unknown): Promise<readonly [string, string | undefined]> {
  const { code, details } = await lockstepErrorOf(action);
  expect(temporaries()).toEqual([]);
  return [code, details.found];
}

test('a name as long as a folder takes is written', async () => {
  // 255 bytes in file systems of Linux, macOS and Windows
  for (const name of [`${'n'.repeat(250)}.html`, `${'\u9ad8'.repeat(83)}.toml`]) {
    await writeFile(at(name), 'whole', 'page');
    expect(text(name)).toBe('whole');
    expect(temporaries()).toEqual([]);
  }
});

test('a folder, a pipe and a device are never replaced', async () => {
  mkdirSync(at('taken'));
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync('/dev/null', at('device'));
  for (const [name, found] of [
    ['taken', 'a folder'],
    ['pipe', 'a pipe'],
    ['device', 'a device'],
  ] as const) {
    for (const write of [
      () => writeFile(at(name), 'text', 'page'),
      () => createLineFile(at(name)),
      () => beginFile(at(name), 'recording'),
    ]) {
      expect(await failure(write)).toEqual(['E_OUTPUT_WRITE', found]);
    }
  }
  expect([lstatSync(at('pipe')).isFIFO(), lstatSync(at('device')).isSymbolicLink()]).toEqual([true, true]);
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

test('a symbolic link stays, and the file that it leads to is replaced or made', () => {
  mkdirSync(at('there'));
  folder.write('there/old', 'old');
  symlinkSync('there/old', at('to-old'));
  symlinkSync('to-old', at('to-link'));
  symlinkSync('there/new', at('to-new'));
  writeFile(at('to-link'), 'first', 'page');
  writeFile(at('to-new'), 'second', 'page');
  expect([text('there/old'), text('there/new')]).toEqual(['first', 'second']);
  expect([readlinkSync(at('to-link')), readlinkSync(at('to-old')), readlinkSync(at('to-new'))]).toEqual([
    'to-old',
    'there/old',
    'there/new',
  ]);
  expect(readdirSync(at('there')).sort()).toEqual(['new', 'old']);
});

test('an output whose links lead in a circle is refused', async () => {
  symlinkSync('circle', at('circle'));
  expect((await failure(() => writeFile(at('circle'), 'text', 'page')))[0]).toBe('E_OUTPUT_WRITE');
});

test('a file that is replaced keeps its access rights', () => {
  folder.write('secret', 'old');
  for (const mode of [0o600, 0o640, 0o755]) {
    chmodSync(at('secret'), mode);
    writeFile(at('secret'), `${mode}`, 'page');
    expect([statSync(at('secret')).mode & 0o777, text('secret')]).toEqual([mode, `${mode}`]);
  }
});

test('a command never writes over a file that it has read, by any of its names; another command may', async () => {
  const input = folder.write('input', 'kept');
  linkSync(input, at('hard'));
  symlinkSync('input', at('soft'));
  const names = [input, at('hard'), at('soft'), `${folder.path}/../${folder.path.split('/').at(-1)}/input`];
  for (const name of names) {
    await withInputs(async () => {
      noteInput(input);
      expect((await failure(() => writeFile(name, 'text', 'page')))[0]).toBe('E_OUTPUT_IS_INPUT');
      await Promise.resolve();
      expect((await failure(() => openOutput(name, 'page')))[0]).toBe('E_OUTPUT_IS_INPUT');
    });
    expect((await failure(() => writeFile(name, 'text', 'page', { inputs: [input] })))[0]).toBe('E_OUTPUT_IS_INPUT');
  }
  expect(text('input')).toBe('kept');
  // what another command read is no input of this one
  withInputs(() => writeFile(input, 'new', 'page'));
  expect(text('input')).toBe('new');
});

test('a file that a command reads and continues is written anew, another input is not', async () => {
  const [book, log] = [folder.write('book', 'old'), folder.write('log', 'log')];
  await withInputs(async () => {
    for (const file of [book, log]) noteInput(file);
    writeFile(book, 'new', 'branch file', { isUpdate: true, inputs: [log] });
    expect(text('book')).toBe('new');
    expect((await failure(() => writeFile(log, 'new', 'branch file', { isUpdate: true, inputs: [log] })))[0]).toBe(
      'E_OUTPUT_IS_INPUT',
    );
  });
  expect(text('log')).toBe('log');
});

test('two names of one file are known as one, also before it is there', () => {
  symlinkSync('later', at('to-later'));
  expect(isSameOutput(at('later'), at('to-later'))).toBe(true);
  expect(isSameOutput(at('later'), `${folder.path}/./later`)).toBe(true);
  expect(isSameOutput(at('later'), at('other'))).toBe(false);
  const here = folder.write('here', '');
  linkSync(here, at('here-too'));
  expect(isSameOutput(here, at('here-too'))).toBe(true);
  expect(isSameOutput(at('later'), here)).toBe(false);
});

test('what was there stays until the new file is whole, and after a failure', async () => {
  folder.write('page', 'old');
  const output = openOutput(at('page'), 'page');
  output.write(Buffer.from('new'));
  expect([text('page'), temporaries().length]).toEqual(['old', 1]);
  output.abort();
  expect([text('page'), temporaries()]).toEqual(['old', []]);
  const lines = createLineFile(at('page'));
  await lockstepErrorOf(() =>
    lines.guarded(() => {
      throw new Error('no');
    }),
  );
  expect([text('page'), temporaries()]).toEqual(['old', []]);
  checkOutput(at('page'), 'page');
  const other = beginFile(at('page'), 'page');
  expect((await failure(() => other.finish()))[0]).toBe('E_OUTPUT_WRITE');
  expect(text('page')).toBe('old');
});

test('a folder for temporary files is removed with what is in it', () => {
  const scratch = makeScratchFolder();
  writeFile(join(scratch.path, 'inside'), 'text', 'page');
  scratch.remove();
  expect(existsSync(scratch.path)).toBe(false);
});

/** Runs a script that opens an output and waits; resolves when it is gone. */
function interrupted(signal: NodeJS.Signals): Promise<NodeJS.Signals | null> {
  const place = fileURLToPath(new URL('../../../dist/harness/base/output-file.js', import.meta.url));
  const script = `import { makeScratchFolder, openOutput } from ${JSON.stringify(place)};
const output = openOutput(process.argv[1], 'page');
output.write(Buffer.from('half'));
process.stdout.write(makeScratchFolder().path);
setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, at('page')]);
  let scratch = '';
  child.stdout.once('data', (path: Buffer) => {
    scratch = String(path);
    expect([existsSync(scratch), temporaries().length]).toEqual([true, 1]);
    child.kill(signal);
  });
  return new Promise((resolve) => {
    child.once('close', (_code, by) => {
      expect([scratch === '', existsSync(scratch)]).toEqual([false, false]);
      resolve(by);
    });
  });
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'after %s the old file is there, and no temporary file or folder',
  async (signal) => {
    folder.write('page', 'old');
    expect(await interrupted(signal)).toBe(signal);
    expect([text('page'), temporaries()]).toEqual(['old', []]);
  },
);
