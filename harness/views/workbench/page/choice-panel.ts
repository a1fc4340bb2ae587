/**
 * What may be commanded, grouped by skill, the best first: a card for each group, a chip for each
 * target. A group unfolds to a row for each target. Typing filters, Enter plays.
 */

import { countText } from '../../../../core/system/names.js';
import { element } from '../../parts/dom.js';
import type { ShownState } from '../../parts/steps.js';
import type { ChoiceRow, ChoiceTable, RefusedRow } from '../plain-choices.js';
import type { RowOdds } from '../work/messages.js';
import { COLUMNS, compareRanks, knockOutText, type Rank, rankOf } from './choice-columns.js';
import type { Actions, Panel, Shown } from './context.js';

interface Listed {
  readonly row: ChoiceRow;
  /** Its place in the table of choices. */
  readonly index: number;
  /** By column. */
  readonly texts: string[];
  rank: Rank;
}

/** The choices with one skill, one item, or of one kind. */
interface Group {
  readonly name: string;
  readonly listed: readonly Listed[];
}

export interface ChoicePanel extends Panel {
  /** Puts the cursor into the filter. */
  find(): void;
  /**
   * Lists the choices that name a thing or a square; one that uses nothing, such as a move, is
   * chosen.
   */
  findText(text: string): void;
  /** Points at what can be done on a square; undefined: at the chosen choice again. */
  hover(at: readonly [x: number, y: number] | undefined): void;
  /** Goes so many groups down or up; rows of a group that is unfolded. */
  step(by: number): void;
  /** Goes so many targets on or back within a group. */
  stepTarget(by: number): void;
  /** Unfolds the chosen group, or folds it. */
  unfold(): void;
  playChosen(): void;
  /** Fills in what may come of a choice. @param index its place in the table of choices */
  tell(index: number, odds: RowOdds): void;
  /** The filter or the order may follow what was filled in. */
  told(): void;
}

// Order and filter.

/** Orders that a reader can choose; empty: the best first. */
const ORDERS = ['', 'damage', 'KO', 'points', 'frames'] as const;

/** Numbers by their value, also where more stands behind them. What is empty comes last. */
function compareTexts(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const [first, second] = [Number.parseFloat(a.replace('<', '0')), Number.parseFloat(b.replace('<', '0'))];
  if (!Number.isNaN(first) && !Number.isNaN(second) && first !== second) return first - second;
  return a < b ? -1 : a > b ? 1 : 0;
}

const SQUARE = /^\d+,\d+$/u;

/** Rows that have all words of a filter. */
function found(all: readonly Listed[], filter: string): Listed[] {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  return all.filter(({ row, texts }) => {
    // a question is no choice: whoever wants one types its name
    if (words.length === 0) return !row.isQuestion;
    const text = `${row.name} ${texts.join(' ')}`.toLowerCase();
    // a square is the one that is aimed at, none that somebody passes
    return words.every((word) => (SQUARE.test(word) ? row.cell?.join() === word : text.includes(word)));
  });
}

/** Number of a column; -1: there is none. */
const columnOf = (title: string): number => COLUMNS.findIndex((column) => column.title === title);

/** Groups in the order of their best rows. */
function groupsOf(listed: readonly Listed[], order: string): Group[] {
  const column = columnOf(order);
  // a cost is best where it is low, what is taken where it is high
  const sign = order === 'damage' || order === 'KO' ? -1 : 1;
  const compare = (one: Listed, other: Listed): number => {
    const [a = '', b = ''] = [one.texts[column], other.texts[column]];
    if (column < 0) return compareRanks(one.rank, other.rank);
    return a === '' || b === '' ? compareTexts(a, b) : sign * compareTexts(a, b);
  };
  const groups = new Map<string, Listed[]>();
  for (const one of listed) {
    const known = groups.get(one.row.name);
    if (known === undefined) groups.set(one.row.name, [one]);
    else known.push(one);
  }
  const sorted = [...groups].map(([name, some]) => ({ name, listed: some.sort(compare) }));
  return sorted.sort((one, other) => compare(one.listed[0] as Listed, other.listed[0] as Listed));
}

// Words of a choice.

/** Where there is a board, what only asks about it stands behind what changes it. */
const plainRank = ({ isSeen }: ChoiceRow, { board }: ShownState): Rank => ({
  class: board === undefined || isSeen ? 1 : 2,
  value: 0,
});

const textOf = ({ texts }: Listed, title: string): string => texts[columnOf(title)] ?? '';

/** `20–24 damage, 100% hit, 515 points, 10 frames`. */
function figuresOf(listed: Listed): string[] {
  return COLUMNS.flatMap(({ title, isNumber }, at) => {
    const text = listed.texts[at] ?? '';
    if (isNumber !== true || text === '' || title === 'draws') return [];
    if (title === 'damage' && text.startsWith('+')) return [`${text} HP`];
    if (title === 'frames') return [countText(Number(text), 'frame')];
    return [title === 'damage' || title === 'points' ? `${text} ${title}` : `${title} ${text}`];
  });
}

/** What a reader of the page hears. */
const heardText = (listed: Listed): string =>
  [`${listed.row.name} ${listed.row.where}`.trim(), ...figuresOf(listed), textOf(listed, 'effect')]
    .filter((text) => text !== '')
    .join(', ');

/** Writes what may come of a choice into its texts. */
function fillIn({ texts }: Listed, odds: RowOdds): void {
  for (const [at, column] of COLUMNS.entries()) {
    const text = column.odds?.(odds);
    if (text !== undefined) texts[at] = text;
  }
}

const refusedNodes = ({ name, reason }: RefusedRow): Node[] => [element('dt', {}, name), element('dd', {}, reason)];

function titleOf({ actor, rows, isWhole }: ChoiceTable): string {
  const some = rows.filter(({ isQuestion }) => !isQuestion).length;
  const count = isWhole ? countText(some, 'command') : `${some} and more commands`;
  return actor === '' ? count : `${actor}: ${count}`;
}

// Cards.

const optionOf = (listed: Listed, kind: string): HTMLElement =>
  element('div', { class: kind, role: 'option', id: `choice-${listed.index}`, 'aria-selected': 'false' });

/**
 * A target of a card.
 * @param alike choices with the same effect, where only one of each stands there
 */
function fillChip(node: HTMLElement, listed: Listed, alike: number | undefined): void {
  const [damage, out] = [textOf(listed, 'damage'), textOf(listed, 'KO')];
  node.replaceChildren(element('span', { class: 'where' }, textOf(listed, 'where') || listed.row.name));
  const kind = damage.startsWith('+') ? 'damage recovery' : 'damage';
  if (damage !== '') node.append(' ', element('span', { class: kind }, damage));
  if (out !== '') node.append(' ', element('span', { class: 'KO' }, knockOutText(out)));
  const [first = ''] = textOf(listed, 'effect').split('; ');
  if (alike !== undefined)
    node.append(' ', element('span', { class: 'quiet' }, alike > 1 ? `${first}, ${alike} alike` : first));
}

/** A target of a card that is unfolded. */
function fillRow(node: HTMLElement, { texts }: Listed, shown: readonly number[]): void {
  node.replaceChildren(
    ...shown.map((at) => {
      const { title = '', isNumber } = COLUMNS[at] ?? {};
      const kind = `${isNumber ? 'number' : 'words'} ${title}`;
      return element('span', { class: kind, 'data-title': title }, texts[at] ?? '');
    }),
  );
}

interface Card {
  readonly group: Group;
  readonly node: HTMLElement;
  /** Fills in what is known now. */
  fill(): void;
  /** @param chosen undefined: it is not among them */
  choose(chosen: Listed | undefined): void;
}

/** Choices of one effect each, and how many have it: without a square, what they do counts. */
function effectsOf(listed: readonly Listed[]): Map<Listed, number> {
  const first = new Map<string, Listed>();
  const counts = new Map<Listed, number>();
  for (const one of listed) {
    const effect = textOf(one, 'effect');
    const known = first.get(effect) ?? one;
    first.set(effect, known);
    counts.set(known, (counts.get(known) ?? 0) + 1);
  }
  return counts;
}

function createCard(group: Group, isOpen: boolean): Card {
  const figures = element('span', { class: 'figures' });
  const head = element('div', { class: 'head' }, element('b', {}, group.name), figures);
  const effect = element('p', { class: 'effect quiet' });
  const isLong = !isOpen && group.listed[0]?.row.cell === undefined && group.listed.length > MOST_WORDS;
  const effects = isLong ? effectsOf(group.listed) : new Map<Listed, number>();
  const order = isLong ? [...effects.keys(), ...group.listed.filter((one) => !effects.has(one))] : group.listed;
  const options = order.map((listed) => [listed, optionOf(listed, isOpen ? 'row' : 'chip')] as const);
  const box = element('div', { class: isOpen ? 'targets' : 'chips' });
  const node = element('div', { class: 'card', role: 'group', 'aria-label': group.name }, head, box, effect);
  // a column that says nothing takes no room
  const shown = [...COLUMNS.keys()].filter((at) => COLUMNS[at]?.odds || group.listed.some(({ texts }) => texts[at]));
  if (isOpen) {
    const titles = shown.map((at) => {
      const { title = '', hint = title, isNumber } = COLUMNS[at] ?? {};
      return element('span', { class: isNumber ? 'number' : 'words', title: hint }, title);
    });
    box.append(element('div', { class: 'row titles', 'aria-hidden': 'true' }, ...titles));
  }
  const most = isLong ? Math.max(MOST_WORDS, Math.min(effects.size, MOST_SQUARES)) : MOST_SQUARES;
  const [some, others] =
    isOpen || options.length <= most + 1 ? [options, []] : [options.slice(0, most), options.slice(most)];
  box.append(...some.map(([, option]) => option));
  const more = element(
    'div',
    { class: 'more quiet' },
    `and ${others.length} more: u, or a click on the name, lists all`,
  );
  if (others.length > 0) box.append(more);
  let now: Listed | undefined;
  const card: Card = {
    ...{ group, node },
    fill() {
      for (const [listed, option] of options) {
        if (isOpen) fillRow(option, listed, shown);
        else fillChip(option, listed, effects.get(listed));
        // what is seen on it is part of what is heard
        const seen = effects.has(listed) ? `${listed.row.name} ${option.textContent}` : heardText(listed);
        option.setAttribute('aria-label', seen);
        option.classList.toggle('nobody', listed.rank.class === 2);
      }
      card.choose(now);
    },
    choose(chosen) {
      now = chosen;
      node.classList.toggle('chosen', chosen !== undefined);
      for (const [listed, option] of options) option.setAttribute('aria-selected', String(listed === chosen));
      const hidden = others.find(([listed]) => listed === chosen);
      if (hidden !== undefined) box.insertBefore(hidden[1], more);
      const told = chosen ?? (group.listed[0] as Listed);
      const texts = figuresOf(told);
      if (figures.textContent !== texts.join('')) {
        figures.replaceChildren(...texts.map((text) => element('span', {}, text)));
      }
      effect.textContent = isOpen || chosen === undefined ? '' : textOf(chosen, 'effect');
    },
  };
  card.fill();
  return card;
}

/** Chips of a card: squares are short. What is more stands in the rows of an unfolded card. */
const [MOST_SQUARES, MOST_WORDS] = [60, 12];

/** Does something before the next frame is drawn, once however often it is asked. */
function oncePerFrame(act: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      act();
    });
  };
}

/** Elements of the panel. */
function createParts() {
  const filter = element('input', {
    type: 'search',
    placeholder: 'filter: a command, a unit, 2,1',
    'aria-label': 'filter',
  });
  const title = element('h2');
  const names = ORDERS.map((order) => element('option', { value: order }, order === '' ? 'best first' : `by ${order}`));
  const order = element('select', { 'aria-label': 'order' }, ...names);
  const list = element('div', { id: 'choice-rows', role: 'listbox', tabindex: '0', 'aria-label': 'choices' });
  const empty = element('p', { class: 'empty' });
  const refused = element('dl');
  const more = element('details', { class: 'refused' }, element('summary', {}), refused);
  const heard = element('p', { class: 'heard', 'aria-live': 'polite' });
  const scroll = element('div', { class: 'scroll' }, empty, list, more);
  const play = element(
    'button',
    { type: 'button', title: 'play the chosen choice (Enter, or a double click)' },
    'Play',
  );
  const bar = element('div', { class: 'bar' }, title, filter, order, play);
  const node = element('section', { id: 'choices' }, bar, scroll, heard);
  return { filter, title, order, list, empty, refused, more, heard, scroll, play, node };
}

/** What stands around the cards. */
function describe(parts: ReturnType<typeof createParts>, { choices }: Shown): void {
  const { refused, more, empty } = parts;
  parts.title.textContent = titleOf(choices);
  const reasons = new Set(choices.refused.map(({ reason }) => reason));
  const questions = [...new Set(choices.rows.filter(({ isQuestion }) => isQuestion).map(({ name }) => name))];
  parts.title.title = questions.length === 0 ? '' : `typed into the filter: ${questions.join(', ')}`;
  const isEmpty = choices.rows.length === 0;
  // one reason for all is one sentence
  const [reason = 'no command is accepted in this state'] = reasons;
  empty.textContent = isEmpty
    ? `Nothing can be commanded here: ${reasons.size > 1 ? 'see below why' : reason}. \u2190 goes back to the command before.`
    : '';
  const isShort = choices.refused.length === 0 || (isEmpty && reasons.size === 1);
  more.hidden = isShort;
  more.open = isEmpty;
  (more.firstChild as HTMLElement).textContent = `${countText(choices.refused.length, 'command')} refused`;
  refused.replaceChildren(...(isShort ? [] : choices.refused.flatMap(refusedNodes)));
}

export function createChoicePanel(actions: Actions): ChoicePanel {
  const parts = createParts();
  const { filter, order, list, heard, play, node } = parts;
  let all: readonly Listed[] = [];
  let cards: readonly Card[] = [];
  let byNumber = new Map<number, Card>();
  let chosen: Listed | undefined;
  /** The reader chose; until then the best is. */
  let isOwnChoice = false;
  let opened = '';
  let state: ShownState | undefined;
  let side = 0;
  const waiting = new Set<Card>();
  // odds come by the dozen
  const soon = oncePerFrame(() => {
    for (const card of waiting) card.fill();
    waiting.clear();
  });

  function choose(next: Listed | undefined, isTold: boolean, isAsked = true): void {
    chosen = next;
    const card = next === undefined ? undefined : byNumber.get(next.index);
    for (const one of cards) one.choose(one === card ? next : undefined);
    if (next === undefined) list.removeAttribute('aria-activedescendant');
    else list.setAttribute('aria-activedescendant', `choice-${next.index}`);
    if (isTold && next !== undefined) {
      heard.textContent = heardText(next);
      document.getElementById(`choice-${next.index}`)?.scrollIntoView({ block: 'nearest' });
    }
    actions.point(next?.row, isAsked);
  }

  /** Lists what the filter finds. @param kept stays chosen if it is found; else the best is */
  function show(kept: Listed | undefined, isAsked = true): void {
    const groups = groupsOf(found(all, filter.value), order.value);
    cards = groups.map((group) => createCard(group, group.name === opened));
    byNumber = new Map(cards.flatMap((card) => card.group.listed.map(({ index }) => [index, card] as const)));
    waiting.clear();
    list.dataset['count'] = String(byNumber.size);
    list.hidden = cards.length === 0;
    list.replaceChildren(...cards.map((card) => card.node));
    choose(kept !== undefined && byNumber.has(kept.index) ? kept : cards[0]?.group.listed[0], false, isAsked);
  }

  /** Where the chosen one stands: its card, and its place on it. */
  function place(): readonly [card: number, target: number] {
    const card = cards.findIndex(({ group }) => chosen !== undefined && group.listed.includes(chosen));
    return [card, cards[card]?.group.listed.indexOf(chosen as Listed) ?? 0];
  }

  function stepTarget(by: number): void {
    const [card, target] = place();
    const { listed = [] } = cards[card]?.group ?? {};
    isOwnChoice = true;
    choose(listed[Math.max(0, Math.min(target + by, listed.length - 1))], true);
  }

  function step(by: number): void {
    const [card, target] = place();
    const { listed = [], name = '' } = cards[card]?.group ?? {};
    if (name === opened && listed[target + by] !== undefined) {
      stepTarget(by);
      return;
    }
    const { group } = cards[Math.max(0, Math.min(card + by, cards.length - 1))] ?? {};
    isOwnChoice = true;
    choose(group?.listed[by < 0 && group.name === opened ? group.listed.length - 1 : 0], true);
  }

  function open(name: string): void {
    opened = opened === name ? '' : name;
    show(chosen);
  }

  function playChosen(): void {
    if (chosen === undefined) return;
    filter.value = '';
    actions.play(chosen.row.command);
  }

  /** The choice that an event happened on. */
  function listedAt({ target }: Event): Listed | undefined {
    const option = target instanceof Element ? target.closest('[role="option"]') : null;
    return option === null ? undefined : all[Number(option.id.slice('choice-'.length))];
  }

  filter.addEventListener('input', () => show(undefined));
  order.addEventListener('change', () => show(chosen));
  play.addEventListener('click', playChosen);
  list.addEventListener('click', (event) => {
    const listed = listedAt(event);
    isOwnChoice = true;
    if (listed !== undefined) return choose(listed, false);
    const head = event.target instanceof Element ? event.target.closest('.head') : null;
    const card = cards.find((one) => one.node === head?.parentElement);
    if (card === undefined) return;
    if (!card.group.listed.includes(chosen as Listed)) choose(card.group.listed[0], false);
    open(card.group.name);
  });
  list.addEventListener('dblclick', (event) => {
    if (listedAt(event) !== undefined) playChosen();
  });
  let last: Listed | undefined;
  list.addEventListener('mouseover', (event) => {
    const listed = listedAt(event);
    if (listed !== undefined && listed !== last) actions.point(listed.row, true);
    last = listed;
  });
  list.addEventListener('mouseleave', () => {
    last = undefined;
    actions.point(chosen?.row, true);
  });

  return {
    ...{ node, step, stepTarget, playChosen },
    show(shown: Shown) {
      ({ state } = shown);
      const { actor, rows } = shown.choices;
      const now = shown.state;
      side = now.units.find(({ name }) => name === actor)?.side ?? Math.max(0, now.sides.indexOf(now.turn));
      const isPlain = shown.session.system.capabilities.choices === undefined;
      all = rows.map((row, index) => {
        // a system that names no choices counts no frames, and its commands are in no order
        const texts = COLUMNS.map(({ title, text }) => (isPlain && title === 'frames' ? '' : text(row, now, actor)));
        return { row, index, texts, rank: isPlain ? plainRank(row, now) : rankOf(row, undefined, now, side) };
      });
      isOwnChoice = false;
      describe(parts, shown);
      show(undefined, false);
    },
    find() {
      filter.focus();
      show(chosen);
    },
    findText(text) {
      filter.value = text;
      filter.focus();
      isOwnChoice = true;
      show(found(all, filter.value).find(({ row: { name, command } }) => name === command.command));
    },
    hover(at) {
      const here = at === undefined ? [] : all.filter(({ row }) => row.cell?.join() === at.join());
      actions.point((here.find(({ row }) => row.name === chosen?.row.name) ?? here[0] ?? chosen)?.row, true);
    },
    unfold() {
      if (chosen !== undefined) open(chosen.row.name);
    },
    tell(index, odds) {
      const [listed, card] = [all[index], byNumber.get(index)];
      if (listed === undefined || state === undefined) return;
      fillIn(listed, odds);
      listed.rank = rankOf(listed.row, odds, state, side);
      if (card === undefined) return;
      waiting.add(card);
      soon();
    },
    told: () => show(isOwnChoice ? chosen : undefined, isOwnChoice),
  };
}
