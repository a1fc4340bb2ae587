/** What is known of a cartridge image and its routines: header, hashes, tables, mirrored code. */
import { createHash } from 'node:crypto';
import { countText } from '../../core/system/names.js';
import { formatBus } from '../../rom-map/cartridge/mapping.js';
import { ROUTINES, type RoutineRow, type RoutineState, UNPUBLISHED } from '../../rom-map/index.js';
import { compareTables } from '../../rom-map/tables/compare-tables.js';
import {
  type CataloguedTable,
  findRows,
  publishedBanks,
  type ReadRecord,
  readTable,
  TABLES,
  type TableBanks,
} from '../../rom-map/tables/index.js';
import { formatError, LockstepError, nearest, packageVersion } from '../base/index.js';
import {
  type AddressAnswer,
  acceptedImage,
  answerBus,
  answerOffset,
  banksOf,
  checkJson,
  checkText,
  differenceCount,
  imageLines,
  infoJson,
  infoText,
  type RomImage,
  readRomImage,
  recordJson,
  recordLine,
  recordText,
  refusedImage,
  TABLE_NAMES,
  writeImage,
} from '../files/index.js';
import { routineStatusWithProgress } from '../original/index.js';
import { type Answer, answerOf, endAborted, type Plain } from './answer.js';
import { type ImageOptions, imageField, imageOf, restsOn, romOptions } from './given.js';
import { type CallOptions, checkParameters } from './parameters.js';

/** The image of a call. */
const IMAGE = { rom: 'file', patch: 'file', as: 'text', forceRom: 'flag' } as const;

export interface ImageInfoOptions extends CallOptions, ImageOptions {
  /** A cartridge image, with or without a copier header. */
  readonly rom: string;
  /** Bus addresses (`D5:04CB`) whose file offsets are asked for. */
  readonly addresses?: readonly string[] | undefined;
  /** File offsets whose bus addresses are asked for. */
  readonly offsets?: readonly string[] | undefined;
  /** Writes the image there without a copier header, patched. */
  readonly output?: string | undefined;
}

export type ImageInfoAnswer = Answer<'answered' | 'refused'> & Plain<ReturnType<typeof infoJson>>;

/**
 * Size, hashes, internal header and checksum of a cartridge image. `refused`: it is not the game
 * that it is to be taken as, and nothing is written.
 * @throws LockstepError for what is no image, a patch that does not fit, an address that is none
 */
export async function imageInfo(options: ImageInfoOptions): Promise<ImageInfoAnswer> {
  const kinds = { ...IMAGE, addresses: 'texts', offsets: 'texts', output: 'output' } as const;
  checkParameters('imageInfo', options, kinds, ['rom']);
  endAborted(options.signal, 'imageInfo');
  const { rom, patch, addresses = [], offsets = [], output } = options;
  const read = readRomImage(rom, patch);
  const accepted = acceptedImage(read, romOptions(options));
  const image = accepted ?? { ...read, forced: false };
  const mapping = image.identity.header?.mapping ?? 'hirom';
  const { size } = image.identity;
  const answers: readonly AddressAnswer[] = [
    ...addresses.map((text) => answerBus(text, mapping, size)),
    ...offsets.map((text) => answerOffset(text, mapping, size)),
  ];
  if (output !== undefined && accepted !== undefined) writeImage(image, output);
  const aside = (): string => (accepted === undefined ? `${formatError(refusedImage(read))}\n` : '');
  const text = (): string => infoText(image, answers);
  return answerOf(accepted === undefined ? 'refused' : 'answered', [], infoJson(image, answers), text, aside);
}

export interface CheckTablesOptions extends CallOptions, ImageOptions {
  /** A cartridge image, with or without a copier header. */
  readonly rom: string;
}

export type CheckTablesAnswer = Answer<'holds' | 'differs'> & Plain<ReturnType<typeof checkJson>>;

/**
 * Compares the tables of a cartridge image with the published figures, field by field.
 * @throws LockstepError for an image that cannot be read or is not known
 */
export async function checkTables(options: CheckTablesOptions): Promise<CheckTablesAnswer> {
  checkParameters('checkTables', options, IMAGE, ['rom']);
  endAborted(options.signal, 'checkTables');
  const image = imageOf(options.rom, options);
  const tables = compareTables(banksOf(image));
  const verdict = differenceCount(tables) === 0 ? 'holds' : 'differs';
  return answerOf(verdict, restsOn({ image }, {}), checkJson(image, tables), () => checkText(image, tables));
}

export interface ImageTablesOptions extends CallOptions, ImageOptions {
  /** A cartridge image; left out: the published figures. */
  readonly rom?: string | undefined;
  /** One table by its name; left out: all. */
  readonly table?: string | undefined;
  /** One record of it, by id, Japanese name or number (`0x1f`). */
  readonly record?: string | undefined;
}

interface ImageTables extends ReturnType<typeof imageField> {
  readonly tables: readonly {
    readonly table: string;
    readonly address: string;
    readonly records: readonly ReturnType<typeof recordJson>[];
  }[];
}

export type ImageTablesAnswer = Answer<'answered'> & Plain<ImageTables>;

const PUBLISHED = 'published figures, no image given: bits without a figure read 0';

function tableOf(name: string): CataloguedTable {
  const table = TABLES.find((candidate) => candidate.place.name === name);
  if (table !== undefined) return table;
  throw new LockstepError('E_UNKNOWN_ID', `there is no table ${name}`, { remedy: nearest(name, TABLE_NAMES) });
}

/** The one record that a text names. */
function recordOf(records: readonly ReadRecord[], text: string, table: string): ReadRecord {
  const found = findRows(records, text);
  const first = found[0];
  if (first !== undefined && found.length === 1) return first;
  if (first !== undefined) {
    throw new LockstepError('E_UNKNOWN_ID', `several records of ${table} are called ${text}`, {
      found: found.map((record) => record.id).join(', '),
      remedy: 'Give one of these ids',
    });
  }
  const ids = records.map((record) => record.id);
  throw new LockstepError('E_UNKNOWN_ID', `${table} has no record ${text}`, { remedy: nearest(text, ids) });
}

function banks(image: RomImage | undefined): TableBanks {
  if (image !== undefined) return banksOf(image);
  const { bankD5, bankD6 } = publishedBanks();
  return { bankD5: bankD5.bytes, bankD6: bankD6.bytes };
}

function listText(source: TableBanks): string {
  const lines = TABLES.map((table) => {
    const at = formatBus((table.place.bank << 16) | table.address(source, 0));
    const bytes =
      table.place.recordBytes === 0 ? 'of 7 bytes and more' : `of ${countText(table.place.recordBytes, 'byte')}`;
    return `${table.place.name.padEnd(16)}${at}  ${countText(table.place.records, 'record')} ${bytes}`;
  });
  return lines.join('\n');
}

/**
 * The tables of a cartridge image, or the published figures, record by record.
 * @throws LockstepError for an image that is not known, or a table or record that there is none of
 */
export async function imageTables(options: ImageTablesOptions = {}): Promise<ImageTablesAnswer> {
  checkParameters('imageTables', options, { ...IMAGE, table: 'text', record: 'text' });
  endAborted(options.signal, 'imageTables');
  const { rom, record } = options;
  if (record !== undefined && options.table === undefined) {
    throw new LockstepError('E_USAGE', '--record needs --table', { remedy: `Tables: ${TABLE_NAMES.join(', ')}` });
  }
  const table = options.table === undefined ? undefined : tableOf(options.table);
  if (rom === undefined && options.patch !== undefined) {
    throw new LockstepError('E_USAGE', '--patch needs an image', { remedy: 'Name the image too' });
  }
  const image = rom === undefined ? undefined : imageOf(rom, options);
  const source = banks(image);
  const records = table === undefined ? [] : readTable(table, source);
  const chosen = record === undefined ? records : [recordOf(records, record, options.table ?? '')];
  const tables = TABLES.filter((one) => table === undefined || one === table).map((one) => ({
    table: one.place.name,
    address: formatBus((one.place.bank << 16) | one.address(source, 0)),
    records: (one === table ? chosen : readTable(one, source)).map(recordJson),
  }));
  const shown = record === undefined ? recordLine : recordText;
  const text = (): string => {
    const lines = table === undefined ? [listText(source)] : chosen.map((one) => shown(table, one));
    return `${[...(image === undefined ? [PUBLISHED] : imageLines(image)), ...lines].join('\n')}\n`;
  };
  return answerOf('answered', restsOn({ image }, {}), { ...imageField({ image }), tables }, text);
}

const STATES: readonly RoutineState[] = ['verified', 'implemented', 'missing'];
const AREAS = ['turn', 'combat', 'ai'];

interface StoredTable {
  /** Version of the package that the table came with. */
  readonly version: string;
  /** First 16 hex digits of the SHA-256 of the hashes of its vector files, in the table's order. */
  readonly vectors: string;
}

function storedTable(): StoredTable {
  const hash = createHash('sha256');
  for (const { vectors } of ROUTINES) hash.update(vectors);
  return { version: packageVersion(), vectors: hash.digest('hex').slice(0, 16) };
}

function storedText({ version, vectors }: StoredTable): string {
  return (
    `This is the table stored in battle-lockstep ${version}, of the vectors ${vectors}: nothing was run now, ` +
    'and a later change of a routine does not show here. ' +
    '`--vectors traces/vectors` runs published cases for it, `lockstep rom prove IMAGE` the code of an image.'
  );
}

const COMPUTED = 'Every state and number of a routine is what its cases gave now.';

function count(rows: readonly RoutineRow[], state: RoutineState): number {
  return rows.filter((row) => row.state === state).length;
}

function summary(name: string, rows: readonly RoutineRow[]): string {
  const states = STATES.map((state) => `${count(rows, state)} ${state}`).join(', ');
  const equal = rows.reduce((sum, row) => sum + row.equal, 0);
  const cases = rows.reduce((sum, row) => sum + row.cases, 0);
  return `${name.padEnd(8)} ${states}; ${equal} of ${countText(cases, 'case')} equal`;
}

function routineLine(row: RoutineRow): string {
  const deduced = row.inferred ? ', runs through deduced bytes' : '';
  return `${row.state.padEnd(12)} ${row.routine} ${row.name}: ${row.function} in ${row.file}, ${row.equal} of ${row.cases}${deduced}`;
}

function routinesText(rows: readonly RoutineRow[], list: boolean): string[] {
  const areas = [...new Set([...AREAS, ...rows.map((row) => row.area)])];
  const lines = areas.map((area) =>
    summary(
      area,
      rows.filter((row) => row.area === area),
    ),
  );
  lines.push(summary('all', rows));
  const shown = list ? rows : rows.filter((row) => row.state !== 'verified');
  lines.push(...shown.map(routineLine), '', `${UNPUBLISHED.length} unpublished stretches:`);
  for (const row of UNPUBLISHED) {
    const choice = row.standIn === 'switch' ? `, ${row.values.join(' or ')}` : '';
    lines.push(`${row.name} (${row.standIn}${choice}), default: ${row.default}`);
    lines.push(`  ${row.stretches.join(' ')}`, `  ${row.evidence}`);
    if (row.notRun !== '') lines.push(`  with --rom: ${row.notRun}`);
  }
  return lines;
}

export interface RoutinesOptions extends CallOptions {
  /** Routine vectors (a file or folder) that are run; left out: the stored table. */
  readonly vectors?: string | undefined;
  /** Has in its text every routine, verified ones too. */
  readonly list?: boolean | undefined;
  /** Hears how many files have run. */
  readonly onFiles?: ((files: number) => void) | undefined;
}

interface RoutinesData {
  /** Whether vectors were run now. */
  readonly computed: boolean;
  readonly stored?: StoredTable;
  readonly counts: Readonly<Record<RoutineState, number>>;
  readonly routines: readonly RoutineRow[];
  readonly unpublished: typeof UNPUBLISHED;
}

export type RoutinesAnswer = Answer<'answered'> & Plain<RoutinesData>;

/**
 * The original routines (verified, implemented, missing), and what stands in for unpublished code.
 * @throws LockstepError for vectors that are none
 */
export async function routines(options: RoutinesOptions = {}): Promise<RoutinesAnswer> {
  checkParameters('routines', options, { vectors: 'file', list: 'flag', onFiles: 'function' });
  endAborted(options.signal, 'routines');
  const { vectors, list, onFiles = () => undefined } = options;
  const computed = vectors !== undefined;
  const rows = computed ? await routineStatusWithProgress(vectors, onFiles) : ROUTINES;
  const stored = computed ? undefined : storedTable();
  const counts = Object.fromEntries(STATES.map((state) => [state, count(rows, state)])) as RoutinesData['counts'];
  const data: RoutinesData = {
    computed,
    ...(stored === undefined ? {} : { stored }),
    ...{ counts, routines: rows, unpublished: UNPUBLISHED },
  };
  return answerOf('answered', [], data, () => {
    const lines = [...routinesText(rows, list === true), '', stored === undefined ? COMPUTED : storedText(stored)];
    return `${lines.join('\n')}\n`;
  });
}
