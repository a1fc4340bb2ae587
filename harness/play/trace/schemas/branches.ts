/**
 * Published schema of a branch file, version 1. Branch files are TOML; this describes the data they
 * stand for.
 */
import { ADDRESS_PATTERN } from '../../../../rom-map/windows.js';
import { count, SCHEMA_DIALECT, sha256, text } from './parts.js';

/**
 * No control characters, and no `#`, which stands between a file and a branch on the command line.
 */
export const branchName = { type: 'string', pattern: '^[^#\\u0000-\\u001f\\u007f]{1,80}$' };

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
