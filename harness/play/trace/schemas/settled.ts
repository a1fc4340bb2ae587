/**
 * Published schema of what an owner's image has settled, version 1: addresses, keyed hashes and
 * decided values, no byte of the image.
 */
import { closedObject, count, orNull, SCHEMA_DIALECT, sha256, text } from './parts.js';

const stretch = closedObject({
  address: { type: 'string', pattern: '^[0-9A-F]{2}:[0-9A-F]{4}(-[0-9A-F]{4})?$' },
  bytes: count,
  hmac: sha256,
});

const row = closedObject({
  name: text,
  verdict: { enum: ['settled', 'agrees', 'none', 'runs', 'not reached'] },
  value: orNull({ type: ['string', 'integer'] }),
  states: count,
  first: { type: 'string' },
  reason: { type: 'string' },
  stretches: { type: 'array', items: stretch },
});

export const settledSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep settled stretches, version 1',
  ...closedObject({
    settled: { const: 1 },
    image: closedObject({ sha256, published: { type: 'boolean' }, profile: text }),
    rows: { type: 'array', items: row },
    digest: sha256,
  }),
};
