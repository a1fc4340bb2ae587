/** Published schema of the atlas's answers, version 1: what `npm run atlas` finds out and keeps. */
import { closedObject, count, orNull, SCHEMA_DIALECT, sha256, text } from './parts.js';

const AMOUNTS = ['frames', 'actions', 'allyActions', 'enemyActions', 'presses', 'waits'];

const certificate = closedObject({
  sha256: { ...sha256, description: 'Of the certificate’s lines, not compressed' },
  states: count,
  trusts: { type: 'array', items: { enum: ['bound', 'key'] } },
});

const route = closedObject({
  cost: count,
  amounts: closedObject(Object.fromEntries(AMOUNTS.map((name) => [name, count]))),
  moves: {
    type: 'array',
    minItems: 1,
    items: { type: 'object', required: ['command'], properties: { command: text } },
  },
  end: { ...sha256, description: 'Of the key of the state at its end' },
});

const answer = closedObject({
  plan: { ...text, description: 'Its name, without the folder and `.toml`' },
  planHash: { ...sha256, description: 'Of the plan as it was searched' },
  system: text,
  ruleset: text,
  proven: { type: 'boolean' },
  bound: { ...count, description: 'No route costs less' },
  under: { type: 'array', items: text, description: 'Conditions of the answer, as the search words them' },
  states: count,
  expanded: count,
  route: orNull(route),
  certificate: orNull(certificate),
});

export const atlasSchema = {
  $schema: SCHEMA_DIALECT,
  title: 'battle-lockstep atlas, version 1',
  ...closedObject({
    atlas: { const: 1 },
    answers: { type: 'array', minItems: 1, items: answer },
  }),
};
