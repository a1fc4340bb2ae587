/** The planner's figures of a turn from action points and speeds, by the cartridge or the guide. */
import * as guide from '../../../../core/live-a-live/guide/index.js';
import { enemySkillPoints, moveCost, turnCost } from '../../../../core/live-a-live/turn/action-points.js';
import { idlePoints } from '../../../../core/live-a-live/turn/order-points.js';
import {
  actionsUntilEnemyTurn,
  ENEMY_TURN_AT,
  freeActions,
  OVERFLOW_WINDOW,
  pressesToOverflow,
} from '../../../../core/live-a-live/turn/predict.js';
import { ABNORMALITIES } from '../../../../rom-map/tables/abnormalities.js';

/** An enemy for the question who acts next. */
export interface EnemyOrder {
  readonly name: string;
  readonly orderPoints: number;
}

export type TurnRuleset = 'cartridge' | 'guide';

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
export interface TurnAhead {
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
