/** What Holy Grail War declares. Rule ids: H of the seed, HA decisions. */
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { testDeclarations } from '../declarations.js';
import { skill, twoPairs } from './support.js';

const cells = () => holyGrailWar.create(twoPairs({}, { 'red-servant': { skills: [skill('gaze')] } }), {}).cells;

testDeclarations(holyGrailWar, cells, {
  commands: `
    1 prepare: pair 0..254 <pair>, servantShare -1..65535 =-1, healMaster 0..16383 =0, healServant 0..16383 =0
    2 chooseActive: unit 0..254 <unit>, action 0..254 <action>, pair -1..254 =-1 <pair>, area -1..254 =-1 <area>, amount -32768..32767 =0, skill -1..254 =-1 <skill>, effect 0..15 =0, reason -1..254 =-1 <reason>
    3 closeActive
    4 notice: pair 0..254 <pair>, unit 0..254 <unit>
    5 chooseReactive: pair 0..254 <pair>, reaction 0..254 <reaction>, unit 0..254 <unit>
    6 grantReaction: pair 0..254 <pair>, reason 0..254 <reason>
    7 processTurn: blocked 0..254 [16]? <unit>
    8 restHeal: unit 0..254 <unit>, hp 1..16383
    9 revealFact: pair 0..254 <pair>, unit 0..254 <unit>, fact 0..254 <fact>, source 0..254 <source>
    10 revealSkill: pair 0..254 <pair>, skill 0..254 <skill>, source 0..254 <source>
    11 useSkill: unit 0..254 <unit>, skill 0..254 <skill>, effect 1..15, target -1..254 =-1 <unit>, targetSkill -1..254 =-1 <skill>, condition 0..1 =0, seenBy 0..254 [8]? <pair>, affected 0..254 [8]? <pair>
    12 useSeal: pair 0..254 <pair>, effect 0..254 <seal>, skill -1..254 =-1 <skill>, reason -1..254 =-1 <reason>
    13 adjust: unit 0..254 <unit>, stat 0..254 <stat>, amount -16383..16383, lasts 0..254 <lasts>, reason 0..254 <reason>
    14 openBattle: units 0..254 [16] <unit>, sides 0..7 [16], witnesses 0..254 [8]? <pair>
    15 witness: pair 0..254 <pair>
    16 setLines: side 0..7, front 0..254 [16]? <unit>
    17 closeStandby
    18 payMag: unit 0..254 <unit>
    19 noAttack: unit 0..254 <unit>
    20 closeDeclarations
    21 allocate: step 1..255, unit 0..254 <unit>, str 0..255, con 0..255, agi 0..255
    22 damageStep
    23 avoidLethal: unit 0..254 <unit>, lpCost 0..255
    24 escape: unit 0..254 <unit>
    25 cleanup
    26 closeBattle: reason 0..254 <reason>
    27 endTurn
    28 endWar: reason 0..254 <reason>
    29 joinBattle: unit 0..254 <unit>, side 0..7
  `,
  events: `
    1 mpIncome: pair, delta (H3, seed)
    2 mpChanged: unit, before, after (H5, seed)
    3 hpChanged: unit, before, after (H13, seed)
    4 healed: unit, hp, cost (H4, seed)
    5 vanished: unit (H6, seed)
    6 phaseBegan: phase (H2, seed)
    7 actionChosen: unit, action, target (H7, seed)
    8 noticed: pair, unit (H8, seed)
    9 reactionChosen: pair, reaction, unit (H8, seed)
    10 reactionGranted: pair, limit, reason (H8, extension)
    11 actionDone: unit, action, target (H12, seed)
    12 actionBlocked: unit, action (H8, decision)
    13 communicated: pair, with (H9, seed)
    14 soulsEaten: unit, amount, total (H11, seed)
    15 secrecyBroken: pair (H11, seed)
    16 freeAction: unit, reason (H31, extension)
    17 factsKnown: pair, unit, facts (H30, seed)
    18 skillKnown: pair, skill, parts (H16, seed)
    19 skillUsed: unit, skill, effect, multiple (H31, seed)
    20 statChanged: unit, stat, amount, lasts (H31, seed)
    21 skillDisabled: skill, lasts (H31, seed)
    22 sealUsed: pair, effect, left, what (H28, seed)
    23 miracle: pair, reason (H28, extension)
    24 rankStays: skill (HA17, decision)
    25 adjusted: unit, stat, amount, reason (H31, extension)
    26 battleOpened: units (H18, seed)
    27 linesSealed: side (HA21, decision)
    28 lineOpened: unit, line (H19, seed)
    29 stepBegan: step, level (H18, seed)
    30 magPaid: unit (H20, seed)
    31 attackRenounced: unit (H21, seed)
    32 allocationSealed: unit, points (H23, seed)
    33 allocationOpened: unit, str, con, agi (H23, seed)
    34 exchange: attacker, defender, attack, hits (H24, seed)
    35 damage: attacker, defender, damage (H25, seed)
    36 dying: unit (H13, seed)
    37 died: unit (H13, decision)
    38 lethalAvoided: unit, lpCost, hp (H14, decision)
    39 escaped: unit, cost (H26, seed)
    40 roundEnded: round (H27, seed)
    41 battleEnded: round (H18, decision)
    42 battleClosed: reason (H18, extension)
    43 turnEnded: day, slot (H12, seed)
    44 warEnded: reason (H31, extension)
    45 injuryChanged: unit, level (H13, seed)
    46 joined: unit, side (HA24, decision)
    47 summoned: unit, area (H28, seed)
    48 calledAway: unit (HA25, decision)
    49 revived: unit, hp (HA23, decision)
    50 allocationOwed: unit, points (H23, seed)
    51 compared: str, con, ownAgi, enemyAgi (H24, seed)
  `,
  errors: `
    E_UNKNOWN_ID
    E_UNKNOWN_ID
    E_RANGE
    E_RANGE
    E_DUPLICATE_ID
    E_PHASE
    E_PHASE
    E_ENDED
    E_DEAD
    E_MP
    E_ALLOCATION
    E_ALLOCATION_ORDER
    E_REACTION_LIMIT
    E_NO_SEAL
    E_RANK
    E_SOUL_AMOUNT
    E_AREA
    E_ALONE
    E_NO_FRONT
    E_WIDTH
    E_WIDTH
    E_RANGE
    E_RANGE
    E_RANGE
    E_RANGE
    E_RANGE
    E_RANGE
    E_RANGE
    E_RANGE
  `,
  switches: `
    nonAttack: zero, clamped
    injuryStack: single, cumulative
    healLevelFee: perAct, perLevel
    advantageScope: all, opponents
    advantageOf: payers, everybody
    allowUnspent: no, yes
    reflectCountsAsDealt: no, yes
    escapeScope: unit, side
    mpOverflow: spill, lose
    seals: 3, 0, 1, 2, 4, 5, 6, 7, 8, 9
    rankCap: stay, reject
    statFloor: zero, injury, none, end
    emptyFront: rear, strict
    lethalAvoidance: undone, one
    sealAtZeroHp: works, refused
    summonLine: master, rear
    sealTwice: refused, spent
  `,
  cells: `
    battle: day 2, slot 1, phase 1, ended 1, battleStep 1, round 2, linesDeclared 1, witnesses 1, allocationStep 1, level 2 signed
    unit[]: str 1, con 1, agi 1, mag 1, luk 1, np 1, hp 2, maxHp 2, mp 2, maxMp 2, lp 1, maxLp 1, advantage 1, upkeep 2, status 1, injury 1, area 1, action 1, actionPair 1, actionArea 1, actionAmount 1, actionSkill 1, actionEffect 1, actionReason 1, actionOpen 1, gatherTopic 1, gatherTurns 1, turnStr 2 signed, turnCon 2 signed, turnAgi 2 signed, turnMag 2 signed, turnAdvantage 2 signed, roundStr 2 signed, roundCon 2 signed, roundAgi 2 signed, roundMag 2 signed, roundAdvantage 2 signed, side 1, line 1, sealedLine 1, paid 1, noAttack 1, battleAdvantage 2 signed, handed 1, spent 1, sealedStr 1, sealedCon 1, sealedAgi 1, allocatedStr 1, allocatedCon 1, allocatedAgi 1, taken 4, dealt 4, hpBefore 2, escaping 1, freeEscape 1
    pair[]: seals 1, soulEaten 2, exposed 1, prepared 1, base 1, noticed 2, talked 1, reactionLimit 1, reactions 1, reaction0 1, reaction1 1, reaction2 1, reaction3 1, reactionUnit0 1, reactionUnit1 1, reactionUnit2 1, reactionUnit3 1
    skill[]: disabled 1, rankBonus 1, halved 1
    knows[].unit[]: facts 2
    knows[].skill[]: parts 2
    exchange[][]: attack 2 signed, hits 1, damage 2 signed
  `,
});
