/** The page on luck: every command on it prints what stands below it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { cli } from './run-cli.js';

const PAGE = readFileSync(new URL('../../../docs/LUCK.md', import.meta.url), 'utf8');
const BLOCKS = [...PAGE.matchAll(/```text\n\$ lockstep ([^\n]+)\n(.*?)```/gsu)].map(
  ([, command = '', shown = '']) => [command, shown] as const,
);

/** Words of a command line; quotes hold a word together. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu)].map(([, one, two, three]) => one ?? two ?? three ?? '');
}

test('the page has a block for each verb that it tells of', () => {
  const verbs = new Set(BLOCKS.map(([command]) => command.split(' ')[0]));
  expect([...verbs].sort()).toEqual(['locate', 'odds', 'predict', 'run', 'seeds']);
});

test.each(BLOCKS)('%s', async (command, shown) => {
  const { out } = await cli(wordsOf(command), { systems: SYSTEMS });
  let from = 0;
  for (const part of shown.split(/^\.\.\.\n/mu)) {
    const at = out.indexOf(part, from);
    expect([at >= 0, part, at >= 0 ? '' : out.slice(from)]).toEqual([true, part, '']);
    from = at + part.length;
  }
});
