/** Draws behind and over the lines of a plot: enemy turns, draws, wraps, differences, limits. */
import type uPlot from 'uplot';
import type { ReportGauge, ReportLine } from '../data.js';
import { color } from './dom.js';
import { frameOf, indexAt } from './steps.js';

/** Bands of the turns that are not the player's, hatched. */
export function drawTurns(plot: uPlot, line: ReportLine): void {
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

/** Text with a rim of the background colour, within the plot. */
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

/** A mark at a place, from the top or only at the bottom. */
interface Mark {
  readonly place: number;
  readonly name: string;
  readonly style: string;
  readonly dash: readonly number[];
  readonly tall: boolean;
}

function marksOf(line: ReportLine, gauges: readonly ReportGauge[], withDraws: boolean): Mark[] {
  const draws = withDraws ? line.draws : [];
  return [
    ...draws.map((place) => ({ place, name: '', style: color('draw'), dash: [], tall: false })),
    ...gauges.flatMap(({ wraps }) =>
      wraps.map((place) => ({ place, name: 'wraps', style: color('wrap'), dash: [3, 2], tall: true })),
    ),
    ...line.differences.map(({ at }) => ({
      place: at,
      name: '\u2260',
      style: color('difference'),
      dash: [],
      tall: true,
    })),
  ];
}

/** @returns where the mark is, or undefined outside of the plot */
function drawMark(plot: uPlot, line: ReportLine, { place, style, dash, tall }: Mark): number | undefined {
  const { ctx, bbox } = plot;
  const x = Math.round(plot.valToPos(frameOf(line, place), 'x', true));
  if (x < bbox.left || x > bbox.left + bbox.width) return undefined;
  ctx.strokeStyle = style;
  ctx.fillStyle = style;
  ctx.setLineDash([...dash]);
  ctx.beginPath();
  ctx.moveTo(x, tall ? bbox.top : bbox.top + bbox.height - 8 * devicePixelRatio);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  return x;
}

/** The threshold of a gauge. */
function drawLimit(plot: uPlot, { value, meaning }: NonNullable<ReportGauge['line']>): void {
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(value, 'y', true));
  if (y < bbox.top || y > bbox.top + bbox.height) return;
  ctx.setLineDash([5, 4]);
  ctx.strokeStyle = color('text');
  ctx.fillStyle = color('text');
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  drawLabel(plot, `${value}: ${meaning}`, bbox.left + 4 * devicePixelRatio, y - 4 * devicePixelRatio);
}

/** A label that would run into the one before is left out: its mark is there. */
function drawLabels(plot: uPlot, labels: readonly (readonly [x: number, mark: Mark])[]): void {
  const { ctx, bbox } = plot;
  let end = Number.NEGATIVE_INFINITY;
  for (const [x, { name, style }] of [...labels].sort(([first], [second]) => first - second)) {
    if (x < end) continue;
    ctx.fillStyle = style;
    const width = ctx.measureText(name).width + 4 * devicePixelRatio;
    const fits = x + width <= bbox.left + bbox.width;
    drawLabel(plot, name, fits ? x + 3 * devicePixelRatio : x - width, bbox.top + 11 * devicePixelRatio);
    end = x + width;
  }
}

/** Wraps, differences, limits, and draws where they are wanted. */
export function drawMarks(plot: uPlot, line: ReportLine, gauges: readonly ReportGauge[], withDraws: boolean): void {
  const { ctx } = plot;
  ctx.save();
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.lineWidth = devicePixelRatio;
  const labels: [x: number, mark: Mark][] = [];
  for (const mark of marksOf(line, gauges, withDraws)) {
    const x = drawMark(plot, line, mark);
    if (x !== undefined && mark.name !== '') labels.push([x, mark]);
  }
  for (const gauge of gauges) if (gauge.line !== undefined) drawLimit(plot, gauge.line);
  drawLabels(plot, labels);
  ctx.restore();
}
