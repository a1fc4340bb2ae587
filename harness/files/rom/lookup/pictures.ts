/** Ranges, areas and formations drawn as grids of seven by seven cells. */

import { isReached, radiiOf, reachFromCell } from '../../../../core/live-a-live/field/marks.js';
import type { LiveALiveBattle } from '../../../../core/live-a-live/memory/machine.js';
import { allySkillRecord } from '../../../../core/live-a-live/memory/skill-record.js';
import { type Formation, SPECIES, sizeOf } from '../../../../rom-map/tables/index.js';

const SIDE = 7;
const ROW = 8;
const CENTRE = 3;
const LIST_RECORDS = 256;
const RECORD_BYTES = 25;

/** Arrows of directions, as they lie for a user who faces down and right. */
const ARROWS = ['↘', '↓', '↙', '←', '↖', '↑', '↗', '→'] as const;

/** Address of a skill's record in the list of the allies or of the enemies. */
function recordOf({ machine }: LiveALiveBattle, number: number, isEnemys: boolean): number {
  return allySkillRecord(machine, 0) + RECORD_BYTES * (number + (isEnemys ? LIST_RECORDS : 0));
}

function grid(draw: (x: number, y: number) => string): string[] {
  return Array.from({ length: SIDE }, (_, y) => Array.from({ length: SIDE }, (__, x) => draw(x, y)).join(' '));
}

/** Range of a skill for a user `o` in the middle who faces down and right; `#` may be aimed at. */
export function rangeGrid(battle: LiveALiveBattle, number: number, isEnemys: boolean): string[] {
  reachFromCell(battle.machine, recordOf(battle, number, isEnemys), ROW * CENTRE + CENTRE, 0);
  return grid((x, y) => {
    const reached = isReached(ROW * y + x);
    if (x === CENTRE && y === CENTRE) return reached ? '@' : 'o';
    return reached ? '#' : '.';
  });
}

/** Directions in which the range lies, for a user who faces down and right. */
export function arrowsOf(battle: LiveALiveBattle, number: number, isEnemys: boolean): string {
  reachFromCell(battle.machine, recordOf(battle, number, isEnemys), ROW * CENTRE + CENTRE, 0);
  const ways: readonly (readonly [number, number])[] = [
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
    [1, 0],
  ];
  const found = ways.map(([dx, dy]) =>
    [1, 2, 3].some((far) => isReached(ROW * (CENTRE + dy * far) + CENTRE + dx * far)),
  );
  return ARROWS.filter((_, index) => found[index]).join(' ');
}

/** Cells that a skill strikes round its target `x`. */
export function areaGrid(battle: LiveALiveBattle, number: number, isEnemys: boolean): string[] {
  const radii = radiiOf(battle.machine, recordOf(battle, number, isEnemys));
  const [across, down] = [radii >> 4, radii & 0x0f];
  return grid((x, y) => {
    if (x === CENTRE && y === CENTRE) return 'x';
    return Math.abs(x - CENTRE) <= across && Math.abs(y - CENTRE) <= down ? '#' : '.';
  });
}

/** Allies as their numbers, enemies as letters in the order of the formation. */
export function formationGrid({ allies, enemies }: Formation): string[] {
  return grid((x, y) => {
    const ally = allies.findIndex((place) => place?.x === x && place.y === y);
    if (ally >= 0) return String(ally + 1);
    const enemy = enemies.findIndex(({ species, place }) => {
      const { width, height } = sizeOf(SPECIES.rows[species]?.number ?? 0);
      return x >= place.x && x < place.x + width && y >= place.y && y < place.y + height;
    });
    return enemy < 0 ? '.' : String.fromCharCode(0x41 + enemy);
  });
}
