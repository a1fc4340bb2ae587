/**
 * What a user waits for: whole commands as they are started, each a process of its own, with the
 * same yardstick before each of them. The views of a log stand beside the verification of the same
 * log, in turn.
 */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledFile, makeScratchFolder, threadFile } from '../../base/index.js';
import type { GoalName } from './measure/goals.js';
import { type Quarters, quartersOf, type Spread, spreadOf } from './measure/measure.js';

interface ViewRow {
  readonly view: 'report' | 'branch compare';
  /** Seconds of the view. */
  readonly seconds: Spread;
  /** Time of the view relative to the verification before it, pair by pair. */
  readonly ratio: Quarters;
}

/** One wait of a user. */
interface WaitRow {
  readonly wait: string;
  readonly goal: GoalName;
  /** Seconds by the clock. */
  readonly seconds: Spread;
  /** Seconds relative to the yardstick that ran before it, pair by pair. */
  readonly ratio: Quarters;
}

export type CommandsResult =
  | { readonly skipped: string }
  | {
      readonly repeats: number;
      /** Seconds of the yardstick: a fixed sum of 32-bit products in a Node of its own. */
      readonly yardstick: Spread;
      readonly waits: readonly WaitRow[];
      /** The log of the views. */
      readonly log: string;
      readonly views: readonly ViewRow[];
    };

/** A program that no change of this project makes faster or slower. */
const YARDSTICK =
  'let x = 1; for (let i = 0; i < 80000000; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0; if (x === 1) throw x;';

/** Four heroes of level 16 against the fifteen of formation 14. */
const PARTY_PLAN = `
plan = 1
system = "live-a-live-battle"
[setup]
formation = 14
party = [
  { character = "takahara", level = 16 }, { character = "pogo", level = 16 },
  { character = "akira", level = 16 }, { character = "sundown", level = 16 },
]
`;

interface Wait {
  readonly wait: string;
  readonly goal: GoalName;
  /** Words of the command, or of Node itself. */
  readonly words: readonly string[];
  readonly of?: 'node';
  /** The wait until the first output, timed in the same run. */
  readonly first?: { readonly wait: string; readonly goal: GoalName };
}

/** @param scratch a folder for what the commands write */
function waitsOf(tracesFolder: string, scratch: string): readonly Wait[] {
  const log = join(tracesFolder, 'logs', LOG);
  const plan = join(tracesFolder, 'live-a-live', 'takahara-namcat.toml');
  const namcat = join(tracesFolder, 'live-a-live', 'present-day-namcat.toml');
  const [drill, input] = ['drill.sfc', 'scripts/worked-example.txt'].map((name) =>
    join(tracesFolder, 'homebrew', name),
  );
  const party = join(scratch, 'party.toml');
  const to = (name: string): readonly string[] => ['-o', join(scratch, name)];
  const system = compiledFile('package/fftcg.js');
  const imported = system === undefined ? undefined : `await import(${JSON.stringify(pathToFileURL(system).href)})`;
  return [
    { wait: 'the command alone: `--version`', goal: 'halfSecond', words: ['--version'] },
    {
      wait: '`npm start` after the build',
      goal: 'startSeconds',
      words: ['verify'],
      first: { wait: '`npm start`: its first line', goal: 'firstLineSeconds' },
    },
    { wait: '`verify` of a log of 23,423 frames', goal: 'oneSecond', words: ['verify', log] },
    {
      wait: '`step --print` of its last frame',
      goal: 'oneSecond',
      words: ['step', log, '--frame', '23422', '--print'],
    },
    { wait: '`run` of a plan', goal: 'oneSecond', words: ['run', plan] },
    {
      wait: '`predict`',
      goal: 'oneSecond',
      words: ['predict', '--ap', '29', '--speed', '31', '--enemy', 'namcat=201'],
    },
    { wait: '`odds`, one against one, the whole table', goal: 'oneSecond', words: ['odds', plan] },
    {
      wait: '`odds`, four against fifteen, the whole table',
      goal: 'partySeconds',
      words: ['odds', party],
      first: { wait: '`odds`, four against fifteen: the first row', goal: 'oneSecond' },
    },
    { wait: '`seeds` of 65,536 starts', goal: 'seedsSeconds', words: ['seeds', namcat] },
    {
      wait: '`locate` of two things that were seen',
      goal: 'oneSecond',
      words: ['locate', plan, '--saw', '4:record[5].hp=276', '--saw', '5:enemy[0].hp=233'],
    },
    {
      wait: '`route search`: a route among the best 50 of each depth',
      goal: 'minute',
      words: ['route', 'search', namcat, '--beam', '50'],
    },
    { wait: '`route search`: the cheapest route, proven', goal: 'minute', words: ['route', 'search', namcat] },
    { wait: '`report` of a log of 23,423 frames', goal: 'threeSeconds', words: ['report', log, ...to('report.html')] },
    { wait: '`plan`: the page of a battle', goal: 'oneSecond', words: ['plan', plan, ...to('plan.html')] },
    { wait: '`explain` of a log of 23,423 frames', goal: 'threeSeconds', words: ['explain', log] },
    {
      wait: '`rom prove` of one routine of a test ROM',
      goal: 'threeSeconds',
      words: ['rom', 'prove', drill ?? '', '--routine', 'C1:1C02'],
    },
    {
      wait: '`record` of 420 frames on our console',
      goal: 'threeSeconds',
      words: [
        'record',
        drill ?? '',
        '--core',
        'builtin',
        '--input',
        input ?? '',
        '--frames',
        '420',
        ...to('mine.jsonl.gz'),
      ],
    },
    ...(imported === undefined
      ? []
      : [
          {
            wait: 'a program that imports one system of the package, Node included',
            goal: 'halfSecond',
            words: ['--input-type=module', '-e', imported],
            of: 'node',
          } as const,
        ]),
  ];
}

interface Ran {
  readonly seconds: number;
  readonly firstLine: number;
}

function runNode(words: readonly string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const since = (): number => (performance.now() - began) / 1000;
    let firstLine = 0;
    let errors = '';
    const child = spawn(process.execPath, [...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', () => {
      firstLine ||= since();
    });
    child.stderr.on('data', (piece: Buffer) => {
      errors += piece.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve({ seconds: since(), firstLine });
      else reject(new Error(`node ${words.join(' ')} ended with ${code}: ${errors}`));
    });
  });
}

const run = (words: readonly string[]): Promise<Ran> => runNode([threadFile(), ...words]);

/** One of the longest that are bundled. */
const LOG = 'soak-07.jsonl.gz';

/** @param repeats 1 or more */
export async function benchCommands(tracesFolder: string, repeats: number): Promise<CommandsResult> {
  const log = join(tracesFolder, 'logs', LOG);
  if (!existsSync(log)) return { skipped: `no log ${log}` };
  const scratch = makeScratchFolder();
  try {
    writeFileSync(join(scratch.path, 'party.toml'), PARTY_PLAN);
    const branches = join(scratch.path, 'branches.toml');
    await run(['route', 'branch', 'fork', log, '--name', 'other', '-o', branches]);
    const views: readonly (readonly [ViewRow['view'], readonly string[]])[] = [
      ['report', ['report', log, '-o', join(scratch.path, 'report.html')]],
      ['branch compare', ['route', 'branch', 'compare', `${branches}#other`]],
    ];
    const yardsticks: number[] = [];
    /** Seconds and ratios of every wait, in the order in which the table has them. */
    const waits = new Map<string, { readonly goal: GoalName; readonly seconds: number[]; readonly ratios: number[] }>();
    const note = (wait: string, goal: GoalName, seconds: number, yardstick: number): void => {
      const row = waits.get(wait) ?? { goal, seconds: [], ratios: [] };
      waits.set(wait, row);
      row.seconds.push(seconds);
      row.ratios.push(seconds / yardstick);
    };
    const times = views.map((): { readonly seconds: number[]; readonly ratios: number[] } => ({
      seconds: [],
      ratios: [],
    }));
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const { wait, goal, words, of, first } of waitsOf(tracesFolder, scratch.path)) {
        const { seconds: yardstick } = await runNode(['-e', YARDSTICK]);
        yardsticks.push(yardstick);
        const ran = of === 'node' ? await runNode(words) : await run(words);
        if (first !== undefined) note(first.wait, first.goal, ran.firstLine, yardstick);
        note(wait, goal, ran.seconds, yardstick);
      }
      for (const [index, [, words]] of views.entries()) {
        const verified = await run(['verify', log]);
        const view = await run(words);
        times[index]?.seconds.push(view.seconds);
        times[index]?.ratios.push(view.seconds / verified.seconds);
      }
    }
    return {
      repeats,
      yardstick: spreadOf(yardsticks),
      waits: [...waits].map(([wait, { goal, seconds, ratios }]) => ({
        wait,
        goal,
        seconds: spreadOf(seconds),
        ratio: quartersOf(ratios),
      })),
      log: LOG,
      views: views.map(([view], index) => ({
        view,
        seconds: spreadOf(times[index]?.seconds ?? []),
        ratio: quartersOf(times[index]?.ratios ?? []),
      })),
    };
  } finally {
    scratch.remove();
  }
}
