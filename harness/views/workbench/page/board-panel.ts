/** The board with its units, what the chosen command aims at, and the gauges of everybody. */
import { element } from '../../parts/dom.js';
import type { ChoiceRow } from '../choice-rows.js';
import type { ShownGauge } from '../units.js';
import { createBoardPicture } from './board-picture.js';
import type { Actions, Panel, Shown } from './context.js';

export interface BoardPanel extends Panel {
  point(row: ChoiceRow | undefined): void;
}

function gaugeText({ value, words, line }: ShownGauge): string {
  if (words !== '') return words;
  return line === undefined || value < line[0] ? String(value) : `${value}: ${line[1]}`;
}

/** A label with the unit's name instead of its kind and number. */
function named(label: string, { state }: Shown): string {
  return label.replace(/^(\w+) (\d+)/u, (whole, kind: string, number: string) => {
    return state.units.find(({ prefixes }) => prefixes.includes(`${kind}[${number}]`))?.name ?? whole;
  });
}

const pair = (label: string, value: string): Node[] => [element('dt', {}, label), element('dd', {}, value)];

function listUnits(list: HTMLElement, { state }: Shown): void {
  list.replaceChildren();
  for (const unit of state.units) {
    const place = unit.x < 0 ? '' : ` at ${unit.x},${unit.y}`;
    list.append(element('dt', { class: 'unit' }, `${unit.name}${place}`));
    for (const gauge of unit.gauges) {
      if (gauge.value === 0 && gauge.role !== 'health' && gauge.role !== 'order') continue;
      list.append(...pair(gauge.label, gaugeText(gauge)));
    }
  }
}

function listForecast(list: HTMLElement, shown: Shown): void {
  const { gauges, forecast } = shown.state;
  list.replaceChildren(...gauges.flatMap((gauge) => pair(gauge.label, gaugeText(gauge))));
  const known = new Set(gauges.map(({ label }) => label));
  for (const [label, value] of forecast) {
    if (!known.has(label)) list.append(...pair(named(label, shown), value));
  }
}

/** A stack, a pool of dice, what a side knows. */
function panelNodes({ state }: Shown): HTMLElement[] {
  return state.panels.map(({ title, lines }) => {
    const list = element('dl', {}, ...lines.flatMap(([label, value]) => pair(label, value)));
    return element('div', { class: 'panel' }, element('div', { class: 'bar' }, element('h2', {}, title)), list);
  });
}

export function createBoardPanel(actions: Actions): BoardPanel {
  const picture = createBoardPicture(actions);
  const units = element('dl');
  const turn = element('h2');
  const forecast = element('dl');
  const panels = element('div', { class: 'panels' });
  const next = element('div', {}, element('div', { class: 'bar' }, turn), forecast);
  const scroll = element('div', { class: 'scroll', tabindex: '0', 'aria-label': 'units and what comes next' });
  scroll.append(units, next, panels);
  const node = element('section', { id: 'side', 'aria-label': 'board and forecast' }, picture.node, scroll);
  return {
    node,
    show(shown) {
      picture.show(shown);
      listUnits(units, shown);
      turn.textContent = shown.state.turn === '' ? 'What comes next' : `Turn of the ${shown.state.turn}`;
      listForecast(forecast, shown);
      panels.replaceChildren(...panelNodes(shown));
    },
    point: picture.point,
  };
}
