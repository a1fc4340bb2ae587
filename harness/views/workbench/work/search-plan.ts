/** The plan of a search from the shown state: its own `[search]`, or one of all that is allowed. */
import { parse, stringify } from 'smol-toml';
import { LockstepError } from '../../../base/index.js';
import { type RowCommand, withOneList } from '../../../play/index.js';

import type { ChoiceTable } from '../plain-choices.js';

type Table = Record<string, unknown>;

/** Columns and rows of the board that moves and skills are tried on. */
const PLACES = [0, 1, 2, 3, 4, 5, 6];
const MOST_STATES = 2_000_000;

/** A `[search]` for the quickest win, with every command that the table of choices has. */
function usualSearch({ rows }: ChoiceTable): Table {
  const moves = new Map<string, Table>();
  for (const { command } of rows) {
    const { x, y, facing: _facing, ...rest }: RowCommand = command;
    const { frames: _frames, presses: _presses, ...plain } = rest as Table;
    const move = x === undefined || y === undefined ? plain : { ...plain, x: PLACES, y: PLACES };
    moves.set(JSON.stringify(plain), move);
  }
  // what the enemies do by themselves is no route, and waiting finds no end
  const tried = [...moves.values()].filter(({ command }) => command !== 'auto' && command !== 'escape');
  return { cost: 'frames', moves: tried, goal: { battleResult: 1 }, limits: { nodes: MOST_STATES } };
}

/**
 * The `[search]` table that is offered for editing.
 * @param text the plan
 */
export function offeredSearch(text: string, choices: ChoiceTable): string {
  const { search } = parse(text) as { readonly search?: Table };
  const { after: _after, ...table } = search ?? usualSearch(choices);
  return stringify(table);
}

/**
 * The plan that is searched: the first commands, and the given `[search]` from there on.
 * @param rows `[[do]]` tables before the search
 * @throws LockstepError `E_PLAN_TOML` for a table that is not TOML
 */
export function searchedPlan(text: string, rows: number, search: string): string {
  const { do: steps = [], expect: _expect, ...rest } = withOneList(parse(text)) as Table & { readonly do?: unknown[] };
  let table: Table;
  try {
    table = parse(search);
  } catch (error) {
    const [first = ''] = String(error).split('\n');
    throw new LockstepError('E_PLAN_TOML', `the search is not TOML: ${first}`, { remedy: 'Correct it there' });
  }
  const { after: _after, ...kept } = table;
  return stringify({ ...rest, do: steps.slice(0, rows), search: kept });
}
