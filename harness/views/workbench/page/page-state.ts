/** What the page holds, how it is drawn, and how everything that changes it goes. */
import { LockstepError, SYSTEMS } from '../../../base/index.js';

import type { TimeChart } from '../../parts/charts.js';
import { afterDrawn } from '../../parts/dom.js';
import type { ShownState } from '../../parts/steps.js';
import { chartedLine, endsOf, type SampledPlan } from '../chart-line.js';
import type { ChoiceRow, ChoiceTable } from '../plain-choices.js';
import type { PlayedRow } from '../play-rows.js';
import { openSession, type Session } from '../session.js';
import type { WorkbenchData } from '../write.js';
import type { CalculatorPanel } from './calculator-panel.js';
import type { ChoicePanel } from './choice-panel.js';
import type { Panel, Shown } from './context.js';
import { type AskPanel, type BranchBar, clockUnit, type Header, type RestPanel } from './header.js';
import { type Line, type Lines, shownName } from './lines.js';
import type { LivePanel } from './live-panel.js';
import type { OddsFeed, OddsPanel } from './odds-panel.js';
import { keep, type LogPanel } from './open-file.js';
import type { BoardPanel, SetupPanel, StoryPanel } from './plan-panel.js';
import type { Playback } from './playback.js';
import type { SearchPanel } from './search-panel.js';
import type { WhyPanel } from './why-panel.js';

/** The page: the plan that is open, and the panels that show it. */
export interface Page {
  readonly data: WorkbenchData;
  readonly lines: Lines;
  state: ShownState;
  listed: ChoiceTable;
  /** Names and rows whose curves are drawn, of the shown line first. */
  drawn: readonly (string | readonly PlayedRow[])[];
  /** Places of the shown line's curves at which its rows end, of the start first. */
  ends: readonly number[];
  readonly header: Header;
  readonly help: HTMLDialogElement;
  readonly board: BoardPanel;
  readonly choices: ChoicePanel;
  readonly plan: Panel;
  readonly story: StoryPanel;
  readonly chart: TimeChart;
  readonly branches: BranchBar;
  readonly log: LogPanel;
  readonly live: LivePanel;
  readonly why: WhyPanel;
  readonly calculator: CalculatorPanel;
  readonly names: AskPanel;
  readonly rest: RestPanel;
  readonly odds: OddsPanel;
  readonly search: SearchPanel;
  readonly setup: SetupPanel;
  readonly feed: OddsFeed;
  readonly playback: Playback;
  readonly edits: Edits;
  /** The choice whose odds are shown. */
  pointed: ChoiceRow | undefined;
  /** The reader pointed at it. */
  isAsked: boolean;
}

export const messageOf = (error: unknown): string => (error instanceof LockstepError ? error.sentence : String(error));

export const shownSession = (page: Page): Session => page.lines.shown().session;

/** Draws the gauges of all lines, once for their rows and names. */
function drawCurves(page: Page): void {
  const { lines, chart } = page;
  const all = [lines.shown(), ...lines.all().filter((line) => line !== lines.shown())];
  const drawn = all.flatMap(({ name, session }) => [name, session.rows()]);
  if (drawn.length === page.drawn.length && drawn.every((one, index) => one === page.drawn[index])) return;
  page.drawn = drawn;
  const plans = all.map(sampledPlan);
  page.ends = plans[0] === undefined ? [] : endsOf(plans[0]);
  chart.draw(plans.map((plan, index) => chartedLine(plan, index === 0 ? plans.slice(1) : [])));
}

function sampledPlan({ name, session, known }: Line): SampledPlan {
  const rows = session.rows();
  return { name: shownName(name), unit: clockUnit(session), rows, moments: known.moments() };
}

export function render(page: Page): void {
  const { lines, data, header, board, choices, plan, story, branches } = page;
  const { session, known } = lines.shown();
  // a long plan is shown before its curves are
  if (lines.all().some((line) => line.known.hasManyNew())) afterDrawn(() => showCurves(page));
  else showCurves(page);
  page.state = known.stateAt(session.at());
  page.listed = known.choicesAt(session.at());
  const shown: Shown = { session, language: data.language, state: page.state, choices: page.listed };
  header.show(session, page.listed);
  branches.show(lines);
  page.feed.ask(session, shown.choices.rows);
  for (const panel of [board, choices, plan, story]) panel.show(shown);
  page.playback.show(session, known);
}

function showCurves(page: Page): void {
  drawCurves(page);
  page.chart.markPlace(page.ends[shownSession(page).at()] ?? 0);
}

/** Does something; a refusal is said. */
export function attempt(page: Page, action: () => void): void {
  try {
    action();
  } catch (error) {
    page.header.say(messageOf(error), true);
  }
}

/** All lines, and which of them is shown. */
type LinesState = readonly [all: readonly Line[], at: number];

/** Something that undo takes back: a change of one line's text, or other lines in their place. */
type Edit = { readonly session: Session } | { readonly before: LinesState; readonly after: LinesState };

/** One history of everything that changes the plan, whichever line it is in. */
export interface Edits {
  readonly past: Edit[];
  future: Edit[];
}

const linesOf = ({ lines }: Page): LinesState => [lines.all(), lines.at()];

/** Notes what an action changed. */
function note(page: Page, before: LinesState, text: string): void {
  const { edits, lines } = page;
  const { session } = lines.shown();
  const isOther = lines.all() !== before[0];
  if (!isOther && (session !== before[0][before[1]]?.session || session.text() === text)) return;
  edits.past.push(isOther ? { before, after: linesOf(page) } : { session });
  edits.future = [];
}

function draw(page: Page): void {
  render(page);
  const [plan, ...branches] = page.lines.all().map(({ name, session }) => ({ name, text: session.text() }));
  if (plan !== undefined) keep(shownSession(page).file(), page.data.text, { text: plan.text, branches });
}

/**
 * Does something to the plan. A refusal is said, and nothing has changed.
 * @param action may return a sentence that is to be said
 */
export function change(page: Page, action: () => unknown): void {
  attempt(page, () => {
    const before = linesOf(page);
    const text = shownSession(page).text();
    const said = action();
    note(page, before, text);
    draw(page);
    if (typeof said === 'string' && said !== '') page.header.say(said, false);
  });
}

/** Goes one edit back or on, in whichever line it was. */
function go(page: Page, isBack: boolean): void {
  const { edits, lines } = page;
  const edit = isBack ? edits.past.pop() : edits.future.pop();
  if (edit === undefined) return;
  (isBack ? edits.future : edits.past).push(edit);
  if ('session' in edit) {
    lines.show(lines.all().findIndex(({ session }) => session === edit.session));
    if (isBack) edit.session.undo();
    else edit.session.redo();
  } else lines.restore(...(isBack ? edit.before : edit.after));
  tellWorkers(page);
  draw(page);
}

export const undo = (page: Page): void => attempt(page, () => go(page, true));
export const redo = (page: Page): void => attempt(page, () => go(page, false));

/** Tells the workers which rules hold: those of another session may be others. */
export function tellWorkers(page: Page): void {
  page.feed.open(shownSession(page), page.data.language);
}

/** Opens another plan. @param begun the state that its `[start]` names */
export function open(page: Page, name: string, text: string, begun: Session['begun']): void {
  change(page, () => {
    page.lines.open(openSession(SYSTEMS, text, name, page.data.language, begun));
    tellWorkers(page);
  });
}

/** Shows another line of the plan. */
export function changeLine(page: Page, action: (lines: Lines) => unknown): void {
  change(page, () => {
    const said = action(page.lines);
    tellWorkers(page);
    return said;
  });
}

/**
 * Puts another beginning into the plan; undo comes back to the one before it.
 * @throws LockstepError for one that cannot be read or begun
 */
export function beginWith(page: Page, head: string): void {
  const { session } = page.lines.shown();
  const text = `${head}${session.text().slice(session.head().length)}`;
  const next = openSession(SYSTEMS, text, session.file(), page.data.language, session.begun);
  next.goTo(session.at());
  changeLine(page, (lines) => lines.enter(next));
}
