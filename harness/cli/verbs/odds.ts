/**
 * `lockstep odds`: what each skill can do from a place of a plan or log, or what a fighter does to
 * another without a plan, and how likely.
 */

import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { LockstepError } from '../../base/index.js';
import { calculate, chances, hasDice, type OddsOptions, odds, type Progress, textOf } from '../../library/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { addWord, wholeNumber, wordOption } from '../base/options.js';
import { sayFailures } from '../base/plan-check.js';

interface Options {
  readonly at?: string;
  readonly skill?: string;
  readonly target?: string;
  readonly until: string;
  readonly limit: number;
  readonly attacker?: string;
  readonly attackerLevel?: number;
  readonly stat: readonly string[];
  readonly defender?: string;
  readonly defenderLevel?: number;
  readonly defenderStat: readonly string[];
  readonly side?: string;
  readonly json?: boolean;
}

const PLAYS = 100_000;

/** A number of frames as a number; what else is no horizon is refused by the call. */
function horizonOf(until: string): OddsOptions['until'] {
  return (/^\d+$/.test(until) ? Number(until) : until) as OddsOptions['until'];
}

/** A line of progress that is written over, and taken away before anything is printed. */
interface Counted {
  /** undefined: nobody watches. */
  readonly onProgress: ((progress: Progress) => void) | undefined;
  clear(): void;
}

function counted({ err, showProgress }: CliContext, what: string): Counted {
  if (!showProgress) return { onProgress: undefined, clear: () => undefined };
  let columns = 0;
  const clear = (): void => {
    if (columns > 0) err(`\r${' '.repeat(columns)}\r`);
    columns = 0;
  };
  return {
    clear,
    onProgress({ done, all, left }) {
      const rest = Number.isFinite(left) ? `, about ${Math.ceil(left)} s left` : '';
      const line = `${done} of ${countText(all, what)}${rest}`;
      clear();
      if (done === all) return;
      err(line);
      columns = line.length;
    },
  };
}

/** Figures such as `power=50`. */
function statsOf(option: string, texts: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = '', value] = /^([A-Za-z]+)=(\d{1,5})$/u.exec(text) ?? [];
      if (value !== undefined) return [name, Number(value)];
      throw new LockstepError('E_OPTION', `--${option} names no stat and value`, {
        found: text,
        expected: 'NAME=VALUE, such as power=50',
        remedy: 'Repeat the option for another stat',
      });
    }),
  );
}

/** Options of a plan that say nothing of two fighters, and the other way round. */
const OF_PLAN = ['at', 'target'] as const;
const OF_FIGHTERS = ['defender', 'side', 'attackerLevel', 'defenderLevel'] as const;

function spelled(name: string): string {
  return `--${name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Refuses what is neither a plan's question nor one about two fighters. */
function checkQuestion(file: string | undefined, options: Options): void {
  const isPlan = options.attacker === undefined;
  const listed = [
    ...(options.stat.length > 0 ? ['--stat'] : []),
    ...(options.defenderStat.length > 0 ? ['--defender-stat'] : []),
  ];
  const alien = isPlan
    ? [...OF_FIGHTERS.filter((name) => options[name] !== undefined).map(spelled), ...listed]
    : OF_PLAN.filter((name) => options[name] !== undefined).map(spelled);
  if (!isPlan && options.until !== 'effect') alien.push('--until');
  if (!isPlan && file !== undefined) alien.push(file);
  if (alien.length > 0) {
    const what = isPlan ? 'is asked of two fighters, with --attacker' : 'is asked of a plan, without --attacker';
    throw new LockstepError('E_OPTION', `${alien.join(', ')} ${what}`, {
      found: alien.join(', '),
      expected: isPlan ? '--attacker NAME --defender NAME' : 'a plan or log alone',
      remedy: 'Give one of the two',
    });
  }
  if (isPlan && file === undefined) {
    throw new LockstepError('E_OPTION', 'nothing to ask about', {
      expected: 'a plan or log, or --attacker and --defender',
      remedy: 'Name one of them',
    });
  }
  if (!isPlan && options.defender === undefined) {
    throw new LockstepError('E_OPTION', 'nobody is attacked', { remedy: 'Give --defender, a name or all' });
  }
}

/** Two fighters without a plan. */
async function showFighters(context: CliContext, options: Options): Promise<void> {
  const { attacker = '', defender = '', skill, side, limit, stat, defenderStat } = options;
  const { onProgress, clear } = counted(context, 'fight');
  const call = calculate({
    attacker,
    defender,
    skill,
    side,
    limit,
    attackerFigures: { level: options.attackerLevel, stats: statsOf('stat', stat) },
    defenderFigures: { level: options.defenderLevel, stats: statsOf('defender-stat', defenderStat) },
    onProgress,
    systems: context.systems,
    signal: context.signal(),
  });
  const answer = await answered(call).finally(clear);
  show(context, 'odds', answer, options);
}

/** A plan whose dice are commands: what the roll that is due may bring, or each attack in sight. */
async function showDice(context: CliContext, file: string, options: Options): Promise<void> {
  const alien = (['skill', 'target'] as const).find((name) => options[name] !== undefined);
  if (alien !== undefined || options.until !== 'effect') {
    throw new LockstepError('E_OPTION', `--${alien ?? 'until'} is asked of a battle with draws`, {
      file,
      remedy: 'Leave it out: every attack is shown',
    });
  }
  const call = chances({
    file,
    at: options.at,
    onPlanFailures: (sentences) => sayFailures(context, sentences),
    systems: context.systems,
    signal: context.signal(),
  });
  show(context, 'odds', await answered(call), options);
}

export function register(program: Command, context: CliContext): void {
  program
    .command('odds')
    .description(
      'what each skill can do from a place of a plan or log, or of two fighters without one, and how likely it is, exactly',
    )
    .argument('[file]', 'a plan (TOML) of battles by commands, or a log')
    .option('--at <place>', 'of a plan a label or number of commands (left out: its start); of a log a frame')
    .option('--skill <id>', 'only this skill or item')
    .option('--target <unit>', 'only what happens to this unit: a name, or enemy[0]')
    .addOption(
      wordOption(
        '--until <horizon>',
        "effect: it has taken effect; turn: the enemies' turn is over; or a number of frames",
        ['effect', 'turn'],
        'effect',
      ),
    )
    .option('--limit <frames>', 'frames played for a row at most; what is left then is said', wholeNumber, PLAYS)
    .option('--attacker <name>', 'without a plan: who uses the skill, an ally or an enemy')
    .option('--attacker-level <level>', 'its level (left out: its first)', wholeNumber)
    .option('--stat <name=value>', 'a stat of the attacker, such as power=50; may be repeated', addWord, [])
    .option('--defender <name>', 'whom it strikes; all: every enemy')
    .option('--defender-level <level>', 'its level', wholeNumber)
    .option('--defender-stat <name=value>', 'a stat of the defender, may be repeated', addWord, [])
    .addOption(wordOption('--side <side>', 'only from there (left out: each)', ['front', 'side', 'back']))
    .option('--json', 'print the table as JSON')
    .addHelpText(
      'after',
      example(
        'odds traces/live-a-live/takahara-namcat.toml --at 4',
        'odds traces/live-a-live/takahara-namcat.toml --at 4 --target namcat --until turn',
        'odds --attacker takahara --skill low-kick --defender namcat --side back --stat power=50',
        'odds --attacker takahara --defender namcat',
        'odds --attacker takahara --skill reppu-seiken-zuki --defender all --side front',
        'odds --attacker namcat --defender takahara --side front',
        'odds traces/kurogane-engage/guide.toml --at 3',
      ),
    )
    .action(async (file: string | undefined, options: Options) => {
      checkQuestion(file, options);
      if (file === undefined) {
        await showFighters(context, options);
        return;
      }
      if (await hasDice(file, context.systems)) {
        await showDice(context, file, options);
        return;
      }
      const { at, skill, target, limit } = options;
      let told = 0;
      const { onProgress, clear } = counted(context, 'choice');
      const onText = (text: string): void => {
        clear();
        context.out(text);
        told += text.length;
      };
      const call = odds({
        file,
        ...(options.json === true ? {} : { onText }),
        at,
        skill,
        target,
        limit,
        until: horizonOf(options.until),
        onProgress,
        onPlanFailures: (sentences) => sayFailures(context, sentences),
        systems: context.systems,
        signal: context.signal(),
      });
      const answer = await answered(call).finally(clear);
      // what has been told already is the beginning of the text
      show(context, 'odds', answer, options.json === true ? options : { text: textOf(answer).slice(told) });
    });
}
