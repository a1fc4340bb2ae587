/**
 * Adapters of the enemies' decision, ranges, movement, commands and set-up: part 3 of the routines.
 */

import * as allyAsEnemy from '../../../../core/live-a-live/enemy/ally-as-enemy.js';
import * as decision from '../../../../core/live-a-live/enemy/decision.js';
import * as driven from '../../../../core/live-a-live/enemy/driven-enemy.js';
import * as movement from '../../../../core/live-a-live/enemy/enemy-movement.js';
import * as walk from '../../../../core/live-a-live/enemy/enemy-walk.js';
import * as choice from '../../../../core/live-a-live/enemy/skill-choice.js';
import * as areas from '../../../../core/live-a-live/field/areas.js';
import * as nearest from '../../../../core/live-a-live/field/nearest-ally.js';
import * as occupancy from '../../../../core/live-a-live/field/occupancy.js';
import * as ranges from '../../../../core/live-a-live/field/ranges.js';
import * as targets from '../../../../core/live-a-live/field/targets.js';
import { copyPads, readPads } from '../../../../core/live-a-live/memory/joypad.js';
import { type Machine, packResult, type RoutineResult } from '../../../../core/live-a-live/memory/machine.js';
import * as skillRecord from '../../../../core/live-a-live/memory/skill-record.js';
import { loadSpeciesRecord } from '../../../../core/live-a-live/memory/skill-record.js';
import * as enemySetUp from '../../../../core/live-a-live/setup/enemy-set-up.js';
import * as formation from '../../../../core/live-a-live/setup/formation.js';
import * as party from '../../../../core/live-a-live/setup/party-set-up.js';
import { buildSkillList } from '../../../../core/live-a-live/setup/set-up-enemies.js';
import { startAllyBlock } from '../../../../core/live-a-live/setup/set-up-party.js';

import { DRIVEN, turnEnemyLeft } from '../../../../core/live-a-live/turn/enemy-actions.js';
import * as commands from '../../../../core/live-a-live/turn/menu.js';
import { type AdapterTable, adapter } from './adapter.js';

/** A and Z answer together: Z = A is 0. */
const ANSWER = { returns: 'value', results: { A8: 'value' } } as const;
const OCCUPIED = { returns: 'outcome', exits: ['return', 'C1:41FD'], results: { A8: 'byte' } } as const;
const STEP = { exits: ['return', 'C1:E3C6', 'C1:E3DD', 'C1:41FD'] } as const;
const IN_RANGE = { returns: 'outcome', exits: ['return', 'C1:181C'], results: { Z: 'byte' } } as const;
const DECISION = { returns: 'outcome', exits: ['return', 'C1:8F20', 'C1:8F5A', 'C1:8F06'] } as const;
/** The zero flag tells that all seven rows were looked at. */
const OCCUPANT = { returns: 'outcome', results: { A8: 'byte', X: 'word', Z: { whereByteIs: 7 } } } as const;
const AREA = {
  exits: ['C1:38E3', 'C1:3817', 'C1:382B', 'C1:3846', 'C1:3849', 'C1:3861', 'C1:3876', 'C1:385D'],
} as const;
const STATE = { ...DECISION, results: { Y: 'word' } } as const;

/** The processor's answer to a wanted cell: A = 0 moved, FFh blocked. */
function occupancyAnswer(result: number): RoutineResult {
  if (result === occupancy.DRIVEN_MOVE) return packResult(1, 0, DRIVEN);
  return packResult(0, 0, result === occupancy.MOVED ? 0 : 0xff);
}

function moveOccupancy(machine: Machine, enemy: number): RoutineResult {
  return occupancyAnswer(occupancy.moveOccupancy(machine, enemy));
}

function moveOccupancyOfSide(machine: Machine, enemy: number): RoutineResult {
  return occupancyAnswer(occupancy.moveOccupancyOfSide(machine, enemy));
}

/** C1:EC4B also leaves the low byte of the address in A. */
function characterRecord(_machine: Machine, number: number): RoutineResult {
  const address = party.recordAddress(number);
  return packResult(0, address, address & 0xff);
}

export const AI_ADAPTERS: AdapterTable = {
  'C1:03FA only-d0-enemies-left': adapter('enemy/enemy-walk', walk.othersLeft, [], ANSWER),
  'C1:1429 cancel-charge-after-displacement': adapter('enemy/enemy-walk', walk.cancelChargeIfDisplaced, ['X']),
  'C1:14C7 items-command-not-allowed': adapter('turn/menu', commands.itemsForbidden, [], {
    returns: 'value',
    results: { Z: 'value' },
  }),
  'C1:14DD commands-greyed': adapter('turn/menu', commands.greyCommands, [], {
    exits: ['return', 'C1:14FD', 'C1:14F1'],
  }),
  'C1:16F4 player-driven-enemy-copy-position': adapter('enemy/driven-enemy', driven.followDrivenEnemy, ['X', 'Y']),
  'C1:25F2 name-type-counter': adapter('setup/enemy-set-up', enemySetUp.numberNameEnemy, ['X', 'Y'], {
    exits: ['C1:2615'],
    returns: 'nothing',
  }),
  'C1:2616 enemy-stats-plus': adapter('setup/enemy-set-up', enemySetUp.raiseEnemyStats, ['X']),
  'C1:180B attacker-in-range': adapter('field/targets', targets.attackerInRange, [], IN_RANGE),
  'C1:180B counter-range': adapter('field/targets', targets.attackerInRange, [], IN_RANGE),
  'C1:18BB is-occupant-in-range': adapter('field/targets', targets.findOccupant, ['A8'], OCCUPANT),
  'C1:18BB occupant-in-marks': adapter('field/targets', targets.findOccupant, ['A8'], OCCUPANT),
  'C1:2857 pick-ally-target-in-range': adapter('field/targets', targets.pickAllyTarget, [], ANSWER),
  'C1:285D pick-target-in-range-by-side': adapter('field/targets', targets.pickTarget, ['A8'], ANSWER),
  'C1:380E area-around-target-cell': adapter('field/areas', areas.markArea, [], AREA),
  'C1:380E area-cells': adapter('field/areas', areas.markArea, [], AREA),
  'C1:38A0 area-rectangle-mark': adapter('field/areas', areas.markRectangle, [], {
    exits: ['C1:38E3'],
    returns: 'nothing',
  }),
  'C1:3924 enemy-skill-range-first-direction': adapter('field/ranges', ranges.markEnemyRange, [], {
    exits: ['return', 'C1:3AB2', 'C1:3A0B', 'C1:3A1A', 'C1:3A31', 'C1:3A22', 'C1:3C9D', 'C1:3D04', 'C1:3D14'],
  }),
  'C1:3B32 ally-skill-range-first-direction': adapter('field/ranges', ranges.markAllyRange, [], {
    exits: [
      'return',
      'C1:3B81',
      'C1:3BB4',
      'C1:3BCD',
      'C1:3BE6',
      'C1:3BFF',
      'C1:3C9D',
      'C1:3D04',
      'C1:3D14',
      'C1:3CB3',
    ],
  }),
  'C1:3C3D range-one-direction-line': adapter('field/ranges', ranges.markLine, ['X', 'Y'], {
    exits: ['return', 'C1:3C9D', 'C1:3D04', 'C1:3D14'],
  }),
  'C1:3D5C skill-record-address': adapter('memory/skill-record', skillRecord.skillRecordOf, ['A8', 'X'], {
    returns: 'value',
    results: { X: 'value', Y: 'entry' },
  }),
  'C1:3D93 ally-skill-record-address': adapter('memory/skill-record', skillRecord.allySkillRecord, ['A8'], {
    returns: 'value',
    results: { X: 'value', Y: 'entry' },
  }),
  'C1:41F2 enemy-occupancy-move': adapter('field/occupancy', moveOccupancy, ['X'], OCCUPIED),
  'C1:41FF occupancy-move-with-side': adapter('field/occupancy', moveOccupancyOfSide, ['X'], OCCUPIED),
  'C1:4FDC armageddon-command-test': adapter('turn/menu', commands.armageddonTest, [], {
    returns: 'outcome',
    results: { A: 'word', Z: 'byte' },
  }),
  'C1:4FFB fourth-command-kind': adapter('turn/menu', commands.fourthCommand, [], {
    returns: 'value',
    exits: ['C1:5022'],
    results: { X: 'value' },
  }),
  'C1:5040 character-present': adapter('turn/menu', commands.findCharacter, ['A8'], {
    returns: 'outcome',
    results: { A8: 'byte', X: 'word' },
  }),
  'C1:51FB enemy-occupancy-place': adapter('field/occupancy', occupancy.placeEnemy, ['X']),
  'C1:7DF1 push-ally-aside': adapter('field/occupancy', occupancy.pushAllyAside, ['X']),
  'C1:8AD8 joypad-read': adapter('memory/joypad', readPads, []),
  'C1:8B15 joypad-copy': adapter('memory/joypad', copyPads, []),
  'C1:8E64 ai-step-of-chosen-enemy': adapter('enemy/decision', decision.stepChosenEnemy, ['X'], DECISION),
  'C1:8EA3 ai-state0-move-roll-and-slot1': adapter('enemy/decision', decision.decideFirst, ['Y'], STATE),
  'C1:8EC7 ai-state1-slot2': adapter('enemy/decision', decision.decideSecond, ['Y'], STATE),
  'C1:8EDB ai-state2-slot3': adapter('enemy/decision', decision.decideThird, ['Y'], STATE),
  'C1:8EF0 ai-state3-slot4': adapter('enemy/decision', decision.decideFourth, ['Y'], STATE),
  'C1:8F5A enemy-move-or-turn-whole': adapter('enemy/enemy-movement', movement.moveEnemy, ['X'], {
    exits: ['return', 'C1:90D2'],
  }),
  'C1:8F8D enemy-action-code': adapter('enemy/enemy-movement', movement.performActionCode, ['A8'], STEP),
  'C1:90C5 move-pattern-lookup': adapter('field/nearest-ally', nearest.movePatternCode, ['X'], {
    returns: 'outcome',
    exits: ['return', 'C1:90D2'],
    results: { A8: 'byte' },
  }),
  'C1:913A nearest-ally': adapter('field/nearest-ally', nearest.findNearestAlly, ['X']),
  'C1:91AB relative-x-to-ally': adapter('field/nearest-ally', nearest.relativeX, ['Y']),
  'C1:91C6 relative-y-to-ally': adapter('field/nearest-ally', nearest.relativeY, ['Y']),
  'C1:920C skill-status-already-on-allies': adapter('enemy/skill-choice', choice.testSkillStatuses, ['Y'], {
    returns: 'outcome',
    results: { A8: 'byte', X: 'word' },
  }),
  'C1:9252 skill-may-be-used-type-test': adapter('enemy/skill-choice', choice.testSkillType, ['Y', 'X'], ANSWER),
  'C1:927E heal-skill-decision': adapter('enemy/skill-choice', choice.decideHeal, ['X'], {
    returns: 'outcome',
    results: { A8: 'byte', X: 'word' },
  }),
  'C1:9D38 last-skill-usable': adapter('turn/menu', commands.previousSkillUsable, [], ANSWER),
  'C1:9D38 previous-skill-still-usable': adapter('turn/menu', commands.previousSkillUsable, [], ANSWER),
  'C1:E1CB next-enemy-bit20': adapter('enemy/enemy-walk', walk.nextDrivenEnemy, ['X'], {
    returns: 'outcome',
    exits: ['return', 'C1:E1E7', 'C1:E1E4'],
    results: { A8: 'byte', X: 'word' },
  }),
  'C1:E251 enemy-skill-select-and-target': adapter('enemy/skill-choice', choice.selectSkill, ['X', 'Y'], {
    returns: 'outcome',
    exits: ['return', 'C1:E284', 'C1:E28B'],
    results: { A8: 'byte' },
  }),
  'C1:E327 enemy-step-up': adapter('enemy/enemy-movement', movement.stepUp, [], STEP),
  'C1:E348 enemy-step-down': adapter('enemy/enemy-movement', movement.stepDown, [], STEP),
  'C1:E372 enemy-step-left': adapter('enemy/enemy-movement', movement.stepLeft, [], STEP),
  'C1:E393 enemy-step-right': adapter('enemy/enemy-movement', movement.stepRight, [], STEP),
  'C1:E476 enemy-turn-counter-clockwise': adapter('turn/enemy-actions', turnEnemyLeft, []),
  'C1:E894 ally-block-from-character': adapter('setup/set-up-party', startAllyBlock, ['X']),
  'C1:E894 ally-block-init': adapter('setup/set-up-party', startAllyBlock, ['X']),
  'C1:E94B battle-skill-list': adapter('setup/set-up-enemies', buildSkillList, ['X']),
  'C1:E94B ally-skill-tables-all-learned': adapter('setup/set-up-enemies', buildSkillList, ['X']),
  'C1:EC25 character-growth-record-pointer': adapter('setup/party-set-up', party.pointToCharacter, ['X']),
  'C1:EC4B character-record-address': adapter('setup/party-set-up', characterRecord, ['A8'], {
    mirrors: party.recordAddress.name,
    returns: 'outcome',
    results: { A8: 'byte', Y: 'word' },
  }),
  'C1:EC59 party-id-of-list': adapter('setup/party-set-up', party.partyIdOfList, ['A8'], {
    returns: 'outcome',
    results: { A8: 'byte', X: 'word' },
  }),
  'C1:ECFB ally-block-from-record': adapter('setup/party-set-up', party.joinFromRecord, ['X', 'Y']),
  'C1:EDB3 party-blocks-start': adapter('setup/party-set-up', party.startPartyBlocks, [], {
    returns: 'outcome',
    exits: ['return', 'C1:EE50', 'C1:ED50', 'C1:EDFD'],
  }),
  'C1:EE56 party-blocks-from-followers': adapter('setup/party-set-up', party.fillFromFollowers, ['Y', 'X'], {
    returns: 'outcome',
    exits: ['return', 'C1:EEA4', 'C1:EEB2'],
    results: { A8: 'byte' },
  }),
  'C1:F05F character-start-values': adapter('setup/party-set-up', party.startCharacter, ['Y'], {
    exits: ['C1:F102', 'C1:F073'],
  }),
  'C1:F504 final-encounter': adapter('setup/formation', formation.lastChapterFormation, [], ANSWER),
  'C1:F504 last-chapter-encounter': adapter('setup/formation', formation.lastChapterFormation, [], ANSWER),
  'C1:F588 encounter-formation-choice': adapter('setup/formation', formation.chooseFormation, [], {
    exits: ['C1:F5FB', 'C1:F4FA', 'C1:714F'],
  }),
  'C1:F5FB formation-party-places': adapter('setup/formation', formation.placeParty, [], {
    exits: ['C1:F6AB', 'C1:F6F2', 'C1:FB31', 'C1:FB4A'],
  }),
  'C1:F89B player-driven-enemy-skill-list': adapter('enemy/driven-enemy', driven.listDrivenSkills, []),
  'C1:F8C8 player-driven-enemy-stats': adapter('enemy/driven-enemy', driven.copyDrivenValues, [], {
    exits: ['C1:E8D9'],
    returns: 'nothing',
  }),
  'C1:F959 allies-as-enemies-test': adapter('enemy/ally-as-enemy', allyAsEnemy.findAllyAsEnemy, [], {
    exits: ['C1:F968', 'C1:F989', 'C1:F9A7'],
  }),
  'C1:F9E1 ally-fought-as-enemy-place': adapter('enemy/ally-as-enemy', allyAsEnemy.placeAllyAsEnemy, ['Y'], {
    exits: ['C1:FA18'],
    returns: 'nothing',
  }),
  'C1:FA31 ally-fought-as-enemy-data': adapter('enemy/ally-as-enemy', allyAsEnemy.copyAllyValues, ['X'], {
    exits: ['return', 'C1:FACC'],
  }),
  'C1:FB7C enemy-set-up-by-id': adapter('setup/enemy-set-up', enemySetUp.enterEnemy, ['A8', 'X'], {
    exits: ['C1:FC00', 'C1:FBBB', 'C1:FBA1'],
  }),
  'C1:FC0A species-record-load': adapter('memory/skill-record', loadSpeciesRecord, ['Y']),
  'C1:FD76 hero-test-value': adapter('turn/menu', commands.heroTestValue, [], {
    returns: 'outcome',
    results: { A8: 'byte', Z: 'word' },
  }),
  'C1:FD81 last-battle-room-flag': adapter('turn/menu', commands.flagLastBattleRoom, []),
};
