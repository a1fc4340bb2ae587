/** Figures of a turn and the turns ahead, as text. */
import { countText } from '../../../base/number-text.js';
import { wrap } from '../../../base/text-columns.js';
import type { EnemyOrder, Prediction, TurnAhead } from './figures.js';
import type { Forecast } from './forecast.js';

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
