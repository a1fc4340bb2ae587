/**
 * The formations: who stands where when a battle starts. Layout: hosoboso/livealive@29c15e1
 * sfc/analysis/d5.html.
 */
import { FORMATION_ROWS, type FormationRow } from './rows/formations.js';

/** Facings as two bits. */
export const FACINGS = ['lower-right', 'lower-left', 'upper-right', 'upper-left'] as const;

export interface Placement {
  /** 0..3: lower right, lower left, upper right, upper left. */
  readonly facing: number;
  /** Column 0..6, of the leftmost cell for a large enemy. */
  readonly x: number;
  /** Row 0..6, of the uppermost cell for a large enemy. */
  readonly y: number;
}

export interface Formation {
  /** 0..255 */
  readonly number: number;
  /** Level for the experience; 0 = none. */
  readonly partyLevel: number;
  /** 0 allies against enemies, 1 enemies against enemies, 10h, 20h, 40h special battles. */
  readonly mode: number;
  /** Chance of an item in sixteenths, 0..15. */
  readonly itemRate: number;
  /** Places of allies 1-4; null for an absent ally. */
  readonly allies: readonly (Placement | null)[];
  readonly enemies: readonly { readonly species: number; readonly place: Placement }[];
}

const FACING_CODES = ['lr', 'll', 'ur', 'ul'];
const NOBODY = 0xff;

function readPlace(text: string): Placement {
  return { facing: FACING_CODES.indexOf(text.slice(0, 2)), x: Number(text[2]), y: Number(text[3]) };
}

/** The places of allies are made when first read: no import waits. */
function readRow([number, partyLevel, mode, itemRate, placesOfAllies, enemies]: FormationRow): Formation {
  const words = enemies === '' ? [] : enemies.split(' ');
  let allies: Formation['allies'] | undefined;
  return {
    number: Number.parseInt(number, 16),
    partyLevel,
    mode,
    itemRate,
    get allies() {
      allies ??= placesOfAllies.split(' ').map((text) => (text === '-' ? null : readPlace(text)));
      return allies;
    },
    enemies: words.flatMap((word, index) =>
      index % 2 === 1 ? [] : [{ species: Number.parseInt(word, 16), place: readPlace(words[index + 1] as string) }],
    ),
  };
}

/** By number. */
export const FORMATIONS: readonly Formation[] = FORMATION_ROWS.map(readRow);

/** @throws RangeError outside 0..255 */
export function formation(number: number): Formation {
  const found = FORMATIONS[number];
  if (found === undefined) throw new RangeError(`there is no formation ${number}`);
  return found;
}

/** Facing, column and row in one byte. */
export function placementByte(place: Placement | null): number {
  return place === null ? NOBODY : (place.facing << 6) | (place.x << 3) | place.y;
}

/** The bytes of a formation: 7, and 2 for each enemy. */
export function formationBytes(shape: Formation): Uint8Array {
  const head = [shape.partyLevel, shape.mode, ...shape.allies.map(placementByte)];
  const count = (shape.itemRate << 4) | shape.enemies.length;
  const enemies = shape.enemies.flatMap((enemy) => [enemy.species, placementByte(enemy.place)]);
  return Uint8Array.from([...head, count, ...enemies]);
}

/** A formation from its bytes. @param at offset of its first byte */
export function readFormation(number: number, bytes: Uint8Array, at: number): Formation {
  const byte = (offset: number): number => bytes[at + offset] as number;
  const place = (value: number): Placement => ({ facing: value >> 6, x: (value >> 3) & 7, y: value & 7 });
  return {
    number,
    partyLevel: byte(0),
    mode: byte(1),
    itemRate: byte(6) >> 4,
    allies: [2, 3, 4, 5].map((offset) => (byte(offset) === NOBODY ? null : place(byte(offset)))),
    enemies: Array.from({ length: byte(6) & 0x0f }, (_, index) => ({
      species: byte(7 + 2 * index),
      place: place(byte(8 + 2 * index)),
    })),
  };
}
