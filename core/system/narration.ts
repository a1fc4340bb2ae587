/**
 * What happened in a step: one record for each thing, and its sentence. Records come from the
 * events of the step; no rule reads them.
 */
import type { Battle, EventBuffer } from './declarations.js';
import type { Language, Named } from './names.js';

/** A draw of the generator, under what it belongs to. */
export interface ToldDraw {
  /** As of `Happening`. */
  readonly frame: number;
  /** Routine address of the caller. */
  readonly site: number;
  /** 0..255 */
  readonly value: number;
  /** What a draw at this site is for. */
  readonly purpose: string;
  /** What it came to, in a few words, or empty where nothing tells. */
  readonly decided: string;
}

/** What a happening does to a unit. */
export interface ToldResult {
  /** The system's own number of the unit; left out: it has none. */
  readonly unit?: number;
  readonly target: Named;
  /** Figures by name: `damage`, `hp`, `hits`, `landed` ... */
  readonly amounts: Readonly<Record<string, number>>;
  /** Further changes, in order: what changed, from and to. */
  readonly changes: readonly ToldChange[];
}

export interface ToldChange {
  readonly what: string;
  readonly before: number;
  readonly after: number;
  /** A skill or another thing that has a name, or undefined. */
  readonly named: Named | undefined;
}

/** One thing that happened. */
export interface Happening {
  /** `skill`, `move`, `poison` ...; of a system without names of its own, the event's name. */
  readonly kind: string;
  /** Frames, commands or steps of the battle before it, as the system counts. */
  readonly frame: number;
  /** The system's own number of who did it; left out: it has none. */
  readonly unit?: number;
  /** Who did it, or undefined. */
  readonly actor: Named | undefined;
  /** The skill or item, or undefined. */
  readonly what: Named | undefined;
  /** Figures by name. */
  readonly amounts: Readonly<Record<string, number>>;
  readonly results: readonly ToldResult[];
  readonly draws: readonly ToldDraw[];
}

/** The values of an event by field. */
export type EventValues = Readonly<Record<string, number>>;

/** How a system tells what happened. */
export interface Narration {
  /**
   * Everything that happened in a step, in order.
   * @param battle after the step
   * @param before its image before the step
   * @param events of the step
   */
  readonly tell: (battle: Battle, before: Uint8Array, events: EventBuffer) => readonly Happening[];
  /** One sentence, without a full stop. */
  readonly sentence: (happening: Happening, language: Language) => string;
  /**
   * The values of one event in words, by field. Left out: an event's fields are numbers and ids.
   */
  readonly words?: (battle: Battle, event: string, values: EventValues) => Readonly<Record<string, Named>>;
}
