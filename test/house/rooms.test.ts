/**
 * The house has one direction: no circle of imports, no import from a later room, a README in every
 * room.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { circlesOf, doorsOf, folderCircles, importsOf, roomIndex, upwardImports } from './imports.js';
import { ROOM_PATHS, type RoomOffences, roomOf, roomOffences, verbOffences } from './offences.js';
import { complaints, isNoWorse, knownOffences, ROOT, readSources } from './sources.js';

const found = roomOffences();
const known = knownOffences();

describe('rooms', () => {
  test.each<keyof RoomOffences>(['fileCircles', 'folderCircles', 'upwardImports', 'readmes', 'verbs'])(
    '%s',
    (habit) => {
      expect(complaints(found[habit], known[habit] ?? {})).toEqual([]);
    },
  );
  test('every source file has a room, and every room has files', () => {
    const files = readSources().map(({ path }) => path);
    expect(
      files.filter((path) => roomOf(path) === 'no room' || (path.startsWith('harness/') && roomOf(path) === 'harness')),
    ).toEqual([]);
    const folders = new Set(files.map(roomOf));
    expect(ROOM_PATHS.filter((path) => !folders.has(path))).toEqual([]);
    expect(ROOM_PATHS.length).toBe(new Set(ROOM_PATHS).size);
  });
  test('every folder of the core is a room of its own', () => {
    const folders = ['core', 'core/live-a-live'].flatMap((top) =>
      readdirSync(join(ROOT, top), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${top}/${name}`),
    );
    const missing = folders.filter((path) => path !== 'core/live-a-live' && !ROOM_PATHS.includes(path));
    expect(missing, 'add a row to harness/tools/house/rooms.ts').toEqual([]);
  });
  test('at most 3 files stand beside the rooms of LIVE A LIVE', () => {
    const entries = readdirSync(join(ROOT, 'core/live-a-live'), { withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile() && entry.name !== 'README.md').length).toBeLessThanOrEqual(3);
  });
  test('the core and the ROM map import neither the harness nor a package', () => {
    const wrong = importsOf(readSources()).filter(
      ({ from, to }) => !from.startsWith('harness/') && to.startsWith('harness/'),
    );
    expect(wrong).toEqual([]);
    const packages = readSources().filter(
      ({ path, text }) => !path.startsWith('harness/') && /^(import|export) [^;]*from '[^.]/mu.test(text),
    );
    expect(packages.map(({ path }) => path)).toEqual([]);
  });
});

describe('how circles and directions are computed', () => {
  const file = (path: string, ...imports: string[]) => ({ path, text: imports.join('\n') });

  test('imports of types, exports from and import() count, and comments do not', () => {
    const sources = [
      file('core/a.ts', "import type { B } from './b.js';", "export * from './x/c.js';"),
      file('core/b.ts', "// import './a.js';", "type C = import('./x/c.js').C;"),
      file('core/x/c.ts', "await import('../a.js');"),
    ];
    expect(importsOf(sources)).toEqual([
      { from: 'core/a.ts', to: 'core/b.ts' },
      { from: 'core/a.ts', to: 'core/x/c.ts' },
      { from: 'core/b.ts', to: 'core/x/c.ts' },
      { from: 'core/x/c.ts', to: 'core/a.ts' },
    ]);
  });
  test('a circle of three and one of two are found; a diamond is none', () => {
    const edges = ['a b', 'b c', 'c a', 'c d', 'd e', 'e d', 'x y', 'x z', 'y w', 'z w'].map((pair) => {
      const [from = '', to = ''] = pair.split(' ');
      return { from, to };
    });
    expect(circlesOf(edges)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });
  test('an index that its own folder does not import stands for itself, above the folders that it shows', () => {
    const imports = [
      { from: 'core/index.ts', to: 'core/x/a.ts' },
      { from: 'core/x/a.ts', to: 'core/system.ts' },
    ];
    expect([...doorsOf(imports)]).toEqual(['core/index.ts']);
    expect(folderCircles(imports).size).toBe(0);
    const inside = [...imports, { from: 'core/x/a.ts', to: 'core/index.ts' }];
    expect(doorsOf(inside).size).toBe(0);
    expect([...folderCircles(inside)]).toEqual([['core <-> core/x', 2]]);
  });
  test('an import from a later room counts, by the longest path that fits', () => {
    const rooms = ['core', 'core/x', 'core/index.ts'];
    expect(['core/a.ts', 'core/x/b.ts', 'core/index.ts', 'test/a.ts'].map((path) => roomIndex(rooms, path))).toEqual([
      0, 1, 2, -1,
    ]);
    const imports = [
      { from: 'core/a.ts', to: 'core/x/b.ts' },
      { from: 'core/x/b.ts', to: 'core/a.ts' },
      { from: 'core/index.ts', to: 'core/x/b.ts' },
    ];
    expect([...upwardImports(imports, rooms)]).toEqual([['core -> core/x', 1]]);
  });
});

test('a verb is a client: what it imports from elsewhere than library and text counts, types and several lines too', () => {
  const path = 'harness/cli/verbs/rom/a.ts';
  const names = ['../../../library/index.js', '../../base/options.js', '../../../../core/system/names.js', 'node:fs'];
  const fine = names.map((from) => `import { x } from '${from}';\n`).join('');
  const bad =
    "import { a, type B } from '../../../play/index.js';\nimport type {\n  C,\n} from '../../../solve/index.js';\n";
  const of = (text: string) => [...verbOffences([{ path, text }])];
  expect([of(fine), of(fine + bad)]).toEqual([[], [[path, 3]]]);
});

describe('the list of known offences', () => {
  test('what is new, larger or gone is named', () => {
    expect(
      complaints(
        new Map([
          ['a', 3],
          ['b', 2],
        ]),
        { a: 2, c: 1 },
      ),
    ).toEqual(['larger: a (3, was 2)', 'new: b (2)', 'gone: c; take it out with npm run generate:house']);
    expect(complaints(new Map([['a', 1]]), { a: 2 })).toEqual([]);
  });
  test('may be rewritten when nothing got worse: fewer, shorter, renamed', () => {
    const list = { a: 90, b: 80 };
    const allowed = (...sizes: number[]): boolean =>
      isNoWorse(new Map(sizes.map((size, at) => [`n${at}`, size])), list);
    expect([allowed(), allowed(90, 80), allowed(80, 71), allowed(89)]).toEqual([true, true, true, true]);
    expect([allowed(91), allowed(90, 81), allowed(80, 80, 1)]).toEqual([false, false, false]);
  });
});
