/** The plots of the plan and its branches over one axis of frames. */
import type { ChartedLine } from '../../parts/charted.js';
import { type Charts, createCharts } from '../../parts/charts.js';
import { element } from '../../parts/dom.js';
import { frameOf, placeOf } from '../../parts/steps.js';
import { panned, type View, whole, zoomed } from '../../parts/view.js';

export interface TimeChart {
  readonly node: HTMLElement;
  /** @param lines the shown one first */
  draw(lines: readonly ChartedLine[]): void;
  /** Marks the state after so many commands of the shown line. */
  mark(at: number): void;
  /** Zooms around the mark. @param factor below 1: fewer frames, 0: all frames */
  zoom(factor: number): void;
}

/** @param goTo gets the number of commands up to the frame that is pressed */
export function createTimeChart(goTo: (at: number) => void): TimeChart {
  const node = element('section', { class: 'time', 'aria-label': 'gauges over time' });
  let charts: Charts | undefined;
  let shown: ChartedLine | undefined;
  let view: View = { first: 0, last: 1, from: 0, to: 1 };
  let marked = 0;

  function setView(next: View): void {
    view = next;
    charts?.setView(view);
  }

  const markedFrame = (): number => (shown === undefined ? 0 : frameOf(shown, marked));
  return {
    node,
    draw(lines) {
      const [line] = lines;
      if (line === undefined) return;
      shown = line;
      const last = Math.max(1, ...lines.map((one) => frameOf(one, one.length)));
      view = { first: 0, last, from: 0, to: last };
      charts?.end();
      charts = createCharts(lines, view, {
        goTo: (frame) => goTo(placeOf(line, frame)),
        zoom: (around, factor) => setView(zoomed(view, around, factor, markedFrame())),
        pan: (by) => setView(panned(view, by)),
      });
      node.replaceChildren(charts.node);
    },
    mark(at) {
      marked = at;
      charts?.show(markedFrame());
    },
    zoom: (factor) => setView(factor === 0 ? whole(view) : zoomed(view, markedFrame(), factor, markedFrame())),
  };
}
