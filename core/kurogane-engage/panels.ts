/** What is seen of a battle besides its cells: the dice pool of the attack, the roll, the risk. */
import { read16 } from '../int/uint.js';
import type { LabelledLines, PanelView } from '../system/system.js';
import { unitCell } from './board.js';
import { HEAD, NO_UNIT, STAGE_ROLLED, STAGE_SIZED, STAGE_WORDS } from './cells.js';
import { poolReasons } from './pool-parts.js';
import type { World } from './setup.js';

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
