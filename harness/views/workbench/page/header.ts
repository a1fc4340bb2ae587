/** The line above all panels, and the list of keys. */

import { countText } from '../../../../core/system/names.js';
import { sentenceOf } from '../../../base/index.js';
import { button, element, keysDialog } from '../../parts/dom.js';
import { createPageHeader, type PageHeader } from '../../parts/header.js';
import type { ChoiceTable } from '../plain-choices.js';
import type { Session } from '../session.js';
import { type Lines, shownName } from './lines.js';

// Asks for one line of text.

export interface AskPanel {
  readonly node: HTMLDialogElement;
  /** @param take gets the text, or throws for one that cannot be taken */
  open(title: string, text: string, take: (text: string) => void): void;
}

export function createAskPanel(): AskPanel {
  const title = element('h2', { id: 'ask-title' });
  const line = element('input', { type: 'text', 'aria-labelledby': 'ask-title', spellcheck: 'false' });
  const said = element('p', { role: 'status', class: 'fault' });
  const form = element('form', { class: 'bar' }, line, element('button', {}, 'OK'));
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Close'));
  const node = element('dialog', { id: 'ask', 'aria-labelledby': 'ask-title' }, title, form, said, close);
  let taken: (text: string) => void = () => undefined;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    try {
      taken(line.value);
      node.close();
    } catch (error) {
      said.textContent = sentenceOf(error);
    }
  });
  return {
    node,
    open(name, text, take) {
      taken = take;
      title.textContent = name;
      line.value = text;
      said.textContent = '';
      node.showModal();
      line.select();
    },
  };
}

// Asks what becomes of the commands behind one that is played in the middle of a plan.

/** What may be done, each by its first letter, too. */
interface RestActions {
  insert(): void;
  replace(): void;
  branch(): void;
}

const REST = [
  ['insert', 'Insert', 'the rest is played behind it'],
  ['replace', 'Replace the rest', 'it goes; Undo brings it back'],
  ['branch', 'Branch: go on beside the plan', 'the plan stays as it is'],
] as const;

export interface RestPanel {
  readonly node: HTMLDialogElement;
  /** @param count commands behind the shown state */
  open(count: number, actions: RestActions): void;
}

export function createRestPanel(): RestPanel {
  const title = element('h2', { id: 'rest-title' });
  let taken: RestActions | undefined;
  const choose = (name: keyof RestActions): void => {
    node.close();
    taken?.[name]();
  };
  const lines = REST.map(([name, text, meaning]) => {
    const made = element('button', { type: 'button', class: 'choice' }, text);
    made.addEventListener('click', () => choose(name));
    return element('p', {}, made, ' ', element('span', { class: 'quiet' }, `${name.charAt(0)}: ${meaning}`));
  });
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Leave it'));
  const node = element('dialog', { id: 'rest', 'aria-labelledby': 'rest-title' }, title, ...lines, close);
  /** No key went down since the dialog opened: the one that opened it may still be told. */
  let isFresh = false;
  node.addEventListener('keypress', (event) => {
    if (isFresh) event.preventDefault();
  });
  node.addEventListener('keydown', (event) => {
    isFresh = false;
    const found = REST.find(([name]) => name.startsWith(event.key));
    if (found === undefined || event.key.length !== 1) return;
    event.preventDefault();
    // the page has keys of the same letters
    event.stopPropagation();
    choose(found[0]);
  });
  return {
    node,
    open(count, actions) {
      taken = actions;
      isFresh = true;
      title.textContent = `${countText(count, 'command')} of the plan come behind this place`;
      node.showModal();
    },
  };
}

// Which branch of the plan is shown, and what can be done with branches.

export interface BranchBar {
  readonly node: HTMLElement;
  show(lines: Lines): void;
}

interface BranchActions {
  choose(index: number): void;
  fork(): void;
  /** Asks for another name. */
  rename(): void;
  remove(): void;
  save(): void;
}

export function createBranchBar(actions: BranchActions): BranchBar {
  const list = element('select', { 'aria-label': 'branch', title: '[ and ]: the branch before, the next one' });
  const fork = button('Fork', 'Fork (f): a branch that begins with this plan', actions.fork);
  const rename = button('\u270e', 'Rename (r): give this branch another name', actions.rename);
  const remove = button('\u2715', 'Remove (Shift + Delete): take this branch away', actions.remove);
  const save = button(
    'Save all',
    'Save all (Ctrl + Shift + S): branches in the form of `lockstep route branch`',
    actions.save,
  );
  list.addEventListener('change', () => actions.choose(list.selectedIndex));
  let names = '';
  return {
    node: element('div', { class: 'bar', id: 'branches' }, list, fork, rename, remove, save),
    show(lines) {
      const all = lines.all().map(({ name }) => name);
      if (names !== all.join('\n')) {
        names = all.join('\n');
        list.replaceChildren(...all.map((name) => element('option', {}, shownName(name))));
      }
      list.selectedIndex = lines.at();
      remove.disabled = rename.disabled = lines.at() === 0;
      save.disabled = all.length === 1;
    },
  };
}

const HELP = [
  ['\u2191 \u2193', 'skill or command before, next one'],
  ['Shift + \u2191 \u2193', 'target before, next target'],
  ['u', 'unfold the chosen skill to a row for each target, or fold it'],
  ['Enter', 'play the chosen choice'],
  ['/', 'filter the choices'],
  ['click, double click', 'choices of a square of the board, play the chosen one'],
  ['drag, arrow keys on a unit', 'at the start: put a unit to where it stood'],
  ['\u2190 \u2192', 'command before, next command'],
  ['space', 'play on the board what the shown command did'],
  ['Shift + \u2190 \u2192', 'its moment before, its next moment'],
  ['m', 'motion on or off'],
  ['Home, End', 'start, end'],
  ['Delete', 'take the shown command out'],
  ['Alt + \u2191 \u2193', 'move the shown command'],
  ['Ctrl + Z, Ctrl + Y', 'undo, redo'],
  ['f', 'fork: a branch of this plan'],
  ['[ ]', 'branch before, next branch'],
  ['r', 'rename the shown branch'],
  ['Shift + Delete', 'take the shown branch away'],
  ['w', 'why a cell has its value'],
  ['c', 'open or fold the changed cells'],
  ['x', 'squares that enemies could strike, on or off; a click on a unit shows its own'],
  ['b', 'find the best route from the shown state'],
  ['o', 'odds calculator of LIVE A LIVE: any skill of any fighter on any other, without a plan'],
  ['e', 'edit the start: generator, formation, party'],
  ['+ \u2212 0', 'zoom the plots in, out, all (also the wheel)'],
  ['l', 'follow a running game: its state and its place in the plan'],
  ['t', 'light or dark'],
  ['Ctrl + O, Ctrl + S', 'open a plan, a branch file or a log; save the plan'],
  ['Ctrl + Shift + S', 'save the branches'],
  ['Alt + S', 'put the plan into the address'],
  ['?', 'this list'],
] as const;

const BUTTONS = {
  undo: ['Undo', 'Ctrl + Z'],
  redo: ['Redo', 'Ctrl + Y'],
  find: ['Find best', 'b'],
  odds: ['Odds', 'o: what a skill does to whom, without a plan'],
  open: ['Open', 'Ctrl + O'],
  save: ['Save', 'Ctrl + S'],
  share: ['Share', 'Alt + S: put the plan into the address'],
  live: ['Live', 'l: follow a running game of this machine'],
  help: ['?', 'keys'],
} as const;

export type ButtonName = keyof typeof BUTTONS;

export interface Header extends Pick<PageHeader, 'node' | 'theme'> {
  /** How the plan stands, and what to do next. */
  readonly banner: HTMLElement;
  /** Tells what was done or refused, in the place of what to do next. */
  say(words: string, isFault: boolean): void;
  show(session: Session, choices: ChoiceTable): void;
}

/** Whether the calculator knows the fighters of a battle: those whose original it was made from. */
export const hasFighters = ({ system }: Session): boolean => system.capabilities.evidence !== undefined;

/** What time is counted in. */
export function clockUnit({ system }: Session): string {
  return system.capabilities.planning?.frames === undefined ? system.unit : 'frame';
}

interface Clock {
  /** Frames, commands or steps up to the shown state. */
  readonly text: string;
  /** How the battle stands, or empty. */
  readonly result: string;
  readonly details: string;
}

function clockOf(session: Session): Clock {
  const { system, battle } = session;
  const clock = session.rows()[session.at() - 1]?.clock ?? 0;
  const outcome = system.capabilities.views?.outcome?.(battle) ?? [];
  const [, result = ''] = outcome.find(([label]) => label === 'result') ?? [];
  return {
    text: countText(clock, clockUnit(session)),
    result,
    details: outcome.map(([label, value]) => `${label}: ${value}`).join('\n'),
  };
}

/** What to do next, as half a sentence. */
function nextText(session: Session, { actor, rows }: ChoiceTable): string {
  const isEnd = session.at() === session.rows().length;
  if (rows.length === 0) return isEnd ? 'nothing is left to command: \u2190 goes back' : '\u2192 goes on with the plan';
  const who = actor === '' ? 'choose a command' : `choose for ${actor}`;
  return isEnd ? `${who}, Enter plays it` : `${who}, or press \u2192 to see what the plan does`;
}

/** Results that nobody wants. */
const BAD = new Set(['lost']);

export function createHeader(press: (name: ButtonName) => void): Header {
  const clock = element('span', { class: 'quiet' });
  const result = element('b', { class: 'result' });
  const { node, theme, name, say } = createPageHeader(BUTTONS, press, clock);
  const next = element('span', { class: 'next-step' });
  const notice = element('span', { class: 'notice', role: 'status' });
  const banner = element('div', { id: 'banner' });
  const odds = node.querySelector<HTMLButtonElement>('button[aria-label^="Odds:"]');
  banner.append(...node.querySelectorAll('.verdict'), clock, result, next, notice);
  return {
    ...{ node, theme, banner },
    say(words, isFault) {
      notice.textContent = words;
      notice.classList.toggle('fault', isFault);
      next.hidden = words !== '';
    },
    show(session, choices) {
      const { holds, text } = session.verdict();
      // the fighters are those of one game
      if (odds !== null) odds.hidden = !hasFighters(session);
      name(session.title());
      say(text, !holds);
      notice.textContent = '';
      next.hidden = false;
      next.textContent = nextText(session, choices);
      const { text: count, result: stands, details } = clockOf(session);
      clock.textContent = count;
      clock.title = details;
      result.textContent = stands;
      result.classList.toggle('fault', BAD.has(stands));
    },
  };
}

export const helpDialog = (): HTMLDialogElement => keysDialog(HELP);
