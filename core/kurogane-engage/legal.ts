/** The legal commands, as ranges. The dice of a roll are one range, not 6^n entries. */
import { unitCell } from './board.js';
import { HEAD } from './cells.js';
import { checkCommand } from './check.js';
import * as code from './commands.js';
import type { World } from './setup.js';
import { SPECIAL_NAMES } from './specials.js';

interface Entries {
  words: Int32Array;
  length: number;
}

const probe = new Int32Array(2 + code.DICE_CAPACITY);

function isLegal(world: World, kind: number, a = 0, b = 0, c = 0, d = 0, e = 0, f = 0): boolean {
  probe[0] = kind;
  probe[1] = a;
  probe[2] = b;
  probe[3] = c;
  probe[4] = d;
  probe[5] = e;
  probe[6] = f;
  probe[7] = 0;
  return checkCommand(world, probe) === 0;
}

/** Begins an entry of `size` words when it fits. */
function begin(out: Entries, kind: number, size: number): boolean {
  if (out.length + size > out.words.length) return false;
  out.words[out.length++] = kind;
  return true;
}

function range(out: Entries, min: number, max: number): void {
  out.words[out.length] = min;
  out.words[out.length + 1] = max;
  out.length += 2;
}

const ENTRY_DECLARE = 15;

function pushDeclaration(out: Entries, a: number, w: number, t: number, from: number, to: number, sees: 0 | 1): void {
  if (!begin(out, code.COMMAND_DECLARE, ENTRY_DECLARE)) return;
  range(out, a, a);
  range(out, w, w);
  range(out, t, t);
  range(out, from, to);
  range(out, sees, sees);
  // unseen, an ally must see it
  range(out, 1 - sees, 1);
  range(out, 0, 1);
}

/** Writes distances. -1 measures the positions and may itself be refused. */
function pushDistances(world: World, out: Entries, a: number, w: number, t: number, sees: 0 | 1): void {
  const ally = 1 - sees;
  const measured = isLegal(world, code.COMMAND_DECLARE, a, w, t, code.MEASURED, sees, ally);
  const zero = isLegal(world, code.COMMAND_DECLARE, a, w, t, 0, sees, ally);
  if (!isLegal(world, code.COMMAND_DECLARE, a, w, t, 1, sees, ally)) return;
  if (measured && zero) {
    pushDeclaration(out, a, w, t, code.MEASURED, 255, sees);
    return;
  }
  if (measured) pushDeclaration(out, a, w, t, code.MEASURED, code.MEASURED, sees);
  pushDeclaration(out, a, w, t, zero ? 0 : 1, 255, sees);
}

function pushDeclarations(world: World, out: Entries): void {
  for (let attacker = 0; attacker < world.unitCount; attacker++) {
    const carried = world.carried[attacker] as readonly number[];
    for (let index = 0; index < carried.length; index++) {
      const weapon = carried[index] as number;
      if (carried.indexOf(weapon) !== index) continue;
      for (let target = 0; target < world.unitCount; target++) {
        pushDistances(world, out, attacker, weapon, target, 1);
        pushDistances(world, out, attacker, weapon, target, 0);
      }
    }
  }
}

/** The setup's own special actions; those of page 48 have commands of their own. */
function pushSpecials(world: World, out: Entries): void {
  for (let special = SPECIAL_NAMES.length; special < world.specials.length; special++) {
    if (!isLegal(world, code.COMMAND_SPECIAL, special) || !begin(out, code.COMMAND_SPECIAL, 3)) continue;
    range(out, special, special);
  }
}

function pushRoll(world: World, out: Entries): void {
  const pool = world.image[HEAD.pool] as number;
  probe.fill(1);
  probe[0] = code.COMMAND_ROLL;
  probe[1] = pool;
  if (checkCommand(world, probe) !== 0 || !begin(out, code.COMMAND_ROLL, 5)) return;
  range(out, pool, pool);
  range(out, 1, 6);
}

function pushOverkills(world: World, out: Entries, unit: number): void {
  const target = world.image[HEAD.target] as number;
  if (target >= world.unitCount) return;
  const targetX = unitCell(world, target, 'x');
  const targetY = unitCell(world, target, 'y');
  for (let y = targetY - 1; y <= targetY + 1; y++) {
    for (let x = targetX - 1; x <= targetX + 1; x++) {
      if (!isLegal(world, code.COMMAND_OVERKILL, unit, x, y) || !begin(out, code.COMMAND_OVERKILL, 7)) continue;
      range(out, unit, unit);
      range(out, x, x);
      range(out, y, y);
    }
  }
}

function pushSquare(world: World, out: Entries, kind: number, unit: number): void {
  if (!isLegal(world, kind, unit) || !begin(out, kind, 9)) return;
  range(out, unit, unit);
  range(out, 0, 255);
  range(out, 0, 255);
  range(out, 0, 255);
}

/** The highest accepted amount, or 0; lower ones are accepted too, and none beyond the width. */
function highestAmount(world: World, kind: number, unit: number, forced: number): number {
  let highest = 0;
  while (isLegal(world, kind, unit, highest + 1, forced)) highest++;
  return highest;
}

function pushFall(world: World, out: Entries, unit: number, forced: number): void {
  const highest = highestAmount(world, code.COMMAND_FALL, unit, forced);
  if (highest === 0 || !begin(out, code.COMMAND_FALL, 7)) return;
  range(out, unit, unit);
  range(out, 1, highest);
  range(out, forced, forced);
}

function pushWorkOff(world: World, out: Entries, unit: number): void {
  const highest = highestAmount(world, code.COMMAND_WORK_OFF_RISK, unit, 0);
  if (highest === 0 || !begin(out, code.COMMAND_WORK_OFF_RISK, 5)) return;
  range(out, unit, unit);
  range(out, 1, highest);
}

const PLAIN = [
  code.COMMAND_SIZE_POOL,
  code.COMMAND_ENHANCE,
  code.COMMAND_POWER_ATTACK,
  code.COMMAND_COUNTER,
  code.COMMAND_EVADE,
  code.COMMAND_DEFEND,
  code.COMMAND_TEST_DAMAGE,
  code.COMMAND_APPLY_RESULT,
  code.COMMAND_CHECK_DESTRUCTION,
  code.COMMAND_END_ATTACK,
  code.COMMAND_END_ROUND,
];

/** Creates the function that writes the legal commands of a battle. */
export function createLegalCommands(world: World): (words: Int32Array) => number {
  const out: Entries = { words: new Int32Array(0), length: 0 };
  return (words) => {
    out.words = words;
    out.length = 0;
    for (const kind of PLAIN) if (isLegal(world, kind)) begin(out, kind, 1);
    pushSpecials(world, out);
    pushRoll(world, out);
    pushDeclarations(world, out);
    for (let unit = 0; unit < world.unitCount; unit++) {
      pushSquare(world, out, code.COMMAND_DISPLACE, unit);
      pushSquare(world, out, code.COMMAND_PLACE, unit);
      pushFall(world, out, unit, 0);
      pushFall(world, out, unit, 1);
      pushWorkOff(world, out, unit);
      pushOverkills(world, out, unit);
    }
    return out.length;
  };
}
