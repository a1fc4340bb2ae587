/** The plan and its branches: which of them is shown, and what each of them shows. */
import type { Language } from '../../../../core/system/system.js';
import { LockstepError, SYSTEMS } from '../../../base/index.js';

import { RECORDING_NAME } from '../../../play/index.js';
import type { NamedPlan } from '../branch-lines.js';
import { createKnownStates, type KnownStates } from '../known-states.js';
import { openSession, type Session } from '../session.js';

export interface Line {
  readonly name: string;
  readonly session: Session;
  readonly known: KnownStates;
}

/** The name of a line as the page says it. */
export const shownName = (name: string): string => (name === RECORDING_NAME ? 'the plan' : name);

export interface Lines {
  all(): readonly Line[];
  /** Number of the shown line; 0 is the plan. */
  at(): number;
  shown(): Line;
  /** Puts a session in the place of the shown one. */
  enter(session: Session): void;
  /** Shows another line; numbers beyond the last one begin anew. */
  show(index: number): void;
  /** A new branch of the shown line, in the shown state. */
  fork(): void;
  /**
   * Gives the shown branch another name; the plan itself has none.
   * @throws LockstepError `E_BRANCH` for a name that is taken or empty
   */
  rename(name: string): void;
  /** Takes the shown branch away; the plan itself stays. */
  remove(): void;
  /**
   * Other branches in the place of those that are there.
   * @throws LockstepError with nothing changed
   */
  put(branches: readonly NamedPlan[]): void;
  /** Another plan, without branches. */
  open(session: Session): void;
  /** Puts back all lines as they stood. @param index the line that is shown then */
  restore(all: readonly Line[], index: number): void;
}

/** Commands among which a first decision is looked for. */
const MOST_LOOKED_AT = 50;

/** Shows the first state in which something can be commanded; without one the start. */
function goToDecision({ session, known }: Line): void {
  const most = Math.min(session.rows().length, MOST_LOOKED_AT);
  let at = 0;
  while (at <= most && known.choicesAt(at).rows.length === 0) at++;
  session.goTo(at > most ? 0 : at);
}

export function createLines(first: Session, language: Language): Lines {
  const lineOf = (name: string, session: Session): Line => {
    return { name, session, known: createKnownStates(session, language) };
  };
  const opened = (name: string, session: Session): Line => {
    const line = lineOf(name, session);
    goToDecision(line);
    return line;
  };
  let lines: readonly Line[] = [opened(RECORDING_NAME, first)];
  let at = 0;
  const shown = (): Line => lines[at] as Line;
  const copyOf = ({ file, begun }: Session, text: string): Session =>
    openSession(SYSTEMS, text, file(), language, begun);

  function freeName(): string {
    let number = 1;
    while (lines.some(({ name }) => name === `branch ${number}`)) number++;
    return `branch ${number}`;
  }

  return {
    all: () => lines,
    at: () => at,
    shown,
    enter(session) {
      const next = lineOf(shown().name, session);
      lines = lines.map((line, index) => (index === at ? next : line));
    },
    show(index) {
      at = (index + lines.length) % lines.length;
    },
    fork() {
      const { session } = shown();
      const next = copyOf(session, session.text());
      next.goTo(session.at());
      lines = [...lines, lineOf(freeName(), next)];
      at = lines.length - 1;
    },
    rename(given) {
      const name = given.trim();
      if (at === 0 || name === shown().name) return;
      if (name === '' || lines.some((line) => line.name === name)) {
        throw new LockstepError('E_BRANCH', name === '' ? 'a branch needs a name' : `${name} is a branch already`, {
          remedy: 'Give it another name',
        });
      }
      lines = lines.map((line, index) => (index === at ? { ...line, name } : line));
    },
    remove() {
      if (at === 0) return;
      lines = lines.filter((_, index) => index !== at);
      at = 0;
    },
    put(branches) {
      const [plan] = lines as readonly [Line];
      lines = [plan, ...branches.map(({ name, text }) => opened(name, copyOf(plan.session, text)))];
      at = Math.min(1, branches.length);
    },
    open(session) {
      lines = [opened(RECORDING_NAME, session)];
      at = 0;
    },
    restore(all, index) {
      lines = all;
      at = index;
    },
  };
}
