/**
 * The present-day chapter: one hero, seven opponents, one formation each, no experience, no items.
 */
import { character } from './characters.js';
import { type Formation, formation } from './formations.js';
import type { CharacterField, SpeciesField } from './layouts.js';
import { species } from './species.js';
import type { TableRow } from './table.js';

export const PRESENT_DAY_HERO: TableRow<CharacterField> = character('takahara');

/** An opponent and its formation. */
export interface Bout {
  readonly opponent: TableRow<SpeciesField>;
  readonly formation: Formation;
}

function bout(id: string, number: number): Bout {
  return { opponent: species(id), formation: formation(number) };
}

/** In order of number. The last opponent can be met only after the others. */
export const PRESENT_DAY_BOUTS: readonly Bout[] = [
  bout('tula-han', 0xd9),
  bout('great-asia', 0xda),
  bout('max-morgan', 0xdb),
  bout('jackie-iaukea', 0xdc),
  bout('moribe-seishi', 0xdd),
  bout('namcat', 0xde),
  bout('odie-o', 0xf5),
];
