/** A search's problem for another thread: the data to send, and the problem rebuilt from it. */
import { readFileSync } from 'node:fs';
import { SYSTEMS } from '../../../base/systems.js';
import type { RomImage } from '../../../files/rom/image.js';
import { imageOfSystem } from '../../../files/rom/with-image.js';
import { withImageCode } from '../../../original/settle/with-original.js';
import { readPlan } from '../../../play/plan/read-plan.js';
import { startPlan } from '../../../play/plan/run.js';
import { createProblem, type Problem } from '../problem/problem.js';

export interface ProblemSetup {
  readonly plan: Uint8Array;
  readonly file: string;
  readonly system: string;
  /** Image of the problem's start, after the plan's own steps. */
  readonly start: Uint8Array;
  /** Image whose tables and code the battle runs with. */
  readonly rom: RomImage | undefined;
}

export function problemSetup({ plan: { file }, system }: Problem, start: Uint8Array): ProblemSetup {
  return { plan: readFileSync(file), file, system: system.id, start, rom: imageOfSystem(system) };
}

export function problemOf(setup: ProblemSetup): Problem {
  const plan = { ...readPlan(setup.plan, setup.file), steps: [] };
  const found = SYSTEMS.find(({ id }) => id === setup.system);
  if (found === undefined) throw new Error(`no system ${setup.system}`);
  const system = setup.rom === undefined ? found : withImageCode(found, setup.rom);
  const battle = plan.start === undefined ? startPlan(system, plan) : system.create(null, plan.ruleset.switches);
  battle.image.set(setup.start);
  return createProblem(system, battle, plan);
}
