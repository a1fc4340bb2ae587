/** `compare` of two plans of one system with different setups: cells meet by name, not by place. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { srpgMovement } from '../../../core/srpg-movement/index.js';
import { read } from '../../../core/system/battle.js';
import type { Battle, System } from '../../../core/system/system.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { loadPlan, runPlan } from '../../core/plan-loader.js';
import { cli } from './run-cli.js';

const fileOf = (id: string, name: string): string =>
  fileURLToPath(new URL(`../../../traces/${id}/${name}`, import.meta.url));

const namesOf = ({ cells }: Battle): string[] =>
  cells.filter(({ scratch }) => scratch !== true).map(({ name }) => name);

interface Comparison {
  readonly same: boolean;
  readonly onlyIn: readonly (readonly string[])[];
  readonly end: {
    readonly cells: readonly { readonly cell: string; readonly mine: number; readonly theirs: number }[];
  };
}

const PAIRS: readonly (readonly [system: System, first: string, second: string, alike: boolean])[] = [
  [fftcg, 'x1.toml', 'x2.toml', false],
  // images of one length, with other cards at the same places
  [fftcg, 'x1.toml', 'x5.toml', true],
  [holyGrailWar, 'turn.toml', 'seals.toml', false],
  [srpgMovement, 'guide.toml', 'other-unit.toml', false],
];

test.each(PAIRS)('%#: cells of both by name, and what only one has', async (system, first, second, alike) => {
  const [one, other] = [first, second].map((name) => runPlan(system, loadPlan(system, name)).battle);
  if (one === undefined || other === undefined) throw new Error('no battle');
  expect(one.image.length === other.image.length).toBe(alike);
  const [mine, theirs] = [namesOf(one), namesOf(other)];
  const differing = mine
    .filter((cell) => theirs.includes(cell))
    .map((cell) => ({ cell, mine: read(one, cell), theirs: read(other, cell) }))
    .filter((both) => both.mine !== both.theirs);
  const files = [fileOf(system.id, first), fileOf(system.id, second)];
  const run = await cli(['compare', ...files, '--json'], { systems: SYSTEMS });
  expect([run.code, run.err]).toEqual([1, '']);
  const found = JSON.parse(run.out) as Comparison;
  expect(found.same).toBe(false);
  expect(found.onlyIn).toEqual([
    mine.filter((cell) => !theirs.includes(cell)),
    theirs.filter((cell) => !mine.includes(cell)),
  ]);
  const byName = (cells: Comparison['end']['cells']) => new Map(cells.map((both) => [both.cell, both]));
  expect(differing.length).toBeGreaterThan(0);
  expect([...byName(found.end.cells).keys()].sort()).toEqual(differing.map(({ cell }) => cell).sort());
  for (const both of differing) expect(byName(found.end.cells).get(both.cell)).toMatchObject(both);
});

test('the text says which cells only one plan has, and other systems are still refused', async () => {
  const [x1, x2] = [fileOf('fftcg', 'x1.toml'), fileOf('fftcg', 'x2.toml')];
  const run = await cli(['compare', x1, x2], { systems: SYSTEMS });
  expect(run.out).toContain('  turn: 1 | 2\n');
  expect(run.out).toMatch(
    /^not compared, only in .*x2\.toml: card\[valefor\]\.zone, .* and \d+ more \(--json has all\)$/m,
  );
  expect(run.out).not.toMatch(/only in .*x1\.toml/);
  const refused = await cli(['compare', x1, fileOf('srpg-movement', 'guide.toml')], { systems: SYSTEMS });
  expect(refused.err).toMatch(/^E_COMPARE_SYSTEM .*different systems; found srpg-movement; expected fftcg/);
});
