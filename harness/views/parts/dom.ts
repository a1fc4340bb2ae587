/** Making elements. Text is always text. */

type Attributes = Readonly<Record<string, string>>;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function shape(name: string, attributes: Attributes, text = ''): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** Does something once the page, as it stands now, is drawn. */
export function afterDrawn(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

// The list of keys of a page.

export function keysDialog(rows: readonly (readonly [keys: string, meaning: string])[]): HTMLDialogElement {
  const list = element('dl');
  for (const [key, meaning] of rows) list.append(element('dt', {}, key), element('dd', {}, meaning));
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Close'));
  return element('dialog', { id: 'help' }, element('h2', {}, 'Keys'), list, close);
}

/** A button with a sign, whose title says what it does. */
export function button(text: string, title: string, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', title, 'aria-label': title }, text);
  made.addEventListener('click', press);
  return made;
}

// Keys of the whole page.

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

// Buttons of a narrow screen, which shows one panel at a time.

/**
 * @param choose gets the name that is pressed; of `names` the first is chosen at once
 * @returns the bar, which a wide screen does not show
 */
export function createTabs(names: readonly string[], choose: (name: string) => void): HTMLElement {
  const bar = element('nav', { id: 'tabs', 'aria-label': 'panels' });
  const press = (name: string): void => {
    choose(name);
    for (const child of bar.children) child.setAttribute('aria-pressed', String(child.textContent === name));
  };
  for (const name of names) {
    const tab = element('button', { type: 'button' }, name);
    tab.addEventListener('click', () => press(name));
    bar.append(tab);
  }
  press(names[0] ?? '');
  return bar;
}
