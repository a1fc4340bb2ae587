/** What FF-TCG timing declares. Rule ids: F of the seed, FA decisions, CR the Comprehensive Rules for extensions. */
import { fftcg } from '../../../core/fftcg/index.js';
import { testDeclarations } from '../declarations.js';
import { start } from './helpers.js';

const cells = () => start({ id: 'A' }, { id: 'B' }).cells;

testDeclarations(fftcg, cells, {
  commands: `
    1 pass: player 0..1 <player>
    2 playCharacter: player 0..1 <player>, card 0..119 <card>
    3 useAbility: player 0..1 <player>, source 0..119 <card>, ability 0..254 <ability>, targets 0..119 [4]? <card>
    4 castSummon: player 0..1 <player>, card 0..119 <card>, targets 0..119 [4]? <card>
    5 declareAttack: player 0..1 <player>, forwards 0..119 [60]? <card>
    6 declareBlock: player 0..1 <player>, blocker -1..119 =-1 <card>
    7 assignPartyDamage: player 0..1 <player>, forwards 0..119 [60] <card>, amounts 0..99000 [60]
    8 exBurst: player 0..1 <player>, use 0..1, targets 0..119 [4]? <card>
    9 orderTriggers: player 0..1 <player>, triggers 0..959 [16] <trigger>, targets 0..119 [64]? <card>
    10 discard: player 0..1 <player>, cards 0..119 [60] <card>
    11 concede: player 0..1 <player>
    12 playLimitBreak: player 0..1 <player>, card 0..119 <card>, turned 0..119 [8]? <card>, targets 0..119 [4]? <card>
  `,
  events: `
    1 phase: turn, turnPlayer, phase, step (F2, seed)
    2 priority: player, passes (F8, seed)
    3 passed: player (F8, seed)
    4 pushed: card, ability, controller, depth (F17, seed)
    5 resolved: card, ability, controller, depth (F19, seed)
    6 cancelled: card, ability, controller, depth (FA11, decision)
    7 played: player, card (F6, seed)
    8 moved: card, from, to (F17, seed)
    9 drew: player, card (F4, seed)
    10 activated: card (F3, seed)
    11 dulled: card (F11, seed)
    12 attacked: card (F11, seed)
    13 blocked: card (F12, seed)
    14 dealt: source, target, amount, total (F13, seed)
    15 playerDamaged: player, card, total (F13, seed)
    16 exBurst: card, use (F14, seed)
    17 triggered: card, ability (FA6, decision)
    18 powerChanged: card, powerMod (FA18, decision)
    19 clamped: card, value (FA18, decision)
    20 healed: card (F16, seed)
    21 owed: choice, player (F8, seed)
    22 ended: outcome (FA7, decision)
    23 frozen: card (CR 15.2.4, extension)
    24 thawed: card (CR 15.2.4, extension)
    25 dropped: card, ability (FA11, decision)
    26 used: player, card, ability (F5, seed)
    27 limitBreak: player, card, turned (CR 15.2, extension)
    28 granted: card, keyword (CR 15.2, extension)
    29 found: player, card (FA20, decision)
  `,
  errors: `
    E_UNKNOWN_ID
    E_RANGE
    E_DUPLICATE_ID
    E_PHASE
    E_ENDED
    E_NO_PRIORITY
    E_NOT_TURN_PLAYER
    E_STACK_NOT_EMPTY
    E_NO_LEGAL_TARGET
    E_CANNOT_ATTACK
    E_BAD_PARTY
    E_CANNOT_BLOCK
    E_PENDING_CHOICE
    E_DISCARD_COUNT
    E_NOT_IN_HAND
    E_STACK_OVERFLOW
    E_CANNOT_USE
    E_WRONG_CARD
    E_LIMIT_BREAK
  `,
  switches: `
    firstTurnDraw: 2, 1
    characterNeedsEmptyStack: yes, no
    damageToLose: 7, 1, 2, 3, 4, 5, 6, 8, 9, 10
    emptyDeck: draw, empty
    endOrder: seed, cr
    endWindow: none, triggers
    attackLoopTo: preparation, declaration
    partyRule: cr, any
    blockerState: active, any
    attackAgain: no, whileActive
    limitBreak: off, on
  `,
  cells: `
    battle: turn 2, turnPlayer 1, phase 1, step 1, priority 1, passes 1, pending 1, pendingPlayer 1, outcome 1, stackDepth 1, blocked 1, blocker 1, firstStrikers 1, damageBatch 1, exCard 1, mayStop 1, waitingTriggers 2
    player[]: deck 1, hand 1, field 1, damage 1, breakZone 1, deckOut 1
    card[]: zone 1, dull 1, frozen 1, attacking 1, attacked 1, triggers 1, keywords 1, power 2, powerMod 2 signed, damage 2, enteredTurn 2, effectivePower 4 scratch
    stack[]: card 1, ability 1, controller 1, sourceGone 1, targets 1, target[] 1
  `,
});
