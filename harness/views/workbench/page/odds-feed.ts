/** Asks a worker for the odds of the listed choices, and hands them on as they come. */
import type { Language } from '../../../../core/system/system.js';
import { afterDrawn } from '../../parts/dom.js';
import type { ChoiceRow } from '../choice-table.js';
import type { Session } from '../session.js';
import type { Question, Reply, RowOdds } from '../work/messages.js';
import { type Helper, startHelper } from './worker.js';

export interface OddsFeed {
  /** The plan's system and rules are asked from now on. */
  open(session: Session, language: Language): void;
  /** Choices of the shown state, the most wanted first. */
  ask(session: Session, rows: readonly ChoiceRow[]): void;
  of(row: ChoiceRow): RowOdds | undefined;
}

export interface OddsListener {
  told(row: ChoiceRow, index: number, odds: RowOdds): void;
  done(): void;
  fault(message: string): void;
}

export function createOddsFeed(listener: OddsListener): OddsFeed {
  let helper: Helper | undefined;
  /** Asked before the worker runs: it starts when the page is drawn. */
  let waiting: Question[] = [];
  let number = 0;
  let rows: readonly ChoiceRow[] = [];
  let known = new Map<ChoiceRow, RowOdds>();

  function answer(reply: Reply): void {
    if (reply.is === 'fault') listener.fault(reply.message);
    if (reply.is === 'odds' && reply.number === number && reply.odds !== undefined) {
      const row = rows[reply.index];
      if (row === undefined) return;
      known.set(row, reply.odds);
      listener.told(row, reply.index, reply.odds);
    }
    if (reply.is === 'all odds' && reply.number === number) listener.done();
  }

  function begin(): void {
    const started = startHelper(answer);
    helper = started;
    for (const question of waiting) started.ask(question);
    waiting = [];
  }

  function send(question: Question): void {
    if (helper !== undefined) helper.ask(question);
    else if (waiting.push(question) === 1) afterDrawn(begin);
  }

  return {
    open(session, language) {
      if (session.system.capabilities.planning?.forceDraws === undefined) return;
      send({ is: 'open', text: session.text(), file: session.file(), language, begun: session.begun });
    },
    ask(session, listed) {
      number++;
      rows = listed;
      known = new Map();
      if (session.system.capabilities.planning?.forceDraws === undefined) return;
      const image = session.battle.image.slice();
      send({ is: 'odds', number, image, commands: rows.map(({ words }) => words) });
    },
    of: (row) => known.get(row),
  };
}
