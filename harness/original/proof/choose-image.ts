/**
 * Which profile an image is proved with: by its hash, or as its owner says where the header fits.
 */
import { JAPAN_HEADER } from '../../../rom-map/cartridge/index.js';
import { LockstepError } from '../../base/errors.js';
import { GAME as CARTRIDGE, checkFitsGame, headerDoesNotFit } from '../../files/rom/fits-game.js';
import { type ImageIdentity, unknownImage } from '../../files/rom/identity.js';
import type { RomImage } from '../../files/rom/image.js';
import type { Profile } from '../cpu-trace/profile.js';
import { type ImageUnderTest, imageUnderTest } from './image-profile.js';

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
  return isGame ? CARTRIDGE : name;
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
  const name = as ?? (isPublished ? CARTRIDGE : undefined);
  const { header } = identity;
  const remedy = remedyFor(header, profiles);
  if (name === undefined) {
    const { message, details } = unknownImage(rom.file, identity);
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
