/**
 * Where units begin: the place of one of them, changed in the text of a plan's beginning. All other
 * lines stay as they are where the place stands in a table or a list of its own.
 */
import { parse, stringify, TomlError } from 'smol-toml';
import type { UnitView } from '../../../core/system/system.js';
import { canonicalJson, LockstepError } from '../../base/index.js';
import type { Session } from './session.js';

/** Lists of a setup whose rows have a column and a row, by the kind of a unit's cells. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  ally: ['party', 'allies'],
  enemy: ['enemies'],
  unit: ['units'],
};

type Table = Record<string, unknown>;
type Cell = readonly [x: number, y: number];

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function setupOf(head: string): Table | undefined {
  const { setup } = parse(head);
  return isTable(setup) ? setup : undefined;
}

/** Units on the board at a battle's start. */
function unitsOf({ system, battle, start }: Session): readonly UnitView[] {
  const now = battle.image.slice();
  battle.image.set(start);
  const units = system.capabilities.views?.overview?.units(battle) ?? [];
  battle.image.set(now);
  return units.filter(({ x }) => x >= 0);
}

/** Whether the plan has a setup, and stands before its first command. */
export function mayPlace(session: Session): boolean {
  const hasBoard = session.system.capabilities.views?.overview?.board !== undefined;
  return session.at() === 0 && hasBoard && setupOf(session.head()) !== undefined;
}

/** Where in a setup the place of a unit stands. */
interface Written {
  /** The list of the setup that has the unit; undefined: the places seen of a formation. */
  readonly list: string | undefined;
  /** Its row there. */
  readonly row: number;
  /** Where the units of its kind stand, in order. */
  readonly places: readonly Cell[];
}

/** @throws LockstepError `E_PLAN_SETUP` where the setup holds no place of the unit */
function writtenPlace(session: Session, setup: Table, prefix: string): Written {
  const [kind = ''] = prefix.split('[');
  const units = unitsOf(session).filter(({ prefixes }) => prefixes.some((one) => one.startsWith(`${kind}[`)));
  const row = units.findIndex(({ prefixes }) => prefixes.includes(prefix));
  const list = LISTS[kind]?.find((name) => Array.isArray(setup[name]) && isTable((setup[name] as unknown[])[row]));
  const isOfFormation = kind === 'enemy' && setup['formation'] !== undefined && setup['enemies'] === undefined;
  if (row >= 0 && (list !== undefined || isOfFormation)) {
    return { list, row, places: units.map(({ x, y }) => [x, y] as const) };
  }
  throw new LockstepError('E_PLAN_SETUP', 'the beginning of the plan has no place of this unit', {
    found: prefix,
    remedy: 'Edit the start (key e)',
  });
}

// Keys of a table in a text, line by line.

const HEADER = /^[ \t]*\[/u;
const endOf = (line: string): string => /\r?\n$/u.exec(line)?.[0] ?? '\n';

/** Lines from a table's header to the next one; undefined: there is no such table. */
function tableAt(
  lines: readonly string[],
  header: RegExp,
  number: number,
): readonly [from: number, to: number] | undefined {
  const from = lines.flatMap((line, index) => (header.test(line) ? [index] : []))[number];
  if (from === undefined) return undefined;
  const next = lines.findIndex(
    (line, index) => index > from && HEADER.test(line) && !/^[ \t]*\[\s*\[?\s*-?\d/u.test(line),
  );
  return [from, next < 0 ? lines.length : next];
}

/** Gives a key of a table another value: in its line, or behind the last key of the table. */
function withKey(lines: string[], [from, to]: readonly [number, number], key: string, value: string): void {
  const at = lines.findIndex(
    (line, index) => index > from && index < to && new RegExp(`^[ \\t]*${key}[ \\t]*=`, 'u').test(line),
  );
  if (at < 0) {
    let last = to - 1;
    while (last > from && /^\s*(?:#.*)?$/u.test((lines[last] as string).trimEnd())) last--;
    const end = endOf(lines[from] as string);
    lines[last] = (lines[last] as string).endsWith('\n') ? (lines[last] as string) : `${lines[last]}${end}`;
    lines.splice(last + 1, 0, `${key} = ${value}${end}`);
    return;
  }
  // a list may go on in the lines below
  let behind = at + 1;
  const depth = (): number =>
    [...lines.slice(at, behind).join('').replaceAll(/#.*/gu, '')].reduce(
      (sum, sign) => sum + Number(sign === '[') - Number(sign === ']'),
      0,
    );
  while (behind < to && depth() > 0) behind++;
  const [, before = '', comment = ''] =
    /^([^=]*=[ \t]*)[^#\r\n]*?([ \t]*(?:#.*)?)\r?\n?$/u.exec(lines[at] as string) ?? [];
  const note = behind === at + 1 ? comment : '';
  lines.splice(at, behind - at, `${before}${value}${note}${endOf(lines[behind - 1] as string)}`);
}

/**
 * The beginning of a plan with a unit at another place.
 * @param prefix the unit's cells, such as `enemy[0]`
 * @throws LockstepError `E_PLAN_SETUP` where the setup holds no place of the unit
 */
export function placedHead(session: Session, prefix: string, x: number, y: number): string {
  const head = session.head();
  const data = parse(head) as Table;
  const setup = setupOf(head) ?? {};
  const { list, row, places: before } = writtenPlace(session, setup, prefix);
  const lines = head.split(/(?<=\n)/u);
  if (list === undefined) {
    const places = before.map((place, index) => (index === row ? [x, y] : [...place]));
    setup['places'] = places;
    const table = tableAt(lines, /^[ \t]*\[[ \t]*setup[ \t]*\]/u, 0);
    const value = `[${places.map((place) => `[${place.join(', ')}]`).join(', ')}]`;
    if (table !== undefined) withKey(lines, table, 'places', value);
  } else {
    Object.assign((setup[list] as Table[])[row] as Table, { x, y });
    const header = new RegExp(`^[ \\t]*\\[\\[[ \\t]*setup[ \\t]*\\.[ \\t]*${list}[ \\t]*\\]\\]`, 'u');
    for (const [key, value] of Object.entries({ x, y })) {
      const table = tableAt(lines, header, row);
      if (table !== undefined) withKey(lines, table, key, String(value));
    }
  }
  const wanted = { ...data, setup };
  const text = lines.join('');
  return holdsSame(text, wanted) ? text : stringify(wanted);
}

/** Whether a text is read as this data. */
function holdsSame(text: string, wanted: Table): boolean {
  try {
    return canonicalJson(parse(text)) === canonicalJson(wanted);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return false;
  }
}
