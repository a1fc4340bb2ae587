/** Types of each system's setup, commands and cells, from its declarations and bundled plans. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldShape, ValueShape } from '../../../core/system/data-shape.js';
import type { CommandShape, ParameterShape, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { SYSTEMS } from '../../base/systems.js';
import { loadPlan } from '../../plan/load.js';
import { findPlanSystem, startBattle } from '../../plan/start.js';

/** No system has a field of this name; the refusal lists those that it has. */
const NO_FIELD = 'noSuchField';

/** Fields of a table, as the refusal of another one names them; undefined for free keys. */
function fieldsOf(system: System, setup: unknown): readonly string[] | undefined {
  try {
    system.create(setup);
  } catch (error) {
    const known = /has no field \w+; it may have (.+)$/u.exec(error instanceof Error ? error.message : '')?.[1];
    return known?.split(', ');
  }
  return undefined;
}

type Data = Readonly<Record<string, unknown>>;

/** Every table in a value, itself included, each with the data as one more field there has them. */
function* tablesOf(value: unknown, path: string, put: (table: unknown) => unknown): Generator<[string, unknown]> {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) {
      yield* tablesOf(one, `${path}[]`, (table) => put(value.map((own, at) => (at === index ? table : own))));
    }
  } else if (typeof value === 'object' && value !== null) {
    yield [path, put({ ...value, [NO_FIELD]: 1 })];
    for (const [name, one] of Object.entries(value as Data)) {
      yield* tablesOf(one, `${path}.${name}`, (table) => put({ ...value, [name]: table }));
    }
  }
}

/** Type of a setup whose form is not published: the fields that refusals of bundled plans name. */
function refusedType(system: System, setups: readonly unknown[]): string {
  const fields = new Map<string, Set<string>>();
  // a battle by commands knows itself by its party
  for (const setup of [...setups, {}, { party: [] }]) {
    for (const [path, data] of tablesOf(setup, '', (table) => table)) {
      const known = fields.get(path) ?? new Set();
      for (const name of fieldsOf(system, data) ?? []) known.add(name);
      fields.set(path, known);
    }
  }
  const typeOf = (path: string): string => {
    const names = [...(fields.get(path) ?? [])];
    if (names.length === 0) return fields.has(`${path}[]`) ? `readonly ${typeOf(`${path}[]`)}[]` : 'unknown';
    return tableType(names.map((name) => `readonly ${name}?: ${typeOf(`${path}.${name}`)}`));
  };
  if ((fields.get('')?.size ?? 0) > 0) return typeOf('');
  throw new LockstepError('E_INTERNAL', 'the setup does not name its fields', { found: system.id });
}

const tableType = (fields: readonly string[]): string => `{ ${fields.join('; ')} }`;

/** Most values of an integer that are listed one by one. */
const FEW = 8;

/** The type of a published form: words and few numbers one by one. */
function shapeType(shape: ValueShape): string {
  switch (shape.is) {
    case 'integer': {
      const { least, greatest } = shape;
      if (greatest - least >= FEW) return 'number';
      return Array.from({ length: greatest - least + 1 }, (_, step) => least + step).join(' | ');
    }
    case 'text':
      return 'string';
    case 'flag':
      return 'boolean';
    case 'word':
      return shape.words.map((word) => `'${word}'`).join(' | ');
    case 'list':
      return `readonly (${shapeType(shape.of)})[]`;
    case 'table':
      return tableType(shape.fields.map(fieldType));
    case 'entries':
      return `{ readonly [name: string]: ${shapeType(shape.of)} }`;
    case 'either':
      return shape.forms.map(shapeType).join(' | ');
  }
}

function fieldType({ name, value, isRequired }: FieldShape): string {
  return `readonly ${name}${isRequired === true ? '' : '?'}: ${shapeType(value)}`;
}

function parameterType({ name, ids, capacity, optional, mayBeAbsent }: ParameterShape): string {
  const one = ids === undefined ? 'number' : 'number | string';
  const type = capacity === undefined ? one : ids === undefined ? 'readonly number[]' : `readonly (${one})[]`;
  return `readonly ${name}${optional !== undefined || mayBeAbsent === true ? '?' : ''}: ${type}`;
}

const commandType = ({ name, parameters }: CommandShape): string =>
  `{ ${[`readonly command: '${name}'`, ...parameters.map(parameterType)].join('; ')} }`;

const union = (types: readonly string[]): string => ` ${types.join(' | ')}`;

/** The name as a type, where brackets may hold any number, or any id. */
function cellType(name: string): string {
  if (!name.includes('[')) return `'${name}'`;
  const open = name.replace(/\[([^\]]*)\]/gu, (_, inside) => `[\${${/^\d+$/u.test(inside) ? 'number' : 'string'}}]`);
  return `\`${open}\``;
}

/** Types of the cells of every battle that a bundled plan starts, and the setups of them. */
async function startedBattles(
  system: System,
  plans: readonly string[],
): Promise<{ readonly cells: readonly string[]; readonly setups: readonly unknown[] }> {
  const names = new Set<string>();
  const setups: unknown[] = [];
  for (const file of plans) {
    const plan = loadPlan(file);
    const own = await findPlanSystem(SYSTEMS, plan);
    if (own !== system) continue;
    setups.push(plan.setup);
    for (const { name } of (await startBattle(own, plan)).cells) names.add(cellType(name));
  }
  return { cells: [...names].sort(), setups };
}

/** Text of the module. @param root folder of the package */
export async function declaredModule(root: string): Promise<string> {
  const traces = join(root, 'traces');
  const plans = readdirSync(traces, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.toml') && !file.startsWith('golden'))
    .sort()
    .map((file) => join(traces, file));
  let out = '/** Generated by `npm run generate` from the declarations. Do not edit. */\n';
  out += '\n/** Setup fields, commands and cell names by the id of their system. */\nexport interface Declared {\n';
  for (const system of SYSTEMS) {
    const { cells, setups } = await startedBattles(system, plans);
    if (cells.length === 0) continue;
    out += `  readonly '${system.id}': {\n`;
    const setup = system.setupShape === undefined ? refusedType(system, setups) : shapeType(system.setupShape);
    out += `    readonly setup: ${setup};\n`;
    out += `    readonly command:${union(system.commands.map(commandType))};\n`;
    out += `    readonly cell:${union(cells)};\n  };\n`;
  }
  return `${out}}\n`;
}
