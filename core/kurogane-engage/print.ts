/**
 * The present or last attack and the units, as text. Source: the output that seed 003 describes.
 */
import { read16 } from '../int/uint.js';
import { unitCell } from './board.js';
import { HEAD, NO_UNIT } from './cells.js';
import { poolParts } from './pool-parts.js';
import type { World } from './setup.js';

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
