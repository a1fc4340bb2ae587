/** Plots of all lines over one axis of frames: a plot for each kind of gauge. */

import { type Curve, centered, isIn, panned, rangeOf, type View, whole, zoomed } from './curve.js';
import { element } from './dom.js';
import { color, onTheme } from './header.js';
import { begin, type Canvas, drawCurve, drawLabel, frameAt, hatching, LEFT, ticks, xOf } from './plot.js';
import {
  type ChartedGauge,
  type ChartedLine,
  frameOf,
  indexAt,
  numberText,
  placeOf,
  valueAt,
  valueText,
} from './steps.js';

// Draws a plot: bands of turns, curves, thresholds, marks, numbers.

/** A gauge of the shown line with those of the same name in the lines beside it. */
interface Plotted {
  readonly gauge: ChartedGauge;
  readonly curves: readonly Curve[];
}

interface Plot {
  readonly title: string;
  readonly role: ChartedGauge['role'];
  readonly plotted: readonly Plotted[];
  readonly canvas: HTMLCanvasElement;
  readonly values: readonly HTMLElement[];
}

/** Draws a line of the legend as it is in the plot. */
function paintSample(made: HTMLCanvasElement): void {
  const canvas = begin(made);
  if (canvas === undefined) return;
  const { ctx, width, height } = canvas;
  ctx.strokeStyle = color(made.dataset['color'] ?? 'text');
  ctx.lineWidth = 2;
  ctx.setLineDash((made.dataset['dash'] ?? '').split(' ').filter(Boolean).map(Number));
  ctx.beginPath();
  ctx.moveTo(0, height / 2);
  ctx.lineTo(width, height / 2);
  ctx.stroke();
}

/** Hatched bands of the turns that are not the player's. */
function drawTurns(canvas: Canvas, { turn, ...line }: ChartedLine, view: View): void {
  if (turn === undefined) return;
  const { ctx, width, height } = canvas;
  ctx.fillStyle = hatching(ctx) ?? color('band-soft');
  const first = Math.max(0, indexAt(turn.places, placeOf(line, Math.floor(view.from))));
  let end = LEFT;
  for (let index = first; index < turn.places.length; index++) {
    if ((turn.values[index] ?? 0) <= 0) continue;
    const from = Math.max(end, xOf(view, width, frameOf(line, turn.places[index] as number)));
    if (from > width) break;
    const to = xOf(view, width, frameOf(line, turn.places[index + 1] ?? line.length));
    end = Math.max(from + 1, to);
    ctx.fillRect(from, 0, end - from, height);
  }
}

function drawLimit(canvas: Canvas, { line }: ChartedGauge, yOf: (value: number) => number): void {
  if (line === undefined) return;
  const { ctx, width, height } = canvas;
  const y = yOf(line.value);
  if (y < 0 || y > height) return;
  ctx.setLineDash([5, 4]);
  ctx.lineWidth = 1;
  ctx.strokeStyle = color('text');
  ctx.fillStyle = color('text');
  ctx.beginPath();
  ctx.moveTo(LEFT, y);
  ctx.lineTo(width, y);
  ctx.stroke();
  ctx.setLineDash([]);
  drawLabel(canvas, `${line.value}: ${line.meaning}`, LEFT + 4, Math.max(11, y - 4));
}

/** Draws, wraps and differences of a line. */
function drawMarks(canvas: Canvas, line: ChartedLine, plot: Plot, view: View): void {
  const { ctx, width, height } = canvas;
  const mark = (
    places: readonly number[],
    style: string,
    dash: readonly number[],
    from: number,
    text: string,
  ): void => {
    ctx.strokeStyle = ctx.fillStyle = color(style);
    ctx.lineWidth = 1;
    ctx.setLineDash([...dash]);
    let last = -1;
    let labelled = Number.NEGATIVE_INFINITY;
    for (const place of places) {
      const x = Math.round(xOf(view, width, frameOf(line, place)));
      if (x < LEFT || x > width || x === last) continue;
      last = x;
      ctx.beginPath();
      ctx.moveTo(x, from);
      ctx.lineTo(x, height);
      ctx.stroke();
      if (text === '' || x - labelled < 50) continue;
      drawLabel(canvas, text, Math.min(x + 3, width - 40), 10);
      ctx.strokeStyle = color(style);
      ctx.lineWidth = 1;
      labelled = x;
    }
    ctx.setLineDash([]);
  };
  if (plot.role === 'points') mark(line.draws, 'draw', [], height - 6, '');
  for (const { gauge } of plot.plotted) mark(gauge.wraps, 'wrap', [3, 2], 0, 'wraps');
  mark(
    line.differences.map(({ at }) => at),
    'difference',
    [],
    0,
    '\u2260',
  );
  for (const { at, text } of line.partings ?? []) mark([at], 'text', [2, 2], 0, plot.role === 'points' ? text : '');
}

function paintPlot(plot: Plot, line: ChartedLine, view: View): void {
  const canvas = begin(plot.canvas);
  if (canvas === undefined) return;
  const { ctx, width, height } = canvas;
  const curves = plot.plotted.flatMap((one) => one.curves);
  const [low, high] = rangeOf(curves, view);
  const yOf = (value: number): number => height - 4 - ((value - low) / (high - low)) * (height - 16);
  drawTurns(canvas, line, view);
  ctx.fillStyle = color('text');
  ctx.strokeStyle = color('grid');
  ctx.lineWidth = 1;
  ctx.textAlign = 'right';
  for (const value of ticks(low, high, Math.floor(height / 24))) {
    const y = Math.round(yOf(value)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(LEFT, y);
    ctx.lineTo(width, y);
    ctx.stroke();
    ctx.fillText(String(value), LEFT - 5, Math.max(10, Math.min(height - 2, y + 4)));
  }
  ctx.textAlign = 'left';
  ctx.save();
  ctx.beginPath();
  ctx.rect(LEFT, 0, width - LEFT, height);
  ctx.clip();
  for (const curve of [...curves].reverse()) drawCurve(canvas, curve, view, yOf);
  for (const { gauge } of plot.plotted) drawLimit(canvas, gauge, yOf);
  drawMarks(canvas, line, plot, view);
  ctx.restore();
}

function paintAxis(element: HTMLCanvasElement, line: ChartedLine, view: View): void {
  const canvas = begin(element);
  if (canvas === undefined) return;
  const { ctx, width } = canvas;
  ctx.fillStyle = color('text');
  ctx.textAlign = 'center';
  for (const frame of ticks(view.from, view.to, Math.max(2, Math.floor(width / 90)))) {
    const text = numberText(line, frame);
    const x = Math.min(width - ctx.measureText(text).width / 2, xOf(view, width, frame));
    ctx.fillText(text, x, 12);
  }
}

/** Told apart without colour: by dash. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [10, 3, 2, 3], [1, 3], [14, 4]];
const COLORS = 8;
/** Most gauges without a role that are plotted. */
const MAX_OTHERS = 12;
/** Most lines of a legend that a plot is given room for. */
const MAX_ROOM = 6;
const TITLES = {
  points: 'Points',
  order: '',
  charge: 'Charges',
  health: '',
  status: '',
  other: '',
} as const;

interface Charts {
  readonly node: HTMLElement;
  /** Moves the mark to a frame. */
  show(frame: number): void;
  setView(view: View): void;
  /** Draws no more. */
  end(): void;
}

/** What the charts ask of the page. */
interface ChartActions {
  goTo(frame: number): void;
  zoom(around: number, factor: number): void;
  pan(by: number): void;
}

const kindOf = ({ name }: ChartedGauge): string => /^[^[]*/u.exec(name)?.[0] ?? '';

/** The title of a gauge's plot: with the kind of its unit where several kinds have such a gauge. */
function titleOf(gauge: ChartedGauge, gauges: readonly ChartedGauge[]): string {
  const { what, role } = gauge;
  const isOfMany = gauges.some((other) => other.what === what && kindOf(other) !== kindOf(gauge));
  return TITLES[role] || (isOfMany && what !== 'HP' ? `${kindOf(gauge)} ${what}` : what);
}

/** Gauges worth a plot, in groups with one unit of measure each. */
function groupsOf({ gauges }: ChartedLine): Map<string, ChartedGauge[]> {
  const groups = new Map<string, ChartedGauge[]>();
  for (const role of ['points', 'order', 'health', 'charge', 'other'] as const) {
    const own = gauges.filter((gauge) => gauge.role === role && gauge.values.some((value) => value !== 0));
    const worth = role === 'other' ? own.filter(({ values }) => values.length > 1).slice(0, MAX_OTHERS) : own;
    for (const gauge of worth) {
      const key = titleOf(gauge, gauges);
      groups.set(key, [...(groups.get(key) ?? []), gauge]);
    }
  }
  return groups;
}

function curvesOf(gauge: ChartedGauge, index: number, lines: readonly ChartedLine[]): Curve[] {
  return lines.flatMap((line, number) => {
    const own = number === 0 ? gauge : line.gauges.find(({ name }) => name === gauge.name);
    const dash = DASHES[(lines.length > 1 ? number : index) % DASHES.length] ?? [];
    const width = number === 0 ? 2 : 1.25;
    return own === undefined ? [] : [{ steps: own, line, color: `series-${index % COLORS}`, dash, width }];
  });
}

/** A picture of a line as it is drawn. */
function sample({ color: name, dash }: Curve): HTMLCanvasElement {
  const made = element('canvas', { class: 'sample', 'data-dash': dash.join(' '), 'data-color': name });
  return made;
}

const partingText = (line: ChartedLine, at: number, text: string): string =>
  `${text} at ${line.unit} ${frameOf(line, at)}`;

/** What the marks in the plots mean; only those that this line has. */
function marksLegend(line: ChartedLine): HTMLElement {
  const limit = line.gauges.find(
    (gauge) => gauge.line !== undefined && gauge.values.some((value) => value !== 0),
  )?.line;
  const other = line.sides.slice(1).join(', ');
  const kinds = [
    ['hatched', `turn of ${other}`, line.turn?.values.some((value) => value > 0) === true],
    ['draw', 'a draw of the generator', line.draws.length > 0],
    ['limit', `from ${limit?.value} on: ${limit?.meaning}`, limit !== undefined],
    ['wrap', 'goes over the end of its 16 bits', line.gauges.some(({ wraps }) => wraps.length > 0)],
    ['difference', 'differs', line.differences.length > 0],
    ...(line.partings ?? []).map(({ at, text }) => ['parting', partingText(line, at, text), true] as const),
    ['here', `the chosen ${line.unit}`, true],
  ] as const;
  const items = kinds.flatMap(([kind, text, isThere]) =>
    isThere ? [element('li', {}, element('span', { class: `swatch ${kind}` }), text)] : [],
  );
  return element('ul', { class: 'marks', 'aria-label': 'legend of the plots' }, ...items);
}

function createPlot(
  title: string,
  gauges: readonly ChartedGauge[],
  lines: readonly ChartedLine[],
): Plot & { node: HTMLElement } {
  const plotted = gauges.map((gauge, index) => ({ gauge, curves: curvesOf(gauge, index, lines) }));
  const canvas = element('canvas', { role: 'img', 'aria-label': `${title} over ${lines[0]?.unit ?? 'frame'}s` });
  const values = plotted.map(() => element('span', { class: 'value' }));
  const legend = element('ul', { class: 'legend' });
  for (const [index, { gauge, curves }] of plotted.entries()) {
    legend.append(element('li', {}, ...curves.map(sample), `${gauge.label} `, values[index] as HTMLElement));
  }
  const role = gauges[0]?.role ?? 'other';
  const names = element('div', { class: 'names' }, element('h2', {}, title), legend);
  const node = element('div', { class: `plot ${role}` }, canvas, names);
  // a long legend needs room, too
  node.style.setProperty('--names', String(plotted.length));
  node.style.flexGrow = String((role === 'points' ? 3 : 2) + Math.min(MAX_ROOM, plotted.length));
  return { title, role, plotted, canvas, values, node };
}

/** Clicks choose, drags pan, the wheel zooms. */
function listen(
  area: HTMLElement,
  width: () => number,
  actions: ChartActions,
  view: () => View,
  hover: (frame: number | undefined) => void,
): void {
  let drag: { x: number; moved: boolean } | undefined;
  const xIn = (event: MouseEvent): number => event.clientX - area.getBoundingClientRect().left;
  const isOnPlot = (event: MouseEvent): boolean => xIn(event) >= LEFT - 4 && xIn(event) <= width();
  area.addEventListener('pointerdown', (event) => {
    if (event.button === 0 && isOnPlot(event)) drag = { x: event.clientX, moved: false };
  });
  area.addEventListener('pointermove', (event) => {
    hover(isOnPlot(event) ? Math.floor(frameAt(view(), width(), xIn(event))) : undefined);
    if (drag === undefined || (!drag.moved && Math.abs(event.clientX - drag.x) < 4)) return;
    actions.pan((drag.x - event.clientX) / Math.max(1, width() - LEFT));
    drag = { x: event.clientX, moved: true };
  });
  area.addEventListener('pointerup', (event) => {
    if (drag !== undefined && !drag.moved) actions.goTo(Math.floor(frameAt(view(), width(), xIn(event))));
    drag = undefined;
  });
  area.addEventListener('pointerleave', () => {
    drag = undefined;
    hover(undefined);
  });
  area.addEventListener(
    'wheel',
    (event) => {
      if (!isOnPlot(event)) return;
      event.preventDefault();
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) actions.pan(Math.sign(sideways) * 0.1);
      else actions.zoom(frameAt(view(), width(), xIn(event)), event.deltaY < 0 ? 0.8 : 1.25);
    },
    { passive: false },
  );
}

/** The values of all lines at a frame, beside their names. */
function tellValues({ plotted, values }: Plot, frame: number): void {
  for (const [index, { gauge, curves }] of plotted.entries()) {
    const texts = curves.map((curve) => valueText(gauge, valueAt(curve.steps, placeOf(curve.line, frame))));
    (values[index] as HTMLElement).textContent = texts.join(' | ');
  }
}

/** Tells on which side the mark lies, where it is out of view. */
function tellOutside(button: HTMLElement, { from, to }: View, chosen: number, name: string): void {
  button.hidden = chosen >= from && chosen <= to;
  button.textContent = `${chosen < from ? '\u25c0' : '\u25b6'} ${name}`;
  button.className = `outside ${chosen < from ? 'before' : 'behind'}`;
}

/** What stands around the plots. */
function layOut(line: ChartedLine, plots: readonly { readonly node: HTMLElement }[]) {
  const axis = element('canvas', { class: 'axis', role: 'img', 'aria-label': `${line.unit}s` });
  const marker = element('div', { class: 'marker' });
  const pointer = element('div', { class: 'pointer' });
  const outside = element('button', { type: 'button', class: 'outside' });
  const where = element('p', { class: 'where', role: 'status' });
  const none = plots.length > 0 ? [] : [element('p', { class: 'quiet' }, 'No gauge changes.')];
  const area = element('div', { class: 'area' }, ...none, ...plots.map(({ node }) => node), marker, pointer, outside);
  const node = element(
    'div',
    { class: 'charts' },
    element('div', { class: 'over' }, where, marksLegend(line)),
    area,
    axis,
  );
  return { axis, marker, pointer, outside, where, area, node };
}

/**
 * @param lines the shown line, then those that are laid over it: all of one system
 */
function createCharts(lines: readonly ChartedLine[], start: View, actions: ChartActions): Charts {
  const line = lines[0] as ChartedLine;
  let view = start;
  let chosen = start.first;
  let hovered: number | undefined;
  const plots = [...groupsOf(line)].map(([title, gauges]) => createPlot(title, gauges, lines));
  const { axis, marker, pointer, outside, where, area, node } = layOut(line, plots);
  const width = (): number => (plots[0]?.canvas ?? axis).clientWidth;

  // asking for it while the page changes would lay the page out
  let painted = 0;

  function place(bar: HTMLElement, frame: number | undefined): void {
    const isShown = frame !== undefined && frame >= view.from && frame <= view.to;
    bar.style.display = isShown ? 'block' : 'none';
    if (isShown) bar.style.left = `${xOf(view, painted, frame)}px`;
  }

  function tell(): void {
    const frame = hovered ?? chosen;
    const text = numberText(line, frame);
    const kind = hovered === undefined ? '' : ', under the pointer';
    where.textContent = text === 'start' ? `At the start${kind}` : `At ${line.unit} ${text}${kind}`;
    for (const plot of plots) tellValues(plot, frame);
    place(marker, chosen);
    place(pointer, hovered);
    tellOutside(outside, view, chosen, `${line.unit} ${numberText(line, chosen)}`);
  }

  function paint(): void {
    painted = width();
    for (const plot of plots) paintPlot(plot, line, view);
    paintAxis(axis, line, view);
    for (const made of node.querySelectorAll<HTMLCanvasElement>('canvas.sample')) paintSample(made);
    tell();
  }

  outside.addEventListener('click', () => actions.goTo(chosen));
  listen(
    area,
    width,
    actions,
    () => view,
    (frame) => {
      hovered = frame === undefined ? undefined : Math.max(view.first, Math.min(view.last, frame));
      tell();
    },
  );
  const observer = new ResizeObserver(paint);
  observer.observe(node);
  const forgetTheme = onTheme(() => node.isConnected && paint());
  return {
    node,
    show(frame) {
      chosen = frame;
      tell();
    },
    setView(next) {
      view = next;
      paint();
    },
    end() {
      observer.disconnect();
      forgetTheme();
    },
  };
}

// Plots of a line and those laid over it: one axis of frames, which is zoomed and panned.

export interface TimeChart {
  readonly node: HTMLElement;
  /** @param lines the shown one first; all of one system */
  draw(lines: readonly ChartedLine[]): void;
  /** First and last frame of all lines. */
  range(): Pick<View, 'first' | 'last'>;
  /** Marks a frame of the shown line and brings it into view. */
  mark(frame: number): void;
  /** The same for a place of the shown line. */
  markPlace(place: number): void;
  /** Zooms around the mark. @param factor below 1: fewer frames, 0: all frames */
  zoom(factor: number): void;
  /** @param by part of the shown width */
  pan(by: number): void;
}

/** @param goTo gets the frame that is pressed, and the shown line */
export function createTimeChart(goTo: (frame: number, line: ChartedLine) => void): TimeChart {
  const node = element('section', { class: 'time', 'aria-label': 'gauges over time' });
  let charts: Charts | undefined;
  let shown: ChartedLine | undefined;
  let view: View = { first: 0, last: 1, from: 0, to: 1 };
  let marked = 0;

  function setView(next: View): void {
    view = next;
    charts?.setView(view);
  }

  function mark(frame: number): void {
    marked = frame;
    if (!isIn(view, frame)) setView(centered(view, frame));
    charts?.show(frame);
  }

  return {
    ...{ node, mark },
    markPlace: (place) => mark(shown === undefined ? 0 : frameOf(shown, place)),
    draw(lines) {
      const [line] = lines;
      if (line === undefined) return;
      shown = line;
      const first = Math.min(...lines.map((one) => frameOf(one, 0)));
      const last = Math.max(first + 1, ...lines.map((one) => frameOf(one, one.length)));
      view = { first, last, from: first, to: last };
      charts?.end();
      charts = createCharts(lines, view, {
        goTo: (frame) => goTo(frame, line),
        zoom: (around, factor) => setView(zoomed(view, around, factor, marked)),
        pan: (by) => setView(panned(view, by)),
      });
      node.replaceChildren(charts.node);
    },
    range: () => view,
    zoom: (factor) => setView(factor === 0 ? whole(view) : zoomed(view, marked, factor, marked)),
    pan: (by) => setView(panned(view, by)),
  };
}
