/** What may be commanded now, a row for each: what it would do, with the generator as it stands. */
import { decodeCommand, encodedLength } from '../../../core/system/battle.js';
import { type Battle, FACING_ARROWS, type Language, type Preview, type System } from '../../../core/system/system.js';
import { commandText } from '../../plan/move-text.js';
import type { RowCommand } from '../../trace/types.js';

export interface ChoiceRow {
  readonly command: RowCommand;
  /** As the battle takes it. */
  readonly words: Int32Array;
  /** Name of the skill or item, or of the command. */
  readonly name: string;
  /** Column and row that it names, or undefined. */
  readonly cell: readonly [x: number, y: number] | undefined;
  /** Where and on whom, in words. */
  readonly where: string;
  /** What it would do; undefined for a system that gives no previews. */
  readonly preview: ChoicePreview | undefined;
}

export interface ChoicePreview {
  /** Frames, commands or steps that it takes, as the system counts. */
  readonly frames: number;
  /** Gauges that it changes. */
  readonly changes: Preview['changes'];
  readonly acted: readonly string[];
  /** Whose turn is next, or empty. */
  readonly next: string;
  readonly told: readonly string[];
}

/** Something that cannot be commanded now. */
export interface RefusedRow {
  readonly name: string;
  readonly reason: string;
}

export interface ChoiceTable {
  /** Who acts, or empty. */
  readonly actor: string;
  readonly rows: readonly ChoiceRow[];
  readonly refused: readonly RefusedRow[];
  /** False: there are more commands than the table lists. */
  readonly isWhole: boolean;
}

const MOST_WORDS = 1 << 18;
/** Most commands that are listed of a system that names none itself. */
const MOST_ROWS = 400;

function previewOf(system: System, preview: Preview, language: Language): ChoicePreview {
  const { frames, changes, acted, next, happenings } = preview;
  const told = happenings.filter(({ kind }) => kind !== 'nothing' && kind !== 'next');
  return {
    frames,
    changes,
    acted: acted.map((one) => one[language]),
    next: next?.[language] ?? '',
    told: told.map((happening) => system.narration.sentence(happening, language)),
  };
}

/** Every command in its ranges, of a system without names for its choices. */
function plainRows(system: System, battle: Battle): ChoiceTable {
  const listed = new Int32Array(MOST_WORDS);
  const length = battle.legalCommands(listed);
  const rows: ChoiceRow[] = [];
  for (let at = 0; at < length; ) {
    const shape = system.commands.find(({ code }) => code === listed[at]);
    if (shape === undefined) break;
    const words = new Int32Array(encodedLength(shape));
    words[0] = shape.code;
    const ranges = shape.parameters.map(
      (_, index) => [listed[at + 1 + 2 * index] ?? 0, listed[at + 2 + 2 * index] ?? 0] as const,
    );
    ranges.forEach(([from], index) => {
      words[1 + index] = from;
    });
    for (let more = true; more; ) {
      if (rows.length === MOST_ROWS) return { actor: '', rows, refused: [], isWhole: false };
      const command = decodeCommand(system, battle, words) as RowCommand;
      const where = commandText(command).slice(command.command.length).trim();
      rows.push({ command, words, name: command.command, cell: undefined, where, preview: undefined });
      more = countOn(words, ranges);
    }
    at += 1 + 2 * shape.parameters.length;
  }
  return { actor: '', rows, refused: [], isWhole: true };
}

/** The next values of the parameters; false after the last ones. */
function countOn(words: Int32Array, ranges: readonly (readonly [from: number, to: number])[]): boolean {
  for (let index = ranges.length - 1; index >= 0; index--) {
    const [from, to] = ranges[index] as readonly [number, number];
    const value = words[1 + index] as number;
    words[1 + index] = value < to ? value + 1 : from;
    if (value < to) return true;
  }
  return false;
}

/** What may be commanded in the state of a battle. The battle stays as it is. */
export function choiceTable(system: System, battle: Battle, language: Language): ChoiceTable {
  const { choices } = system.capabilities;
  if (choices === undefined) return plainRows(system, battle);
  const { actor, groups } = choices.of(battle);
  const rows = groups.flatMap(({ name, choices: some }) =>
    some.map(({ command, words, cell, on, facings }): ChoiceRow => {
      const place = cell === undefined ? '' : `${cell[0]},${cell[1]}`;
      const facing = facings.map((number) => FACING_ARROWS[number] ?? '').join('');
      const where = [place, on.map((one) => one[language]).join(' and '), facing].filter((part) => part !== '');
      const preview = previewOf(system, choices.preview(battle, words), language);
      return { command: command as RowCommand, words, name: name[language], cell, where: where.join(' '), preview };
    }),
  );
  const refused = groups.flatMap(({ name, refused: some }) =>
    some.map(({ target, reason }) => ({
      name: target === undefined ? name[language] : `${name[language]} on ${target[language]}`,
      reason,
    })),
  );
  return { actor: actor?.[language] ?? '', rows, refused, isWhole: true };
}
