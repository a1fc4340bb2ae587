/**
 * Published schema of a plan, version 1. Plans are written in TOML; this describes the data they
 * stand for.
 */

import { neededText } from '../../../../core/system/legal-text.js';
import { withArticle } from '../../../../core/system/names.js';
import type { CommandShape, ParameterShape, SwitchShape, System, ValueShape } from '../../../../core/system/system.js';
import { ADDRESS_PATTERN } from '../../../../rom-map/windows.js';
import { cellConditions, closedObject, count, SCHEMA_DIALECT, sha256, switches, text } from './parts.js';
import { SYSTEM_WORDS } from './words.generated.js';
import type { SystemWords, WordsOfCell } from './words.js';

// Published schema of a branch file, version 1. Branch files are TOML; this describes the data they
// stand for.

/**
 * No control characters, and no `#`, which stands between a file and a branch on the command line.
 */
const branchName = { type: 'string', pattern: '^[^#\\u0000-\\u001f\\u007f]{1,80}$' };

export const branchesSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep branch file, version 1',
  type: 'object',
  additionalProperties: false,
  required: ['branches', 'file', 'sha256', 'done'],
  properties: {
    branches: { const: 1 },
    file: { ...text, description: 'The log or plan that the branches leave, relative to this file' },
    sha256: { ...sha256, description: 'Of that file as it is' },
    done: { ...count, description: 'Edits that hold; those behind them were undone' },
    edit: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['edit', 'branch'],
        properties: {
          edit: { enum: ['fork', 'rename', 'remove', 'input', 'insert', 'delete', 'write'] },
          branch: branchName,
          parent: branchName,
          name: branchName,
          at: { ...count, maximum: 1_000_000_000 },
          count: { type: 'integer', minimum: 1, maximum: 10_000_000 },
          pad: { type: 'integer', minimum: 0, maximum: 0xffff },
          do: { type: 'object', required: ['command'], properties: { command: text } },
          address: { type: 'string', pattern: ADDRESS_PATTERN },
          bytes: { type: 'string', pattern: '^([0-9A-F]{2}){1,65536}$' },
        },
      },
    },
  },
};

// The `[search]` table of a plan: what a search may do, aims at, must keep, and counts.

const weight = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const move = { type: 'object', required: ['command'], properties: { command: text } };

const searchSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['moves'],
  properties: {
    /**
     * The step, or the number of commands, after which the routes begin; by default the plan's end.
     */
    after: { anyOf: [text, count] },
    cost: {
      anyOf: [
        { enum: ['actions', 'frames'] },
        {
          type: 'object',
          additionalProperties: false,
          minProperties: 1,
          properties: {
            frames: weight,
            actions: weight,
            allyActions: weight,
            enemyActions: weight,
            presses: weight,
            waits: weight,
          },
        },
      ],
    },
    moves: { type: 'array', minItems: 1, items: move },
    enemies: { enum: ['own', 'any', 'worst', 'script'] },
    enemyMoves: { type: 'array', minItems: 1, items: move },
    routes: { type: 'integer', minimum: 1, maximum: 100 },
    /**
     * States in each layer of the beam, which looks for a route where the exact search found none.
     */
    beam: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    /** Maximum number of outcomes that draws make of a move, where the worst outcome counts. */
    outcomes: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    /**
     * Looks for the policy that reaches the goal as often as can be, or whose end has the highest
     * expected value.
     */
    maximise: { enum: ['chance', 'value'] },
    /** Cells that make up the value, with their weights. */
    value: {
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: 'integer', minimum: -1_000_000, maximum: 1_000_000 },
    },
    /**
     * What is left to luck: every draw, the seed of a first battle, the generator's state on its
     * cycles, or the faces of dice.
     */
    luck: { enum: ['draws', 'seeds', 'cycles', 'dice'] },
    /**
     * The start as a choice: up to so many frames waited before the first command, or passed on the
     * map before a first battle.
     */
    start: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
      properties: {
        waits: { type: 'integer', minimum: 1, maximum: 65_535 },
        mapFrames: { type: 'integer', minimum: 1, maximum: 65_535 },
      },
    },
    goal: cellConditions,
    /** The required last move of a route. */
    last: text,
    keep: cellConditions,
    limits: {
      type: 'object',
      additionalProperties: false,
      properties: {
        cost: count,
        frames: count,
        actions: count,
        allyActions: count,
        enemyActions: count,
        presses: count,
        waits: count,
        nodes: count,
      },
    },
    /** Numbers of the enemies that must not act. */
    never: { type: 'array', minItems: 1, items: { type: 'integer', minimum: 0, maximum: 14 } },
  },
};

const errorCode = { type: 'string', pattern: '^E_[A-Z0-9_]+$' };

/** Keys of a command's table that are not parameters of the command. */
const ofStep = { label: text, error: errorCode, expect: cellConditions };
const steps = {
  type: 'array',
  items: {
    type: 'object',
    required: ['command'],
    properties: { command: text, ...ofStep, repeat: { type: 'integer', minimum: 1, maximum: 1_000_000_000 } },
  },
};

export const planSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep plan, version 1',
  type: 'object',
  additionalProperties: false,
  required: ['plan', 'system'],
  properties: {
    plan: { const: 1 },
    system: text,
    title: { type: 'string' },
    ruleset: {
      type: 'object',
      additionalProperties: false,
      properties: { name: text, switches },
    },
    setup: { type: 'object' },
    start: {
      anyOf: [closedObject({ trace: text, frame: count }), closedObject({ state: text }, { sha256 })],
    },
    do: steps,
    battle: {
      type: 'array',
      items: { type: 'object', properties: { ...ofStep, do: steps } },
    },
    expect: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['cells'],
        properties: {
          after: { anyOf: [text, { type: 'integer', minimum: 0 }] },
          cells: cellConditions,
        },
      },
    },
    query: { type: 'object' },
    search: searchSchema,
  },
};

// The schema of the plans of one system: the form of its setup and query, its switches, its
// commands with their parameters.

type Schema = Record<string, unknown>;

function valueSchema(shape: ValueShape): Schema {
  switch (shape.is) {
    case 'integer':
      return { type: 'integer', minimum: shape.least, maximum: shape.greatest };
    case 'text':
      return { type: 'string' };
    case 'flag':
      return { type: 'boolean' };
    case 'word':
      return { enum: shape.words };
    case 'name':
      // other spellings are read as well, so editors offer these and refuse none
      return { type: 'string', examples: shape.names };
    case 'list':
      return {
        type: 'array',
        items: valueSchema(shape.of),
        ...(shape.most === undefined ? {} : { maxItems: shape.most }),
      };
    case 'entries':
      return { type: 'object', additionalProperties: valueSchema(shape.of) };
    case 'either':
      return { anyOf: shape.forms.map(valueSchema) };
    case 'table': {
      const properties = (isWanted: boolean): Schema =>
        Object.fromEntries(
          shape.fields
            .filter(({ isRequired = false }) => isRequired === isWanted)
            .map(({ name, value, meaning }) => [name, { ...valueSchema(value), description: meaning }]),
        );
      return closedObject(properties(true), properties(false));
    }
  }
}

/** A number, or the id that a plan writes for it. @param known ids of the rules by their kind */
function parameterSchema(parameter: ParameterShape, known: SystemWords['ids'] | undefined): Schema {
  const { min, max, capacity, ids, names, meaning } = parameter;
  const number = { type: 'integer', minimum: min, maximum: max };
  const examples = names ?? (ids === undefined ? undefined : known?.[ids]) ?? [];
  const one = ids === undefined ? number : { anyOf: [examples.length === 0 ? text : { ...text, examples }, number] };
  const value = capacity === undefined ? one : { type: 'array', maxItems: capacity, items: one };
  const kind = ids === undefined ? '' : ` Takes ${capacity === undefined ? 'the id' : 'ids'} of ${withArticle(ids)}.`;
  return { ...value, description: `${meaning}.${kind} Needed: ${neededText(parameter)}.` };
}

const STEP = planSchema.properties.do.items.properties;

function isOptional({ optional, mayBeAbsent }: ParameterShape): boolean {
  return optional !== undefined || mayBeAbsent === true;
}

/** Schemas of the parameters that may be left out, or of those that may not. */
function schemasOf(
  parameters: readonly ParameterShape[],
  mayBeLeftOut: (one: ParameterShape) => boolean,
  schema: (one: ParameterShape) => Schema,
): [required: Schema, optional: Schema] {
  const those = (isWanted: boolean): Schema =>
    Object.fromEntries(
      parameters.filter((one) => mayBeLeftOut(one) !== isWanted).map((one) => [one.name, schema(one)]),
    );
  return [those(true), those(false)];
}

/** The conditions of cells that a system's battles have; names of others are left to the run. */
function conditionsSchema({ cells, ids }: SystemWords): Schema {
  const wanted = cellConditions.additionalProperties;
  const conditionOf = ({ least, greatest, none, words, ids: kind, meaning }: WordsOfCell): Schema => {
    const examples = [
      ...(words ?? (kind === undefined ? [] : (ids[kind] ?? []))),
      ...(none === undefined ? [] : [none[1]]),
    ];
    const number = { type: 'integer', minimum: least, maximum: greatest };
    const range = closedObject({}, { min: number, max: number });
    const isNamed = examples.length > 0 || kind !== undefined;
    return { anyOf: [number, ...(isNamed ? [{ ...text, examples }] : []), range], description: meaning };
  };
  const patternOf = (name: string): string =>
    `^${name
      .split(/(\[[^\]]*\])/u)
      .map((part) => (part.startsWith('[') ? '\\[[^\\]]*\\]' : part.replaceAll('.', '\\.')))
      .join('')}$`;
  const [open, plain] = [
    cells.filter(({ name }) => name.includes('[')),
    cells.filter(({ name }) => !name.includes('[')),
  ];
  return {
    ...cellConditions,
    properties: Object.fromEntries(plain.map((cell) => [cell.name, conditionOf(cell)])),
    patternProperties: Object.fromEntries(open.map((cell) => [patternOf(cell.name), conditionOf(cell)])),
    additionalProperties: wanted,
  };
}

function commandSchema(
  { name, parameters, meaning }: CommandShape,
  known: SystemWords['ids'] | undefined,
  expect: Schema,
): Schema {
  const [required, optional] = schemasOf(parameters, isOptional, (one) => parameterSchema(one, known));
  const { label, repeat, error } = STEP;
  const step = { label, repeat, error, expect };
  return {
    ...closedObject({ command: { const: name }, ...required }, { ...optional, ...step }),
    description: meaning,
  };
}

/**
 * A move of `[search]`. A list stands for a move with each value, unless the parameter is a list
 * of its own: dice and draws may be left out, to chance.
 */
function moveSchema({ name, parameters, meaning }: CommandShape, known: SystemWords['ids'] | undefined): Schema {
  const oneOrMore = (one: ParameterShape): Schema => {
    const schema = parameterSchema(one, known);
    return one.capacity !== undefined ? schema : { anyOf: [schema, { type: 'array', minItems: 1, items: schema }] };
  };
  const [required, optional] = schemasOf(parameters, (one) => isOptional(one) || one.capacity !== undefined, oneOrMore);
  return { ...closedObject({ command: { const: name }, ...required }, optional), description: meaning };
}

function switchSchema({ values, default: standard, evidence }: SwitchShape): Schema {
  return { enum: values, default: standard, description: evidence };
}

/** The schema of a plan of this system; what the system does not publish stays open. */
export function planSchemaOf(system: System): object {
  const { setupShape, queryShape, switches, formerly } = system;
  const shapes = [...(system.capabilities.actions?.shapes ?? []), ...system.commands];
  const words = Object.hasOwn(SYSTEM_WORDS, system.id) ? SYSTEM_WORDS[system.id] : undefined;
  const known = words?.ids;
  const cells = words === undefined ? cellConditions : conditionsSchema(words);
  const moves = {
    ...planSchema.properties.search.properties.moves,
    items: { anyOf: shapes.map((shape) => moveSchema(shape, known)) },
  };
  const ofSwitches = Object.fromEntries(switches.map((one) => [one.name, switchSchema(one)]));
  const { query, ...properties } = planSchema.properties;
  const { items } = properties.expect;
  return {
    ...planSchema,
    title: `battle-lockstep plan of ${system.id}, version 1`,
    properties: {
      ...properties,
      system: formerly === undefined ? { const: system.id } : { enum: [system.id, formerly.id] },
      ruleset: closedObject({}, { name: text, switches: closedObject({}, ofSwitches) }),
      ...(setupShape === undefined ? {} : { setup: valueSchema(setupShape) }),
      ...(system.capabilities.odds === undefined
        ? {}
        : { query: queryShape === undefined ? query : valueSchema(queryShape) }),
      search: {
        ...planSchema.properties.search,
        properties: { ...planSchema.properties.search.properties, moves, enemyMoves: moves, goal: cells, keep: cells },
      },
      do: {
        type: 'array',
        maxItems: count.maximum,
        items: { anyOf: shapes.map((shape) => commandSchema(shape, known, cells)) },
      },
      expect: { ...properties.expect, items: { ...items, properties: { ...items.properties, cells } } },
    },
  };
}
