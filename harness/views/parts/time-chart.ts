/** Plots of a line and those laid over it: one axis of frames, which is zoomed and panned. */
import type { ChartedLine } from './charted.js';
import { type Charts, createCharts } from './charts.js';
import { element } from './dom.js';
import { frameOf } from './steps.js';
import { centered, isIn, panned, type View, whole, zoomed } from './view.js';

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
