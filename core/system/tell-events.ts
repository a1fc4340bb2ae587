/**
 * Narration of a system whose events say it already: one sentence an event, by a template with its
 * fields in braces. The sentences are English in every language; names follow it.
 */
import { readEvents } from './battle.js';
import type { Battle, EventBuffer, EventShape } from './declarations.js';
import { type Language, type Named, namedAlike } from './names.js';
import type { Happening, Narration } from './narration.js';

export interface EventSentences {
  readonly events: readonly EventShape[];
  /** By the event's name: `{target} takes {damage} damage`. */
  readonly templates: Readonly<Record<string, string>>;
  /** Kind of id of a field's values, where it is not the field's own name. */
  readonly kinds?: Readonly<Record<string, string>>;
}

/** A happening with its words filled in. */
interface FilledHappening extends Happening {
  readonly words: Readonly<Record<string, Named>>;
}

/** Values by field as words: the id that the battle has for it, else the number. */
function wordsOf(
  battle: Battle,
  values: Readonly<Record<string, number>>,
  kinds: Readonly<Record<string, string>>,
): Record<string, Named> {
  const words: Record<string, Named> = {};
  for (const [field, value] of Object.entries(values)) {
    words[field] = namedAlike(battle.idName(kinds[field] ?? field, value) ?? String(value));
  }
  return words;
}

/**
 * A narration that tells every event by its template; one without a template is told by its name.
 */
export function narrationOfEvents({ events: shapes, templates, kinds = {} }: EventSentences): Narration {
  const declared = { events: shapes };
  return {
    tell(battle: Battle, _before: Uint8Array, events: EventBuffer): readonly FilledHappening[] {
      return readEvents(declared, events).map(({ event, values }, frame) => ({
        kind: event,
        frame,
        actor: undefined,
        what: undefined,
        amounts: values,
        results: [],
        draws: [],
        words: wordsOf(battle, values, kinds),
      }));
    },
    sentence(happening: Happening, language: Language): string {
      const { words } = happening as FilledHappening;
      const fields = Object.entries(happening.amounts).map(([field, value]) => `${field} ${value}`);
      const template = templates[happening.kind];
      if (template === undefined) return [happening.kind, ...fields].join(' ');
      return template.replace(/\{(\w+)\}/g, (_, field: string) => words[field]?.[language] ?? '');
    },
  };
}
