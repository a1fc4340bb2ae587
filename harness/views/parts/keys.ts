/** Keys of the whole page. */

/** What each key does; `Control+` and `Alt+` stand before a key with these. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Keys that work in a field that filters a list as well. */
const IN_FIELDS = new Set(['Enter', 'ArrowUp', 'ArrowDown']);
/** Keys that scroll the box that has the focus. */
const SCROLLS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);

/** Whether a key belongs to what has the focus. */
function isOwn({ target, key }: KeyboardEvent, held: string): boolean {
  if (target instanceof HTMLTextAreaElement) return held === '';
  if (target instanceof HTMLInputElement) {
    return (held === '' || held === 'Shift+') && !(target.type === 'search' && IN_FIELDS.has(key));
  }
  if (target instanceof HTMLSelectElement) return held === '' && key.startsWith('Arrow');
  if (target instanceof HTMLButtonElement) return key === 'Enter' || key === ' ';
  return held === '' && SCROLLS.has(key) && target instanceof HTMLElement && target.matches('.happened');
}

/** No key acts while a dialog is open. */
export function listenToKeys(actions: KeyActions): void {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isControl = event.ctrlKey || event.metaKey;
    // of a letter alone the shift key is in the letter itself
    const shift = event.shiftKey && (isControl || key.length > 1) ? 'Shift+' : '';
    const held = `${isControl ? 'Control+' : ''}${event.altKey ? 'Alt+' : ''}${shift}`;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (key === 'Escape' && isField) target.blur();
    if (isOwn(event, held)) return;
    const action = actions[`${held}${isControl ? key.toLowerCase() : key}`];
    if (action === undefined || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    action();
  });
}
