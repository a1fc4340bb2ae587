/** What is seen of a war besides its cells: time, areas, what pairs know, the allocation. */

import { countText, ownNamed } from '../system/names.js';
import type { GaugeShape, PanelView, PlaceView, TableView, UnitView } from '../system/system.js';
import { quotaOf } from './allocation.js';
import { exchangeFields, pairFields, unitFields, warFields } from './cells.js';
import { attackNow, damageNow, hitsNow, opposes } from './damage.js';
import {
  ACTION_WORDS,
  Action,
  allFacts,
  BATTLE_STEP_WORDS,
  BattleStep,
  Fact,
  INJURY_WORDS,
  Injury,
  Line,
  NONE,
  PHASE_WORDS,
  Phase,
  SLOT_WORDS,
  Slot,
  Stat,
  Status,
  wordOf,
} from './names.js';
import { escapeCost } from './round-end.js';
import type { PairSetup, UnitSetup } from './setup.js';
import { seesPlace } from './sheet.js';
import { battleStat, isAlive } from './stats.js';
import { readExchange, readFacts, readPair, readParts, readUnit, readWar, type War } from './war.js';

// The pair table: attack, hits and damage of every unit on every opposing unit. Source: H24, H25,
// H26. In the end step it holds the dealt damage; before, the damage with the present points;
// outside a battle, the damage between units of different pairs without points.

export interface PairTableRow {
  readonly attacker: number;
  readonly defender: number;
  readonly attack: number;
  readonly hits: number;
  readonly damage: number;
}

function recordedRow(war: War, attacker: number, defender: number): PairTableRow {
  return {
    attacker,
    defender,
    attack: readExchange(war, attacker, defender, exchangeFields.attack),
    hits: readExchange(war, attacker, defender, exchangeFields.hits),
    damage: readExchange(war, attacker, defender, exchangeFields.damage),
  };
}

function presentRow(war: War, attacker: number, defender: number): PairTableRow {
  return {
    attacker,
    defender,
    attack: attackNow(war, attacker, defender),
    hits: hitsNow(war, attacker, defender),
    damage: damageNow(war, attacker, defender),
  };
}

function strangers(war: War, attacker: number, defender: number): boolean {
  return war.pairOf[attacker] !== war.pairOf[defender] && isAlive(war, attacker) && isAlive(war, defender);
}

/** The pair table. @returns one row for each direction, by attacker's number */
export function pairTable(war: War): PairTableRow[] {
  const step = readWar(war, warFields.battleStep);
  const rows: PairTableRow[] = [];
  for (let attacker = 0; attacker < war.unitCount; attacker++) {
    for (let defender = 0; defender < war.unitCount; defender++) {
      if (step === BattleStep.end) {
        const row = recordedRow(war, attacker, defender);
        // of two who met, one at least has hits: their agilities differ in one sense only (H24)
        if (row.hits !== 0 || recordedRow(war, defender, attacker).hits !== 0) rows.push(row);
      } else if (step === BattleStep.none ? strangers(war, attacker, defender) : opposes(war, attacker, defender)) {
        rows.push(presentRow(war, attacker, defender));
      }
    }
  }
  return rows;
}

// The war as text: the units, the pairs, and the pair table. Source: ours.

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
    (war.setup.units[unit] as UnitSetup).name,
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
  const name = (unit: number): string => war.setup.units[unit]?.name ?? '-';
  const seals = readPair(war, pair, pairFields.seals);
  const eaten = readPair(war, pair, pairFields.soulEaten);
  const exposed = readPair(war, pair, pairFields.exposed) === 1 ? ', secrecy broken' : '';
  const members = `${name(master)} + ${name(servant)}`;
  return `${id}: ${members}, seals ${seals}, souls ${eaten}${exposed}`;
}

export function printWar(war: War): string {
  const ids = war.setup.units.map((unit) => unit.name);
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

type PanelLine = readonly [label: string, value: string];
/** A field of a unit. */
type UnitField = (typeof unitFields)[keyof typeof unitFields];

function timePanel(war: War): PanelView {
  const step = readWar(war, warFields.battleStep);
  const lines: PanelLine[] = [
    ['day', `${readWar(war, warFields.day)}, ${SLOT_WORDS[readWar(war, warFields.slot)]}`],
    ['phase', wordOf(Phase, readWar(war, warFields.phase))],
  ];
  if (step !== BattleStep.none) {
    lines.push(['battle', `round ${readWar(war, warFields.round)}, ${wordOf(BattleStep, step)}`]);
  }
  return { title: 'Time', lines };
}

/** H7, H10: who is where, whose base it is, who goes there until the actions are processed. */
function areaPanel(war: War): PanelView {
  const { areas, units, pairs } = war.setup;
  const unitsIn = (field: UnitField, area: number): string[] =>
    units.flatMap(({ name }, unit) => (readUnit(war, unit, field) === area ? [name] : []));
  const line = (area: number, name: string): PanelLine => {
    const base = pairs.flatMap(({ id }, pair) =>
      readPair(war, pair, pairFields.base) === area ? [`base of ${id}`] : [],
    );
    const goes = area !== NONE && readWar(war, warFields.phase) !== Phase.processing;
    const going = goes ? unitsIn(unitFields.actionArea, area).map((id) => `${id} goes there`) : [];
    return [name, [...unitsIn(unitFields.area, area), ...base, ...going].join(', ') || '-'];
  };
  const known = areas.map((name, area) => line(area, name));
  const unknown = line(NONE, 'unknown');
  return { title: 'Areas', lines: unknown[1] === '-' ? known : [...known, unknown] };
}

/** The areas with who stands there and who sees it; in a battle the steps of its round. */
export function tableOfWar(war: War): TableView {
  const { areas, units, pairs } = war.setup;
  const step = readWar(war, warFields.battleStep);
  const phase = readWar(war, warFields.phase);
  const thingsIn = (area: number) =>
    units.flatMap(({ name }, unit) => {
      const pair = war.pairOf[unit] as number;
      const goes = readUnit(war, unit, unitFields.actionArea);
      const isHere = readUnit(war, unit, unitFields.area) === area;
      const comes = !isHere && area !== NONE && goes === area && phase !== Phase.processing;
      if ((!isHere && !comes) || readUnit(war, unit, unitFields.status) > Status.dying) return [];
      const seers = pairs.flatMap(({ id }, other) => (other !== pair && seesPlace(war, unit, other) ? [id] : []));
      const action = readUnit(war, unit, unitFields.action);
      const chosen = action === Action.none ? '' : `; chooses to ${ACTION_WORDS[action]}`;
      const about = `${pairs[pair]?.id}, seen by ${seers.join(', ') || 'nobody else'}${chosen}`;
      const side = readUnit(war, unit, unitFields.side);
      return [
        {
          ...{ name, about },
          note: comes ? 'goes there' : action === Action.none ? '' : wordOf(Action, action),
          ...(side === NONE ? {} : { side }),
          ...(comes ? { state: 'taken' as const } : seers.length > 0 ? { state: 'marked' as const } : {}),
        },
      ];
    });
  const place = (name: string, area: number): PlaceView => {
    const bases = pairs.filter((_, pair) => area !== NONE && readPair(war, pair, pairFields.base) === area);
    const note = bases.length === 0 ? '' : `base of ${bases.map(({ id }) => id).join(', ')}`;
    return { name, note, things: thingsIn(area) };
  };
  const nowhere = place('nowhere that is known', NONE);
  const places = [...areas.map(place), ...(nowhere.things.length === 0 ? [] : [nowhere])];
  if (step !== BattleStep.none) return { steps: BATTLE_STEP_WORDS.slice(1), step: step - 1, places, isMap: true };
  return { steps: PHASE_WORDS, step: phase, places, isMap: true };
}

function actionPanel(war: War): PanelView {
  const lines = war.setup.units.flatMap(({ name }, unit): PanelLine[] => {
    const action = readUnit(war, unit, unitFields.action);
    return action === Action.none ? [] : [[name, wordOf(Action, action)]];
  });
  return { title: 'Actions chosen', lines };
}

/** H16, H29, H30: what each pair knows of the others. */
function knowledgePanel(war: War): PanelView {
  const { units, pairs } = war.setup;
  const names = Object.keys(Fact);
  const lines = pairs.flatMap(({ id }, pair): PanelLine[] =>
    units.flatMap(({ name: unit }, number): PanelLine[] => {
      const facts = readFacts(war, pair, number);
      const skills = war.skills.filter(
        (_, skill) => war.ownerOf[skill] === number && readParts(war, pair, skill) !== 0,
      );
      const known = facts === allFacts ? ['every fact'] : names.filter((_, bit) => ((facts >> bit) & 1) === 1);
      if (skills.length > 0) known.push(countText(skills.length, 'skill'));
      return known.length === 0 ? [] : [[`${id} of ${unit}`, known.join(', ')]];
    }),
  );
  return { title: 'Known', lines };
}

/** H20, H23: points of the round, by stat, of those who fight. */
function allocationPanel(war: War): PanelView {
  const lines = war.setup.units.flatMap(({ name }, unit): PanelLine[] => {
    if (readUnit(war, unit, unitFields.side) === NONE) return [];
    const cell = (field: UnitField): number => readUnit(war, unit, field);
    const points = (str: UnitField, con: UnitField, agi: UnitField): string =>
      `str ${cell(str)}, con ${cell(con)}, agi ${cell(agi)}`;
    const done = points(unitFields.allocatedStr, unitFields.allocatedCon, unitFields.allocatedAgi);
    const sealed = points(unitFields.sealedStr, unitFields.sealedCon, unitFields.sealedAgi);
    const owed = cell(unitFields.handed) === 0 ? quotaOf(war, unit) : 0;
    return [[name, `${done}; sealed ${sealed}${owed > 0 ? `; owes ${owed}` : ''}`]];
  });
  return { title: 'Allocation', lines };
}

export function panelsOfWar(war: War): PanelView[] {
  const panels = [timePanel(war), areaPanel(war), actionPanel(war), allocationPanel(war), knowledgePanel(war)];
  return panels.filter(({ lines }) => lines.length > 0);
}

export const GAUGES: readonly GaugeShape[] = [
  { cell: 'unit[*].hp', role: 'health', label: 'HP' },
  { cell: 'unit[*].mp', role: 'other', label: 'MP' },
  { cell: 'unit[*].lp', role: 'other', label: 'luck points' },
  { cell: 'unit[*].injury', role: 'other', label: 'injury', words: INJURY_WORDS },
  { cell: 'unit[*].battleAdvantage', role: 'order', label: 'advantage' },
  { cell: 'pair[*].seals', role: 'other', label: 'command seals' },
];

/** Units that are alive or dying, with their side in the battle. */
export function unitViews(war: War): UnitView[] {
  return war.setup.units.flatMap(({ id, name }, unit) => {
    if (readUnit(war, unit, unitFields.status) > Status.dying) return [];
    const side = readUnit(war, unit, unitFields.side);
    const named = ownNamed(id, name);
    const own = named === undefined ? {} : { named };
    const at = { side: side === NONE ? -1 : side, x: -1, y: -1, facing: '' as const };
    return [{ prefixes: [`unit[${id}]`], name: id, ...own, ...at }];
  });
}

/** Names of the battle's sides. */
export function sideNames(war: War): readonly string[] {
  let maxSide = -1;
  for (let unit = 0; unit < war.unitCount; unit++) {
    const side = readUnit(war, unit, unitFields.side);
    if (side !== NONE) maxSide = Math.max(maxSide, side);
  }
  return Array.from({ length: maxSide + 1 }, (_, side) => `side ${side}`);
}
