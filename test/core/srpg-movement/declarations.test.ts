/** What SRPG movement declares. Rule ids: S and SA of the seed, SE for extensions, addresses of LIVE A LIVE for order points. */
import { createBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { testDeclarations } from '../declarations.js';
import { GROUNDS, plainMap } from './world.js';

const cells = () =>
  createBattle({
    map: plainMap(3, 2),
    grounds: GROUNDS,
    units: [{ id: 'a' }, { id: 'b', x: 1 }],
    transcript: 9,
    pathCapacity: 2,
  }).cells;

testDeclarations(srpgMovement, cells, {
  commands: `
    1 calc: unit 0..254 <unit>
    2 canMove: x 0..255, y 0..255
    3 step: x 0..255, y 0..255
    4 mapCanMove: x 0..255, y 0..255, move 0..254
    5 moveUnit: unit 0..254 <unit>, x 0..255, y 0..255
    6 tryMove: unit 0..254 <unit>, x 0..255, y 0..255
    7 setPosition: unit 0..254 <unit>, x 0..255, y 0..255
    8 addUnit: unit 0..254 <unit>
    9 dumpMap
    10 dumpUnit: unit 0..254 <unit>
    11 dumpMoveMap
    12 path: unit 0..254 <unit>, x 0..255, y 0..255
    13 turnsTo: unit 0..254 <unit>, x 0..255, y 0..255
    14 threat: side 0..255, x 0..255, y 0..255
    15 attack: unit 0..254 <unit>, target 0..254 <unit>, damage 0..65535 =0
    16 finish: unit 0..254 <unit>
    17 endPhase
    18 idle: draws 0..15 [64]?
  `,
  events: `
    1 calculated: unit, squares (S13, seed)
    2 destinationTested: x, y, result (S17, seed)
    3 stepRead: x, y, value (S13, seed)
    4 squareTested: x, y, move, result (S10, seed)
    5 moved: unit, x, y (S17, seed)
    6 notMoved: unit, x, y (S17, seed)
    7 placed: unit, x, y (SA10, seed)
    8 added: unit, isNew (S11, seed)
    9 printed: bytes (S18, seed)
    10 pathFound: unit, squares (SE4, extension)
    11 turnsCounted: unit, turns, x, y (SE4, extension)
    12 threatCounted: side, units, x, y (SE4, extension)
    13 attacked: unit, target, damage, hp (SE1, extension)
    14 defeated: unit (SE1, extension)
    15 finished: unit (SE2, extension)
    16 phaseBegan: side, turn (SE2, extension)
    17 unitActive: unit (SE2, extension)
    18 orderPointsMove: unit, before, after (C1:8F77, executed)
    19 orderPointsAttack: unit, before, after (C1:1C77, executed)
    20 orderPointsDamage: unit, before, after (C1:1CAC, executed)
    21 orderPointsIdle: unit, before, after (C1:1C02, executed)
    22 orderPointsHalved: unit, before, after (C1:8E64, executed)
    23 battleEnded: side (SE2, extension)
  `,
  errors: `
    E_UNKNOWN_ID
    E_WIDTH
    E_RANGE
    E_OUT_OF_MAP
    E_OCCUPIED
    E_UNREACHABLE
    E_PHASE
    E_ENDED
    E_DEFEATED
    E_ATTACK_RANGE
    E_NOT_ENEMY
    E_DRAW_COUNT
    E_PATH_FULL
    E_TRANSCRIPT_FULL
  `,
  switches: `
    zeroCost: allow, reject
    allowStack: reject, allow
    passThrough: none, allies, all
    zoneOfControl: off, on
    turnOrder: free, phases, wait, order-points
    phaseEnd: explicit, auto
    waitTie: first, last
    orderTie: last, first
    damage: command, difference
  `,
  cells: `
    battle: calculatedUnit 1, activeUnit 1, phaseSide 1, ended 1, turn 2, pathLength 2, answer 4 signed, clock 4, transcriptLength 4, moveMap[] 1, transcript[] 4
    unit[]: x 1, y 1, move 1, side 1, movementType 1, skirmisher 1, added 1, defeated 1, moved 1, finished 1, minRange 1, maxRange 1, hp 2, maxHp 2, attack 2, defence 2, weight 2, wait 2, orderPoints 2, attackDecrease 1, damageConstant 1, idleIncrease 1 signed
    path[]: x 1, y 1
  `,
});
