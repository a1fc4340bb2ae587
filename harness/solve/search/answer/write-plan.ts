/**
 * Writes a found route as a plan: the searched plan without its `[search]`, with the route's moves
 * appended.
 */
import { parse, stringify } from 'smol-toml';
import { decodeText, writeFile } from '../../../base/index.js';
import { commandsUntil, type Plan, type PlanStart, startBeside, withOneList } from '../../../play/index.js';

import type { PlayedRoute } from './routes.js';

type Table = Record<string, unknown>;

/** Equal moves in a row as one table with `repeat`. */
function tables(route: PlayedRoute): Table[] {
  const out: Table[] = [];
  let before = '';
  for (const { command, text, isBefore } of route.moves) {
    if (isBefore === true) continue;
    const last = out.at(-1);
    if (last !== undefined && text === before) last['repeat'] = ((last['repeat'] as number | undefined) ?? 1) + 1;
    else out.push({ ...command });
    before = text;
  }
  return out;
}

/**
 * The steps before the route and the expectations up to there. An expectation at the plan's end
 * gets its number of commands.
 */
function beginning(plan: Plan, data: Table): { readonly steps: Table[]; readonly checks: Table[] } {
  const { after } = (plan.search ?? {}) as { readonly after?: string | number };
  const kept = commandsUntil(plan.steps, after);
  const steps: Table[] = [];
  let done = 0;
  for (const step of (data['do'] ?? []) as Table[]) {
    if (done === kept) break;
    const whole = (step['repeat'] as number | undefined) ?? 1;
    const repeat = Math.min(whole, kept - done);
    const { expect: _expect, ...cut } = step;
    steps.push(repeat === whole ? step : { ...cut, repeat });
    done += repeat;
  }
  const checks = ((data['expect'] ?? []) as Table[]).flatMap((check) => {
    const at = commandsUntil(plan.steps, check['after'] as string | number | undefined);
    if (at > kept) return [];
    return [check['after'] === undefined ? { ...check, after: at } : check];
  });
  return { steps, checks };
}

/**
 * @param remark the plan's first line, as a comment
 * @throws LockstepError `E_OUTPUT_IS_INPUT`, `E_OUTPUT_WRITE`
 */
export function writeRoutePlan(plan: Plan, route: PlayedRoute, file: string, remark = ''): void {
  const { search: _search, expect: _expect, ...data } = withOneList(parse(decodeText(plan.bytes, plan.file))) as Table;
  const { steps, checks } = beginning(plan, { ...data, expect: _expect });
  const start = data['start'] as PlanStart | undefined;
  if (start !== undefined) {
    data['start'] = startBeside(start, plan.file, file);
  }
  const seed = route.start?.seed;
  if (seed !== undefined) {
    data['setup'] = { ...(data['setup'] as Table), generator: [0, 0, 0, 0], mapGenerator: seed };
  }
  const moves = [...steps, ...tables(route)];
  const text = stringify({ ...data, do: moves, ...(checks.length === 0 ? {} : { expect: checks }) });
  writeFile(file, `${remark === '' ? '' : `# ${remark}\n`}${text}`, 'plan', { inputs: [plan.file] });
}
