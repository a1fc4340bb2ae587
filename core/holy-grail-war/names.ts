/**
 * The closed word lists of the ruleset: cells and commands hold a word's number, readers see the
 * English words below. Source: seed 004 (turn, actions, seals, battle steps, secrecy); numbers are
 * ours.
 */

import type { Terms } from '../system/names.js';

/** Parts of a turn that wait for input (H2). The end phase is the command `endTurn`. */
export const Phase = { preparation: 0, active: 1, reactive: 2, processing: 3 } as const;

/** The three turns of a day (H1). */
export const Slot = { am: 0, pm: 1, night: 2 } as const;

/**
 * Steps of a round (H18); standby is two (lines sealed first, then skills: HA21), battle is two,
 * clean-up a command.
 */
export const BattleStep = {
  none: 0,
  lines: 1,
  skills: 2,
  declarations: 3,
  allocation: 4,
  damage: 5,
  end: 6,
} as const;

/**
 * `dying`: HP 0, and only lethal damage can still be avoided (H13, H14). `vanished`: upkeep unpaid
 * (H6).
 */
export const Status = { alive: 0, dying: 1, dead: 2, vanished: 3 } as const;

export const Injury = { none: 0, light: 1, injured: 2, heavy: 3 } as const;

export const Line = { none: 0, rear: 1, front: 2 } as const;

/** H7, HA18; `free` is the seed's "anything else you want to do". */
export const Action = {
  none: 0,
  explore: 1,
  raid: 2,
  communicate: 3,
  gather: 4,
  rest: 5,
  soulEating: 6,
  moveBase: 7,
  skill: 8,
  free: 9,
} as const;

/** H8; `other` stands for the reactions that the seed leaves to the table. */
export const Reaction = { none: 0, accept: 1, stop: 2, flee: 3, help: 4, other: 5 } as const;

/** H28; `miracle` is any other joint effect of master, servant and seal. */
export const SealEffect = {
  order: 0,
  mag: 1,
  str: 2,
  con: 3,
  agi: 4,
  hp: 5,
  mp: 6,
  rank: 7,
  halve: 8,
  summon: 9,
  disable: 10,
  escape: 11,
  miracle: 12,
} as const;

/**
 * The stats and pools that can change. Injuries reduce the first four; the last three are pools.
 */
export const Stat = { str: 0, con: 1, agi: 2, mag: 3, advantage: 4, hp: 5, mp: 6, lp: 7 } as const;

/** How long a change lasts; pools change `now`. */
export const Lasts = { now: 0, round: 1, turn: 2 } as const;

/** The facts of a unit (H29, H30): bit numbers of `knows[pair].unit[unit].facts`. */
export const Fact = {
  str: 0,
  con: 1,
  agi: 2,
  mag: 3,
  luk: 4,
  np: 5,
  attribute: 6,
  hp: 7,
  mp: 8,
  upkeep: 9,
  lp: 10,
  class: 11,
} as const;

/** Means of learning a fact outside its use (H30). */
export const Source = { asked: 0, gathered: 1, shown: 2 } as const;

/** H17; `described` is a timing that only the effect's text states. */
export const Timing = { always: 0, anyTime: 1, action: 2, battle: 3, described: 4 } as const;

/** H15 ranks and H16 secrecies. EX stands outside the order. */
export const Rank = { E: 1, D: 2, C: 3, B: 4, A: 5, EX: 6 } as const;

/** The facts that a servant's master sees: str to attribute, HP, MP and upkeep (H29). */
export const masterSees = (1 << (Fact.upkeep + 1)) - 1;
export const allFacts = (1 << (Fact.class + 1)) - 1;

/** No unit, pair, area, reason, skill or side. */
export const NONE = 255;

/** Word lists, by the kind that a parameter declares. */
export const wordLists: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  action: Action,
  reaction: Reaction,
  seal: SealEffect,
  stat: Stat,
  lasts: Lasts,
  fact: Fact,
  source: Source,
};

/** The word of a number in one of the lists above. */
export function wordOf(words: Readonly<Record<string, number>>, number: number): string {
  return Object.keys(words).find((word) => words[word] === number) ?? String(number);
}

export const PHASE_WORDS: readonly string[] = ['preparation', 'active', 'reactive', 'processing'];
export const SLOT_WORDS: readonly string[] = ['morning', 'afternoon', 'late night'];
export const STATUS_WORDS: readonly string[] = ['alive', 'dying', 'dead', 'vanished'];
export const BATTLE_STEP_WORDS: readonly string[] = [
  'no battle',
  'lines',
  'skills',
  'declarations',
  'allocation',
  'damage',
  'end',
];
export const LINE_WORDS: readonly string[] = ['no', 'rear', 'front'];
export const INJURY_WORDS: readonly string[] = ['uninjured', 'lightly injured', 'injured', 'heavily injured'];
export const LASTS_WORDS: readonly string[] = ['at once', 'until the round ends', 'until the turn ends'];

/** H18: the steps of a round as they begin. */
export const STEP_WORDS: readonly string[] = [
  'no battle',
  'the lines are chosen',
  'skills are declared',
  'points are paid for and attacks renounced',
  'points are allocated',
  'damage is done',
  'the round ends',
];

/** After "chooses to" (H7). */
export const ACTION_WORDS: readonly string[] = [
  'do nothing',
  'explore',
  'raid',
  'communicate',
  'gather information',
  'rest',
  'eat souls',
  'move the base',
  'use a skill',
  'act freely',
];

/** What an action is aimed at, by the kind of its id; an action that is not here has no target. */
export const TARGET_KINDS: Readonly<Record<number, string>> = {
  [Action.explore]: 'area',
  [Action.raid]: 'pair',
  [Action.communicate]: 'pair',
  [Action.gather]: 'reason',
  [Action.soulEating]: 'area',
  [Action.moveBase]: 'area',
  [Action.free]: 'reason',
};

/**
 * Words of the actions with which a parameter of `chooseActive` must be given (H7), and of those
 * with which it may be: what an action is about may be told with any that goes out.
 */
export const ACTION_TAKES = {
  pair: { must: actionsAt('pair') },
  area: { must: actionsAt('area') },
  amount: { must: ['soulEating'] },
  skill: { must: ['skill'] },
  effect: { must: ['skill'] },
  reason: { must: actionsAt('reason'), may: ['explore', 'raid', 'communicate'] },
} as const;

function actionsAt(kind: string): readonly string[] {
  return Object.entries(Action).flatMap(([word, number]) => (TARGET_KINDS[number] === kind ? [word] : []));
}

/** After "chooses to", with what the action is aimed at. */
export const CHOSEN_WORDS: readonly string[] = [
  'do nothing',
  'explore {target}',
  'raid {target}',
  'talk with {target}',
  'gather information: {target}',
  'rest',
  'eat souls in {target}',
  'move the base to {target}',
  'act with a skill',
  'act freely: {target}',
];

/** A processed action as a sentence, by number. */
export const DONE_WORDS: readonly string[] = [
  '{unit} does nothing',
  '{unit} explores {target}',
  '{unit} raids {target}',
  '{unit} wants to talk with {target}',
  '{unit} gathers information: {target}',
  '{unit} rests',
  '{unit} eats souls in {target}',
  '{unit} moves the base to {target}',
  '{unit} acts with a skill',
  '{unit} acts freely: {target}',
];

/** A chosen reaction as a sentence, by number (H8). */
export const REACTION_SENTENCES: readonly string[] = [
  '{pair} does not react to {unit}',
  '{pair} accepts to talk with {unit}',
  '{pair} sets out to stop {unit}',
  '{pair} flees from {unit}',
  '{pair} calls for help against {unit}',
  '{pair} reacts to {unit}',
];
export const REACTION_WORDS: readonly string[] = ['none', 'accept', 'stop', 'flee', 'help', 'other'];

/** H28: the kind of id of what a seal is about; one that is not here is about nothing. */
export const SEAL_KINDS: Readonly<Record<number, string>> = {
  [SealEffect.order]: 'reason',
  [SealEffect.rank]: 'skill',
  [SealEffect.halve]: 'skill',
  [SealEffect.disable]: 'skill',
  [SealEffect.miracle]: 'reason',
};

/** Words of the seals that are about a thing of this kind. */
export function sealsAbout(kind: string): readonly string[] {
  return Object.entries(SealEffect).flatMap(([word, number]) => (SEAL_KINDS[number] === kind ? [word] : []));
}

/** H28: what one seal does. */
export const SEAL_WORDS: readonly string[] = [
  'a short order, {what}',
  'magic +2 for a round',
  'strength +3 for a round',
  'constitution +3 for a round',
  'agility +3 for a round',
  'HP +6',
  'MP +6',
  '{what} has one rank more for a turn',
  'half the MP for one activation of {what}',
  'the servant comes at once',
  '{what} is off for a turn',
  'leaving for no MP',
  'a miracle, {what}',
];

export const STAT_WORDS: readonly string[] = [
  'strength',
  'constitution',
  'agility',
  'magic',
  'advantage',
  'HP',
  'MP',
  'LP',
];

/** By bit (H29, H30). */
export const FACT_WORDS: readonly string[] = [
  'strength',
  'constitution',
  'agility',
  'magic',
  'luck',
  'noble phantasm',
  'attribute',
  'HP',
  'MP',
  'upkeep',
  'LP',
  'class',
];

/** H16: which parts of a skill are known, from the bits of the cell. */
export function partsWords(parts: number): string {
  if ((parts & 1) === 1) return 'all of it';
  const known: string[] = [];
  for (let effect = 1; effect < 16; effect++) if (((parts >> effect) & 1) === 1) known.push(String(effect));
  return `effect ${known.join(', ')}`;
}

/** Words of the sentences, and what seed 004 calls them. */
export const TERMS: Terms = {
  preparation: '準備',
  active: '能動行動決定',
  reactive: '受動行動決定',
  processing: '行動処理',
  phase: 'フェイズ',
  morning: '午前',
  afternoon: '午後',
  'late night': '深夜',
  explore: '探索',
  raid: '襲撃',
  communicate: 'コミュニケーション',
  talk: 'コミュニケーション',
  'gather information': '情報収集',
  'gathers information': '情報収集',
  rest: '休息',
  'eat souls': '魂喰い',
  'eats souls': '魂喰い',
  'move the base': '拠点移動',
  'moves the base': '拠点移動',
  strength: '筋',
  constitution: '耐',
  agility: '敏',
  magic: '魔',
  'noble phantasm': '宝具',
  upkeep: '維持費',
  advantage: '優位',
  'lightly injured': '軽傷',
  injured: '負傷',
  'heavily injured': '重傷',
  'front line': '前衛',
  'rear line': '後衛',
  front: '前衛',
  rear: '後衛',
  'the lines are chosen': 'スタンバイステップ: 前衛・後衛',
  'skills are declared': 'スタンバイステップ: スキル・宝具',
  'points are allocated': 'バトルステップ: 配分ステータス',
  'damage is done': 'ダメージステップ',
  'the round ends': 'エンドステップ',
  round: 'ラウンド',
  point: '配分ステータス',
  seal: '令呪',
  vanishes: '消滅',
};
