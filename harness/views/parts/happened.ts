/** What happened at the shown place: differences, sentences, changed cells. */
import { element } from './dom.js';

/** A changed cell in words. */
export interface ChangedCell {
  /** Name of the cell. */
  readonly cell: string;
  /** Name of its unit, or empty. */
  readonly unit: string;
  readonly text: string;
}

export interface Happened {
  /** Where it is, or empty. */
  readonly head: string;
  /** What differs or was refused. */
  readonly wrong: readonly string[];
  readonly told: readonly string[];
  /** What else has to be said. */
  readonly notes: readonly string[];
  /** Undefined: there is nothing before this place. Asked for while the list is open. */
  readonly changed: (() => readonly ChangedCell[]) | undefined;
  /** Stands below it all. */
  readonly more: readonly HTMLElement[];
}

export interface HappenedBox {
  readonly node: HTMLElement;
  show(happened: Happened): void;
  /** Opens or folds the changed cells. */
  fold(): void;
}

export interface HappenedOptions {
  /** Changed cells are open at first. */
  readonly isOpen: boolean;
  /** Tells why a cell is as it is; left out where that cannot be told. */
  readonly why?: (cell: string) => void;
}

const listOf = (texts: readonly string[], kind: string): HTMLElement =>
  element('ul', { class: kind }, ...texts.map((text) => element('li', {}, text)));

/** Changes under the unit that they belong to; those of no unit come first. */
function groupsOf(changes: readonly ChangedCell[]): [unit: string, changes: ChangedCell[]][] {
  const groups = new Map<string, ChangedCell[]>([['', []]]);
  for (const change of changes) {
    const known = groups.get(change.unit);
    if (known === undefined) groups.set(change.unit, [change]);
    else known.push(change);
  }
  return [...groups].filter(([, some]) => some.length > 0);
}

function changeNode({ cell, text }: ChangedCell, why: HappenedOptions['why']): HTMLElement {
  const made = element('li', {}, text);
  if (why === undefined) return made;
  const ask = element('button', { type: 'button', class: 'ask', title: `why ${text}` }, 'why');
  ask.addEventListener('click', () => why(cell));
  made.append(' ', ask);
  return made;
}

export function createHappened({ isOpen, why }: HappenedOptions): HappenedBox {
  const said = element('div', { 'aria-live': 'polite' });
  const cells = element('div', { class: 'cells' });
  const folded = element('details', {}, element('summary', {}, 'changed cells'), cells);
  folded.open = isOpen;
  const more = element('div');
  const label = { class: 'scroll happened', tabindex: '0', 'aria-label': 'what happened' };
  const node = element('div', label, said, folded, more);
  let changed: Happened['changed'];

  function listCells(): void {
    if (changed === undefined || !folded.open) {
      cells.replaceChildren();
      return;
    }
    const groups = groupsOf(changed());
    if (groups.length === 0) cells.replaceChildren(element('p', { class: 'quiet' }, 'none'));
    else {
      cells.replaceChildren(
        ...groups.flatMap(([unit, some]) => [
          ...(unit === '' ? [] : [element('h4', {}, unit)]),
          element('ul', {}, ...some.map((change) => changeNode(change, why))),
        ]),
      );
    }
  }
  folded.addEventListener('toggle', listCells);

  return {
    node,
    fold() {
      folded.open = !folded.open;
    },
    show(happened) {
      const { head, wrong, told, notes } = happened;
      changed = happened.changed;
      said.replaceChildren(
        ...(head === '' ? [] : [element('h3', {}, head)]),
        ...(wrong.length === 0 ? [] : [listOf(wrong, 'fault')]),
        ...(told.length === 0 ? [] : [listOf(told, 'told')]),
        ...notes.map((note) => element('p', { class: 'quiet' }, note)),
      );
      folded.hidden = changed === undefined;
      listCells();
      more.replaceChildren(...happened.more);
    },
  };
}
