/** What is seen of a battle besides its cells: the dice pool of the attack, the roll, the risk. */

import { read16 } from '../int/uint.js';
import type { GaugeShape, LabelledLines, PanelView, UnitView } from '../system/system.js';
import { unitCell } from './board.js';
import { HEAD, NO_UNIT, STAGE_ROLLED, STAGE_SIZED, STAGE_WORDS } from './cells.js';
import { poolParts, poolReasons } from './pool-parts.js';
import type { World } from './setup.js';

// What viewers show of a battle: gauges, miniatures with their squares, the attacking side.

export const GAUGES: readonly GaugeShape[] = [
  { cell: 'unit[*].damage', role: 'health', label: 'damage taken' },
  { cell: 'unit[*].hp', role: 'health', label: 'HP' },
  { cell: 'unit[*].risk', role: 'other', label: 'risk' },
  { cell: 'pool', role: 'other', label: 'dice to roll' },
  { cell: 'successes', role: 'other', label: 'successes' },
  { cell: 'score[0]', role: 'other', label: 'victory points of side 0' },
  { cell: 'score[1]', role: 'other', label: 'victory points of side 1' },
];

export const SIDES = ['side 0', 'side 1'];

/** The miniatures that stand or lie on the table (K15). */
export function unitViews(world: World): UnitView[] {
  return world.unitIds.flatMap((name, unit) => {
    if (unitCell(world, unit, 'collected') !== 0) return [];
    const [x, y] = [unitCell(world, unit, 'x'), unitCell(world, unit, 'y')];
    return [{ prefixes: [`unit[${unit}]`], name, side: unitCell(world, unit, 'side'), x, y, facing: '' as const }];
  });
}

/** Side of the attacker; -1 between attacks. */
export function attackingSide(world: World): number {
  const attacker = world.image[HEAD.attacker] as number;
  return attacker === NO_UNIT || world.image[HEAD.stage] === 0 ? -1 : unitCell(world, attacker, 'side');
}

/** Columns and rows of the table: as large as the positions on it. */
export function tableSize(world: World): readonly [number, number] {
  let [columns, rows] = [1, 1];
  for (let unit = 0; unit < world.unitCount; unit++) {
    columns = Math.max(columns, unitCell(world, unit, 'x') + 1);
    rows = Math.max(rows, unitCell(world, unit, 'y') + 1);
  }
  for (const { x, y } of world.objectives) {
    columns = Math.max(columns, x + 1);
    rows = Math.max(rows, y + 1);
  }
  return [columns, rows];
}

// The present or last attack and the units, as text. Source: the output that seed 003 describes.

function signed(value: number): string {
  return value < 0 ? `- ${-value}` : `+ ${value}`;
}

function poolLine(world: World): string {
  const { image } = world;
  if (image[HEAD.poolCloseCombatZero] !== 0) return 'pool 0 (close combat out of place)';
  const shown = poolParts(world).map(({ dice, name }) => ` ${signed(dice)} ${name}`);
  return `pool ${image[HEAD.pool]} = ${image[HEAD.poolBase]} hit${shown.join('')}`;
}

function attackLines(world: World): string[] {
  const { image } = world;
  const attacker = image[HEAD.attacker] as number;
  if (attacker === NO_UNIT) return [];
  const names = [world.unitIds[attacker], world.unitIds[image[HEAD.target] as number]];
  return [
    `${names[0]} attacks ${names[1]} with ${world.weaponIds[image[HEAD.weapon] as number]} at ${image[HEAD.distance]}`,
    poolLine(world),
    `successes ${image[HEAD.successes]}, criticals ${image[HEAD.criticals]}`,
    `attack ${read16(image, HEAD.attackValue)} / defence ${read16(image, HEAD.defenceValue)}: ` +
      `damage ${read16(image, HEAD.damage)}`,
  ];
}

export function printWorld(world: World): string {
  const units = world.unitIds.map((id, unit) => {
    const state = unitCell(world, unit, 'destroyed') === 0 ? '' : ', destroyed';
    const damage = `damage ${unitCell(world, unit, 'damage')}/${unitCell(world, unit, 'hp')}`;
    return `${id}: ${damage}, risk ${unitCell(world, unit, 'risk')}${state}`;
  });
  return `${[...attackLines(world), ...units].join('\n')}\n`;
}

type Line = readonly [label: string, value: string];

function rollLines({ image }: World): Line[] {
  const faces = [1, 2, 3, 4, 5, 6].map((face) => image[HEAD['faces[1]'] + face - 1] as number);
  if (faces.every((count) => count === 0)) return [];
  const shown = faces.flatMap((count, face) => (count === 0 ? [] : [`${count} x ${face + 1}`]));
  return [
    ['dice', shown.join(', ')],
    ['lowest success', String(image[HEAD.successMin])],
    ['successes', `${image[HEAD.successes]}, ${image[HEAD.criticals]} critical`],
    ['attack against defence', `${read16(image, HEAD.attackValue)} / ${read16(image, HEAD.defenceValue)}`],
    ['damage', String(read16(image, HEAD.damage))],
  ];
}

export function panelsOfWorld(world: World): PanelView[] {
  const { image, unitIds, weaponIds } = world;
  const attacker = image[HEAD.attacker] as number;
  const panels: PanelView[] = [];
  if (attacker !== NO_UNIT) {
    const names: Line = [
      `${unitIds[attacker]} attacks`,
      `${unitIds[image[HEAD.target] as number]} with ${weaponIds[image[HEAD.weapon] as number]} at ${image[HEAD.distance]}`,
    ];
    panels.push({ title: 'Dice pool', lines: [names, ...poolReasons(world)] });
    panels.push({ title: 'Roll', lines: rollLines(world) });
  }
  const units = unitIds.map((id, unit): Line => {
    const state = unitCell(world, unit, 'destroyed') === 0 ? '' : ', destroyed';
    const damage = `damage ${unitCell(world, unit, 'damage')} of ${unitCell(world, unit, 'hp')}`;
    return [id, `risk ${unitCell(world, unit, 'risk')}, ${damage}${state}`];
  });
  return [...panels.filter(({ lines }) => lines.length > 0), { title: 'Risk and damage', lines: units }];
}

/** The columns of a route's table: the step, the pool, the roll, damage and risk of each unit. */
export function ledgerOfWorld(world: World): LabelledLines {
  const { image } = world;
  const stage = image[HEAD.stage] as number;
  const isRolled = stage >= STAGE_ROLLED;
  return [
    ['step', STAGE_WORDS[stage] ?? ''],
    ['dice', stage >= STAGE_SIZED ? String(image[HEAD.pool]) : ''],
    ['successes', isRolled ? `${image[HEAD.successes]} (${image[HEAD.criticals]} critical)` : ''],
    ['deals', stage > STAGE_ROLLED ? String(read16(image, HEAD.damage)) : ''],
    ...world.unitIds.map((id, unit): Line => {
      const wreck = unitCell(world, unit, 'destroyed') === 0 ? '' : ' destroyed';
      const hp = `${unitCell(world, unit, 'damage')}/${unitCell(world, unit, 'hp')}`;
      return [id, `${hp} risk ${unitCell(world, unit, 'risk')}${wreck}`];
    }),
  ];
}
