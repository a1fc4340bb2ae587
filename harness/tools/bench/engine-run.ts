/**
 * Timed runs of the turn engine in TypeScript and in C: the same starting image, tables and pad
 * words.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { COMMAND_FRAME, type LiveALiveBattle } from '../../../core/live-a-live/index.js';
import { LockstepError } from '../../base/index.js';
import { checksum } from './measure/checksum.js';
import { ownTime } from './measure/measure.js';

/** Result of one run of one engine. */
export interface EngineRun {
  /** Of the process's own processor time. */
  readonly nanoseconds: number;
  readonly checksum: string;
}

/** A C engine that holds a battle and waits. */
interface RunningEngine {
  /**
   * Calls the C engine once.
   * @throws LockstepError `E_BENCH_ENGINE` if the program does not answer
   */
  readonly run: () => Promise<EngineRun>;
  readonly close: () => void;
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
  const nanoseconds = ownTime(() => runFrames(battle, pads));
  return { nanoseconds, checksum: checksum(battle.image) };
}

/** The head of the stream that `engine run` reads. */
function runStream(battle: LiveALiveBattle, start: Uint8Array, pads: Uint16Array): Buffer {
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

function engineError(file: string, found: string): LockstepError {
  return new LockstepError('E_BENCH_ENGINE', 'the C engine did not run to its end', { file, found });
}

/** Lines that a program writes, one for each call. */
function linesOf(path: string, child: ChildProcess): () => Promise<string> {
  if (child.stdout === null) throw engineError(path, 'no output');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // a path that does not lead to a program is told as an event, and must not end this process
  const failed = new Promise<never>((_, reject) =>
    child.once('error', (error) => reject(engineError(path, `${error}`))),
  );
  failed.catch(() => undefined);
  return async () => {
    const line = await Promise.race([lines.next(), failed]);
    if (line.done === true) throw engineError(path, `end with status ${child.exitCode}`);
    return line.value;
  };
}

/** Starts the C engine on a battle; it waits for requests to run. */
export function startC(path: string, battle: LiveALiveBattle, start: Uint8Array, pads: Uint16Array): RunningEngine {
  const child = spawn(path, ['run'], { stdio: ['pipe', 'pipe', 'ignore'] });
  // an engine that is gone is told by the line that does not come
  child.stdin.on('error', () => undefined);
  child.stdin.write(runStream(battle, start, pads));
  const nextLine = linesOf(path, child);
  return {
    run: async () => {
      child.stdin.write('r');
      const line = await nextLine();
      const match = /^(\d+) ([0-9a-f]{8})$/u.exec(line);
      if (match === null) throw engineError(path, line);
      return { nanoseconds: Number(match[1]), checksum: match[2] ?? '' };
    },
    close: () => void child.stdin.end(),
  };
}
