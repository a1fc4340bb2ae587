/** Adapters of the turn engine: part 1 of the routines. */

import { read8 } from '../../../../core/int/uint.js';
import * as AbnormalityRow from '../../../../core/live-a-live/memory/cells/abnormality-row.js';
import * as Cell from '../../../../core/live-a-live/memory/cells/cell.js';
import * as generators from '../../../../core/live-a-live/memory/generators.js';
import type { Machine } from '../../../../core/live-a-live/memory/machine.js';
import * as presence from '../../../../core/live-a-live/memory/presence.js';
import * as abnormality from '../../../../core/live-a-live/turn/abnormality.js';
import * as points from '../../../../core/live-a-live/turn/action-points.js';
import * as ally from '../../../../core/live-a-live/turn/ally-actions.js';
import * as order from '../../../../core/live-a-live/turn/ally-order.js';
import * as start from '../../../../core/live-a-live/turn/battle-start.js';
import * as charge from '../../../../core/live-a-live/turn/charge.js';
import * as enemy from '../../../../core/live-a-live/turn/enemy-actions.js';
import * as choice from '../../../../core/live-a-live/turn/enemy-choice.js';
import * as orderPoints from '../../../../core/live-a-live/turn/order-points.js';
import * as poison from '../../../../core/live-a-live/turn/poison.js';
import * as time from '../../../../core/live-a-live/turn/time.js';
import * as waking from '../../../../core/live-a-live/turn/waking.js';
import { type AdapterTable, adapter } from './adapter.js';

const COST = { results: { A8: 'value' }, returns: 'value' } as const;

/** C1:20CD takes its target and step from cells; the arithmetic is `restored`. */
function restoreStep(machine: Machine, current: number): number {
  const value = time.restored(current, read8(machine.ram, AbnormalityRow.DISABLED), read8(machine.ram, Cell.TIME_STEP));
  return value | (value === read8(machine.ram, AbnormalityRow.DISABLED) ? 0x1_0000 : 0);
}

/** C1:8E51 up to the choice. */
function enemyTurnTest(machine: Machine): boolean {
  return choice.isEnemyTurn(machine);
}

/** C1:9357 as far as the unpublished +10. */
export const TURN_ADAPTERS: AdapterTable = {
  'C0:B900 map-generator': adapter('memory/generators', generators.drawMap, ['X'], {
    returns: 'value',
    results: { X: 'value' },
  }),
  'C0:BA16 multiply-16x16': adapter('memory/generators', generators.multiply16x16, []),
  'C1:6150 battle-generator': adapter('memory/generators', generators.stepBattleGenerator, [], COST),
  'C1:17C2 level-change': adapter('turn/abnormality', abnormality.changeLevel, ['X']),
  'C1:17E6 level-change-negated': adapter('turn/abnormality', abnormality.changeLevelNegated, ['X'], {
    exits: ['C1:17EF', 'return'],
  }),
  'C1:17F1 level-change-a': adapter('turn/abnormality', abnormality.changeLevelBy, ['X', 'A8']),
  'C1:1C02 order-points-idle': adapter('turn/order-points', orderPoints.orderPointsIdle, ['X']),
  'C1:1C77 order-points-attack': adapter('turn/order-points', orderPoints.orderPointsAttack, ['X']),
  'C1:1C91 order-points-onset': adapter('turn/order-points', orderPoints.orderPointsOnset, ['X']),
  'C1:1CAC order-points-damage': adapter('turn/order-points', orderPoints.orderPointsDamage, ['X']),
  'C1:1CF7 abnormality-row': adapter('turn/abnormality', abnormality.loadRow, ['X'], { results: { X: 'entry' } }),
  'C1:1DD0 poison-ally': adapter('turn/poison', poison.poisonAlly, ['X', 'Z'], { exits: ['C1:1DC8', 'C1:1E19'] }),
  'C1:1DF8 set-ally-damage': adapter('turn/poison', poison.setAllyDamage, ['X'], {
    exits: ['C1:1E19'],
    returns: 'nothing',
  }),
  'C1:1E26 set-ally-absorb': adapter('turn/poison', poison.setAllyAbsorb, ['X'], {
    exits: ['C1:1E42'],
    returns: 'nothing',
  }),
  'C1:1E4C poison-enemy': adapter('turn/poison', poison.poisonEnemy, ['X', 'N', 'Z'], {
    exits: ['C1:1E49', 'C1:1E9A', 'C1:1E5D'],
  }),
  'C1:1E71 set-enemy-damage': adapter('turn/poison', poison.setEnemyDamage, ['X'], {
    exits: ['C1:1E9A'],
    returns: 'nothing',
  }),
  'C1:1EA3 set-enemy-absorb': adapter('turn/poison', poison.setEnemyAbsorb, ['X'], {
    exits: ['C1:1ECA'],
    returns: 'nothing',
  }),
  'C1:20CD restore-step': adapter('turn/time', restoreStep, ['A8'], {
    mirrors: time.restored.name,
    returns: 'outcome',
    results: { A8: 'word', Z: 'byte' },
  }),
  'C1:2111 restore-enemy-level': adapter('turn/time', time.restoreEnemyLevel, ['X']),
  'C1:2133 restore-enemy-stats': adapter('turn/time', time.restoreEnemyStats, ['X']),
  'C1:21C1 restore-ally-level': adapter('turn/time', time.restoreAllyLevel, ['X']),
  'C1:21E1 restore-ally-stats': adapter('turn/time', time.restoreAllyStats, ['X'], {
    exits: ['C1:21F8'],
    returns: 'nothing',
  }),
  'C1:2800 enemy-move-cost': adapter('turn/action-points', points.enemyMoveCost, [], {
    returns: 'value',
    results: { A8: 'value', X: { cell: 'actingEnemy' } },
  }),
  'C1:2808 ally-move-cost': adapter('turn/action-points', points.allyMoveCost, ['X'], COST),
  'C1:281B ally-turn-ap': adapter('turn/action-points', points.addAllyTurn, ['X']),
  'C1:2821 ally-move-ap': adapter('turn/action-points', points.addAllyMove, ['X']),
  'C1:2826 ap-add-255': adapter('turn/action-points', points.addPoints255, [], {
    returns: 'value',
    results: { A: 'value' },
  }),
  'C1:2828 ap-add': adapter('turn/action-points', points.addPoints, ['A']),
  'C1:2834 enemy-turn-ap': adapter('turn/action-points', points.subtractEnemyTurn, []),
  'C1:283A enemy-move-ap': adapter('turn/action-points', points.subtractEnemyMove, []),
  'C1:2841 ap-subtract': adapter('turn/action-points', points.subtractAmount, ['A']),
  'C1:3505 item-record': adapter('turn/battle-start', start.itemRecord, ['A'], {
    returns: 'value',
    results: { X: 'value' },
  }),
  'C1:3546 start-abnormality-species': adapter('turn/battle-start', start.noteStartAbnormality, ['X'], {
    returns: 'outcome',
    exits: ['C1:35A7', 'C1:358C'],
  }),
  'C1:35A9 start-abnormality-enemy': adapter('turn/battle-start', start.takeStartAbnormality, ['X']),
  'C1:446B ally-step-frame': adapter('turn/ally-actions', ally.stepFrameOfAlly, ['X'], {
    exits: ['C1:449A', 'C1:4482'],
  }),
  'C1:7A42 idle-frame': adapter('turn/time', time.beginIdleFrame, [], { exits: ['return', 'C1:7A54'] }),
  'C1:7AED ally-can-act': adapter('turn/ally-order', order.currentAllyAble, [], {
    returns: 'outcome',
    exits: ['return', 'C1:7B02'],
    results: { A8: 'byte', X: 'word' },
  }),
  'C1:7F1C skill-time-step': adapter('turn/time', time.takeSkillTimeStep, [], { exits: ['return', 'C1:7F25'] }),
  'C1:8E51 enemy-turn-test': adapter('turn/enemy-choice', enemyTurnTest, [], {
    mirrors: choice.isEnemyTurn.name,
    exits: ['return', 'C1:8E5B'],
  }),
  'C1:8E51 enemy-turn-to-action': adapter('turn/enemy-choice', choice.enemyTurnToAction, [], {
    returns: 'outcome',
    exits: ['return', 'C1:8E85', 'C1:9336'],
  }),
  'C1:8E64 chosen-enemy-disabled': adapter('turn/enemy-choice', choice.mayAct, ['X'], { exits: ['return', 'C1:8E7F'] }),
  'C1:8F49 enemy-step-on': adapter('turn/enemy-actions', enemy.nextDecisionStep, []),
  'C1:8F5A legs-locked-move': adapter('turn/order-points', orderPoints.legLockedMove, []),
  'C1:8F77 order-points-move': adapter('turn/order-points', orderPoints.orderPointsMove, []),
  'C1:90A2 abnormality-release': adapter('turn/abnormality', abnormality.releaseAbnormality, ['X']),
  'C1:92C3 choose-enemy': adapter('turn/enemy-choice', choice.chooseEnemy, [], {
    returns: 'outcome',
    exits: ['return', 'C1:9336'],
    results: { X: 'word' },
  }),
  'C1:92C3 choose-enemy-none': adapter('turn/enemy-choice', choice.chooseEnemyOrNobody, [], {
    returns: 'outcome',
    results: { X: 'word' },
  }),
  'C1:933C ordinary-enemy-present': adapter('turn/enemy-choice', choice.findOrdinaryEnemy, [], {
    returns: 'value',
    results: { X: 'value' },
  }),
  'C1:9357 time-step': adapter('turn/time', time.takeTimeStep, [], { exits: ['C1:9362', 'C1:7A54'] }),
  'C1:93A0 ally-charge-scan': adapter('turn/charge', charge.scanCharges, ['X', 'Z'], {
    returns: 'outcome',
    exits: ['return', 'C1:93B5', 'C1:93C4', 'C1:9F70'],
  }),
  'C1:93C5 ally-skill-fires': adapter('turn/ally-actions', ally.fireAllySkill, ['X']),
  'C1:941E enemy-skill-ap': adapter('turn/enemy-actions', enemy.enemySkillStart, ['Z'], {
    exits: ['C1:943B', 'C1:943F'],
  }),
  'C1:9572 ally-pass': adapter('turn/ally-actions', ally.passTurn, ['X'], { exits: ['C1:957D'], returns: 'nothing' }),
  'C1:96CB ally-step': adapter('turn/ally-actions', ally.beginAllyStep, ['X'], {
    exits: ['C1:96EF'],
    returns: 'nothing',
  }),
  'C1:9920 ally-turn-flags': adapter('turn/ally-actions', ally.flagAllyTurn, []),
  'C1:9EFF set-current-ally': adapter('turn/ally-order', order.setCurrentAlly, ['X']),
  'C1:9F02 next-ally': adapter('turn/ally-order', order.nextByRank, ['X'], {
    returns: 'outcome',
    exits: ['return', 'C1:9F52', 'C1:9F32'],
    results: { X: 'word' },
  }),
  'C1:9F5A next-ally-present': adapter('memory/presence', presence.nextAlly, ['X'], {
    returns: 'outcome',
    exits: ['return', 'C1:9F70'],
    results: { X: 'word' },
  }),
  'C1:CC2D abnormality-onset': adapter('turn/abnormality', abnormality.beginAbnormality, ['X'], {
    exits: ['C1:CC42', 'C1:CC42'],
  }),
  'C1:D94A wake-ally': adapter('turn/waking', waking.wakeAlly, ['X']),
  'C1:D9B1 wake-enemy': adapter('turn/waking', waking.wakeEnemy, ['X'], { exits: ['return', 'C1:D9D1'] }),
  'C1:E1A9 next-enemy-present': adapter('memory/presence', presence.nextEnemy, ['X'], {
    returns: 'outcome',
    results: { A8: 'byte', X: 'word', Z: { whereByteIs: 0 } },
  }),
  'C1:E3FD enemy-moved-flag': adapter('turn/enemy-actions', enemy.endEnemyStep, [], {
    returns: 'value',
    exits: ['C1:E401'],
    results: { X: 'value' },
  }),
  'C1:E429 enemy-turn-right': adapter('turn/enemy-actions', enemy.turnEnemyRight, []),
  'C1:E44A enemy-turn-ap': adapter('turn/enemy-actions', enemy.faceEnemy, ['X', 'A8']),
  'C1:E476 enemy-turn-left': adapter('turn/enemy-actions', enemy.turnEnemyLeft, []),
  'C1:EBAD battle-start-ap': adapter('turn/battle-start', start.startActionPoints, [], {
    exits: ['C1:EBC0'],
    returns: 'nothing',
  }),
  'C1:EBC7 order-points-start-all': adapter('turn/battle-start', start.startAllOrderPoints, ['X'], {
    exits: ['C1:EBEB'],
    returns: 'nothing',
  }),
  'C1:EBCE order-points-start': adapter('turn/order-points', orderPoints.startOrderPoints, ['X'], {
    exits: ['C1:EBE9'],
    returns: 'nothing',
  }),
  'C1:F3CE battle-start-flags': adapter('turn/battle-start', start.clearStartFlags, [], {
    exits: ['C1:F3DA'],
    returns: 'nothing',
  }),
  'C1:F55D battle-arg': adapter('turn/battle-start', start.takePartyArgument, [], {
    exits: ['C1:F565'],
    returns: 'nothing',
  }),
  'C1:F570 party-setup-head': adapter('turn/battle-start', start.beginPartySetUp, [], {
    exits: ['C1:F57E'],
    returns: 'nothing',
  }),
  'C1:F661 next-rank': adapter('turn/ally-order', order.nextSetUpRank, ['X'], {
    returns: 'outcome',
    exits: ['C1:F623', 'C1:F66A'],
    results: { X: 'word' },
  }),
  'C1:F70C first-ally': adapter('turn/ally-order', order.firstAlly, ['Y'], {
    returns: 'outcome',
    exits: ['C1:F724', 'C1:F715'],
  }),
  'C1:FB2B ally-of-rank': adapter('turn/ally-order', order.allyOfRank, ['Y'], {
    returns: 'outcome',
    exits: ['return', 'C1:FB31', 'C1:FB4A'],
    results: { Y: 'word' },
  }),
  'C1:FC78 enemy-start-values': adapter('turn/battle-start', start.startEnemyValues, ['Y']),
};
