/** A fact stands once: no two files of the game's model declare a constant of the same name with the same value. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOM = fileURLToPath(new URL('../../../core/live-a-live/', import.meta.url));
const CONSTANT = /^(?:export )?const ([A-Z][A-Z_0-9]*)(?:: \w+)? = (0x[0-9a-f]+|[0-9]+|\w+\.of\([^)]*\));/gmu;

/** Facts that stand apart on purpose: the guide is a rule set of its own. The list can only shrink. */
const APART: readonly string[] = ['SKILL_GAIN 510: guide/rules.ts, turn/predict.ts'];

/** Name and value of every constant with the files that declare it. */
function constants(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const entry of readdirSync(ROOM, { recursive: true, encoding: 'utf8' })) {
    // Cells are one file a block: a block's own STRIDE and COUNT.
    if (!entry.endsWith('.ts') || entry.startsWith(join('memory', 'cells'))) continue;
    const file = join(ROOM, entry);
    for (const [, name, value] of readFileSync(file, 'utf8').matchAll(CONSTANT)) {
      const key = `${name} ${value}`;
      found.set(key, [...(found.get(key) ?? []), relative(ROOM, file).replaceAll('\\', '/')]);
    }
  }
  return found;
}

test('a constant is declared once', () => {
  const twice = [...constants()].filter(([, files]) => files.length > 1);
  expect(twice.map(([key, files]) => `${key}: ${files.sort().join(', ')}`).sort()).toEqual([...APART].sort());
});

test('a name means one thing: SLOTS says whose', () => {
  expect([...constants().keys()].filter((key) => /^(SLOTS|KIND|RANDOM_KIND) /.test(key))).toEqual([]);
});
