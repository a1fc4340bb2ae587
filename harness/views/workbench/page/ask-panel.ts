/** Asks for one line of text. */
import { element } from '../../parts/dom.js';

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
      said.textContent = error instanceof Error ? error.message : String(error);
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
