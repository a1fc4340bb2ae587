/** The two lists of skills: the allies' own, which some enemies share, and the enemies'. */
import { SKILL_LAYOUT, type SkillField } from './layouts.js';
import { ALLY_SKILL_ROWS } from './rows/ally-skills.js';
import { ENEMY_SKILL_ROWS } from './rows/enemy-skills.js';
import { makeTable, rowOf, type Table, type TableRow } from './table.js';

export const ALLY_SKILLS: Table<SkillField> = makeTable(
  'skill of the allies',
  SKILL_LAYOUT,
  'hosoboso/livealive@29c15e1 sfc/js/data.js wazaData_chara',
  ALLY_SKILL_ROWS,
);

export const ENEMY_SKILLS: Table<SkillField> = makeTable(
  'skill of the enemies',
  SKILL_LAYOUT,
  'hosoboso/livealive@29c15e1 sfc/js/data.js wazaData_enemy',
  ENEMY_SKILL_ROWS,
);

/** @throws RangeError for an unknown id */
export function allySkill(id: string): TableRow<SkillField> {
  return rowOf(ALLY_SKILLS, id);
}

/** @throws RangeError for an unknown id */
export function enemySkill(id: string): TableRow<SkillField> {
  return rowOf(ENEMY_SKILLS, id);
}

/** The four skills of a species, from the list it uses. */
export function skillsOfSpecies(row: {
  readonly values: Readonly<Record<'allySkills' | 'skill1' | 'skill2' | 'skill3' | 'skill4', number>>;
}): readonly TableRow<SkillField>[] {
  const list = row.values.allySkills === 0 ? ENEMY_SKILLS : ALLY_SKILLS;
  const { skill1, skill2, skill3, skill4 } = row.values;
  return [skill1, skill2, skill3, skill4].map((number) => list.rows[number] as TableRow<SkillField>);
}
