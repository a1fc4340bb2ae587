/** The line above all panels, and the list of keys. */
import { countText } from '../../../../core/system/count-text.js';
import { element } from '../../parts/dom.js';
import { createPageHeader, type PageHeader } from '../../parts/header.js';
import { keysDialog } from '../../parts/help.js';
import type { Session } from '../session.js';

const HELP = [
  ['\u2191 \u2193', 'choice before, next choice'],
  ['Enter', 'play the chosen choice'],
  ['/', 'filter the choices'],
  ['click, double click', 'choices of a square of the board, play the chosen one'],
  ['\u2190 \u2192', 'command before, next command'],
  ['Home, End', 'start, end'],
  ['Delete', 'take the shown command out'],
  ['Alt + \u2191 \u2193', 'move the shown command'],
  ['Ctrl + Z, Ctrl + Y', 'undo, redo'],
  ['f', 'fork: a branch of this plan'],
  ['[ ]', 'branch before, next branch'],
  ['r', 'rename the shown branch'],
  ['Shift + Delete', 'take the shown branch away'],
  ['w', 'why a cell has its value'],
  ['c', 'open or fold the changed cells'],
  ['b', 'find the best route from the shown state'],
  ['e', 'edit the start: generator, formation, party'],
  ['+ \u2212 0', 'zoom the plots in, out, all (also the wheel)'],
  ['l', 'follow a running game: its state and its place in the plan'],
  ['t', 'light or dark'],
  ['Ctrl + O, Ctrl + S', 'open a plan, a branch file or a log; save the plan'],
  ['Ctrl + Shift + S', 'save the branches'],
  ['Alt + S', 'put the plan into the address'],
  ['?', 'this list'],
] as const;

const BUTTONS = {
  undo: ['Undo', 'Ctrl + Z'],
  redo: ['Redo', 'Ctrl + Y'],
  find: ['Find best', 'b'],
  open: ['Open', 'Ctrl + O'],
  save: ['Save', 'Ctrl + S'],
  share: ['Share', 'Alt + S: put the plan into the address'],
  live: ['Live', 'l: follow a running game of this machine'],
  help: ['?', 'keys'],
} as const;

export type ButtonName = keyof typeof BUTTONS;

export interface Header extends Pick<PageHeader, 'node' | 'theme' | 'say'> {
  show(session: Session): void;
}

/** What time is counted in. */
export function clockUnit({ system }: Session): string {
  return system.capabilities.planning?.frames === undefined ? system.unit : 'frame';
}

/** Frames, commands or steps up to the shown state, and how the battle stands. */
function clockText(session: Session): { readonly text: string; readonly details: string } {
  const { system, battle } = session;
  const clock = session.rows()[session.at() - 1]?.clock ?? 0;
  const unit = clockUnit(session);
  const outcome = system.capabilities.views?.outcome?.(battle) ?? [];
  const [, result = ''] = outcome.find(([label]) => label === 'result') ?? [];
  const count = countText(clock, unit);
  return {
    text: result === '' ? count : `${count}, ${result}`,
    details: outcome.map(([label, value]) => `${label}: ${value}`).join('\n'),
  };
}

export function createHeader(press: (name: ButtonName) => void): Header {
  const clock = element('span', { class: 'quiet' });
  const { node, theme, name, say } = createPageHeader(BUTTONS, press, clock);
  return {
    ...{ node, theme, say },
    show(session) {
      const { holds, text } = session.verdict();
      name(session.title());
      say(text, !holds);
      const { text: count, details } = clockText(session);
      clock.textContent = count;
      clock.title = details;
    },
  };
}

export const helpDialog = (): HTMLDialogElement => keysDialog(HELP);
