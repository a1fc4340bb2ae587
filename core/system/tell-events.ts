/**
 * Narration of a system whose events already say what happened: one sentence for each event, with
 * the values in words.
 */
import { readEvents } from './battle.js';
import type { Battle, EventBuffer, EventShape } from './declarations.js';
import { inJapanese, LANGUAGES, type Language, type Named, namedAlike, type Terms } from './names.js';
import type { EventValues, Happening, Narration } from './narration.js';

/**
 * Words for a value: a kind of id, the words by number, or a function. Undefined, or no word of
 * that number: the number itself.
 */
export type Wording =
  | string
  | readonly string[]
  | ((value: number, values: EventValues, battle: Pick<Battle, 'idName'>) => string | undefined);

/** Word of a field of the event, in the sentence's language. */
export type WordOf = (field: string) => string;

/**
 * A sentence: `{target} takes {damage} damage`. `{hits:hit}` is a number with its noun,
 * `{dice:die|dice}` gives the plural where it is not the noun with an s.
 */
export type Template = string | ((values: EventValues, word: WordOf) => string);

export interface EventSentences {
  readonly events: readonly EventShape[];
  /** By the event's name. */
  readonly templates: Readonly<Record<string, Template>>;
  /**
   * By `event.field`, which comes first, or by `field` for every event that has it. Left out: the
   * kind of id with the field's name.
   */
  readonly wordings?: Readonly<Record<string, Wording>>;
  /**
   * Further words of an event, which the battle after the step and its image before it tell. They
   * are of a sentence alone: an event in a list is its fields.
   */
  readonly beside?: (battle: Battle, before: Uint8Array, event: string, values: EventValues) => Record<string, string>;
  /** Whether another event of the same step says it, so that nothing is told of this one. */
  readonly isSaidElsewhere?: (event: string, values: EventValues) => boolean;
  /** Words of the rules that are Japanese where the names are. */
  readonly terms?: Terms;
  /** Whole sentences in Japanese, by the event's name; one without keeps the English with terms. */
  readonly japanese?: Readonly<Record<string, Template>>;
}

/** A happening with its words filled in. */
interface FilledHappening extends Happening {
  readonly words: Readonly<Record<string, Named>>;
}

/** A number with its sign: `+3`, `-1`, `0`. */
export function signedWord(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

/** Ids of a kind, and one word for the number that stands for none. */
export function idOr(kind: string, none: number, word: string): Wording {
  return (value, _values, battle) => (value === none ? word : battle.idName(kind, value));
}

/** Names of the bits that are set, from bit 0 on. */
export function bitWords(names: readonly string[]): Wording {
  return (value) => names.filter((_, bit) => ((value >> bit) & 1) === 1).join(', ') || undefined;
}

function wordOf(wording: Wording, value: number, values: EventValues, battle: Pick<Battle, 'idName'>): string {
  const found =
    typeof wording === 'string'
      ? battle.idName(wording, value)
      : typeof wording === 'function'
        ? wording(value, values, battle)
        : wording[value];
  return found ?? String(value);
}

/** Puts words and counted nouns in the place of the names in braces. @param terms of the rest */
function filled(template: string, values: EventValues, word: WordOf, terms: Terms): string {
  return template.replace(
    /\{(\w+)(?::(\w+)(?:\|(\w+))?)?\}|[^{]+/g,
    (text, field?: string, one?: string, many?: string) => {
      if (field === undefined) return inJapanese(text, terms);
      if (one === undefined) return word(field);
      return `${word(field)} ${inJapanese(values[field] === 1 ? one : (many ?? `${one}s`), terms)}`;
    },
  );
}

function named(words: Readonly<Record<string, string>>, terms: Terms): Record<string, Named> {
  return Object.fromEntries(
    Object.entries(words).map(([field, word]) => [field, { ...namedAlike(word), ja: inJapanese(word, terms) }]),
  );
}

/** The word of a value in a language: names are the user's own, other words are terms. */
function wordIn(
  language: Language,
  wording: Wording,
  value: number,
  values: EventValues,
  battle: Battle,
  terms: Terms,
): string {
  let isName = false;
  const called: Pick<Battle, 'idName'> = {
    idName(kind, number) {
      const name = battle.named?.(kind, number)?.[language] ?? battle.idName(kind, number);
      if (name !== undefined) isName = true;
      return name;
    },
  };
  const word = wordOf(wording, value, values, called);
  return language === 'ja' && !isName ? inJapanese(word, terms) : word;
}

/**
 * A narration that tells every event by its template; one without a template is told by its name.
 */
export function narrationOfEvents(sentences: EventSentences): Narration {
  const { events: shapes, templates, wordings = {}, beside, isSaidElsewhere, terms = {}, japanese = {} } = sentences;
  const declared = { events: shapes };
  function words(battle: Battle, event: string, values: EventValues): Record<string, Named> {
    return Object.fromEntries(
      Object.entries(values).map(([field, value]) => {
        const wording = wordings[`${event}.${field}`] ?? wordings[field] ?? field;
        const words = LANGUAGES.map((one) => [one, wordIn(one, wording, value, values, battle, terms)]);
        return [field, Object.fromEntries(words) as Named];
      }),
    );
  }
  return {
    tell(battle: Battle, before: Uint8Array, events: EventBuffer): readonly FilledHappening[] {
      const told = readEvents(declared, events).filter(
        ({ event, values }) => isSaidElsewhere?.(event, values) !== true,
      );
      return told.map(({ event, values }, frame) => ({
        kind: event,
        frame,
        actor: undefined,
        what: undefined,
        amounts: values,
        results: [],
        draws: [],
        words: { ...words(battle, event, values), ...named(beside?.(battle, before, event, values) ?? {}, terms) },
      }));
    },
    sentence(happening: Happening, language: Language): string {
      const { kind, amounts, words: own } = happening as FilledHappening;
      const whole = language === 'ja' ? japanese[kind] : undefined;
      const template = whole ?? templates[kind];
      const word: WordOf = (field) => own[field]?.[language] ?? '';
      if (template === undefined) {
        return [kind, ...Object.keys(amounts).map((field) => `${field} ${word(field)}`)].join(' ');
      }
      const text = typeof template === 'string' ? template : template(amounts, word);
      return filled(text, amounts, word, language === 'ja' && whole === undefined ? terms : {});
    },
    words,
  };
}
