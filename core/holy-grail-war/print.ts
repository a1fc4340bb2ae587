/**
 * The war as text: the units, the pairs, and the pair table. Source: ours.
 */
import { pairFields, unitFields, warFields } from './cells.js';
import { BattleStep, Injury, Line, NONE, Phase, Slot, Stat, Status, wordOf } from './names.js';
import { pairTable } from './pair-table.js';
import { escapeCost } from './round-end.js';
import type { PairSetup, UnitSetup } from './setup.js';
import { battleStat } from './stats.js';
import { readPair, readUnit, readWar, type War } from './war.js';

/** Aligns columns to their widest entry: the first to the left, the others to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((text, column) => {
      widths[column] = Math.max(widths[column] ?? 0, text.length);
    });
  }
  return rows.map((row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

function unitRow(war: War, unit: number): string[] {
  const cell = (field: (typeof unitFields)[keyof typeof unitFields]): number => readUnit(war, unit, field);
  const side = cell(unitFields.side);
  const stat = (number: number): string => String(battleStat(war, unit, number));
  return [
    (war.setup.units[unit] as UnitSetup).id,
    stat(Stat.str),
    stat(Stat.con),
    stat(Stat.agi),
    stat(Stat.mag),
    `${cell(unitFields.hp)}/${cell(unitFields.maxHp)}`,
    `${cell(unitFields.mp)}/${cell(unitFields.maxMp)}`,
    stat(Stat.advantage),
    cell(unitFields.status) === Status.alive
      ? wordOf(Injury, cell(unitFields.injury))
      : wordOf(Status, cell(unitFields.status)),
    side === NONE ? '-' : `${side} ${wordOf(Line, cell(unitFields.line))}`,
    readWar(war, warFields.battleStep) === BattleStep.end && side !== NONE ? String(escapeCost(war, unit)) : '-',
  ];
}

function pairLine(war: War, pair: number): string {
  const { id, master, servant } = war.setup.pairs[pair] as PairSetup;
  const name = (unit: number): string => war.setup.units[unit]?.id ?? '-';
  const seals = readPair(war, pair, pairFields.seals);
  const eaten = readPair(war, pair, pairFields.soulEaten);
  const exposed = readPair(war, pair, pairFields.exposed) === 1 ? ', secrecy broken' : '';
  const members = `${name(master)} + ${name(servant)}`;
  return `${id}: ${members}, seals ${seals}, souls ${eaten}${exposed}`;
}

export function printWar(war: War): string {
  const ids = war.setup.units.map((unit) => unit.id);
  const step = readWar(war, warFields.battleStep);
  const round = step === BattleStep.none ? '' : `, round ${readWar(war, warFields.round)} ${wordOf(BattleStep, step)}`;
  const slot = wordOf(Slot, readWar(war, warFields.slot));
  const head = `day ${readWar(war, warFields.day)} ${slot}, ${wordOf(Phase, readWar(war, warFields.phase))}${round}`;
  const heading = ['unit', 'str', 'con', 'agi', 'mag', 'HP', 'MP', 'advantage', 'state', 'side', 'escape'];
  const units = alignColumns([heading, ...ids.map((_, unit) => unitRow(war, unit))]);
  const table = pairTable(war).map((row) => [
    `${ids[row.attacker]} > ${ids[row.defender]}`,
    String(row.attack),
    String(row.hits),
    String(row.damage),
  ]);
  const pairs = war.setup.pairs.map((_, pair) => pairLine(war, pair));
  const exchanges = table.length === 0 ? [] : ['', ...alignColumns([['pair', 'attack', 'hits', 'damage'], ...table])];
  return [head, '', ...pairs, '', ...units, ...exchanges, ''].join('\n');
}
