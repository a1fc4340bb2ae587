/** What the ends of a graph come to for a unit, with the chance of each and the starts of each. */
import { type Chance, NEVER, sumOf } from '../graph/chance.js';
import type { DrawGraph } from '../graph/draw-graph.js';
import type { Unit, UnitReader } from './units.js';

/** A chance over unknown draws, and how many states of the generator's cycles it holds for. */
export interface Share {
  readonly chance: Chance;
  readonly states: number;
}

export const NO_SHARE: Share = { chance: NEVER, states: 0 };

export interface UnitOutcome {
  readonly unit: Unit;
  /** HP lost, ascending; below 0: recovered. Who leaves has lost what was left. */
  readonly lost: readonly (readonly [hp: number, share: Share])[];
  /** It loses HP at all. */
  readonly hurt: Share;
  /** It is gone, or without HP. */
  readonly out: Share;
  readonly moved: Share;
  readonly turned: Share;
  /** Statuses that it did not have, by name. */
  readonly statuses: readonly (readonly [status: string, share: Share])[];
  /** An abnormality that it did not have, by number. */
  readonly abnormalities: readonly (readonly [number: number, share: Share])[];
}

interface Tally<Key> {
  add(key: Key, share: Share): void;
  of(key: Key): Share;
  sorted(): (readonly [Key, Share])[];
}

function createTally<Key extends number | string>(): Tally<Key> {
  const shares = new Map<Key, Share>();
  const of = (key: Key): Share => shares.get(key) ?? NO_SHARE;
  return {
    of,
    add(key, { chance, states }) {
      const before = of(key);
      shares.set(key, { chance: sumOf(before.chance, chance), states: before.states + states });
    },
    sorted: () => [...shares].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  };
}

/** An end with its share. */
export interface WeighedEnd {
  readonly image: Uint8Array;
  readonly share: Share;
}

export function endsOf(graph: DrawGraph, chances: readonly Chance[], states: Uint32Array): WeighedEnd[] {
  return graph.points.flatMap((point, number) =>
    point.is === 'end'
      ? [{ image: point.image, share: { chance: chances[number] ?? NEVER, states: states[number] ?? 0 } }]
      : [],
  );
}

type Event = 'hurt' | 'out' | 'moved' | 'turned';

function eventsOf(before: Unit, after: Unit | undefined): Event[] {
  const events: Event[] = [];
  if (after === undefined || after.hp < before.hp) events.push('hurt');
  if (after === undefined || after.hp === 0) events.push('out');
  if (after === undefined) return events;
  if (after.x !== before.x || after.y !== before.y) events.push('moved');
  if (after.facing !== before.facing) events.push('turned');
  return events;
}

/** What the ends come to for every unit. */
export function tallyUnits(
  reader: UnitReader,
  before: ReadonlyMap<string, Unit>,
  ends: readonly WeighedEnd[],
): UnitOutcome[] {
  const tallies = new Map(
    [...before].map(([prefix, unit]) => [
      prefix,
      {
        unit,
        lost: createTally<number>(),
        events: createTally<Event>(),
        statuses: createTally<string>(),
        abnormalities: createTally<number>(),
      },
    ]),
  );
  for (const { image, share } of ends) {
    const after = reader.read(image);
    for (const [prefix, { unit, lost, events, statuses, abnormalities }] of tallies) {
      const now = after.get(prefix);
      lost.add(unit.hp - (now?.hp ?? 0), share);
      for (const event of eventsOf(unit, now)) events.add(event, share);
      if (now === undefined) continue;
      const gained = now.statuses & ~unit.statuses;
      reader.statusNames.forEach((name, bit) => {
        if (((gained >> bit) & 1) !== 0 && now.hp > 0) statuses.add(name, share);
      });
      if (now.abnormality !== unit.abnormality) abnormalities.add(now.abnormality, share);
    }
  }
  return [...tallies.values()].map(({ unit, lost, events, statuses, abnormalities }) => ({
    unit,
    lost: lost.sorted(),
    hurt: events.of('hurt'),
    out: events.of('out'),
    moved: events.of('moved'),
    turned: events.of('turned'),
    statuses: statuses.sorted(),
    abnormalities: abnormalities.sorted(),
  }));
}

/** Whether the unit's HP, statuses or abnormality may change. */
export function isHarmed({ lost, statuses, abnormalities }: UnitOutcome): boolean {
  return lost.some(([hp]) => hp !== 0) || statuses.length > 0 || abnormalities.length > 0;
}

/** Whether anything may happen to the unit. */
export function isTouched(outcome: UnitOutcome): boolean {
  return isHarmed(outcome) || outcome.moved !== NO_SHARE || outcome.turned !== NO_SHARE;
}

/** The outcomes without the turn of the actor, who faces the target by its own choice. */
export function withoutOwnTurn(units: readonly UnitOutcome[], actor: string): UnitOutcome[] {
  return units.map((unit) => (unit.unit.prefix === actor ? { ...unit, turned: NO_SHARE } : unit));
}
