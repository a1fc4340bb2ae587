/**
 * Which profile an image is proved with: by its hash, or as its owner says where the header fits.
 */
import { LockstepError } from '../base/errors.js';
import { GAME as CARTRIDGE, checkFitsGame, headerDoesNotFit } from '../rom/fits-game.js';
import { unknownImage } from '../rom/identity.js';
import type { RomImage } from '../rom/image.js';
import type { Profile } from '../verify/cpu-trace/profile.js';
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
  if (name === undefined) {
    const error = unknownImage(rom.file, identity);
    throw new LockstepError('E_ROM_UNKNOWN', error.message, {
      ...error.details,
      remedy: `Give an unchanged dump, or say with --as ${CARTRIDGE} that its routines stand where the published ones do`,
    });
  }
  const profile = profiles.find((one) => one.name === name || (one.isGame && name === CARTRIDGE));
  if (profile === undefined) {
    throw new LockstepError('E_USAGE', '--as names no image', {
      found: name,
      expected: profiles.map((one) => (one.isGame ? CARTRIDGE : one.name)).join(', '),
    });
  }
  const { header } = identity;
  if (profile.isGame) checkFitsGame(rom.file, identity);
  else if (header?.mapping !== profile.mapping) throw headerDoesNotFit(rom.file, header, profile.mapping);
  return imageUnderTest(image, profile, isPublished && profile.isGame);
}
