/** The table: for each skill, target, side and facing what may come of it, and how likely it is. */

import { readCell } from '../../../../core/system/battle.js';
import {
  type Battle,
  type CellDeclaration,
  type DrawPart,
  FACING_NAMES,
  NO_TARGET,
  type Targets,
} from '../../../../core/system/system.js';
import { SPECIES } from '../../../../rom-map/tables/species.js';
import { findRows } from '../../../../rom-map/tables/table.js';
import { drained, LockstepError, nearest, type Steps } from '../../../base/index.js';

import { CERTAIN, type Chance, compareChances, NEVER, sumOf } from '../graph/chance.js';
import { type DrawGraph, drawGraphSteps, type Horizon, weigh } from '../graph/draw-graph.js';
import { countFolded, createFollower, type Folded, foldedSteps, withTarget } from '../graph/folded.js';
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

export interface CommandOdds {
  readonly units: readonly UnitOutcome[];
  /** What was not looked at because of the limit. */
  readonly open: Chance;
  /** Draws on the longest way that matter. */
  readonly graphs: readonly DrawGraph[];
  /**
   * Why several targets were looked at together and not one after the other; undefined: they were
   * not, or there is one.
   */
  readonly together: string | undefined;
  /** HP that a unit has from a state of the generator on; undefined: that was not looked at. */
  hpFrom(state: number, prefix: string): number | undefined;
  /** The targets one after the other, where they were looked at so. */
  readonly folded: Folded | undefined;
  /** What the numbers of the graphs' ends stand for. */
  readonly tally: ShownTally | undefined;
}

/** The ally whose turn it is. */
export function actorOf(battle: Battle, units: ReadonlyMap<string, Unit>): Unit | undefined {
  const named = (name: string) => battle.cells.find((cell) => cell.name === name);
  const [pointer, first] = [named('currentAlly'), named('ally[0].id')];
  if (pointer === undefined || first === undefined) return undefined;
  const number = (readCell(battle.image, pointer) - (first.address & 0xffff)) / 0x40;
  return units.get(`ally[${number}]`);
}

/** A command that is looked at. */
interface Asked {
  readonly outlook: Outlook;
  readonly image: Uint8Array;
  readonly words: Int32Array;
  readonly limits: OddsLimits;
}

/** Makes the graph of the command, or of a part of it. */
function* graphOf(
  { outlook, image, words, limits }: Asked,
  tally: ShownTally | undefined,
  part?: DrawPart,
): Steps<DrawGraph> {
  const { battle, force, framePlay } = outlook.position;
  battle.image.set(image);
  const play = framePlay(battle);
  play.lend(tally?.events);
  const counted = tally === undefined ? {} : { tally };
  const graph = yield* drawGraphSteps(battle, play, force, words, { ...limits, forUnits: true, ...counted, part });
  play.lend(undefined);
  if (typeof graph === 'number') {
    throw new LockstepError('E_INTERNAL', `a listed command was refused with ${graph}`);
  }
  return graph;
}

/**
 * Looks at a command that the battle accepts: at its targets one after the other where they have
 * nothing to do with each other, else at all of them together.
 * @param image the state before it, in which the battle is left
 */
export function* commandOddsSteps(
  outlook: Outlook,
  image: Uint8Array,
  words: Int32Array,
  limits: OddsLimits,
): Steps<CommandOdds> {
  const { system, battle } = outlook.position;
  const asked: Asked = { outlook, image, words, limits };
  const { shown, targets } = system.capabilities.planning ?? {};
  const tally = shown === undefined ? undefined : createShownTally(shown);
  let reason = '';
  if (limits.horizon === 'effect' && targets !== undefined) {
    const folded = yield* foldedSteps(targets, (part) => graphOf(asked, tally, part));
    if (typeof folded !== 'string') {
      const found = foldedOdds(asked, targets, tally, folded);
      if (typeof found !== 'string') return found;
      reason = found;
    } else reason = folded;
  }
  const graph = yield* graphOf(asked, tally);
  const { chances, open } = weigh(graph);
  const before = outlook.reader.read(image);
  const tallied = tallyUnits(outlook.reader, before, endsOf(graph, chances, countEnds(graph, outlook.rings), tally));
  const units = withoutOwnTurn(tallied, outlook.actor?.prefix ?? '');
  battle.image.set(image);
  return {
    units,
    open,
    graphs: [graph],
    together: reason === '' ? undefined : reason,
    folded: undefined,
    tally,
    hpFrom(state, prefix) {
      const end = graph.points[followState(graph, outlook.position.generator, state).end];
      return end?.is === 'end' ? (outlook.reader.read(end.image).get(prefix)?.hp ?? 0) : undefined;
    },
  };
}

/** The same at once. */
export function commandOdds(outlook: Outlook, image: Uint8Array, words: Int32Array, limits: OddsLimits): CommandOdds {
  return drained(commandOddsSteps(outlook, image, words, limits));
}

/** Values that the generator draws from a state on. */
function valuesFrom({ generator }: DrawnSystem, state: number): Uint8Array {
  const values = new Uint8Array(MOST_DRAWS);
  let now = state;
  for (let at = 0; at < MOST_DRAWS; at++) {
    values[at] = generator.value(now);
    now = generator.next(now);
  }
  return values;
}

/** Draws of one command at most. */
const MOST_DRAWS = 4096;

/** What comes of the parts, or why they are none. */
function foldedOdds(
  asked: Asked,
  targets: Targets,
  tally: ShownTally | undefined,
  folded: Folded,
): CommandOdds | string {
  const { outlook, image } = asked;
  const { reader, rings, position, actor } = outlook;
  const before = reader.read(image);
  const weighed = folded.parts.map(({ graph }) => weigh(graph));
  const open = weighed.reduce((most, one) => (compareChances(one.open, most) > 0 ? one.open : most), NEVER);
  const follower = createFollower(targets, folded);
  const counts = countFolded(follower, folded, rings);
  const prefixes = folded.parts.map(({ target }) => (target === NO_TARGET ? '' : targets.prefix(target)));
  const own = new Set(prefixes);
  const found = folded.parts.flatMap(({ graph }, number) => {
    const ends = endsOf(graph, weighed[number]?.chances ?? [], counts[number] ?? new Uint32Array(0), tally);
    const mine = [...before].filter(([prefix]) => (number === 0 ? !own.has(prefix) : prefix === prefixes[number]));
    return tallyUnits(reader, new Map(mine), ends);
  });
  const order = [...before.keys()];
  const units = found.sort((a, b) => order.indexOf(a.unit.prefix) - order.indexOf(b.unit.prefix));
  const [falling, fallen]: [number[], number[]] = [[], []];
  for (const [number, { target }] of folded.parts.entries()) {
    const out = units.find(({ unit: { prefix } }) => prefix === prefixes[number])?.out ?? NO_SHARE;
    if (target === NO_TARGET) continue;
    if (out !== NO_SHARE || weighed[number]?.open.numerator !== 0n) falling.push(target);
    if (compareChances(out.chance, CERTAIN) === 0) fallen.push(target);
  }
  for (const point of folded.parts[0]?.graph.points ?? []) {
    if (point.is !== 'end') continue;
    const reason = targets.coupled(position.battle, image, point.image, { struck: folded.struck, falling, fallen });
    if (reason !== undefined) return reason;
  }
  position.battle.image.set(image);
  let followed: { readonly state: number; readonly ends: readonly number[] } = { state: 0, ends: [] };
  return {
    units: withoutOwnTurn(units, actor?.prefix ?? ''),
    open,
    graphs: folded.parts.map(({ graph }) => graph),
    together: undefined,
    folded,
    tally,
    hpFrom(state, prefix) {
      if (followed.state !== state) {
        followed = { state, ends: follower.count(valuesFrom(position, state), 1).map((counts) => counts.indexOf(1)) };
      }
      const number = Math.max(prefixes.indexOf(prefix), 0);
      const end = folded.parts[number]?.graph.points[followed.ends[number] ?? -1];
      return end?.is === 'end' ? (reader.read(end.image).get(prefix)?.hp ?? 0) : undefined;
    },
  };
}

/**
 * The same with one target's own state changed before the command, which takes effect in the next
 * frame: nothing of the others changes.
 */
function* withTargetChanged(
  outlook: Outlook,
  here: CommandOdds,
  image: Uint8Array,
  words: Int32Array,
  limits: OddsLimits,
  prefix: string,
): Steps<CommandOdds> {
  const { targets } = outlook.position.system.capabilities.planning ?? {};
  const part = here.folded?.parts.find(({ target }) => target !== NO_TARGET && targets?.prefix(target) === prefix);
  const isSoon = here.folded?.parts.every(({ graph }) =>
    graph.points.every((point) => point.is !== 'end' || point.frames <= 1),
  );
  if (
    here.folded !== undefined &&
    part !== undefined &&
    isSoon === true &&
    targets !== undefined &&
    here.open.numerator === 0n
  ) {
    const asked: Asked = { outlook, image, words, limits };
    const tally = here.tally;
    const folded = yield* withTarget(here.folded, part.target, (one) => graphOf(asked, tally, one));
    const found = folded === undefined ? '' : foldedOdds(asked, targets, tally, folded);
    if (typeof found !== 'string') return found;
  }
  return yield* commandOddsSteps(outlook, image, words, limits);
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
  /** Why several targets were looked at together; undefined: they were not, or there is one. */
  readonly together: string | undefined;
}

/** What is known of a table before its first row. */
export interface OddsBegun {
  readonly actor: string;
  /** States of the generator's cycles. */
  readonly states: number;
}

export interface OddsTable extends OddsBegun {
  /** Skills that strike few first. */
  readonly rows: readonly OddsRow[];
  /** Choices that were not looked at because it was ended. */
  readonly left: number;
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
  /** Called with the rows of a skill once they are done, in the order of the table. */
  readonly tell?: (rows: readonly OddsRow[], begun: OddsBegun) => void;
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
function lostNow({ position }: Asking, odds: CommandOdds, before: Unit): number | undefined {
  const state = position.generator.read(position.battle);
  const left = state === 0 ? undefined : odds.hpFrom(state, before.prefix);
  return left === undefined ? undefined : before.hp - left;
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
  odds: CommandOdds,
  target: UnitOutcome,
  ifFacing: string,
): OddsRow {
  const { units, open, together } = odds;
  const others = units.filter((unit) => unit.unit.prefix !== target.unit.prefix && isTouched(unit));
  const now = lostNow(asking, odds, target.unit);
  asking.position.battle.image.set(asking.start);
  return { skill: name, facings: [facing], cells, side: '', ifFacing, target, others, now, open, together };
}

/** Rows for the target as it stands, and as it would have to stand to be struck from elsewhere. */
function* rowsOf(asking: Asking, candidate: Candidate): Steps<OddsRow[]> {
  const { position, question, start, actor } = asking;
  const { battle } = position;
  const here = yield* commandOddsSteps(asking, start, candidate.words, question);
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
      const { prefix } = target.unit;
      const turned = battle.image.slice();
      const there = yield* withTargetChanged(asking, here, turned, candidate.words, question, prefix);
      const struck = there.units.find(({ unit }) => unit.prefix === prefix);
      if (struck !== undefined) rows.push({ ...rowOf(asking, candidate, there, struck, facing), side: other });
    }
  }
  battle.image.set(start);
  return rows;
}

/** Names of the skills, those that reach few units first, else in their order. */
function fewestFirst(candidates: readonly Candidate[]): readonly string[] {
  const reached = new Map<string, number>();
  for (const { name, reaches } of candidates) reached.set(name, Math.max(reached.get(name) ?? 0, reaches));
  return [...reached].sort(([, a], [, b]) => a - b).map(([name]) => name);
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
  const states = rings.reduce((sum, { values }) => sum + values.length, 0);
  const begun: OddsBegun = { actor: actor?.name ?? '', states };
  const rows: OddsRow[] = [];
  let done = 0;
  let isEnded = false;
  for (const name of fewestFirst(candidates)) {
    const own: OddsRow[] = [];
    const before = done;
    const wanted = candidates.filter((one) => one.name === name);
    for (const candidate of wanted) {
      const found = yield* rowsOf(asking, candidate);
      isEnded = yield;
      // what was ended in its middle would be a bound that nobody asked for
      if (isEnded && found.some(({ open }) => open.numerator !== 0n)) break;
      own.push(...found);
      done++;
      question.progress?.(done, candidates.length);
      if (isEnded) break;
    }
    const isWholeSkill = done - before === wanted.length;
    if (isEnded && !isWholeSkill) done = before;
    else {
      const merged = mergeFacings(own);
      rows.push(...merged);
      question.tell?.(merged, begun);
    }
    if (isEnded) break;
  }
  const left = candidates.length - done;
  battle.image.set(start);
  return {
    ...begun,
    rows,
    left,
    idle,
    late,
    cut: [...asking.cut],
    unpublished: notes?.names() ?? [],
    unsettled: unsettledOf(system, battle, position.switches, false),
    isWhole: left === 0 && asking.cut.size === 0 && rows.every(({ open }) => open.numerator === 0n),
  };
}
