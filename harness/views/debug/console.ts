/** Words of the debug console besides expressions: why, told, facts, frame, branches. */
import { LockstepError } from '../../base/errors.js';
import { factsText, headText, plainText, whyText } from '../../play/entry-view/index.js';
import { placeOf, placeOfFrame, stepFrames, why } from '../../play/timeline/index.js';
import { branchCommand } from './console-branches.js';
import type { Session } from './session.js';
import { type DebugState, moveToPlace, shownFacts } from './state.js';

const HELP = [
  'EXPRESSION       value of an expression over cells: actionPoints, enemy[0].hp < 100, changed(time.code)',
  'why CELL         who wrote the cell last, and from what',
  'told             what happened in this entry, a sentence for each thing',
  'facts            everything this entry did',
  'frame N          goes there; in a battle by commands to that frame of it, inside its command',
  'frame next, back one frame on or back, inside commands too',
  'at PLACE         goes to a command by number or label; 12.5 is frame 5 inside command 12',
  'branch [NAME]    a branch from here; writes go to it',
  'branches         the recording and its branches',
  'line N           goes to a branch, by number or name; 0 is the recording',
  'input INPUT      on a branch: another input for this entry, a pad word such as 0200 or a command as JSON',
  'insert INPUT     on a branch: a new entry after this one; an action becomes its frames',
  'delete [N]       on a branch: deletes this entry, or N from here on',
  'rename NAME      another name for this branch',
  'compare [LINE]   compares this branch with its parent, or with another one',
  'undo, redo       undoes the last change of branches, does it again; without limit',
].join('\n');

function numberOf(word: string): number {
  if (/^[0-9]{1,15}$/u.test(word)) return Number(word);
  throw new LockstepError('E_REQUEST', 'a number is missing', { found: word === '' ? 'nothing' : word });
}

async function whyOf(state: DebugState, name: string, signal: AbortSignal): Promise<string> {
  const { timeline, at, line } = state;
  const cell = timeline.cells.get(name);
  return whyText(await why(timeline, cell, at, { line, signal }), timeline.system.unit).join('\n');
}

/** @returns what the console shows, or undefined when the text is no command */
export async function consoleCommand(state: DebugState, given: string, session: Session): Promise<string | undefined> {
  const { timeline } = state;
  const [word = '', ...rest] = given.split(/\s+/u);
  const argument = rest.join(' ');
  // A system may have a cell of that name: a word alone is then the cell.
  if (argument === '' && timeline.cells.find(word) !== undefined) return undefined;
  if (word === 'help') return HELP;
  if (word === 'facts') return factsText(shownFacts(state)).join('\n');
  if (word === 'told') return shownFacts(state).told.map(plainText).join('\n') || 'nothing happened';
  if (word === 'why') return whyOf(state, argument, session.signal());
  const onBranches = branchCommand(state, word, argument, session);
  if (onBranches !== undefined) return onBranches;
  const place = placeGiven(state, word, argument);
  if (place === undefined) return undefined;
  moveToPlace(state, place);
  session.later(() => session.stopped('goto', ''));
  return headText(shownFacts(state));
}

/** Where `frame N`, `frame next`, `frame back`, `at PLACE` lead; undefined: none of them. */
function placeGiven({ timeline, line, at, call, inner }: DebugState, word: string, argument: string) {
  if (word === 'at' && argument !== '') return placeOf(timeline, argument, line);
  if (word !== 'frame') return undefined;
  const here = { line, at, call, inner };
  if (argument === 'next') return stepFrames(timeline, here, 1);
  if (argument === 'back') return stepFrames(timeline, here, -1);
  return /^[0-9]+$/u.test(argument) ? placeOfFrame(timeline, numberOf(argument), line) : undefined;
}
