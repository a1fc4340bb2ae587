/** Pieces that several published schemas share. */

export const SCHEMA_DIALECT = 'http://json-schema.org/draft-07/schema#';

/** A fixed set of named properties, all required but the optional ones. */
export function closedObject(
  properties: Record<string, unknown>,
  optional: Record<string, unknown> = {},
): Record<string, unknown> {
  const required = Object.keys(properties);
  return { type: 'object', additionalProperties: false, required, properties: { ...properties, ...optional } };
}

export function orNull(schema: Record<string, unknown>): Record<string, unknown> {
  return { anyOf: [schema, { type: 'null' }] };
}

export const text = { type: 'string', minLength: 1 };
export const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' };
export const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
export const switches = {
  type: 'object',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
};
const cellValue = { type: 'integer', minimum: -0x8000_0000, maximum: 0xffff_ffff };
/** A value that a cell must have, or a range with both ends included. */
const wanted = {
  anyOf: [
    cellValue,
    /** The word of a cell for none, such as `never`. */
    text,
    {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: { min: cellValue, max: cellValue },
    },
  ],
};
/** Values or ranges of cells by name, as `expect`, `goal` and `keep` hold them. */
export const cellConditions = { type: 'object', minProperties: 1, additionalProperties: wanted };
