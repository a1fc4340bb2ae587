/**
 * What a user waits for: whole commands. The views of a log stand beside the verification of the
 * same log, in turn.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledFile, makeScratchFolder } from '../../base/index.js';
import { type Quarters, quartersOf, type Spread, spreadOf } from './measure/measure.js';
import { runCommand, type TimedWaits, timeWaits, type Wait } from './waits.js';

interface ViewRow {
  readonly view: 'report' | 'branch compare';
  /** Seconds of the view. */
  readonly seconds: Spread;
  /** Time of the view relative to the verification before it, pair by pair. */
  readonly ratio: Quarters;
}

export type CommandsResult =
  | { readonly skipped: string }
  | (TimedWaits & {
      readonly repeats: number;
      /** The log of the views. */
      readonly log: string;
      readonly views: readonly ViewRow[];
    });

/** @param scratch a folder for what the commands write */
function waitsOf(tracesFolder: string, scratch: string): readonly Wait[] {
  const log = join(tracesFolder, 'logs', LOG);
  const plan = join(tracesFolder, 'live-a-live', 'takahara-namcat.toml');
  const namcat = join(tracesFolder, 'live-a-live', 'present-day-namcat.toml');
  const [drill, input] = ['drill.sfc', 'scripts/worked-example.txt'].map((name) =>
    join(tracesFolder, 'homebrew', name),
  );
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

/** One of the longest that are bundled. */
const LOG = 'soak-07.jsonl.gz';

/** @param repeats 1 or more */
export async function benchCommands(tracesFolder: string, repeats: number): Promise<CommandsResult> {
  const log = join(tracesFolder, 'logs', LOG);
  if (!existsSync(log)) return { skipped: `no log ${log}` };
  const scratch = makeScratchFolder();
  try {
    const branches = join(scratch.path, 'branches.toml');
    await runCommand(['route', 'branch', 'fork', log, '--name', 'other', '-o', branches]);
    const views: readonly (readonly [ViewRow['view'], readonly string[]])[] = [
      ['report', ['report', log, '-o', join(scratch.path, 'report.html')]],
      ['branch compare', ['route', 'branch', 'compare', `${branches}#other`]],
    ];
    const times = views.map((): { readonly seconds: number[]; readonly ratios: number[] } => ({
      seconds: [],
      ratios: [],
    }));
    const timed = await timeWaits(waitsOf(tracesFolder, scratch.path), repeats, async () => {
      for (const [index, [, words]] of views.entries()) {
        const verified = await runCommand(['verify', log]);
        const view = await runCommand(words);
        times[index]?.seconds.push(view.seconds);
        times[index]?.ratios.push(view.seconds / verified.seconds);
      }
    });
    return {
      repeats,
      ...timed,
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
