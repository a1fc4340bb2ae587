/**
 * The calculator: what a skill of one fighter does to another, without a plan. The two are put into
 * a battle of their own, the skill is due, and the next frame is looked at by the same functions as
 * the odds of a plan. How far the skill reaches and how long it charges is not asked: the fighters
 * stand where its area reaches.
 */
import { correctionOf, placeAlong } from '../../../../core/live-a-live/combat/ally-correction.js';
import { middle } from '../../../../core/live-a-live/combat/base-cell.js';
import * as PartyRecord from '../../../../core/live-a-live/memory/cells/party-record.js';
import { ALLY_CHARGING } from '../../../../core/live-a-live/turn/ally-actions.js';
import { ENEMY_CHARGING } from '../../../../core/live-a-live/turn/enemy-actions.js';
import { encodeCommand, read } from '../../../../core/system/battle.js';
import { type Battle, RuleError, type System } from '../../../../core/system/system.js';
import { CHARACTERS, skillsOfCharacter } from '../../../../rom-map/tables/characters.js';
import { ALLY_SKILLS, ENEMY_SKILLS, skillsOfSpecies } from '../../../../rom-map/tables/skills.js';
import { maxHpOf, SPECIES, sizeOf } from '../../../../rom-map/tables/species.js';
import { findRows } from '../../../../rom-map/tables/table.js';
import { drained, LockstepError, nearest, type Steps } from '../../../base/index.js';

import { CERTAIN, type Chance, differenceOf, NEVER, productOf, sumOf, totalOf } from '../graph/chance.js';
import { type DrawnSystem, drawnSystem, shiftsDraws } from '../position/position.js';
import { createUnitReader } from './candidates.js';
import { actorOf, commandOdds, isTouched, SIDES, type Side, type UnitOutcome } from './odds-table.js';

// Who fights: an ally of a character, or an enemy of a species. Species without HP are allies who
// fight as enemies: theirs come from a record, and no listed enemy has one.

type Character = (typeof CHARACTERS)['rows'][number];
type Species = (typeof SPECIES)['rows'][number];

type Fighter = { readonly is: 'ally'; readonly row: Character } | { readonly is: 'enemy'; readonly row: Species };

/** Figures of a fighter that are given; the others are those it begins with. */
export interface Figures {
  readonly level: number | undefined;
  readonly stats: Readonly<Record<string, number>>;
}

export interface CalculatorQuestion {
  readonly attacker: string;
  readonly attackerFigures: Figures;
  /** Left out: all that the attacker ever has. */
  readonly skill: string | undefined;
  /** A name, or `all`: every enemy. */
  readonly defender: string;
  readonly defenderFigures: Figures;
  /** Left out: front, side and back. */
  readonly side: string | undefined;
  /** Frames played for a row at most. */
  readonly plays: number;
  /** Called with the fights done and the fights in all. */
  readonly progress?: (done: number, all: number) => void;
}

/** A chance as far as it is known: at least `least`, at most all that is open more. */
interface KnockOut {
  readonly least: Chance;
  readonly open: Chance;
}

export interface CalculatorRow {
  readonly skill: string;
  readonly side: Side;
  readonly target: UnitOutcome;
  /**
   * Out within one, two, three uses, each on the same state but for the HP; undefined: it recovers
   * HP as well.
   */
  readonly out: readonly (KnockOut | undefined)[];
  /** What was not looked at because of the limit. */
  readonly open: Chance;
  /** The `[setup]` of a plan with this fight. */
  readonly setup: Readonly<Record<string, unknown>>;
}

export interface CalculatorTable {
  readonly attacker: string;
  /** Its level and stats in the fights. */
  readonly figures: Readonly<Record<string, number>>;
  /** Skills that the attacker never has by itself. */
  readonly foreign: readonly string[];
  readonly rows: readonly CalculatorRow[];
  /** Skills that do nothing from anywhere, or fighters that no battle takes, and why. */
  readonly none: readonly string[];
  /** Unpublished stretches that a fight rests on. */
  readonly unpublished: readonly string[];
}

export const EVERY_ENEMY = 'all';
const USES = 3;

const ALLY_STATS = ['hp', 'maxHp', 'power', 'speed', 'body', 'intellect', 'attack', 'defence'];
const ENEMY_STATS = ['hp', 'maxHp', 'power', 'speed', 'body', 'intellect'];

const ENEMIES: readonly Species[] = SPECIES.rows.filter((row) => maxHpOf(row) > 0);

type Named = Pick<Character, 'id' | 'japanese'>;

/** The nearest names of rows, in the letters that were typed. */
function nearestOf(name: string, rows: readonly Named[]): string {
  const isLatin = /^[\x20-\x7e]*$/u.test(name);
  return nearest(
    name,
    rows.map(({ id, japanese }) => (isLatin ? id : japanese)),
  );
}

/** The one row of a side that a name stands for. @throws LockstepError where there are several */
function oneOf<Row extends Named>(name: string, rows: readonly Row[]): Row | undefined {
  if (rows.length < 2) return rows[0];
  throw new LockstepError('E_UNKNOWN_ID', 'the name is that of several', {
    found: name,
    expected: rows.map(({ id }) => id).join(' or '),
    remedy: 'Give one of these ids',
  });
}

/** Both sides that a name may stand for. @throws LockstepError with the nearest names */
function fightersNamed(name: string): readonly Fighter[] {
  const ally = oneOf(name, findRows(CHARACTERS.rows, name));
  const enemy = oneOf(name, findRows(ENEMIES, name));
  const found: Fighter[] = [
    ...(ally === undefined ? [] : [{ is: 'ally', row: ally } as const]),
    ...(enemy === undefined ? [] : [{ is: 'enemy', row: enemy } as const]),
  ];
  if (found.length > 0) return found;
  throw new LockstepError('E_UNKNOWN_ID', 'no ally and no enemy has this name', {
    found: name,
    expected: 'a name of `lockstep data characters` or `lockstep data enemies`',
    remedy: nearestOf(name, [...CHARACTERS.rows, ...ENEMIES]),
  });
}

/** Attacker and defenders, of different sides. */
function sidesOf({ attacker, defender }: CalculatorQuestion): readonly [Fighter, readonly Fighter[]] {
  const attackers = fightersNamed(attacker);
  const first = attackers[0] as Fighter;
  if (defender === EVERY_ENEMY) {
    const ally = attackers.find(({ is }) => is === 'ally');
    if (ally !== undefined) return [ally, ENEMIES.map((row) => ({ is: 'enemy', row }) as const)];
    throw new LockstepError('E_OPTION', '--defender all is every enemy, and the attacker is one', {
      found: attacker,
      expected: 'an ally as --attacker',
      remedy: 'Name one ally as --defender',
    });
  }
  const defenders = fightersNamed(defender);
  for (const own of attackers) {
    const other = defenders.find(({ is }) => is !== own.is);
    if (other !== undefined) return [own, [other]];
  }
  const isAlly = first.is === 'ally';
  // allies who fight as enemies are species without figures: theirs come from a party's record
  const isWithout = isAlly && findRows(SPECIES.rows, defender).some((row) => maxHpOf(row) === 0);
  const why = isWithout ? '; as an enemy it has the figures of a record, which no table holds' : '';
  throw new LockstepError('E_OPTION', `${attacker} and ${defender} are on the same side${why}`, {
    found: defender,
    expected: isAlly ? 'an enemy as --defender' : 'an ally as --defender',
    remedy: `\`lockstep data ${isAlly ? 'enemies' : 'characters'}\` lists them`,
  });
}

interface Skill {
  readonly number: number;
  readonly id: string;
  readonly japanese: string;
}

/** Skills that a fighter ever has. */
function skillsOf(fighter: Fighter): readonly Skill[] {
  const rows: readonly Skill[] =
    fighter.is === 'enemy'
      ? skillsOfSpecies(fighter.row)
      : skillsOfCharacter(fighter.row).flatMap((number) => ALLY_SKILLS.rows[number] ?? []);
  return rows.filter(({ number }, index) => number !== 0 && rows.findIndex((row) => row.number === number) === index);
}

/** The skills that are asked about; one of its list that it never learns may be named. */
function skillsAsked(fighter: Fighter, name: string | undefined): readonly Skill[] {
  const all = skillsOf(fighter);
  if (name === undefined) return all;
  const own = findRows(all, name);
  if (own.length > 0) return own;
  const isOfAllies = fighter.is === 'ally' || fighter.row.values.allySkills !== 0;
  const list = (isOfAllies ? ALLY_SKILLS : ENEMY_SKILLS).rows;
  const found = findRows(list, name).filter(({ number }) => number !== 0);
  if (found.length > 0) return found;
  const remedy = nearestOf(name, [...all, ...list]);
  throw new LockstepError('E_UNKNOWN_ID', `there is no skill ${name}`, { found: name, remedy });
}

function checkStats(fighter: Fighter, option: string, { level, stats }: Figures): void {
  const known = fighter.is === 'ally' ? ALLY_STATS : ENEMY_STATS;
  for (const [name, value] of Object.entries(stats)) {
    if (!known.includes(name)) {
      throw new LockstepError('E_OPTION', `--${option} names no stat of ${fighter.row.id}`, {
        found: name,
        expected: known.join(', '),
        remedy: nearest(name, known),
      });
    }
    if (fighter.is === 'ally' || name === 'hp' || name === 'maxHp' || value <= 0xff) continue;
    throw new LockstepError('E_OPTION', `--${option} ${name} is too large`, {
      found: String(value),
      expected: '0 to 255',
      remedy: 'Give a smaller number',
    });
  }
  if (fighter.is === 'enemy' && level !== undefined && (level < 1 || level > 0x7f)) {
    throw new LockstepError('E_OPTION', `${fighter.row.id} cannot have that level`, {
      found: String(level),
      expected: '1 to 127',
      remedy: 'Give another level',
    });
  }
}

// A fight: the two in a battle of their own.

interface Cell {
  readonly x: number;
  readonly y: number;
}

const FIELD = 7;
const FACINGS = [0, 1, 2, 3];

interface Fight {
  readonly attacker: Fighter;
  readonly defender: Fighter;
  readonly attackerFigures: Figures;
  readonly defenderFigures: Figures;
  readonly skill: Skill;
}

interface Stand {
  readonly ally: Cell;
  readonly enemy: Cell;
  readonly allyFacing: number;
  readonly enemyFacing: number;
}

function figuresOf({ attacker, attackerFigures, defenderFigures }: Fight, side: Fighter['is']): Figures {
  return attacker.is === side ? attackerFigures : defenderFigures;
}

/** Whether the attacker ever has the skill. */
function isOwn({ attacker, skill }: Fight): boolean {
  return skillsOf(attacker).some(({ number }) => number === skill.number);
}

const rowsOfFight = ({ attacker, defender }: Fight) =>
  attacker.is === 'ally'
    ? { ally: attacker.row as Character, enemy: defender.row as Species }
    : { ally: defender.row as Character, enemy: attacker.row as Species };

/** The `[setup]` of a plan with the fight. */
function setupOf(fight: Fight, { ally, enemy, allyFacing, enemyFacing }: Stand): Readonly<Record<string, unknown>> {
  const rows = rowsOfFight(fight);
  const { level, stats } = figuresOf(fight, 'ally');
  const own = figuresOf(fight, 'enemy');
  return {
    enemies: [
      {
        species: rows.enemy.id,
        ...enemy,
        facing: enemyFacing,
        ...(own.level === undefined ? {} : { level: own.level }),
        ...own.stats,
      },
    ],
    party: [
      {
        character: rows.ally.id,
        ...ally,
        facing: allyFacing,
        ...(level === undefined ? {} : { level }),
        ...stats,
        ...(fight.attacker.is === 'ally' && isOwn(fight) ? { skills: [fight.skill.id] } : {}),
      },
    ],
    generator: [1, 2, 3, 4],
  };
}

function put(battle: Battle, name: string, value: number): void {
  const cell = battle.cells.find((candidate) => candidate.name === name);
  if (cell === undefined) throw new LockstepError('E_INTERNAL', `there is no cell ${name}`);
  for (let byte = 0; byte < cell.width; byte++) battle.image[cell.offset + byte] = (value >> (8 * byte)) & 0xff;
}

const FIGURES = ['level', 'power', 'speed', 'body', 'intellect'];

/** Level and stats of the attacker where the battle has begun. */
function figuresIn(battle: Battle, { attacker }: Fight): Readonly<Record<string, number>> {
  const prefix = attacker.is === 'ally' ? 'ally[0]' : 'enemy[0]';
  return Object.fromEntries(FIGURES.map((name) => [name, read(battle, `${prefix}.${name}`)]));
}

const WAIT = { command: 'wait', frames: 1 };

/** A battle that has begun, in which the skill is due in the next frame. */
function dueBattle({ system, framePlay }: DrawnSystem, fight: Fight, stand: Stand, aim: Cell): Battle {
  const battle = system.create(setupOf(fight, stand), {});
  framePlay(battle).give(encodeCommand(system, battle, WAIT));
  const isAlly = fight.attacker.is === 'ally';
  const user = isAlly ? 'ally[0]' : 'enemy[0]';
  put(battle, `${user}.skillState`, isAlly ? ALLY_CHARGING : ENEMY_CHARGING);
  put(battle, `${user}.charge`, 0);
  put(battle, `${user}.${isAlly ? 'lastSkill' : 'chosenSkill'}`, fight.skill.number);
  put(battle, `${user}.targetX`, aim.x);
  put(battle, `${user}.targetY`, aim.y);
  return battle;
}

/** Side of an ally that an enemy's skill strikes, or undefined: a draw decides. */
function sideOfAlly(fight: Fight, { ally, enemy, allyFacing }: Stand): Side | undefined {
  const size = sizeOf(rowsOfFight(fight).enemy.number);
  const sides = new Set<Side>();
  for (const bitX of [0, 1]) {
    for (const bitY of [0, 1]) {
      const columns = placeAlong(middle(enemy.x, size.width, bitX), ally.x, (allyFacing & 1) !== 0);
      const rows = placeAlong(middle(enemy.y, size.height, bitY), ally.y, (allyFacing & 2) !== 0);
      const correction = correctionOf(columns | (rows << 2));
      sides.add(correction === 0 ? 'front' : correction === PartyRecord.BACK_CORRECTION ? 'back' : 'side');
    }
  }
  return sides.size === 1 ? [...sides][0] : undefined;
}

function sideStruck(battle: Battle, system: System, fight: Fight, stand: Stand): Side | undefined {
  if (fight.attacker.is === 'enemy') return sideOfAlly(fight, stand);
  const value = system.capabilities.values?.find(({ name }) => name === 'ally[0].sideOf[0]');
  return value === undefined ? undefined : SIDES[value.read(battle)];
}

/** Cells of the ally round the enemy, the nearest first. */
function cellsRound(enemy: Cell, width: number, height: number): readonly Cell[] {
  const cells: (Cell & { readonly far: number })[] = [];
  for (let y = 0; y < FIELD; y++) {
    for (let x = 0; x < FIELD; x++) {
      const [overX, overY] = [
        Math.max(enemy.x - x, x - (enemy.x + width - 1), 0),
        Math.max(enemy.y - y, y - (enemy.y + height - 1), 0),
      ];
      if (overX + overY > 0) cells.push({ x, y, far: overX + overY });
    }
  }
  return cells.sort((a, b) => a.far - b.far).map(({ x, y }) => ({ x, y }));
}

/** Where the two may stand, the nearest first. */
function standsOf(fight: Fight): readonly Stand[] {
  const { width, height } = sizeOf(rowsOfFight(fight).enemy.number);
  const enemy = { x: (FIELD - width) >> 1, y: (FIELD - height) >> 1 };
  return cellsRound(enemy, width, height).flatMap((ally) =>
    FACINGS.flatMap((allyFacing) => FACINGS.map((enemyFacing) => ({ ally, enemy, allyFacing, enemyFacing }))),
  );
}

/** Cells that the skill may be aimed at: the defender's, and the attacker's own. */
function aimsOf(fight: Fight, { ally, enemy }: Stand): readonly Cell[] {
  return fight.attacker.is === 'ally' ? [enemy, ally] : [ally, enemy];
}

/** Out within one, two and more uses; each takes from the HP what one takes from all of them. */
export function outWithin({ unit, healed, survived }: UnitOutcome, open: Chance): readonly (KnockOut | undefined)[] {
  /** Chances of the HP that may be left: of what was looked at, and with all else left as it is. */
  let known = new Map<number, Chance>([[unit.hp, CERTAIN]]);
  let possible = known;
  const used = (before: ReadonlyMap<number, Chance>, rest: Chance): Map<number, Chance> => {
    const after = new Map<number, Chance>();
    const add = (hp: number, chance: Chance): void => {
      if (hp > 0) after.set(hp, sumOf(after.get(hp) ?? NEVER, chance));
    };
    for (const [hp, chance] of before) {
      for (const [damage, share] of survived) add(hp - damage, productOf(chance, share.chance));
      add(hp, productOf(chance, rest));
    }
    return after;
  };
  return Array.from({ length: USES }, (_, use) => {
    known = used(known, NEVER);
    possible = used(possible, open);
    if (healed.length > 0 && use > 0) return undefined;
    const [most, least] = [totalOf([...possible.values()]), totalOf([...known.values()])];
    return { least: differenceOf(CERTAIN, most), open: differenceOf(most, least) };
  });
}

/** Places at which a skill that reaches is given up when it never does anything. */
const TRIES = 24;

/**
 * Rows of a fight: the sides that are asked for, as far as the defender can be struck there.
 * @param unpublished gets the stretches that a row rests on
 */
function rowsOfSkill(
  drawn: DrawnSystem,
  fight: Fight,
  wanted: readonly Side[],
  plays: number,
  unpublished: Set<string>,
): CalculatorRow[] {
  const found = new Map<Side, CalculatorRow>();
  const tries = new Map<Side, number>();
  const { system } = drawn;
  for (const stand of standsOf(fight)) {
    if (found.size === wanted.length) break;
    let begun = dueBattle(drawn, fight, stand, aimsOf(fight, stand)[0] as Cell);
    const side = sideStruck(begun, system, fight, stand);
    if (side === undefined || !wanted.includes(side) || found.has(side)) continue;
    const tried = tries.get(side) ?? 0;
    if (tried >= TRIES) continue;
    tries.set(side, tried + 1);
    for (const [index, aim] of aimsOf(fight, stand).entries()) {
      if (index > 0) begun = dueBattle(drawn, fight, stand, aim);
      const image = begun.image.slice();
      const reader = createUnitReader(system, begun);
      const actor = fight.attacker.is === 'ally' ? actorOf(begun, reader.read(image)) : undefined;
      const outlook = { position: { ...drawn, battle: begun }, reader, rings: [], actor };
      const words = encodeCommand(system, begun, WAIT);
      const notes = system.capabilities.evidence?.unpublished?.(begun);
      const { units, open } = commandOdds(outlook, image, words, { horizon: 1, plays });
      const prefix = fight.attacker.is === 'ally' ? 'enemy[0]' : 'ally[0]';
      const target = units.find(({ unit }) => unit.prefix === prefix);
      if (target === undefined || !isTouched(target)) continue;
      for (const name of notes?.names() ?? []) if (!shiftsDraws(name)) unpublished.add(name);
      const setup = setupOf(fight, stand);
      found.set(side, { skill: fight.skill.id, side, target, out: outWithin(target, open), open, setup });
      break;
    }
  }
  return wanted.flatMap((side) => found.get(side) ?? []);
}

function sidesAsked(side: string | undefined): readonly Side[] {
  if (side === undefined) return SIDES;
  const found = SIDES.find((one) => one === side);
  if (found !== undefined) return [found];
  throw new LockstepError('E_OPTION', '--side names no side', {
    found: side,
    expected: SIDES.join(', '),
    remedy: nearest(side, SIDES),
  });
}

/** @throws LockstepError for names, figures and sides that are not there */
export function calculate(system: System, question: CalculatorQuestion): CalculatorTable {
  return drained(calculatorSteps(system, question));
}

/** The same, a step for each fight. */
export function* calculatorSteps(system: System, question: CalculatorQuestion): Steps<CalculatorTable> {
  const drawn = drawnSystem(system, 'odds');
  const [attacker, defenders] = sidesOf(question);
  const { attackerFigures, defenderFigures, plays, progress } = question;
  checkStats(attacker, 'stat', attackerFigures);
  for (const defender of defenders) checkStats(defender, 'defender-stat', defenderFigures);
  const wanted = sidesAsked(question.side);
  const skills = skillsAsked(attacker, question.skill);
  const fights = defenders.flatMap((defender) =>
    skills.map((skill): Fight => ({ attacker, defender, attackerFigures, defenderFigures, skill })),
  );
  const rows: CalculatorRow[] = [];
  const none: string[] = [];
  const unpublished = new Set<string>();
  let figures: Readonly<Record<string, number>> = {};
  for (const [index, fight] of fights.entries()) {
    const name = defenders.length > 1 ? fight.defender.row.id : fight.skill.id;
    try {
      const found = rowsOfSkill(drawn, fight, wanted, plays, unpublished);
      if (found.length === 0) none.push(name);
      rows.push(...found);
      const [stand] = standsOf(fight);
      if (index === 0 && stand !== undefined) figures = figuresIn(dueBattle(drawn, fight, stand, stand.enemy), fight);
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      if (defenders.length === 1) throw figureError(error);
      none.push(`${name} (${plainReason(error)})`);
    }
    progress?.(index + 1, fights.length);
    if (yield) break;
  }
  const foreign = fights.filter((fight) => !isOwn(fight)).map(({ skill }) => skill.id);
  const told = { foreign: [...new Set(foreign)], rows, none, unpublished: [...unpublished].sort() };
  return { attacker: attacker.row.id, figures, ...told };
}

const plainReason = ({ message }: RuleError): string =>
  message.replace(/^setup\.(party|enemies)\[0\]\.?/, '').replace(/^: /, '');

/** A fighter that the setup of a battle refuses. */
function figureError(error: RuleError): LockstepError {
  return new LockstepError('E_OPTION', `the fight cannot be set up: ${plainReason(error)}`, {
    remedy: 'Give other figures',
  });
}
