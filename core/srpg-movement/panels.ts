/** The map from four sides: ground with units, reach, zones, threat; and a route's table. */
import { read16 } from '../int/uint.js';
import type { LabelledLines, PanelView } from '../system/system.js';
import {
  ACTIVE_UNIT,
  CALCULATED_UNIT,
  NEVER_WORD,
  NO_UNIT,
  PHASE_SIDE,
  UNIT_HP,
  UNIT_MAX_HP,
  UNIT_MAX_RANGE,
  UNIT_ORDER_POINTS,
  UNIT_WAIT,
  unitAt,
} from './cells.js';
import { moveMapValue, squareOf } from './move-map.js';
import { FORBIDDEN, MARK_ZONE, UNREACHED } from './reach.js';
import { countThreats } from './threat.js';
import { clearMarks, markOthers } from './unit-reach.js';
import { groundCost, isOnMap, isPresent, unitSide, unitX, unitY, type World } from './world.js';

/** Columns and rows up to which a map is a panel. */
const MOST = 40;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SIDES = 8;

type Line = readonly [label: string, value: string];

/** Rows of squares, each as wide as the widest. */
function mapLines({ layout }: World, cell: (x: number, y: number) => string): Line[] {
  const rows = Array.from({ length: layout.height }, (_, y) =>
    Array.from({ length: layout.width }, (_square, x) => cell(x, y)),
  );
  const width = Math.max(...rows.flat().map(({ length }) => length));
  return rows.map((row, y) => [`row ${y}`, row.map((text) => text.padStart(width)).join(' ')]);
}

function letterOf(unit: number): string {
  return LETTERS[unit] ?? String(unit);
}

function groundLines(world: World): Line[] {
  const at = (x: number, y: number): number =>
    world.unitIds.findIndex(
      (_, unit) => isPresent(world, unit) && unitX(world, unit) === x && unitY(world, unit) === y,
    );
  const names = world.unitIds.flatMap((id, unit): Line[] => (isPresent(world, unit) ? [[letterOf(unit), id]] : []));
  const rows = mapLines(world, (x, y) => {
    const unit = at(x, y);
    const cost = groundCost(world, x, y);
    return unit >= 0 ? letterOf(unit) : cost === FORBIDDEN ? NEVER_WORD : String(cost);
  });
  return [...rows, ...names];
}

function reachLines(world: World): Line[] {
  return mapLines(world, (x, y) => {
    const left = moveMapValue(world, x, y);
    return left === UNREACHED ? '.' : String(left);
  });
}

/** Squares that end a move of the unit. */
function zoneLines(world: World, unit: number): Line[] {
  markOthers(world, unit);
  const lines = mapLines(world, (x, y) =>
    ((world.marks[squareOf(world, x, y)] as number) & MARK_ZONE) === 0 ? '.' : 'z',
  );
  clearMarks(world);
  return lines;
}

/** Whose reach or turn it is, or -1. */
function unitInView({ image, layout }: World): number {
  const calculated = image[CALCULATED_UNIT] as number;
  const unit = calculated === NO_UNIT ? (image[ACTIVE_UNIT] as number) : calculated;
  return unit < layout.unitCount ? unit : -1;
}

function isArmed(world: World, side: number): boolean {
  return world.unitIds.some((_, unit) => {
    const strikes = (world.image[unitAt(unit) + UNIT_MAX_RANGE] as number) > 0;
    return strikes && isPresent(world, unit) && unitSide(world, unit) === side;
  });
}

export function panelsOfWorld(world: World): PanelView[] {
  const { layout, rules, unitIds } = world;
  if (layout.width > MOST || layout.height > MOST) return [];
  const panels: PanelView[] = [{ title: 'Costs and units', lines: groundLines(world) }];
  const calculated = world.image[CALCULATED_UNIT] as number;
  if (calculated !== NO_UNIT) {
    panels.push({ title: `Movement left to ${unitIds[calculated]}`, lines: reachLines(world) });
  }
  const unit = unitInView(world);
  if (rules.zones && unit >= 0 && isOnMap(world, unit)) {
    panels.push({ title: `Zones that stop ${unitIds[unit]}`, lines: zoneLines(world, unit) });
  }
  for (let side = 0; side < SIDES; side++) {
    if (!isArmed(world, side)) continue;
    const count = (x: number, y: number): string => String(countThreats(world, side, x, y) || '.');
    panels.push({ title: `Units of side ${side} that could strike`, lines: mapLines(world, count) });
  }
  return panels;
}

function turnLines({ image, rules, unitIds }: World): Line[] {
  if (rules.turnOrder === 'free') return [];
  if (rules.turnOrder === 'phases') return [['phase of', `side ${image[PHASE_SIDE]}`]];
  return [['acts', unitIds[image[ACTIVE_UNIT] as number] ?? 'nobody']];
}

/** The columns of a route's table: whose turn it is; place, HP and time of each unit. */
export function ledgerOfWorld(world: World): LabelledLines {
  const { image, rules, unitIds } = world;
  const units = unitIds.map((id, unit): Line => {
    const at = unitAt(unit);
    if (!isPresent(world, unit)) return [id, read16(image, at + UNIT_HP) === 0 ? 'defeated' : 'not there'];
    const hp = `${read16(image, at + UNIT_HP)}/${read16(image, at + UNIT_MAX_HP)}`;
    const place = `(${unitX(world, unit)},${unitY(world, unit)}) ${hp}`;
    if (rules.turnOrder === 'wait') return [id, `${place} waits ${read16(image, at + UNIT_WAIT)}`];
    return [id, rules.turnOrder === 'order-points' ? `${place} order ${read16(image, at + UNIT_ORDER_POINTS)}` : place];
  });
  return [...turnLines(world), ...units];
}
