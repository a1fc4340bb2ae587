/** What the page is given, against the timeline it was taken from. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readCell } from '../../../../core/system/battle.js';
import type { CellDeclaration } from '../../../../core/system/system.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { gaugesOf } from '../../../../harness/play/entry-view/entry-facts.js';
import { openTimeline } from '../../../../harness/play/timeline/create-timeline.js';
import { frameOf, numberText, placeOf, START, valueAt } from '../../../../harness/views/parts/steps.js';
import { collectLine, MAX_DETAILS, oddsOf } from '../../../../harness/views/report/collect.js';
import type { ReportData } from '../../../../harness/views/report/data.js';
import { pageOf } from '../../../../harness/views/report/write.js';

import { cli } from '../../cli/run-cli.js';

const traces = (name: string): string => fileURLToPath(new URL(`../../../../traces/${name}`, import.meta.url));
const open = (name: string) => openTimeline(traces(name), { systems: SYSTEMS });

test('every gauge has the value of the state, at every place', async () => {
  const timeline = await open('logs/worked-example.jsonl.gz');
  const line = await collectLine(timeline, 'x');
  const gauges = gaugesOf(timeline);
  expect(line.gauges).toHaveLength(gauges.length);
  for (let at = 0; at <= line.length; at += 1) {
    const image = timeline.state(at);
    const expected = gauges.map(([, cell]) => readCell(image, cell));
    expect(line.gauges.map((gauge) => valueAt(gauge, at))).toEqual(expected);
    expect(frameOf(line, at)).toBe(timeline.frameOf(at));
    expect(placeOf(line, timeline.frameOf(at))).toBe(at);
  }
});

test.each([
  // a plan of the frame, whose first frame is 0; one by commands, whose start is frame 0; a log
  ['live-a-live/namcat.toml', '0'],
  ['live-a-live/takahara-namcat.toml', '1'],
  ['logs/overflow.jsonl.gz', undefined],
])('%s: the start has no number, and the first entry that of its log', async (name, first) => {
  const timeline = await open(name);
  const line = await collectLine(timeline, 'x');
  expect(numberText(line, frameOf(line, 0))).toBe(START);
  expect(numberText(line, frameOf(line, 1))).toBe(first ?? String(timeline.frameOf(1)));
  expect(line.rows.entries.every((number) => number >= 0)).toBe(true);
});

test('a battle played by commands is counted in frames, and what enemies do in a wait has its frame', async () => {
  const timeline = await open('live-a-live/takahara-namcat.toml');
  const line = await collectLine(timeline, 'x');
  const { places, entries, told } = line.rows;
  expect([line.unit, line.entryUnit]).toEqual(['frame', 'command']);
  // the battle's own count of its frames
  expect(frameOf(line, line.length)).toBe(timeline.system.capabilities.planning?.frames?.(timeline.battle));
  // a row for each command, at a frame of that command
  expect(entries.filter((number) => number > 0)).toEqual(Array.from({ length: timeline.length() }, (_, at) => at + 1));
  for (let entry = 1; entry <= timeline.length(); entry++) {
    const own = Array.from({ length: line.length }, (_, at) => at + 1).filter(
      (at) => line.entryAt !== undefined && valueAt(line.entryAt, at) === entry,
    );
    const image = timeline.state(entry);
    const expected = gaugesOf(timeline).map(([, cell]) => readCell(image, cell));
    expect(line.gauges.map((gauge) => valueAt(gauge, own.at(-1) ?? 0))).toEqual(expected);
    const sentences = timeline.entry(entry).told.filter(({ kind }) => kind !== 'nothing' && kind !== 'next');
    const rows = places.flatMap((at, index) =>
      own.includes(at) ? (line.texts[told[index] ?? 0] ?? '').split('\n') : [],
    );
    expect(rows.filter((text) => text !== '')).toEqual(sentences.map(({ sentence }) => sentence));
  }
});

test('a row that the rules refuse says with which error, as the plan expects it', async () => {
  const timeline = await open('holy-grail-war/turn.toml');
  const { rows, texts } = await collectLine(timeline, 'x');
  const told = rows.told.map((text) => texts[text] ?? '').filter((text) => text.includes('rejected'));
  const expected = [...readFileSync(traces('holy-grail-war/turn.toml'), 'utf8').matchAll(/^error = "(\w+)"$/gmu)];
  expect(expected).toHaveLength(3);
  expect(told.map((text) => text.split(': ')[0])).toEqual(expected.map(([, code]) => `rejected with ${code}`));
  // the meaning of the first one, from the table of the system's errors
  expect(told[0]).toMatch(/^rejected with \w+: [a-z].* [a-z]/u);
});

test('every cell that changed has its value, and every change its place', async () => {
  const timeline = await open('logs/worked-example.jsonl.gz');
  const line = await collectLine(timeline, 'x');
  const declared = new Map(timeline.cells.cells.map((cell) => [cell.name, cell]));
  const collected = new Set([...line.gauges, ...line.cells].map(({ name }) => name));
  const before = timeline.state(0).slice();
  for (let at = 1; at <= line.length; at++) {
    const image = timeline.state(at);
    for (const { name, places, values } of line.cells) {
      expect(valueAt({ places, values }, at)).toBe(readCell(image, declared.get(name) as CellDeclaration));
    }
    for (const [name, cell] of declared) {
      if (cell.scratch === true || cell.passive === true) continue;
      if (readCell(image, cell) !== readCell(before, cell)) expect(collected).toContain(name);
    }
    before.set(image);
  }
});

test('the head says that a log holds, and where one differs', async () => {
  const equal = await open('logs/worked-example.jsonl.gz');
  const { head } = await collectLine(equal, 'x');
  expect([head.holds, head.verdict]).toEqual([true, `holds: ${equal.length()} frames as recorded`]);
  expect(head.facts.map(([label]) => label)).toEqual(expect.arrayContaining(['emulator', 'ruleset']));
  const wrong = fileURLToPath(new URL('../../../fixtures/rom-M511.jsonl.gz', import.meta.url));
  const timeline = await openTimeline(wrong, { systems: SYSTEMS });
  const differing = await collectLine(timeline, 'x');
  const first = timeline.frameOf(timeline.differences[0]?.at ?? 0);
  expect(differing.head.holds).toBe(false);
  expect(differing.head.verdict).toMatch(new RegExp(`^differs at frame ${first}: `, 'u'));
});

test('a long line holds the calls of what differs only, and says how many are left out', async () => {
  const line = await collectLine(await open('logs/overflow.jsonl.gz'), 'x');
  const changed = new Set([...line.gauges, ...line.cells].flatMap(({ places }) => places.filter((at) => at > 0)));
  expect(line.details.length + line.detailsLeftOut).toBe(changed.size);
  expect(changed.size > MAX_DETAILS ? line.details : line.detailsLeftOut).toEqual(changed.size > MAX_DETAILS ? [] : 0);
});

test('the wrap of the recorded overflow is a wrap, and the only one', async () => {
  const timeline = await open('logs/overflow.jsonl.gz');
  const line = await collectLine(timeline, 'x');
  const [points] = line.gauges.filter((gauge) => gauge.role === 'points');
  expect(points?.wraps.map((at) => timeline.frameOf(at))).toEqual([2406]);
});

test('text of files is shown as text and never as markup', () => {
  const evil = '</script><img src=x onerror="alert(1)"><!--';
  const data: ReportData = { title: evil, lines: [] };
  const page = pageOf(data);
  expect(page).not.toContain('<img');
  expect(page.match(/<\/script>/gu)).toHaveLength(2);
  const packed = /id="data">([^<]*)</u.exec(page)?.[1] ?? '';
  expect(JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8'))).toEqual(data);
  expect(pageOf(data)).toBe(page);
});

test('odds keep their exact fractions', () => {
  const odds = oddsOf({ outcomes: ['damage'], rows: [{ values: [1], numerator: '1' }], denominator: '3' });
  expect(odds.rows).toEqual([{ label: '1', fraction: '1/3', part: 0.333333333 }]);
});

test('a branch beside its recording, from one file or from two, has the place where they part marked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-report-'));
  try {
    const book = join(folder, 'branches.toml');
    const run = async (...words: string[]): Promise<string> => {
      const { code, out, err } = await cli(words, { systems: SYSTEMS });
      expect([words, code, err]).toEqual([words, 0, '']);
      return out;
    };
    await run(
      'route',
      'branch',
      'fork',
      traces('logs/overflow.jsonl.gz'),
      '--at',
      '2403',
      '--name',
      '<b>early</b>',
      '-o',
      book,
    );
    await run('route', 'branch', 'change', book, '--at', '2404', '--input', '0000');
    const page = join(folder, 'page.html');
    const lines = async (...files: string[]): Promise<ReportData['lines']> => {
      await run('report', ...files, '-o', page);
      const text = readFileSync(page, 'utf8');
      expect(text).not.toContain('<b>early');
      const packed = /id="data">([^<]*)</u.exec(text)?.[1] ?? '';
      return (JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as ReportData).lines;
    };
    const [recording, branch, ...rest] = await lines(book);
    expect(rest).toEqual([]);
    expect(recording?.differences).toEqual([]);
    const [difference, ...others] = branch?.differences ?? [];
    expect(others).toEqual([]);
    expect(frameOf(branch as ReportData['lines'][number], difference?.at ?? 0)).toBe(2404);
    expect(difference?.text.join('\n')).toContain('actionPoints: branch 65016, recorded 65044');
    // the same branch, beside another recording of the same battle
    const [, second] = await lines(traces('logs/overflow-accuracy.jsonl.gz'), `${book}#<b>early</b>`);
    expect(second?.differences.map(({ at }) => at)).toEqual([difference?.at]);
    // another system is beside it without a mark
    const [, other] = await lines(
      book.replace('branches.toml', 'branches.toml#recording'),
      traces('kurogane-engage/guide.toml'),
    );
    expect(other?.differences).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a log that ends early has a page with the place of its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-report-'));
  try {
    const text = gunzipSync(readFileSync(traces('logs/worked-example.jsonl.gz'))).toString('utf8');
    const file = join(folder, 'cut.jsonl');
    writeFileSync(file, `${text.split('\n').slice(0, 101).join('\n')}\n`);
    const timeline = await openTimeline(file, { systems: SYSTEMS });
    const line = await collectLine(timeline, 'cut');
    expect([line.endsEarly, line.length]).toEqual(['the log has no footer: its recording was cut', 100]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a page never overwrites what it is made of, also when a branch of it is named', async () => {
  const log = traces('logs/worked-example.jsonl.gz');
  for (const given of [log, `${log}#x`]) {
    expect((await cli(['report', given, '-o', log], { systems: SYSTEMS })).err).toMatch(/^E_OUTPUT_IS_INPUT/);
  }
});

test('the page of a plan has the title of the plan, that of a log its file', async () => {
  const own = mkdtempSync(join(tmpdir(), 'lockstep-title-'));
  try {
    const page = join(own, 'page.html');
    for (const [file, title] of [
      ['live-a-live/worked-example.toml', 'The worked example'],
      ['logs/worked-example.jsonl.gz', 'worked-example.jsonl.gz'],
    ] as const) {
      expect((await cli(['report', traces(file), '-o', page], { systems: SYSTEMS })).code).toBe(0);
      expect(/<title>([^<]*)/u.exec(readFileSync(page, 'utf8'))?.[1]).toBe(title);
    }
  } finally {
    rmSync(own, { recursive: true });
  }
});
