/** The page on luck: every command on it prints what stands below it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { runBuilt } from '../fixtures/compile-sources.js';
import { testFolder } from '../fixtures/files.js';
import { cli } from './run-cli.js';

const folder = testFolder();

const PAGE = readFileSync(new URL('../../../docs/LUCK.md', import.meta.url), 'utf8');
const BLOCKS = [...PAGE.matchAll(/```text\n\$ lockstep ([^\n]+)\n(.*?)```/gsu)].map(
  ([, command = '', shown = '']) => [command, shown] as const,
);

/** Words of a command line; quotes hold a word together. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu)].map(([, one, two, three]) => one ?? two ?? three ?? '');
}

test('the page has a block for each verb that it tells of', () => {
  const verbs = new Set(BLOCKS.map(([command]) => command.split(' ')[0]));
  expect([...verbs].sort()).toEqual(['locate', 'odds', 'predict', 'route', 'run', 'seeds']);
});

test.each(BLOCKS)('%s', async (command, shown) => {
  const { out } = await cli(wordsOf(command), { systems: SYSTEMS });
  let from = 0;
  for (const part of shown.split(/^\.\.\.\n/mu)) {
    const at = out.indexOf(part, from);
    expect([at >= 0, part, at >= 0 ? '' : out.slice(from)]).toEqual([true, part, '']);
    from = at + part.length;
  }
});

const CHOICE =
  /^\| `(present-day-[a-z-]+\.toml)` \| (\d+) \| (\d+\.\.\d+) \| ([\d.]+%) \| (\d+\.\.\d+) \| ([\d.]+%) \|$/gmu;
const CHOICES = [...PAGE.matchAll(CHOICE)].map(([, plan = '', commands = '', ...figures]) => ({
  plan,
  commands: Number(commands),
  figures,
}));

test('the page has the first choice of each of the seven battles', () => {
  expect(new Set(CHOICES.map(({ plan }) => plan)).size).toBe(7);
});

const SKILLS = ['reppu-seiken-zuki', 'dou-mawashi-kaiten-geri'];

test.each(CHOICES)('the first choice of $plan has the odds of the page', async ({ plan, commands, figures }) => {
  const text = readFileSync(new URL(`../../../traces/live-a-live/${plan}`, import.meta.url), 'utf8');
  const odds = async (count: number) => {
    const cut = text.replace('policy = "attack"', `policy = "attack"\ncommands = ${count}`);
    const file = folder.write(`choice-${count}-${plan}`, cut);
    return (await cli(['odds', file, '--at', '2'], { systems: SYSTEMS })).out;
  };
  const table = await odds(commands);
  const shown = SKILLS.flatMap((skill) => {
    const row = new RegExp(`^${skill} +[a-z-]+, front +\\S+ +(\\S+) +(\\S+) +\\S+$`, 'mu').exec(table);
    return row?.slice(1) ?? [];
  });
  expect(shown).toEqual(figures);
  const none = `touches nobody from there: ${SKILLS.join(', ')}`;
  if (commands > 1) expect(await odds(commands - 1)).toContain(none);
});

const ROW = /^\| `(present-day-[a-z-]+\.toml)` \| (\d+) of \d+ \| (\d+) \| ([^|]+) \|$/gmu;
const POLICIES = [...PAGE.matchAll(ROW)].map(([, plan = '', hp = '', actions = '', chance = '']) => ({
  plan,
  hp,
  actions,
  chance,
}));
const SEARCH = /```toml\n(.*?)```/su.exec(PAGE)?.[1] ?? '';

test('the page has a policy for each of the seven battles', () => {
  expect(new Set(POLICIES.map(({ plan }) => plan)).size).toBe(7);
});

// the others take twice as long
test.each(POLICIES.filter(({ plan }) => /odie-o|max-morgan|moribe/u.test(plan)))(
  'the policy against the enemy of $plan has the chance of the page',
  ({ plan, hp, actions, chance }) => {
    const text = readFileSync(new URL(`../../../traces/live-a-live/${plan}`, import.meta.url), 'utf8');
    const setup = `[setup]\n${/^formation = .*$/mu.exec(text)?.[0]}\n[[setup.party]]\ncharacter = "takahara"\n`;
    const search = SEARCH.replace('ACTIONS', actions).replace('HP }', `${hp} }`);
    const head = 'plan = 1\nsystem = "live-a-live"\ntitle = "A policy"\n';
    const file = folder.write(plan, head + setup + search);
    const { code, out } = runBuilt(['route', 'search', file]);
    expect([code, out]).toEqual([0, expect.stringContaining(`: chance ${chance}, proven: no policy has more`)]);
  },
);
