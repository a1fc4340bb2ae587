/** The head of a page: name, verdict, what is known besides, buttons, light or dark. */
import { element } from './dom.js';
import { themeButton } from './theme.js';

/** Text of a button and what it is for, by its name. */
export type Buttons<Name extends string> = Readonly<Record<Name, readonly [text: string, title: string]>>;

export interface PageHeader {
  readonly node: HTMLElement;
  readonly theme: HTMLButtonElement;
  name(text: string): void;
  /** Tells how the battle stands, why something was refused, or that it is done. */
  say(words: string, isFault: boolean): void;
}

/**
 * @param about stands beside the verdict
 * @param fields stand before and behind the buttons
 */
export function createPageHeader<Name extends string>(
  buttons: Buttons<Name>,
  press: (name: Name) => void,
  about: HTMLElement,
  fields: { readonly before?: readonly HTMLElement[]; readonly behind?: readonly HTMLElement[] } = {},
): PageHeader {
  const name = element('h1');
  const verdict = element('span', { class: 'verdict', role: 'status' });
  const pressed = (Object.entries(buttons) as [Name, Buttons<Name>[Name]][]).map(([key, [text, title]]) => {
    const button = element('button', { type: 'button', title, 'aria-label': `${text}: ${title}` }, text);
    button.addEventListener('click', () => press(key));
    return button;
  });
  const theme = themeButton();
  const { before = [], behind = [] } = fields;
  const bar = element('nav', { 'aria-label': 'actions' }, ...before, ...pressed, ...behind, theme);
  return {
    node: element('header', {}, element('div', { class: 'top' }, name, verdict, about), bar),
    theme,
    name(text) {
      name.textContent = name.title = text;
    },
    say(words, isFault) {
      verdict.textContent = verdict.title = words;
      verdict.classList.toggle('differs', isFault);
    },
  };
}
