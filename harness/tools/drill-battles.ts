/**
 * Three battles of the test ROM in the form of a plan's `[setup]`, and pad words for random play.
 * Both come from numbers in this file, so that a checksum is the same on every machine. The battles
 * are invented and hold no data of the game.
 */
import { padWordOfMask } from '../base/index.js';
import { soakScript } from '../capture/index.js';

export interface DrillBattle {
  readonly name: string;
  readonly setup: Readonly<Record<string, unknown>>;
  /** Seed of the pad words. */
  readonly seed: number;
  /** Time of a step relative to the smallest battle: a benchmark runs fewer steps in proportion. */
  readonly weight: number;
}

type Effect = readonly [operation: string, a?: number, b?: number, c?: number];

function skill(charge: number, ...effects: readonly Effect[]): Readonly<Record<string, unknown>> {
  return { charge, effects: effects.map(([operation, a = 0, b = 0, c = 0]) => ({ operation, a, b, c })) };
}

/**
 * Every operation of the drill program. Units that leave come back, and every status has a time, so
 * that a battle never ends.
 * @param enemies number of enemies that come back: a later slot has no species, and its pointer
 * would lead outside of the image
 */
function skillsFor(enemies: number): readonly unknown[] {
  const back = (slot: number): Effect => ['return', slot % enemies];
  return [
    skill(0, ['damage', 40, 0, 3], back(0), back(1)),
    skill(8, ['onset', 0x81], ['damage', 200, 0, 2], back(2)),
    skill(0, ['onset', 0x8a, 1], back(3), back(4)),
    skill(24, ['enemyStat', 1, 90], ['enemyStat', 4, 20], ['damage', 9, 1, 1]),
    skill(0, ['allyStat', 1, 120], ['allyStat', 4, 12], back(5)),
    skill(4, ['enemyStatus', 5, 60], ['enemyStatus', 0, 90], back(6)),
    skill(0, ['allyStatus', 5, 40], back(7), back(8)),
    skill(16, ['wake'], back(9), back(10)),
    skill(0, ['leave'], back(11), back(12)),
    skill(12, ['poison'], ['enemyStatus', 3, 200], ['allyStatus', 3, 100]),
    skill(0, back(13), back(14), back(0)),
    skill(48, back(1), back(2), ['onset', 0x8f]),
    skill(2, ['enemyStatus', 7, 30], ['damage', 255, 127, 255], back(3)),
    skill(0, ['allyStatus', 7, 80], ['allyStatus', 1, 250], back(4)),
    skill(32, ['onset', 0x88], ['enemyStat', 0, 1], ['enemyStat', 3, 200]),
    skill(0, ['wake'], back(0), ['damage', 10, 0, 1]),
  ];
}

const SPECIES = [
  { level: 8, hp: 120, power: 20, speed: 40, body: 15, intellect: 60 },
  { level: 12, hp: 240, power: 35, speed: 90, body: 25, intellect: 180 },
  { level: 3, hp: 30, power: 5, speed: 10, body: 5, intellect: 5, type: 2 },
  { level: 20, hp: 2000, power: 90, speed: 20, body: 80, intellect: 240 },
];

function battle(name: string, seed: number, weight: number, allies: number, enemies: number): DrillBattle {
  return {
    name,
    seed,
    weight,
    setup: {
      allies: Array.from({ length: allies }, (_, slot) => ({
        level: 5 + slot,
        speed: 30 + 40 * slot,
        power: 20,
        hp: 90,
      })),
      species: SPECIES,
      enemies: Array.from({ length: enemies }, (_, slot) => ({
        species: slot % SPECIES.length,
        x: slot % 7,
        y: slot >> 3,
      })),
      skills: skillsFor(enemies),
      generator: [0x12, 0x34, 0x56, 0x78],
      timer: 0x4321,
      mapGenerator: 0x1234,
    },
  };
}

/** From the smallest battle to the largest that the enemy list holds. */
export const DRILL_BATTLES: readonly DrillBattle[] = [
  battle('1 ally v 1 enemy', 101, 1, 1, 1),
  battle('4 allies v 5 enemies', 405, 2, 4, 5),
  battle('4 allies v 15 enemies', 415, 4, 4, 15),
];

/**
 * One pad word for each frame.
 * @param seed not 0
 */
export function padWords(seed: number, frames: number): Uint16Array {
  const words = new Uint16Array(frames);
  let from = 0;
  let word = 0;
  for (const event of soakScript(0, seed, frames)) {
    words.fill(word, from, event.frame);
    from = event.frame;
    word = padWordOfMask(event.mask);
  }
  return words.fill(word, from);
}
