/**
 * The image that a verb runs or lists: published, one of our test ROMs, or forced; and where its
 * routines stand.
 */
import { formatBus, type Mapping, ROUTINES } from '../../../rom-map/index.js';
import { LockstepError, nearest } from '../../base/index.js';

import {
  figuresText,
  imageLines,
  isUnknown,
  type RomImage,
  type RomOptions,
  readRomImage,
  refusedImage,
} from '../../files/index.js';

import { canonical } from '../cpu-trace/memory.js';
import { loadProfile, PROFILE_NAMES, type Profile, parseRoutine } from '../cpu-trace/profile.js';
import { chooseImage as chooseProvenImage } from '../proof/choose-image.js';
import { type EntryPages, entryPagesOf } from '../proof/state.js';
import { entryState, type FlowState } from './flow-state.js';
import { createNames, type NamedRoutine, type Names } from './names.js';

export interface ChosenImage {
  readonly rom: RomImage;
  readonly mapping: Mapping;
  /** What the image is, in words. */
  readonly what: string;
  /** Undefined where nothing tells where routines stand. */
  readonly profile: Profile | undefined;
  readonly routines: readonly NamedRoutine[];
  readonly names: Names;
  /** Direct page and data bank at the entry of every routine. */
  readonly entry: EntryPages;
}

/** Of the game every row of the routine table, also those that share a function. */
function mirroredRoutines(profile: Profile | undefined): readonly NamedRoutine[] {
  if (profile === undefined) return [];
  if (!profile.isGame) return profile.plans.map(({ entry, routine, name }) => ({ entry, routine, name }));
  return ROUTINES.flatMap(({ routine, name }) => {
    const entry = parseRoutine(routine);
    return entry === undefined ? [] : [{ entry: canonical(entry, 'hirom'), routine, name }];
  });
}

/** Reset and interrupts by the image's own vectors; those that lead nowhere are left out. */
function vectorRoutines(image: Uint8Array, mapping: Mapping): readonly NamedRoutine[] {
  const end = mapping === 'hirom' ? 0x1_0000 : 0x8000;
  const list: readonly (readonly [string, number])[] = [
    ['reset', end - 4],
    ['NMI', end - 0x16],
    ['IRQ', end - 0x12],
  ];
  return list.flatMap(([name, at]) => {
    const word = (image[at] as number) | ((image[at + 1] as number) << 8);
    return word < 0x8000 || word >= 0xff00 ? [] : [{ entry: canonical(word, mapping), routine: '', name }];
  });
}

/**
 * Published, patched from it, one of ours, or taken as another: with a profile. Undefined: an image
 * that is not known.
 */
function profileOf(read: Omit<RomImage, 'forced'>, as: string | undefined): Profile | undefined {
  const profiles = PROFILE_NAMES.map(loadProfile);
  const isNamed = as !== undefined || profiles.some((profile) => profile.rom === read.identity.sha256);
  if (isNamed) return chooseProvenImage(read, profiles, as).profile;
  return isUnknown(read) ? undefined : profiles.find((profile) => profile.isGame);
}

function descriptionOf(profile: Profile | undefined, as: string | undefined): string {
  if (profile === undefined) return 'not a known image: nothing tells where its routines stand';
  if (!profile.isGame) return profile.what;
  return as === undefined ? 'the game' : `taken as ${as} (--as): its routines are where the published image has them`;
}

/** @throws LockstepError as `chosenImageOf`, `readRomImage` */
export function chooseImage(file: string, options: RomOptions): ChosenImage {
  return chosenImageOf(readRomImage(file, options.patch), options);
}

/**
 * An image that was read, patched where that was asked for.
 * @throws LockstepError `E_ROM_UNKNOWN` for an image that is neither published nor ours, without
 * `force` or `as`
 */
export function chosenImageOf(read: Omit<RomImage, 'forced'>, options: Omit<RomOptions, 'patch'>): ChosenImage {
  const { identity, image } = read;
  const profile = profileOf(read, options.as);
  if (profile === undefined && options.force !== true) throw refusedImage(read);
  const mapping = profile?.mapping ?? identity.header?.mapping ?? 'hirom';
  const routines = [...mirroredRoutines(profile), ...vectorRoutines(image, mapping)];
  return {
    rom: { ...read, forced: profile === undefined },
    mapping,
    what: descriptionOf(profile, options.as),
    profile,
    routines,
    names: createNames(mapping, routines, profile?.tableAddress),
    entry: entryPagesOf(profile),
  };
}

export interface ChosenPlace {
  /** 24 bits. */
  readonly address: number;
  /** It begins there, or undefined. */
  readonly routine: NamedRoutine | undefined;
}

function unknownRoutine(text: string, image: ChosenImage): LockstepError {
  const known = image.routines.flatMap(({ routine, name }) => (routine === '' ? [name] : [name, routine]));
  return new LockstepError('E_UNKNOWN_ID', 'this is neither a bus address nor a routine of the image', {
    found: text,
    expected: 'an address such as C1:1C02, or a name such as order-points-idle',
    remedy: known.length === 0 ? 'Give an address' : nearest(text, known),
  });
}

/** The address that a text names. @throws LockstepError `E_UNKNOWN_ID` */
export function choosePlace(text: string, image: ChosenImage): ChosenPlace {
  const wanted = text.toLowerCase();
  const found = image.routines.filter(({ routine, name }) =>
    [name, routine, `${routine} ${name}`].some((word) => word !== '' && word.toLowerCase() === wanted),
  );
  const [first] = found;
  if (first !== undefined) {
    const other = found.find((routine) => routine.entry !== first.entry);
    if (other === undefined) return { address: first.entry, routine: first };
    throw new LockstepError('E_UNKNOWN_ID', `several routines are called ${text}`, {
      found: found.map(({ name, entry }) => `${name} (${formatBus(entry)})`).join(', '),
      remedy: 'Give the name of one of them, or its address',
    });
  }
  const match = /^(?:\$|0x)?([0-9a-f]{2}):?([0-9a-f]{4})$/i.exec(text);
  if (match === null) throw unknownRoutine(text, image);
  const address = Number.parseInt(`${match[1]}${match[2]}`, 16);
  const place = canonical(address, image.mapping);
  return { address, routine: image.routines.find(({ entry }) => entry === place) };
}

/** First lines of a text about the image. */
export function chosenLines({ rom, what, profile }: ChosenImage): readonly string[] {
  if (profile === undefined || profile.isGame) return [...imageLines(rom), `  ${what}`];
  return [`${rom.file}: ${what} (${figuresText(rom.identity)})`];
}

// What is known of the processor where a listing begins.

/**
 * Routines are entered with 8-bit accumulator and 16-bit index, the reset in emulation mode;
 * elsewhere nothing is known.
 * @param given widths that the user knows better
 */
export function stateAtEntry(
  image: ChosenImage,
  place: ChosenPlace,
  given: { readonly m?: 0 | 1 | undefined; readonly x?: 0 | 1 | undefined } = {},
): FlowState {
  const { direct, dataBank } = image.entry;
  const isMirrored = place.routine !== undefined && place.routine.routine !== '';
  if (place.routine?.name === 'reset' && given.m === undefined && given.x === undefined) {
    return entryState({ m: 1, x: 1, e: 1, direct: 0, dataBank: 0 });
  }
  const m = given.m ?? (isMirrored ? 1 : undefined);
  const x = given.x ?? (isMirrored ? 0 : undefined);
  if (place.routine !== undefined && !isMirrored) return entryState({ m, x, direct: -1, dataBank: -1 });
  return entryState({ m, x, direct, dataBank });
}
