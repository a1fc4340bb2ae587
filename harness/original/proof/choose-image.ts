/**
 * Which profile an image is proved with: by its hash, or as its owner says where the header fits.
 */
import { createHash } from 'node:crypto';
import { fileOffsetOf, JAPAN_HEADER } from '../../../rom-map/cartridge/index.js';
import { LockstepError } from '../../base/index.js';
import {
  checkFitsGame,
  GAME,
  headerDoesNotFit,
  type ImageIdentity,
  type RomImage,
  unknownImage,
} from '../../files/index.js';
import type { Profile, RoutinePlan } from '../cpu-trace/profile.js';
import type { CallPlan } from './original-call.js';

// What an image is proved with: its bytes, where its routines stand, and the table bytes that it
// holds.

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
  if (image.profile.game.isDeclared) return "your game's code (cases)";
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
    generator: profile.plans.find((other) => other.routine === profile.game.generator)?.entry ?? -1,
    unprinted: profile.isGame ? profile.game.unprinted : undefined,
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
  const { game, isGame, mapping, tables } = profile;
  const table = tables.filter(({ is, bytes }) => address >= is && address < is + bytes).at(-1);
  if (table !== undefined) return fileOffsetOf(mapping, table.at + address - table.is, image.length);
  return isGame && game.tableBanks.includes(address >>> 16) ? fileOffsetOf(mapping, address, image.length) : -1;
}

/**
 * Cells of work RAM that stand for table bytes, and what they hold for a state's table bytes; the
 * others hold 0.
 *
 * @param tables the cartridge's address to the value
 * @returns undefined where neither a cell nor the image has a place for one of the bytes
 */
export function tableCellValues(
  image: Pick<ImageUnderTest, 'image' | 'profile'>,
  tables: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> | undefined {
  const { tableCells, freeTableByte: free } = image.profile;
  const cells = new Map<number, number>();
  const placed = new Set<number>();
  for (const [cell, table] of tableCells) {
    cells.set(cell, tables.get(table) ?? 0);
    placed.add(table);
  }
  const others = [...tables].filter(([address]) => !placed.has(address) && tableOffset(image, address) < 0);
  const [one] = others;
  const bank = one === undefined ? undefined : one[0] >>> 16;
  if (others.length > 1 || (one !== undefined && bank !== free?.bank)) return undefined;
  if (free === undefined) return cells;
  const [address, value] = one ?? [0, 0];
  cells.set(free.address, address & 0xff);
  cells.set(free.address + 1, (address >>> 8) & 0xff);
  cells.set(free.value, value);
  return cells;
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
  const banks = profile.isGame ? profile.game.tableBanks : [];
  for (const bank of banks) put(bank * BANK_BYTES, bank * BANK_BYTES, BANK_BYTES);
  return found;
}

/**
 * An image that its hash names is taken as nothing else.
 *
 * @throws LockstepError `E_USAGE`
 */
function checkOwn(file: string, own: Profile, as: string | undefined): void {
  if (as === undefined || as === own.name) return;
  throw new LockstepError('E_USAGE', 'the image is known by its hash, and --as names another one', {
    file,
    found: `--as ${as}`,
    expected: own.name,
    remedy: 'Leave --as out',
  });
}

/** The word for a profile after `--as`. */
function wordOf({ isGame, name }: Profile): string {
  return isGame ? GAME : name;
}

/** Title in the header of a profile's image: those of the test ROM are called by their profiles. */
function titleOf({ isGame, name }: Profile): string {
  return isGame ? JAPAN_HEADER.title : `LOCKSTEP ${name.toUpperCase().replaceAll('-', ' ')}`;
}

function fitsHeader(profile: Profile, header: ImageIdentity['header']): boolean {
  return header?.mapping === profile.mapping && header.title === titleOf(profile);
}

/** What the owner of an unknown image can do: take it as the image that its header names. */
function remedyFor(header: ImageIdentity['header'], profiles: readonly Profile[]): string {
  const fitting = profiles.find((profile) => fitsHeader(profile, header));
  if (fitting === undefined)
    return 'Name another image: the header of this one is that of no image with known routines';
  return `Give an unchanged image, or say with --as ${wordOf(fitting)} that its routines stand at the same places`;
}

/**
 * @param profiles the bundled ones @param as `live-a-live`, or a profile's name @throws
 * LockstepError `E_ROM_UNKNOWN`, `E_ROM_HEADER`, `E_ROM_SIZE`, `E_USAGE`
 */
export function chooseImage(
  rom: Omit<RomImage, 'forced'>,
  profiles: readonly Profile[],
  as: string | undefined,
): ImageUnderTest {
  const { identity, image } = rom;
  const own = profiles.find((profile) => profile.rom === identity.sha256);
  if (own !== undefined) {
    checkOwn(rom.file, own, as);
    return imageUnderTest(image, own, true);
  }
  // a translation is known too, but only by its CRC-32, and its routines may stand elsewhere
  const isPublished = identity.known !== null && identity.known.sha1 !== '';
  const name = as ?? (isPublished ? GAME : undefined);
  const { header } = identity;
  const remedy = remedyFor(header, profiles);
  if (name === undefined) {
    const { sentence: message, details } = unknownImage(rom.file, identity);
    throw new LockstepError('E_ROM_UNKNOWN', message, { ...details, remedy });
  }
  const profile = profiles.find((one) => one.name === name || wordOf(one) === name);
  if (profile === undefined) {
    throw new LockstepError('E_USAGE', '--as names no image', {
      found: name,
      expected: profiles.map(wordOf).join(', '),
    });
  }
  if (profile.isGame) checkFitsGame(rom.file, identity, remedy);
  else if (!fitsHeader(profile, header)) {
    throw headerDoesNotFit(rom.file, header, `${titleOf(profile)}, ${profile.mapping}`, remedy);
  }
  return imageUnderTest(image, profile, isPublished && profile.isGame);
}
