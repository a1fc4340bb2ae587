/**
 * Counts of what was compared have one vocabulary in every verb, in text and in --json: equal,
 * different, and words for each kind that was not compared. A new word has to be written here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { cli } from '../cli/run-cli.js';

type Schema = Readonly<Record<string, unknown>>;

/** Numbers of results that say how a comparison came out, and the verbs that have them. */
const COUNTS: Readonly<Record<string, readonly string[]>> = {
  equal: [
    'compare',
    'menu check',
    'record',
    'rom prove',
    'rom routines',
    'rom settle',
    'route verify',
    'vectors',
    'verify',
  ],
  different: ['compare', 'record', 'rom check', 'rom prove', 'vectors', 'verify'],
  compared: ['rom check', 'run', 'vectors', 'verify'],
  notCompared: ['vectors', 'verify'],
  leftOut: ['menu check', 'route search', 'timing learn'],
  notComparable: ['rom prove'],
  outside: ['rom prove'],
  stopped: ['rom prove'],
  undecided: ['rom prove'],
  // states of the generator that what was seen leaves, and starts of a battle by how it ends
  among: ['locate'],
  fit: ['locate'],
  won: ['seeds'],
  lost: ['seeds'],
  escaped: ['seeds'],
  broken: ['seeds'],
};
/** Other words for the same. */
const OTHER_WORDS =
  /^(?:same|identical|matching|matched|mismatch(?:es|ed)?|unequal|ok|bad|passed|failures?|notImplemented|unmirrored|skipped|ignored|omitted|uncompared|unchecked|agreed?)$/iu;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Keys of numbers in a schema. */
function numbersIn(schema: unknown, definitions: Schema, seen: ReadonlySet<string> = new Set()): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => numbersIn(one, definitions, seen));
  if (!isSchema(schema)) return [];
  const { $ref: reference, properties, type: _, ...rest } = schema;
  const found = Object.values(rest).flatMap((part) => numbersIn(part, definitions, seen));
  if (typeof reference === 'string' && !seen.has(reference)) {
    const name = reference.split('/').at(-1) ?? '';
    found.push(...numbersIn(definitions[name], definitions, new Set([...seen, reference])));
  }
  for (const [key, value] of Object.entries(isSchema(properties) ? properties : {})) {
    if (isSchema(value) && ['integer', 'number'].includes(`${value['type']}`)) found.push(key);
    found.push(...numbersIn(value, definitions, seen));
  }
  return found;
}

test('numbers of --json that count comparisons have these names, and no other word for the same', () => {
  const all = JSON.parse(readFileSync(join(packageRoot(), 'traces/schemas/results.json'), 'utf8')) as Schema;
  const found = new Map<string, string[]>();
  for (const [verb, schema] of Object.entries(all)) {
    const definitions = isSchema(schema) && isSchema(schema['$defs']) ? schema['$defs'] : {};
    for (const key of new Set(numbersIn(schema, definitions))) found.set(key, [...(found.get(key) ?? []), verb]);
  }
  expect(found.size).toBeGreaterThan(100);
  for (const [key, verbs] of Object.entries(COUNTS)) expect([key, found.get(key)?.sort()]).toEqual([key, verbs]);
  expect([...found.keys()].filter((key) => OTHER_WORDS.test(key))).toEqual([]);
});

const LOG = 'traces/logs/duel-0-accuracy.jsonl.gz';

test.each<readonly [words: string, counts: readonly RegExp[]]>([
  [`verify ${LOG}`, [/\d+ frames equal/u]],
  ['vectors traces/vectors/C1-1C02-order-points-idle.jsonl.gz --all', [/478 equal, 0 different, 0 not compared/u]],
  [`compare ${LOG} ${LOG}`, [/4479 frames equal, 0 different, 721 cells compared/u]],
  ['run traces/live-a-live/namcat.toml', [/17 cells compared/u]],
  ['rom routines', [/^all .*; \d+ of \d+ cases equal$/mu]],
  ['predict --ap 29 --speed 31', [/^free steps left +3$/mu]],
  [
    'locate traces/live-a-live/takahara-namcat.toml --saw 4:record[5].hp=276',
    [/4:record\[5\]\.hp=276: (\d+) of 209506 fit\n\n\1 states fit/u],
  ],
  [
    'seeds traces/live-a-live/present-day-namcat.toml --starts waits --frames 3',
    [/^won +\d+ .*%\nlost +\d+ .*%\nescaped +\d+ .*%\nnot over +\d+ .*%\nbroken +\d+ /mu],
  ],
  [
    'rom prove traces/homebrew/drill.sfc --routine C1:1C02 --cases 20 --log-frames 0',
    [/\d+ equal, 0 different, 0 outside the published domain, 0 stopped .*, 0 undecided, 0 not comparable/u],
  ],
])('%s counts in them', async (words, counts) => {
  const { out } = await cli(
    words.split(' ').map((word) => (word.startsWith('traces/') ? join(packageRoot(), word) : word)),
    { systems: SYSTEMS },
  );
  for (const count of counts) expect(out).toMatch(count);
  expect(out).not.toMatch(/\d+ (?:passed|failed|matched|identical|mismatch\w*|skipped|unequal|agreed?)\b/iu);
});
