/** What happened while a plan was played: sentences by command, with the draws under each. */
import {
  type Battle,
  type EventBuffer,
  type Happening,
  LANGUAGES,
  type Language,
  type System,
} from '../../core/system/system.js';
import { LockstepError } from '../base/errors.js';
import { nearest } from '../base/nearest.js';
import { siteText } from '../trace/draws.js';
import { commandText } from './move-text.js';
import type { PlanStep } from './types.js';

/** A happening with its sentence. */
export interface ToldLine extends Happening {
  readonly sentence: string;
}

/** What a command of the plan came to. */
export interface ToldCommand {
  /** Number of the command, 1 is the first; refused ones count. */
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

/** @throws LockstepError `E_OPTION` */
export function languageOf(given: string | undefined): Language {
  const found = LANGUAGES.find((language) => language === (given ?? 'en'));
  if (found !== undefined) return found;
  throw new LockstepError('E_OPTION', 'names are en, ja or id', {
    found: given ?? '',
    expected: LANGUAGES.join(', '),
    remedy: nearest(given ?? '', LANGUAGES),
  });
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
      const happenings = error === '' ? system.narration.tell(battle, before, events) : [];
      const now = framesOf?.(battle) ?? 0;
      commands.push({
        number: commands.length + 1,
        command: commandText(step.command),
        label: step.label ?? '',
        error,
        frames: framesOf === undefined ? undefined : now - frames,
        told: happenings.map((happening) => ({
          ...happening,
          sentence: system.narration.sentence(happening, language),
        })),
      });
      frames = now;
      before.set(battle.image);
    },
  };
}

function lineText(unit: string, { frame, sentence, draws }: ToldLine, withDraws: boolean): string[] {
  const at = (number: number): string => `${unit} ${String(number).padStart(5)}`;
  const own = `  ${at(frame)}  ${sentence}`;
  if (!withDraws) return [own];
  const lines = draws.map(({ frame: drawn, site, value, purpose, decided }) => {
    const why = decided === '' ? purpose : `${purpose}: ${decided}`;
    return `      ${at(drawn)}  ${siteText(site)}  ${String(value).padStart(3)}  ${why}`;
  });
  return [own, ...lines];
}

/**
 * @param withDraws each sentence has its draws below it: frame, call site, value, what it decided
 */
export function storyText(system: System, { commands }: Story, withDraws: boolean): string {
  const unit = system.capabilities.planning?.frames === undefined ? system.unit : 'frame';
  const lines = commands.flatMap(({ number, command, label, error, frames, told }) => {
    const took = frames === undefined || error !== '' ? '' : `, ${frames} ${frames === 1 ? 'frame' : 'frames'}`;
    const name = label === '' ? command : `${command} (${label})`;
    const head = `${number}. ${name}${error === '' ? took : `: refused with ${error}`}`;
    return [head, ...told.flatMap((line) => lineText(unit, line, withDraws))];
  });
  return lines.map((line) => `${line}\n`).join('');
}
