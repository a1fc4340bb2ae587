/**
 * A probe: original code round an unpublished stretch, the states from which it is run, and our
 * function for the same way. Data alone; `run-probe.ts` runs it.
 */
import type { Machine } from '../../../core/live-a-live/memory/machine.js';
import type { TableBytes } from '../../../core/live-a-live/memory/tables.js';

export interface ProbeState {
  /** What tells the settings apart here, in words. */
  readonly what: string;
  /** Values of cells by name, `enemy[0].level`; everything else is 0. */
  readonly cells: Readonly<Record<string, number>>;
  /** What the battle generator gives on both sides; 0 after the last. */
  readonly draws?: readonly number[];
}

export interface SwitchProbe {
  /** Row of the table of unpublished stretches, which has a switch. */
  readonly row: string;
  /** Where the original is entered: `C1:7A42`. */
  readonly entry: string;
  readonly registers: { readonly A: number; readonly X: number; readonly Y: number };
  /** Places that end the way, with the exit's name; a return from the entry is `return`. */
  readonly exits: Readonly<Record<string, string>>;
  /** Cells compared afterwards, by name. */
  readonly watched: readonly string[];
  /** What the probe cannot see, in words, or undefined. */
  readonly limit?: string;
  /** @returns no state where the image's tables cannot tell the settings apart */
  states(tables: TableBytes): readonly ProbeState[];
  /** Our way with the machine's settings. @returns the name of its exit */
  ours(machine: Machine): string;
}
