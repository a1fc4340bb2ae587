/** The table of odds as text and as plain data. */
import { countText } from '../../../../core/system/names.js';
import { tableLines, wrap, wrappedDependence } from '../../../base/index.js';

import {
  boundedJson,
  boundedPercent,
  boundedText,
  type Chance,
  chanceJson,
  fractionText,
  NEVER,
  percentText,
} from '../graph/chance.js';
import { unsettledLines } from '../position/position.js';
import type { OddsBegun, OddsRow, OddsTable, Share, UnitOutcome } from './odds-table.js';

const WIDTH = 100;

function ofStates(states: number, all: number): string {
  const hundredths = Math.floor((states * 10_000) / all);
  if (hundredths === 0 && states > 0) return '<0.01%';
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}%`;
}

/**
 * `13/16 = 81.25% (81.40%)`, in brackets of the cycles.
 *
 * @param open what was not looked at: the chance is a bound, and so is the share of the cycles
 */
function shareText({ chance, states }: Share, all: number, open: Chance): string {
  const cycles = ofStates(states, all);
  return `${boundedText({ least: chance, open })} (${open.numerator === 0n ? '' : 'at least '}${cycles})`;
}

type Amounts = readonly (readonly [amount: number, share: Share])[];

/** @param open what was not looked at */
function rangeOf(amounts: Amounts, open: Chance): string {
  const values = amounts.map(([amount]) => amount);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const more = open.numerator === 0n ? '' : ' and more?';
  if (most <= 0 && least < 0) return `+${-most}..${-least}${more}`;
  return `${least === most ? String(least) : `${least}..${most}`}${more}`;
}

/** HP lost. @param open what was not looked at */
function rangeText({ lost }: UnitOutcome, open: Chance): string {
  return lost.length === 0 ? 'not known' : rangeOf(lost, open);
}

/** `HP lost 11..13`, and of who recovers, whatever comes, `HP gained 32..39`. */
function changeText(outcome: UnitOutcome, open: Chance): string {
  const range = rangeText(outcome, open);
  return range.startsWith('+') ? `HP gained ${range.slice(1)}` : `HP lost ${range}`;
}

/** What the screen shows, `96..120` of a damage and `+30` of a recovery; `-` for nothing. */
export function shownRange({ damage, healed }: UnitOutcome, open: Chance): string {
  const parts = [
    ...(damage.length > 0 ? [rangeOf(damage, open)] : []),
    ...(healed.length > 0 ? [`+${rangeOf(healed, open)}`] : []),
  ];
  return parts.join(', ') || '-';
}

/** `damage 96..120, `, as the screen shows it; empty for nothing. */
function shownText({ damage, healed }: UnitOutcome, open: Chance): string {
  const text = damage.length > 0 ? `damage ${rangeOf(damage, open)}, ` : '';
  return healed.length > 0 ? `${text}recovery ${rangeOf(healed, open)}, ` : text;
}

/** The same where it is not the HP lost: what a screen shows beyond them. */
export function unheldText(outcome: UnitOutcome, open: Chance): string {
  const { damage, healed, lost } = outcome;
  const isHeld = healed.length > 0 || valuesOf(damage) !== valuesOf(lost.filter(([hp]) => hp !== 0));
  return isHeld ? shownText(outcome, open).replace(/, $/, '') : '';
}

/** `90: 3/16  92: 1/2`; nothing for a single one. */
function amountLines(head: string, amounts: Amounts, open: Chance): string[] {
  if (amounts.length < 2) return [];
  const ofValue = ({ chance }: Share): string =>
    (open.numerator === 0n ? fractionText(chance) : '') || boundedPercent({ least: chance, open });
  return wrap(`    ${head}${amounts.map(([amount, share]) => `${amount}: ${ofValue(share)}`).join('  ')}`, WIDTH);
}

const valuesOf = (amounts: Amounts): string => amounts.map(([amount]) => amount).join(' ');

/** Numbers on the screen, where they are not those of the HP lost, and the HP lost. */
function valueLines({ damage, healed, lost }: UnitOutcome, open: Chance): string[] {
  const isGained = lost.some(([hp]) => hp < 0) && lost.every(([hp]) => hp <= 0);
  const unheld = valuesOf(damage) === valuesOf(lost.filter(([hp]) => hp !== 0)) ? [] : damage;
  return [
    ...amountLines('damage  ', unheld, open),
    ...amountLines('recovery  ', healed, open),
    ...(isGained
      ? amountLines('HP gained  ', lost.map(([hp, share]) => [-hp, share] as const).reverse(), open)
      : amountLines(damage.length + healed.length === 0 ? '' : 'HP lost  ', lost, open)),
  ];
}

function extras({ out, moved, turned, statuses, abnormalities }: UnitOutcome, all: number, open: Chance): string[] {
  const named: (readonly [string, Share])[] = [
    ['KO', out],
    ...statuses,
    ...abnormalities.map(([number, share]) => [`abnormality ${number}`, share] as const),
    ['moved', moved],
    ['turned', turned],
  ];
  return (
    named
      // a knock-out that was not seen may still come of what was not looked at
      .filter(([name, { chance }]) => chance.numerator !== NEVER.numerator || (name === 'KO' && open.numerator !== 0n))
      .map(([name, share]) => `${name} ${shareText(share, all, open)}`)
  );
}

function rowHead({ skill, target, side, ifFacing, cells, facings }: OddsRow): string {
  const where = side === '' ? '' : ` from the ${side}`;
  const when = ifFacing === '' ? '' : `, were it to face ${ifFacing}`;
  return `${skill} on ${target.unit.name}${where}${when}; facing ${facings.join(' or ')}, cell ${cells.join(' ')}`;
}

function rowLines(row: OddsRow, all: number): string[] {
  const { target, others, now, open } = row;
  const lines = [rowHead(row)];
  if (target.lost.length === 0) return [...lines, '  limit reached before anything was known (--limit)'];
  const shown = shownText(target, open);
  const first = `${shown}${changeText(target, open)} of ${target.unit.hp}, any at all ${shareText(target.hurt, all, open)}`;
  const present = now === undefined ? '' : `; from the generator's present state ${now}`;
  lines.push(...wrap(`  ${[first + present, ...extras(target, all, open)].join('; ')}`, WIDTH));
  lines.push(...valueLines(target, open));
  for (const other of others) {
    const loses = `${shownText(other, open)}${changeText(other, open)}`;
    const text = `${other.unit.name}: ${loses}, any at all ${shareText(other.hurt, all, open)}`;
    lines.push(...wrap(`  ${[text, ...extras(other, all, open)].join('; ')}`, WIDTH));
  }
  const { together } = row;
  if (together !== undefined) lines.push(`  all targets looked at together: ${together}`);
  if (open.numerator !== 0n) {
    lines.push(
      `  limit reached: ${percentText(open)} of the draws were not looked at: every chance above is a bound (--limit)`,
    );
  }
  return lines;
}

/** A percentage of the table; where draws were not looked at it is a bound. */
function cellText({ open, target }: OddsRow, { chance }: Share): string {
  return target.lost.length === 0 ? 'not known' : boundedPercent({ least: chance, open });
}

/** Names of the rows; with the facing where rows of one skill and target differ in it. */
function rowNames(rows: readonly OddsRow[]): readonly (readonly [skill: string, target: string])[] {
  const names = rows.map(({ skill, side, ifFacing, target }) => {
    const where = `${target.unit.name}${side === '' ? '' : `, ${side}`}${ifFacing === '' ? '' : ' *'}`;
    return [skill, where] as const;
  });
  return names.map(([skill, where], index) => {
    const alike = names.filter((name) => name[0] === skill && name[1] === where);
    return alike.length === 1 ? [skill, where] : [`${skill}, ${rows[index]?.facings.join(' or ')}`, where];
  });
}

/** What a table begins with. @param horizon in words */
export function oddsHead(file: string, at: string, horizon: string, { actor, states }: OddsBegun): string {
  return `${[
    `${file} ${at}: ${actor}, ${horizon}`,
    'Damage and recovery: what the screen shows, added up, not held at the HP that are left or the largest HP.',
    `Chances: over unknown draws (each 0..255 alike); in brackets over the ${countText(states, 'state')} of the generator's known cycles.`,
    '',
  ].join('\n')}\n`;
}

/** Rows of a skill, as they stand in the table's text. */
export function rowsText(rows: readonly OddsRow[], states: number): string {
  return rows.map((row) => `${rowLines(row, states).join('\n')}\n`).join('');
}

/** @param horizon in words */
export function oddsText(file: string, at: string, horizon: string, table: OddsTable): string {
  const { actor, rows, states, idle, late, cut, unpublished, unsettled } = table;
  const names = rowNames(rows);
  const heads = rows.map((row, index) => [
    ...(names[index] ?? []),
    shownRange(row.target, row.open),
    rangeText(row.target, row.open),
    cellText(row, row.target.hurt),
    cellText(row, row.target.out),
  ]);
  const lines = [
    ...(rows.length > 0 ? [''] : []),
    ...tableLines([['skill', 'target', 'damage', 'HP lost', 'hurt', 'KO'], ...heads], ['left', 'left', 'right']),
    ...(rows.some(({ ifFacing }) => ifFacing !== '') ? ['* were the target to face another way'] : []),
    '',
  ];
  if (table.left > 0) lines.push(`not finished: ${countText(table.left, 'choice')} not looked at`);
  if (cut.length > 0)
    lines.push(...wrap(`limit reached before anything was known (--limit): ${cut.join(', ')}`, WIDTH));
  if (rows.length + late.length + cut.length === 0)
    lines.push(`no skill of ${actor} reaches anybody from there: a command that moves comes first`);
  if (idle.length > 0) lines.push(...wrap(`touches nobody from there: ${idle.join(', ')}`, WIDTH));
  if (late.length > 0) {
    const text = `charges until after another ally's next command, so that its odds depend on that one: ${late.join(', ')}`;
    lines.push(...wrap(text, WIDTH));
  }
  lines.push(...wrappedDependence(unpublished, WIDTH));
  lines.push(...unsettledLines(unsettled));
  return `${oddsHead(file, at, horizon, table)}${rowsText(rows, states)}${lines.join('\n')}\n`;
}

/** What may happen to a unit as plain data. @param shareJson a share as plain data */
export function unitJson<Plain extends object>(outcome: UnitOutcome, shareJson: (share: Share) => Plain) {
  const { unit, lost, damage, healed, struck, hurt, out, moved, turned, statuses, abnormalities } = outcome;
  return {
    unit: unit.prefix,
    name: unit.name,
    hp: unit.hp,
    lost: lost.map(([hp, share]) => ({ hp, ...shareJson(share) })),
    damage: damage.map(([amount, share]) => ({ amount, ...shareJson(share) })),
    healed: healed.map(([amount, share]) => ({ amount, ...shareJson(share) })),
    struck: shareJson(struck),
    hurt: shareJson(hurt),
    ko: shareJson(out),
    moved: shareJson(moved),
    turned: shareJson(turned),
    statuses: statuses.map(([status, share]) => ({ status, ...shareJson(share) })),
    abnormalities: abnormalities.map(([abnormality, share]) => ({ abnormality, ...shareJson(share) })),
  };
}

export function oddsJson(table: OddsTable) {
  const shareOf =
    (open: Chance) =>
    ({ chance, states }: Share) => ({ ...boundedJson({ least: chance, open }), states });
  return {
    actor: table.actor,
    draws: 'unknown: each 0..255 alike',
    states: table.states,
    whole: table.isWhole,
    left: table.left,
    rows: table.rows.map(({ target, others, open, now, together, ...row }) => ({
      ...row,
      now: now ?? null,
      together: together ?? null,
      target: unitJson(target, shareOf(open)),
      others: others.map((other) => unitJson(other, shareOf(open))),
      open: chanceJson(open),
    })),
    idle: table.idle,
    late: table.late,
    cut: table.cut,
    unpublished: table.unpublished,
    unsettled: table.unsettled,
  };
}
