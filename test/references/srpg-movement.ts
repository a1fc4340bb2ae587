/**
 * Slow reference of the grid movement (rules S1 to S19, decisions SA1 to SA12, and of the extensions: movement types, zone of
 * control, pass-through, paths, threat and several turns). Written from rules/srpg-movement.md alone.
 *
 * Inputs: `rows` (ground types), `types` (ground type to cost; -1 or 255 is forbidden), `units` (position, move, name, side).
 * Output of `reach`: remaining move per square, -1 where the unit cannot come. It is found by relaxing every square from
 * every neighbour until nothing changes (Bellman-Ford), so no queue and no order can be wrong.
 *
 * Where the rules leave the form open: a square that is passed through shows its remaining move in `remaining`, but only
 * `destinations` may be stopped on; with a zone of control the value of an entered adjacent square is 0.
 */
import { elementAt, fail, requireInteger } from './reference-error.js';

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface MovingUnit {
  readonly position: Position;
  readonly move: number;
  readonly name: string;
  /** Units of one side are allies; a unit without a side is nobody's ally and nobody's enemy. */
  readonly side?: string;
  /** A column of the movement table; without it the map's own table counts. */
  readonly movementType?: string;
  readonly skirmisher?: boolean;
}

export interface MovementSwitches {
  readonly zeroCost: 'allow' | 'reject';
  readonly allowStack: boolean;
  readonly passThrough: 'none' | 'allies' | 'all';
  readonly zoneOfControl: boolean;
}

export const defaultMovementSwitches: MovementSwitches = {
  zeroCost: 'allow',
  allowStack: false,
  passThrough: 'none',
  zoneOfControl: false,
};

export interface MovementSetup {
  readonly rows: readonly (readonly number[])[];
  readonly types: Readonly<Record<number, number>>;
  readonly movementTypes?: Readonly<Record<string, Readonly<Record<number, number>>>>;
  readonly units: readonly MovingUnit[];
  readonly switches?: Partial<MovementSwitches>;
}

export type Grid = readonly (readonly number[])[];

/** S2, S3: each axis clamps at 0 and has no upper limit. */
export function shift(position: Position, dx: number, dy: number): Position {
  return { x: Math.max(0, position.x + dx), y: Math.max(0, position.y + dy) };
}

/** S4. */
export function distance(a: Position, b: Position): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

/** S5: a position or a pair; anything else is a type error. */
export function samePosition(a: Position, b: unknown): boolean {
  if (Array.isArray(b) && b.length === 2) return b[0] === a.x && b[1] === a.y;
  if (typeof b === 'object' && b !== null && 'x' in b && 'y' in b) return b.x === a.x && b.y === a.y;
  return fail('E_TYPE', 'neither a position nor a pair');
}

/** S6. */
export function printPosition({ x, y }: Position): string {
  return `(${x},${y})`;
}

const isForbidden = (cost: number) => cost === -1 || cost === 255;

function switchesOf(setup: MovementSetup): MovementSwitches {
  return { ...defaultMovementSwitches, ...setup.switches };
}

function widthOf(setup: MovementSetup): number {
  return elementAt(setup.rows, 0, 'row').length;
}

/** S9. */
export function inRange(setup: MovementSetup, { x, y }: Position): boolean {
  return x >= 0 && y >= 0 && x < widthOf(setup) && y < setup.rows.length;
}

/** What the square costs this unit: the map's table, or the unit's column of the movement table. */
export function costAt(setup: MovementSetup, unit: MovingUnit, { x, y }: Position): number {
  const type = elementAt(elementAt(setup.rows, y, 'row'), x, 'column');
  if (unit.movementType === undefined) {
    return setup.types[type] ?? fail('E_UNKNOWN_ID', `ground type ${type}`);
  }
  const column = setup.movementTypes?.[unit.movementType];
  return column?.[type] ?? fail('E_TABLE_MISSING', `no cost of ground ${type} for ${unit.movementType}`);
}

/** S1, S7, S8, S11, SA2, SA4 to SA7, SA9, SA12: what makes a set-up unacceptable. */
export function checkSetup(setup: MovementSetup): void {
  const switches = switchesOf(setup);
  const [first] = setup.rows;
  if (first === undefined || first.length === 0) fail('E_RANGE', 'a map has at least one row and one column');
  for (const row of setup.rows) {
    if (row.length !== first.length) fail('E_RAGGED_MAP', `a row of ${row.length} squares in a map of ${first.length}`);
    for (const type of row) {
      if (setup.types[type] === undefined) fail('E_UNKNOWN_ID', `ground type ${type}`);
    }
  }
  for (const cost of Object.values(setup.types)) {
    if (isForbidden(cost)) continue;
    requireInteger(cost, 0, 254, 'cost');
    if (cost === 0 && switches.zeroCost === 'reject') fail('E_RANGE', 'cost 0');
  }
  setup.units.forEach((unit, index) => {
    requireInteger(unit.position.x, 0, 255, 'x');
    requireInteger(unit.position.y, 0, 255, 'y');
    requireInteger(unit.move, 0, 254, 'move');
    if (!inRange(setup, unit.position)) fail('E_OUT_OF_MAP', printPosition(unit.position));
    const shares = setup.units.slice(0, index).some((other) => distance(other.position, unit.position) === 0);
    if (shares && !switches.allowStack) fail('E_OCCUPIED', printPosition(unit.position));
  });
}

/** S16: down, up, left, right; those outside of the map are left out. */
export function neighbours(setup: MovementSetup, { x, y }: Position): Position[] {
  return [
    { x, y: y + 1 },
    { x, y: y - 1 },
    { x: x - 1, y },
    { x: x + 1, y },
  ].filter((position) => inRange(setup, position));
}

const areAllies = (a: MovingUnit, b: MovingUnit) => a.side !== undefined && a.side === b.side;
const areEnemies = (a: MovingUnit, b: MovingUnit) => a.side !== undefined && b.side !== undefined && a.side !== b.side;

function othersOn(setup: MovementSetup, mover: number, position: Position): MovingUnit[] {
  return setup.units.filter((unit, index) => index !== mover && distance(unit.position, position) === 0);
}

/** S10, SA11: whether the mover may come onto the square at all. */
function mayEnter(setup: MovementSetup, mover: number, position: Position): boolean {
  const unit = elementAt(setup.units, mover, 'unit');
  const others = othersOn(setup, mover, position);
  const { passThrough } = switchesOf(setup);
  if (passThrough === 'all') return true;
  return others.every((other) => passThrough === 'allies' && areAllies(unit, other));
}

function inEnemyZone(setup: MovementSetup, unit: MovingUnit, position: Position): boolean {
  if (!switchesOf(setup).zoneOfControl || unit.skirmisher === true) return false;
  return setup.units.some((other) => areEnemies(unit, other) && distance(other.position, position) === 1);
}

export interface Reach {
  /** Remaining move per row and column, -1 where the unit cannot come (S13). */
  readonly remaining: Grid;
  /** S17 without the squares that are only passed through, in rows from the top left. */
  readonly destinations: readonly Position[];
}

/** What is left after entering `position` with `before`, or -1 (S10, S14, S15, zone of control). */
function enter(setup: MovementSetup, mover: number, position: Position, before: number): number {
  const unit = elementAt(setup.units, mover, 'unit');
  const cost = costAt(setup, unit, position);
  if (before <= 0 || isForbidden(cost) || cost > before || !mayEnter(setup, mover, position)) return -1;
  return inEnemyZone(setup, unit, position) ? 0 : before - cost;
}

function squares(setup: MovementSetup): Position[] {
  return setup.rows.flatMap((row, y) => row.map((_, x) => ({ x, y })));
}

const at = (grid: Grid, { x, y }: Position) => elementAt(elementAt(grid, y, 'row'), x, 'column');

/** S13 to S17 for the unit with this index. */
export function reach(setup: MovementSetup, mover: number): Reach {
  checkSetup(setup);
  const unit = elementAt(setup.units, mover, 'unit');
  let remaining: number[][] = setup.rows.map((row) => row.map(() => -1));
  for (let changed = true; changed; ) {
    changed = false;
    const next = remaining.map((row, y) =>
      row.map((value, x) => {
        const here = { x, y };
        const start = distance(here, unit.position) === 0 ? unit.move : -1;
        const arrivals = neighbours(setup, here).map((from) => enter(setup, mover, here, at(remaining, from)));
        const best = Math.max(value, start, ...arrivals);
        if (best !== value) changed = true;
        return best;
      }),
    );
    remaining = next;
  }
  const destinations = squares(setup).filter((position) => {
    const own = distance(position, unit.position) === 0;
    return at(remaining, position) !== -1 && (own || othersOn(setup, mover, position).length === 0);
  });
  return { remaining, destinations };
}

/** What is left at the end of a walk (which begins with the start square), or -1 for one that the rules forbid. */
export function walk(setup: MovementSetup, mover: number, path: readonly Position[]): number {
  const unit = elementAt(setup.units, mover, 'unit');
  const [start, ...steps] = path;
  if (start === undefined || distance(start, unit.position) !== 0) return -1;
  let left = unit.move;
  let from = start;
  for (const step of steps) {
    if (!inRange(setup, step) || distance(from, step) !== 1) return -1;
    left = enter(setup, mover, step, left);
    if (left === -1) return -1;
    from = step;
  }
  return left;
}

/**
 * A walk to `goal` that keeps the most move; of several the one with the fewest squares, then the one whose steps, seen from
 * the goal backwards, come first in the order down, up, left, right. The rules state no tie-break: compare with `walk`.
 */
export function path(setup: MovementSetup, mover: number, goal: Position): Position[] | undefined {
  const { remaining } = reach(setup, mover);
  const unit = elementAt(setup.units, mover, 'unit');
  if (!inRange(setup, goal) || at(remaining, goal) === -1) return undefined;
  let layer: Position[][] = [[goal]];
  for (let length = 0; length <= squares(setup).length; length += 1) {
    const whole = layer.find((tail) => distance(elementAt(tail, 0, 'square'), unit.position) === 0);
    if (whole !== undefined) return whole;
    const seen = new Set<string>();
    layer = layer.flatMap((tail) => {
      const head = elementAt(tail, 0, 'square');
      return neighbours(setup, head)
        .filter((from) => enter(setup, mover, head, at(remaining, from)) === at(remaining, head))
        .filter((from) => !seen.has(printPosition(from)) && seen.add(printPosition(from)))
        .map((from) => [from, ...tail]);
    });
  }
  return undefined;
}

/** SA9, then SA10: the units after the move; nobody else stands on the target, and it must be a destination. */
export function moveUnit(setup: MovementSetup, mover: number, position: Position): MovementSetup {
  const { destinations } = reach(setup, mover);
  if (!inRange(setup, position)) fail('E_OUT_OF_MAP', printPosition(position));
  const taken = setup.units.some((unit, index) => index !== mover && distance(unit.position, position) === 0);
  if (taken && !switchesOf(setup).allowStack) fail('E_OCCUPIED', printPosition(position));
  if (!destinations.some((square) => distance(square, position) === 0)) fail('E_UNREACHABLE', printPosition(position));
  const units = setup.units.map((unit, index) => (index === mover ? { ...unit, position } : unit));
  return { ...setup, units };
}

/** Extension: squares at a distance of `nearest`..`farthest` from some destination. */
export function threat(setup: MovementSetup, mover: number, nearest: number, farthest: number): Position[] {
  const { destinations } = reach(setup, mover);
  return squares(setup).filter((square) =>
    destinations.some((from) => distance(from, square) >= nearest && distance(from, square) <= farthest),
  );
}

/** Extension: after how many turns a square can be stood on, 0 for the start, -1 for never. */
export function turnsToReach(setup: MovementSetup, mover: number, most: number): Grid {
  const unit = elementAt(setup.units, mover, 'unit');
  const turns: number[][] = setup.rows.map((row, y) =>
    row.map((_, x) => (distance({ x, y }, unit.position) === 0 ? 0 : -1)),
  );
  for (let turn = 1; turn <= most; turn += 1) {
    const stands = squares(setup).filter((square) => at(turns, square) === turn - 1);
    for (const position of stands) {
      const there = setup.units.map((other, index) => (index === mover ? { ...other, position } : other));
      for (const square of reach({ ...setup, units: there }, mover).destinations) {
        const row = elementAt(turns, square.y, 'row');
        if (row[square.x] === -1) row[square.x] = turn;
      }
    }
  }
  return turns;
}

const rowsOf = (grid: Grid, width: number) =>
  grid.map((row) => row.map((value) => `${String(value).padStart(width)} `).join('')).join('\n');

/** S12. */
export function printUnit(unit: MovingUnit): string {
  return `${unit.name}: Pos=${printPosition(unit.position)}, Move=${unit.move}`;
}

/** S18: the three blocks, each followed by a blank line. */
export function dumpMap(setup: MovementSetup): string {
  return `[Map]\n${rowsOf(setup.rows, 0)}\n\n`;
}

export function dumpUnit(setup: MovementSetup, index: number): string {
  return `[Unit]\n${printUnit(elementAt(setup.units, index, 'unit'))}\n\n`;
}

export function dumpMoveMap(setup: MovementSetup, mover: number): string {
  const unit = elementAt(setup.units, mover, 'unit');
  return `[MoveMap for ${unit.name}]\n${rowsOf(reach(setup, mover).remaining, 2)}\n\n`;
}

/** S18: the message for a chosen square, and the set-up after it. */
export function choose(
  setup: MovementSetup,
  mover: number,
  position: Position,
): { text: string; setup: MovementSetup } {
  const legal = reach(setup, mover).destinations.some((square) => distance(square, position) === 0);
  if (!legal) return { text: `${printPosition(position)}には移動できません。\n`, setup };
  return { text: `${printPosition(position)}に移動します。\n`, setup: moveUnit(setup, mover, position) };
}
