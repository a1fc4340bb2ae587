/**
 * The table "What a number stands for" of EVIDENCE.md: what it calls open is a switch, an input or a
 * refusal of the declarations, and a plan that meets it says so in its result.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BATTLE_SWITCHES } from '../../core/live-a-live/memory/switches.js';
import { SYSTEMS } from '../../harness/base/systems.js';
import { runPlan } from '../../harness/library/index.js';
import { UNPUBLISHED } from '../../rom-map/unpublished.js';
import { testFolder } from '../harness/fixtures/files.js';

const folder = testFolder();

interface Meaning {
  readonly number: string;
  readonly evidence: string;
  readonly isOpen: boolean;
  /** What stands in backticks and is a name or a code. */
  readonly names: readonly string[];
}

/** Rows of the table, read as a reader does: three columns. */
function meanings(): readonly Meaning[] {
  const [, section = ''] = readFileSync('docs/EVIDENCE.md', 'utf8').split('\n## What a number stands for\n');
  const [table = ''] = section.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((line) => {
    const [, number = '', stands = '', evidence = ''] = line.split(/(?<!\\)\|/u).map((text) => text.trim());
    const isOpen = /\bopen\b|\bnot known\b/u.test(`${stands} ${evidence}`);
    const names = [...`${stands} ${evidence}`.matchAll(/`([a-z]+[A-Z]\w*|E_[A-Z_]+)`/gu)].map(([, name = '']) => name);
    return { number, evidence, isOpen, names };
  });
}

const TABLE = meanings();
const OPEN = TABLE.filter(({ isOpen }) => isOpen);
const REFUSALS: ReadonlySet<string> = new Set(SYSTEMS.flatMap(({ errors }) => errors.map(({ code }) => code)));

test('each number has its evidence: executed, published or open', () => {
  expect(TABLE.length).toBeGreaterThan(15);
  const without = TABLE.filter(({ evidence }) => !/^(?:executed|published|open)\b/u.test(evidence));
  expect(without.map(({ number }) => number)).toEqual([]);
});

describe('what is open', () => {
  test('has a name in its row, and every name of the table is declared', () => {
    expect(OPEN.filter(({ names }) => names.length === 0).map(({ number }) => number)).toEqual([]);
    const declared = new Set([...UNPUBLISHED.map(({ name }) => name), ...REFUSALS]);
    expect(TABLE.flatMap(({ names }) => names).filter((name) => !declared.has(name))).toEqual([]);
  });

  test.each(OPEN)('$number: a switch with several values, an input, or a refusal', ({ names }) => {
    const kinds = names.map((name) => {
      if (REFUSALS.has(name)) return 'refusal';
      const row = UNPUBLISHED.find((one) => one.name === name);
      if (row?.standIn !== 'switch') return row?.standIn;
      const shape = BATTLE_SWITCHES.find((one) => one.name === name);
      return (shape?.values.length ?? 0) > 1 && shape?.values.includes(shape.default) ? 'switch' : 'no switch';
    });
    expect(kinds.filter((kind) => kind !== 'switch' && kind !== 'input' && kind !== 'refusal')).toEqual([]);
    expect(kinds.length).toBeGreaterThan(0);
  });
});

const planOf = (setup: string, rest: string): string => `plan = 1
system = "live-a-live-battle"
[setup]
generator = [5, 6, 7, 8]
${setup}
[[setup.party]]
character = "oersted"
level = 12
${rest}`;
const PASS = '[[do]]\ncommand = "pass"\n';
const AREA = '[[do]]\ncommand = "auto"\npolicy = "attack"\n[[battle]]\narea = 3\n[[battle.do]]\ncommand = "pass"\n';

/** A plan that meets what is open, and one that does not, by its name. Formation 4 has enemies without a type. */
const MEETS: Readonly<Record<string, readonly [meets: string, passesBy: string]>> = {
  startOffset: [
    planOf('formation = 4', PASS),
    planOf('enemies = [{ species = "odie-o", x = 0, y = 0 }]', `x = 3\ny = 4\nfacing = 2\n${PASS}`),
  ],
  startPlaces: [
    planOf('formation = 4', PASS),
    planOf('formation = 4\nplaces = [[1, 1], [3, 1], [5, 1], [1, 4]]', PASS),
  ],
  onsetLevel: [
    readFileSync('traces/live-a-live/third-battle-drop.toml', 'utf8'),
    planOf('formation = 5', '[[do]]\ncommand = "auto"\npolicy = "attack"\n'),
  ],
};

/** A plan that is refused where it meets what is open: the last chapter, and an area of another one. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  E_AREA: [planOf('formation = 5\nscenario = 8', AREA), planOf('formation = 5', AREA)],
};

describe('a result of a plan that meets what is open', () => {
  const wanted = OPEN.flatMap(({ names }) =>
    names.some((name) => REFUSALS.has(name)) ? names.filter((name) => REFUSALS.has(name)) : names,
  );

  test('has a plan here for each', () => {
    expect([...Object.keys(MEETS), ...Object.keys(REFUSED)].sort()).toEqual([...new Set(wanted)].sort());
  });

  test.each(Object.entries(MEETS))(
    'names %s, and one that does not meet it does not',
    async (name, [meets, passesBy]) => {
      const dependsOn = async (text: string) => (await runPlan({ plan: folder.write(`${name}.toml`, text) })).dependsOn;
      expect(await dependsOn(meets)).toContain(name);
      expect(await dependsOn(passesBy)).not.toContain(name);
    },
  );

  test.each(Object.entries(REFUSED))('is refused with %s', async (code, plans) => {
    for (const text of plans) {
      await expect(runPlan({ plan: folder.write('refused.toml', text) })).rejects.toThrow(code);
    }
  });
});
