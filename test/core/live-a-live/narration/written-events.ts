/** Events that are written by hand, in a battle of Takahara, at (5,4), against Tula Han in formation D9h. */
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { EVENT_ACTION, EVENT_EFFECT } from '../../../../core/live-a-live/memory/happenings.js';
import { EVENT_DRAW, EVENT_ROUTINE } from '../../../../core/live-a-live/memory/machine.js';
import { createEventBuffer, pushEvent } from '../../../../core/system/battle.js';
import type { EventBuffer, Happening, Language, ToldDraw } from '../../../../core/system/system.js';
import { allyPointer, enemyPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { drawSite, routineOf } from '../../../fixtures/live-a-live/routines.js';

export type Event = readonly [kind: number, ...values: number[]];

export const TAKAHARA = allyPointer(0);
export const TULA_HAN = enemyPointer(0);
/** Number in the allies' list, which Tula Han shares. */
export const LOW_KICK = 94;
/** C1:9357 begins a frame. */
export const FRAME: Event = [EVENT_ROUTINE, routineOf('time-step'), 0];
/** C1:20F2, time that passes within a skill. */
export const TIME_PASSES: Event = [EVENT_ROUTINE, 0xc120f2, 0];

export const action = (unit: number, what: number, first = 0, second = 0): Event => [
  EVENT_ACTION,
  unit,
  what,
  first,
  second,
];
export const effect = (unit: number, what: number, before = 0, after = 0): Event => [
  EVENT_EFFECT,
  unit,
  what,
  before,
  after,
];
/** @param purpose as in `draw-sites.ts`, without what stands in brackets */
export const draw = (purpose: string, value = 0): Event => [EVENT_DRAW, drawSite(purpose), 0, 0, value];

export const duel = (): LiveALiveBattle => createBattle({ formation: 0xd9, party: [{ character: 'takahara' }] });

export function buffer(written: readonly Event[]): EventBuffer {
  const events = createEventBuffer();
  for (const [kind, ...values] of written) pushEvent(events, kind, values.length, ...values);
  return events;
}

/** Telling changes nothing of it. */
const DUEL = duel();

/** What is told of a duel, without who is next. */
export function told(written: readonly Event[]): readonly Happening[] {
  const all = LIVE_A_LIVE_BATTLE.narration.tell(DUEL, DUEL.image, buffer(written));
  return all.filter(({ kind }) => kind !== 'next');
}

export const sentence = (happening: Happening, language: Language = 'en'): string =>
  LIVE_A_LIVE_BATTLE.narration.sentence(happening, language);

export const said = (written: readonly Event[], language: Language = 'en'): string[] =>
  told(written).map((happening) => sentence(happening, language));

/** Purpose of each draw, without what stands in brackets, and what it decided. */
export const decisions = (draws: readonly ToldDraw[] | undefined): string[] =>
  (draws ?? []).map(({ purpose, decided }) => `${purpose.replace(/ \(.*/, '')}: ${decided}`);
