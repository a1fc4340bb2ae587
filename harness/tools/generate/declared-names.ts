/** Types of each system's setup, commands and cells, from its declarations and bundled plans. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldShape, ValueShape } from '../../../core/system/data-shape.js';
import type { CommandShape, ParameterShape, System } from '../../../core/system/system.js';
import { LockstepError, SYSTEMS } from '../../base/index.js';

import { findPlanSystem, loadPlan, startBattle } from '../../play/index.js';

const tableType = (fields: readonly string[]): string => `{ ${fields.join('; ')} }`;

/** Most values of an integer that are listed one by one. */
const FEW = 9;

/** Types of names that stand once, by what they are called. */
type Names = Map<string, string>;

/** Words one by one where they are few, else a type of its own: `SkillName`. */
function namesType(of: string, names: readonly string[], declared: Names): string {
  const words = names.map((name) => `'${name.replaceAll("'", "\\'")}'`).join(' | ');
  if (names.length <= FEW) return words;
  // an ally of a command is a character of the setup
  const known = [...declared].find(([, type]) => type === words)?.[0];
  if (known !== undefined) return known;
  const name = `${of.charAt(0).toUpperCase()}${of.slice(1)}Name`;
  if (declared.has(name)) throw new LockstepError('E_INTERNAL', `two kinds of names are called ${name}`);
  declared.set(name, words);
  return name;
}

/** The type of a published form: words and few numbers one by one. */
function shapeType(shape: ValueShape, names: Names): string {
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
    case 'name':
      return namesType(shape.of, shape.names, names);
    case 'list':
      return `readonly (${shapeType(shape.of, names)})[]`;
    case 'table':
      return tableType(shape.fields.map((field) => fieldType(field, names)));
    case 'entries':
      return `{ readonly [name: string]: ${shapeType(shape.of, names)} }`;
    case 'either':
      return shape.forms.map((form) => shapeType(form, names)).join(' | ');
  }
}

function fieldType({ name, value, isRequired }: FieldShape, names: Names): string {
  return `readonly ${name}${isRequired === true ? '' : '?'}: ${shapeType(value, names)}`;
}

function parameterType({ name, ids, capacity, optional, mayBeAbsent, ...declared }: ParameterShape, names: Names) {
  const named = declared.names === undefined ? 'string' : namesType(ids ?? name, declared.names, names);
  const one = ids === undefined ? 'number' : `number | ${named}`;
  const type = capacity === undefined ? one : ids === undefined ? 'readonly number[]' : `readonly (${one})[]`;
  return `readonly ${name}${optional !== undefined || mayBeAbsent === true ? '?' : ''}: ${type}`;
}

const commandType = ({ name, parameters }: CommandShape, names: Names): string =>
  `{ ${[`readonly command: '${name}'`, ...parameters.map((one) => parameterType(one, names))].join('; ')} }`;

const union = (types: readonly string[]): string => ` ${types.join(' | ')}`;

/** The name as a type, where brackets may hold any number, or any id. */
function cellType(name: string): string {
  if (!name.includes('[')) return `'${name}'`;
  const open = name.replace(/\[([^\]]*)\]/gu, (_, inside) => `[\${${/^\d+$/u.test(inside) ? 'number' : 'string'}}]`);
  return `\`${open}\``;
}

/**
 * Types of the cells of all battles that bundled plans start; of an empty one without a plan.
 * @param last takes the highest number of each record or list
 */
async function cellTypes(
  system: System,
  plans: readonly string[],
  last: Map<string, number>,
): Promise<readonly string[]> {
  const names = new Set<string>();
  const add = (name: string): void => {
    names.add(cellType(name));
    const [, record = '', number = ''] = /^([^[]+)\[(\d+)\]/u.exec(name) ?? [];
    if (record !== '') last.set(record, Math.max(last.get(record) ?? 0, Number(number)));
  };
  let isStarted = false;
  for (const file of plans) {
    const plan = loadPlan(file);
    const own = await findPlanSystem(SYSTEMS, plan);
    if (own !== system) continue;
    isStarted = true;
    for (const { name } of (await startBattle(own, plan)).cells) add(name);
  }
  if (!isStarted) for (const { name } of system.create({}).cells) add(name);
  return [...names].sort();
}

/**
 * The numbers that a record or list may have, by its name: of the memory of a console, which has
 * the same cells in every battle. In other systems the setup decides.
 * @param last highest number by name
 */
function numbersType({ capabilities }: System, last: ReadonlyMap<string, number>): string {
  if (capabilities.cartridge === undefined) return '{}';
  const rows = [...last].sort(([one], [other]) => (one < other ? -1 : 1));
  return tableType(
    rows.map(
      ([record, most]) => `readonly ${record}: ${Array.from({ length: most + 1 }, (_, number) => number).join(' | ')}`,
    ),
  );
}

/** Text of the module. @param root folder of the package */
export async function declaredModule(root: string): Promise<string> {
  const traces = join(root, 'traces');
  const plans = readdirSync(traces, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.toml') && !file.startsWith('golden'))
    .sort()
    .map((file) => join(traces, file));
  const names: Names = new Map();
  let systems = '';
  const firstWith = new Map<string, string>();
  for (const system of SYSTEMS) {
    const { id, setupShape } = system;
    if (setupShape === undefined) throw new LockstepError('E_INTERNAL', `${id} publishes no form of its setup`);
    systems += `  readonly '${id}': {\n`;
    systems += `    readonly setup: ${shapeType(setupShape, names)};\n`;
    systems += `    readonly command:${union(system.commands.map((command) => commandType(command, names)))};\n`;
    const last = new Map<string, number>();
    const cells = union(await cellTypes(system, plans, last));
    systems += `    readonly numbers: ${numbersType(system, last)};\n`;
    // systems over one memory have the same cells
    systems += `    readonly cell:${firstWith.get(cells) ?? cells};\n  };\n`;
    if (!firstWith.has(cells)) firstWith.set(cells, ` Declared['${id}']['cell']`);
  }
  let out = '/** Generated by `npm run generate` from the declarations. Do not edit. */\n';
  for (const [name, type] of names) out += `\nexport type ${name} =${union([type])};\n`;
  out += '\n/** Setup fields, commands and cell names by the id of their system. */\nexport interface Declared {\n';
  return `${out}${systems}}\n`;
}
