#!/usr/bin/env node
/**
 * The command `lockstep`, and the code of its threads: one file for both. Handlers and limits of
 * the process are for the command alone.
 */
import { isMainThread } from 'node:worker_threads';
import { runCommand } from './command.js';
import { runThread } from './thread.js';

export { expandNodes } from '../search/expansion/worker.js';

await (isMainThread ? runCommand() : runThread());
