/** Sentences of events that are written by hand: one for each kind of happening, in the three namings. */
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import {
  Action,
  Effect,
  EVENT_ACTION,
  EVENT_EFFECT,
  EVENT_PASSED,
} from '../../../../core/live-a-live/memory/happenings.js';
import { EVENT_DRAW, EVENT_ROUTINE } from '../../../../core/live-a-live/memory/machine.js';
import { createEventBuffer, pushEvent } from '../../../../core/system/battle.js';
import type { Happening, Language } from '../../../../core/system/system.js';
import { allyPointer, enemyPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { drawSite, routineOf } from '../../../fixtures/live-a-live/routines.js';

const TAKAHARA = allyPointer(0);
const TULA_HAN = enemyPointer(0);
/** Numbers in the allies' list, which Tula Han shares. */
const LOW_KICK = 94;
const FRAME = routineOf('time-step');
/** C1:20F2, time that passes. */
const TIME_PASSES = 0xc120f2;
const SLOT_TAKEN = drawSite('whether the slot is taken up');
const HIT_CHECK = drawSite('hit check on an ally');

type Event = readonly [kind: number, ...values: number[]];

/** A battle of Takahara, at (5,4), against Tula Han in formation D9h. */
function tell(written: readonly Event[]): readonly Happening[] {
  const battle = createBattle({ formation: 0xd9, party: [{ character: 'takahara' }] });
  const events = createEventBuffer();
  for (const [kind, ...values] of written) pushEvent(events, kind, values.length, ...values);
  return LIVE_A_LIVE_BATTLE.narration.tell(battle, battle.image, events);
}

function said(written: readonly Event[], language: Language = 'en'): string[] {
  const told = tell(written).filter(({ kind }) => kind !== 'next');
  return told.map((happening) => LIVE_A_LIVE_BATTLE.narration.sentence(happening, language));
}

const action = (unit: number, what: number, first = 0, second = 0): Event => [EVENT_ACTION, unit, what, first, second];
const effect = (unit: number, what: number, before = 0, after = 0): Event => [EVENT_EFFECT, unit, what, before, after];

/** Low Kick lands once for 26 and locks an arm (bit 2). */
const KICK: readonly Event[] = [
  [EVENT_ROUTINE, FRAME, 0],
  action(TULA_HAN, Action.SKILL, LOW_KICK, 37),
  effect(TAKAHARA, Effect.CHECK, 1, 1),
  effect(TAKAHARA, Effect.VALUE, 26),
  effect(TAKAHARA, Effect.STATUSES, 0, 0x04),
  effect(TAKAHARA, Effect.DAMAGE, 26, 294),
];

test('a skill with its damage and a status, in the three namings', () => {
  expect(said(KICK)).toEqual(['Tula Han: Low Kick on Takahara, 26 damage, arm locked']);
  expect(said(KICK, 'ja')).toEqual(['トゥーラ・ハン：ローキック→高原　日勝、26ダメージ、腕封じ']);
  expect(said(KICK, 'id')).toEqual(['tula-han: low-kick on takahara, 26 damage, arm locked']);
});

test('misses, several hits, knock-back, a charge lost, a fall', () => {
  const skill = action(TAKAHARA, Action.SKILL, LOW_KICK, 0);
  const once = (hit: number): Event => effect(TULA_HAN, Effect.CHECK, hit, 2);
  expect(said([skill, once(0), once(0)])).toEqual(['Takahara: Low Kick on Tula Han, missed']);
  const more = [effect(TULA_HAN, Effect.CHARGE_LOST, LOW_KICK), effect(TULA_HAN, Effect.KNOCKED, 9, 8)];
  const kick = [
    skill,
    once(1),
    once(0),
    ...more,
    effect(TULA_HAN, Effect.DAMAGE, 20, 0),
    effect(TULA_HAN, Effect.GONE),
  ];
  expect(said([...kick, action(0, Action.OVER, 1)])).toEqual([
    'Takahara: Low Kick on Tula Han, 1 of 2 hits, 20 damage, charge of Low Kick lost, knocked back to (0,1), leaves the field',
    'won',
  ]);
  expect(said([skill])).toEqual(['Takahara: Low Kick on (0,0), nobody is hit']);
  const fall = effect(TAKAHARA, Effect.STATUSES, 0x04, 0xff);
  expect(said([action(TULA_HAN, Action.COUNTER, LOW_KICK, 37), effect(TAKAHARA, Effect.DAMAGE, 400, 0), fall])).toEqual(
    ['Tula Han counters: Low Kick on Takahara, 400 damage, out of the fight'],
  );
});

test('a skill that lands and does no damage: what it changes, and nothing of a miss', () => {
  const events = [action(TAKAHARA, Action.SKILL, LOW_KICK, 0), effect(TULA_HAN, Effect.CHECK, 1, 1)];
  expect(said([...events, effect(TULA_HAN, Effect.STATUSES, 0, 0x04)])).toEqual([
    'Takahara: Low Kick on Tula Han, arm locked',
  ]);
});

test('what no skill does: steps, turns, charges, fields, poison, ends of statuses', () => {
  const walk = [action(TAKAHARA, Action.WALK, 37, 36), action(TAKAHARA, Action.WALK, 36, 35)];
  expect(said(walk)).toEqual(['Takahara walks from (5,4) to (3,4)']);
  expect(said([action(TULA_HAN, Action.TURN, 0, 3)])).toEqual(['Tula Han turns to the upper left']);
  expect(said([action(TAKAHARA, Action.CHARGE, LOW_KICK, 48)])).toEqual([
    'Takahara begins to charge Low Kick, 48 to go',
  ]);
  // without a charge the skill says it
  expect(said([action(TAKAHARA, Action.CHARGE, LOW_KICK, 0)])).toEqual([]);
  expect(said([action(0, Action.FIELD_LAID, 0xc0, 9)])).toEqual(['a field of fire on 9 cells']);
  const burnt = [action(0, Action.FIELD_FIRES, 0xc0, 9), effect(TAKAHARA, Effect.DAMAGE, 24, 296)];
  expect(said(burnt)).toEqual(['the field of fire: Takahara, 24 damage']);
  // absorbed
  const healed = [action(0, Action.FIELD_FIRES, 0x80, 1), effect(TULA_HAN, Effect.HEAL, 8, 416)];
  expect(said(healed)).toEqual(['the field of water: Tula Han, 8 HP recovered']);
  expect(said([action(TAKAHARA, Action.POISON), effect(TAKAHARA, Effect.DAMAGE, 20, 300)])).toEqual([
    'poison: Takahara, 20 damage',
  ]);
  expect(said([effect(TAKAHARA, Effect.STATUSES, 0x06, 0x02)])).toEqual(['Takahara: arm free again']);
  expect(said([effect(TULA_HAN, Effect.ABNORMALITY, 1, 0)])).toEqual(['Tula Han: abnormality level +1 over']);
  expect(said([action(TAKAHARA, Action.ESCAPE)])).toEqual(['Takahara leaves the battle']);
});

test('spoils: drops, experience, growth, skills', () => {
  expect(said([action(TAKAHARA, Action.EXPERIENCE, 8)])).toEqual(['Takahara gains 8 experience']);
  expect(said([action(TAKAHARA, Action.LEVEL, 3, 32), effect(TAKAHARA, Effect.POWER, 50, 53)])).toEqual([
    'Takahara reaches level 3, maximum HP +32, power 50 to 53',
  ]);
  expect(said([action(TAKAHARA, Action.LEARN, LOW_KICK)])).toEqual(['Takahara learns Low Kick']);
});

test('a status that ends while time passes within a skill is told by itself', () => {
  const skill = [action(TAKAHARA, Action.SKILL, LOW_KICK, 0), [EVENT_ROUTINE, TIME_PASSES, 0] as Event];
  const hit = [effect(TULA_HAN, Effect.CHECK, 1, 1), effect(TULA_HAN, Effect.DAMAGE, 5, 411)];
  expect(said([...skill, effect(TULA_HAN, Effect.STATUSES, 1, 0), ...hit])).toEqual([
    'Tula Han: neck free again',
    'Takahara: Low Kick on Tula Han, 5 damage',
  ]);
});

test('draws stand under what they decide, with their frame', () => {
  const draw = (site: number, value: number): Event => [EVENT_DRAW, site, 0, 0, value];
  const frame: Event = [EVENT_ROUTINE, FRAME, 0];
  const told = tell([
    frame,
    draw(SLOT_TAKEN, 52),
    action(TULA_HAN, Action.CHARGE, LOW_KICK, 0),
    [EVENT_PASSED, 11, 0],
    frame,
    action(TULA_HAN, Action.SKILL, LOW_KICK, 37),
    draw(HIT_CHECK, 200),
    effect(TAKAHARA, Effect.CHECK, 0, 1),
  ]);
  expect(told[0]).toMatchObject({ kind: 'skill', frame: 13 });
  expect(told[0]?.draws).toEqual([
    { frame: 1, site: SLOT_TAKEN, value: 52, purpose: 'whether the slot is taken up', decided: 'takes low-kick' },
    { frame: 13, site: HIT_CHECK, value: 200, purpose: 'hit check on an ally (unpublished)', decided: 'misses' },
  ]);
});
