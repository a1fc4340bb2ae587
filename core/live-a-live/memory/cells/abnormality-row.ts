/** Offsets of the abnormality row that is loaded at 7E:0320. */
import { cell } from '../../../../rom-map/cells.js';

export const DISABLED = cell('abnormalityRow.disabled');
export const LEVEL_CHANGE = cell('abnormalityRow.levelChange');
export const ONSET = cell('abnormalityRow.onset');
export const DAMAGE_CONSTANT = cell('abnormalityRow.damageConstant');
export const NON_ATTACK_INCREASE = cell('abnormalityRow.nonAttackIncrease');
export const ATTACK_DECREASE = cell('abnormalityRow.attackDecrease');
export const BYTE_7 = cell('abnormalityRow.byte7');
