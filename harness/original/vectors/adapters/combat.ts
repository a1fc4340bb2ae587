/** Adapters of hits, damage, statuses, fields, growth and drops: part 2 of the routines. */

import { read8, read16 } from '../../../../core/int/uint.js';
import { correctAlly } from '../../../../core/live-a-live/combat/ally-correction.js';
import { attackEnemy } from '../../../../core/live-a-live/combat/attack.js';
import * as base from '../../../../core/live-a-live/combat/base-cell.js';
import { searchCounter } from '../../../../core/live-a-live/combat/counter.js';
import * as displacement from '../../../../core/live-a-live/combat/displacement.js';
import * as correction from '../../../../core/live-a-live/combat/enemy-correction.js';
import * as fields from '../../../../core/live-a-live/combat/fields.js';
import { checkHit } from '../../../../core/live-a-live/combat/hit-check.js';
import * as count from '../../../../core/live-a-live/combat/hit-count.js';
import * as value from '../../../../core/live-a-live/combat/hit-value.js';
import { knockBack, tryKnockback } from '../../../../core/live-a-live/combat/knockback.js';
import { causeAbnormality } from '../../../../core/live-a-live/combat/onset-cause.js';
import * as poison from '../../../../core/live-a-live/combat/poison-damage.js';
import * as self from '../../../../core/live-a-live/combat/self-damage.js';
import * as single from '../../../../core/live-a-live/combat/single-hit.js';
import * as skill from '../../../../core/live-a-live/combat/skill-copy.js';
import * as stat from '../../../../core/live-a-live/combat/stat-change.js';
import * as status from '../../../../core/live-a-live/combat/status-infliction.js';
import * as pick from '../../../../core/live-a-live/combat/target-pick.js';
import * as totals from '../../../../core/live-a-live/combat/totals.js';
import * as weapon from '../../../../core/live-a-live/combat/weapon-status.js';
import { dropItem } from '../../../../core/live-a-live/growth/drops.js';
import * as experience from '../../../../core/live-a-live/growth/experience.js';
import * as growth from '../../../../core/live-a-live/growth/growth.js';
import * as learning from '../../../../core/live-a-live/growth/learning.js';
import * as seen from '../../../../core/live-a-live/growth/seen-skills.js';
import * as special from '../../../../core/live-a-live/growth/special-cases.js';
import * as Cell from '../../../../core/live-a-live/memory/cells/cell.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import {
  exitWithWord,
  type Machine,
  packResult,
  type RoutineResult,
} from '../../../../core/live-a-live/memory/machine.js';
import * as Work from '../../../../core/live-a-live/memory/work-cells.js';
import { numberNameEnemy } from '../../../../core/live-a-live/setup/enemy-set-up.js';
import { takeOverAbnormality } from '../../../../core/live-a-live/turn/abnormality.js';
import { isObject } from '../../../../core/live-a-live/turn/object.js';
import { type AdapterTable, adapter } from './adapter.js';

const NUMBER = { returns: 'value', results: { A8: 'value' } } as const;
const FLAG = { returns: 'value', results: { Z: 'value' } } as const;
const AT = { returns: 'nothing' } as const;

/** C1:03F1 clears Z for an OBJECT and leaves the species in Y. */
function objectTest(machine: Machine, enemy: number): RoutineResult {
  return packResult(0, read16(machine.ram, enemy + Enemy.SPECIES), isObject(machine.ram, enemy) ? 0 : 1);
}

/** C1:7835 leaves the value in A as well. */
function addRandomPart(machine: Machine): number {
  single.addRandomPart(machine);
  return read16(machine.ram, Work.VALUE);
}

/**
 * C1:CBA6 ends with A = FFh and the new HP in Y; before the defence A holds its kind and Y is
 * untouched.
 */
function damageAlly(machine: Machine, ally: number, y: number): RoutineResult {
  const exit = totals.damageAlly(machine, ally);
  if (exit !== totals.HP_DONE) return packResult(exit, y, read8(machine.ram, Cell.DRIVER) & 0x0f);
  return packResult(exit, read16(machine.ram, Work.VALUE), 0xff);
}

/** C1:CCA5 leaves the HP after the subtraction in Y. */
function damageEnemy(machine: Machine, enemy: number): RoutineResult {
  return exitWithWord(totals.damageEnemy(machine, enemy), read16(machine.ram, Work.VALUE));
}

/** C1:D81A leaves A as it is. */
function passHitsOn(machine: Machine, hits: number, enemy: number): number {
  count.passHitsOn(machine, hits, enemy);
  return hits;
}

/** C1:E061 is compared in the cells it writes. */
const BASE = { exits: ['C1:E0B0'], returns: 'nothing' } as const;
const WEAPON_EXITS = ['return', 'C1:DF3C', 'C1:DBFC', 'C1:DC58', 'C1:DB34'] as const;
const CHANGE_EXITS = ['return', 'C1:DE6F', 'C1:DD27', 'C1:DD44'] as const;
const ENEMY_TOTAL = { exits: ['C1:CE0B'], returns: 'nothing' } as const;
const PREPARED = { exits: ['C1:E126'], returns: 'nothing' } as const;
const KUNG_FU_DONE = { exits: ['C1:1B15'], returns: 'nothing' } as const;

export const COMBAT_ADAPTERS: AdapterTable = {
  'C1:CC2D abnormality-onset-test': adapter('turn/abnormality', takeOverAbnormality, ['X'], {
    exits: ['C1:CC51', 'C1:1C8E'],
  }),
  'C1:03F1 is-object': adapter('turn/object', objectTest, ['X'], {
    mirrors: isObject.name,
    returns: 'outcome',
    results: { Y: 'word', Z: 'byte' },
  }),
  'C1:0C14 zaki-fight-test': adapter('growth/special-cases', special.isZakiFight, [], FLAG),
  'C1:0C2D zaki-hit-count': adapter('growth/special-cases', special.countZakiHit, ['Z']),
  'C1:0CF2 skill-seen-by-scenario': adapter('growth/seen-skills', seen.recordByScenario, [], {
    exits: ['return', 'C1:0D0C'],
  }),
  'C1:0D0D skill-seen-record': adapter('growth/seen-skills', seen.recordMastersSkill, []),
  'C1:0D38 learn-filter': adapter('growth/seen-skills', seen.filterCandidates, []),
  'C1:0D5B training-learning': adapter('growth/learning', learning.learnByTraining, ['Y'], {
    exits: ['return', 'C1:2787'],
  }),
  'C1:10B3 field-create': adapter('combat/fields', fields.createField, [], { exits: ['C1:10EF', 'C1:10C4'] }),
  'C1:15ED learn-enemy-skill': adapter('growth/learning', learning.learnEnemySkill, ['X'], {
    exits: ['return', 'C1:2787', 'C1:1645'],
  }),
  'C1:166E drop-item': adapter('growth/drops', dropItem, ['X'], { exits: ['C1:168B', 'C1:1693', 'C1:169D'] }),
  'C1:1A09 hp-growth-value': adapter('growth/growth', growth.hpGain, ['A8'], NUMBER),
  'C1:1ADD kungfu-last-test': adapter('growth/special-cases', special.isKungFuLastBattle, [], FLAG),
  'C1:1AED kungfu-last-skill-grant': adapter('growth/special-cases', special.grantLastSkill, ['Z'], KUNG_FU_DONE),
  'C1:1B7C kungfu-last-skill-restore': adapter('growth/special-cases', special.restoreSkills, ['Z'], {
    exits: ['C1:1B99'],
    returns: 'nothing',
  }),
  'C1:1BBE kungfu-last-skill-remove': adapter('growth/special-cases', special.removeLastSkill, ['Z']),
  'C1:1DE3 poison-ally': adapter('combat/poison-damage', poison.poisonAllyHp, ['X'], {
    exits: ['C1:1E1C', 'C1:CD78'],
  }),
  'C1:1E5E poison-enemy': adapter('combat/poison-damage', poison.poisonEnemyTotal, ['X'], ENEMY_TOTAL),
  'C1:1ECE field-decay': adapter('combat/fields', fields.decayField, [], NUMBER),
  'C1:1F06 field-cycle': adapter('combat/fields', fields.nextField, [], { exits: ['C1:3D2B'], returns: 'nothing' }),
  'C1:1FB2 field-damage-pass': adapter('combat/fields', fields.setFieldPass, []),
  'C1:1FEA field-on-ally': adapter('combat/fields', fields.fieldOnAlly, ['A8'], {
    exits: ['return', 'C1:1E1C', 'C1:1E45'],
  }),
  'C1:2029 field-on-enemy': adapter('combat/fields', fields.fieldOnEnemy, ['A8'], {
    exits: ['return', 'C1:CE0B', 'C1:CE0B'],
  }),
  'C1:2239 strabo-last-stats': adapter('growth/growth', growth.growMage, [], {
    exits: ['return', 'C1:227C', 'C1:2479'],
  }),
  'C1:230E training-stat-by-place': adapter('growth/growth', growth.trainByPlace, [], {
    exits: ['C1:476E', 'C1:2334'],
  }),
  'C1:2339 training-stat': adapter('growth/growth', growth.trainStat, ['Y'], {
    exits: ['C1:476E'],
    returns: 'nothing',
  }),
  'C1:2363 experience-party': adapter('growth/experience', experience.gainPartyExperience, [], {
    exits: ['return', 'C1:273C', 'C1:23B6'],
  }),
  'C1:2397 experience-one-ally': adapter('growth/experience', experience.gainExperience, ['X'], {
    exits: ['return', 'C1:273C', 'C1:23B6'],
  }),
  'C1:2448 hp-growth': adapter('growth/growth', growth.growHp, ['Y'], { exits: ['C1:2479'], returns: 'nothing' }),
  'C1:248B stat-growth': adapter('growth/growth', growth.growStats, ['X', 'Y'], {
    exits: ['C1:24D0'],
    returns: 'nothing',
  }),
  'C1:24D2 skill-learning': adapter('growth/learning', learning.learnByLevel, ['X', 'Y'], {
    exits: ['return', 'C1:2541', 'C1:2551'],
  }),
  'C1:2554 stat-growth-value': adapter('growth/growth', growth.statGain, [], NUMBER),
  'C1:25F2 name-enemy-bonus': adapter('setup/enemy-set-up', numberNameEnemy, ['X', 'Y'], {
    exits: ['C1:2615'],
    returns: 'nothing',
  }),
  'C1:77CE single-hit-damage': adapter('combat/single-hit', single.singleHitDamage, []),
  'C1:77CE single-hit-damage-clamped': adapter('combat/single-hit', single.singleHitDamage, []),
  'C1:77E8 damage-from-level-difference': adapter('combat/single-hit', single.damageOfDifference, ['A8']),
  'C1:7835 random-part': adapter('combat/single-hit', addRandomPart, [], { returns: 'value', results: { A: 'value' } }),
  'C1:7852 skill-record-copy': adapter('combat/skill-copy', skill.copySkillRecord, ['X']),
  'C1:A12C counter-search': adapter('combat/counter', searchCounter, [], { exits: ['C1:A17B', 'C1:A21B'] }),
  'C1:BD6C status-apply': adapter('combat/status-infliction', status.applyStatuses, ['X']),
  'C1:C39D self-damage': adapter('combat/self-damage', self.damageUser, [], { exits: ['C1:CF13'], ...AT }),
  'C1:C3DD missed-skill-check': adapter('combat/self-damage', self.missHurtsUser, [], {
    exits: ['C1:C3EA', 'C1:D851'],
  }),
  'C1:C40F self-destruct-preset': adapter('combat/self-damage', self.selfDestruct, ['X'], {
    exits: ['C1:CF13'],
    ...AT,
  }),
  'C1:CB62 ally-heal': adapter('combat/totals', totals.healAlly, ['X']),
  'C1:CBA6 ally-damage': adapter('combat/totals', damageAlly, ['X', 'Y'], {
    returns: 'outcome',
    exits: ['return', 'C1:CD78'],
    results: { A8: 'byte', Y: 'word' },
  }),
  'C1:CBE3 displacement-roll': adapter('combat/displacement', displacement.rollDisplacement, [], {
    exits: ['return', 'C1:CC29'],
  }),
  'C1:CC72 enemy-total': adapter('combat/totals', totals.totalOnEnemy, ['X'], ENEMY_TOTAL),
  'C1:CC72 enemy-total-and-apply': adapter('combat/totals', totals.applyToEnemy, ['X'], {
    exits: ['return', 'C1:CCD6'],
  }),
  'C1:CCA5 enemy-damage-apply': adapter('combat/totals', damageEnemy, ['X'], {
    returns: 'outcome',
    exits: ['return', 'C1:CCD6'],
    results: { Y: 'word' },
  }),
  'C1:CD09 enemy-heal-apply': adapter('combat/totals', totals.healEnemyHp, ['X', 'Y', 'Z']),
  'C1:CDAC ally-total-cap': adapter('combat/totals', totals.totalOnAlly, ['A', 'X'], ENEMY_TOTAL),
  'C1:CDE7 step-counter-bonus': adapter('combat/totals', totals.takeStepBonus, []),
  'C1:CED4 quarter-turn': adapter('combat/displacement', displacement.turnQuarter, ['X']),
  'C1:CF0A half-turn': adapter('combat/displacement', displacement.turnHalf, ['X']),
  'C1:D025 cell-copy': adapter('combat/displacement', displacement.wantPresentCell, ['X']),
  'C1:D052 knockback': adapter('combat/knockback', tryKnockback, ['X'], {
    returns: 'outcome',
    exits: ['return', 'C1:D0B7', 'C1:D0D3', 'C1:D0EF'],
  }),
  'C1:D052 knockback-all': adapter('combat/knockback', knockBack, ['X']),
  'C1:D200 ally-correction': adapter('combat/ally-correction', correctAlly, ['X']),
  'C1:D6B9 hit-count': adapter('combat/hit-count', count.countHits, [], {
    returns: 'outcome',
    exits: ['return', 'C1:D6AE'],
    results: { A8: 'byte' },
  }),
  'C1:D726 target-pick': adapter('combat/target-pick', pick.pickTargets, [], { exits: ['return', 'C1:D72A'] }),
  'C1:D7BB total-hits-on-allies': adapter('combat/hit-count', count.hitsOnAllies, [], NUMBER),
  'C1:D7E9 attack-on-one-enemy': adapter('combat/attack', attackEnemy, ['X'], {
    exits: ['C1:D80C', 'C1:D815', 'C1:D7F1', 'C1:D8B7', 'C1:D9D1', 'C1:D972'],
  }),
  'C1:D81A driven-enemy-hits': adapter('combat/hit-count', passHitsOn, ['A8', 'X'], NUMBER),
  'C1:D839 enemies-hit-count': adapter('combat/hit-count', count.countEnemiesHit, ['X'], NUMBER),
  'C1:D870 hit-check': adapter('combat/hit-check', checkHit, ['X'], {
    returns: 'outcome',
    exits: ['return', 'C1:D8B7'],
    results: { A8: 'byte', X: 'entry' },
  }),
  'C1:D900 value-on-ally': adapter('combat/hit-value', value.valueOnAlly, []),
  'C1:D95D damage-to-enemy': adapter('combat/hit-value', value.damageToEnemy, [], {
    exits: ['return', 'C1:D9D1', 'C1:D972'],
  }),
  'C1:D978 heal-enemy': adapter('combat/hit-value', value.healEnemy, [], { exits: ['return', 'C1:D9D1'] }),
  'C1:D9DA counter-abnormality': adapter('combat/onset-cause', causeAbnormality, ['X'], {
    exits: ['return', 'C1:DA03'],
  }),
  'C1:DB38 status-infliction': adapter('combat/status-infliction', status.inflictStatuses, [], {
    exits: WEAPON_EXITS,
  }),
  'C1:DB38 status-infliction-other-stats': adapter('combat/status-infliction', status.inflictStatuses, [], {
    exits: WEAPON_EXITS,
  }),
  'C1:DB64 status-infliction-core': adapter('combat/status-infliction', status.inflictAgainst, ['X', 'A8']),
  'C1:DBF5 weapon-status': adapter('combat/weapon-status', weapon.applyWeaponStatuses, [], { exits: WEAPON_EXITS }),
  'C1:DC0C weapon-status-core': adapter('combat/weapon-status', weapon.inflictWeaponStatuses, ['A8']),
  'C1:DC66 status-skill-setup': adapter('combat/status-infliction', status.takeStatusSkill, [], {
    exits: ['return', 'C1:DC9A'],
  }),
  'C1:DCC1 stat-change-user': adapter('combat/stat-change', stat.changeUser, [], { exits: CHANGE_EXITS }),
  'C1:DD83 stat-change-enemy-self': adapter('combat/stat-change', stat.changeEnemyUser, [], { exits: CHANGE_EXITS }),
  'C1:DD8F stat-change-capped': adapter('combat/stat-change', stat.changeTargetCapped, [], { exits: CHANGE_EXITS }),
  'C1:DD8F stat-change-enemy': adapter('combat/stat-change', stat.changeTarget, [], { exits: CHANGE_EXITS }),
  'C1:DE83 change-total': adapter('combat/stat-change', stat.addStatChange, ['A8', 'C', 'Y']),
  'C1:DEEF skill-plus-own-level': adapter('combat/skill-copy', skill.skillAndOwnLevel, ['A8', 'C', 'Y'], NUMBER),
  'C1:DF05 skill-level': adapter('combat/skill-copy', skill.skillLevel, [], NUMBER),
  'C1:DFAF enemies-in-area': adapter('combat/target-pick', pick.numberEnemiesInArea, [], {
    exits: ['C1:DFEF'],
    ...AT,
  }),
  'C1:E061 base-cell': adapter('combat/base-cell', base.takeBaseCell, []),
  'C1:E0A2 previous-attribute': adapter('combat/base-cell', base.keepPreviousAttribute, [], BASE),
  'C1:E0B3 prepare-targets': adapter('combat/enemy-correction', correction.prepareEnemies, ['X'], PREPARED),
  'C1:E0B3 prepare-targets-all': adapter('combat/enemy-correction', correction.prepareEnemies, ['X'], PREPARED),
  'C1:E127 facing-check': adapter('combat/enemy-correction', correction.struckFrom, ['X'], NUMBER),
  'C1:E127 facing-check-all': adapter('combat/enemy-correction', correction.struckFrom, ['X'], NUMBER),
};
