/** What happened in the shown command, and the gauges over the plan on one axis of frames. */
import { element, shape } from '../../parts/dom.js';
import type { ChoiceRow } from '../choice-rows.js';
import type { Panel, Shown } from './context.js';

/** A gauge over the plan: its value at the start and after each command. */
interface Curve {
  readonly label: string;
  readonly role: string;
  readonly values: readonly number[];
  readonly line: number | undefined;
}

const COLORS = ['#0072b2', '#d55e00', '#007a5e', '#a64d79', '#7a5c00', '#56359e'];
const MOST_CURVES = 6;
const [WIDTH, HEIGHT] = [1000, 100];

function curvesOf(samples: readonly Shown['state'][]): Curve[] {
  const curves = new Map<string, { label: string; role: string; values: number[]; line: number | undefined }>();
  for (const [index, state] of samples.entries()) {
    const owned = state.units.flatMap(({ name, gauges }) => gauges.map((gauge) => ({ gauge, owner: `${name}: ` })));
    for (const { gauge, owner } of [...state.gauges.map((one) => ({ gauge: one, owner: '' })), ...owned]) {
      if (!['points', 'order', 'health'].includes(gauge.role)) continue;
      const known = curves.get(gauge.cell);
      const curve = known ?? {
        label: `${owner}${gauge.label}`,
        role: gauge.role,
        values: [],
        line: gauge.line?.[0],
      };
      while (curve.values.length < index) curve.values.push(0);
      curve.values.push(gauge.value);
      curves.set(gauge.cell, curve);
    }
  }
  return [...curves.values()].slice(0, MOST_CURVES);
}

export interface StoryPanel extends Panel {
  /** Tells what a choice would do. */
  point(row: ChoiceRow | undefined): void;
  /** Draws the curves. @param samples the state at the start and after each command */
  draw(samples: readonly Shown['state'][], clocks: readonly number[]): void;
}

/** @param odds stands beside what happened */
export function createStoryPanel(odds: HTMLElement): StoryPanel {
  const told = element('ul');
  const legend = element('div', { class: 'quiet' });
  const picture = shape('svg', {
    id: 'chart',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': 'gauges over frames',
  });
  const chart = element('div', { class: 'scroll' });
  chart.append(picture);
  const here = shape('line', { class: 'here', y1: '0', y2: `${HEIGHT}` });
  const would = element('ul');
  const wouldTitle = element('h2');
  const left = element(
    'div',
    { class: 'scroll', tabindex: '0', 'aria-label': 'what happened' },
    told,
    wouldTitle,
    would,
  );
  const node = element('section', { id: 'story' }, left, odds, element('section', {}, legend, chart));
  let clocks: readonly number[] = [0];

  const xOf = (clock: number): number => (clock / Math.max(1, clocks.at(-1) ?? 1)) * WIDTH;
  return {
    node,
    draw(samples, times) {
      clocks = times;
      picture.replaceChildren();
      legend.replaceChildren();
      for (const [index, { label, role, values, line }] of curvesOf(samples).entries()) {
        const most = Math.max(1, line ?? 0, ...values);
        const yOf = (value: number): number => HEIGHT - (value / most) * (HEIGHT - 4) - 2;
        const points = values.map((value, at) => `${xOf(times[at] ?? 0)},${yOf(value)}`).join(' ');
        const color = COLORS[index] ?? 'currentColor';
        picture.append(shape('polyline', { points, class: 'curve', style: `stroke: ${color}` }));
        if (line !== undefined && role === 'points') {
          const y = `${yOf(line)}`;
          picture.append(shape('line', { class: 'limit', x1: '0', x2: `${WIDTH}`, y1: y, y2: y }));
        }
        legend.append(element('span', { style: `color: ${color}` }, '\u25ac '), `${label} (to ${most})  `);
      }
      picture.append(here);
    },
    point(row) {
      const lines = row?.preview?.told ?? [];
      wouldTitle.textContent = lines.length === 0 || row === undefined ? '' : `${row.name} ${row.where} would give`;
      would.replaceChildren(...lines.map((text) => element('li', {}, text)));
    },
    show({ session }) {
      const at = session.at();
      const row = session.rows()[at - 1];
      const lines = row === undefined ? ['The battle begins'] : row.told;
      const quiet = row !== undefined && row.told.length === 0 ? ['Nothing happened'] : lines;
      const wrong = row === undefined ? [] : [row.fault, ...row.differences].filter((text) => text !== '');
      told.replaceChildren(
        ...wrong.map((text) => element('li', { class: 'fault' }, text)),
        ...quiet.map((text) => element('li', {}, text)),
      );
      const x = `${xOf(clocks[at] ?? 0)}`;
      here.setAttribute('x1', x);
      here.setAttribute('x2', x);
    },
  };
}
