/** The text and the JSON of `lockstep rom check`. */

import { fileOffsetOf, formatBus } from '../../../rom-map/cartridge/mapping.js';
import type { FieldDifference, TableComparison } from '../../../rom-map/tables/index.js';
import { countText } from '../../base/number-text.js';
import type { RomImage } from './image.js';
import { imageJson, imageLines } from './notes.js';

function offsetOf(rom: RomImage, address: number): number {
  return fileOffsetOf('hirom', address, rom.image.length);
}

/** Whether a table has another address than published, which counts as a difference. */
export function isMoved(table: TableComparison): boolean {
  return table.address !== table.publishedAddress;
}

export function differenceCount(tables: readonly TableComparison[]): number {
  return tables.reduce((sum, table) => sum + table.differences.length + (isMoved(table) ? 1 : 0), 0);
}

function differenceLine(rom: RomImage, table: string, difference: FieldDifference): string {
  const { id, number, field, address, image, published } = difference;
  const place = `${formatBus(address)}, file offset ${offsetOf(rom, address).toString(16).toUpperCase()}h`;
  return `  ${table} ${id} (${number}) ${field} at ${place}: image ${image}, published ${published}`;
}

export function checkText(rom: RomImage, tables: readonly TableComparison[]): string {
  const lines = [...imageLines(rom)];
  for (const table of tables) {
    const verdict = table.differences.length === 0 ? 'equal' : `${table.differences.length} different`;
    lines.push(
      `${table.table}: ${countText(table.records, 'record')} at ${formatBus(table.address)}, ${countText(table.compared, 'field')} compared, ${verdict}`,
    );
    if (isMoved(table)) lines.push(`  the published address is ${formatBus(table.publishedAddress)}`);
    lines.push(...table.differences.map((difference) => differenceLine(rom, table.table, difference)));
  }
  const compared = tables.reduce((sum, table) => sum + table.compared, 0);
  const count = differenceCount(tables);
  lines.push(
    `${countText(compared, 'field')} compared, ${count === 0 ? 'all as published' : `${count} not as published`}`,
  );
  return `${lines.join('\n')}\n`;
}

export function checkJson(rom: RomImage, tables: readonly TableComparison[]): Readonly<Record<string, unknown>> {
  return {
    image: imageJson(rom),
    compared: tables.reduce((sum, table) => sum + table.compared, 0),
    different: differenceCount(tables),
    tables: tables.map((table) => ({
      ...table,
      differences: table.differences.map((difference) => ({
        ...difference,
        bus: formatBus(difference.address),
        fileOffset: offsetOf(rom, difference.address),
      })),
    })),
  };
}
