/** Values that a plan can name: cells, and values that a system derives from them. */
import { readCell } from '../../../core/system/battle.js';
import { cellValueText, isSetOfBits } from '../../../core/system/cell-value.js';
import type { Battle, CellDeclaration, CommandShape, System } from '../../../core/system/system.js';
import { cellNamesOf, type LaterUnits, type TomlPlace } from '../../base/index.js';
import { imageOfSystem } from '../../files/index.js';
import type { Move } from './moves.js';
import { type CellConditions, type Plan, planError } from './types.js';

export interface Reading {
  readonly name: string;
  /** Undefined for a value derived from several cells. */
  readonly cell: CellDeclaration | undefined;
  read(): number;
}

/** Undefined when there is no such cell or value. */
export function readingOf(system: System, battle: Battle, name: string): Reading | undefined {
  const names = cellNamesOf(system, battle);
  const value = system.capabilities.values?.find((candidate) => candidate.name === name);
  if (value !== undefined) return { name, cell: undefined, read: () => value.read(battle) };
  const cell = names.find(name);
  return cell && { name, cell, read: () => readCell(battle.image, cell) };
}

/** The bytes of a battle's image that no cell declares, each as a cell of its own. */
export function undeclaredBytes({ cells, image }: Battle): CellDeclaration[] {
  const isDeclared = new Uint8Array(image.length);
  for (const { offset, width } of cells) isDeclared.fill(1, offset, offset + width);
  return [...isDeclared.keys()]
    .filter((offset) => isDeclared[offset] === 0)
    .map((offset) => ({
      name: `undeclared[${offset}]`,
      address: offset,
      offset,
      width: 1,
      meaning: 'a byte that no cell declares: it holds on through a battle, not from one to the next',
    }));
}

/**
 * What some of these commands need to tell states apart by, besides what a battle's own key holds:
 * cells by which they choose (`CommandShape.choosesBy`), and, where one of them begins another
 * battle, every byte that no cell declares, such as the equipment of the party.
 */
export function decidingReadings(
  system: System,
  battle: Battle,
  shapes: readonly Pick<CommandShape, 'choosesBy' | 'begins'>[],
): Reading[] {
  const names = new Set(shapes.flatMap(({ choosesBy = [] }) => choosesBy));
  const bytes = shapes.some(({ begins }) => begins === true) ? undeclaredBytes(battle) : [];
  return [
    ...[...names].flatMap((name) => readingOf(system, battle, name) ?? []),
    ...bytes.map((cell): Reading => ({ name: cell.name, cell, read: () => readCell(battle.image, cell) })),
  ];
}

/** The units of the battles that some of these moves begin. */
export function laterUnits(system: System, moves: readonly Pick<Move, 'shape' | 'words'>[]): LaterUnits {
  const begun = moves.filter(({ shape }) => shape.begins === true);
  // an image has formations of its own
  if (begun.length > 0 && imageOfSystem(system) !== undefined) return 'any';
  const brought = begun.map(({ shape, words }) => shape.brings?.([...words]));
  return brought.some((units) => units === undefined) ? 'any' : brought.flatMap((units) => units ?? []);
}

/**
 * Refuses a unit that nobody is: its cells are 0, so that `hp = 0` would hold from the start.
 * @throws LockstepError `E_PLAN_CELL`
 */
export function checkFielded(
  system: System,
  battle: Battle,
  plan: Plan,
  name: string,
  place: TomlPlace,
  later: LaterUnits = [],
): void {
  const absent = cellNamesOf(system, battle).absent(name, later);
  if (absent === undefined) return;
  throw planError('E_PLAN_CELL', plan.file, place, `this battle has no ${absent.unit}`, {
    found: name,
    expected: absent.there,
    remedy: 'Name one of them, or change the setup',
  });
}

/**
 * The reading of a name.
 * @param path place of the name in the plan
 * @throws LockstepError `E_PLAN_CELL`
 */
export function mustReadingOf(
  system: System,
  battle: Battle,
  plan: Plan,
  name: string,
  path: string,
  later?: LaterUnits,
): Reading {
  const reading = readingOf(system, battle, name);
  checkFielded(system, battle, plan, name, plan.locate(path), later);
  if (reading !== undefined) return reading;
  const values = (system.capabilities.values ?? []).map((candidate) => candidate.name);
  throw planError('E_PLAN_CELL', plan.file, plan.locate(path), `no cell is called ${name}`, {
    remedy: cellNamesOf(system, battle).remedy(name, values),
  });
}

/** A range of values, both ends included. */
export interface Expected {
  readonly min: number;
  readonly max: number;
}

export function isExpected({ min, max }: Expected, value: number): boolean {
  return value >= min && value <= max;
}

/** `5`, `3 to 9`, `at least 3`, `at most 9`. */
export function expectedText({ min, max }: Expected, cell: Reading['cell'] = undefined): string {
  if (min === max) return cellValueText(cell ?? {}, min);
  if (max === Number.MAX_SAFE_INTEGER) return `at least ${min}`;
  return min === Number.MIN_SAFE_INTEGER ? `at most ${max}` : `${min} to ${max}`;
}

/** `enemy[0].hp is 3, not 0`: the first of these that does not hold; empty: all hold. */
export function unmetText(conditions: readonly (readonly [Reading, Expected])[]): string {
  const unmet = conditions.find(([reading, range]) => !isExpected(range, reading.read()));
  if (unmet === undefined) return '';
  const [{ name, cell, read }, range] = unmet;
  return `${name} is ${cellValueText(cell ?? {}, read())}, not ${expectedText(range, cell)}`;
}

/** A word without what people leave out: `the Break Zone` is `break zone`. */
function plainWord(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim()
    .replace(/^(?:the|a|an) /u, '');
}

/** The words of a cell's values, each with its value. */
function wordsOf(cell: Reading['cell']): readonly (readonly [word: string, value: number])[] {
  const none = cell?.none;
  const words = Object.entries(cell?.words ?? {}).map(([value, word]) => [word, Number(value)] as const);
  return none === undefined ? words : [...words, [none[1], none[0]]];
}

/** Characters of all words that a message shows. */
const SHOWN = 120;

function shownWords(words: readonly (readonly [word: string, value: number])[]): string {
  const all = words.map(([word, value]) => `${word} (${value})`);
  const shown = all.filter((_, index) => all.slice(0, index + 1).join(', ').length <= SHOWN);
  return `${shown.join(', ')}${shown.length < all.length ? ` and ${all.length - shown.length} more` : ''}`;
}

/**
 * The value that a cell has a word for: the whole word, else the only one that begins with it, else
 * the only one that holds it.
 * @throws LockstepError `E_PLAN_VALUE` for another word
 */
function valueOfWord(plan: Plan, reading: Reading, word: string, path: string): number {
  const { name, cell } = reading;
  const parts = word.split(',');
  if (parts.length > 1 && cell !== undefined && isSetOfBits(cell)) {
    return parts.reduce((sum, part) => sum | valueOfWord(plan, reading, part, path), 0);
  }
  const words = wordsOf(cell);
  const given = plainWord(word);
  const fits: readonly ((own: string) => boolean)[] = [
    (own) => own === given,
    (own) => own.startsWith(given),
    (own) => ` ${own}`.includes(` ${given}`),
  ];
  let several: typeof words = [];
  for (const isWord of given === '' ? [] : fits) {
    const found = words.filter(([own]) => isWord(plainWord(own)));
    if (new Set(found.map(([, value]) => value)).size === 1) return (found[0] as (typeof found)[number])[1];
    if (several.length === 0) several = found;
  }
  const what = several.length > 0 ? 'has several values of that name' : 'has no value of that name';
  throw planError('E_PLAN_VALUE', plan.file, plan.locate(path), `${name} ${what}`, {
    found: word,
    expected: words.length === 0 ? 'a number' : `a number, or ${shownWords(several.length > 0 ? several : words)}`,
    remedy: words.length === 0 ? 'Give the number' : 'Give the number or one of these words',
  });
}

/**
 * The readings of a table of conditions, each with its range.
 * @throws LockstepError `E_PLAN_CELL`; `E_PLAN_VALUE` or `E_PLAN_SEARCH` for swapped ends
 */
export function readingsOf(
  system: System,
  battle: Battle,
  plan: Plan,
  cells: CellConditions,
  path: string,
  later?: LaterUnits,
): [Reading, Expected][] {
  return Object.entries(cells).map(([name, given]) => {
    const reading = mustReadingOf(system, battle, plan, name, `${path}.${name}`, later);
    const wanted = typeof given === 'string' ? valueOfWord(plan, reading, given, `${path}.${name}`) : given;
    const min = typeof wanted === 'number' ? wanted : (wanted.min ?? Number.MIN_SAFE_INTEGER);
    const max = typeof wanted === 'number' ? wanted : (wanted.max ?? Number.MAX_SAFE_INTEGER);
    if (min <= max) return [reading, { min, max }];
    const code = path.startsWith('search') ? 'E_PLAN_SEARCH' : 'E_PLAN_VALUE';
    throw planError(code, plan.file, plan.locate(`${path}.${name}`), `${name}: min is above max`, {
      found: `${min} to ${max}`,
      remedy: 'Swap them',
    });
  });
}
