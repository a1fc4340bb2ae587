/** What happened while a plan was played: sentences by command, with the draws under each. */
import type { Battle, EventBuffer, Language, System } from '../../../core/system/system.js';
import { entryNumber } from '../../base/entry-number.js';
import { countText } from '../../base/number-text.js';
import { plainText } from '../../base/plain-text.js';
import { type ToldLine, toldOf } from '../../base/told.js';
import { frameText, toldDrawText } from '../trace/draw-text.js';
import { commandText } from './move-text.js';
import type { PlanStep } from './types.js';

/** What a command of the plan came to. */
export interface ToldCommand {
  /** Number of the frame or command as every view counts (`entryNumber`); refused ones count. */
  readonly number: number;
  readonly command: string;
  readonly label: string;
  /** Code of its refusal, or empty. */
  readonly error: string;
  /** Frames that it took, where the system counts them; else undefined. */
  readonly frames: number | undefined;
  readonly told: readonly ToldLine[];
}

export interface Story {
  /** To be called after every tried command, with its events in the lent buffer. */
  note(step: PlanStep, error: string): void;
  readonly commands: readonly ToldCommand[];
}

/**
 * Tells a battle from its present state on.
 * @param events the buffer that holds the events of the command at hand
 */
export function createStory(system: System, battle: Battle, events: EventBuffer, language: Language): Story {
  const before = battle.image.slice();
  const commands: ToldCommand[] = [];
  const framesOf = system.capabilities.planning?.frames;
  let frames = framesOf?.(battle) ?? 0;
  return {
    commands,
    note(step, error) {
      const number = entryNumber(system, commands.length);
      const told = error === '' ? toldOf({ system, battle, before, events, frame: number }, language) : [];
      const now = framesOf?.(battle) ?? 0;
      commands.push({
        number,
        command: commandText(step.command),
        label: step.label ?? '',
        error,
        frames: framesOf === undefined ? undefined : now - frames,
        told,
      });
      frames = now;
      before.set(battle.image);
    },
  };
}

function lineText(system: System, { frame, sentence, draws }: ToldLine, withDraws: boolean): string[] {
  const own = `  ${frameText(system, frame)}${sentence}`;
  if (!withDraws) return [own];
  return [own, ...draws.map((draw) => `      ${toldDrawText(system, draw)}`)];
}

/** Frames in a row with the same move and nothing to tell: one line. */
function folded(unit: System['unit'], commands: readonly ToldCommand[]): (ToldCommand & { readonly last: number })[] {
  const found: (ToldCommand & { readonly last: number })[] = [];
  for (const one of commands) {
    const before = found.at(-1);
    const isQuiet = unit === 'frame' && one.told.length === 0 && one.error === '';
    const goesOn = before?.told.length === 0 && before.error === '' && before.command === one.command;
    if (isQuiet && goesOn && before.label === one.label) found[found.length - 1] = { ...before, last: one.number };
    else found.push({ ...one, last: one.number });
  }
  return found;
}

/**
 * @param withDraws each sentence has its draws below it: frame, call site, value, what it decided
 */
export function storyText(system: System, { commands }: Story, withDraws: boolean): string {
  const { unit } = system;
  const lines = folded(unit, commands).flatMap(({ number, last, command, label, error, frames, told }) => {
    const took = frames === undefined || error !== '' ? '' : `, ${countText(frames, 'frame')}`;
    const name = label === '' ? command : `${command} (${label})`;
    const which = number === last ? `${unit} ${number}` : `${unit}s ${number} to ${last}`;
    const head = `${which}: ${name}${error === '' ? took : `: refused with ${error}`}`;
    return [head, ...told.flatMap((line) => lineText(system, line, withDraws))];
  });
  return lines.map((line) => `${plainText(line)}\n`).join('');
}
