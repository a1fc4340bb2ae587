/**
 * The image of a war: records of the war, its units, pairs and skills, the knowledge of pairs, and
 * the exchanges of units. Source: state list of seed 004's ruleset; H1 to H31.
 */
import { declareRows, defineRecord, type NoValue, type RecordLayout, withWords } from '../system/records.js';
import type { CellDeclaration } from '../system/system.js';
import {
  ACTION_WORDS,
  BATTLE_STEP_WORDS,
  FACT_WORDS,
  INJURY_WORDS,
  NONE,
  PHASE_WORDS,
  REACTION_WORDS,
  SLOT_WORDS,
  STATUS_WORDS,
} from './names.js';

const NOTHING: NoValue = [NONE, 'none'];
const UNKNOWN: NoValue = [NONE, 'unknown'];

export const warRecord = defineRecord({
  day: [2, 'day of the war (H1)'],
  slot: [1, '0 morning, 1 afternoon, 2 late night (H1)'],
  phase: [1, '0 preparation, 1 active, 2 reactive, 3 processing (H2)'],
  ended: [1, '1 when the war was declared over'],
  battleStep: [1, '0 no battle, 1 lines, 2 skills, 3 declarations, 4 allocation, 5 damage, 6 end (H18)'],
  round: [2, 'round of the battle, from 1'],
  linesDeclared: [1, 'bit per side that has sealed its lines (HA21)'],
  witnesses: [1, 'bit per pair that watches the battle (H30)'],
  allocationStep: [1, 'allocation step, from 1 (H23)'],
  level: [-2, 'advantage level that allocates in this step (H23)'],
});

export const unitRecord = defineRecord({
  str: [1, 'strength'],
  con: [1, 'constitution'],
  agi: [1, 'agility'],
  mag: [1, 'magic'],
  luk: [1, 'luck'],
  np: [1, 'noble phantasm value'],
  hp: [2, 'hit points'],
  maxHp: [2, 'maximum hit points'],
  mp: [2, 'magic points'],
  maxMp: [2, 'maximum magic points'],
  lp: [1, 'luck points (H14)'],
  maxLp: [1, 'maximum luck points'],
  advantage: [1, 'advantage (H22)'],
  upkeep: [2, 'upkeep in MP a turn (H3)'],
  status: [1, '0 alive, 1 dying, 2 dead, 3 vanished (H6, H13)'],
  injury: [1, '0 none, 1 light, 2 injured, 3 heavy (H13)'],
  area: [1, 'area the unit is in', UNKNOWN],
  action: [1, 'active action chosen (H7), 0 none'],
  actionPair: [1, 'pair the action is aimed at', NOTHING],
  actionArea: [1, 'area of the action', NOTHING],
  actionAmount: [1, 'MP to gain by soul eating (H11)'],
  actionSkill: [1, 'skill of the action', NOTHING],
  actionEffect: [1, 'serial number of the effect of that skill'],
  actionReason: [1, 'topic or reason of the action', NOTHING],
  actionOpen: [1, '1 while a healing after rest or a skill action is still to come in processing'],
  gatherTopic: [1, 'topic of the information gathering', NOTHING],
  gatherTurns: [1, 'turns spent on that topic (H31)'],
  turnStr: [-2, 'str change until the turn ends'],
  turnCon: [-2, 'con change until the turn ends'],
  turnAgi: [-2, 'agi change until the turn ends'],
  turnMag: [-2, 'mag change until the turn ends'],
  turnAdvantage: [-2, 'advantage change until the turn ends'],
  roundStr: [-2, 'str change until the round ends'],
  roundCon: [-2, 'con change until the round ends'],
  roundAgi: [-2, 'agi change until the round ends'],
  roundMag: [-2, 'mag change until the round ends'],
  roundAdvantage: [-2, 'advantage change until the round ends'],
  side: [1, 'side in the battle', NOTHING],
  line: [1, '0 none, 1 rear, 2 front (H19)'],
  sealedLine: [1, 'line declared but not yet opened (HA21)'],
  paid: [1, '1 when 1 MP was paid for points this round (H20)'],
  noAttack: [1, '1 when no attack was declared this round (H21)'],
  battleAdvantage: [-2, 'advantage as it stood when the allocation began (H23)'],
  handed: [1, '1 when the unit has sealed its points of this step'],
  spent: [1, 'points allocated this round'],
  sealedStr: [1, 'points sealed for str in this step'],
  sealedCon: [1, 'points sealed for con in this step'],
  sealedAgi: [1, 'points sealed for agi in this step'],
  allocatedStr: [1, 'points on str this round'],
  allocatedCon: [1, 'points on con this round'],
  allocatedAgi: [1, 'points on agi this round'],
  taken: [4, 'damage taken this round (H26)'],
  dealt: [4, 'damage dealt this round (H26)'],
  hpBefore: [2, 'HP before the damage that left 0 (H14)'],
  escaping: [1, '1 when the unit left in this end step (H26)'],
  freeEscape: [1, '1 when a seal pays the next escape (H28)'],
});

export const pairRecord = defineRecord({
  seals: [1, 'command seals left (H28)'],
  soulEaten: [2, 'MP ever gained by soul eating (H11, HA20)'],
  exposed: [1, '1 once soul eating reached 10: secrecy is broken (H11)'],
  prepared: [1, '1 when prepared this turn (H3)'],
  base: [1, 'area of the base', UNKNOWN],
  noticed: [2, 'bit per unit whose action the pair noticed this turn (H8)'],
  talked: [1, 'bit per pair it communicated with this turn (H9)'],
  reactionLimit: [1, 'reactions allowed this turn (H8)'],
  reactions: [1, 'reactions chosen this turn'],
  reaction0: [1, 'first reaction, 0 none'],
  reaction1: [1, 'second reaction, 0 none'],
  reaction2: [1, 'third reaction, 0 none'],
  reaction3: [1, 'fourth reaction, 0 none'],
  reactionUnit0: [1, 'unit that the first reaction answers', NOTHING],
  reactionUnit1: [1, 'unit that the second reaction answers', NOTHING],
  reactionUnit2: [1, 'unit that the third reaction answers', NOTHING],
  reactionUnit3: [1, 'unit that the fourth reaction answers', NOTHING],
});

export const skillRecord = defineRecord({
  disabled: [1, '0 works, 1 off until the round ends, 2 off until the turn ends'],
  rankBonus: [1, 'ranks added until the turn ends (H28)'],
  halved: [1, '1 when the next activation costs half, rounded down (H28)'],
});

export const knownUnitRecord = defineRecord({ facts: [2, 'bit per fact known (H29, H30)'] });
export const knownSkillRecord = defineRecord({ parts: [2, 'bit 0 the whole skill, bit n its effect n (H16)'] });

/** One direction between two opposing front units in the last damage step. */
export const exchangeRecord = defineRecord({
  attack: [-2, 'attack value (H24)'],
  hits: [1, 'number of hits (H24)'],
  damage: [-2, 'damage; below 0 it fell on the attacker (H25)'],
});

export const warFields = warRecord.fields;
export const unitFields = unitRecord.fields;
export const pairFields = pairRecord.fields;
export const skillFields = skillRecord.fields;
export const exchangeFields = exchangeRecord.fields;

/** Offset of each table in the image. */
export interface Offsets {
  readonly units: number;
  readonly pairs: number;
  readonly skills: number;
  readonly knownUnits: number;
  readonly knownSkills: number;
  readonly exchanges: number;
  readonly size: number;
}

export function placeTables(units: number, pairs: number, skills: number): Offsets {
  const unitsAt = warRecord.size;
  const pairsAt = unitsAt + units * unitRecord.size;
  const skillsAt = pairsAt + pairs * pairRecord.size;
  const knownUnits = skillsAt + skills * skillRecord.size;
  const knownSkills = knownUnits + pairs * units * knownUnitRecord.size;
  const exchanges = knownSkills + pairs * skills * knownSkillRecord.size;
  const size = exchanges + units * units * exchangeRecord.size;
  return { units: unitsAt, pairs: pairsAt, skills: skillsAt, knownUnits, knownSkills, exchanges, size };
}

/** The cells of consecutive records, one record for each prefix. */
function table(record: RecordLayout<string>, base: number, prefixes: readonly string[]): CellDeclaration[] {
  return prefixes.flatMap((prefix, index) => declareRows(record.rows, base + index * record.size, prefix));
}

const LINES = ['none', 'rear', 'front'];
/** What the numbers of cells stand for. */
const WORDS_OF_CELLS = {
  ...{ slot: SLOT_WORDS, phase: PHASE_WORDS, battleStep: BATTLE_STEP_WORDS, status: STATUS_WORDS },
  ...{ injury: INJURY_WORDS, action: ACTION_WORDS, line: LINES, sealedLine: LINES },
  ...{ reaction0: REACTION_WORDS, reaction1: REACTION_WORDS, reaction2: REACTION_WORDS, reaction3: REACTION_WORDS },
};

/** Words of a set of bits that holds one of them alone. */
function bitsOf(ids: readonly string[]): Readonly<Record<number, string>> {
  return Object.fromEntries(ids.map((id, bit) => [1 << bit, id]));
}

/** Ids of everything that cells and their values name, by number. */
interface CellIds {
  readonly units: readonly string[];
  readonly pairs: readonly string[];
  readonly skills: readonly string[];
  readonly areas: readonly string[];
  readonly reasons: readonly string[];
}

export function declareCells(offsets: Offsets, ids: CellIds): CellDeclaration[] {
  const { units, pairs, skills, areas, reasons } = ids;
  const of = (pair: string, kind: string, id: string): string => `knows[${pair}].${kind}[${id}]`;
  const cells = [
    ...declareRows(warRecord.rows, 0),
    ...table(
      unitRecord,
      offsets.units,
      units.map((unit) => `unit[${unit}]`),
    ),
    ...table(
      pairRecord,
      offsets.pairs,
      pairs.map((pair) => `pair[${pair}]`),
    ),
    ...table(
      skillRecord,
      offsets.skills,
      skills.map((skill) => `skill[${skill}]`),
    ),
    ...table(
      knownUnitRecord,
      offsets.knownUnits,
      pairs.flatMap((pair) => units.map((unit) => of(pair, 'unit', unit))),
    ),
    ...table(
      knownSkillRecord,
      offsets.knownSkills,
      pairs.flatMap((pair) => skills.map((skill) => of(pair, 'skill', skill))),
    ),
    ...table(
      exchangeRecord,
      offsets.exchanges,
      units.flatMap((attacker) => units.map((defender) => `exchange[${attacker}][${defender}]`)),
    ),
  ];
  return withWords(cells, {
    ...WORDS_OF_CELLS,
    ...{ witnesses: bitsOf(pairs), talked: bitsOf(pairs), noticed: bitsOf(units), facts: bitsOf(FACT_WORDS) },
    ...{ area: areas, actionArea: areas, base: areas, actionPair: pairs, actionSkill: skills },
    ...{ actionReason: reasons, gatherTopic: reasons },
    ...Object.fromEntries([0, 1, 2, 3].map((number) => [`reactionUnit${number}`, units])),
  });
}
