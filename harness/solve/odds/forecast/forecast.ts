/**
 * Several turns of a battle ahead, played: the allies step in place, and what enemies do comes from
 * the generator's present state. The battle stays as it is.
 */
import * as guide from '../../../../core/live-a-live/guide/index.js';
import { enemySkillPoints, moveCost, turnCost } from '../../../../core/live-a-live/turn/action-points.js';
import { idlePoints, startPoints } from '../../../../core/live-a-live/turn/order-points.js';
import {
  actionsUntilEnemyTurn,
  ENEMY_TURN_AT,
  freeActions,
  OVERFLOW_WINDOW,
  pressesToOverflow,
} from '../../../../core/live-a-live/turn/predict.js';
import { createEventBuffer, readCell } from '../../../../core/system/battle.js';
import { countText } from '../../../../core/system/names.js';
import type { Language } from '../../../../core/system/system.js';
import { ABNORMALITIES } from '../../../../rom-map/tables/abnormalities.js';
import { SPECIES } from '../../../../rom-map/tables/species.js';
import { drained, gaugeCellName, LockstepError, type Steps, toldOf, wrap } from '../../../base/index.js';

import { findNamed } from '../../../files/index.js';
import { createPlayer, encodeMove, type Move } from '../../../play/index.js';
import type { Place } from '../position/position.js';
import { createUnitReader } from '../table/candidates.js';

// The planner's figures of a turn from action points and speeds, by the cartridge or the guide.

/** An enemy for the question who acts next. */
export interface EnemyOrder {
  readonly name: string;
  readonly orderPoints: number;
}

type TurnRuleset = 'cartridge' | 'guide';

export interface Prediction {
  readonly ruleset: TurnRuleset;
  readonly actionPoints: number;
  readonly speed: number;
  readonly moveCost: number;
  readonly turnCost: number;
  readonly enemyTurnFrom: number;
  readonly freeMoves: number;
  readonly freeTurns: number;
  readonly movesUntilEnemyTurn: number;
  readonly turnsUntilEnemyTurn: number;
  readonly afterEnemySkill: number;
  readonly overflowWindow: { readonly first: number; readonly last: number };
  /** Presses of L or R while an area is chosen; -1: they skip the window. */
  readonly pressesToOverflow: number;
  readonly actionPointsThere: number;
  readonly afterOneSkillThere: number;
  readonly nextEnemy: string | null;
}

/**
 * The unit with the highest order points; a tie goes to the later one on the cartridge, to the
 * first in the guide.
 */
function chooseNext<Enemy extends EnemyOrder>(enemies: readonly Enemy[], laterOfTie: boolean): Enemy | undefined {
  let best: Enemy | undefined;
  for (const enemy of enemies) {
    const wins = best === undefined || enemy.orderPoints > best.orderPoints;
    if (wins || (laterOfTie && enemy.orderPoints === best?.orderPoints)) best = enemy;
  }
  return best;
}

/** Answers from action points and a speed alone. */
export function predictFrom(
  ruleset: TurnRuleset,
  actionPoints: number,
  speed: number,
  enemies: readonly EnemyOrder[],
): Prediction {
  const settings = guide.guideSettings();
  const isGuide = ruleset === 'guide';
  const move = isGuide ? guide.guideMoveCost(speed) : moveCost(speed);
  const turn = isGuide ? guide.guideTurnCost(speed, settings) : turnCost(speed);
  const threshold = isGuide ? settings.enemyTurnAt : ENEMY_TURN_AT;
  const window = isGuide ? guide.overflowWindow(settings) : OVERFLOW_WINDOW;
  const presses = pressesToOverflow(actionPoints, turn, window);
  const there = presses < 0 ? actionPoints : actionPoints + presses * turn;
  return {
    ruleset,
    actionPoints,
    speed,
    moveCost: move,
    turnCost: turn,
    enemyTurnFrom: threshold,
    freeMoves: freeActions(actionPoints, move, threshold),
    freeTurns: freeActions(actionPoints, turn, threshold),
    movesUntilEnemyTurn: actionsUntilEnemyTurn(actionPoints, move, threshold),
    turnsUntilEnemyTurn: actionsUntilEnemyTurn(actionPoints, turn, threshold),
    afterEnemySkill: isGuide ? guide.afterEnemySkill(actionPoints) : enemySkillPoints(actionPoints),
    overflowWindow: window,
    pressesToOverflow: presses,
    actionPointsThere: there,
    afterOneSkillThere: (there + guide.SKILL_GAIN) & 0xffff,
    nextEnemy: chooseNext(enemies, !isGuide)?.name ?? null,
  };
}

/** A turn of the enemies that is to come. */
interface TurnAhead {
  /** Steps in place that the allies have before it, the last one hands the turn over. */
  readonly steps: number;
  /** Action points as the enemies' turn begins. */
  readonly actionPoints: number;
  readonly enemy: string;
  /** Action points after its skill. */
  readonly after: number;
  /** Order points after its skill, in the order of the enemies. */
  readonly orderPoints: readonly number[];
}

/** The row of enemies without an abnormality. */
const NORMAL = { increase: ABNORMALITIES[0]?.nonAttackIncrease ?? 0, decrease: ABNORMALITIES[0]?.attackDecrease ?? 0 };

/** Order points after one ally's step, of an enemy without an abnormality. */
function afterStep(isGuide: boolean, points: number): number {
  if (!isGuide) return idlePoints(points, NORMAL.increase) & 0xffff;
  return guide.heldOrder(points + NORMAL.increase, guide.guideSettings());
}

/**
 * The enemies' turns to come where an ally of that speed steps in place, every enemy that acts uses
 * a skill, and none has an abnormality: then no draw matters.
 */
export function turnsAhead(
  { ruleset, actionPoints, moveCost: cost, enemyTurnFrom: threshold }: Prediction,
  enemies: readonly EnemyOrder[],
  turns: number,
): TurnAhead[] {
  const isGuide = ruleset === 'guide';
  const found: TurnAhead[] = [];
  let points = actionPoints;
  let now = enemies.map((enemy, index) => ({ ...enemy, index }));
  while (found.length < turns && now.length > 0) {
    const steps = actionsUntilEnemyTurn(points, cost, threshold);
    points = (points + steps * cost) & 0xffff;
    for (let step = 0; step < steps; step++) {
      now = now.map((enemy) => ({ ...enemy, orderPoints: afterStep(isGuide, enemy.orderPoints) }));
    }
    // a step that wraps the counter leaves the turn with the allies
    if (points < threshold) continue;
    const actor = chooseNext(now, !isGuide);
    const after = isGuide ? guide.afterEnemySkill(points) : enemySkillPoints(points);
    now = now.map((enemy) =>
      enemy.index === actor?.index
        ? { ...enemy, orderPoints: Math.max(0, enemy.orderPoints - NORMAL.decrease) }
        : enemy,
    );
    const orderPoints = now.map((enemy) => enemy.orderPoints);
    found.push({ steps, actionPoints: points, enemy: actor?.name ?? '', after, orderPoints });
    points = after;
  }
  return found;
}

// Enemies that the command line names: `namcat`, or `namcat=201` with its order points.

const HIGHEST = 0xffff;

/** @throws LockstepError `E_UNKNOWN_ID` with the nearest enemies, `E_OPTION` */
function enemyOf(text: string): EnemyOrder {
  const [, name = text, points] = /^(.+)=([^=]*)$/u.exec(text) ?? [];
  const [species] = findNamed(SPECIES.rows, name, 'enemy');
  const id = species?.id ?? name;
  if (points === undefined) return { name: id, orderPoints: startPoints(species?.values.intellect ?? 0) };
  if (/^\d{1,5}$/.test(points) && Number(points) <= HIGHEST) return { name: id, orderPoints: Number(points) };
  throw new LockstepError('E_OPTION', 'an enemy is given as name or as name=orderPoints', {
    found: text,
    expected: `order points from 0 to ${HIGHEST}, for instance namcat=201`,
    remedy: 'Leave them out for those at the start of a battle',
  });
}

/** The enemies in slot order; of two alike the second is `namcat (2)`. */
export function enemiesOf(texts: readonly string[]): EnemyOrder[] {
  const counts = new Map<string, number>();
  return texts.map((text) => {
    const enemy = enemyOf(text);
    const count = (counts.get(enemy.name) ?? 0) + 1;
    counts.set(enemy.name, count);
    return count === 1 ? enemy : { ...enemy, name: `${enemy.name} (${count})` };
  });
}

/** A turn of the enemies with what leads to it. */
interface ForecastTurn {
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
  return drained(forecastSteps(place, file, turns, language, atEnd));
}

/** The same, a step for each turn. */
export function* forecastSteps(
  place: Place,
  file: string,
  turns: number,
  language: Language,
  atEnd: () => void,
): Steps<Forecast> {
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
      if (yield) break;
    }
    return { turns: found, isShort: false };
  } finally {
    atEnd();
    battle.image.set(start);
  }
}

// Figures of a turn and the turns ahead, as text.

const WIDTH = 100;
const LABEL = 38;

export function figuresText(prediction: Prediction): string {
  const { overflowWindow: window } = prediction;
  const presses = prediction.pressesToOverflow;
  const overflow =
    presses < 0
      ? 'none: the steps jump over the window'
      : `${countText(presses, 'press', 'presses')} of L or R in area selection (${prediction.actionPointsThere}, one skill leaves ${prediction.afterOneSkillThere})`;
  const rows: readonly (readonly [string, string])[] = [
    ['ruleset', prediction.ruleset],
    ['action points', String(prediction.actionPoints)],
    ['enemy turn from', String(prediction.enemyTurnFrom)],
    ['cost of a step, of a turn', `${prediction.moveCost}, ${prediction.turnCost}`],
    ['free steps left', String(prediction.freeMoves)],
    ['free turns left', String(prediction.freeTurns)],
    ['steps until the enemy turn', String(prediction.movesUntilEnemyTurn)],
    ['turns until the enemy turn', String(prediction.turnsUntilEnemyTurn)],
    ['after an enemy skill: (AP & 111) | 16', String(prediction.afterEnemySkill)],
    ['overflow window for one skill', `${window.first}..${window.last}`],
    ['to the overflow', overflow],
  ];
  const lines = rows.map(([label, value]) => `${label.padEnd(LABEL)}${value}`);
  if (prediction.nextEnemy !== null) lines.push(`${'next enemy'.padEnd(LABEL)}${prediction.nextEnemy}`);
  if (prediction.ruleset === 'guide') {
    lines.push('The page prints 65025..65279: it counts modulo 65535, a 16-bit counter wraps at 65536.');
  }
  return `${lines.join('\n')}\n`;
}

function stepsText(steps: number): string {
  return `${countText(steps, 'step')} in place`;
}

/** Turns by the rules alone. */
export function aheadText(turns: readonly TurnAhead[], enemies: readonly EnemyOrder[]): string {
  if (turns.length === 0) return '';
  const lines = turns.map(({ steps, actionPoints, enemy, after, orderPoints }, index) => {
    const orders = orderPoints.map((points, at) => `${enemies[at]?.name} ${points}`).join(', ');
    return `  turn ${index + 1}: ${stepsText(steps)}, action points ${actionPoints}; ${enemy} acts, action points ${after}; order points: ${orders}`;
  });
  const head = 'turns ahead, if the ally steps in place, who acts uses a skill, and nobody has an abnormality:';
  return `${[head, ...lines].flatMap((line) => wrap(line, WIDTH)).join('\n')}\n`;
}

/** @param state the generator's state, or undefined: the battle's own draws seed it */
export function forecastText({ turns, isShort }: Forecast, asked: number, state: string | undefined): string {
  const from = state ?? 'unseeded: the timer and the map’s generator seed it';
  const lines = [
    `turns ahead, played: the allies step in place; what enemies do comes from the generator's present state (${from})`,
  ];
  for (const [index, { commands, frames, told, points, hp }] of turns.entries()) {
    lines.push(`turn ${index + 1}: ${countText(commands, 'command')}, ${countText(frames, 'frame')}`);
    lines.push(...told.map((sentence) => `  ${sentence}`));
    const gauges = points.map(([what, value]) => `${what} ${value}`);
    lines.push(`  then ${[...gauges, ...hp.map(([unit, left]) => `${unit} HP ${left}`)].join(', ')}`);
  }
  if (isShort) {
    lines.push(`only ${turns.length} of ${asked} turns: the battle ends, or no enemy can act any more`);
  }
  return `${lines.flatMap((line) => wrap(line, WIDTH)).join('\n')}\n`;
}
