/**
 * The schema of the plans of one system: the form of its setup and query, its switches, its
 * commands with their parameters.
 */
import type { CommandShape, ParameterShape, SwitchShape, System, ValueShape } from '../../../../core/system/system.js';
import { closedObject, count, text } from './parts.js';
import { planSchema } from './plan.js';

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

/** A number, or the id that a plan writes for it. */
function parameterSchema({ min, max, capacity, ids, names, meaning }: ParameterShape): Schema {
  const number = { type: 'integer', minimum: min, maximum: max };
  const one =
    ids === undefined ? number : { anyOf: [names === undefined ? text : { ...text, examples: names }, number] };
  const value = capacity === undefined ? one : { type: 'array', maxItems: capacity, items: one };
  return { ...value, description: meaning };
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

function commandSchema({ name, parameters, meaning }: CommandShape): Schema {
  const [required, optional] = schemasOf(parameters, isOptional, parameterSchema);
  const { label, repeat, error, expect } = STEP;
  const step = { label, repeat, error, expect };
  return {
    ...closedObject({ command: { const: name }, ...required }, { ...optional, ...step }),
    description: meaning,
  };
}

/**
 * A move of `[search]`. A list stands for a move with each value, unless the command has lists of
 * its own: dice and draws of these may be left out, to chance.
 */
function moveSchema({ name, parameters, meaning }: CommandShape): Schema {
  const hasLists = parameters.some(({ capacity }) => capacity !== undefined);
  const oneOrMore = (one: ParameterShape): Schema => {
    const schema = parameterSchema(one);
    return hasLists ? schema : { anyOf: [schema, { type: 'array', minItems: 1, items: schema }] };
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
  const moves = { ...planSchema.properties.search.properties.moves, items: { anyOf: shapes.map(moveSchema) } };
  const ofSwitches = Object.fromEntries(switches.map((one) => [one.name, switchSchema(one)]));
  const { query, ...properties } = planSchema.properties;
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
        properties: { ...planSchema.properties.search.properties, moves, enemyMoves: moves },
      },
      do: { type: 'array', maxItems: count.maximum, items: { anyOf: shapes.map(commandSchema) } },
    },
  };
}
