/** Certificates for tests: of plans as text, changed with a chain that fits, and checked. */
import { readFileSync, writeFileSync } from 'node:fs';
import { snapshot } from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import { LockstepError } from '../../../../harness/base/errors.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import type { CheckResult } from '../../../../harness/solve/check/check.js';
import { FIRST_LINK, LINK_LENGTH, linkOf, linkText, type Trust } from '../../../../harness/solve/check/form.js';
import { writeCertificate } from '../../../../harness/solve/search/certificate/write-certificate.js';
import { NO_LIMIT } from '../../../../harness/solve/search/problem/outcome.js';

import { createProblem, type Problem } from '../../../../harness/solve/search/problem/problem.js';
import { searchPlan } from '../../../../harness/solve/search/run.js';
import { COUNTER } from '../../fixtures/counter-system.js';

export const LIMITS = { memoryBytes: 20_000_000, nodes: NO_LIMIT, workers: 1, milliseconds: NO_LIMIT };

/** A counter whose battles have whole words, as a search needs them, and may refuse a step. */
export function counter(refuses: (battle: Battle, amount: number) => boolean = () => false): System {
  return {
    ...COUNTER,
    create(setup, switches) {
      const { step, image: small, ...rest } = COUNTER.create(setup, switches);
      const image = new Uint8Array(8);
      image.set(small);
      const battle: Battle = {
        ...rest,
        image,
        step(command, events) {
          if (refuses(battle, command[1] as number)) return 1;
          small.set(image.subarray(0, small.length));
          const result = step(command, events);
          image.set(small);
          return result;
        },
      };
      return battle;
    },
  };
}

/** Text of a plan that adds amounts to a sum. */
export function sumPlan(amounts: readonly number[], goal: number, more = ''): string {
  return `plan = 1
system = "counter"
title = "To ${goal}"
[search]
moves = [{ command = "add", amount = [${amounts.join(', ')}] }]
goal = { total = ${goal} }
${more}`;
}

export function problemOf(system: System, planFile: string): Problem {
  const plan = loadPlan(planFile);
  return createProblem(system, startPlan(system, plan), plan);
}

/** Searches a problem and writes its certificate. @returns cost of the best route, or undefined */
export async function certify(
  problem: Problem,
  file: string,
  trusts: readonly Trust[] = [],
): Promise<number | undefined> {
  const start = snapshot(problem.battle);
  const answer = await searchPlan(problem, LIMITS);
  await writeCertificate(file, problem, start, answer, { ...LIMITS, trusts });
  return answer.routes[0]?.cost;
}

export type Line = Record<string, unknown>;

/** The content of a certificate without its links. */
export function linesOf(file: string): Line[] {
  const texts = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return texts.map((text) => JSON.parse(`${text.slice(0, -LINK_LENGTH)}}`) as Line);
}

/** Writes lines with a chain that fits, as somebody would who knows the form. */
export function writeLinked(file: string, lines: readonly Line[]): string {
  let link = FIRST_LINK;
  const texts = lines.map((line) => {
    const text = JSON.stringify(line).slice(0, -1);
    link = linkOf(link, text);
    return `${text}${linkText(link)}\n`;
  });
  writeFileSync(file, texts.join(''));
  return file;
}

/** Line of a certificate's fault, by whichever of the two ways it is told; 0: it is accepted. */
export async function faultyLine(check: () => Promise<CheckResult>): Promise<number> {
  try {
    const { accepted, line } = await check();
    return accepted ? 0 : line;
  } catch (error) {
    if (error instanceof LockstepError) return error.details.line ?? 0;
    throw error;
  }
}
