/** The setup of a plan with what its commands need beside it. */
import type { PlainCommand, System } from '../../../core/system/system.js';
import type { Plan } from './types.js';

/** Repeats after which a command needs no more. */
const MOST_REPEATS = 10_000;

export function fittedSetup({ fitSetup }: System, { setup, steps }: Pick<Plan, 'setup' | 'steps'>): unknown {
  if (fitSetup === undefined) return setup;
  const commands = steps.flatMap(({ command, repeat }): PlainCommand[] =>
    Array<PlainCommand>(Math.min(repeat, MOST_REPEATS)).fill(command),
  );
  return fitSetup(setup, commands);
}
