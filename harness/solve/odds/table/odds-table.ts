/** The table: for each skill, target, side and facing what may come of it, and how likely it is. */

import { readCell } from '../../../../core/system/battle.js';
import { type Battle, type CellDeclaration, FACING_NAMES } from '../../../../core/system/system.js';
import { SPECIES } from '../../../../rom-map/tables/species.js';
import { findRows } from '../../../../rom-map/tables/table.js';
import { drained, LockstepError, nearest, type Steps } from '../../../base/index.js';

import { type Chance, NEVER, sumOf } from '../graph/chance.js';
import { type DrawGraph, drawGraph, type Horizon, weigh } from '../graph/draw-graph.js';
import { countEnds, followState, type Ring, ringsOf } from '../graph/follow.js';
import { createShownTally, type Shown, type ShownTally } from '../graph/image-key.js';
import { type DrawnSystem, type Position, type Unsettled, unsettledOf } from '../position/position.js';
import { type Candidate, candidatesOf, createUnitReader, type Unit, type UnitReader } from './candidates.js';

// What the ends of a graph come to for a unit, with the chance of each and the starts of each.

/** A chance over unknown draws, and how many states of the generator's cycles it holds for. */
export interface Share {
  readonly chance: Chance;
  readonly states: number;
}

const NO_SHARE: Share = { chance: NEVER, states: 0 };

export interface UnitOutcome {
  readonly unit: Unit;
  /** HP lost, ascending; below 0: recovered. Who leaves has lost what was left. */
  readonly lost: readonly (readonly [hp: number, share: Share])[];
  /**
   * Numbers that the screen shows as its damage, added up, ascending: not held at the HP that are
   * left. Without those ends where none is shown.
   */
  readonly damage: readonly (readonly [amount: number, share: Share])[];
  /** The same of its recoveries: not held at its largest HP. */
  readonly healed: readonly (readonly [amount: number, share: Share])[];
  /** Damage less recoveries at those ends at which it is not out, 0 where nothing is shown. */
  readonly survived: readonly (readonly [damage: number, share: Share])[];
  /** A damage is shown, of 0 as well: something hits it. */
  readonly struck: Share;
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
interface WeighedEnd {
  readonly image: Uint8Array;
  /** What the screen showed on the way, by the unit's prefix. */
  readonly shown: ReadonlyMap<string, Shown>;
  readonly share: Share;
}

const NOTHING_SHOWN: ReadonlyMap<string, Shown> = new Map();

function endsOf(
  graph: DrawGraph,
  chances: readonly Chance[],
  states: Uint32Array,
  tally: ShownTally | undefined,
): WeighedEnd[] {
  return graph.points.flatMap((point, number) => {
    if (point.is !== 'end') return [];
    const share = { chance: chances[number] ?? NEVER, states: states[number] ?? 0 };
    return [{ image: point.image, shown: tally?.of(point.tallied) ?? NOTHING_SHOWN, share }];
  });
}

type Event = 'struck' | 'hurt' | 'out' | 'moved' | 'turned';

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
function tallyUnits(reader: UnitReader, before: ReadonlyMap<string, Unit>, ends: readonly WeighedEnd[]): UnitOutcome[] {
  const tallies = new Map(
    [...before].map(([prefix, unit]) => [
      prefix,
      {
        unit,
        lost: createTally<number>(),
        damage: createTally<number>(),
        healed: createTally<number>(),
        survived: createTally<number>(),
        events: createTally<Event>(),
        statuses: createTally<string>(),
        abnormalities: createTally<number>(),
      },
    ]),
  );
  for (const { image, shown, share } of ends) {
    const after = reader.read(image);
    for (const [prefix, { unit, lost, damage, healed, survived, events, statuses, abnormalities }] of tallies) {
      const now = after.get(prefix);
      lost.add(unit.hp - (now?.hp ?? 0), share);
      const seen = shown.get(prefix);
      if (seen?.damage !== undefined) damage.add(seen.damage, share);
      if (seen?.damage !== undefined) events.add('struck', share);
      if (seen?.heal !== undefined) healed.add(seen.heal, share);
      if (now !== undefined && now.hp > 0) survived.add((seen?.damage ?? 0) - (seen?.heal ?? 0), share);
      for (const event of eventsOf(unit, now)) events.add(event, share);
      if (now === undefined) continue;
      const gained = now.statuses & ~unit.statuses;
      reader.statusNames.forEach((name, bit) => {
        if (((gained >> bit) & 1) !== 0 && now.hp > 0) statuses.add(name, share);
      });
      if (now.abnormality !== unit.abnormality) abnormalities.add(now.abnormality, share);
    }
  }
  return [...tallies.values()].map(({ unit, lost, damage, healed, survived, events, statuses, abnormalities }) => ({
    unit,
    lost: lost.sorted(),
    damage: damage.sorted(),
    healed: healed.sorted(),
    survived: survived.sorted(),
    struck: events.of('struck'),
    hurt: events.of('hurt'),
    out: events.of('out'),
    moved: events.of('moved'),
    turned: events.of('turned'),
    statuses: statuses.sorted(),
    abnormalities: abnormalities.sorted(),
  }));
}

/** Whether a number may be shown over the unit, or its HP, statuses or abnormality may change. */
function isHarmed({ lost, damage, healed, statuses, abnormalities }: UnitOutcome): boolean {
  const isShown = [...damage, ...healed].some(([amount]) => amount !== 0);
  return isShown || lost.some(([hp]) => hp !== 0) || statuses.length > 0 || abnormalities.length > 0;
}

/** Whether anything may happen to the unit. */
export function isTouched(outcome: UnitOutcome): boolean {
  return isHarmed(outcome) || outcome.moved !== NO_SHARE || outcome.turned !== NO_SHARE;
}

/** The outcomes without the turn of the actor, who faces the target by its own choice. */
function withoutOwnTurn(units: readonly UnitOutcome[], actor: string): UnitOutcome[] {
  return units.map((unit) => (unit.unit.prefix === actor ? { ...unit, turned: NO_SHARE } : unit));
}

// What may come of one command, for every unit, and how likely it is.

/** Where commands are looked at. */
export interface Outlook {
  readonly position: DrawnSystem & { readonly battle: Battle };
  readonly reader: UnitReader;
  /** The generator's cycles; none: the shares of their states stay 0. */
  readonly rings: readonly Ring[];
  /** The ally whose turn it is. */
  readonly actor: Unit | undefined;
}

/** Where a command's graph ends: at a horizon, or when so many frames have been played. */
interface OddsLimits {
  readonly horizon: Horizon;
  readonly plays: number;
}

interface CommandOdds {
  readonly graph: DrawGraph;
  readonly units: readonly UnitOutcome[];
  /** What was not looked at because of the limit. */
  readonly open: Chance;
}

/** The ally whose turn it is. */
export function actorOf(battle: Battle, units: ReadonlyMap<string, Unit>): Unit | undefined {
  const named = (name: string) => battle.cells.find((cell) => cell.name === name);
  const [pointer, first] = [named('currentAlly'), named('ally[0].id')];
  if (pointer === undefined || first === undefined) return undefined;
  const number = (readCell(battle.image, pointer) - (first.address & 0xffff)) / 0x40;
  return units.get(`ally[${number}]`);
}

/**
 * Looks at a command that the battle accepts.
 * @param image the state before it, in which the battle is left
 */
export function commandOdds(
  { position, reader, rings, actor }: Outlook,
  image: Uint8Array,
  words: Int32Array,
  { horizon, plays }: OddsLimits,
): CommandOdds {
  const { battle, force, framePlay } = position;
  battle.image.set(image);
  const before = reader.read(image);
  const shown = position.system.capabilities.planning?.shown;
  const tally = shown === undefined ? undefined : createShownTally(shown);
  const play = framePlay(battle);
  play.lend(tally?.events);
  const counted = tally === undefined ? {} : { tally };
  const graph = drawGraph(battle, play, force, words, { horizon, plays, forUnits: true, ...counted });
  play.lend(undefined);
  if (typeof graph === 'number') {
    throw new LockstepError('E_INTERNAL', `a listed command was refused with ${graph}`);
  }
  const { chances, open } = weigh(graph);
  const tallied = tallyUnits(reader, before, endsOf(graph, chances, countEnds(graph, rings), tally));
  const units = withoutOwnTurn(tallied, actor?.prefix ?? '');
  battle.image.set(image);
  return { graph, units, open };
}

export const SIDES = ['front', 'side', 'back'] as const;
export type Side = (typeof SIDES)[number] | '';

export interface OddsRow {
  readonly skill: string;
  /** Facings of the user that do the same. */
  readonly facings: readonly string[];
  /** Cells, `x,y`, that may be aimed at. */
  readonly cells: readonly string[];
  /** Side of the target that is struck; empty for one of the own side. */
  readonly side: Side;
  /** The target would have to face this way for it; empty: it does. */
  readonly ifFacing: string;
  readonly target: UnitOutcome;
  /** What happens to everybody else whom it may touch, the user among them. */
  readonly others: readonly UnitOutcome[];
  /** HP that the target loses from the generator's present state on; undefined: it is unseeded. */
  readonly now: number | undefined;
  /** What was not looked at because of the limit. */
  readonly open: Chance;
}

export interface OddsTable {
  readonly actor: string;
  readonly rows: readonly OddsRow[];
  /** States of the generator's cycles. */
  readonly states: number;
  /** Skills and items that touch nobody from there. */
  readonly idle: readonly string[];
  /** Those whose charge is over only after another ally has acted: what comes of them is open. */
  readonly late: readonly string[];
  /** Those of which the limit left nothing to tell. */
  readonly cut: readonly string[];
  /** Unpublished stretches that it rests on. */
  readonly unpublished: readonly string[];
  readonly unsettled: readonly Unsettled[];
  /** False: the limit was reached in a row. */
  readonly isWhole: boolean;
}

export interface OddsQuestion extends OddsLimits {
  readonly skill?: string | undefined;
  readonly target?: string | undefined;
  /** Called with rows done and rows in all. */
  readonly progress?: (done: number, all: number) => void;
}

interface Asking extends Outlook {
  readonly position: Position;
  readonly question: OddsQuestion;
  readonly start: Uint8Array;
  /** Skills and items of which the limit left nothing to tell. */
  readonly cut: Set<string>;
}

function cellNamed(battle: Battle, name: string): CellDeclaration | undefined {
  return battle.cells.find((cell) => cell.name === name);
}

/** Side of the target where the actor stands, by the system's own value. */
function sideOf({ position: { system, battle }, actor }: Asking, target: Unit): Side {
  const number = /\d+/.exec(target.prefix)?.[0] ?? '';
  const name = `${actor?.prefix}.sideOf[${number}]`;
  const value = system.capabilities.values?.find((candidate) => candidate.name === name);
  if (value === undefined || target.side === actor?.side) return '';
  return SIDES[value.read(battle)] ?? '';
}

/** HP that the unit loses from the generator's present state on. */
function lostNow(asking: Asking, graph: DrawGraph, before: Unit): number | undefined {
  const { position, reader } = asking;
  const state = position.generator.read(position.battle);
  const end = state === 0 ? undefined : graph.points[followState(graph, position.generator, state).end];
  return end?.is === 'end' ? before.hp - (reader.read(end.image).get(before.prefix)?.hp ?? 0) : undefined;
}

/** Units that a row is about: of the other side, else of the own one. */
function targetsOf({ actor, question }: Asking, units: readonly UnitOutcome[]): readonly UnitOutcome[] {
  const { target, horizon } = question;
  // later on enemies walk and turn by themselves
  const touched = units.filter(horizon === 'effect' ? isTouched : isHarmed);
  const asked = touched.filter(({ unit }) => unit.name === target || unit.prefix === target);
  if (target !== undefined) return asked;
  const others = touched.filter(({ unit }) => unit.side !== actor?.side);
  return others.length > 0 ? others : touched;
}

function rowOf(
  asking: Asking,
  { name, facing, cells }: Candidate,
  { graph, units, open }: CommandOdds,
  target: UnitOutcome,
  ifFacing: string,
): OddsRow {
  const others = units.filter((unit) => unit.unit.prefix !== target.unit.prefix && isTouched(unit));
  const now = lostNow(asking, graph, target.unit);
  asking.position.battle.image.set(asking.start);
  return { skill: name, facings: [facing], cells, side: '', ifFacing, target, others, now, open };
}

/** Rows for the target as it stands, and as it would have to stand to be struck from elsewhere. */
function rowsOf(asking: Asking, candidate: Candidate): OddsRow[] {
  const { position, question, start, actor } = asking;
  const { battle } = position;
  const here = commandOdds(asking, start, candidate.words, question);
  const rows: OddsRow[] = [];
  const targets = targetsOf(asking, here.units);
  if (targets.length === 0 && here.open.numerator !== 0n) asking.cut.add(candidate.name);
  for (const target of targets) {
    battle.image.set(start);
    const side = sideOf(asking, target.unit);
    rows.push({ ...rowOf(asking, candidate, here, target, ''), side });
    const cell = cellNamed(battle, `${target.unit.prefix}.facing`);
    if (cell === undefined || side === '' || target.unit.side === actor?.side) continue;
    const seen = new Set<Side>([side]);
    for (const [number, facing] of FACING_NAMES.entries()) {
      battle.image.set(start);
      battle.image[cell.offset] = (readCell(battle.image, cell) & 0x3f) | (number << 6);
      const other = sideOf(asking, target.unit);
      if (seen.has(other)) continue;
      seen.add(other);
      const there = commandOdds(asking, battle.image.slice(), candidate.words, question);
      const struck = there.units.find(({ unit }) => unit.prefix === target.unit.prefix);
      if (struck !== undefined) rows.push({ ...rowOf(asking, candidate, there, struck, facing), side: other });
    }
  }
  battle.image.set(start);
  return rows;
}

/** Rows that tell the same but for the facing of the user are one. */
function mergeFacings(rows: readonly OddsRow[]): OddsRow[] {
  const found = new Map<string, OddsRow>();
  for (const row of rows) {
    const plain = JSON.stringify({ ...row, facings: [] }, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const same = found.get(plain);
    found.set(plain, same === undefined ? row : { ...same, facings: [...same.facings, ...row.facings] });
  }
  return [...found.values()];
}

/**
 * The name or prefix of a target in the table, by any name that people have for it.
 * @throws LockstepError `E_UNKNOWN_ID` for a target that is not there
 */
function targetNamed(target: string | undefined, battle: Battle, units: ReadonlyMap<string, Unit>): string | undefined {
  if (target === undefined) return undefined;
  const names = [...units.values()].flatMap(({ name, prefix }) => [name, prefix]);
  if (names.includes(target)) return target;
  const species = findRows(SPECIES.rows, target).map(({ id }) => id);
  const ally = battle.idNumber('ally', target);
  const found = ally >= 0 ? `ally[${ally}]` : species.find((id) => names.includes(id));
  if (found !== undefined && names.includes(found)) return found;
  throw new LockstepError('E_UNKNOWN_ID', `nobody there is called ${target}`, {
    found: target,
    expected: names.join(', '),
    remedy: nearest(target, names),
  });
}

/** @throws LockstepError for a skill or target that is not there, or where nobody may act */
export function oddsTable(position: Position, question: OddsQuestion): OddsTable {
  return drained(oddsSteps(position, question));
}

/** The same, a step for each choice. */
export function* oddsSteps(position: Position, question: OddsQuestion): Steps<OddsTable> {
  const { battle, system, generator } = position;
  const start = battle.image.slice();
  const notes = system.capabilities.evidence?.unpublished?.(battle);
  const reader = createUnitReader(system, battle);
  const units = reader.read(start);
  const target = targetNamed(question.target, battle, units);
  const rings = ringsOf(generator);
  const actor = actorOf(battle, units);
  const asking: Asking = { position, question: { ...question, target }, reader, rings, start, actor, cut: new Set() };
  const { found: candidates, idle, late } = candidatesOf(position, question.skill);
  const rows: OddsRow[] = [];
  let isCut = false;
  for (const [index, candidate] of candidates.entries()) {
    rows.push(...rowsOf(asking, candidate));
    question.progress?.(index + 1, candidates.length);
    if (index + 1 === candidates.length || !(yield)) continue;
    isCut = true;
    break;
  }
  battle.image.set(start);
  return {
    actor: asking.actor?.name ?? '',
    rows: mergeFacings(rows),
    states: rings.reduce((sum, { values }) => sum + values.length, 0),
    idle,
    late,
    cut: [...asking.cut],
    unpublished: notes?.names() ?? [],
    unsettled: unsettledOf(system, battle, position.switches, false),
    isWhole: !isCut && asking.cut.size === 0 && rows.every(({ open }) => open.numerator === 0n),
  };
}
