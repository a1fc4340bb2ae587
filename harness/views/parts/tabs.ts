/** Buttons of a narrow screen, which shows one panel at a time. */
import { element } from './dom.js';

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
