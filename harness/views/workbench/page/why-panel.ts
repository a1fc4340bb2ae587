/** Why a cell has its value: the chain of causes, found in a worker. */
import type { Language } from '../../../../core/system/system.js';
import { element } from '../../parts/dom.js';
import type { ShownState } from '../../parts/shown-state.js';
import type { Session } from '../session.js';
import type { Reply } from '../work/messages.js';
import { cellWords, whyTree } from './why-tree.js';
import { type Helper, startHelper } from './worker.js';

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
