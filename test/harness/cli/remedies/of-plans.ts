/** Remedies of plans, and of what the command line names in them. */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { bundled, copied, edited, fileRow, folder, place, type Remedy, run } from './row.js';

const PLAN = `plan = 1
system = "counter"
[[do]]
label = "first"
command = "add"
amount = 5
[[expect]]
after = "first"
cells = { total = 5 }
`;
const BATTLE = 'traces/live-a-live/takahara-namcat.toml';
const GUIDE = 'traces/srpg-movement/guide.toml';

/** A plan in which one piece of text is wrong, and what the message names in its place. */
function typo(code: string, name: string, right: string, wrong: string): Remedy {
  return {
    code,
    remedy: `Did you mean ${right.split('"').at(-1)}`,
    bad: () => ['run', folder.write(name, PLAN.replace(right, wrong))],
    follow: ({ nearest }, words) => {
      edited(place(name), wrong.split('"').at(-1) ?? '', nearest());
      return words;
    },
  };
}

/** A plan that is wrong in one place, and right after the named change. */
function change(code: string, remedy: string, from: string, to: string): Remedy {
  const bad = PLAN.replace(from, to);
  return fileRow(code, remedy, { name: `${code}.toml`, bad, good: PLAN }, (file) => ['run', file]);
}

/** A copy of a bundled plan with one change. */
function changed(source: string, as: string, from: string, to: string): string {
  copied(source, as);
  return edited(place(as), from, to);
}

const TEXTS: readonly Remedy[] = [
  typo('E_PLAN_CELL', 'cell.toml', 'total', 'totl'),
  typo('E_PLAN_COMMAND', 'command.toml', 'add', 'ad'),
  typo('E_PLAN_LABEL', 'label.toml', 'after = "first', 'after = "frst'),
  typo('E_SYSTEM', 'system.toml', 'counter', 'conter'),
  change('E_PLAN_TOML', 'orrect the TOML there', 'system = "counter"', 'system = "counter'),
  change('E_PLAN_VALUE', 'whole numbers', 'amount = 5', 'amount = 5.5'),
  change('E_PLAN_VERSION', 'expected 1', 'plan = 1', 'plan = 2'),
  {
    code: 'E_PLAN_SCHEMA',
    remedy: 'Did you mean title',
    bad: () => ['run', folder.write('key.toml', `titel = "a"\n${PLAN}`)],
    follow: ({ nearest }, words) => {
      edited(place('key.toml'), 'titel', nearest());
      return words;
    },
  },
  {
    code: 'E_SWITCH',
    remedy: 'Did you mean wrap',
    bad: () => ['run', folder.write('switch.toml', `${PLAN}[ruleset]\nname = "mine"\nswitches = { warp = "clamp" }\n`)],
    follow: ({ nearest }, words) => {
      edited(place('switch.toml'), 'warp', nearest());
      return words;
    },
  },
  {
    code: 'E_PLAN_REJECTED',
    remedy: 'or expect it with error = "E_RANGE"',
    bad: () => ['run', folder.write('rejected.toml', `${PLAN}[[do]]\ncommand = "add"\namount = 101\n`)],
    follow: ({ line }, words) => {
      const [error = ''] = /error = "[^"]+"/u.exec(line) ?? [];
      edited(place('rejected.toml'), 'amount = 101', `amount = 101\n${error}`);
      return words;
    },
  },
  {
    code: 'E_PLAN_SETUP',
    remedy: 'Did you mean formation',
    bad: () => ['run', changed(BATTLE, 'setup.toml', 'formation =', 'formaton =')],
    follow: ({ nearest }, words) => {
      edited(place('setup.toml'), 'formaton', nearest());
      return words;
    },
  },
  {
    code: 'E_PLAN_QUERY',
    remedy: 'Add a [query] table',
    bad: () => ['run', folder.write('query.toml', PLAN), '--odds'],
    follow: (_said, words) => {
      folder.write('query.toml', `${PLAN}[query]\ndice = 2\n`);
      return words;
    },
  },
  {
    code: 'E_PLAN_SEARCH',
    remedy: 'Add a [search] table with moves and a goal',
    bad: () => {
      const text = readFileSync(bundled(GUIDE), 'utf8');
      return ['route', 'search', folder.write('search.toml', text.slice(0, text.indexOf('[search]')))];
    },
    follow: (_said, words) => {
      copyFileSync(bundled(GUIDE), place('search.toml'));
      return words;
    },
  },
  {
    code: 'E_PLAN_SYSTEM',
    remedy: 'takes the system from the plan',
    bad: () => ['run', 'ticker', folder.write('other-system.toml', PLAN)],
    follow: ({ advised }) => advised(),
  },
  {
    code: 'E_CAPABILITY',
    remedy: 'Leave --odds out',
    bad: () => ['run', bundled(BATTLE), '--odds'],
    follow: (_said, words) => words.slice(0, -1),
  },
];

const BRANCHES: readonly Remedy[] = [
  {
    code: 'E_BRANCH_FILE',
    remedy: 'Make one with `lockstep route branch fork`',
    bad: () => ['route', 'branch', 'list', copied(GUIDE, 'forked.toml')],
    follow: async ({ advised }, [, , , file = '']) => {
      await run([...advised(), file, '--at', '1', '--name', 'mine', '-o', place('mine.toml')]);
      return ['route', 'branch', 'list', place('mine.toml')];
    },
  },
  {
    code: 'E_BRANCH',
    remedy: 'Did you mean mine',
    bad: async () => {
      const file = copied(GUIDE, 'named.toml');
      await run(['route', 'branch', 'fork', file, '--at', '1', '--name', 'mine', '-o', place('named-lines.toml')]);
      return ['route', 'branch', 'change', `${place('named-lines.toml')}#mien`, '--rename', 'yours'];
    },
    follow: ({ nearest }, words) => words.map((word) => word.replace('mien', nearest())),
  },
];

const SEARCHES: readonly Remedy[] = [
  {
    code: 'E_CHECKPOINT',
    remedy: 'or remove it',
    bad: () => ['route', 'search', bundled(GUIDE), '--checkpoint', folder.write('old.checkpoint', 'old')],
    follow: (_said, words) => [...words.slice(0, -1), place('new.checkpoint')],
  },
  {
    code: 'E_CERTIFICATE',
    remedy: 'Copy it again',
    bad: async () => {
      await run(['route', 'search', bundled(GUIDE), '--certificate', place('whole.jsonl')]);
      const lines = readFileSync(place('whole.jsonl'), 'utf8').split('\n');
      return ['route', 'check', folder.write('cut-proof.jsonl', `${lines.slice(0, -2).join('\n')}\n`)];
    },
    follow: (_said, words) => {
      copyFileSync(place('whole.jsonl'), place('cut-proof.jsonl'));
      return words;
    },
  },
  {
    code: 'E_JOB',
    remedy: 'Make one with route search --split',
    bad: () => {
      mkdirSync(place('jobs'), { recursive: true });
      return ['route', 'search', bundled(GUIDE), '--join', place('jobs')];
    },
    follow: async (_said, words) => {
      await run(['route', 'search', bundled(GUIDE), '--split', '1', '--jobs', place('jobs')]);
      await run(['route', 'search', bundled(GUIDE), '--job', place('jobs/1.job.json')]);
      return words;
    },
  },
];

export const OF_PLANS: readonly Remedy[] = [...TEXTS, ...BRANCHES, ...SEARCHES];
