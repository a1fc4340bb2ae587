import type { Position } from '../references/srpg-movement.js';
import type { Golden } from './golden.js';
import { createDice, type Dice } from './random.js';

import { begin, type Scene, type Striker, same } from './srpg-play.js';

const SEED_ROWS = [
  [1, 1, 1, 1, 1, 1, 1],
  [1, 0, 0, 0, 0, 0, 1],
  [1, 0, 2, 0, 0, 0, 1],
  [1, 0, 0, 0, 2, 0, 1],
  [1, 0, 0, 0, 0, 0, 1],
  [1, 1, 1, 1, 1, 1, 1],
];
/** S19. */
const SEED_GROUNDS = { 0: 1, 1: -1, 2: 2 };

/** G1, G2. */
function seedBlock(): Golden {
  const play = begin({
    file: 'seed-block.jsonl',
    rows: SEED_ROWS,
    grounds: SEED_GROUNDS,
    units: [{ name: 'Hoge', position: { x: 3, y: 3 }, move: 3 }],
    transcript: 512,
    added: false,
  });
  play.dumpMoveMap();
  play.dumpMap();
  play.dumpUnit(0);
  play.addUnit(0);
  play.calc(0);
  play.dumpMoveMap();
  play.tryMove(0, { x: 1, y: 1 });
  play.tryMove(0, { x: 1, y: 2 });
  play.calc(0);
  play.dumpMoveMap();
  return play.finish();
}

/** G3. */
function otherUnit(): Golden {
  const play = begin({
    file: 'other-unit.jsonl',
    rows: SEED_ROWS,
    grounds: SEED_GROUNDS,
    units: [
      { name: 'mover', position: { x: 3, y: 3 }, move: 3 },
      { name: 'other', position: { x: 1, y: 3 }, move: 4 },
    ],
  });
  play.step({ x: 7, y: 0 });
  play.calc(0);
  play.moveUnit(0, { x: 1, y: 3 });
  play.moveUnit(0, { x: 7, y: 3 });
  for (const x of [1, 2, 3, 4, 5]) for (const y of [1, 2, 3, 4]) play.step({ x, y });
  play.path(0, { x: 2, y: 1 });
  play.path(0, { x: 1, y: 1 });
  play.turnsTo(0, { x: 1, y: 1 });
  play.moveUnit(0, { x: 1, y: 4 });
  return play.finish();
}

/** G4: units on (1,1) that do not move and strike at one distance only. */
function distances(): Golden {
  const striker = (name: string, side: number, at: number): Striker => ({
    name,
    position: { x: 1, y: 1 },
    move: 0,
    side: String(side),
    nearest: at,
    farthest: at,
  });
  const open = Array.from({ length: 6 }, () => [0, 0, 0, 0, 0, 0]);
  const play = begin({
    file: 'distances.jsonl',
    rows: open,
    grounds: SEED_GROUNDS,
    units: [striker('two', 0, 2), striker('three', 1, 3), striker('five', 2, 5)],
    allowStack: true,
  });
  play.threat(0, { x: 6, y: 1 });
  for (const side of [0, 1, 2]) for (const x of [1, 2, 3, 4, 5]) for (const y of [1, 4]) play.threat(side, { x, y });
  return play.finish();
}

/** G5. */
function movementOfFour(): Golden {
  const play = begin({
    file: 'movement-of-four.jsonl',
    rows: [
      [0, 0, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 1],
      [0, 2, 2, 2, 2, 2],
    ],
    grounds: SEED_GROUNDS,
    units: [
      { name: 'road', position: { x: 0, y: 0 }, move: 4 },
      { name: 'wood', position: { x: 0, y: 2 }, move: 4 },
    ],
  });
  play.dumpMoveMap();
  play.calc(0);
  for (const x of [1, 2, 3, 4, 5]) play.canMove({ x, y: 0 });
  play.moveUnit(0, { x: 5, y: 0 });
  play.moveUnit(0, { x: 4, y: 0 });
  play.calc(1);
  for (const x of [1, 2, 3, 4, 5]) play.canMove({ x, y: 2 });
  play.turnsTo(1, { x: 5, y: 2 });
  play.moveUnit(1, { x: 2, y: 2 });
  return play.finish();
}

const FLYING = { 0: 1, 1: 1, 2: 1, 3: 255 };

function randomScene(dice: Dice, seed: number, width: number, height: number): Scene {
  const squares = Array.from({ length: width * height }, (_, index) => index);
  const place = (): Position => {
    const [square = 0] = squares.splice(dice.below(squares.length), 1);
    return { x: square % width, y: Math.floor(square / width) };
  };
  return {
    file: `random-${seed}.jsonl.gz`,
    rows: Array.from({ length: height }, () => Array.from({ length: width }, () => dice.pick([0, 0, 0, 0, 1, 2, 3]))),
    // SA2, S15: ground 3 costs nothing.
    grounds: { 0: 1, 1: -1, 2: 2, 3: 0 },
    movementTypes: { flying: FLYING },
    units: ['a', 'b', 'c', 'd', 'e', 'f'].map((name, unit) => ({
      name,
      position: place(),
      move: dice.between(1, 6),
      side: String(unit % 2),
      nearest: dice.below(2),
      farthest: dice.between(1, 3),
      ...(dice.chance(1, 4) ? { movementType: 'flying' } : {}),
      ...(dice.chance(1, 3) ? { skirmisher: true } : {}),
    })),
    passThrough: dice.pick(['none', 'allies', 'all'] as const),
    zones: dice.chance(1, 2),
  };
}

function randomPlay(seed: number): Golden {
  const dice = createDice(seed);
  const [width, height] = [dice.between(6, 9), dice.between(5, 8)];
  const play = begin(randomScene(dice, seed, width, height));
  const anywhere = (): Position => ({ x: dice.below(width + 1), y: dice.below(height) });
  play.step({ x: width, y: 0 });
  for (let turn = 0; turn < 60; turn += 1) {
    const unit = dice.below(play.units().length);
    play.calc(unit);
    const wish = anywhere();
    play.canMove(anywhere());
    play.step(anywhere());
    play.mapCanMove(anywhere(), dice.below(4));
    if (dice.chance(1, 3)) play.threat(dice.below(2), anywhere());
    if (dice.chance(1, 3)) play.turnsTo(dice.below(play.units().length), anywhere());
    if (dice.chance(1, 2)) play.path(unit, dice.chance(1, 2) ? dice.pick(play.destinations()) : anywhere());
    // What an occupied square that may be passed answers to a move is not asked: the rules name two codes for it.
    const occupied = play.units().some(({ position }) => same(position, wish));
    if (dice.chance(1, 3) && !occupied) play.moveUnit(unit, wish);
    else if (dice.chance(1, 2)) play.moveUnit(unit, dice.pick(play.destinations()));
    else play.tryMove(unit, dice.chance(1, 2) && !occupied ? wish : dice.pick(play.destinations()));
  }
  return play.finish();
}

export function srpgGoldens(): readonly Golden[] {
  return [seedBlock(), otherUnit(), distances(), movementOfFour(), ...[11, 12, 13, 14].map(randomPlay)];
}
