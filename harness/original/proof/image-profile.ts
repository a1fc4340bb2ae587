/**
 * What an image is proved with: its bytes, where its routines stand, and the table bytes that it
 * holds.
 */
import { createHash } from 'node:crypto';
import { fileOffsetOf } from '../../../rom-map/cartridge/index.js';
import { BATTLE_GENERATOR_ROUTINE, UNPRINTED } from '../../../rom-map/index.js';
import type { Profile, RoutinePlan } from '../cpu-trace/profile.js';
import type { CallPlan } from './original-call.js';

/** Banks of the cartridge whose bytes battle routines read. */
const TABLE_BANKS = [0xc0, 0xc1, 0xd5, 0xd6];
const BANK_BYTES = 0x1_0000;

export interface ImageUnderTest {
  /** Without a copier header. */
  readonly image: Uint8Array;
  /** Lower case. */
  readonly sha256: string;
  readonly profile: Profile;
  /** The image is the one that the profile describes, by its hash. */
  readonly published: boolean;
}

export function imageUnderTest(image: Uint8Array, profile: Profile, published: boolean): ImageUnderTest {
  return { image, sha256: createHash('sha256').update(image).digest('hex'), profile, published };
}

/** How the cases of an image are called in a total: never added to another. */
export function totalName(image: ImageUnderTest): string {
  return image.profile.isGame ? "your cartridge's code (cases)" : "our test ROM's code (cases)";
}

/** The call of a routine as the image's profile gives it. */
export function callPlanOf(profile: Profile, plan: RoutinePlan): CallPlan {
  return {
    entry: plan.entry,
    ...profile.entryState,
    stops: plan.stops,
    exits: plan.exits,
    exitCell: profile.exitCell,
    leftOut: plan.leftOut,
    generator: profile.plans.find((other) => other.routine === BATTLE_GENERATOR_ROUTINE)?.entry ?? -1,
    unprinted: profile.isGame ? UNPRINTED : undefined,
  };
}

/**
 * The call of a routine on its whole way, through exits of the listing too; drawing alone is left
 * out. @param entry 24-bit address
 */
export function wholeWayPlan(profile: Profile, entry: number): CallPlan {
  const plans = profile.plans.filter((plan) => plan.entry === entry);
  return {
    entry,
    ...profile.entryState,
    stops: new Map(),
    exits: undefined,
    exitCell: -1,
    leftOut: plans.flatMap(({ leftOut }) => leftOut.filter(({ isRule }) => isRule !== true)),
    generator: -1,
  };
}

/**
 * Where an image holds a byte of the cartridge's tables, as an offset in the image, or -1.
 *
 * @param address the cartridge's
 */
export function tableOffset({ image, profile }: Pick<ImageUnderTest, 'image' | 'profile'>, address: number): number {
  const { isGame, mapping, tables } = profile;
  const table = tables.filter(({ is, bytes }) => address >= is && address < is + bytes).at(-1);
  if (table !== undefined) return fileOffsetOf(mapping, table.at + address - table.is, image.length);
  return isGame && TABLE_BANKS.includes(address >>> 16) ? fileOffsetOf(mapping, address, image.length) : -1;
}

/** Bytes of the cartridge's tables that an image holds, by the cartridge's address. */
export function tableBytesOf({ image, profile }: ImageUnderTest): ReadonlyMap<number, number> {
  const found = new Map(profile.tableBytes);
  const put = (at: number, is: number, bytes: number): void => {
    for (let index = 0; index < bytes; index++) {
      const offset = fileOffsetOf(profile.mapping, at + index, image.length);
      if (offset >= 0) found.set(is + index, image[offset] as number);
    }
  };
  for (const table of profile.tables) put(table.at, table.is, table.bytes);
  if (profile.isGame) for (const bank of TABLE_BANKS) put(bank * BANK_BYTES, bank * BANK_BYTES, BANK_BYTES);
  return found;
}
