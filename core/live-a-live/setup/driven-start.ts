/**
 * The start of a battle in which the player drives an enemy (mode 01h of C1:F5FB): what enters the
 * enemies, who drives one of them and where it stands is the image's own code, from C1:0000 to the
 * first round of the loop at C1:0261. Evidence: the image's; the two addresses are printed.
 */
import { read16, write16, write32 } from '../../int/uint.js';
import type { FrameWay } from '../../system/evidence.js';
import { RuleError } from '../../system/system.js';
import { isDriven } from '../enemy/driven-enemy.js';
import { PHASE_RUNNING } from '../frame/frame.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import type { Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { END_OF_LIST } from '../memory/state-bits.js';
import { FILLED_FORMATION, playOriginal } from '../memory/unpublished-used.js';
import { DRIVEN } from '../turn/enemy-actions.js';

export const BATTLE = 0xc1_0000;
/** C1:0261, the loop's call of the player half. */
export const LOOP = 0xc10261;
/** Map argument that keeps the formation as it is (C1:F588). */
export const FORMATION_KEPT = 4;
/** Ten seconds: more than pictures and sounds of a start take. */
export const START_FRAMES = 600;

const START: FrameWay = {
  from: BATTLE,
  round: LOOP,
  pads: new Uint16Array(),
  frames: START_FRAMES,
  isOver: (_image, isRound) => isRound,
};

function refuse(what: string): never {
  throw new RuleError('E_PARTY', `the image's own start (C1:0000) ${what}`, 'setup.formation');
}

/** What the image's start leaves has to be a battle that it can go on with. */
function checkStart(ram: Uint8Array): void {
  if (!isDriven(ram)) refuse('puts no machine in the place of the party');
  let driven = 0;
  let present = 0;
  let enemy = Enemy.FIRST;
  for (; enemy !== Enemy.END && ram[enemy + Enemy.STATE] !== END_OF_LIST; enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) present++;
    else if (ram[enemy + Enemy.STATE] === DRIVEN) driven++;
  }
  if (enemy === Enemy.END) refuse('leaves the list of enemies open');
  if (driven === 0) refuse('leaves no enemy that is driven');
  if (present === 0) refuse('leaves no enemy to fight');
}

/**
 * @param members 1 to 4, in the first ally blocks
 * @throws RuleError `E_PARTY` when the image's start comes to no first frame, or leaves no such
 *   battle
 */
export function startDriven(machine: Machine, members: number): void {
  const ram = machine.ram;
  for (let slot = 0; slot < members; slot++) {
    const record = read16(ram, Ally.FIRST + Ally.STRIDE * slot + Ally.RECORD);
    ram[Cell.PARTY_IDS + slot] = (record - PartyRecord.FIRST) / PartyRecord.STRIDE;
  }
  ram[Cell.FOLLOWERS] = members - 1;
  ram[Cell.MAP_ARGUMENT] = FORMATION_KEPT;
  write16(ram, Cell.CURRENT_ALLY, Ally.FIRST);
  const frames = playOriginal(machine, FILLED_FORMATION, START);
  if (frames < 0) {
    refuse(`does not come to its loop (C1:0261) within ${START_FRAMES} frames: it may wait for the sound unit`);
  }
  checkStart(ram);
  write32(ram, Host.BATTLE_FRAMES, frames);
  ram[Host.PHASE] = PHASE_RUNNING;
}
