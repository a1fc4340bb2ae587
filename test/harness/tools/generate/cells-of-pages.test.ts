/** A plan written from a system's page alone: every cell in `expect` and `goal`, by its number and by its word. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { readCell } from '../../../../core/system/battle.js';
import type { Battle, CellDeclaration, System } from '../../../../core/system/system.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { readingsOf } from '../../../../harness/play/plan/readings.js';
import { startBattle } from '../../../../harness/play/plan/start.js';
import { planSchemaOf } from '../../../../harness/play/trace/schemas/plan.js';
import { systemsWithPage } from '../../../../harness/tools/generate/system-page.js';
import { cli } from '../../cli/run-cli.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';
import { PROJECT } from '../../fixtures/is-built.js';

const folder = testFolder();

interface PageRow {
  readonly name: string;
  /** Words by their values. */
  readonly words: ReadonlyMap<number, string>;
  /** Kind of ids that stand for the value. */
  readonly ids: string | undefined;
  /** Kind of ids that have a bit of the value each. */
  readonly bits: string | undefined;
}

/** The rows of the table of cells, as a reader sees them. */
function rowsOf(page: string): PageRow[] {
  const part = page.slice(page.indexOf('<!-- cells:'), page.indexOf('<!-- end of cells'));
  return [...part.matchAll(/^\| `([^`]+)` \| (.*?) \| /gmu)].map(([, name = '', values = '']) => ({
    name,
    words: new Map([...values.matchAll(/(-?\d+) `([^`]+)`/gu)].map(([, value, word = '']) => [Number(value), word])),
    ids: /number or id of an? (\w+)/u.exec(values)?.[1],
    bits: /number or id of the one (\w+) in it/u.exec(values)?.[1],
  }));
}

/** `card[ID].zone` as what any card's is called. */
function patternOf(name: string): RegExp {
  const parts = name.split(/\[(?:ID|N|X,Y)\]/u).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('\\[[^\\]]*\\]')}$`, 'u');
}

const plansOf = (id: string): string[] =>
  readdirSync(join(PROJECT, 'traces', id))
    .filter((name) => name.endsWith('.toml'))
    .map((name) => join(PROJECT, 'traces', id, name));

const started = (system: System, file: string): Promise<Battle> => startBattle(system, loadPlan(file));
const quoted = (cells: Readonly<Record<string, string | number>>): string =>
  Object.entries(cells)
    .map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
    .join(', ');

describe.each(systemsWithPage(PROJECT, SYSTEMS).map((system) => [system.id, system] as const))('%s', (id, system) => {
  const rows = rowsOf(readFileSync(join(PROJECT, `docs/systems/${id}.md`), 'utf8'));
  const [file = ''] = plansOf(id);

  /** Each row with a cell of the battle that it describes. */
  function instances(battle: Battle): [PageRow, CellDeclaration][] {
    return rows.flatMap((row): [PageRow, CellDeclaration][] => {
      const cell = battle.cells.find(({ name }) => patternOf(row.name).test(name));
      return cell === undefined ? [] : [[row, cell]];
    });
  }
  const wordOf = ({ words, ids, bits }: PageRow, battle: Battle, value: number): string | undefined => {
    if (bits !== undefined)
      return Number.isInteger(Math.log2(value)) ? battle.idName(bits, Math.log2(value)) : undefined;
    return words.get(value) ?? (ids === undefined ? undefined : battle.idName(ids, value));
  };

  test('the page has every cell of every bundled battle, once', async () => {
    for (const plan of plansOf(id)) {
      const { cells } = await started(system, plan);
      const missing = cells.filter(({ name }) => rows.filter((row) => patternOf(row.name).test(name)).length !== 1);
      expect(missing.map(({ name }) => name)).toEqual([]);
    }
  });

  test('expect and goal take each by its number and by its word, and the schema takes both', async () => {
    const battle = await started(system, file);
    const numbers: Record<string, number> = {};
    const words: Record<string, string> = {};
    for (const [row, cell] of instances(battle)) {
      const value = readCell(battle.image, cell);
      numbers[cell.name] = value;
      const word = wordOf(row, battle, value);
      if (word !== undefined) words[cell.name] = word;
    }
    expect(Object.keys(numbers).length).toBeGreaterThan(30);
    expect(Object.keys(words).length).toBeGreaterThan(1);
    const text = readFileSync(file, 'utf8');
    const check = new Ajv({ strict: true, strictTypes: false }).compile(planSchemaOf(system));
    for (const cells of [numbers, words]) {
      const plan = folder.write('from-page.toml', `${text}\n[[expect]]\nafter = 0\ncells = { ${quoted(cells)} }\n`);
      const run = await cli(['run', plan], { systems: SYSTEMS });
      expect([run.code, run.err]).toEqual([0, '']);
      const read = readingsOf(system, battle, loadPlan(plan), cells, 'search.goal');
      expect(Object.fromEntries(read.map(([{ name }, { min }]) => [name, min]))).toEqual(
        Object.fromEntries(Object.keys(cells).map((name) => [name, numbers[name]])),
      );
      check({ plan: 1, system: id, setup: {}, expect: [{ cells }], search: { goal: cells } });
      const ofCells = check.errors?.filter(({ instancePath }) => /cells|goal/u.test(instancePath)) ?? [];
      expect(ofCells).toEqual([]);
    }
  });

  test('every word of the page is that of its value, and a wrong one is refused with the words', async () => {
    const battle = await started(system, file);
    const plan = loadPlan(file);
    for (const [{ words }, { name }] of instances(battle)) {
      for (const [value, word] of words) {
        const [[, range] = []] = readingsOf(system, battle, plan, { [name]: word }, 'expect');
        expect([name, word, range?.min, range?.max]).toEqual([name, word, value, value]);
      }
      const wrong = await lockstepErrorOf(() => readingsOf(system, battle, plan, { [name]: 'no such word' }, 'expect'));
      expect(wrong.code).toBe('E_PLAN_VALUE');
      const [first] = words.values();
      if (first !== undefined) expect(wrong.details.expected).toMatch(/^a number, or /u);
      expect(wrong.message.replaceAll(file, '').length).toBeLessThanOrEqual(300);
    }
  });
});

test('a word may be short where it is the only one', async () => {
  const system = SYSTEMS.find(({ id }) => id === 'fftcg') as System;
  const [file = ''] = plansOf('fftcg');
  const battle = await started(system, file);
  const card = battle.idName('card', 0) ?? '';
  const zone = (word: string): unknown =>
    readingsOf(system, battle, loadPlan(file), { [`card[${card}].zone`]: word }, 'search.goal')[0]?.[1].min;
  expect(['break', 'Hand', 'deck', 'the field', 'limit break deck'].map(zone)).toEqual([4, 1, 0, 2, 6]);
  expect((await lockstepErrorOf(() => zone('zone'))).sentence).toContain('has several values of that name');
});
