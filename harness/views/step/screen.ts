/** The screen of the stepper: exactly as many lines as the terminal has rows, each exactly as wide as its columns. */
import { basename } from 'node:path';
import { padTo, wrap } from '../../base/text-columns.js';
import { branchLines, headText, plainText, turnText } from '../../timeline/entry-view/index.js';
import type { Session } from './session.js';
import { boardLines, factLines, HELP, memoryLines } from './views.js';
import { watchText } from './watches.js';

/** What a line is, for colours; without colours the text says it all. */
export type LineStyle = 'title' | 'input' | 'strip' | 'plain' | 'difference' | 'watch' | 'message' | 'prompt' | 'keys';

export interface ScreenLine {
  readonly text: string;
  readonly style: LineStyle;
}

const MOST_WATCHES = 6;
/** Lines of a message. */
const MOST_MESSAGE = 3;
const KEYS = 'f b frame  n p action  ] [ call  / \\ condition  v view  B branch  h help  q quit';

/** Where the position is on the whole line: `[----|------!-]`, `!` for a difference. */
function stripText(session: Session, columns: number): string {
  const { timeline } = session;
  const { line, at } = session.position();
  const length = Math.max(1, timeline.length(line));
  const room = Math.max(1, columns - 2);
  const place = (entry: number): number => Math.min(room - 1, Math.floor((entry * room) / (length + 1)));
  const cells = new Array<string>(room).fill('-');
  if (line === 0) for (const difference of timeline.differences) cells[place(difference.at)] = '!';
  cells[place(at)] = '|';
  return `[${cells.join('')}]`;
}

function titleText(session: Session): string {
  const { timeline } = session;
  const { line, at, call } = session.position();
  const name = timeline.lines().find((info) => info.line === line)?.name ?? '';
  const where = `${at}/${timeline.length(line)}${call > 0 ? ` call ${call}` : ''}`;
  const early = timeline.end.whole ? '' : '  ENDS EARLY';
  return `${plainText(basename(timeline.file))}  ${timeline.system.id}  ${plainText(name)}  ${where}${early}`;
}

function viewLines(session: Session): string[] {
  const facts = session.facts();
  const { timeline } = session;
  switch (session.view()) {
    case 'board': {
      session.images();
      return boardLines(timeline, facts);
    }
    case 'memory': {
      const [before, after] = session.images();
      return memoryLines(timeline, before, after);
    }
    case 'branches':
      return branchLines(timeline, session.position().line);
    case 'help':
      return [...HELP];
    case 'compare':
      return [...session.compareLines()];
    case 'why':
      return [...session.whyLines()];
    default: {
      const lines = factLines(facts, session.position().call, session.all());
      const atEnd = session.position().line === 0 && session.position().at === timeline.length();
      return atEnd && !timeline.end.whole ? [`ends here: ${plainText(timeline.end.reason)}`, ...lines] : lines;
    }
  }
}

/** @param columns at least 1 @param rows at least 1 */
export function screenOf(session: Session, columns: number, rows: number): ScreenLine[] {
  const facts = session.facts();
  const top: ScreenLine[] = [
    { text: titleText(session), style: 'title' },
    { text: [headText(facts), turnText(facts)].filter((text) => text !== '').join('  '), style: 'input' },
    { text: stripText(session, columns), style: 'strip' },
  ];
  const watches = session.watches();
  const bottom: ScreenLine[] = [];
  if (watches.length > 0) {
    const [before, after] = session.images();
    const shown = watches.slice(-MOST_WATCHES);
    for (const watch of shown) bottom.push({ text: `* ${watchText(watch, before, after)}`, style: 'watch' });
    if (watches.length > shown.length)
      bottom[0] = { text: `* ${watches.length - shown.length + 1} more`, style: 'watch' };
  }
  const prompt = session.prompt();
  if (prompt === undefined) {
    const message = wrap(session.running() ? 'running; Space stops' : session.message(), columns);
    const most = Math.max(1, Math.min(MOST_MESSAGE, rows - top.length - bottom.length - 2));
    bottom.push(...message.slice(0, most).map((text): ScreenLine => ({ text, style: 'message' })));
  } else bottom.push({ text: `${prompt.question}: ${prompt.text}_`, style: 'prompt' });
  bottom.push({ text: prompt === undefined ? KEYS : 'Enter: do it  Esc: leave it', style: 'keys' });
  // A very low screen keeps its head and its bottom line.
  const room = Math.max(0, rows - top.length - bottom.length);
  // A drawing is cut at the edge, a sentence goes on below.
  const isDrawing = session.view() === 'board' || session.view() === 'memory';
  const lines = isDrawing ? viewLines(session) : viewLines(session).flatMap((text) => wrap(text, columns));
  const first = Math.min(session.scroll(), Math.max(0, lines.length - room));
  const body = lines.slice(first, first + room).map((text): ScreenLine => ({ text, style: styleOf(text) }));
  const below = lines.length - first - room;
  if (below > 0 && room > 1) body[room - 1] = { text: `... ${below + 1} more lines (j, k)`, style: 'plain' };
  while (body.length < room) body.push({ text: '', style: 'plain' });
  return [...top, ...body, ...bottom].slice(0, rows).map(({ text, style }) => ({ text: padTo(text, columns), style }));
}

function styleOf(text: string): LineStyle {
  return text.startsWith('DIFFERENCE') ? 'difference' : 'plain';
}
