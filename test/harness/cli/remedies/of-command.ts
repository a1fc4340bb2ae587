/** Remedies of words of the command line, and of what it asks of a machine. */
import { readFileSync } from 'node:fs';
import { imageOf } from '../../original/settle/settled-image.js';
import { bundled, folder, place, type Remedy, run, type Words } from './row.js';

const BATTLE = bundled('traces/live-a-live/takahara-namcat.toml');
const EXAMPLE = bundled('traces/live-a-live/worked-example.toml');
const DRILL = bundled('traces/homebrew/drill.sfc');
const record = (...words: string[]): Words => [
  'record',
  DRILL,
  '--frames',
  '400',
  '--input',
  folder.write('start.pads', '30 8\n36 0\n'),
  '-o',
  place('recorded-drill.jsonl.gz'),
  ...words,
];

/** A word that is mistyped; the message names the right one. */
function typo(code: string, right: string, words: Words, wrong: string): Remedy {
  return {
    code,
    remedy: `Did you mean ${right}`,
    bad: () => words.map((word) => (word === right ? wrong : word)),
    follow: ({ nearest }, bad) => bad.map((word) => (word === wrong ? nearest() : word)),
  };
}

export const OF_COMMAND: readonly Remedy[] = [
  typo('E_USAGE', 'schema', ['schema', 'plan'], 'shcema'),
  typo('E_SCHEMA_NAME', 'trace-header', ['schema', 'trace-header'], 'trac-header'),
  {
    code: 'E_UNKNOWN_ID',
    remedy: 'The nearest: low-kick',
    bad: () => ['data', 'skills', 'low-kik'],
    follow: ({ line }) => ['data', 'skills', /nearest: (\S+)/u.exec(line)?.[1] ?? ''],
  },
  {
    code: 'E_OPTION',
    remedy: 'Give a decimal or 0x number',
    bad: () => ['predict', '--ap', 'many'],
    follow: () => ['predict', '--ap', '0x1d'],
  },
  {
    code: 'E_EXPORT',
    remedy: 'or --to text',
    bad: () => ['route', 'export', EXAMPLE, '-o', place('route.bk2')],
    follow: (_said, words) => [...words, '--to', 'text'],
  },
  {
    code: 'E_ODDS_NOBODY',
    remedy: 'Give --at a place where an ally may act',
    bad: () => ['odds', bundled('traces/logs/soak-03.jsonl.gz'), '--at', '300'],
    follow: () => ['odds', BATTLE, '--at', '0'],
  },
  {
    code: 'E_LOCATE_NO_DRAWS',
    remedy: 'Name what was seen after a skill or an enemy’s turn',
    bad: () => ['locate', BATTLE, '--saw', '1:record[5].hp=320'],
    follow: () => ['locate', BATTLE, '--saw', '4:record[5].hp=276'],
  },
  {
    code: 'E_FILE_UNREADABLE',
    remedy: 'Check its name',
    bad: () => ['record', place('dril.sfc'), '--core', 'builtin', '--frames', '9', '-o', place('unreadable.jsonl')],
    follow: () => record('--core', 'builtin'),
  },
  {
    code: 'E_CORE_UNKNOWN',
    remedy: 'expected builtin',
    bad: () => record('--core', 'fast'),
    follow: ({ line }, words) => [...words.slice(0, -1), /expected (\w+)/u.exec(line)?.[1] ?? ''],
  },
  {
    code: 'E_CORE_MISSING',
    remedy: 'Give a path, or one of the names builtin',
    bad: () => record('--core', './none.so'),
    follow: ({ line }, words) => [...words.slice(0, -1), /names (\w+)/u.exec(line)?.[1] ?? ''],
  },
  {
    code: 'E_RECORDER_USE',
    remedy: 'Leave it out',
    bad: () => record('--core', 'builtin', '--option', 'a=b'),
    follow: (_said, words) => words.slice(0, -2),
  },
  {
    code: 'E_LIVE_ADDRESS',
    remedy: 'nwa://localhost:',
    bad: () => ['record', '--live', 'localhost', '-o', place('live.jsonl')],
    // nothing listens on port 1: the address is taken, and the next message is about the server
    follow: () => ['record', '--live', 'nwa://localhost:1', '-o', place('live.jsonl')],
    next: 'E_LIVE_CLOSED',
  },
  {
    code: 'E_SETTLED_IMAGE',
    remedy: '`lockstep rom settle IMAGE -o PROFILE`',
    bad: async () => {
      const own = folder.write('settled.sfc', imageOf({ idleActionPoints: 0 }));
      const other = folder.write('settled-other.sfc', imageOf({ idleActionPoints: 10 }));
      await run(['rom', 'settle', own, '--as', 'live-a-live', '-o', place('settled.json')]);
      return ['run', EXAMPLE, '--rom', other, '--force-rom', '--profile', place('settled.json')];
    },
    follow: async ({ advised }, words) => {
      const names: Readonly<Record<string, string>> = { IMAGE: words[3] ?? '', PROFILE: place('settled.json') };
      // the image of the tests is no known dump
      await run([...advised().map((word) => names[word] ?? word), '--as', 'live-a-live']);
      return words;
    },
  },
  {
    code: 'E_TRACE_SETUP',
    remedy: 'Record the log again',
    bad: async () => {
      const plan = folder.write(
        'count.toml',
        'plan = 1\nsystem = "counter"\n[setup]\nstart = 3\n[[do]]\ncommand = "add"\namount = 5\n',
      );
      await run(['run', plan, '-o', place('count.jsonl')]);
      const text = readFileSync(place('count.jsonl'), 'utf8');
      return ['verify', folder.write('count.jsonl', text.replace('"start":3', '"strat":3'))];
    },
    follow: async (_said, words) => {
      await run(['run', place('count.toml'), '-o', place('count.jsonl')]);
      return words;
    },
  },
];
