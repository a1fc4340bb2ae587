/** The pages of the systems: generated parts are fresh, and every rule id that is cited somewhere is defined there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { System } from '../../../../core/system/system.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { planSchemaOf } from '../../../../harness/play/trace/schemas/plan.js';
import type { SystemWords } from '../../../../harness/play/trace/schemas/words.js';
import { wordsModule, wordsOfSystems } from '../../../../harness/tools/generate/declared-words.js';
import { markedPart, withPart } from '../../../../harness/tools/generate/marked.js';
import { SYSTEM_PARTS, systemPage, systemsWithPage } from '../../../../harness/tools/generate/system-page.js';
import { PROJECT } from '../../fixtures/is-built.js';

interface RuleIds {
  readonly rules: readonly string[];
  readonly decisions: Readonly<Record<string, string | null>>;
  readonly examples: readonly string[];
}

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const ruleIds = JSON.parse(read('test/core/rule-ids.json')) as Readonly<Record<string, RuleIds>>;

const paged = systemsWithPage(PROJECT, SYSTEMS);
const allWords = await wordsOfSystems(PROJECT, paged);
const wordsOf = (id: string): SystemWords => allWords[id] as SystemWords;
const pageOf = (system: System): string => read(`docs/systems/${system.id}.md`);

/** All ids that stand in a text: the letters of the system's own ids with a number, and pages of a wiki. */
function citedIds(text: string, letters: ReadonlySet<string>): string[] {
  return [...text.matchAll(/\b([A-Z]{1,2}|p)(\d{1,2})\b/gu)].flatMap(([id, letter = '']) =>
    letters.has(letter) ? [id] : [],
  );
}

/** Ids with a row of their own in a table. */
function definedIds(page: string): Set<string> {
  return new Set([...page.matchAll(/^\| ((?:[A-Z]{1,2}|p)\d{1,2}) \|/gmu)].map(([, id = '']) => id));
}

function lettersOf(id: string): ReadonlySet<string> {
  const { rules = [], decisions = {}, examples = [] } = ruleIds[id] ?? {};
  return new Set([...rules, ...Object.keys(decisions), ...examples, 'p48'].map((name) => name.replace(/\d+$/u, '')));
}

function sourcesOf(id: string): string {
  const folders = [`core/${id}`, `traces/${id}`];
  return folders
    .flatMap((folder) => readdirSync(join(PROJECT, folder)).map((name) => `${folder}/${name}`))
    .filter((path) => /\.(?:ts|md|toml)$/u.test(path))
    .map(read)
    .join('\n');
}

test('the words of the schemas are up to date (npm run generate)', () => {
  expect(wordsModule(allWords)).toBe(read('harness/play/trace/schemas/words.generated.ts'));
});

test('the systems with rules of their own have a page each', () => {
  expect(paged.map(({ id }) => id).sort()).toEqual(Object.keys(ruleIds).sort());
});

describe.each(paged.map((system) => [system.id, system] as const))('%s', (id, system) => {
  const page = pageOf(system);

  test('its generated parts are up to date (npm run generate)', () => {
    expect(systemPage(page, system, wordsOf(id))).toBe(page);
  });

  test('every rule, decision and example, and every id cited, is defined', () => {
    const { rules = [], decisions = {}, examples = [] } = ruleIds[id] ?? {};
    const wanted = [...rules, ...Object.keys(decisions), ...examples];
    const cited = citedIds(`${sourcesOf(id)}\n${page}\n${JSON.stringify(system)}`, lettersOf(id));
    const defined = definedIds(page);
    expect([...new Set([...wanted, ...cited])].filter((one) => !defined.has(one)).sort()).toEqual([]);
  });

  test('page and schema say of each parameter what it takes and when it is needed', () => {
    const schema = JSON.stringify(planSchemaOf(system));
    for (const { name, parameters } of system.commands) {
      for (const one of parameters) {
        const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` | \`${one.name}\` | `)) ?? '';
        const [kind = '', need = ''] = row.split(' | ').slice(2);
        expect([name, one.name, kind !== '', need !== '']).toEqual([name, one.name, true, true]);
        if (one.ids !== undefined) expect(kind).toMatch(new RegExp(`id of an? ${one.ids}$`, 'u'));
        const mayBeLeftOut = one.optional !== undefined || one.mayBeAbsent === true;
        expect([name, one.name, /left out/u.test(need)]).toEqual([name, one.name, mayBeLeftOut]);
        expect(schema).toContain(JSON.stringify(`Needed: ${need}.`).slice(1, -1));
      }
    }
  });

  test('a declaration that changes makes the page stale', () => {
    const [first, ...rest] = system.commands;
    if (first === undefined) throw new Error('a system has commands');
    const other = { ...system, commands: [{ ...first, meaning: 'something else' }, ...rest] };
    expect(systemPage(page, other, wordsOf(id))).not.toBe(page);
  });
});

describe('how a part is written', () => {
  const page = `a\n\n${markedPart('one', 'old')}\n\nb\n`;
  test('the text around it stays', () => {
    expect(withPart(page, 'p.md', 'one', 'new')).toBe(`a\n\n${markedPart('one', 'new')}\n\nb\n`);
  });
  test('a page without the marks is named', () => {
    expect(() => withPart(page, 'p.md', 'two', 'new')).toThrow('p.md needs the lines');
  });
  test('fields of inner tables have their path', () => {
    const setupShape = {
      is: 'table' as const,
      fields: [
        {
          name: 'units',
          meaning: 'the units',
          isRequired: true as const,
          value: {
            is: 'list' as const,
            most: 3,
            of: {
              is: 'table' as const,
              fields: [
                {
                  name: 'hp',
                  meaning: 'hit points',
                  value: { is: 'integer' as const, least: 1, greatest: 9 },
                  otherwise: '1',
                },
              ],
            },
          },
        },
      ],
    };
    expect(SYSTEM_PARTS['setup']?.({ ...(SYSTEMS[0] as System), setupShape }, { cells: [], ids: {} })).toContain(
      '| `units` | list of at most 3: table | required | the units |\n| `units[].hp` | 1 to 9 | 1 | hit points |',
    );
  });
  test('ids are found in text, and only rows define them', () => {
    expect(citedIds('F1 to F3, CR 3, FA12: E_F4 p48', new Set(['F', 'FA', 'p']))).toEqual(['F1', 'F3', 'FA12', 'p48']);
    expect([...definedIds('| F1 | one |\ntext F2\n| x | F3 |\n')]).toEqual(['F1']);
  });
});

describe('the guide’s rule set', () => {
  const page = read('docs/systems/guide.md');

  test('its page has every rule, decision and switch', () => {
    const defined = definedIds(page);
    const ids = [
      ...Array.from({ length: 26 }, (_, index) => `L${index + 1}`),
      ...Array.from({ length: 19 }, (_, index) => `A${index + 1}`),
    ];
    expect(ids.filter((id) => !defined.has(id))).toEqual([]);
    const guide = SYSTEMS.find(({ id }) => id === 'live-a-live-guide') as System;
    // of a rule and no decision
    const named = guide.switches.filter(({ name }) => name !== 'strictCharge');
    expect(named.filter(({ name }) => !page.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([]);
  });

  test('README, docs and the list count the same systems', () => {
    expect(SYSTEMS).toHaveLength(7);
    expect(read('README.md')).toContain('all seven systems');
    expect(read('docs/systems/README.md')).toContain('Seven systems stand on');
    expect(read('core/README.md')).toContain('Seven systems');
  });
});
