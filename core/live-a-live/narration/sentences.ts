/** Sentences of what happened in LIVE A LIVE, in English or Japanese, with names as asked for. */
import { ABNORMALITIES } from '../../../rom-map/tables/abnormalities.js';
import type { Happening, Language, Named, ToldChange, ToldResult } from '../../system/system.js';
import { buttonsOfNumber } from '../battle/button-script.js';
import { OUT_OF_FIGHT } from '../memory/state-bits.js';
import { ENGLISH, JAPANESE, type Phrases } from './phrases.js';

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
export function sentenceOf(happening: Happening, language: Language): string {
  const voice = VOICES[language];
  return SAY[happening.kind]?.(voice, happening) ?? voice.phrases.nothing;
}
