/** Plots over time: one for each kind of gauge, with turns, draws, wraps and differences. */
import uPlot from 'uplot';
import type { ReportGauge, ReportLine } from '../data.js';
import { drawMarks, drawTurns } from './chart-drawing.js';
import { color, shape } from './dom.js';
import { frameOf, indexAt, numberText } from './steps.js';

export interface Chart {
  /** Moves the mark. */
  show(frame: number): void;
  /** Shows frames from one to another. */
  zoom(from: number, to: number): void;
  range(): readonly [number, number];
  destroy(): void;
}

/** Told apart without colour: by dash, then by width. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [10, 3, 2, 3], [1, 3], [14, 4]];
const COLORS = 8;
/** When the dashes are used up the lines become wider. */
const widthOf = (index: number): number => 1.5 + 1.5 * Math.floor(index / DASHES.length);

export const ROLES: readonly (readonly [ReportGauge['role'], string])[] = [
  ['points', 'Points'],
  ['order', 'Order points'],
  ['charge', 'Charges'],
  ['health', 'HP'],
  ['other', 'Other'],
];

/** Maximum number of plotted gauges without a role. */
const MAX_OTHERS = 12;
/** A pointer that moved less between press and release clicked. */
const MIN_DRAG_PIXELS = 4;

/** Columns for the plot: every place at which one of the gauges changes, and the end. */
function alignedData(line: ReportLine, gauges: readonly ReportGauge[]): uPlot.AlignedData {
  const places = [...new Set([0, line.length, ...gauges.flatMap((gauge) => gauge.places)])].sort((a, b) => a - b);
  const columns = gauges.map((gauge) => {
    const column = new Float64Array(places.length);
    let index = 0;
    places.forEach((place, at) => {
      while ((gauge.places[index + 1] ?? Number.POSITIVE_INFINITY) <= place) index++;
      column[at] = gauge.values[index] ?? 0;
    });
    return column;
  });
  return [Float64Array.from(places, (place) => frameOf(line, place)), ...columns];
}

/** The legend shows a line as it is drawn: by dash, not only by colour. */
function markers(plot: uPlot, count: number): void {
  const found = plot.root.querySelectorAll<HTMLElement>('.u-series:not(:first-child) .u-marker');
  for (let index = 0; index < count; index++) {
    const dash = DASHES[index % DASHES.length] ?? [];
    const stroke = color(`series-${index % COLORS}`);
    const picture = shape('svg', { viewBox: '0 0 28 10', width: '28', height: '10' });
    picture.append(
      shape('line', {
        x1: '0',
        y1: '5',
        x2: '28',
        y2: '5',
        stroke,
        'stroke-width': '2',
        'stroke-dasharray': dash.join(' '),
      }),
    );
    found[index]?.replaceChildren(picture);
  }
}

/** The gauges of a role that are worth a plot. */
function plottedGauges(line: ReportLine, role: ReportGauge['role']): ReportGauge[] {
  return line.gauges
    .filter((gauge) => gauge.role === role && gauge.values.some((value) => value !== 0))
    .filter((gauge) => role !== 'other' || gauge.values.length > 2)
    .slice(0, role === 'other' ? MAX_OTHERS : undefined);
}

function seriesOf(line: ReportLine, gauges: readonly ReportGauge[]): uPlot.Series[] {
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return [
    {
      label: line.unit,
      value: (_plot: uPlot, value: number | null) => (value === null ? '' : numberText(line, value)),
    },
    ...gauges.map((gauge, index) => ({
      label: gauge.label,
      stroke: color(`series-${index % COLORS}`),
      dash: [...(DASHES[index % DASHES.length] ?? [])],
      width: widthOf(index),
      points: { show: false },
      value: (_plot: uPlot, value: number | null) => String(value ?? ''),
      ...(stepped === undefined ? {} : { paths: stepped }),
    })),
  ];
}

function axes(line: ReportLine): uPlot.Axis[] {
  const axis = {
    stroke: color('text'),
    grid: { stroke: color('grid'), width: 1 },
    ticks: { stroke: color('grid') },
    values: (_plot: uPlot, splits: number[]): string[] =>
      splits.map((value) => (Number.isInteger(value) ? String(value) : '')),
  };
  return [
    {
      ...axis,
      size: 30,
      values: (_plot: uPlot, splits: number[]): string[] =>
        splits.map((value) => (Number.isInteger(value) ? numberText(line, value) : '')),
    },
    { ...axis, size: 56, space: 18 },
  ];
}

/** Calls back with the frame of a click; a drag is no click. */
function listenToClicks({ over, posToVal }: uPlot, onPick: (frame: number) => void): void {
  let down = 0;
  over.addEventListener('mousedown', (event) => {
    down = event.clientX;
  });
  over.addEventListener('click', (event) => {
    if (Math.abs(event.clientX - down) < MIN_DRAG_PIXELS) onPick(Math.floor(posToVal(event.offsetX, 'x')));
  });
}

/** A line over the plot at a frame. @returns what moves it */
function addMarker(plot: uPlot): (frame: number) => void {
  const marker = document.createElement('div');
  marker.className = 'marker';
  plot.over.append(marker);
  return (frame) => {
    const left = plot.valToPos(frame, 'x');
    // No size is asked of the page here: that would lay it out anew for every plot and step.
    marker.style.display = left < 0 || left > plot.bbox.width / devicePixelRatio ? 'none' : 'block';
    marker.style.left = `${left}px`;
  };
}

/**
 * @param onPick called with the frame of a click.
 * @returns undefined when the role has no gauge to plot
 */
export function createChart(
  parent: HTMLElement,
  line: ReportLine,
  role: ReportGauge['role'],
  title: string,
  syncKey: string,
  onPick: (frame: number) => void,
): Chart | undefined {
  const gauges = plottedGauges(line, role);
  if (gauges.length === 0) return undefined;
  const data = alignedData(line, gauges);
  const frames = data[0] as unknown as readonly number[];
  const width = (): number => Math.max(240, parent.clientWidth);
  let shown = 0;
  const legendAt = (plot: uPlot): void => {
    const idx = Math.max(0, indexAt(frames, shown));
    if (plot.legend.idx !== idx) plot.setLegend({ idx });
  };
  const heading = document.createElement('h2');
  heading.textContent = title;
  parent.append(heading);
  const options: uPlot.Options = {
    width: width(),
    height: role === 'points' ? 150 : 110,
    cursor: { sync: { key: syncKey, setSeries: false }, drag: { x: true, y: false }, focus: { prox: 24 } },
    scales: { x: { time: false } },
    legend: { live: true, isolate: true, markers: { width: 0, fill: 'transparent' } },
    axes: axes(line),
    series: seriesOf(line, gauges),
    hooks: {
      drawClear: [(plot) => drawTurns(plot, line)],
      // Without a pointer the legend speaks of the chosen frame.
      setCursor: [(plot) => (plot.cursor.left ?? -1) < 0 && legendAt(plot)],
      draw: [(plot) => drawMarks(plot, line, gauges, role === 'points')],
      ready: [
        (plot) => {
          listenToClicks(plot, onPick);
          markers(plot, gauges.length);
          legendAt(plot);
        },
      ],
    },
  };
  const plot = new uPlot(options, data, parent);
  const mark = addMarker(plot);
  plot.hooks.setScale = [() => mark(shown)];
  const observer = new ResizeObserver(() => {
    plot.setSize({ width: width(), height: plot.height });
    mark(shown);
  });
  observer.observe(parent);
  return {
    show(frame) {
      shown = frame;
      mark(frame);
      legendAt(plot);
    },
    zoom: (min, max) => plot.setScale('x', { min, max }),
    range: () => [plot.scales['x']?.min ?? 0, plot.scales['x']?.max ?? 1],
    destroy() {
      observer.disconnect();
      heading.remove();
      plot.destroy();
    },
  };
}
