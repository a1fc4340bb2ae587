#!/usr/bin/env node
/**
 * The command `lockstep`, and the code of its threads: one file for both. Handlers and limits of
 * the process are for the command alone.
 */
import { isMainThread } from 'node:worker_threads';
import { runCommand } from './command.js';
import { runThread } from './thread.js';

export { SYSTEMS } from '../base/systems.js';
export { createProgram, runCli } from './program.js';

/**
 * Imported as `lockstep.js?imported` the file runs nothing: whoever imports it runs command lines
 * by `runCli`, with the very code of the command.
 */
const isImported = new URL(import.meta.url).search !== '';
if (!isImported) await (isMainThread ? runCommand() : runThread());
