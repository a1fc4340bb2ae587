/** Reads the plans in `traces/` and runs them on a system; what they expect is checked. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect } from 'vitest';
import { apply, createEventBuffer, type PlainCommand, read } from '../../core/system/battle.js';
import { type Battle, RuleError, type System } from '../../core/system/system.js';

/** A number, or the word of a cell for none. */
type CellValues = Readonly<Record<string, number | string>>;

interface Step extends PlainCommand {
  readonly label?: string;
  readonly repeat?: number;
  readonly error?: string;
  readonly expect?: CellValues;
}

interface Checkpoint {
  readonly after?: string | number;
  readonly cells: CellValues;
}

export interface PlanFile {
  readonly plan: number;
  readonly system: string;
  readonly ruleset?: { readonly switches?: Readonly<Record<string, string | number>> };
  readonly setup: unknown;
  readonly query?: unknown;
  readonly do?: readonly Step[];
  readonly expect?: readonly Checkpoint[];
}

function folderOf(system: System): URL {
  return new URL(`../../traces/${system.id}/`, import.meta.url);
}

/** File names of the plans of a system. */
export function planNames(system: System): string[] {
  return readdirSync(folderOf(system)).filter((name) => name.endsWith('.toml'));
}

export function loadPlan(system: System, name: string): PlanFile {
  return parse(readFileSync(new URL(name, folderOf(system)), 'utf8')) as unknown as PlanFile;
}

/** Code with which a command is refused, '' when it is accepted; what is refused leaves the image untouched. */
function tryCommand(system: System, battle: Battle, command: PlainCommand): string {
  const before = battle.image.slice();
  const events = createEventBuffer();
  try {
    apply(system, battle, command, events);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    expect(battle.image).toEqual(before);
    return error.code;
  }
  expect(events.lost).toBe(0);
  return '';
}

/** The number that a plan names by a word of the cell: one of its words, or that for none. */
export function numberOf(battle: Battle, name: string, value: number | string): number {
  if (typeof value === 'number') return value;
  const { none, words = {} } = battle.cells.find((cell) => cell.name === name) ?? {};
  const found = none?.[1] === value ? none[0] : Object.keys(words).find((number) => words[Number(number)] === value);
  return found === undefined ? Number.NaN : Number(found);
}

/** Runs a plan; returns the battle at its end, and how many expectations were compared. */
export function runPlan(system: System, plan: PlanFile): { readonly battle: Battle; readonly compared: number } {
  const battle = system.create(plan.setup, plan.ruleset?.switches);
  let compared = 0;
  const compare = (where: string, cells: CellValues): void => {
    for (const [name, value] of Object.entries(cells)) {
      expect(read(battle, name), `${where}: ${name}`).toBe(numberOf(battle, name, value));
      compared++;
    }
  };
  const reached = new Set<string | number>();
  const reach = (here: string | number): void => {
    reached.add(here);
    for (const { after, cells } of plan.expect ?? []) if (after === here) compare(`after ${here}`, cells);
  };
  let done = 0;
  reach(done);
  for (const { label, repeat = 1, error = '', expect: cells = {}, ...command } of plan.do ?? []) {
    for (let time = 0; time < repeat; time++) {
      const where = `command ${++done} ${command.command}`;
      expect(tryCommand(system, battle, command), where).toBe(error);
      if (error !== '') compared++;
    }
    compare(`command ${done} ${command.command}`, cells);
    reach(done);
    if (label !== undefined) reach(label);
  }
  for (const { after, cells } of plan.expect ?? []) {
    if (after === undefined) compare('at the end', cells);
    else expect(reached.has(after), `a command called ${after}`).toBe(true);
  }
  return { battle, compared };
}
