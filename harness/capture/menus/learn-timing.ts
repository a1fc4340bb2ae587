/**
 * Learns from recordings how long the screen shows what. A stretch of still frames is learned from
 * where the frame before it has one cause: a window that opens, an order, a turn, an enemy's step,
 * a skill without answers, the battle's start or end. Stretches with several causes are counted and
 * left out.
 */
import { LockstepError } from '../../base/errors.js';
import { checkMenus } from './check-menus.js';
import { openOwn } from './log-frames.js';
import { type Stretch, stretchesOf } from './stretches.js';
import type { Figure, RecordedMenus, TimedKey, TimingProfile } from './types.js';

/** Text of a key, for maps and sorting. */
export function keyText({ what, number, units, textSpeed }: TimedKey): string {
  const padded = (value: number): string => `${value}`.padStart(3, '0');
  return `${what} ${padded(number)} ${padded(units)} ${padded(textSpeed)}`;
}

type Learned = Map<string, { least: number; most: number; seen: number; readonly key: TimedKey }>;

function note(learned: Learned, key: TimedKey, frames: number): void {
  const text = keyText(key);
  const figure = learned.get(text);
  if (figure === undefined) {
    learned.set(text, { least: frames, most: frames, seen: 1, key });
    return;
  }
  figure.least = Math.min(figure.least, frames);
  figure.most = Math.max(figure.most, frames);
  figure.seen++;
}

/** Learns from stretches with one cause. @returns those with several */
function learnSingle(stretches: readonly Stretch[], learned: Learned): Stretch[] {
  return stretches.filter(({ causes, frames }) => {
    const [cause, second] = causes;
    if (cause === undefined || second !== undefined) return true;
    note(learned, cause, frames);
    return false;
  });
}

/** Learns a battle's end from a skill whose own frames are known. @returns how many are left out */
function learnEnds(stretches: readonly Stretch[], learned: Learned): number {
  let leftOut = 0;
  for (const { causes, frames } of stretches) {
    const [skill, end] = causes;
    const figure = skill === undefined ? undefined : learned.get(keyText(skill));
    const isEnd = causes.length === 2 && end?.what === 'end';
    if (!isEnd || end === undefined || figure === undefined || figure.least !== figure.most) leftOut++;
    else note(learned, end, frames - figure.least);
  }
  return leftOut;
}

/** A profile and its file. */
export interface NamedMenus {
  readonly file: string;
  readonly profile: RecordedMenus;
}

/** What is learned by cells of a machine that is another one would be wrong. */
async function expectMenus(file: string, menus: NamedMenus): Promise<void> {
  const { contradiction } = await checkMenus(await openOwn(file, menus), file, menus.profile);
  if (contradiction === undefined) return;
  const { frame, cell, expected, found, why } = contradiction;
  throw new LockstepError('E_MENUS_OTHER', `the recording contradicts the menus of ${menus.file}: ${why}`, {
    file,
    found: `frame ${frame}: ${cell} ${found}`,
    expected,
    remedy: `Mend the profile until \`lockstep menu check ${file} --menus ${menus.file}\` holds`,
  });
}

/**
 * @param files logs of one image
 * @param menus the menus of that image, and their file
 * @throws LockstepError as `openTrace`, `E_PROFILE_IMAGE`, `E_MENUS_OTHER` for a recording that
 * contradicts the menus, `E_NOTHING_COMPARED` if nothing was seen
 */
export async function learnTiming(files: readonly string[], menus: NamedMenus): Promise<TimingProfile> {
  const learned: Learned = new Map();
  const { profile } = menus;
  const stretches: Stretch[] = [];
  for (const file of files) {
    await expectMenus(file, menus);
    stretches.push(...(await stretchesOf(await openOwn(file, menus), profile)));
  }
  const leftOut = learnEnds(learnSingle(stretches, learned), learned);
  if (learned.size === 0) {
    throw new LockstepError('E_NOTHING_COMPARED', 'the recordings show nothing that takes a known time', {
      file: files[0] ?? '',
      expected: 'windows, turns, skills or steps of enemies',
      remedy: 'Record a battle with commands',
    });
  }
  const keys = [...learned.keys()].sort();
  const figures = keys.map((text): Figure => {
    const { key, least, most, seen } = learned.get(text) as NonNullable<ReturnType<Learned['get']>>;
    return { ...key, least, most, seen };
  });
  return { timing: 1, image: profile.image, system: profile.system, figures, leftOut };
}
