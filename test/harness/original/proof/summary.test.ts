/** What a proof says in sum: thin routines with their branches, the routine at fault before its callers. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { FAULTS, plant } from './faults.js';

const DRILL = 'traces/homebrew/drill.sfc';
const BATTLE = 'traces/homebrew/drill-battle.sfc';
const folder = testFolder();

interface Branch {
  readonly address: string;
  readonly went: string;
  readonly reason: string | null;
}

interface Proven {
  readonly states: Readonly<Record<string, number>>;
  readonly openBranches: readonly Branch[];
  readonly list: readonly {
    readonly name: string;
    readonly state: string;
    readonly thin: readonly string[];
    readonly openBranches: readonly Branch[];
    readonly differentCalls: readonly string[];
  }[];
}

async function prove(...words: readonly string[]): Promise<Proven> {
  const run = await cli(['rom', 'prove', ...words, '--log-frames', '0', '--json']);
  return JSON.parse(run.out) as Proven;
}

test('a routine with a branch that no case sent both ways is thin, and the branch is named', async () => {
  const words = [DRILL, '--routine', 'ally-move-cost', '--cases', '0'];
  const { states, list } = await prove(...words);
  expect(states).toEqual({ equal: 1, thin: 0, different: 0, open: 0, nothing: 0 });
  expect(list[0]).toMatchObject({ state: 'equal', thin: [], openBranches: [] });
  // no published case of the field pass has an enemy that a field hurts
  const pass = await prove(BATTLE, '--routine', 'field-damage-pass', '--cases', '20');
  const [thin] = pass.list;
  expect(thin?.state).toBe('thin');
  expect(thin?.openBranches).toContainEqual({ address: '80:A218', went: 'never', reason: null });
  expect(thin?.openBranches).toContainEqual({ address: '80:A20D', went: 'taken', reason: null });
  const text = await cli(['rom', 'prove', BATTLE, '--routine', 'field-damage-pass', '--cases', '20', '--all']);
  expect(text.out).toMatch(/^thin .*80:A20D only taken, 80:A218 never reached/mu);
  expect(text.out).toContain('1 routine: 0 equal, 1 thin (equal as far as was compared), 0 different\n');
  expect(text.out).toMatch(/\nnext: `lockstep rom prove .* --all` says what was not compared of each thin routine\n$/u);
});

test('a branch that cannot go both ways says why, and makes nothing thin', async () => {
  const { list } = await prove(DRILL, '--routine', 'order-points-idle', '--cases', '2000');
  expect(list[0]?.state).toBe('equal');
  expect(list[0]?.openBranches.map(({ address, went }) => [address, went])).toEqual([['80:9341', 'taken']]);
  expect(list[0]?.openBranches[0]?.reason).toContain('draws are given to both sides');
});

test('the table byte of a case stands in the cells of the test ROM, so that every case is run', async () => {
  const { list } = await prove(DRILL, '--routine', 'start-abnormality-species', '--cases', '0');
  // 312 cases, of which 189 read a byte of an item's record
  expect(list[0]).toMatchObject({ published: { cases: 312, equal: 312 } });
});

test('the routine at fault is shown first, its callers behind it', async () => {
  const fault = FAULTS.find(({ what }) => what === 'a division by 12');
  if (fault === undefined) throw new Error('no such fault');
  expect(fault.routine).toBe('battle-generator');
  const file = folder.write('generator.sfc', plant(new Uint8Array(readFileSync(DRILL)), fault));
  const { states, list } = await prove(file, '--as', 'drill', '--area', 'turn', '--cases', '0');
  expect(list[0]).toMatchObject({ name: 'battle-generator', state: 'different', differentCalls: [] });
  const different = list.filter(({ state }) => state === 'different');
  expect(different).toHaveLength(states['different'] ?? 0);
  expect(list.slice(0, different.length)).toEqual(different);
  const words = ['--as', 'drill', '--routine', 'battle-generator', '--cases', '0', '--log-frames', '0'];
  const run = await cli(['rom', 'prove', file, ...words]);
  expect(run.code).toBe(1);
  expect(run.out).toMatch(/^image: .*\nDIFFERS +\d+\/\d+ {2}C1:6150 battle-generator:/u);
  expect(run.out).toContain('next: look at C1:6150 battle-generator, which calls no other routine that differs');
});
