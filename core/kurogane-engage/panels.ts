/** What is seen of a battle besides its cells: the dice pool of the attack, the roll, the risk. */
import { read16 } from '../int/uint.js';
import type { PanelView } from '../system/system.js';
import { unitCell } from './board.js';
import { HEAD, NO_UNIT } from './cells.js';
import { poolParts } from './pool-parts.js';
import type { World } from './setup.js';

type Line = readonly [label: string, value: string];

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

/** K3 to K10: where the dice of the pool come from. */
function poolLines(world: World): Line[] {
  const { image } = world;
  if (image[HEAD.poolCloseCombatZero] !== 0) return [['dice to roll', '0: close combat is out of place']];
  return [
    ['hit of the weapon', String(image[HEAD.poolBase])],
    ...poolParts(world).map(({ dice, long }): Line => [long, signed(dice)]),
    ['dice to roll', String(image[HEAD.pool])],
  ];
}

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
    panels.push({ title: 'Dice pool', lines: [names, ...poolLines(world)] });
    panels.push({ title: 'Roll', lines: rollLines(world) });
  }
  const units = unitIds.map((id, unit): Line => {
    const state = unitCell(world, unit, 'destroyed') === 0 ? '' : ', destroyed';
    const damage = `damage ${unitCell(world, unit, 'damage')} of ${unitCell(world, unit, 'hp')}`;
    return [id, `risk ${unitCell(world, unit, 'risk')}, ${damage}${state}`];
  });
  return [...panels.filter(({ lines }) => lines.length > 0), { title: 'Risk and damage', lines: units }];
}
