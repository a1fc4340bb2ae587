/** The table of what works for which system: each cell is tried with a bundled plan. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { testFolder } from '../fixtures/files.js';
import { lineOf, move, open, serve } from '../views/debug/client.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const PAGE = readFileSync(join(packageRoot(), 'docs/systems/README.md'), 'utf8');

/** A plan with commands, one with a search, one with a query. */
interface Samples {
  readonly plan: string;
  readonly search: string;
  readonly query: string;
  /** Of `locate`: something that was seen. */
  readonly seen: string;
}

const same = (plan: string): Samples => ({ plan, search: plan, query: plan, seen: '1:nothing = 0' });
const SAMPLES: Readonly<Record<string, Samples>> = {
  'live-a-live': { ...same('live-a-live/worked-example'), search: 'live-a-live/overflow-search' },
  'live-a-live-battle': {
    ...same('live-a-live/takahara-namcat'),
    search: 'live-a-live/takahara-namcat-opening',
    seen: '4:record[5].hp=276',
  },
  fftcg: { ...same('fftcg/x1'), search: 'fftcg/search-break' },
  'srpg-movement': same('srpg-movement/guide'),
  'kurogane-engage': { ...same('kurogane-engage/guide'), search: 'kurogane-engage/search-order' },
  'holy-grail-war': { ...same('holy-grail-war/turn'), query: 'holy-grail-war/w5-few-points' },
};

type Lines = readonly (readonly string[])[];

const fork = (plan: string, file: string): readonly string[] => [
  ...['route', 'branch', 'fork', plan],
  ...['-o', `${file}.toml`, '--name', 'x'],
];

/** The command lines of a row, for a plan of a system; those before the last one make its files. */
const COMMANDS: Readonly<Record<string, (samples: Samples, file: string) => Lines>> = {
  '`run`': ({ plan }) => [['run', plan, '--tell']],
  '`step`': ({ plan }) => [['step', plan, '--print']],
  '`report`': ({ plan }, file) => [['report', plan, '-o', `${file}.html`]],
  '`compare`': ({ plan }) => [['compare', plan, plan]],
  '`plan`': ({ plan }, file) => [['plan', plan, '-o', `${file}-page.html`]],
  // an editor is the client: below
  '`debug`': () => [],
  '`verify`': ({ plan }, file) => [
    ['run', plan, '-o', `${file}.jsonl`],
    ['verify', `${file}.jsonl`],
  ],
  '`predict`': ({ plan }) => [['predict', plan]],
  '`route verify`': ({ plan }) => [['route', 'verify', plan]],
  '`route branch`': ({ plan }, file) => [fork(plan, file)],
  '`route branch export`': ({ plan }, file) => [
    fork(plan, file),
    ['route', 'branch', 'export', `${file}.toml#x`, '-o', `${file}-made.toml`],
    ['run', `${file}-made.toml`],
  ],
  '`route export`': ({ plan }, file) => [['route', 'export', plan, '-o', `${file}.txt`]],
  '`route search`': ({ search }) => [['route', 'search', search]],
  '`odds`': ({ plan }) => [['odds', plan]],
  '`seeds`': ({ plan }) => [['seeds', plan]],
  '`locate`': ({ plan, seen }) => [['locate', plan, '--saw', seen]],
  '`explain`': ({ plan }, file) => [
    ['run', plan, '-o', `${file}.jsonl`],
    ['explain', `${file}.jsonl`],
  ],
  '`run --odds`': ({ query }) => [['run', query, '--odds']],
  '`run --judge`': ({ plan }) => [['run', plan, '--judge']],
  '`predict --sheet`': ({ plan }) => [['predict', plan, '--sheet', 'all']],
};

const JAPANESE_LETTER = /[\u3040-\u30ff\u4e00-\u9fff]/u;
/** What a verb answers without a word of the battle: a verdict, counts of commands and cells, or the name of a file. */
const WITHOUT_WORDS = ['`compare`', '`report`', '`plan`', '`explain`', '`route branch export`'];

/** An editor opens the plan, steps forwards and back, and leaves. */
async function debugged(plan: string): Promise<void> {
  const served = await serve();
  const client = await open(served.port, plan);
  await move(client, 'next');
  await move(client, 'stepBack');
  expect(await lineOf(client)).toBeGreaterThanOrEqual(0);
  await client.stop();
  served.server.close();
}

const rows = [...PAGE.matchAll(/^\| (`[^|]+`) \|[^|]*\|(.*)\|$/gmu)].map(([, verb = '', cells = '']) => ({
  verb,
  cells: cells.split('|').map((cell) => cell.trim()),
}));
const heads = (/^\| verb \|[^|]*\|(.*)\|$/mu.exec(PAGE)?.[1] ?? '').split('|').map((head) => head.trim());

test('the table has every verb of the list, and every system with plans', () => {
  expect(rows.map(({ verb }) => verb)).toEqual(Object.keys(COMMANDS));
  expect(heads).toEqual(Object.keys(SAMPLES).map((id) => `\`${id}\``));
});

describe.each(rows)('$verb', ({ verb, cells }) => {
  test.each(heads.map((head, column) => [head.slice(1, -1), cells[column] ?? '']))('%s: %s', async (id, said) => {
    const { plan = '', search = '', query = '', seen = '' } = SAMPLES[id] ?? {};
    const path = (name: string): string => join(packageRoot(), 'traces', `${name}.toml`);
    const samples = { plan: path(plan), search: path(search), query: path(query), seen };
    const file = join(folder.path, `${id}-${Object.keys(COMMANDS).indexOf(verb)}`);
    if (verb === '`debug`') return await debugged(samples.plan);
    let [code, err] = [0, ''];
    for (const words of COMMANDS[verb]?.(samples, file) ?? []) {
      expect([code, err]).toEqual([0, '']);
      ({ code, err } = await cli(words, { systems: SYSTEMS }));
      if (code === 0) err = '';
    }
    // some verbs say beside their result that the plan holds
    if (said === 'yes') expect([code, err]).toEqual([0, '']);
    else {
      expect(said).toBe('no');
      const refusal = verb === '`explain`' ? 'E_EXPLAIN_SYSTEM' : 'E_CAPABILITY';
      expect([code, err.split(' ')[0]?.replace(':', '')]).toEqual([2, refusal]);
    }
  });
});

describe.each(Object.keys(SAMPLES))('--names ja: %s', (id) => {
  const { plan = '', search = '', query = '', seen = '' } = SAMPLES[id] ?? {};
  const path = (name: string): string => join(packageRoot(), 'traces', `${name}.toml`);
  const samples = { plan: path(plan), search: path(search), query: path(query), seen };

  test.each(Object.keys(COMMANDS).filter((verb) => verb !== '`debug`'))(
    '%s is in Japanese or refuses it',
    async (verb) => {
      const lines =
        COMMANDS[verb]?.(samples, join(folder.path, `${id}-names-${Object.keys(COMMANDS).indexOf(verb)}`)) ?? [];
      for (const words of lines.slice(0, -1)) await cli(words, { systems: SYSTEMS });
      const last = lines.at(-1) ?? [];
      const more = { '`route verify`': ['--tell'], '`step`': ['--at', '1'] };
      const told = [...last, ...(more[verb as keyof typeof more] ?? [])];
      const english = await cli(told, { systems: SYSTEMS });
      const japanese = await cli([...told, '--names', 'ja'], { systems: SYSTEMS });
      if (english.code === 2) return expect(japanese.code).toBe(2);
      if (japanese.code === 2) {
        expect(japanese.err).toMatch(/^E_USAGE: unknown option '--names'[^\n]*\n$/u);
        return;
      }
      expect(japanese.code).toBe(english.code);
      const isEmpty = english.out.includes('nothing is foretold there');
      if (japanese.out === english.out && (isEmpty || WITHOUT_WORDS.includes(verb))) return;
      expect(japanese.out).not.toBe(english.out);
      expect(japanese.out).toMatch(JAPANESE_LETTER);
    },
  );

  test('no sentence of `run --tell` stays as it is in English', async () => {
    const sentences = async (language: string): Promise<readonly string[]> => {
      const { out } = await cli(['run', samples.plan, '--tell', '--names', language], { systems: SYSTEMS });
      return (out.split(/^ {2}depends on/mu)[0] ?? '').split('\n').filter((line) => line.startsWith('  '));
    };
    const [english, japanese] = [await sentences('en'), await sentences('ja')];
    expect(japanese.length).toBe(english.length);
    expect(japanese.filter((line) => !JAPANESE_LETTER.test(line))).toEqual([]);
  });
});
