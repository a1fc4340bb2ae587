/** What is legal now, in names, instead of a refused command or an unknown name. */
import type { Battle, CommandShape, ParameterShape } from './declarations.js';

// The legal commands of a battle, read from the words in which it lists them.

/** Values of a parameter, from the least to the greatest; of a list those of its members. */
export interface LegalSpan {
  readonly from: number;
  readonly to: number;
  /** Of a list. */
  readonly lengths: readonly [least: number, most: number] | undefined;
}

export interface LegalEntry {
  readonly shape: CommandShape;
  /** By parameter. */
  readonly spans: readonly LegalSpan[];
}

/** @param words room for the list; what has none is left out */
export function legalEntries(battle: Battle, commands: readonly CommandShape[], words: Int32Array): LegalEntry[] {
  const length = battle.legalCommands(words);
  const entries: LegalEntry[] = [];
  for (let at = 0; at < length; ) {
    const shape = commands.find(({ code }) => code === words[at]);
    if (shape === undefined) break;
    at++;
    const next = (): number => words[at++] as number;
    const spans = shape.parameters.map(({ capacity }): LegalSpan => {
      const lengths = capacity === undefined ? undefined : ([next(), next()] as const);
      return { from: next(), to: next(), lengths };
    });
    entries.push({ shape, spans });
  }
  return entries;
}

/** Room for the entries of `legalCommands`; only refusals ask. */
const WORDS = 1 << 16;
/** Entries and names that are shown. */
const SHOWN = 6;
/** Names that say nothing: of so many the meaning is told. */
const TOO_MANY = 1000;
/** Numbers that are asked for a name. */
const ASKED = 4096;

/** The first ones, and how many more there are. */
function firstOf(texts: readonly string[], between: string): string {
  const shown = texts.slice(0, SHOWN).join(between);
  return texts.length > SHOWN ? `${shown}${between}and ${texts.length - SHOWN} more` : shown;
}

/** Names of the numbers of a span. */
function namesOf(battle: Battle, ids: string, min: number, max: number): string[] {
  const names: string[] = [];
  for (let number = min; number <= Math.min(max, min + ASKED); number++) {
    const name = battle.idName(ids, number);
    if (name !== undefined) names.push(name);
  }
  if (max > min + ASKED) names.push(...[battle.idName(ids, max) ?? []].flat());
  return names;
}

function rangeText(from: number, to: number): string {
  return from === to ? `${from}` : `${from} to ${to}`;
}

function spanText(battle: Battle, { name, ids, optional }: ParameterShape, { from, to, lengths }: LegalSpan): string {
  if (lengths?.[1] === 0) return `${name} an empty list`;
  if (from === to && from === optional) return `${name} left out`;
  const names = ids === undefined ? [] : namesOf(battle, ids, from, to);
  const shown = names.length > SHOWN ? firstOf(names, ', ') : names.join(' or ');
  const values = names.length > 0 ? shown : rangeText(from, to);
  return lengths === undefined ? `${name} ${values}` : `${name} ${rangeText(...lengths)} of ${values}`;
}

/** Whether the words of a parameter, for a list their number first, are in a span. */
function isWithin(words: Int32Array, { from, to, lengths }: LegalSpan): boolean {
  const isIn = (value: number): boolean => value >= from && value <= to;
  const [first = 0] = words;
  if (lengths === undefined) return isIn(first);
  return first >= lengths[0] && first <= lengths[1] && words.subarray(1, 1 + first).every(isIn);
}

/** An entry in names. What may be left out is named where the refused command gave it wrongly. */
function entryText(battle: Battle, { shape, spans }: LegalEntry, refused: Int32Array): string {
  let at = 1;
  const parts = shape.parameters.flatMap((parameter, index) => {
    const given = refused.subarray(at);
    const span = spans[index] as LegalSpan;
    at += 1 + (parameter.capacity ?? 0);
    const mayBeLeftOut = parameter.optional !== undefined || parameter.mayBeAbsent === true;
    return mayBeLeftOut && isWithin(given, span) ? [] : [spanText(battle, parameter, span)];
  });
  return parts.length === 0 ? shape.name : `${shape.name} (${parts.join(', ')})`;
}

/**
 * What is legal instead of a refused command: the same one with other values, else other commands;
 * empty: nothing is.
 * @param refused the command as it was encoded
 */
export function legalInstead(battle: Battle, commands: readonly CommandShape[], refused: Int32Array): string {
  const entries = legalEntries(battle, commands, new Int32Array(WORDS));
  const same = entries.filter(({ shape }) => shape.code === refused[0]);
  const texts =
    same.length > 0 ? same.map((entry) => entryText(battle, entry, refused)) : entries.map(({ shape }) => shape.name);
  // a command that is legal just so says nothing of what was wrong
  const told = [...new Set(texts)].filter((text) => same.length === 0 || text !== same[0]?.shape.name);
  return told.length === 0 ? '' : `legal now: ${firstOf(told, same.length > 0 ? '; ' : ', ')}`;
}

/**
 * Names that could be given for a parameter: those that are legal now, else all; none: it takes
 * numbers.
 */
export function namesFor(
  battle: Battle,
  commands: readonly CommandShape[],
  shape: CommandShape,
  parameter: ParameterShape,
): { readonly legal: readonly string[]; readonly known: readonly string[] } {
  const { ids, min, max, names = [] } = parameter;
  if (ids === undefined) return { legal: [], known: [] };
  const index = shape.parameters.indexOf(parameter);
  // an action is no command: the list of legal commands does not hold it
  const entries = commands.includes(shape) ? legalEntries(battle, commands, new Int32Array(WORDS)) : [];
  const legal = entries
    .filter((entry) => entry.shape.code === shape.code)
    .flatMap(({ spans }) => {
      const { from, to, lengths } = spans[index] as LegalSpan;
      return lengths?.[1] === 0 ? [] : namesOf(battle, ids, from, to);
    });
  const known = namesOf(battle, ids, min, max);
  return { legal: [...new Set(legal)], known: known.length > 0 ? known : names };
}

/** Half a sentence on what could be given instead of an unknown name. */
export function namesText(
  { legal, known }: { readonly legal: readonly string[]; readonly known: readonly string[] },
  meaning: string,
): string {
  if (legal.length > 0) return `legal now: ${firstOf(legal, ', ')}`;
  if (known.length > 0 && known.length < TOO_MANY)
    return `there ${known.length === 1 ? 'is' : 'are'} ${firstOf(known, ', ')}`;
  return meaning;
}
