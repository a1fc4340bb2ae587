/** Reads a plan: TOML text -> plain data -> checked against the published schema -> `Plan`. */

import { parse, TomlError } from 'smol-toml';
import { LockstepError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';
import { countText } from '../../base/number-text.js';
import { checkTomlKeys } from '../../base/toml-limits.js';
import { findFault, knownKeys, pathText } from '../trace/schemas/check.js';
import { tomlVersionFault } from '../trace/schemas/version-key.js';
import { locateSteps, stepTables } from './battles.js';
import { createLocator } from './locate.js';
import { planError } from './plan-error.js';
import type { CellConditions, Plan, PlanCheck, PlanPlace, PlanStart, PlanStep } from './types.js';

export const MAX_PLAN_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 64;

/** Keys of a `[[do]]` table that are not parameters of the command. */
const STEP_KEYS = new Set(['label', 'repeat', 'error', 'expect']);

/**
 * Reads and checks a plan.
 * @throws LockstepError with file, line and column
 */
export function readPlan(bytes: Uint8Array, file: string): Plan {
  if (bytes.length > MAX_PLAN_BYTES) {
    throw new LockstepError('E_PLAN_TOML', 'the plan is too large', {
      file,
      found: countText(bytes.length, 'byte'),
      expected: `at most ${MAX_PLAN_BYTES}`,
      remedy: 'Use repeat, or split it',
    });
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new LockstepError('E_PLAN_TOML', 'the plan is not UTF-8', { file, remedy: 'Save it as UTF-8' });
  }
  checkTomlKeys(text, file, 'E_PLAN_VALUE');
  const locate = createLocator(text);
  const data = toPlain(parseToml(text, file), [], (path, message, found) => {
    throw planError('E_PLAN_VALUE', file, locate(pathText(path)), `${pathText(path)} ${message}`, {
      found,
      remedy: 'Plans hold text, whole numbers, true and false, lists and tables',
    });
  }) as Record<string, unknown>;
  checkSchema(data, file, locate);
  const place = locateSteps(data, locate);
  if (data['setup'] !== undefined && data['start'] !== undefined) {
    throw planError(
      'E_PLAN_SCHEMA',
      file,
      locate('start'),
      'a plan begins with [setup] or with [start], not with both',
      {
        remedy: 'Take one of them out',
      },
    );
  }
  return planOf(data, file, place);
}

function parseToml(text: string, file: string): unknown {
  try {
    // Big integers tell 1 from 1.0; the walk below turns them into numbers and refuses fractions.
    return parse(text, { integersAsBigInt: true, maxDepth: MAX_DEPTH, unsafeKeyBehaviour: 'throw' });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ''] = error.message.split('\n');
    const message = first.replace(/^Invalid TOML document: /, '').replace(/\.+$/u, '');
    throw planError('E_PLAN_TOML', file, error, message, { remedy: 'Correct the TOML there' });
  }
}

type Path = readonly (string | number)[];

function toPlain(value: unknown, path: Path, fail: (path: Path, message: string, found: string) => never): unknown {
  if (path.length > MAX_DEPTH) return fail(path.slice(0, 3), 'is nested too deeply', countText(path.length, 'level'));
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : fail(path, 'is too large', String(value));
  }
  if (typeof value === 'number') return fail(path, 'is not a whole number', String(value));
  if (Array.isArray(value)) return value.map((entry, index) => toPlain(entry, [...path, index], fail));
  if (typeof value === 'object' && value !== null) {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype) return fail(path, 'is a date or a time', String(value));
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toPlain(entry, [...path, key], fail)]));
  }
  return value;
}

function checkSchema(data: Record<string, unknown>, file: string, locate: (path: string) => PlanPlace): void {
  const version = data['plan'];
  if (version === undefined && data['branches'] !== undefined) {
    throw planError('E_PLAN_SCHEMA', file, locate('branches'), 'this is a branch file and no plan', {
      remedy: 'Make a plan of a branch with `lockstep route branch export`',
    });
  }
  // a branch file alone names its log or plan by a hash
  const form = version === undefined && data['sha256'] !== undefined ? 'branches' : 'plan';
  const wrong = tomlVersionFault(form, data);
  if (wrong !== undefined) {
    const code = version === undefined ? 'E_PLAN_SCHEMA' : 'E_PLAN_VERSION';
    throw planError(code, file, locate(form), wrong.message, wrong.rest);
  }
  const fault = findFault('plan', data);
  if (fault === undefined) return;
  const where = pathText(fault.path);
  const last = fault.path.at(-1);
  if (fault.unknownKey && typeof last === 'string') {
    const keys = knownKeys('plan', fault.path.slice(0, -1));
    throw planError('E_PLAN_SCHEMA', file, locate(where), `unknown key ${where}`, { remedy: nearest(last, keys) });
  }
  const message = fault.missingKey ? `missing key ${where}` : `wrong value of ${where}`;
  throw planError('E_PLAN_SCHEMA', file, locate(where), message, {
    expected: fault.expected,
    remedy: '`lockstep schema plan` prints the form',
  });
}

function planOf(data: Record<string, unknown>, file: string, locate: (path: string) => PlanPlace): Plan {
  const steps = stepTables(data).map(stepOf);
  const seen = new Set<string>();
  steps.forEach(({ label }, index) => {
    if (label === undefined) return;
    if (seen.has(label)) {
      throw planError('E_PLAN_LABEL', file, locate(`do[${index}].label`), `label ${label} is used twice`, {
        remedy: 'Give every step its own label',
      });
    }
    seen.add(label);
  });
  const checks = ((data['expect'] ?? []) as Record<string, unknown>[]).map(
    (entry): PlanCheck => ({
      after: entry['after'] as string | number | undefined,
      cells: entry['cells'] as CellConditions,
    }),
  );
  const commands = steps.reduce((sum, step) => sum + step.repeat, 0);
  const checkAfter = (after: string | number | undefined, path: string): void => {
    if (typeof after === 'string' && !seen.has(after)) {
      throw planError('E_PLAN_LABEL', file, locate(path), `no step has the label ${after}`, {
        remedy: nearest(after, [...seen]),
      });
    }
    if (typeof after === 'number' && after > commands) {
      throw planError('E_PLAN_LABEL', file, locate(path), `the plan has fewer commands than ${after}`, {
        found: countText(commands, 'command'),
        remedy: 'Count every command with its repeats, or use a label',
      });
    }
  };
  checks.forEach(({ after }, index) => {
    checkAfter(after, `expect[${index}].after`);
  });
  const search = data['search'] as { readonly after?: string | number } | undefined;
  checkAfter(search?.after, 'search.after');
  const ruleset = data['ruleset'] as { name?: string; switches?: Record<string, string | number> } | undefined;
  return {
    file,
    system: data['system'] as string,
    title: (data['title'] as string | undefined) ?? '',
    ruleset: { name: ruleset?.name ?? 'default', switches: ruleset?.switches ?? {} },
    setup: data['setup'] ?? null,
    start: data['start'] as PlanStart | undefined,
    steps,
    checks,
    query: data['query'],
    search,
    locate,
  };
}

function stepOf(entry: Readonly<Record<string, unknown>>): PlanStep {
  const parameters = Object.fromEntries(Object.entries(entry).filter(([key]) => !STEP_KEYS.has(key)));
  return {
    command: { ...parameters, command: entry['command'] as string },
    label: entry['label'] as string | undefined,
    repeat: (entry['repeat'] as number | undefined) ?? 1,
    error: entry['error'] as string | undefined,
    expect: (entry['expect'] as CellConditions | undefined) ?? {},
  };
}
