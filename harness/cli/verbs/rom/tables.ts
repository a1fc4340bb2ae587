/** `lockstep rom tables`: the tables of an image, or the published figures, record by record. */

import type { Command } from 'commander';
import { countText } from '../../../../core/system/names.js';
import { formatBus } from '../../../../rom-map/cartridge/mapping.js';
import {
  type CataloguedTable,
  findRows,
  publishedBanks,
  type ReadRecord,
  readTable,
  TABLES,
  type TableBanks,
} from '../../../../rom-map/tables/index.js';
import { LockstepError, nearest } from '../../../base/index.js';

import {
  banksOf,
  imageJson,
  imageLines,
  type RomImage,
  recordJson,
  recordLine,
  recordText,
  TABLE_NAMES,
} from '../../../files/index.js';
import { type ImageOptions, imageOf } from '../../../library/index.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import { addImageOptions } from '../../base/given.js';
import { wordOption } from '../../base/options.js';

interface Options extends ImageOptions {
  readonly table?: string;
  readonly record?: string;
  readonly json?: boolean;
}

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

const PUBLISHED = 'published figures, no image given: bits without a figure read 0';

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

export function register(rom: Command, context: CliContext): void {
  const command = rom
    .command('tables')
    .description('print the tables of a cartridge image, or the published figures when none is given')
    .argument('[rom]', 'a cartridge image, with or without a copier header');
  addImageOptions(command)
    .addOption(wordOption('--table <name>', `one table: ${TABLE_NAMES.join(', ')}`, TABLE_NAMES))
    .option('--record <id>', 'one record of it, by id, Japanese name or 0x number')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', example('rom tables --table species --record namcat', 'rom tables --table items'))
    .action((file: string | undefined, options: Options) => {
      if (options.record !== undefined && options.table === undefined) {
        throw new LockstepError('E_USAGE', '--record needs --table', { remedy: `Tables: ${TABLE_NAMES.join(', ')}` });
      }
      const table = options.table === undefined ? undefined : tableOf(options.table);
      if (file === undefined && options.patch !== undefined) {
        throw new LockstepError('E_USAGE', '--patch needs an image', { remedy: 'Name the image too' });
      }
      const image = file === undefined ? undefined : imageOf(file, options);
      const source = banks(image);
      const records = table === undefined ? [] : readTable(table, source);
      const chosen = options.record === undefined ? records : [recordOf(records, options.record, options.table ?? '')];
      if (options.json === true) {
        printJson(context, {
          verb: 'rom tables',
          exit: 0,
          image: image === undefined ? null : imageJson(image),
          tables: TABLES.filter((one) => table === undefined || one === table).map((one) => ({
            table: one.place.name,
            address: formatBus((one.place.bank << 16) | one.address(source, 0)),
            records: (one === table ? chosen : readTable(one, source)).map(recordJson),
          })),
        });
        return;
      }
      const lines = image === undefined ? [PUBLISHED] : imageLines(image);
      const text =
        table === undefined
          ? [listText(source)]
          : chosen.map((record) => (options.record === undefined ? recordLine : recordText)(table, record));
      context.out(`${[...lines, ...text].join('\n')}\n`);
    });
}
