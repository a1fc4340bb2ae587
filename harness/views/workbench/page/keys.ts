/** Keys and dropped files of the whole page. */

/** What each key does; `Control+` and `Alt+` stand before a key with these. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Keys that work in a field of text as well. */
const IN_FIELDS = new Set(['Enter', 'ArrowUp', 'ArrowDown']);

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
    if (isField && held === '' && !IN_FIELDS.has(key)) return;
    if (target instanceof HTMLButtonElement && key === 'Enter') return;
    if (target instanceof HTMLSelectElement && held === '' && key.startsWith('Arrow')) return;
    const action = actions[`${held}${isControl ? key.toLowerCase() : key}`];
    if (action === undefined || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    action();
  });
}

/** @param open gets the files that are dropped anywhere */
export function listenToFiles(open: (files: readonly File[]) => void): void {
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    open(files);
  });
}
