/** Who acts next, as lines. Source: extension (SE2); empty without turns. */
import { read16 } from '../int/uint.js';
import { ACTIVE_UNIT, ENDED, PHASE_SIDE, TURN, UNIT_FINISHED, UNIT_ORDER_POINTS, UNIT_WAIT, unitAt } from './cells.js';
import { isPresent, unitSide, type World } from './world.js';

type Line = readonly [label: string, value: string];

function phaseLines(world: World): Line[] {
  const side = world.image[PHASE_SIDE] as number;
  const waiting = world.unitIds.filter(
    (_, unit) =>
      isPresent(world, unit) && unitSide(world, unit) === side && world.image[unitAt(unit) + UNIT_FINISHED] === 0,
  );
  return [
    ['turn', String(read16(world.image, TURN))],
    ['side', String(side)],
    ['may act', waiting.join(', ')],
  ];
}

/** What comes next, as labelled lines. */
export function predictTurns(world: World): readonly Line[] {
  if (world.rules.turnOrder === 'free') return [];
  if (world.image[ENDED] !== 0) return [['ended', 'yes']];
  if (world.rules.turnOrder === 'phases') return phaseLines(world);
  const field = world.rules.turnOrder === 'wait' ? UNIT_WAIT : UNIT_ORDER_POINTS;
  const label = world.rules.turnOrder === 'wait' ? 'waiting time of' : 'order points of';
  const lines: Line[] = [['acts now', world.unitIds[world.image[ACTIVE_UNIT] as number] ?? 'nobody']];
  world.unitIds.forEach((id, unit) => {
    if (isPresent(world, unit)) lines.push([`${label} ${id}`, String(read16(world.image, unitAt(unit) + field))]);
  });
  return lines;
}
