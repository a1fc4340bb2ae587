/** A comparison of two lines as text. */

import { countText } from '../../base/number-text.js';
import { tableLines } from '../../base/text-columns.js';
import { plainText } from '../entry-view/index.js';
import type { Both, LineComparison, LineCost } from './compare.js';

const MAX_CELLS = 12;
/** Sentences of a line. */
const MAX_SENTENCES = 12;

const COSTS: readonly (readonly [keyof LineCost, string])[] = [
  ['entries', ''],
  ['frames', 'frames'],
  ['actions', 'actions'],
  ['enemyActions', 'enemy actions'],
  ['enemyTurns', 'enemy turns'],
  ['presses', 'presses'],
  ['draws', 'draws'],
];

function frames(unit: string, [first, second]: Both<number>): string {
  return first === second ? `${unit} ${first}` : `${unit} ${first} | ${second}`;
}

/** Passive cells are only counted, unless there are no others. */
function cellLines<Cell extends { readonly passive: boolean }>(
  cells: readonly Cell[],
  text: (cell: Cell) => string,
): string[] {
  const active = cells.filter((cell) => !cell.passive);
  const shown = active.length > 0 ? active : cells;
  const lines = shown.slice(0, MAX_CELLS).map((cell) => `  ${text(cell)}`);
  if (shown.length > MAX_CELLS) lines.push(`  and ${shown.length - MAX_CELLS} more cells`);
  const rest = cells.length - shown.length;
  if (rest > 0) lines.push(`  and ${rest} that time or input alone move`);
  return lines;
}

function stateLines({ unit, state }: LineComparison): string[] {
  if (state === undefined) return ['no state differs up to the shorter end'];
  const { cells } = state;
  const shown = cellLines(cells, ({ cell, address, mine, theirs, writers: [one, other] }) => {
    const by = one === '' && other === '' ? '' : `  by ${one || 'nobody'} | ${other || 'nobody'}`;
    return `${plainText(cell)} at ${address}: ${mine} | ${theirs}${by}`;
  });
  const where =
    state.at === 0 ? 'they begin with different states' : `first different state: ${frames(unit, state.frames)}`;
  return [where, ...shown];
}

function onlyLine(cells: readonly string[], name: string): string {
  const rest = cells.length - MAX_CELLS;
  const more = rest > 0 ? ` and ${rest} more (--json has all)` : '';
  return `not compared, only in ${name}: ${cells.slice(0, MAX_CELLS).map(plainText).join(', ')}${more}`;
}

/** What happened in each line after the common part. */
export function toldLines({ unit, told }: LineComparison, names: Both<string>): string[] {
  return told.flatMap((entries, side) => {
    const all = entries.map(({ number, frame, told: sentence }) => {
      const inside = frame === undefined ? '' : `, frame ${frame}`;
      return `  ${unit} ${number}${inside}: ${plainText(sentence)}`;
    });
    const rest = all.length - MAX_SENTENCES;
    const more = rest > 0 ? [`  and ${countText(rest, 'more sentence')} (--json has all)`] : [];
    return all.length === 0 ? [] : [`${names[side]}, from there on:`, ...all.slice(0, MAX_SENTENCES), ...more];
  });
}

export function comparisonText(comparison: LineComparison, names: Both<string>): string[] {
  const { unit, input, costs, end, assumed } = comparison;
  const [first, second] = names.map(plainText) as [string, string];
  const lines = [`${first} | ${second}`];
  if (comparison.same) return [...lines, `the same: ${countText(comparison.lengths[0], unit)}`];
  if (input === undefined) lines.push('no input differs up to the shorter end');
  else lines.push(`first different input: ${frames(unit, input.frames)}: ${input.inputs.map(plainText).join(' | ')}`);
  lines.push(...stateLines(comparison));
  const rows = COSTS.filter(([key]) => costs[0][key] !== undefined).map(([key, name]) => [
    name === '' ? `${unit}s` : name,
    String(costs[0][key]),
    String(costs[1][key]),
  ]);
  const head = `after ${countText(comparison.common, unit)} in common`;
  lines.push(...tableLines([[head, first, second], ...rows], ['left', 'right']));
  if (assumed !== '' && costs[0].entries !== costs[1].entries) lines.push(`(${assumed})`);
  lines.push(...toldLines(comparison, [first, second]));
  const parted = `${countText(end.cells.length, 'cell')} ${end.cells.length === 1 ? 'differs' : 'differ'}`;
  lines.push(`end: ${frames(unit, end.frames)}, ${end.cells.length === 0 ? 'equal' : parted}`);
  lines.push(...end.outcome.map(([label, one, other]) => `  ${label}: ${plainText(one)} | ${plainText(other)}`));
  end.facts.forEach((facts, side) => {
    if (facts.length > 0) lines.push(`${side === 0 ? first : second}:`, ...facts.map((fact) => `  ${fact}`));
  });
  if (end.cells.length > 0) lines.push('cells that differ at the end:');
  lines.push(...cellLines(end.cells, ({ cell, mine, theirs }) => `${plainText(cell)}: ${mine} | ${theirs}`));
  comparison.onlyIn.forEach((cells, side) => {
    if (cells.length > 0) lines.push(onlyLine(cells, side === 0 ? first : second));
  });
  return lines;
}
