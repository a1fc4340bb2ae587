/**
 * Goldens of the ruleset `guide`, written by `references/guide.ts`: the page's worked numbers, then random plays. Rules L1 to
 * L26, decisions A1 to A19. Cells: the shared action points, who acts, order points, charges, current stats.
 */
import { ABNORMALITIES } from '../../rom-map/tables/abnormalities.js';
import {
  applyGuide,
  createGuide,
  type GuideCommand,
  type GuideState,
  type GuideSwitches,
  type StatName,
  statNames,
  type UnitSetup,
} from '../references/guide.js';
import { type CellValues, type Golden, recordGolden, rejection, type Switches } from './golden.js';
import { createDice, type Dice } from './random.js';

const SYSTEM = 'live-a-live-guide';
/** The cell `actingEnemy` holds the work RAM address of an enemy's block, 0 in the allies' turn. */
const FIRST_ENEMY = 0x1b00;
const ENEMY_BLOCK = 0x10;
/** Paralysis, one of the statuses that L20 means. */
const PARALYSED = 0x20;

type Unit = Omit<UnitSetup, 'hp' | 'maxHp'> & { readonly hp?: number };

interface Scene {
  readonly file: string;
  readonly allies: readonly Unit[];
  readonly enemies: readonly Unit[];
  readonly switches?: Switches;
  /** Declares the enemies' statuses too and puts them into the starting image. */
  readonly image?: boolean;
}

interface Play {
  give(command: GuideCommand): string;
  state(): GuideState;
  finish(): Golden;
}

const SYSTEM_STAT: Readonly<Record<StatName, string>> = {
  power: 'power',
  speed: 'speed',
  body: 'body',
  iq: 'intellect',
};

function flags(switches: Switches): Partial<GuideSwitches> {
  const plain = (value: string | number): string | number | boolean =>
    value === 'yes' ? true : value === 'no' ? false : value;
  return Object.fromEntries(Object.entries(switches).map(([name, value]) => [name, plain(value)]));
}

/** A command as plans write it. */
function plain(command: GuideCommand): Record<string, unknown> & { command: string } {
  const { kind } = command;
  switch (kind) {
    case 'allySkill':
      return { command: kind, unit: command.unit, charge: command.skill.charge };
    case 'tickFrames':
      return { command: kind, frames: command.n };
    case 'enemyDamaged':
    case 'enemyHealed':
      return { command: kind, enemy: command.enemy, total: command.total };
    case 'inflictAbnormal':
      return { command: kind, enemy: command.enemy, kind: command.abnormal };
    case 'changeStat': {
      const { unit, value } = command;
      return {
        command: kind,
        side: command.side === 'ally' ? 0 : 1,
        unit,
        stat: statNames.indexOf(command.stat),
        value,
      };
    }
    case 'counter':
      return { command: kind, side: command.by === 'ally' ? 0 : 1 };
    default:
      return 'unit' in command ? { command: kind, unit: command.unit } : { command: kind };
  }
}

function cells(state: GuideState, image: boolean): CellValues {
  const values: Record<string, number> = {
    actionPoints: state.ap,
    actingEnemy: state.actingEnemy === null ? 0 : FIRST_ENEMY + ENEMY_BLOCK * state.actingEnemy,
  };
  state.allies.forEach((ally, slot) => {
    values[`ally[${slot}].charge`] = ally.charge;
    for (const stat of statNames) values[`ally[${slot}].${SYSTEM_STAT[stat]}`] = ally.stats[stat].current;
  });
  state.enemies.forEach((enemy, slot) => {
    values[`enemy[${slot}].orderPoints`] = enemy.order;
    values[`enemy[${slot}].abnormality`] = enemy.abnormal;
    for (const stat of statNames) values[`enemy[${slot}].${SYSTEM_STAT[stat]}`] = enemy.stats[stat].current;
    if (image) values[`enemy[${slot}].statuses`] = enemy.incapacitated ? PARALYSED : 0;
  });
  return values;
}

function plainUnit({ speed, iq, power = 0, body = 0, hp = 100 }: Unit): Record<string, number> {
  return { power, speed, body, intellect: iq, hp };
}

function begin(scene: Scene): Play {
  const image = scene.image === true;
  const withHp = (unit: Unit): UnitSetup => ({ ...unit, hp: unit.hp ?? 100, maxHp: unit.hp ?? 100 });
  let state = createGuide({
    allies: scene.allies.map(withHp),
    enemies: scene.enemies.map(withHp),
    abnormalities: ABNORMALITIES.map((row) => ({
      onsetModifier: row.onset,
      damageConstant: row.damageConstant,
      nonAttackIncrement: row.nonAttackIncrease,
      attackDecrement: row.attackDecrease,
    })),
    switches: flags(scene.switches ?? {}),
  });
  const setup = {
    allies: scene.allies.map(plainUnit),
    species: scene.enemies.map(plainUnit),
    enemies: scene.enemies.map((_, species) => ({ species })),
  };
  const recorder = recordGolden(
    { file: `${SYSTEM}/${scene.file}`, system: SYSTEM, setup, switches: scene.switches ?? {}, image },
    () => cells(state, image),
  );
  return {
    give: (command) =>
      recorder.give(plain(command), () => {
        state = applyGuide(state, command).state;
      }),
    state: () => state,
    finish: recorder.finish,
  };
}

const TAKAHARA: Unit = { speed: 31, iq: 25, power: 40, body: 30, hp: 320 };
const NAMCAT: Unit = { speed: 60, iq: 55, power: 30, body: 20, hp: 256 };

const move = (unit = 0): GuideCommand => ({ kind: 'allyMove', unit });
const skill = (charge = 0, unit = 0): GuideCommand => ({ kind: 'allySkill', unit, skill: { charge } });
const frames = (n: number): GuideCommand => ({ kind: 'tickFrames', n, reason: 'nobody can act' });
const enemySkill: GuideCommand = { kind: 'enemySkill' };

function played(scene: Scene, commands: readonly GuideCommand[]): Golden {
  const play = begin(scene);
  for (const command of commands) play.give(command);
  return play.finish();
}

const times = (count: number, command: GuideCommand): GuideCommand[] => Array.from({ length: count }, () => command);

function workedExamples(): Golden[] {
  const pair = { allies: [TAKAHARA], enemies: [NAMCAT] };
  const slow = { ...TAKAHARA, speed: 52 };
  const damaged = (total: number, enemy = 0): GuideCommand => ({ kind: 'enemyDamaged', enemy, total });
  const inflict = (abnormal: number, enemy = 0): GuideCommand => ({ kind: 'inflictAbnormal', enemy, abnormal });
  return [
    played({ ...pair, file: 'worked-example.jsonl' }, [
      enemySkill,
      ...[move(), move(), move(), move(), move(), enemySkill],
      ...[skill(), { kind: 'enemyTurn' } as const, move(), enemySkill, move(), move(), move(), move()],
    ]),
    played({ ...pair, file: 'overflow.jsonl.gz' }, [
      ...times(2323, { kind: 'areaSelectTurn', unit: 0, side: 'L' }),
      skill(),
      move(),
    ]),
    played({ ...pair, file: 'charge.jsonl' }, [frames(1), skill(16), move(), frames(10), frames(60), enemySkill]),
    played({ ...pair, file: 'enemy-skill.jsonl' }, [skill(), enemySkill, skill(32), frames(40), enemySkill]),
    played({ ...pair, allies: [slow], file: 'threshold-255.jsonl' }, [...times(5, move()), enemySkill]),
    played({ ...pair, allies: [slow], switches: { enemyTurnAt: 256 }, file: 'threshold-256.jsonl' }, [
      ...times(5, move()),
      enemySkill,
      move(),
      enemySkill,
    ]),
    played(
      {
        ...pair,
        enemies: [
          { ...NAMCAT, hp: 160 },
          { ...NAMCAT, hp: 16 },
          { ...NAMCAT, hp: 32 },
        ],
        file: 'damage.jsonl',
      },
      [
        damaged(0),
        ...[inflict(10), damaged(10), damaged(80), damaged(140), damaged(9999)],
        ...[inflict(4, 1), damaged(14, 1), inflict(4, 2), damaged(20, 2), damaged(1, 3), inflict(16)],
      ],
    ),
    played(
      {
        ...pair,
        enemies: [
          { ...NAMCAT, incapacitated: true },
          { ...NAMCAT, iq: 90 },
        ],
        image: true,
        file: 'idle-enemy.jsonl',
      },
      [...times(5, move()), enemySkill, { kind: 'enemyIdle' }, move(), { kind: 'enemyIdle' }, enemySkill, move()],
    ),
  ];
}

/** Anything that the play may be told, more often what fits the turn. */
function randomCommand(dice: Dice, state: GuideState): GuideCommand {
  const unit = dice.below(4);
  const enemy = dice.below(state.enemies.length + (dice.chance(1, 10) ? 1 : 0));
  const rare = dice.below(12);
  if (rare === 0) return { kind: dice.pick(['enemyDamaged', 'enemyHealed'] as const), enemy, total: dice.below(400) };
  if (rare === 1) return { kind: 'inflictAbnormal', enemy, abnormal: dice.below(17) };
  if (rare === 2) return { kind: 'counter', by: dice.pick(['ally', 'enemy'] as const) };
  if (rare === 3) {
    const stat = dice.pick(statNames);
    return {
      kind: 'changeStat',
      side: dice.pick(['ally', 'enemy'] as const),
      unit: dice.below(2),
      stat,
      value: dice.below(256),
    };
  }
  const enemies = (state.turn === 'enemy') === (rare !== 4);
  if (enemies) return { kind: dice.pick(['enemyMove', 'enemyTurn', 'enemySkill', 'enemySkill', 'enemyIdle'] as const) };
  switch (dice.below(8)) {
    case 0:
      return { kind: 'allyTurn', unit, side: 'L' };
    case 1:
      return { kind: 'allyPass', unit };
    case 2:
      return { kind: 'allyStep', unit };
    case 3:
      return skill(dice.pick([0, 16, 16, 32, 48, 33]), unit);
    case 4:
      return { kind: 'allyItem', unit };
    case 5:
      return { kind: 'areaSelectTurn', unit, side: 'R' };
    case 6:
      return frames(dice.between(1, 40));
    default:
      return move(unit);
  }
}

function randomPlay(seed: number, switches: Switches): Golden {
  const dice = createDice(seed);
  const unit = (): Unit => ({
    speed: dice.below(256),
    iq: dice.below(256),
    power: dice.below(256),
    body: dice.below(256),
  });
  const scene: Scene = {
    file: `random-${seed}.jsonl.gz`,
    allies: [unit(), unit(), unit()],
    enemies: [
      { ...unit(), hp: 64 },
      { ...unit(), hp: 256 },
      { ...unit(), hp: 16 * dice.between(8, 100) },
    ],
    switches,
  };
  const play = begin(scene);
  let rejected = 0;
  for (let step = 0; step < 400; ) {
    const command = randomCommand(dice, play.state());
    // Rejections are wanted, but not more than a quarter of the play.
    const code = rejection(() => applyGuide(play.state(), command));
    if (code !== '' && 4 * rejected > step) continue;
    play.give(command);
    rejected += code === '' ? 0 : 1;
    step += 1;
  }
  return play.finish();
}

export function guideGoldens(): readonly Golden[] {
  return [
    ...workedExamples(),
    randomPlay(1, {}),
    randomPlay(2, {}),
    randomPlay(3, {
      enemyTurnAt: 256,
      minTurnCost: 1,
      orderTie: 'last',
      moveOrderRounding: 'together',
      orderOverflow: 'wrap',
      passCost: 'turn',
      stepCost: 'zero',
    }),
    randomPlay(4, {
      frameOrder: 'enemyFirst',
      zeroDamageRaises: 'yes',
      healRaises: 'yes',
      counterAp: 'yes',
      counterTick: 'no',
      recoverRaised: 'no',
      strictCharge: 'yes',
    }),
  ];
}
