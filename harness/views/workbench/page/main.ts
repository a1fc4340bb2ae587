/** The workbench: opens a plan, shows its state and its choices, and lets it be changed. */
import { LockstepError } from '../../../base/errors.js';
import { SYSTEMS } from '../../../base/systems.js';
import { element } from '../../parts/dom.js';
import { fromBase64, writtenData } from '../../parts/packed.js';
import type { ChoiceRow, ChoiceTable } from '../choice-rows.js';
import type { WorkbenchData } from '../data.js';
import { createKnownStates, type KnownStates } from '../known-states.js';
import type { PlayedRow } from '../play-rows.js';
import { openSession, type Session } from '../session.js';
import type { ShownState } from '../units.js';
import { type BoardPanel, createBoardPanel } from './board-panel.js';
import { type ChoicePanel, createChoicePanel } from './choice-panel.js';
import type { Actions, Panel, Shown } from './context.js';
import { type ButtonName, createHeader, createTabs, type Header, helpDialog } from './header.js';
import { type KeyActions, listenToFiles, listenToKeys } from './keys.js';
import { createOddsFeed, type OddsFeed } from './odds-feed.js';
import { createOddsPanel, type OddsPanel } from './odds-panel.js';
import { createPlanPanel } from './plan-panel.js';
import { createSearchPanel, type SearchPanel } from './search-panel.js';
import { createSetupPanel, type SetupPanel } from './setup-panel.js';
import { addressOf, chooseFile, keep, kept, planOfAddress, saveFile } from './share.js';
import { createStoryPanel, type StoryPanel } from './story-panel.js';
import { answerQuestions } from './worker.js';

/** The page: the plan that is open, and the panels that show it. */
interface Page {
  readonly data: WorkbenchData;
  session: Session;
  /** Sessions with other beginnings of the plan, which undo comes back to. */
  readonly earlier: Session[];
  known: KnownStates;
  state: ShownState;
  listed: ChoiceTable;
  /** Rows whose curves are drawn. */
  drawn: readonly PlayedRow[] | undefined;
  readonly header: Header;
  readonly help: HTMLDialogElement;
  readonly board: BoardPanel;
  readonly choices: ChoicePanel;
  readonly plan: Panel;
  readonly story: StoryPanel;
  readonly odds: OddsPanel;
  readonly search: SearchPanel;
  readonly setup: SetupPanel;
  readonly feed: OddsFeed;
  /** The choice whose odds are shown. */
  pointed: ChoiceRow | undefined;
}

const messageOf = (error: unknown): string => (error instanceof LockstepError ? error.message : String(error));

/** Draws the gauges over the plan, once for its rows. */
function drawCurves(page: Page): void {
  const { session, known, story } = page;
  const rows = session.rows();
  if (page.drawn === rows) return;
  page.drawn = rows;
  const samples = [0, ...rows.map((_, index) => index + 1)].map((place) => known.stateAt(place));
  story.draw(samples, [0, ...rows.map(({ clock }) => clock)]);
}

function render(page: Page): void {
  drawCurves(page);
  const { session, data, known, header, board, choices, plan, story } = page;
  page.state = known.stateAt(session.at());
  page.listed = known.choicesAt(session.at());
  const shown: Shown = { session, language: data.language, state: page.state, choices: page.listed };
  header.show(session);
  page.feed.ask(session, shown.choices.rows);
  for (const panel of [board, choices, plan, story]) panel.show(shown);
}

/** Does something; a refusal is said. */
function attempt(page: Page, action: () => void): void {
  try {
    action();
  } catch (error) {
    page.header.say(messageOf(error), true);
  }
}

/** Does something to the plan. A refusal is said, and nothing has changed. */
function change(page: Page, action: () => void): void {
  attempt(page, () => {
    action();
    render(page);
    keep(page.session.file(), page.data.text, page.session.text());
  });
}

function open(page: Page, name: string, text: string): void {
  change(page, () => {
    enter(page, openSession(SYSTEMS, text, name, page.data.language, page.session.begun));
    page.earlier.length = 0;
  });
}

/** Shows another session: its rules may be others. */
function enter(page: Page, session: Session): void {
  page.session = session;
  page.known = createKnownStates(session, page.data.language);
  page.drawn = undefined;
  page.feed.open(session, page.data.language);
}

/**
 * Puts another beginning into the plan; undo comes back to the session before it.
 * @throws LockstepError for one that cannot be read or begun
 */
function beginWith(page: Page, head: string): void {
  const { session, data } = page;
  const text = `${head}${session.text().slice(session.head().length)}`;
  const next = openSession(SYSTEMS, text, session.file(), data.language, session.begun);
  next.goTo(session.at());
  page.earlier.push(session);
  change(page, () => enter(page, next));
}

function undo(page: Page): void {
  const earlier = page.session.undo() ? undefined : page.earlier.pop();
  if (earlier !== undefined) enter(page, earlier);
}

async function openChosen(page: Page): Promise<void> {
  const file = await chooseFile();
  if (file !== undefined) open(page, file.name, file.text);
}

async function share(page: Page): Promise<void> {
  history.replaceState(null, '', await addressOf(page.session.text()));
  await navigator.clipboard?.writeText(location.href).catch(() => undefined);
  page.header.say('the address of this page holds the plan', false);
}

/** Moves the shown command among the others. */
function shift(page: Page, by: number): void {
  const { session } = page;
  const from = session.at() - 1;
  const to = from + by;
  if (from >= 0 && to >= 0 && to < session.rows().length) change(page, () => session.move(from, to));
}

const pressed = (page: Page): Readonly<Record<ButtonName, () => void>> => ({
  undo: () => change(page, () => undo(page)),
  redo: () => change(page, () => page.session.redo()),
  find: () => attempt(page, () => page.search.open(page.session, page.listed)),
  open: () => void openChosen(page),
  save: () => saveFile(page.session.file(), page.session.text()),
  share: () => void share(page),
  help: () => page.help.showModal(),
});

function keysOf(page: Page): KeyActions {
  const { undo, redo, find, open: choose, save, share: toAddress, help } = pressed(page);
  const goTo = (place: (session: Session) => number) => () =>
    change(page, () => page.session.goTo(place(page.session)));
  return {
    ArrowUp: () => page.choices.step(-1),
    ArrowDown: () => page.choices.step(1),
    ArrowLeft: goTo((session) => session.at() - 1),
    ArrowRight: goTo((session) => session.at() + 1),
    Home: goTo(() => 0),
    End: goTo((session) => session.rows().length),
    Enter: () => page.choices.playChosen(),
    Delete: () => change(page, () => page.session.remove(page.session.at() - 1)),
    '/': () => page.choices.find(),
    '?': help,
    'Alt+ArrowUp': () => shift(page, -1),
    'Alt+ArrowDown': () => shift(page, 1),
    'Control+z': undo,
    'Control+y': redo,
    'Control+o': choose,
    'Control+s': save,
    'Alt+s': toAddress,
    b: find,
    e: () => page.setup.open(page.session),
  };
}

/** Shows what a choice aims at and what it would do. */
function point(page: Page, row: ChoiceRow | undefined): void {
  page.pointed = row;
  page.board.point(row);
  page.story.point(row);
  const nameOf = (prefix: string): string =>
    page.state.units.find(({ prefixes }) => prefixes.includes(prefix))?.name ?? prefix;
  page.odds.show(row === undefined ? '' : `${row.name} ${row.where}`, row && page.feed.of(row), nameOf);
}

/** What the workers tell goes to the panels. */
function createFeed(panels: () => Page): OddsFeed {
  return createOddsFeed({
    told(row, index, odds) {
      const page = panels();
      page.choices.tell(index, odds);
      if (row === page.pointed) point(page, row);
    },
    done: () => panels().choices.told(),
    fault: (message) => panels().header.say(message, true),
  });
}

/** @throws LockstepError for a plan that cannot be read or begun */
function start(data: WorkbenchData, text: string): void {
  const { begun } = data;
  const session = openSession(
    SYSTEMS,
    text,
    data.file,
    data.language,
    begun && { ...begun, image: fromBase64(begun.image) },
  );
  const actions: Actions = {
    play: (command) => change(page, () => page.session.play(command)),
    goTo: (at) => change(page, () => page.session.goTo(at)),
    move: (from, to) => change(page, () => page.session.move(from, to)),
    point: (row) => point(page, row),
    choose: (x, y) => page.choices.find(`${x},${y}`),
  };
  const odds = createOddsPanel();
  const known = createKnownStates(session, data.language);
  const page: Page = {
    data,
    session,
    earlier: [],
    known,
    state: known.stateAt(session.at()),
    listed: { actor: '', rows: [], refused: [], isWhole: true },
    drawn: undefined,
    header: createHeader((name) => pressed(page)[name]()),
    help: helpDialog(),
    board: createBoardPanel(actions),
    choices: createChoicePanel(actions),
    plan: createPlanPanel(actions),
    story: createStoryPanel(odds.node),
    odds,
    search: createSearchPanel({
      attempt: (action) => attempt(page, action),
      take: ({ commands = [] }, at) => change(page, () => page.session.replaceRest(at, commands)),
    }),
    setup: createSetupPanel((head) => beginWith(page, head)),
    feed: createFeed(() => page),
    pointed: undefined,
  };
  page.feed.open(session, data.language);
  const panels = {
    Board: page.board.node,
    Choices: page.choices.node,
    Plan: page.plan.node,
    Story: page.story.node,
  };
  const tabs = createTabs(panels, 'Choices');
  document.body.append(
    element('main', { id: 'workbench' }, page.header.node, tabs, ...Object.values(panels)),
    page.help,
    page.search.node,
    page.setup.node,
  );
  listenToKeys(keysOf(page));
  listenToFiles((name, content) => open(page, name, content));
  render(page);
  // for whoever measures how long it takes to open
  requestAnimationFrame(() => performance.mark('shown'));
}

async function beginPage(): Promise<void> {
  const data = (await writtenData()) as WorkbenchData;
  const shared = await planOfAddress(location.hash);
  start(data, shared ?? kept(data.file, data.text) ?? data.text);
}

// the same script runs in the page and in its workers
if (typeof document === 'undefined') answerQuestions();
else {
  beginPage().catch((error: unknown) => {
    document.body.append(element('p', { class: 'fault', role: 'alert' }, messageOf(error)));
  });
}
