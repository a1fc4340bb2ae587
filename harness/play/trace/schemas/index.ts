/**
 * The published schemas by name. `traces/schemas/NAME.schema.json` holds the same text; a test
 * compares them.
 */
import { atlasSchema, columnsSchema } from './columns.js';
import { branchesSchema, planSchema } from './plan.js';
import { menuProfileSchema, settledSchema, timingProfileSchema } from './profiles.js';
import { traceFooterSchema, traceHeaderSchema, traceRowSchema } from './trace.js';
import { sequenceHeaderSchema, sequenceStepSchema, vectorsCaseSchema, vectorsHeaderSchema } from './vectors.js';

export const SCHEMAS: Readonly<Record<string, object>> = {
  atlas: atlasSchema,
  branches: branchesSchema,
  columns: columnsSchema,
  'menu-profile': menuProfileSchema,
  plan: planSchema,
  'sequence-header': sequenceHeaderSchema,
  'sequence-step': sequenceStepSchema,
  settled: settledSchema,
  'timing-profile': timingProfileSchema,
  'trace-footer': traceFooterSchema,
  'trace-header': traceHeaderSchema,
  'trace-row': traceRowSchema,
  'vectors-case': vectorsCaseSchema,
  'vectors-header': vectorsHeaderSchema,
};

/** Text of a schema file: JSON, two spaces, LF at the end. */
export function schemaText(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
