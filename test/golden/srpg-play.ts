/**
 * Units on a map, told command by command with `references/srpg-movement.ts`. The MoveMap shows the squares where the unit may
 * stop; a square that is only passed through counts as unreached. It stays as it was calculated until the next `calc`, as the
 * seed's object does.
 */
import type { RowCommand } from '../../harness/play/trace/types.js';
import { fail } from '../references/reference-error.js';
import {
  choose,
  costAt,
  distance,
  dumpMap,
  dumpMoveMap,
  dumpUnit,
  inRange,
  type MovementSetup,
  type MovingUnit,
  moveUnit,
  type Position,
  path,
  reach,
  threat,
  turnsToReach,
} from '../references/srpg-movement.js';
import { type CellValues, recordGolden, type Switches } from './golden.js';

const SYSTEM = 'srpg-movement';
const NONE = 255;
/** SA12. */
const UNREACHED = 255;
const MANY_TURNS = 40;

export interface Striker extends MovingUnit {
  readonly nearest?: number;
  readonly farthest?: number;
}

export interface Scene {
  readonly file: string;
  readonly rows: readonly (readonly number[])[];
  readonly grounds: Readonly<Record<number, number>>;
  readonly movementTypes?: Readonly<Record<string, Readonly<Record<number, number>>>>;
  readonly units: readonly Striker[];
  /** Bytes kept for printed text. */
  readonly transcript?: number;
  readonly passThrough?: 'none' | 'allies' | 'all';
  readonly zones?: boolean;
  readonly allowStack?: boolean;
  /** False: the units have to be put onto the map first. */
  readonly added?: boolean;
}

export const same = (a: Position, b: Position): boolean => distance(a, b) === 0;

export function begin(scene: Scene) {
  const { units: strikers, transcript = 0, passThrough = 'none', zones = false, allowStack = false } = scene;
  let now: MovementSetup = {
    rows: scene.rows,
    types: scene.grounds,
    units: strikers,
    switches: { passThrough, zoneOfControl: zones, allowStack },
    ...(scene.movementTypes === undefined ? {} : { movementTypes: scene.movementTypes }),
  };
  let calculated = NONE;
  let moveMap = scene.rows.map((row) => row.map(() => UNREACHED));
  let answer = 0;
  let pathLength = 0;
  let text = '';

  function read(): CellValues {
    const values: Record<string, number> = { calculatedUnit: calculated, answer, pathLength };
    now.units.forEach(({ position }, unit) => {
      values[`unit[${unit}].x`] = position.x;
      values[`unit[${unit}].y`] = position.y;
    });
    moveMap.forEach((row, y) => {
      row.forEach((value, x) => {
        values[`moveMap[${x},${y}]`] = value;
      });
    });
    if (transcript === 0) return values;
    const bytes = new TextEncoder().encode(text);
    values['transcriptLength'] = bytes.length;
    for (let index = 0; index < transcript / 4; index += 1) {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(4 * index, 4 * index + 4);
      values[`transcript[${index}]`] = a + 256 * (b + 256 * (c + 256 * d));
    }
    return values;
  }

  const setup = {
    map: scene.rows,
    grounds: scene.grounds,
    ...(scene.movementTypes === undefined ? {} : { movementTypes: scene.movementTypes }),
    units: strikers.map(({ position, name, move, side = '0', movementType, skirmisher, nearest, farthest }) => ({
      name,
      ...position,
      move,
      side: Number(side),
      ...(movementType === undefined ? {} : { movementType }),
      ...(skirmisher === true ? { skirmisher } : {}),
      ...(farthest === undefined ? {} : { minRange: nearest ?? 1, maxRange: farthest }),
      ...(scene.added === false ? { added: false } : {}),
    })),
    transcript,
  };
  const switches: Switches = {
    ...(passThrough === 'none' ? {} : { passThrough }),
    ...(zones ? { zoneOfControl: 'on' } : {}),
    ...(allowStack ? { allowStack: 'allow' } : {}),
  };
  const recorder = recordGolden({ file: `${SYSTEM}/${scene.file}`, system: SYSTEM, setup, switches }, read);
  const nameOf = (unit: number): string => now.units[unit]?.name ?? fail('E_UNKNOWN_ID', `unit ${unit}`);
  const give = (command: string, parameters: object, action: () => void): string =>
    recorder.give({ ...parameters, command } as RowCommand, action);
  const valueAt = ({ x, y }: Position): number => moveMap[y]?.[x] ?? UNREACHED;

  return {
    units: () => now.units,
    destinations: () => reach(now, calculated).destinations,
    isDestination: (position: Position) => valueAt(position) !== UNREACHED,
    calculated: () => calculated,
    finish: recorder.finish,
    /** S13. */
    calc: (unit: number) =>
      give('calc', { unit: nameOf(unit) }, () => {
        const { remaining, destinations } = reach(now, unit);
        moveMap = remaining.map((row, y) =>
          row.map((value, x) => (destinations.some((square) => same(square, { x, y })) ? value : UNREACHED)),
        );
        calculated = unit;
      }),
    /** S17. */
    canMove: (position: Position) =>
      give('canMove', { ...position }, () => {
        answer = valueAt(position) === UNREACHED ? 0 : 1;
      }),
    step: (position: Position) =>
      give('step', { ...position }, () => {
        if (!inRange(now, position)) fail('E_OUT_OF_MAP', 'step');
        answer = valueAt(position) === UNREACHED ? -1 : valueAt(position);
      }),
    /** S10: the map's own table, and any unit on the square, whoever asks. */
    mapCanMove: (position: Position, move: number) =>
      give('mapCanMove', { ...position, move }, () => {
        const nobody: MovingUnit = { position, move, name: '' };
        const cost = inRange(now, position) ? costAt(now, nobody, position) : -1;
        const stands = now.units.some((unit) => same(unit.position, position));
        answer = cost !== -1 && cost !== 255 && move >= cost && !stands ? 1 : 0;
      }),
    moveUnit: (unit: number, position: Position) =>
      give('moveUnit', { unit: nameOf(unit), ...position }, () => {
        now = moveUnit(now, unit, position);
      }),
    tryMove: (unit: number, position: Position) =>
      give('tryMove', { unit: nameOf(unit), ...position }, () => {
        const chosen = choose(now, unit, position);
        answer = chosen.setup === now ? 0 : 1;
        now = chosen.setup;
        if (transcript > 0) text += chosen.text;
      }),
    /** S11, SA9 hold for `addUnit`; the scene's units are on squares of their own. */
    addUnit: (unit: number) => give('addUnit', { unit: nameOf(unit) }, () => undefined),
    dumpMap: () =>
      give('dumpMap', {}, () => {
        text += dumpMap(now);
      }),
    dumpUnit: (unit: number) =>
      give('dumpUnit', { unit: nameOf(unit) }, () => {
        text += dumpUnit(now, unit);
      }),
    /** A block after a message stands behind a blank line (the seed's `print('')`). */
    dumpMoveMap: () =>
      give('dumpMoveMap', {}, () => {
        if (calculated === NONE) fail('E_PHASE', 'no MoveMap yet');
        text += `${text === '' || text.endsWith('\n\n') ? '' : '\n'}${dumpMoveMap(now, calculated)}`;
      }),
    path: (unit: number, goal: Position) =>
      give('path', { unit: nameOf(unit), ...goal }, () => {
        if (!inRange(now, goal)) fail('E_OUT_OF_MAP', 'path');
        const stops = reach(now, unit).destinations.some((square) => same(square, goal));
        const way = stops ? path(now, unit, goal) : undefined;
        if (way === undefined) fail('E_UNREACHABLE', 'path');
        pathLength = way.length;
        answer = way.length - 1;
      }),
    turnsTo: (unit: number, goal: Position) =>
      give('turnsTo', { unit: nameOf(unit), ...goal }, () => {
        if (!inRange(now, goal)) fail('E_OUT_OF_MAP', 'turnsTo');
        answer = turnsToReach(now, unit, MANY_TURNS)[goal.y]?.[goal.x] ?? -1;
      }),
    threat: (side: number, square: Position) =>
      give('threat', { side, ...square }, () => {
        if (!inRange(now, square)) fail('E_OUT_OF_MAP', 'threat');
        answer = strikers.filter((striker, unit) => {
          if (striker.side !== String(side) || striker.farthest === undefined) return false;
          return threat(now, unit, striker.nearest ?? 1, striker.farthest).some((struck) => same(struck, square));
        }).length;
      }),
  };
}
