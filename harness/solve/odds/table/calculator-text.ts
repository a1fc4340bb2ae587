/** The calculator's answer as text and as plain data. */
import { tableLines, wrap, wrappedDependence } from '../../../base/index.js';
import { boundedJson, boundedPercent, chanceJson } from '../graph/chance.js';
import type { CalculatorRow, CalculatorTable } from './calculator.js';
import { shownRange, unitJson } from './odds-text.js';

const WIDTH = 100;

function percents({ out }: CalculatorRow): string[] {
  return out.map((chance) => (chance === undefined ? 'not known' : boundedPercent(chance)));
}

function lineOf(row: CalculatorRow): string[] {
  const { skill, side, target, open } = row;
  const hit = boundedPercent({ least: target.struck.chance, open });
  return [
    skill,
    `${target.unit.name}, ${side}`,
    String(target.unit.hp),
    shownRange(target, open),
    hit,
    ...percents(row),
  ];
}

const HEAD = ['skill', 'on', 'HP', 'damage', 'hit', 'KO in 1', 'in 2', 'in 3'];

/** The answer as a table with the sentences round it, for a terminal and for the page. */
export interface CalculatorLines {
  readonly title: string;
  readonly meaning: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What stands in no row, and why. */
  readonly notes: readonly string[];
}

export function calculatorLines({ attacker, figures, foreign, rows, none }: CalculatorTable): CalculatorLines {
  const stats = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  return {
    title: `${attacker} (${stats.join(', ')}), without a plan`,
    meaning:
      'Damage: what the screen shows, not held at the HP that are left. KO in 2 and 3: each use from the same side on the same state, but for the HP. Chances are exact over unknown draws; a range is a bound (--limit). How far a skill reaches and how long it charges is not asked.',
    head: HEAD,
    rows: rows.map(lineOf),
    notes: [
      ...(foreign.length > 0 ? [`never learned by ${attacker}: ${foreign.join(', ')}`] : []),
      ...(none.length > 0 ? [`does nothing there, or cannot be set up: ${none.join(', ')}`] : []),
    ],
  };
}

export function calculatorText(table: CalculatorTable): string {
  const { title, meaning, head, rows, notes } = calculatorLines(table);
  const lines = [title, ...wrap(meaning, WIDTH), '', ...tableLines([head, ...rows], ['left', 'left', 'right'])];
  for (const note of notes) lines.push('', ...wrap(note, WIDTH));
  const rests = wrappedDependence(table.unpublished, WIDTH);
  if (rests.length > 0) lines.push('', ...rests);
  return `${lines.join('\n')}\n`;
}

export function calculatorJson({ attacker, figures, foreign, rows, none, unpublished }: CalculatorTable) {
  return {
    attacker,
    figures,
    foreign,
    draws: 'unknown: each 0..255 alike',
    rows: rows.map(({ skill, side, target, out, open, setup }) => ({
      skill,
      side,
      target: unitJson(target, ({ chance }) => boundedJson({ least: chance, open })),
      koWithin: out.map((chance) => (chance === undefined ? null : boundedJson(chance))),
      open: chanceJson(open),
      setup,
    })),
    none,
    unpublished,
  };
}
