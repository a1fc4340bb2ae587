/**
 * What is given beside a file: a cartridge image, what it has settled, the language of names. Every
 * call that plays takes it, and says what its answer rests on here.
 */
import { existsSync } from 'node:fs';
import type { Language, System } from '../../core/system/system.js';
import { LockstepError, languageOf, type Standing, SYSTEMS, standingLines, writeFile } from '../base/index.js';
import { connectLive, createWaitTally, dumpLive, readTimingProfile, type WaitTally } from '../capture/index.js';
import { battleError, imageJson, imageLines, loadRomImage, type RomImage, type RomOptions } from '../files/index.js';
import { openedSettled, readSettled, type Settled, withImageCodeAll, withSettled } from '../original/index.js';
import {
  findPlanSystem,
  type LoadOptions,
  type Plan,
  type PlanSource,
  type PlanStart,
  planFileOf,
  startOf,
} from '../play/index.js';
import type { CallOptions, Kind } from './parameters.js';

export interface ImageOptions {
  /** An IPS, UPS or BPS patch that is applied in memory first. */
  readonly patch?: string | undefined;
  /** Takes an unknown image, where its header fits, as this game: `live-a-live`. */
  readonly as?: string | undefined;
  /** Takes any image; every answer says so. */
  readonly forceRom?: boolean | undefined;
}

/**
 * The image of `--rom`, if given.
 * @throws LockstepError as `imageOf`, and `E_USAGE` for image options without it
 */
export function givenImage(options: ImageOptions & { readonly rom?: string | undefined }): RomImage | undefined {
  if (options.rom !== undefined) return imageOf(options.rom, options);
  if (options.patch === undefined && options.as === undefined && options.forceRom !== true) return undefined;
  throw new LockstepError('E_USAGE', '--patch, --as and --force-rom need --rom', {
    remedy: 'Name the image with --rom',
  });
}

/** Words that give the same image again. */
export function imageWords({ file, patch, forced, takenAs }: RomImage): readonly string[] {
  const patched = patch === null ? [] : ['--patch', patch.file];
  const accepted = takenAs === undefined ? ['--force-rom'] : ['--as', takenAs];
  return ['--rom', file, ...patched, ...(forced ? accepted : [])];
}

/** First lines of a result with a given image; empty without one. */
export function imageHead(image: RomImage | undefined): string {
  return image === undefined ? '' : `${imageLines(image).join('\n')}\n`;
}

/** @throws LockstepError when the image cannot be read, patched, or is not known */
export function imageOf(file: string, options: ImageOptions): RomImage {
  return loadRomImage(file, romOptions(options));
}

export function romOptions(options: ImageOptions): RomOptions {
  const { patch, as, forceRom } = options;
  return {
    ...(patch === undefined ? {} : { patch }),
    ...(as === undefined ? {} : { as }),
    force: forceRom === true,
  };
}

export interface SettledOptions {
  /** What a cartridge has settled; left out: `IMAGE.profile.json` beside `rom`. */
  readonly profile?: string | undefined;
}

/** Where a profile is looked for beside an image. */
function profileBeside(image: string): string {
  return `${image}.profile.json`;
}

/** @throws LockstepError for a profile that is broken, or of another image than the given one */
export function givenSettled(profile: string | undefined, image: RomImage | undefined): Settled | undefined {
  if (profile !== undefined) return readSettled(profile, image?.image);
  if (image === undefined || !existsSync(profileBeside(image.file))) return undefined;
  return readSettled(profileBeside(image.file), image.image);
}

export interface GivenOptions extends ImageOptions, SettledOptions {
  /** Your own cartridge image, whose tables and code are taken. */
  readonly rom?: string | undefined;
  /** Language of names: `en`, `ja` or `id`. */
  readonly names?: string | undefined;
}

/** Parameters of `GivenOptions`. */
export const GIVEN: Readonly<Record<keyof GivenOptions, Kind>> = {
  rom: 'file',
  patch: 'file',
  as: 'text',
  forceRom: 'flag',
  profile: 'file',
  names: 'text',
};

export interface Given {
  readonly image: RomImage | undefined;
  readonly settled: Settled | undefined;
  /** Those of the command; the ones that read a cartridge with the image's tables and code. */
  readonly systems: readonly System[];
  readonly language: Language;
}

/** @throws LockstepError for an image, patch, profile or language that cannot be used */
export function givenOf({ systems = SYSTEMS }: Pick<CallOptions, 'systems'>, options: GivenOptions): Given {
  const image = givenImage(options);
  return {
    image,
    settled: givenSettled(options.profile, image),
    systems: withImageCodeAll(systems, image),
    language: languageOf(options.names),
  };
}

/** Options that open logs, plans and branches under what is given. */
export function loadGiven({ systems, settled, language }: Given): LoadOptions & Pick<Given, 'systems' | 'language'> {
  return { systems, language, ...openedSettled(settled) };
}

/**
 * A plan and its system under what is given.
 * @param id of the system, where it is not the plan's own
 * @throws LockstepError as `findPlanSystem`, `E_CAPABILITY` for an image that nothing would read
 */
export async function planGiven(
  { image, settled, systems }: Given,
  written: Plan,
  id = written.system,
): Promise<{ readonly system: System; readonly plan: Plan }> {
  const system = await findPlanSystem(systems, { ...written, system: id });
  if (image !== undefined && system.capabilities.cartridge === undefined) {
    throw new LockstepError('E_CAPABILITY', `${system.id} reads no cartridge image`, { remedy: 'Leave --rom out' });
  }
  return { system, plan: withSettled(written, system, settled) };
}

/** The image of a result in JSON. */
export function imageField({ image }: Pick<Given, 'image'>): { readonly image: ReturnType<typeof imageJson> | null } {
  return { image: image === undefined ? null : imageJson(image) };
}

/** What an answer rests on beside the printed routines and what is given. */
interface Rests {
  /** Settings that the plan or log chooses. */
  readonly switches?: Readonly<Record<string, string | number>> | undefined;
  /** Stretches that were passed, those that a profile has settled among them. */
  readonly stretches?: readonly string[] | undefined;
  /** The state or log that a plan begins with. */
  readonly start?: PlanStart | undefined;
  /** Other files that change the answer, by parameter. */
  readonly files?: Readonly<Record<string, PlanSource | undefined>>;
}

/** Digits of a SHA-256 that name a file. */
const DIGITS = 16;

/** `image SHA-256 578e7626a7a5f879`. */
export function hashText(what: string, sha256: string): string {
  return `${what} SHA-256 ${sha256.slice(0, DIGITS)}`;
}

/** What an answer rests on, by name: switches, stretches, then image, profile and files. */
export function restsOn({ image, settled }: Partial<Given>, { switches, stretches, start, files }: Rests): string[] {
  const begun = start === undefined ? undefined : 'state' in start ? start.state : start.trace;
  const hashes = { image: image?.identity.sha256, profile: settled?.sha256 };
  return [
    ...Object.keys(switches ?? {}),
    ...(stretches ?? []),
    ...Object.entries(hashes).flatMap(([what, hash]) => (hash === undefined ? [] : [hashText(what, hash)])),
    ...Object.entries({ start: begun, ...files }).flatMap(([what, file]) =>
      file === undefined ? [] : [`${what} ${planFileOf(file)}`],
    ),
  ];
}

/** What a result rests on, a line for each part. @param by who settled, in words */
export function restLines({ image }: Given, standing: Standing, by: string | undefined): readonly string[] {
  return standingLines(standing, by, image?.identity.sha256);
}

// The savestate, dump or frame of a log with which a battle begins.

export interface FromOptions {
  /** A savestate, a dump of work RAM, or, with `at`, a log. */
  readonly from?: string | undefined;
  /** Of a log: the last frame before the plan. */
  readonly at?: number | undefined;
}

const LIVE = /^(?:ws|nwa):/u;

/** The plan that will be written; the dump of a running game stands beside it. */
interface PlanWanted {
  readonly file: string;
  readonly system: System;
}

/**
 * Writes the work RAM of the running game beside a plan.
 * @throws LockstepError `E_OPTION` without a plan to write, and those of the connection
 */
async function takeLive(address: string, wanted: PlanWanted | undefined): Promise<PlanStart> {
  if (wanted === undefined) {
    throw new LockstepError('E_OPTION', 'a running game does not wait: its battle is taken into a file first', {
      found: `--from ${address}`,
      remedy: `\`lockstep plan --from ${address} -o plan.toml\` writes it, and \`run plan.toml\` plays it`,
    });
  }
  const source = await connectLive(address);
  try {
    const ram = await dumpLive(source);
    const { consoleState } = wanted.system.capabilities;
    const battle = wanted.system.create(null);
    const fault = consoleState?.take(battle, ram, 0);
    // a memory without a battle is of no use to anybody: it is not written
    if (fault !== undefined) throw battleError(address, fault);
    const file = wanted.file.replace(/\.toml$/iu, '.ram');
    writeFile(file, ram, 'dump');
    return await startOf(file, undefined);
  } finally {
    source.close();
  }
}

/**
 * The start that the options name, or undefined.
 * @param wanted left out: no plan is written
 * @throws LockstepError `E_OPTION` for --at alone, `E_FILE`, and those of a running game
 */
export async function givenStart({ from, at }: FromOptions, wanted?: PlanWanted): Promise<PlanStart | undefined> {
  if (from !== undefined && LIVE.test(from)) return takeLive(from, wanted);
  if (from !== undefined) return startOf(from, at);
  if (at === undefined) return undefined;
  throw new LockstepError('E_OPTION', '--at needs a log', { remedy: 'Name it with --from, or leave --at out' });
}

// How long the console shows what a plan does.

export interface TimingOptions {
  /** Profile of how long the console shows what. */
  readonly timing?: string | undefined;
}

/** @throws LockstepError as `readTimingProfile` and `createWaitTally` */
export function givenTiming({ timing }: TimingOptions, system: System): WaitTally | undefined {
  return timing === undefined ? undefined : createWaitTally(system, readTimingProfile(timing), timing);
}
