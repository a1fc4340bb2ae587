/**
 * What `data` prints of an enemy, held against what the engine does with it: never against a second table.
 */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../core/live-a-live/index.js';
import type { LiveALiveBattle } from '../../core/live-a-live/memory/machine.js';
import { apply, read } from '../../core/system/battle.js';
import type { System } from '../../core/system/system.js';
import { LockstepError } from '../../harness/base/errors.js';
import { describeEnemy } from '../../harness/files/rom/lookup/describe.js';
import { drawnSystem } from '../../harness/solve/odds/position/position.js';
import { calculate } from '../../harness/solve/odds/table/calculator.js';
import { type OddsTable, oddsTable } from '../../harness/solve/odds/table/odds-table.js';
import { skillsOfCharacter } from '../../rom-map/tables/characters.js';
import { ALLY_SKILLS, CHARACTERS, maxHpOf, SPECIES } from '../../rom-map/tables/index.js';
import { ATTRIBUTES } from '../../rom-map/tables/layouts.js';

type Species = (typeof SPECIES.rows)[number];
type Skill = (typeof ALLY_SKILLS.rows)[number];

const SYSTEM: System = LIVE_A_LIVE_BATTLE;
/** Plays of a table: it is asked for the place of a blow, not for chances. */
const PLAYS = 20;
const NO_FIGURES = { level: undefined, stats: {} };

function write(battle: LiveALiveBattle, name: string, value: number): void {
  const cell = battle.cells.find((one) => one.name === name);
  if (cell === undefined) throw new Error(`there is no cell ${name}`);
  for (let byte = 0; byte < cell.width; byte++) battle.image[cell.offset + byte] = value >> (8 * byte);
}

/** HP that no blow takes, and a status under which an enemy does nothing. */
const [MANY, PARALYSED] = [30_000, 0x10];

function hold(battle: LiveALiveBattle): void {
  write(battle, 'enemy[0].hp', MANY);
  write(battle, 'enemy[0].statuses', PARALYSED);
}

/** HP that the enemy loses by the second of two equal skills. @param evades whether its bits stay */
function lostBySecond(battle: LiveALiveBattle, command: Parameters<typeof apply>[2], evades: boolean): number {
  hold(battle);
  apply(LIVE_A_LIVE_BATTLE, battle, command);
  hold(battle);
  if (!evades) write(battle, 'species[0].evade', 0);
  apply(LIVE_A_LIVE_BATTLE, battle, command);
  return MANY - read(battle, 'enemy[0].hp');
}

/** What may come of a skill; no rows where it cannot be used. */
function tableOf(position: Parameters<typeof oddsTable>[0], skill: string): Pick<OddsTable, 'rows' | 'late'> {
  try {
    return oddsTable(position, { horizon: 'effect', plays: PLAYS, skill });
  } catch (error) {
    if (error instanceof LockstepError && error.code === 'E_ODDS_NOBODY') return { rows: [], late: [] };
    throw error;
  }
}

/** The same with the evaded attributes and without; undefined: this skill cannot be used twice like that. */
function twice(attacker: string, skill: Skill, defender: Species): { with: number; without: number } | undefined {
  const question = { attacker, skill: skill.id, defender: defender.id, side: 'front', plays: PLAYS };
  const [row] = calculate(LIVE_A_LIVE_BATTLE, {
    ...question,
    attackerFigures: NO_FIGURES,
    defenderFigures: NO_FIGURES,
  }).rows;
  if (row === undefined) return undefined;
  const begin = () => SYSTEM.create({ ...row.setup, generator: [1, 2, 3, 4] }) as LiveALiveBattle;
  const position = { ...drawnSystem(LIVE_A_LIVE_BATTLE, 'test'), battle: begin(), at: 'at its start', switches: {} };
  const { rows, late } = tableOf(position, skill.id);
  const own = rows.find(({ side, ifFacing }) => side === 'front' && ifFacing === '');
  const [x = 0, y = 0] = own?.cells[0]?.split(',').map(Number) ?? [];
  if (own === undefined || late.length > 0) return undefined;
  const command = { command: 'skill', skill: skill.id, x, y, frames: 0 };
  const lost = (evades: boolean): number => lostBySecond(begin(), command, evades);
  return { with: lost(true), without: lost(false) };
}

const enemies = SPECIES.rows.filter((row) => maxHpOf(row) > 1);

/** Skills of allies of this attribute, and who has them. */
function skillsOf(attribute: string): { readonly attacker: string; readonly skill: Skill }[] {
  return CHARACTERS.rows.flatMap((character) =>
    skillsOfCharacter(character).flatMap((number) => {
      const skill = number === 0 ? undefined : ALLY_SKILLS.rows[number];
      return skill !== undefined && ATTRIBUTES[skill.values.attribute] === attribute
        ? [{ attacker: character.id, skill }]
        : [];
    }),
  );
}

const halves = (row: Species, attribute: string): boolean =>
  describeEnemy(row).some(
    ([label, value]) => label === 'half damage after' && `${value}`.split(/\W+/u).includes(attribute),
  );

/** Enemies of each kind that are asked: of some attributes only one that it halves is in reach. */
const ASKED = { half: 1, whole: 2 };

/** A skill that can be used twice, on an enemy that it takes something from. */
function usable(attribute: string): { readonly attacker: string; readonly skill: Skill } | undefined {
  const whole = enemies.filter((row) => !halves(row, attribute)).slice(0, 3);
  return skillsOf(attribute).find(({ attacker, skill }) =>
    whole.some((row) => (twice(attacker, skill, row)?.without ?? 0) > 4),
  );
}

describe('the printed label names the attributes after which damage is halved', () => {
  test.each(ATTRIBUTES.filter((name) => name !== 'none' && name !== 'back'))('%s', (attribute) => {
    const found = usable(attribute);
    if (found === undefined) throw new Error(`no ally can use a skill of ${attribute} twice`);
    const { attacker, skill } = found;
    const seen = { half: 0, whole: 0 };
    for (const row of enemies) {
      const kind = halves(row, attribute) ? 'half' : 'whole';
      if (seen[kind] >= ASKED[kind]) continue;
      const lost = twice(attacker, skill, row);
      if (lost === undefined || lost.without < 3) continue;
      // the mark is kept as far as byte 13 of the skill has bits: a blow of the hand without a type has none (C1:CCA5)
      const isHalf = kind === 'half' && attribute !== 'hand';
      const half = (lost.without >> 1) + 1;
      expect([row.id, skill.id, lost.with]).toEqual([row.id, skill.id, isHalf ? half : lost.without]);
      seen[kind]++;
      if (seen.half === ASKED.half && seen.whole === ASKED.whole) break;
    }
    expect(seen).toEqual(ASKED);
  });
});
