/** Published schemas of the profiles of an image: its menus, and what it shows for how long. */

import { PAD_BUTTONS } from '../../../../rom-map/pad.js';
import { closedObject, count, orNull, SCHEMA_DIALECT, sha256, text } from './parts.js';

// Published schema of what an owner's image has settled, version 1: addresses, keyed hashes and
// decided values, no byte of the image.

const stretch = closedObject({
  address: { type: 'string', pattern: '^[0-9A-F]{2}:[0-9A-F]{4}(-[0-9A-F]{4})?$' },
  bytes: count,
  hmac: sha256,
});

const row = closedObject({
  name: text,
  verdict: { enum: ['settled', 'agrees', 'none', 'runs', 'not in this image', 'not reached'] },
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

const image = closedObject(
  { title: text, sha256 },
  { header: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'Its internal header, 00:FFC0 to 00:FFDF' } },
);
const byte = { type: 'integer', minimum: 0, maximum: 255 };
const bits = closedObject({ cell: text, mask: { type: 'integer', minimum: 1, maximum: 0xffff } });
const size = { type: 'integer', minimum: 1, maximum: 64 };
const button = { enum: PAD_BUTTONS };
const listWindow = closedObject({ name: text, state: byte, columns: size, rows: size });
const targetWindow = closedObject({ name: text, state: byte, search: { const: 'rows-and-columns' } });
const pathStep = closedObject(
  { window: text },
  { entry: { anyOf: [{ type: 'integer', minimum: 0, maximum: 255 }, text] } },
);
const commandWay = closedObject(
  { command: text },
  {
    when: { type: 'object', additionalProperties: { type: 'integer' } },
    path: { type: 'array', minItems: 1, maxItems: 8, items: pathStep },
    button,
    buttons: closedObject({ parameter: text, values: { type: 'array', minItems: 1, maxItems: 16, items: button } }),
    waits: { const: true },
  },
);

export const menuProfileSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep profile of the menus of an image, version 1',
  ...closedObject(
    {
      menus: { const: 1 },
      system: text,
      inputs: { type: 'array', maxItems: 64, items: text },
      open: button,
      choose: button,
      back: button,
      orderState: byte,
      windows: { type: 'array', minItems: 1, maxItems: 16, items: { anyOf: [listWindow, targetWindow] } },
      commands: { type: 'array', maxItems: 64, items: commandWay },
    },
    {
      image: { ...image, description: 'Left out: declared menus of no image' },
      cells: closedObject({ state: bits, still: bits, textSpeed: bits, cursor: text }),
      assumed: { type: 'array', maxItems: 64, items: text, description: 'What no recording has shown yet' },
      seen: { type: 'object', additionalProperties: count },
    },
  ),
};

const figure = closedObject({
  what: { enum: ['skill', 'turn', 'enemyStep', 'start', 'end', 'window', 'order'] },
  number: {
    type: 'integer',
    minimum: 0,
    maximum: 511,
    description: "Of a skill (the enemies' own list: from 256), or of a window",
  },
  units: byte,
  textSpeed: byte,
  least: { ...count, description: 'Fewest frames that were seen' },
  most: { ...count, description: 'Most frames that were seen' },
  seen: { ...count, description: 'How often it was seen' },
});

export const timingProfileSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep profile of the frames that an image shows things for, version 1',
  ...closedObject({
    timing: { const: 1 },
    image,
    system: text,
    figures: { type: 'array', maxItems: 10_000, items: figure },
    leftOut: { ...count, description: 'Stretches with several causes, from which nothing was learned' },
  }),
};
