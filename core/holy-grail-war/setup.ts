/**
 * What is given to a war: its setup, its switches and the query of its odds. Source: state list and
 * widths of seed 004's ruleset; H15 to H17 and H31 for skills, whose text states the numbers that
 * `changes` repeats; HA16 for the seals. Base stats of 0..99 and HP up to 16383 keep every signed
 * damage and every 4*hp in 16 bits.
 */
import { listShape } from '../system/data-shape.js';
import { declareSwitches } from '../system/declare-system.js';
import {
  type Field,
  flag,
  type Ids,
  idOf,
  integer,
  type Kind,
  list,
  may,
  must,
  orElse,
  table,
  text,
  word,
} from '../system/declared-data.js';
import { countText } from '../system/names.js';
import {
  ID_WORDS,
  idAt,
  integerAt,
  listAt,
  lookUpAt,
  type Place,
  placeOf,
  refuseDuplicates,
  SAFE_INTEGER,
  type Span,
  textAt,
  textsAt,
  UINT8,
  UINT16,
} from '../system/plain-data.js';
import { integerShape, RuleError, TEXT } from '../system/system.js';
import { SETUP_CODES } from './errors.js';
import { Lasts, NONE, Phase, Rank, Slot, Stat, Timing } from './names.js';

/**
 * The questions that seed 004 leaves open, one switch each. Source: decisions HA2 to HA26 of the
 * ruleset.
 */
export const SWITCHES = declareSwitches({
  nonAttackClamped: [
    'nonAttack',
    ['zero', 'clamped'],
    'HA2: "deals no damage" stands beside "attack not below 0 when not attacking"; clamped deals that value',
  ],
  injuryCumulative: [
    'injuryStack',
    ['single', 'cumulative'],
    'HA3: str and agi are listed under injured and again under heavy',
  ],
  feePerLevel: [
    'healLevelFee',
    ['perAct', 'perLevel'],
    'HA4: 10 MP more when healing changes the injury level; nothing on several levels at once',
  ],
  opponentsOnly: [
    'advantageScope',
    ['all', 'opponents'],
    'HA5: the text says "the other side", its example counts three units together',
  ],
  everybodysAdvantage: [
    'advantageOf',
    ['payers', 'everybody'],
    'HA7: the text lets who has more advantage make others allocate first, paid or not (everybody is its letter); who gives no points has nothing to answer with',
  ],
  allowUnspent: [
    'allowUnspent',
    ['no', 'yes'],
    'HA6: nothing says that points may be kept; yes allows it in the last step only',
  ],
  reflectDealt: [
    'reflectCountsAsDealt',
    ['no', 'yes'],
    'HA9: damage below 0 comes off the attacker; whether the defender dealt it is not said',
  ],
  escapeBySide: ['escapeScope', ['unit', 'side'], 'HA10: "damage taken minus damage dealt" without saying whose'],
  spill: [
    'mpOverflow',
    ['spill', 'lose'],
    'HA14: distribution within a pair is free, a gain above the maximum is not mentioned',
    'spill',
  ],
  seals: ['seals', [3, 0, 1, 2, 4, 5, 6, 7, 8, 9], 'HA16: the number is not stated; three in the fiction it plays in'],
  rankReject: [
    'rankCap',
    ['stay', 'reject'],
    'HA17: one rank above A does not exist; EX stands outside and is never reached',
  ],
  statFloor: [
    'statFloor',
    ['zero', 'injury', 'none', 'end'],
    'HA19: nothing is said of a stat below 0 (none is the letter); the sheets know none. zero: after the injury and at the end; end: at the end; injury: after the injury',
  ],
  strictFront: ['emptyFront', ['rear', 'strict'], 'HA22: a side without a front line is not mentioned'],
  lethalLeavesOne: [
    'lethalAvoidance',
    ['undone', 'one'],
    'HA13: LP is spent to escape lethal damage; whether HP returns to its old value or to 1 is not said',
  ],
  sealAtZeroHp: [
    'sealAtZeroHp',
    ['works', 'refused'],
    'HA23: a seal works at any time, and 0 HP is a death to come; refused takes it for one that has come',
    'works',
  ],
  summonToRear: [
    'summonLine',
    ['master', 'rear'],
    'HA25: the servant comes to the side of its master; lines are chosen in standby alone, which rear follows',
  ],
  sealTwice: [
    'sealTwice',
    ['refused', 'spent'],
    'HA26: a seal works at any time (spent is the letter); one that repeats what holds would be lost by mistake',
  ],
});
export type Rules = ReturnType<typeof SWITCHES.read>;

const LIMITS = { units: 16, pairs: 8, skills: 64, areas: 64, reasons: 128, stat: 99, hp: 16383, id: 32 } as const;

const BYTE = integer(UINT8);
const WORD = integer(UINT16);
const STAT = integer(UINT8, [0, LIMITS.stat]);

/** An id for cell names. */
const ID: Kind<string> = {
  shape: TEXT,
  read: (place) => idAt(place, LIMITS.id),
};

/** Texts without duplicates. */
const texts = (most: number): Kind<readonly string[]> => ({
  shape: listShape(TEXT, most),
  read: (place) => textsAt(place, most),
});

/** A list that must be given; an omitted one is read as empty. */
const needed = <Value>(kind: Kind<Value>, meaning: string): Field<Value> => ({
  ...must(kind, meaning),
  fallback: () => [],
});

function refuse(path: string, fault: string): never {
  throw new RuleError('E_RANGE', `${path}${fault}`, path.replace(/:$/, ''));
}

const POOL_CHANGE: Span = [-16383, 16383];
const STAT_CHANGE: Span = [-99, 99];

const CHANGE = table({
  stat: must(word(Stat), 'what changes'),
  amount: must(integer(POOL_CHANGE), 'by how much; -99 to 99 but for hp, mp and lp'),
  target: orElse(word({ self: false, other: true }), 'the user, or the target of the activation', 'self'),
  lasts: may(word(Lasts), 'how long a stat changes; hp, mp and lp change now', '`now`, which no stat takes'),
});

export interface Change {
  readonly stat: number;
  readonly amount: number;
  /** False: the user itself; true: the target of the activation. */
  readonly other: boolean;
  readonly lasts: number;
}

/** A change as its effect has it. @throws RuleError where they do not go together */
function checkedChange(change: ReturnType<typeof CHANGE.read>, timing: number, path: string): Change {
  const { stat, target: other } = change;
  const pool = stat >= Stat.hp;
  const always = timing === Timing.always;
  if (change.lasts === undefined && !pool && !always) textAt(placeOf(undefined, `${path}.lasts`, SETUP_CODES));
  const lasts = change.lasts ?? Lasts.now;
  if (pool !== (lasts === Lasts.now) && !always) {
    throw new RuleError('E_RANGE', `${path}.lasts is round or turn for a stat, now for HP, MP and LP`, `${path}.lasts`);
  }
  if (always && (pool || other || lasts !== Lasts.now)) {
    refuse(path, ': an effect that always works changes a stat of its owner, without end');
  }
  const amount = integerAt(placeOf(change.amount, `${path}.amount`), pool ? POOL_CHANGE : STAT_CHANGE);
  return { stat, amount, other, lasts };
}

const EFFECT = table({
  number: must(integer(UINT8, [1, 15]), 'H31: its serial number'),
  timing: must(word(Timing), 'H17: when it works'),
  cost: orElse(WORD, 'MP of an activation', 0),
  text: orElse(text, 'its text; what it says in numbers is repeated in changes', '', 'empty'),
  changes: orElse(list(CHANGE, 8), 'what it changes', []),
  refersTo: orElse(texts(32), 'lineages: the activation names a skill with one of them', [], 'no skill'),
  disables: orElse(word(Lasts), 'how long that skill is off', 'now', '`now`: not at all'),
});

export interface Effect extends Omit<ReturnType<typeof EFFECT.read>, 'changes'> {
  readonly changes: readonly Change[];
}

const EFFECT_KIND: Kind<Effect> = {
  shape: EFFECT.shape,
  read(place, ids) {
    const { path } = place;
    const effect = EFFECT.read(place, ids);
    const { timing, cost, refersTo, disables } = effect;
    if (disables !== Lasts.now && refersTo.length === 0) {
      refuse(`${path}.disables`, ' needs refersTo: the lineages it works on');
    }
    if (timing === Timing.always && (cost > 0 || refersTo.length > 0)) {
      refuse(path, ': an effect that always works has no cost and no target');
    }
    const changes = effect.changes.map((change, index) => checkedChange(change, timing, `${path}.changes[${index}]`));
    return { ...effect, changes };
  },
};

/** A rank such as `C`, `D++` or `EX`, and the number of its `+` marks (H15). */
const RANK: Kind<{ readonly rank: number; readonly pluses: number }> = {
  shape: TEXT,
  read(place) {
    const given = textAt(place);
    const [, letter = '', marks = ''] = /^(EX$|[A-E])(\+{0,3})$/.exec(given) ?? [];
    if (letter === '') refuse(place.path, ` must be E to A with up to three +, or EX, not ${given}`);
    return { rank: Rank[letter as keyof typeof Rank], pluses: marks.length };
  },
};

const SKILL = table({
  id: must(ID, ID_WORDS),
  name: orElse(text, 'what people call it', ({ id }: { readonly id?: unknown }) => id, 'the id'),
  kind: orElse(word({ skill: false, noblePhantasm: true }), 'H31: which of the two', 'skill'),
  category: orElse(text, 'class of a noble phantasm, such as anti-unit', '', 'empty'),
  rank: must(RANK, 'H15: E to A with up to three +, or EX'),
  flavour: orElse(text, 'its flavour text', '', 'empty'),
  secrecy: must(word(Rank), 'H16: who learns of it'),
  lineages: needed(texts(32), 'H31: one at least'),
  effects: needed(list(EFFECT_KIND, 15), 'H31: one at least'),
});

/** `rank` is its letter; each of its `pluses` adds one multiple when its condition holds (H15). */
export interface Skill extends Omit<ReturnType<typeof SKILL.read>, 'rank' | 'kind'> {
  readonly noblePhantasm: boolean;
  readonly rank: number;
  readonly pluses: number;
}

const SKILL_KIND: Kind<Skill> = {
  shape: SKILL.shape,
  read(place, ids) {
    const { path } = place;
    const { kind: noblePhantasm, rank, ...skill } = SKILL.read(place, ids);
    refuseDuplicates(
      skill.effects.map(({ number }) => String(number)),
      (index) => `${path}.effects[${index}].number`,
    );
    // the seed gives every skill one lineage and one effect at least
    if (skill.lineages.length === 0) refuse(`${path}.lineages`, ' needs at least one');
    if (skill.effects.length === 0) refuse(`${path}.effects`, ' needs at least one');
    return { ...skill, noblePhantasm, ...rank };
  },
};

/** A value up to the maximum beside it, which is checked when that is known. */
const upTo = (width: Span, shape: Span = width): Kind<number> => ({
  shape: integerShape(shape),
  read: (place) => integerAt(place, width),
});

const UNIT = table({
  id: must(ID, `what commands and cells call it: ${ID_WORDS}`),
  name: orElse(text, 'what people call it', ({ id }: { readonly id?: unknown }) => id, 'the id'),
  kind: must(word({ master: false, servant: true }), 'which half of a pair it is'),
  class: orElse(text, 'class of a servant', '', 'empty'),
  attribute: orElse(text, 'principle and character', '', 'empty'),
  str: must(STAT, 'strength'),
  con: must(STAT, 'constitution'),
  agi: must(STAT, 'agility'),
  mag: must(STAT, 'magic'),
  luk: orElse(BYTE, 'luck', 0),
  np: orElse(BYTE, 'noble phantasm', 0),
  hp: may(upTo(UINT16, [1, LIMITS.hp]), 'HP at the start', 'the maximum'),
  maxHp: must(integer(UINT16, [1, LIMITS.hp]), 'maximum of HP'),
  mp: may(upTo(UINT16), 'MP at the start', 'the maximum'),
  maxMp: must(WORD, 'maximum of MP'),
  lp: may(upTo(UINT8), 'H14: LP at the start', 'the maximum'),
  maxLp: orElse(BYTE, 'maximum of LP', 0),
  advantage: orElse(BYTE, 'H22: advantage', 0),
  upkeep: may(WORD, 'H3: MP a turn; a servant must have it, a master has none'),
  skills: orElse(list(SKILL_KIND, LIMITS.skills), 'skills and noble phantasms', []),
});

const UNIT_KIND = {
  shape: UNIT.shape,
  read(place: Place, ids: Ids) {
    const { kind: servant, ...unit } = UNIT.read(place, ids);
    const { maxHp, maxMp, maxLp, upkeep } = unit;
    const at = (name: string, value: unknown): Place => ({ ...place, value, path: `${place.path}.${name}` });
    if (!servant && upkeep !== undefined) refuse(`${place.path}.upkeep:`, ' only a servant has upkeep');
    return {
      ...{ ...unit, servant, upkeep: servant ? integerAt(at('upkeep', upkeep), UINT16) : 0 },
      hp: integerAt(at('hp', unit.hp ?? maxHp), UINT16, [1, maxHp]),
      mp: integerAt(at('mp', unit.mp ?? maxMp), UINT16, [0, maxMp]),
      lp: integerAt(at('lp', unit.lp ?? maxLp), UINT8, [0, maxLp]),
    };
  },
};
export type UnitSetup = ReturnType<typeof UNIT_KIND.read>;

const PAIR = table({
  id: must(ID, 'what commands and cells call it'),
  master: may(idOf('unit'), 'id of its master', 'a servant alone'),
  servant: may(idOf('unit'), 'id of its servant', 'a master alone'),
  seals: may(BYTE, 'H28: command seals left', 'the switch seals'),
  soulEaten: orElse(WORD, 'H11: MP ever gained by soul eating', 0),
  exposed: orElse(flag, 'H11: its secret is out; so it is from 10 souls on', false),
  base: may(idOf('area'), 'the area it lives in', 'unknown'),
});

const REASON = table({ id: must(ID, 'what commands call it'), text: must(text, 'the reason in words') });

const AREAS: Kind<readonly string[]> = {
  ...texts(LIMITS.areas),
  read(place, ids) {
    const areas = textsAt(place, LIMITS.areas);
    ids['area'] = areas;
    return areas;
  },
};

export const SETUP = table({
  day: orElse(integer(UINT16, [1, 0xffff]), 'H1: the day', 1),
  slot: orElse(word(Slot), 'H1: morning, afternoon or late night', 'am'),
  phase: orElse(word(Phase), 'H2: where the war begins', 'preparation'),
  areas: orElse(AREAS, 'H7: the areas of the town', []),
  reasons: orElse(list(REASON, LIMITS.reasons, 'reason'), 'H31: reasons that rulings name', []),
  units: needed(list(UNIT_KIND, LIMITS.units, 'unit'), 'masters and servants; each is in one pair'),
  pairs: needed(list(PAIR, LIMITS.pairs, 'pair'), 'a master, a servant or both'),
});

/** Numbers of units are NONE where there is none. */
export interface PairSetup {
  readonly id: string;
  readonly master: number;
  readonly servant: number;
  readonly seals: number;
  readonly soulEaten: number;
  readonly exposed: boolean;
  readonly base: number;
}

export interface Setup extends Omit<ReturnType<typeof SETUP.read>, 'pairs'> {
  readonly pairs: readonly PairSetup[];
}

/** Checks that every unit is in exactly one pair. */
function checkMembership(units: readonly UnitSetup[], pairs: readonly PairSetup[]): void {
  units.forEach((unit, number) => {
    const count = pairs.filter((pair) => pair.master === number || pair.servant === number).length;
    if (count === 1) return;
    const at = `setup.units[${number}]`;
    if (count === 0) throw new RuleError('E_ALONE', `${at}: ${unit.id} is in no pair`, at);
    throw new RuleError('E_DUPLICATE_ID', `${at}: ${unit.id} is in ${countText(count, 'pair')}`, at);
  });
}

/** Reads a setup. @throws RuleError with the path of the wrong data */
export function readSetup(value: unknown, defaultSeals: number): Setup {
  const setup = SETUP.read(placeOf(value, 'setup', SETUP_CODES), {});
  const { units } = setup;
  if (units.length === 0) refuse('setup.units', ' is missing');
  const skills = units.flatMap((unit) => unit.skills);
  if (skills.length > LIMITS.skills) {
    const message = `setup.units hold ${countText(skills.length, 'skill')}; ${LIMITS.skills} fit`;
    throw new RuleError('E_WIDTH', message, 'setup.units');
  }
  refuseDuplicates(
    skills.map((skill) => skill.id),
    () => 'setup.units.skills',
  );
  const pairs = setup.pairs.map((pair, number): PairSetup => {
    const path = `setup.pairs[${number}]`;
    const member = (name: 'master' | 'servant'): number => {
      const unit = pair[name] === undefined ? undefined : units[pair[name]];
      if (unit === undefined) return NONE;
      if (unit.servant !== (name === 'servant')) refuse(`${path}.${name}:`, ` ${unit.id} is no ${name}`);
      return pair[name] ?? NONE;
    };
    const [master, servant] = [member('master'), member('servant')];
    if (master === NONE && servant === NONE) {
      throw new RuleError('E_ALONE', `${path} needs a master, a servant or both`, path);
    }
    const exposed = pair.exposed || pair.soulEaten >= 10;
    return { ...pair, master, servant, exposed, seals: pair.seals ?? defaultSeals, base: pair.base ?? NONE };
  });
  checkMembership(units, pairs);
  return { ...setup, pairs };
}

/** Units by their ids; nobody twice, whether registered or not. */
const UNITS: Kind<readonly number[]> = {
  shape: listShape(TEXT, 16),
  read(place, ids) {
    textsAt(place, 16);
    return listAt(place).map((id) => lookUpAt(id, ids['unit'] ?? []));
  },
};

/** A what-if query. */
export const QUERY = table({
  units: needed(UNITS, 'who fights; two at least'),
  sides: orElse(list(integer(SAFE_INTEGER), 16), 'the side of each, in the same order', [], 'each its own'),
  notPaying: orElse(UNITS, 'H20: who does not pay for points', [], 'nobody'),
  noAttack: orElse(UNITS, 'H21: who renounces the attack', [], 'nobody'),
  view: orElse(
    word({ outcomes: 'outcomes', splits: 'splits' } as const),
    'losses of all, or each split of the first of two',
    'outcomes',
  ),
  limit: may(
    integer(SAFE_INTEGER, [1, Number.MAX_SAFE_INTEGER]),
    'most combinations to count; more than two units need it',
    'none',
  ),
  switches: orElse(SWITCHES.kind, 'the ruleset of the answer', {}, 'all defaults'),
});
