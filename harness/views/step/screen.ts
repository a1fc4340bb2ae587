/** The screen of the stepper: one line for each row of the terminal, padded to its columns. */
import { basename } from 'node:path';
import { padTo, wrap } from '../../base/text-columns.js';
import { branchLines, headText, lineName, plainText, turnText } from '../../play/entry-view/index.js';
import { type Stepper, shownFacts, shownImages } from './stepper.js';
import { boardLines, factLines, HELP, memoryLines } from './views.js';
import { watchText } from './watches.js';

/** Role of a line, for its colour. */
export type LineStyle = 'title' | 'input' | 'strip' | 'plain' | 'difference' | 'watch' | 'message' | 'prompt' | 'keys';

export interface ScreenLine {
  readonly text: string;
  readonly style: LineStyle;
}

const MAX_WATCHES = 6;
/** Lines of a message. */
const MAX_MESSAGE_LINES = 3;
const KEYS = 'f b step  . , frame  n p action  ] [ call  / \\ find  v view  h help  q quit';

/** The position on the whole line, `[----|------!-]`, with `!` for a difference. */
function stripText(stepper: Stepper, columns: number): string {
  const { timeline } = stepper;
  const { line, at } = stepper.position;
  const length = Math.max(1, timeline.length(line));
  const room = Math.max(1, columns - 2);
  const place = (entry: number): number => Math.min(room - 1, Math.floor((entry * room) / (length + 1)));
  const cells = new Array<string>(room).fill('-');
  if (line === 0) for (const difference of timeline.differences) cells[place(difference.at)] = '!';
  cells[place(at)] = '|';
  return `[${cells.join('')}]`;
}

function titleText(stepper: Stepper): string {
  const { timeline } = stepper;
  const { line, at, call, inner = 0 } = stepper.position;
  const name = lineName(timeline, line);
  const inside = inner > 0 ? ` and frame ${inner} of ${timeline.system.unit} ${timeline.frameOf(at + 1)}` : '';
  const where = `${at}/${timeline.length(line)}${call > 0 ? ` call ${call}` : inside}`;
  const early = timeline.end.whole ? '' : '  ENDS EARLY';
  return `${plainText(basename(timeline.file))}  ${timeline.system.id}  ${name}  ${where}${early}`;
}

function viewLines(stepper: Stepper): string[] {
  const { facts, codeNotes } = shownFacts(stepper);
  const { timeline } = stepper;
  switch (stepper.view) {
    case 'board': {
      shownImages(stepper);
      return boardLines(timeline, facts);
    }
    case 'memory': {
      const [before, after] = shownImages(stepper);
      return memoryLines(timeline, before, after);
    }
    case 'branches':
      return branchLines(timeline, stepper.position.line);
    case 'help':
      return [...HELP];
    case 'compare':
      return [...stepper.comparison];
    case 'code':
      return stepper.code?.position === stepper.position
        ? [...stepper.code.lines]
        : ['Press o for the code of this entry.'];
    case 'why':
      return [...stepper.whyLines];
    default: {
      const lines = factLines(facts, stepper.position.call, stepper.showsAll, codeNotes);
      const atEnd = stepper.position.line === 0 && stepper.position.at === timeline.length();
      return atEnd && !timeline.end.whole ? [`ends here: ${plainText(timeline.end.reason)}`, ...lines] : lines;
    }
  }
}

/** @param columns at least 1 @param rows at least 1 */
export function screenOf(stepper: Stepper, columns: number, rows: number): ScreenLine[] {
  const { facts } = shownFacts(stepper);
  const top: ScreenLine[] = [
    { text: titleText(stepper), style: 'title' },
    { text: [headText(facts), turnText(facts)].filter((text) => text !== '').join('  '), style: 'input' },
    { text: stripText(stepper, columns), style: 'strip' },
  ];
  const watches = stepper.watches;
  const bottom: ScreenLine[] = [];
  if (watches.length > 0) {
    const [before, after] = shownImages(stepper);
    const shown = watches.slice(-MAX_WATCHES);
    for (const watch of shown) bottom.push({ text: `* ${watchText(watch, before, after)}`, style: 'watch' });
    if (watches.length > shown.length)
      bottom[0] = { text: `* ${watches.length - shown.length + 1} more`, style: 'watch' };
  }
  const prompt = stepper.prompt;
  if (prompt === undefined) {
    const message = wrap(stepper.isRunning ? 'running; Space stops' : stepper.message, columns);
    const maxLines = Math.max(1, Math.min(MAX_MESSAGE_LINES, rows - top.length - bottom.length - 2));
    bottom.push(...message.slice(0, maxLines).map((text): ScreenLine => ({ text, style: 'message' })));
  } else bottom.push({ text: `${prompt.question}: ${prompt.text}_`, style: 'prompt' });
  bottom.push({ text: prompt === undefined ? KEYS : 'Enter: do it  Esc: leave it', style: 'keys' });
  // A very low screen keeps its head and its bottom line.
  const room = Math.max(0, rows - top.length - bottom.length);
  // A drawing is cut at the edge, a sentence goes on below.
  const isDrawing = ['board', 'memory', 'code'].includes(stepper.view);
  const lines = isDrawing ? viewLines(stepper) : viewLines(stepper).flatMap((text) => wrap(text, columns));
  const first = Math.min(stepper.scroll, Math.max(0, lines.length - room));
  const body = lines.slice(first, first + room).map((text): ScreenLine => ({ text, style: styleOf(text) }));
  const below = lines.length - first - room;
  if (below > 0 && room > 1) body[room - 1] = { text: `... ${below + 1} more lines (j, k)`, style: 'plain' };
  while (body.length < room) body.push({ text: '', style: 'plain' });
  return [...top, ...body, ...bottom].slice(0, rows).map(({ text, style }) => ({ text: padTo(text, columns), style }));
}

function styleOf(text: string): LineStyle {
  return text.startsWith('DIFFERENCE') ? 'difference' : 'plain';
}
