/** The start of the plan as text: setup, generator, party, switches. */
import { element } from '../../parts/dom.js';
import type { Session } from '../session.js';

export interface SetupPanel {
  readonly node: HTMLDialogElement;
  open(session: Session): void;
}

/** @param change puts another beginning into the plan, or throws for one that cannot be begun */
export function createSetupPanel(change: (head: string) => void): SetupPanel {
  const text = element('textarea', { rows: '18', spellcheck: 'false', 'aria-label': 'beginning of the plan' });
  const said = element('p', { role: 'status', class: 'fault' });
  const apply = element('button', { type: 'button' }, 'Apply');
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Close'));
  const note =
    'Everything before the first command: generator, formation, party, items, switches. All commands are played anew.';
  const title = element('h2', { id: 'setup-title' }, 'Start of the battle');
  const bar = element('div', { class: 'bar' }, apply, close);
  const node = element('dialog', { id: 'setup', 'aria-labelledby': 'setup-title' });
  node.append(title, element('p', { class: 'quiet' }, note), text, said, bar);
  apply.addEventListener('click', () => {
    try {
      change(text.value);
      node.close();
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  return {
    node,
    open(session) {
      text.value = session.head();
      said.textContent = '';
      node.showModal();
    },
  };
}
