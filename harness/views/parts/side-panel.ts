/** The board, the gauges of everybody, what comes next, and what else a system shows. */

import { facingArrow } from '../../../core/system/facings.js';
import { type BoardPicture, createBoardPicture, type Places } from './board-picture.js';
import { element } from './dom.js';
import type { ShownGauge, ShownState, ShownUnit } from './steps.js';

// What happened at the shown place: differences, sentences, changed cells.

/** A changed cell in words. */
export interface ChangedCell {
  /** Name of the cell. */
  readonly cell: string;
  /** Name of its unit, or empty. */
  readonly unit: string;
  readonly text: string;
}

export interface Happened {
  /** Where it is, or empty. */
  readonly head: string;
  /** What differs or was refused. */
  readonly wrong: readonly string[];
  readonly told: readonly string[];
  /** What else has to be said. */
  readonly notes: readonly string[];
  /** Undefined: there is nothing before this place. Asked for while the list is open. */
  readonly changed: (() => readonly ChangedCell[]) | undefined;
  /** Stands below it all. */
  readonly more: readonly HTMLElement[];
}

interface HappenedBox {
  readonly node: HTMLElement;
  show(happened: Happened): void;
  /** Opens or folds the changed cells. */
  fold(): void;
}

interface HappenedOptions {
  /** Changed cells are open at first. */
  readonly isOpen: boolean;
  /** Tells why a cell is as it is; left out where that cannot be told. */
  readonly why?: (cell: string) => void;
}

const listOf = (texts: readonly string[], kind: string): HTMLElement =>
  element('ul', { class: kind }, ...texts.map((text) => element('li', {}, text)));

/** Changes under the unit that they belong to; those of no unit come first. */
function groupsOf(changes: readonly ChangedCell[]): [unit: string, changes: ChangedCell[]][] {
  const groups = new Map<string, ChangedCell[]>([['', []]]);
  for (const change of changes) {
    const known = groups.get(change.unit);
    if (known === undefined) groups.set(change.unit, [change]);
    else known.push(change);
  }
  return [...groups].filter(([, some]) => some.length > 0);
}

function changeNode({ cell, text }: ChangedCell, why: HappenedOptions['why']): HTMLElement {
  const made = element('li', {}, text);
  if (why === undefined) return made;
  const ask = element('button', { type: 'button', class: 'ask', title: `why ${text}` }, 'why');
  ask.addEventListener('click', () => why(cell));
  made.append(' ', ask);
  return made;
}

export function createHappened({ isOpen, why }: HappenedOptions): HappenedBox {
  const said = element('div', { 'aria-live': 'polite' });
  const cells = element('div', { class: 'cells' });
  const folded = element('details', {}, element('summary', {}, 'changed cells'), cells);
  folded.open = isOpen;
  const more = element('div');
  const label = { class: 'scroll happened', tabindex: '0', 'aria-label': 'what happened' };
  const node = element('div', label, said, folded, more);
  let changed: Happened['changed'];

  function listCells(): void {
    if (changed === undefined || !folded.open) {
      cells.replaceChildren();
      return;
    }
    const groups = groupsOf(changed());
    if (groups.length === 0) cells.replaceChildren(element('p', { class: 'quiet' }, 'none'));
    else {
      cells.replaceChildren(
        ...groups.flatMap(([unit, some]) => [
          ...(unit === '' ? [] : [element('h4', {}, unit)]),
          element('ul', {}, ...some.map((change) => changeNode(change, why))),
        ]),
      );
    }
  }
  folded.addEventListener('toggle', listCells);

  return {
    node,
    fold() {
      folded.open = !folded.open;
    },
    show(happened) {
      const { head, wrong, told, notes } = happened;
      changed = happened.changed;
      said.replaceChildren(
        ...(head === '' ? [] : [element('h3', {}, head)]),
        ...(wrong.length === 0 ? [] : [listOf(wrong, 'fault')]),
        ...(told.length === 0 ? [] : [listOf(told, 'told')]),
        ...notes.map((note) => element('p', { class: 'quiet' }, note)),
      );
      folded.hidden = changed === undefined;
      listCells();
      more.replaceChildren(...happened.more);
    },
  };
}

interface SidePanel {
  readonly node: HTMLElement;
  /** @param reached squares that a command may name */
  show(state: ShownState, reached: Places): void;
  readonly mark: BoardPicture['mark'];
}

function gaugeText({ value, words, line }: ShownGauge): string {
  if (words !== '') return words;
  return line === undefined || value < line[0] ? String(value) : `${value}: ${line[1]}`;
}

/** A label with the unit's name instead of its kind and number. */
function named(label: string, { units }: ShownState): string {
  return label.replace(/^(\w+) (\d+)/u, (whole, kind: string, number: string) => {
    return units.find(({ prefixes }) => prefixes.includes(`${kind}[${number}]`))?.name ?? whole;
  });
}

const pair = (label: string, value: string): Node[] => [element('dt', {}, label), element('dd', {}, value)];

function unitNodes({ label, x, y, facing, gauges }: ShownUnit): Node[] {
  const place = x < 0 ? '' : ` at ${x},${y} ${facingArrow(facing)}`;
  const shown = gauges.filter(({ value, role }) => value !== 0 || role === 'health' || role === 'order');
  return [
    element('dt', { class: 'unit' }, label, element('span', { class: 'quiet' }, place)),
    ...shown.flatMap((gauge) => pair(gauge.label, gaugeText(gauge))),
  ];
}

/** Units below the name of their side. */
function sideNodes({ units, sides }: ShownState): Node[] {
  return [...sides, 'of no side'].flatMap((name, index) => {
    const own = units.filter(({ side }) => side === index || (index === sides.length && sides[side] === undefined));
    if (own.length === 0) return [];
    // where nobody has a side it need not be said
    const heading =
      own.length === units.length && index === sides.length ? [] : [element('dt', { class: 'whose' }, name)];
    return [...heading, ...own.flatMap(unitNodes)];
  });
}

/** Several of one label belong to a side each. */
function sharedLabel({ label, cell }: ShownGauge, { gauges, sides }: ShownState): string {
  if (gauges.filter((other) => other.label === label).length < 2) return label;
  const [, number = ''] = /\[(\w+)\]/u.exec(cell) ?? [];
  return `${label} of ${sides[Number(number)] ?? number}`;
}

function forecastNodes(state: ShownState): Node[] {
  const known = new Set(state.gauges.map(({ label }) => label));
  return [
    ...state.gauges.flatMap((gauge) => pair(sharedLabel(gauge, state), gaugeText(gauge))),
    ...state.forecast
      .filter(([label]) => !known.has(label))
      .flatMap(([label, value]) => pair(named(label, state), value)),
  ];
}

/** A stack, a pool of dice, what a side knows. */
function panelNodes({ panels }: ShownState): HTMLElement[] {
  return panels.map(({ title, lines }) => {
    const list = element('dl', {}, ...lines.flatMap(([label, value]) => pair(label, value)));
    return element('div', { class: 'panel' }, element('div', { class: 'bar' }, element('h2', {}, title)), list);
  });
}

/**
 * @param choose gets the square that is pressed
 * @param greatest greatest HP of each unit, where it is known
 * @param more stands below all that
 */
export function createSidePanel(
  choose: (x: number, y: number) => void,
  greatest?: Map<string, number>,
  more: readonly HTMLElement[] = [],
): SidePanel {
  const picture = createBoardPicture(choose, greatest);
  const units = element('dl', { class: 'units' });
  const turn = element('h2');
  const forecast = element('dl');
  const panels = element('div', { class: 'panels' });
  const next = element('div', { class: 'next' }, element('div', { class: 'bar' }, turn), forecast);
  const scroll = element('div', { class: 'scroll', tabindex: '0', 'aria-label': 'units and what comes next' });
  scroll.append(units, next, panels, ...more);
  const node = element('section', { id: 'side', 'aria-label': 'board and forecast' }, picture.node, scroll);
  return {
    node,
    show(state, reached) {
      picture.show(state, reached);
      units.replaceChildren(...sideNodes(state));
      turn.textContent = state.turn === '' ? 'What comes next' : `Turn of ${state.turn}`;
      const nodes = forecastNodes(state);
      forecast.replaceChildren(...nodes);
      next.hidden = state.turn === '' && nodes.length === 0;
      panels.replaceChildren(...panelNodes(state));
    },
    mark: picture.mark,
  };
}
