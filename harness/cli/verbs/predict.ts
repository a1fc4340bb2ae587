/**
 * `lockstep predict`: the planner's questions about the turn, by the cartridge's rules or the
 * guide's.
 */
import type { Command } from 'commander';
import * as guide from '../../../core/live-a-live/guide/index.js';
import { enemySkillPoints, moveCost, turnCost } from '../../../core/live-a-live/turn/action-points.js';
import {
  actionsUntilEnemyTurn,
  ENEMY_TURN_AT,
  freeActions,
  OVERFLOW_WINDOW,
  pressesToOverflow,
} from '../../../core/live-a-live/turn/predict.js';
import { LockstepError } from '../../base/errors.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { parseNumber } from '../base/parse-number.js';
import { givenSettled } from './settled-options.js';

/** One enemy for the question who acts next. */
interface EnemyGiven {
  readonly name: string;
  readonly orderPoints: number;
}

function parseEnemy(text: string): EnemyGiven {
  const match = /^([^=]+)=(\d+)$/.exec(text);
  if (match === null) {
    throw new LockstepError('E_OPTION', 'an enemy is given as name=orderPoints', {
      found: text,
      expected: 'for instance namcat=201',
    });
  }
  return { name: match[1] ?? '', orderPoints: parseNumber(match[2] ?? '', 'enemy', 0xffff) };
}

export interface Prediction {
  readonly ruleset: 'cartridge' | 'guide';
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
function chooseNext(enemies: readonly EnemyGiven[], laterOfTie: boolean): string | null {
  let best: EnemyGiven | undefined;
  for (const enemy of enemies) {
    const wins = best === undefined || enemy.orderPoints > best.orderPoints;
    if (wins || (laterOfTie && enemy.orderPoints === best?.orderPoints)) best = enemy;
  }
  return best?.name ?? null;
}

/** Answers from action points and a speed alone. */
export function predictFrom(
  ruleset: 'cartridge' | 'guide',
  actionPoints: number,
  speed: number,
  enemies: readonly EnemyGiven[],
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
    nextEnemy: chooseNext(enemies, !isGuide),
  };
}

function text(prediction: Prediction): string {
  const { overflowWindow: window } = prediction;
  const presses = prediction.pressesToOverflow;
  const overflow =
    presses < 0
      ? 'none: the steps jump over the window'
      : `${presses} presses of L or R in area selection (${prediction.actionPointsThere}, one skill leaves ${prediction.afterOneSkillThere})`;
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
  const lines = rows.map(([label, value]) => `${label.padEnd(38)}${value}`);
  if (prediction.nextEnemy !== null) lines.push(`${'next enemy'.padEnd(38)}${prediction.nextEnemy}`);
  if (prediction.ruleset === 'guide') {
    lines.push('The page prints 65025..65279: it counts modulo 65535, a 16-bit counter wraps at 65536.');
  }
  return `${lines.join('\n')}\n`;
}

interface Options {
  readonly ap: string;
  readonly speed: string;
  readonly enemy: readonly string[];
  readonly ruleset: string;
  readonly profile?: string;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('predict')
    .description(
      'predict free moves, actions until the enemy turn, who acts next, presses to the overflow, the guide’s figures',
    )
    .option('--ap <points>', 'action points, 0..65535', '0')
    .option('--speed <speed>', 'current speed of the ally, 0..255', '31')
    .option('--enemy <name=points>', 'an enemy and its order points; may be repeated, in slot order', collect, [])
    .option('--ruleset <name>', 'cartridge or guide', 'cartridge')
    .option('--profile <file>', 'what your cartridge has settled (`lockstep rom settle -o`)')
    .option('--json', 'print the answers as JSON')
    .addHelpText('after', example('predict --ap 29 --speed 31 --enemy namcat=201'))
    .action((options: Options) => {
      if (options.ruleset !== 'cartridge' && options.ruleset !== 'guide') {
        throw new LockstepError('E_OPTION', 'there is no such ruleset', {
          found: options.ruleset,
          expected: 'cartridge or guide',
        });
      }
      const prediction = predictFrom(
        options.ruleset,
        parseNumber(options.ap, 'ap', 0xffff),
        parseNumber(options.speed, 'speed', 0xff),
        options.enemy.map(parseEnemy),
      );
      const settled = givenSettled(options.profile, undefined);
      const note =
        settled === undefined ? '' : `SHA-256 ${settled.sha256.slice(0, 16)}: no answer depends on a switch\n`;
      if (options.json === true) printJson(context, prediction);
      else context.out(text(prediction) + note);
    });
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}
