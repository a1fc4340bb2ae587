/**
 * Finding emulator cores: the folders in their order, names and paths, and errors that say what to install.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CoreSurroundings, findCore } from '../../../../harness/capture/record/find-core.js';
import { errorOf } from './expect-error.js';

let root = '';
let around: CoreSurroundings;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lockstep-cores-'));
  around = { environment: {}, home: join(root, 'home'), platform: 'linux', root };
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}

describe('a core by name', () => {
  test.each([
    ['balanced', 'bsnes_mercury_balanced_libretro'],
    ['accuracy', 'bsnes_mercury_accuracy_libretro'],
    ['performance', 'bsnes_mercury_performance_libretro'],
    ['snes9x', 'snes9x_libretro'],
  ])('it is looked for by its file name: %s is %s', (name, library) => {
    const file = put(`usr/lib/x86_64-linux-gnu/libretro/${library}.so`);
    expect(findCore(name, around)).toBe(file);
  });

  test('LIBRETRO_DIRECTORY comes before RetroArch, RetroArch before the system', () => {
    const library = 'snes9x_libretro.so';
    const system = put(`usr/lib/aarch64-linux-gnu/libretro/${library}`);
    expect(findCore('snes9x', around)).toBe(system);
    const retroarch = put(`home/.config/retroarch/cores/${library}`);
    expect(findCore('snes9x', around)).toBe(retroarch);
    const own = put(`own/${library}`);
    const environment = { LIBRETRO_DIRECTORY: join(root, 'own') };
    expect(findCore('snes9x', { ...around, environment })).toBe(own);
  });

  test('without the core in LIBRETRO_DIRECTORY the other folders are searched', () => {
    const system = put('usr/lib/x/libretro/snes9x_libretro.so');
    expect(findCore('snes9x', { ...around, environment: { LIBRETRO_DIRECTORY: join(root, 'empty') } })).toBe(system);
  });

  test('each operating system has its own file ending', () => {
    const own = put('own/snes9x_libretro.dylib');
    const environment = { LIBRETRO_DIRECTORY: dirname(own) };
    expect(findCore('snes9x', { ...around, environment, platform: 'darwin' })).toBe(own);
  });

  test('a missing core: the error says what to install, with and without RetroArch, and which folders were searched', async () => {
    const environment = { LIBRETRO_DIRECTORY: join(root, 'own') };
    const error = await errorOf(() => findCore('balanced', { ...around, environment }));
    expect(error.code).toBe('E_CORE_MISSING');
    expect(error.details.found).toContain(join(root, 'own'));
    expect(error.details.remedy).toContain('apt-get install libretro-bsnes-mercury-balanced');
    expect(error.details.remedy).toContain('apt-get download libretro-bsnes-mercury-balanced && dpkg -x');
    expect(error.details.remedy).toContain('LIBRETRO_DIRECTORY');
    const snes9x = await errorOf(() => findCore('snes9x', around));
    expect(snes9x.details.remedy).toContain('non-free');
  });

  test('an unknown name: the error lists the known names', async () => {
    for (const name of ['balancd', 'toString', '__proto__', '']) {
      const error = await errorOf(() => findCore(name, around));
      expect(error.code).toBe('E_CORE_UNKNOWN');
      expect(error.details.expected).toContain('balanced, accuracy, performance, snes9x');
    }
  });
});

describe('a core by path', () => {
  test('the path is taken as it is', () => {
    const file = put('elsewhere/some_core.so');
    expect(findCore(file, around)).toBe(file);
  });

  test.each(['nowhere/x_libretro.so', 'x_libretro.so', './balanced'])(
    '%s that is missing is refused with its path',
    async (path) => {
      const error = await errorOf(() => findCore(path, around));
      expect(error.code).toBe('E_CORE_MISSING');
      expect(error.details.file).toBe(path);
    },
  );

  test('a folder is refused', async () => {
    mkdirSync(join(root, 'folder.so'));
    expect((await errorOf(() => findCore(join(root, 'folder.so'), around))).code).toBe('E_CORE_MISSING');
  });
});
