/** Draws a plot: bands of turns, curves, thresholds, marks, numbers. */
import type { ChartedGauge, ChartedLine } from './charted.js';
import { type Curve, rangeOf } from './curve.js';
import { begin, type Canvas, drawCurve, drawLabel, hatching, LEFT, ticks, xOf } from './plot.js';
import { frameOf, indexAt, numberText, placeOf } from './steps.js';
import { color } from './theme.js';
import type { View } from './view.js';

/** A gauge of the shown line with those of the same name in the lines beside it. */
export interface Plotted {
  readonly gauge: ChartedGauge;
  readonly curves: readonly Curve[];
}

export interface Plot {
  readonly title: string;
  readonly role: ChartedGauge['role'];
  readonly plotted: readonly Plotted[];
  readonly canvas: HTMLCanvasElement;
  readonly values: readonly HTMLElement[];
}

/** Draws a line of the legend as it is in the plot. */
export function paintSample(made: HTMLCanvasElement): void {
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

export function paintPlot(plot: Plot, line: ChartedLine, view: View): void {
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

export function paintAxis(element: HTMLCanvasElement, line: ChartedLine, view: View): void {
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
