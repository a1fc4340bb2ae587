/** The board, the gauges of everybody, what comes next, and what else a system shows. */

import { facingArrow } from '../../../core/system/facings.js';
import type { PlaceView, TableView, ThingView } from '../../../core/system/system.js';
import {
  type BoardActions,
  type BoardPicture,
  createBoardPicture,
  healthPart,
  type Places,
  squareText,
  tagsOf,
} from './board-picture.js';
import { element } from './dom.js';
import { healthOf, keyOf, type ShownGauge, type ShownState, type ShownUnit, unitWith } from './steps.js';

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

interface SidePanel extends Pick<BoardPicture, 'mark' | 'trace' | 'moment' | 'movable' | 'threat'> {
  readonly node: HTMLElement;
  /** Stands right below the board. */
  readonly below: HTMLElement;
  /**
   * @param reached squares that a command may name
   * @param acting name of the unit that acts, or empty
   */
  show(state: ShownState, reached: Places, acting?: string): void;
}

function gaugeText({ value, words, line }: ShownGauge): string {
  if (words !== '') return words;
  return line === undefined || value < line[0] ? String(value) : `${value}: ${line[1]}`;
}

/** A label with the unit's name instead of its kind and number. */
function named(label: string, { units }: ShownState): string {
  return label.replace(/^(\w+) (\d+)/u, (whole, kind: string, number: string) => {
    return unitWith(units, `${kind}[${number}]`)?.name ?? whole;
  });
}

const pair = (label: string, value: string): Node[] => [element('dt', {}, label), element('dd', {}, value)];

/**
 * Who acts next comes first: the acting unit, its side, who has more order points. The fallen come
 * last.
 */
function sortedUnits({ units, sides, turn }: ShownState, acting: string): ShownUnit[] {
  const orderOf = ({ gauges }: ShownUnit): number => gauges.find(({ role }) => role === 'order')?.value ?? -1;
  const ranksOf = (unit: ShownUnit): readonly number[] => [
    Number(healthOf(unit) === 0),
    Number(unit.name !== acting),
    Number(sides[unit.side] !== turn),
    unit.side,
    -orderOf(unit),
  ];
  return [...units].sort((one, other) => {
    const [first, second] = [ranksOf(one), ranksOf(other)];
    return first.map((rank, index) => rank - (second[index] as number)).find((difference) => difference !== 0) ?? 0;
  });
}

/** One line: its sign on the board, its name, where it is, HP with a bar, what else counts. */
function unitLine(unit: ShownUnit, tag: string, part: number | undefined, { sides }: ShownState): HTMLElement {
  const { label, x, y, facing, gauges, side } = unit;
  const place = x < 0 ? '' : ` at ${x},${y} ${facingArrow(facing)}`;
  const counted = gauges.filter(({ value, role }) => value !== 0 || role === 'health' || role === 'order');
  // HP beside its bar
  const shown = [...counted].sort((one, other) => Number(other.label === 'HP') - Number(one.label === 'HP'));
  const sign = element('b', { class: `sign ${side <= 0 ? 'own' : 'other'}`, title: sides[side] ?? '' }, tag);
  const name = element('span', { class: 'who' }, label, element('span', { class: 'quiet' }, place));
  const bar = element('span', { class: 'hpbar', 'aria-hidden': 'true' }, element('span', { class: 'rest-of-hp' }));
  if (part !== undefined) (bar.firstChild as HTMLElement).style.width = `${Math.round(100 * Math.min(1, part))}%`;
  const values = shown.map((gauge) => {
    // order points are short of room, and of one kind
    const word = gauge.role === 'order' ? 'order' : gauge.label;
    return element('span', { class: gauge.role, title: gauge.label }, `${word} ${gaugeText(gauge)}`);
  });
  const line = element('li', { class: part === 0 ? 'unit out' : 'unit' }, sign, name);
  line.append(...(part === undefined ? [] : [bar]), ...values);
  return line;
}

function unitLines(state: ShownState, acting: string, greatest: Map<string, number>): HTMLElement[] {
  const tags = tagsOf(state.units);
  return sortedUnits(state, acting).map((unit) => {
    const line = unitLine(unit, tags.get(unit) ?? '', healthPart(unit, greatest), state);
    if (acting !== '' && unit.name === acting) line.classList.add('acting');
    return line;
  });
}

/** Several of one label belong to a side each. */
function sharedLabel({ label, cell }: ShownGauge, { gauges, sides }: ShownState): string {
  if (gauges.filter((other) => other.label === label).length < 2) return label;
  const [, number = ''] = /\[(\w+)\]/u.exec(cell) ?? [];
  return `${label} of ${sides[Number(number)] ?? number}`;
}

/** Whether a line of the forecast stands in its unit's line already, or is about a fallen one. */
function isNeedless(label: string, { units }: ShownState): boolean {
  const [, kind = '', number = '', rest = ''] = /^(\w+) (\d+) (.*)$/u.exec(label) ?? [];
  const unit = unitWith(units, `${kind}[${number}]`);
  return unit !== undefined && (healthOf(unit) === 0 || unit.gauges.some((gauge) => gauge.label === rest));
}

function forecastNodes(state: ShownState): Node[] {
  const known = new Set(state.gauges.map(({ label }) => label));
  // what the table shows is not said again
  const laid = (state.table?.places ?? []).flatMap(({ name, note }) => [`${name}\n${note}`, `${note}\n${name}`]);
  return [
    ...state.gauges.flatMap((gauge) => pair(sharedLabel(gauge, state), gaugeText(gauge))),
    ...state.forecast
      .filter(
        ([label, value]) => !known.has(label) && !isNeedless(label, state) && !laid.includes(`${label}\n${value}`),
      )
      .flatMap(([label, value]) => pair(named(label, state), value)),
  ];
}

// Fields, hands, dice, areas, with what lies there.

function thingNode(
  { name, note = '', about = '', side = -1, state }: ThingView,
  find: BoardActions['find'],
): HTMLElement {
  const whose = side < 0 ? 'nobodys' : side === 0 ? 'own' : 'other';
  const isDie = name.length === 1 && name > '\u2000';
  const kind = ['thing', whose, state ?? '', isDie ? 'die' : ''].join(' ');
  const inside = [name, ...(note === '' ? [] : [element('span', { class: 'quiet' }, ` ${note}`)])];
  const title = { class: kind, ...(about === '' ? {} : { title: about }) };
  if (find === undefined || isDie) return element('span', title, ...inside);
  const made = element('button', { ...title, type: 'button' }, ...inside);
  made.addEventListener('click', () => find(name));
  return made;
}

function placeNode({ name, note = '', things, isNow }: PlaceView, find: BoardActions['find']): HTMLElement {
  const head = element('h3', {}, name, element('span', { class: 'quiet' }, note === '' ? '' : ` ${note}`));
  const lies = things.map((thing) => thingNode(thing, find));
  return element(
    'div',
    { class: isNow ? 'place now' : 'place' },
    head,
    ...(lies.length === 0 ? [] : [element('div', { class: 'chips' }, ...lies)]),
  );
}

function tableNodes({ steps, step, places, isMap }: TableView, find: BoardActions['find']): HTMLElement[] {
  const names = steps.map((name, at) => element('li', at === step ? { 'aria-current': 'step' } : {}, name));
  return [
    ...(names.length === 0 ? [] : [element('ol', { class: 'turn-steps' }, ...names)]),
    element('div', { class: isMap ? 'places map' : 'places' }, ...places.map((place) => placeNode(place, find))),
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
 * @param actions hears of the mouse on the board
 * @param greatest greatest HP of each unit, where it is known
 * @param more stands below all that
 */
export function createSidePanel(
  actions: BoardActions,
  greatest = new Map<string, number>(),
  more: readonly HTMLElement[] = [],
): SidePanel {
  const pointed = element('p', { class: 'quiet pointed' });
  let shown: ShownState | undefined;
  const picture = createBoardPicture(
    {
      choose: actions.choose,
      hover(at) {
        const [columns = 0] = shown?.board ?? [];
        pointed.textContent =
          at === undefined || shown === undefined ? '' : squareText(shown, keyOf(...at), at[1] * columns + at[0]);
        actions.hover?.(at);
      },
    },
    greatest,
  );
  picture.node.append(pointed);
  const below = element('div', { class: 'below' });
  const units = element('ul', { class: 'units', 'aria-label': 'units, who acts next first' });
  const turn = element('h2');
  const forecast = element('dl');
  const table = element('div', { class: 'table' });
  const panels = element('div', { class: 'panels' });
  const details = element('details', {}, element('summary', {}, 'details'), panels);
  const next = element('div', { class: 'next' }, element('div', { class: 'bar' }, turn), forecast);
  const scroll = element('div', { class: 'scroll', tabindex: '0', 'aria-label': 'units and what comes next' });
  scroll.append(table, units, next, details, ...more);
  const node = element('section', { id: 'side', 'aria-label': 'board and forecast' }, picture.node, below, scroll);
  return {
    ...{ node, below },
    show(state, reached, acting = '') {
      shown = state;
      picture.show(state, reached, acting);
      units.replaceChildren(...unitLines(state, acting, greatest));
      turn.textContent = state.turn === '' ? 'What comes next' : `Turn of ${state.turn}`;
      const nodes = forecastNodes(state);
      forecast.replaceChildren(...nodes);
      next.hidden = state.turn === '' && nodes.length === 0;
      table.replaceChildren(...(state.table === undefined ? [] : tableNodes(state.table, actions.find)));
      // cards have no HP: the table says all of them
      units.hidden = (state.table?.places.length ?? 0) > 0 && state.units.every((unit) => healthOf(unit) === undefined);
      details.hidden = state.panels.length === 0;
      panels.replaceChildren(...panelNodes(state));
    },
    ...{ mark: picture.mark, trace: picture.trace, moment: picture.moment },
    ...{ movable: picture.movable, threat: picture.threat },
  };
}
