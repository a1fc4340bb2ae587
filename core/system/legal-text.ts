/** What is legal now, in names, instead of a refused command or an unknown name. */
import type { Battle, CommandShape, ParameterShape, RuleErrorShape } from './declarations.js';

/** When a parameter is needed, as a page says it: `always`, or with what. */
export function neededText({ optional, mayBeAbsent, goesWith, neededWhen }: ParameterShape): string {
  const words = (values: readonly (string | number)[]): string => values.map((value) => `\`${value}\``).join(', ');
  if (goesWith !== undefined) {
    const { of, must, may = [] } = goesWith;
    const also = may.length === 0 ? '' : `; may be given with ${words(may)}`;
    return `with \`${of}\` ${words(must)}${also}; else left out`;
  }
  const omitted = mayBeAbsent === true ? 'an empty list' : optional;
  if (omitted === undefined) return neededWhen ?? 'always';
  return `${neededWhen ?? 'no'}; left out: ${omitted}`;
}

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
/** Letters of names in a message. */
const NAMES = 110;
/** Names that say nothing: of so many the meaning is told. */
const TOO_MANY = 1000;
/** Numbers that are asked for a name. */
const ASKED = 4096;

/** The first ones, and how many more there are. @param most of them that are shown */
function firstOf(texts: readonly string[], between: string, most = SHOWN): string {
  const shown = texts.slice(0, most).join(between);
  return texts.length > most ? `${shown}${between}and ${texts.length - most} more` : shown;
}

/** As many as have room, at least one, and how many more there are. */
function fitting(texts: readonly string[], room: number): string {
  let most = texts.length;
  while (most > 1 && firstOf(texts, ', ', most).length > room) most--;
  return firstOf(texts, ', ', most);
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
export function legalInstead(
  battle: Battle,
  commands: readonly CommandShape[],
  refused: Int32Array,
  room = ROOM,
): string {
  const entries = legalEntries(battle, commands, new Int32Array(WORDS));
  const same = entries.filter(({ shape }) => shape.code === refused[0]);
  const texts =
    same.length > 0 ? same.map((entry) => entryText(battle, entry, refused)) : entries.map(({ shape }) => shape.name);
  // a command that is legal just so says nothing of what was wrong
  const told = [...new Set(texts)].filter((text) => same.length === 0 || text !== same[0]?.shape.name);
  const between = same.length > 0 ? '; ' : ', ';
  let most = Math.min(SHOWN, told.length);
  while (most > 1 && firstOf(told, between, most).length > room) most--;
  return told.length === 0 ? '' : `legal now: ${firstOf(told, between, most)}`;
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
  if (legal.length > 0) return `legal now: ${fitting(legal, NAMES)}`;
  if (known.length > 0 && known.length < TOO_MANY)
    return `there ${known.length === 1 ? 'is' : 'are'} ${fitting(known, NAMES)}`;
  return meaning;
}

/** Letters of what is legal instead, where nobody has less room. */
const ROOM = 150;

/** A refused command, apart from the battle that refused it. */
interface Refused {
  readonly battle: Battle;
  readonly errors: readonly RuleErrorShape[];
  readonly shape: CommandShape;
  readonly words: Int32Array;
  /** Number of the rule error. */
  readonly result: number;
}

/** The words of a command's parameters: where each begins. */
function placesOf({ parameters }: CommandShape): number[] {
  let at = 1;
  return parameters.map(({ capacity = 0 }) => {
    const place = at;
    at += 1 + capacity;
    return place;
  });
}

/** Numbers of the ids that a parameter could name. */
function candidatesOf(battle: Battle, { ids = '', min, max, optional }: ParameterShape): number[] {
  const numbers: number[] = [];
  for (let number = Math.max(0, min); number <= Math.min(max, min + ASKED); number++) {
    if (battle.idName(ids, number) !== undefined) numbers.push(number);
  }
  if (optional !== undefined && optional < 0) numbers.push(optional);
  return numbers;
}

/** Names of the values with which the command is legal, and of the others by their error. */
function triedNames({ battle, words }: Refused, parameter: ParameterShape, at: number) {
  const before = battle.image.slice();
  const trial = words.slice();
  const legal: string[] = [];
  const refused = new Map<number, string[]>();
  for (const number of candidatesOf(battle, parameter)) {
    const name = battle.idName(parameter.ids ?? '', number) ?? 'nothing';
    trial[at] = number;
    const result = battle.step(trial, undefined);
    if (result === 0) {
      battle.image.set(before);
      legal.push(name);
    } else if (number >= 0) refused.set(result, [...(refused.get(result) ?? []), name]);
  }
  return { legal, refused };
}

/** The ids that are legal in one place, and why the others are not, as far as there is room. */
function triedText(of: Refused, parameter: ParameterShape, at: number, room: number): string {
  const { legal, refused } = triedNames(of, parameter, at);
  if (legal.length === 0) return '';
  const rest = [...refused].sort(([one], [other]) => Number(one === of.result) - Number(other === of.result));
  let text = `${parameter.name}, legal now: ${fitting(legal, room - parameter.name.length - 12)}`;
  for (const [result, names] of rest) {
    const meaning = of.errors.find(({ number }) => number === result)?.meaning ?? '';
    const why = result === of.result ? 'as this one' : meaning;
    const left = room - text.length - why.length - 9;
    if (left > 0) text += `; not ${fitting(names, left)} (${why})`;
  }
  return text;
}

/** What is wrong with one parameter by its declaration, or empty. */
function declaredFault(of: Refused, index: number, places: readonly number[], room: number): string {
  const { battle, shape, words } = of;
  const parameter = shape.parameters[index] as ParameterShape;
  const { name, ids, min, max, capacity, optional, goesWith } = parameter;
  const at = places[index] as number;
  const value = words[at] as number;
  if (goesWith !== undefined) {
    const other = shape.parameters.findIndex((one) => one.name === goesWith.of);
    const number = words[places[other] as number] as number;
    const word = battle.idName(shape.parameters[other]?.ids ?? '', number) ?? number;
    const isGiven = capacity === undefined ? value !== optional : value > 0;
    const must = goesWith.must.includes(word);
    if (isGiven && !must && goesWith.may?.includes(word) !== true) return `${goesWith.of} ${word} takes no ${name}`;
    if (!isGiven && must) {
      const needs = `${goesWith.of} ${word} needs ${name}`;
      const legal =
        capacity === undefined && ids !== undefined ? triedText(of, parameter, at, room - needs.length) : '';
      const { known } = namesFor(battle, [], shape, parameter);
      if (legal !== '') return `${needs}${legal.slice(name.length)}`;
      return known.length === 0 ? `${needs}: ${parameter.meaning}` : `${needs}: ${fitting(known, room - needs.length)}`;
    }
  }
  const values = capacity === undefined ? [value] : [...words.subarray(at + 1, at + 1 + value)];
  const outside = ids === undefined ? values.find((one) => one < min || one > max) : undefined;
  if (outside !== undefined) return `${name} is ${rangeText(min, max)}, not ${outside}`;
  const twice = ids === undefined ? undefined : values.find((one, place) => values.indexOf(one) !== place);
  return twice === undefined ? '' : `${name} has ${battle.idName(ids ?? '', twice) ?? twice} twice`;
}

/** The range of a number with which all else of the command is legal, or empty. */
function rangeInstead({ battle, shape, words }: Refused, commands: readonly CommandShape[]): string {
  const places = placesOf(shape);
  const entries = legalEntries(battle, commands, new Int32Array(WORDS)).filter((entry) => entry.shape === shape);
  for (const [index, { name, ids, capacity }] of shape.parameters.entries()) {
    if (ids !== undefined || capacity !== undefined) continue;
    const fits = entries.filter(({ spans }) =>
      spans.every((span, one) => (one === index) !== isWithin(words.subarray(places[one]), span)),
    );
    const ranges = fits.map(({ spans }) => rangeText((spans[index] as LegalSpan).from, (spans[index] as LegalSpan).to));
    if (ranges.length > 0) return `${name}, legal now: ${firstOf([...new Set(ranges)], ', ')}`;
  }
  return '';
}

/**
 * What is wrong with a refused command by its parameters, and what is legal instead of it; empty:
 * nothing is. The battle is as before.
 * @param words the command as it was encoded @param result number of the rule error
 * @param room letters that are at hand
 */
export function namedInstead(
  battle: Battle,
  { commands, errors }: { readonly commands: readonly CommandShape[]; readonly errors: readonly RuleErrorShape[] },
  words: Int32Array,
  result: number,
  room = ROOM,
): string {
  const shape = commands.find(({ code }) => code === words[0]);
  if (shape === undefined) return legalInstead(battle, commands, words);
  const of: Refused = { battle, errors, shape, words, result };
  const places = placesOf(shape);
  const faults = shape.parameters.map((_, index) => declaredFault(of, index, places, room)).filter(Boolean);
  if (faults.length > 0) return faults.join('; ');
  // the last one that can be mended: what stands before it decides what it may be
  for (let index = places.length - 1; index >= 0; index--) {
    const parameter = shape.parameters[index] as ParameterShape;
    if (parameter.ids === undefined) continue;
    const at = places[index] as number;
    const length = parameter.capacity === undefined ? 0 : (words[at] as number);
    if (parameter.capacity !== undefined && length === 0) continue;
    // of a list its last member
    const text = triedText(of, parameter, at + length, room);
    if (text !== '') return text;
  }
  const range = rangeInstead(of, commands);
  if (range !== '') return range;
  return legalInstead(battle, commands, words, room);
}
