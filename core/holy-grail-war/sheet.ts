/**
 * The sheet of a pair: both units with their figures and skills, the MP of the next turns. Whole,
 * or as another pair knows it: what that pair has not learnt is a question mark. Source: H16, H29,
 * H30; the form is ours.
 */
import type { LabelledLines, PanelView } from '../system/system.js';
import { pairFields, unitFields, warFields } from './cells.js';
import { observers, wholeSkill } from './knowledge.js';
import { incomeOf } from './magic.js';
import { allFacts, BattleStep, Fact, Injury, NONE, Rank, Stat, Status, Timing, wordOf } from './names.js';
import { foretoldMp } from './predict.js';
import { pairLives } from './reactions.js';
import type { Effect, PairSetup, Skill, UnitSetup } from './setup.js';
import { battleStat } from './stats.js';
import { membersOf, readFacts, readPair, readParts, readUnit, readWar, type War } from './war.js';

type Line = LabelledLines[number];

/** What a reader does not know. */
const HIDDEN = '?';

/** Facts of a unit that the reader knows, as bits. @param reader a pair, or -1: everything */
function factsFor(war: War, unit: number, reader: number): number {
  return reader < 0 ? allFacts : readFacts(war, reader, unit);
}

/** Whether the reader sees where a unit is: his own, beside them, or in a battle that he sees. */
export function seesPlace(war: War, unit: number, reader: number): boolean {
  if (reader < 0 || war.pairOf[unit] === reader) return true;
  const inBattle = readUnit(war, unit, unitFields.side) !== NONE;
  if (inBattle && readWar(war, warFields.battleStep) !== BattleStep.none && (observers(war) & (1 << reader)) !== 0) {
    return true;
  }
  const area = readUnit(war, unit, unitFields.area);
  if (area === NONE) return false;
  return membersOf(war, reader).some((own) => readUnit(war, own, unitFields.area) === area);
}

const STATS = ['str', 'con', 'agi', 'mag'] as const;
type StatName = (typeof STATS)[number];

function unitLines(war: War, unit: number, reader: number): Line[] {
  const setup = war.setup.units[unit] as UnitSetup;
  const facts = factsFor(war, unit, reader);
  const cell = (name: keyof typeof unitFields): number => readUnit(war, unit, unitFields[name]);
  const known = (fact: keyof typeof Fact, text: string): string => ((facts >> Fact[fact]) & 1 ? text : HIDDEN);
  const stat = (name: StatName): string => `${name} ${known(name, String(battleStat(war, unit, Stat[name])))}`;
  const isServant = war.isServant[unit] === 1;
  const status = cell('status');
  const state = status === Status.alive ? wordOf(Injury, cell('injury')) : wordOf(Status, status);
  // an injury is read off the HP; that somebody is gone everybody sees
  const seen = status > Status.dying ? state : known('hp', state);
  const area = cell('area');
  const where = area === NONE ? 'nowhere that is known' : (war.setup.areas[area] as string);
  return [
    ...(isServant ? [['class', known('class', setup.class || '-')] as const] : []),
    ['attribute', known('attribute', setup.attribute || '-')],
    ['stats', STATS.map(stat).join(', ')],
    ['luck, noble phantasm', `${known('luk', String(setup.luk))}, ${known('np', String(setup.np))}`],
    ['HP', known('hp', `${cell('hp')} of ${cell('maxHp')}`)],
    ['MP', known('mp', `${cell('mp')} of ${cell('maxMp')}`)],
    ['LP', known('lp', `${cell('lp')} of ${cell('maxLp')}`)],
    ...(isServant ? [['upkeep', known('upkeep', String(cell('upkeep')))] as const] : []),
    ['state', seen],
    ['area', seesPlace(war, unit, reader) ? where : HIDDEN],
  ];
}

function effectText({ number, timing, cost, text }: Effect): string {
  const paid = cost === 0 ? '' : `, ${cost} MP`;
  return `${number} (${wordOf(Timing, timing)}${paid})${text === '' ? '' : ` ${text}`}`;
}

/** H16: a skill as far as it is known: whole, single effects, or not at all. */
function skillLine(war: War, skill: number, reader: number): Line | undefined {
  const { name, rank, pluses, effects, noblePhantasm } = war.skills[skill] as Skill;
  const parts = reader < 0 ? wholeSkill : readParts(war, reader, skill);
  if (parts === 0) return undefined;
  const kind = noblePhantasm ? 'noble phantasm' : 'skill';
  if ((parts & wholeSkill) !== 0) {
    return [`${kind} ${name}`, `${wordOf(Rank, rank)}${'+'.repeat(pluses)}: ${effects.map(effectText).join('; ')}`];
  }
  const seen = effects.filter(({ number }) => (parts >> number) & 1);
  return [`a ${kind}`, `only its effect is known: ${seen.map(effectText).join('; ')}`];
}

function skillLines(war: War, unit: number, reader: number): Line[] {
  const own = war.skills.map((_, skill) => skill).filter((skill) => war.ownerOf[skill] === unit);
  const known = own.flatMap((skill) => {
    const line = skillLine(war, skill, reader);
    return line === undefined ? [] : [line];
  });
  // how many are hidden is hidden as well
  return reader < 0 ? known : [...known, ['other skills', HIDDEN]];
}

/** Whether the reader knows everything that the pair's MP of the next turns come from (H3). */
function knowsIncome(war: War, pair: number, reader: number): boolean {
  const needed = (1 << Fact.mag) | (1 << Fact.mp);
  return membersOf(war, pair).every((unit) => {
    const facts = needed | (war.isServant[unit] === 1 ? 1 << Fact.upkeep : 0);
    return (factsFor(war, unit, reader) & facts) === facts;
  });
}

function pairLines(war: War, pair: number, reader: number): Line[] {
  const isOwn = reader < 0 || reader === pair;
  const own = (text: string): string => (isOwn ? text : HIDDEN);
  const base = readPair(war, pair, pairFields.base);
  const foretells = pairLives(war, pair) && knowsIncome(war, pair, reader);
  const income = (text: () => string): string => (foretells ? text() : HIDDEN);
  return [
    ['command seals', own(String(readPair(war, pair, pairFields.seals)))],
    ['souls eaten', own(String(readPair(war, pair, pairFields.soulEaten)))],
    ['secrecy', readPair(war, pair, pairFields.exposed) === 1 ? 'broken' : 'kept'],
    ['base', own(base === NONE ? '-' : (war.setup.areas[base] as string))],
    ...(pairLives(war, pair)
      ? ([
          ['next income', income(() => String(incomeOf(war, pair)))],
          ['MP, three turns ahead', income(() => foretoldMp(war, pair))],
        ] as const)
      : []),
  ];
}

/** The sheet of a pair. @param reader number of the pair that reads it, or -1: nothing is hidden */
export function sheetOfPair(war: War, pair: number, reader: number): readonly PanelView[] {
  const { id, master, servant } = war.setup.pairs[pair] as PairSetup;
  const by = reader < 0 || reader === pair ? '' : `, as ${war.setup.pairs[reader]?.id} knows it`;
  const sheets = [master, servant].flatMap((unit): PanelView[] => {
    const setup = war.setup.units[unit];
    if (setup === undefined) return [];
    const role = war.isServant[unit] === 1 ? 'servant' : 'master';
    const lines = [...unitLines(war, unit, reader), ...skillLines(war, unit, reader)];
    return [{ title: `${setup.name}, ${role} of ${id}`, lines }];
  });
  return [{ title: `Pair ${id}${by}`, lines: pairLines(war, pair, reader) }, ...sheets];
}
