/** What a choice comes to, in a few words: numbers, effects, and which choice is the best. */

import { commandText } from '../../../play/index.js';
import { changeText, prefixOfCell, type ShownState, unitWith } from '../../parts/steps.js';
import type { ChoiceRow } from '../plain-choices.js';

import type { Likelihood, RowOdds, UnitOdds } from '../work/messages.js';

/** Whose gauge it is. */
function ownerOf(state: ShownState, cell: string): string {
  return unitWith(state.units, prefixOfCell(cell))?.name ?? '';
}

/** `Namcat −23`: HP that a command would change. */
function healthText({ preview }: ChoiceRow, state: ShownState): string {
  const changes = preview.changes.filter(({ label }) => label === 'HP');
  return changes.map(({ cell, before, after }) => `${ownerOf(state, cell)} ${changeText(after - before)}`).join(', ');
}

/** A sentence without what stands above it already: who acts, and with what. */
function shortened(sentence: string, actor: string, name: string): string {
  for (const begin of [`${actor}: ${name} `, `${actor}\uff1a${name}\u2192`, `${actor} `]) {
    if (actor !== '' && sentence.startsWith(begin)) return sentence.slice(begin.length);
  }
  return sentence;
}

/** Where and on whom; of a command without a place what else it names. */
function whereText({ where, name, command }: ChoiceRow): string {
  if (where !== '' || name !== command.command) return where;
  // who acts, and how long one waits, go without saying
  const { ally: _ally, frames: _frames, presses: _presses, ...rest } = command;
  return commandText({ ...rest, command: '' }).trim();
}

/** The change of HP before the sentences. */
function effectText(row: ChoiceRow, state: ShownState, actor: string): string {
  const told = row.preview.told.map((sentence) => shortened(sentence, actor, row.name));
  return [healthText(row, state), ...told].filter((text) => text !== '').join('; ');
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

/** `KO 29..100%`; a certain one is `KO` alone. @param share as `shareText` has it; empty: none */
export const knockOutText = (share: string): string => (share === '' ? '' : share === '100%' ? 'KO' : `KO ${share}`);

/** Of a row that touches nobody as far as it was looked at. */
function chanceText(likelihood: Likelihood | undefined, { open }: RowOdds): string {
  if (likelihood !== undefined) return shareText(likelihood);
  return open === '' ? '' : '0..100%';
}

interface Column {
  readonly title: string;
  readonly isNumber?: true;
  readonly text: (row: ChoiceRow, state: ShownState, actor: string) => string;
  /** What is known only once the draws have been looked at. */
  readonly odds?: (odds: RowOdds) => string;
  /** What a reader of the title learns more. */
  readonly hint?: string;
}

export const COLUMNS: readonly Column[] = [
  { title: 'where', text: whereText },
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
  { title: 'points', hint: 'action points after it', isNumber: true, text: pointsText },
  { title: 'frames', isNumber: true, text: ({ preview }) => String(preview.frames) },
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

/** How good a choice is: the class goes before the value. */
export interface Rank {
  /** 0: it takes HP of others or gives them back; 1: anything else; 2: it reaches nobody. */
  readonly class: 0 | 1 | 2;
  /** HP to be expected, a knock-out far more. */
  readonly value: number;
}

/** What a knock-out counts, in HP: more than any unit has. */
const KNOCK_OUT = 100_000;

/** @param odds undefined: the command as the generator stands is all that is known */
export function rankOf(row: ChoiceRow, odds: RowOdds | undefined, { units }: ShownState, side: number): Rank {
  const isOwn = (prefix: string): boolean => unitWith(units, prefix)?.side === side;
  // HP that others lose, or one's own side recovers
  const worth = (prefix: string, lost: number): number => Math.max(0, isOwn(prefix) ? -lost : lost);
  let value = 0;
  if (odds === undefined) {
    for (const { label, cell, before, after } of row.preview.changes) {
      if (label === 'HP') value += worth(prefixOfCell(cell), before - after);
    }
  } else {
    for (const { prefix, lost, out } of odds.units) {
      value += lost.reduce((sum, [hp, { share }]) => sum + share * worth(prefix, hp), 0);
      if (!isOwn(prefix)) value += KNOCK_OUT * out.share;
    }
  }
  if (value > 0) return { class: 0, value };
  const isAimed = row.name !== row.command.command && row.cell !== undefined;
  const touches = odds === undefined ? row.on !== '' : odds.units.length > 0;
  return { class: isAimed && !touches ? 2 : 1, value: 0 };
}

export const compareRanks = (one: Rank, other: Rank): number => one.class - other.class || other.value - one.value;
