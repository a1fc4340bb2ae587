/** Writes the run of a plan as a trace. */
import type { Battle, System } from '../../../core/system/system.js';
import { frameCommand } from '../trace/bind.js';
import { createValueReader, headerOf, tracedCells } from '../trace/state.js';
import type { TraceSource } from '../trace/types.js';
import { createTraceWriter, type TraceWriter } from '../trace/writer.js';
import { fittedSetup, type PlanRecorder } from './run.js';
import type { Plan } from './types.js';

// The frames inside a command, of systems whose commands take frames.

/** Plays something while a listener is called after each frame. @param play steps the battle */
export function watchFrames<Result>(
  { capabilities }: System,
  battle: Battle,
  listener: () => void,
  play: () => Result,
): Result {
  const watch = capabilities.views?.watchFrames;
  watch?.(battle, listener);
  try {
    return play();
  } finally {
    watch?.(battle, undefined);
  }
}

interface PlanTrace {
  readonly record: PlanRecorder;
  readonly writer: TraceWriter;
}

/**
 * Starts the trace of a plan. Call it before the first command, because the header holds the
 * starting state.
 * @param rom the image with the tables
 * @param takeDraws gives the draws of the last command as triples; omit it to record no draws
 */
export function recordPlan(
  file: string,
  system: System,
  battle: Battle,
  plan: Plan,
  rom: TraceSource['rom'] = null,
  takeDraws?: () => ArrayLike<number>,
): PlanTrace {
  const cells = tracedCells(battle);
  const read = createValueReader(battle, cells);
  const writer = createTraceWriter(
    file,
    headerOf(system, battle, cells, {
      ruleset: plan.ruleset,
      source: { kind: 'plan', emulator: null, rom, input: null, recorder: null },
      setup: fittedSetup(system, plan),
      from: `0 is the first ${system.unit} of the plan`,
    }),
  );
  const frame = system.unit === 'frame' ? frameCommand(system).code : -1;
  let next = 0;
  return {
    writer,
    record: (step, encoded, error) => {
      // An accepted frame is its pad word; anything else is written as the command it was.
      if (system.unit === 'frame' && error === '' && typeof encoded !== 'string' && encoded[0] === frame) {
        writer.frame(next++, encoded[1] ?? 0, read(), takeDraws?.());
      } else {
        writer.command(next++, step.command, error, read(), takeDraws?.());
      }
    },
  };
}
