/** The debug extension: its package, and how it starts the adapter on each platform. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { checkVsix, makeVsix } from '../../../harness/tools/extension/vsix.js';

interface Here {
  readonly platform: string;
  readonly env: Readonly<Record<string, string>>;
  readonly isFile: (file: string) => boolean;
}

const { startOf } = createRequire(import.meta.url)(join(packageRoot(), 'harness/views/debug/extension/start.cjs')) as {
  startOf: (command: string[] | undefined, folder: string | undefined, here: Here) => [string, string[]];
};

function here(platform: string, path: string, files: readonly string[]): Here {
  return {
    platform,
    env: platform === 'win32' ? { Path: path } : { PATH: path },
    isFile: (file) => files.includes(file),
  };
}

describe('the adapter is started with whole paths', () => {
  const adapter = '/work/node_modules/battle-lockstep/dist/harness/cli/lockstep.js';
  const windows = 'C:\\game\\node_modules\\battle-lockstep\\dist\\harness\\cli\\lockstep.js';

  test.each<[string, Here, string, [string, string[]]]>([
    [
      'Linux',
      here('linux', '/bin:/usr/bin', ['/usr/bin/node', adapter]),
      '/work',
      ['/usr/bin/node', [adapter, 'debug']],
    ],
    ['macOS', here('darwin', '/opt/bin', ['/opt/bin/node', adapter]), '/work', ['/opt/bin/node', [adapter, 'debug']]],
    [
      'Windows',
      here('win32', 'C:\\tools;C:\\node', ['C:\\node\\node.exe', windows]),
      'C:\\game',
      ['C:\\node\\node.exe', [windows, 'debug']],
    ],
  ])('on %s', (_, one, folder, wanted) => {
    expect(startOf(undefined, folder, one)).toEqual(wanted);
  });

  test('a command of its own is resolved too', () => {
    const one = here('win32', 'C:\\node', ['C:\\node\\node.exe']);
    expect(startOf(['node', 'x.js', 'debug'], undefined, one)).toEqual(['C:\\node\\node.exe', ['x.js', 'debug']]);
  });

  test('what is not there is said with what to do', () => {
    expect(() => startOf(undefined, '/work', here('linux', '/bin', []))).toThrow(
      /node is not on the PATH. Install Node/u,
    );
    expect(() => startOf(undefined, '/work', here('linux', '/bin', ['/bin/node']))).toThrow(
      /npm install battle-lockstep/u,
    );
    // a script is no program there
    expect(() => startOf(['npx', 'lockstep'], 'C:\\x', here('win32', 'C:\\n', ['C:\\n\\npx.cmd']))).toThrow(
      /npx is not/u,
    );
  });
});

describe('the package', () => {
  test('holds the extension and what an editor reads, the same each time', () => {
    const bytes = makeVsix();
    expect(checkVsix(bytes)).toEqual([
      '[Content_Types].xml',
      'extension.vsixmanifest',
      ...['package.json', 'extension.cjs', 'start.cjs', 'README.md', 'LICENSE.txt'].map((name) => `extension/${name}`),
    ]);
    expect(makeVsix()).toEqual(bytes);
  });

  test.each([
    ['without its program', 'extension/extension.cjs', undefined, /lacks extension\/extension.cjs/u],
    ['without a part of it', 'extension/start.cjs', undefined, /lacks extension\/start.cjs/u],
    [
      'without breakpoints',
      'extension/package.json',
      (text: string) => text.replace('"breakpoints"', '"other"'),
      /no breakpoints/u,
    ],
    [
      'of another version',
      'extension.vsixmanifest',
      (text: string) => text.replace('Version="0', 'Version="9'),
      /another extension/u,
    ],
  ])('%s is refused', (_, name, change, message) => {
    const files = unzipSync(makeVsix());
    const content = new TextDecoder().decode(files[name]);
    const { [name]: _left, ...others } = files;
    const spoilt = change === undefined ? others : { ...files, [name]: new TextEncoder().encode(change(content)) };
    expect(() => checkVsix(zipSync(spoilt))).toThrow(message);
  });
});
