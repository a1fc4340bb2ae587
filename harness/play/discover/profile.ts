/** The result of `discover` as a profile (JSON) and as text. */

import { formatAddress } from '../../../rom-map/windows.js';
import { createLineFile } from '../../base/line-file.js';
import { countText } from '../../base/number-text.js';
import type { Discovery } from './discover.js';
import type { Ranked, Status } from './rank.js';

const MAX_LISTED = 8;
const ORDER: readonly Status[] = ['found', 'nearly', 'tie', 'weak', 'none'];

function profileCell(found: Discovery, one: Ranked): object {
  const address = (offset: number): string => formatAddress(found.base + offset);
  return {
    cell: one.cell.name,
    width: one.cell.width,
    known: formatAddress(one.cell.address),
    status: one.status,
    address: one.offset < 0 ? null : address(one.offset),
    changes: one.changes,
    values: one.values,
    neighbours: one.neighbours,
    candidates: one.candidates.slice(0, MAX_LISTED).map(({ offset, equal, followed, firstDifference }) => ({
      address: address(offset),
      framesEqual: equal,
      changesFollowed: followed,
      firstDifference: firstDifference < 0 ? null : firstDifference,
    })),
  };
}

/** Plain data of a profile; `cells` holds every cell whose prediction changes. */
export function profileOf(found: Discovery): object {
  return {
    profile: 1,
    system: found.system,
    systemVersion: found.systemVersion,
    base: formatAddress(found.base),
    size: found.size,
    skip: found.skip,
    frames: found.frames,
    predicted: found.predicted,
    constant: found.cells.filter(({ status }) => status === 'constant').length,
    cells: found.cells.filter(({ status }) => status !== 'constant').map((one) => profileCell(found, one)),
  };
}

export function writeProfile(file: string, found: Discovery): void {
  const out = createLineFile(file);
  out.emit(JSON.stringify(profileOf(found), null, 2));
  out.finish();
}

function lineOf(found: Discovery, one: Ranked): string {
  const name = `${one.status.padEnd(6)}  ${one.cell.name.padEnd(24)} ${formatAddress(one.cell.address)}`;
  const [first] = one.candidates;
  const evidence =
    first === undefined
      ? ''
      : `  ${first.followed} of ${countText(one.changes, 'change')}, ${first.equal} of ${countText(found.frames, 'frame')}`;
  if (one.offset >= 0) {
    const around = one.neighbours > 0 ? `, ${countText(one.neighbours, 'other')} moved alike` : '';
    return `${name} -> ${formatAddress(found.base + one.offset)}${evidence}${around}`;
  }
  const top = one.candidates.filter(({ followed, equal }) => followed === first?.followed && equal === first.equal);
  const places = top.slice(0, MAX_LISTED).map(({ offset }) => formatAddress(found.base + offset));
  const more = top.length > MAX_LISTED ? ` and ${top.length - MAX_LISTED} more` : '';
  return `${name}${places.length === 0 ? '' : ` ? ${places.join(', ')}${more}`}${evidence}`;
}

export function discoveryText(found: Discovery): string {
  const of = (status: Status): Ranked[] => found.cells.filter((one) => one.status === status);
  const counts = ORDER.map((status) => `${of(status).length} ${status}`).join(', ');
  const lines = [
    `${found.dump}: ${countText(found.frames, 'frame')} compared with ${found.predicted} that ${found.from} predicts`,
    `${counts}; ${countText(of('constant').length, 'cell')} never change and cannot be seen`,
    ...ORDER.flatMap((status) => of(status).map((one) => lineOf(found, one))),
  ];
  return `${lines.join('\n')}\n`;
}
