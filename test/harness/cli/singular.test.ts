/** Counts of one: no output of a verb says "1 frames". Logs of one frame, plans of one command, battles of one cell. */
import { describe, expect, test } from 'vitest';
import { rowLines, sealed, somePads, tickerHeader, tickerMap, tickerRows } from '../fixtures/ticker-log.js';
import { bundled, folder, place, run, type Words } from './remedies/row.js';

/** Words that follow a number and end with an s without being a plural. */
const NO_PLURAL =
  /^(?:is|was|has|does|ms|ns|ps|passes|holds|differs|as|s|costs|takes|needs|acts|lies|less|plus|minus)$/u;

/** Every "1 frames" of a text. */
function pluralsOfOne(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\d.,/-])\b1 ([a-z]+s)\b/gu)].flatMap(([found, noun = '']) =>
    NO_PLURAL.test(noun) ? [] : [found],
  );
}

const ONE = sealed(tickerHeader(), rowLines(tickerRows(somePads(1))));
const CUT = ONE.slice(0, ONE.lastIndexOf('{"end"'));
const COUNTER = `plan = 1
system = "counter"
[[do]]
command = "add"
amount = 5
[[expect]]
cells = { total = 5 }
`;
const BATTLE = `plan = 1
system = "live-a-live-battle"
[setup]
formation = 0xde
generator = [1, 0, 231, 131]
[[setup.party]]
character = "takahara"
[[do]]
command = "step"
expect = { actionPoints = 57 }
[search]
moves = [{ command = "step" }]
goal = { actionPoints = 114 }
`;
const STRIP = `plan = 1
system = "srpg-movement"
[setup]
map = [[0]]
grounds = { 0 = 1 }
[[setup.units]]
id = "a"
[[do]]
command = "calc"
unit = "a"
`;

const log = (): string => folder.write('one.jsonl', ONE);
const plan = (name: string, text: string): string => folder.write(`${name}.toml`, text);
const counter = (): string => plan('counter', COUNTER);
const battle = (): string => plan('battle', BATTLE);
const strip = (): string => plan('strip', STRIP);
const map = (): string => folder.write('map.toml', tickerMap({ padWord: 'Pad' }));

const SWEEP: readonly (readonly [name: string, words: () => Words | Promise<Words>])[] = [
  ['verify a log', () => ['verify', log()]],
  ['verify a cut log', () => ['verify', folder.write('cut.jsonl', CUT), '--partial']],
  ['verify a cut log without --partial', () => ['verify', folder.write('cut.jsonl', CUT)]],
  ['verify a log and one that is none', () => ['verify', log(), folder.write('none.jsonl', 'x')]],
  ['compare logs', () => ['compare', log(), folder.write('two.jsonl', ONE)]],
  [
    'compare different logs',
    () => ['compare', log(), folder.write('two.jsonl', sealed(tickerHeader(), rowLines(tickerRows([7]))))],
  ],
  ['step a log', () => ['step', log(), '--print']],
  [
    'report a log',
    async () => {
      await run(['run', battle(), '-o', place('battle.jsonl')]);
      return ['report', place('battle.jsonl'), '-o', place('one.html')];
    },
  ],
  ['export a log', () => ['convert', log(), '-o', place('one.csv')]],
  [
    'convert a table',
    () => ['convert', folder.write('one.csv', 'Frame,Pad\n0,1\n'), '--columns', map(), '-o', place('table.jsonl')],
  ],
  [
    'convert a table with a gap',
    () => ['convert', folder.write('gap.csv', 'Frame,Pad\n0,1\n2,1\n'), '--columns', map(), '-o', place('gap.jsonl')],
  ],
  ['run a counter', () => ['run', counter(), '-o', place('counter.jsonl')]],
  ['run a counter that fails', () => ['run', plan('fails', COUNTER.replace('total = 5', 'total = 6'))]],
  ['step a plan', () => ['step', counter(), '--print']],
  ['route verify', () => ['route', 'verify', battle(), '--tell']],
  ['route search', () => ['route', 'search', battle()]],
  ['route search, split', () => ['route', 'search', battle(), '--split', '1', '--jobs', place('jobs')]],
  ['route search, a state too few', () => ['route', 'search', plan('narrow', `${BATTLE}limits = { nodes = 1 }\n`)]],
  ['route export', () => ['route', 'export', battle(), '--to', 'text', '-o', place('route.txt')]],
  [
    'route branch',
    () => ['route', 'branch', 'fork', battle(), '--at', '1', '--name', 'mine', '-o', place('mine.toml')],
  ],
  [
    'route branch list',
    async () => {
      await run(['route', 'branch', 'fork', battle(), '--at', '1', '--name', 'mine', '-o', place('mine.toml')]);
      return ['route', 'branch', 'list', place('mine.toml')];
    },
  ],
  ['run a battle with draws', () => ['run', battle(), '--draws', '-o', place('battle.jsonl')]],
  [
    'verify the battle',
    async () => {
      await run(['run', battle(), '-o', place('battle.jsonl')]);
      return ['verify', place('battle.jsonl')];
    },
  ],
  ['odds', () => ['odds', battle(), '--at', '1']],
  ['predict', () => ['predict', '--ap', '1', '--speed', '31', '--enemy', 'namcat=1']],
  ['run a strip', () => ['run', strip(), '--print']],
  ['a ragged strip', () => ['run', plan('ragged', STRIP.replace('[[0]]', '[[0, 0], [0]]'))]],
  [
    'discover a dump of one byte',
    () => ['discover', folder.write('one.dump', 'x'), '--from', counter(), '--size', '1'],
  ],
  ['an image of one byte', () => ['rom', 'info', folder.write('one.sfc', 'x')]],
  ['a movie of one byte', () => ['convert', folder.write('one.smv', 'x'), '-o', place('one.lsmv')]],
  ['a symbol', () => ['symbols', '--import', folder.write('one.mlb', 'SnesWorkRam:03AE:points\n')]],
  ['vectors', () => ['vectors', bundled('traces/vectors/C1-2800-enemy-move-cost.jsonl.gz')]],
  ['plan', () => ['plan', battle(), '-o', place('plan.html')]],
];

test('the sweep sees a plural of one', () => {
  expect(pluralsOfOne('a: 1 frames, 2 frames, 11 rows, 0.1 cells, 1 row, 1 is, 1 rows')).toEqual([
    '1 frames',
    '1 rows',
  ]);
});

describe('a count of one has a singular', () => {
  test.each(SWEEP)('%s', async (_, words) => {
    const { out, err, code } = await run(await words());
    expect([code === 3 ? err : '', pluralsOfOne(out), pluralsOfOne(err)]).toEqual(['', [], []]);
    if (process.env['LOCKSTEP_SHOW'] === '1') process.stdout.write(`${out}${err}`);
  });
});
