/** Enemies, skills, items, characters and formations of LIVE A LIVE, decoded. */
import { createBattle } from '../../core/live-a-live/index.js';
import { skillsOfCharacter } from '../../rom-map/tables/characters.js';
import { ALLY_SKILLS, CHARACTERS, ENEMY_SKILLS, FORMATIONS, ITEMS, SPECIES } from '../../rom-map/tables/index.js';
import { hexText, LockstepError, nearest } from '../base/index.js';
import {
  type Described,
  describeCharacter,
  describeEnemy,
  describeFormation,
  describeItem,
  describeSkill,
  findNamed,
  type Named,
} from '../files/index.js';
import { type Answer, answerOf, endAborted, type Plain } from './answer.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface GameDataOptions extends CallOptions {
  /** `enemies`, `skills`, `items`, `characters` or `formations`. */
  readonly kind: string;
  /** Id, number, Japanese name, or that name in Latin letters; left out: all. */
  readonly name?: string | undefined;
  /** Of skills: those that this character learns. */
  readonly of?: string | undefined;
}

interface GameData {
  readonly kind: string;
  readonly records: readonly {
    readonly number: number;
    readonly id: string;
    readonly japanese: string;
    readonly fields: readonly { readonly label: string; readonly value: string | readonly string[] }[];
  }[];
}

export type GameDataAnswer = Answer<'answered'> & Plain<GameData>;

interface Entry {
  readonly row: Named;
  readonly lines: () => Described;
}

/** Tables of the game that `gameData` tells of. */
export const DATA_KINDS = ['enemies', 'skills', 'items', 'characters', 'formations'] as const;
type Table = (typeof DATA_KINDS)[number];

/**
 * Skills of both lists. @param of a character: what it learns stands first when nothing is found
 */
function skills(name: string | undefined, of: string | undefined): Entry[] {
  const battle = createBattle(null);
  const entry =
    (isEnemys: boolean) =>
    (row: (typeof ALLY_SKILLS.rows)[number]): Entry => ({ row, lines: () => describeSkill(battle, row, isEnemys) });
  const character = of === undefined ? undefined : findNamed(CHARACTERS.rows, of, 'character')[0];
  const numbers = character === undefined ? [] : skillsOfCharacter(character).filter((number) => number !== 0);
  const own = numbers.flatMap((number) => ALLY_SKILLS.rows[number] ?? []);
  if (name === undefined) {
    if (character !== undefined) return own.map(entry(false));
    return [...ALLY_SKILLS.rows.map(entry(false)), ...ENEMY_SKILLS.rows.map(entry(true))];
  }
  if (character !== undefined) return findNamed(own, name, `skill of ${character.id}`, own).map(entry(false));
  const known = new Set<Named>(findNamed([...ALLY_SKILLS.rows, ...ENEMY_SKILLS.rows], name, 'skill'));
  return [
    ...ALLY_SKILLS.rows.filter((row) => known.has(row)).map(entry(false)),
    ...ENEMY_SKILLS.rows.filter((row) => known.has(row)).map(entry(true)),
  ];
}

/** A formation by its number as plans write it, or in the digits of the list: `C6`, `C6h`. */
function formationNumber(name: string): number | undefined {
  if (/^(?:0x[0-9a-f]+|\d+)$/i.test(name)) return Number(name);
  const [, digits = '', mark = ''] = /^([0-9a-f]{1,2})(h?)$/i.exec(name) ?? [];
  return mark !== '' || /[a-f]/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

/** A formation by its number, or those that hold an enemy. */
function formations(name: string | undefined): Entry[] {
  const all = FORMATIONS.filter(({ enemies }) => enemies.length > 0);
  const entries = all.map((formation): Entry & { readonly species: readonly number[] } => ({
    row: {
      number: formation.number,
      id: formation.enemies.map(({ species }) => SPECIES.rows[species]?.id).join('+'),
      japanese: '',
    },
    species: formation.enemies.map(({ species }) => species),
    lines: () => describeFormation(formation),
  }));
  if (name === undefined) return entries;
  const number = formationNumber(name);
  if (number !== undefined) {
    const found = entries.filter(({ row }) => row.number === number);
    if (found.length > 0) return found;
    throw new LockstepError('E_UNKNOWN_ID', `there is no formation ${name}`, {
      found: name,
      expected: '0 to 255, one with enemies: ABh, ACh and CBh to CDh make enemies of allies',
    });
  }
  const wanted = findNamed(SPECIES.rows, name, 'enemy').map(({ number }) => number);
  const found = entries.filter(({ species }) => species.some((number) => wanted.includes(number)));
  if (found.length > 0) return found;
  throw new LockstepError('E_UNKNOWN_ID', `no formation holds ${name}`, { found: name, remedy: 'Name another enemy' });
}

function plain<Row extends Named>(
  rows: readonly Row[],
  name: string | undefined,
  what: string,
  lines: (row: Row) => Described,
): Entry[] {
  const found = name === undefined ? rows : findNamed(rows, name, what);
  return found.map((row) => ({ row, lines: () => lines(row) }));
}

function entriesOf(kind: Table, name: string | undefined, of: string | undefined): Entry[] {
  if (of !== undefined && kind !== 'skills') {
    throw new LockstepError('E_OPTION', '--of is for skills', { remedy: 'Leave it out' });
  }
  if (kind === 'skills') return skills(name, of);
  if (kind === 'enemies') return plain(SPECIES.rows, name, 'enemy', describeEnemy);
  if (kind === 'items') return plain(ITEMS.rows, name, 'item', describeItem);
  if (kind === 'characters') return plain(CHARACTERS.rows, name, 'character', describeCharacter);
  return formations(name);
}

const LABEL = 26;

function head({ number, id, japanese }: Named): string {
  return `${hexText(number, 2)} ${id}${japanese === '' ? '' : ` ${japanese}`}`;
}

function text({ row, lines }: Entry): string {
  const shown = lines().flatMap(([label, value]) => {
    const values = typeof value === 'string' ? [value] : value;
    return values.map((line, index) => `  ${(index === 0 ? label : '').padEnd(LABEL)}${line}`);
  });
  return [head(row), ...shown].join('\n');
}

/**
 * What the tables of the game hold, decoded to words.
 * @throws LockstepError for a table or a name that there is none of
 */
export async function gameData(options: GameDataOptions): Promise<GameDataAnswer> {
  checkParameters('gameData', options, { kind: 'text', name: 'text', of: 'text' }, ['kind']);
  endAborted(options.signal, 'gameData');
  const { name, of } = options;
  const kind = DATA_KINDS.find((candidate) => candidate === options.kind);
  if (kind === undefined) {
    throw new LockstepError('E_OPTION', `there is no data on ${options.kind}`, {
      remedy: nearest(options.kind, DATA_KINDS),
    });
  }
  const entries = entriesOf(kind, name, of);
  const records = entries.map(({ row: { number, id, japanese }, lines }) => ({
    ...{ number, id, japanese },
    fields: lines().map(([label, value]) => ({ label, value })),
  }));
  const isList = name === undefined && of === undefined;
  const lines = (): string[] => entries.map((entry) => (isList ? head(entry.row) : text(entry)));
  return answerOf('answered', [], { kind, records }, () => `${lines().join('\n')}\n`);
}
