/** Light or dark: as the system says, or as the reader chose on this page. */
import { element } from './dom.js';

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
export function themeButton(): HTMLButtonElement {
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
