/** The workbench: opens a plan, shows its state and its choices, and lets it be changed. */
import { LockstepError, SYSTEMS } from '../../../base/index.js';
import type { RowCommand } from '../../../play/index.js';
import { createTimeChart } from '../../parts/charts.js';
import { createTabs, element, type KeyActions, listenToKeys } from '../../parts/dom.js';
import { fromBase64, writtenData } from '../../parts/packed.js';
import { indexAt, placeOf, unitWith } from '../../parts/steps.js';
import { openBranches } from '../branch-lines.js';
import type { ChoiceRow } from '../plain-choices.js';
import { openSession, plainCommand, type Session } from '../session.js';
import { placedHead } from '../start-places.js';
import type { WorkbenchData } from '../write.js';
import { createCalculatorPanel } from './calculator-panel.js';
import { createChoicePanel } from './choice-panel.js';
import type { Actions } from './context.js';
import { fileOf, listenToFiles, openFiles, saveBranches, share } from './file-actions.js';
import {
  type ButtonName,
  createAskPanel,
  createBranchBar,
  createHeader,
  createRestPanel,
  hasFighters,
  helpDialog,
} from './header.js';
import { createLines } from './lines.js';
import { createLivePanel } from './live-panel.js';
import { createOddsFeed, createOddsPanel, type OddsFeed } from './odds-panel.js';
import { chooseFiles, createLogPanel, type KeptPlan, kept, planOfAddress, saveFile } from './open-file.js';
import {
  attempt,
  beginWith,
  change,
  changeLine,
  messageOf,
  open,
  type Page,
  redo,
  render,
  shownSession,
  tellWorkers,
  undo,
} from './page-state.js';
import { createBoardPanel, createPlanPanel, createSetupPanel, createStoryPanel } from './plan-panel.js';

import { createPlayback } from './playback.js';
import { createSearchPanel } from './search-panel.js';

import { createWhyPanel } from './why-panel.js';
import { answerQuestions } from './worker.js';

/** Moves the shown command among the others. */
function shift(page: Page, by: number): void {
  const session = shownSession(page);
  const from = session.at() - 1;
  const to = from + by;
  if (from >= 0 && to >= 0 && to < session.rows().length) change(page, () => session.move(from, to));
}

const pressed = (page: Page): Readonly<Record<ButtonName, () => void>> => ({
  undo: () => undo(page),
  redo: () => redo(page),
  odds: () => {
    if (hasFighters(shownSession(page))) page.calculator.open();
    else page.header.say('the calculator knows the fighters of LIVE A LIVE alone', true);
  },
  find: () => attempt(page, () => page.search.open(shownSession(page), page.listed)),
  open: () => void chooseFiles().then((files) => openFiles(page, files)),
  save: () => saveFile(fileOf(page), shownSession(page).text()),
  share: () => void share(page),
  live: () => page.live.toggle(),
  help: () => page.help.showModal(),
});

/** Asks for another name of the shown branch. */
function askName(page: Page): void {
  if (page.lines.at() === 0) return;
  page.names.open('Name of the branch', page.lines.shown().name, (name) => {
    page.lines.rename(name);
    change(page, () => undefined);
  });
}

function removeBranch(page: Page): void {
  const { name } = page.lines.shown();
  if (page.lines.at() === 0) return;
  changeLine(page, (lines) => lines.remove());
  page.header.say(`${name} is taken away; Undo (Ctrl + Z) brings it back`, false);
}

/** Plays commands behind the shown state. The reader says what becomes of what follows there. */
function playHere(page: Page, commands: readonly RowCommand[]): void {
  const session = shownSession(page);
  const at = session.at();
  const rest = session.rows().length - at;
  const insert = (): void =>
    change(page, () => {
      for (const command of commands) session.play(command);
    });
  if (rest === 0) {
    insert();
    return;
  }
  const plain = commands.map((command) => plainCommand(session, command));
  page.rest.open(rest, {
    insert,
    replace: () => change(page, () => session.replaceRest(at, plain)),
    branch: () =>
      changeLine(page, (lines) => {
        lines.fork();
        return lines.shown().session.replaceRest(at, plain);
      }),
  });
}

function branchKeys(page: Page): KeyActions {
  return {
    f: () => changeLine(page, (lines) => lines.fork()),
    '[': () => changeLine(page, (lines) => lines.show(lines.at() - 1)),
    ']': () => changeLine(page, (lines) => lines.show(lines.at() + 1)),
    r: () => askName(page),
    'Shift+Delete': () => removeBranch(page),
    'Control+Shift+s': () => void saveBranches(page),
  };
}

function askWhy({ lines, why, data, state }: Page, cell: string | undefined): void {
  why.open(lines.shown().session, state, data.language, cell);
}

function keysOf(page: Page): KeyActions {
  const { undo, redo, find, odds, open: choose, save, share: toAddress, help } = pressed(page);
  const goTo = (place: (session: Session) => number) => () =>
    change(page, () => shownSession(page).goTo(place(shownSession(page))));
  return {
    ArrowUp: () => page.choices.step(-1),
    ArrowDown: () => page.choices.step(1),
    'Shift+ArrowUp': () => page.choices.stepTarget(-1),
    'Shift+ArrowDown': () => page.choices.stepTarget(1),
    u: () => page.choices.unfold(),
    ArrowLeft: goTo((session) => session.at() - 1),
    ArrowRight: goTo((session) => session.at() + 1),
    'Shift+ArrowLeft': () => page.playback.step(-1),
    'Shift+ArrowRight': () => page.playback.step(1),
    ' ': () => page.playback.replay(),
    m: () => page.playback.toggle(),
    Home: goTo(() => 0),
    End: goTo((session) => session.rows().length),
    Enter: () => page.choices.playChosen(),
    Delete: () => change(page, () => shownSession(page).remove(shownSession(page).at() - 1)),
    ...branchKeys(page),
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
    o: odds,
    e: () => page.setup.open(shownSession(page)),
    w: () => askWhy(page, undefined),
    c: () => page.story.fold(),
    x: () => page.board.threat(),
    '+': () => page.chart.zoom(0.5),
    '-': () => page.chart.zoom(2),
    '0': () => page.chart.zoom(0),
    l: () => page.live.toggle(),
    t: () => page.header.theme.click(),
  };
}

/** Shows what a choice aims at and what it would do. @param isAsked the reader pointed at it */
function point(page: Page, row: ChoiceRow | undefined, isAsked: boolean): void {
  page.pointed = row;
  page.isAsked = isAsked;
  if (isAsked) page.playback.leave();
  const odds = row && page.feed.of(row);
  page.board.point(row, odds, isAsked);
  page.story.point(row);
  const nameOf = (prefix: string): string => unitWith(page.state.units, prefix)?.name ?? prefix;
  page.odds.show(row === undefined ? '' : `${row.name} ${row.where}`, odds, nameOf);
}

/** What the workers tell goes to the panels. */
function createFeed(panels: () => Page): OddsFeed {
  return createOddsFeed({
    told(row, index, odds) {
      const page = panels();
      page.choices.tell(index, odds);
      if (row === page.pointed) point(page, row, page.isAsked);
    },
    done: () => panels().choices.told(),
    fault: (message) => panels().header.say(message, true),
  });
}

/** @throws LockstepError for a plan that cannot be read or begun */
function createPage(data: WorkbenchData, text: string): Page {
  const { begun, language } = data;
  const state = begun && { ...begun, image: fromBase64(begun.image) };
  const lines = createLines(openSession(SYSTEMS, text, data.file, language, state), language);
  const { session, known } = lines.shown();
  const actions: Actions = {
    play: (...commands) => playHere(page, commands),
    goTo: (at) => change(page, () => shownSession(page).goTo(at)),
    move: (from, to) => change(page, () => shownSession(page).move(from, to)),
    point: (row, isAsked) => point(page, row, isAsked),
    choose: (x, y) => page.choices.findText(`${x},${y}`),
    find: (name) => page.choices.findText(name),
    hover: (at) => page.choices.hover(at),
    playChosen: () => page.choices.playChosen(),
    place: (unit, x, y) => attempt(page, () => beginWith(page, placedHead(shownSession(page), unit, x, y))),
  };
  const odds = createOddsPanel();
  const chart = createTimeChart((frame, line) => actions.goTo(indexAt(page.ends, placeOf(line, frame))));
  const live = createLivePanel({
    session: () => shownSession(page),
    language,
    show: (shown) => page.board.follow(shown),
    goTo: actions.goTo,
  });
  const branches = createBranchBar({
    choose: (index) => changeLine(page, (all) => all.show(index)),
    fork: () => changeLine(page, (all) => all.fork()),
    rename: () => askName(page),
    remove: () => removeBranch(page),
    save: () => void saveBranches(page),
  });
  const page: Page = {
    ...{ data, lines, odds, chart, branches, live },
    state: known.stateAt(session.at()),
    listed: { actor: '', rows: [], refused: [], isWhole: true },
    ...{ drawn: [], ends: [] },
    header: createHeader((name) => pressed(page)[name]()),
    help: helpDialog(),
    board: createBoardPanel(actions, live.node),
    choices: createChoicePanel(actions),
    plan: createPlanPanel(actions, branches.node),
    story: createStoryPanel(odds.node, chart.node, (cell) => askWhy(page, cell)),
    search: createSearchPanel({
      attempt: (action) => attempt(page, action),
      take: ({ commands = [] }, at) => change(page, () => shownSession(page).replaceRest(at, commands)),
    }),
    setup: createSetupPanel((head) => beginWith(page, head)),
    log: createLogPanel((name, { text: plan, begun: from, note }) => {
      open(page, name, plan, from);
      if (note !== '') page.header.say(note, false);
    }),
    why: createWhyPanel(),
    calculator: createCalculatorPanel(),
    names: createAskPanel(),
    rest: createRestPanel(),
    edits: { past: [], future: [] },
    feed: createFeed(() => page),
    playback: createPlayback(() => page.board),
    pointed: undefined,
    isAsked: false,
  };
  page.board.below.append(page.playback.node);
  return page;
}

/** Puts the panels into the document and listens. */
function begin(page: Page): void {
  tellWorkers(page);
  const panels: Readonly<Record<string, HTMLElement>> = {
    Choices: page.choices.node,
    Board: page.board.node,
    Plan: page.plan.node,
    Story: page.story.node,
  };
  const tabs = createTabs(Object.keys(panels), (chosen) => {
    for (const [name, panel] of Object.entries(panels)) panel.classList.toggle('chosen', name === chosen);
  });
  document.body.append(
    element('main', { id: 'workbench' }, page.header.node, page.header.banner, tabs, ...Object.values(panels)),
    ...[
      page.help,
      page.search.node,
      page.setup.node,
      page.log.node,
      page.why.node,
      page.names.node,
      page.rest.node,
      page.calculator.node,
    ],
  );
  listenToKeys(keysOf(page));
  listenToFiles((files) => void openFiles(page, files));
  render(page);
  if (page.data.note !== undefined) page.header.say(page.data.note, false);
  // for whoever measures how long it takes to open
  requestAnimationFrame(() => performance.mark('shown'));
}

/** The branches that were kept, or those that the page was written with. */
async function restoreBranches(page: Page, plan: KeptPlan | undefined): Promise<void> {
  const { branches } = page.data;
  if (plan !== undefined) page.lines.put(plan.branches);
  else if (branches !== undefined) {
    page.lines.put(await openBranches(shownSession(page), branches.text, branches.file));
  }
}

/** What is said when the page opens another plan than the one that it was asked for. */
const OWN_INSTEAD = 'this is the plan that the page was written with';

async function beginPage(): Promise<void> {
  const data = (await writtenData()) as WorkbenchData;
  const { text: shared, isDamaged } = await planOfAddress(location.hash);
  const before = shared === undefined ? kept(data.file, data.text) : undefined;
  const other = shared ?? before?.text;
  let page: Page | undefined;
  let said = isDamaged ? `the link is damaged: ${OWN_INSTEAD}` : '';
  try {
    if (other !== undefined) page = createPage(data, other);
  } catch (error) {
    if (!(error instanceof LockstepError)) throw error;
    const whose = shared === undefined ? 'the plan that was kept' : 'the plan of the link';
    said = `${whose} cannot be opened (${error.sentence}): ${OWN_INSTEAD}`;
  }
  const isOther = page !== undefined;
  page ??= createPage(data, data.text);
  if (shared === undefined || !isOther) await restoreBranches(page, isOther ? before : undefined);
  begin(page);
  if (said !== '') page.header.say(said, true);
}

// the same script runs in the page and in its workers
if (typeof document === 'undefined') answerQuestions();
else {
  beginPage().catch((error: unknown) => {
    document.body.append(element('p', { class: 'fault', role: 'alert' }, messageOf(error)));
  });
}
