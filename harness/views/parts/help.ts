/** The list of keys of a page. */
import { element } from './dom.js';

export function keysDialog(rows: readonly (readonly [keys: string, meaning: string])[]): HTMLDialogElement {
  const list = element('dl');
  for (const [key, meaning] of rows) list.append(element('dt', {}, key), element('dd', {}, meaning));
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Close'));
  return element('dialog', { id: 'help' }, element('h2', {}, 'Keys'), list, close);
}
