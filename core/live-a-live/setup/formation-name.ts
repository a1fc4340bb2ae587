/** A formation by number, or by the enemies that stand in it. */

import { FORMATIONS, type Formation } from '../../../rom-map/tables/formations.js';
import { SPECIES } from '../../../rom-map/tables/species.js';
import { countText } from '../../system/count-text.js';
import { integerAt, type Place, UINT8 } from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';
import { namesOfRows } from '../memory/name-shapes.js';
import { numberOfName, rowAt } from '../memory/table-names.js';

/** One that is fought by allies and holds this species alone; none of those is empty. */
function holdsOnly({ mode, enemies }: Formation, species: number): boolean {
  return mode === 0 && enemies.every((enemy) => enemy.species === species);
}

/**
 * Mode bits: one machine instead of the party; allies 0 to 3 who fight as enemies, from bit 7 on.
 */
const MACHINE = 0x0f;

/** Whether a formation puts one machine in the place of the party, which drives an enemy. */
export function hasDrivenEnemy(number: number): boolean {
  return ((FORMATIONS[number]?.mode ?? 0) & MACHINE) !== 0;
}

/**
 * Whether a party can fight a formation. @param hasImage whether an image's code can set up allies
 * who fight as enemies
 */
export function isFought(number: number, hasImage: boolean): boolean {
  const mode = FORMATIONS[number]?.mode ?? 0;
  return mode === 0 || (hasImage && (mode & MACHINE) === 0);
}

/** Number of the one formation that is made of an enemy alone, or -1. */
export function formationOf(name: string): number {
  const species = numberOfName(SPECIES.rows, name);
  const found = FORMATIONS.filter((formation) => holdsOnly(formation, species));
  return found.length === 1 ? (found[0] as Formation).number : -1;
}

/** Names of the species that make up exactly one formation by themselves: each stands for it. */
export function formationNames(): readonly string[] {
  const alone = new Map<number, number>();
  for (const formation of FORMATIONS) {
    const [first] = formation.enemies;
    if (first === undefined || !holdsOnly(formation, first.species)) continue;
    alone.set(first.species, (alone.get(first.species) ?? 0) + 1);
  }
  const { rows } = SPECIES;
  return namesOfRows(
    rows,
    rows.filter(({ number }) => alone.get(number) === 1),
  );
}

/** Why a formation of another mode than 0 is refused: the bytes that nobody has published. */
function whatIsUnknown(mode: number): string {
  return (mode & MACHINE) !== 0
    ? 'puts one machine in the place of the party, which drives enemy 0 (C1:F5FB): how a driven enemy steps (C1:41FD-41FE) and where its turn is dispatched (C1:948D-9571) are unpublished'
    : 'makes enemies of allies (C1:F959): how their ranks are looked up (C1:FB31-FB34) and what happens when the hero is none (C1:F989) are unpublished';
}

const GIVE_IMAGE = 'Give your own image with --rom, whose code enters it, or name a formation of mode 00h';

function numberText(number: number): string {
  return `0x${number.toString(16)}`;
}

/** Formations that are named; a common enemy stands in dozens. */
const NAMED = 6;

/** The formations that hold a species among others, with everybody in them. */
function holdersText(wanted: number): string {
  const holders = FORMATIONS.filter(({ enemies }) => enemies.some(({ species }) => species === wanted));
  if (holders.length === 0) return ', and none holds it';
  const named = holders.slice(0, NAMED).map(({ number, mode, enemies }) => {
    const counts = new Map<string, number>();
    for (const { species } of enemies) {
      const id = SPECIES.rows[species]?.id ?? String(species);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const all = [...counts].map(([id, count]) => (count === 1 ? id : `${count} ${id}`)).join(', ');
    return `${numberText(number)} (${all}${mode === 0 ? '' : '; a special battle'})`;
  });
  const rest = holders.length > NAMED ? ` and ${holders.length - NAMED} more` : '';
  return `; it stands in ${named.join(', ')}${rest}`;
}

/**
 * @param place 0 to 255, or the id or Japanese name of an enemy of which exactly one formation is
 *   made
 * @param hasImage whether an image's code can set up a special battle
 * @throws RuleError `E_UNKNOWN_ID` with the numbers where there are several or others hold it,
 *   `E_PARTY` for a special battle
 */
export function formationAt(place: Place, hasImage: boolean): number {
  const { path } = place;
  if (typeof place.value !== 'string') {
    const number = integerAt(place, UINT8);
    const mode = FORMATIONS[number]?.mode ?? 0;
    if (mode === 0 || hasImage) return number;
    const hex = (value: number): string => `${value.toString(16).toUpperCase().padStart(2, '0')}h`;
    const message = `${path}: formation ${number} (${hex(number)}, mode ${hex(mode)}) ${whatIsUnknown(mode)}. ${GIVE_IMAGE}`;
    throw new RuleError('E_PARTY', message, path);
  }
  const species = rowAt(place, 'enemy', SPECIES.rows);
  const found = FORMATIONS.filter((formation) => holdsOnly(formation, species.number));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.number;
  const numbers = found.map(({ number }) => numberText(number)).join(', ');
  const what =
    only === undefined
      ? `no formation is made of ${species.id} alone${holdersText(species.number)}`
      : `${countText(found.length, 'formation')} (${numbers}) are made of ${species.id} alone`;
  throw new RuleError('E_UNKNOWN_ID', `${path}: ${what}; give a number`, path);
}
