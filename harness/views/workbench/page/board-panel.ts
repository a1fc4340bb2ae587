/** The board with its units, what the chosen command aims at, and the gauges of everybody. */
import { element, shape } from '../../parts/dom.js';
import type { ChoiceRow } from '../choice-rows.js';
import type { ShownGauge, ShownUnit } from '../units.js';
import type { Actions, Panel, Shown } from './context.js';

const CELL = 40;
const TURNED: Readonly<Record<string, number>> = {
  'upper right': -45,
  'lower right': 45,
  'lower left': 135,
  'upper left': 225,
};

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

/** A unit's sign: a circle of one's own side, a square of others, an arrow where it looks. */
function piece(unit: ShownUnit, health: number): SVGElement {
  const group = shape('g', {
    class: `piece ${unit.side === 0 ? 'own' : 'other'}`,
    transform: `translate(${(unit.x + 0.5) * CELL} ${(unit.y + 0.5) * CELL})`,
  });
  const half = CELL * 0.36;
  const body =
    unit.side === 0
      ? shape('circle', { r: `${half}`, class: 'body' })
      : shape('rect', {
          x: `${-half}`,
          y: `${-half}`,
          width: `${2 * half}`,
          height: `${2 * half}`,
          class: 'body',
        });
  group.append(body);
  const turned = TURNED[unit.facing];
  if (turned !== undefined) {
    const nose = { d: `M ${half + 1} -4 L ${half + 7} 0 L ${half + 1} 4 Z`, transform: `rotate(${turned})` };
    group.append(shape('path', { ...nose, class: 'health', style: 'fill: currentColor' }));
  }
  group.append(shape('text', { y: '4' }, [...unit.name].slice(0, 3).join('')));
  const width = 2 * half * health;
  group.append(shape('rect', { x: `${-half}`, y: `${half - 1}`, width: `${width}`, height: '4', class: 'health' }));
  group.append(shape('title', {}, unit.name));
  return group;
}

const healthOf = (unit: ShownUnit): number | undefined => unit.gauges.find(({ role }) => role === 'health')?.value;

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
  list.replaceChildren(...shown.state.gauges.flatMap((gauge) => pair(gauge.label, gaugeText(gauge))));
  const known = new Set(shown.state.gauges.map(({ label }) => label));
  for (const [label, value] of shown.forecast) {
    if (!known.has(label)) list.append(...pair(named(label, shown), value));
  }
}

export function createBoardPanel(actions: Actions): BoardPanel {
  const picture = shape('svg', { class: 'board', role: 'img', 'aria-label': 'board' });
  const list = element('dl');
  const turn = element('h2');
  const forecast = element('dl');
  const scroll = element('div', { class: 'scroll' }, list, element('div', { class: 'bar' }, turn), forecast);
  const node = element('section', { id: 'side', 'aria-label': 'board and forecast' });
  node.append(picture, scroll);
  const squares = new Map<string, SVGElement>();
  /** Greatest HP that was seen of a unit: the whole length of its bar. */
  const greatest = new Map<string, number>();
  let aimed: SVGElement | undefined;

  function drawBoard({ state, choices }: Shown): void {
    picture.replaceChildren();
    squares.clear();
    if (state.board === undefined) return;
    const [columns, rows] = state.board;
    picture.setAttribute('viewBox', `-1 -1 ${columns * CELL + 2} ${rows * CELL + 2}`);
    const reached = new Set(choices.rows.flatMap(({ cell }) => (cell === undefined ? [] : [cell.join(',')])));
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const key = `${x},${y}`;
        const place = { x: `${x * CELL}`, y: `${y * CELL}`, width: `${CELL}`, height: `${CELL}` };
        const square = shape('rect', { ...place, class: reached.has(key) ? 'square reached' : 'square' });
        square.dataset['cell'] = key;
        square.addEventListener('click', () => actions.choose(x, y));
        squares.set(key, square);
        picture.append(square);
      }
    }
    for (const unit of state.units) {
      if (unit.x < 0) continue;
      const health = healthOf(unit) ?? 0;
      const key = unit.prefixes[0] ?? unit.name;
      const most = Math.max(greatest.get(key) ?? 1, health);
      greatest.set(key, most);
      picture.append(piece(unit, health / most));
    }
  }

  return {
    node,
    show(shown) {
      drawBoard(shown);
      listUnits(list, shown);
      turn.textContent = shown.state.turn === '' ? 'What comes next' : `Turn of the ${shown.state.turn}`;
      listForecast(forecast, shown);
    },
    point(row) {
      aimed?.classList.remove('aimed');
      aimed = row?.cell === undefined ? undefined : squares.get(row.cell.join(','));
      aimed?.classList.add('aimed');
    },
  };
}
