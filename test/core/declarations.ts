/**
 * What plans, traces and tools are written with: numbers, names, ranges and widths that a system declares. A list states
 * them in full, because a change of one breaks files that exist; words for readers must be there.
 */
import { expect, test } from 'vitest';
import type { CellDeclaration, ParameterShape, System } from '../../core/system/system.js';

/** One line for each declaration, in the order of the numbers. */
export interface Published {
  /** `3 step: x 0..255, y 0..255`; then `=0` may be left out and is 0, `[64]` a list, `[64]?` one that may be left out, `<unit>` ids. */
  readonly commands: string;
  /** `4 squareTested: x, y, move, result (S10, seed)`. */
  readonly events: string;
  /** `E_WIDTH`, or `E_WIDTH card` with the parameter that it is about. */
  readonly errors: string;
  /** `zeroCost: allow, reject`, the default first. */
  readonly switches: string;
  /**
   * In address order, `unit[]: x 1, y 1, idleIncrease 1 signed`: names of a record without its indexes, and bytes. Left out where the cells
   * are those of a console, which have addresses and a table of their own.
   */
  readonly cells?: string;
}

const parameter = ({ name, min, max, capacity, ids, optional, mayBeAbsent }: ParameterShape): string =>
  [
    `${name} ${min}..${max}`,
    optional === undefined ? '' : ` =${optional}`,
    capacity === undefined ? '' : ` [${capacity}]${mayBeAbsent === true ? '?' : ''}`,
    ids === undefined ? '' : ` <${ids}>`,
  ].join('');

/** Records one after another; what repeats with another index stands once. */
function cellLines(cells: readonly CellDeclaration[]): string[] {
  const records = new Map<string, Set<string>>();
  for (const { name, width, signed, scratch, passive } of cells) {
    const [, record = '', rest = ''] = /^(?:(.*)\.)?([^.]+)$/.exec(name.replace(/\[[^\]]*\]/g, '[]')) ?? [];
    const views = `${signed === true ? ' signed' : ''}${scratch === true ? ' scratch' : ''}${passive === true ? ' passive' : ''}`;
    if (!records.has(record)) records.set(record, new Set());
    records.get(record)?.add(`${rest} ${width}${views}`);
  }
  return [...records].map(([record, names]) => `${record === '' ? 'battle' : record}: ${[...names].join(', ')}`);
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
/** Something to read: at least three letters. */
const expectWords = (text: string | undefined, of: string): void => expect(text, of).toMatch(/\p{L}{3}/u);

export function testDeclarations(
  system: System,
  declared: () => readonly CellDeclaration[],
  published: Published,
): void {
  test('title and unit of time', () => {
    expectWords(system.title, system.id);
    expect(['command', 'step', 'frame']).toContain(system.unit);
  });

  test('commands: numbers, parameters and their ranges', () => {
    const sorted = [...system.commands].sort((a, b) => a.code - b.code);
    expect(
      sorted.map(({ code, name, parameters }) =>
        parameters.length === 0 ? `${code} ${name}` : `${code} ${name}: ${parameters.map(parameter).join(', ')}`,
      ),
    ).toEqual(lines(published.commands));
    for (const { name, meaning, parameters } of sorted) {
      expectWords(meaning, name);
      for (const one of parameters) expectWords(one.meaning, `${name} ${one.name}`);
    }
  });

  test('events: numbers, fields, rules and where they come from', () => {
    expect(
      system.events.map(
        ({ kind, name, fields, rule, provenance }) =>
          `${kind} ${[name, fields.join(', ')].filter((part) => part !== '').join(': ')} (${rule}, ${provenance})`,
      ),
    ).toEqual(lines(published.events));
  });

  test('errors: codes by number', () => {
    expect(
      system.errors.map(({ code, parameter: about }) => (about === undefined ? code : `${code} ${about}`)),
    ).toEqual(lines(published.errors));
    for (const { code, meaning } of system.errors) expectWords(meaning, code);
  });

  test('switches: values, the default first, each with its evidence', () => {
    expect(system.switches.map(({ name, values }) => `${name}: ${values.join(', ')}`)).toEqual(
      lines(published.switches),
    );
    for (const { name, values, default: chosen, evidence } of system.switches) {
      expect(chosen, name).toBe(values[0]);
      expectWords(evidence, name);
    }
  });

  const { cells: listed } = published;
  if (listed === undefined) return;
  test('cells: names, widths and views, one after another without a gap', () => {
    const cells = declared();
    expect(cellLines(cells)).toEqual(lines(listed));
    let end = 0;
    for (const { name, offset, address, width, meaning } of cells) {
      expect([offset, address], name).toEqual([end, end]);
      end += width;
      expectWords(meaning, name);
    }
  });
}
