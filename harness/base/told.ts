/** From the events of a step to sentences: the one way that every view takes. */
import {
  type Battle,
  type EventBuffer,
  type Happening,
  LANGUAGES,
  type Language,
  type System,
} from '../../core/system/system.js';
import { LockstepError } from './errors.js';
import { nearest } from './nearest.js';

/** A happening with its sentence. */
export interface ToldLine extends Happening {
  readonly sentence: string;
}

/** A frame, a command or a step that was made. */
export interface MadeStep {
  readonly system: System;
  /** After the step. */
  readonly battle: Battle;
  /** Its image before the step. */
  readonly before: Uint8Array;
  readonly events: EventBuffer;
  /** Where a step is a frame: its number as the log or plan counts. */
  readonly frame?: number;
}

function tell(
  { system, battle, before, events, frame }: MadeStep,
  language: Language,
  isTold: (happening: Happening) => boolean,
): ToldLine[] {
  const { narration } = system;
  const happenings = narration.tell(battle, before, events).filter(isTold);
  return happenings.map((happening) => {
    const sentence = narration.sentence(happening, language);
    if (frame === undefined || system.unit !== 'frame') return { ...happening, sentence };
    return { ...happening, frame, draws: happening.draws.map((draw) => ({ ...draw, frame })), sentence };
  });
}

/** What happened in a step, in order, a sentence for each thing. */
export function toldOf(step: MadeStep, language: Language): ToldLine[] {
  return tell(step, language, () => true);
}

/** The same for lists: draws that nothing came of and whose turn is next are left out. */
export function newsOf(step: MadeStep, language: Language): ToldLine[] {
  return tell(step, language, ({ kind }) => kind !== 'nothing' && kind !== 'next');
}

/** @throws LockstepError `E_OPTION` */
export function languageOf(given: string | undefined): Language {
  const found = LANGUAGES.find((language) => language === (given ?? 'en'));
  if (found !== undefined) return found;
  throw new LockstepError('E_OPTION', 'names are en, ja or id', {
    found: given ?? '',
    expected: LANGUAGES.join(', '),
    remedy: nearest(given ?? '', LANGUAGES),
  });
}
