/** Words of the debug console besides expressions: why, facts, frame, branches. */
import { LockstepError } from '../errors.js';
import { factsText, whyText } from '../facts/index.js';
import { findCell, type Timeline, why } from '../timeline/index.js';
import type { Session } from './session.js';
import { type DebugState, moveTo, shownFacts } from './state.js';

const HELP = [
  'EXPRESSION       value of an expression over cells: actionPoints, enemy[0].hp < 100, changed(time.code)',
  'why CELL         who wrote the cell last, and from what',
  'facts            everything this entry did',
  'frame N          goes there',
  'branch [NAME]    a branch from here; writes go to it',
  'branches         the recording and its branches',
  'line N           goes to a branch, 0 is the recording',
].join('\n');

function numberOf(word: string): number {
  if (/^[0-9]{1,15}$/u.test(word)) return Number(word);
  throw new LockstepError('E_REQUEST', 'a number is missing', { found: word === '' ? 'nothing' : word });
}

function linesText(timeline: Timeline, current: number): string {
  return timeline
    .lines()
    .map(
      ({ line, name, fork, length }) =>
        `${line === current ? '*' : ' '} ${line} ${name}${line === 0 ? '' : `, forked at ${fork}`}, ${length} entries`,
    )
    .join('\n');
}

async function whyOf(state: DebugState, name: string, signal: AbortSignal): Promise<string> {
  const { timeline, at, line } = state;
  const cell = findCell(timeline.cells, timeline.battle, name) ?? timeline.cells.get(name);
  return whyText(await why(timeline, cell, at, { line, signal }), timeline.system.unit).join('\n');
}

/** Changes the line; positions past its end become its end. */
export function changeLine(state: DebugState, line: number, session: Session): void {
  const length = state.timeline.length(line);
  state.line = line;
  moveTo(state, Math.min(state.at, length));
  session.later(() => session.stopped('goto', line === 0 ? 'On the recording' : 'On the branch'));
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
  if (word === 'why') return whyOf(state, argument, session.signal());
  if (word === 'branches') return linesText(timeline, state.line);
  if (word === 'branch') {
    const line = timeline.branch(state.at, state.line, argument === '' ? undefined : argument);
    changeLine(state, line, session);
    return linesText(timeline, line);
  }
  if (word === 'line' && /^[0-9]+$/u.test(argument)) {
    changeLine(state, numberOf(argument), session);
    return linesText(timeline, state.line);
  }
  if (word === 'frame' && argument !== '' && /^[0-9]+$/u.test(argument)) {
    moveTo(state, timeline.entryOf(numberOf(argument)));
    session.later(() => session.stopped('goto', ''));
    return `${timeline.system.unit} ${argument}`;
  }
  return undefined;
}
