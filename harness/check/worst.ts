/**
 * Checks a worst case line by line. From each listed state two things may be claimed: that no plan
 * is sure of the goal at a lower cost, and that one plan is sure of it at a cost. Either rests on
 * what the states behind it claim of themselves for the rest of the cost. Every move costs
 * something, so that no claim rests on itself.
 */
import type { WorstHeader, WorstLine } from './form.js';
import { createOutcomes, type From, type Made } from './outcomes.js';
import { ENEMIES_TURN, type TaskMove } from './play-move.js';
import { createStoredStates } from './stored-states.js';
import type { Task } from './task.js';
import { createTransitions, type Transition } from './transitions.js';
import type { WalkCounts } from './walk.js';

/** What is asked of a state that has no line yet. */
interface Awaited extends From {
  atLeast: number;
  atMost: number;
}

/** What a line claims of its state. */
type Claims = Pick<WorstLine, 'atLeast' | 'atMost'>;

export interface WorstWalk {
  /** Takes the next line. @returns why it is wrong, or undefined */
  take(line: WorstLine): string | undefined;
  /** After the last line. @returns what is missing, or undefined */
  end(): string | undefined;
  /** The battle's own generator is put back. */
  finish(): void;
  readonly counts: () => WalkCounts;
}

const ANY = Number.POSITIVE_INFINITY;

function lacks({ atLeast, atMost }: Claims, asked: Claims): string | undefined {
  if (atLeast < asked.atLeast)
    return `nothing below ${atLeast} is refuted of this state, and ${asked.atLeast} is needed`;
  if (asked.atMost === ANY || (atMost >= 0 && atMost <= asked.atMost)) return undefined;
  return `this state has no plan of at most ${asked.atMost}, which is needed`;
}

/** @param file the certificate, for errors */
export function createWorstWalk(task: Task, header: WorstHeader, file: string): WorstWalk {
  const { battle, moves, system } = task;
  const transitions = createTransitions(task, header.trusts);
  const { first, tried, bound, key } = transitions;
  const states = createStoredStates(battle.image, file);
  const outcomes = createOutcomes(task, transitions, states.load);
  const awaited = new Map<string, Awaited>();
  const done = new Map<string, Claims>();
  const { actions } = system.capabilities;
  const enemiesChoose = moves.some(({ side }) => side === 'enemy');

  /** Asks something of the present state. @returns why its line, that is there already, lacks it */
  function ask(values: From['values'], asked: Claims): string | undefined {
    const atLeast = asked.atLeast <= bound(values) ? 0 : asked.atLeast;
    if (atLeast <= 0 && asked.atMost === ANY) return undefined;
    const state = key(values);
    const known = done.get(state);
    if (known !== undefined) return lacks(known, { ...asked, atLeast });
    const before = awaited.get(state);
    if (before === undefined) {
      awaited.set(state, { stored: states.store(), values, atLeast, atMost: asked.atMost });
    } else {
      before.atLeast = Math.max(before.atLeast, atLeast);
      before.atMost = Math.min(before.atMost, asked.atMost);
    }
    return undefined;
  }

  /** Why a move that was made does not show that the state costs so much, or undefined. */
  function fallsShort(made: Made, move: number, atLeast: number): string | undefined {
    if (typeof made === 'string') return made;
    if (made === undefined || made.isLost) return undefined;
    const { paid, atGoal, values } = made;
    if (paid <= 0) return `move ${move} costs nothing`;
    if (paid >= atLeast) return undefined;
    if (atGoal) return `move ${move} leads to the goal at cost ${paid}, below ${atLeast}`;
    return ask(values, { atLeast: atLeast - paid, atMost: ANY });
  }

  /** Why a move without an entry can be made all the same, or undefined: it is of no use. */
  function isOfUse(from: From, move: number): string | undefined {
    let isRefuted = false;
    let fault: string | undefined;
    outcomes.all(from, move, (made) => {
      if (typeof made === 'string') fault = made;
      isRefuted = made === undefined || (typeof made !== 'string' && made.isLost);
      return isRefuted || fault !== undefined;
    });
    return fault ?? (isRefuted ? undefined : `move ${move} is not refuted`);
  }

  /** The allies choose: every move must be of no use. */
  function refuteAll(from: From, { atLeast, refuted }: WorstLine): string | undefined {
    const entries = new Map(refuted.map(([move, ...choice]) => [move as number, choice]));
    if (entries.size < refuted.length) return 'a move is refuted twice';
    states.load(from.stored);
    const open = tried(from.values);
    const unknown = [...entries.keys()].find((move) => !open.includes(move));
    if (unknown !== undefined) return `move ${unknown} is not one of this state`;
    for (const move of open) {
      const choice = entries.get(move);
      const wrong =
        choice === undefined ? isOfUse(from, move) : fallsShort(outcomes.one(from, move, choice), move, atLeast);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  /** The enemies choose: one of their moves must be dear enough, or all end the line of play. */
  function refuteByEnemies(from: From, { atLeast, refuted }: WorstLine): string | undefined {
    const [entry] = refuted;
    if (refuted.length > 1) return 'the enemies choose one move';
    states.load(from.stored);
    const open = tried(from.values);
    if (entry !== undefined) {
      const move = entry[0] as number;
      if (!open.includes(move) || entry.length > 1) return `move ${move} is not one of this state`;
      const made = outcomes.one(from, move, []);
      return made === undefined ? `move ${move} is refused` : fallsShort(made, move, atLeast);
    }
    const made = open.map((move) => outcomes.one(from, move, []));
    const accepted = made.filter((one): one is Transition => typeof one === 'object');
    if (made.every((one) => one === undefined) || accepted.some(({ isLost }) => isLost)) return undefined;
    return 'no move of the enemies is named';
  }

  /** Why a plan is not sure of a cost after what was made, or undefined. */
  function exceeds(made: Made, move: number, atMost: number): string | undefined {
    if (typeof made === 'string') return made;
    if (made === undefined) return `move ${move} is refused`;
    if (made.isLost) return `move ${move} breaks a condition or a limit`;
    const { paid, atGoal, values } = made;
    if (paid <= 0) return `move ${move} costs nothing`;
    if (paid > atMost) return `move ${move} costs ${paid}, above ${atMost}`;
    return atGoal ? undefined : ask(values, { atLeast: 0, atMost: atMost - paid });
  }

  function keepPlan(from: From, { atMost, move }: WorstLine): string | undefined {
    states.load(from.stored);
    if (!tried(from.values).includes(move)) return `move ${move} is not one of this state`;
    let wrong: string | undefined;
    const isWhole = outcomes.all(from, move, (made) => {
      wrong = exceeds(made, move, atMost);
      return wrong !== undefined;
    });
    return wrong ?? (isWhole ? undefined : `move ${move} has more outcomes than are looked at`);
  }

  /** Whatever the enemies choose. */
  function keepAnyway(from: From, { atMost, move }: WorstLine): string | undefined {
    if (move >= 0) return 'the enemies choose the move';
    states.load(from.stored);
    let accepted = 0;
    for (const one of tried(from.values)) {
      const made = outcomes.one(from, one, []);
      if (made === undefined) continue;
      accepted++;
      const wrong = exceeds(made, one, atMost);
      if (wrong !== undefined) return wrong;
    }
    return accepted > 0 ? undefined : 'nobody can move here';
  }

  function checkLine(from: From, line: WorstLine): string | undefined {
    states.load(from.stored);
    const isEnemies = enemiesChoose && actions?.turn(battle) === ENEMIES_TURN;
    const isBounded = line.atLeast > bound(from.values);
    if (!isBounded && line.refuted.length > 0) return 'moves are refuted for nothing';
    const wrong = isBounded ? (isEnemies ? refuteByEnemies : refuteAll)(from, line) : undefined;
    if (wrong !== undefined || line.atMost >= 0) return wrong ?? (isEnemies ? keepAnyway : keepPlan)(from, line);
    return line.move >= 0 ? 'a move is named for nothing' : undefined;
  }

  const claimed = header.cost < 0 ? task.costsBelow : header.cost;
  ask(first, { atLeast: claimed, atMost: header.cost < 0 ? ANY : header.cost });
  return {
    take(line) {
      const asked = awaited.get(line.state);
      if (asked === undefined) return 'nothing is asked of this state';
      const { atLeast, atMost, move } = line;
      const wrong = lacks(line, asked) ?? (move >= moves.length ? `there is no move ${move}` : undefined);
      if (wrong !== undefined) return wrong;
      awaited.delete(line.state);
      done.set(line.state, { atLeast, atMost });
      const fault = checkLine(asked, line);
      states.drop(asked.stored);
      return fault;
    },
    end: () => (awaited.size === 0 ? undefined : 'a state that matters has no line: nothing is proven of it'),
    finish: outcomes.finish,
    counts: () => ({ states: done.size, moves: outcomes.count() }),
  };
}

/** Whether the enemies choose among listed moves, and nobody says when. */
export function nobodySaysTurn({ system, moves }: Task): boolean {
  const hasEnemies = moves.some(({ side }: TaskMove) => side === 'enemy');
  return hasEnemies && system.capabilities.actions === undefined;
}
