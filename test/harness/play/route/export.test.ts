/** `route export`: the pad words of a plan in every form, and gaps where nobody knows them. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { readMovieFile, rowsOfPadInput } from '../../../../harness/files/movies/read-movie.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const traces = fileURLToPath(new URL('../../../../traces/', import.meta.url));
const script = `${traces}homebrew/scripts/overflow.txt`;
const exported = (...words: string[]) => cli(['route', 'export', ...words], { systems: SYSTEMS });
const [START, SELECT, L, R, A] = [0x8, 0x4, 0x400, 0x800, 0x100];

/** The masks as `count x mask`. */
function runs(masks: Uint16Array): string[] {
  const out: string[] = [];
  let count = 0;
  masks.forEach((mask, row) => {
    count++;
    if (masks[row + 1] === mask) return;
    out.push(`${count} x ${mask.toString(16)}`);
    count = 0;
  });
  return out;
}

/** The plan by hand: lead up to frame 60, Start held in the log's frame 61, area, 1,118 R, 1,205 L, the skill and its frame. */
const OVERFLOW = [
  '60 x 0',
  `2 x ${START.toString(16)}`,
  `1 x ${(START | SELECT).toString(16)}`,
  `1118 x ${R.toString(16)}`,
  `1205 x ${L.toString(16)}`,
  `1 x ${A.toString(16)}`,
  '1 x 0',
];

test('a movie and a pad script hold the rows of lead, log and plan', async () => {
  const lead = folder.write('lead.txt', '0 000\n60 008\n64 000\n');
  for (const name of ['o.bk2', 'o.lsmv', 'o.pads']) {
    const file = `${folder.path}/${name}`;
    const form = name.endsWith('.pads') ? ['--to', 'pads'] : [];
    const run = await exported(`${traces}live-a-live/overflow.toml`, '-o', file, '--lead', lead, ...form);
    expect([run.code, run.err]).toEqual([0, '']);
    const rows = rowsOfPadInput(file);
    // a pad script has no rows behind its last change
    const wanted = name === 'o.pads' ? OVERFLOW.slice(0, -1) : OVERFLOW;
    expect(runs(rows), name).toEqual(wanted);
  }
});

test('frames that the log does not hold are a gap, and a movie without input for the gap is refused', async () => {
  const file = `${folder.path}/gap.txt`;
  const run = await exported(`${traces}live-a-live/overflow.toml`, '-o', file);
  expect([run.code, run.err]).toEqual([0, '']);
  expect(run.out).toContain('gap: 61 frames, 0 to 60');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('# gap: 61 frames, 0 to 60');
  expect(text).toMatch(/\[Markers\]\n62\topenArea\n63\tareaTurn right presses=1118\n1181\tin the window: .*\n2386\t/);
  expect(text.match(/^\|\.\.\|.{12}\|$/gm)).toHaveLength(2327);
  const movie = `${folder.path}/gap.bk2`;
  const refused = await exported(`${traces}live-a-live/overflow.toml`, '-o', movie);
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/^E_EXPORT .*--lead/);
  expect(existsSync(movie)).toBe(false);
});

test('commands of a played battle are gaps, each with its name', async () => {
  const file = `${folder.path}/played.txt`;
  const run = await exported(`${traces}live-a-live/takahara-namcat.toml`, '-o', file, '--lead', script);
  expect([run.code, run.err]).toEqual([0, '']);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('# gap: from frame 2406 on, of unknown length: up: move x=5 y=3');
  expect(text.match(/^# gap: /gm)).toHaveLength(13);
  expect(text.match(/^\|/gm)).toHaveLength(2406);
});

test('every command of a played battle is a labelled place in a movie: a subtitle, a marker of a project, a remark', async () => {
  const plan = `${traces}live-a-live/takahara-namcat.toml`;
  // the plan's own commands, by its labels and lines
  const names = ['up: move x=5 y=3', 'three to the left: move x=2 y=3', 'within reach: move x=1 y=3 frames=0'];
  for (const form of ['bk2', 'tasproj', 'lsmv']) {
    const file = `${folder.path}/places.${form}`;
    const run = await exported(plan, '-o', file, '--lead', script);
    expect([run.code, run.err], form).toEqual([0, '']);
    expect(run.out).toContain('places alone: 13 commands behind the first gap, by name, an empty row each');
    const movie = readMovieFile(file);
    const first = movie.input.frames - 13;
    expect(movie.input.frames, form).toBe(2406 + 13 + (form === 'lsmv' ? -1 : 0));
    if (form === 'tasproj') expect(movie.format).toBe('tasproj');
    const shown = form === 'tasproj' ? movie.markers : movie.subtitles;
    const places = shown.filter(({ text }) => text.startsWith('place only: '));
    expect(
      places.map(({ frame }) => frame),
      form,
    ).toEqual(Array.from({ length: 13 }, (_, index) => first + index));
    expect(places.slice(0, 3).map(({ text }) => text)).toEqual(names.map((name) => `place only: ${name}`));
    expect([...movie.input.pads.flatMap((pad) => [...pad.slice(first)])].every((mask) => mask === 0)).toBe(true);
  }
  const pads = `${folder.path}/places.pads`;
  await exported(plan, '-o', pads, '--to', 'pads', '--lead', script);
  expect(readFileSync(pads, 'utf8').match(/^# behind the gap: /gmu)).toHaveLength(13);
});

test('a lead that pressed something else than the log is refused', async () => {
  const other = folder.write('other.txt', '0 000\n70 000\n');
  const run = await exported(`${traces}live-a-live/overflow.toml`, '-o', `${folder.path}/x.bk2`, '--lead', other);
  expect(run.code).toBe(2);
  expect(run.err).toMatch(/^E_EXPORT .* in frame 61; found 0; expected 8/);
});

test('a plan that does not hold is not exported', async () => {
  const text = readFileSync(`${traces}live-a-live/overflow.toml`, 'utf8').replaceAll('"../', `"${traces}`);
  const broken = folder.write('broken.toml', text.replace('presses = 1205', 'presses = 1204'));
  const run = await exported(broken, '-o', `${folder.path}/broken.bk2`, '--lead', script);
  expect(run.code).toBe(1);
  expect(run.out).toContain('expected 65044, got 65016; nothing is written');
  expect(existsSync(`${folder.path}/broken.bk2`)).toBe(false);
});

test('a plan of a system without frames is refused', async () => {
  const run = await exported(`${traces}srpg-movement/guide.toml`, '-o', `${folder.path}/x.txt`);
  expect(run.code).toBe(2);
  expect(run.err).toMatch(/^E_CAPABILITY .*no frames/);
});
