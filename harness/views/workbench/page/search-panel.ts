/** Find best: a search in a worker of its own, its best and its bound as they come. */
import { countText } from '../../../../core/system/names.js';
import { element } from '../../parts/dom.js';
import type { ChoiceTable } from '../plain-choices.js';

import type { Session } from '../session.js';
import type { Reply, SearchFound } from '../work/messages.js';
import { offeredSearch, searchedPlan } from '../work/search-plan.js';
import { type Helper, startHelper } from './worker.js';

export interface SearchPanel {
  readonly node: HTMLDialogElement;
  /** Offers a search from the shown state. */
  open(session: Session, choices: ChoiceTable): void;
}

/** What the dialog asks of the page. */
interface SearchActions {
  /** Puts a found route behind the shown state, in the place of what follows there. */
  take(found: SearchFound, from: number): void;
  /** Does something that may be refused, and says why. */
  attempt(action: () => void): void;
}

const SECONDS = 60;
const MOST_SECONDS = 86_400;

interface Parts {
  readonly table: HTMLTextAreaElement;
  readonly seconds: HTMLInputElement;
  readonly start: HTMLButtonElement;
  readonly stop: HTMLButtonElement;
  readonly take: HTMLButtonElement;
  readonly said: HTMLElement;
  /** What a proof depends on. */
  readonly conditions: HTMLElement;
}

function createParts(): Parts {
  const button = (text: string): HTMLButtonElement => element('button', { type: 'button' }, text);
  return {
    table: element('textarea', { rows: '14', spellcheck: 'false', 'aria-label': 'search' }),
    seconds: element('input', { type: 'number', min: '1', max: `${MOST_SECONDS}`, value: `${SECONDS}` }),
    start: button('Search'),
    stop: button('Stop'),
    take: button('Put into the plan'),
    said: element('p', { role: 'status', id: 'search-said' }),
    conditions: element('p', { class: 'quiet lines' }),
  };
}

function progressText({ best, bound, states }: Extract<Reply, { readonly is: 'searching' }>): string {
  const found = best < 0 ? 'no route yet' : `best so far ${best}`;
  return `${found}; no route costs less than ${Math.max(0, bound)}; ${countText(states, 'state')}`;
}

/** Enables what can be pressed. */
function allow({ start, stop, take }: Parts, isRunning: boolean, found: SearchFound | undefined): void {
  start.disabled = isRunning;
  stop.disabled = !isRunning;
  take.disabled = isRunning || found?.commands === undefined;
}

function dialogOf({ table, seconds, start, stop, take, said, conditions }: Parts): HTMLDialogElement {
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Close'));
  const time = element('label', {}, 'seconds ', seconds);
  const buttons = element('div', { class: 'bar' }, time, start, stop, take, close);
  const note = 'From the shown state on. The table is the [search] of a plan; `lockstep route search` reads the same.';
  const title = element('h2', { id: 'search-title' }, 'Find best');
  const parts = [title, element('p', { class: 'quiet' }, note), table, said, conditions, buttons];
  return element('dialog', { id: 'search', 'aria-labelledby': 'search-title' }, ...parts);
}

export function createSearchPanel(actions: SearchActions): SearchPanel {
  const parts = createParts();
  const node = dialogOf(parts);
  const { table, seconds, start, stop, take, said, conditions } = parts;
  let helper: Helper | undefined;
  let found: SearchFound | undefined;
  let asked:
    | (Pick<Session, 'begun'> & { readonly text: string; readonly file: string; readonly at: number })
    | undefined;

  function end(words: string, isFault: boolean): void {
    helper?.end();
    helper = undefined;
    said.textContent = words;
    conditions.textContent = found?.conditions.join('\n') ?? '';
    said.classList.toggle('fault', isFault);
    allow(parts, false, found);
  }

  function answer(reply: Reply): void {
    if (reply.is === 'searching') said.textContent = progressText(reply);
    if (reply.is === 'fault') end(reply.message, true);
    if (reply.is !== 'found') return;
    found = reply.found;
    const { commands } = found;
    end(commands === undefined ? found.verdict : `${found.verdict}; ${countText(commands.length, 'command')}`, false);
  }

  start.addEventListener('click', () =>
    actions.attempt(() => {
      if (asked === undefined) return;
      const text = searchedPlan(asked.text, asked.at, table.value);
      found = undefined;
      end('', false);
      helper = startHelper(answer);
      const milliseconds = 1000 * Math.max(1, Math.min(MOST_SECONDS, Number(seconds.value) || SECONDS));
      helper.ask({ is: 'search', text, file: asked.file, begun: asked.begun, milliseconds });
      said.textContent = 'searching';
      allow(parts, true, found);
    }),
  );
  stop.addEventListener('click', () => helper?.ask({ is: 'stop' }));
  take.addEventListener('click', () => {
    if (found === undefined || asked === undefined) return;
    actions.take(found, asked.at);
    node.close();
  });
  node.addEventListener('close', () => end('', false));
  return {
    node,
    open(session, choices) {
      asked = { text: session.text(), file: session.file(), at: session.at(), begun: session.begun };
      table.value = offeredSearch(asked.text, choices);
      found = undefined;
      end('', false);
      node.showModal();
    },
  };
}
