/** Enemies that the command line names: `namcat`, or `namcat=201` with its order points. */
import { startPoints } from '../../../../core/live-a-live/turn/order-points.js';
import { SPECIES } from '../../../../rom-map/tables/species.js';
import { LockstepError } from '../../../base/errors.js';
import { findNamed } from '../../../files/rom/lookup/find.js';
import type { EnemyOrder } from './figures.js';

const HIGHEST = 0xffff;

/** @throws LockstepError `E_UNKNOWN_ID` with the nearest enemies, `E_OPTION` */
function enemyOf(text: string): EnemyOrder {
  const [, name = text, points] = /^(.+)=([^=]*)$/u.exec(text) ?? [];
  const [species] = findNamed(SPECIES.rows, name, 'enemy');
  const id = species?.id ?? name;
  if (points === undefined) return { name: id, orderPoints: startPoints(species?.values.intellect ?? 0) };
  if (/^\d{1,5}$/.test(points) && Number(points) <= HIGHEST) return { name: id, orderPoints: Number(points) };
  throw new LockstepError('E_OPTION', 'an enemy is given as name or as name=orderPoints', {
    found: text,
    expected: `order points from 0 to ${HIGHEST}, for instance namcat=201`,
    remedy: 'Leave them out for those at the start of a battle',
  });
}

/** The enemies in slot order; of two alike the second is `namcat (2)`. */
export function enemiesOf(texts: readonly string[]): EnemyOrder[] {
  const counts = new Map<string, number>();
  return texts.map((text) => {
    const enemy = enemyOf(text);
    const count = (counts.get(enemy.name) ?? 0) + 1;
    counts.set(enemy.name, count);
    return count === 1 ? enemy : { ...enemy, name: `${enemy.name} (${count})` };
  });
}
