/** Reads and checks the first line of a trace, as far as it can be checked without its system. */
import { formatAddress, HOST_WINDOW, parseAddress } from '../../../rom-map/windows.js';
import { jsonOf, LockstepError, type LockstepErrorCode, nearest, pathText } from '../../base/index.js';

import { findFault, knownKeys } from './schemas/check.js';
import { versionRemedy } from './schemas/version-key.js';
import type { TraceCell, TraceHeader } from './types.js';

// The cells of a header, checked once: the logs of one recorder all declare the same ones, and what
// a thousand cells were checked for needs no second look.

interface CheckedCells {
  readonly cells: readonly TraceCell[];
  readonly names: ReadonlySet<string>;
  /** By index of the cell. */
  readonly addresses: readonly number[];
}

/** Those of the header that was checked last. */
let last: CheckedCells | undefined;

/** Address of a cell as a number. */
export function addressOf(cell: TraceCell): number {
  return parseAddress(cell[1]);
}

function isSame(data: unknown, [name, address, width]: TraceCell): boolean {
  return Array.isArray(data) && data.length === 3 && data[0] === name && data[1] === address && data[2] === width;
}

/** The cells checked last, where unchecked data declare the very same ones. */
function knownCells(data: unknown): CheckedCells | undefined {
  const given = (data as { readonly cells?: unknown }).cells;
  if (last === undefined || !Array.isArray(given) || given.length !== last.cells.length) return undefined;
  return last.cells.every((cell, index) => isSame(given[index], cell)) ? last : undefined;
}

/**
 * Checks cells that follow the schema.
 * @throws LockstepError `E_TRACE_CELL_TWICE`
 */
function checkedCells(cells: readonly TraceCell[], file: string): CheckedCells {
  const fail = (message: string, remedy: string): never => {
    throw new LockstepError('E_TRACE_CELL_TWICE', message, { file, line: 1, remedy });
  };
  const names = new Set<string>();
  for (const [name] of cells) {
    if (names.has(name)) fail(`cell ${name} is declared twice`, 'Keep one of them');
    names.add(name);
  }
  const addresses = cells.map(addressOf);
  const placed = cells.map((cell, index) => ({ cell, address: addresses[index] as number }));
  placed.sort((first, second) => first.address - second.address);
  placed.forEach(({ cell, address }, index) => {
    const before = placed[index - 1];
    if (before !== undefined && before.address + before.cell[2] > address) {
      fail(`cells ${before.cell[0]} and ${cell[0]} share a byte`, 'Declare each byte once');
    }
  });
  last = { cells, names, addresses };
  return last;
}

/**
 * Parses and checks a header.
 * @throws LockstepError with the file and line 1
 */
export function parseHeader(text: string, file: string): TraceHeader {
  const data = jsonOf(text, (found) => {
    if (!/^\{\s*"trace"/u.test(text)) {
      throw new LockstepError('E_TRACE_JSON', 'this is not a trace: its first line is no header', {
        file,
        line: 1,
        found: JSON.stringify(text.slice(0, 40)),
        expected: '{"trace":1,...}',
        remedy:
          'Name a file that `lockstep run -o` or a recorder wrote; a CPU trace begins with a row of its emulator, ' +
          'and a table goes through `lockstep convert --columns`',
      });
    }
    throw new LockstepError('E_TRACE_JSON', 'the header is not JSON', {
      file,
      line: 1,
      found,
      remedy: 'Record the log again or restore it from a copy',
    });
  });
  checkVersion(data, file);
  const known = knownCells(data);
  // known cells follow the schema: one stands for all of them
  const fault = findFault('trace-header', known === undefined ? data : withCells(data, known.cells.slice(0, 1)));
  if (fault !== undefined) {
    const where = pathText(fault.path);
    const last = fault.path.at(-1);
    throw new LockstepError(
      'E_TRACE_HEADER',
      `${fault.unknownKey ? 'unknown key' : fault.missingKey ? 'missing key' : 'wrong value of'} ${where}`,
      {
        file,
        line: 1,
        expected: fault.expected,
        remedy:
          fault.unknownKey && typeof last === 'string'
            ? nearest(last, knownKeys('trace-header', fault.path.slice(0, -1)))
            : '`lockstep schema trace-header` prints the form',
      },
    );
  }
  const header = known === undefined ? (data as TraceHeader) : withCells(data, known.cells);
  const checked = known ?? checkedCells(header.cells, file);
  checkNames(header, checked.names, file);
  checkImage(header, checked, file);
  return header;
}

function withCells(data: unknown, cells: TraceHeader['cells']): TraceHeader {
  return { ...(data as TraceHeader), cells };
}

function checkVersion(data: unknown, file: string): void {
  const version = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)['trace'] : undefined;
  if (version === undefined) {
    throw new LockstepError('E_TRACE_HEADER', 'this is not a trace: the first line has no key trace', {
      file,
      line: 1,
      expected: '{"trace":1,...}',
      remedy: 'Name a file that `lockstep run -o` or a recorder wrote',
    });
  }
  if (version !== 1) {
    throw new LockstepError('E_TRACE_VERSION', 'unknown version of the trace form', {
      file,
      line: 1,
      found: JSON.stringify(version),
      expected: '1',
      remedy: versionRemedy(version, 'Name a file that `lockstep run -o` or a recorder wrote'),
    });
  }
}

/** Checks the names of cells that inputs, sequence and masks give. */
function checkNames(header: TraceHeader, names: CheckedCells['names'], file: string): void {
  const fail = (code: LockstepErrorCode, message: string, remedy: string): never => {
    throw new LockstepError(code, message, { file, line: 1, remedy });
  };
  const known = (name: string, where: string): void => {
    if (!names.has(name)) {
      fail('E_TRACE_CELL_UNKNOWN', `${where} names cell ${name}, which is not declared`, nearest(name, [...names]));
    }
  };
  for (const name of header.inputs) known(name, 'inputs');
  if (header.sequence !== null) {
    known(header.sequence.begin, 'sequence.begin');
    known(header.sequence.end, 'sequence.end');
    const { begin, end } = header.sequence;
    const width = (name: string): number | undefined => header.cells.find((cell) => cell[0] === name)?.[2];
    if (begin === end || width(begin) !== width(end)) {
      fail(
        'E_TRACE_HEADER',
        'sequence needs two different cells of the same width',
        'Name the counter that a tick writes first and the one that it writes last',
      );
    }
  }
  header.masks.forEach((mask, index) => {
    known(mask.cell, `masks[${index}]`);
    if (mask.from > mask.to) fail('E_TRACE_HEADER', `masks[${index}] ends before it begins`, 'Swap from and to');
  });
}

/** Address behind the last one that a trace can name. */
const ADDRESS_END = HOST_WINDOW + 0x1_0000;

function checkImage(header: TraceHeader, { cells, addresses }: CheckedCells, file: string): void {
  const windows = Object.entries(header.image)
    .map(([address, hex]) => ({
      from: parseAddress(address),
      to: parseAddress(address) + hex.length / 2,
    }))
    .sort((first, second) => first.from - second.from);
  windows.forEach((window, index) => {
    const before = windows[index - 1];
    if (window.to > ADDRESS_END || (before !== undefined && before.to > window.from)) {
      throw new LockstepError('E_TRACE_IMAGE', 'windows of the image overlap or leave the address space', {
        file,
        line: 1,
        found: `the window from ${formatAddress(window.from)}`,
        remedy: 'Give every byte once',
      });
    }
  });
  if (windows.length === 0) return;
  cells.forEach((cell, index) => {
    const from = addresses[index] as number;
    const to = from + cell[2];
    if (windows.some((window) => window.from <= from && to <= window.to)) return;
    for (let byte = from; byte < to; byte++) {
      if (!windows.some((window) => window.from <= byte && byte < window.to)) {
        throw new LockstepError('E_TRACE_IMAGE', `the image does not hold cell ${cell[0]}`, {
          file,
          line: 1,
          found: `no window with ${cell[1]}`,
          remedy: 'Write the starting bytes of every declared cell, or no image at all',
        });
      }
    }
  });
}
