/** Names of what a battle holds, in the languages that a viewer can ask for. */

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

/** The same name in every language. */
export function namedAlike(name: string): Named {
  return { en: name, ja: name, id: name };
}
