/** Why a cell has its value: the chain of causes, found in a worker. */

import type { Language } from '../../../../core/system/system.js';
import { element } from '../../parts/dom.js';
import { type ShownState, unitWith } from '../../parts/steps.js';
import type { Session } from '../session.js';
import type { Reply, ToldCause } from '../work/messages.js';
import { type Helper, startHelper } from './worker.js';

// The causes of a value as a list in lists: what follows from what is folded in one place.

/** Cells that are named of those that were not followed. */
const MOST_NAMES = 8;
/** Depth up to which causes stand open. */
const OPEN_TO = 2;

/** `Namcat HP` for `enemy[0].hp`; where no gauge shows a cell, its own name behind the unit's. */
function cellWords({ units, gauges }: ShownState, cell: string): string {
  const shared = gauges.find((gauge) => gauge.cell === cell);
  if (shared !== undefined) return shared.label;
  const [prefix = '', rest] = cell.split('.');
  const unit = unitWith(units, prefix);
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
function whyTree(cause: ToldCause, state: ShownState): HTMLElement {
  return causeNode(cause, (cell) => cellWords(state, cell), 0);
}

export interface WhyPanel {
  readonly node: HTMLDialogElement;
  /**
   * @param state the shown one
   * @param cell asked for at once; undefined: the reader types one
   */
  open(session: Session, state: ShownState, language: Language, cell: string | undefined): void;
}

/** Milliseconds after which a silent worker is ended. */
const PATIENCE = 15_000;

export function createWhyPanel(): WhyPanel {
  const cells = element('datalist', { id: 'why-cells' });
  const hint = 'action points, Namcat HP, enemy[0].hp';
  const cell = element('input', { list: 'why-cells', 'aria-label': 'cell', placeholder: hint });
  const ask = element('button', {}, 'Why');
  const form = element('form', { class: 'bar' }, cell, ask);
  const said = element('div', { class: 'said', role: 'status', tabindex: '0' });
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Close'));
  const title = element('h2', { id: 'why-title' }, 'Why this value');
  const node = element('dialog', { id: 'why', 'aria-labelledby': 'why-title' }, title, form, cells, said, close);
  let helper: Helper | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let asked: { readonly session: Session; readonly state: ShownState; readonly language: Language } | undefined;

  function end(answer: string | HTMLElement): void {
    helper?.end();
    helper = undefined;
    clearTimeout(patience);
    said.replaceChildren(answer);
  }

  function answer(reply: Reply): void {
    if (reply.is === 'why' && asked !== undefined) end(whyTree(reply.cause, asked.state));
    if (reply.is === 'fault') end(reply.message);
  }

  function begin(): void {
    if (asked === undefined || cell.value.trim() === '') return;
    const { session, language } = asked;
    end('looking for causes');
    helper = startHelper(answer);
    const about = { text: session.text(), file: session.file(), begun: session.begun, language };
    helper.ask({ is: 'why', ...about, at: session.at(), cell: cell.value.trim() });
    patience = setTimeout(() => end('no answer: a state that no battle can be in led the model astray'), PATIENCE);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    begin();
  });
  node.addEventListener('close', () => end(''));
  return {
    node,
    open(session, state, language, chosen) {
      asked = { session, state, language };
      const { cells: all } = session.battle;
      cells.replaceChildren(
        ...all.map(({ name }) => element('option', { value: name, label: cellWords(state, name) })),
      );
      cell.value = chosen ?? '';
      end('');
      node.showModal();
      begin();
    },
  };
}
