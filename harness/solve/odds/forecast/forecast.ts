/**
 * Several turns of a battle ahead, played: the allies step in place, and what enemies do comes from
 * the generator's present state. The battle stays as it is.
 */
import { createEventBuffer, readCell } from '../../../../core/system/battle.js';
import type { Language } from '../../../../core/system/system.js';
import { LockstepError } from '../../../base/errors.js';
import { toldOf } from '../../../base/told.js';
import { gaugeCellName } from '../../../base/unit-names.js';
import { createPlayer, encodeMove, type Move } from '../../../play/plan/moves.js';
import type { Place } from '../position/position.js';
import { createUnitReader } from '../table/units.js';

/** A turn of the enemies with what leads to it. */
export interface ForecastTurn {
  /** Commands of the allies: steps in place, and waits where nobody may act. */
  readonly commands: number;
  readonly frames: number;
  /** What happened, but for the steps in place. */
  readonly told: readonly string[];
  /** Points after it: action points, order points of each enemy. */
  readonly points: readonly (readonly [what: string, value: number])[];
  readonly hp: readonly (readonly [unit: string, hp: number])[];
}

export interface Forecast {
  readonly turns: readonly ForecastTurn[];
  /** The battle ended, or nobody can ever act: there are fewer turns than asked for. */
  readonly isShort: boolean;
}

/** Commands for one turn; an enemy that only thinks takes no more. */
const LONGEST = 256;
const EVENT_WORDS = 1 << 18;
/** Happenings that are an action of a unit's own turn. */
const ACTIONS = new Set(['walk', 'turn', 'skill', 'charge', 'item', 'pass', 'escape']);
/** Happenings that the number of commands tells. */
const UNTOLD = new Set(['next', 'step-in-place']);

/** Points that decide the turn, by what people call them. */
function pointsOf({ system, battle }: Place): (readonly [string, number])[] {
  const { gauges = [], units } = system.capabilities.views?.overview ?? {};
  const cells = new Map(battle.cells.map((cell) => [cell.name, cell]));
  const names = createUnitReader(system, battle).read(battle.image.slice());
  return gauges.flatMap((gauge) => {
    const { cell, role, label } = gauge;
    if (role !== 'points' && role !== 'order') return [];
    const plain = cells.get(cell);
    if (plain !== undefined) return [[label, readCell(battle.image, plain)] as const];
    return (units?.(battle) ?? []).flatMap(({ prefixes: [prefix = ''] }) => {
      const own = cells.get(gaugeCellName(gauge, [prefix]) ?? '');
      return own === undefined
        ? []
        : [[`${names.get(prefix)?.name ?? prefix} ${label}`, readCell(battle.image, own)] as const];
    });
  });
}

/** @throws LockstepError `E_CAPABILITY` for a system without turns by commands */
function movesOf({ system, battle }: Place, file: string): { readonly step: Move; readonly wait: Move } {
  const names = system.commands.map(({ name }) => name);
  if (names.includes('step') && names.includes('wait') && system.capabilities.planning?.framePlay !== undefined) {
    const encoded = (command: string): Move => encodeMove(system, battle, { command });
    return { step: encoded('step'), wait: encoded('wait') };
  }
  throw new LockstepError('E_CAPABILITY', `turns of ${system.id} cannot be forecast`, {
    file,
    found: system.id,
    remedy: 'Name a plan or log of LIVE A LIVE, or leave --turns out',
  });
}

/**
 * @param atEnd called when the last turn was played, before the battle is put back
 * @throws LockstepError `E_CAPABILITY`
 */
export function forecast(
  place: Place,
  file: string,
  turns: number,
  language: Language,
  atEnd: () => void = () => undefined,
): Forecast {
  const { system, battle } = place;
  const moves = movesOf(place, file);
  const start = battle.image.slice();
  const events = createEventBuffer(EVENT_WORDS);
  const player = createPlayer(system, battle);
  const reader = createUnitReader(system, battle);
  const framesOf = (): number => system.capabilities.planning?.frames?.(battle) ?? 0;
  const allies = new Set(Array.from({ length: 8 }, (_, number) => battle.idName('ally', number)));

  /** @returns undefined: no enemy acted any more */
  function playTurn(): ForecastTurn | undefined {
    const from = framesOf();
    const told: string[] = [];
    for (let commands = 1; commands <= LONGEST; commands++) {
      const before = battle.image.slice();
      if (player.play(moves.step, events) !== 0 && player.play(moves.wait, events) !== 0) return undefined;
      const happenings = toldOf({ system, battle, before, events }, language);
      for (const { kind, sentence } of happenings) if (!UNTOLD.has(kind)) told.push(sentence);
      const hasActed = happenings.some(
        ({ kind, actor }) => actor !== undefined && ACTIONS.has(kind) && !allies.has(actor.id),
      );
      if (!hasActed) continue;
      const units = [...reader.read(battle.image.slice()).values()];
      const hp = units.map((unit) => [unit.name, unit.hp] as const);
      return { commands, frames: framesOf() - from, told, points: pointsOf(place), hp };
    }
    return undefined;
  }

  const found: ForecastTurn[] = [];
  try {
    while (found.length < turns) {
      const turn = playTurn();
      if (turn === undefined) return { turns: found, isShort: true };
      found.push(turn);
    }
    return { turns: found, isShort: false };
  } finally {
    atEnd();
    battle.image.set(start);
  }
}
