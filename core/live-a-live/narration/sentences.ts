/** Sentences of what happened in LIVE A LIVE, in English or Japanese, with names as asked for. */

import { ABNORMALITIES } from '../../../rom-map/tables/abnormalities.js';
import { countText } from '../../system/names.js';
import type { Happening, Language, Named, Narration, ToldChange, ToldResult } from '../../system/system.js';
import { buttonsOfNumber } from '../battle/command-shapes.js';
import { PLAYED_BATTLE } from '../battle/decision-frames.js';
import { OUT_OF_FIGHT } from '../memory/state-bits.js';
import { tellBattle, tellFrame } from './tell.js';

// The phrases of a sentence, by language: what differs between them and nothing else.

interface Phrases {
  /** Between the parts about one unit, and between units. */
  readonly comma: string;
  readonly semicolon: string;
  /** Statuses by bit, as they begin and as they end. */
  readonly begins: readonly string[];
  readonly ends: readonly string[];
  readonly falls: string;
  readonly standsUp: string;
  readonly gone: string;
  /** Facings 0..3. */
  readonly facings: readonly string[];
  /** Fields by the high three bits of their code, from water (4) on. */
  readonly fields: Readonly<Record<number, string>>;
  readonly stats: Readonly<Record<string, string>>;
  /** Results of a battle by the value of `battleResult`. */
  readonly results: readonly string[];
  readonly damage: (amount: number) => string;
  readonly heals: (amount: number) => string;
  readonly misses: string;
  readonly landed: (landed: number, hits: number) => string;
  readonly knocked: (cell: string) => string;
  readonly turned: (facing: string) => string;
  readonly chargeLost: (skill: string) => string;
  readonly abnormal: (label: string) => string;
  readonly normal: (label: string) => string;
  readonly changes: (stat: string, before: number, after: number) => string;
  readonly skill: (actor: string, skill: string, on: string) => string;
  readonly counter: (actor: string, skill: string, on: string) => string;
  readonly nobody: (cell: string) => string;
  readonly item: (actor: string, item: string) => string;
  readonly charge: (actor: string, skill: string, frames: number) => string;
  readonly walk: (actor: string, from: string, to: string) => string;
  readonly turn: (actor: string, facing: string) => string;
  readonly stepInPlace: (actor: string) => string;
  readonly pass: (actor: string) => string;
  readonly escape: (actor: string) => string;
  readonly press: (buttons: string) => string;
  readonly fieldLaid: (field: string, cells: number) => string;
  readonly fieldFires: (field: string, on: string) => string;
  readonly poison: (on: string) => string;
  readonly drop: (item: string) => string;
  readonly learn: (actor: string, skill: string) => string;
  readonly experience: (actor: string, gained: number) => string;
  readonly level: (actor: string, level: number, hp: number) => string;
  readonly next: (actor: string) => string;
  readonly nobodyNext: string;
  readonly nextBattle: (number: number, formation: number) => string;
  readonly nothing: string;
}

const ENGLISH: Phrases = {
  comma: ', ',
  semicolon: '; ',
  begins: ['neck locked', 'leg locked', 'arm locked', 'poisoned', 'paralysed', 'asleep', 'drunk', 'petrified'],
  ends: [
    'neck free again',
    'leg free again',
    'arm free again',
    'no longer poisoned',
    'no longer paralysed',
    'awake again',
    'sober again',
    'no longer petrified',
  ],
  falls: 'out of the fight',
  standsUp: 'stands up again',
  gone: 'leaves the field',
  facings: ['lower right', 'lower left', 'upper right', 'upper left'],
  fields: { 4: 'water', 5: 'poison', 6: 'fire', 7: 'electricity' },
  stats: {},
  results: ['not over', 'won', 'lost', 'left'],
  damage: (amount) => `${amount} damage`,
  heals: (amount) => `${amount} HP recovered`,
  misses: 'missed',
  landed: (landed, hits) => `${landed} of ${countText(hits, 'hit')}`,
  knocked: (cell) => `knocked back to ${cell}`,
  turned: (facing) => `turned to the ${facing}`,
  chargeLost: (skill) => `charge of ${skill} lost`,
  abnormal: (label) => `abnormality ${label}`,
  normal: (label) => `abnormality ${label} over`,
  changes: (stat, before, after) => `${stat} ${before} to ${after}`,
  skill: (actor, skill, on) => `${actor}: ${skill} on ${on}`,
  counter: (actor, skill, on) => `${actor} counters: ${skill} on ${on}`,
  nobody: (cell) => `${cell}, nobody is hit`,
  item: (actor, item) => `${actor} uses ${item}`,
  charge: (actor, skill, frames) => `${actor} begins to charge ${skill}, ${frames} to go`,
  walk: (actor, from, to) => `${actor} walks from ${from} to ${to}`,
  turn: (actor, facing) => `${actor} turns to the ${facing}`,
  stepInPlace: (actor) => `${actor} steps in place`,
  pass: (actor) => `${actor} passes`,
  escape: (actor) => `${actor} leaves the battle`,
  press: (buttons) => `buttons ${buttons}, answered by the image's own code`,
  fieldLaid: (field, cells) => `a field of ${field} on ${countText(cells, 'cell')}`,
  fieldFires: (field, on) => `the field of ${field}: ${on}`,
  poison: (on) => `poison: ${on}`,
  drop: (item) => `${item} is dropped`,
  learn: (actor, skill) => `${actor} learns ${skill}`,
  experience: (actor, gained) => `${actor} gains ${gained} experience`,
  level: (actor, level, hp) => `${actor} reaches level ${level}, maximum HP +${hp}`,
  next: (actor) => `next: ${actor}`,
  nobodyNext: 'next: nobody can act',
  nextBattle: (number, formation) => `battle ${number} begins: formation ${formation}`,
  nothing: 'nothing comes of it',
};

const JAPANESE: Phrases = {
  comma: '、',
  semicolon: '；',
  begins: ['首封じ', '足封じ', '腕封じ', '毒', 'マヒ', '睡眠', '酔い', '石化'],
  ends: [
    '首封じ解除',
    '足封じ解除',
    '腕封じ解除',
    '毒が消えた',
    'マヒ解除',
    '目を覚ました',
    '酔いがさめた',
    '石化解除',
  ],
  falls: '戦闘不能',
  standsUp: '復活',
  gone: '退場',
  facings: ['右下', '左下', '右上', '左上'],
  fields: { 4: '水', 5: '毒', 6: '炎', 7: '電気' },
  stats: { level: 'レベル', power: '力', speed: '速さ', body: '体', intellect: '知力' },
  results: ['継続中', '勝利', '敗北', '逃走'],
  damage: (amount) => `${amount}ダメージ`,
  heals: (amount) => `HP${amount}回復`,
  misses: 'ミス',
  landed: (landed, hits) => `${hits}回中${landed}回命中`,
  knocked: (cell) => `${cell}へ飛ばされた`,
  turned: (facing) => `${facing}を向かされた`,
  chargeLost: (skill) => `${skill}のタメが消えた`,
  abnormal: (label) => `行動異常「${label}」`,
  normal: (label) => `行動異常「${label}」解除`,
  changes: (stat, before, after) => `${stat}${before}→${after}`,
  skill: (actor, skill, on) => `${actor}：${skill}→${on}`,
  counter: (actor, skill, on) => `${actor}の反撃：${skill}→${on}`,
  nobody: (cell) => `${cell}、誰にも当たらない`,
  item: (actor, item) => `${actor}は${item}を使った`,
  charge: (actor, skill, frames) => `${actor}は${skill}のタメに入った（残り${frames}）`,
  walk: (actor, from, to) => `${actor}は${from}から${to}へ移動`,
  turn: (actor, facing) => `${actor}は${facing}を向いた`,
  stepInPlace: (actor) => `${actor}は足踏み`,
  pass: (actor) => `${actor}は手番を渡した`,
  escape: (actor) => `${actor}は逃げた`,
  press: (buttons) => `ボタン ${buttons}（ROM自身のコード）`,
  fieldLaid: (field, cells) => `${field}のフィールド、${cells}マス`,
  fieldFires: (field, on) => `${field}のフィールド：${on}`,
  poison: (on) => `毒：${on}`,
  drop: (item) => `${item}を落とした`,
  learn: (actor, skill) => `${actor}は${skill}を覚えた`,
  experience: (actor, gained) => `${actor}は経験値${gained}を得た`,
  level: (actor, level, hp) => `${actor}はレベル${level}になった、最大HP+${hp}`,
  next: (actor) => `次：${actor}`,
  nobodyNext: '次：誰も動けない',
  nextBattle: (number, formation) => `第${number}戦：敵パーティ${formation}`,
  nothing: '何も起こらない',
};

/** The language of the names, and the phrases round them. */
interface Voice {
  readonly language: Language;
  readonly phrases: Phrases;
}

const VOICES: Readonly<Record<Language, Voice>> = {
  en: { language: 'en', phrases: ENGLISH },
  ja: { language: 'ja', phrases: JAPANESE },
  id: { language: 'id', phrases: ENGLISH },
};

function nameOf({ language }: Voice, named: Named | undefined): string {
  return named?.[language] ?? '';
}

/** Cell of two figures, or of a number 8 y + x. */
function cellText(x: number, y: number): string {
  return `(${x},${y})`;
}

function statusText({ phrases }: Voice, before: number, after: number): string[] {
  if (after === OUT_OF_FIGHT) return [phrases.falls];
  if (before === OUT_OF_FIGHT) return [phrases.standsUp];
  return phrases.begins.flatMap((word, bit) => {
    const [had, has] = [(before >> bit) & 1, (after >> bit) & 1];
    return had === has ? [] : [has === 1 ? word : (phrases.ends[bit] as string)];
  });
}

function abnormalityText({ language, phrases }: Voice, before: number, after: number): string {
  const label = (id: number): string => {
    const row = ABNORMALITIES[id];
    return (language === 'ja' ? row?.labelJapanese : row?.label) ?? String(id);
  };
  return after === 0 ? phrases.normal(label(before)) : phrases.abnormal(label(after));
}

function changeText(voice: Voice, { what, before, after, named }: ToldChange): string[] {
  const { phrases } = voice;
  switch (what) {
    case 'statuses':
      return statusText(voice, before, after);
    case 'abnormality':
      return [abnormalityText(voice, before, after)];
    case 'cell':
      return [phrases.knocked(cellText(after & 7, after >> 3))];
    case 'facing':
      return [phrases.turned(phrases.facings[after & 3] as string)];
    case 'charge':
      return [phrases.chargeLost(nameOf(voice, named))];
    case 'gone':
      return [phrases.gone];
    default:
      return [phrases.changes(phrases.stats[what] ?? what, before, after)];
  }
}

/** What became of a unit: hits, figures, then changes. */
function partsOf(voice: Voice, { amounts, changes }: ToldResult): string[] {
  const { phrases } = voice;
  const { landed = 0, hits = 0, damage, healed } = amounts;
  const parts: string[] = [];
  if (hits > 0 && landed === 0 && damage === undefined && healed === undefined) parts.push(phrases.misses);
  else if (hits > 1) parts.push(phrases.landed(landed, hits));
  if (damage !== undefined) parts.push(phrases.damage(damage));
  if (healed !== undefined) parts.push(phrases.heals(healed));
  return [...parts, ...changes.flatMap((change) => changeText(voice, change))];
}

function resultsText(voice: Voice, results: readonly ToldResult[]): string {
  const { comma, semicolon } = voice.phrases;
  return results.map((result) => [nameOf(voice, result.target), ...partsOf(voice, result)].join(comma)).join(semicolon);
}

function skillText(voice: Voice, { kind, actor, what, amounts, results }: Happening): string {
  const { phrases } = voice;
  const on =
    results.length > 0 ? resultsText(voice, results) : phrases.nobody(cellText(amounts['x'] ?? 0, amounts['y'] ?? 0));
  const say = kind === 'counter' ? phrases.counter : phrases.skill;
  return say(nameOf(voice, actor), nameOf(voice, what), on);
}

/** A change that belongs to no action: a status that ends, an abnormality that is released. */
function ownChange(voice: Voice, { actor, results }: Happening): string {
  const parts = results.flatMap((result) => partsOf(voice, result));
  return `${nameOf(voice, actor)}${voice.language === 'ja' ? '：' : ': '}${parts.join(voice.phrases.comma)}`;
}

function movementText(voice: Voice, { kind, actor, amounts }: Happening): string {
  const { phrases } = voice;
  const name = nameOf(voice, actor);
  if (kind === 'turn') return phrases.turn(name, phrases.facings[(amounts['facing'] ?? 0) & 3] as string);
  if (kind === 'step-in-place') return phrases.stepInPlace(name);
  if (kind === 'pass') return phrases.pass(name);
  if (kind === 'escape') return phrases.escape(name);
  const from = cellText(amounts['fromX'] ?? 0, amounts['fromY'] ?? 0);
  return phrases.walk(name, from, cellText(amounts['x'] ?? 0, amounts['y'] ?? 0));
}

function fieldText(voice: Voice, { kind, amounts, results }: Happening): string {
  const { phrases } = voice;
  if (kind === 'poison') return phrases.poison(resultsText(voice, results));
  // codes below 80h are no fields
  const field = phrases.fields[(amounts['field'] ?? 0) >> 5] as string;
  if (kind === 'field-laid') return phrases.fieldLaid(field, amounts['cells'] ?? 0);
  const on = results.length > 0 ? resultsText(voice, results) : phrases.nothing;
  return phrases.fieldFires(field, on);
}

function spoilsText(voice: Voice, { kind, actor, what, amounts, results }: Happening): string {
  const { phrases } = voice;
  const name = nameOf(voice, actor);
  if (kind === 'drop') return phrases.drop(nameOf(voice, what));
  if (kind === 'learn') return phrases.learn(name, nameOf(voice, what));
  if (kind === 'experience') return phrases.experience(name, amounts['gained'] ?? 0);
  const stats = results.flatMap((result) => partsOf(voice, result));
  return [phrases.level(name, amounts['level'] ?? 0, amounts['hp'] ?? 0), ...stats].join(phrases.comma);
}

function pressedText({ buttons = 0, further = 0 }: Happening['amounts']): string {
  return [buttons, further].map(buttonsOfNumber).filter(Boolean).join(' ');
}

type Say = (voice: Voice, happening: Happening) => string;

const SAY: Readonly<Record<string, Say>> = {
  skill: skillText,
  counter: skillText,
  walk: movementText,
  turn: movementText,
  'step-in-place': movementText,
  pass: movementText,
  escape: movementText,
  poison: fieldText,
  'field-laid': fieldText,
  'field-fires': fieldText,
  drop: spoilsText,
  learn: spoilsText,
  experience: spoilsText,
  level: spoilsText,
  change: ownChange,
  charge: (voice, { actor, what, amounts }) =>
    voice.phrases.charge(nameOf(voice, actor), nameOf(voice, what), amounts['frames'] ?? 0),
  item: (voice, { actor, what }) => voice.phrases.item(nameOf(voice, actor), nameOf(voice, what)),
  over: ({ phrases }, { amounts }) => phrases.results[amounts['result'] ?? 0] as string,
  press: ({ phrases }, { amounts }) => phrases.press(pressedText(amounts)),
  'next-battle': ({ phrases }, { amounts }) =>
    phrases.nextBattle((amounts['battles'] ?? 0) + 1, amounts['formation'] ?? 0),
  next: (voice, { actor }) =>
    actor === undefined ? voice.phrases.nobodyNext : voice.phrases.next(nameOf(voice, actor)),
};

/** The sentence of a happening. */
function sentenceOf(happening: Happening, language: Language): string {
  const voice = VOICES[language];
  return SAY[happening.kind]?.(voice, happening) ?? voice.phrases.nothing;
}

// How the two systems of LIVE A LIVE tell what happened.

export const BATTLE_NARRATION: Narration = {
  tell: (battle, before, events) => tellBattle(battle, before, events, PLAYED_BATTLE),
  sentence: sentenceOf,
};

export const FRAME_NARRATION: Narration = { tell: tellFrame, sentence: sentenceOf };
