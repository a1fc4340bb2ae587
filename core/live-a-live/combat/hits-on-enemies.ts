/**
 * An ally's attack on the enemies in the marked area: numbering (C1:DFAF), hits (C1:D6B9, D726),
 * each hit (C1:D7E9) with statuses (C1:DC66, DB38), changed stats (C1:DD8F) and onset (C1:D9DA).
 * Evidence: the routines are executed; the loops round them and the three calls at C1:D80C are
 * unpublished (`unpublished.ts`).
 */
import { read8, read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { exitOf, type Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { SKILL_STATUS_FORMULA, SKILL_STATUSES } from '../memory/skill-record.js';
import {
  assume,
  BLOW_FROM_BEHIND,
  FILLED_BLOW,
  FILLED_ODIO_MOLE,
  FILLED_ONE_HIT,
  fillHole,
  keepForHole,
  ONE_HIT,
} from '../memory/unpublished-used.js';
import * as Work from '../memory/work-cells.js';
import { isListEnd } from '../turn/time-passes.js';
import { ATTACK_ALWAYS_ONE, attackEnemy, VALUE_COMPUTED } from './attack.js';
import { countHits, HITS_COUNTED } from './hit-count.js';
import { causeAbnormality, pendingAbnormality, STRUCK_BEHIND } from './onset-cause.js';
import { activeByte } from './skill-copy.js';
import { changeTargetOrFill } from './stat-change.js';
import { inflictStatuses } from './status-infliction.js';
import { numberEnemiesInArea, pickTargets } from './target-pick.js';

/** Byte of the counter abnormalities that holds attribute 7 in its low nibble. */
const BACK_PAIR = 3;
/** C1:D7E9, all hits on an enemy. */
const ATTACK = 0xc1d7e9;

/** C1:D6AE, everybody in the area is dealt one hit. */
function dealOneHitEach(machine: Machine): void {
  const ram = machine.ram;
  assume(machine, ONE_HIT);
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy) && read8(ram, enemy + Enemy.IN_RANGE) !== 0) ram[enemy + Enemy.HITS_ASSIGNED] = 1;
  }
}

/** C1:DC66 for an ally, then C1:DB38. */
function inflict(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const formula = activeByte(ram, SKILL_STATUS_FORMULA);
  const statuses = activeByte(ram, SKILL_STATUSES);
  // a formula byte of 0 marks a cure; it does nothing to an enemy
  if (statuses !== 0 && formula === 0) return;
  write16(ram, Work.TARGET, enemy);
  ram[Work.BITS_LEFT] = statuses;
  ram[Work.STATUS_FORMULA] = formula;
  ram[Work.USER_STAT] = read8(ram, read16(ram, Cell.SKILL_USER) + Ally.STATS + (formula >> 6));
  inflictStatuses(machine);
}

/** C1:D9DA; from behind the abnormality of attribute 7 counts. */
function noteOnset(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  keepForHole(machine);
  if (causeAbnormality(machine, enemy) !== STRUCK_BEHIND) return;
  if (fillHole(machine, FILLED_BLOW, 0xc1d9da, enemy)) return;
  assume(machine, BLOW_FROM_BEHIND);
  const species = read16(ram, enemy + Enemy.SPECIES);
  const nibble = read8(ram, species + Species.COUNTER_ABNORMALITY + BACK_PAIR) & 0x0f;
  ram[enemy + Enemy.PENDING_ABNORMALITY] = pendingAbnormality(nibble, read8(ram, Cell.SKILL_FIELD_COPY));
}

function hitEnemy(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const dealt = read8(ram, enemy + Enemy.HITS_ASSIGNED);
  keepForHole(machine);
  for (let hit = 0; hit < dealt; hit++) {
    const result = attackEnemy(machine, enemy);
    // the image's C1:D7E9 goes on to statuses, changes and the next hit by itself
    if (result === ATTACK_ALWAYS_ONE && fillHole(machine, FILLED_ODIO_MOLE, ATTACK, enemy)) return;
    if (result !== VALUE_COMPUTED && result !== ATTACK_ALWAYS_ONE) continue;
    inflict(machine, enemy);
    write16(ram, Work.TARGET, enemy);
    changeTargetOrFill(machine);
    noteOnset(machine, enemy);
  }
}

/**
 * The attack in the copy of the active skill, on the marked area. Hits landed and abnormalities
 * noted before are forgotten in every slot of the list.
 */
export function attackEnemies(machine: Machine): void {
  const ram = machine.ram;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    ram[enemy + Enemy.PENDING_ABNORMALITY] = 0;
    ram[enemy + Enemy.HITS_LANDED] = 0;
  }
  ram[Cell.NEXT_IN_AREA] = 1;
  numberEnemiesInArea(machine);
  keepForHole(machine);
  if (exitOf(countHits(machine)) === HITS_COUNTED) pickTargets(machine);
  else if (!fillHole(machine, FILLED_ONE_HIT, 0xc1d6b9, 0)) dealOneHitEach(machine);
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) hitEnemy(machine, enemy);
  }
}
