/** What a search was made under, as its jobs, checkpoints and answers name it. */
import { createHash } from 'node:crypto';
import { imageOfSystem } from '../../../files/index.js';
import { rulesetHash } from '../../../play/index.js';
import type { Problem } from './problem.js';

/** Hash of the rules; with an image also of its tables and code. */
export function rulesOfProblem({ system, plan }: Problem): string {
  const rules = rulesetHash(system, plan.ruleset.switches);
  const image = imageOfSystem(system);
  if (image === undefined) return rules;
  return createHash('sha256').update(`${rules} ${image.identity.sha256}`).digest('hex').slice(0, rules.length);
}
