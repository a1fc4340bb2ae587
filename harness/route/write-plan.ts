/** A found route as a plan: the plan it was searched from, without its `[search]`, with the route's moves behind its own steps. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse, stringify } from 'smol-toml';
import { LockstepError } from '../errors.js';
import type { Plan } from '../plan/types.js';
import { pathBeside, writeFile } from '../write-file.js';
import type { Route } from './search/routes.js';

/** Equal moves in a row as one table with `repeat`. */
function tables(route: Route): Record<string, unknown>[] {
  const out: Record<string, unknown>[] = [];
  let before = '';
  for (const { command, text } of route.moves) {
    const last = out.at(-1);
    if (last !== undefined && text === before) last['repeat'] = ((last['repeat'] as number | undefined) ?? 1) + 1;
    else out.push({ ...command });
    before = text;
  }
  return out;
}

/** @throws LockstepError `E_OUTPUT_IS_INPUT`, `E_OUTPUT_WRITE` */
export function writeRoutePlan(plan: Plan, route: Route, file: string): void {
  if (resolve(file) === resolve(plan.file)) {
    throw new LockstepError('E_OUTPUT_IS_INPUT', 'the route would overwrite its own plan', {
      file,
      remedy: 'Give another name',
    });
  }
  const { search: _search, ...data } = parse(readFileSync(plan.file, 'utf8')) as Record<string, unknown>;
  const start = data['start'] as { trace: string; frame: number } | undefined;
  if (start !== undefined) {
    const log = resolve(dirname(plan.file), start.trace);
    data['start'] = { ...start, trace: pathBeside(file, log) };
  }
  const steps = [...((data['do'] as unknown[] | undefined) ?? []), ...tables(route)];
  writeFile(file, stringify({ ...data, do: steps }), 'plan');
}
