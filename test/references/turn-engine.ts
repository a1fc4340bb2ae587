/**
 * Slow reference of the turn engine of the cartridge: every routine of rules/live-a-live-routines.md part 1, by the name of
 * its vector file and by its address.
 *
 * Input and output: `runTurnRoutine(world, 'C1:96CB', { x: 0x1c00 })` changes `world.cells` (turn-world.ts) in place, adds
 * the draws to `world.draws` and gives the exit and the registers that are results. Work cells that a vector's header calls
 * scratch are not written unless a later routine takes them as an argument.
 */
import * as choice from './turn-choice.js';
import * as points from './turn-points.js';
import * as setup from './turn-setup.js';
import * as time from './turn-time.js';
import type { World } from './turn-world.js';
import {
  battleGenerator,
  mapGenerator,
  multiplyWords,
  type Outcome,
  type Registers,
  type Routine,
} from './turn-world.js';

/** By vector file: one address has two files where one of them goes further or through inferred bytes. */
export const routineOfVectorFile: ReadonlyMap<string, Routine> = new Map([
  ['C0-B900-map-generator', mapGenerator],
  ['C0-BA16-multiply-16x16', multiplyWords],
  ['C1-17C2-level-change', time.levelChange],
  ['C1-17E6-level-change-negated', time.levelChangeNegated],
  ['C1-17F1-level-change-a', time.levelChangeGiven],
  ['C1-1C02-order-points-idle', points.orderIdle],
  ['C1-1C77-order-points-attack', points.orderAfterAttack],
  ['C1-1C91-order-points-onset', points.orderAfterOnset],
  ['C1-1CAC-order-points-damage', points.orderAfterDamage],
  ['C1-1CAC-order-points-damage.inferred', points.orderAfterDamage],
  ['C1-1CF7-abnormality-row', time.loadRow],
  ['C1-1DD0-poison-ally', time.poisonAlly],
  ['C1-1DF8-set-ally-damage', time.setAllyDamage],
  ['C1-1E26-set-ally-absorb', time.setAllyAbsorb],
  ['C1-1E4C-poison-enemy', time.poisonEnemy],
  ['C1-1E71-set-enemy-damage', time.setEnemyDamage],
  ['C1-1EA3-set-enemy-absorb', time.setEnemyAbsorb],
  ['C1-20CD-restore-step', time.restoreStep],
  ['C1-2111-restore-enemy-level', time.restoreEnemyLevel],
  ['C1-2133-restore-enemy-stats', time.restoreEnemyStats],
  ['C1-21C1-restore-ally-level', time.restoreAllyLevel],
  ['C1-21E1-restore-ally-stats', time.restoreAllyStats],
  ['C1-2800-enemy-move-cost', points.enemyMoveCost],
  ['C1-2808-ally-move-cost', points.allyMoveCost],
  ['C1-281B-ally-turn-ap', points.allyTurnPoints],
  ['C1-2821-ally-move-ap', points.allyMovePoints],
  ['C1-2826-ap-add-255', points.add255],
  ['C1-2828-ap-add', points.addLowByte],
  ['C1-2834-enemy-turn-ap', points.enemyTurnPoints],
  ['C1-283A-enemy-move-ap', points.enemyMovePoints],
  ['C1-2841-ap-subtract', points.subtractLowByte],
  ['C1-3505-item-record', setup.itemRecord],
  ['C1-3546-start-abnormality-species', setup.startAbnormalityOfSpecies],
  ['C1-35A9-start-abnormality-enemy', setup.startAbnormalityOfEnemy],
  ['C1-446B-ally-step-frame', setup.allyStepFrame],
  ['C1-6150-battle-generator', battleGenerator],
  ['C1-7A42-idle-frame', time.idleFrame],
  ['C1-7AED-ally-can-act', choice.allyCanAct],
  ['C1-7F1C-skill-time-step', time.skillTimeStep],
  ['C1-8E51-enemy-turn-test', choice.enemyTurnTest],
  ['C1-8E51-enemy-turn-to-action', choice.enemyTurnToAction],
  ['C1-8E64-chosen-enemy-disabled', choice.chosenEnemyDisabled],
  ['C1-8F49-enemy-step-on', choice.enemyStepOn],
  ['C1-8F5A-legs-locked-move', points.legLockedMove],
  ['C1-8F77-order-points-move', points.orderAfterMove],
  ['C1-90A2-abnormality-release', choice.releaseRoll],
  ['C1-92C3-choose-enemy', choice.chooseEnemy],
  ['C1-92C3-choose-enemy-none.inferred', choice.chooseEnemyOrNobody],
  ['C1-933C-ordinary-enemy-present', choice.ordinaryEnemyPresent],
  ['C1-9357-time-step', time.timeStep],
  ['C1-93A0-ally-charge-scan', points.allyChargeScan],
  ['C1-93C5-ally-skill-fires', points.allySkillFires],
  ['C1-941E-enemy-skill-ap', points.enemySkillPoints],
  ['C1-9572-ally-pass', points.allyPass],
  ['C1-96CB-ally-step', points.allyStep],
  ['C1-9920-ally-turn-flags', points.allyTurnFlags],
  ['C1-9EFF-set-current-ally', choice.setCurrentAlly],
  ['C1-9F02-next-ally', choice.nextAlly],
  ['C1-9F5A-next-ally-present', choice.nextAllyPresent],
  ['C1-CC2D-abnormality-onset.inferred', time.abnormalityOnset],
  ['C1-D94A-wake-ally', time.wakeAlly],
  ['C1-D9B1-wake-enemy', time.wakeEnemy],
  ['C1-E1A9-next-enemy-present', choice.nextEnemyPresent],
  ['C1-E3FD-enemy-moved-flag', points.enemyMoved],
  ['C1-E429-enemy-turn-right', points.enemyTurnRight],
  ['C1-E44A-enemy-turn-ap', points.enemyTurnTo],
  ['C1-E476-enemy-turn-left', points.enemyTurnLeft],
  ['C1-EBAD-battle-start-ap', setup.battleStartPoints],
  ['C1-EBC7-order-points-start-all', setup.startOrderOfAll],
  ['C1-EBCE-order-points-start', setup.startOrder],
  ['C1-F3CE-battle-start-flags', setup.battleStartFlags],
  ['C1-F55D-battle-arg', setup.battleArgument],
  ['C1-F570-party-setup-head', setup.partySetupHead],
  ['C1-F661-next-rank', setup.nextRank],
  ['C1-F70C-first-ally', setup.firstControllableAlly],
  ['C1-FB2B-ally-of-rank', choice.allyOfRank],
  ['C1-FC78-enemy-start-values', setup.enemyStartValues],
  ['C1-FC78-enemy-start-values.inferred', setup.enemyStartValuesWithRolls],
]);

/** The entries of which the going-further form is meant when only the address is given. */
const furthest: ReadonlyMap<string, Routine> = new Map([
  ['C1:8E51', choice.enemyTurnToActionOrNobody],
  ['C1:92C3', choice.chooseEnemyOrNobody],
  ['C1:FC78', setup.enemyStartValuesWithRolls],
]);

export const routineOfAddress: ReadonlyMap<string, Routine> = new Map([
  ...[...routineOfVectorFile].map(([name, routine]) => [name.slice(0, 7).replace('-', ':'), routine] as const),
  ...furthest,
]);

export function createWorld(cells: Iterable<readonly [number, number]> = [], givenDraws?: number[]): World {
  const world = { cells: new Map(cells), draws: [] };
  return givenDraws === undefined ? world : { ...world, givenDraws };
}

/** Runs the routine at `address`; registers not given are 0, flags clear. */
export function runTurnRoutine(world: World, address: string, registers: Partial<Registers> = {}): Outcome {
  const routine = routineOfAddress.get(address);
  if (routine === undefined) throw new Error(`no routine at ${address}`);
  return routine(world, { a: 0, x: 0, y: 0, z: false, n: false, ...registers });
}
