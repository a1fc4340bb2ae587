/** What every panel of the workbench sees and may do. */
import type { Language } from '../../../../core/system/system.js';
import type { RowCommand } from '../../../play/index.js';
import type { ShownState } from '../../parts/steps.js';
import type { ChoiceRow, ChoiceTable } from '../plain-choices.js';

import type { Session } from '../session.js';

/** The state that is shown, and what may be commanded in it. */
export interface Shown {
  readonly session: Session;
  readonly state: ShownState;
  readonly choices: ChoiceTable;
  readonly language: Language;
}

export interface Actions {
  /** Plays commands one after the other. */
  play(...commands: readonly RowCommand[]): void;
  goTo(at: number): void;
  move(from: number, to: number): void;
  /**
   * Shows on the board what a choice aims at; undefined: nothing.
   * @param isAsked the reader pointed at it
   */
  point(row: ChoiceRow | undefined, isAsked: boolean): void;
  /** Lists choices that name this cell only. */
  choose(x: number, y: number): void;
  /** Lists the choices that name a thing. */
  find(name: string): void;
  /** The pointer is on a square of the board, or has left it. */
  hover(at: readonly [x: number, y: number] | undefined): void;
  playChosen(): void;
  /** Puts a unit to another square at the start. @param unit such as `enemy[0]` */
  place(unit: string, x: number, y: number): void;
}

export interface Panel {
  readonly node: HTMLElement;
  show(shown: Shown): void;
}
