/** Plans of the searches that are timed. */

/**
 * Moves of the turn engine, towards a goal that no state has: the search ends at its number of
 * states.
 */
export function enginePlan(allies: number, enemies: number): string {
  const rows = (count: number, row: (slot: number) => string): string =>
    Array.from({ length: count }, (_, slot) => row(slot)).join(', ');
  return `
plan = 1
system = "live-a-live"
[setup]
generator = [18, 52, 86, 120]
skills = [{}]
allies = [${rows(allies, (slot) => `{ speed = ${31 + 40 * slot}, x = ${slot}, y = 6 }`)}]
species = [{ speed = 60, intellect = 55, hp = 120 }, { speed = 90, intellect = 120, hp = 240 }]
enemies = [${rows(enemies, (slot) => `{ species = ${slot & 1} }`)}]
[[do]]
command = "wait"
[search]
cost = "frames"
moves = [{ command = "stepInPlace" }, { command = "pass" }, { command = "turn", side = ["left", "right"] }, { command = "wait" }]
enemyMoves = [{ command = "enemyTurn", side = ["left", "right"] }, { command = "enemyStep" }, { command = "enemyNothing" }]
goal = { "enemy[0].hp" = 1 }
`;
}

/**
 * The present-day battle against Namcat with all rules: steps, turns and attacks of the ally; the
 * enemy decides for itself.
 */
export const WHOLE_PLAN = `
plan = 1
system = "live-a-live-battle"
[setup]
formation = 0xde
generator = [18, 52, 86, 120]
[[setup.party]]
character = "takahara"
[search]
cost = "actions"
moves = [{ command = "step" }, { command = "turn", way = ["left", "right"] }, { command = "move", x = [0, 1, 2, 3, 4, 5, 6], y = [0, 1, 2, 3, 4, 5, 6] }]
goal = { "enemy[0].hp" = 1 }
`;

/** Takahara against Namcat: steps to every cell, a kick at every cell, and a distant goal. */
export const STEPS_PLAN = `
plan = 1
system = "live-a-live"
[setup]
formation = "namcat"
generator = [1, 0, 231, 131]
[[setup.party]]
character = "takahara"
[search]
cost = { actions = 1 }
moves = [
  { command = "move", x = [0, 1, 2, 3, 4, 5, 6], y = [0, 1, 2, 3, 4, 5, 6] },
  { command = "turn", way = ["left", "right"] },
  { command = "step" },
]
goal = { "enemy[0].hp" = 0 }
`;
