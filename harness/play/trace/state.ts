/**
 * The cells of a running battle as a trace declares them: header entries, values, starting image.
 */

import { readUnsigned } from '../../../core/int/uint.js';
import type { Battle, System } from '../../../core/system/system.js';
import { formatAddress } from '../../../rom-map/windows.js';
import { canonicalJson, createSha256, type ErrorDetails, LockstepError, nearest } from '../../base/index.js';

import type { TraceCell, TraceHeader, TraceSource } from './types.js';

// The settings of a system that a plan or log names, checked and with defaults filled in.

export type Switches = Readonly<Record<string, string | number>>;

/**
 * Every switch of the system, with the given value or its default.
 * @param placeOf where a switch is given, for an error
 * @throws LockstepError `E_SWITCH` for a switch or value that the system does not have
 */
export function resolveSwitches(
  system: System,
  given: Switches,
  placeOf?: (name: string) => Pick<ErrorDetails, 'file' | 'line'>,
): Record<string, string | number> {
  const resolved: Record<string, string | number> = {};
  for (const shape of system.switches) resolved[shape.name] = shape.default;
  for (const [name, value] of Object.entries(given)) {
    const shape = system.switches.find((candidate) => candidate.name === name);
    if (shape === undefined) {
      throw new LockstepError('E_SWITCH', `${system.id} has no switch ${name}`, {
        ...placeOf?.(name),
        found: name,
        remedy: nearest(
          name,
          system.switches.map((candidate) => candidate.name),
        ),
      });
    }
    if (!shape.values.includes(value)) {
      throw new LockstepError('E_SWITCH', `switch ${name} has no such value`, {
        ...placeOf?.(name),
        found: JSON.stringify(value),
        expected: shape.values.map((candidate) => JSON.stringify(candidate)).join(' or '),
        remedy: 'Use one of the listed values',
      });
    }
    resolved[name] = value;
  }
  return resolved;
}

// The hash that ties a trace to the rules it was recorded or computed under: SHA-256 over the
// canonical JSON of the system's id, its version and every switch with its value (defaults filled
// in), cut to 16 hex digits. A changed default therefore changes the hash even where a trace names
// no switch.

/**
 * Hash of a system's rules under the given switches, 16 hex digits. A switch that is younger than
 * the first logs counts only beside its default.
 */
export function rulesetHash(system: System, given: Switches): string {
  const id = system.formerly?.id ?? system.id;
  const switches = resolveSwitches(system, given);
  for (const { name, default: standard, isLater } of system.switches) {
    if (isLater === true && switches[name] === standard) delete switches[name];
  }
  const content = { system: id, version: system.version, switches };
  return createSha256().update(canonicalJson(content)).hex().slice(0, 16);
}

/**
 * Whether a log was made under other rules than the system has now.
 * @throws LockstepError `E_RULESET_HASH` for other rules, unless `force` is true
 */
export function rulesetDiffers(system: System, header: TraceHeader, file: string, force: boolean): boolean {
  const hash = rulesetHash(system, header.ruleset.switches);
  if (hash === header.ruleset.hash && system.version === header.systemVersion) return false;
  if (force) return true;
  throw new LockstepError('E_RULESET_HASH', 'the log was made under other rules', {
    file,
    line: 1,
    found: `${header.ruleset.hash} (${header.system} version ${header.systemVersion})`,
    expected: `${hash} (version ${system.version})`,
    remedy: 'Record it again under these rules, or give --force-ruleset to compare all the same',
  });
}

/** Cells to record: without scratch, and each byte once. */
export function tracedCells(battle: Battle): Battle['cells'] {
  const taken = new Set<number>();
  return battle.cells.filter((cell) => {
    if (cell.scratch === true) return false;
    const bytes = Array.from({ length: cell.width }, (_, byte) => cell.address + byte);
    if (bytes.some((byte) => taken.has(byte))) return false;
    for (const byte of bytes) taken.add(byte);
    return true;
  });
}

/** Reads the unsigned values of cells, always into the same array. */
export function createValueReader(battle: Battle, cells: Battle['cells']): () => Uint32Array {
  const values = new Uint32Array(cells.length);
  const { image } = battle;
  return () => {
    cells.forEach((cell, index) => {
      values[index] = readUnsigned(image, cell.offset, cell.width);
    });
    return values;
  };
}

/** Windows of neighbouring bytes: address -> hex. */
function imageWindows(battle: Battle, cells: Battle['cells']): Record<string, string> {
  const windows: Record<string, string> = {};
  let start = '';
  let next = -1;
  for (const cell of [...cells].sort((a, b) => a.address - b.address)) {
    if (cell.address !== next) {
      start = formatAddress(cell.address);
      windows[start] = '';
    }
    windows[start] += Buffer.from(battle.image.subarray(cell.offset, cell.offset + cell.width)).toString('hex');
    next = cell.address + cell.width;
  }
  return windows;
}

/**
 * The key of a header that names the layout of its addresses; none where no cell of the system ever
 * moved.
 */
export function layoutOf(system: System): Pick<TraceHeader, 'layout'> {
  return system.layout === undefined ? {} : { layout: system.layout.version };
}

interface HeaderParts {
  readonly ruleset: { readonly name: string; readonly switches: Switches };
  readonly source: TraceSource;
  readonly setup: unknown;
  readonly from: string;
}

/** Header of a trace that starts with the battle as it is now. */
export function headerOf(system: System, battle: Battle, cells: Battle['cells'], parts: HeaderParts): TraceHeader {
  const { name, switches } = parts.ruleset;
  return {
    trace: 1,
    system: system.id,
    systemVersion: system.version,
    ruleset: { name, hash: rulesetHash(system, switches), switches },
    source: parts.source,
    unit: system.unit,
    from: parts.from,
    setup: parts.setup ?? null,
    ...layoutOf(system),
    cells: cells.map((cell): TraceCell => [cell.name, formatAddress(cell.address), cell.width]),
    inputs: [],
    sequence: null,
    masks: [],
    image: imageWindows(battle, cells),
  };
}
