/**
 * Steps of the turn engine per second, TypeScript against C: same start image, same tables, same pad words, same number of steps, in one
 * run with the repeats taken in turn. Creating the battle and a first run of either side are not counted; final images have to agree.
 */
import { spawnSync } from 'node:child_process';
import { COMMAND_FRAME, createBattle, type LiveALiveBattle } from '../../core/live-a-live/index.js';
import { LockstepError } from '../errors.js';
import type { EngineBuild } from './build-engine.js';
import { checksum } from './checksum.js';
import { ratesOf, type Spread, spreadOf, timed } from './measure.js';
import { BATTLES, type BattleScenario, padWords } from './scenarios.js';

export interface BattleResult {
  readonly scenario: string;
  readonly steps: number;
  readonly repeats: number;
  readonly checksum: string;
  /** Steps per second. */
  readonly typescript: Spread;
  /** Undefined without a C engine. */
  readonly c: Spread | undefined;
  /** Time of TypeScript in times of C, one ratio for each repeat: both sides of it ran one right after the other. */
  readonly ratio: Spread | undefined;
}

/** Steps of a battle before its first run that counts. */
const WARM_STEPS = 1_000_000;

/** What one engine says about one run. */
export interface EngineRun {
  readonly nanoseconds: number;
  readonly checksum: string;
}

/** Runs all pad words from the battle's present image. */
function runFrames(battle: LiveALiveBattle, pads: Uint16Array): void {
  const command = Int32Array.of(COMMAND_FRAME, 0);
  for (let at = 0; at < pads.length; at++) {
    command[1] = pads[at] as number;
    battle.step(command, undefined);
  }
}

/** One run of the TypeScript engine. */
export function runTypeScript(battle: LiveALiveBattle, start: Uint8Array, pads: Uint16Array): EngineRun {
  battle.image.set(start);
  const nanoseconds = timed(() => runFrames(battle, pads));
  return { nanoseconds, checksum: checksum(battle.image) };
}

/** The stream that `engine run` reads. */
export function runStream(battle: LiveALiveBattle, start: Uint8Array, pads: Uint16Array): Buffer {
  const { settings, tables } = battle.machine;
  const head = Buffer.alloc(8);
  head.writeUInt32LE(pads.length, 0);
  head[4] = settings.idleActionPoints;
  head[5] = Number(settings.countdownFirst);
  head[6] = Number(settings.timersCountDown);
  const words = Buffer.alloc(2 * pads.length);
  pads.forEach((word, at) => {
    words.writeUInt16LE(word, 2 * at);
  });
  return Buffer.concat([head, start, tables.bankD5, words]);
}

/** One run of the C engine, after one that is not counted. */
export function runC(path: string, stream: Buffer): EngineRun {
  const run = spawnSync(path, ['run', '1'], { input: stream, encoding: 'utf8' });
  const match = /^(\d+) ([0-9a-f]{8})\n$/u.exec(run.stdout);
  if (run.status !== 0 || match === null) {
    throw new LockstepError('E_BENCH_ENGINE', 'the C engine did not run to its end', {
      file: path,
      found: run.stdout + run.stderr,
    });
  }
  return { nanoseconds: Number(match[1]), checksum: match[2] ?? '' };
}

function expectSame(scenario: string, what: string, mine: string, theirs: string): void {
  if (mine === theirs) return;
  throw new LockstepError('E_BENCH_CHECKSUM', `${what} ended ${scenario} with another image`, {
    found: theirs,
    expected: mine,
    remedy: 'lockstep vectors traces/vectors --area turn',
  });
}

/** @throws LockstepError `E_BENCH_CHECKSUM` when two runs end with different images */
export function benchScenario(
  scenario: BattleScenario,
  engine: EngineBuild,
  steps: number,
  repeats: number,
): BattleResult {
  const battle = createBattle(scenario.setup);
  const start = battle.image.slice();
  const pads = padWords(scenario.seed, steps);
  const expected = runTypeScript(battle, start, pads).checksum;
  // however few steps are asked for, the compiler of the running engine needs its million before it is done
  for (let warm = pads.length; warm < WARM_STEPS; warm += pads.length) runTypeScript(battle, start, pads);
  const stream = engine.kind === 'built' ? runStream(battle, start, pads) : undefined;
  const mine: number[] = [];
  const theirs: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    if (engine.kind === 'built' && stream !== undefined) {
      const run = runC(engine.path, stream);
      expectSame(scenario.name, 'C', expected, run.checksum);
      theirs.push(run.nanoseconds);
    }
    const run = runTypeScript(battle, start, pads);
    expectSame(scenario.name, 'a repeat', expected, run.checksum);
    mine.push(run.nanoseconds);
  }
  const typescript = ratesOf(mine, steps);
  const c = theirs.length === 0 ? undefined : ratesOf(theirs, steps);
  return {
    scenario: scenario.name,
    steps,
    repeats,
    checksum: expected,
    typescript,
    c,
    ratio:
      c === undefined ? undefined : spreadOf(mine.map((nanoseconds, at) => nanoseconds / (theirs[at] ?? Number.NaN))),
  };
}

/** All scenarios. */
export function benchBattle(engine: EngineBuild, steps: number, repeats: number): BattleResult[] {
  return BATTLES.map((scenario) => benchScenario(scenario, engine, steps, repeats));
}
