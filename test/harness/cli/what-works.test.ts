/** The table of what works for which system: each cell is tried with a bundled plan. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { testFolder } from '../fixtures/files.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const PAGE = readFileSync(join(packageRoot(), 'docs/systems/README.md'), 'utf8');

/** A plan with commands, one with a search, one with a query. */
interface Samples {
  readonly plan: string;
  readonly search: string;
  readonly query: string;
}

const same = (plan: string): Samples => ({ plan, search: plan, query: plan });
const SAMPLES: Readonly<Record<string, Samples>> = {
  'live-a-live': { ...same('live-a-live/worked-example'), search: 'live-a-live/overflow-search' },
  'live-a-live-battle': {
    ...same('live-a-live/takahara-namcat'),
    search: 'live-a-live/takahara-namcat-opening',
  },
  fftcg: { ...same('fftcg/x1'), search: 'fftcg/search-break' },
  'srpg-movement': same('srpg-movement/guide'),
  'kurogane-engage': { ...same('kurogane-engage/guide'), search: 'kurogane-engage/search-order' },
  'holy-grail-war': { ...same('holy-grail-war/turn'), query: 'holy-grail-war/w5-few-points' },
};

/** The command line of a row, for a plan of a system. */
const COMMANDS: Readonly<Record<string, (samples: Samples, file: string) => readonly string[]>> = {
  '`run`': ({ plan }) => ['run', plan, '--tell'],
  '`step`': ({ plan }) => ['step', plan, '--print'],
  '`report`': ({ plan }, file) => ['report', plan, '-o', `${file}.html`],
  '`compare`': ({ plan }) => ['compare', plan, plan],
  '`plan`': ({ plan }, file) => ['plan', plan, '-o', `${file}-page.html`],
  '`predict`': ({ plan }) => ['predict', plan],
  '`route verify`': ({ plan }) => ['route', 'verify', plan],
  '`route branch`': ({ plan }, file) => ['route', 'branch', 'fork', plan, '-o', `${file}.toml`, '--name', 'x'],
  '`route search`': ({ search }) => ['route', 'search', search],
  '`odds`': ({ plan }) => ['odds', plan],
  '`seeds`': ({ plan }) => ['seeds', plan],
  '`run --odds`': ({ query }) => ['run', query, '--odds'],
};

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
    const { plan = '', search = '', query = '' } = SAMPLES[id] ?? {};
    const path = (name: string): string => join(packageRoot(), 'traces', `${name}.toml`);
    const samples = { plan: path(plan), search: path(search), query: path(query) };
    const file = join(folder.path, `${id}-${Object.keys(COMMANDS).indexOf(verb)}`);
    const { code, err } = await cli(COMMANDS[verb]?.(samples, file) ?? [], { systems: SYSTEMS });
    // some verbs say beside their result that the plan holds
    if (said === 'yes') expect([code, code === 0 ? '' : err]).toEqual([0, '']);
    else {
      expect(said).toBe('no');
      expect([code, err.split(' ')[0]?.replace(':', '')]).toEqual([2, 'E_CAPABILITY']);
    }
  });
});
