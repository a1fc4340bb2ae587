/** A probe for each switch of `rom-map/unpublished.ts`. */
import { fireField } from '../../../core/live-a-live/combat/fields-and-poison.js';
import { settleEnemies } from '../../../core/live-a-live/combat/totals-on-enemies.js';
import { decisionOf } from '../../../core/live-a-live/enemy/decide.js';
import { MOVES, SLOT_TRIED } from '../../../core/live-a-live/enemy/decision.js';
import { ENEMY_SIDE } from '../../../core/live-a-live/field/occupancy.js';
import type { Program } from '../../../core/live-a-live/frame/program.js';
import { runTimeHalf } from '../../../core/live-a-live/frame/time-half.js';
import * as AbnormalityRow from '../../../core/live-a-live/memory/cells/abnormality-row.js';
import * as Enemy from '../../../core/live-a-live/memory/cells/enemy.js';
import * as Species from '../../../core/live-a-live/memory/cells/species.js';
import { exitOf, type Machine } from '../../../core/live-a-live/memory/machine.js';
import { BREAKDOWN } from '../../../core/live-a-live/memory/skill-record.js';
import { END_OF_LIST, PRESENT } from '../../../core/live-a-live/memory/state-bits.js';
import { POINTER_ABNORMALITY, type TableBytes, tableByte, tableWord } from '../../../core/live-a-live/memory/tables.js';
import { ALLY_CHARGING } from '../../../core/live-a-live/turn/ally-actions.js';
import { NOBODY_CAN_ACT } from '../../../core/live-a-live/turn/time.js';
import { passTime } from '../../../core/live-a-live/turn/time-passes.js';
import type { ProbeState, SwitchProbe } from './run-probe.js';

const RETURN = 'return';
const NO_REGISTERS = { A: 0, X: 0, Y: 0 } as const;
/** 16-bit address of a party record. */
const RECORD = 0x0d00;
/** Low nibble of a field's draw that takes the field away, and one that does not. */
const LOST = 0x10;
const KEPT = 0x11;
/** A draw that neither sends an enemy to move nor passes a slot over. */
const TAKES_SLOT = 0xff;

/** The time half with nobody to decide. @returns whether an ally's skill fired */
function timeHalf(machine: Machine): boolean {
  let fired = false;
  const program: Program = {
    startEnemies() {},
    useAllySkill() {
      fired = true;
    },
    useEnemySkill() {},
    decideForEnemy: () => true,
    walkEnemy: () => false,
    pressButtons() {},
  };
  runTimeHalf(machine, program, 0);
  return fired;
}

const IDLE_POINTS = [0, 100, 250, 300, 0xfff8];

const idleActionPoints: SwitchProbe = {
  row: 'idleActionPoints',
  entry: 'C1:7A42',
  registers: NO_REGISTERS,
  exits: {},
  watched: ['actionPoints'],
  states: () => [
    ...IDLE_POINTS.map((points) => ({
      what: `an idle frame with ${points} action points`,
      cells: { playerState: NOBODY_CAN_ACT, actionPoints: points },
    })),
    { what: 'a frame in which somebody can act', cells: { actionPoints: 100 } },
  ],
  ours(machine) {
    timeHalf(machine);
    return RETURN;
  },
};

const CHARGING_ALLY = {
  'ally[0].state': PRESENT,
  'ally[0].record': RECORD,
  'ally[0].skillState': ALLY_CHARGING,
  turnFlag: 0,
};

const idleChargeFrames: SwitchProbe = {
  row: 'idleChargeFrames',
  entry: 'C1:9357',
  registers: NO_REGISTERS,
  exits: { 'C1:93C5': 'the skill fires' },
  watched: [],
  states: () => [
    { what: 'a charge of 1 and a step of 1', cells: { ...CHARGING_ALLY, timeCode: 0x10, 'ally[0].charge': 1 } },
    { what: 'a charge of 4 and a step of 4', cells: { ...CHARGING_ALLY, timeCode: 0x40, 'ally[0].charge': 4 } },
    { what: 'a charge of 20 and a step of 1', cells: { ...CHARGING_ALLY, timeCode: 0x10, 'ally[0].charge': 20 } },
    { what: 'a charge of 0', cells: { ...CHARGING_ALLY, timeCode: 0, 'ally[0].charge': 0 } },
  ],
  ours: (machine) => (timeHalf(machine) ? 'the skill fires' : RETURN),
};

/** An enemy and an ally with a status that runs out. */
function timers(step: number, left: number): ProbeState {
  return {
    what: `timers of ${left} and a step of ${step}`,
    cells: {
      timeStep: step,
      'enemy[0].state': PRESENT,
      'enemy[0].species': Species.FIRST,
      'enemy[0].statuses': 0x20,
      'enemy[0].timerSleep': left,
      'enemy[1].state': END_OF_LIST,
      'ally[0].state': PRESENT,
      'ally[0].record': RECORD,
      'ally[0].statuses': 0x02,
      'ally[0].timerLeg': left,
    },
  };
}

const statusTimers: SwitchProbe = {
  row: 'statusTimers',
  entry: 'C1:20F2',
  registers: NO_REGISTERS,
  exits: {},
  watched: ['enemy[0].timerSleep', 'enemy[0].statuses', 'ally[0].timerLeg', 'ally[0].statuses'],
  states: () => [timers(1, 5), timers(4, 4), timers(16, 3), timers(0, 9)],
  ours(machine) {
    passTime(machine);
    return RETURN;
  },
};

/** Two abnormalities of the image whose rows move a level, one up and one down where there are. */
function levelRows(tables: TableBytes): number[] {
  const rows = tableWord(tables.bankD5, POINTER_ABNORMALITY);
  const change = (id: number): number =>
    (tableByte(tables.bankD5, rows + 8 * id + AbnormalityRow.LEVEL_CHANGE - AbnormalityRow.DISABLED) << 24) >> 24;
  const ids = Array.from({ length: 15 }, (_, index) => index + 1);
  const up = ids.find((id) => change(id) > 0);
  // the negation of -128 leads to another unpublished line
  const down = ids.find((id) => change(id) < 0 && change(id) > -128);
  return [up, down].filter((id) => id !== undefined);
}

function onset(id: number, type: number): ProbeState {
  return {
    what: `abnormality ${id} falls on ${type === 0 ? 'an ordinary enemy' : 'a BREAKDOWN enemy'}`,
    cells: {
      subject: Enemy.FIRST,
      'enemy[0].state': PRESENT,
      'enemy[0].species': Species.FIRST,
      'enemy[0].level': 60,
      'enemy[0].hp': 900,
      'enemy[0].hitsLanded': 1,
      'enemy[0].hitsAssigned': 1,
      'enemy[0].singleHit': 1,
      'enemy[0].pendingAbnormality': 0x80 | id,
      'enemy[1].state': END_OF_LIST,
      'species[0].maxHp': 999,
      'species[0].type': type,
    },
    draws: [],
  };
}

const onsetLevel: SwitchProbe = {
  row: 'onsetLevel',
  entry: 'C1:CBE3',
  registers: { A: 0, X: Enemy.FIRST, Y: 0 },
  exits: { 'C1:CCD6': RETURN },
  watched: ['enemy[0].level'],
  limit: 'what the caller of C1:CBE3 does afterwards is not seen',
  states: (tables) => levelRows(tables).flatMap((id) => [onset(id, 0), onset(id, BREAKDOWN)]),
  ours(machine) {
    settleEnemies(machine);
    return RETURN;
  },
};

/** Cells of the grid by number: the enemy's, and the bottom right one. */
const ENEMY_CELL = 9;
const LAST_CELL = 54;
/** The field that fires when the counter goes from 0 to 1. */
const POISON_FIELD = 0xa0;

function field(what: string, draws: readonly number[]): ProbeState {
  return {
    what,
    cells: {
      fieldCounter: 0,
      [`fieldGrid[${ENEMY_CELL}]`]: POISON_FIELD | ENEMY_SIDE | 1,
      [`fieldGrid[${LAST_CELL}]`]: POISON_FIELD,
      'enemy[0].state': PRESENT,
      'enemy[0].species': Species.FIRST,
      'enemy[0].hp': 500,
      'enemy[1].state': END_OF_LIST,
      'species[0].maxHp': 500,
    },
    draws,
  };
}

const fieldLastCell: SwitchProbe = {
  row: 'fieldLastCell',
  entry: 'C1:1F06',
  registers: NO_REGISTERS,
  exits: {},
  watched: ['enemy[0].hitsLanded', 'enemy[0].singleHit', 'fieldCounter', `fieldGrid[${LAST_CELL}]`],
  states: () => [
    field('the bottom right cell loses the field', [KEPT, LOST]),
    field('every cell keeps the field', [KEPT, KEPT]),
    field("the enemy's cell loses the field", [LOST, KEPT]),
  ],
  ours(machine) {
    fireField(machine);
    return RETURN;
  },
};

/** States of the second pass, and the first one behind it. */
const LATE_STATES = [4, 5, 6, 7, 8];
const TRIES = 'a slot is tried';
const TO_MOVE = 'the enemy moves';

const decisionPasses: SwitchProbe = {
  row: 'decisionPasses',
  entry: 'C1:8E85',
  registers: { A: 0, X: Enemy.FIRST, Y: 0 },
  exits: { 'C1:8F06': TRIES, 'C1:8F20': TRIES, 'C1:8F5A': TO_MOVE },
  watched: [],
  states: () =>
    LATE_STATES.map((state) => ({
      what: `decision step ${state}`,
      cells: {
        actingEnemy: Enemy.FIRST,
        actionPoints: 0x200,
        turnFlag: 1,
        'enemy[0].state': PRESENT,
        'enemy[0].species': Species.FIRST,
        'enemy[0].aiStep': state,
      },
      draws: [TAKES_SLOT, TAKES_SLOT],
    })),
  ours(machine) {
    const exit = exitOf(decisionOf(machine, Enemy.FIRST));
    return exit === SLOT_TRIED ? TRIES : exit === MOVES ? TO_MOVE : RETURN;
  },
};

export const SWITCH_PROBES: readonly SwitchProbe[] = [
  idleActionPoints,
  idleChargeFrames,
  statusTimers,
  onsetLevel,
  fieldLastCell,
  decisionPasses,
];
