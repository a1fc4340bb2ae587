/** Remedies of the errors of a step: a plan whose command is refused, and the plan that follows what was printed. */
import { stringify } from 'smol-toml';
import type { PlainCommand } from '../../../../../core/system/battle.js';
import type { Said } from '../row.js';

export type Switches = Readonly<Record<string, string | number>>;
/** A command as a plan holds it; `repeat` plays it so many times. */
export type Given = PlainCommand & { readonly repeat?: number };

export interface StepRemedy {
  /** Number of the rule error: several may share a code. */
  readonly number: number;
  readonly setup: object;
  readonly switches?: Switches;
  readonly before?: readonly Given[];
  readonly bad: Given;
  /** What the remedy makes of the bad command; none: it is left out. */
  readonly good: readonly Given[] | ((said: Said) => readonly Given[]);
  /** A setup that the remedy asks for. */
  readonly goodSetup?: object;
  /** Cells of a state that no plan of a few commands comes to; the row is then followed by a program. */
  readonly cells?: Readonly<Record<string, number>>;
  /** Cells in place of those, where the remedy is another past. */
  readonly goodCells?: Readonly<Record<string, number>>;
}

export function planText(system: string, setup: object, switches: Switches, commands: readonly Given[]): string {
  return stringify({ plan: 1, system, ruleset: { name: 'row', switches }, setup, do: commands });
}
