#!/usr/bin/env node
/**
 * The command `lockstep`, and the code of its threads: one file for both. Handlers and limits of
 * the process are for the command alone.
 */
import { existsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { allowLimits, packageRoot, printedText, SYSTEMS } from '../base/index.js';

import type { ExitCode } from './base/context.js';
import { runCli } from './program.js';
import { runThread } from './thread.js';

export { SYSTEMS } from '../base/index.js';
export { runCli } from './program.js';

// Ties the program to the process of the command. Everything testable is in `program.ts`.

/** A reader that went away (`lockstep ... | head`) is no error; a full disk is one, not of ours. */
function endSilently(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  const line = `E_OUTPUT_WRITE: the result cannot be written: ${error.code ?? error.message}. Check its place and room\n`;
  process.once('exit', () => {
    try {
      writeSync(2, line);
    } catch {
      // stderr is full as well: the exit code has to do
    }
  });
  process.exit(2);
}

let stop: AbortController | undefined;

/** Called by verbs that can stop early with a partial result. A second Ctrl-C ends them at once. */
function signal(): AbortSignal {
  if (stop === undefined) {
    const controller = new AbortController();
    stop = controller;
    process.on('SIGINT', () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
    });
  }
  return stop.signal;
}

/** Handlers of the process. */
function installHandlers(): void {
  process.stdout.on('error', endSilently);
  process.stderr.on('error', endSilently);

  /** An unforeseen error is one line too, written after the terminal is restored. */
  process.on('uncaughtException', (error: Error) => {
    const text = `${error.name}: ${error.message}`.replace(/\s*\n\s*/g, ' ');
    const line = `E_INTERNAL: ${text}. This is our fault: report it to the maintainers with this line and the command line\n`;
    process.once('exit', () => writeSync(2, line));
    process.exit(3);
  });
}

/** Runs the command line of this process and leaves its exit code behind. */
async function runCommand(): Promise<void> {
  allowLimits();
  installHandlers();
  const tracesFolder = join(packageRoot(), 'traces');
  const vectorsFolder = join(tracesFolder, 'vectors');

  const code: ExitCode = await runCli(process.argv.slice(2), {
    systems: SYSTEMS,
    tracesFolder,
    ...(existsSync(vectorsFolder) ? { vectorsFolder } : {}),
    out: (text) => void process.stdout.write(printedText(text)),
    err: (text) => void process.stderr.write(printedText(text)),
    showProgress: process.stderr.isTTY === true,
    color: process.stdout.isTTY === true && !process.env['NO_COLOR'],
    ...(process.stdin.isTTY && process.stdout.isTTY
      ? { terminal: { input: process.stdin, output: process.stdout } }
      : {}),
    signal,
    exit: () => undefined,
  });
  // Not process.exit: what was written to a pipe must still go out.
  process.exitCode = code;
}

/**
 * Imported as `lockstep.js?imported` the file runs nothing: whoever imports it runs command lines
 * by `runCli`, with the very code of the command.
 */
const isImported = new URL(import.meta.url).search !== '';
if (!isImported) await (isMainThread ? runCommand() : runThread());
