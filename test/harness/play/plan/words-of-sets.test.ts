/** Cells that are sets of ids, written and shown by all ids in them; texts of views in the words of the rules. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSetOfBits } from '../../../../core/system/cell-value.js';
import { worded } from '../../../../core/system/names.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const run = async (...words: string[]) => cli(words, { systems: SYSTEMS, tracesFolder: join(packageRoot(), 'traces') });

const planOf = (talked: string): string => `plan = 1
system = "holy-grail-war"
[setup]
areas = ["school"]
units = [
  { id = "m1", kind = "master", str = 1, con = 1, agi = 1, mag = 1, maxHp = 10, maxMp = 10 },
  { id = "m2", kind = "master", str = 1, con = 1, agi = 1, mag = 1, maxHp = 10, maxMp = 10 },
  { id = "m3", kind = "master", str = 1, con = 1, agi = 1, mag = 1, maxHp = 10, maxMp = 10 },
]
pairs = [{ id = "red", master = "m1" }, { id = "blue", master = "m2" }, { id = "grey", master = "m3" }]
[[expect]]
after = 0
cells = { "pair[red].talked" = ${talked} }
`;

test('a set of ids is written with all of them, and an unknown one is named', async () => {
  // H9: nobody has talked yet
  const plain = await run('run', folder.write('none.toml', planOf('0')));
  expect([plain.code, plain.err]).toEqual([0, '']);
  const two = await run('run', folder.write('two.toml', planOf('"blue, grey"')));
  expect(two.code).toBe(1);
  // bits 1 and 2
  expect(two.out + two.err).toContain('6');
  const wrong = await run('run', folder.write('wrong.toml', planOf('"blue, gray"')));
  expect(wrong.code).toBe(2);
  expect(wrong.err).toMatch(
    /^E_PLAN_VALUE \S+wrong\.toml:\d+.*pair\[red\]\.talked.*gray.*red \(1\), blue \(2\), grey \(4\)/u,
  );
});

test('what a pair knows is written in the words of the page, and shown in them', async () => {
  const known = (words: string): string =>
    planOf('0').replace(/cells = .*/u, `cells = { "knows[red].unit[m2].facts" = ${words} }`);
  // H29, H30: nothing is known at the start; strength is bit 0, the noble phantasm bit 5
  expect((await run('run', folder.write('nothing.toml', known('0')))).code).toBe(0);
  const two = await run('run', folder.write('facts.toml', known('"strength, noble phantasm"')));
  expect([two.code, two.err + two.out]).toEqual([1, expect.stringContaining('33')]);
  const wrong = await run('run', folder.write('fact.toml', known('"strenght"')));
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('strength (1), constitution (2)')]);
});

test('a set has a word for each bit; words that count on are none', () => {
  expect(isSetOfBits({ words: { 1: 'a', 2: 'b', 4: 'c' } })).toBe(true);
  expect(isSetOfBits({ words: { 0: 'a', 1: 'b' } })).toBe(false);
  expect(isSetOfBits({})).toBe(false);
});

test('every text is worded, the state of a thing and other languages are left', () => {
  const data = { title: 'Stack', lines: [['power', 'damage 3']], things: [{ name: 'power', state: 'damage' }], at: 1 };
  const terms = { power: 'パワー', damage: 'ダメージ' };
  expect(worded(data, 'ja', terms)).toEqual({
    title: 'Stack',
    lines: [['パワー', 'ダメージ 3']],
    things: [{ name: 'パワー', state: 'damage' }],
    at: 1,
  });
  expect(worded(data, 'en', terms)).toBe(data);
  expect(worded(data, 'ja', undefined)).toBe(data);
});

test.each([
  ['fftcg/decks-stack', 'パワー'],
  ['srpg-movement/fort-gate', '移動力'],
  ['kurogane-engage/squad-three-rounds', 'ダイス'],
  ['holy-grail-war/seven-pairs-day', '令呪'],
])('--names ja is heard where %s is told, foretold, checked or drawn', async (plan, term) => {
  const file = join(packageRoot(), 'traces', `${plan}.toml`);
  const told = await run('run', file, '--tell', '--names', 'ja');
  expect(told.out).toMatch(/\p{Script=Han}|\p{Script=Katakana}/u);
  const outs = [
    await run('predict', file, '--at', '4', '--names', 'ja'),
    await run('route', 'verify', file, '--names', 'ja'),
    await run('run', file, '--print', '--names', 'ja'),
  ];
  expect(outs.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(outs.map(({ out }) => out).join('') + told.out).toContain(term);
});
