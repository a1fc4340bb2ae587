/** The generated table and pages are what a run of the bundled vectors makes now; stale ones fail. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { routineStatus } from '../../harness/original/index.js';
import { architecturePage } from '../../harness/tools/generate/architecture.js';
import { declaredModule } from '../../harness/tools/generate/declared-names.js';
import { formsPage } from '../../harness/tools/generate/forms-page.js';
import { bugsPage, cellsPage, routinesPage } from '../../harness/tools/generate/pages.js';
import { routineModule } from '../../harness/tools/generate/routine-module.js';
import { CELLS, offsetOf, PLACES, placeAt, ROUTINE_NOTES, WINDOWS } from '../../rom-map/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rows = routineStatus(join(root, 'traces/vectors'));

describe('generated files are up to date (npm run generate)', () => {
  test.each<readonly [path: string, make: () => string | Promise<string>]>([
    ['core/declared/declared.generated.ts', () => declaredModule(root)],
    ['rom-map/routines.generated.ts', () => routineModule(rows)],
    ['rom-map/ROUTINES.md', () => routinesPage(rows)],
    ['rom-map/CELLS.md', () => cellsPage()],
    ['rom-map/BUGS.md', () => bugsPage()],
    ['docs/FORMS.md', () => formsPage()],
    ['docs/ARCHITECTURE.md', () => architecturePage(readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8'))],
  ])('%s', async (path, make) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(await make());
  });
});

describe('routine table', () => {
  test.each(rows.filter(({ state }) => state !== 'missing'))(
    'names the file that exports $function ($routine $name)',
    (row) => {
      const text = readFileSync(join(root, row.file), 'utf8');
      expect(text).toMatch(new RegExp(`^export (async )?(function|const) ${row.function}\\b`, 'mu'));
    },
  );
});

describe('cell table', () => {
  test('has every cell whole in one window, and no two cells share a byte', () => {
    const owners = new Map<number, string>();
    for (const place of PLACES) {
      for (let index = 0; index < place.width; index++) {
        const address = place.address + index;
        expect([place.name, offsetOf(address)]).toEqual([place.name, place.offset + index]);
        expect([address.toString(16), owners.get(address), place.name]).toEqual([
          address.toString(16),
          undefined,
          place.name,
        ]);
        owners.set(address, place.name);
      }
    }
  });
  test('has windows that are packed and do not overlap', () => {
    let offset = 0;
    for (const window of WINDOWS) {
      expect(window.offset).toBe(offset);
      offset += window.length;
    }
  });
  test('has the addresses that the rules name', () => {
    expect(placeAt(0x7e03ae)?.name).toBe('actionPoints');
    expect(placeAt(0x7eac34)?.name).toBe('enemy[3].orderPoints');
    expect(placeAt(0x7e1c75)?.name).toBe('ally[1].speed');
    expect(placeAt(0x7e0338)?.name).toBe('battleGenerator.a0');
  });
  test('has a row for every routine that a note names', () => {
    const known = new Set(CELLS.map((cell) => `${cell.kind}.${cell.name}`));
    const wrong = ROUTINE_NOTES.flatMap((note) => note.owns.filter((name) => !known.has(name)));
    expect(wrong).toEqual([]);
  });
});
