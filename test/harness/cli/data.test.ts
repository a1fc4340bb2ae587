/** Records of the game as the command prints them: by any name, decoded, and what is refused. */
import { expect, test } from 'vitest';
import { cli } from './run-cli.js';

interface Record {
  readonly number: number;
  readonly id: string;
  readonly fields: readonly { readonly label: string; readonly value: string | readonly string[] }[];
}

async function records(...words: string[]): Promise<readonly Record[]> {
  const run = await cli(['data', ...words, '--json']);
  expect([run.code, run.err]).toEqual([0, '']);
  return (JSON.parse(run.out) as { readonly records: readonly Record[] }).records;
}

function field(record: Record | undefined, label: string): string | readonly string[] | undefined {
  return record?.fields.find((one) => one.label === label)?.value;
}

async function refusal(...words: string[]): Promise<string> {
  const run = await cli(['data', ...words]);
  expect([run.code, run.out]).toEqual([2, '']);
  return run.err;
}

test('an enemy by id, number, Japanese name, and that name in Latin letters', async () => {
  const byId = await records('enemies', 'namcat');
  expect(byId.map(({ number }) => number)).toEqual([0x5a]);
  for (const name of ['0x5a', '90', 'ナムキャット', 'ﾅﾑｷｬｯﾄ', 'Namukyatto']) {
    expect([name, await records('enemies', name)]).toEqual([name, byId]);
  }
  const kick = await records('skills', 'low-kick');
  for (const name of ['rokikku', 'rookikku', 'roukikku', 'rōkikku']) {
    expect([name, await records('skills', name)]).toEqual([name, kick]);
  }
  const takahara = await records('characters', 'takahara');
  for (const name of ['高原', '日勝', '高原　日勝']) {
    expect([name, await records('characters', name)]).toEqual([name, takahara]);
  }
  // the figures of the guide's worked example
  expect(field(byId[0], 'HP')).toBe('256');
  expect(field(byId[0], 'stats')).toBe('power 43, speed 60, body 33, intellect 55');
});

test('a skill: directions 83h and range 01h as arrows and as a grid, coefficients in words', async () => {
  const [kick, ...others] = await records('skills', 'ローキック');
  expect([kick?.id, others]).toEqual(['low-kick', []]);
  expect(field(kick, 'range')).toBe('↘ ↓ →');
  expect(field(kick, '')).toEqual([
    '. . . . . . .',
    '. . . . . . .',
    '. . . . . . .',
    '. . . o # . .',
    '. . . # # . .',
    '. . . . . . .',
    '. . . . . . .',
  ]);
  expect(field(kick, 'damage')).toContain('half of the own power');
  expect(field(kick, 'learned by')).toMatch(/^akira at level 0/);
  expect(field(kick, 'of enemies')).toBe('tula-han, max-morgan, namcat');
});

test('skills of a character stand by level, and its own are named where one is missing', async () => {
  const own = await records('skills', '--of', 'takahara');
  expect(own.slice(0, 3).map(({ id }) => id)).toEqual(['reppu-seiken-zuki', 'dou-mawashi-kaiten-geri', 'kiai-tame']);
  expect(await refusal('skills', 'low-kick', '--of', 'takahara')).toMatch(/Its own: reppu-seiken-zuki/);
});

test('formations by number and by an enemy in them', async () => {
  const byEnemy = await records('formations', 'odio-mole');
  expect(byEnemy).toEqual(await records('formations', '0xff'));
  // the list prints FF, pages write FFh
  for (const name of ['FF', 'ffh']) expect(await records('formations', name)).toEqual(byEnemy);
  expect(await records('formations', '10h')).toEqual(await records('formations', '16'));
  expect(await refusal('formations', 'AB')).toMatch(/there is no formation AB; .* make enemies of allies/);
  expect(byEnemy.map(({ number, id }) => [number, id])).toEqual([[0xff, 'odio-eye+odio-eye+odio-mole+odio-mouth']]);
});

test('an item, its abnormality in words; labels never touch their values', async () => {
  const [sword] = await records('items', '0x21');
  expect(field(sword, 'abnormality at the start')).toMatch(/^9 \(charm, 魅了\) on /);
  const { out } = await cli(['data', 'items', '0x21']);
  expect(out).toMatch(/\n {2}abnormality at the start {2}9 /);
});

test('a list without a name; a miss shows the nearest', async () => {
  const { out } = await cli(['data', 'characters']);
  expect(out.split('\n')).toContain('10 takahara 高原　日勝');
  expect(await refusal('skills', 'lowkik')).toMatch(/^E_UNKNOWN_ID: .* The nearest: low-kick \(ローキック\)/);
  expect(await refusal('enemys')).toMatch(/^E_OPTION: there is no data on enemys.* Did you mean enemies\?/);
  expect(await refusal('items', 'oil', '--of', 'takahara')).toMatch(/^E_OPTION: --of is for skills/);
  expect(await refusal('formations', '0x1ff')).toMatch(/^E_UNKNOWN_ID: there is no formation 0x1ff/);
});
