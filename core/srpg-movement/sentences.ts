/** Sentences of what a step of SRPG movement reports. */
import { read16 } from '../int/uint.js';
import type { Battle, EventValues, Narration } from '../system/system.js';
import { narrationOfEvents } from '../system/tell-events.js';
import { PATH_LENGTH, UNIT_MAX_HP, UNIT_MOVE, unitAt } from './cells.js';
import { EVENTS } from './events.js';
import { strikersOf, type Way, wayOf } from './threat.js';
import type { World } from './world.js';

function squaresText(way: Way): string {
  return way.squares.map(([x, y]) => `(${x},${y})`).join(' ');
}

/** The way that a move took: found anew on the map as it was before. */
function wayTaken(world: World, before: Uint8Array, unit: number, x: number, y: number): string {
  const after = world.image.slice();
  world.image.set(before);
  const way = wayOf(world, unit, x, y);
  world.image.set(after);
  if (way === undefined || way.squares.length < 2) return '';
  return ` by ${squaresText(way)}, ${way.left} movement left`;
}

function cellText(world: World, unit: number, field: number, width: 1 | 2): string {
  const at = unitAt(unit) + field;
  return String(width === 1 ? world.image[at] : read16(world.image, at));
}

/** @param worldOf the world of a battle; undefined: nothing but its events is known */
export function narrationOf(worldOf: (battle: Battle) => World | undefined): Narration {
  const beside = (battle: Battle, before: Uint8Array, event: string, values: EventValues): Record<string, string> => {
    const world = worldOf(battle);
    if (world === undefined) return {};
    const { unit = 0, target = 0, side = 0, x = 0, y = 0 } = values;
    if (event === 'calculated') return { move: cellText(world, unit, UNIT_MOVE, 1) };
    if (event === 'moved') return { way: wayTaken(world, before, unit, x, y) };
    if (event === 'attacked') return { maxHp: ` of ${cellText(world, target, UNIT_MAX_HP, 2)}` };
    if (event === 'threatCounted') return { strikers: `: ${strikersOf(world, side, x, y).join(', ')}` };
    return event === 'pathFound' ? { way: `: ${squaresText(writtenWay(world))}` } : {};
  };
  return narrationOfEvents({ ...EVENTS.sentences, beside });
}

/** The way in the path cells. */
function writtenWay({ image, layout }: World): Way {
  const squares = Array.from({ length: read16(image, PATH_LENGTH) }, (_, index) => {
    const at = layout.pathAt + 2 * index;
    return [image[at] as number, image[at + 1] as number] as const;
  });
  return { squares, left: 0 };
}
