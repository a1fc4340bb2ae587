/** Drawing a plot on a canvas: stepped lines, bands, marks, one vertical and one shared axis. */
import { type Curve, indexesIn, type View } from './curve.js';
import { color } from './header.js';
import { frameOf } from './steps.js';

/** Room for the numbers at the left, in pixels of the page. */
export const LEFT = 56;
const RIGHT = 8;

export interface Canvas {
  readonly ctx: CanvasRenderingContext2D;
  /** In pixels of the page. */
  readonly width: number;
  readonly height: number;
}

/** Clears a canvas and fits it to its size on the page. */
export function begin(element: HTMLCanvasElement): Canvas | undefined {
  const { clientWidth: width, clientHeight: height } = element;
  const ctx = element.getContext('2d');
  if (ctx === null || width === 0) return undefined;
  const scale = devicePixelRatio;
  element.width = Math.round(width * scale);
  element.height = Math.round(height * scale);
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  ctx.font = '11px system-ui, sans-serif';
  return { ctx, width, height };
}

export function xOf(view: View, width: number, frame: number): number {
  return LEFT + ((frame - view.from) / Math.max(1e-9, view.to - view.from)) * (width - LEFT - RIGHT);
}

export function frameAt(view: View, width: number, x: number): number {
  return view.from + ((x - LEFT) / Math.max(1, width - LEFT - RIGHT)) * (view.to - view.from);
}

/** Draws a stepped line; changes within a pixel are one stroke from the lowest to the highest. */
export function drawCurve({ ctx, width }: Canvas, curve: Curve, view: View, yOf: (value: number) => number): void {
  const { steps, line } = curve;
  const [first, last] = indexesIn(curve, view);
  if (last < 0) return;
  const end = xOf(view, width, Math.min(view.to, frameOf(line, line.length)));
  ctx.strokeStyle = color(curve.color);
  ctx.lineWidth = curve.width;
  ctx.setLineDash([...curve.dash]);
  ctx.beginPath();
  let y = yOf(steps.values[first] as number);
  let x = Math.max(LEFT, xOf(view, width, frameOf(line, steps.places[first] as number)));
  ctx.moveTo(x, y);
  let [low, high] = [y, y];
  for (let index = first + 1; index <= last; index++) {
    const nextX = xOf(view, width, frameOf(line, steps.places[index] as number));
    const nextY = yOf(steps.values[index] as number);
    if (nextX - x < 0.5) {
      if (nextY < low) low = nextY;
      if (nextY > high) high = nextY;
      y = nextY;
      continue;
    }
    if (low !== high) {
      ctx.lineTo(x, low);
      ctx.lineTo(x, high);
    }
    ctx.lineTo(x, y);
    ctx.lineTo(nextX, y);
    ctx.lineTo(nextX, nextY);
    [x, y, low, high] = [nextX, nextY, nextY, nextY];
  }
  if (low !== high) {
    ctx.lineTo(x, low);
    ctx.lineTo(x, high);
  }
  ctx.lineTo(x, y);
  ctx.lineTo(Math.max(x, end), y);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Whole steps of 1, 2 or 5 with their zeros, at most so many in a range. */
export function ticks(from: number, to: number, most: number): number[] {
  const rough = Math.max(1, (to - from) / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (rough / power <= 1 ? 1 : rough / power <= 2 ? 2 : rough / power <= 5 ? 5 : 10);
  const found: number[] = [];
  for (let value = Math.ceil(from / step) * step; value <= to; value += step) found.push(value);
  return found;
}

/** Text with a rim of the background's colour. */
export function drawLabel({ ctx }: Canvas, text: string, x: number, y: number): void {
  ctx.lineWidth = 4;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = color('back');
  ctx.strokeText(text, x, y);
  ctx.fillText(text, x, y);
}

/** The hatching of the turns that are not the player's. */
export function hatching(ctx: CanvasRenderingContext2D): CanvasPattern | null {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 8;
  const pen = tile.getContext('2d');
  if (pen === null) return null;
  pen.fillStyle = color('band-soft');
  pen.fillRect(0, 0, 8, 8);
  pen.strokeStyle = color('band');
  pen.beginPath();
  for (const shift of [-8, 0, 8]) {
    pen.moveTo(shift, 8);
    pen.lineTo(shift + 8, 0);
  }
  pen.stroke();
  return ctx.createPattern(tile, 'repeat');
}
