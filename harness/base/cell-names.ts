/**
 * What a typed name stands for: a cell by its own name, by the number or id of its unit, through
 * the block that a unit points to (`ally[0].hp` is in a record), or by the words of screens
 * (`ally 0 HP`, `takahara order points`). Every reader of cell names asks here.
 */

import { readCell } from '../../core/system/battle.js';
import { cellValueWords } from '../../core/system/cell-value.js';
import { englishOfId } from '../../core/system/names.js';
import type { Battle, CellDeclaration, GaugeShape, System, UnitView } from '../../core/system/system.js';
import { SPECIES } from '../../rom-map/tables/species.js';
import { plainText } from './errors.js';
import { namesText, nearest } from './told.js';

// The value of a cell as it is shown: its word may come from a file.

/** `3 (Attack)`, safe for terminals and pages. */
export function shownCellValue(cell: Parameters<typeof cellValueWords>[0], value: number): string {
  return plainText(cellValueWords(cell, value));
}

// What people call the units of a battle, and which cells a unit's gauges read.

/** The name that people know a unit by, as plans write it, or the view's own. */
export function unitName(battle: Battle, cells: ReadonlyMap<string, CellDeclaration>, unit: UnitView): string {
  const [, kind = '', number = ''] = /^(\w+)\[(\d+)\]/.exec(unit.prefixes[0] ?? '') ?? [];
  const known = battle.idName(kind, Number(number));
  if (known !== undefined) return known;
  const id = cells.get(`${unit.prefixes[0]}.id`);
  const row = kind === 'enemy' && id !== undefined ? SPECIES.rows[readCell(battle.image, id)] : undefined;
  return row?.id ?? unit.name;
}

/**
 * Name of the cell that a gauge such as `enemy[*].hp` reads for a unit; undefined: the gauge is of
 * other units or of none. The cell need not be declared.
 * @param prefixes of the unit's cells
 */
export function gaugeCellName({ cell }: Pick<GaugeShape, 'cell'>, prefixes: readonly string[]): string | undefined {
  const [kind = '', rest] = cell.split('[*]');
  const prefix = rest === undefined ? undefined : prefixes.find((one) => one.startsWith(`${kind}[`));
  return prefix === undefined ? undefined : `${prefix}${rest}`;
}

/** What the cells of units begin with that later battles bring, or `any`: not known beforehand. */
export type LaterUnits = readonly string[] | 'any';

/** A unit that a battle has not. */
export interface AbsentUnit {
  /** What its cells would begin with. */
  readonly unit: string;
  /** Those of its kind that are there, as a message lists them. */
  readonly there: string;
}

export interface CellNames {
  /** The cell, or undefined. Blocks are followed in the battle's state at the time of asking. */
  find(name: string): CellDeclaration | undefined;
  /** Names of several words that screens show, in small letters, longest first. */
  phrases(): readonly string[];
  /**
   * The unit that a name speaks of, where the battle has others of its kind and not this one.
   * @param later units that may be named beside them; no matter for a name of no cell
   */
  absent(name: string, later?: LaterUnits): AbsentUnit | undefined;
  /** What to do about a name that stands for nothing. @param others names that are no cells */
  remedy(name: string, others?: readonly string[]): string;
}

/** Words that results print for a cell of another name. */
const WORDS: Readonly<Record<string, string>> = { frames: 'battleFrames', result: 'battleResult' };
const INDEXED = /^([^[\]]*)\[([^[\]]*)\](.*)$/u;

interface Naming {
  readonly system: System;
  readonly battle: Battle;
  readonly byName: ReadonlyMap<string, CellDeclaration>;
  /** Kinds of units with the kind of block that each points to: `ally` to `record`. */
  readonly pointers: Pointers;
}

type Pointers = readonly (readonly [kind: string, block: string])[];

function pointersOf(names: readonly string[]): Pointers {
  const known = new Set(names);
  const kinds = [...new Set(names.flatMap((name) => /^(\w+)\[0\]\./u.exec(name)?.[1] ?? []))];
  return kinds.flatMap((kind) =>
    kinds.filter((block) => known.has(`${kind}[0].${block}`)).map((block) => [kind, block] as const),
  );
}

function namingOf(system: System, battle: Battle): Naming {
  const byName = new Map(battle.cells.map((cell) => [cell.name, cell]));
  return { system, battle, byName, pointers: pointersOf([...byName.keys()]) };
}

/** The name with the number or id of its unit, whichever the cells have. */
function numbered({ battle, byName }: Naming, name: string): string {
  const [, kind = '', id = '', rest = ''] = INDEXED.exec(name) ?? [];
  if (kind === '') return name;
  const number = battle.idNumber(kind, id);
  if (number >= 0) return `${kind}[${number}]${rest}`;
  const known = /^[0-9]+$/.test(id) ? battle.idName(kind, Number(id)) : undefined;
  const own = `${kind}[${known}]${rest}`;
  return known !== undefined && byName.has(own) ? own : name;
}

/**
 * The place in the block that a unit points to: `ally[0].record` holds the address of a record, and
 * of the places `record[...].hp` the first one from there on is the ally's.
 */
function pointedAt<Place extends { readonly address: number }>(
  byName: ReadonlyMap<string, Place>,
  pointers: Pointers,
  read: (place: Place) => number,
  name: string,
): Place | undefined {
  const [, kind = '', id = '', rest = ''] = INDEXED.exec(name) ?? [];
  for (const [owner, block] of pointers) {
    const pointer = owner === kind ? byName.get(`${kind}[${id}].${block}`) : undefined;
    const [first, second] = [byName.get(`${block}[0]${rest}`), byName.get(`${block}[1]${rest}`)];
    if (pointer === undefined || first === undefined || second === undefined) continue;
    const behind = read(pointer) - (first.address & 0xffff);
    const found = byName.get(`${block}[${Math.ceil(behind / (second.address - first.address))}]${rest}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Places by name without a battle: in the state that is read, or none where it has no such unit.
 */
export function placeThrough<Place extends { readonly name: string; readonly address: number }>(
  places: readonly Place[],
  read: (place: Place) => number,
  name: string,
): Place | undefined {
  const byName = new Map(places.map((place) => [place.name, place]));
  return pointedAt(byName, pointersOf([...byName.keys()]), read, name);
}

/** A remedy for a name that no place has: the block that it would lie in, or the nearest name. */
export function remedyWithoutBattle(names: readonly string[], name: string): string {
  const [, kind = '', id = '', rest = ''] = INDEXED.exec(name) ?? [];
  const found = pointersOf(names).find(([owner, block]) => owner === kind && names.includes(`${block}[0]${rest}`));
  if (found === undefined) return nearest(name, names);
  return `It lies in the ${found[1]} that ${kind}[${id}].${found[1]} points to: name ${found[1]}[0]${rest} or another one`;
}

function plainCell(naming: Naming, given: string): CellDeclaration | undefined {
  const { byName } = naming;
  const name = byName.has(given) ? given : given.normalize('NFKC');
  const own = byName.get(name) ?? byName.get(numbered(naming, name));
  const read = (cell: CellDeclaration): number => readCell(naming.battle.image, cell);
  const pointed = (): CellDeclaration | undefined => pointedAt(byName, naming.pointers, read, numbered(naming, name));
  return own ?? pointed() ?? byName.get(WORDS[name] ?? '');
}

/** What a unit's cells begin with, by each name that screens have for it now. */
function unitsByName({ system, battle, byName }: Naming): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const view of system.capabilities.views?.overview?.units(battle) ?? []) {
    const [prefix = ''] = view.prefixes;
    const id = unitName(battle, byName, view);
    for (const name of [view.name, id, englishOfId(id)]) {
      if (!found.has(name)) found.set(name, prefix);
    }
  }
  return found;
}

/** What the cells of units begin with: of everybody in the battle, standing or fallen. */
function fieldedOf({ system, battle, byName }: Naming): readonly string[] {
  const fielded = system.capabilities.views?.overview?.fielded;
  if (fielded !== undefined) return fielded(battle);
  return [...new Set([...byName.keys()].flatMap((name) => /^(\w+\[[^\]]*\])\./u.exec(name)?.[1] ?? []))];
}

/** `enemy[0] (namcat), enemy[1] (namcat)`: units of a kind, by the names that people know. */
function unitsText({ system, battle, byName }: Naming, prefixes: readonly string[]): string {
  const views = system.capabilities.views?.overview?.units(battle) ?? [];
  return namesText(
    prefixes.map((prefix) => {
      const view = views.find((one) => one.prefixes.includes(prefix));
      const name = view === undefined ? undefined : unitName(battle, byName, view);
      return name === undefined || prefix.includes(`[${name}]`) ? prefix : `${prefix} (${name})`;
    }),
  );
}

function absentUnit(naming: Naming, name: string, cell: CellDeclaration | undefined, later: LaterUnits) {
  if (cell !== undefined && later === 'any') return undefined;
  const fielded = fieldedOf(naming);
  for (const one of [name, cell?.name ?? '']) {
    const [, kind = '', id = '', rest = ''] = INDEXED.exec(one) ?? [];
    const there = fielded.filter((prefix) => prefix.startsWith(`${kind}[`));
    const unit = `${kind}[${id}]`;
    const isThere = [unit, numbered(naming, unit)].some((word) => there.includes(word) || later.includes(word));
    if (there.length === 0 || isThere) continue;
    // a cell that none of its kind has is another fault
    if (cell !== undefined || there.some((prefix) => plainCell(naming, `${prefix}${rest}`) !== undefined))
      return { unit, there: unitsText(naming, there) };
  }
  return undefined;
}

/** Every phrase of screens, in small letters, with the name of its cell. */
function phrasesOf(naming: Naming): ReadonlyMap<string, string> {
  const { system, byName, pointers } = naming;
  const found = new Map<string, string>();
  const add = (phrase: string, name: string): void => {
    if (!found.has(phrase.toLowerCase())) found.set(phrase.toLowerCase(), name);
  };
  const units = unitsByName(naming);
  for (const { cell, label } of system.capabilities.views?.overview?.gauges ?? []) {
    const [gauged = '', rest = ''] = cell.split('[*]');
    if (rest === '') add(label, gauged);
    else {
      const owners = pointers.flatMap(([kind, block]) => (block === gauged ? [kind] : []));
      for (const [name, prefix] of units) {
        if ([gauged, ...owners].some((kind) => prefix.startsWith(`${kind}[`))) add(`${name} ${label}`, prefix + rest);
      }
      for (const kind of [gauged, ...owners]) {
        for (let number = 0; byName.has(`${kind}[${number}]${kind === gauged ? rest : `.${gauged}`}`); number++) {
          add(`${kind} ${number} ${label}`, `${kind}[${number}]${rest}`);
        }
      }
    }
  }
  return found;
}

/** Made at the first question to a battle. */
const NAMES = new WeakMap<Battle, CellNames>();

/** @param battle its units and their blocks are looked up at the time of asking */
export function cellNamesOf(system: System, battle: Battle): CellNames {
  const names = NAMES.get(battle) ?? createCellNames(namingOf(system, battle));
  NAMES.set(battle, names);
  return names;
}

function createCellNames(naming: Naming): CellNames {
  const { byName, pointers } = naming;

  /** Names of cells that lie in the blocks of the units that are there. */
  function pointedNames(): string[] {
    const units = [...new Set(unitsByName(naming).values())];
    return units.flatMap((prefix) =>
      pointers.flatMap(([kind, block]) =>
        prefix.startsWith(`${kind}[`)
          ? [...byName.keys()].flatMap((name) =>
              name.startsWith(`${block}[0].`) ? `${prefix}${name.slice(name.indexOf('.'))}` : [],
            )
          : [],
      ),
    );
  }

  function find(name: string): CellDeclaration | undefined {
    const given = name.normalize('NFKC');
    const plain = plainCell(naming, name) ?? plainCell(naming, given);
    if (plain !== undefined) return plain;
    const phrase = phrasesOf(naming).get(given.trim().toLowerCase());
    return phrase === undefined ? undefined : plainCell(naming, phrase);
  }

  return {
    find,
    absent: (name, later = []) => absentUnit(naming, name, find(name), later),
    phrases: () =>
      [...phrasesOf(naming).keys()]
        .filter((phrase) => phrase.includes(' '))
        .sort((first, second) => second.length - first.length),
    remedy(name, others = []) {
      const phrases = name.includes(' ') ? [...phrasesOf(naming).keys()] : [];
      return nearest(name, [...byName.keys(), ...others, ...pointedNames(), ...phrases]);
    },
  };
}
