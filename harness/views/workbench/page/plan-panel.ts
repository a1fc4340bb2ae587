/** The plan as rows: a mark where all is as expected, else the first difference. */

import { readCell, ruleErrorOf, stateHash } from '../../../../core/system/battle.js';
import { countText } from '../../../../core/system/names.js';
import type { Language, ReachView } from '../../../../core/system/system.js';
import { possibleChanges } from '../../../../rom-map/index.js';
import { sentenceOf, shownCellValue } from '../../../base/index.js';
import { type RowCommand, unitPrefix } from '../../../play/index.js';
import { button, element } from '../../parts/dom.js';
import { createRowList, type ListedRow } from '../../parts/row-list.js';
import { type ChangedCell, createHappened, createSidePanel } from '../../parts/side-panel.js';
import {
  type BoardNote,
  type BoardTrace,
  changeText,
  keyOf,
  noteAt,
  prefixOfCell,
  type ShownState,
  type ShownUnit,
  unitWith,
} from '../../parts/steps.js';
import type { ChoiceRow } from '../plain-choices.js';
import type { PlayedRow } from '../play-rows.js';
import { cameOf } from '../played-steps.js';
import type { Session } from '../session.js';
import { mayPlace } from '../start-places.js';
import type { RowOdds } from '../work/messages.js';
import { knockOutText, lostText, shareText } from './choice-columns.js';
import type { Actions, Panel, Shown } from './context.js';

// The board and the forecast, with what the chosen command reaches, hits and aims at.

export interface BoardPanel extends Panel {
  /**
   * Shows what a choice reaches, aims at and hits, and what may come of it; undefined: nothing.
   * @param odds undefined: they are not known yet
   * @param isAsked the reader pointed at it; else what happened stays on the board
   */
  point(row: ChoiceRow | undefined, odds: RowOdds | undefined, isAsked: boolean): void;
  /** Draws what the shown command did, until the reader points at a choice; undefined: nothing. */
  trace(happened: BoardTrace | undefined): void;
  /** Draws a moment of the shown command; undefined: its end. */
  moment(units: readonly ShownUnit[] | undefined): void;
  /** Shows the squares that enemies could strike, or no longer. */
  threat(): void;
  /** Stands right below the board. */
  readonly below: HTMLElement;
  /** Shows the state of a running game; undefined: that of the plan again. */
  follow(state: ShownState | undefined): void;
}

const placesOf = (rows: readonly ChoiceRow[]): Set<string> =>
  new Set(rows.flatMap(({ cell }) => (cell === undefined ? [] : [keyOf(...cell)])));

/** What a choice takes of each unit that it touches: over all draws, or as the generator stands. */
function expectedNotes({ preview }: ChoiceRow, odds: RowOdds | undefined, { units }: ShownState): BoardNote[] {
  const noteOf = (prefix: string, text: string, recovers: boolean): BoardNote[] => {
    const unit = unitWith(units, prefix);
    if (unit === undefined || unit.x < 0 || text === '') return [];
    return [noteAt(unit, text, recovers ? 'recovery' : 'damage')];
  };
  if (odds !== undefined) {
    return odds.units.flatMap((unit) => {
      const [lost, out] = [lostText(unit, odds.open), shareText(unit.out)];
      const sign = lost === '' || lost.startsWith('+') ? '' : '\u2212';
      const text = [`${sign}${lost}`, knockOutText(out)].filter((part) => part !== '');
      return noteOf(unit.prefix, text.join(' '), lost.startsWith('+'));
    });
  }
  return preview.changes
    .filter(({ label }) => label === 'HP')
    .flatMap(({ cell, before, after }) => noteOf(prefixOfCell(cell), changeText(after - before), after > before));
}

const NO_MARKS = { reach: new Set<string>(), hit: new Set<string>(), aimed: '', notes: [] };
/** What is said of the places at the start: whose they are, and how they are changed. */
function startLines({ system, battle }: Session): string[] {
  const isAssumed = system.capabilities.planning?.startPlaces?.(battle, 1) !== undefined;
  const seen = possibleChanges(isAssumed ? ['startPlaces'] : []).map(({ change }) => change);
  return [...seen, 'Drag a unit to where it stood, or give it the focus and press an arrow key.'];
}

/** @param above stands above the board */
export function createBoardPanel(actions: Actions, above: HTMLElement): BoardPanel {
  const side = createSidePanel({ choose, hover, find: actions.find });
  const start = element('div', { class: 'quiet start-places' });
  side.node.prepend(above);
  side.node.querySelector('.boardbox')?.append(start);
  side.node.addEventListener('dblclick', ({ target }) => {
    if (target instanceof SVGElement && target.dataset['cell'] !== undefined) actions.playChosen();
  });
  let now: Shown | undefined;
  let game: ShownState | undefined;
  let happened: BoardTrace | undefined;
  /** The unit whose reach is shown: a click on a square takes it there. */
  let chosen: { readonly unit: ShownUnit; readonly reach: ReachView } | undefined;
  let hasThreat = false;
  const toggle = button('Threat', 'Threat (x): how many enemies could strike each square next', threat);
  const keysWhere = (columns: number, test: (index: number) => boolean, count: number): Set<string> =>
    new Set(
      Array.from({ length: count }, (_, index) => index)
        .filter(test)
        .map((index) => keyOf(index % columns, Math.floor(index / columns))),
    );

  function choose(x: number, y: number): void {
    const { session, state } = now as Shown;
    const reachOf = session.system.capabilities.views?.overview?.reach;
    const commands = chosen?.reach.commandsTo(x, y) ?? [];
    if (reachOf === undefined || game !== undefined) {
      actions.choose(x, y);
      return;
    }
    if (commands.length > 0) {
      actions.play(...(commands as RowCommand[]));
      return;
    }
    const index = state.units.findIndex((unit) => unit.x === x && unit.y === y);
    const [unit, before] = [state.units[index], chosen?.unit];
    const reach = unit === undefined || unit === before ? undefined : reachOf(session.battle, index);
    chosen = unit === undefined || reach === undefined ? undefined : { unit, reach };
    side.trace(undefined);
    if (chosen === undefined && before === undefined) actions.choose(x, y);
    else markReach();
  }

  /** Blue where the chosen unit may go, red where it could strike from there. */
  function markReach(): void {
    const [columns = 1] = now?.state.board ?? [];
    const { left = [], strikes = [] } = chosen?.reach ?? {};
    const reach = keysWhere(columns, (index) => (left[index] as number) >= 0, left.length);
    const hit = keysWhere(columns, (index) => strikes[index] === 1 && (left[index] as number) < 0, left.length);
    side.mark({ ...NO_MARKS, reach, hit });
  }

  function hover(at: readonly [x: number, y: number] | undefined): void {
    if (chosen === undefined) {
      actions.hover(at);
      return;
    }
    const places = at === undefined ? [] : chosen.reach.wayTo(...at);
    side.trace({ ways: [{ unit: chosen.unit, places, isPushed: false }], notes: [] });
  }

  function showThreat(): void {
    const { session, state } = now as Shown;
    const threatOf = session.system.capabilities.views?.overview?.threat;
    toggle.hidden = threatOf === undefined || state.board === undefined;
    toggle.setAttribute('aria-pressed', String(hasThreat));
    const own = chosen?.unit.side ?? Math.max(0, state.sides.indexOf(state.turn));
    side.threat(hasThreat && game === undefined ? threatOf?.(session.battle, own) : undefined);
  }

  function threat(): void {
    hasThreat = !hasThreat;
    showThreat();
  }

  function draw(): void {
    if (now === undefined) return;
    side.node.classList.toggle('of-game', game !== undefined);
    side.show(game ?? now.state, placesOf(now.choices.rows), game === undefined ? now.choices.actor : '');
    const isMovable = game === undefined && mayPlace(now.session);
    start.replaceChildren(...(isMovable ? startLines(now.session) : []).map((text) => element('p', {}, text)));
    side.movable(isMovable ? actions.place : undefined);
    showThreat();
  }
  side.below.append(toggle);
  return {
    node: side.node,
    show(shown) {
      now = shown;
      chosen = undefined;
      draw();
    },
    threat,
    follow(state) {
      if (state === game) return;
      game = state;
      draw();
    },
    below: side.below,
    trace(drawn) {
      happened = drawn;
      side.trace(drawn);
      if (drawn !== undefined) side.mark(NO_MARKS);
    },
    moment(units) {
      if (units === undefined) draw();
      else side.moment(units);
    },
    point(row, odds, isAsked) {
      if (now === undefined) return;
      if (!isAsked && (happened !== undefined || chosen !== undefined)) return;
      chosen = undefined;
      // what was is no background for what may be
      if (happened !== undefined) side.trace(undefined);
      happened = undefined;
      const { session, choices, state } = now;
      const named = session.system.capabilities.choices;
      const area = row === undefined ? [] : (named?.area(session.battle, row.words) ?? []);
      // commands that only ask name every square, and would hide the grounds
      const isReach = row?.cell !== undefined && named !== undefined;
      const others = isReach ? choices.rows.filter(({ name }) => name === row.name) : [];
      const aimed = row?.cell === undefined ? '' : keyOf(...row.cell);
      const hit = new Set(area.map((cell) => keyOf(...cell)));
      const notes = row === undefined || game !== undefined ? [] : expectedNotes(row, odds, state);
      side.mark({ reach: placesOf(others), hit, aimed, notes });
    },
  };
}

// The start of the plan as text: setup, generator, party, switches.

export interface SetupPanel {
  readonly node: HTMLDialogElement;
  open(session: Session): void;
}

/** @param change puts another beginning into the plan, or throws for one that cannot be begun */
export function createSetupPanel(change: (head: string) => void): SetupPanel {
  const text = element('textarea', { rows: '18', spellcheck: 'false', 'aria-label': 'beginning of the plan' });
  const said = element('p', { role: 'status', class: 'fault' });
  const apply = element('button', { type: 'button' }, 'Apply');
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Close'));
  const note =
    'Everything before the first command: generator, formation, party, items, switches. All commands are played anew.';
  const title = element('h2', { id: 'setup-title' }, 'Start of the battle');
  const bar = element('div', { class: 'bar' }, apply, close);
  const node = element('dialog', { id: 'setup', 'aria-labelledby': 'setup-title' });
  node.append(title, element('p', { class: 'quiet' }, note), text, said, bar);
  apply.addEventListener('click', () => {
    try {
      change(text.value);
      node.close();
    } catch (error) {
      said.textContent = sentenceOf(error);
    }
  });
  return {
    node,
    open(session) {
      text.value = session.head();
      said.textContent = '';
      node.showModal();
    },
  };
}

// What happened in the shown command, which cells it changed, and what a choice would do.

export interface StoryPanel extends Panel {
  /** Tells what a choice would do. */
  point(row: ChoiceRow | undefined): void;
  /** Opens or folds the changed cells. */
  fold(): void;
}

/** Cells that the shown command changed, each with what it was before and is now. */
function changedCells({ battle, imageAt, at }: Session, { units }: Shown['state']): ChangedCell[] {
  const [before, after] = [imageAt(at() - 1), imageAt(at())];
  return battle.cells.flatMap((cell) => {
    const [was, is] = [readCell(before, cell), readCell(after, cell)];
    if (was === is || cell.scratch === true) return [];
    const unit = unitWith(units, unitPrefix(cell))?.label ?? '';
    return [
      { cell: cell.name, unit, text: `${cell.name} ${shownCellValue(cell, was)} \u2192 ${shownCellValue(cell, is)}` },
    ];
  });
}

/** What a command did of which nothing is told. */
function silentText({ system }: Session, row: PlayedRow | undefined): string {
  const code = row?.refusal ?? '';
  if (code === '') return 'Nothing happened';
  return `Refused with ${code}, as the plan expects: ${ruleErrorOf(system, code)?.meaning ?? 'it cannot be read'}`;
}

/**
 * @param odds stands beside what happened
 * @param chart stands beside both
 * @param why tells why a cell is as it is
 */
export function createStoryPanel(odds: HTMLElement, chart: HTMLElement, why: (cell: string) => void): StoryPanel {
  const happened = createHappened({ isOpen: false, why });
  const would = element('ul');
  const wouldTitle = element('h2');
  happened.node.append(wouldTitle, would);
  return {
    node: element('section', { id: 'story' }, happened.node, odds, chart),
    fold: happened.fold,
    point(row) {
      const lines = row?.preview.told ?? [];
      wouldTitle.textContent = lines.length === 0 || row === undefined ? '' : `${row.name} ${row.where} would give`;
      would.replaceChildren(...lines.map((text) => element('li', {}, text)));
    },
    show({ session, state }) {
      const at = session.at();
      const row = session.rows()[at - 1];
      const told = row === undefined ? ['The battle begins'] : row.happened.map(({ sentence }) => sentence);
      happened.show({
        ...{ head: '', more: [] },
        // as `lockstep run --json` gives it at the end of the same commands
        notes: [`State ${stateHash(session.battle)}`],
        wrong: row === undefined ? [] : [row.fault, ...row.differences].filter((text) => text !== ''),
        told: told.length === 0 ? [silentText(session, row)] : told,
        changed: row === undefined ? undefined : () => changedCells(session, state),
      });
    },
  };
}

const START: ListedRow = { mark: '', isWrong: false, text: 'start', number: '', lines: [], title: 'start' };

const isWrong = ({ fault, differences }: PlayedRow): boolean => fault !== '' || differences.length > 0;
const commandOf = ({ text, repeat }: PlayedRow): string => (repeat === 1 ? text : `${text} \u00d7 ${repeat}`);

/** Below the command: the command of a label, what came of it, the first difference. */
function linesOf(row: PlayedRow, language: Language): (readonly [kind: string, text: string])[] {
  const { label, fault, differences } = row;
  const came = cameOf(row, language);
  const [difference] = fault === '' ? differences : [fault];
  return [
    ...(label === '' ? [] : [['quiet', commandOf(row)] as const]),
    ...(came.text === '' ? [] : [[came.isOther ? 'other-end' : 'came', came.text] as const]),
    ...(difference === undefined ? [] : [['fault', difference] as const]),
  ];
}

function listedRow(row: PlayedRow, language: Language): ListedRow {
  const { label, fault, differences, compared, clock, happened } = row;
  const command = commandOf(row);
  const right = compared > 0 ? '\u2713' : '';
  const told = happened.map(({ sentence }) => sentence);
  return {
    ...{
      mark: isWrong(row) ? '\u2717' : right,
      isWrong: isWrong(row),
      lines: linesOf(row, language),
      number: String(clock),
    },
    text: label === '' ? command : label,
    title: [label, command, ...told, ...differences, fault].filter((text) => text !== '').join('\n'),
  };
}

/** @param branches stands above the rows */
export function createPlanPanel(actions: Actions, branches: HTMLElement): Panel {
  const list = createRowList({
    label: 'plan',
    pick: actions.goTo,
    move: (from, to) => actions.move(from - 1, to - 1),
    firstMoved: 1,
  });
  const title = element('h2', {}, 'Plan');
  const node = element('section', { id: 'plan' }, element('div', { class: 'bar' }, title), branches, list.node);
  let shown: readonly PlayedRow[] | undefined;

  return {
    node,
    show({ session, language }) {
      const rows = session.rows();
      if (rows !== shown) {
        shown = rows;
        title.textContent = `Plan: ${countText(rows.length, 'command')}`;
        list.set(
          rows.length + 1,
          (index) => (index === 0 ? START : listedRow(rows[index - 1] as PlayedRow, language)),
          (index) => (index === 0 ? 1 : 1 + linesOf(rows[index - 1] as PlayedRow, language).length),
        );
      }
      list.choose(session.at());
    },
  };
}
