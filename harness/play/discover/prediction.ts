/** The model's states step by step, from a plan or from the input of a log. */

import { encodeCommand } from '../../../core/system/battle.js';
import type { Battle, System } from '../../../core/system/system.js';
import { findSystem, LockstepError } from '../../base/index.js';
import { isPlanSource, loadPlan } from '../plan/read-plan.js';
import { runPlan, startPlan } from '../plan/run.js';
import { findPlanSystem } from '../plan/start.js';
import type { PlanSource } from '../plan/types.js';
import { battleOf, frameCommand, loadImage } from '../trace/bind.js';
import { openTrace } from '../trace/reader.js';
import { rulesetDiffers } from '../trace/state.js';

export interface Prediction {
  readonly system: System;
  readonly battle: Battle;
  /** Number of predicted frames or commands. */
  readonly count: number;
  /** Returns to the state before the first step. */
  restart(): void;
  /** Plays the next step; does nothing after the last one. */
  advance(): void;
}

/** Number of the command of every step; 0: no step was made. */
function predictionOf(system: System, battle: Battle, commands: Int32Array[], steps: readonly number[]): Prediction {
  const start = battle.image.slice();
  const order = Int32Array.from(steps);
  let at = 0;
  return {
    system,
    battle,
    count: order.length,
    restart() {
      battle.image.set(start);
      at = 0;
    },
    advance() {
      const command = commands[(order[at++] ?? 0) - 1];
      if (command !== undefined) battle.step(command, undefined);
    },
  };
}

async function ofPlan(source: PlanSource, systems: readonly System[]): Promise<Prediction> {
  const plan = loadPlan(source);
  const { file } = plan;
  const system = await findPlanSystem(systems, plan);
  const commands: Int32Array[] = [];
  const steps: number[] = [];
  const known = new Map<string, number>();
  const take = (encoded: Int32Array): number => {
    const key = encoded.join();
    const number = known.get(key) ?? commands.push(encoded.slice());
    known.set(key, number);
    return number;
  };
  const result = await runPlan(system, startPlan(system, plan), plan, (_step, encoded, error) => {
    steps.push(typeof encoded === 'string' || error !== '' ? 0 : take(encoded));
  });
  const [failure] = result.failures;
  if (failure !== undefined) {
    throw new LockstepError('E_DISCOVER_PREDICTION', `the plan does not hold: ${failure.where}, ${failure.what}`, {
      file,
      line: failure.line,
      found: failure.got,
      expected: failure.expected,
      remedy: 'Correct the plan; `lockstep run` shows all of it',
    });
  }
  return predictionOf(system, startPlan(system, plan), commands, steps);
}

async function ofLog(file: string, systems: readonly System[]): Promise<Prediction> {
  const reader = await openTrace(file);
  try {
    const { header, row } = reader;
    const system = findSystem(systems, header.system, file, 1, header.setup);
    rulesetDiffers(system, header, file, false);
    const battle = battleOf(system, header, file);
    loadImage(header, battle);
    const frameCode = header.unit === 'frame' ? frameCommand(system).code : 0;
    const begin = header.cells.findIndex(([name]) => name === header.sequence?.begin);
    const commands: Int32Array[] = [];
    const steps: number[] = [];
    const known = new Map<string, number>();
    let lastFrame = -1;
    let lastBegin = -1;
    do {
      while (reader.next()) {
        if (lastFrame >= 0 && row.frame !== lastFrame + 1) {
          throw new LockstepError('E_DISCOVER_PREDICTION', 'the log leaves frames out', {
            file,
            line: row.line,
            found: `${row.frame}`,
            expected: `${lastFrame + 1}`,
            remedy: 'Explain it first: `lockstep explain LOG -o OUT` fills them in',
          });
        }
        const key = row.command === undefined ? `${row.pad}` : JSON.stringify(row.command);
        let number = known.get(key);
        if (number === undefined) {
          const encoded =
            row.command === undefined ? Int32Array.of(frameCode, row.pad) : encodeCommand(system, battle, row.command);
          number = commands.push(encoded);
          known.set(key, number);
        }
        for (let index = 0; index < row.count; index++) {
          const counter = begin < 0 ? -1 : (row.values[begin] ?? 0);
          steps.push((begin >= 0 && counter === lastBegin) || row.error !== '' ? 0 : number);
          lastBegin = counter;
        }
        lastFrame = row.frame + row.count - 1;
      }
    } while (await reader.fill());
    return predictionOf(system, battle, commands, steps);
  } finally {
    reader.close();
  }
}

/**
 * Opens a prediction.
 * @param file a plan (`.toml`) or a log with its input
 * @throws LockstepError `E_DISCOVER_PREDICTION`
 */
export function predictionFrom(file: PlanSource, systems: readonly System[]): Promise<Prediction> {
  return typeof file === 'string' && !isPlanSource(file) ? ofLog(file, systems) : ofPlan(file, systems);
}
