/**
 * The profile file of `lockstep rom settle -o`: what an owner's image has decided. It holds
 * addresses, keyed hashes and values, no byte of the image.
 */
import { createHash } from 'node:crypto';
import type { System } from '../../../core/system/system.js';
import { UNPUBLISHED } from '../../../rom-map/index.js';
import {
  canonicalJson,
  jsonOf,
  LockstepError,
  readTextFile,
  type SettledStretches,
  writeFile,
} from '../../base/index.js';

import { findFault, type Plan, type SettledRules } from '../../play/index.js';

import { cartridgeProfile } from '../cpu-trace/profile.js';
import { imageUnderTest } from '../proof/choose-image.js';
import type { SettledRow, SettleResult } from './settle.js';
import { type KeyedStretch, keyedStretches, type SettleVerdict } from './verdict.js';

const MAX_BYTES = 1024 * 1024;
const REMEDY = 'Write it again with `lockstep rom settle IMAGE -o PROFILE`';

interface SettledFileRow {
  readonly name: string;
  readonly verdict: SettleVerdict;
  readonly value: string | number | null;
  readonly states: number;
  readonly first: string;
  readonly reason: string;
  readonly stretches: readonly KeyedStretch[];
}

export interface SettledFile {
  readonly settled: 1;
  readonly image: { readonly sha256: string; readonly published: boolean; readonly profile: string };
  readonly rows: readonly SettledFileRow[];
  /** SHA-256 of everything else: a file that was changed by hand is refused. */
  readonly digest: string;
}

/** What a file comes to: decided switches, and the stretches where a stand-in of ours agrees. */
export interface Settled {
  readonly file: string;
  readonly sha256: string;
  readonly published: boolean;
  readonly values: Readonly<Record<string, string | number>>;
  readonly agreeing: readonly string[];
}

function digestOf(content: Omit<SettledFile, 'digest'>): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}

function fileRow({ name, verdict, value, states, first, reason, stretches }: SettledRow): SettledFileRow {
  return { name, verdict, value: value ?? null, states, first, reason, stretches };
}

/** Text of the file. */
function settledText({ image, rows }: SettleResult): string {
  const { sha256, published, profile } = image;
  const content = {
    settled: 1 as const,
    image: { sha256, published, profile: profile.name },
    rows: rows.map(fileRow),
  };
  return `${JSON.stringify({ ...content, digest: digestOf(content) }, null, 2)}\n`;
}

/** @throws LockstepError `E_OUTPUT_WRITE` */
export function writeSettled(result: SettleResult, file: string): void {
  writeFile(file, settledText(result), 'profile');
}

function fail(file: string, message: string, found: string, expected: string): never {
  throw new LockstepError('E_SETTLED_FILE', message, { file, found, expected, remedy: REMEDY });
}

function checkRows(rows: readonly SettledFileRow[], file: string): void {
  for (const { name, verdict, value } of rows) {
    const row = UNPUBLISHED.find((one) => one.name === name);
    if (row === undefined) fail(file, 'a stretch is not known', name, 'a name of `lockstep rom routines`');
    if (verdict === 'settled' && (value === null || !row.values.includes(value))) {
      fail(file, `${name} has no such setting`, String(value), row.values.join(' or '));
    }
  }
}

function parse(text: string, file: string): SettledFile {
  const json = jsonOf(text, (found) => fail(file, 'the profile is not JSON', found, 'a JSON object'));
  const fault = findFault('settled', json);
  if (fault !== undefined) {
    fail(file, 'the profile does not follow its schema', fault.path.join('.') || 'the whole', fault.expected);
  }
  const { digest, ...content } = json as SettledFile;
  if (digestOf(content) !== digest) {
    fail(file, 'the profile was changed after it was written', digest, digestOf(content));
  }
  checkRows(content.rows, file);
  return json as SettledFile;
}

/** @throws LockstepError `E_SETTLED_IMAGE` for a profile of another image, or of other stretches */
function checkImage(content: SettledFile, file: string, image: Uint8Array): void {
  const sha256 = createHash('sha256').update(image).digest('hex');
  const other = (found: string, expected: string): never => {
    throw new LockstepError('E_SETTLED_IMAGE', 'the profile is of another image', {
      file,
      found,
      expected,
      remedy: REMEDY,
    });
  };
  if (content.image.sha256 !== sha256) other(`a profile of SHA-256 ${content.image.sha256}`, `SHA-256 ${sha256}`);
  const tested = imageUnderTest(image, cartridgeProfile(), content.image.published);
  for (const row of content.rows) {
    const known = UNPUBLISHED.find(({ name }) => name === row.name);
    const own = known === undefined ? [] : keyedStretches(tested, known);
    for (const stretch of row.stretches) {
      const mine = own.find(({ address }) => address === stretch.address);
      if (mine?.hmac !== stretch.hmac) other(`other bytes at ${stretch.address}`, 'the bytes that were settled');
    }
  }
}

/**
 * Reads a profile.
 * @param image the image that it has to be of, where one is given
 * @throws LockstepError `E_FILE`, `E_SETTLED_FILE`, `E_SETTLED_IMAGE`
 */
export function readSettled(file: string, image: Uint8Array | undefined): Settled {
  const content = parse(readTextFile(file, MAX_BYTES), file);
  const { sha256, published, profile } = content.image;
  if (profile !== 'cartridge') {
    throw new LockstepError('E_SETTLED_IMAGE', 'the profile is of a ROM that is not the game', {
      file,
      found: profile,
      expected: 'a profile of the cartridge',
      remedy: REMEDY,
    });
  }
  if (image !== undefined) checkImage(content, file, image);
  const values: Record<string, string | number> = {};
  for (const { name, verdict, value } of content.rows) {
    if (verdict === 'settled' && value !== null) values[name] = value;
  }
  const agreeing = content.rows.filter(({ verdict }) => verdict === 'agrees').map(({ name }) => name);
  return { file, sha256, published, values, agreeing };
}

// Plans and logs under what an owner's image has settled.

type Switches = Readonly<Record<string, string | number>>;

/** The given switches over the decided ones; a switch that the system does not have is left out. */
function decidedSwitches(settled: Settled, system: System, given: Switches): Switches {
  const own = Object.entries(settled.values).filter(([name]) => system.switches.some((shape) => shape.name === name));
  return { ...Object.fromEntries(own), ...given };
}

/** What counts as settled when these switches are in use. */
function settledStretches(settled: Settled, system: System, switches: Switches): SettledStretches {
  const names = Object.entries(settled.values).filter(([name, value]) => {
    const shape = system.switches.find((one) => one.name === name);
    return shape !== undefined && (switches[name] ?? shape.default) === value;
  });
  const owner = settled.published ? 'your cartridge' : 'your image, which is not the published one';
  return {
    by: `settled by ${owner} (SHA-256 ${settled.sha256.slice(0, 16)})`,
    names: [...names.map(([name]) => name), ...settled.agreeing],
  };
}

/** The plan under the decided switches; its own switches stay. */
export function withSettled(plan: Plan, system: System, settled: Settled | undefined): Plan {
  if (settled === undefined) return plan;
  const switches = decidedSwitches(settled, system, plan.ruleset.switches);
  return {
    ...plan,
    ruleset: { ...plan.ruleset, switches },
    settled: settledStretches(settled, system, switches),
  };
}

/** Options that open plans and logs under what an image has settled; none without a profile. */
export function openedSettled(settled: Settled | undefined) {
  if (settled === undefined) return {};
  return {
    prepare: (plan: Plan, system: System) => withSettled(plan, system, settled),
    rules: settledRules(settled),
  };
}

/** The same for logs. */
export function settledRules(settled: Settled): SettledRules {
  return {
    decided: (system, given) => decidedSwitches(settled, system, given),
    stretches: (system, switches) => settledStretches(settled, system, switches),
  };
}
