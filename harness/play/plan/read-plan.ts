/** Reads a plan: TOML text -> plain data -> checked against the published schema -> `Plan`. */

import { countText } from '../../../core/system/names.js';
import {
  createLocator,
  createSha256,
  LockstepError,
  nearest,
  pathText,
  readPlain,
  secondBeginning,
  type TomlPlace,
  tomlOf,
  withLineFeeds,
} from '../../base/index.js';

import { findFault, knownKeys } from '../trace/schemas/check.js';
import { tomlVersionFault } from '../trace/schemas/version-key.js';
import {
  type CellConditions,
  type KeptPlan,
  type Plan,
  type PlanCheck,
  type PlanSource,
  type PlanStart,
  type PlanStep,
  planError,
} from './types.js';

// Several battles in one plan: a `[[battle]]` table is the command `battle`, which begins the next
// one, with the commands of that battle behind it. Everything else sees one list of commands.

type Table = Readonly<Record<string, unknown>>;

/** The command that a `[[battle]]` table stands for. */
export const NEXT_BATTLE = 'battle';

interface Battles {
  readonly do?: readonly Table[];
  readonly battle?: readonly (Table & { readonly do?: readonly Table[] })[];
}

/** Every table of a command with its path in the text, in the order of play. */
function placed(data: Table): readonly (readonly [path: string, table: Table])[] {
  const { do: first = [], battle: battles = [] } = data as Battles;
  const own = first.map((table, index) => [`do[${index}]`, table] as const);
  const next = battles.flatMap(({ do: steps = [], ...way }, number) => [
    [`battle[${number}]`, { command: NEXT_BATTLE, ...way }] as const,
    ...steps.map((table, index) => [`battle[${number}].do[${index}]`, table] as const),
  ]);
  return [...own, ...next];
}

/** The commands of all battles of a plan, each as a `[[do]]` table. */
function stepTables(data: Table): readonly Table[] {
  return placed(data).map(([, table]) => table);
}

/** The same plan with one list of commands. */
export function withOneList(data: Table): Table {
  const { battle, ...rest } = data;
  return battle === undefined ? data : { ...rest, do: stepTables(data) };
}

/**
 * A locator that takes `do[n]` for the n-th command of all battles.
 * @param locate of the text
 */
function locateSteps(data: Table, locate: (path: string) => TomlPlace): (path: string) => TomlPlace {
  if (data['battle'] === undefined) return locate;
  const paths = placed(data).map(([path]) => path);
  return (path) => {
    const [, number = '', rest = ''] = /^do\[(\d+)\](.*)$/su.exec(path) ?? [];
    const own = number === '' ? undefined : paths[Number(number)];
    return locate(own === undefined ? path : `${own}${rest}`);
  };
}

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
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new LockstepError('E_PLAN_TOML', 'the plan is not UTF-8', { file, remedy: 'Save it as UTF-8' });
  }
  text = withLineFeeds(text);
  const locate = createLocator(text);
  const data = toPlain(parsed(text, file), [], (path, message, found) => {
    throw planError('E_PLAN_VALUE', file, locate(pathText(path)), `${pathText(path)} ${message}`, {
      found,
      remedy: 'Plans hold text, whole numbers, true and false, lists and tables',
    });
  }) as Record<string, unknown>;
  checkSchema(data, file, locate, text);
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
  return { ...planOf(data, file, place), bytes };
}

/** Big integers tell 1 from 1.0; `toPlain` turns them into numbers and refuses fractions. */
function parsed(text: string, file: string): unknown {
  return tomlOf(text, file, 'E_PLAN_TOML', {
    integersAsBigInt: true,
    maxDepth: MAX_DEPTH,
    keyCode: 'E_PLAN_VALUE',
  });
}

type Path = readonly (string | number)[];

function toPlain(value: unknown, path: Path, fail: (path: Path, message: string, found: string) => never): unknown {
  if (path.length > MAX_DEPTH) return fail(path.slice(0, 3), 'is nested too deeply', countText(path.length, 'level'));
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : fail(path, 'is too large', String(value));
  }
  if (typeof value === 'number') {
    // TOML takes 1e9 and 5.0 for fractions, whatever their value is
    const asWhole = Number.isSafeInteger(value) ? `is written as a fraction: write ${value}` : 'is not a whole number';
    return fail(path, asWhole, String(value));
  }
  if (Array.isArray(value)) return value.map((entry, index) => toPlain(entry, [...path, index], fail));
  if (typeof value === 'object' && value !== null) {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype) return fail(path, 'is a date or a time', String(value));
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toPlain(entry, [...path, key], fail)]));
  }
  return value;
}

function checkSchema(
  data: Record<string, unknown>,
  file: string,
  locate: (path: string) => TomlPlace,
  text: string,
): void {
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
  const again = secondBeginning(text);
  const isTwice =
    fault === undefined
      ? stepTables(data).some((table) => 'plan' in table)
      : fault.path.length > 1 && fault.path.at(-1) === 'plan';
  if (again !== undefined && isTwice) {
    throw planError('E_PLAN_SCHEMA', file, { line: again, column: 1 }, 'the plan begins a second time in itself', {
      remedy: `Take out what was pasted twice, from line ${again} on`,
    });
  }
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

function planOf(data: Record<string, unknown>, file: string, locate: (path: string) => TomlPlace): Omit<Plan, 'bytes'> {
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

// Reads the file of a plan, or takes what was read of it.

const KEPT = new WeakMap<object, Plan>();

/** From now on this object stands for the plan: `loadPlan` takes it in the place of a file. */
export function keepPlan(as: KeptPlan, plan: Plan): void {
  KEPT.set(as, plan);
}

/** Whether a value stands for a plan that was read; a copy of such an object does not. */
export function isKeptPlan(value: unknown): value is KeptPlan {
  return typeof value === 'object' && value !== null && KEPT.has(value);
}

/** The file of a plan, as messages name it. */
export function planFileOf(source: PlanSource): string {
  return typeof source === 'string' ? source : source.file;
}

/** SHA-256 of a plan's text: a certificate, a job and a saved search name their plan by it. */
export function planHash({ bytes }: Pick<Plan, 'bytes'>): string {
  return createSha256().update(bytes).hex();
}

/** Whether a source is a plan and no log: what was read of one, or a `.toml` file. */
export function isPlanSource(source: PlanSource): boolean {
  return typeof source !== 'string' || source.toLowerCase().endsWith('.toml');
}

/**
 * Reads and checks a plan.
 * @throws LockstepError with file, line and column
 */
export function loadPlan(source: PlanSource): Plan {
  if (typeof source === 'string') return readPlan(readPlain(source, MAX_PLAN_BYTES).bytes, source);
  const plan = KEPT.get(source);
  if (plan !== undefined) return plan;
  throw new TypeError('a plan is a file, or what loadPlan gave, not a copy of it');
}
