/**
 * What the planner of a party waits for: its odds, its first win, all starts of a battle, and the
 * states of the generator that fit what was seen. Each is a whole process.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledFile, makeScratchFolder } from '../../base/index.js';
import { type Spread, spreadOf } from './measure/measure.js';
import { runCommand, type TimedWaits, timeWaits, type Wait } from './waits.js';

export type PartyBench =
  | { readonly skipped: string }
  | (TimedWaits & {
      readonly repeats: number;
      /** Rows of the table of odds. */
      readonly oddsRows: number;
      readonly oddsRowsPerSecond: Spread;
      /** First states of an exact search in one thread, the start of Node left out. */
      readonly statesPerSecond: readonly { readonly party: string; readonly rate: Spread }[];
      readonly startsPerSecond: Spread;
    });

const partyOf = (level: number): string =>
  ['takahara', 'pogo', 'akira', 'sundown'].map((id) => `{ character = "${id}", level = ${level} }`).join(', ');

const battleOf = (formation: number, level: number): string => `plan = 1
system = "live-a-live-battle"
[setup]
formation = ${formation}
generator = [1, 2, 3, 4]
party = [${partyOf(level)}]
`;

/** Strong skills of the four, and what heals. */
const SKILLS = [
  'm-bomber spiral-knee oni-fudo-gaeshi tornado-press daigekido-iwaban-wari gaboraccho doka-doka zudogeradein',
  'dodegesuden mother-image heal-touch hell-image holy-ghost heaven-image shadow-image single-shot hurricane-shot',
  'wild-shots hollow-point-round triple-shot',
].flatMap((line) => line.split(' '));
const CELLS = '[0, 1, 2, 3, 4, 5, 6]';

const WIN = `[search]
after = 0
cost = "actions"
goal = { battleResult = 1 }
moves = [
  { command = "skill", skill = ${JSON.stringify(SKILLS)}, x = ${CELLS}, y = ${CELLS} },
  { command = "pass" },
]
`;

const FIFTEEN = battleOf(14, 16);
const PARTIES: readonly { readonly party: string; readonly plan: string }[] = [
  { party: 'four of level 18 against four リンバースキュラ', plan: battleOf(198, 18) + WIN },
  { party: 'four of level 16 against the fifteen of formation 14', plan: FIFTEEN + WIN },
];

/** States that are counted: the search is exact as long. */
const COUNTED = 5000;

/**
 * A program that ends when the search in a plan has a win. It prints the states a second of the
 * exact search, which comes before the beams.
 */
function firstWin(library: string, plan: string): string {
  return `
import { searchRoute } from ${JSON.stringify(pathToFileURL(library).href)};
const began = performance.now();
let rate = 0;
await searchRoute({ plan: ${JSON.stringify(plan)}, threads: 1, progressEvery: 50, onProgress: ({ best, nodes }) => {
  if (rate === 0 && nodes >= ${COUNTED}) rate = (1000 * nodes) / (performance.now() - began);
  if (best < 0) return;
  console.log(rate);
  process.exit(0);
} });
process.exit(1);`;
}

const STARTS = 65_536;

/** @param repeats 1 or more */
export async function benchParty(tracesFolder: string, repeats: number): Promise<PartyBench> {
  const library = compiledFile('package/harness.js');
  if (library === undefined) return { skipped: 'the library was not built: npm run build' };
  const scratch = makeScratchFolder();
  try {
    const file = (name: string, text: string): string => {
      const path = join(scratch.path, name);
      writeFileSync(path, text);
      return path;
    };
    const [duel, namcat] = ['takahara-namcat.toml', 'present-day-namcat.toml'].map((name) =>
      join(tracesFolder, 'live-a-live', name),
    ) as [string, string];
    const fifteen = file('fifteen.toml', FIFTEEN);
    const asked = await runCommand(['odds', fifteen, '--json']);
    const { length: oddsRows } = (JSON.parse(asked.output) as { rows: readonly unknown[] }).rows;
    const [rowRates, startRates]: [number[], number[]] = [[], []];
    const searches = PARTIES.map(({ party, plan }, index) => ({
      party,
      rates: [] as number[],
      program: firstWin(library, file(`party-${index}.toml`, plan)),
    }));
    const waits: readonly Wait[] = [
      {
        wait: '`odds`, four against fifteen, the whole table',
        goal: 'partySeconds',
        words: ['odds', fifteen],
        first: { wait: '`odds`, four against fifteen: the first row', goal: 'oneSecond' },
        heard: ({ seconds }) => rowRates.push(oddsRows / seconds),
      },
      ...searches.map(
        ({ party, rates, program }): Wait => ({
          wait: `the first win of a search: ${party}`,
          goal: 'minute',
          words: ['--input-type=module', '-e', program],
          of: 'node',
          heard: ({ output }) => rates.push(Number(output)),
        }),
      ),
      {
        wait: '`seeds` of 65,536 starts',
        goal: 'seedsSeconds',
        words: ['seeds', namcat],
        heard: ({ seconds }) => startRates.push(STARTS / seconds),
      },
      {
        wait: '`locate` of two things that were seen',
        goal: 'oneSecond',
        words: ['locate', duel, '--saw', '4:record[5].hp=276', '--saw', '5:enemy[0].hp=233'],
      },
    ];
    const timed = await timeWaits(waits, repeats);
    return {
      ...timed,
      repeats,
      oddsRows,
      oddsRowsPerSecond: spreadOf(rowRates),
      statesPerSecond: searches.map(({ party, rates }) => ({ party, rate: spreadOf(rates) })),
      startsPerSecond: spreadOf(startRates),
    };
  } finally {
    scratch.remove();
  }
}
