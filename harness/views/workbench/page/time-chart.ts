/** The gauges of the plan and its branches over one axis of frames, and where they part. */
import { element, shape } from '../../parts/dom.js';
import { ticks } from '../../parts/plot.js';
import type { PlayedRow } from '../play-rows.js';
import type { ShownState } from '../units.js';

/** A line of the plan: its states at the start and after each command. */
export interface ChartLine {
  readonly name: string;
  readonly rows: readonly PlayedRow[];
  readonly samples: readonly ShownState[];
  readonly clocks: readonly number[];
}

export interface TimeChart {
  readonly node: HTMLElement;
  /** @param lines the shown one first @param unit of the axis */
  draw(lines: readonly ChartLine[], unit: string): void;
  /** Marks the state after so many commands of the shown line. */
  mark(at: number): void;
}

/** A gauge: its values at the start and after each command. */
interface Curve {
  readonly cell: string;
  readonly label: string;
  readonly role: string;
  readonly values: readonly number[];
  readonly line: number | undefined;
}

const COLORS = [
  'light-dark(#0072b2, #56b4e9)',
  'light-dark(#d55e00, #ff9d5c)',
  'light-dark(#007a5e, #4fd1a5)',
  'light-dark(#a64d79, #e58fbd)',
  'light-dark(#7a5c00, #e0c04a)',
  'light-dark(#56359e, #b79cf0)',
];
const DASHES = ['', '6 4', '2 3', '9 3 2 3'];
const MOST_CURVES = 6;
const ROLES = ['points', 'order', 'health'];
const [WIDTH, HEIGHT] = [1000, 100];
const TICKS = 6;

function curvesOf(samples: readonly ShownState[]): Curve[] {
  const curves = new Map<string, Curve & { readonly values: number[] }>();
  for (const [index, { units, gauges }] of samples.entries()) {
    const owned = units.flatMap((unit) => unit.gauges.map((gauge) => ({ gauge, owner: `${unit.name}: ` })));
    for (const { gauge, owner } of [...gauges.map((one) => ({ gauge: one, owner: '' })), ...owned]) {
      const { cell, role, label, line, value } = gauge;
      if (!ROLES.includes(role)) continue;
      const curve = curves.get(cell) ?? { cell, label: `${owner}${label}`, role, values: [], line: line?.[0] };
      while (curve.values.length < index) curve.values.push(0);
      curve.values.push(value);
      curves.set(cell, curve);
    }
  }
  return [...curves.values()].slice(0, MOST_CURVES);
}

/** Commands at the beginning that two lines share. */
function shared(first: readonly PlayedRow[], second: readonly PlayedRow[]): number {
  let count = 0;
  while (count < first.length && first[count]?.text === second[count]?.text) {
    if (first[count]?.repeat !== second[count]?.repeat) break;
    count++;
  }
  return count;
}

/** A value holds until the next command has ended. */
function steps(values: readonly number[], xs: readonly number[], yOf: (value: number) => number): string {
  const points = values.map((value, at) => {
    const before = values[Math.max(0, at - 1)] as number;
    return `${xs[at] ?? 0},${yOf(before)} ${xs[at] ?? 0},${yOf(value)}`;
  });
  return points.join(' ');
}

/** Bands of the commands that begin in a turn of another side than the player's. */
function turnBands({ samples }: ChartLine, xs: readonly number[]): SVGElement[] {
  return samples.flatMap(({ turn, sides }, at) => {
    const [from = 0, to = 0] = [xs[at], xs[at + 1]];
    if (turn === '' || turn === sides[0] || to <= from) return [];
    return [shape('rect', { class: 'turn', x: `${from}`, y: '0', width: `${to - from}`, height: `${HEIGHT}` })];
  });
}

function hatching(): SVGElement {
  const pattern = shape('pattern', { id: 'hatch', width: '10', height: '10', patternUnits: 'userSpaceOnUse' });
  pattern.append(shape('path', { d: 'M0 10L10 0', class: 'hatch' }));
  return pattern;
}

function axisNodes(last: number, unit: string): HTMLElement[] {
  return ticks(0, last, TICKS).map((value) => {
    const text = value === 0 ? `${unit} 0` : String(value);
    const made = element('span', { class: 'tick' }, text);
    made.style.left = `${(100 * value) / Math.max(1, last)}%`;
    if (value > 0.9 * last) made.classList.add('last');
    return made;
  });
}

function legendNodes(
  curves: readonly (Curve & { readonly most: number })[],
  lines: readonly ChartLine[],
): HTMLElement[] {
  const nodes: HTMLElement[] = [];
  const gauges = curves.map(({ label, most }, index) => {
    const sign = element('span', { style: `color: ${COLORS[index] ?? 'currentColor'}` }, '\u25ac ');
    return element('span', {}, sign, `${label} (to ${most})`);
  });
  const dashes = ['\u2500\u2500', '\u2574\u2574', '\u00b7\u00b7\u00b7', '\u2574\u00b7'];
  if (lines.length > 1) {
    for (const [index, { name }] of lines.entries()) {
      nodes.push(element('span', {}, `${dashes[index % dashes.length]} ${index === 0 ? 'shown: ' : ''}${name}`));
    }
  }
  if (lines[0]?.samples.some(({ turn, sides }) => turn !== '' && turn !== sides[0]) === true) {
    nodes.push(element('span', {}, '\u25a8 turn of others'));
  }
  return [...gauges, ...nodes];
}

export function createTimeChart(): TimeChart {
  const legend = element('div', { class: 'quiet legend' });
  const axis = element('div', { class: 'quiet axis' });
  const picture = shape('svg', {
    id: 'chart',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': 'gauges over frames',
  });
  const here = shape('line', { class: 'here', y1: '0', y2: `${HEIGHT}` });
  const box = element('div', { class: 'chartbox' });
  box.append(picture);
  let xs: readonly number[] = [0];

  function draw(lines: readonly ChartLine[], unit: string): void {
    const last = Math.max(1, ...lines.map(({ clocks }) => clocks.at(-1) ?? 0));
    const places = lines.map(({ clocks }) => clocks.map((clock) => (clock / last) * WIDTH));
    xs = places[0] ?? [0];
    const all = lines.map(({ samples }) => curvesOf(samples));
    const found = (all[0] ?? []).map((curve) => {
      const alike = all.map((curves) => curves.find(({ cell }) => cell === curve.cell)?.values ?? []);
      const most = alike.flat().reduce((high, value) => Math.max(high, value), Math.max(1, curve.line ?? 0));
      return { ...curve, alike, most };
    });
    const marks: SVGElement[] = [];
    const curves = found.flatMap(({ alike, most, line, role }, index) => {
      const yOf = (value: number): number => HEIGHT - (value / most) * (HEIGHT - 4) - 2;
      if (line !== undefined && role === 'points') {
        const y = `${yOf(line)}`;
        marks.push(shape('line', { class: 'limit', x1: '0', x2: `${WIDTH}`, y1: y, y2: y }));
      }
      return alike.map((values, number) => {
        const points = steps(values, places[number] ?? [], yOf);
        const dash = DASHES[number % DASHES.length] ?? '';
        const style = `stroke: ${COLORS[index] ?? 'currentColor'}`;
        return shape('polyline', { points, class: 'curve', style, 'stroke-dasharray': dash });
      });
    });
    const notes: HTMLElement[] = [];
    const [first, ...others] = lines;
    for (const other of others) {
      const at = shared(first?.rows ?? [], other.rows);
      if (at === first?.rows.length && at === other.rows.length) continue;
      const x = `${xs[at] ?? 0}`;
      marks.push(shape('line', { class: 'parting', x1: x, x2: x, y1: '0', y2: `${HEIGHT}` }));
      notes.push(element('span', {}, `\u2506 ${other.name} parts at ${unit} ${first?.clocks[at] ?? 0}`));
    }
    const bands = first === undefined ? [] : turnBands(first, xs);
    picture.replaceChildren(hatching(), ...bands, ...marks, ...curves, here);
    legend.replaceChildren(...notes, ...legendNodes(found, lines));
    axis.replaceChildren(...axisNodes(last, unit));
  }

  return {
    node: element('section', { class: 'time' }, legend, box, axis),
    draw,
    mark(at) {
      const x = `${xs[at] ?? 0}`;
      here.setAttribute('x1', x);
      here.setAttribute('x2', x);
    },
  };
}
