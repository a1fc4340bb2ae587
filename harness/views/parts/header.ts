/** The head of a page: name, verdict, what is known besides, buttons, light or dark. */
import { element } from './dom.js';

// Light or dark: as the system says, or as the reader chose on this page.

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const KEY = 'battle-lockstep theme';
const SIGNS: Readonly<Record<Theme, string>> = { auto: '\u25d0 Auto', light: '\u25d0 Light', dark: '\u25d0 Dark' };

const listeners = new Set<() => void>();
const known = new Map<string, string>();
/** Made when it is first needed: a worker has no document. */
let probe: HTMLElement | undefined;

function forget(): void {
  known.clear();
  for (const listener of listeners) listener();
}

/** A colour of the style sheet, as a canvas takes it. */
export function color(name: string): string {
  let found = known.get(name);
  if (found === undefined) {
    probe ??= element('span', { hidden: '' });
    if (!probe.isConnected) document.body.append(probe);
    probe.style.color = `var(--${name})`;
    found = getComputedStyle(probe).color;
    known.set(name, found);
  }
  return found;
}

/**
 * @param listener called when the colours are others
 * @returns ends that
 */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): Theme {
  try {
    const found = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === found) ?? 'auto';
  } catch {
    return 'auto';
  }
}

function use(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  forget();
}

/** A button that goes on from the system's choice to light, to dark, and back. */
function themeButton(): HTMLButtonElement {
  let theme = stored();
  const button = element('button', { type: 'button', id: 'theme', title: 'light or dark' });
  const show = (): void => {
    button.textContent = SIGNS[theme];
    use(theme);
  };
  button.addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // the choice then lasts as long as the page
    }
    show();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', forget);
  show();
  return button;
}

/** Text of a button and what it is for, by its name. */
type Buttons<Name extends string> = Readonly<Record<Name, readonly [text: string, title: string]>>;

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
