/** What may be commanded now, a row for each: what it would do, with the generator as it stands. */
import { type Battle, FACING_ARROWS, type Language, type Preview, type System } from '../../../core/system/system.js';
import type { RowCommand } from '../../play/trace/types.js';
import type { ChoicePreview, ChoiceRow, ChoiceTable } from './choice-table.js';
import { plainChoices } from './plain-choices.js';

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

/** What may be commanded in the state of a battle. The battle stays as it is. */
export function choiceTable(system: System, battle: Battle, language: Language): ChoiceTable {
  const { choices } = system.capabilities;
  if (choices === undefined) return plainChoices(system, battle, language);
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
