/** The causes of a value as a list in lists: what follows from what is folded in one place. */
import { element } from '../../parts/dom.js';
import type { ShownState } from '../../parts/shown-state.js';
import type { ToldCause } from '../work/messages.js';

/** Cells that are named of those that were not followed. */
const MOST_NAMES = 8;
/** Depth up to which causes stand open. */
const OPEN_TO = 2;

/** `Namcat HP` for `enemy[0].hp`; where no gauge shows a cell, its own name behind the unit's. */
export function cellWords({ units, gauges }: ShownState, cell: string): string {
  const shared = gauges.find((gauge) => gauge.cell === cell);
  if (shared !== undefined) return shared.label;
  const [prefix = '', rest] = cell.split('.');
  const unit = units.find(({ prefixes }) => prefixes.includes(prefix));
  const own = unit?.gauges.find((gauge) => gauge.cell === cell)?.label ?? rest;
  return unit === undefined || own === undefined ? cell : `${unit.name} ${own}`;
}

/** `29 → 539`, `0 → 231 → 37`. */
const valuesText = ({ before, between, value }: ToldCause): string =>
  [...(before === '' ? [] : [before]), ...between, value].join(' \u2192 ');

/** Values that stood since the start, and cells that were not followed. */
function restNodes(cause: ToldCause, nameOf: (cell: string) => string): HTMLElement[] {
  const standing = cause.causes.filter(({ place }) => place === '');
  const told: string[] = [];
  if (standing.length > 0) {
    told.push(`as at the start: ${standing.map(({ cell, value }) => `${nameOf(cell)} ${value}`).join(', ')}`);
  }
  if (cause.notFollowed.length > 0) {
    const names = cause.notFollowed.slice(0, MOST_NAMES).map(nameOf);
    const more = cause.notFollowed.length - names.length;
    told.push(`also read, not followed: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`);
  }
  if (!cause.isWhole) told.push('not every cell was tried: the steps of the search were used up');
  return told.map((text) => element('li', { class: 'quiet' }, text));
}

function causeNode(cause: ToldCause, nameOf: (cell: string) => string, depth: number): HTMLElement {
  const { cell, place, writers, input, draws } = cause;
  const name = element('b', { title: cell }, nameOf(cell));
  if (place === '') return element('p', {}, name, ` ${cause.value}, as it was at the start`);
  const by = writers.length === 0 ? '' : `, by ${writers.join(', ')}`;
  const head = element(
    'summary',
    {},
    name,
    ` ${valuesText(cause)} `,
    element('span', { class: 'quiet' }, `${place}${by}`),
  );
  const list = element('ul');
  if (input !== '') list.append(element('li', {}, `command: ${input}`));
  if (draws.length > 0) list.append(element('li', {}, `draws before it: ${draws.join('; ')}`));
  const followed = cause.causes.filter((one) => one.place !== '');
  list.append(
    ...followed.map((one) => element('li', {}, causeNode(one, nameOf, depth + 1))),
    ...restNodes(cause, nameOf),
  );
  const node = element('details', {}, head, list);
  node.open = depth < OPEN_TO;
  return node;
}

/** @param state in whose words cells are named */
export function whyTree(cause: ToldCause, state: ShownState): HTMLElement {
  return causeNode(cause, (cell) => cellWords(state, cell), 0);
}
