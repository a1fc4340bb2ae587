/** Plots over time: one for each kind of gauge, with turns, draws, wraps and differences. */
import uPlot from 'uplot';
import type { ReportGauge, ReportLine } from '../data.js';
import { color, shape } from './dom.js';
import { frameOf, indexAt } from './steps.js';

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

/** Of other gauges only those that move are worth a plot, and only so many. */
const MOST_OTHERS = 12;

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

/** Bands of the turns that are not the player's, hatched. */
function drawTurns(plot: uPlot, line: ReportLine): void {
  const { turn } = line;
  if (turn === undefined) return;
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = color('band');
  ctx.fillStyle = color('band-soft');
  const first = Math.max(0, indexAt(turn.places, 0));
  for (let index = first; index < turn.places.length; index++) {
    if ((turn.values[index] ?? 0) <= 0) continue;
    const left = plot.valToPos(frameOf(line, turn.places[index] ?? 0), 'x', true);
    const right = plot.valToPos(frameOf(line, turn.places[index + 1] ?? line.length), 'x', true);
    if (right < bbox.left || left > bbox.left + bbox.width) continue;
    const width = Math.max(1, right - left);
    ctx.fillRect(left, bbox.top, width, bbox.height);
    if (width < 6) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, width, bbox.height);
    ctx.clip();
    ctx.beginPath();
    for (let x = Math.max(left, bbox.left) - bbox.height; x < Math.min(right, bbox.left + bbox.width); x += 12) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
  ctx.restore();
}

/** Text that can be read over lines: with a rim of the background. Kept within the plot. */
function drawLabel(plot: uPlot, text: string, left: number, baseline: number): void {
  const { ctx, bbox } = plot;
  const width = ctx.measureText(text).width;
  const x = Math.max(bbox.left, Math.min(left, bbox.left + bbox.width - width - 2));
  ctx.save();
  ctx.setLineDash([]);
  ctx.lineWidth = 4 * devicePixelRatio;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = color('back');
  ctx.strokeText(text, x, baseline);
  ctx.fillText(text, x, baseline);
  ctx.restore();
}

function drawMarks(plot: uPlot, line: ReportLine, gauges: readonly ReportGauge[], withDraws: boolean): void {
  const { ctx, bbox } = plot;
  const labels: [name: string, x: number, style: string][] = [];
  const mark = (place: number, name: string, style: string, dash: number[], tall: boolean): void => {
    const x = Math.round(plot.valToPos(frameOf(line, place), 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) return;
    ctx.strokeStyle = style;
    ctx.fillStyle = style;
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.moveTo(x, tall ? bbox.top : bbox.top + bbox.height - 8 * devicePixelRatio);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    if (name !== '') labels.push([name, x, style]);
  };
  ctx.save();
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.lineWidth = devicePixelRatio;
  if (withDraws) for (const place of line.draws) mark(place, '', color('draw'), [], false);
  for (const gauge of gauges) for (const place of gauge.wraps) mark(place, 'wraps', color('wrap'), [3, 2], true);
  for (const { at } of line.differences) mark(at, '\u2260', color('difference'), [], true);
  ctx.setLineDash([5, 4]);
  for (const gauge of gauges) {
    if (gauge.line === undefined) continue;
    const y = Math.round(plot.valToPos(gauge.line.value, 'y', true));
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.strokeStyle = color('text');
    ctx.fillStyle = color('text');
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    drawLabel(
      plot,
      `${gauge.line.value}: ${gauge.line.meaning}`,
      bbox.left + 4 * devicePixelRatio,
      y - 4 * devicePixelRatio,
    );
  }
  // A label that would run into the one before is left out: its line is there.
  let end = Number.NEGATIVE_INFINITY;
  for (const [name, x, style] of labels.sort((one, other) => one[1] - other[1])) {
    if (x < end) continue;
    ctx.fillStyle = style;
    const width = ctx.measureText(name).width + 4 * devicePixelRatio;
    const fits = x + width <= bbox.left + bbox.width;
    drawLabel(plot, name, fits ? x + 3 * devicePixelRatio : x - width, bbox.top + 11 * devicePixelRatio);
    end = x + width;
  }
  ctx.restore();
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

/** @param onPick called with the frame that somebody clicked */
export function createChart(
  parent: HTMLElement,
  line: ReportLine,
  role: ReportGauge['role'],
  title: string,
  syncKey: string,
  onPick: (frame: number) => void,
): Chart | undefined {
  const gauges = line.gauges
    .filter((gauge) => gauge.role === role && gauge.values.some((value) => value !== 0))
    .filter((gauge) => role !== 'other' || gauge.values.length > 2)
    .slice(0, role === 'other' ? MOST_OTHERS : undefined);
  if (gauges.length === 0) return undefined;
  const values = (_plot: uPlot, splits: number[]): string[] =>
    splits.map((value) => (Number.isInteger(value) ? String(value) : ''));
  const axis = {
    stroke: color('text'),
    grid: { stroke: color('grid'), width: 1 },
    ticks: { stroke: color('grid') },
    values,
  };
  const data = alignedData(line, gauges);
  const frames = data[0] as unknown as readonly number[];
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const width = (): number => Math.max(240, parent.clientWidth);
  let down = 0;
  let shown = 0;
  const legendAt = (self: uPlot): void => {
    const idx = Math.max(0, indexAt(frames, shown));
    if (self.legend.idx !== idx) self.setLegend({ idx });
  };
  const heading = document.createElement('h2');
  heading.textContent = title;
  parent.append(heading);
  const plot = new uPlot(
    {
      width: width(),
      height: role === 'points' ? 150 : 110,
      cursor: { sync: { key: syncKey, setSeries: false }, drag: { x: true, y: false }, focus: { prox: 24 } },
      scales: { x: { time: false } },
      legend: { live: true, isolate: true, markers: { width: 0, fill: 'transparent' } },
      axes: [
        { ...axis, size: 30 },
        { ...axis, size: 56, space: 18 },
      ],
      series: [
        { label: line.unit, value: (_plot: uPlot, value: number | null) => String(value ?? '') },
        ...gauges.map((gauge, index) => ({
          label: gauge.label,
          stroke: color(`series-${index % COLORS}`),
          dash: [...(DASHES[index % DASHES.length] ?? [])],
          width: widthOf(index),
          points: { show: false },
          value: (_plot: uPlot, value: number | null) => String(value ?? ''),
          ...(stepped === undefined ? {} : { paths: stepped }),
        })),
      ],
      hooks: {
        drawClear: [(self) => drawTurns(self, line)],
        // Without a pointer the legend speaks of the chosen frame.
        setCursor: [(self) => (self.cursor.left ?? -1) < 0 && legendAt(self)],
        draw: [(self) => drawMarks(self, line, gauges, role === 'points')],
        ready: [
          (self) => {
            self.over.addEventListener('mousedown', (event) => {
              down = event.clientX;
            });
            self.over.addEventListener('click', (event) => {
              if (Math.abs(event.clientX - down) < 4) onPick(Math.floor(self.posToVal(event.offsetX, 'x')));
            });
            markers(self, gauges.length);
            legendAt(self);
          },
        ],
      },
    },
    data,
    parent,
  );
  const marker = document.createElement('div');
  marker.className = 'marker';
  plot.over.append(marker);
  const place = (): void => {
    const left = plot.valToPos(shown, 'x');
    // No size is asked of the page here: that would lay it out anew for every plot and step.
    marker.style.display = left < 0 || left > plot.bbox.width / devicePixelRatio ? 'none' : 'block';
    marker.style.left = `${left}px`;
  };
  plot.hooks.setScale = [place];
  const observer = new ResizeObserver(() => {
    plot.setSize({ width: width(), height: plot.height });
    place();
  });
  observer.observe(parent);
  return {
    show(frame) {
      shown = frame;
      place();
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
