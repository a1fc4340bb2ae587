/** Published schema of the last line of a trace, version 1. */
import { closedObject, count, SCHEMA_DIALECT, sha256 } from './parts.js';

/** First frame and number of frames in a row. */
const lagRun = { type: 'array', minItems: 2, maxItems: 2, items: count };

export const traceFooterSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep trace, version 1: footer',
  ...closedObject({ end: { const: 1 }, rows: count, frames: count, sha256 }, { lag: { type: 'array', items: lagRun } }),
};
