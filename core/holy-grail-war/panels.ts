/** What is seen of a war besides its cells: time, areas, what pairs know, the allocation. */
import { countText } from '../system/count-text.js';
import type { GaugeShape, PanelView, UnitView } from '../system/system.js';
import { quotaOf } from './allocation.js';
import { pairFields, unitFields, warFields } from './cells.js';
import { Action, allFacts, BattleStep, Fact, INJURY_WORDS, NONE, Phase, SLOT_WORDS, Status, wordOf } from './names.js';
import { readFacts, readPair, readParts, readUnit, readWar, type War } from './war.js';

type Line = readonly [label: string, value: string];
/** A field of a unit. */
type UnitField = (typeof unitFields)[keyof typeof unitFields];

function timePanel(war: War): PanelView {
  const step = readWar(war, warFields.battleStep);
  const lines: Line[] = [
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
    units.flatMap(({ id }, unit) => (readUnit(war, unit, field) === area ? [id] : []));
  const line = (area: number, name: string): Line => {
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

function actionPanel(war: War): PanelView {
  const lines = war.setup.units.flatMap(({ id }, unit): Line[] => {
    const action = readUnit(war, unit, unitFields.action);
    return action === Action.none ? [] : [[id, wordOf(Action, action)]];
  });
  return { title: 'Actions chosen', lines };
}

/** H16, H29, H30: what each pair knows of the others. */
function knowledgePanel(war: War): PanelView {
  const { units, pairs } = war.setup;
  const names = Object.keys(Fact);
  const lines = pairs.flatMap(({ id }, pair): Line[] =>
    units.flatMap(({ id: unit }, number): Line[] => {
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
  const lines = war.setup.units.flatMap(({ id }, unit): Line[] => {
    if (readUnit(war, unit, unitFields.side) === NONE) return [];
    const cell = (field: UnitField): number => readUnit(war, unit, field);
    const points = (str: UnitField, con: UnitField, agi: UnitField): string =>
      `str ${cell(str)}, con ${cell(con)}, agi ${cell(agi)}`;
    const done = points(unitFields.allocatedStr, unitFields.allocatedCon, unitFields.allocatedAgi);
    const sealed = points(unitFields.sealedStr, unitFields.sealedCon, unitFields.sealedAgi);
    const owed = cell(unitFields.handed) === 0 ? quotaOf(war, unit) : 0;
    return [[id, `${done}; sealed ${sealed}${owed > 0 ? `; owes ${owed}` : ''}`]];
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
  return war.setup.units.flatMap(({ id }, unit) => {
    if (readUnit(war, unit, unitFields.status) > Status.dying) return [];
    const side = readUnit(war, unit, unitFields.side);
    return [
      { prefixes: [`unit[${id}]`], name: id, side: side === NONE ? -1 : side, x: -1, y: -1, facing: '' as const },
    ];
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
