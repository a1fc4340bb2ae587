/**
 * `lockstep predict`: the planner's questions about the turn and the turns ahead, of a plan, of a
 * log's frame, or of figures on the command line.
 */
import type { Command } from 'commander';
import { readCell } from '../../../core/system/battle.js';
import { LockstepError, type Standing, standingOf, withSearchLimits } from '../../base/index.js';

import { predictText } from '../../play/index.js';
import {
  aheadText,
  createUnitReader,
  type EnemyOrder,
  enemiesOf,
  figuresText,
  forecast,
  forecastText,
  type Place,
  type Prediction,
  placeOf,
  predictFrom,
  stateText,
  turnsAhead,
  unsettledLines,
  unsettledOf,
  whenBegun,
} from '../../solve/index.js';

import { type CliContext, example, printJson } from '../base/context.js';
import {
  addGivenOptions,
  type GivenOptions,
  givenImage,
  givenOf,
  givenSettled,
  imageField,
  imageHead,
  loadGiven,
  restLines,
  romOption,
} from '../base/given.js';
import { addWord, parseNumber, wholeNumber, wordOption } from '../base/options.js';

import { sayFailures } from '../base/plan-check.js';

interface Options extends GivenOptions {
  readonly at?: string;
  readonly turns?: number;
  readonly ap?: string;
  readonly speed?: string;
  readonly enemy: readonly string[];
  readonly ruleset?: string;
  readonly json?: boolean;
}

const TURNS = 3;
const MOST_TURNS = 100;

function turnsOf({ turns = TURNS }: Options): number {
  if (turns <= MOST_TURNS) return turns;
  throw new LockstepError('E_OPTION', '--turns is too large', {
    found: String(turns),
    expected: `at most ${MOST_TURNS}`,
  });
}

/** Figures of the ally whose turn it is, or undefined for a system without action points. */
function figuresOf({ system, battle }: Place): Prediction | undefined {
  const cell = (name: string) => battle.cells.find((candidate) => candidate.name === name);
  const [points, current, first, second] = ['actionPoints', 'currentAlly', 'ally[0].id', 'ally[1].id'].map(cell);
  if (points === undefined || current === undefined || first === undefined || second === undefined) return undefined;
  const number = (readCell(battle.image, current) - (first.address & 0xffff)) / (second.address - first.address);
  const speed = cell(`ally[${number}].speed`) ?? cell('ally[0].speed');
  if (speed === undefined) return undefined;
  const enemies = [...createUnitReader(system, battle).read(battle.image.slice()).values()].flatMap(
    ({ prefix, name }): EnemyOrder[] => {
      const order = cell(`${prefix}.orderPoints`);
      return order === undefined ? [] : [{ name, orderPoints: readCell(battle.image, order) }];
    },
  );
  return predictFrom('cartridge', readCell(battle.image, points), readCell(battle.image, speed), enemies);
}

/** @throws LockstepError for what cannot be read, and `E_CAPABILITY` */
async function predictPlace(context: CliContext, file: string, options: Options): Promise<void> {
  const wrong = (['ap', 'speed', 'ruleset'] as const).find((name) => options[name] !== undefined);
  if (wrong !== undefined || options.enemy.length > 0) {
    throw new LockstepError('E_OPTION', `--${wrong ?? 'enemy'} contradicts the file, which has its own figures`, {
      file,
      remedy: 'Leave one of the two out',
    });
  }
  const given = givenOf(context, options);
  const { image } = given;
  const place = await placeOf(given.systems, file, options.at, loadGiven(given));
  sayFailures(context, place.planFailures);
  const { system, battle } = place;
  const { planning, views } = system.capabilities;
  const figures = whenBegun(place.system, place.battle, () => figuresOf(place));
  const lines = figures === undefined ? views?.predict?.(battle) : undefined;
  const isPlayed = planning?.framePlay !== undefined || options.turns !== undefined || lines === undefined;
  const turns = turnsOf(options);
  const { language } = given;
  const notes = system.capabilities.evidence?.unpublished?.(battle);
  let standing: Standing = { unpublished: [], notFilled: {} };
  const keep = (): void => {
    standing = standingOf(system, battle, notes?.names() ?? [], place.settled, image !== undefined);
  };
  const ahead = isPlayed ? await withSearchLimits(async () => forecast(place, file, turns, language, keep)) : undefined;
  const unsettled = ahead === undefined ? [] : unsettledOf(system, battle, place.switches, false);
  const state = planning?.generator?.read(battle) ?? 0;
  context.exit(0);
  if (options.json === true) {
    const answers = { figures, lines, forecast: ahead, unsettled };
    printJson(context, {
      verb: 'predict',
      exit: 0,
      file,
      at: place.at,
      ...answers,
      ...standing,
      ...imageField(given),
    });
    return;
  }
  context.out(`${imageHead(image)}${file} ${place.at}\n`);
  const foretold = lines?.length === 0 ? 'nothing is foretold there\n' : predictText(lines ?? []);
  context.out(figures === undefined ? foretold : figuresText(figures));
  if (ahead === undefined) return;
  context.out(forecastText(ahead, turns, state === 0 ? undefined : stateText(state)));
  context.out(`${unsettledLines(unsettled).join('\n')}\n`);
  if (image === undefined && place.settled === undefined) return;
  for (const line of restLines(given, standing, place.settled?.by)) context.out(`${line}\n`);
}

function predictFigures(context: CliContext, options: Options): void {
  const { ruleset = 'cartridge' } = options;
  if (ruleset !== 'cartridge' && ruleset !== 'guide') {
    throw new LockstepError('E_OPTION', 'there is no such ruleset', {
      found: ruleset,
      expected: 'cartridge or guide',
    });
  }
  if (options.at !== undefined) {
    throw new LockstepError('E_OPTION', '--at needs a plan or log', { remedy: 'Name the file' });
  }
  const enemies = enemiesOf(options.enemy);
  const actionPoints = parseNumber(options.ap ?? '0', 'ap', 0xffff);
  const prediction = predictFrom(ruleset, actionPoints, parseNumber(options.speed ?? '31', 'speed', 0xff), enemies);
  const turns = turnsAhead(prediction, enemies, turnsOf(options));
  if (options.rom !== undefined) {
    throw new LockstepError('E_OPTION', '--rom needs a plan or log', { remedy: 'Name the file' });
  }
  givenImage(options);
  const settled = givenSettled(options.profile, undefined);
  const note = settled === undefined ? '' : `SHA-256 ${settled.sha256.slice(0, 16)}: no answer depends on a switch\n`;
  if (options.json === true) printJson(context, { ...prediction, turns });
  else context.out(figuresText(prediction) + aheadText(turns, enemies) + note);
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('predict')
    .description(
      'predict free moves, actions until the enemy turn, who acts next, the turns ahead, presses to the overflow',
    )
    .argument('[file]', 'a plan (TOML) or log; left out: figures on the command line')
    .option('--at <place>', 'of a plan a label or number of commands (left out: its start); of a log a frame')
    .option(
      '--turns <count>',
      "turns of the enemies to forecast (left out: 3; of other systems' plans none)",
      wholeNumber,
    )
    .option('--ap <points>', 'action points, 0..65535 (left out: 0)')
    .option('--speed <speed>', 'current speed of the ally, 0..255 (left out: 31)')
    .option(
      '--enemy <name[=points]>',
      'an enemy, with its order points unless the battle begins; may be repeated, in slot order',
      addWord,
      [],
    )
    .addOption(wordOption('--ruleset <name>', 'cartridge or guide (left out: cartridge)', ['cartridge', 'guide']))
    .addOption(romOption())
    .option('--json', 'print the answers as JSON')
    .addHelpText(
      'after',
      example(
        'predict --ap 29 --speed 31 --enemy namcat=201',
        'predict traces/live-a-live/takahara-namcat.toml --at 4',
      ),
    );
  addGivenOptions(command).action(async (file: string | undefined, options: Options) => {
    if (file === undefined) predictFigures(context, options);
    else await predictPlace(context, file, options);
  });
}
