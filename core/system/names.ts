/** Names of what a battle holds, in the languages that a viewer can ask for. */

/**
 * A count with its noun: `1 row`, `2 rows`.
 * @param count a number, or its digits, grouped or not
 * @param plural the noun's plural, if not with an s
 */
export function countText(count: number | bigint | string, noun: string, plural = `${noun}s`): string {
  return `${count} ${`${count}` === '1' ? noun : plural}`;
}

/** A noun with its article: `a pair`, `an area`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/u.test(noun) && !noun.startsWith('uni') ? 'an' : 'a'} ${noun}`;
}

/** `en` English, `ja` Japanese as the game writes it, `id` as plans write it. */
export type Language = 'en' | 'ja' | 'id';

export const LANGUAGES: readonly Language[] = ['en', 'ja', 'id'];

/** A unit, a skill or an item in all three. */
export type Named = Readonly<Record<Language, string>>;

/** The English form of an id: `low-kick` is `Low Kick`. */
export function englishOfId(id: string): string {
  return id.replace(
    /(^|-)([a-z])/g,
    (_, dash: string, letter: string) => (dash === '' ? '' : ' ') + letter.toUpperCase(),
  );
}

/**
 * English words of a system's rules, and what its source in Japanese calls them. An entry with
 * fields, `income of {pair}`, is a whole text; what stands in a field is put into Japanese as well.
 */
export type Terms = Readonly<Record<string, string>>;

/** Terms in the form in which texts are looked through. */
interface TermPatterns {
  readonly words: RegExp;
  readonly texts: readonly (readonly [pattern: RegExp, japanese: string])[];
}

/** Patterns of the terms that were asked for: each is made once. */
const PATTERNS = /* @__PURE__ */ new WeakMap<Terms, TermPatterns>();

function escaped(text: string): string {
  return text.replace(/[.*+?^$()|[\]\\]/gu, '\\$&');
}

function patternsOf(terms: Terms): TermPatterns {
  const known = PATTERNS.get(terms);
  if (known !== undefined) return known;
  const all = Object.keys(terms);
  const words = all.filter((term) => !term.includes('{')).sort((one, other) => other.length - one.length);
  const texts = Object.entries(terms)
    .filter(([term]) => term.includes('{'))
    .map(([term, japanese]) => {
      const pattern = escaped(term).replace(/\{(\w+)\}/gu, '(?<$1>.+?)');
      return [new RegExp(`^${pattern}$`, 'u'), japanese] as const;
    });
  const made = { words: new RegExp(`(?<!\\w)(${words.map(escaped).join('|')})s?(?!\\w)`, 'gu'), texts };
  PATTERNS.set(terms, made);
  return made;
}

/** A text with the Japanese terms in place of English ones: as a whole, else longer words first. */
export function inJapanese(text: string, terms: Terms): string {
  if (Object.keys(terms).length === 0) return text;
  const { words, texts } = patternsOf(terms);
  for (const [pattern, japanese] of texts) {
    const fields = pattern.exec(text)?.groups;
    if (fields === undefined) continue;
    return japanese.replace(/\{(\w+)\}/gu, (_, field: string) => inJapanese(fields[field] ?? '', terms));
  }
  return text.replace(words, (_, word: string) => terms[word] as string);
}

/** Plain data as a language has it: in Japanese every text with the terms of the rules. */
export function worded<Data>(data: Data, language: Language, terms: Terms | undefined): Data {
  if (language !== 'ja' || terms === undefined) return data;
  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return inJapanese(value, terms);
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key === 'state' ? one : inside(one)]));
  };
  return inside(data) as Data;
}

/** What a thing of a battle is called: `クラウド` in both languages, `cloud` as its id. */
export function ownNamed(id: string, name: string): Named | undefined {
  return name === id ? undefined : { en: name, ja: name, id };
}

/** The same name in every language. */
export function namedAlike(name: string): Named {
  return { en: name, ja: name, id: name };
}
