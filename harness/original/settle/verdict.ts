/** From what both sides came to in every state to a verdict on a row. */
import { createHash, createHmac } from 'node:crypto';
import { fileOffsetOf } from '../../../rom-map/cartridge/index.js';
import type { UnpublishedRow } from '../../../rom-map/index.js';
import { hexText } from '../../base/index.js';
import { stretchesOf } from '../cpu-trace/stretches.js';
import type { ImageUnderTest } from '../proof/choose-image.js';
import type { Outcome, StateResult, WayProbe } from './run-probe.js';

// Hashes of unpublished stretches. Many are a few bytes long: a plain hash of them could be
// searched through. The key is a digest of the whole image that is written nowhere, so that only
// who has the image can make the hash.

export interface KeyedStretch {
  /** As in the table, `C1:7A54-7A62`. */
  readonly address: string;
  readonly bytes: number;
  /** HMAC-SHA-256 under a key that only the image gives. */
  readonly hmac: string;
}

/** Bytes hashed of an entry point whose end is not known. */
const OPEN_BYTES = 16;
const KEY_PURPOSE = 'battle-lockstep: key of unpublished stretches';

const keys = new WeakMap<Uint8Array, Buffer>();

function keyOf(image: Uint8Array): Buffer {
  const known = keys.get(image);
  if (known !== undefined) return known;
  const key = createHash('sha256').update(KEY_PURPOSE).update(image).digest();
  keys.set(image, key);
  return key;
}

interface HeldStretch {
  readonly text: string;
  readonly bytes: number;
  /** What the image holds of it. */
  readonly held: Uint8Array;
}

/** Empty for an image that is not the game's: its stretches are elsewhere or nowhere. */
function heldStretches({ image, profile }: ImageUnderTest, row: UnpublishedRow): readonly HeldStretch[] {
  if (!profile.isGame) return [];
  return stretchesOf([row], profile.mapping).flatMap(({ text, from, to }): HeldStretch[] => {
    const offset = fileOffsetOf(profile.mapping, from, image.length);
    if (offset < 0) return [];
    const bytes = to === undefined ? OPEN_BYTES : to - from + 1;
    return [{ text, bytes, held: image.subarray(offset, offset + bytes) }];
  });
}

/** Empty for an image that is not the game's. */
export function keyedStretches(image: ImageUnderTest, row: UnpublishedRow): readonly KeyedStretch[] {
  return heldStretches(image, row).map(({ text, bytes, held }) => {
    const hmac = createHmac('sha256', keyOf(image.image)).update(text).update(held).digest('hex');
    return { address: text, bytes, hmac };
  });
}

// Stretches that an image does not hold: empty memory, or code that traps at once. Nothing is said
// about such a row, whatever the bytes before or behind it do.

/** Fewer equal bytes may be code. */
const MIN_EMPTY = 3;
/** BRK, COP and STP: code that comes there ends, with its place. */
const TRAPS: readonly number[] = [0x00, 0x02, 0xdb];

/**
 * The first stretch of a row that holds one byte over and over, through which code would slide:
 * `C1:7A54-7A62 holds EA alone`; undefined: none does, or the image is not the game's.
 */
export function emptyStretch(image: ImageUnderTest, row: UnpublishedRow): string | undefined {
  for (const { text, held } of heldStretches(image, row)) {
    const [first = 0] = held;
    if (held.length < MIN_EMPTY || TRAPS.includes(first) || held.some((byte) => byte !== first)) continue;
    return `${text} holds ${hexText(first, 2)} alone`;
  }
  return undefined;
}

/**
 * `settled`: one setting agrees in all states. `agrees`: our stand-in does in all cases. `none`:
 * neither. `runs`: the original's way is known, and nothing of ours is compared with it. `not in
 * this image`: the stretch is empty, or code before its end traps. `not reached`: no state leads
 * through it.
 */
export const SETTLE_VERDICTS = ['settled', 'agrees', 'none', 'runs', 'not in this image', 'not reached'] as const;
export type SettleVerdict = (typeof SETTLE_VERDICTS)[number];

/** What the verdict on a probe's states needs. */
type Judging = Pick<WayProbe, 'watched' | 'limit'>;

/** What is decided about a row. */
export interface Judged {
  readonly verdict: SettleVerdict;
  /** The setting that agrees, of a settled switch. */
  readonly value: string | number | undefined;
  /** States or cases that were run. */
  readonly states: number;
  /** First difference, where nothing agrees. */
  readonly first: string;
  /** Why it was not reached, or what was not seen. */
  readonly reason: string;
}

export function isSame(a: Outcome, b: Outcome): boolean {
  return a.exit === b.exit && a.values.every((value, index) => value === b.values[index]);
}

export function differenceText(
  { watched }: Judging,
  state: StateResult,
  setting: number,
  value: string | number,
): string {
  const mine = state.ours[setting] as Outcome;
  const { theirs } = state;
  const cell = watched.findIndex((_, index) => mine.values[index] !== theirs.values[index]);
  const what =
    mine.exit === theirs.exit
      ? `${watched[cell]}: ${mine.values[cell]} by ${value}, theirs ${theirs.values[cell]}`
      : `${mine.exit} by ${value}, theirs: ${theirs.exit}`;
  return `${state.what}: ${what}`;
}

/**
 * The setting that agrees in all states, or the first difference of the one that agrees longest.
 */
export function judgeStates(probe: Judging, row: UnpublishedRow, states: readonly StateResult[]): Judged {
  const firsts = row.values.map((_, setting) =>
    states.findIndex(({ theirs, ours }) => !isSame(theirs, ours[setting] as Outcome)),
  );
  const agreeing = row.values.filter((_, setting) => firsts[setting] === -1);
  const common = { states: states.length, reason: probe.limit ?? '' };
  const [value] = agreeing;
  if (value !== undefined && agreeing.length === 1) return { ...common, verdict: 'settled', value, first: '' };
  if (value !== undefined) {
    const reason = `${agreeing.join(' and ')} agree in all states: the image's tables do not tell them apart`;
    return { ...common, verdict: 'not reached', value: undefined, first: '', reason };
  }
  const nearest = firsts.indexOf(Math.max(...firsts));
  const state = states[firsts[nearest] as number] as StateResult;
  const first = differenceText(probe, state, nearest, row.values[nearest] as string | number);
  return { ...common, verdict: 'none', value: undefined, first };
}
