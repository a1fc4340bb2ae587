/** Columns of the table of choices: what a command would do now, and what may come of it. */

import type { ShownState } from '../../parts/steps.js';
import type { ChoiceRow } from '../plain-choices.js';

import type { Likelihood, RowOdds, UnitOdds } from '../work/messages.js';

interface Column {
  readonly title: string;
  readonly isNumber?: true;
  readonly text: (row: ChoiceRow, state: ShownState) => string;
  /** What is known only once the draws have been looked at. */
  readonly odds?: (odds: RowOdds) => string;
  /** What a reader of the title learns more. */
  readonly hint?: string;
}

/** Whose gauge it is. */
function ownerOf(state: ShownState, cell: string): string {
  const prefix = /^[^.]+/.exec(cell)?.[0] ?? '';
  return state.units.find(({ prefixes }) => prefixes.includes(prefix))?.name ?? '';
}

/** `−23`, `+4`. */
export function changeText(change: number): string {
  return `${change < 0 ? '\u2212' : '+'}${Math.abs(change)}`;
}

/** `Namcat −23`: HP that a command would change. */
function healthText({ preview }: ChoiceRow, state: ShownState): string {
  const changes = preview.changes.filter(({ label }) => label === 'HP');
  return changes
    .map(({ cell, before, after }) => {
      return `${ownerOf(state, cell)} ${changeText(after - before)}`;
    })
    .join(', ');
}

/** The change of HP before the sentences: a narrow table shows no more. */
function effectText(row: ChoiceRow, state: ShownState): string {
  return [healthText(row, state), ...row.preview.told].filter((text) => text !== '').join('; ');
}

function pointsText({ preview }: ChoiceRow, state: ShownState): string {
  const cell = state.gauges.find(({ role }) => role === 'points')?.cell;
  const change = preview.changes.find((one) => one.cell === cell);
  return change === undefined ? '' : String(change.after);
}

/** HP that a unit loses if it is hit: `23\u201341`; `+12` recovered; `?` while more may come. */
export function lostText(unit: UnitOdds | undefined, open: string): string {
  const lost = unit?.lost.map(([hp]) => hp).filter((hp) => hp !== 0) ?? [];
  const more = open === '' ? '' : '?';
  if (lost.length === 0) return more;
  const [least, most] = [Math.min(...lost), Math.max(...lost)];
  if (most < 0) return `${least === most ? `+${-most}` : `+${-most}\u2013${-least}`}${more}`;
  return `${least === most ? String(least) : `${least}\u2013${most}`}${more}`;
}

/**
 * `81%`; more than nothing is never 0, less than all never 100. While something is open it is a
 * bound, `28..100%`, its ends rounded outwards.
 */
export function shareText({ share, most }: Likelihood): string {
  if (most > share) return `${Math.floor(100 * share)}..${Math.ceil(100 * most)}%`;
  if (share === 0) return '';
  if (share > 0.995 && share < 1) return '>99%';
  return share < 0.01 ? '<1%' : `${Math.round(100 * share)}%`;
}

/** Of a row that touches nobody as far as it was looked at. */
function chanceText(likelihood: Likelihood | undefined, { open }: RowOdds): string {
  if (likelihood !== undefined) return shareText(likelihood);
  return open === '' ? '' : '0..100%';
}

export const COLUMNS: readonly Column[] = [
  { title: 'command', text: ({ name }) => name },
  { title: 'where', text: ({ where }) => where },
  { title: 'points', hint: 'action points after it', isNumber: true, text: pointsText },
  { title: 'frames', isNumber: true, text: ({ preview }) => String(preview.frames) },
  {
    title: 'damage',
    hint: 'HP lost, from the least to the most, over all draws; ? while draws are not looked at',
    isNumber: true,
    text: () => '',
    odds: ({ units: [first], open }) => lostText(first, open),
  },
  {
    title: 'hit',
    hint: 'chance that HP are lost at all; 28..100% while draws are not looked at',
    isNumber: true,
    text: () => '',
    odds: (odds) => chanceText(odds.units[0]?.hit, odds),
  },
  {
    title: 'KO',
    hint: 'chance of a knock-out; 28..100% while draws are not looked at',
    isNumber: true,
    text: () => '',
    odds: (odds) => chanceText(odds.units[0]?.out, odds),
  },
  {
    title: 'draws',
    hint: 'random numbers that it may draw',
    isNumber: true,
    text: () => '',
    odds: ({ draws }) => String(draws),
  },
  { title: 'next', hint: 'who is next', text: ({ preview }) => preview.next },
  { title: 'effect', hint: 'what happens with the generator as it stands', text: effectText },
];
