/**
 * The commands of the war. Source: the inputs named by seed 004's ruleset; H1 to H31.
 */
import type { CommandShape, ParameterShape } from '../system/system.js';

export const Command = {
  prepare: 1,
  chooseActive: 2,
  closeActive: 3,
  notice: 4,
  chooseReactive: 5,
  grantReaction: 6,
  processTurn: 7,
  restHeal: 8,
  revealFact: 9,
  revealSkill: 10,
  useSkill: 11,
  useSeal: 12,
  adjust: 13,
  openBattle: 14,
  witness: 15,
  setLines: 16,
  closeStandby: 17,
  payMag: 18,
  noAttack: 19,
  closeDeclarations: 20,
  allocate: 21,
  damageStep: 22,
  avoidLethal: 23,
  escape: 24,
  cleanup: 25,
  closeBattle: 26,
  endTurn: 27,
  endWar: 28,
  joinBattle: 29,
} as const;

/** Largest number in any id list; unregistered ids are refused. */
const widest = 254;

function id(name: string, ids: string, meaning: string): ParameterShape {
  return { name, min: 0, max: widest, ids, meaning };
}

function optionalId(name: string, ids: string, meaning: string): ParameterShape {
  return { name, min: -1, max: widest, ids, optional: -1, meaning };
}

function idList(name: string, ids: string, capacity: number, meaning: string): ParameterShape {
  return { name, min: 0, max: widest, capacity, ids, meaning };
}

function number(name: string, min: number, max: number, meaning: string): ParameterShape {
  return { name, min, max, meaning };
}

function optionalNumber(name: string, min: number, max: number, optional: number, meaning: string): ParameterShape {
  return { name, min, max, optional, meaning };
}

const unit = id('unit', 'unit', 'the unit');
const pair = id('pair', 'pair', 'the pair');
const reason = id('reason', 'reason', 'why: a reason registered in the setup');

function shape(name: keyof typeof Command, parameters: readonly ParameterShape[], meaning: string): CommandShape {
  return { code: Command[name], name, parameters, meaning };
}

export const commands: readonly CommandShape[] = [
  shape(
    'prepare',
    [
      pair,
      optionalNumber('servantShare', -1, 0xffff, -1, 'MP of a gain that go to the servant; -1: the servant first'),
      optionalNumber('healMaster', 0, 16383, 0, 'HP that the master heals with own MP'),
      optionalNumber('healServant', 0, 16383, 0, 'HP that the servant heals with own MP'),
    ],
    'MP income or upkeep of one pair, then healing (H3 to H6)',
  ),
  shape(
    'chooseActive',
    [
      unit,
      id('action', 'action', 'the action'),
      optionalId('pair', 'pair', 'whom a raid or communication is aimed at'),
      optionalId('area', 'area', 'where'),
      optionalNumber('amount', -0x8000, 0x7fff, 0, 'MP to gain by soul eating'),
      optionalId('skill', 'skill', 'skill to act with'),
      optionalNumber('effect', 0, 15, 0, 'serial number of its effect'),
      optionalId('reason', 'reason', 'topic to gather information on, or the free action'),
    ],
    'the active action of one unit (H7)',
  ),
  shape('closeActive', [], 'active decisions end; reactive decisions begin (H2)'),
  shape('notice', [pair, unit], 'the pair notices the action of the unit: a ruling (H8, H11)'),
  shape(
    'chooseReactive',
    [pair, id('reaction', 'reaction', 'the reaction'), id('unit', 'unit', 'whose action it answers')],
    'a reaction of one pair (H8)',
  ),
  shape('grantReaction', [pair, reason], 'one reaction more this turn, by a ruling'),
  shape(
    'processTurn',
    [idList('blocked', 'unit', 16, 'units whose action fails because of a standing stop or flight')],
    'all actions take effect at once (H12)',
  ),
  shape('restHeal', [unit, number('hp', 1, 16383, 'HP to heal')], 'healing of a unit that rested (H10)'),
  shape(
    'revealFact',
    [pair, unit, id('fact', 'fact', 'what becomes known'), id('source', 'source', 'by what means')],
    'a fact of a unit becomes known to a pair (H30)',
  ),
  shape(
    'revealSkill',
    [pair, id('skill', 'skill', 'the skill'), id('source', 'source', 'by what means')],
    'a skill becomes known to a pair (H30)',
  ),
  shape(
    'useSkill',
    [
      unit,
      id('skill', 'skill', 'the skill'),
      number('effect', 1, 15, 'serial number of the effect'),
      optionalId('target', 'unit', 'whom it is aimed at'),
      optionalId('targetSkill', 'skill', 'skill it refers to by lineage'),
      optionalNumber('condition', 0, 1, 0, '1 when the condition of the + marks holds'),
      idList('seenBy', 'pair', 8, 'pairs that see it; in a battle all of its pairs and witnesses do'),
      idList('affected', 'pair', 8, 'pairs it works on'),
    ],
    'activates one effect of a skill or noble phantasm (H15 to H17, H19, H31)',
  ),
  shape(
    'useSeal',
    [
      pair,
      id('effect', 'seal', 'what the seal does'),
      optionalId('skill', 'skill', 'skill of the servant it works on'),
      optionalId('reason', 'reason', 'the order or the miracle'),
    ],
    'spends one command seal (H28)',
  ),
  shape(
    'adjust',
    [
      unit,
      id('stat', 'stat', 'what changes'),
      number('amount', -16383, 16383, 'by how much'),
      id('lasts', 'lasts', 'how long'),
      reason,
    ],
    'a bonus or penalty by a ruling (H31)',
  ),
  shape(
    'openBattle',
    [
      idList('units', 'unit', 16, 'who fights'),
      { name: 'sides', min: 0, max: 7, capacity: 16, meaning: 'side of each of them, in the same order' },
      idList('witnesses', 'pair', 8, 'pairs that watch'),
    ],
    'a battle begins (H18)',
  ),
  shape('witness', [pair], 'one pair more watches the battle (H30)'),
  shape(
    'setLines',
    [number('side', 0, 7, 'the side'), idList('front', 'unit', 16, 'its front line; the others stand behind')],
    'lines of one side, sealed until all have declared (H19, HA21)',
  ),
  shape('closeStandby', [], 'skills are declared; the battle step begins (H19)'),
  shape('payMag', [unit], 'pays 1 MP for points this round (H20)'),
  shape('noAttack', [unit], 'will not attack this round (H21)'),
  shape('closeDeclarations', [], 'payments and renouncements end; the allocation begins (H22)'),
  shape(
    'allocate',
    [
      number('step', 1, 255, 'allocation step'),
      unit,
      number('str', 0, 255, 'points on str'),
      number('con', 0, 255, 'points on con'),
      number('agi', 0, 255, 'points on agi'),
    ],
    'points of one unit in one step, sealed until all have given theirs (H23)',
  ),
  shape('damageStep', [], 'all front units deal their damage at once (H24, H25)'),
  shape(
    'avoidLethal',
    [unit, number('lpCost', 0, 255, 'LP it costs: a ruling')],
    'a dying unit escapes the lethal damage (H14)',
  ),
  shape('escape', [unit], 'leaves the battle (H26)'),
  shape('cleanup', [], 'the round ends (H27)'),
  shape('closeBattle', [reason], 'the battle ends by a ruling, after its clean-up'),
  shape('endTurn', [], 'the turn ends (H12)'),
  shape('endWar', [reason], 'the war is over by a ruling'),
  shape(
    'joinBattle',
    [unit, number('side', 0, 7, 'the side; a further one only while the lines are chosen')],
    'a unit comes into the open battle, a call for help heard (H8, HA24)',
  ),
];
