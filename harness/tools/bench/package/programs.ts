/** The two programs that do the same work: one of the package, one of the command. */
import { fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadFile } from '../../../base/index.js';
import type { PackageJob, PackageRound, PackageTask } from './work.js';

export interface Program {
  /** Does a round of a task. */
  round(task: PackageTask): Promise<PackageRound>;
  end(): void;
}

function answerOf(program: EventEmitter, ask: () => void): Promise<PackageRound> {
  return new Promise((resolve, reject) => {
    const end = (reason: unknown): void => {
      reject(reason instanceof Error ? reason : new Error(`the program ended with ${String(reason)}`));
    };
    program.once('error', end).once('exit', end);
    program.once('message', (round: PackageRound) => {
      program.off('error', end).off('exit', end);
      resolve(round);
    });
    ask();
  });
}

/**
 * A process that imports the installed package.
 * @param file its program
 * @param entry file of the package
 */
export function installedProgram(file: string, entry: string): Program {
  const child = fork(file, [entry], { execArgv: [] });
  return {
    round: (task) => answerOf(child, () => void child.send(task)),
    end: () => void child.kill(),
  };
}

/** A thread of the command. */
export function commandProgram(): Program {
  const workerData: PackageJob = { kind: 'package' };
  const thread = new Worker(threadFile(), { workerData });
  return {
    round: (task) => answerOf(thread, () => thread.postMessage(task)),
    end: () => void thread.terminate(),
  };
}
