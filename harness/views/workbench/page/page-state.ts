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
import type { ChoicePanel } from './choice-panel.js';
import type { Panel, Shown } from './context.js';
import { type AskPanel, type BranchBar, clockUnit, type Header } from './header.js';
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
  readonly names: AskPanel;
  readonly odds: OddsPanel;
  readonly search: SearchPanel;
  readonly setup: SetupPanel;
  readonly feed: OddsFeed;
  readonly playback: Playback;
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

/** Does something to the plan. A refusal is said, and nothing has changed. */
export function change(page: Page, action: () => void): void {
  attempt(page, () => {
    action();
    render(page);
    const [plan, ...branches] = page.lines.all().map(({ name, session }) => ({ name, text: session.text() }));
    if (plan !== undefined) keep(shownSession(page).file(), page.data.text, { text: plan.text, branches });
  });
}

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
export function changeLine(page: Page, action: (lines: Lines) => void): void {
  change(page, () => {
    action(page.lines);
    tellWorkers(page);
  });
}

/**
 * Puts another beginning into the plan; undo comes back to the session before it.
 * @throws LockstepError for one that cannot be read or begun
 */
export function beginWith(page: Page, head: string): void {
  const { session, earlier } = page.lines.shown();
  const text = `${head}${session.text().slice(session.head().length)}`;
  const next = openSession(SYSTEMS, text, session.file(), page.data.language, session.begun);
  next.goTo(session.at());
  changeLine(page, (lines) => lines.enter(next, [...earlier, session]));
}

export function undo(page: Page): void {
  const { session, earlier } = page.lines.shown();
  const last = session.undo() ? undefined : earlier.at(-1);
  if (last === undefined) return;
  page.lines.enter(last, earlier.slice(0, -1));
  tellWorkers(page);
}
