/**
 * The board at the chosen frame: grounds, reach, places, sides, facing, HP. Sides differ in form,
 * not only in colour.
 */
import { facingArrow } from '../../../../core/system/facings.js';
import { element, shape } from '../../parts/dom.js';
import { valueAt } from '../../parts/steps.js';
import type { ReportGauge, ReportLine, ReportUnit } from '../data.js';
import { gaugesOf, valueText } from './lines.js';

const CELL = 44;
/** Part of a cell that stays free around a unit. */
const MARGIN = 0.2;
/** Shades of grounds, by the order in which they are met. */
const SHADES = 6;

/** `Takahara` as `Tak`. */
const sign = (name: string): string => [...name].slice(0, 3).join('');

export interface Board {
  readonly node: HTMLElement;
  show(place: number): void;
}

function isHealth({ role }: ReportGauge): boolean {
  return role === 'health';
}

/** HP as a part of the most that the line has of it; undefined: it has none. */
function healthPart(line: ReportLine, unit: ReportUnit, place: number): number | undefined {
  const gauge = gaugesOf(line, unit.short).find(({ what }) => what === 'HP');
  if (gauge === undefined) return undefined;
  return valueAt(gauge, place) / Math.max(1, ...gauge.values.slice(0, 1000));
}

/** A unit's sign: a circle of one's own side, a square of others, its name, facing and HP. */
function piece(line: ReportLine, unit: ReportUnit, place: number): SVGElement | undefined {
  const pose = unit.poses[valueAt(unit.at, place)];
  if (pose === undefined || pose[0] < 0) return undefined;
  const [column, row, facing] = pose;
  const [columns, rows] = unit.size;
  const [width, height] = [CELL * (columns - MARGIN), CELL * (rows - MARGIN)];
  const group = shape('g', { transform: `translate(${(column + columns / 2) * CELL} ${(row + rows / 2) * CELL})` });
  const box = { x: `${-width / 2}`, y: `${-height / 2}`, width: `${width}`, height: `${height}` };
  const isOwn = unit.side === 0;
  group.append(
    shape('rect', { ...box, rx: isOwn ? `${width / 2}` : '0', class: isOwn ? 'own' : 'other' }),
    shape('text', { y: '1', class: 'piece' }, sign(unit.short)),
    shape('text', { y: '13', class: 'facing' }, facingArrow(facing)),
    shape('title', {}, `${unit.name} ${facing}`),
  );
  const health = healthPart(line, unit, place);
  if (health !== undefined) {
    const bar = { x: box.x, y: `${height / 2 + 1}`, width: `${width * Math.min(1, health)}`, height: '3' };
    group.append(shape('rect', { ...bar, class: 'health' }));
  }
  return group;
}

/** The squares with their grounds and what is left of the movement of whoever reaches them. */
function squares(line: ReportLine, place: number): SVGElement[] {
  const [columns, rows] = line.board ?? [0, 0];
  const ground = line.grounds[valueAt(line.groundAt, place)];
  const kinds = Object.keys(ground?.meanings ?? {});
  const made: SVGElement[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const index = row * columns + column;
      const kind = ground?.kinds[index] ?? '';
      const left = ground?.reach?.[index] ?? -1;
      const at = { x: `${column * CELL}`, y: `${row * CELL}`, width: `${CELL}`, height: `${CELL}` };
      const shade = kind === '' ? '' : ` ground-${kinds.indexOf(kind) % SHADES}`;
      const square = shape('rect', { ...at, class: `square${shade}` });
      square.append(shape('title', {}, kind === '' ? `${column},${row}` : `${column},${row}: ground ${kind}`));
      made.push(square);
      const corner = { x: `${column * CELL + 3}`, y: `${row * CELL + 11}`, class: 'kind' };
      if (kind !== '') made.push(shape('text', corner, kind));
      if (left < 0) continue;
      made.push(shape('rect', { ...at, class: 'reached' }));
      const middle = { x: `${(column + 1) * CELL - 3}`, y: `${(row + 1) * CELL - 4}`, class: 'rest' };
      made.push(shape('text', middle, String(left)));
    }
  }
  return made;
}

function groundText(line: ReportLine, place: number): string {
  const ground = line.grounds[valueAt(line.groundAt, place)];
  if (ground === undefined) return '';
  const grounds = Object.entries(ground.meanings).map(([kind, meaning]) => `ground ${kind} ${meaning}`);
  const reach = ground.reachOf === '' ? '' : `. Dotted: ${ground.reachOf} gets there, with that much movement left`;
  return `${grounds.join(', ')}${reach}`;
}

function unitItem(line: ReportLine, unit: ReportUnit, place: number): HTMLElement | undefined {
  const pose = unit.poses[valueAt(unit.at, place)];
  if (pose === undefined) return undefined;
  const where = pose[0] < 0 ? '' : ` at ${pose[0]},${pose[1]} ${facingArrow(pose[2])}`;
  const side = line.sides[unit.side];
  const gauges = gaugesOf(line, unit.short).flatMap((gauge) => {
    const value = valueAt(gauge, place);
    return value === 0 && !isHealth(gauge) ? [] : [`${gauge.what} ${valueText(gauge, value)}`];
  });
  return element(
    'li',
    {},
    element('b', {}, unit.name),
    `${side === undefined ? '' : ` (${side})`}${where}`,
    element('div', { class: 'quiet' }, gauges.join(', ')),
  );
}

export function createBoard(line: ReportLine): Board {
  const [columns, rows] = line.board ?? [0, 0];
  const picture = shape('svg', {
    viewBox: `-1 -1 ${columns * CELL + 2} ${rows * CELL + 2}`,
    class: 'board',
    role: 'img',
    'aria-label': 'board',
  });
  const list = element('ul', { class: 'units' });
  const legend = element('p', { class: 'quiet' });
  const node = element('div', { class: 'boardbox' });
  if (columns > 0) node.append(picture, legend);
  node.append(list);
  return {
    node,
    show(place) {
      const pieces = line.units.flatMap((unit) => piece(line, unit, place) ?? []);
      picture.replaceChildren(...squares(line, place), ...pieces);
      legend.textContent = groundText(line, place);
      list.replaceChildren(...line.units.flatMap((unit) => unitItem(line, unit, place) ?? []));
    },
  };
}
