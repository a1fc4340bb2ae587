/** Keys and dropped files of the whole page. */

/** What each key does; `Control+` and `Alt+` stand before a key with these. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Keys that work in a field of text as well. */
const IN_FIELDS = new Set(['Enter', 'ArrowUp', 'ArrowDown']);

/** No key acts while a dialog is open. */
export function listenToKeys(actions: KeyActions): void {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const held = `${event.ctrlKey || event.metaKey ? 'Control+' : ''}${event.altKey ? 'Alt+' : ''}`;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (key === 'Escape' && isField) target.blur();
    if (isField && held === '' && !IN_FIELDS.has(key)) return;
    if (target instanceof HTMLButtonElement && key === 'Enter') return;
    const action = actions[`${held}${key}`];
    if (action === undefined || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    action();
  });
}

/** @param open gets the name and text of a file that is dropped anywhere */
export function listenToFiles(open: (name: string, text: string) => void): void {
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  document.addEventListener('drop', async (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    open(file.name, await file.text());
  });
}
