/** Plots of all lines over one axis of frames: a plot for each kind of gauge. */
import { type Plot, paintAxis, paintPlot, paintSample } from './chart-drawing.js';
import { type ChartedGauge, type ChartedLine, valueText } from './charted.js';
import type { Curve } from './curve.js';
import { element } from './dom.js';
import { frameAt, LEFT, xOf } from './plot.js';
import { frameOf, numberText, placeOf, valueAt } from './steps.js';
import { onTheme } from './theme.js';
import type { View } from './view.js';

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

export interface Charts {
  readonly node: HTMLElement;
  /** Moves the mark to a frame. */
  show(frame: number): void;
  setView(view: View): void;
  /** Draws no more. */
  end(): void;
}

/** What the charts ask of the page. */
export interface ChartActions {
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
export function createCharts(lines: readonly ChartedLine[], start: View, actions: ChartActions): Charts {
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
