/**
 * The running war: its image and the constant tables derived from the setup. Source: ours.
 * Everything that changes is in the image; the tables are typed arrays, so that a step allocates
 * nothing.
 */
import { createImage } from '../system/image-layout.js';
import { type Field, readField, writeField } from '../system/records.js';
import type { CellDeclaration } from '../system/system.js';
import {
  declareCells,
  exchangeFields,
  exchangeRecord,
  knownSkillRecord,
  knownUnitRecord,
  type Offsets,
  pairRecord,
  placeTables,
  skillRecord,
  unitRecord,
} from './cells.js';
import { NONE, Timing, wordLists } from './names.js';
import type { Effect, Rules, Setup, Skill } from './setup.js';

export interface War {
  readonly image: Uint8Array;
  readonly setup: Setup;
  readonly rules: Rules;
  readonly offsets: Offsets;
  readonly unitCount: number;
  readonly pairCount: number;
  readonly skillCount: number;
  /**
   * Pair of each unit; 1 for a servant; master and servant of each pair or NONE; owner of each
   * skill.
   */
  readonly pairOf: Uint8Array;
  readonly isServant: Uint8Array;
  readonly masterOf: Uint8Array;
  readonly servantOf: Uint8Array;
  readonly ownerOf: Uint8Array;
  readonly skills: readonly Skill[];
  /**
   * Stat changes of effects that always work: five for each skill (str, con, agi, mag, advantage).
   */
  readonly always: Int16Array;
  /** Registered ids by kind. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** What people call units and skills. */
  readonly called: { readonly unit: readonly string[]; readonly skill: readonly string[] };
}

export function createWar(setup: Setup, rules: Rules): War {
  const skills = setup.units.flatMap((unit) => unit.skills);
  const counts = [setup.units.length, setup.pairs.length, skills.length] as const;
  const offsets = placeTables(...counts);
  const ids: Record<string, readonly string[]> = {
    unit: setup.units.map((unit) => unit.id),
    pair: setup.pairs.map((pair) => pair.id),
    skill: skills.map((skill) => skill.id),
    area: setup.areas,
    reason: setup.reasons.map((reason) => reason.id),
  };
  for (const [kind, words] of Object.entries(wordLists)) ids[kind] = Object.keys(words);
  const always = new Int16Array(skills.length * 5);
  skills.forEach((skill, index) => {
    for (const effect of skill.effects) {
      if (effect.timing !== Timing.always) continue;
      for (const change of effect.changes) {
        const at = index * 5 + change.stat;
        always[at] = (always[at] ?? 0) + change.amount;
      }
    }
  });
  const pairOf = setup.units.map((_, unit) =>
    setup.pairs.findIndex((pair) => pair.master === unit || pair.servant === unit),
  );
  return {
    image: createImage(offsets.size),
    setup,
    ...{ rules, offsets, unitCount: counts[0], pairCount: counts[1], skillCount: counts[2] },
    pairOf: Uint8Array.from(pairOf),
    isServant: Uint8Array.from(setup.units, (unit) => (unit.servant ? 1 : 0)),
    masterOf: Uint8Array.from(setup.pairs, (pair) => pair.master),
    servantOf: Uint8Array.from(setup.pairs, (pair) => pair.servant),
    ownerOf: Uint8Array.from(setup.units.flatMap((unit, number) => unit.skills.map(() => number))),
    skills,
    always,
    ids,
    called: { unit: setup.units.map(({ name }) => name), skill: skills.map(({ name }) => name) },
  };
}

export function cellsOf(war: War): CellDeclaration[] {
  const ids = (kind: string): readonly string[] => war.ids[kind] as readonly string[];
  return declareCells(war.offsets, {
    ...{ units: ids('unit'), pairs: ids('pair'), skills: ids('skill') },
    ...{ areas: ids('area'), reasons: ids('reason') },
  });
}

export function readWar(war: War, field: Field): number {
  return readField(war.image, 0, field);
}

export function writeWar(war: War, field: Field, value: number): void {
  writeField(war.image, 0, field, value);
}

export function readUnit(war: War, unit: number, field: Field): number {
  return readField(war.image, war.offsets.units + unit * unitRecord.size, field);
}

export function writeUnit(war: War, unit: number, field: Field, value: number): void {
  writeField(war.image, war.offsets.units + unit * unitRecord.size, field, value);
}

export function readPair(war: War, pair: number, field: Field): number {
  return readField(war.image, war.offsets.pairs + pair * pairRecord.size, field);
}

export function writePair(war: War, pair: number, field: Field, value: number): void {
  writeField(war.image, war.offsets.pairs + pair * pairRecord.size, field, value);
}

export function readSkillCell(war: War, skill: number, field: Field): number {
  return readField(war.image, war.offsets.skills + skill * skillRecord.size, field);
}

export function writeSkillCell(war: War, skill: number, field: Field, value: number): void {
  writeField(war.image, war.offsets.skills + skill * skillRecord.size, field, value);
}

function factsAt(war: War, pair: number, unit: number): number {
  return war.offsets.knownUnits + (pair * war.unitCount + unit) * knownUnitRecord.size;
}

function partsAt(war: War, pair: number, skill: number): number {
  return war.offsets.knownSkills + (pair * war.skillCount + skill) * knownSkillRecord.size;
}

function exchangeAt(war: War, attacker: number, defender: number): number {
  return war.offsets.exchanges + (attacker * war.unitCount + defender) * exchangeRecord.size;
}

export function readFacts(war: War, pair: number, unit: number): number {
  return readField(war.image, factsAt(war, pair, unit), knownUnitRecord.fields.facts);
}

export function writeFacts(war: War, pair: number, unit: number, facts: number): void {
  writeField(war.image, factsAt(war, pair, unit), knownUnitRecord.fields.facts, facts);
}

export function readParts(war: War, pair: number, skill: number): number {
  return readField(war.image, partsAt(war, pair, skill), knownSkillRecord.fields.parts);
}

export function writeParts(war: War, pair: number, skill: number, parts: number): void {
  writeField(war.image, partsAt(war, pair, skill), knownSkillRecord.fields.parts, parts);
}

export function readExchange(war: War, attacker: number, defender: number, field: Field): number {
  return readField(war.image, exchangeAt(war, attacker, defender), field);
}

export function writeExchange(
  war: War,
  attacker: number,
  defender: number,
  attack: number,
  hits: number,
  damage: number,
): void {
  const at = exchangeAt(war, attacker, defender);
  writeField(war.image, at, exchangeFields.attack, attack);
  writeField(war.image, at, exchangeFields.hits, hits);
  writeField(war.image, at, exchangeFields.damage, damage);
}

/** The other member of the unit's pair, or NONE. */
export function partnerOf(war: War, unit: number): number {
  const pair = war.pairOf[unit] ?? NONE;
  return (war.isServant[unit] === 1 ? war.masterOf[pair] : war.servantOf[pair]) ?? NONE;
}

/** Master and servant of a pair, as far as it has them. */
export function membersOf({ masterOf, servantOf }: War, pair: number): readonly number[] {
  return [masterOf[pair] ?? NONE, servantOf[pair] ?? NONE].filter((unit) => unit !== NONE);
}

/** The effect of a skill with this serial number, or undefined. */
export function effectOf(war: War, skill: number, number: number): Effect | undefined {
  const { effects } = war.skills[skill] as Skill;
  for (let index = 0; index < effects.length; index++) {
    const effect = effects[index] as Effect;
    if (effect.number === number) return effect;
  }
  return undefined;
}
