/** Finds the generator's state by what was seen, observation by observation. */
import { createEventBuffer, readCell } from '../../../../core/system/battle.js';
import { countText } from '../../../../core/system/names.js';
import type { Battle, System } from '../../../../core/system/system.js';
import { ALLY_SKILLS, ENEMY_SKILLS } from '../../../../rom-map/tables/skills.js';
import { SPECIES } from '../../../../rom-map/tables/species.js';
import { findRows } from '../../../../rom-map/tables/table.js';
import { drained, LockstepError, nearest, type Steps, wrap } from '../../../base/index.js';

import {
  createPlay,
  createPlayer,
  encodeStep,
  generatorText,
  laterUnits,
  type Move,
  type Plan,
  type PlanVisitor,
  type Player,
} from '../../../play/index.js';

import { type DrawGraph, drawGraph } from '../graph/draw-graph.js';
import { OPEN } from '../graph/explore.js';
import { followState } from '../graph/follow.js';
import { createImageKeys, createSightTally, type ImageKeys, type Sight, sightsIn } from '../graph/image-key.js';
import {
  commandsBefore,
  cutsIn,
  type DrawnSystem,
  type Unsettled,
  unsettledLines,
  unsettledOf,
} from '../position/position.js';
import { compileWant, startsOf } from '../seeds/play-starts.js';
import { createUnitReader } from '../table/candidates.js';

// What a player saw: a place of the plan and a condition. `PLACE: CONDITION`, where the condition
// is an expression over cells, or words: `UNIT damage 96`, `UNIT heal 30`, `UNIT miss` for what the
// screen shows, `UNIT lost 26`, `UNIT unhurt` for HP, `UNIT used SKILL`; a number may be a range,
// `20..25`. Several words have commas between them. `previous(cell)` is the value before the
// command.

interface Observation {
  readonly text: string;
  /** Commands of the plan done when it was seen, 1 or more. */
  readonly after: number;
  /** What the screen showed; undefined: it is about the images. */
  readonly sight: Sight | undefined;
  /** @param before and after: images round the last of these commands */
  fits(before: Uint8Array, after: Uint8Array): boolean;
}

const WORDS = /^(.+?)\s+(?:(unhurt)|lost\s+(\d+)(?:\s*\.\.\s*(\d+))?|used\s+(.+))$/u;
const SIGHT = /^(.+?)\s+(?:(miss)|(damage|heal)\s+(\d+)(?:\s*\.\.\s*(\d+))?)$/u;
/** Sights of one command, a bit of a number each. */
const MOST_SIGHTS = 30;

/** Prefix of a unit by what people call it. */
function prefixOf(system: System, battle: Battle, name: string): string {
  const units = [...createUnitReader(system, battle).read(battle.image.slice()).values()];
  const species = findRows(SPECIES.rows, name)[0]?.id;
  const found = units.find((unit) => [unit.name, unit.prefix].includes(name) || unit.name === species);
  const ally = battle.idNumber('ally', name);
  if (found !== undefined) return found.prefix;
  if (ally >= 0) return `ally[${ally}]`;
  const known = units.map((unit) => unit.name);
  throw new LockstepError('E_UNKNOWN_ID', `nobody is called ${name}`, {
    found: name,
    expected: known.join(', '),
    remedy: nearest(name, known),
  });
}

/** Number of the skill in the list that the unit uses. */
function skillOf(battle: Battle, prefix: string, name: string): number {
  const id = battle.cells.find((cell) => cell.name === `${prefix}.id`);
  const species = id === undefined ? undefined : SPECIES.rows[readCell(battle.image, id)];
  const rows = prefix.startsWith('ally') || species?.values.allySkills === 1 ? ALLY_SKILLS.rows : ENEMY_SKILLS.rows;
  const [row] = findRows(rows, name);
  if (row !== undefined) return row.number;
  const known = rows.map((candidate) => candidate.id);
  throw new LockstepError('E_UNKNOWN_ID', `there is no skill ${name}`, { found: name, remedy: nearest(name, known) });
}

/** The words of a player as an expression. */
function plainCondition(system: System, battle: Battle, text: string): string {
  const match = WORDS.exec(text);
  if (match === null) return text;
  const [, name = '', unhurt, least, most, skill] = match;
  const prefix = prefixOf(system, battle, name.trim());
  const hp = `${prefix}.hp`;
  if (unhurt !== undefined) return `previous(${hp}) = ${hp}`;
  if (skill !== undefined) {
    const number = skillOf(battle, prefix, skill.trim());
    const isAlly = prefix.startsWith('ally');
    const [cell, count] = isAlly ? ['lastSkill', 'allySkillCount'] : ['chosenSkill', 'enemySkillCount'];
    return `${prefix}.${cell} = ${number} and changed(${count})`;
  }
  const lost = `previous(${hp}) - ${hp}`;
  return most === undefined ? `${lost} = ${least}` : `${lost} >= ${least} and ${lost} <= ${most}`;
}

/** What a player saw on the screen, or undefined: the text is about something else. */
function sightOf(system: System, battle: Battle, text: string): Sight | undefined {
  const match = SIGHT.exec(text);
  if (match === null || system.capabilities.planning?.shown === undefined) return undefined;
  const [, name = '', miss, kind, first, last] = match;
  const unit = prefixOf(system, battle, name.trim());
  if (miss !== undefined) return { unit, kind: 'miss', least: 0, most: 0 };
  const least = Number(first);
  return { unit, kind: kind === 'heal' ? 'heal' : 'damage', least, most: last === undefined ? least : Number(last) };
}

/**
 * Reads what was seen: one thing, or several words with commas between them. Without a place it was
 * seen after the plan's last command.
 * @throws LockstepError for a place or condition that cannot be read
 */
export function readObservations(system: System, battle: Battle, plan: Plan, text: string): Observation[] {
  const [, place, conditions = text] = /^([^:]+:)?\s*(.+)$/u.exec(text) ?? [];
  const parts = conditions.split(/\s*,\s*/u);
  const isWords = parts.every((part) => WORDS.test(part) || SIGHT.test(part));
  if (parts.length < 2 || !isWords) return [readObservation(system, battle, plan, text)];
  const head = place === undefined ? '' : `${place} `;
  return parts.map((part) => readObservation(system, battle, plan, `${head}${part}`));
}

function readObservation(system: System, battle: Battle, plan: Plan, text: string): Observation {
  const split = /^([^:]+):\s*(.+)$/u.exec(text);
  const place = split?.[1]?.trim();
  const after = commandsBefore(plan, place ?? String(plan.steps.reduce((sum, { repeat }) => sum + repeat, 0)));
  if (after === 0) {
    throw new LockstepError('E_OPTION', 'before the first command nothing was drawn', {
      found: text,
      remedy: 'Name the command that it was seen with',
    });
  }
  const seen = (split?.[2] ?? text).trim();
  const sight = sightOf(system, battle, seen);
  if (sight !== undefined) return { text, after, sight, fits: () => true };
  const moves = plan.steps.flatMap((_, index): Move[] => {
    const move = encodeStep(system, battle, plan, index);
    return typeof move === 'string' ? [] : [move];
  });
  const condition = compileWant(system, battle, plainCondition(system, battle, seen), laterUnits(system, moves));
  const around = { frame: 0, pad: -1 };
  return { text, after, sight, fits: (before, now) => condition.evaluate(before, now, around) !== 0 };
}

// The generator states that a battle may be in: groups with the same image, which a command is
// played for at once, by its graph, where many are in one.

/** A state now, and the state at the start that it came from. */
interface Suspect {
  readonly from: number;
  readonly state: number;
}

export interface Group {
  /** With the generator's bytes all 0. */
  readonly image: Uint8Array;
  readonly suspects: readonly Suspect[];
}

/** Suspects from which the graph of a command is worth its making, and what it may take. */
const FOR_GRAPH = 1500;
const GRAPH_PLAYS = 40_000;
/** Plays a move for suspects; groups that fit stay. */
interface SuspectPlayer {
  /**
   * @param fits told the images round the move, and the sights that were shown, a bit each; others
   * are dropped
   */
  play(groups: readonly Group[], move: Move, fits: Fits, sights?: readonly Sight[]): Group[];
}

type Fits = (before: Uint8Array, after: Uint8Array, shown: number) => boolean;

/** Words of events of one command. */
const EVENT_WORDS = 1 << 16;

export function createSuspectPlayer(drawn: DrawnSystem, battle: Battle): SuspectPlayer {
  const { system, generator, force, framePlay } = drawn;
  const player = createPlayer(system, battle);
  const play = framePlay(battle);
  const keys: ImageKeys = createImageKeys(
    battle.image,
    battle.cells.filter((cell) => cell.scratch === true),
  );

  interface Found {
    readonly image: Uint8Array;
    readonly suspects: Suspect[];
  }

  const shown = system.capabilities.planning?.shown;
  const events = shown === undefined ? undefined : createEventBuffer(EVENT_WORDS, ~shown.kinds);

  /** Plays a move of the generator's state at hand. @returns the sights, or undefined: refused */
  function playMove(move: Move, sights: readonly Sight[]): number | undefined {
    if (shown === undefined || events === undefined || sights.length === 0) {
      return player.play(move, undefined) === 0 ? 0 : undefined;
    }
    let seen = 0;
    events.lost = 0;
    const error = player.play(move, events, () => {
      seen |= sightsIn(shown.tell, events, sights);
    });
    return error === 0 ? seen : undefined;
  }

  function add(found: Map<string, Found>, image: Uint8Array, suspect: Suspect): void {
    const key = keys.between(0);
    const group = found.get(key);
    if (group === undefined) found.set(key, { image: image.slice(), suspects: [suspect] });
    else group.suspects.push(suspect);
  }

  function graphOf(image: Uint8Array, move: Move, sights: readonly Sight[]): DrawGraph | undefined {
    if (!play.takes(move.shape.code)) return undefined;
    battle.image.set(image);
    const tally = shown === undefined || sights.length === 0 ? undefined : createSightTally(shown, sights);
    play.lend(tally?.events);
    const options = { horizon: 'command', plays: GRAPH_PLAYS, ...(tally === undefined ? {} : { tally }) } as const;
    const graph = drawGraph(battle, play, force, move.words, options);
    play.lend(undefined);
    return typeof graph === 'number' || !graph.isWhole ? undefined : graph;
  }

  return {
    play(groups, move, fits, sights = []) {
      const found = new Map<string, Found>();
      for (const { image, suspects } of groups) {
        const graph = suspects.length >= FOR_GRAPH ? graphOf(image, move, sights) : undefined;
        const ends = new Map<number, boolean>();
        for (const { from, state } of suspects) {
          if (graph !== undefined) {
            const { end, state: now } = followState(graph, generator, state);
            const point = end === OPEN ? undefined : graph.points[end];
            if (point?.is !== 'end') continue;
            const fit = ends.get(end) ?? fits(image, point.image, point.tallied);
            ends.set(end, fit);
            if (!fit) continue;
            battle.image.set(point.image);
            add(found, battle.image, { from, state: now });
            continue;
          }
          battle.image.set(image);
          generator.write(battle, state);
          const seen = playMove(move, sights);
          if (seen === undefined) continue;
          const now = generator.read(battle);
          generator.write(battle, 0);
          if (fits(image, battle.image, seen)) add(found, battle.image, { from, state: now });
        }
      }
      return [...found.values()];
    },
  };
}

interface Narrowing {
  readonly saw: string;
  readonly after: number;
  /** States that fit this and all before it. */
  readonly fit: number;
}

/** What comes next, and from how many states. */
interface Next {
  readonly what: string;
  readonly states: number;
}

export interface Located {
  /** States in all. */
  readonly among: number;
  readonly what: string;
  readonly steps: readonly Narrowing[];
  /** States that fit everything: at the plan's start and now. */
  readonly found: readonly { readonly start: string; readonly now: string; readonly values: readonly number[] }[];
  readonly fit: number;
  /** The command of the plan behind the last observation, and what it comes to. */
  readonly next: { readonly command: string; readonly outcomes: readonly Next[] } | undefined;
  /** The observation that nothing fits, after which it ended. */
  readonly contradiction: string | undefined;
  readonly unsettled: readonly Unsettled[];
  /** Names of the unpublished stretches that the states went through. */
  readonly unpublished: readonly string[];
  /** It was told to end: `fit` counts what fits so far, and no state is named. */
  readonly interrupted?: true;
}

const SHOWN = 20;
const VALUES = 8;

function suspectsOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { suspects }) => sum + suspects.length, 0);
}

/** What a move comes to for every unit, in words. */
function wordsOf({ system }: DrawnSystem, battle: Battle): (before: Uint8Array, after: Uint8Array) => string {
  const reader = createUnitReader(system, battle);
  return (before, after) => {
    const now = reader.read(after.slice());
    const parts = [...reader.read(before).values()].flatMap((unit) => {
      const lost = unit.hp - (now.get(unit.prefix)?.hp ?? 0);
      return lost === 0 ? [] : [`${unit.name} ${lost > 0 ? `loses ${lost}` : `recovers ${-lost}`}`];
    });
    return parts.length === 0 ? 'nobody loses HP' : parts.join(', ');
  };
}

function nextOf(drawn: DrawnSystem, battle: Battle, groups: readonly Group[], move: Move): Next[] {
  const words = wordsOf(drawn, battle);
  const counts = new Map<string, number>();
  const player = createSuspectPlayer(drawn, battle);
  for (const group of groups) {
    for (const suspect of group.suspects) {
      let said = 'the command is refused';
      player.play([{ image: group.image, suspects: [suspect] }], move, (before, after) => {
        said = words(before, after);
        return false;
      });
      counts.set(said, (counts.get(said) ?? 0) + 1);
    }
  }
  return [...counts].map(([what, states]) => ({ what, states })).sort((a, b) => b.states - a.states);
}

/** States from which it is not worth to say what comes next from each. */
const TOO_MANY = 2000;

/**
 * @param battle at the plan's start
 * @throws LockstepError `E_LOCATE_NO_DRAWS` where nothing was drawn up to the last observation
 */
export function locate(
  drawn: DrawnSystem,
  battle: Battle,
  plan: Plan,
  observations: readonly Observation[],
  progress?: (command: number, fit: number) => void,
): Located {
  return drained(locateSteps(drawn, battle, plan, observations, progress));
}

/** The same, a step for each command. Ended early it names no state: too many would fit. */
export function* locateSteps(
  drawn: DrawnSystem,
  battle: Battle,
  plan: Plan,
  observations: readonly Observation[],
  progress?: (command: number, fit: number) => void,
): Steps<Located> {
  const { generator } = drawn;
  const start = battle.image.slice();
  const passed = drawn.system.capabilities.evidence?.unpublished?.(battle);
  const starts = startsOf({ system: drawn.system, battle }, generator, { kind: 'cycles', timer: undefined, frames: 0 });
  const first: { from: number; state: number }[] = [];
  for (let number = 0; number < starts.count; number++) {
    starts.put(battle, number);
    first.push({ from: number, state: generator.read(battle) });
  }
  battle.image.set(start);
  generator.write(battle, 0);
  let groups: readonly Group[] = [{ image: battle.image.slice(), suspects: first }];
  const steps: Narrowing[] = [];
  const crowded = observations.find(
    (one) => observations.filter(({ after, sight }) => after === one.after && sight !== undefined).length > MOST_SIGHTS,
  );
  if (crowded !== undefined) {
    throw new LockstepError('E_OPTION', `more than ${MOST_SIGHTS} numbers were seen in one command`, {
      found: crowded.text,
      remedy: 'Give fewer of them',
    });
  }
  const last = Math.max(...observations.map(({ after }) => after));
  const player = createSuspectPlayer(drawn, battle);
  let contradiction: string | undefined;
  let following: Move | undefined;

  /**
   * Plays a command for all states; what was seen after it narrows them one by one, so that a
   * contradiction has a name.
   * @param move undefined: it is refused, and changes nothing
   */
  function narrow(move: Move | undefined, after: number): void {
    const here = observations.filter((each) => each.after === after);
    const before = groups;
    const sights = here.flatMap(({ sight }) => sight ?? []);
    const bits = here.map(({ sight }) => (sight === undefined ? 0 : 1 << sights.indexOf(sight)));
    const play = (fits: Fits): readonly Group[] =>
      move === undefined
        ? before.filter(({ image }) => fits(image, image, 0))
        : player.play(before, move, fits, sights);
    if (here.length === 0) groups = play(() => true);
    for (const [place, saw] of here.entries()) {
      groups = play((old, now, shown) =>
        here
          .slice(0, place + 1)
          .every((each, index) => each.fits(old, now) && (shown & (bits[index] as number)) === bits[index]),
      );
      steps.push({ saw: saw.text, after: saw.after, fit: suspectsOf(groups) });
      if (groups.length > 0) continue;
      contradiction = saw.text;
      break;
    }
    for (const { image } of groups) {
      battle.image.set(image);
      passed?.note();
    }
    progress?.(after, suspectsOf(groups));
  }

  const visitor: PlanVisitor = {
    before({ step, done }) {
      if (groups.length === 0) return 'end';
      if (step.error === undefined) return 'play';
      if (done < last) narrow(undefined, done + 1);
      return 'skip';
    },
  };
  const suspects: Pick<Player, 'play'> = {
    play(move) {
      if (played.done < last) narrow(move, played.done + 1);
      else following = move;
      return 0;
    },
  };
  const played = createPlay(drawn.system, battle, plan, visitor, { player: suspects, until: last + 1 });
  const rests = () => ({
    unsettled: unsettledOf(drawn.system, battle, plan.ruleset.switches, cutsIn(plan)),
    unpublished: passed?.names() ?? [],
  });
  while (played.advance()) {
    if (!(yield)) continue;
    battle.image.set(start);
    const none = { found: [], next: undefined, contradiction, interrupted: true } as const;
    return { among: starts.count, what: starts.what, steps, fit: suspectsOf(groups), ...none, ...rests() };
  }
  const fit = suspectsOf(groups);
  const drew = groups.some(({ suspects }) => suspects.some(({ from, state }) => first[from]?.state !== state));
  battle.image.set(start);
  if (fit > 0 && !drew) {
    throw new LockstepError('E_LOCATE_NO_DRAWS', 'nothing was drawn up to what was seen, so it tells nothing', {
      file: plan.file,
      remedy: 'Name what was seen after a skill or an enemy’s turn',
    });
  }
  const next =
    following === undefined || fit === 0 || fit > TOO_MANY
      ? undefined
      : { command: following.shape.name, outcomes: nextOf(drawn, battle, groups, following) };
  battle.image.set(start);
  const shown = groups.flatMap(({ suspects }) => suspects).slice(0, SHOWN);
  const found = shown.map(({ from, state }) => {
    const values: number[] = [];
    for (let now = state; values.length < VALUES; now = generator.next(now)) values.push(generator.value(now));
    return { start: starts.name(from), now: `generator = ${generatorText(state)}`, values };
  });
  return { among: starts.count, what: starts.what, steps, found, fit, next, contradiction, ...rests() };
}

// The answer of `lockstep locate` as text.

const WIDTH = 100;

/** HP lost are held at the HP that are left; a number on the screen is not. */
function heldHint(contradiction: string): readonly string[] {
  if (!/\slost\s+\d/u.test(contradiction)) return [];
  return wrap('HP lost are never more than were left: the number on the screen is "UNIT damage N"', WIDTH);
}

export function locateText(file: string, located: Located): string {
  const { among, what, steps, found, fit, next, contradiction } = located;
  const unsettled = unsettledLines(located.unsettled);
  const lines = [`${file}: among ${what}`, ''];
  let before = among;
  for (const { saw, fit: left } of steps) {
    lines.push(`${saw}: ${left} of ${before} fit`);
    before = left;
  }
  lines.push('');
  if (located.interrupted === true) {
    return `${[...lines, `interrupted: ${countText(fit, 'state')} fit so far`, ...unsettled].join('\n')}\n`;
  }
  if (contradiction !== undefined) {
    const known = steps.at(-2)?.fit ?? among;
    lines.push(
      ...wrap(`nothing fits ${contradiction}: ${countText(known, 'state')} fit all that was seen before it`, WIDTH),
      ...heldHint(contradiction),
      ...wrap(
        'Either it was seen differently, or the plan is not what was played, or the generator was on no known cycle.',
        WIDTH,
      ),
      ...unsettled,
    );
    return `${lines.join('\n')}\n`;
  }
  lines.push(
    fit === 1
      ? 'one state fits:'
      : `${countText(fit, 'state')} fit${fit > found.length ? `, ${found.length} of them` : ''}:`,
  );
  for (const { start, now, values } of found)
    lines.push(`  at the start ${start}; now ${now}; then ${values.join(' ')}`);
  if (next !== undefined) {
    lines.push('', `next, ${next.command}:`);
    for (const { what: outcome, states } of next.outcomes) lines.push(`  ${outcome}: ${states} of ${fit}`);
  }
  lines.push('', ...unsettled);
  return `${lines.join('\n')}\n`;
}
