/**
 * The logs whose inputs `lockstep rom prove` plays: the bundled ones of a test ROM, or a given one.
 */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { LockstepError } from '../../../base/errors.js';
import { packageRoot } from '../../../base/package-root.js';
import { type PadEvent, padWordOfMask } from '../../../base/pad-script.js';
import { bundledLogs, padScriptOf } from '../../../capture/record/bundled-logs.js';
import { readPadInput } from '../../../files/movies/pad-input.js';
import type { RoutinePlan } from '../../../original/cpu-trace/profile.js';
import type { ImageUnderTest } from '../../../original/proof/image-profile.js';
import type { PlayedLog, RecordedStates } from '../../../original/proof/recorded-states.js';
import { createCallKeeper } from '../../../original/recorded/call-keeper.js';
import { type LogToPlay, playLog } from '../../../original/recorded/play-log.js';

/** Frames of each bundled log by default: most routines are called in them. */
const BUNDLED_FRAMES = 150;
const ENDING = '.jsonl.gz';
/** The same scenario on two cores. */
const OTHER_CORE = /-(?:accuracy|balanced)$/;

/** Pad word of each frame, by a script. */
function padsOf(script: readonly PadEvent[]): (frame: number) => number {
  return (frame) => padWordOfMask(script.filter((event) => event.frame <= frame).at(-1)?.mask ?? 0);
}

/** Bundled logs of a test ROM; none in an installed package. */
function bundledLogsOf({ profile }: ImageUnderTest, frames: number): readonly LogToPlay[] {
  if (profile.isGame) return [];
  const root = packageRoot();
  if (!existsSync(join(root, 'traces', 'recordings.json'))) return [];
  const image = profile.name === 'drill-battle' ? 'battle' : undefined;
  return bundledLogs().flatMap((log) => {
    const file = join(root, 'traces', 'logs', `${log.log}.jsonl.gz`);
    if (log.image !== image || !existsSync(file)) return [];
    return [{ file, padBefore: padsOf(padScriptOf(log)), maxFrames: frames }];
  });
}

/** Logs of the user's choice. */
export interface GivenLogs {
  /** A log in place of the bundled ones. */
  readonly log?: string;
  /** Of each log; by default 150 of a bundled one, all of a given one. */
  readonly logFrames?: number;
  /** The pad script or movie that the given log was recorded with. */
  readonly input?: string;
}

/** A log begins with its battle: the pads before it stand in what it was recorded with. */
function padsBefore(input: string | undefined): (frame: number) => number {
  return input === undefined ? () => 0 : padsOf(readPadInput(input, true).events);
}

function chosenLogs(image: ImageUnderTest, { log: file, logFrames: frames, input }: GivenLogs): readonly LogToPlay[] {
  if (input !== undefined && file === undefined) {
    throw new LockstepError('E_OPTION', '--input is what a log was recorded with', {
      remedy: 'Name the log with --log',
    });
  }
  if (frames === 0) return [];
  if (file === undefined) {
    return bundledLogsOf(image, frames ?? BUNDLED_FRAMES).filter((log) => !OTHER_CORE.test(basename(log.file, ENDING)));
  }
  const maxFrames = frames ?? Number.POSITIVE_INFINITY;
  const bundled = bundledLogsOf(image, maxFrames).find((log) => resolve(log.file) === resolve(file));
  return [bundled ?? { file, padBefore: padsBefore(input), maxFrames }];
}

function checkBegins({ file, differs, frames }: PlayedLog): void {
  if (frames > 0 || differs === undefined) return;
  throw new LockstepError('E_OPTION', 'the image does not reach the first frame of the log', {
    file,
    found: `frame ${differs.frame} differs in ${differs.cell}`,
    expected: 'a log of this image from power-on, without a loaded savestate',
    remedy: 'Name with --input the pad script or movie that it was recorded with, or record it with lockstep record',
  });
}

/**
 * Plays the logs and keeps the states at the routines' calls.
 *
 * @throws LockstepError as `playLog`; `E_OPTION` for a given log of which no frame is equal
 */
export async function recordedStates(
  image: ImageUnderTest,
  plans: readonly RoutinePlan[],
  given: GivenLogs,
): Promise<RecordedStates> {
  const keeper = createCallKeeper(image, plans);
  const logs: PlayedLog[] = [];
  const chosen = plans.length === 0 ? [] : chosenLogs(image, given);
  for (const log of chosen) logs.push(await playLog(image, log, keeper));
  if (given.log !== undefined) logs.forEach(checkBegins);
  return { logs, statesOf: keeper.statesOf, calls: keeper.calls };
}
