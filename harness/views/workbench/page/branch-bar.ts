/** Which branch of the plan is shown, and what can be done with branches. */
import { element } from '../../parts/dom.js';
import { type Lines, shownName } from './lines.js';

export interface BranchBar {
  readonly node: HTMLElement;
  show(lines: Lines): void;
}

export interface BranchActions {
  choose(index: number): void;
  fork(): void;
  /** Asks for another name. */
  rename(): void;
  remove(): void;
  save(): void;
}

export function createBranchBar(actions: BranchActions): BranchBar {
  const list = element('select', { 'aria-label': 'branch', title: '[ and ]: the branch before, the next one' });
  const button = (text: string, title: string, press: () => void): HTMLButtonElement => {
    const made = element('button', { type: 'button', title, 'aria-label': title }, text);
    made.addEventListener('click', press);
    return made;
  };
  const fork = button('Fork', 'Fork (f): a branch that begins with this plan', actions.fork);
  const rename = button('\u270e', 'Rename (r): give this branch another name', actions.rename);
  const remove = button('\u2715', 'Remove (Shift + Delete): take this branch away', actions.remove);
  const save = button(
    'Save all',
    'Save all (Ctrl + Shift + S): branches in the form of `lockstep route branch`',
    actions.save,
  );
  list.addEventListener('change', () => actions.choose(list.selectedIndex));
  let names = '';
  return {
    node: element('div', { class: 'bar', id: 'branches' }, list, fork, rename, remove, save),
    show(lines) {
      const all = lines.all().map(({ name }) => name);
      if (names !== all.join('\n')) {
        names = all.join('\n');
        list.replaceChildren(...all.map((name) => element('option', {}, shownName(name))));
      }
      list.selectedIndex = lines.at();
      remove.disabled = rename.disabled = lines.at() === 0;
      save.disabled = all.length === 1;
    },
  };
}
