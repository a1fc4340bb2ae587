/** The skills and items that the ally whose turn it is may use, each on the cells it reaches. */
import { decodeCommand, encodedLength, readCell } from '../../../../core/system/battle.js';
import type {
  Battle,
  CellDeclaration,
  CommandShape,
  DrawSource,
  GaugeShape,
  System,
  UnitView,
} from '../../../../core/system/system.js';
import { gaugeCellName, LockstepError, nearest, unitName } from '../../../base/index.js';

import { createImageKeys } from '../graph/image-key.js';
import type { DrawnSystem, Position } from '../position/position.js';

// What of the units a table tells: HP, statuses, place, facing, abnormality, who is gone.

export interface Unit {
  /** What its cells begin with: `enemy[0]`. */
  readonly prefix: string;
  readonly name: string;
  readonly side: number;
  readonly hp: number;
  readonly statuses: number;
  readonly abnormality: number;
  readonly x: number;
  readonly y: number;
  readonly facing: UnitView['facing'];
}

export interface UnitReader {
  /** Units that are in the battle, by prefix. */
  read(image: Uint8Array): ReadonlyMap<string, Unit>;
  /** Names of the status bits, lowest first. */
  readonly statusNames: readonly string[];
}

/** Cell of the first gauge that is of a unit with these prefixes. */
function cellOf(
  cells: ReadonlyMap<string, CellDeclaration>,
  gauges: readonly GaugeShape[],
  prefixes: readonly string[],
): CellDeclaration | undefined {
  for (const gauge of gauges) {
    const name = gaugeCellName(gauge, prefixes);
    if (name !== undefined) return cells.get(name);
  }
  return undefined;
}

/** @param battle work space: its image changes with every reading */
export function createUnitReader(system: System, battle: Battle): UnitReader {
  const overview = system.capabilities.views?.overview;
  const gauges = overview?.gauges ?? [];
  const cells = new Map(battle.cells.map((cell) => [cell.name, cell]));
  const health = gauges.filter(({ role }) => role === 'health');
  const status = gauges.filter(({ role }) => role === 'status');
  const other = gauges.filter(({ cell }) => cell.endsWith('.abnormality'));
  const value = (cell: CellDeclaration | undefined): number => (cell === undefined ? 0 : readCell(battle.image, cell));
  return {
    statusNames: status[0]?.bits ?? [],
    read(image) {
      battle.image.set(image);
      const found = new Map<string, Unit>();
      const names = new Map<string, number>();
      for (const view of overview?.units(battle) ?? []) {
        const [prefix = ''] = view.prefixes;
        const plain = unitName(battle, cells, view);
        const count = (names.get(plain) ?? 0) + 1;
        names.set(plain, count);
        found.set(prefix, {
          prefix,
          name: count === 1 ? plain : `${plain} (${prefix})`,
          side: view.side,
          hp: value(cellOf(cells, health, view.prefixes)),
          statuses: value(cellOf(cells, status, view.prefixes)),
          abnormality: value(cellOf(cells, other, view.prefixes)),
          x: view.x,
          y: view.y,
          facing: view.facing,
        });
      }
      return found;
    },
  };
}

export interface Candidate {
  readonly words: Int32Array;
  /** Id of the skill or item. */
  readonly name: string;
  readonly facing: string;
  /** Cells, `x,y`, on which it does the same; the first is that of the command. */
  readonly cells: string[];
  /** Units in its area, as far as the image tells. */
  readonly reaches: number;
}

interface Candidates {
  readonly found: readonly Candidate[];
  /** Skills and items that reach nobody from there. */
  readonly idle: readonly string[];
  /** Those that take effect only once another ally has acted: their charge is longer. */
  readonly late: readonly string[];
}

const MOST_WORDS = 1 << 18;
const LONGEST = 2048;

/** Whether a command uses something: `skill` and `item` have a parameter of their own name. */
export function isUse({ name, parameters }: CommandShape): boolean {
  return parameters.some((parameter) => parameter.name === name);
}

/** Every skill and item on every cell, with no presses and for the ally whose turn it is. */
function everyChoice({ system, battle, framePlay }: Position): Candidate[] {
  const play = framePlay(battle);
  const listed = new Int32Array(MOST_WORDS);
  const length = battle.legalCommands(listed);
  const found: Candidate[] = [];
  for (let at = 0; at < length; ) {
    const shape = system.commands.find(({ code }) => code === listed[at]);
    if (shape === undefined) break;
    if (play.takes(shape.code) && isUse(shape)) {
      const words = new Int32Array(encodedLength(shape));
      words[0] = shape.code;
      shape.parameters.forEach((_, index) => {
        words[1 + index] = listed[at + 1 + 2 * index] as number;
      });
      const plain: Readonly<Record<string, unknown>> = decodeCommand(system, battle, words);
      const name = String(plain[shape.name] ?? shape.name);
      const [facing, cells] = [String(plain['facing'] ?? ''), [`${plain['x']},${plain['y']}`]];
      found.push({ words, name, facing, cells, reaches: 0 });
    }
    at += 1 + 2 * shape.parameters.length;
  }
  return found;
}

/**
 * Plays with the least value at every draw until the skill has taken effect; the battle is left
 * there.
 * @returns false: another ally is asked before that
 */
export function tryOut({ force, framePlay }: DrawnSystem, battle: Battle, words: Int32Array): boolean {
  const play = framePlay(battle);
  const source: DrawSource = { given: () => 0, choose: (values) => values[0] as number };
  force(battle, source);
  try {
    play.give(words);
    const given = battle.image.slice();
    let stalls = 0;
    for (let frames = 1; frames <= LONGEST && !play.hasTakenEffect(given); frames++) {
      const stepped = play.isStepping();
      if (play.frame()) stalls++;
      if (play.isTurnOver({ frames, stalls, stepped })) break;
    }
    return play.hasTakenEffect(given);
  } finally {
    force(battle, undefined);
  }
}

/**
 * Makes a count of those whom a skill that took effect had in its area; 1 where it changed
 * anybody's HP or statuses without.
 */
function reachTest({ system, battle }: Position, start: Uint8Array): () => number {
  const cells = new Map(battle.cells.map((cell) => [cell.name, cell]));
  const watched: CellDeclaration[] = [];
  for (const { cell: pattern, role } of system.capabilities.views?.overview?.gauges ?? []) {
    if (role !== 'health' && role !== 'status') continue;
    for (let unit = 0; ; unit++) {
      const cell = cells.get(pattern.replace('*', String(unit)));
      if (cell === undefined) break;
      watched.push(cell);
    }
  }
  const areas = battle.cells.filter(({ name }) => name.endsWith('.inRange'));
  return () => {
    const { image } = battle;
    const inArea = areas.filter((cell) => readCell(image, cell) !== 0).length;
    if (inArea > 0) return inArea;
    return watched.some((cell) => readCell(image, cell) !== readCell(start, cell)) ? 1 : 0;
  };
}

/**
 * Those that reach somebody. Cells on which a skill does the same with one facing are one
 * candidate: that is, cells that leave the same image but for the target itself.
 */
function together(position: Position, choices: readonly Candidate[]): Candidates {
  const { battle } = position;
  const start = battle.image.slice();
  const reaches = reachTest(position, start);
  const targets = battle.cells.filter(({ name, scratch }) => scratch === true || /\.target[XY]$/.test(name));
  const keys = createImageKeys(battle.image, targets);
  const found = new Map<string, Candidate>();
  const idle = new Set(choices.map(({ name }) => name));
  const late = new Set<string>();
  for (const choice of choices) {
    const isLate = !tryOut(position, battle, choice.words);
    if (isLate) late.add(choice.name);
    const reached = isLate ? 0 : reaches();
    const key = reached > 0 ? `${choice.name} ${choice.facing} ${keys.between(0)}` : '';
    battle.image.set(start);
    if (key === '') continue;
    const same = found.get(key);
    if (same === undefined) found.set(key, { ...choice, reaches: reached });
    else same.cells.push(...choice.cells);
  }
  for (const { name } of found.values()) idle.delete(name);
  for (const name of late) idle.delete(name);
  return { found: [...found.values()], idle: [...idle], late: [...late] };
}

/** Nobody may act, or who may act has nothing to use. */
function nobodyError({ system, battle, at }: Position): LockstepError {
  const listed = new Int32Array(MOST_WORDS);
  const length = battle.legalCommands(listed);
  let isAsked = false;
  for (let word = 0; word < length; ) {
    const shape = system.commands.find(({ code }) => code === listed[word]);
    if (shape === undefined) break;
    if (shape.parameters.some(({ ids }) => ids === 'ally')) isAsked = true;
    word += 1 + 2 * shape.parameters.length;
  }
  return isAsked
    ? new LockstepError('E_ODDS_NOBODY', 'the ally whose turn it is has no skill or item to use there', {
        found: at,
        remedy: 'Give --at another place, or a plan; logs of our test ROM hold no lists of skills',
      })
    : new LockstepError('E_ODDS_NOBODY', 'no ally may act there', {
        found: at,
        remedy: 'Give --at a place where an ally may act',
      });
}

/**
 * @param skill id of the only skill or item, or undefined
 * @throws LockstepError `E_ODDS_NOBODY` where nobody may act, `E_UNKNOWN_ID` with the nearest skill
 */
export function candidatesOf(position: Position, skill: string | undefined): Candidates {
  const { battle } = position;
  const all = everyChoice(position);
  if (all.length === 0) throw nobodyError(position);
  const names = [...new Set(all.map(({ name }) => name))];
  if (skill === undefined) return together(position, all);
  const number = battle.idNumber('skill', skill);
  const id = number < 0 ? skill : (battle.idName('skill', number) ?? skill);
  const wanted = all.filter(({ name }) => name === id);
  if (wanted.length > 0) return together(position, wanted);
  throw new LockstepError('E_UNKNOWN_ID', `the ally whose turn it is cannot use ${skill} there`, {
    found: skill,
    expected: names.join(', '),
    remedy: nearest(skill, names),
  });
}
